"""Irregularities the record can prove (RULES.md 4.4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.cards import Suit
from scorer.hand import TrickRecord
from scorer.seats import Seat


@dataclass(frozen=True, slots=True)
class Revoke:
    """``seat`` didn't follow ``suit`` in one trick and played a card of it in a later one, which proves it."""

    seat: Seat
    trick: int
    suit: Suit
    proved_at_trick: int


def revokes_found(tricks: Sequence[TrickRecord]) -> tuple[Revoke, ...]:
    """Every revoke the tricks of a hand prove, in the order of the tricks; a discard alone proves nothing."""
    found = []
    for index, trick in enumerate(tricks):
        suit = trick.cards[0].suit
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            if card.suit is suit:
                continue
            proof = next((later for later in tricks[index + 1 :] if later.card_of(seat).suit is suit), None)
            if proof is not None:
                found.append(Revoke(seat, trick.number, suit, proof.number))
    return tuple(found)
