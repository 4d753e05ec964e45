"""Players of any variant who answer what `don enter` asks, as people at the table would: they see only the prompts.

What is legal to play is worked out here (RULES.md 2.1, 3.3).
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from scorer.cards import Card, Suit, pack_of
from scorer.seats import Seat, next_in
from scorer.variant import Variant

WORDS = {"North": Seat.N, "East": Seat.E, "South": Seat.S, "West": Seat.W}


@dataclass
class Players:
    """Deal, play and answer. `hands`: so many are played, then they stop."""

    rng: random.Random
    variant: Variant
    hands: int = 1
    told: list[str] = field(default_factory=list)
    """The tricks as they were told."""
    dealt: int = 0
    stacks: dict[Seat, list[list[Card]]] = field(default_factory=dict)
    held: dict[Seat, list[Card]] = field(default_factory=dict)
    at_the_deal: dict[Seat, list[Card]] = field(default_factory=dict)
    turned_up: list[tuple[Seat, int, Card]] = field(default_factory=list)

    def answer(self, prompt: str, _pending: str) -> str:
        """What they say to a question."""
        if "pitches first" in prompt:
            return str(self.variant.seats[0])
        if prompt.startswith("Hand "):
            return self._deal()
        if (asked := re.match(r"(\w+)'s face-up cards", prompt)) is not None:
            return " ".join(map(str, self.at_the_deal[WORDS[asked[1]]]))
        if "call as trumps" in prompt:
            return self.rng.choice(["C", "diamonds", "H", "call S"])
        if (asked := re.match(r"(\w+) turns up stack (\d+)", prompt)) is not None:
            seat, number = WORDS[asked[1]], int(asked[2])
            (card,) = self.stacks[seat][number - 1]
            self.turned_up.append((seat, number, card))
            return str(card)
        asked = re.match(r"Trick \d+, \w+ (?:leads|pitches): cards of ([NESW ]+):", prompt)
        if asked is not None:
            return self._trick(Seat(asked[1][0]))
        assert "is over" in prompt, prompt
        return "stop"

    def face_up(self) -> dict[Seat, list[Card | None]]:
        """What lies up on each stack."""
        return {seat: [stack[-1] if stack else None for stack in stacks] for seat, stacks in self.stacks.items()}

    def _deal(self) -> str:
        if self.dealt == self.hands:
            return "stop"
        self.dealt += 1
        pack = list(pack_of(self.variant.pack).cards)
        self.rng.shuffle(pack)
        for seat in self.variant.seats:
            self.stacks[seat] = [[pack.pop(), pack.pop()] for _ in range(self.variant.stacks_each)]
            self.held[seat] = [pack.pop() for _ in range(self.variant.cards_each - 2 * self.variant.stacks_each)]
            self.at_the_deal[seat] = [stack[-1] for stack in self.stacks[seat]]
        return ""

    def _trick(self, leader: Seat) -> str:
        played: list[Card] = []
        for place in range(len(self.variant.seats)):
            seat = next_in(self.variant.seats, leader, place)
            played.append(self._play(seat, played[0].suit if played else None))
        self.told.append(f"{leader} {' '.join(map(str, played))}")
        return " ".join(map(str, played))

    def _play(self, seat: Seat, led: Suit | None) -> Card:
        """Nobody plays twice to a trick, so a card turned up by this play is not available before the next."""
        up = [stack[-1] for stack in self.stacks[seat] if stack]
        available = sorted([*self.held[seat], *up])
        card = self.rng.choice([card for card in available if card.suit is led] or available)
        if card in self.held[seat]:
            self.held[seat].remove(card)
        else:
            next(stack for stack in self.stacks[seat] if stack and stack[-1] == card).pop()
        return card
