"""The cards of the trick that is being played: which stand, which were taken back, whether they have left their places.

Times are table seconds; every question is answered for the time of the last look, `t`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from models.cards_on_table import LyingCard
from models.hand_facts import HandFacts
from models.merge import long_side
from models.reading import BoxXyxy, CardSighting
from models.trick_reader import TrickProposal
from models.watched_proposal import WatchedCard, vanished_early

CLEARED_S = 0.25
"""A trick whose cards are all gone for so long is cleared."""
SWEPT_S = 0.6
"""... or most of them, the rest being hidden."""
HIDDEN_S = 1.5
"""... or hidden, none being in its place."""
LEFT_BEHIND_S = 2.0
"""... or all but one, which may be a card that was never there."""
EMPTY_S = 1.0
"""An incomplete trick that is gone for so long was cleared, a lead alone was taken back."""
TAKEN_BACK_S = 1.5
"""A card that is gone for so long while others lie was taken back."""
LOST_S = 5.5
"""... or hidden for so long by no other card."""
REPLACED_S = 0.7
"""... or for less, where another card has lain there for so long since."""
KNOCKED = 2.0
"""Cards that moved alike within so many index lengths moved because the phone did."""


class WatchedTrick:
    """`cards` of the trick; `late` ones that came when it was whole; `back` those that were taken back.

    `offered`: what was proposed when it was complete; None before. Each card has a home: where it lay and how it was
    seen there.
    """

    def __init__(self, facts: HandFacts, leads: Sequence[LyingCard] = ()) -> None:
        self.facts = facts
        self.cards = list(leads)
        self.late: list[LyingCard] = []
        self.back: list[LyingCard] = []
        self.offered: TrickProposal | None = None
        self.t = 0.0
        self._homes: dict[int, tuple[frozenset[int], CardSighting]] = {}
        """Places at which a card lay, and how it was seen there, by its serial."""
        self._moved: dict[int, float] = {}
        """Since when a card lies elsewhere, by its serial."""

    # What stands

    @property
    def whole(self) -> bool:
        """Whether each player has a card in it; one that went in an earlier trick may only lie there again."""
        return self._countable(self.cards) >= len(self.facts.seats)

    @property
    def complete(self) -> bool:
        """Whether it is whole and all of that lies there, be it under a hand or another card."""
        return self._countable([card for card in self.cards if card.state != "gone"]) >= len(self.facts.seats)

    @property
    def closed_to_more(self) -> bool:
        """Whether a new card comes after this trick: it is whole, or all its cards are gone."""
        return self.whole or (len(self.cards) > 1 and all(card.state == "gone" for card in self.cards))

    @property
    def next_led(self) -> bool:
        """Whether a card that came late lies there."""
        return any(card.state == "lies" for card in self.late)

    @property
    def disturbed(self) -> bool:
        """Whether cards of it lie elsewhere now."""
        return bool(self._moved)

    @property
    def _worth_asking(self) -> bool:
        """Whether enough of an incomplete trick was seen for a person to be asked: two cards, one of them sure."""
        return self._countable(self.cards) >= 2 and any(card.voted.sure for card in self.cards)

    def _countable(self, cards: Sequence[LyingCard]) -> int:
        return sum(self.facts.can_come(card.card) for card in cards)

    def _at_home(self) -> int:
        """How many cards are to be seen where they were played."""
        return sum(card.state == "lies" and card.serial not in self._moved for card in self.cards)

    def watched(self, card: LyingCard) -> WatchedCard:
        """The card as it was seen where it was played."""
        moved = card.serial in self._moved
        return WatchedCard(self._homes[card.serial][1] if moved else card.voted, card.arrived, card.from_on)

    def vanished_early(self, card: LyingCard) -> bool:
        """Whether it was last seen long before the others, and no other card covers it."""
        others = (c for c in self.cards if self.facts.can_come(c.card) and c.serial not in self._moved)
        return vanished_early(card, list(others))

    # Cards come and go

    def admit(self, card: LyingCard) -> None:
        """Takes a card in, or behind the trick."""
        if card in self.back:
            self.back.remove(card)
        (self.late if self.closed_to_more else self.cards).append(card)

    def withdraw(self) -> list[LyingCard]:
        """Takes out the cards that were taken back; a card that came late takes their place in the trick."""
        taken = []
        for card in list(self.cards):
            if self._taken_back(card):
                self.cards.remove(card)
                self.back.append(card)
                taken.append(card)
        if self._at_home() > 1:
            self.late = [c for c in self.late if c.state != "gone" or self.t - c.state_since < EMPTY_S]
        while self.late and not self.whole and self._at_home() * 2 > len(self.cards):
            self.cards.append(self.late.pop(0))
        return taken

    def _taken_back(self, card: LyingCard) -> bool:
        lying = sum(other is not card and other.state == "lies" for other in self.cards)
        if lying + 1 == len(self.cards) and any(self._takes_place(late, card) for late in self.late):
            return True
        alone = not self._worth_asking and lying == 0
        patience = (EMPTY_S if alone else TAKEN_BACK_S) + (EMPTY_S if self.offered is not None else 0.0)
        gone = self.t - card.state_since >= (patience if card.state == "gone" else LOST_S) and self._lost(card)
        return gone and (alone or 2 * lying >= len(self.cards))

    def _takes_place(self, late: LyingCard, card: LyingCard) -> bool:
        """Whether a card that came late was laid in place of one taken back before."""
        lies = late.state == "lies" and self.t - late.arrived >= REPLACED_S
        return lies and self._lost(card) and card.until < late.arrived

    def _lost(self, card: LyingCard) -> bool:
        """Whether it is gone, or something that is no card of the trick lies over it."""
        return card.state == "gone" or self.vanished_early(card)

    # Where they lie

    def note_homes(self) -> None:
        """The cards that lie there now are at home."""
        for card in self.cards:
            if card.state == "lies" and card.serial not in self._moved:
                known = self._homes[card.serial][0] if card.serial in self._homes else frozenset()
                self._homes[card.serial] = (card.live | known, card.voted)

    def forget_homes(self) -> None:
        """The trick is not complete any more."""
        self.offered, self._homes = None, {}

    def note_moves(self) -> None:
        """Notes which cards are not at home; where all have moved alike, the phone has."""
        homes = self._homes
        away = [c for c in self.cards if c.state == "lies" and c.serial in homes and not c.live & homes[c.serial][0]]
        if len(away) >= 2 and self._knocked(away):
            for card in away:
                homes[card.serial] = (card.live, card.voted)
            away = []
        self._moved = {card.serial: self._moved.get(card.serial, self.t) for card in away}

    def _knocked(self, away: Sequence[LyingCard]) -> bool:
        """Whether all that is to be seen of the trick has moved alike, and nothing is gone."""
        if any(card.state == "gone" or (card.state == "lies" and card not in away) for card in self.cards):
            return False
        moves = [_move(self._homes[card.serial][1], card.boxes) for card in away]
        alike = KNOCKED * max(long_side(box) for card in away for box in card.boxes)
        return all(math.dist(a, b) <= alike for a, b in itertools.combinations(moves, 2))

    def cleared(self) -> bool:
        """Whether the cards have left their places for good."""
        away = [card for card in self.cards if card.state != "lies" or card.serial in self._moved]
        at_home, count = len(self.cards) - len(away), len(self.cards)
        if not away or (count > 2 and at_home > 1) or (count <= 2 and at_home):
            return False
        shortest = min(self.t - self._moved.get(card.serial, card.state_since) for card in away)
        hidden = sum(card.state == "hidden" for card in away)
        if at_home:
            patience = LEFT_BEHIND_S if self.offered is not None else 2 * LEFT_BEHIND_S
            long_gone = hidden == 0 and shortest >= patience
            if self.offered is not None:
                return self.next_led or long_gone
            return self._worth_asking and long_gone
        if self.offered is None:
            return self._worth_asking and shortest >= self._patience_for_incomplete(hidden)
        patience = CLEARED_S if hidden == 0 else SWEPT_S if 2 * hidden < count else HIDDEN_S
        return shortest >= patience or self.next_led

    def leave_behind(self) -> None:
        """Takes out what still lies in its place though all else is gone for long: it was no card of the trick."""
        lying = [card for card in self.cards if card.state == "lies" and card.serial not in self._moved]
        gone = [self.t - card.state_since for card in self.cards if card.state == "gone"]
        if len(lying) == 1 and len(gone) + 1 == len(self.cards) and min(gone, default=0.0) >= LEFT_BEHIND_S:
            self.cards.remove(lying[0])

    def _patience_for_incomplete(self, hidden: int) -> float:
        if hidden:
            return 4 * HIDDEN_S
        return EMPTY_S / 2 if self.next_led else EMPTY_S


def _move(before: CardSighting, now: Sequence[BoxXyxy]) -> tuple[float, float]:
    """How far a card has moved (pixels): the shortest way from an index before to one now."""
    boxes = [index.box_xyxy for index in before.indices]
    moves = ((b[0] - a[0] + b[2] - a[2], b[1] - a[1] + b[3] - a[3]) for a in boxes for b in now)
    dx, dy = min(moves, key=lambda move: math.hypot(*move))
    return dx / 2, dy / 2
