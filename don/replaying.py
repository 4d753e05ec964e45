"""Prints a match event by event: what `don replay` shows. Plain when piped."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from don.show import bold, name_of, reason, score_text, show_hand_end
from don.status import UsageError
from scorer.cards import Card
from scorer.events import (
    AgreedCount,
    Call,
    Choose,
    Claim,
    Concede,
    Correct,
    Correction,
    CorrectRun,
    Count,
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
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState
from scorer.outlook import outlook
from scorer.outlook_words import outlook_sentences
from scorer.seats import Seat
from scorer.texts import card_words, side_words

if TYPE_CHECKING:
    from scorer.hand import TrickRecord
    from scorer.notation import Step


NO_MARKS: Mapping[tuple[int, int], str] = FrozenMap()


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


def show_steps(
    steps: Sequence[Step],
    *,
    reasons: bool,
    hand: int | None = None,
    outlook: bool = False,
    marks: Mapping[tuple[int, int], str] = NO_MARKS,
) -> Iterator[None]:
    """The steps of a match after its start, or those of one hand; yields after each card or trick shown.

    ``marks`` are sentences below a trick of a hand, or (trick 0) where its count is told.
    """
    for before, step in itertools.pairwise(steps):
        number = step.after.hand.number if step.after.hand else len(step.after.hands)
        if hand is not None and number != hand:
            continue
        show_step(before.after, step.event, step.after, reasons=reasons, marks=marks)
        if not isinstance(step.event, Trick | Play):
            continue
        if outlook and step.after.hand is not None and not step.after.hand.current:
            show_outlook(step.after)
        yield


def check_hand(hand: int | None, state: MatchState) -> None:
    """Raises `UsageError` for a hand that the match doesn't have; None is always right."""
    hands = len(state.hands) + (state.hand is not None)
    if hand is not None and not 1 <= hand <= hands:
        raise UsageError(f"There is no hand {hand} in this match: it has {hands}.")


def show_end(state: MatchState) -> None:
    """The score at the end, and who won or that the match goes on."""
    print(f"\n{score_text(state, state.scores)}. {standing(state)}")


def show_outlook(state: MatchState) -> None:
    """What can still be won in the hand in play, and what each side needs."""
    for sentence in outlook_sentences(outlook(state)):
        reason(sentence)


def show_step(
    before: MatchState,
    event: Event,
    after: MatchState,
    *,
    reasons: bool,
    marks: Mapping[tuple[int, int], str] = NO_MARKS,
) -> None:
    """One event and what it changed; ``marks`` as for `show_steps`."""
    if isinstance(event, MatchStart):
        return
    if isinstance(event, Deal):
        assert after.hand is not None
        line = f"{name_of(after, event.dealer)} deals, {name_of(after, after.hand.pitcher)} pitches"
        print(f"\n{bold(f'Hand {after.hand.number}')}   {line}")
        return
    if isinstance(event, Play | Trick):
        _show_cards(before, after, reasons=reasons, marks=marks)
    else:
        if isinstance(event, Count | AgreedCount) and before.hand and (before.hand.number, 0) in marks:
            reason(marks[before.hand.number, 0])
        sentence = told(before, event, after)
        if sentence:
            if isinstance(event, GameStart) and after.game.number > 1:
                print()
            print(f"   {sentence}")
        _show_penalties(before, after, reasons=reasons)
        if isinstance(event, Revoke) and not after.penalties[-1].pegs:
            print("   It moves no points.")
        counted = len(after.hands) > len(before.hands) and after.hands[-1].ended == "counted"
        if not isinstance(event, GameStart) and not counted and after.scores != before.scores:
            print(f"   {score_text(before, before.scores)} → {score_text(after, after.scores)}")
    _show_ends(before, after, reasons=reasons)


def _show_cards(before: MatchState, after: MatchState, *, reasons: bool, marks: Mapping[tuple[int, int], str]) -> None:
    """The trick that was finished; a card of an unfinished one waits for it."""
    tricks = len(before.hand.tricks) if before.hand else 0
    hand = after.hand or after.hands[-1]
    if len(hand.tricks) > tricks:
        if tricks == 0 and hand.trump is not None and after.variant.trumps == "pitch":
            print(f"     Trumps: {hand.trump.name.lower()}")
        _show_trick(after, hand.tricks[-1], reasons=reasons)
        if (hand.number, len(hand.tricks)) in marks:
            reason(marks[hand.number, len(hand.tricks)])
        _show_penalties(before, after, reasons=reasons)


def _show_trick(state: MatchState, trick: TrickRecord, *, reasons: bool) -> None:
    cards = "  ".join(
        f"{seat} {card!s:<3}{'*' if seat == trick.winner else ' '}"
        for seat, card in zip(trick.seats, trick.cards, strict=True)
    )
    fell = f"{side_words(trick.side)} {trick.points}" if trick.points else "nothing"
    scores = " ".join(f"{side} {score}" for side, score in trick.scores_after.items())
    print(f"{trick.number:>3}. {cards}  {fell:<19} {scores}".rstrip())
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
    elif len(after.hands) > len(before.hands) and after.hands[-1].ended == "forfeited" and not after.winners:
        print("   The hand ends here and is not counted.")
    elif len(after.games) > len(before.games):
        print(f"   {outcome(after)}")
    if len(after.games) > len(before.games) and after.match_over and after.variant.match != "single":
        print(bold(f"   {standing(after)}"))


def outcome(state: MatchState) -> str:
    """Who won the game that is over."""
    if not state.winners:
        return "The game is drawn."
    if len(state.winners) > 1:
        return f"{' and '.join(side_words(side) for side in state.winners)} share the win."
    winner = state.winners[0]
    return f"{side_words(winner)} {_have(winner)} won the game."


def standing(state: MatchState) -> str:
    """Who won the match, who won the game that is over, or that the match goes on."""
    won = state.match_winner
    if won is not None and state.variant.match != "single":
        games = ", ".join(f"{side_words(side)} {number}" for side, number in state.games_won.items())
        return f"{side_words(won)} {_have(won)} won the match ({games} {_unit(state)}s)."
    return outcome(state) if state.games and state.hand is None and state.won_at else "The match goes on."


def _have(side: str) -> str:
    return "has" if len(side) == 1 else "have"


def told(before: MatchState, event: Event, after: MatchState) -> str:
    """What an event out of the run of play says, in one sentence."""
    match event:
        case GameStart():
            return _beginning(event, after)
        case Cut() if after.variant.cut == "marker_card":
            marker = Card.parse(after.variant.marker_card)
            holder = next(seat for seat, card in event.cards.items() if card == marker)
            return f"The marker card, {card_words(marker)}, is with {name_of(after, holder)}, who pitches."
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
            seat = event.params.get("seat")
            if event.code == "out_of_turn" and seat in after.seats:
                return f"Noted: {name_of(after, Seat(seat))} played out of turn."
            return f"Noted: {event.code.replace('_', ' ')}{f' ({params})' if params else ''}."
        case Count():
            return _count_told(event)
    return _record_told(before, event, after)


def _beginning(event: GameStart, after: MatchState) -> str:
    """Which game or leg begins, who pitches, and what was taken over from another board."""
    sentence = f"{_unit(after).capitalize()} {after.game.number} begins"
    if after.pitcher is not None:
        sentence += f": {name_of(after, after.pitcher)} pitches first"
    if event.start_scores or event.hands_played or event.carry:
        carried = f", {event.carry} carried over" if event.carry else ""
        sentence += f". Taken over after {event.hands_played} hands: {score_text(after, after.scores)}{carried}"
    return f"{sentence}."


def _unit(state: MatchState) -> str:
    """What the variant calls a part of the match."""
    return "leg" if state.variant.match == "best_of_3_legs" else "game"


def _count_told(event: Count) -> str:
    """That only totals were entered, and what the table told with them of who was first."""
    last, first = event.last_scoring_side, event.first_out
    sentence = "Only the totals of this hand were entered"
    if last is not None:
        sentence += f"; {side_words(last)} took the last trick with points"
    return sentence + (f"; {side_words(first)} {'was' if len(first) == 1 else 'were'} first out." if first else ".")


def _record_told(before: MatchState, event: Event, after: MatchState) -> str:
    """What speaks of the record."""
    match event:
        case Correct():
            which = f"hand {event.hand}, " if event.hand is not None else ""
            place = f"{which}trick {event.trick}, card {event.position + 1}"
            return f"Corrected: {place} is {card_words(event.card)}{_by(event)}."
        case CorrectRun():
            which = f" of hand {event.hand}" if event.hand is not None else ""
            return f"Corrected: the tricks{which} from trick {event.first_trick} on{_by(event)}."
        case Recount():
            counts = ", ".join(f"{side_words(side)} {number}" for side, number in event.game_count.items())
            which = f" (hand {event.hand})" if event.hand is not None else ""
            return f"Counted again{which}: {counts}{_by(event)}."
        case Undo():
            return f"{_entry(after, before)} is taken back."
        case Redo():
            return f"{_entry(before, after)} is brought back."
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


def _entry(without: MatchState, with_it: MatchState) -> str:
    """What an undo takes back or a redo brings back: a trick with its number, or just the last entry."""
    then, now = without.hand, with_it.hand
    if then is not None and now is not None and then.number == now.number and len(now.tricks) == len(then.tricks) + 1:
        return f"Trick {len(now.tricks)}"
    return "The last entry"


def _by(event: Correction) -> str:
    """Who asked for a correction, and why."""
    told = ": ".join(part for part in (event.by, event.reason) if part)
    return f" ({told})" if told else ""


def _because(text: str) -> str:
    return f": {text}" if text else ""
