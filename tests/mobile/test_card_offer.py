"""What the picker offers for a card of the trick under entry, whoever opens it."""

from pathlib import Path

from mobile_table import PLACES, cards, legal_hand, new_session, order_from, reading, reading_of, sighting

from mobile.card_offer import offer_for
from scorer.cards import Suit, pack_of
from scorer.seats import Seat

TRICK = legal_hand(1, Seat.N)[0]


def test_by_hand_every_card_not_gone_is_offered_and_the_suit_led_is_marked(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    session.enter_by_hand()
    first = offer_for(session, Seat.N)
    assert first.title == "North's card" and first.possible == frozenset(pack_of(52).cards)
    assert (first.likely, first.swaps, first.led, first.pack) == ((), (), None, 52)
    (led,) = cards("5H")
    session.choose(Seat.N, led)
    second = offer_for(session, Seat.E)
    assert second.led is Suit.HEARTS and led not in second.possible and "North\u00a05♥" in second.others
    again = offer_for(session, Seat.N)
    assert again.led is None and again.likely == (led,), "who led may have led another suit"


def test_of_a_picture_seats_can_change_and_no_suit_is_led_while_seats_are_open(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    session.propose(reading_of(TRICK))
    offer = offer_for(session, Seat.S)
    assert [seat for seat, _ in offer.swaps] == [seat for seat in order_from(Seat.N) if seat is not Seat.S]
    in_a_heap = [sighting(card, PLACES[Seat.N]) for card in TRICK[1]]
    session.propose(reading(in_a_heap))
    assert session.proposal is not None and session.proposal.seats_open
    assert offer_for(session, Seat.S).led is None
