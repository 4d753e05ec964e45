"""A season in a log, and `don history` run on it as a user does."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest

from don.main import main
from scorer.events import Concede, Count, Deal, Event, GameStart, MatchStart, Note, start_of_match
from scorer.frozenmap import FrozenMap
from scorer.matchlog import LogRow, MatchLog, utc_text
from scorer.notation import read
from scorer.referee import replay
from scorer.seats import FOUR_HANDED, Seat
from scorer.variant import load_variant

GOLDEN = Path(__file__).parents[1] / "scorer" / "golden"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
IDS = [str(UUID(int=number << 96)) for number in range(1, 10)]
SHORT = [match_id[:8] for match_id in IDS]
FOUR = ("Ann", "Bob", "Cyril", "Dot")


def start(match_id: str, variant: str, names: tuple[str, ...], place: str = "") -> MatchStart:
    return start_of_match(match_id, load_variant(variant), dict(zip(FOUR_HANDED, names, strict=False)), place=place)


def put(log: MatchLog, match_id: str, events: list[Event], day: int) -> None:
    rows = [
        LogRow(number, utc_text(NOON + timedelta(days=day, seconds=number)), "0", event)
        for number, event in enumerate(events, start=1)
    ]
    log.add(match_id, rows)


def golden(name: str, match_id: str, names: tuple[str, ...], place: str = "") -> list[Event]:
    first, *events = read((GOLDEN / name).read_text(encoding="utf-8")).events
    assert isinstance(first, MatchStart)
    named = FrozenMap(zip(first.seats, names, strict=True))
    return [replace(first, match_id=match_id, names=named, place=place), *events]


def phat_totals(match_id: str, names: tuple[str, ...], place: str = "") -> list[Event]:
    events: list[Event] = [start(match_id, "phat", names, place), GameStart(Seat.N)]
    dealer = replay(events).dealer
    assert dealer is not None
    count = Count(FrozenMap({"NS": 30, "EW": 50}), FrozenMap({"NS": 50, "EW": 30}))
    return [*events, Deal(dealer), count]


def season(path: Path) -> None:
    """Two matches that are over, one of them told in two ways, one given up at once, one that goes on."""
    with MatchLog(path) as log:
        put(log, IDS[0], golden("phat_1.don", IDS[0], FOUR, "The Red Lion"), 0)
        put(log, IDS[1], golden("irish_don_1.don", IDS[1], ("Ann", "Elsie", "Bob", "Dot")), 1)
        put(
            log,
            f"{IDS[1]}~2",
            [*golden("irish_don_1.don", IDS[1], ("Ann", "Elsie", "Bob", "Dot"))[:6], Note("late")],
            1,
        )
        given_up = start(IDS[2], "nine_card_lancashire", FOUR, "Trades Club")
        put(log, IDS[2], [given_up, GameStart(Seat.N), Concede("NS")], 2)
        put(log, IDS[3], phat_totals(IDS[3], FOUR), 3)


def printed(capsys: pytest.CaptureFixture[str], path: Path, *argv: str) -> list[str]:
    capsys.readouterr()
    assert main(["history", *argv, "--log", str(path)]) == 0
    captured = capsys.readouterr()
    assert captured.err == "" and "\033" not in captured.out
    return captured.out.splitlines()


def refused(capsys: pytest.CaptureFixture[str], path: Path, *argv: str) -> str:
    capsys.readouterr()
    assert main(["history", *argv, "--log", str(path)]) == 2
    captured = capsys.readouterr()
    lines = captured.err.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("don: ") and captured.out == ""
    return lines[0]


def clock_of(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
