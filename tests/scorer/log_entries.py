"""Entries for a log: a few events, or a whole record, under the referee's eye."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from scorer_table import LANCASHIRE

from scorer.events import Event, MatchStart, start_of_match
from scorer.match import MatchState
from scorer.matchlog import MatchLog
from scorer.referee import Admission, replay
from scorer.variant import load_variant

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def fill(log: MatchLog, match_id: str, *events: Event) -> None:
    for second, event in enumerate(events):
        answer = log.record(match_id, event, NOON + timedelta(seconds=second))
        assert isinstance(answer, Admission), answer


def start(match_id: str) -> MatchStart:
    return start_of_match(match_id, load_variant(LANCASHIRE))


def accept_into(path: Path, record: list[Event]) -> MatchState:
    with MatchLog(path) as log:
        fill(log, "m1", *record)
    return replay(record)
