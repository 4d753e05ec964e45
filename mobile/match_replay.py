"""A match of the log again, step by step: a step is a trick, or whatever else moved points or ended a hand. No Kivy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from mobile.texts import label
from mobile.wording import headline, player_name, points_lines, side_name
from scorer.cards import Card
from scorer.events import GameStart, MatchStart
from scorer.hand import HandRecord, TrickRecord
from scorer.history import Position, positions
from scorer.history_marks import Place, corrected_words
from scorer.match import MatchState
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.texts import phrase

PACE_S = 1.4
"""How long each step is shown while the match plays by itself."""


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """The match after a step. ``trick`` is the one that was finished by it; ``hand`` is its hand's number (0: none)."""

    state: MatchState
    hand: int
    trick: TrickRecord | None
    title: str
    lines: tuple[str, ...]

    @property
    def cards(self) -> tuple[tuple[Seat, Card, bool], ...]:
        """The cards of the trick as they were played: whose, which, whether it won."""
        if self.trick is None:
            return ()
        return tuple(
            (seat, card, seat is self.trick.winner)
            for seat, card in zip(self.trick.seats, self.trick.cards, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Replay:
    """All steps of a match, the first one its start. ``hidden``: how many tricks of the hand in play are left out."""

    match_id: str
    steps: tuple[ReplayStep, ...]
    hidden: int

    def first_of(self, hand: int) -> int:
        """The place of the first step of a hand; the last place where there is none."""
        found = (place for place, step in enumerate(self.steps) if step.hand == hand)
        return next(found, len(self.steps) - 1)


def replay_of(log: MatchLog, match_id: str, *, open_hand: bool = False) -> Replay:
    """The steps of a match as it stands, corrections carried out.

    The board is no memory aid: of the hand in play nothing is shown unless ``open_hand`` says that it may be.
    Raises `LogError` where the match can't be followed.
    """
    marks = corrected_words(log.events(match_id))
    told = list(positions(log, match_id, whole_tricks=True))
    hidden = 0
    if (hand := told[-1].state.hand) is not None and not open_hand:
        hidden = len(hand.tricks)
        while told[-1].state.hand is not None and told[-1].state.hand.number == hand.number:
            told.pop()
    steps = [_start(told[0])]
    for before, after in pairwise(told):
        step = _step(before.state, after, marks)
        if step is not None:
            steps.append(step)
    return Replay(match_id, tuple(steps), hidden)


def _start(first: Position) -> ReplayStep:
    return ReplayStep(first.state, 0, None, label("replay_start"), (first.state.variant.title,))


def _step(before: MatchState, position: Position, marks: Mapping[Place, str]) -> ReplayStep | None:
    """What an event did; None for one that moved nothing anybody sees on the board."""
    after, event = position.state, position.event
    ended = after.hands[-1] if len(after.hands) > len(before.hands) else None
    trick = _new_trick(before, after)
    number = trick_hand(before, after)
    if trick is not None:
        title = label("replay_trick", hand=number, trick=trick.number, name=player_name(after, trick.winner))
        lines = _points(after, trick, ended) or [label("pegged_nothing", trick=trick.number)]
        return ReplayStep(
            after, number, trick, title, (*lines, *_mark(marks, number, trick.number), *_ends(after, ended))
        )
    moved = after.scores != before.scores and not isinstance(event, MatchStart | GameStart)
    if not moved and ended is None and not isinstance(event, GameStart):
        return None
    if isinstance(event, GameStart) and after.game.number == 1:
        return None
    if isinstance(event, GameStart):
        title = label("replay_game", game=after.game.number)
    else:
        words = phrase(event.kind, table="events")
        title = words[:1].upper() + words[1:]
    lines = points_lines(after, ended.pegs) if ended is not None else _moved(before, after)
    return ReplayStep(after, number, None, title, (*lines, *_mark(marks, number, 0), *_ends(after, ended)))


def trick_hand(before: MatchState, after: MatchState) -> int:
    """The number of the hand to which the step belongs."""
    hand = before.hand or after.hand
    return hand.number if hand is not None else len(after.hands)


def _new_trick(before: MatchState, after: MatchState) -> TrickRecord | None:
    tricks = len(before.hand.tricks) if before.hand is not None else 0
    hand = after.hand or (after.hands[-1] if len(after.hands) > len(before.hands) else None)
    if hand is None or len(hand.tricks) <= tricks or (before.hand is not None and hand.number != before.hand.number):
        return None
    return hand.tricks[-1]


def _points(state: MatchState, trick: TrickRecord, ended: HandRecord | None) -> list[str]:
    return points_lines(state, (*trick.pegs, *(ended.pegs if ended is not None else ())))


def _moved(before: MatchState, after: MatchState) -> list[str]:
    changes = [(side, after.scores[side] - before.scores.get(side, 0)) for side in after.sides]
    return [
        label("score_moved", side=side_name(after, side), points=f"{points:+d}") for side, points in changes if points
    ]


def _mark(marks: Mapping[Place, str], hand: int, trick: int) -> tuple[str, ...]:
    return (marks[hand, trick],) if (hand, trick) in marks else ()


def _ends(after: MatchState, ended: HandRecord | None) -> tuple[str, ...]:
    return (headline(after),) if ended is not None else ()
