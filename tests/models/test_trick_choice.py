"""More cards are seen than play: what is the trick, and why the rest is not (`models.trick_choice`)."""

from __future__ import annotations

from dataclasses import replace

from trick_table import PLACES, cards, cross, hand_in_play, offered, proposed, seen, short_pack

from models.reading import CardSighting
from models.trick_reader import TrickProposal
from scorer.cards import Card
from scorer.seats import Seat

EDGE = [(40, 960), (100, 960), (160, 960), (220, 960)]
"""The last trick, laid together at the edge of the picture."""


def surplus(proposal: TrickProposal) -> list[str]:
    return sorted(f"{s.card} {s.reason} {s.earlier.trick if s.earlier else ''}".strip() for s in proposal.surplus)


def played(proposal: TrickProposal) -> str:
    return " ".join(str(c.card) for c in proposal.cards)


def two_corners(card: str, at: tuple[float, float], confidence: float = 0.99) -> CardSighting:
    """A card seen at two of its corners."""
    one = seen(card, at, confidence)
    other = seen(card, (at[0] + 60, at[1] + 90), confidence)
    x0, y0, x1, y1 = (*one.box_xyxy[:2], *other.box_xyxy[2:])
    return replace(one, indices=(*one.indices, *other.indices), box_xyxy=(x0, y0, x1, y1))


def test_the_last_trick_at_the_edge_is_told_from_the_one_that_is_played() -> None:
    state = hand_in_play("N 2H AH 3H 4H")
    last = [seen(name, at, 0.999) for name, at in zip(("2H", "AH", "3H", "4H"), EDGE, strict=True)]
    proposal = proposed(state, *last, *cross("5C", "6C", "7C", "8C"))
    assert played(proposal) == "8C 5C 6C 7C" and not proposal.seats_open
    assert surplus(proposal) == ["2H gone 1", "3H gone 1", "4H gone 1", "AH gone 1"]
    assert not proposal.ready and proposal.without_surplus().ready


def test_the_last_trick_fills_no_place_of_a_card_that_was_not_seen() -> None:
    state = hand_in_play("N 2H AH 3H 4H")
    last = [seen(name, at) for name, at in zip(("2H", "AH"), EDGE, strict=False)]
    proposal = proposed(state, *last, *cross("5C", "6C", "7C", "8C")[:3])
    assert [c.state for c in proposal.cards].count("missing") == 1
    assert surplus(proposal) == ["2H gone 1", "AH gone 1"]


def test_a_single_card_that_is_gone_may_be_this_trick_s_misread() -> None:
    """Five places: three clear cards, a gone one, and a far one of which little speaks for a card in play."""
    state = hand_in_play("N 2H AH 3H 4H")
    rest = cross("2H", "6C", "7C", "8C")
    faint = seen("3H", (950, 950), 0.7, ("AH", 0.2))
    proposal = proposed(state, *rest, faint)
    assert proposal.of(Seat.S).reason == "gone"
    assert surplus(proposal) == ["3H gone 1"]


def test_two_corners_of_one_card_with_different_names_are_one_card_in_question() -> None:
    north = seen("9D", PLACES[Seat.N], 0.97, ("3D", 0.02))
    other = seen("3D", (560, 290), 0.94, ("9D", 0.05))
    rest = [two_corners(name, PLACES[seat]) for name, seat in (("2H", Seat.S), ("3H", Seat.W), ("KH", Seat.E))]
    proposal = proposed(hand_in_play(), other, *rest, north)
    entry = proposal.of(Seat.N)
    assert (str(entry.card), entry.state, entry.reason) == ("9D", "doubtful", "two_names")
    assert offered(proposal, Seat.N) == "9D 3D"
    assert entry.box_xyxy == (490, 190, 570, 300), "the box covers both corners"
    assert proposal.surplus == () and not proposal.seats_open


def test_a_doubtful_corner_beside_a_sure_card_is_set_aside_and_the_card_stands() -> None:
    north = seen("9D", PLACES[Seat.N], 0.97, ("3D", 0.02))
    corner = seen("3D", (560, 290), 0.7, ("9D", 0.05))
    rest = [two_corners(name, PLACES[seat]) for name, seat in (("2H", Seat.S), ("3H", Seat.W), ("KH", Seat.E))]
    proposal = proposed(hand_in_play(), corner, *rest, north)
    assert proposal.of(Seat.N).state == "sure" and not proposal.ready
    assert [(str(s.card), s.reason, str(s.of)) for s in proposal.surplus] == [("3D", "corner", "9D")]
    gone = proposed(hand_in_play("N 9D KD 3S 4S"), corner, *rest, north)
    assert (gone.of(Seat.N).reason, offered(gone, Seat.N)) == ("gone", "3D"), (
        "of a sure card that is gone it may be the name"
    )


def test_two_sure_cards_are_not_one_while_a_doubtful_place_may_be_too_much() -> None:
    """Nine and three of diamonds lie close, both sure; the faint place is what is too many."""
    near = [seen("9D", PLACES[Seat.N], 0.97, ("3D", 0.02)), seen("3D", (560, 290), 0.94, ("9D", 0.05))]
    rest = [two_corners(name, PLACES[seat]) for name, seat in (("2H", Seat.S), ("3H", Seat.W))]
    proposal = proposed(hand_in_play(), *near, *rest, seen("KC", (950, 950), 0.7))
    assert all(c.state == "sure" for c in proposal.cards)
    assert surplus(proposal) == ["KC extra"]


def test_corners_that_cannot_be_one_card_stay_a_card_too_many() -> None:
    """Out of one card's reach, or of quite another name, or beside a card that shows both its corners."""
    rest = [two_corners(name, PLACES[seat]) for name, seat in (("2H", Seat.S), ("3H", Seat.W), ("KH", Seat.E))]
    far = proposed(hand_in_play(), *rest, seen("9D", PLACES[Seat.N]), seen("3D", (950, 950), 0.8))
    other = proposed(hand_in_play(), *rest, seen("9D", PLACES[Seat.N]), seen("KC", (560, 290), 0.8))
    both = proposed(hand_in_play(), *rest, two_corners("9D", PLACES[Seat.N]), two_corners("3D", (520, 300), 0.95))
    assert [surplus(p) for p in (far, other, both)] == [["3D extra"], ["KC extra"], ["3D extra"]]


def test_a_second_place_of_a_name_is_beyond_the_trick() -> None:
    again = seen("KH", (950, 950), 0.8, ("QH", 0.1))
    assert surplus(proposed(hand_in_play(), *cross("2H", "3H", "AH", "KH"), again)) == ["KH twice"]
    assert len(proposed(hand_in_play(), *cross("2H", "3H", "AH", "KH"), again).conflicts) == 1


def test_a_doubtful_card_in_play_stays_before_one_that_is_out_of_the_pack() -> None:
    state = hand_in_play(variant=short_pack(44))
    doubtful = seen("6H", PLACES[Seat.S], 0.65, ("8H", 0.2))
    proposal = proposed(state, doubtful, *cross("2H", "5H", "AH", "KH")[1:], seen("2C", (950, 950), 0.999))
    assert played(proposal) == "AH KH 6H 5H"
    assert surplus(proposal) == ["2C not_in_pack"]


def test_naming_a_card_takes_it_out_of_what_is_too_much() -> None:
    proposal = proposed(hand_in_play(), *cross("2H", "3H", "AH", "KH"), seen("KC", (950, 950), 0.8))
    assert proposal.with_card(Seat.E, Card.parse("KC")).ready
    assert proposal.with_card(Seat.E, Card.parse("KC")).event().cards == cards("AH KC 2H 3H")
