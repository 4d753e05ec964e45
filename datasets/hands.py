"""Whole legal hands of Don, played at random but by the rules: material for pictures with a known truth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scorer.cards import Card, Suit, pack_of
from scorer.seats import FOUR_HANDED, Seat
from scorer.trick import winner_index


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand as it was played: who pitched, and each trick's leader and cards in order from the leader."""

    pitcher: Seat
    tricks: tuple[tuple[Seat, tuple[Card, ...]], ...]


def play_hand(seed: int, pitcher: Seat, cards_each: int = 9) -> PlayedHand:
    """Four players follow suit where they can and otherwise play any card (RULES.md 2)."""
    rng = np.random.default_rng([seed, 0xD0])
    pack = pack_of(52).cards
    dealt = [pack[int(k)] for k in rng.permutation(52)[: 4 * cards_each]]
    hands = {seat: dealt[n * cards_each : (n + 1) * cards_each] for n, seat in enumerate(FOUR_HANDED)}
    leader, trump = pitcher, None
    tricks = []
    for _ in range(cards_each):
        cards: list[Card] = []
        order = [FOUR_HANDED[(FOUR_HANDED.index(leader) + k) % 4] for k in range(4)]
        for seat in order:
            card = _pick(hands[seat], cards[0].suit if cards else None, rng)
            hands[seat].remove(card)
            cards.append(card)
        trump = trump or cards[0].suit
        tricks.append((leader, tuple(cards)))
        leader = order[winner_index(cards, trump)]
    return PlayedHand(pitcher, tuple(tricks))


def _pick(hand: list[Card], led: Suit | None, rng: np.random.Generator) -> Card:
    suited = [card for card in hand if card.suit == led]
    choice = suited or hand
    return choice[int(rng.integers(len(choice)))]
