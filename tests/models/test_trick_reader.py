"""A reading becomes a proposed trick (`models.trick_reader`)."""

from __future__ import annotations

import pytest

from models.reading import CardSighting, IndexSighting, Reading
from models.table_view import TableView
from models.trick_reader import TrickProposal, empty_proposal, propose_trick
from scorer.cards import Card
from scorer.events import Deal, Event, GameStart, Trick, start_of_match
from scorer.match import MatchState
from scorer.referee import replay
from scorer.seats import Seat
from scorer.variant import load_variant

PLACES = {Seat.S: (500, 800), Seat.W: (200, 500), Seat.N: (500, 200), Seat.E: (800, 500)}


def hand_in_play(*tricks: str, pitcher: Seat = Seat.N) -> MatchState:
    """A Lancashire hand after some tricks, each written `LEADER card card card card`."""
    events: list[Event] = [start_of_match("m", load_variant("nine_card_lancashire")), GameStart(pitcher), Deal(Seat.W)]
    for text in tricks:
        leader, *cards = text.split()
        events.append(Trick(Seat(leader), tuple(Card.parse(c) for c in cards)))
    return replay(events)


def seen(card: str, at: tuple[float, float], confidence: float = 0.99, *runners_up: tuple[str, float]) -> CardSighting:
    box = (at[0] - 10, at[1] - 10, at[0] + 10, at[1] + 10)
    names = tuple((Card.parse(name), p) for name, p in runners_up)
    index = IndexSighting(box, 0.9, ((Card.parse(card), confidence), *names), 0.0)
    return CardSighting(Card.parse(card), "sure" if confidence >= 0.9 else "doubtful", confidence, names, box, (index,))


def proposed(state: MatchState, *sightings: CardSighting, bottom: Seat = Seat.S) -> TrickProposal:
    reading = Reading(tuple(sightings), 100.0, 10.0, (1000, 1000))
    return propose_trick(reading, state, TableView(bottom))


def cross(south: str, west: str, north: str, east: str) -> list[CardSighting]:
    names = {Seat.S: south, Seat.W: west, Seat.N: north, Seat.E: east}
    return [seen(name, PLACES[seat]) for seat, name in names.items()]


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
    assert [str(s.card) for s in proposal.surplus] == ["9C"]
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
