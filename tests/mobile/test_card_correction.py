"""A card of the record put right: what it can be, the likely ones first; a swap; a whole trick; before → after."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from book_table import begun, card, code_of, done, entered, planned, trick
from mobile_table import AT, PLACES, cards, new_session, order_from, reading, sighting

from mobile.card_correction import CardCorrection, TrickAnew
from mobile.change_view import entry_words, view_of_plan
from mobile.match_book import MatchBook
from mobile.table_session import Confirmed
from scorer.events import Deal, GameStart, Play
from scorer.matchlog import MatchLog
from scorer.seats import Seat

OPENING = GameStart(Seat.N), Deal(Seat.W), trick("N", "AH 2H 3H 4H"), trick("N", "KC 7C 6C 5C")


@pytest.fixture
def log(tmp_path: Path) -> Iterator[MatchLog]:
    with MatchLog(tmp_path / "matches.db") as opened:
        yield opened


@pytest.fixture
def book(log: MatchLog) -> MatchBook:
    return begun(log, *OPENING)


def test_likely_cards_are_free_and_of_the_same_look(book: MatchBook) -> None:
    found = CardCorrection(book, 1, 2, Seat.S)
    assert found.card == card("6C") and found.problem is None and "6♣" in found.title
    assert found.likely[0] == card("6S"), "the same rank in the same colour"
    assert card("9C") in found.likely and set(found.likely) <= found.free and len(found.likely) == 4
    assert found.free.isdisjoint(found.elsewhere) and found.elsewhere[card("2H")] == (1, Seat.E)
    assert [seat for seat, _ in found.others] == [Seat.N, Seat.E, Seat.W]


def test_what_the_reader_thought_of_comes_first(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    seen = zip(order_from(Seat.N), cards("AH 2H 3H 4H"), strict=True)
    sightings = [sighting(name, PLACES[seat]) for seat, name in seen]
    session.propose(reading(sightings))
    session.confirm(AT)
    read = session.entered_as(1, 1)
    assert read is not None and session.entered_as(1, 2) is None
    suggested = replace(read, cards=tuple(replace(one, suggestions=cards("QD")) for one in read.cards))
    assert CardCorrection(session.book, 1, 1, Seat.S, suggested).likely[0] == card("QD")


def test_a_card_and_a_swap_are_entered_as_planned(book: MatchBook) -> None:
    state = done(book, CardCorrection(book, 1, 2, Seat.S).choose(card("9C")))
    assert state.hand is not None and state.hand.tricks[1].card_of(Seat.S) == card("9C")
    swapped = done(book, CardCorrection(book, 1, 2, Seat.S).choose(card("3H")))
    assert swapped.hand is not None and swapped.hand.tricks[0].card_of(Seat.S) == card("9C")
    same = done(book, CardCorrection(book, 1, 2, Seat.E).swap_with(Seat.W))
    assert same.hand is not None and same.hand.tricks[1].card_of(Seat.E) == card("5C")


def test_what_is_not_there_is_a_problem(book: MatchBook) -> None:
    for hand, number in ((1, 3), (2, 1)):
        problem = CardCorrection(book, hand, number, Seat.N).problem
        assert problem is not None and code_of(problem)
    assert not TrickAnew(book, 1, 7).there and TrickAnew(book, 1, 7).seats == ()


def test_a_whole_trick_card_by_card(book: MatchBook) -> None:
    anew = TrickAnew(book, 1, 2)
    assert anew.there and anew.likely == cards("KC 7C 6C 5C") and card("AH") not in anew.possible
    for seat, name in zip(("N", "E", "S", "W"), cards("KC 6C 7C 5D"), strict=True):
        assert anew.seat == Seat(seat) and anew.title
        anew.cards.append(name)
        assert name not in anew.possible
    assert anew.seat is None and anew.title
    state = done(book, anew.plan())
    assert state.hand is not None and state.hand.tricks[1].cards == cards("KC 6C 7C 5D")


def test_a_plan_is_shown_with_scores_sentences_and_its_question(book: MatchBook) -> None:
    entered(book, trick("N", "QC 9C 8C 10C"))
    plan = planned(book.plan_card(1, 2, Seat.S, card("AC")))
    view = view_of_plan("Before → after", plan)
    assert plan.seats_move and view.question and not view.agreement
    (score,) = view.scores
    assert [(line.before, line.after) for line in score.lines] == [
        (plan.change.before.scores[side], plan.change.after.scores[side]) for side in ("NS", "EW")
    ]
    assert view.sentences and all(sentence.endswith(".") for sentence in view.sentences)
    quiet = view_of_plan("x", planned(book.plan_card(1, 2, Seat.E, card("8D"))))
    assert not quiet.question and len(quiet.scores) == 1


def test_entries_are_said_in_a_few_words(book: MatchBook) -> None:
    assert entry_words(book.state, trick("N", "AH 2H 3H 4H")) == "A trick: A♥ 2♥ 3♥ 4♥"
    assert entry_words(book.state, Play(Seat.N, card("9C"))) == "A card: 9♣"
    assert entry_words(book.state, Deal(Seat.W)) == "A deal"


def test_the_trick_under_entry_is_weighed_by_the_corrected_record(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    entered(session.book, *OPENING[2:])
    session.enter_by_hand()
    session.choose(Seat.N, card("QC"))
    session.choose(Seat.E, card("9C"))
    done(session.book, CardCorrection(session.book, 1, 2, Seat.S).choose(card("8C")))
    session.propose_again()
    assert session.proposal is not None and session.proposal.of(Seat.E).card == card("9C")
    done(session.book, CardCorrection(session.book, 1, 2, Seat.S).choose(card("9C")))
    session.propose_again()
    assert not session.proposal.of(Seat.E).settled, "that card is gone now"
    session.choose(Seat.E, card("10C"))
    for seat, name in ((Seat.S, "2C"), (Seat.W, "4C")):
        session.choose(seat, card(name))
    confirmed = session.confirm(AT)
    assert isinstance(confirmed, Confirmed) and confirmed.trick.cards == cards("QC 10C 2C 4C")
    session.enter_by_hand()
    session.book.undo(AT)
    session.propose_again()
    assert code_of(session.confirm(AT)) == "RECORD_MOVED_ON", "another trick comes next"
