"""What the commands print: tricks with their cards, points and reasons. Plain when piped or with NO_COLOR."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from scorer.explain import why
from scorer.hand import HandRecord, TrickRecord
from scorer.match import MatchState
from scorer.names import shown_name
from scorer.seats import Seat, Side
from scorer.texts import side_words

if TYPE_CHECKING:
    from models.trick_reader import TrickProposal

WORDS = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}


def _styled(text: str, code: str) -> str:
    plain = not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return text if plain else f"\033[{code}m{text}\033[0m"


def bold(text: str) -> str:
    """Bold on a terminal, plain elsewhere."""
    return _styled(text, "1")


def reason(sentence: str) -> None:
    """A reason, indented; wrapped to the terminal's width, on one line when piped."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 10_000
    print(textwrap.fill(sentence, max(40, width - 1), initial_indent="     ", subsequent_indent="       "))


def name_of(state: MatchState, seat: Seat) -> str:
    """The player's name, or the seat's."""
    return shown_name(state.names.get(seat, "")) or WORDS[seat]


def show_trick(
    state: MatchState, trick: TrickRecord, proposal: TrickProposal | None, losers_by_place: bool = False
) -> None:
    """One trick: who played what (with the reader's confidence), who won, each point with its reason, the score.

    `losers_by_place`: nobody said who played the other cards than the winning one.
    """
    print(bold(f"Trick {trick.number}"), f"  {name_of(state, trick.leader)} leads")
    for seat, card in zip(trick.seats, trick.cards, strict=True):
        read = proposal.of(seat) if proposal else None
        seen = "" if read is None else "by hand" if read.state == "chosen" else f"{read.state} {read.confidence:.3f}"
        mark = "*" if seat == trick.winner else " "
        print(f" {mark} {name_of(state, seat):<8}{card!s:>4}   {seen}".rstrip())
    if losers_by_place:
        print("   Seats of the others by their places.")
    print(f"   {name_of(state, trick.winner)} wins it: {points_text(trick.points, side_words(trick.side))}")
    for peg in trick.pegs:
        reason(why(peg, variant=state.variant))
    print(f"   {score_text(state, trick.scores_after)}\n")


def points_text(points: int, side: str) -> str:
    """`10 points for North and South`, `nothing to peg`."""
    if points == 0:
        return "nothing to peg"
    return f"{points} point{'s' if points != 1 else ''} for {side}"


def score_text(state: MatchState, scores: Mapping[Side, int]) -> str:
    """Both sides' totals and what they need."""
    parts = []
    for side in state.sides:
        total = scores[side]
        there = state.target is None or total >= state.target
        to_go = "" if there or state.target is None else f" ({state.target - total} to go)"
        parts.append(f"{side_words(side)} {total}{to_go}")
    return ", ".join(parts)


def show_hand_end(state: MatchState, hand: HandRecord, *, reasons: bool = True) -> None:
    """The count for game, the bonus with its reason, the totals, and the winner if there is one."""
    print(bold("End of the hand"))
    muck = state.variant.bonus_tie != "none"
    if hand.game_count is not None and "game" in state.variant.bonus:
        counts = ", ".join(f"{side_words(side)} {hand.game_count[side]}" for side in state.sides)
        print(f"   {'Muck' if muck else 'Count for game'}: {counts}")
        if not any(part == "game" for part, _, _ in hand.bonus_parts):
            print(f"   It is level: {_nobody(hand) if muck else 'nobody pegs the bonus.'}")
    if reasons:
        for peg in hand.pegs:
            reason(why(peg, hand, variant=state.variant))
    elif hand.bonus_parts:
        parts = ", ".join(f"{part} {points} to {side_words(side)}" for part, side, points in hand.bonus_parts)
        print(f"   Bonus: {parts}")
    print(f"   {score_text(state, hand.scores_after)}")
    if state.winner is not None:
        print(bold(f"   {side_words(state.winner)} {'has' if len(state.winner) == 1 else 'have'} won the game."))
    elif state.won_at is not None:
        shared = " and ".join(side_words(side) for side in state.winners)
        print(bold(f"   {shared} share the win." if shared else "   The game is drawn."))


def _nobody(hand: HandRecord) -> str:
    """What a level muck does (Phat)."""
    return f"{hand.carry_after} points are carried over." if hand.carry_after else "nobody pegs it."


def counted(number: int, one: str, more: str) -> str:
    """`1 match`, `2,000 matches`."""
    return f"{number:,} {one if number == 1 else more}"


def listed(words: Iterable[object]) -> str:
    """`a, b or c`."""
    items = [str(w) for w in words]
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} or {items[-1]}" if items else "nothing"
