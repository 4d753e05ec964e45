"""A reading becomes a proposed trick (`models.trick_reader`)."""

from __future__ import annotations

import pytest
from trick_table import PLACES, cards, cross, hand_in_play, offered, proposed, seen, short_pack

from models.trick_reader import TrickProposal, empty_proposal
from scorer.cards import Card
from scorer.events import GameStart, Trick, start_of_match
from scorer.referee import replay
from scorer.seats import Seat
from scorer.variant import load_variant


def test_a_clear_trick_is_ready_in_order_of_play() -> None:
    proposal = proposed(hand_in_play(), *cross("2H", "3H", "AH", "KH"))
    assert proposal.ready
    assert [(str(c.seat), str(c.card)) for c in proposal.cards] == [("N", "AH"), ("E", "KH"), ("S", "2H"), ("W", "3H")]
    assert proposal.event() == Trick(Seat.N, tuple(Card.parse(c) for c in ("AH", "KH", "2H", "3H")))


def test_the_winner_of_the_last_trick_leads() -> None:
    state = hand_in_play("N 2H AH 3H 4H")
    proposal = proposed(state, *cross("5C", "6C", "7C", "8C"))
    assert proposal.leader is Seat.E
    assert [str(c.card) for c in proposal.cards] == ["8C", "5C", "6C", "7C"]


def test_a_doubtful_card_is_asked_about_with_the_likely_first() -> None:
    south = seen("6H", PLACES[Seat.S], 0.55, ("8H", 0.3), ("9H", 0.1))
    proposal = proposed(hand_in_play("N 8H 2C 3C 4C"), south, *cross("2H", "3H", "AH", "KH")[1:])
    entry = proposal.of(Seat.S)
    assert not proposal.ready
    assert (entry.state, entry.reason) == ("doubtful", "unclear")
    assert [str(c) for c in entry.suggestions] == ["6H", "9H"], "the eight of hearts is gone"
    assert proposal.with_card(Seat.S, Card.parse("9H")).ready


def test_a_card_of_an_earlier_trick_is_impossible() -> None:
    proposal = proposed(hand_in_play("N 2H AH 3H 4H"), *cross("2H", "3C", "9C", "KC"))
    entry = proposal.of(Seat.S)
    assert (entry.state, entry.reason) == ("impossible", "gone")
    assert not proposal.ready
    assert entry.suggestions == (), "nothing else was read there"
    assert entry.earlier is not None
    assert (entry.earlier.trick, entry.earlier.seat, entry.earlier.source) == (1, Seat.N, "unknown")
    assert entry.mistake == "earlier", "what lies there now is seen now"


def confirmed(*sightings: str, by_hand: str = "", confidence: float = 0.95) -> TrickProposal:
    """The first trick of a hand as it was confirmed: North's card read so surely, or named by hand."""
    north, *others = (Card.parse(name) for name in sightings)
    first = [seen(str(north), PLACES[Seat.N], confidence, ("3S", 0.03), ("4S", 0.01))]
    rest = [seen(str(c), PLACES[s]) for c, s in zip(others, (Seat.E, Seat.S, Seat.W), strict=True)]
    proposal = proposed(hand_in_play(), *first, *rest)
    return proposal.with_card(Seat.N, Card.parse(by_hand)) if by_hand else proposal


@pytest.mark.parametrize(
    ("earlier", "confidence", "source", "mistake"),
    [
        (confirmed("2H", "AH", "3H", "4H"), 0.97, "read", "earlier"),
        (confirmed("2H", "AH", "3H", "4H"), 0.95, "read", "earlier"),
        (confirmed("2H", "AH", "3H", "4H"), 0.92, "read", "this"),
        (confirmed("2H", "AH", "3H", "4H"), 0.7, "read", "this"),
        (confirmed("5S", "AH", "3H", "4H", by_hand="2H"), 0.99, "by_hand", "this"),
        (confirmed("2C", "AH", "3H", "4H"), 0.93, "unknown", "earlier"),
        (confirmed("2C", "AH", "3H", "4H"), 0.7, "unknown", "this"),
    ],
)
def test_of_a_card_read_twice_in_a_hand_the_likelier_mistake_is_named(
    earlier: TrickProposal, confidence: float, source: str, mistake: str
) -> None:
    """`earlier` tells only of a trick that stands in the record as it was proposed."""
    south = seen("2H", PLACES[Seat.S], confidence, ("2D", 0.03), ("AH", 0.02))
    others = cross("2H", "3C", "9C", "KC")[1:]
    proposal = proposed(hand_in_play("N 2H AH 3H 4H"), south, *others, entered={1: earlier})
    entry = proposal.of(Seat.S)
    assert (entry.state, entry.reason, entry.mistake) == ("impossible", "gone", mistake)
    assert offered(proposal, Seat.S) == "2D"
    assert entry.earlier is not None and entry.earlier.source == source
    if source == "read":
        assert (entry.earlier.confidence, entry.earlier.runners_up) == (0.95, cards("3S 4S"))
    again = proposal.with_card(Seat.S, Card.parse("2D")).of(Seat.S)
    assert (again.state, again.earlier, again.mistake) == ("chosen", None, None)


def test_the_same_card_named_for_two_seats_is_impossible_until_one_changes() -> None:
    proposal = proposed(hand_in_play(), *cross("2H", "3H", "AH", "KH")).with_card(Seat.S, Card.parse("AH"))
    assert {proposal.of(s).state for s in (Seat.S, Seat.N)} == {"impossible"}
    mended = proposal.with_card(Seat.N, Card.parse("2H"))
    assert mended.of(Seat.S).card == Card.parse("AH")
    assert mended.complete
    assert mended.of(Seat.S).settled is False, "what was impossible is asked about again, not taken silently"


def test_three_cards_leave_a_seat_missing_and_the_seats_open() -> None:
    proposal = proposed(hand_in_play(), *cross("2H", "3H", "AH", "KH")[:3])
    assert [c.state for c in proposal.cards].count("missing") == 1
    assert proposal.seats_open
    assert not proposal.complete
    with pytest.raises(ValueError, match="missing"):
        proposal.event()


def test_a_fifth_card_is_surplus_and_never_dropped_silently() -> None:
    proposal = proposed(hand_in_play(), *cross("2H", "3H", "AH", "KH"), seen("9C", (900, 900), 0.6))
    assert [(str(s.card), s.reason) for s in proposal.surplus] == [("9C", "extra")]
    assert not proposal.ready
    assert proposal.without_surplus().ready


def test_swapping_seating_and_accepting_settle_the_seats() -> None:
    row = [seen(name, (100 + 200 * k, 500)) for k, name in enumerate(("AH", "KH", "2H", "3H"))]
    proposal = proposed(hand_in_play(), *row)
    assert proposal.seats_open
    seats = {Card.parse(c): s for c, s in zip(("AH", "KH", "2H", "3H"), (Seat.N, Seat.E, Seat.S, Seat.W), strict=True)}
    assert [str(c.card) for c in proposal.seated(seats).cards] == ["AH", "KH", "2H", "3H"]
    assert proposal.seated(seats).ready
    swapped = proposal.seated(seats).swapped(Seat.N, Seat.W)
    assert str(swapped.of(Seat.N).card) == "3H"
    assert proposal.seats_accepted().ready
    with pytest.raises(ValueError, match="seat of its own"):
        proposal.seated(dict.fromkeys(seats, Seat.N))


def test_an_empty_proposal_is_filled_by_hand() -> None:
    proposal = empty_proposal(hand_in_play())
    for seat, name in zip("NESW", ("AH", "KH", "2H", "3H"), strict=True):
        assert not proposal.ready
        proposal = proposal.with_card(Seat(seat), Card.parse(name))
    assert proposal.ready


def test_without_a_hand_nothing_is_proposed() -> None:
    state = replay([start_of_match("m", load_variant("nine_card_lancashire")), GameStart(Seat.N)])
    with pytest.raises(ValueError, match="deal first"):
        empty_proposal(state)


def test_the_likely_truth_of_the_whole_trick_is_offered_first() -> None:
    """Hearts are led and nobody has shown void: the doubtful diamond is likelier the heart of its rank."""
    south = seen("6D", PLACES[Seat.S], 0.6, ("6H", 0.35))
    proposal = proposed(hand_in_play(), south, *cross("2H", "3H", "AH", "KH")[1:])
    entry = proposal.of(Seat.S)
    assert (str(entry.card), entry.state, entry.reason) == ("6D", "doubtful", "unclear"), "never changed silently"
    assert offered(proposal, Seat.S) == "6H 6D"


def test_who_showed_void_is_not_taken_to_have_the_suit_again() -> None:
    """South threw a club on a heart in the first trick, so now it is likelier the diamond."""
    south = seen("6D", PLACES[Seat.S], 0.5, ("6H", 0.45))
    others = cross("2H", "3H", "AH", "KH")[1:]
    followed = proposed(hand_in_play("N QH 5H 9H 7H"), south, *others)
    void = proposed(hand_in_play("N QH 5H 9C 7H"), south, *others)
    assert (offered(followed, Seat.S), offered(void, Seat.S)) == ("6H 6D", "6D 6H")


def test_a_person_s_word_for_one_card_changes_what_is_likely_for_the_next() -> None:
    north = seen("AH", PLACES[Seat.N], 0.6, ("AD", 0.3))
    south = seen("6D", PLACES[Seat.S], 0.5, ("6H", 0.3))
    proposal = proposed(hand_in_play(), south, *cross("2H", "3C", "AH", "KS")[1:2], north, seen("KS", PLACES[Seat.E]))
    assert offered(proposal.with_card(Seat.N, Card.parse("AH")), Seat.S).startswith("6H")
    assert offered(proposal.with_card(Seat.N, Card.parse("AD")), Seat.S).startswith("6D")


def test_one_name_at_two_clear_places_is_reported_with_both() -> None:
    south = seen("AH", PLACES[Seat.S], 0.8, ("4H", 0.15))
    north = seen("AH", PLACES[Seat.N], 0.85, ("AD", 0.05))
    proposal = proposed(hand_in_play(), south, north, *(cross("2H", "3H", "AH", "KH")[k] for k in (1, 3)))
    (conflict,) = proposal.conflicts
    assert conflict.card == Card.parse("AH")
    assert {place.box_xyxy for place in conflict.places} == {south.box_xyxy, north.box_xyxy}
    assert {place.read[1] for place in conflict.places} == {(Card.parse("4H"), 0.15), (Card.parse("AD"), 0.05)}
    assert [proposal.of(s).state for s in (Seat.S, Seat.N)] == ["impossible", "impossible"]
    assert offered(proposal, Seat.N).startswith("AH"), "the ace lies once: likelier here"
    assert offered(proposal, Seat.S).startswith("4H")
    assert proposal.with_card(Seat.S, Card.parse("4H")).conflicts == ()


def test_a_doubtful_place_does_not_put_a_sure_card_of_its_name_in_doubt() -> None:
    weak = seen("AH", PLACES[Seat.S], 0.7, ("4H", 0.2))
    proposal = proposed(hand_in_play(), weak, *cross("2H", "3H", "AH", "KH")[1:])
    assert (proposal.of(Seat.N).state, proposal.of(Seat.S).state) == ("sure", "impossible")
    assert offered(proposal, Seat.S) == "4H"
    assert len(proposal.conflicts) == 1 and not proposal.ready


def test_a_card_that_is_not_in_the_pack_is_impossible() -> None:
    west = seen("3H", PLACES[Seat.W], 0.8, ("2H", 0.1), ("8H", 0.05))
    proposal = proposed(hand_in_play(variant=short_pack(44)), *cross("2H", "4H", "AH", "KH")[::2], west)
    assert [proposal.of(s).reason for s in (Seat.S, Seat.W)] == ["not_in_pack", "not_in_pack"]
    assert (offered(proposal, Seat.S), offered(proposal, Seat.W)) == ("", "8H")


def test_two_players_and_three_have_their_own_seats() -> None:
    """North and South alone, then East, South and West: nobody is given a card who does not play."""
    two = proposed(hand_in_play(variant="blind_don_burnley"), *cross("2H", "3H", "AH", "KH")[::2])
    assert two.ready and two.event().cards == cards("AH 2H")
    state = hand_in_play(pitcher=Seat.E, variant="blind_don_three")
    three = proposed(state, *(cross("2H", "3H", "AH", "KH")[k] for k in (0, 1, 3)))
    assert [c.seat for c in three.cards] == [Seat.E, Seat.S, Seat.W]
    assert three.event().cards == cards("KH 2H 3H")
    extra = proposed(state, *cross("2H", "3H", "AH", "KH"))
    assert [s.card for s in extra.surplus] and len(extra.cards) == 3
