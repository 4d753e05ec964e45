"""How `don enter` asks for what comes next (`mobile.entry_questions` finds it)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from don.show import listed, name_of
from mobile.entry_questions import Asked, Kind, Offer, Offers, Place, asked_next, open_reveals
from scorer.cards import Card
from scorer.hand import HandState
from scorer.layout import Stack, Stage
from scorer.match import MatchState
from scorer.seats import Seat, next_in
from scorer.texts import card_words

__all__ = ["Offer", "Offers", "Place", "Question", "next_question", "open_reveals", "table_lines"]


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
    asked = asked_next(state, passed, offers)
    match asked.kind:
        case "over" | "next_game":
            return _after_the_game(state)
        case "pitcher" | "choose":
            return _pitch(state)
        case "deal":
            return _deal(state)
        case "call":
            assert asked.seat is not None, "somebody calls"
            return Question("call", f"Which suit does {name_of(state, asked.seat)} call as trumps, C, D, H or S")
        case "cards":
            assert state.hand is not None, "cards are played in a hand"
            return Question("cards", _whose_cards(state, state.hand))
    return _about_stacks(state, asked)


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


def _deal(state: MatchState) -> Question:
    assert state.dealer is not None and state.pitcher is not None, "whoever pitches, somebody deals"
    number = len(state.hands) + 1
    text = f"Hand {number}: {name_of(state, state.dealer)} deals, {name_of(state, state.pitcher)} pitches"
    return Question("deal", text, "dealt")


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


def _about_stacks(state: MatchState, asked: Asked) -> Question:
    """About the cards that lay face up at the deal, or one that was turned up."""
    seat, number, row = asked.seat, asked.stack, asked.row
    assert seat is not None, "a stack is somebody's"
    who = name_of(state, seat)
    if asked.kind == "row":
        return _row(who, seat, row)
    (seen,) = row
    if asked.kind == "reveal":
        perhaps = "" if seen.sure or seen.card is None else f", perhaps {seen.card}"
        text = f"{who} turns up stack {number}{perhaps}. Which card is it"
    else:
        read = f"perhaps {seen.card}" if seen.card is not None else "not seen"
        text = f"{who}'s stack {number}, {read}. Which card is it"
    return Question(asked.kind, text, str(seen.card or "not seen"), seat, number, row)


def _row(name: str, seat: Seat, row: tuple[Offer, ...]) -> Question:
    if any(offer.card is not None for offer in row):
        sure = "these" if all(offer.sure for offer in row) else "these; the others are asked one by one"
        return Question("row", f"{name}'s face-up cards: {' '.join(map(str, row))}", sure, seat, row=row)
    text = f"{name}'s face-up cards from the left, {len(row)} stacks (? for one not seen)"
    return Question("row", text, "none told", seat, row=row)


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
