"""Ink masks of ranks and suit pips, and how they are printed on a face.

Masks are `uint8` `(H, W)`, 255 where there is ink; they are shared, never write into one. Faces are BGR.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from datasets.pack_style import Colour, IndexStyle, PipStyle
from datasets.strokes import LETTERS, stroke_letter

Ink = NDArray[np.uint8]
Points = Sequence[tuple[float, float]]


@lru_cache(maxsize=512)
def font_of(path: Path | None, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """A font at a size in pixels; None is Pillow's own."""
    if path is None:
        return ImageFont.load_default(size)
    return ImageFont.truetype(str(path), size)


def _font_text(text: str, height: int, style: IndexStyle) -> Ink:
    font = font_of(style.font, max(8, height * 2))
    stroke = round(style.bold * height * 8)
    left, top, right, bottom = font.getbbox(text, stroke_width=stroke)
    canvas = Image.new("L", (max(1, int(right - left) + 8), max(1, int(bottom - top) + 8)))
    ImageDraw.Draw(canvas).text((4 - left, 4 - top), text, fill=255, font=font, stroke_width=stroke)
    ink = canvas.crop(canvas.getbbox() or (0, 0, 1, 1))
    width = max(2, round(ink.width * height / ink.height))
    return np.asarray(ink.resize((width, height), Image.Resampling.LANCZOS), np.uint8)


def _letter(letter: str, height: int, style: IndexStyle) -> Ink:
    if style.pen and letter in LETTERS:
        return stroke_letter("3flat" if letter == "3" and style.flat_three else letter, height, style.pen, style.slab)
    return _font_text(letter, height, style)


def _joined(inks: Sequence[Ink], gap: int) -> Ink:
    """Masks of one height side by side, `gap` px apart (below 0: overlapping)."""
    width = sum(ink.shape[1] for ink in inks) + gap * (len(inks) - 1)
    joined = np.zeros((inks[0].shape[0], max(2, width)), np.uint8)
    left = 0
    for ink in inks:
        part = joined[:, left : left + ink.shape[1]]
        np.maximum(part, ink[:, : part.shape[1]], out=part)
        left = max(0, left + ink.shape[1] + gap)
    return joined


def _word(text: str, height: int, style: IndexStyle) -> Ink:
    """A rank of one letter or more, before it is squeezed."""
    if len(text) == 1 or (style.ten_gap is None and not style.pen):
        return _letter(text, height, style) if len(text) == 1 else _font_text(text, height, style)
    gap = style.ten_gap if style.ten_gap is not None else 0.1
    letters = ["I" if letter == "1" and style.bare_one else letter for letter in text]
    return _joined([_letter(letter, height, style) for letter in letters], round(gap * height))


def _down(text: str, height: int, style: IndexStyle) -> Ink:
    """A word with its letters one below the other, 1.5 times as high as a rank."""
    letters = [_letter(letter, max(4, round(height * 0.28)), style) for letter in text]
    width = max(letter.shape[1] for letter in letters)
    rows = [np.pad(letter, ((0, max(1, height // 20)), (0, width - letter.shape[1]))) for letter in letters]
    return np.concatenate(rows)


def _star(height: int) -> Ink:
    big = height * 4
    canvas = Image.new("L", (big, big))
    angles = [math.pi * (k / 5 - 0.5) for k in range(10)]
    radii = [big * (0.5, 0.2)[k % 2] for k in range(10)]
    points = [(big / 2 + r * math.cos(a), big / 2 + r * math.sin(a)) for r, a in zip(radii, angles, strict=True)]
    ImageDraw.Draw(canvas).polygon(points, fill=255)
    return np.asarray(canvas.resize((height, height), Image.Resampling.LANCZOS), np.uint8)


@lru_cache(maxsize=256)
def glyph(text: str, height: int, style: IndexStyle) -> Ink:
    """Ink mask `(height, W)` of a rank, trimmed to its ink; JOKER runs downwards and is higher."""
    if text == "JOKER":
        return _down(text, height, style)
    if text == "★":
        return _star(height)
    ink = _word(text, height, style)
    squeeze = style.squeeze * (0.85 if len(text) > 1 else 1.0)
    width = max(2, round(ink.shape[1] * squeeze))
    if style.slant:
        lean = style.slant * height
        move = np.array([[width / ink.shape[1], -lean / height, max(0.0, lean)], [0, 1, 0]])
        wide = width + math.ceil(abs(lean))
        return np.asarray(cv2.warpAffine(ink, move, (wide, height), flags=cv2.INTER_LINEAR), np.uint8)
    return np.asarray(cv2.resize(ink, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _heart(cleft: float, n: int = 60) -> list[tuple[float, float]]:
    """A heart that fills the unit square; `cleft` deepens the notch at its top."""
    turns = [2 * math.pi * k / n for k in range(n)]
    waves = [13 * math.cos(t) - 5 * cleft * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t) for t in turns]
    high, low = max(waves), min(waves)
    return [(0.5 + math.sin(t) ** 3 / 2, (high - y) / (high - low)) for t, y in zip(turns, waves, strict=True)]


def _bent(corners: Points, hollow: float) -> list[tuple[float, float]]:
    """A polygon whose sides bend towards the middle of the unit square by `hollow`."""
    points = []
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        for t in np.linspace(0, 1, 8, endpoint=False):
            pull = 4 * t * (1 - t) * hollow
            x, y = ax + (bx - ax) * t, ay + (by - ay) * t
            points.append((x + (0.5 - x) * pull * 2, y + (0.5 - y) * pull * 2))
    return points


def _stem(style: PipStyle) -> list[tuple[float, float]]:
    foot, neck = 0.17 * style.stem, 0.05 * style.stem
    return [(0.5, 0.5), (0.5 + neck, 0.82), (0.5 + foot, 1.0), (0.5 - foot, 1.0), (0.5 - neck, 0.82)]


def _shapes(suit: str, style: PipStyle) -> list[list[tuple[float, float]]]:
    """The polygons of a suit in the unit square."""
    if suit == "D":
        return [_bent([(0.5, 0), (0.98, 0.5), (0.5, 1), (0.02, 0.5)], style.hollow)]
    if suit == "H":
        return [_heart(style.cleft)]
    if suit == "S":
        return [[(x, 0.86 - 0.86 * y) for x, y in _heart(style.cleft)], _stem(style)]
    radius = 0.238 * style.lobe
    turns = np.linspace(0, 2 * math.pi, 28, endpoint=False)
    lobes = [
        [(cx + radius * 1.05 * math.cos(t), cy + radius * math.sin(t)) for t in turns]
        for cx, cy in ((0.5, radius), (radius * 1.05, 0.6), (1 - radius * 1.05, 0.6))
    ]
    middle = [(0.5, 0.3), (0.62, 0.52), (0.75, 0.62), (0.25, 0.62), (0.38, 0.52)]
    return [*lobes, middle, _stem(style)]


@lru_cache(maxsize=512)
def pip(suit: str, height: int, style: PipStyle) -> Ink:
    """Ink mask `(height, W)` of a suit pip, upright."""
    big = height * 3
    width = max(4, round(big * style.shape * (0.8 if suit == "D" else 0.94)))
    canvas = np.zeros((big, width), np.uint8)
    for shape in _shapes(suit, style):
        pixels = np.round(np.array(shape) * [width - 1, big - 1]).astype(np.int32)
        cv2.fillPoly(canvas, [pixels], 255)
    if style.inline and height > 60:
        outer = cv2.erode(canvas, np.ones((big // 18 | 1,) * 2, np.uint8))
        inner = cv2.erode(canvas, np.ones((big // 11 | 1,) * 2, np.uint8))
        canvas = np.asarray(canvas - (outer - inner), np.uint8)
    return np.asarray(cv2.resize(canvas, (max(2, width // 3), height), interpolation=cv2.INTER_AREA), np.uint8)


def stamp(face: NDArray[np.uint8], ink: Ink, x: float, y: float, colour: Colour) -> None:
    """Prints an ink mask with its top left corner at (x, y); colour is RGB, the face BGR."""
    left, top = max(0, round(x)), max(0, round(y))
    height, width = min(ink.shape[0], face.shape[0] - top), min(ink.shape[1], face.shape[1] - left)
    if height <= 0 or width <= 0:
        return
    alpha = ink[:height, :width, None].astype(np.float32) / 255
    patch = face[top : top + height, left : left + width]
    patch[:] = (patch * (1 - alpha) + np.array(colour[::-1], np.float32) * alpha).astype(np.uint8)
