"""Indices become cards: equal names at two corners of one card are one card; what two places cannot be is a conflict.

A pack holds each card once: where an unclear index seems to show a card that lies clearly elsewhere, its next name is
the likelier one.

Distances are measured in index lengths: two corners of one card lie at most `CARD_SPAN` lengths apart (a small index
is about an eighth of a card's diagonal; perspective adds some).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.reading import BoxXyxy, IndexSighting
from scorer.cards import Card

CARD_SPAN = 11.0
STRONG = 0.9
"""An index named with at least this probability may claim a doubtful neighbour for its own card."""
WEAK = 0.6
"""Only an index whose own best name has less than this may be claimed."""
HINT = 0.3
"""... and only by a neighbour whose name it gives at least this share of its best name's probability."""
NEXT = 0.2
"""A name that lies clearly elsewhere is struck where the next one has at least this share of its probability."""


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Indices that belong to one card: `named` show its name first, `claimed` only as a runner-up."""

    card: Card
    named: tuple[IndexSighting, ...]
    claimed: tuple[IndexSighting, ...] = ()
    conflict: bool = False

    @property
    def indices(self) -> tuple[IndexSighting, ...]:
        """All indices of the card, the best first."""
        return self.named + self.claimed


def long_side(box: BoxXyxy) -> float:
    """Length of a box's longer side in pixels."""
    return max(box[2] - box[0], box[3] - box[1], 1.0)


def apart(one: BoxXyxy, other: BoxXyxy) -> float:
    """Distance of two boxes' middles in lengths of the longer one."""
    dx, dy = (one[0] + one[2] - other[0] - other[2]) / 2, (one[1] + one[3] - other[1] - other[3]) / 2
    return math.hypot(dx, dy) / max(long_side(one), long_side(other))


def lengths_apart(a: IndexSighting, b: IndexSighting) -> float:
    """Distance of two indices' middles in lengths of the longer one."""
    return apart(a.box_xyxy, b.box_xyxy)


def probability(index: IndexSighting, card: Card) -> float:
    """The probability the index gives to a card (0 where the card is not among its likeliest)."""
    return next((p for c, p in index.cards if c == card), 0.0)


def strike_taken(indices: Sequence[IndexSighting]) -> list[IndexSighting]:
    """The indices, unclear ones without the names that a clear index out of one card's reach has."""
    clear = [i for i in indices if i.cards[0][1] >= STRONG]
    return [index if index.cards[0][1] >= WEAK else _without_taken(index, clear) for index in indices]


def _without_taken(index: IndexSighting, clear: Sequence[IndexSighting]) -> IndexSighting:
    taken = {other.cards[0][0] for other in clear if lengths_apart(index, other) > CARD_SPAN}
    struck: tuple[tuple[Card, float], ...] = ()
    left = index.cards
    while len(left) > 1 and left[0][0] in taken and left[1][1] >= NEXT * left[0][1]:
        struck, left = (*struck, left[0]), left[1:]
    if not struck:
        return index
    rest = 1 - sum(p for _, p in struck)
    return replace(index, cards=tuple((card, p / rest) for card, p in left), struck=struck)


def group_by_name(indices: Sequence[IndexSighting]) -> list[CardGroup]:
    """Indices of equal first name and one card's reach form a group; far apart they form groups in conflict.

    A strong place is not put in doubt by a weak one elsewhere: only the weak one is then in conflict.
    """
    clusters: dict[Card, list[list[IndexSighting]]] = {}
    for index in sorted(indices, key=lambda i: -i.cards[0][1]):
        places = clusters.setdefault(index.cards[0][0], [])
        near = next((p for p in places if lengths_apart(p[0], index) <= CARD_SPAN), None)
        if near is None:
            places.append([index])
        else:
            near.append(index)
    return [
        CardGroup(card, tuple(place), conflict=_in_conflict(number, places))
        for card, places in clusters.items()
        for number, place in enumerate(places)
    ]


def _in_conflict(number: int, places: list[list[IndexSighting]]) -> bool:
    """Whether a place (the strongest comes first) rivals another of the same name."""
    if number > 0 or len(places) == 1:
        return number > 0
    return places[1][0].cards[0][1] >= STRONG or places[0][0].cards[0][1] < STRONG


def claim_doubtful(groups: list[CardGroup]) -> list[CardGroup]:
    """Gives a weak group to a strong neighbour whose name its indices also suggest: the other corner of that card."""
    strong = [g for g in groups if max(i.cards[0][1] for i in g.named) >= STRONG]
    claims: dict[int, list[IndexSighting]] = {}
    left: list[CardGroup] = []
    for group in groups:
        owner = None
        if group not in strong:
            owner = max(
                (s for s in strong if s.card != group.card and _claims(s, group)),
                key=lambda s: probability(group.named[0], s.card),
                default=None,
            )
        if owner is None:
            left.append(group)
        else:
            claims.setdefault(id(owner), []).extend(group.named)
    return [CardGroup(g.card, g.named, tuple(claims.get(id(g), ())), g.conflict) for g in left]


def _claims(owner: CardGroup, group: CardGroup) -> bool:
    own = group.named[0].cards[0][1]
    hint = probability(group.named[0], owner.card)
    return (
        own < WEAK
        and hint >= HINT * own
        and len(owner.named) < 2
        and lengths_apart(owner.named[0], group.named[0]) <= CARD_SPAN
    )


def merge(indices: Sequence[IndexSighting]) -> list[CardGroup]:
    """Groups the indices of a picture into cards; the order is that of the groups' best probability."""
    groups = claim_doubtful(group_by_name(strike_taken(indices)))
    return sorted(groups, key=lambda g: -g.named[0].cards[0][1])
