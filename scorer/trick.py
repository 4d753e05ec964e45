"""One trick: who wins it, what it pegs, what its cards count for game (RULES.md 2.2 and 2.8)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorer.cards import Card, Suit
from scorer.seats import Side
from scorer.variant import Variant

TRUMP_CARD = "trump_card"
PLAIN_CARD = "plain_card"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why points were pegged: what for, in which trick, for which card, and the section of the rules."""

    code: str
    trick: int | None
    card: Card | None
    rule: str


@dataclass(frozen=True, slots=True)
class Peg:
    """Points for a side with their reason; every point of a game is in one of these."""

    side: Side
    points: int
    reason: Reason


def winner_index(cards: Sequence[Card], trump: Suit) -> int:
    """The place (from 0) of the card that wins: the highest trump, else the highest of the suit led (RULES.md 2.2)."""
    best = 0
    for place in range(1, len(cards)):
        if beats(cards[place], cards[best], trump):
            best = place
    return best


def beats(card: Card, best: Card, trump: Suit) -> bool:
    """Whether ``card``, played later, beats the best card of the trick so far."""
    if card.suit is best.suit:
        return card.rank > best.rank
    return card.suit is trump


def card_points(card: Card, trump: Suit, variant: Variant) -> int:
    """What a card pegs for the side that wins it (RULES.md 2.8)."""
    values = variant.trump_values if card.suit is trump else variant.plain_values
    return values.get(card.rank, 0)


def trick_pegs(cards: Iterable[Card], trump: Suit, side: Side, number: int, variant: Variant) -> tuple[Peg, ...]:
    """One `Peg` for each card of the trick that scores, in the order in which they were played."""
    pegs = []
    for card in cards:
        points = card_points(card, trump, variant)
        if points:
            code = TRUMP_CARD if card.suit is trump else PLAIN_CARD
            pegs.append(Peg(side, points, Reason(code, number, card, "2.8")))
    return tuple(pegs)


def game_count(cards: Iterable[Card], variant: Variant) -> int:
    """What cards count for game, trumps and plain suits alike (RULES.md 2.8)."""
    values = variant.game_values
    return sum(values.get(card.rank, 0) for card in cards)
