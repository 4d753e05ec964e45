"""Small logs for tests of what is derived from them: matches of random play with players, places and days."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from random_play import Match, random_match

from scorer.events import Event, MatchStart
from scorer.frozenmap import FrozenMap
from scorer.matchlog import LogRow, MatchLog, utc_text

FIRST_DAY = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)
PLAYERS = ("Ann", "Bob", "Cyril", "Dot")


def rows_of(record: Sequence[Event], began: datetime) -> list[LogRow]:
    """The entries of a match that was begun then, one each second."""
    return [
        LogRow(number, utc_text(began + timedelta(seconds=number - 1)), "0", event)
        for number, event in enumerate(record, 1)
    ]


def record_of(
    match_id: str,
    seed: int = 0,
    form: int | None = None,
    hands: int = 40,
    players: Sequence[str] = PLAYERS,
    place: str = "",
) -> list[Event]:
    """A match of random play; without a form, of any variant."""
    record = random_match(random.Random(seed), hands, form).record
    return renamed(record, match_id, players, place)


def renamed(record: Sequence[Event], match_id: str, players: Sequence[str] = PLAYERS, place: str = "") -> list[Event]:
    start = record[0]
    assert isinstance(start, MatchStart)
    names = FrozenMap(zip(start.seats, players, strict=False))
    return [replace(start, match_id=match_id, names=names, place=place), *record[1:]]


def put(log: MatchLog, name: str, record: Sequence[Event], day: int = 0) -> None:
    """Write a match, begun so many days after the first day, under this name."""
    log.add(name, rows_of(record, FIRST_DAY + timedelta(days=day)))


def small_log(path: Path, matches: int) -> MatchLog:
    """A log with so many matches ``m0``, ``m1`` …, one a day."""
    log = MatchLog(path)
    for number in range(matches):
        put(log, f"m{number}", record_of(f"m{number}", number, hands=2), number)
    return log


def open_match(name: str, options: dict[str, object] | None = None, seed: int = 1) -> Match:
    """A match that has begun, its first hand played."""
    match = Match(random.Random(seed), name, options or {})
    match.start_game()
    match.hand()
    return match
