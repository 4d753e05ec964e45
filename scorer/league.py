"""Evenings of a league: points of a match, a team's list, the table (RULES.md 3.2, league form seen; W-WALTON).

A match is five games between two teams. One point for a game won and two more for the match.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from scorer.errors import DonError
from scorer.frozenmap import FrozenMap
from scorer.refusal import Refusal, no
from scorer.variant import Variant

GAMES = 5
"""The games of a match, all of them played."""
MOST_GAMES_EACH = 2
DIFFERENT_FIRST = 5
"""So many players of a team have to appear before anybody plays a second game."""
TEAM_OF_FOUR = 4
FORFEITED_BY_FOUR = 3
"""The game that a team of four forfeits."""

Pair = tuple[str, str]
TeamList = tuple[Pair | None, ...]
"""Who plays for a team, game by game; None for a game it forfeits."""


class LeagueError(DonError):
    """Results that can't be those of a league match."""


@dataclass(frozen=True, slots=True)
class LeaguePoints:
    """What a game and the match are worth: by the league seen, 1 and 2 (RULES.md 3.2)."""

    game: int = 1
    match: int = 2


WALTON = LeaguePoints()


def points_of(variant: Variant) -> LeaguePoints | None:
    """What the option ``league_points`` gives, "1+2" for instance; None when it is off (RULES.md 6)."""
    if variant.league_points == "off":
        return None
    game, match = variant.league_points.split("+")
    return LeaguePoints(int(game), int(match))


# One match


@dataclass(frozen=True, slots=True)
class LeagueMatch:
    """A match of two teams: who won each game (None: both forfeited it) and, where kept, each team's list."""

    home: str
    away: str
    winners: tuple[str | None, ...]
    home_list: TeamList | None = None
    away_list: TeamList | None = None

    @property
    def teams(self) -> Pair:
        return (self.home, self.away)

    def games(self, team: str) -> int:
        """How many games ``team`` has won."""
        return self.winners.count(team)

    @property
    def winner(self) -> str | None:
        """The team with more than half of the games of a match; None as long as neither has them."""
        return next((team for team in self.teams if self.games(team) > GAMES // 2), None)


def match_points(match: LeagueMatch, points: LeaguePoints = WALTON) -> FrozenMap[str, int]:
    """The league points of each team: 5 and 2 for a match won by three games to two (RULES.md 3.2).

    Of a match that is not finished these are the points so far. `LeagueError` for results that can't be.
    """
    _check(match)
    won = {team: match.games(team) * points.game for team in match.teams}
    if match.winner:
        won[match.winner] += points.match
    return FrozenMap(won)


def _check(match: LeagueMatch) -> None:
    if match.home == match.away:
        raise LeagueError("LEAGUE_SAME_TEAM", team=match.home)
    if len(match.winners) > GAMES:
        raise LeagueError("LEAGUE_TOO_MANY_RESULTS", count=len(match.winners), games=GAMES)
    for game, winner in enumerate(match.winners, start=1):
        if winner is not None and winner not in match.teams:
            raise LeagueError("LEAGUE_UNKNOWN_TEAM", team=winner, game=game, home=match.home, away=match.away)


# A team's list


def team_faults(players: TeamList) -> tuple[Refusal, ...]:
    """What is against the rules in a team's list of a match, in the order of the games (RULES.md 3.2).

    Nobody plays more than two games; five different players appear before anybody plays again; a team of four
    forfeits the third game (its four, too, appear before anybody plays again: house default).
    `LeagueError` for a list that is not one of five games with two players each.
    """
    _check_list(players)
    names = [name for pair in players if pair for name in pair]
    together = len(set(names))
    if together < TEAM_OF_FOUR:
        return (no("LEAGUE_TOO_FEW_PLAYERS", count=together),)
    faults = _again_too_early(players, min(together, DIFFERENT_FIRST))
    if together == TEAM_OF_FOUR and players[FORFEITED_BY_FOUR - 1]:
        faults.append(no("LEAGUE_FOUR_FORFEIT", game=FORFEITED_BY_FOUR))
    return (*faults, *_too_many(Counter(names)))


def _too_many(games: Mapping[str, int]) -> list[Refusal]:
    """Who plays more games than a player may, by the number of games of each."""
    return [
        no("LEAGUE_TOO_MANY_GAMES", player=name, count=count, most=MOST_GAMES_EACH)
        for name, count in games.items()
        if count > MOST_GAMES_EACH
    ]


def _check_list(players: TeamList) -> None:
    if len(players) != GAMES:
        raise LeagueError("LEAGUE_LIST_LENGTH", count=len(players), games=GAMES)
    for game, pair in enumerate(players, start=1):
        if pair and (pair[0] == pair[1] or not all(name.strip() for name in pair)):
            raise LeagueError("LEAGUE_BAD_PAIR", game=game)


def _again_too_early(players: TeamList, different: int) -> list[Refusal]:
    faults = []
    seen: set[str] = set()
    for game, pair in enumerate(players, start=1):
        again = [name for name in pair or () if name in seen]
        seen.update(pair or ())
        if len(seen) < different:
            faults += [no("LEAGUE_AGAIN_TOO_EARLY", player=name, game=game, different=different) for name in again]
    return faults


def faults_so_far(players: Mapping[int, Pair | None]) -> tuple[Refusal, ...]:
    """What is already against the rules in a list of which only some games are known, by the game's number from 1.

    None is a game forfeited. A game whose players are not known may have brought in two new ones, so it is counted
    for the team. A team that forfeits the third game is taken for a team of four until a fifth player appears.
    """
    if len(players) == GAMES:
        return team_faults(tuple(players[game] for game in sorted(players)))
    faults: list[Refusal] = []
    seen: Counter[str] = Counter()
    for game in sorted(players):
        pair = players[game] or ()
        again = [name for name in pair if seen[name]]
        seen.update(pair)
        unknown = sum(earlier not in players for earlier in range(1, game))
        different = wanted_first(players)
        if len(seen) + 2 * unknown < different:
            faults += [no("LEAGUE_AGAIN_TOO_EARLY", player=name, game=game, different=different) for name in again]
    return (*faults, *_too_many(seen))


def wanted_first(players: Mapping[int, Pair | None]) -> int:
    """How many different players of the team have to appear before anybody plays again: five, or all of a four."""
    forfeited = FORFEITED_BY_FOUR in players and players[FORFEITED_BY_FOUR] is None
    return TEAM_OF_FOUR if forfeited else DIFFERENT_FIRST


def match_faults(match: LeagueMatch) -> FrozenMap[str, tuple[Refusal, ...]]:
    """What is against the rules in each team's list; a forfeited game belongs to the other team (RULES.md 3.2)."""
    _check(match)
    lists = {match.home: match.home_list, match.away: match.away_list}
    return FrozenMap(
        {team: (*team_faults(players), *_forfeits(match, team, players)) for team, players in lists.items() if players}
    )


def _forfeits(match: LeagueMatch, team: str, players: TeamList) -> list[Refusal]:
    results = enumerate(zip(players, match.winners, strict=False), start=1)
    return [
        no("LEAGUE_FORFEIT_WON", team=team, game=game) for game, (pair, won) in results if pair is None and won == team
    ]


# The table


@dataclass(frozen=True, slots=True)
class TableRow:
    """A team's line in the table. Teams with equal points share a place and are ``tied``."""

    place: int
    tied: bool
    team: str
    played: int
    won: int
    drawn: int
    lost: int
    games: int
    games_lost: int
    points: int


def table(
    matches: Sequence[LeagueMatch], points: LeaguePoints = WALTON, teams: Sequence[str] = ()
) -> tuple[TableRow, ...]:
    """The table over all matches of an evening, or of more: most points first, ties by name (RULES.md 3.2).

    ``teams`` stand in it even before their first match. No source says how ties are broken, so they stand as ties. A
    match is drawn only where both teams forfeited a game and won two each. `LeagueError` for a match that is not
    finished.
    """
    for number, match in enumerate(matches, start=1):
        _check(match)
        if len(match.winners) < GAMES:
            raise LeagueError("LEAGUE_UNFINISHED", number=number, count=len(match.winners), games=GAMES)
    known = dict.fromkeys([*teams, *(team for match in matches for team in match.teams)])
    lines = [_line(team, matches, points) for team in known]
    lines.sort(key=lambda line: (-line.points, line.team))
    rows: list[TableRow] = []
    for _, level in groupby(lines, key=lambda line: line.points):
        equals = list(level)
        place = len(rows) + 1
        rows += [replace(line, place=place, tied=len(equals) > 1) for line in equals]
    return tuple(rows)


def _line(team: str, matches: Sequence[LeagueMatch], points: LeaguePoints) -> TableRow:
    """The team's figures, before its place is known."""
    own = [match for match in matches if team in match.teams]
    won = sum(match.winner == team for match in own)
    drawn = sum(match.winner is None for match in own)
    games = sum(match.games(team) for match in own)
    all_games = sum(match.games(name) for match in own for name in match.teams)
    return TableRow(
        place=0,
        tied=False,
        team=team,
        played=len(own),
        won=won,
        drawn=drawn,
        lost=len(own) - won - drawn,
        games=games,
        games_lost=all_games - games,
        points=sum(match_points(match, points)[team] for match in own),
    )
