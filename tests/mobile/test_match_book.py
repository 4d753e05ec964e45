"""The record of a match: entered, taken back and brought back; what is to change is shown before it is done."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from book_table import BOTH, begun, card, code_of, done, entered, planned, sides, trick
from mobile_table import AT, cards

from mobile.match_book import MatchBook, SessionError, Step
from scorer.events import (
    Deal,
    GameStart,
    MatchStart,
    Note,
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


def test_what_an_undo_or_redo_would_do_is_looked_at_first(log: MatchLog) -> None:
    row = [Reveal(Seat.N, stack, each) for stack, each in enumerate(cards("5C 9C 6H"), 1)]
    book = begun(log, GameStart(Seat.N), Deal(Seat.S), *row, variant="blind_don_burnley")
    assert code_of(book.next_redo()) == "NOTHING_TO_REDO"
    for look, do in ((book.next_undo, book.undo), (book.next_redo, book.redo)):
        before = book.events
        seen = look()
        assert isinstance(seen, Step) and seen.events == tuple(row) and book.events == before
        assert do(AT) == seen and book.events[:-3] == before
    for _ in range(3):
        book.undo(AT)
    assert code_of(book.next_undo()) == "NOTHING_TO_UNDO"


WON = (GameStart(Seat.N, None, sides(81, 0)), Deal(Seat.W), trick("N", "QH 5H 3H 4H"))


def test_every_side_is_asked_where_the_game_is_over_before_or_after(log: MatchLog) -> None:
    book = begun(log, *WON[:2], trick("N", "QH 2H 3H 4H"))
    assert agreement(book.next_undo()) == ()
    won = begun(log, *WON)
    assert won.state.phase is Phase.GAME_OVER
    assert agreement(won.next_undo()) == agreement(won.undo(AT)) == ("NS", "EW")
    assert agreement(won.next_redo()) == ("NS", "EW"), "the last trick ends the game again"
    assert agreement(won.next_undo()) == (), "the deal, while the game is on"


def test_a_correction_that_was_agreed_after_the_game_is_not_taken_back_unasked(log: MatchLog) -> None:
    """It took the win away, so the game is on when it is undone; and one of a leg that is over, in the leg after it."""
    book = begun(log, *WON)
    assert done(book, planned(book.plan_card(1, 1, Seat.E, card("2H"))), BOTH).winner is None
    assert agreement(book.next_undo()) == ("NS", "EW")
    legs = begun(log, *WON, GameStart(Seat.E), Deal(Seat.N), match="best_of_3_legs")
    assert legs.state.phase is Phase.PLAYING
    plan = planned(legs.plan_card(1, 1, Seat.W, card("2H")))
    assert not plan.change.games and done(legs, plan, BOTH).game.number == 2
    assert agreement(legs.next_undo()) == ("NS", "EW")
    entered(legs, Note("late"))
    assert agreement(legs.next_undo()) == ()


@pytest.mark.parametrize(
    ("names", "place", "sentence"),
    [
        ({Seat.N: "Ann", Seat.E: " ann"}, "", "Two players can't both be called ann; write ann B. and ann C."),
        ({Seat.N: "A" * 41}, "", "A player's name can have 40 letters at most, and AAAAAAAAAAAAAAAAAAAA... has 41;"),
        ({}, "P" * 81, "The name of a place can have 80 letters at most, and PPPPPPPPPPPPPPPPPPPP... has 81;"),
    ],
)
def test_names_that_lists_and_figures_could_not_tell_apart_begin_no_match(
    log: MatchLog, names: dict[Seat, str], place: str, sentence: str
) -> None:
    with pytest.raises(SessionError) as refused:
        MatchBook.start(log, load_variant("phat"), AT, names, place)
    assert str(refused.value).startswith(sentence) and not log.matches()


def test_players_without_a_name_and_names_of_any_length_allowed_begin_one(log: MatchLog) -> None:
    names = {Seat.N: "", Seat.E: "", Seat.S: "A" * 40, Seat.W: "A" * 39}
    book = MatchBook.start(log, load_variant("phat"), AT, names, "P" * 80)
    assert book.state.names[Seat.S] == "A" * 40


def agreement(step: object) -> tuple[str, ...]:
    assert isinstance(step, Step), step
    return step.agreement


def test_a_log_that_cannot_be_written_refuses(log: MatchLog) -> None:
    book = begun(log, GameStart(Seat.N), Deal(Seat.W), trick("N", "QH 2H 3H 4H"))
    plan = planned(book.plan_card(1, 1, Seat.E, card("5H")))
    log.file.execute("PRAGMA query_only = ON")
    assert code_of(book.carry_out(plan, AT)) == "LOG_READ_ONLY"
    assert code_of(book.enter([Note("x")], AT)) == code_of(book.undo(AT)) == "LOG_READ_ONLY"
    log.file.execute("PRAGMA query_only = OFF")
    assert done(book, plan).scores == {"NS": 12, "EW": 0}
