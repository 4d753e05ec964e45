"""Points on the board: pegging them, taking them away, and moving those of a trick to the other side."""

from collections.abc import Container, Iterable
from dataclasses import replace

from scorer.changed import changed
from scorer.hand import HandState, TrickRecord
from scorer.match import MatchState, PenaltyRecord
from scorer.seats import Seat, Side, side_of
from scorer.trick import Peg, Reason, winner_index


def add_points(state: MatchState, side: Side, points: int) -> MatchState:
    """Peg points for ``side``; below 0 they are taken away and its peg is set back."""
    if points == 0:
        return state
    score = state.scores[side] + points
    pair = state.pegs[side]
    shown = score if state.target is None else min(score, state.target)
    pair = pair.advance(points, state.target) if points > 0 else pair.set_back(min(shown, pair.front))
    return changed(state, scores=state.scores.put(side, score), pegs=state.pegs.put(side, pair))


def add_pegs(state: MatchState, pegs: Iterable[Peg]) -> MatchState:
    """Peg all of these, one after the other, without a look at the target."""
    for peg in pegs:
        state = add_points(state, peg.side, peg.points)
    return state


def heir(trick: TrickRecord, hand: HandState, offender: Side, sides: tuple[Side, ...]) -> Side:
    """The side that gets what ``offender`` loses of a trick.

    That is the other side; of two others, the one that would have won without the offender's card (house default).
    """
    others = [(seat, card) for seat, card in zip(trick.seats, trick.cards, strict=True) if seat.value not in offender]
    assert hand.trump is not None, "a finished trick has trumps"
    seat, _ = others[winner_index([card for _, card in others], hand.trump)]
    return side_of(seat, sides)


def moved_before(state: MatchState, hand: HandState, side: Side, codes: Container[str] = (), trick: int = 0) -> int:
    """What earlier calls in a hand gave to ``side`` (below 0: took from it): of a trick, or for these reasons."""
    return sum(
        peg.points
        for record in state.penalties
        if record.hand == hand.number
        for peg in record.pegs
        if peg.side == side and (peg.reason.trick == trick or peg.reason.code in codes)
    )


def held_of(state: MatchState, hand: HandState, trick: TrickRecord, side: Side) -> int:
    """What ``side`` has of the points of a trick now, after earlier calls."""
    return (trick.points if trick.side == side else 0) + moved_before(state, hand, side, trick=trick.number)


def transfer_pegs(state: MatchState, hand: HandState, trick: TrickRecord, offender: Side) -> tuple[Peg, ...]:
    """What moves if ``offender`` has the points of this trick: taken from it, given to the other side."""
    points = held_of(state, hand, trick, offender)
    if points <= 0:
        return ()
    taker = heir(trick, hand, offender, state.sides)
    return (
        Peg(offender, -points, Reason("revoke_lost", trick.number, None, "4.5")),
        Peg(taker, points, Reason("revoke_gained", trick.number, None, "4.5")),
    )


def called(state: MatchState, hand: HandState, pegs: tuple[Peg, ...], code: str, seat: Seat, trick: int) -> MatchState:
    """Move the points of a call against ``seat`` and put it on record, without a look at who wins."""
    after = len(hand.tricks) if state.hand is not None and hand.number == state.hand.number else None
    offender = state.side_of(seat)
    record = PenaltyRecord(code, state.game.number, hand.number, after, offender, pegs, seat=seat, trick=trick)
    return replace(add_pegs(state, pegs), penalties=(*state.penalties, record))
