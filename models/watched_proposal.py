"""From the cards of a watched trick to its proposal: names by the vote, seats by the order in which they came."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from models.cards_on_table import LyingCard
from models.hand_facts import HandFacts
from models.merge import CARD_SPAN, long_side
from models.reading import CardSighting
from models.seat_order import Arrival, SeatPlaces, seat_by_order
from models.seating import Point
from models.trick_choice import choose_trick
from models.trick_reader import TrickProposal, propose_seated
from scorer.cards import Card

EARLY_S = 1.5
"""A card last seen so long before the others were is not surely of the trick."""
ASIDE = ("corner", "gone")
"""What lies there beyond a certain trick and is no question: corners of its cards, cards of earlier tricks."""
COVERED_S = 0.8
"""... unless another card came to lie near it within this time."""


@dataclass(frozen=True, slots=True)
class WatchedCard:
    """A card of a trick as it was seen where it was played, and when it came there (table seconds)."""

    sighting: CardSighting
    arrived: float
    from_on: float
    """From when on it may have lain there, hidden."""

    @property
    def doubted(self) -> WatchedCard:
        """The same card, to be asked about."""
        return replace(self, sighting=replace(self.sighting, status="doubtful"))


def propose_watched(
    cards: Sequence[WatchedCard], facts: HandFacts, places: SeatPlaces, final: bool = False
) -> TrickProposal:
    """The trick that `cards` make; `final`: nothing more will come, so what is missing was not seen."""
    played, surplus = choose_trick([card.sighting for card in cards], facts)
    if len(played) == len(facts.seats) and all(seen.sure and facts.can_come(seen.card) for seen in played):
        surplus = tuple(one for one in surplus if one.reason not in ASIDE)
    arrivals = [_arrival(seen, cards) for seen in played]
    missing = final and len(played) < len(facts.seats)
    players = facts.seats if final else facts.seats[: max(len(played), 1)]
    seating = seat_by_order(arrivals, players, places, missing, facts.leader_known)
    return propose_seated(played, seating, surplus, facts)


def centres_of(proposal: TrickProposal) -> dict[Card, Point]:
    """Where each card of a proposal lay: the middle of its indices, pixels of the picture."""
    boxes = {card.card: card.box_xyxy for card in proposal.cards}
    return {
        card: ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        for card, box in boxes.items()
        if card is not None and box is not None
    }


def learn_places(places: SeatPlaces, centres: Mapping[Card, Point], trick: int, facts: HandFacts) -> None:
    """Takes in where each player's card of a trick lay, as the trick was confirmed; not if a card or seat is open."""
    known = [
        (earlier.seat, centres[card])
        for card, earlier in facts.gone.items()
        if earlier.trick == trick and earlier.seat is not None and card in centres
    ]
    if len(known) == len(facts.seats):
        places.learn([seat for seat, _ in known], [centre for _, centre in known])


def same_proposal(one: TrickProposal, other: TrickProposal) -> bool:
    """Whether two proposals say the same, but for confidences."""
    return _gist(one) == _gist(other)


def _gist(proposal: TrickProposal) -> tuple[object, ...]:
    cards = tuple((card.seat, card.card, card.state) for card in proposal.cards)
    return proposal.ready, proposal.seats_open, cards, len(proposal.surplus)


def vanished_early(card: LyingCard, trick: Sequence[LyingCard]) -> bool:
    """Whether a hidden card was last seen long before the others of the trick, and none that came then covers it."""
    others = [c for c in trick if c is not card]
    if card.state != "hidden" or not others or card.until >= max(c.until for c in others) - EARLY_S:
        return False
    return not any(-0.1 <= c.arrived - card.until <= COVERED_S and _near(c, card) for c in others)


def _near(one: LyingCard, other: LyingCard) -> bool:
    """Whether two cards lie within one card's reach of each other."""
    (ax, ay), (bx, by) = one.sighting.centre, other.sighting.centre
    return math.hypot(ax - bx, ay - by) <= CARD_SPAN * long_side(one.boxes[0])


def _arrival(sighting: CardSighting, cards: Sequence[WatchedCard]) -> Arrival:
    """When the card or cards that a sighting was made from came to lie, and where."""
    boxes = {index.box_xyxy for index in sighting.indices}
    own = (card for card in cards if boxes & {index.box_xyxy for index in card.sighting.indices})
    first = min(own, key=lambda card: card.arrived)
    return Arrival(first.arrived, sighting.centre, first.from_on)
