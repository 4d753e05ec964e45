"""Every addition to a side's score in the game that is played, in the order in which it was pegged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from scorer.hand import HandRecord, HandState
from scorer.match import MatchState, PenaltyRecord
from scorer.seats import Side
from scorer.trick import Peg

Kind = Literal["start", "trick", "bonus", "count", "penalty"]


@dataclass(frozen=True, slots=True)
class Addition:
    """Points that a side pegged in one go; below 0 they were taken away.

    ``hand`` counts from 1 over the match, 0 for what was taken over from another board; ``after`` is the score then.
    """

    kind: Kind
    hand: int
    points: int
    after: int
    pegs: tuple[Peg, ...] = ()
    trick: int | None = None
    penalty: PenaltyRecord | None = None


@dataclass(frozen=True, slots=True)
class _Step:
    kind: Kind
    hand: int
    pegs: tuple[Peg, ...]
    trick: int | None = None
    penalty: PenaltyRecord | None = None


def additions_of(state: MatchState, side: Side) -> tuple[Addition, ...]:
    """The additions of ``side`` in the game in play, or in the one that has just ended, oldest first."""
    found = []
    score = state.game.start_scores.get(side, 0)
    if score:
        found.append(Addition("start", 0, score, score))
    for step in _steps(state):
        own = tuple(peg for peg in step.pegs if peg.side == side)
        for pegs in (own,) if step.kind == "trick" else tuple((peg,) for peg in own):
            points = sum(peg.points for peg in pegs)
            if points:
                score += points
                found.append(Addition(step.kind, step.hand, points, score, pegs, step.trick, step.penalty))
    return tuple(found)


def _steps(state: MatchState) -> Iterator[_Step]:
    """What was pegged by anybody, in order."""
    first = state.game.first_hand
    calls = [record for record in state.penalties if record.game == state.game.number]
    yield from (_call(record) for record in calls if record.hand <= first)
    for hand in state.all_hands[first:]:
        yield from _hand(hand, [record for record in calls if record.hand == hand.number])


def _hand(hand: HandState, calls: list[PenaltyRecord]) -> Iterator[_Step]:
    """The tricks with the calls between them, then bonus and totals, then what was called after the hand."""
    void = isinstance(hand, HandRecord) and hand.ended == "void"
    yield from (_call(record) for record in calls if record.after_trick == 0)
    for trick in () if void else hand.tricks:
        yield _Step("trick", hand.number, trick.pegs, trick.number)
        yield from (_call(record) for record in calls if record.after_trick == trick.number)
    if isinstance(hand, HandRecord) and not void:
        for peg in hand.pegs:
            kind: Kind = "count" if peg.reason.code == "counted" else "bonus"
            yield _Step(kind, hand.number, (peg,))
    shown = 0 if void else len(hand.tricks)
    yield from (_call(record) for record in calls if record.after_trick is None or record.after_trick > shown)


def _call(record: PenaltyRecord) -> _Step:
    return _Step("penalty", record.hand, record.pegs, record.trick, record)
