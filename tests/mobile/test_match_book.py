"""The record of a match: entered, taken back and brought back; what is to change is shown before it is done."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from book_table import begun, card, code_of, done, entered, planned, trick
from mobile_table import AT, cards

from mobile.match_book import MatchBook, SessionError, Step
from scorer.disputes import Change
from scorer.events import (
    Deal,
    GameStart,
    MatchStart,
    Note,
    Penalty,
    Reveal,
)
from scorer.match import Phase
from scorer.matchlog import LogError, MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant


@pytest.fixture
def log(tmp_path: Path) -> Iterator[MatchLog]:
    with MatchLog(tmp_path / "matches.db") as opened:
        yield opened


def test_a_book_has_no_copy_of_the_match(log: MatchLog) -> None:
    book, second = begun(log, GameStart(Seat.N)), MatchBook(log, log.matches()[0].match_id)
    assert book.match_id == second.match_id and second.log is log
    entered(second, Deal(Seat.W))
    assert book.state.phase is Phase.PLAYING and book.entries == 3 and book.events == second.events


def test_what_is_not_there_or_there_already_is_one_sentence(log: MatchLog) -> None:
    with pytest.raises(LogError, match="no match called nothing"):
        MatchBook(log, "nothing")
    MatchBook.start(log, load_variant("phat"), AT, match_id="friday")
    with pytest.raises(SessionError, match="friday"):
        MatchBook.start(log, load_variant("phat"), AT, match_id="friday")
    with pytest.raises(SessionError, match="players named"):
        MatchBook.start(log, load_variant("blind_don_burnley"), AT, {Seat.W: "Eve"})
    assert len(log.matches()) == 1


def test_a_preview_writes_nothing(log: MatchLog) -> None:
    book = begun(log, GameStart(Seat.N), Deal(Seat.W), trick("N", "QH 2H 3H 4H"))
    before = book.events
    change = book.preview(Penalty("NS", 3))
    assert isinstance(change, Change) and change.after.scores == {"NS": 2, "EW": 3}
    assert code_of(book.preview(Deal(Seat.N))) == "WRONG_PHASE"
    assert book.events == before and book.state.scores == {"NS": 2, "EW": 0}


def test_a_row_of_face_up_cards_is_one_entry(log: MatchLog) -> None:
    row = [Reveal(Seat.N, stack, each) for stack, each in enumerate(cards("5C 9C 6H"), 1)]
    other = Reveal(Seat.S, 1, card("8D"))
    book = begun(log, GameStart(Seat.N), Deal(Seat.S), *row, other, variant="blind_don_burnley")
    assert [step.events for step in (book.undo(AT), book.undo(AT)) if isinstance(step, Step)] == [(other,), tuple(row)]
    redone = book.redo(AT)
    assert isinstance(redone, Step) and redone.events == tuple(row) and book.can_redo


def test_undo_and_redo_say_what_they_took_and_what_it_changed(log: MatchLog) -> None:
    played = trick("N", "QH 2H 3H 4H")
    book = begun(log, GameStart(Seat.N), Deal(Seat.W), played)
    after = book.state
    undone = book.undo(AT)
    assert isinstance(undone, Step) and undone.events == (played,) and book.can_redo
    assert undone.change.after == book.state and undone.change.before == after
    redone = book.redo(AT)
    assert isinstance(redone, Step) and redone.events == (played,) and book.state == after and not book.can_redo
    assert code_of(book.redo(AT)) == "NOTHING_TO_REDO"
    for _ in range(3):
        assert isinstance(book.undo(AT), Step)
    assert code_of(book.undo(AT)) == "NOTHING_TO_UNDO"
    assert isinstance(book.events[0], MatchStart) and book.state.phase is Phase.BEFORE_DEAL


def test_a_log_that_cannot_be_written_refuses(log: MatchLog) -> None:
    book = begun(log, GameStart(Seat.N), Deal(Seat.W), trick("N", "QH 2H 3H 4H"))
    plan = planned(book.plan_card(1, 1, Seat.E, card("5H")))
    log.file.execute("PRAGMA query_only = ON")
    assert code_of(book.carry_out(plan, AT)) == "LOG_READ_ONLY"
    assert code_of(book.enter([Note("x")], AT)) == code_of(book.undo(AT)) == "LOG_READ_ONLY"
    log.file.execute("PRAGMA query_only = OFF")
    assert done(book, plan).scores == {"NS": 12, "EW": 0}
