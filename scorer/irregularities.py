"""Irregularities the record can prove (RULES.md 4.4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.cards import Suit
from scorer.hand import TrickRecord
from scorer.seats import Seat


@dataclass(frozen=True, slots=True)
class Revoke:
    """``seat`` didn't follow ``suit`` in one trick though able to, which is proved at another (or the same)."""

    seat: Seat
    trick: int
    suit: Suit
    proved_at_trick: int


def revokes_found(tricks: Sequence[TrickRecord]) -> tuple[Revoke, ...]:
    """Every revoke the tricks of a hand prove, in the order of the tricks; a discard alone proves nothing.

    A later card of the suit proves it. In Blind Don, where that card may have been face down, only what lay face up
    when the trick began proves it at once, and a card from the private hand when it is played.
    """
    found = []
    for index, trick in enumerate(tricks):
        suit = trick.cards[0].suit
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            if card.suit is suit:
                continue
            proof = _proof(tricks[index:], seat, suit)
            if proof is not None:
                found.append(Revoke(seat, trick.number, suit, proof))
    return tuple(found)


def _proof(tricks: Sequence[TrickRecord], seat: Seat, suit: Suit) -> int | None:
    """The trick that proves that ``seat`` could have followed suit in the first of these."""
    first = tricks[0]
    if first.face_up is not None and any(card.suit is suit for card in first.face_up[seat]):
        return first.number
    for later in tricks[1:]:
        card = later.card_of(seat)
        if card.suit is suit and (first.face_up is None or card in later.from_hand):
            return later.number
    return None
