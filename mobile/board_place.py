"""A peg board laid into a picture: where its points lie in pixels. No Kivy."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mobile.theme import Colour
from scorer.board import Board, Point

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Placement:
    """A board laid into a picture: ``width`` x ``height`` pixels, lying, or standing with its start at the bottom."""

    board: Board
    width: int
    height: int
    standing: bool = False

    @staticmethod
    def within(board: Board, width: float, height: float, standing: bool = False) -> "Placement":
        """The largest placement that fits."""
        aspect = 1 / board.aspect if standing else board.aspect
        wide = min(width, height * aspect)
        return Placement(board, max(8, int(wide)), max(8, int(wide / aspect)), standing)

    @property
    def step(self) -> float:
        """From hole to hole, in pixels."""
        (ax, ay), (bx, by) = self.pixel(self.board.hole_point(0, 1)), self.pixel(self.board.hole_point(0, 2))
        return abs(bx - ax) + abs(by - ay)

    def pixel(self, point: Point) -> Point:
        """Where a point of the board's unit square lies, y downwards."""
        along, across = point
        if self.standing:
            return across * self.width, (1 - along) * self.height
        return along * self.width, across * self.height

    @property
    def longer(self) -> int:
        """The longer edge, in pixels."""
        return max(self.width, self.height)

    def scaled(self, factor: int) -> "Placement":
        return Placement(self.board, self.width * factor, self.height * factor, self.standing)


def bgr(colour: Colour) -> tuple[int, int, int]:
    """The colour in OpenCV's order."""
    red, green, blue = colour
    return blue, green, red
