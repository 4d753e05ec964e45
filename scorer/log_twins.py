"""One match that two phones scored, each under an id of its own: such twins are offered, and a person says so.

Which of the two counts is said in the log, with who said it and when, and can be taken back; no match is changed.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from scorer.frozenmap import FrozenMap
from scorer.history_words import listed, short_id
from scorer.log_file import LogError
from scorer.log_summaries import OF_ONE_MATCH
from scorer.match import MatchState
from scorer.matchlog import MatchLog, utc_text
from scorer.names import same_name, shown_name
from scorer.played import time_words
from scorer.record import RecordError
from scorer.referee import replay
from scorer.texts import say

NEAR = timedelta(hours=12)
"""Matches that began so near to one another may be one, on two days of the calendar too."""
DAY = timedelta(days=1)

_Result = tuple[str, frozenset[tuple[frozenset[str], int, int]]]


@dataclass(frozen=True, slots=True)
class ProbableTwins:
    """Two matches of the log that look like one: the later one here, the earlier one here, and what they share.

    ``began`` are their times, in that order; ``scores`` has the names of each side and its score in the last game.
    """

    match: str
    same_as: str
    began: tuple[str, str]
    scores: FrozenMap[str, int]


@dataclass(frozen=True, slots=True)
class SaidTwins:
    """That ``match`` is ``same_as`` told once more and counts no longer; when that was said, and by whom."""

    match: str
    same_as: str
    at_utc: str
    by: str


@dataclass(frozen=True, slots=True)
class _Begun:
    """What the first entry of a match says; ``place``: which match of the log it is."""

    place: int
    name: str
    match_id: str
    at: datetime
    at_utc: str


def probable_twins(log: MatchLog) -> tuple[ProbableTwins, ...]:
    """Matches with different ids but the same day, variant, players on each side, and result, in the log's order.

    Only matches that are over and name all players; tellings of one id are no twins (they are a conflict), nor are
    those of which somebody has said whether they are one.
    """
    said = twins_said(log)
    apart = _said_apart(log)
    results: dict[str, MatchState | None] = {}
    found = []
    for earlier, later in _near(log):
        if _one(said, earlier.name, later.name) or frozenset((earlier.name, later.name)) in apart:
            continue
        states = [_over(log, name, results) for name in (earlier.name, later.name)]
        first, second = states
        if first is not None and second is not None and _result(first) == _result(second):
            scores = FrozenMap({listed(_players(second, side)): second.scores[side] for side in second.sides})
            found.append(ProbableTwins(later.name, earlier.name, (later.at_utc, earlier.at_utc), scores))
    return tuple(found)


def _near(log: MatchLog) -> list[tuple[_Begun, _Begun]]:
    """Pairs of matches of the same players on the same day, the one that is longer in the log first."""
    groups: dict[frozenset[str], list[_Begun]] = defaultdict(list)
    for row in log.file.rows(
        "SELECT key, match_id, at_utc, body FROM matches JOIN events ON match = key AND seq = 1 ORDER BY key"
    ):
        begun = _begun(*row)
        if begun is not None:
            groups[begun[1]].append(begun[0])
    pairs = [pair for group in groups.values() for pair in _pairs(group)]
    return sorted(pairs, key=lambda pair: (pair[1].place, pair[0].place))


def _pairs(group: list[_Begun]) -> Iterator[tuple[_Begun, _Begun]]:
    """Those of these matches that began near to one another, each pair in the log's order."""
    group.sort(key=lambda begun: begun.at)
    first = 0
    for number, one in enumerate(group):
        while one.at - group[first].at > DAY:
            first += 1
        for other in group[first:number]:
            near = one.at - other.at <= NEAR or one.at_utc[:10] == other.at_utc[:10]
            if near and one.match_id != other.match_id:
                yield (one, other) if one.place < other.place else (other, one)


def _begun(place: int, name: str, at_utc: str, body: str) -> tuple[_Begun, frozenset[str]] | None:
    """A match and its players; None where one has no name, or where the entry can't be read."""
    try:
        data = json.loads(body)
        players = frozenset(same_name(player) for player in data["names"].values())
        if "" in players or len(players) != len(data["seats"]):
            return None
        at = datetime.fromisoformat(at_utc).astimezone(UTC)
        return _Begun(place, name, data["match_id"], at, at_utc), players
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError):
        return None


def _over(log: MatchLog, name: str, known: dict[str, MatchState | None]) -> MatchState | None:
    """The match, if it is over and can be followed. A fault of the file is raised."""
    if name not in known:
        try:
            state = replay(log.events(name))
            known[name] = state if state.match_over else None
        except RecordError:
            known[name] = None
        except LogError as error:
            if error.code not in OF_ONE_MATCH:
                raise
            known[name] = None
    return known[name]


def _result(state: MatchState) -> _Result:
    """The variant, games won and last score of each side by its players: who sat where makes no difference."""
    sides = (
        (
            frozenset(same_name(state.names[seat]) for seat in state.seats if seat.value in side),
            state.games_won[side],
            state.scores[side],
        )
        for side in state.sides
    )
    return state.variant.id, frozenset(sides)


def _players(state: MatchState, side: str) -> list[str]:
    return [shown_name(state.names[seat]) for seat in state.seats if seat.value in side]


def twins_sentence(pair: ProbableTwins, lang: str = "", zone: tzinfo | None = None) -> str:
    """Which two matches look like one, why, and which would count no longer; times by the clock of ``zone``."""
    scores = ", ".join(f"{names} {score}" for names, score in pair.scores.items())
    first, second = (time_words(time, zone) for time in pair.began)
    match, other = short_id(pair.match), short_id(pair.same_as)
    params = {"match": match, "other": other, "scores": scores, "first": first, "second": second}
    return say("TWINS_LIKELY", params, lang)


# What was said


def twins_said(log: MatchLog) -> Mapping[str, SaidTwins]:
    """What people have said, by the match that counts no longer."""
    found = log.file.execute(
        "SELECT one.match_id, other.match_id, at_utc, said_by FROM twins "
        "JOIN matches AS one ON one.key = twins.match JOIN matches AS other ON other.key = same_as ORDER BY one.key"
    )
    return {row[0]: SaidTwins(*row) for row in found}


def said_one(log: MatchLog, pair: ProbableTwins) -> bool:
    """Whether it follows from what people have said that the two are one match."""
    return _one(twins_said(log), pair.match, pair.same_as)


def _one(said: Mapping[str, SaidTwins], match: str, other: str) -> bool:
    return _root(said, match) == _root(said, other)


def _root(said: Mapping[str, SaidTwins], match: str) -> str:
    """The match that counts for this one."""
    return said[match].same_as if match in said else match


def mark_twins(log: MatchLog, match: str, same_as: str, at: datetime, by: str) -> SaidTwins:
    """Say that ``match`` is ``same_as`` told once more. What is the same as ``match`` is then the same as that, too.

    `LogError` where one of them isn't there, or both are one already.
    """
    said = twins_said(log)
    root = _root(said, same_as)
    if match == root or (match in said and said[match].same_as == root):
        raise LogError("TWINS_ALREADY", match=short_id(match), other=short_id(same_as))
    key, root_key = log.key(match), log.key(root)
    with log.file.transaction():
        log.file.execute("UPDATE twins SET same_as = ? WHERE same_as = ?", (root_key, key))
        log.file.execute(
            "INSERT OR REPLACE INTO twins (match, same_as, at_utc, said_by) VALUES (?, ?, ?, ?)",
            (key, root_key, utc_text(at), by),
        )
        log.file.execute(
            "DELETE FROM not_twins WHERE match = ? AND other = ?", (min(key, root_key), max(key, root_key))
        )
    return SaidTwins(match, root, utc_text(at), by)


def unmark_twins(log: MatchLog, match: str) -> SaidTwins:
    """Take back what was said of ``match``: it counts again. `LogError` if nothing was said."""
    said = twins_said(log).get(match)
    if said is None:
        raise LogError("TWINS_NOT_SAID", match=short_id(match))
    log.file.execute("DELETE FROM twins WHERE match = ?", (log.key(match),))
    return said


def say_apart(log: MatchLog, match: str, other: str, at: datetime, by: str) -> None:
    """Say that two matches are different ones, so that nobody is asked again. `LogError` where one isn't there."""
    first, second = sorted((log.key(match), log.key(other)))
    log.file.execute(
        "INSERT OR REPLACE INTO not_twins (match, other, at_utc, said_by) VALUES (?, ?, ?, ?)",
        (first, second, utc_text(at), by),
    )


def _said_apart(log: MatchLog) -> frozenset[frozenset[str]]:
    found = log.file.execute(
        "SELECT one.match_id, two.match_id FROM not_twins "
        "JOIN matches AS one ON one.key = not_twins.match JOIN matches AS two ON two.key = other"
    )
    return frozenset(frozenset(pair) for pair in found)
