"""Whether earlier tricks of the hand in play may be looked at, and how all players agree to it (option `show_tricks`).

A board is a scorer, not a memory aid: during a hand past tricks stay covered unless the option says "always" or all
players have agreed. The agreement is a note in the log and holds until the hand is over.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from scorer.events import Note
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState
from scorer.refusal import Refusal

if TYPE_CHECKING:
    from mobile.match_book import MatchBook

AGREED = "past_tricks_shown"
"""The code of the note; its parameter ``hand`` counts from 1."""


def may_show_past(book: MatchBook) -> bool:
    """Whether all tricks of the hand in play may be shown now; between hands all may."""
    return past_is_open(book.state)


def past_is_open(state: MatchState) -> bool:
    """As `may_show_past`, of a state of a match."""
    if state.hand is None or state.variant.show_tricks == "always":
        return True
    return any(note.code == AGREED and note.params.get("hand") == state.hand.number for note in state.notes)


def may_show_trick(book: MatchBook, hand: int, trick: int) -> bool:
    """Whether one trick (hand and trick from 1) may be shown now."""
    return trick_is_open(book.state, hand, trick)


def trick_is_open(state: MatchState, hand: int, trick: int) -> bool:
    """As `may_show_trick`: other hands and the trick on the table always, the last one by the option."""
    playing = state.hand
    if playing is None or hand != playing.number or past_is_open(state):
        return True
    if trick > len(playing.tricks):
        return True
    last = trick == len(playing.tricks) and not playing.current
    return last and state.variant.show_tricks == "last_until_next_lead"


def agree_to_past(book: MatchBook, at: datetime) -> Refusal | None:
    """Note that all players agree to see the past tricks of the hand in play; the refusal where it can't be written.

    Nothing is written where they may be shown already.
    """
    hand = book.state.hand
    if hand is None or may_show_past(book):
        return None
    answer = book.enter([Note(AGREED, FrozenMap({"hand": hand.number}))], at)
    return answer if isinstance(answer, Refusal) else None
