"""A season of a pub league as a value: teams, fixtures, what was played, the table (RULES.md 3.2, league form seen).

`scorer.season_checks` refuses what can't be, `scorer.season_file` reads and writes the file, `scorer.log_league` takes
games from the match log. A player belongs to one team. Names are compared by `scorer.names.same_name`.
"""

from dataclasses import dataclass, field, replace
from datetime import date

from scorer.frozenmap import FrozenMap
from scorer.league import (
    FORFEITED_BY_FOUR,
    GAMES,
    MOST_GAMES_EACH,
    TEAM_OF_FOUR,
    WALTON,
    LeagueError,
    LeagueMatch,
    LeaguePoints,
    Pair,
    TableRow,
    TeamList,
    faults_so_far,
    match_faults,
    table,
    wanted_first,
)
from scorer.names import same_name
from scorer.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a fixture. A pair is None where it was not entered; ``won`` is empty while nobody has won.

    ``match``: its name in a match log, where it comes from one. ``forfeits``: the teams that did not play it.
    """

    home: Pair | None = None
    away: Pair | None = None
    won: str = ""
    match: str = ""
    forfeits: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        """Whether it counts: somebody has won it, or nobody turned up."""
        return bool(self.won or self.forfeits)


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of the season: two teams on a day, its games in order (`GAMES` of them), and the secretary's note."""

    date: date
    home: str
    away: str
    games: tuple[Game, ...] = (Game(),) * GAMES
    note: str = ""

    @property
    def teams(self) -> Pair:
        return (self.home, self.away)

    @property
    def finished(self) -> bool:
        """Whether every game is settled."""
        return all(game.done for game in self.games)

    @property
    def begun(self) -> bool:
        """Whether anything of it was entered."""
        return any(game != Game() for game in self.games)

    def won(self, team: str) -> int:
        """How many games ``team`` has won so far."""
        return sum(game.won == team for game in self.games)

    def pairs(self, team: str) -> dict[int, Pair | None]:
        """Who plays for ``team``, by the game's number from 1; None for a game it forfeits; games not known left out.

        A game that the other side forfeits may name the pair that was ready to play.
        """
        found: dict[int, Pair | None] = {}
        for number, game in enumerate(self.games, start=1):
            pair = game.home if team == self.home else game.away
            if team in game.forfeits or pair is not None:
                found[number] = None if team in game.forfeits else pair
        return found

    def with_game(self, number: int, game: Game) -> "Fixture":
        """The fixture with another game ``number`` (from 1)."""
        return replace(self, games=(*self.games[: number - 1], game, *self.games[number:]))

    def league_match(self) -> LeagueMatch:
        """What `scorer.league` makes points and a table of; a list that is not known whole is left out."""
        winners = tuple(game.won or None for game in self.games if game.done)
        return LeagueMatch(self.home, self.away, winners, self._whole_list(self.home), self._whole_list(self.away))

    def _whole_list(self, team: str) -> TeamList | None:
        """The team's list; None where a game is missing in it, or where the team forfeited the match altogether."""
        pairs = self.pairs(team)
        whole = self.finished and len(pairs) == GAMES and any(pairs.values())
        return tuple(pairs[number] for number in sorted(pairs)) if whole else None

    def faults(self) -> FrozenMap[str, tuple[Refusal, ...]]:
        """What is against the league's rules in each team's list, as far as it is known."""
        final = match_faults(self.league_match())
        return FrozenMap(
            {team: final[team] if team in final else faults_so_far(_known(self.pairs(team))) for team in self.teams}
        )


def _known(pairs: dict[int, Pair | None]) -> dict[int, Pair | None]:
    """A list without anybody in it is no list."""
    return pairs if any(pairs.values()) else {}


@dataclass(frozen=True, slots=True)
class Season:
    """A league and all it has played.

    ``variant`` and ``options`` are what its games are played by: the name of a variant, or of a file of house rules
    beside the season's own.
    """

    name: str
    teams: FrozenMap[str, tuple[str, ...]]
    variant: str = "nine_card_lancashire"
    options: FrozenMap[str, str | int] = field(default_factory=FrozenMap)
    points: LeaguePoints = WALTON
    fixtures: tuple[Fixture, ...] = ()
    note: str = ""

    def team(self, text: str) -> str:
        """The team called ``text``, or whose name or a word of it begins so; `LeagueError` unless there is just one."""
        wanted = same_name(text)
        names = {team: same_name(team) for team in self.teams}
        exact = [team for team, name in names.items() if name == wanted]
        begins = [team for team, name in names.items() if wanted and name.startswith(wanted)]
        words = [team for team, name in names.items() if wanted and f" {wanted}" in name]
        found = exact or begins or words
        if len(found) != 1:
            raise LeagueError("SEASON_NO_TEAM", team=text, known=tuple(found or self.teams))
        return found[0]

    def team_of(self, player: str) -> str | None:
        """The team for which somebody of this name plays."""
        wanted = same_name(player)
        return next((team for team in self.teams if any(same_name(n) == wanted for n in self.teams[team])), None)

    def player(self, team: str, text: str) -> str:
        """The name as it stands in the team's list; `LeagueError` for anybody who is not in it."""
        found = next((name for name in self.teams[team] if same_name(name) == same_name(text)), None)
        if found is None:
            raise LeagueError("SEASON_NOT_IN_TEAM", place=None, player=text, team=team, known=self.teams[team])
        return found

    def fixture(self, home: str, away: str, day: date | None = None) -> Fixture:
        """The fixture of the two teams, on ``day`` where they meet twice; `LeagueError` unless there is just one."""
        both = [f for f in self.fixtures if f.teams == (home, away)]
        found = [f for f in both if day in (None, f.date)]
        if len(found) == 1:
            return found[0]
        if found:
            raise LeagueError("SEASON_SEVERAL_DATES", home=home, away=away, dates=tuple(str(f.date) for f in found))
        turned = any(f.teams == (away, home) for f in self.fixtures)
        reason = "dates" if both else "turned" if turned else None
        dates = tuple(str(f.date) for f in both)
        raise LeagueError("SEASON_NO_FIXTURE", home=home, away=away, date=day, dates=dates, reason=reason)

    def on(self, day: date) -> tuple[Fixture, ...]:
        """The fixtures of an evening."""
        return tuple(fixture for fixture in self.fixtures if fixture.date == day)

    def byes(self, day: date) -> tuple[str, ...]:
        """The teams that don't play on an evening on which others do."""
        playing = {team for fixture in self.on(day) for team in fixture.teams}
        return tuple(team for team in self.teams if playing and team not in playing)

    def next_evening(self) -> date | None:
        """The first day with a fixture that is not finished; None when all is played, or nothing is fixed."""
        return min((fixture.date for fixture in self.fixtures if not fixture.finished), default=None)

    def matches_counted(self) -> dict[str, Fixture]:
        """The fixture in which each match of a log counts as a game."""
        return {game.match: fixture for fixture in self.fixtures for game in fixture.games if game.match}

    def with_fixture(self, old: Fixture, new: Fixture) -> "Season":
        """The season with ``new`` in the place of ``old``."""
        return replace(self, fixtures=tuple(new if fixture == old else fixture for fixture in self.fixtures))

    def table(self, until: date | None = None) -> tuple[TableRow, ...]:
        """The table over the finished fixtures up to and with a day; teams that have not played stand in it too."""
        played = [f.league_match() for f in self.fixtures if f.finished and (until is None or f.date <= until)]
        return table(played, self.points, tuple(self.teams))


def place_of(fixture: Fixture, game: int | None = None) -> str:
    """Where in the season something is, for a person to find it."""
    where = f"{fixture.date}, {fixture.home} v {fixture.away}"
    return where if game is None else f"{where}, game {game}"


# The players


@dataclass(frozen=True, slots=True)
class Appearances:
    """What a player has played in the season: games whose pairs are known, and how many of them were won."""

    player: str
    played: int
    won: int


def appearances(season: Season, team: str) -> tuple[Appearances, ...]:
    """The team's players with their games, those with most won first, then with fewest played, then by name."""
    games = [
        (pair, game.won == team)
        for fixture in season.fixtures
        for game in fixture.games
        for side, pair in ((fixture.home, game.home), (fixture.away, game.away))
        if side == team and pair is not None and game.done and not game.forfeits
    ]
    found = [
        Appearances(
            player, sum(player in pair for pair, _ in games), sum(player in pair and won for pair, won in games)
        )
        for player in season.teams[team]
    ]
    return tuple(sorted(found, key=lambda one: (-one.won, one.played, same_name(one.player))))


# Who may still play


def forfeits_third(season: Season, fixture: Fixture) -> tuple[str, ...]:
    """The teams of only four players that have to forfeit the third game, as long as it is open (RULES.md 3.2)."""
    game = fixture.games[FORFEITED_BY_FOUR - 1]
    return () if game.done else tuple(team for team in fixture.teams if len(season.teams[team]) == TEAM_OF_FOUR)


def forfeited(fixture: Fixture, number: int, teams: tuple[str, ...]) -> Fixture:
    """The fixture with game ``number`` forfeited by these of its teams; the pair of the other stays."""
    old = fixture.games[number - 1]
    home, away = (
        None if team in teams else pair for team, pair in zip(fixture.teams, (old.home, old.away), strict=True)
    )
    won = next((team for team in fixture.teams if team not in teams), "")
    return fixture.with_game(number, Game(home, away, won, forfeits=teams))


@dataclass(frozen=True, slots=True)
class MayPlay:
    """Who of a team may play its next game: at least ``new`` of the two from ``not_yet``, the rest from ``once``."""

    game: int
    new: int
    not_yet: tuple[str, ...]
    once: tuple[str, ...]
    forfeits: bool = False
    """Whether a team of four has to forfeit this game."""


def may_play(season: Season, fixture: Fixture, team: str) -> MayPlay | None:
    """Who may play the team's next game; None when no game is left, or who played an earlier one is not known."""
    pairs = fixture.pairs(team)
    number = next((n for n, game in enumerate(fixture.games, start=1) if not game.done and n not in pairs), None)
    if number is None or any(earlier not in pairs for earlier in range(1, number)):
        return None
    played = [name for pair in pairs.values() for name in pair or ()]
    # Four who forfeited their third game and have played again were a team of four: no fifth may join them.
    four = wanted_first(pairs) == TEAM_OF_FOUR == len(set(played)) < len(played)
    not_yet = tuple(name for name in season.teams[team] if name not in played and not four)
    once = tuple(name for name in season.teams[team] if 0 < played.count(name) < MOST_GAMES_EACH)
    seen = len(set(played))
    new = min(2, max(0, wanted_first(pairs) - seen))
    return MayPlay(number, new, not_yet, once, forfeits=len(not_yet) < new and seen == TEAM_OF_FOUR)
