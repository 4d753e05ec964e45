"""Did a player revoke? What the record proves, and what it does not (RULES.md 4.4)."""

from collections.abc import Callable, Sequence

import pytest
from revoke_hands import SOUTH_REVOKES, hand_with_revoke, with_penalty
from scorer_table import LANCASHIRE, accept, cards, dealt, opening, play, trick

from scorer.cards import Card, Suit
from scorer.disputes import Change
from scorer.events import Call, Deal, Event, Revoke, SeatLayout, Void
from scorer.frozenmap import FrozenMap
from scorer.irregularities import revokes_found
from scorer.referee import Refusal, replay
from scorer.revoke_question import RevokeError, ask_revoke, cost_of, revoke_sentences
from scorer.seats import Seat
from scorer.texts import say


def told(record: Sequence[Event], seat: str, trick: int | None = None, hand: int | None = None) -> tuple[str, ...]:
    return revoke_sentences(ask_revoke(replay(record), Seat(seat), trick, hand))


def test_a_revoke_is_shown_by_two_tricks() -> None:
    """South played a diamond on a club in trick 2, and a club in trick 3."""
    record = with_penalty("transfer_trick")
    answer = ask_revoke(replay(record), Seat.S)
    (proof,) = answer.proofs
    assert proof.later is not None
    assert (proof.trick.number, proof.trick.cards, proof.trick.seats[0]) == (2, cards("KC 7C 6D 5C"), Seat.N)
    assert (proof.later.number, proof.later.cards) == (3, cards("QC 9C 3C 10C")) and proof.later.whole
    assert (proof.played, proof.shown, proof.trick.led) == (Card.parse("6D"), Card.parse("3C"), Card.parse("KC").suit)
    assert answer.in_time and answer.discards == ()
    assert (
        told(record, "S")
        == told(record, "S", 2)
        == (
            "South did not follow clubs in trick 2 but played the six of diamonds, and the three of clubs in trick 3: "
            "that is a revoke.",
        )
    )


def test_a_discard_alone_proves_nothing_and_it_is_said_why() -> None:
    record = [*dealt(LANCASHIRE), *SOUTH_REVOKES[:2]]
    assert told(record, "S") == (
        "Nothing in the record proves that South revoked in hand 1.",
        "In trick 2 South did not follow clubs but played the six of diamonds, and has played no clubs since.",
    )
    assert told(record, "E") == (
        "Nothing in the record proves that East revoked in hand 1.",
        "East followed suit in every trick.",
    )
    assert told(record, "S", 1) == (
        "Nothing in the record proves that South revoked in trick 1 of hand 1.",
        "South followed suit in trick 1, or led it.",
    )


def test_the_answer_is_that_of_the_referee() -> None:
    """A call is admitted for just those tricks that the answer proves."""
    record = [*dealt(LANCASHIRE, {"revoke_penalty": "none"}), *hand_with_revoke()]
    state = replay(record)
    for seat in Seat:
        proved = {proof.trick.number for proof in ask_revoke(state, seat).proofs}
        assert proved == {found.trick for found in revokes_found(state.hands[0].tricks) if found.seat is seat}
        for number in range(1, 10):
            answer = ask_revoke(state, seat, number)
            assert isinstance(cost_of(record, state, answer, number), Change) == (number in proved)


def test_what_a_call_would_cost_says_the_referee() -> None:
    record = with_penalty("transfer_trick")
    state = replay(record)
    answer = ask_revoke(state, Seat.S, 2)
    cost = cost_of(record, state, answer, 2)
    assert isinstance(cost, Change) and cost.after == accept(list(record), Revoke(Seat.S, 2))
    called = [*record, Revoke(Seat.S, 2)]
    again = cost_of(called, replay(called), ask_revoke(replay(called), Seat.S), 2)
    assert isinstance(again, Refusal) and again.code == "ALREADY_CALLED"


def test_a_card_in_the_trick_being_played_proves_it_too() -> None:
    """It can be called once the trick is finished."""
    record = [*dealt(LANCASHIRE), *SOUTH_REVOKES[:2], play("N", "QC"), play("E", "9C"), play("S", "3C")]
    answer = ask_revoke(replay(record), Seat.S)
    (proof,) = answer.proofs
    assert proof.later is not None and not proof.later.whole and proof.later.cards == cards("QC 9C 3C")
    cost = cost_of(record, replay(record), answer, 2)
    assert isinstance(cost, Refusal) and say(cost.code, cost.params) == (
        "Trick 3 is not finished yet; the revoke can be called when it is."
    )
    assert told(record, "S") == (
        "South did not follow clubs in trick 2 but played the six of diamonds, and has now played the three of clubs: "
        "that is a revoke, to be called when trick 3 is finished.",
    )
    assert "no clubs since" in told(record[:-1], "S")[1], "South has not played to it yet"
    first = [*dealt(LANCASHIRE), play("N", "QC")]
    assert told(first, "N")[1] == "North followed suit in every trick."


def test_an_earlier_hand_is_answered_and_too_late_to_be_called() -> None:
    record = [*dealt(LANCASHIRE, {"revoke_penalty": "transfer_trick"}), *hand_with_revoke(), Deal(Seat.N)]
    state = replay(record)
    assert ask_revoke(state, Seat.S).hand == 1, "no card of hand 2 has been played"
    assert isinstance(cost_of(record, state, ask_revoke(state, Seat.S), 2), Change)
    record.append(trick("E", "9D 2D 3D 4D"))
    state = replay(record)
    assert ask_revoke(state, Seat.S).hand == 2
    earlier = ask_revoke(state, Seat.S, hand=1)
    assert len(earlier.proofs) == 1 and not earlier.in_time
    cost = cost_of(record, state, earlier, 2)
    assert isinstance(cost, Refusal) and cost.code == "TOO_LATE" and say(cost.code, cost.params).endswith(".")


def test_after_the_end_of_a_game_a_call_still_comes_in_time() -> None:
    record = [*with_penalty("transfer_trick", {"NS": 79}), trick("N", "KH 6H 7H 8H")]
    state = replay(record)
    assert state.winner == "NS"
    answer = ask_revoke(state, Seat.S)
    assert answer.in_time and isinstance(cost_of(record, state, answer, 2), Change)
    given_up = [*dealt("irish_don", None), *SOUTH_REVOKES]
    accept(given_up, Void("spilt"))
    assert not ask_revoke(replay(given_up), Seat.S).in_time


def test_in_blind_don_only_what_lay_face_up_proves_it() -> None:
    """The five of spades lay face up for South when spades were led."""
    tops = cards("AS KS QS JS 10S 9S 8S 7S 6S")
    layout = SeatLayout(tuple((None, card) for card in tops))
    other = SeatLayout(tuple((None, card) for card in cards("AH KH 5S QH JH 10H 9H 8H 7H")))
    record = opening("blind_don_burnley", None, "N")
    dealer = replay(record).dealer
    assert dealer is not None
    record.append(Deal(dealer, None, FrozenMap({Seat.N: layout, Seat.S: other})))
    accept(record, trick("N", "AS AH"))
    (proof,) = ask_revoke(replay(record), Seat.S).proofs
    assert proof.later is None and proof.shown == Card.parse("5S")
    assert told(record, "S") == (
        "South did not follow spades in trick 1 but played the ace of hearts, while the five of spades lay face up: "
        "that is a revoke.",
    )


def test_in_blind_don_a_card_shown_later_may_have_lain_face_down() -> None:
    record = opening("blind_don_burnley", None, "N")
    dealer = replay(record).dealer
    assert dealer is not None
    accept(record, Deal(dealer), trick("N", "AS AH"))
    accept(record, trick("N", "KS 4S"))
    assert told(record, "S")[1] == (
        "In trick 1 South did not follow spades but played the ace of hearts; the spades of trick 2 may have lain face "
        "down then."
    )
    accept(record, play("N", "QS"))
    assert told(record, "S")[0].startswith("Nothing in the record")
    assert told(record, "N")[1] == "North followed suit in every trick."


def test_in_blind_don_a_card_of_the_private_hand_proves_it_as_soon_as_it_is_played() -> None:
    """Stalybridge: North trumped a spade, and leads the five of spades from the hand next (RULES.md 4.4)."""
    stacks = tuple((None, card) for card in cards("2S 2C KH QH JH 10H 9H"))
    record = opening("blind_don_stalybridge", None, "N")
    dealer = replay(record).dealer
    assert dealer is not None
    layout = FrozenMap({Seat.N: SeatLayout(stacks, cards("5S 6D 7D 8D")), Seat.S: SeatLayout(((None, None),) * 7)})
    accept(record, Deal(dealer, None, layout), Call(Suit.CLUBS))
    accept(record, trick("N", "2S KS"), trick("S", "AS 2C"))
    assert ask_revoke(replay(record), Seat.N).proofs == ()
    accept(record, play("N", "5S"))
    (proof,) = ask_revoke(replay(record), Seat.N).proofs
    assert proof.later is not None and proof.later.cards == cards("5S") and not proof.later.whole
    assert proof.trick.number == 2 and proof.shown == Card.parse("5S")


def test_what_can_not_be_asked_is_refused_in_a_sentence() -> None:
    record = with_penalty("walton")
    state, fresh = replay(record), replay(dealt(LANCASHIRE))
    two = replay(opening("blind_don_burnley", None, "N"))
    refused: list[tuple[str, Callable[[], object]]] = [
        ("UNKNOWN_SEAT", lambda: ask_revoke(two, Seat.E)),
        ("REVOKE_NO_HAND", lambda: ask_revoke(fresh, Seat.S)),
        ("REVOKE_NO_SUCH_HAND", lambda: ask_revoke(state, Seat.S, hand=2)),
        ("REVOKE_NO_SUCH_HAND", lambda: ask_revoke(state, Seat.S, hand=0)),
        ("REVOKE_NO_SUCH_TRICK", lambda: ask_revoke(state, Seat.S, 4)),
        ("REVOKE_NO_SUCH_TRICK", lambda: ask_revoke(state, Seat.S, 0)),
    ]
    for code, asked in refused:
        with pytest.raises(RevokeError) as raised:
            asked()
        assert raised.value.code == code and str(raised.value).endswith(".")
