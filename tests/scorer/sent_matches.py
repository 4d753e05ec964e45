"""Matches on their way from log to log, made of random play with mistakes, undo and corrections."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from random_play import random_match

from scorer import __version__
from scorer.cards import pack_of
from scorer.events import Correct, Event, MatchStart, Undo
from scorer.exchange import SentMatch
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState
from scorer.matchlog import LogRow, MatchLog, utc_text
from scorer.referee import Admission, admit
from scorer.seats import Seat

NOON = datetime(2027, 1, 31, 12, tzinfo=UTC)
ID = "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"
OTHER_ID = "5e6f7a8b-0c1d-4e2f-8a3b-4c5d6e7f8091"
FOUR = {Seat.N: "Ann", Seat.E: "Bob", Seat.S: "Siân", Seat.W: "Dai"}


def begun(
    record: Sequence[Event], match_id: str, names: Mapping[Seat, str] | None = None, place: str = ""
) -> list[Event]:
    """The record under another id, with these players."""
    start = record[0]
    assert isinstance(start, MatchStart)
    known = FrozenMap({seat: name for seat, name in (names or {}).items() if seat in start.seats})
    return [replace(start, match_id=match_id, names=known, place=place), *record[1:]]


def sent(record: Sequence[Event], at: datetime = NOON - timedelta(hours=3), copy: int = 1) -> SentMatch:
    """The record as it comes out of a log in which an entry was written each second."""
    start = record[0]
    assert isinstance(start, MatchStart)
    times = [utc_text(at + timedelta(seconds=number)) for number in range(len(record))]
    rows = [LogRow(seq, time, __version__, e) for seq, (time, e) in enumerate(zip(times, record, strict=True), 1)]
    return SentMatch(start.match_id, copy, tuple(rows))


def any_record(seed: int, hands: int = 3, match_id: str = ID) -> list[Event]:
    """A random match of any variant, with entries that were taken back and cards that were corrected."""
    rng = random.Random(seed)
    played = random_match(rng, hands, form=seed % 18).record
    record: list[Event] = []
    state: MatchState | None = None
    for event in played:
        state = _entered(record, event, state)
        if rng.random() < 0.1 and len(record) > 1:
            state = _entered(record, Undo(), state)
            state = _entered(record, event, state)
        if state is not None and state.hands and rng.random() < 0.05:
            wrong = rng.choice(pack_of(state.variant.pack).cards)
            place = rng.randint(1, state.variant.tricks), rng.randrange(len(state.seats))
            state = _entered(record, Correct(rng.randint(1, len(state.hands)), *place, wrong, by="Ann"), state)
    return begun(record, match_id)


def _entered(record: list[Event], event: Event, state: MatchState | None) -> MatchState | None:
    """The match after the event, if it is admitted."""
    answer = admit(record, event, state)
    if not isinstance(answer, Admission):
        return state
    record.append(event)
    return answer.after


TABLES = ("matches", "events", "pictures", "picture_rules", "twins", "not_twins", "summaries")


def all_rows(log: MatchLog) -> dict[str, list[tuple[object, ...]]]:
    """Everything that stands in the log."""
    return {table: log.file.execute(f"SELECT * FROM {table} ORDER BY 1, 2") for table in TABLES}


def tellings(log: MatchLog) -> list[tuple[Event, ...]]:
    """What the log tells, whatever it is called there."""
    return sorted((log.events(match.match_id) for match in log.matches()), key=repr)
