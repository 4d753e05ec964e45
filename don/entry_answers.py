"""What an answer at a question of `don enter` says: events, as the notation or the shorter answer gives them."""

from __future__ import annotations

from collections.abc import Sequence

from don.entry_questions import Offer, Question
from don.status import UsageError
from scorer.cards import Card, Suit
from scorer.events import Call, Choose, Cut, Deal, Event, GameStart, Play, Reveal, Trick
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState
from scorer.notation_line import events_of
from scorer.notation_words import card_in
from scorer.notation_write import UNSEEN
from scorer.seats import Seat

SKIP = "skip"


def events_said(question: Question, said: str, state: MatchState) -> tuple[Event, ...]:
    """The events of an answer; none where nothing is told. Raises `UsageError`, `NotationError` with one sentence.

    Where a trick, a call or a card turned up is told before its deal, the deal comes first.
    """
    if not said:
        return _enter_alone(question, state)
    short = _short_answer(question, said, state)
    if short is not None:
        return short
    events = events_of(state, said)
    undealt = state.hand is None and state.dealer is not None and state.pitcher is not None
    if undealt and events and isinstance(events[0], Play | Trick | Call | Reveal):
        assert state.dealer is not None
        return (Deal(state.dealer), *events)
    return events


def row_of(seat: Seat, words: Sequence[str], row: Sequence[Offer]) -> tuple[Event, ...]:
    """The cards that lie face up before `seat`, from his left. Raises `UsageError`.

    One word a stack, `?` for one not seen; or the number of a stack and its card, where the rest is as offered.
    """
    told = {number: offer.card for number, offer in enumerate(row, 1) if offer.sure}
    if len(words) == 2 and words[0].isdecimal() and told:
        if not 1 <= int(words[0]) <= len(row):
            raise UsageError(f"There is no stack {words[0]}: they are counted from 1 to {len(row)}, from the left.")
        told |= {int(words[0]): _card(words[1])}
    elif len(words) != len(row):
        raise UsageError(f"Not {len(row)} cards but {len(words)}: write one for each stack, ? for one not seen.")
    else:
        told = {number: None if word == UNSEEN else _card(word) for number, word in enumerate(words, 1)}
    return tuple(Reveal(seat, number, card) for number, card in sorted(told.items()) if card is not None)


def stack_said(text: str) -> tuple[Seat, int, Card]:
    """Seat, number and card of `S 3 9H`. Raises `UsageError`."""
    words = text.replace(":", " ").split()
    if len(words) != 3 or words[0].upper() not in Seat.__members__ or not words[1].isdecimal():
        raise UsageError("Say whose stack, which one and its card, for instance: stack S 3 9H.")
    return Seat(words[0].upper()), int(words[1]), _card(words[2])


def _card(word: str) -> Card:
    card = card_in(word)
    if card is None:
        raise UsageError(f"{word} is no card: write rank and suit, for instance 10H, or ? for one not seen.")
    return card


def _enter_alone(question: Question, state: MatchState) -> tuple[Event, ...]:
    """What Enter alone means."""
    match question.kind:
        case "deal":
            assert state.dealer is not None, "whoever pitches, somebody deals"
            return (Deal(state.dealer),)
        case "next_game":
            return (GameStart(),)
        case "row":
            assert question.seat is not None, "a row is somebody's"
            sure = [(number, offer.card) for number, offer in enumerate(question.row, 1) if offer.sure]
            return tuple(Reveal(question.seat, number, card) for number, card in sure if card is not None)
        case "stack" | "reveal":
            return _card_of_stack(question, question.row[0].card)
    return ()


def _short_answer(question: Question, said: str, state: MatchState) -> tuple[Event, ...] | None:
    """An answer that only the question gives its meaning; None for a line of the notation."""
    words = said.replace(",", " ").split()
    first = words[0].rstrip(":").upper() if words else ""
    match question.kind:
        case "pitcher" | "choose" if len(words) == 1 and first in Seat.__members__:
            return (_first_pitcher(question, Seat(first), state),)
        case "pitcher" if first in Seat.__members__:
            return events_of(state, f"cut {said}")
        case "row" if said.lower() == SKIP:
            return ()
        case "row" if first == UNSEEN or first.isdecimal() or card_in(first) is not None:
            assert question.seat is not None, "a row is somebody's"
            return row_of(question.seat, words, question.row)
        case "stack" | "reveal" if said.lower() in (SKIP, UNSEEN):
            return ()
        case "stack" | "reveal" if len(words) == 1 and card_in(first) is not None:
            return _card_of_stack(question, card_in(first))
        case "call" if first in Suit.__members__ or first in Suit._value2member_map_:
            return events_of(state, f"call {said}")
    return None


def _first_pitcher(question: Question, seat: Seat, state: MatchState) -> Event:
    if question.kind == "choose":
        return Choose(seat)
    if state.variant.cut == "marker_card":
        return Cut(FrozenMap({seat: Card.parse(state.variant.marker_card)}))
    return GameStart(seat)


def _card_of_stack(question: Question, card: Card | None) -> tuple[Event, ...]:
    assert question.seat is not None, "a stack is somebody's"
    return () if card is None else (Reveal(question.seat, question.stack, card),)
