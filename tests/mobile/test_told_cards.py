"""Blind Don: a card that was told, played and wrong is put right with before → after, wherever it lies in the match."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from blind_table import AT, People, begun, blind

from mobile.blind_session import BlindSession
from mobile.corrections import Plan
from mobile.told_cards import ToldPlan
from scorer.cards import Card
from scorer.events import Correct, Reveal, Trick
from scorer.referee import Refusal, replay
from scorer.seats import Seat


def card(text: str) -> Card:
    return Card.parse(text)


def told(folder: Path, north: str, south: str) -> BlindSession:
    """Burnley with these cards face up and no others told."""
    session = blind(begun(folder))
    for seat, row in ((Seat.N, north), (Seat.S, south)):
        for number, word in enumerate(row.split(), 1):
            assert session.tell_stack(seat, number, card(word), AT) is None
    while session.asked.kind == "stack":
        session.leave_row()
    return session


def play(session: BlindSession, *numbers: int) -> None:
    """The stacks played from, one after the other; what is turned up isn't seen."""
    for number in numbers:
        while session.asked.kind == "reveal":
            session.not_seen()
        assert session.play_stack(number, AT) is None


def planned(plan: Plan | Refusal) -> ToldPlan:
    assert isinstance(plan, ToldPlan), plan
    return plan


def test_a_card_of_an_earlier_trick_is_put_right_with_its_telling(tmp_path: Path) -> None:
    session = told(tmp_path, "KD QD 9S", "AD 3H 4C")
    play(session, 1, 1, 2, 2)
    before, entries = session.state, session.book.entries
    assert before.scores == {"N": 2, "S": 7} and before.turn is Seat.N
    assert session.state.hand is not None and session.state.hand.tricks[1].cards == (card("3H"), card("QD"))
    plan = planned(session.book.plan_card(1, 1, Seat.N, card("2D")))
    assert (session.state, session.book.entries) == (before, entries), "a plan writes nothing"
    assert not plan.seats_move and not plan.agreement and not plan.dropped
    assert [plan.change.before.scores["S"], plan.change.after.scores["S"]] == [7, 4]
    change = session.book.carry_out(plan, AT)
    assert not isinstance(change, Refusal) and change.after == session.state == plan.change.after
    assert session.state.scores == {"N": 2, "S": 4}
    assert replay(row.event for row in session.book.log.rows(session.match_id)) == session.state
    stale = session.book.carry_out(plan, AT)
    assert isinstance(stale, Refusal) and stale.code == "RECORD_MOVED_ON"


def test_where_another_wins_the_next_trick_is_led_by_him(tmp_path: Path) -> None:
    """South's ace was the two: North won, so the next trick was North's to lead, with the same cards."""
    session = told(tmp_path, "KD QD 9S", "AD 3H 4C")
    play(session, 1, 1, 2, 2)
    plan = planned(session.book.plan_card(None, 1, Seat.S, card("2D")))
    assert plan.seats_move
    session.book.carry_out(plan, AT)
    hand = session.state.hand
    assert hand is not None and [trick.leader for trick in hand.tricks] == [Seat.N, Seat.N]
    assert hand.tricks[1].cards == (card("QD"), card("3H")) and session.state.scores == {"N": 5, "S": 0}


def test_a_card_told_as_it_is_played_moves_with_its_telling(tmp_path: Path) -> None:
    session = told(tmp_path, "KD QD", "AD 3H")
    play(session, 1, 1)
    session.not_seen()
    session.not_seen()
    assert session.play_unseen(card("7S"), AT, 1) is None
    assert session.play_unseen(card("8S"), AT, 1) is None
    plan = planned(session.book.plan_card(None, 1, Seat.S, card("2D")))
    session.book.carry_out(plan, AT)
    hand = session.state.hand
    assert hand is not None and hand.tricks[1].cards == (card("8S"), card("7S"))


def test_whole_tricks_are_led_by_the_right_player_too(tmp_path: Path) -> None:
    session = told(tmp_path, "KD QD", "AD 3H")
    answer = session.book.enter([Trick(Seat.N, (card("KD"), card("AD"))), Trick(Seat.S, (card("3H"), card("QD")))], AT)
    assert not isinstance(answer, Refusal)
    plan = planned(session.book.plan_card(None, 1, Seat.S, card("2D")))
    session.book.carry_out(plan, AT)
    assert session.book.events[-1] == Trick(Seat.N, (card("QD"), card("3H")))


def test_what_cannot_have_been_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    session = told(tmp_path, "KD QD", "AD 3H")
    play(session, 1, 1)
    before = session.book.events
    for wrong in ("QD", "3H"):
        assert isinstance(session.book.plan_card(None, 1, Seat.N, card(wrong)), Refusal), "it lies on the table"
    same = session.book.plan_card(None, 1, Seat.N, card("KD"))
    assert isinstance(same, Refusal) and same.code == "NOTHING_TO_CORRECT"
    assert isinstance(session.book.plan(Correct(1, 9, 0, card("2D"))), Refusal), "there is no trick 9"
    assert session.book.events == before


def test_a_card_that_was_not_told_is_corrected_as_in_any_match(tmp_path: Path) -> None:
    session = told(tmp_path, "KD", "AD")
    play(session, 1)
    assert session.play_unseen(card("2D"), AT, 2) is None
    plan = session.book.plan_card(None, 1, Seat.S, card("3D"))
    assert isinstance(plan, Plan) and not isinstance(plan, ToldPlan)
    session.book.carry_out(plan, AT)
    assert isinstance(session.book.events[-1], Correct)


@pytest.mark.slow
def test_after_the_match_all_agree_to_a_card_of_its_first_hand(tmp_path: Path) -> None:
    session = blind(begun(tmp_path))
    people = People(session, random.Random(8))
    while people.step():
        pass
    trick = session.state.hands[0].tricks[4]
    seen = {event.card for event in session.book.events if isinstance(event, Reveal)}
    assert set(trick.cards) <= seen
    later = session.state.hands[0]
    free = [one for one in session.possible if one not in later.cards_gone and one.suit is trick.cards[0].suit]
    assert free, "another card of the suit was not dealt"
    plan = planned(session.book.plan_card(1, 5, trick.seats[0], free[0]))
    assert set(plan.agreement) == {"N", "S"}
    unasked = session.book.carry_out(plan, AT)
    assert isinstance(unasked, Refusal) and unasked.code == "BOTH_SIDES_AGREE"
    assert not isinstance(session.book.carry_out(plan, AT, {"N": "Ann", "S": "Bob"}), Refusal)
    assert free[0] in session.state.hands[0].tricks[4].cards
