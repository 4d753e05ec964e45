"""Pegs seen from above, and seals of legs won, as small pictures to lay over a board. No Kivy."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from mobile import theme
from mobile.board_place import Picture, Placement, bgr
from mobile.theme import Colour, Palette
from scorer.board import Point

FRONT_PEG = 0.52
"""Radius of the head of a front peg, in steps from hole to hole."""
BACK_PEG = 0.40
SEAL = 0.42
"""Radius of the seal of a leg won, in steps."""
Floats = NDArray[np.float32]
_RIM: Colour = (255, 242, 216)
_SPRITE_SPAN = 3.2
"""Side of a peg's sprite over the radius of its head: room for the shadow."""
_PALE = np.array((250, 250, 250), np.float32)


@lru_cache(maxsize=32)
def peg_sprite(radius: int, colour: Colour, mark: int, front: bool) -> Picture:
    """A peg's round head seen from above with its shadow, as BGRA; the peg stands in the middle of the square.

    The front peg has a pale rim, so that it is found at once. ``mark``: that of a side by its place
    (`theme.SIDE_MARKS`): 0 plain, 1 a ring, 2 a cross.
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
    if mark:
        figure = _figure(mark, x, y, distance)[..., None]
        strength = 0.95 if _bright(colour) < 0.7 else 0.85
        ink = _PALE if _bright(colour) < 0.7 else np.array(bgr(theme.mixed(colour, (0, 0, 0), 0.8)), np.float32)
        body = body + (ink * (0.55 + 0.45 * light)[..., None] - body) * figure * strength
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


def _figure(mark: int, x: Floats, y: Floats, distance: Floats) -> Floats:
    """Where the mark of a side is on a head of radius 1: 1 there, 0 elsewhere."""
    if mark == 1:
        return np.asarray(np.clip(1 - np.abs(distance - 0.66) / 0.10, 0, 1), np.float32)
    arm = np.minimum(np.abs(x), np.abs(y))
    return np.asarray(np.clip(1.6 - arm / 0.10, 0, 1) * np.clip((0.80 - distance) * 12, 0, 1), np.float32)


def _bright(colour: Colour) -> float:
    return sum(colour) / 765


def peg_of(place: Placement, palette: Palette, side_index: int, front: bool) -> Picture:
    """The sprite of a side's front or back peg for a board of this size."""
    radius = max(3, round(place.step * (FRONT_PEG if front else BACK_PEG)))
    return peg_sprite(radius, palette.sides[side_index], side_index, front)


@lru_cache(maxsize=16)
def seal_of(place: Placement, palette: Palette, side_index: int, leg: int) -> Picture:
    """The seal of a Cheshire leg that a side has won: a disc of its colour with the leg's number, as BGRA."""
    radius = max(4.0, place.step * SEAL)
    size, factor = max(9, round(radius * 2.3)) | 1, 4
    image = Image.new("RGBA", (size * factor, size * factor), (0, 0, 0, 0))
    pen, middle, reach = ImageDraw.Draw(image), size * factor / 2, radius * factor
    for share, colour in ((1.0, palette.wood_edge), (0.94, palette.inlay), (0.78, palette.sides[side_index])):
        r = reach * share
        pen.ellipse((middle - r, middle - r, middle + r, middle + r), fill=(*colour, 255))
    font = ImageFont.truetype(theme.FONT_BOLD, max(6, round(reach * 1.25)))
    pen.text((middle, middle), str(leg), fill=(*palette.on_sides[side_index], 255), font=font, anchor="mm")
    small = cv2.resize(np.asarray(image, np.uint8), (size, size), interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(small[..., [2, 1, 0, 3]])


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
