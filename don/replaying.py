"""Prints a match event by event: what `don replay` shows. Plain when piped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from don.show import bold, name_of, reason, score_text, show_hand_end
from scorer.events import (
    Call,
    Choose,
    Claim,
    Concede,
    Correct,
    CorrectRun,
    Cut,
    Deal,
    Event,
    GameStart,
    MatchStart,
    Misdeal,
    Note,
    PegCorrection,
    Penalty,
    Play,
    Recount,
    Redo,
    Reveal,
    Revoke,
    Trick,
    Undo,
    Void,
)
from scorer.explain import why
from scorer.match import MatchState
from scorer.outlook import outlook
from scorer.outlook_words import outlook_sentences
from scorer.texts import card_words, side_words

if TYPE_CHECKING:
    from scorer.hand import TrickRecord


def show_match(state: MatchState, tags: Mapping[str, str]) -> None:
    """Who plays what under which rules."""
    variant = state.variant
    print(bold(variant.title), f" match {state.match_id}")
    players = ", ".join(f"{seat} {state.names[seat]}" if seat in state.names else seat for seat in state.seats)
    print(f"   Players: {players}")
    if variant.options:
        print("   Options: " + ", ".join(f"{key} = {value}" for key, value in variant.options.items()))
    if variant.assumed != "nothing":
        print("   The card values are assumed: no source gives them.")
    for key, value in tags.items():
        print(f"   {key}: {value}")


def show_outlook(state: MatchState) -> None:
    """What can still be won in the hand in play, and what each side needs."""
    for sentence in outlook_sentences(outlook(state)):
        reason(sentence)


def show_step(before: MatchState, event: Event, after: MatchState, *, reasons: bool) -> None:
    """One event and what it changed."""
    if isinstance(event, MatchStart):
        return
    if isinstance(event, Deal):
        assert after.hand is not None
        line = f"{name_of(after, event.dealer)} deals, {name_of(after, after.hand.pitcher)} pitches"
        print(f"\n{bold(f'Hand {after.hand.number}')}   {line}")
        return
    if isinstance(event, Play | Trick):
        _show_cards(before, after, reasons=reasons)
    else:
        sentence = told(before, event, after)
        if sentence:
            print(f"   {sentence}")
        _show_penalties(before, after, reasons=reasons)
        if not isinstance(event, GameStart) and after.scores != before.scores:
            print(f"   {score_text(before, before.scores)} -> {score_text(after, after.scores)}")
    _show_ends(before, after, reasons=reasons)


def _show_cards(before: MatchState, after: MatchState, *, reasons: bool) -> None:
    """The trick that was finished; a card of an unfinished one waits for it."""
    tricks = len(before.hand.tricks) if before.hand else 0
    hand = after.hand or after.hands[-1]
    if len(hand.tricks) > tricks:
        if tricks == 0 and hand.trump is not None and after.variant.trumps == "pitch":
            print(f"     Trumps: {hand.trump.name.lower()}")
        _show_trick(after, hand.tricks[-1], reasons=reasons)
        _show_penalties(before, after, reasons=reasons)


def _show_trick(state: MatchState, trick: TrickRecord, *, reasons: bool) -> None:
    cards = "  ".join(
        f"{seat} {card!s:<3}{'*' if seat == trick.winner else ' '}"
        for seat, card in zip(trick.seats, trick.cards, strict=True)
    )
    fell = f"{side_words(trick.side)} {trick.points}" if trick.points else "nothing"
    scores = " ".join(f"{side} {score}" for side, score in trick.scores_after.items())
    print(f"{trick.number:>3}. {cards}  {fell:<18} {scores}".rstrip())
    if reasons:
        for peg in trick.pegs:
            reason(why(peg, variant=state.variant))


def _show_penalties(before: MatchState, after: MatchState, *, reasons: bool) -> None:
    for record in after.penalties[len(before.penalties) :] if reasons else ():
        for peg in record.pegs:
            reason(why(peg, variant=after.variant, penalty=record))


def _show_ends(before: MatchState, after: MatchState, *, reasons: bool) -> None:
    """A hand, a game or the match that ended with this event."""
    if len(after.hands) > len(before.hands) and after.hands[-1].ended in ("played", "counted", "won"):
        show_hand_end(after, after.hands[-1], reasons=reasons)
    elif len(after.games) > len(before.games):
        print(f"   {outcome(after)}")
    if len(after.games) > len(before.games) and after.match_over and after.variant.match != "single":
        won = after.match_winner
        if won is not None:
            games = ", ".join(f"{side_words(side)} {number}" for side, number in after.games_won.items())
            print(bold(f"   {side_words(won)} {_have(won)} won the match ({games})."))


def outcome(state: MatchState) -> str:
    """Who won the game that is over."""
    if not state.winners:
        return "The game is drawn."
    if len(state.winners) > 1:
        return f"{' and '.join(side_words(side) for side in state.winners)} share the win."
    winner = state.winners[0]
    return f"{side_words(winner)} {_have(winner)} won the game."


def _have(side: str) -> str:
    return "has" if len(side) == 1 else "have"


def told(before: MatchState, event: Event, after: MatchState) -> str:
    """What an event out of the run of play says, in one sentence."""
    match event:
        case GameStart():
            pitcher = f": {name_of(after, after.pitcher)} pitches first" if after.pitcher else ""
            return f"Game {after.game.number} begins{pitcher}."
        case Cut():
            cards = ", ".join(f"{name_of(after, seat)} {card_words(card)}" for seat, card in event.cards.items())
            return f"Cut for the pitch: {cards}{_cut_result(before, after)}."
        case Choose():
            return f"{name_of(after, event.seat)} is named to pitch."
        case Call():
            return f"Trumps are called: {event.suit.name.lower()}."
        case Reveal():
            return f"{name_of(after, event.seat)} turns up {card_words(event.card)} (stack {event.stack})."
        case Claim():
            return f"{side_words(event.side)} {'claims' if len(event.side) == 1 else 'claim'} the game."
        case Concede():
            return f"{side_words(event.side)} {'gives' if len(event.side) == 1 else 'give'} up the game."
        case Penalty() | PegCorrection():
            return f"{_points_told(event)}{_because(event.reason)}."
        case Revoke():
            return f"Revoke called: {name_of(after, event.seat)}, trick {event.trick}."
        case Misdeal() | Void():
            what = "Misdeal" if isinstance(event, Misdeal) else "The hand is void"
            return f"{what}{_because(event.reason)}."
        case Note():
            params = ", ".join(f"{key} {value}" for key, value in event.params.items())
            return f"Noted: {event.code}{f' ({params})' if params else ''}."
    return _record_told(event)


def _record_told(event: Event) -> str:
    """What speaks of the record."""
    match event:
        case Correct():
            which = f"hand {event.hand}, " if event.hand is not None else ""
            return f"Corrected: {which}trick {event.trick}, card {event.position + 1} is {card_words(event.card)}."
        case CorrectRun():
            return f"Corrected: the tricks from trick {event.first_trick} on."
        case Recount():
            counts = ", ".join(f"{side_words(side)} {number}" for side, number in event.game_count.items())
            return f"Counted again: {counts}."
        case Undo():
            return "The last entry is taken back."
        case Redo():
            return "It is brought back."
    return ""


def _cut_result(before: MatchState, after: MatchState) -> str:
    if after.game.recuts > before.game.recuts:
        return "; equal, so it is cut again"
    if after.pitcher is not None:
        return f"; {name_of(after, after.pitcher)} pitches"
    return f"; {name_of(after, after.game.cut_winner)} names the pitcher" if after.game.cut_winner else ""


def _points_told(event: Penalty | PegCorrection) -> str:
    if isinstance(event, Penalty):
        return f"Penalty of {event.points} against {side_words(event.side)}"
    return f"The peg of {side_words(event.side)} is moved by {event.points:+d}"


def _because(text: str) -> str:
    return f": {text}" if text else ""
