"""Evenings entered into a log, and ways to spoil it: for the tests of backups and of restoring."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from scorer_table import dealt, play, trick

from scorer.events import Event, MatchStart
from scorer.log_opening import open_log
from scorer.referee import Admission

FRIDAY = datetime(2026, 3, 6, 20, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
TRICKS = (trick("N", "AH 2H 3H 4H"), trick("N", "KH 5H 6H 7H"), trick("N", "QH 8H 9H 10H"))


def named(match_id: str, *more: Event) -> list[Event]:
    start, *rest = dealt()
    assert isinstance(start, MatchStart)
    return [type(start)(match_id, *(getattr(start, name) for name in start.__slots__[1:])), *rest, *more]


def enter(path: Path, match_id: str, events: list[Event], at: datetime) -> None:
    with open_log(path, at) as log:
        for event in events:
            answer = log.record(match_id, event, at)
            assert isinstance(answer, Admission), answer


def with_backup(path: Path) -> bytes:
    """A log with two matches, one backup after the first, and the bytes of the log as it is now."""
    enter(path, "m1", named("m1", *TRICKS), FRIDAY)
    open_log(path, FRIDAY + DAY).close()
    enter(path, "m1", [play("N", "JH")], FRIDAY + DAY)
    enter(path, "m2", named("m2", *TRICKS), FRIDAY + DAY)
    return path.read_bytes()


def spoil(path: Path, pages: slice) -> None:
    data = bytearray(path.read_bytes())
    data[pages] = b"\xa5" * len(data[pages])
    path.write_bytes(data)
