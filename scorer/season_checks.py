"""What a season of a league can't be: teams, fixtures and games that contradict each other or themselves."""

from collections.abc import Mapping
from datetime import date

from scorer.league import GAMES, TEAM_OF_FOUR, LeagueError
from scorer.names import same_name
from scorer.season import Fixture, Game, Season, place_of
from scorer.variant import Variant

LONGEST_NAME = 60


def check_season(season: Season) -> None:
    """Refuse a season that can't be, with one sentence that says what and where: `LeagueError`.

    A list against the league's rules can be, for it may have been played: see `Fixture.faults`.
    """
    _check_name(season.name, "name")
    _check_teams(season.teams)
    seen: set[tuple[date, frozenset[str]]] = set()
    counted: dict[str, str] = {}
    for fixture in season.fixtures:
        _check_fixture(season, fixture)
        key = (fixture.date, frozenset(fixture.teams))
        if key in seen:
            raise LeagueError("SEASON_FIXTURE_TWICE", place=place_of(fixture))
        seen.add(key)
        for number, game in enumerate(fixture.games, start=1):
            _check_game(season, fixture, number, game)
            if game.match in counted:
                first = counted[game.match]
                raise LeagueError("SEASON_MATCH_TWICE", place=place_of(fixture, number), match=game.match, first=first)
            if game.match:
                counted[game.match] = place_of(fixture, number)


def _check_name(name: str, place: str) -> None:
    if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise LeagueError("SEASON_BAD_NAME", place=place, name=name[:LONGEST_NAME], most=LONGEST_NAME)


def _check_teams(teams: Mapping[str, tuple[str, ...]]) -> None:
    if len(teams) < 2:
        raise LeagueError("SEASON_FEW_TEAMS", count=len(teams))
    known: dict[str, str] = {}
    owners: dict[str, str] = {}
    for team, players in teams.items():
        _check_name(team, "teams")
        if same_name(team) in known:
            raise LeagueError("SEASON_TEAM_TWICE", team=team, first=known[same_name(team)])
        known[same_name(team)] = team
        for player in players:
            _check_name(player, f"teams, {team}")
            first = owners.get(same_name(player))
            if first is not None:
                code = "SEASON_LISTED_TWICE" if first == team else "SEASON_PLAYER_TWICE"
                raise LeagueError(code, player=player, team=team, first=first)
            owners[same_name(player)] = team
        if len(players) < TEAM_OF_FOUR:
            raise LeagueError("SEASON_FEW_PLAYERS", team=team, count=len(players), least=TEAM_OF_FOUR)


def _check_fixture(season: Season, fixture: Fixture) -> None:
    if fixture.home == fixture.away:
        raise LeagueError("LEAGUE_SAME_TEAM", team=fixture.home)
    for team in fixture.teams:
        if team not in season.teams:
            raise LeagueError("SEASON_UNKNOWN_TEAM", place=str(fixture.date), team=team, known=tuple(season.teams))
    if len(fixture.games) != GAMES:
        raise LeagueError("SEASON_GAMES", place=place_of(fixture), count=len(fixture.games), games=GAMES)


def _check_game(season: Season, fixture: Fixture, number: int, game: Game) -> None:
    place = place_of(fixture, number)
    for named in (*game.forfeits, *([game.won] if game.won else [])):
        if named not in fixture.teams:
            raise LeagueError("SEASON_UNKNOWN_TEAM", place=place, team=named, known=fixture.teams)
    if game.forfeits:
        _check_forfeit(fixture, place, game)
    for team, pair in ((fixture.home, game.home), (fixture.away, game.away)):
        if pair is None:
            continue
        if same_name(pair[0]) == same_name(pair[1]):
            raise LeagueError("SEASON_BAD_PAIR", place=place, team=team, player=pair[0])
        if team in game.forfeits:
            raise LeagueError("SEASON_FORFEIT_PLAYED", place=place, team=team)
        for player in pair:
            if player not in season.teams[team]:
                raise LeagueError("SEASON_NOT_IN_TEAM", place=place, player=player, team=team, known=season.teams[team])


def _check_forfeit(fixture: Fixture, place: str, game: Game) -> None:
    """A game that one team forfeits is the other's; one that both forfeit is nobody's."""
    if len(set(game.forfeits)) != len(game.forfeits):
        raise LeagueError("SEASON_FORFEIT_TWICE", place=place, team=game.forfeits[0])
    others = [team for team in fixture.teams if team not in game.forfeits]
    if game.match or game.won != (others[0] if others else ""):
        raise LeagueError("SEASON_FORFEIT_WON", place=place, teams=game.forfeits)


def check_rules(variant: Variant) -> None:
    """Refuse rules by which no league match can be played: two against two, and somebody wins. `LeagueError`."""
    if len(variant.sides) != 2 or any(len(side) != 2 for side in variant.sides) or variant.target is None:
        raise LeagueError("SEASON_BAD_VARIANT", variant=variant.id)
