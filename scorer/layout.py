"""Blind Don: what is known of each player's stacks and private hand while a hand is played (RULES.md 3.3, 4.4).

A face-down card is never available; one whose cover was played is turned up after all have played to the trick.
Nothing need be known: unseen cards are places (None) that a turned-up card fills.
"""

from dataclasses import dataclass, replace
from enum import IntEnum

from scorer.cards import Card
from scorer.events import Layout, SeatLayout
from scorer.frozenmap import FrozenMap
from scorer.seats import Seat
from scorer.variant import Variant


class Stage(IntEnum):
    """How far a stack has been played."""

    COVERED = 0
    UNCOVERING = 1
    """The top card is in the trick being played; the bottom card is still face down."""
    OPEN = 2
    GONE = 3


@dataclass(frozen=True, slots=True)
class Stack:
    """Two cards on the table, each None while it is unseen."""

    bottom: Card | None = None
    top: Card | None = None
    stage: Stage = Stage.COVERED

    @property
    def available(self) -> Card | None:
        """The face-up card that may be played, as far as it is known."""
        return self.top if self.stage is Stage.COVERED else self.bottom if self.stage is Stage.OPEN else None

    @property
    def unseen(self) -> bool:
        """Whether the card that may be played isn't known."""
        return self.stage in (Stage.COVERED, Stage.OPEN) and self.available is None

    @property
    def unseen_cards(self) -> int:
        """How many cards nobody has seen may be played from here; under a top never seen the bottom may be up too."""
        if not self.unseen:
            return 0
        return 1 + (self.stage is Stage.COVERED and self.bottom is None)

    @property
    def face_down(self) -> Card | None:
        """The bottom card, where it is known and certainly still covered."""
        covered = self.stage is Stage.UNCOVERING or (self.stage is Stage.COVERED and self.top is not None)
        return self.bottom if covered else None


@dataclass(frozen=True, slots=True)
class SeatCards:
    """One player's cards: the stacks, the private hand as far as known, and how many of his cards are unplaced.

    ``hand_left`` counts the hand, ``blind_left`` the table cards of the Russian form, which may be played unseen at
    any time. ``unplaced`` counts cards played from a place that isn't known.
    """

    stacks: tuple[Stack, ...]
    hand: frozenset[Card] | None
    hand_left: int
    blind_left: int = 0
    unplaced: int = 0

    @property
    def face_up(self) -> frozenset[Card]:
        """The cards on the table that are known to be available."""
        return frozenset(card for stack in self.stacks if (card := stack.available) is not None)

    @property
    def covered(self) -> frozenset[Card]:
        """The cards known to lie face down."""
        return frozenset(card for stack in self.stacks if (card := stack.face_down) is not None)

    @property
    def known(self) -> frozenset[Card]:
        """Every card known to be this player's and not yet played."""
        bottoms = (stack.bottom for stack in self.stacks if stack.stage is not Stage.GONE and stack.bottom is not None)
        return self.face_up | frozenset(bottoms) | (self.hand or frozenset())

    @property
    def free_places(self) -> int:
        """At most how many unseen cards this player can still play now."""
        unseen = sum(stack.unseen_cards for stack in self.stacks) + self.blind_left
        return unseen + (self.hand_left if self.hand is None else 0) - self.unplaced

    @property
    def only_hand_unseen(self) -> bool:
        """Whether a card not lying face up can only come from the private hand."""
        return self.hand_left > 0 and not self.blind_left and not any(stack.unseen for stack in self.stacks)


TableCards = FrozenMap[Seat, SeatCards]


def dealt_layout(variant: Variant, layout: Layout | None) -> TableCards | None:
    """The table after the deal, as far as the layout tells it; None in a variant without stacks."""
    if variant.blind_layout == "none":
        return None
    blank = SeatLayout(((None, None),) * variant.stacks_each)
    known: Layout = layout if layout is not None else FrozenMap()
    return FrozenMap({seat: _seat_cards(variant, known.get(seat, blank)) for seat in variant.seats})


def _seat_cards(variant: Variant, known: SeatLayout) -> SeatCards:
    stacks = tuple(Stack(bottom, top) for bottom, top in known.stacks)
    hand = None if known.hand is None else frozenset(known.hand)
    blind = variant.cards_each - 2 * variant.stacks_each - variant.hand_each
    return SeatCards(stacks, hand, variant.hand_each, blind)


def owner_of(table: TableCards, card: Card) -> Seat | None:
    """Whose card it is known to be."""
    return next((seat for seat, cards in table.items() if card in cards.known), None)


def from_hand(cards: SeatCards, card: Card) -> bool:
    """Whether the card certainly comes from the private hand."""
    if cards.hand is not None:
        return card in cards.hand
    return card not in cards.face_up and cards.only_hand_unseen


def play_from(cards: SeatCards, card: Card) -> SeatCards:
    """The player's cards after one was played; its place is found if it can be."""
    for number, stack in enumerate(cards.stacks):
        if stack.available == card:
            stage = Stage.UNCOVERING if stack.stage is Stage.COVERED else Stage.GONE
            return replace(cards, stacks=_with(cards.stacks, number, replace(stack, stage=stage)))
        if stack.bottom == card and stack.face_down is None:
            # Its cover was never seen, so it was one of the cards whose place wasn't known.
            gone = replace(stack, stage=Stage.GONE)
            return replace(cards, stacks=_with(cards.stacks, number, gone), unplaced=max(0, cards.unplaced - 1))
    if cards.hand is not None and card in cards.hand:
        return replace(cards, hand=cards.hand - {card}, hand_left=cards.hand_left - 1)
    if cards.hand is None and cards.only_hand_unseen:
        return replace(cards, hand_left=cards.hand_left - 1)
    return replace(cards, unplaced=cards.unplaced + 1)


def uncover(table: TableCards) -> TableCards:
    """After all have played to a trick: the bottom cards of the stacks played from are turned up."""
    return FrozenMap({seat: _uncovered(cards) for seat, cards in table.items()})


def _uncovered(cards: SeatCards) -> SeatCards:
    if all(stack.stage is not Stage.UNCOVERING for stack in cards.stacks):
        return cards
    opened = tuple(
        replace(stack, stage=Stage.OPEN) if stack.stage is Stage.UNCOVERING else stack for stack in cards.stacks
    )
    return replace(cards, stacks=opened)


def turned_up(cards: SeatCards, number: int, card: Card, before_play: bool) -> SeatCards | None:
    """The player's cards after a card of stack ``number`` (from 1) was turned up; None if none can be there.

    Before the first card it is the top of the stack, later the bottom, whose cover was played.
    """
    stack = cards.stacks[number - 1]
    if stack.stage is Stage.COVERED and stack.top is None:
        if before_play:
            return replace(cards, stacks=_with(cards.stacks, number - 1, replace(stack, top=card)))
        if not cards.unplaced or stack.bottom not in (None, card):
            return None
        opened = Stack(card, None, Stage.OPEN)
        return replace(cards, stacks=_with(cards.stacks, number - 1, opened), unplaced=cards.unplaced - 1)
    if stack.stage is Stage.COVERED:
        return cards if before_play and stack.top == card else None
    if stack.stage is not Stage.OPEN or stack.bottom not in (None, card):
        return None
    return replace(cards, stacks=_with(cards.stacks, number - 1, replace(stack, bottom=card)))


def _with(stacks: tuple[Stack, ...], index: int, stack: Stack) -> tuple[Stack, ...]:
    return (*stacks[:index], stack, *stacks[index + 1 :])
