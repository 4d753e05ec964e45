"""Which seat each card of a trick belongs to, from where the cards lie in the picture.

Players throw their card towards the middle from their own side, so the card nearest to a player's side is his. All
ways to seat the cards are weighed at once; where the best two are close, the seats are open and a person is asked.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from models.table_view import TableView
from scorer.seats import FOUR_HANDED, Seat

Point = tuple[float, float]
CLEAR = 0.35
"""The best seating must beat the next by this much (cosines summed over the cards) for the seats to be known."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Seat of each card in the order given; `known` says whether a person need not be asked."""

    seats: tuple[Seat, ...]
    known: bool


def seat_cards(centres: Sequence[Point], view: TableView, players: Sequence[Seat] = FOUR_HANDED) -> Seating:
    """Seats of the `players` (two to four) for at most one card each at `centres` (pixels of the picture, y down)."""
    directions = {seat: way for seat, way in view.directions().items() if seat in players}
    if not centres:
        return Seating((), True)
    unit = directions_from_middle(centres)
    ranked = sorted(
        (
            (sum(u[0] * directions[s][0] + u[1] * directions[s][1] for u, s in zip(unit, seats, strict=True)), seats)
            for seats in itertools.permutations(directions, len(centres))
        ),
        key=lambda item: -item[0],
    )
    best, runner_up = ranked[0], ranked[1]
    known = len(centres) == len(directions) and best[0] - runner_up[0] >= CLEAR
    return Seating(best[1], known)


def directions_from_middle(centres: Sequence[Point]) -> list[Point]:
    """Each centre's direction from the middle of all, unit length; (0, 0) for one in the middle."""
    if not centres:
        return []
    middle = _middle(centres)
    return [_unit(x - middle[0], y - middle[1]) for x, y in centres]


def _middle(centres: Sequence[Point]) -> Point:
    """Middle of the box around the centres: less pulled aside by a card thrown far than their mean."""
    xs, ys = [c[0] for c in centres], [c[1] for c in centres]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _unit(dx: float, dy: float) -> Point:
    length = math.hypot(dx, dy)
    return (0.0, 0.0) if length < 1e-6 else (dx / length, dy / length)
