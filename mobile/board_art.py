"""The look of a peg board: wood, tracks, drilled holes and pegs as arrays, drawn from `scorer.board`'s geometry.

No Kivy here: the picture of the board and the widget on the screen both take their looks from this module.
"""

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from mobile import theme
from mobile.board_inscriptions import inscription
from mobile.board_place import Picture, Placement, bgr
from mobile.peg_art import BACK_PEG, FRONT_PEG, laid_over, peg_of, peg_sprite, seal_of
from mobile.theme import Palette
from scorer.board import LEG_LENGTH, Board, Point

__all__ = ["BACK_PEG", "FRONT_PEG", "Picture", "Placement", "bare_board", "bgr", "laid_over", "peg_of"]
__all__ += ["framed", "peg_sprite", "seal_of", "track"]

Floats = NDArray[np.float32]

_FINE_STEP = 22
"""Boards with a smaller step than this many pixels are drawn twice as large and made smaller."""
_LANE = 0.98
_GREY = np.full((1, 3), 1 / 3, np.float32)


@lru_cache(maxsize=4)
def bare_board(place: Placement, palette: Palette, legs: int = 0) -> Picture:
    """The board without pegs as BGRA, ``(height, width, 4)``; don't write into it.

    ``legs``: how many Cheshire legs a game has (RULES.md 5), which are then marked; 0 where there are none.
    """
    big = place.scaled(1 if place.step > _FINE_STEP else 2)
    mask = _rounded(big.width, big.height, big.step * 0.9)
    wood = _wood(big.width, big.height, big.standing, palette)
    _draw_tracks(wood, big, palette)
    _draw_marks(wood, big, palette, legs)
    _inlay(wood, inscription(big, legs), big.step, palette)
    drawn = np.clip(_bevelled(wood, mask, big.step * 0.32), 0, 255).astype(np.uint8)
    _draw_holes(drawn, big, palette)
    full = np.dstack([drawn, mask])
    if big.width != place.width:
        full = np.asarray(cv2.resize(full, (place.width, place.height), interpolation=cv2.INTER_AREA), np.uint8)
    full.setflags(write=False)
    return full


def _rounded(width: int, height: int, radius: float) -> Picture:
    """A mask of a rectangle with round corners."""
    image = Image.new("L", (width, height), 0)
    ImageDraw.Draw(image).rounded_rectangle((0, 0, width - 1, height - 1), radius, fill=255)
    return np.asarray(image, np.uint8)


@lru_cache(maxsize=4)
def framed(width: int, height: int, edge: int, palette: Palette) -> Picture:
    """A slate in a wooden frame ``edge`` pixels wide, as BGRA, for scores that are written; don't write into it."""
    mask = _rounded(width, height, edge * 1.2)
    wood = _bevelled(_wood(width, height, height > width, palette), mask, max(2.0, edge * 0.3))
    full = np.dstack([np.clip(wood, 0, 255).astype(np.uint8), mask])
    slate, rim = bgr(palette.panel), bgr(palette.wood_edge)
    low, right, bottom = edge, width - edge - 1, height - edge - 1
    for inset, colour in ((-max(1, edge // 6), rim), (0, slate)):
        corners = (low + inset, low + inset), (right - inset, bottom - inset)
        cv2.rectangle(full, *corners, (*colour, 255), -1)
    full.setflags(write=False)
    return full


def _wood(width: int, height: int, standing: bool, palette: Palette) -> Floats:
    """Grain that runs along the board: slow bands, bent rings and fine pores."""
    length, breadth = (height, width) if standing else (width, height)
    rng = np.random.default_rng(91)

    def noise(along: int, across: int) -> Floats:
        small = rng.random((max(2, across), max(2, along))).astype(np.float32)
        return np.asarray(cv2.resize(small, (length, breadth), interpolation=cv2.INTER_CUBIC), np.float32)

    across = np.linspace(0, 1, breadth, dtype=np.float32)[:, None]
    bend = noise(5, 3) * 0.55 + noise(11, 5) * 0.12
    rings = 0.5 + 0.5 * np.sin(2 * np.pi * (across * 5.5 + bend * 5.0))
    fibres = noise(28, breadth // 2)
    pores = (noise(90, breadth) > 0.80).astype(np.float32)
    depth = 0.18 + 0.34 * rings**1.6 + 0.26 * fibres + 0.12 * noise(3, 2) + 0.07 * pores
    light, dark = np.array(bgr(palette.wood_light), np.float32), np.array(bgr(palette.wood_dark), np.float32)
    wood = np.asarray(light + (dark - light) * np.clip(depth, 0, 1)[..., None], np.float32)
    return np.ascontiguousarray(np.rot90(wood)) if standing else wood


def _bevelled(wood: Floats, mask: Picture, width: float) -> Floats:
    """Light from the upper left on the rounded edge, and a little shade towards the lower right."""
    inside = cv2.distanceTransform(cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.DIST_L2, 5)
    inside = inside[1:-1, 1:-1]
    slope = np.clip(1 - inside / width, 0, 1) ** 1.5
    smooth = cv2.GaussianBlur(np.minimum(inside, width), (0, 0), max(1.0, width / 5))
    facing = -(cv2.Sobel(smooth, cv2.CV_32F, 1, 0) * 0.6 + cv2.Sobel(smooth, cv2.CV_32F, 0, 1)) / 8
    shade = 1 - np.clip(facing, -1, 1) * slope * 0.75 - slope * 0.12
    fall = 1.04 - 0.10 * np.linspace(0, 1, wood.shape[0], dtype=np.float32)[:, None]
    return np.asarray(wood * (shade * fall)[..., None], np.float32)


def track(board: Board, side_index: int) -> tuple[Point, ...]:
    """The line a peg of a side follows round the board: its rows joined by half circles."""
    points: list[Point] = []
    for row in range(board.rows):
        first = row * board.row_length + 1
        begin, end = board.hole_point(side_index, first), board.hole_point(side_index, first + board.row_length - 1)
        if points:
            points += _half_circle(points[-1], begin, board.aspect)
        points += [begin, end]
    return tuple(points)


def _half_circle(start: Point, end: Point, aspect: float) -> list[Point]:
    """From the end of one row to the start of the next, bulging along the board."""
    outward = 1 if start[0] > 0.5 else -1
    radius = (end[1] - start[1]) / 2
    angles = np.linspace(-np.pi / 2, np.pi / 2, 41)[1:-1]
    bulge = abs(radius) / aspect * outward
    return [(start[0] + bulge * float(np.cos(a)), start[1] + radius + radius * float(np.sin(a))) for a in angles]


def _draw_tracks(wood: Floats, place: Placement, palette: Palette) -> None:
    """A stained lane in the colour of each side, with a fine dark line round it."""
    for side_index, colour in enumerate(palette.sides[: place.board.sides]):
        points = _ints([place.pixel(point) for point in track(place.board, side_index)])
        start = _ints([place.pixel(point) for point in (*place.board.start_points(side_index)[::-1],)])
        rim, lane = np.zeros(wood.shape[:2], np.uint8), np.zeros(wood.shape[:2], np.uint8)
        for line in (points, start):
            cv2.polylines(rim, [line], False, 255, round(place.step * (_LANE + 0.14)), cv2.LINE_AA)
            cv2.polylines(lane, [line], False, 255, round(place.step * _LANE), cv2.LINE_AA)
        _blend(wood, rim, bgr(palette.wood_edge), 0.55)
        _blend(wood, lane, bgr(theme.mixed(colour, palette.wood_edge, 0.52)), 0.84)


def _blend(wood: Floats, mask: Picture, colour: tuple[int, int, int], share: float) -> None:
    """Lay a colour over the wood where the mask is; the grain stays visible."""
    x, y, width, height = cv2.boundingRect(mask)
    if not width:
        return
    part, cover = wood[y : y + height, x : x + width], mask[y : y + height, x : x + width]
    weight = (cover.astype(np.float32) * (share / 255))[..., None]
    grain = (cv2.transform(part, _GREY)[..., None] - float(wood[::8, ::8].mean())) * 0.45
    part += (np.array(colour, np.float32) + grain - part) * weight


def _draw_marks(wood: Floats, place: Placement, palette: Palette, legs: int) -> None:
    """Inlaid lines between the groups of five, stronger ones where legs end, and the way to the game hole."""
    board, ink = place.board, bgr(palette.inlay)
    thick = max(1, round(place.step * 0.07))
    mask = np.zeros(wood.shape[:2], np.uint8)
    reach = 0.62 * place.step
    for side_index in range(board.sides):
        for hole in {(LEG_LENGTH * leg - 1) % board.holes + 1 for leg in range(1, legs)}:
            _leg_line(mask, place, side_index, hole)
        for row in range(board.rows):
            first = row * board.row_length
            for place_in_row in range(5, board.row_length, 5):
                ends = [place.pixel(board.hole_point(side_index, first + place_in_row + more)) for more in (0, 1)]
                x, y = (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
                dx, dy = (reach, 0.0) if place.standing else (0.0, reach)
                cv2.line(mask, *_pair((x - dx, y - dy), (x + dx, y + dy)), 255, thick, cv2.LINE_AA)
        if board.target is not None and board.target > 1 and not board.game_hole_enclosed:
            last = place.pixel(board.score_point(side_index, board.target - 1))
            _dashes(mask, last, place.pixel(board.game_hole_point()), place.step, thick)
    _blend(wood, mask, ink, 0.8)


def _leg_line(mask: Picture, place: Placement, side_index: int, hole: int) -> None:
    """A line across the track beyond the hole in which a leg ends."""
    (bx, by), (x, y) = (place.pixel(place.board.hole_point(side_index, other)) for other in (hole - 1, hole))
    x, y = x + (x - bx) * 0.62, y + (y - by) * 0.62
    reach = 0.66 * place.step
    dx, dy = (reach, 0.0) if place.standing else (0.0, reach)
    cv2.line(mask, *_pair((x - dx, y - dy), (x + dx, y + dy)), 255, max(2, round(place.step * 0.16)), cv2.LINE_AA)


def _dashes(mask: Picture, start: Point, end: Point, step: float, thick: int) -> None:
    """A broken line between two holes that leaves the holes free."""
    for low in np.arange(0.2, 0.8, 0.12):
        a, b = (tuple(s + (e - s) * share for s, e in zip(start, end, strict=True)) for share in (low, low + 0.06))
        cv2.line(mask, *_pair((a[0], a[1]), (b[0], b[1])), 255, thick, cv2.LINE_AA)


def _inlay(wood: Floats, mask: Picture, step: float, palette: Palette) -> None:
    """Lay brass into the wood where the mask is, with its shade below it."""
    shifted = np.roll(mask, (max(1, round(step * 0.04)),) * 2, (0, 1))
    _blend(wood, shifted, bgr(palette.wood_edge), 0.5)
    _blend(wood, mask, bgr(palette.brass), 0.92)


def _draw_holes(wood: Picture, place: Placement, palette: Palette) -> None:
    """Holes with depth: a lit lower edge, a dark shaft, a gleam at its bottom right."""
    board = place.board
    radius = board.hole_radius * place.longer
    spots = [
        (place.pixel(board.hole_point(side, hole)), radius)
        for side in range(board.sides)
        for hole in range(1, board.holes + 1)
    ]
    spots += [(place.pixel(point), radius) for side in range(board.sides) for point in board.start_points(side)]
    if board.target is not None:
        middle = place.pixel(board.game_hole_point())
        _disc(wood, middle, radius * 2.0, bgr(theme.mixed(palette.brass, palette.wood_edge, 0.45)))
        _disc(wood, middle, radius * 1.85, bgr(palette.brass))
        _disc(wood, middle, radius * 1.45, bgr(theme.mixed(palette.brass, palette.wood_edge, 0.3)))
        spots.append((middle, radius * 1.2))
    for (x, y), size in spots:
        _disc(
            wood,
            (x + size * 0.16, y + size * 0.2),
            size * 1.12,
            bgr(theme.mixed(palette.wood_light, palette.inlay, 0.4)),
        )
        _disc(wood, (x - size * 0.06, y - size * 0.08), size * 1.1, bgr(palette.wood_edge))
        _disc(wood, (x, y), size, bgr(palette.hole))
        _disc(
            wood,
            (x + size * 0.22, y + size * 0.28),
            size * 0.55,
            bgr(theme.mixed(palette.hole, palette.wood_dark, 0.35)),
        )
        _disc(wood, (x + size * 0.02, y + size * 0.04), size * 0.55, bgr(palette.hole))


def _disc(wood: Picture, centre: Point, radius: float, colour: tuple[int, int, int]) -> None:
    fine = 16
    cv2.circle(
        wood, (round(centre[0] * fine), round(centre[1] * fine)), round(radius * fine), colour, -1, cv2.LINE_AA, 4
    )


def _ints(points: list[Point]) -> NDArray[np.int32]:
    return np.round(np.array(points)).astype(np.int32)


def _pair(first: Point, second: Point) -> tuple[Any, Any]:
    return (round(first[0]), round(first[1])), (round(second[0]), round(second[1]))
