"""What is inlaid in a peg board: numbers at the fives, the suits, the target, the names of Cheshire legs. No Kivy."""

from collections.abc import Iterator

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from mobile import theme
from mobile.board_place import Picture, Placement
from mobile.texts import label
from scorer.board import LEG_LENGTH, Board, Point

_EDGE = 0.86
"""From the middle of the outermost row to the numbers at the edge, in steps."""
_BETWEEN_FIVES = 3
"""The third hole of a five: what stands beside it stands between two numbers."""
_AT_START = 2
"""The name of a leg stands beside this hole of its row, of a row that runs back one further on."""


def inscription(place: Placement, legs: int = 0) -> Picture:
    """Where the board is inlaid: a mask as large as the board, 255 where there is brass.

    ``legs``: how many Cheshire legs a game has; 0 where there are none.
    """
    ink = _Ink(place)
    for along, across, hole in _numbers(place.board):
        ink.write((along, across), _number_text(place.board, hole, legs), 0.52)
    groups = place.board.row_length // 5
    middle = _first_gap(place.board)
    glyph_groups = (groups // 2 - 2, groups // 2 - 1, -(-groups // 2), -(-groups // 2) + 1)
    for glyph, group in zip("♠♥♣♦", glyph_groups, strict=True):
        ink.write((_beside(place.board, group), middle), glyph, 1.15)
    if place.board.target is not None:
        ink.write(_beside_target(place), str(place.board.target), 0.66)
    for point, text in _leg_names(place.board, legs):
        ink.write(point, text, 0.56)
    for point, text in _leg_seats(place.board, legs):
        ink.seat(point, text)
    return np.asarray(ink.image, np.uint8)


def _beside_target(place: Placement) -> Point:
    """Where the target is written: inward of the game hole, or beside it where three ways lead there."""
    board = place.board
    along, across = board.game_hole_point()
    if board.sides > 2 and not board.game_hole_enclosed:
        return along, across + 1.05 * _row_step(board)
    inward = (1.3 if place.standing else 1.55) * _step(board)
    return along + (inward if along < 0.5 else -inward), across


class _Ink:
    """Writes on a mask of the board; longer words run along it."""

    def __init__(self, place: Placement) -> None:
        self._place = place
        self.image = Image.new("L", (place.width, place.height), 0)
        self._draw = ImageDraw.Draw(self.image)

    def write(self, at: Point, text: str, size: float) -> None:
        """A text with its middle at a point, ``size`` steps high."""
        x, y = self._place.pixel(at)
        font = ImageFont.truetype(theme.FONT_BOLD, max(6, round(self._place.step * size)))
        if not self._place.standing or len(text) <= 3:
            self._draw.text((x, y), text, fill=255, font=font, anchor="mm")
            return
        left, top, right, bottom = (round(edge) for edge in self._draw.textbbox((0, 0), text, font=font))
        word = Image.new("L", (right - left + 2, bottom - top + 2), 0)
        ImageDraw.Draw(word).text((1 - left, 1 - top), text, fill=255, font=font)
        turned = word.rotate(90, expand=True)
        corner = (round(x - turned.width / 2), round(y - turned.height / 2))
        self.image.paste(turned, corner, turned)

    def seat(self, at: Point, text: str) -> None:
        """The ring in which the seal of a leg won will lie, with the leg's number."""
        (x, y), radius = self._place.pixel(at), self._place.step * 0.40
        wide = max(1, round(self._place.step * 0.07))
        self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=200, width=wide)
        self.write(at, text, 0.46)


def _numbers(board: Board) -> Iterator[tuple[float, float, int]]:
    """Where numbers stand, and of which hole."""
    for number in range(5, board.row_length + 1, 5):
        if board.sides == 2:
            for side, way in ((0, -1), (1, 1)):
                along, across = board.hole_point(side, number)
                yield along, across + way * _EDGE * _row_step(board), number
        for row in range(board.rows):
            hole = row * board.row_length + number
            along, line = board.hole_point(0, hole)[0], _number_row(board, row)
            if line is not None and not _beside_game_hole(board, along, line):
                yield along, line, hole


def _number_row(board: Board, row: int) -> float | None:
    """Where the numbers of a row stand across the board, if one line of them serves all sides."""
    last = row == board.rows - 1
    if board.sides == 2:
        return 0.5 if last else None
    outermost = board.hole_point(0 if row % 2 == 0 else board.sides - 1, row * board.row_length + 1)[1]
    if row == 0:
        return outermost - _EDGE * _row_step(board)
    if last:
        innermost = board.hole_point(board.sides - 1 if row % 2 == 0 else 0, row * board.row_length + 1)[1]
        return innermost + _EDGE * _row_step(board)
    return outermost - (_first_gap(board) - board.hole_point(board.sides - 1, 1)[1])


def _beside_game_hole(board: Board, along: float, across: float) -> bool:
    """Whether the target is inlaid there."""
    if board.target is None:
        return False
    x, y = board.game_hole_point()
    return abs(along - x) < 2.6 * _step(board) and abs(across - y) < _row_step(board)


def _first_gap(board: Board) -> float:
    """The middle, across the board, of the gap in which the suits are."""
    if board.sides == 2:
        return 0.5
    inner = board.sides - 1
    return (board.hole_point(inner, 1)[1] + board.hole_point(inner, board.row_length + 1)[1]) / 2


def _step(board: Board) -> float:
    """From hole to hole as a share of the length."""
    return board.hole_point(0, 2)[0] - board.hole_point(0, 1)[0]


def _row_step(board: Board) -> float:
    """A step from hole to hole as a share of the breadth."""
    return _step(board) * board.aspect


def _beside(board: Board, group: int) -> float:
    return board.hole_point(0, group * 5 + _BETWEEN_FIVES)[0]


# Cheshire legs: two sides, rows of thirty


def _number_text(board: Board, hole: int, legs: int) -> str:
    """The number of a hole; where legs end, all the scores at which they do."""
    ends = [LEG_LENGTH * leg for leg in range(1, legs)]
    here = [end for end in ends if (end - 1) % board.holes + 1 == hole]
    return "·".join(map(str, here)) if here else str(hole)


def _leg_names(board: Board, legs: int) -> Iterator[tuple[Point, str]]:
    """The name of each leg where its row begins, in the line of that row's numbers; the number of a row without one."""
    for row in range(board.rows if legs else 0):
        own = [leg for leg in range(1, legs + 1) if (leg - 1) % board.rows == row]
        along = board.hole_point(0, row * board.row_length + _AT_START + row % 2)[0]
        line = _number_row(board, row)
        text = label("leg_rows", legs=" · ".join(map(str, own)))
        if line is not None:
            yield (along, line), text
        elif row == 0:
            for side, way in ((0, -1), (1, 1)):
                yield (along, board.hole_point(side, 1)[1] + way * _EDGE * _row_step(board)), text
        else:
            for side in (0, 1):
                end = board.hole_point(side, (row + 1) * board.row_length)
                yield (end[0] - 1.75 * _step(board), end[1]), str(LEG_LENGTH * (row + 1))
    last = board.hole_point(0, board.holes)[0]
    if legs and board.rows * LEG_LENGTH < LEG_LENGTH * legs and _beside_game_hole(board, last, 0.5):
        yield (last - 1.6 * _step(board), 0.5), str(board.holes)


def _leg_seats(board: Board, legs: int) -> Iterator[tuple[Point, str]]:
    for leg in range(1, legs + 1):
        for side in (0, 1):
            yield board.leg_point(side, leg), str(leg)
