"""Kept pictures: tied to their entries, within their budget and days, gone with their match; tricks come first."""

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from scorer_table import dealt, trick
from test_trick_entries import FIRST, SECOND, THIRD, east_leads, run

from scorer.cards import Card
from scorer.events import Correct, Event, Redo, Undo, start_of_match
from scorer.log_pictures import (
    BUDGET_BYTES,
    PictureRule,
    count_of_all,
    end_rule,
    expire,
    is_jpeg,
    keep,
    move,
    picture_of,
    picture_of_trick,
    pictures,
    rule_of,
    set_rule,
    used_bytes,
)
from scorer.matchlog import LogError, MatchLog
from scorer.referee import Admission
from scorer.variant import load_variant

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def jpeg(size: int, filler: bytes = b"x") -> bytes:
    """So many bytes that begin and end as a JPEG does."""
    return b"\xff\xd8\xff\xe0" + filler * (size - 6) + b"\xff\xd9"


@pytest.fixture
def log(tmp_path: Path) -> Iterator[MatchLog]:
    """A log with the match m1: start, pitcher, deal and three tricks (entries 4 to 6)."""
    with MatchLog(tmp_path / "don.sqlite3") as log:
        fill(log, "m1", [*dealt(), FIRST, SECOND, THIRD])
        yield log


def fill(log: MatchLog, match_id: str, events: list[Event]) -> None:
    for event in events:
        answer = log.record(match_id, event, NOON)
        assert isinstance(answer, Admission), answer


def minutes(count: float) -> datetime:
    return NOON + timedelta(minutes=count)


def code_of(error: pytest.ExceptionInfo[LogError]) -> str:
    assert str(error.value).endswith((".", ").")), "each error has its sentence"
    return error.value.code


def test_a_match_keeps_no_picture_unless_it_was_said(log: MatchLog) -> None:
    assert rule_of(log, "m1") is None
    with pytest.raises(LogError, match="m1 keeps no pictures") as error:
        keep(log, "m1", 4, jpeg(100), NOON)
    assert code_of(error) == "PICTURES_OFF"
    assert pictures(log, "m1") == () and picture_of(log, "m1", 4) is None and used_bytes(log) == 0
    assert set_rule(log, "m1") == PictureRule(BUDGET_BYTES, None) == rule_of(log, "m1")
    assert set_rule(log, "m1", 500, 30) == PictureRule(500, 30) == rule_of(log, "m1")


def test_a_match_may_stop_keeping_and_what_it_has_stays(log: MatchLog) -> None:
    end_rule(log, "m1")
    set_rule(log, "m1")
    keep(log, "m1", 4, jpeg(100), NOON)
    end_rule(log, "m1")
    assert rule_of(log, "m1") is None and picture_of(log, "m1", 4) == jpeg(100)
    assert expire(log, NOON + timedelta(days=40_000)) == 0
    with pytest.raises(LogError) as refused:
        keep(log, "m1", 5, jpeg(100), NOON)
    assert code_of(refused) == "PICTURES_OFF"
    with pytest.raises(LogError):
        end_rule(log, "nobody")


def test_a_picture_comes_back_as_it_was_kept(log: MatchLog, tmp_path: Path) -> None:
    set_rule(log, "m1")
    keep(log, "m1", 5, jpeg(200, b"b"), minutes(2))
    keep(log, "m1", 4, jpeg(100, b"a"), minutes(1))
    log.close()
    with MatchLog(tmp_path / "don.sqlite3") as again:
        assert picture_of(again, "m1", 4) == jpeg(100, b"a") and picture_of(again, "m1", 5) == jpeg(200, b"b")
        kept = pictures(again, "m1")
        assert [(one.seq, one.at_utc, one.size_bytes) for one in kept] == [
            (4, "2026-03-01T12:01:00.000Z", 100),
            (5, "2026-03-01T12:02:00.000Z", 200),
        ]
        assert used_bytes(again, "m1") == used_bytes(again) == 300 and count_of_all(again) == 2
        assert picture_of(again, "m1", 6) is None and picture_of(again, "m2", 4) is None


def test_a_second_picture_of_an_entry_takes_the_place_of_the_first(log: MatchLog) -> None:
    set_rule(log, "m1", 250)
    keep(log, "m1", 4, jpeg(200, b"a"), NOON)
    keep(log, "m1", 4, jpeg(240, b"b"), NOON)
    assert picture_of(log, "m1", 4) == jpeg(240, b"b") and used_bytes(log, "m1") == 240


def test_the_oldest_make_room_and_only_as_many_as_it_takes(log: MatchLog) -> None:
    fill(log, "m2", [start_of_match("m2", load_variant("nine_card_lancashire"))])
    for match in ("m1", "m2"):
        set_rule(log, match, 300)
        keep(log, match, 1, jpeg(100), NOON)
    keep(log, "m1", 4, jpeg(100), minutes(1))
    keep(log, "m1", 5, jpeg(100), minutes(2))
    assert [one.seq for one in pictures(log, "m1")] == [1, 4, 5], "the budget may be used to its last byte"
    keep(log, "m1", 6, jpeg(101), minutes(3))
    assert [one.seq for one in pictures(log, "m1")] == [5, 6], "201 bytes; the next oldest would have made 301"
    keep(log, "m1", 4, jpeg(99), minutes(4))
    assert [one.seq for one in pictures(log, "m1")] == [4, 5, 6], "which is oldest is told by the time, not the entry"
    set_rule(log, "m1", 150)
    assert [one.seq for one in pictures(log, "m1")] == [4], "a smaller budget holds at once"
    assert [one.seq for one in pictures(log, "m2")] == [1], "each match has a budget of its own"


def test_what_can_not_be_kept_is_said_and_changes_nothing(log: MatchLog) -> None:
    set_rule(log, "m1", 1000)
    keep(log, "m1", 4, jpeg(900), NOON)
    for bad, code in ((jpeg(1001), "PICTURE_TOO_LARGE"), (b"GIF89a" + bytes(90), "PICTURE_NO_JPEG")):
        with pytest.raises(LogError) as error:
            keep(log, "m1", 5, bad, NOON)
        assert code_of(error) == code
    for seq in (0, 7, -1):
        with pytest.raises(LogError) as error:
            keep(log, "m1", seq, jpeg(900), NOON)
        assert code_of(error) == "PICTURE_NO_ENTRY"
    assert [(one.seq, one.size_bytes) for one in pictures(log, "m1")] == [(4, 900)]


@pytest.mark.parametrize(
    ("budget", "days", "code"), [(0, None, "PICTURE_BUDGET"), (-5, 3, "PICTURE_BUDGET"), (9, 0, "PICTURE_DAYS")]
)
def test_a_rule_that_can_not_be_is_refused(log: MatchLog, budget: int, days: int | None, code: str) -> None:
    with pytest.raises(LogError) as error:
        set_rule(log, "m1", budget, days)
    assert code_of(error) == code and rule_of(log, "m1") is None
    with pytest.raises(LogError) as error:
        set_rule(log, "m1", 9, 10**9)
    assert code_of(error) == "PICTURE_DAYS"


def test_a_match_that_is_not_there(log: MatchLog) -> None:
    with pytest.raises(LogError) as error:
        set_rule(log, "m9")
    assert code_of(error) == "LOG_NO_SUCH_MATCH"
    assert rule_of(log, "m9") is None and pictures(log, "m9") == ()


def test_what_is_no_whole_jpeg() -> None:
    whole = jpeg(50)
    assert is_jpeg(whole)
    assert not any(map(is_jpeg, (b"", whole[:-1], whole[1:], b"\xff\xd8\xff\xd9", b"\x89PNG" + whole)))


def test_pictures_go_after_the_days_of_their_match(log: MatchLog) -> None:
    fill(log, "m2", [start_of_match("m2", load_variant("nine_card_lancashire"))])
    set_rule(log, "m1", days=7)
    set_rule(log, "m2")
    keep(log, "m1", 4, jpeg(100), NOON)
    keep(log, "m1", 5, jpeg(100), minutes(90))
    keep(log, "m2", 1, jpeg(100), NOON)
    week = NOON + timedelta(days=7)
    assert expire(log, week) == 0, "after seven days, not on the seventh"
    assert expire(log, week + timedelta(minutes=1)) == 1
    assert [one.seq for one in pictures(log, "m1")] == [5]
    assert expire(log, week + timedelta(days=9000)) == 1
    assert pictures(log, "m1") == () and [one.seq for one in pictures(log, "m2")] == [1]
    assert len(log.events("m1")) == 6, "the tricks stay"


def test_pictures_are_deleted_with_their_match(log: MatchLog, tmp_path: Path) -> None:
    fill(log, "m2", [start_of_match("m2", load_variant("nine_card_lancashire"))])
    for match in ("m1", "m2"):
        set_rule(log, match)
        keep(log, match, 1, jpeg(5000, match[1:].encode()), NOON)
    log.remove("m1")
    assert pictures(log, "m1") == () and used_bytes(log) == 5000
    assert rule_of(log, "m1") is None and rule_of(log, "m2") is not None
    log.close()
    raw = (tmp_path / "don.sqlite3").read_bytes()
    assert b"2" * 500 in raw and b"1" * 50 not in raw, "what was deleted can't be found in the file either"
    with sqlite3.connect(tmp_path / "don.sqlite3") as database:
        assert database.execute("SELECT COUNT(*) FROM pictures").fetchone() == (1,)
        assert database.execute("SELECT COUNT(*) FROM picture_rules").fetchone() == (1,)


def test_a_full_disk_costs_the_picture_and_not_the_trick(log: MatchLog) -> None:
    set_rule(log, "m1", 10**9)
    pages = log.file.value("PRAGMA page_count")
    log.file.execute(f"PRAGMA max_page_count = {pages + 4}")
    fill(log, "m1", [trick("N", "AC 4C 8C 9C")])
    with pytest.raises(LogError) as error:
        keep(log, "m1", 7, jpeg(200_000), NOON)
    assert code_of(error) == "PICTURE_NOT_WRITTEN" and "is full" in str(error.value)
    assert log.events("m1")[-1] == trick("N", "AC 4C 8C 9C") and pictures(log, "m1") == ()
    fill(log, "m1", [Undo()])
    assert len(log.events("m1")) == 8, "the log goes on"


def test_pictures_go_with_entries_that_are_recorded_again(log: MatchLog) -> None:
    set_rule(log, "m1")
    for seq in (5, 6):
        keep(log, "m1", seq, jpeg(100 + seq), NOON)
    fill(log, "m1", [Undo(), Undo(), trick("N", "KC 8C 2C 3C"), THIRD])
    move(log, "m1", {4: 8, 5: 9, 6: 10})
    assert [(one.seq, one.size_bytes) for one in pictures(log, "m1")] == [(9, 105), (10, 106)]
    assert picture_of_trick(log, "m1", 1, 3) == jpeg(106)


def test_the_picture_of_a_trick_stays_with_it_when_it_is_corrected(log: MatchLog) -> None:
    set_rule(log, "m1")
    keep(log, "m1", 5, jpeg(100), NOON)
    assert picture_of_trick(log, "m1", 1, 2) == jpeg(100)
    fill(log, "m1", [Correct(None, 2, 1, Card.parse("8C")), run(1, trick("N", "2H QH 3H 4H"), *east_leads())])
    assert picture_of_trick(log, "m1", 1, 2) == jpeg(100)
    assert picture_of_trick(log, "m1", 1, 1) is None and picture_of_trick(log, "m1", 4, 1) is None
    fill(log, "m1", [Undo(), Undo(), Undo(), Undo()])
    assert picture_of_trick(log, "m1", 1, 2) is None and picture_of(log, "m1", 5) == jpeg(100)
    fill(log, "m1", [Redo()])
    assert picture_of_trick(log, "m1", 1, 2) == jpeg(100), "brought back, it has its picture again"
