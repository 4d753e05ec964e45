"""Past tricks of the hand in play stay covered until the option or all players say otherwise."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from book_table import begun, code_of, entered, trick
from mobile_table import AT

from mobile.agreement import AGREED, agree_to_past, may_show_past, may_show_trick
from mobile.match_book import MatchBook
from scorer.events import Deal, GameStart, Note, Play, Void
from scorer.frozenmap import FrozenMap
from scorer.matchlog import LogError, MatchLog
from scorer.seats import Seat


@pytest.fixture
def log(tmp_path: Path) -> Iterator[MatchLog]:
    with MatchLog(tmp_path / "matches.db") as opened:
        yield opened


def book_of(log: MatchLog, show_tricks: str = "last_until_next_lead") -> MatchBook:
    tricks = trick("N", "AH 2H 3H 4H"), trick("N", "KC 7C 6C 5C")
    return begun(log, GameStart(Seat.N), Deal(Seat.W), *tricks, show_tricks=show_tricks)


def test_only_the_last_trick_is_shown_until_the_next_lead(log: MatchLog) -> None:
    book = book_of(log)
    assert not may_show_past(book) and not may_show_trick(book, 1, 1) and may_show_trick(book, 1, 2)
    entered(book, Play(Seat.N, trick("N", "QC").cards[0]))
    assert not may_show_trick(book, 1, 2), "the next trick has been led to"
    assert may_show_trick(book, 1, 3), "it lies on the table"


def test_all_players_agree_and_it_is_noted_once_for_this_hand(log: MatchLog) -> None:
    book = book_of(log)
    assert agree_to_past(book, AT) is None
    assert book.events[-1] == Note(AGREED, FrozenMap({"hand": 1}))
    assert may_show_past(book) and may_show_trick(book, 1, 1)
    entries = book.entries
    assert agree_to_past(book, AT) is None and book.entries == entries, "it is noted already"
    book.undo(AT)
    assert not may_show_past(book), "what was agreed can be taken back"


def test_the_agreement_ends_with_the_hand(log: MatchLog) -> None:
    book = book_of(log)
    assert agree_to_past(book, AT) is None
    entered(book, Void(), Deal(Seat.W), trick("N", "AH 2H 3H 4H"), trick("N", "KC 7C 6C 5C"))
    assert not may_show_past(book), "it was for the hand before"
    assert may_show_trick(book, 1, 1), "the tricks of a hand that is over may be looked at"


def test_the_option_decides(log: MatchLog) -> None:
    assert may_show_past(book_of(log, show_tricks="always"))
    covered = book_of(log, show_tricks="after_hand")
    assert not may_show_trick(covered, 1, 2)


def test_between_hands_all_is_open_and_nothing_is_noted(log: MatchLog) -> None:
    book = begun(log, GameStart(Seat.N))
    entries = book.entries
    assert may_show_past(book) and agree_to_past(book, AT) is None and book.entries == entries


def test_a_log_that_cannot_be_written_refuses(log: MatchLog, monkeypatch: pytest.MonkeyPatch) -> None:
    book = book_of(log)

    def full(*_: object) -> None:
        raise LogError("LOG_FULL", path="x")

    monkeypatch.setattr(MatchLog, "record_all", full)
    assert code_of(agree_to_past(book, AT)) == "LOG_FULL"
