"""What the table may say of points while a hand is played: of those that fell, and of those still to be won. No Kivy.

The board is a scorer, no memory aid: what has been pegged everybody sees, and with it what is left; which cards are out
and how the count stands is told only where all tricks may be looked at (`mobile.agreement`).
"""

from __future__ import annotations

from dataclasses import replace

from mobile.agreement import past_is_open
from mobile.board_words import points_are_shown
from mobile.naming import with_names
from mobile.texts import label
from mobile.trick_desk import TrickDesk
from mobile.wording import points_lines, short_player, trick_lines
from scorer.hand import HandRecord, TrickRecord
from scorer.match import MatchState, Phase
from scorer.outlook import outlook
from scorer.outlook_words import outlook_sentences


def left_line(state: MatchState) -> str:
    """How many points of the hand in play are still to be won, in two words; empty where that may not be said."""
    if state.hand is None or not _left_is_shown(state):
        return ""
    points = outlook(state).points
    assert points is not None, "a hand is in play"
    return label("points_left" if points.left.exact else "points_left_at_most", points=points.left.most)


def outlook_lines(state: MatchState) -> list[str]:
    """What is still to be won and what each side needs, in sentences, as far as it may be said."""
    if state.phase is Phase.GAME_OVER:
        return [label("OUTLOOK_OVER")]
    if not points_are_shown(state):
        return [label("OUTLOOK_AFTER_HAND")]
    view = outlook(state)
    if state.hand is None or past_is_open(state):
        sentences = list(outlook_sentences(view))
    else:
        sentences = list(outlook_sentences(replace(view, points=None, count=None)))
        if view.points is not None and _left_is_shown(state):
            bare = replace(view, points=replace(view.points, cards=()), count=None)
            sentences.insert(0, outlook_sentences(bare)[0])
    return [with_names(state, sentence) for sentence in sentences]


def _left_is_shown(state: MatchState) -> bool:
    return points_are_shown(state) and (past_is_open(state) or state.variant.show_tricks != "after_hand")


def fallen_lines(state: MatchState, trick: TrickRecord, ended: HandRecord | None = None) -> list[str]:
    """What a trick, and the hand it ended, were worth, as far as points are shown now."""
    if points_are_shown(state):
        return trick_lines(state, trick, ended)
    return [label("trick_taken", trick=trick.number, name=short_player(state, trick.winner))]


def outcome_lines(session: TrickDesk) -> list[str]:
    """Who has won the trick under entry and what it pegs, before it is confirmed; nothing while something is open."""
    state, outcome = session.state, session.outcome
    trick = outcome.last_trick if outcome is not None else None
    if outcome is None or trick is None:
        return []
    ended = outcome.hands[-1] if outcome.hand is None else None
    won = label("trick_won", name=short_player(state, trick.winner))
    if not points_are_shown(state):
        return [won]
    return [won, *points_lines(state, (*trick.pegs, *(ended.pegs if ended else ())))]
