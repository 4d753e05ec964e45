"""The likely truth of a whole trick: what the places were read as, weighed against what the game lets be.

All places are looked at together. A name counts for a place as much as the reader gave it, times how likely a player
is to play that card now (`HandFacts`); no card lies in two places, none is gone, all are of the pack. The weights only
put names in order: nothing becomes sure by them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from models.hand_facts import HandFacts
from scorer.cards import Card, Suit
from scorer.legality import check_followed, check_held
from scorer.seats import Seat

Names = tuple[tuple[Card, float], ...]
"""Cards with the reader's probability for each, likeliest first."""
Chance = Callable[[Seat, Card, Card | None], float]
"""Of a player's card after the one that was led (None: he leads, or what was led is not known)."""

AGAINST = 0.05
"""What is left of a name whose suit the player did not follow earlier: that entry may be wrong, or it was a revoke."""
REFUSED = 0.001
"""What is left of a name that the referee would refuse as the cards of the hand are known."""
MIDDLING = (0.03, 0.97)
"""The chance of following suit is never taken as smaller or greater than this."""
NONE_OF_THEM = 0.02
"""At least this probability is kept for a place's card being none of its names."""
CONSIDERED = 6
"""At most so many names of a place are weighed."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a trick: the names read there; `fixed` where its card needs no question. Nothing read: no names."""

    seat: Seat
    names: Names
    fixed: Card | None = None


def likely_names(places: Sequence[Place], facts: HandFacts, seats_known: bool) -> list[tuple[Card, ...]]:
    """For each place the names it can have, the likeliest first; for a fixed one its card alone.

    `places` in order of play. Without known seats it is only used that all but the leader tend to follow suit.
    """
    choices = [_choices(place, places, facts) for place in places]
    totals: list[dict[Card, float]] = [{} for _ in places]
    chances = _Chances(facts)
    for trick in itertools.product(*choices):
        cards = tuple(card for card, _ in trick)
        named = [card for card in cards if card is not None]
        if len(set(named)) < len(named):
            continue
        weight = math.prod(p for _, p in trick) * chances.of_trick(places, cards, seats_known and facts.leader_known)
        for total, card in zip(totals, cards, strict=True):
            if card is not None:
                total[card] = total.get(card, 0.0) + weight
    return [tuple(card for card, _ in sorted(total.items(), key=lambda name: (-name[1], name[0]))) for total in totals]


def _choices(place: Place, places: Sequence[Place], facts: HandFacts) -> list[tuple[Card | None, float]]:
    if place.fixed is not None:
        return [(place.fixed, 1.0)]
    taken = {other.fixed for other in places}
    names = [(card, p) for card, p in place.names if facts.can_come(card) and card not in taken][:CONSIDERED]
    return [*names, (None, max(NONE_OF_THEM, 1.0 - sum(p for _, p in names)))]


class _Chances:
    """How much likelier or less likely cards are than if any card in play might come (1.0)."""

    def __init__(self, facts: HandFacts) -> None:
        self._facts = facts
        self.of_player = cache(self._of_player)
        self.of_anybody = cache(self._of_anybody)

    def of_trick(self, places: Sequence[Place], cards: Sequence[Card | None], seats_known: bool) -> float:
        """Of the cards at the places; the mean over all leaders where the seats are not known."""
        if seats_known:
            return _led_by(0, places, cards, self.of_player)
        return sum(_led_by(k, places, cards, self.of_anybody) for k in range(len(places))) / len(places)

    def _of_player(self, seat: Seat, card: Card, led: Card | None) -> float:
        """With what is known of that player's cards."""
        void = self._facts.void.get(seat, frozenset())
        follows = MIDDLING[0] if led and led.suit in void else self._follows(led, self._facts.held[seat])
        chance = self._suited(card, led, follows)
        if card.suit in void and not (led and led.suit is card.suit):
            chance *= AGAINST
        hand = self._facts.hand
        if hand is not None and (check_held(hand, seat, card) or (led and check_followed(hand, seat, card, led))):
            chance *= REFUSED
        return chance

    def _of_anybody(self, seat: Seat, card: Card, led: Card | None) -> float:
        """Only by how many cards the players hold."""
        return self._suited(card, led, self._follows(led, self._facts.held[seat]))

    def _suited(self, card: Card, led: Card | None, follows: float) -> float:
        if led is None:
            return 1.0
        of_suit, others = self._behind(led.suit)
        if card.suit is led.suit:
            return follows * (of_suit + others) / max(1, of_suit)
        return (1.0 - follows) * (of_suit + others) / max(1, others)

    def _follows(self, led: Card | None, held: int) -> float:
        """Chance that somebody with so many cards has one of the suit, all unseen cards being alike."""
        if led is None:
            return 1.0
        of_suit, others = self._behind(led.suit)
        none = math.comb(others, held) / math.comb(of_suit + others, held) if of_suit + others >= held else 0.0
        return min(max(1.0 - none, MIDDLING[0]), MIDDLING[1])

    def _behind(self, suit: Suit) -> tuple[int, int]:
        """Cards that may lie with the others once one of the suit was led: of the suit, and of the rest."""
        of_suit = max(0, self._facts.unseen(suit) - 1)
        return of_suit, self._facts.unseen() - 1 - of_suit


def _led_by(leader: int, places: Sequence[Place], cards: Sequence[Card | None], chance: Chance) -> float:
    """The chances of all cards together, the one at that place being led."""
    product = 1.0
    for number, (place, card) in enumerate(zip(places, cards, strict=True)):
        if card is not None:
            product *= chance(place.seat, card, None if number == leader else cards[leader])
    return product
