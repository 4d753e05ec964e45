"""The cards of a proposed trick: what each was read as, whether it can be, and which names to offer first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from models.hand_facts import EarlierCard, HandFacts
from models.likely_trick import Names, Place, likely_names
from models.reading import BoxXyxy, CardSighting
from scorer.cards import Card
from scorer.seats import Seat

State = Literal["sure", "doubtful", "impossible", "missing", "chosen"]
Mistake = Literal["this", "earlier"]
ENOUGH = 5
"""At most so many suggestions are offered for a card."""


@dataclass(frozen=True, slots=True)
class ProposedCard:
    """One seat's card in a proposed trick.

    `state`: `sure` and `doubtful` as the reader saw it, `impossible` (gone already, not in the pack, or twice in this
    trick), `missing` (no card seen there), `chosen` (named by a person). `reason` is a code: `read`, `unclear`,
    `two_names` (its corners say different names), `two_places` (its name stands in two places), `gone`, `not_in_pack`,
    `twice`, `not_seen`, `by_hand`. `suggestions` are the names the card can have, the likeliest first; `read` all names
    as the reader gave them, with their probabilities. Of a card that is `gone`, `earlier` is where, and `mistake` which
    of the two is likelier wrong: `this` one or the `earlier`.
    """

    seat: Seat
    card: Card | None
    state: State
    confidence: float
    reason: str
    suggestions: tuple[Card, ...] = ()
    box_xyxy: BoxXyxy | None = None
    read: Names = ()
    earlier: EarlierCard | None = None
    mistake: Mistake | None = None
    indices_xyxy: tuple[BoxXyxy, ...] = ()
    """Where its indices were seen, as far as that is known; `box_xyxy` covers them."""

    @property
    def settled(self) -> bool:
        """Whether nobody need be asked about this card."""
        return self.state in ("sure", "chosen")

    @property
    def likely(self) -> Card | None:
        """The card to offer first; the one read where there is no other."""
        return self.card if self.settled or not self.suggestions else self.suggestions[0]


@dataclass(frozen=True, slots=True)
class SurplusCard:
    """A card seen beyond one a player.

    `reason`: `gone` (in an `earlier` trick, which may still lie there), `not_in_pack`, `twice` (its name stands in the
    trick too), `corner` (a doubtful name, perhaps for the other corner of the sure card `of`), `extra`.
    """

    card: Card
    confidence: float
    reason: str
    box_xyxy: BoxXyxy
    read: Names = ()
    earlier: EarlierCard | None = None
    of: Card | None = None


@dataclass(frozen=True, slots=True)
class Conflict:
    """One name read in several places that cannot be one card; each place has its box, its confidence and its names."""

    card: Card
    places: tuple[ProposedCard | SurplusCard, ...]


def names_read(seen: CardSighting) -> Names:
    """All names of a sighting with the mean probability over its indices, likeliest first."""
    own = [next((p for card, p in index.cards if card == seen.card), 0.0) for index in seen.indices]
    first = (seen.card, sum(own) / len(own) if own else seen.confidence)
    return tuple(sorted((first, *seen.runners_up), key=lambda name: (-name[1], name[0])))


def as_read(seat: Seat, seen: CardSighting) -> ProposedCard:
    """A seat's card before it is weighed against the hand."""
    state: State = "sure" if seen.sure else "doubtful"
    if seen.sure:
        reason = "read"
    elif seen.conflict:
        reason = "two_places"
    else:
        reason = "two_names" if any(i.cards[0][0] != seen.card for i in seen.indices) else "unclear"
    indices = tuple(index.box_xyxy for index in seen.indices)
    return ProposedCard(
        seat, seen.card, state, seen.confidence, reason, (), seen.box_xyxy, names_read(seen), indices_xyxy=indices
    )


def not_seen(seat: Seat) -> ProposedCard:
    """A seat without a card."""
    return ProposedCard(seat, None, "missing", 0.0, "not_seen")


def judged(cards: Sequence[ProposedCard], facts: HandFacts, seats_known: bool) -> tuple[ProposedCard, ...]:
    """The cards of a trick in order of play, what cannot be marked so, and the names of each in order of likelihood."""
    checked = [_checked(card, cards, facts) for card in cards]
    places = [Place(c.seat, c.read, c.card if c.settled else None) for c in checked]
    likely = likely_names(places, facts, seats_known)
    return tuple(
        replace(card, suggestions=_settled_names(card, facts) if card.settled else names[:ENOUGH])
        for card, names in zip(checked, likely, strict=True)
    )


def _settled_names(card: ProposedCard, facts: HandFacts) -> tuple[Card, ...]:
    """The card itself, then what else it was read as, for who taps it to change it."""
    names = [card.card, *(name for name, _ in card.read)]
    return tuple(dict.fromkeys(name for name in names if name is not None and facts.can_come(name)))[:ENOUGH]


def _checked(card: ProposedCard, trick: Sequence[ProposedCard], facts: HandFacts) -> ProposedCard:
    """Marked where it cannot be; a sure card is not put in doubt by a doubtful one of its name."""
    if card.card is None:
        return card
    if card.card not in facts.pack:
        return replace(card, state="impossible", reason="not_in_pack")
    if card.card in facts.gone:
        earlier = facts.gone[card.card]
        mistake = card.mistake or _likelier_mistake(card, earlier)
        return replace(card, state="impossible", reason="gone", earlier=earlier, mistake=mistake)
    rivals = [other for other in trick if other.seat is not card.seat and other.card == card.card]
    if rivals and not (card.settled and not any(other.settled for other in rivals)):
        return replace(card, state="impossible", reason="twice")
    if card.state == "impossible":
        return replace(card, state="doubtful", reason="unclear")
    return card


def _likelier_mistake(card: ProposedCard, earlier: EarlierCard) -> Mistake:
    """A card that lies there now is seen now: the earlier entry is likelier wrong, unless it is the better one."""
    better = earlier.confidence is not None and earlier.confidence > card.confidence
    return "this" if not card.settled or earlier.source == "by_hand" or better else "earlier"
