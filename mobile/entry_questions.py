"""What is to be told next of a match entered by hand: found from the match alone, so that going on asks the same.

No Kivy and no words: `don enter` and the page of Blind Don ask in their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from scorer.cards import Card, pack_of
from scorer.hand import HandState
from scorer.layout import Stage, owner_of
from scorer.match import MatchState, Phase
from scorer.seats import Seat, next_in

Kind = Literal["pitcher", "choose", "deal", "row", "stack", "call", "cards", "reveal", "next_game", "over"]
Place = tuple[int, Seat, int]
"""A stack as it is asked about: number of the hand (from 1), seat, number of the stack (from 1; 0: the whole row)."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A card that a picture shows on a stack; None where it shows none there. Only a `sure` one needs no question."""

    card: Card | None
    sure: bool = False

    def __str__(self) -> str:
        return "?" if self.card is None else f"{self.card}" if self.sure else f"{self.card}*"


Offers = Mapping[tuple[Seat, int], Offer]
"""What a picture shows, by seat and stack (from 1)."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked, of whom, about which stack (from 1; 0: the row or none), and what a picture shows there."""

    kind: Kind
    seat: Seat | None = None
    stack: int = 0
    row: tuple[Offer, ...] = ()


def asked_next(state: MatchState, passed: Collection[Place], offers: Offers, one_by_one: bool = False) -> Asked:
    """What is to be told next. ``passed``: stacks that the table has left untold; ``offers``: what a picture shows.

    With ``one_by_one`` the cards that lie face up at the deal are asked for a stack at a time, never as a row.
    """
    if state.phase is Phase.GAME_OVER:
        return Asked("over" if state.match_over else "next_game")
    if state.pitcher is None:
        return Asked("choose", state.game.cut_winner) if state.game.choice else Asked("pitcher")
    if state.hand is None:
        return Asked("deal", state.dealer)
    return next(_at_the_table(state, state.hand, passed, offers, one_by_one))


def open_reveals(hand: HandState) -> Iterator[tuple[Seat, int]]:
    """The stacks whose bottom card was just turned up and is not told, by seat and number (from 1)."""
    if hand.table is not None and hand.begun and not hand.current:
        for seat, cards in hand.table.items():
            for number, stack in enumerate(cards.stacks, 1):
                if stack.stage is Stage.OPEN and stack.bottom is None:
                    yield seat, number


def unknown_cards(state: MatchState) -> tuple[Card, ...]:
    """The cards of the pack that weren't played in the hand and that nobody is known to have; all before the deal."""
    hand, pack = state.hand, pack_of(state.variant.pack).cards
    if hand is None:
        return tuple(pack)
    table = hand.table
    return tuple(
        card for card in pack if card not in hand.cards_gone and (table is None or owner_of(table, card) is None)
    )


def _at_the_table(
    state: MatchState, hand: HandState, passed: Collection[Place], offers: Offers, one_by_one: bool
) -> Iterator[Asked]:
    called = state.variant.trumps == "called"
    order = [next_in(state.seats, hand.pitcher, place) for place in range(len(state.seats))]
    if hand.table is not None and not hand.begun:
        for seat in order[:1] if called and hand.trump is None else order:
            yield from _layout(hand, seat, passed, offers, one_by_one)
    if called and hand.trump is None:
        yield Asked("call", hand.pitcher)
    for seat, number in open_reveals(hand):
        if (hand.number, seat, number) not in passed:
            yield Asked("reveal", seat, number, (offers.get((seat, number), Offer(None)),))
    yield Asked("cards", next_in(state.seats, hand.leader, len(hand.current)))


def _layout(
    hand: HandState, seat: Seat, passed: Collection[Place], offers: Offers, one_by_one: bool
) -> Iterator[Asked]:
    """The cards that lay face up before `seat` at the deal: the row at once, then what a picture leaves open in it."""
    assert hand.table is not None, "this variant has stacks"
    stacks = hand.table[seat].stacks
    unseen = [number for number, stack in enumerate(stacks, 1) if stack.top is None]
    row = tuple(offers.get((seat, number), Offer(None)) for number in range(1, len(stacks) + 1))
    offered = any(offer.card is not None for offer in row)
    whole_passed = (hand.number, seat, 0) in passed
    if len(unseen) == len(stacks) > 0 and not whole_passed and not one_by_one:
        yield Asked("row", seat, 0, row)
    if one_by_one and whole_passed:
        return
    for number in unseen if offered or one_by_one else ():
        if (hand.number, seat, number) not in passed:
            yield Asked("stack", seat, number, (row[number - 1],))
