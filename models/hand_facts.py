"""What a hand in play says of its next trick: whose turn it is, which cards can still come, who has run out of a suit.

Taken from the rules of Don (RULES.md 2.1): the suit led is followed by who can, else any card may be played; trumps
need not be played, so they say nothing of what comes next. In Blind Don cards turn up during play: there a discard
proves nothing of later tricks (RULES.md 4.4).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from scorer.cards import Card, Pack, Suit, pack_of
from scorer.frozenmap import FrozenMap
from scorer.hand import HandState
from scorer.layout import SeatCards, Stage
from scorer.match import MatchState
from scorer.seats import Seat
from scorer.variant import Variant

Source = Literal["read", "by_hand", "unknown"]


@dataclass(frozen=True, slots=True)
class EarlierCard:
    """A card that went earlier in the hand: in which trick (from 1), by whom, and how it came into the record.

    `source`: `read` by the camera with that `confidence` (0..1) and those other names its reading had, likeliest
    first; named `by_hand`; or `unknown`, as after a match was gone on with. `seat` is None where it was open.
    """

    trick: int
    seat: Seat | None
    source: Source = "unknown"
    confidence: float | None = None
    runners_up: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class HandFacts:
    """What is known before a trick.

    `seats`: the players, the leader first if `leader_known`. `held`: how many cards a player can choose from. `gone`:
    each card of the hand's earlier tricks. `void`: suits that a player did not follow. `hand`: the hand in play, for
    what is known of the players' cards; None before it is dealt.
    """

    seats: tuple[Seat, ...]
    pack: Pack
    held: FrozenMap[Seat, int]
    gone: FrozenMap[Card, EarlierCard] = field(default_factory=FrozenMap)
    void: FrozenMap[Seat, frozenset[Suit]] = field(default_factory=FrozenMap)
    hand: HandState | None = None
    leader_known: bool = True

    def can_come(self, card: Card) -> bool:
        """Whether the card is in the pack and not gone."""
        return card in self.pack and card not in self.gone

    def unseen(self, suit: Suit | None = None) -> int:
        """How many cards can still come, of one suit or of all."""
        return sum(card not in self.gone for card in self.pack.cards if suit is None or card.suit is suit)

    def after(self, cards: Mapping[Card, EarlierCard]) -> HandFacts:
        """What is known once `cards` have gone too, whoever won that trick."""
        held = FrozenMap({seat: max(1, count - 1) for seat, count in self.held.items()})
        return replace(self, gone=FrozenMap({**self.gone, **cards}), held=held, leader_known=False)


def facts_before_deal(variant: Variant) -> HandFacts:
    """What is known of a hand that is still to be dealt."""
    held = FrozenMap(dict.fromkeys(variant.seats, variant.tricks))
    return HandFacts(variant.seats, pack_of(variant.pack), held, leader_known=False)


def facts_of(state: MatchState, entered: Mapping[int, Mapping[Seat, EarlierCard]] | None = None) -> HandFacts:
    """What the hand in play says; `entered` tells, by trick and seat, how earlier cards came into the record.

    Raises `ValueError` where no hand is in play.
    """
    hand = state.hand
    if hand is None:
        raise ValueError("No hand is in play: deal first.")
    start = state.seats.index(hand.leader)
    left = state.variant.tricks - len(hand.tricks)
    return HandFacts(
        seats=(*state.seats[start:], *state.seats[:start]),
        pack=pack_of(state.variant.pack),
        held=FrozenMap({seat: _held(hand, seat, left) for seat in state.seats}),
        gone=_gone(hand, entered or {}),
        void=_void(hand),
        hand=hand,
    )


def _gone(hand: HandState, entered: Mapping[int, Mapping[Seat, EarlierCard]]) -> FrozenMap[Card, EarlierCard]:
    gone = {}
    for trick in hand.tricks:
        known = entered.get(trick.number, {})
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            gone[card] = known.get(seat, EarlierCard(trick.number, seat))
    for seat, card in hand.current:
        gone[card] = EarlierCard(len(hand.tricks) + 1, seat)
    return FrozenMap(gone)


def _void(hand: HandState) -> FrozenMap[Seat, frozenset[Suit]]:
    """The suits that each player did not follow; nobody's in Blind Don."""
    void: dict[Seat, frozenset[Suit]] = {}
    if hand.table is None:
        for trick in hand.tricks:
            led = trick.cards[0].suit
            for seat, card in zip(trick.seats, trick.cards, strict=True):
                if card.suit is not led:
                    void[seat] = void.get(seat, frozenset()) | {led}
    return FrozenMap(void)


def _held(hand: HandState, seat: Seat, left: int) -> int:
    """How many cards a player can choose from: all of his, in Blind Don those that are not face down."""
    return left if hand.table is None else max(1, min(left, _available(hand.table[seat])))


def _available(cards: SeatCards) -> int:
    open_stacks = sum(stack.stage in (Stage.COVERED, Stage.OPEN) for stack in cards.stacks)
    return open_stacks + cards.hand_left + cards.blind_left
