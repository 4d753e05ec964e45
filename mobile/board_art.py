"""The look of a peg board: wood, tracks, drilled holes and pegs as arrays, drawn from `scorer.board`'s geometry.

No Kivy here: the picture of the board and the widget on the screen both take their looks from this module.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from mobile import theme
from mobile.theme import Colour, Palette
from scorer.board import Board, Point

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

_OVERSAMPLE = 2
_LANE = 0.98
_TURN = 0.3
FRONT_PEG = 0.52
"""Radius of the head of a front peg, in steps from hole to hole."""
BACK_PEG = 0.40
_RIM: Colour = (255, 242, 216)
_SPRITE_SPAN = 3.2
"""Side of a peg's sprite over the radius of its head: room for the shadow."""


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

    def scaled(self, factor: int) -> "Placement":
        return Placement(self.board, self.width * factor, self.height * factor, self.standing)


def bgr(colour: Colour) -> tuple[int, int, int]:
    """The colour in OpenCV's order."""
    red, green, blue = colour
    return blue, green, red


@lru_cache(maxsize=4)
def bare_board(place: Placement, palette: Palette) -> Picture:
    """The board without pegs as BGRA, ``(height, width, 4)``; don't write into it."""
    big = place.scaled(_OVERSAMPLE)
    mask = _rounded(big.width, big.height, big.step * 0.9)
    wood = _wood(big, palette)
    _draw_tracks(wood, big, palette)
    _draw_marks(wood, big, palette)
    wood = _with_numbers(wood, big, palette)
    wood = _bevelled(wood, mask, big.step * 0.32)
    _draw_holes(wood, big, palette)
    full = np.dstack([np.clip(wood, 0, 255).astype(np.uint8), mask])
    small = cv2.resize(full, (place.width, place.height), interpolation=cv2.INTER_AREA)
    small.setflags(write=False)
    return np.asarray(small, np.uint8)


def _rounded(width: int, height: int, radius: float) -> Picture:
    """A mask of a rectangle with round corners."""
    image = Image.new("L", (width, height), 0)
    ImageDraw.Draw(image).rounded_rectangle((0, 0, width - 1, height - 1), radius, fill=255)
    return np.asarray(image, np.uint8)


def _wood(place: Placement, palette: Palette) -> Floats:
    """Grain that runs along the board: slow bands, bent rings and fine pores."""
    length, breadth = max(place.width, place.height), min(place.width, place.height)
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
    if place.standing:
        wood = np.ascontiguousarray(np.rot90(wood))
    return wood


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
    angles = np.linspace(-np.pi / 2, np.pi / 2, 13)[1:-1]
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
    weight = (mask.astype(np.float32) / 255 * share)[..., None]
    grain = (wood.mean(axis=2, keepdims=True) - float(wood.mean())) * 0.45
    wood += (np.array(colour, np.float32) + grain - wood) * weight


def _draw_marks(wood: Floats, place: Placement, palette: Palette) -> None:
    """Inlaid lines between the groups of five, and the way from the last hole to the game hole."""
    board, ink = place.board, bgr(palette.inlay)
    thick = max(1, round(place.step * 0.07))
    mask = np.zeros(wood.shape[:2], np.uint8)
    reach = 0.62 * place.step
    for side_index in range(board.sides):
        for row in range(board.rows):
            first = row * board.row_length
            for place_in_row in range(5, board.row_length, 5):
                ends = [place.pixel(board.hole_point(side_index, first + place_in_row + more)) for more in (0, 1)]
                x, y = (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
                dx, dy = (reach, 0.0) if place.standing else (0.0, reach)
                cv2.line(mask, *_pair((x - dx, y - dy), (x + dx, y + dy)), 255, thick, cv2.LINE_AA)
        if board.target is not None and board.target > 1:
            last = place.pixel(board.score_point(side_index, board.target - 1))
            _dashes(mask, last, place.pixel(board.game_hole_point()), place.step, thick)
    _blend(wood, mask, ink, 0.8)


def _dashes(mask: Picture, start: Point, end: Point, step: float, thick: int) -> None:
    """A broken line between two holes that leaves the holes free."""
    for low in np.arange(0.2, 0.8, 0.12):
        a, b = (tuple(s + (e - s) * share for s, e in zip(start, end, strict=True)) for share in (low, low + 0.06))
        cv2.line(mask, *_pair((a[0], a[1]), (b[0], b[1])), 255, thick, cv2.LINE_AA)


def _with_numbers(wood: Floats, place: Placement, palette: Palette) -> Floats:
    """Numbers at the end of each group: of the first row along the edge, of the last row in the middle for both."""
    board = place.board
    ink = Image.new("L", (wood.shape[1], wood.shape[0]), 0)
    draw = ImageDraw.Draw(ink)
    font = ImageFont.truetype(theme.FONT_BOLD, max(6, round(place.step * 0.52)))
    across = 0.86 * place.step
    for number in range(5, board.row_length + 1, 5):
        for side_index, shift in ((0, -across), (1, across)):
            x, y = place.pixel(board.hole_point(side_index, number))
            at = (x + shift, y) if place.standing else (x, y + shift)
            draw.text(at, str(number), fill=255, font=font, anchor="mm")
        inner = (board.rows - 1) * board.row_length + number
        along = board.hole_point(0, inner)[0]
        if board.target is not None and abs(along - board.game_hole_point()[0]) * _longer(place) < 3 * place.step:
            continue  # the target stands there
        x, y = place.pixel((along, 0.5))
        draw.text((x, y), str(inner), fill=255, font=font, anchor="mm")
    _ornaments(draw, place)
    mask = np.asarray(ink, np.uint8)
    shifted = np.roll(mask, (max(1, round(place.step * 0.04)),) * 2, (0, 1))
    _blend(wood, shifted, bgr(palette.wood_edge), 0.5)
    _blend(wood, mask, bgr(palette.brass), 0.92)
    return wood


def _ornaments(draw: ImageDraw.ImageDraw, place: Placement) -> None:
    """The four suits burnt into the middle, and the target beside the game hole."""
    board = place.board
    groups = board.row_length // 5
    font = ImageFont.truetype(theme.FONT_BOLD, round(place.step * 1.15))
    for glyph, group in zip(
        "♠♥♣♦", (groups // 2 - 2, groups // 2 - 1, -(-groups // 2), -(-groups // 2) + 1), strict=True
    ):
        x, y = place.pixel((board.hole_point(0, group * 5 + 3)[0], 0.5))
        draw.text((x, y), glyph, fill=255, font=font, anchor="mm")
    if board.target is not None:
        small = ImageFont.truetype(theme.FONT_BOLD, round(place.step * 0.66))
        along, across = board.game_hole_point()
        inward = (1.3 if place.standing else 1.55) * place.step / _longer(place)
        x, y = place.pixel((along + (inward if along < 0.5 else -inward), across))
        draw.text((x, y), str(board.target), fill=255, font=small, anchor="mm")


def _draw_holes(wood: Floats, place: Placement, palette: Palette) -> None:
    """Holes with depth: a lit lower edge, a dark shaft, a gleam at its bottom right."""
    board = place.board
    radius = board.hole_radius * _longer(place)
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


def _disc(wood: Floats, centre: Point, radius: float, colour: tuple[int, int, int]) -> None:
    fine = 16
    cv2.circle(
        wood, (round(centre[0] * fine), round(centre[1] * fine)), round(radius * fine), colour, -1, cv2.LINE_8, 4
    )


def _longer(place: Placement) -> int:
    return max(place.width, place.height)


def _ints(points: list[Point]) -> NDArray[np.int32]:
    return np.round(np.array(points)).astype(np.int32)


def _pair(first: Point, second: Point) -> tuple[Any, Any]:
    return (round(first[0]), round(first[1])), (round(second[0]), round(second[1]))


@lru_cache(maxsize=32)
def peg_sprite(radius: int, colour: Colour, ringed: bool, front: bool) -> Picture:
    """A peg's round head seen from above with its shadow, as BGRA; the peg stands in the middle of the square.

    The front peg has a pale rim, so that it is found at once; the pegs of the second side have a ring.
    """
    size = max(8, round(radius * _SPRITE_SPAN)) | 1
    big = size * 4
    y, x = np.mgrid[0:big, 0:big].astype(np.float32)
    x, y = (x - (big - 1) / 2) / (4 * radius), (y - (big - 1) / 2) / (4 * radius)
    distance = np.sqrt(x**2 + y**2)
    height = np.sqrt(np.clip(1 - distance**2, 0, 1))
    light = np.clip(-0.45 * x - 0.55 * y + 0.72 * height, 0, 1)
    tint = np.array(bgr(colour), np.float32)
    body = tint * (0.42 + 0.62 * light / 0.78)[..., None]
    if ringed:
        ring = np.clip(1 - np.abs(distance - 0.66) / 0.10, 0, 1)[..., None]
        body = body + (np.array((250, 250, 250), np.float32) * (0.55 + 0.45 * light)[..., None] - body) * ring * 0.95
    gleam = np.exp(-(((x + 0.36) ** 2 + (y + 0.42) ** 2) / 0.030))[..., None]
    body = np.clip(body + 215 * gleam, 0, 255)
    rim = np.clip((distance - 0.86) * radius * 2 + 0.5, 0, 1)[..., None] * (0.95 if front else 0.0)
    body = body + (np.array(bgr(_RIM), np.float32) * (0.72 + 0.28 * light)[..., None] - body) * rim
    if not front:
        body = body * 0.80
    head = np.clip((1 - distance) * radius * 2 + 0.5, 0, 1)
    shadow = np.clip(1.28 - np.sqrt((x - 0.22) ** 2 + (y - 0.30) ** 2), 0, 0.42) / 0.42 * 0.62
    alpha = head + shadow * (1 - head)
    colours = body * (head / np.maximum(alpha, 1e-6))[..., None]
    full = np.dstack([colours, alpha * 255]).astype(np.float32)
    small = cv2.resize(full, (size, size), interpolation=cv2.INTER_AREA)
    return np.clip(small, 0, 255).astype(np.uint8)


def peg_of(place: Placement, palette: Palette, side_index: int, front: bool) -> Picture:
    """The sprite of a side's front or back peg for a board of this size."""
    radius = max(3, round(place.step * (FRONT_PEG if front else BACK_PEG)))
    return peg_sprite(radius, palette.sides[side_index], side_index == 1, front)


def laid_over(picture: Picture, sprite: Picture, centre: Point) -> None:
    """Draw a BGRA sprite into a BGR picture with its middle at ``centre``; what lies outside is left out."""
    height, width = sprite.shape[:2]
    left, top = round(centre[0] - width / 2), round(centre[1] - height / 2)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(picture.shape[1], left + width), min(picture.shape[0], top + height)
    if x0 >= x1 or y0 >= y1:
        return
    part = sprite[y0 - top : y1 - top, x0 - left : x1 - left].astype(np.float32)
    alpha = part[..., 3:] / 255
    under = picture[y0:y1, x0:x1].astype(np.float32)
    picture[y0:y1, x0:x1] = np.round(under + (part[..., :3] - under) * alpha).astype(np.uint8)
