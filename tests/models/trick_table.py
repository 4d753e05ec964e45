"""A table for tests of proposed tricks: hands in play, sightings at the players' places, readings of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from models.reading import CardSighting, IndexSighting, Reading
from models.table_view import TableView
from models.trick_reader import TrickProposal, propose_trick
from scorer.cards import Card, Suit
from scorer.events import Call, Deal, Event, GameStart, Trick, start_of_match
from scorer.match import MatchState
from scorer.referee import replay
from scorer.seats import Seat
from scorer.variant import Variant, load_variant

PLACES = {Seat.S: (500, 800), Seat.W: (200, 500), Seat.N: (500, 200), Seat.E: (800, 500)}
"""Where each player's card lies when South sits at the picture's bottom edge."""


def cards(text: str) -> tuple[Card, ...]:
    """`AH 2H` as cards."""
    return tuple(Card.parse(name) for name in text.split())


def hand_in_play(
    *tricks: str, pitcher: Seat = Seat.N, variant: str | Variant = "nine_card_lancashire", deal: Deal | None = None
) -> MatchState:
    """A hand after some tricks, each written `LEADER card card card card`."""
    rules = load_variant(variant) if isinstance(variant, str) else variant
    events: list[Event] = [start_of_match("m", rules), GameStart(pitcher)]
    dealer = replay(events).dealer
    assert dealer is not None
    events.append(deal or Deal(dealer))
    if rules.trumps == "called":
        events.append(Call(Suit.HEARTS))
    for text in tricks:
        leader, played = text.split(maxsplit=1)
        events.append(Trick(Seat(leader), cards(played)))
    return replay(events)


def short_pack(size: int) -> Variant:
    """Irish Don with 48 or 44 cards."""
    return load_variant("irish_don", {"pack": size})


def seen(card: str, at: tuple[float, float], confidence: float = 0.99, *runners_up: tuple[str, float]) -> CardSighting:
    """A card at a place: one index, sure from a confidence of 0.9."""
    box = (at[0] - 10, at[1] - 10, at[0] + 10, at[1] + 10)
    names = tuple((Card.parse(name), p) for name, p in runners_up)
    index = IndexSighting(box, 0.9, ((Card.parse(card), confidence), *names), 0.0)
    return CardSighting(Card.parse(card), "sure" if confidence >= 0.9 else "doubtful", confidence, names, box, (index,))


def cross(south: str, west: str, north: str, east: str) -> list[CardSighting]:
    """Four clear cards at the players' places."""
    names = {Seat.S: south, Seat.W: west, Seat.N: north, Seat.E: east}
    return [seen(name, PLACES[seat]) for seat, name in names.items()]


def reading_of(sightings: Sequence[CardSighting]) -> Reading:
    """A reading of 1000 by 1000 pixels."""
    return Reading(tuple(sightings), 100.0, 10.0, (1000, 1000))


def proposed(
    state: MatchState,
    *sightings: CardSighting,
    bottom: Seat = Seat.S,
    entered: Mapping[int, TrickProposal] | None = None,
) -> TrickProposal:
    """What the sightings propose as the next trick."""
    return propose_trick(reading_of(sightings), state, TableView(bottom), entered)


def offered(proposal: TrickProposal, seat: Seat) -> str:
    """The suggestions for a seat, as `6H 9H`."""
    return " ".join(str(card) for card in proposal.of(seat).suggestions)
