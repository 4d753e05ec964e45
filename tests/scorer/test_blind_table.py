"""Blind Don: stacks, private hands, cards turned up, and what proves a revoke (RULES.md 3.3, 4.4)."""

import pytest
from scorer_table import accept, cards, opening, play, refused, trick

from scorer.cards import Card, Suit
from scorer.events import Call, Deal, Event, Layout, Reveal, Revoke, SeatLayout
from scorer.frozenmap import FrozenMap
from scorer.irregularities import revokes_found
from scorer.match import MatchState
from scorer.referee import replay
from scorer.seats import Seat

Pair = tuple[Card | None, Card | None]


def stacks(text: str, count: int) -> tuple[Pair, ...]:
    """``?/KH 5C/9S``: bottom and top, a question mark for a card unseen; the rest is unseen."""
    told: list[Pair] = []
    for word in text.split():
        bottom, top = (None if part == "?" else Card.parse(part) for part in word.split("/"))
        told.append((bottom, top))
    return (*told, *[(None, None)] * (count - len(told)))


def burnley(north: str = "", south: str = "") -> list[Event]:
    layout: Layout = FrozenMap({Seat.N: SeatLayout(stacks(north, 9)), Seat.S: SeatLayout(stacks(south, 9))})
    return [*opening("blind_don_burnley"), Deal(Seat.S, None, layout)]


def stalybridge(north: str = "", south: str = "", hand: str | None = None) -> list[Event]:
    known = cards(hand) if hand else None
    layout: Layout = FrozenMap({Seat.N: SeatLayout(stacks(north, 7)), Seat.S: SeatLayout(stacks(south, 7), known)})
    return [*opening("blind_don_stalybridge"), Deal(Seat.S, None, layout), Call(Suit.HEARTS)]


WHOLE = "?/2S ?/3S ?/4S ?/6S ?/7S ?/8S ?/10S"


def proved(state: MatchState) -> list[tuple[str, int, int]]:
    assert state.hand is not None
    return [(found.seat.value, found.trick, found.proved_at_trick) for found in revokes_found(state.hand.tricks)]


def test_a_card_that_lies_face_up_and_is_not_used_to_follow_proves_a_revoke_at_once() -> None:
    record = burnley(south="?/2C ?/3D")
    state = accept(record, trick("N", "KC 3D"))
    assert proved(state) == [("S", 1, 1)]
    assert state.scores == {"N": 3, "S": 0}
    assert accept(record, Revoke(Seat.S, 1)).scores == {"N": 3, "S": 0}, "the other side had the points already"


def test_a_card_that_was_face_down_then_proves_nothing() -> None:
    record = burnley(south="2C/3D")
    state = accept(record, trick("N", "KC 3D"), trick("N", "QC 2C"))
    assert proved(state) == []
    assert refused(record, Revoke(Seat.S, 1)) == "NOT_A_REVOKE"


def test_a_card_turned_up_is_available_from_the_next_trick_on() -> None:
    record = burnley(south="?/3D ?/4D")
    accept(record, trick("N", "KC 3D"), Reveal(Seat.S, 1, Card.parse("2C")))
    state = accept(record, trick("N", "QC 4D"))
    assert proved(state) == [("S", 2, 2)]


def test_a_card_from_the_hand_was_there_all_along() -> None:
    """RULES.md 4.4: with the hand known, and where every stack is seen so that it can only come from the hand."""
    known = stalybridge(south="?/3D", hand="2C 5D 6D 8D")
    assert proved(accept(known, trick("N", "KC 3D"), trick("N", "QC 2C"))) == [("S", 1, 2)]
    seen = stalybridge(south=WHOLE)
    state = accept(seen, trick("N", "KC 2S"), Reveal(Seat.S, 1, Card.parse("9D")), trick("N", "QC 2C"))
    assert proved(state) == [("S", 1, 2)]
    not_told = stalybridge(south=WHOLE)
    assert proved(accept(not_told, trick("N", "KC 2S"), trick("N", "QC 2C"))) == [], "it may be the card turned up"


def test_unseen_stacks_prove_nothing() -> None:
    record = [*opening("blind_don_burnley"), Deal(Seat.S)]
    assert proved(accept(record, trick("N", "KC 3D"), trick("N", "QC 2C"))) == []


def test_in_the_russian_form_a_table_card_may_come_at_any_time() -> None:
    record = [*opening("blind_don_burnley", {"blind_layout": "russian"}), Deal(Seat.S)]
    assert proved(accept(record, trick("N", "KC 3D"), trick("N", "QC 2C"))) == []
    layout: Layout = FrozenMap({Seat.N: SeatLayout(()), Seat.S: SeatLayout((), cards("2C 3D 4D 6D 7D 8D 10D JD QD"))})
    record = [*opening("blind_don_burnley", {"blind_layout": "russian"}), Deal(Seat.S, None, layout)]
    assert proved(accept(record, trick("N", "KC 3D"), trick("N", "QC 2C"))) == [("S", 1, 2)]
    assert refused(record, Reveal(Seat.S, 1, Card.parse("9C"))) == "NO_SUCH_STACK"


def test_no_card_is_played_before_it_is_uncovered_nor_by_another() -> None:
    record = burnley(north="2C/3C", south="4C/5C")
    assert refused(record, play("N", "2C")) == "CARD_COVERED"
    assert refused(record, play("N", "5C")) == "CARD_NOT_HELD"
    assert refused(record, trick("N", "3C 4C")) == "CARD_COVERED"
    accept(record, play("N", "3C"))
    assert refused(record, play("S", "2C")) == "CARD_NOT_HELD"
    accept(record, play("S", "5C"))
    state = accept(record, trick("S", "4C 2C"))
    assert state.scores == {"N": 0, "S": 10}


def test_where_everything_is_seen_no_other_card_can_come() -> None:
    record = burnley(north="?/2C ?/3C ?/4C ?/6C ?/7C ?/8C ?/9C ?/10C ?/JC")
    assert refused(record, play("N", "AC")) == "CARD_NOT_HELD"
    accept(record, trick("N", "JC AH"))
    state = accept(record, trick("N", "AC KH")) if replay(record).leader is Seat.N else None
    assert state is not None and refused(record, play("N", "AS")) == "CARD_NOT_HELD"
    hand = stalybridge(south="?/2S ?/3S ?/4S ?/6S ?/7S ?/8S ?/10S", hand="2C 5D 6D 8D")
    accept(hand, play("N", "KC"))
    assert refused(hand, play("S", "AC")) == "CARD_NOT_HELD"


def test_the_dealers_top_cards_are_turned_up_after_the_call() -> None:
    record = stalybridge(north=WHOLE.replace("S", "D"))
    state = accept(record, *[Reveal(Seat.S, n, Card.parse(f"{r}C")) for n, r in enumerate("2345678", start=1)])
    assert state.hand is not None and state.hand.table is not None
    assert state.hand.table[Seat.S].face_up == frozenset(cards("2C 3C 4C 5C 6C 7C 8C"))
    assert refused(record, Reveal(Seat.S, 1, Card.parse("9C"))) == "NOTHING_TO_REVEAL"
    assert accept(record, Reveal(Seat.S, 1, Card.parse("2C"))) == state, "said twice is said once"
    assert proved(accept(record, trick("N", "KC 3S"))) == [("S", 1, 1)]


def test_a_card_turned_up_where_the_cover_was_never_seen() -> None:
    record = [*opening("blind_don_burnley"), Deal(Seat.S), trick("N", "KC 3D")]
    state = accept(record, Reveal(Seat.S, 4, Card.parse("2C")))
    assert state.hand is not None and state.hand.table is not None
    assert state.hand.table[Seat.S].face_up == frozenset(cards("2C")) and state.hand.table[Seat.S].unplaced == 0
    assert refused(record, Reveal(Seat.S, 5, Card.parse("4C"))) == "NOTHING_TO_REVEAL", "one cover was played, not two"
    state = accept(record, trick("N", "QC 2C"))
    assert state.hand is not None and state.hand.table is not None and not state.hand.table[Seat.S].face_up


def test_a_bottom_card_known_under_a_top_never_seen() -> None:
    record = burnley(south="2C/?")
    state = accept(record, trick("N", "KC 3D"), trick("N", "QC 2C"))
    assert state.hand is not None and state.hand.table is not None
    assert state.hand.table[Seat.S].unplaced == 0


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Reveal(Seat.E, 1, Card.parse("2C")), "UNKNOWN_SEAT"),
        (Reveal(Seat.S, 0, Card.parse("2C")), "NO_SUCH_STACK"),
        (Reveal(Seat.S, 10, Card.parse("2C")), "NO_SUCH_STACK"),
        (Reveal(Seat.S, 1, Card.parse("KC")), "DUPLICATE_CARD"),
        (Reveal(Seat.S, 1, Card.parse("9C")), "DUPLICATE_CARD"),
        (Reveal(Seat.S, 2, Card.parse("2C")), "NOTHING_TO_REVEAL"),
        (Reveal(Seat.S, 3, Card.parse("4C")), "NOTHING_TO_REVEAL"),
    ],
)
def test_only_what_can_be_turned_up_is(event: Reveal, code: str) -> None:
    record = burnley(north="?/KC 9C/QC", south="?/3D ?/5D 4D/6D")
    accept(record, trick("N", "KC 3D"))
    assert refused(record, event) == code


def test_a_known_bottom_card_is_turned_up_as_itself() -> None:
    record = burnley(south="2C/3D")
    accept(record, trick("N", "KC 3D"))
    assert refused(record, Reveal(Seat.S, 1, Card.parse("7C"))) == "NOTHING_TO_REVEAL"
    before = replay(record)
    assert accept(record, Reveal(Seat.S, 1, Card.parse("2C"))) == before
    unseen = burnley(south="2C/?")
    accept(unseen, trick("N", "KC 3D"))
    assert refused(unseen, Reveal(Seat.S, 1, Card.parse("7C"))) == "NOTHING_TO_REVEAL"


def test_only_blind_don_has_stacks() -> None:
    assert refused(opening(), Reveal(Seat.S, 1, Card.parse("2C"))) == "WRONG_PHASE"
    assert refused([*opening(), Deal(Seat.W)], Reveal(Seat.S, 1, Card.parse("2C"))) == "WRONG_PHASE"


@pytest.mark.parametrize(
    ("layout", "code"),
    [
        ({Seat.N: SeatLayout(stacks("", 9))}, "WRONG_HAND_SIZE"),
        ({Seat.N: SeatLayout(stacks("", 9)), Seat.S: SeatLayout(stacks("", 8))}, "WRONG_HAND_SIZE"),
        ({Seat.N: SeatLayout(stacks("", 8), cards("2C 3C")), Seat.S: SeatLayout(stacks("", 9))}, "WRONG_HAND_SIZE"),
        ({Seat.N: SeatLayout(stacks("", 9), cards("2C")), Seat.S: SeatLayout(stacks("", 9))}, "WRONG_HAND_SIZE"),
        ({s: SeatLayout(stacks("", 9)) for s in (Seat.N, Seat.S, Seat.E)}, "WRONG_HAND_SIZE"),
        ({s: SeatLayout(stacks("?/2C", 9)) for s in (Seat.N, Seat.S)}, "DUPLICATE_CARD"),
    ],
)
def test_a_layout_has_the_right_places_and_no_card_twice(layout: dict[Seat, SeatLayout], code: str) -> None:
    assert refused(opening("blind_don_burnley"), Deal(Seat.S, None, FrozenMap(layout))) == code


def test_an_ordinary_variant_has_no_layout() -> None:
    layout: Layout = FrozenMap({seat: SeatLayout(stacks("", 1)) for seat in Seat})
    assert refused(opening(), Deal(Seat.W, None, layout)) == "WRONG_HAND_SIZE"
