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
_TURN_ROOM = 0.7
"""From the middle of the outermost lane of a turn to the margin."""
_IN_TURN = 0.3
"""How far beyond the last hole a game hole lies that is enclosed by a turn."""
_HOLE_RADIUS = 0.27
_GROUP = 5
_LEG_EDGE = 0.98
_LEG_MARGIN = 0.62
_LEG_STEP = 0.98
LEGS_MOST = 4
"""A game of Cheshire legs has so many at most."""


@dataclass(frozen=True, slots=True)
class Board:
    """A peg board with ``rows`` rows of ``row_length`` holes a side, set up for a game to ``target``.

    Odd rows run away from the start, even rows back. Each of two sides has its rows on its own half, the first along
    the outer edge. Three sides run side by side, as on a board with three tracks: their first rows along one
    edge, the next ones beyond a gap, each turn with the first side outside. The game hole is shared, beyond
    the hole before it. Without a target (Blind Don) there is no game hole and laps go on.
    """

    name: str
    rows: int
    row_length: int
    target: int | None
    sides: int = 2

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
        """The point of hole ``hole`` (1 to `holes`) of a side by its place: the first is 0."""
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
        """The game hole: beyond the end at which the hole before it lies, in the middle of two sides.

        Of three sides it lies in the middle of the rows that end there, or of the turn that they take there.
        """
        row = self._last_row
        at_start = row % 2 == 0
        if self.game_hole_enclosed:
            along = self._first_hole + (-_IN_TURN if at_start else self._row_span + _IN_TURN)
            return self._point(along, (self._across(1, row - 1) + self._across(1, row)) / 2)
        across = self._breadth / 2 if self.sides == 2 else self._across(1, row - 1)
        return self._point(_MARGIN if at_start else self._length - _MARGIN, across)

    @property
    def game_hole_enclosed(self) -> bool:
        """Whether the game hole lies within a turn of the tracks (three sides)."""
        return self.sides > 2 and self._last_row < self.rows

    @property
    def _last_row(self) -> int:
        """The row, from 1, at whose end the game hole lies."""
        if self.target is None:
            raise ValueError("A game without a target has no game hole.")
        before = self.position(self.target - 1)
        return before.row if isinstance(before, Position) else 2

    def leg_point(self, side_index: int, leg: int) -> Point:
        """Where a leg that a side has won is marked (Cheshire, two sides): beyond the far end, from the edge on."""
        if not (self.sides == 2 and 1 <= leg <= LEGS_MOST):
            raise ValueError(f"Legs 1 to {LEGS_MOST} of two sides are marked.")
        across = _LEG_MARGIN + _LEG_STEP * (leg - 1)
        return self._point(self._length - _LEG_EDGE, across if side_index == 0 else self._breadth - across)

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
    def _turn(self) -> float:
        """Radius of the outermost turn of three sides; those of two sides have room enough in the gaps."""
        return ((self.sides - 1) * _ROW_STEP * 2 + _CENTRE_GAP) / 2 if self.sides > 2 else 0.0

    @property
    def _first_hole(self) -> float:
        turns_here = self._turn + _TURN_ROOM if self.rows > 2 and self._turn else 0.0
        return _MARGIN + max(1 + _START_GAP, turns_here)

    @property
    def _length(self) -> float:
        turns_here = self._turn + _TURN_ROOM - _MARGIN if self._turn else 0.0
        return self._first_hole + self._row_span + max(_END_GAP, turns_here) + _MARGIN

    @property
    def _breadth(self) -> float:
        if self.sides == 2:
            return 2 * (_MARGIN + _ROW_STEP * (self.rows - 1)) + _CENTRE_GAP
        return 2 * _MARGIN + self.rows * (self.sides - 1) * _ROW_STEP + (self.rows - 1) * _CENTRE_GAP

    def _across(self, side_index: int, row: int) -> float:
        if not 0 <= side_index < self.sides:
            raise ValueError(f"A board has tracks for {self.sides} sides, from 0 on.")
        if self.sides == 2:
            from_edge = _MARGIN + _ROW_STEP * row
            return from_edge if side_index == 0 else self._breadth - from_edge
        lane = side_index if row % 2 == 0 else self.sides - 1 - side_index
        return _MARGIN + row * ((self.sides - 1) * _ROW_STEP + _CENTRE_GAP) + lane * _ROW_STEP

    def _point(self, along: float, across: float) -> Point:
        return along / self._length, across / self._breadth


_SHAPES = {"crib60": (2, 30), "crib90": (3, 30), "phat90": (2, 45)}
BOARD_NAMES: tuple[str, ...] = tuple(_SHAPES)


@cache
def board_of(name: str, target: int | None, sides: int = 2) -> Board:
    """The board called ``crib60``, ``crib90`` or ``phat90``, for a game to ``target`` of two or three sides."""
    if name not in _SHAPES:
        raise ValueError(f"There is no peg board called {name!r}: there are {', '.join(BOARD_NAMES)}.")
    if sides not in (2, 3):
        raise ValueError("A peg board has tracks for two or three sides.")
    rows, row_length = _SHAPES[name]
    return Board(name, rows, row_length, target, sides)


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
