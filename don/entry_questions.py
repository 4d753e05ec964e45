"""What `don enter` asks next: found from the match alone, so that going on with a match asks the same."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from don.show import listed, name_of
from scorer.cards import Card
from scorer.hand import HandState
from scorer.layout import Stack, Stage
from scorer.match import MatchState, Phase
from scorer.seats import Seat, next_in
from scorer.texts import card_words

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
class Question:
    """A question: what is shown, whose stack it is about (0: the row), and what Enter alone takes, if anything."""

    kind: Kind
    text: str
    enter: str = ""
    seat: Seat | None = None
    stack: int = 0
    row: tuple[Offer, ...] = ()

    @property
    def prompt(self) -> str:
        """The question with what Enter does."""
        return f"{self.text} [Enter: {self.enter}]: " if self.enter else f"{self.text}: "


def next_question(state: MatchState, passed: Collection[Place], offers: Offers) -> Question:
    """What is to be told next. `passed`: stacks that the table has left untold; `offers`: what a picture shows."""
    if state.phase is Phase.GAME_OVER:
        return _after_the_game(state)
    if state.pitcher is None:
        return _pitch(state)
    hand = state.hand
    if hand is None:
        assert state.dealer is not None, "whoever pitches, somebody deals"
        number = len(state.hands) + 1
        text = f"Hand {number}: {name_of(state, state.dealer)} deals, {name_of(state, state.pitcher)} pitches"
        return Question("deal", text, "dealt")
    return next(_at_the_table(state, hand, passed, offers))


def open_reveals(hand: HandState) -> Iterator[tuple[Seat, int]]:
    """The stacks whose bottom card was just turned up and is not told, by seat and number (from 1)."""
    if hand.table is not None and hand.begun and not hand.current:
        for seat, cards in hand.table.items():
            for number, stack in enumerate(cards.stacks, 1):
                if stack.stage is Stage.OPEN and stack.bottom is None:
                    yield seat, number


def table_lines(state: MatchState, hand: HandState) -> list[str]:
    """Each player's stacks from his left as they are known: the card that lies up, `??` unseen, `--` gone."""
    lines = []
    for seat, cards in (hand.table or {}).items():
        row = " ".join(f"{_shown(stack):<3}" for stack in cards.stacks)
        most = "at most " if cards.unplaced else ""
        private = f"  and {most}{cards.hand_left} in hand" if state.variant.hand_each else ""
        if cards.stacks:
            lines.append(f"   {name_of(state, seat):<8}{row}".rstrip() + private)
    return lines


def _shown(stack: Stack) -> str:
    return "--" if stack.stage is Stage.GONE else "??" if stack.available is None else str(stack.available)


# Before the deal and after the game


def _after_the_game(state: MatchState) -> Question:
    if state.match_over:
        return Question("over", "The match is over (undo takes back the last entry)", "end")
    unit = "leg" if state.variant.match == "best_of_3_legs" else "game"
    return Question("next_game", f"This {unit} is over", f"begin {unit} {state.game.number + 1}")


def _pitch(state: MatchState) -> Question:
    seats = listed(state.seats)
    if state.game.choice:
        winner = state.game.cut_winner
        assert winner is not None, "somebody has won the cut"
        return Question("choose", f"{name_of(state, winner)} has won the cut. Who is named to pitch, {seats}")
    if state.variant.cut == "marker_card":
        marker = card_words(Card.parse(state.variant.marker_card))
        return Question("pitcher", f"Who holds {marker} and pitches first, {seats}")
    if state.game.recuts:
        again = " and ".join(name_of(state, seat) for seat in state.game.cutters)
        return Question("pitcher", f"Equal: {again} cut again. Their cards, or who pitches first")
    example = " ".join(f"{seat} {card}" for seat, card in zip(state.seats[:2], ("KH", "9C"), strict=True))
    cut = "" if state.variant.cut == "random" else f", or the cut (for instance: cut {example})"
    return Question("pitcher", f"Who pitches first, {seats}{cut}")


# At the table


def _at_the_table(state: MatchState, hand: HandState, passed: Collection[Place], offers: Offers) -> Iterator[Question]:
    called = state.variant.trumps == "called"
    order = [next_in(state.seats, hand.pitcher, place) for place in range(len(state.seats))]
    if hand.table is not None and not hand.begun:
        first = order[:1] if called and hand.trump is None else order
        for seat in first:
            yield from _layout(state, hand, seat, passed, offers)
    if called and hand.trump is None:
        yield Question("call", f"Which suit does {name_of(state, hand.pitcher)} call as trumps, C, D, H or S")
    for seat, number in open_reveals(hand):
        if (hand.number, seat, number) not in passed:
            seen = offers.get((seat, number), Offer(None))
            perhaps = "" if seen.sure or seen.card is None else f", perhaps {seen.card}"
            text = f"{name_of(state, seat)} turns up stack {number}{perhaps}. Which card is it"
            yield Question("reveal", text, str(seen.card or "not seen"), seat, number, (seen,))
    yield Question("cards", _whose_cards(state, hand))


def _layout(
    state: MatchState, hand: HandState, seat: Seat, passed: Collection[Place], offers: Offers
) -> Iterator[Question]:
    """The cards that lay face up before `seat` at the deal: the row at once, then what a picture leaves open in it."""
    assert hand.table is not None, "this variant has stacks"
    stacks = hand.table[seat].stacks
    unseen = [number for number, stack in enumerate(stacks, 1) if stack.top is None]
    row = tuple(offers.get((seat, number), Offer(None)) for number in range(1, len(stacks) + 1))
    offered = any(offer.card is not None for offer in row)
    who = f"{name_of(state, seat)}'s face-up cards"
    if len(unseen) == len(stacks) > 0 and (hand.number, seat, 0) not in passed:
        if offered:
            sure = "these" if all(offer.sure for offer in row) else "these; the others are asked one by one"
            yield Question("row", f"{who}: {' '.join(map(str, row))}", sure, seat, row=row)
        else:
            text = f"{who} from the left, {len(stacks)} stacks (? for one not seen)"
            yield Question("row", text, "none told", seat, row=row)
    for number in unseen if offered else ():
        if (hand.number, seat, number) not in passed:
            seen = row[number - 1]
            read = f"perhaps {seen.card}" if seen.card is not None else "not seen"
            text = f"{name_of(state, seat)}'s stack {number}, {read}. Which card is it"
            yield Question("stack", text, str(seen.card or "not seen"), seat, number, (seen,))


def _whose_cards(state: MatchState, hand: HandState) -> str:
    number = len(hand.tricks) + 1
    leader = name_of(state, hand.leader)
    if hand.current:
        told = " ".join(f"{seat} {card}" for seat, card in hand.current)
        turn = next_in(state.seats, hand.leader, len(hand.current))
        return f"Trick {number}: {told}, then {name_of(state, turn)}"
    pitched = "pitches" if number == 1 and state.variant.trumps == "pitch" else "leads"
    seats = " ".join(next_in(state.seats, hand.leader, place) for place in range(len(state.seats)))
    return f"Trick {number}, {leader} {pitched}: cards of {seats}"
