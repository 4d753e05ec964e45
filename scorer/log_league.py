"""Games of a league taken from the match log: which matches of an evening count for which fixture, and what is open.

A game of the league is a whole match of the log: it counts when it is over, was played on the fixture's evening, and
its sides are two players of each team. What is told twice counts once. What is unclear is a doubt for a person.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime, timedelta, tzinfo

from scorer.events import Correct, CorrectRun, MatchStart, Note, Recount
from scorer.history import copies
from scorer.history_words import listed
from scorer.league import Pair
from scorer.log_file import LogError
from scorer.log_twins import probable_twins
from scorer.match import MatchState
from scorer.matchlog import MatchLog
from scorer.names import shown_name
from scorer.refusal import Refusal, no
from scorer.season import Fixture, Game, Season, place_of
from scorer.variant import Variant

EVENING_ENDS_H = 6
"""A match begun before this hour of the morning belongs to the evening before."""


@dataclass(frozen=True, slots=True)
class EveningMatch:
    """A match of an evening as the log tells it. ``names`` by side; ``winner`` is a side, None without one."""

    match_id: str
    evening: date
    ended_at_utc: str
    setup: MatchStart
    over: bool
    winner: str | None

    @property
    def names(self) -> Mapping[str, tuple[str, ...]]:
        """Who plays on each side; empty names where nobody said."""
        named = self.setup.names
        return {side: tuple(named.get(s, "") for s in self.setup.seats if s.value in side) for side in self.setup.sides}

    @property
    def players(self) -> str:
        """Who plays against whom, for a person."""
        return " v ".join(listed([shown_name(name) or "?" for name in names]) for names in self.names.values())


@dataclass(frozen=True, slots=True)
class Found:
    """A match of the log with the fixture it is a game of and what it says, or why it isn't one (``left``).

    ``doubts``: what a person has to settle before it counts. ``number``: the game as which it is entered already.
    """

    match: EveningMatch
    fixture: Fixture | None = None
    game: Game = field(default_factory=Game)
    doubts: tuple[Refusal, ...] = ()
    left: Refusal | None = None
    number: int | None = None


def evening_of(at_utc: str, zone: tzinfo | None = None) -> date:
    """The evening to which a time of the log belongs, by the clock of ``zone`` (None: this computer's)."""
    return (datetime.fromisoformat(at_utc).astimezone(zone) - timedelta(hours=EVENING_ENDS_H)).date()


def matches_on(
    log: MatchLog, days: Collection[date], zone: tzinfo | None = None
) -> tuple[tuple[EveningMatch, ...], tuple[str, ...]]:
    """The matches begun on these evenings in the order of their end, and a sentence for each that can't be read."""
    found, broken = [], []
    for known in log.matches():
        evening = evening_of(known.began_at_utc, zone)
        if evening not in days:
            continue
        try:
            found.append(logged_match(log, known.match_id, evening))
        except LogError as error:
            broken.append(str(error))
    return tuple(sorted(found, key=lambda match: (match.ended_at_utc, match.match_id))), tuple(broken)


def logged_match(log: MatchLog, match_id: str, evening: date) -> EveningMatch:
    """What the log tells of a match, taken as played on ``evening``. Raises `LogError`."""
    state: MatchState = log.state(match_id)
    played = [row for row in log.rows(match_id) if not isinstance(row.event, Correct | CorrectRun | Recount | Note)]
    ended = played[-1].at_utc
    return EveningMatch(match_id, evening, ended, state.setup, state.match_over, state.match_winner)


@dataclass(frozen=True, slots=True)
class Said:
    """Which records are of one match: ``same``, from the one that doesn't count to the one that does; ``likely``."""

    same: Mapping[str, str]
    likely: frozenset[frozenset[str]]


def games_found(
    log: MatchLog, season: Season, rules: Variant, fixtures: Sequence[Fixture], zone: tzinfo | None = None
) -> tuple[tuple[Found, ...], tuple[str, ...]]:
    """What the log has of these fixtures, in the order of the games' end, and what of it can't be read.

    A game entered already is among them only if the log now says something else of it.
    """
    matches, broken = matches_on(log, {fixture.date for fixture in fixtures}, zone)
    said = Said(
        {match: copy.of for match, copy in copies(log).items()},
        frozenset(frozenset((twin.match, twin.same_as)) for twin in probable_twins(log)),
    )
    counted = season.matches_counted()
    found = [found_in(season, rules, fixtures, match) for match in matches]
    found = [_once(one, found, said, counted) for one in found]
    found = [one if one.match.match_id not in counted else _entered(season, one) for one in found]
    return tuple(_no_room(one) for one in found if not _settled(one, counted)), broken


def found_in(season: Season, rules: Variant, fixtures: Sequence[Fixture], match: EveningMatch) -> Found:
    """The match beside its fixture of these, by the teams of its players and the day."""
    teams: dict[str, str] = {}
    for side, names in match.names.items():
        of = [season.team_of(name) for name in names]
        stranger = next((name for name, team in zip(names, of, strict=True) if team is None), None)
        if stranger is not None:
            return Found(match, left=no("LOGGED_STRANGER", player=shown_name(stranger) or None))
        if len(set(of)) > 1 or len(of) != 2:
            return Found(match, left=no("LOGGED_MIXED", players=tuple(map(shown_name, names))))
        teams[str(of[0])] = side
    if len(teams) != 2:
        return Found(match, left=no("LOGGED_ONE_TEAM", team=next(iter(teams))))
    fixture = next((f for f in fixtures if f.date == match.evening and set(f.teams) == set(teams)), None)
    if fixture is None:
        return Found(match, left=no("LOGGED_NO_FIXTURE", teams=tuple(teams), date=match.evening))
    if not match.over or match.winner is None:
        return Found(match, fixture, left=no("LOGGED_NOT_OVER" if not match.over else "LOGGED_NO_WINNER"))
    home, away = (_pair(season, team, match.names[teams[team]]) for team in fixture.teams)
    won = next(team for team, side in teams.items() if side == match.winner)
    differences = other_rules(match.setup.variant, rules)
    doubts = (no("LOGGED_OTHER_RULES", rules=differences),) if differences else ()
    return Found(match, fixture, Game(home, away, won, match.match_id), doubts)


def _pair(season: Season, team: str, names: Sequence[str]) -> Pair:
    """The two as they stand in the team's list, in its order, wherever they sat."""
    first, second = sorted((season.player(team, name) for name in names), key=season.teams[team].index)
    return first, second


_ONLY_SHOWN = {"id", "title", "family", "options", "sources", "assumed", "packets", "who_may_look"}
_ONLY_SHOWN |= {"legs_view", "board", "show_points", "show_tricks", "league_points"}


def other_rules(played: Variant, wanted: Variant) -> tuple[str, ...]:
    """In what a match was played otherwise than the league plays, such as "target 121, not 91"."""
    found = []
    for name in (part.name for part in fields(Variant) if part.name not in _ONLY_SHOWN):
        one, other = getattr(played, name), getattr(wanted, name)
        if one != other:
            plain = isinstance(one, str | int) and isinstance(other, str | int)
            found.append(f"{name} {one}, not {other}" if plain else name)
    return tuple(found)


# What is told twice


def _once(one: Found, others: Sequence[Found], said: Said, counted: Collection[str]) -> Found:
    """Leave out, or doubt, a record of a match that another record tells too; the first of them counts."""
    if one.left is not None or one.match.match_id in counted:
        return one
    place, doubts = others.index(one), []
    for number, other in enumerate(others):
        if number == place or other.left is not None:
            continue
        told = _told_twice(one.match, other.match, said)
        first = number < place or other.match.match_id in counted
        if told == "same" and _differ(one, other):
            doubts.append(no("LOGGED_COPIES_DIFFER", match=other.match.match_id, won=other.game.won))
        elif told == "same" and first:
            return replace(one, left=no("LOGGED_COPY", match=other.match.match_id))
        elif told == "likely" and first:
            doubts.append(no("LOGGED_PROBABLE_TWIN", match=other.match.match_id))
    return replace(one, doubts=(*one.doubts, *doubts))


def _differ(one: Found, other: Found) -> bool:
    """Whether two records would enter different games."""
    return replace(one.game, match="") != replace(other.game, match="")


def _told_twice(one: EveningMatch, other: EveningMatch, said: Said) -> str | None:
    """``same``: one match told twice; ``likely``: the same players and result."""
    roots = {said.same.get(match.match_id, match.match_id) for match in (one, other)}
    if len(roots) == 1:
        return "same"
    return "likely" if frozenset((one.match_id, other.match_id)) in said.likely else None


# What is entered already, and what has no room


def _entered(season: Season, one: Found) -> Found:
    """A match that the season has already: its game, and a doubt where the log now says that the other team won."""
    fixture = season.matches_counted()[one.match.match_id]
    number = next(n for n, game in enumerate(fixture.games, start=1) if game.match == one.match.match_id)
    entered = fixture.games[number - 1]
    if one.left is not None or one.fixture != fixture or one.game.won == entered.won:
        return replace(one, number=number)
    return replace(one, number=number, doubts=(no("LOGGED_CHANGED", game=number, won=one.game.won, was=entered.won),))


def _settled(one: Found, counted: Collection[str]) -> bool:
    """Whether nothing more is to be said of the match."""
    return one.match.match_id in counted and not any(doubt.code == "LOGGED_CHANGED" for doubt in one.doubts)


def _no_room(one: Found) -> Found:
    """Leave a match out whose fixture has no game open."""
    if one.left is not None or one.number is not None or one.fixture is None or open_games(one.fixture):
        return one
    return replace(one, left=no("LOGGED_NO_ROOM", place=place_of(one.fixture)))


def open_games(fixture: Fixture) -> tuple[int, ...]:
    """The numbers of the games that are not settled."""
    return tuple(number for number, game in enumerate(fixture.games, start=1) if not game.done)


def too_many(fixture: Fixture, found: Sequence[Found]) -> Refusal | None:
    """That more matches would count than the fixture has games open; None where all have room."""
    count, room = sum(one.number is None for one in found), len(open_games(fixture))
    return no("LOGGED_TOO_MANY", count=count, room=room, place=place_of(fixture)) if count > room else None


def entered(fixture: Fixture, found: Sequence[Found]) -> tuple[Fixture, tuple[tuple[int, Found], ...]]:
    """The fixture with these games, and which game each has become.

    A match takes the game for which both pairs are named already; the others take the games that are open and name
    nobody else, in the order given. One that finds no room is left out.
    """
    taken: list[tuple[int, Found]] = []
    for one in [*(o for o in found if _named(fixture, o)), *(o for o in found if not _named(fixture, o))]:
        number = one.number or next((n for n in open_games(fixture) if _fits(fixture.games[n - 1], one.game)), None)
        if number is not None:
            fixture = fixture.with_game(number, one.game)
            taken.append((number, one))
    return fixture, tuple(sorted(taken, key=lambda entry: entry[0]))


def _named(fixture: Fixture, one: Found) -> bool:
    return any(
        game.home is not None and game.away is not None and not game.done and _fits(game, one.game)
        for game in fixture.games
    )


def _fits(named: Game, played: Game) -> bool:
    """Whether a game that names its pairs, or one of them, is the one played."""
    return all(
        wanted is None or pair is None or set(wanted) == set(pair)
        for wanted, pair in ((named.home, played.home), (named.away, played.away))
    )
