"""Peg boards: geometry only (RULES.md 5). Where a score stands, and where each hole lies for drawing.

Points are ``(x, y)`` in the unit square: x runs along the board from the start end (0) to the far end
(1), y across it. Multiply by the drawn width and height, whose ratio is `Board.aspect`.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

Point = tuple[float, float]


class Spot(StrEnum):
    """The two places that are not holes of a row."""

    START = "start"
    GAME_HOLE = "game_hole"


@dataclass(frozen=True, slots=True)
class Position:
    """Where a score stands: everything counts from 1."""

    lap: int
    hole: int
    row: int
    hole_in_row: int
    group: int
    hole_in_group: int


@dataclass(frozen=True, slots=True)
class PegPair:
    """The two pegs of a side: the present score and the one before the last addition (RULES.md 5)."""

    front: int = 0
    back: int = 0

    def advance(self, n: int, target: int | None) -> "PegPair":
        """Set the back peg ``n`` holes past the front one; it stops in the game hole, and 0 moves nothing."""
        if n < 0:
            raise ValueError("Pegs only move forward.")
        if n == 0:
            return self
        reached = self.front + n
        return PegPair(reached if target is None else min(reached, target), self.front)

    def set_back(self, score: int) -> "PegPair":
        """Points are taken away again: the front peg goes back to ``score``, the back peg stays behind it."""
        if not 0 <= score <= self.front:
            raise ValueError("Pegs are set back to a score passed before.")
        return PegPair(score, min(self.back, max(0, score - 1)))


# The drawing, in steps from hole to hole.
_GROUP_GAP = 0.7
_MARGIN = 1.3
_START_GAP = 1.7
_END_GAP = 1.7
_ROW_STEP = 1.35
_CENTRE_GAP = 2.7
_HOLE_RADIUS = 0.27
_GROUP = 5


@dataclass(frozen=True, slots=True)
class Board:
    """A peg board with ``rows`` rows of ``row_length`` holes a side, set up for a game to ``target``.

    Each side has its rows on its own half, the first along the outer edge; odd rows run away from the
    start, even rows back. The game hole is shared, in the middle, beyond the hole before it. Without a
    target (Blind Don) there is no game hole and laps go on.
    """

    name: str
    rows: int
    row_length: int
    target: int | None

    @property
    def holes(self) -> int:
        """Holes a side, the game hole not counted."""
        return self.rows * self.row_length

    def position(self, score: int) -> Position | Spot:
        """Where ``score`` stands: the start, a hole, or the game hole."""
        if score < 0:
            raise ValueError("A score is never below nothing.")
        if score == 0:
            return Spot.START
        if self.target is not None and score >= self.target:
            return Spot.GAME_HOLE
        lap, hole = divmod(score - 1, self.holes)
        row, place = divmod(hole, self.row_length)
        group, within = divmod(place, _GROUP)
        return Position(lap + 1, hole + 1, row + 1, place + 1, group + 1, within + 1)

    @property
    def aspect(self) -> float:
        """Width over height of the board as it should be drawn."""
        return self._length / self._breadth

    @property
    def hole_radius(self) -> float:
        """Radius of a hole as a share of the drawn width."""
        return _HOLE_RADIUS / self._length

    def hole_point(self, side_index: int, hole: int) -> Point:
        """The point of hole ``hole`` (1 to `holes`) of the first (0) or second (1) side."""
        if not 1 <= hole <= self.holes:
            raise ValueError(f"This board has holes 1 to {self.holes}.")
        row, place = divmod(hole - 1, self.row_length)
        along = place + _GROUP_GAP * (place // _GROUP)
        if row % 2:
            along = self._row_span - along
        return self._point(self._first_hole + along, self._across(side_index, row))

    def start_points(self, side_index: int) -> tuple[Point, Point]:
        """The two start holes of a side: the one next to hole 1 (front peg), then the outer (back peg)."""
        y = self._across(side_index, 0)
        return self._point(_MARGIN + 1, y), self._point(_MARGIN, y)

    def game_hole_point(self) -> Point:
        """The game hole: in the middle, beyond the end at which the hole before it lies."""
        if self.target is None:
            raise ValueError("A game without a target has no game hole.")
        before = self.position(self.target - 1)
        at_start = not isinstance(before, Position) or before.row % 2 == 0
        return self._point(_MARGIN if at_start else self._length - _MARGIN, self._breadth / 2)

    def score_point(self, side_index: int, score: int) -> Point:
        """Where a peg for ``score`` stands; for nothing, the start hole next to hole 1."""
        place = self.position(score)
        if isinstance(place, Position):
            return self.hole_point(side_index, place.hole)
        return self.start_points(side_index)[0] if place is Spot.START else self.game_hole_point()

    def peg_points(self, side_index: int, pegs: PegPair) -> tuple[Point, Point]:
        """Where the front and the back peg of a side stand, never both in one hole."""
        front = self.score_point(side_index, pegs.front)
        if pegs.front == pegs.back == 0:
            return self.start_points(side_index)
        return front, self.score_point(side_index, pegs.back)

    def path(self, from_score: int, to_score: int, side_index: int = 0) -> tuple[Point, ...]:
        """The holes a peg passes, one by one, from the first score to the second, both included."""
        last = to_score if self.target is None else min(to_score, self.target)
        return tuple(self.score_point(side_index, score) for score in range(from_score, last + 1))

    @property
    def _row_span(self) -> float:
        return self.row_length - 1 + _GROUP_GAP * ((self.row_length - 1) // _GROUP)

    @property
    def _first_hole(self) -> float:
        return _MARGIN + 1 + _START_GAP

    @property
    def _length(self) -> float:
        return self._first_hole + self._row_span + _END_GAP + _MARGIN

    @property
    def _breadth(self) -> float:
        return 2 * (_MARGIN + _ROW_STEP * (self.rows - 1)) + _CENTRE_GAP

    def _across(self, side_index: int, row: int) -> float:
        if side_index not in (0, 1):
            raise ValueError("A board has tracks for two sides, 0 and 1.")
        from_edge = _MARGIN + _ROW_STEP * row
        return from_edge if side_index == 0 else self._breadth - from_edge

    def _point(self, along: float, across: float) -> Point:
        return along / self._length, across / self._breadth


_SHAPES = {"crib60": (2, 30), "crib90": (3, 30), "phat90": (2, 45)}
BOARD_NAMES: tuple[str, ...] = tuple(_SHAPES)


@cache
def board_of(name: str, target: int | None) -> Board:
    """The board called ``crib60``, ``crib90`` or ``phat90``, for a game to ``target``."""
    if name not in _SHAPES:
        raise ValueError(f"There is no peg board called {name!r}: there are {', '.join(BOARD_NAMES)}.")
    rows, row_length = _SHAPES[name]
    return Board(name, rows, row_length, target)


@dataclass(frozen=True, slots=True)
class CheshireLeg:
    """How far a side is in the Cheshire way of counting: the leg it is in and the legs it has completed."""

    current: int
    completed: int


LEG_LENGTH = 30


def cheshire_leg(score: int, target: int = 121) -> CheshireLeg:
    """Legs are rows of 30 holes; the last one ends in the game hole (RULES.md 5)."""
    legs = max(1, (target - 1) // LEG_LENGTH)
    if score >= target:
        return CheshireLeg(legs, legs)
    current = min(legs, max(1, (score + LEG_LENGTH - 1) // LEG_LENGTH))
    return CheshireLeg(current, min(legs - 1, score // LEG_LENGTH))
