"""The middle of a card: pips in their order, double-headed court figures, ornate aces. Enough picture to tempt.

Faces are BGR `uint8` `(H, W, 3)`; colours are RGB.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from datasets.glyphs import font_of, pip, stamp
from datasets.pack_style import Colour, PackStyle

Face = NDArray[np.uint8]
DARK: Colour = (25, 25, 30)
_MIDDLE = 0.5
_ROWS4, _ROWS3 = (0.16, 0.387, 0.613, 0.84), (0.16, 0.5, 0.84)
_SIDES = (-1, 1)
_PIPS: dict[str, list[tuple[int, float]]] = {
    "2": [(0, 0.16), (0, 0.84)],
    "3": [(0, y) for y in _ROWS3],
    "4": [(x, y) for x in _SIDES for y in (0.16, 0.84)],
    "5": [(x, y) for x in _SIDES for y in (0.16, 0.84)] + [(0, 0.5)],
    "6": [(x, y) for x in _SIDES for y in _ROWS3],
    "7": [(x, y) for x in _SIDES for y in _ROWS3] + [(0, 0.33)],
    "8": [(x, y) for x in _SIDES for y in _ROWS3] + [(0, 0.33), (0, 0.67)],
    "9": [(x, y) for x in _SIDES for y in _ROWS4] + [(0, 0.5)],
    "10": [(x, y) for x in _SIDES for y in _ROWS4] + [(0, 0.27), (0, 0.73)],
}
"""Pips of each number: column (-1 left, 0 middle, 1 right) and height as a share of the card's."""
MAKERS = ("CASINO QUALITY", "MADE IN ENGLAND", "No. 92", "PLAYING CARD CO.", "LINEN FINISH", "FABRIQUE", "808")


def draw_pips(face: Face, rank: str, suit: str, style: PackStyle, right_of: float) -> None:
    """The pips of a number card, its outer columns clear of an index that ends at `right_of` px."""
    height, width = face.shape[:2]
    size = round(style.pip_height * width)
    ink = pip(suit, size, style.pips)
    column = min(0.4, max(style.column, right_of / width + 0.5 * ink.shape[1] / width + 0.012))
    for side, y in _PIPS[rank]:
        mask = ink if y <= 0.5 else ink[::-1]
        cx = (_MIDDLE + side * (_MIDDLE - column)) * width
        stamp(face, mask, cx - mask.shape[1] / 2, y * height - size / 2, style.colours[suit])


def _ring_text(face: Face, text: str, radius: float, style: PackStyle) -> None:
    """A maker's name around the middle of the card."""
    height, width = face.shape[:2]
    canvas = Image.fromarray(np.zeros((height, width), np.uint8))
    size = max(10, round(0.055 * width))
    for number, letter in enumerate(text):
        tile = Image.new("L", (2 * size, 2 * size))
        ImageDraw.Draw(tile).text((size // 2, size // 3), letter, fill=255, font=font_of(style.index.font, size))
        angle = (number - (len(text) - 1) / 2) * 0.85 * size / radius
        turned = tile.rotate(-math.degrees(angle), resample=Image.Resampling.BILINEAR)
        place = (width / 2 + radius * math.sin(angle) - size, height / 2 - radius * math.cos(angle) - size)
        canvas.paste(255, (round(place[0]), round(place[1])), turned)
    stamp(face, np.asarray(canvas, np.uint8), 0, 0, DARK)


def draw_ace(face: Face, suit: str, style: PackStyle, rng: np.random.Generator) -> None:
    """One pip in the middle; the ace of spades often large, with a pip in the pip and the maker's name."""
    height, width = face.shape[:2]
    ornate = suit == "S" and style.big_ace
    size = round((rng.uniform(0.4, 0.62) if ornate else rng.uniform(0.18, 0.3)) * width)
    ink = pip(suit, size, style.pips)
    stamp(face, ink, (width - ink.shape[1]) / 2, (height - size) / 2, style.colours[suit])
    if not ornate:
        return
    if rng.random() < 0.6:
        small = pip(suit, round(size * 0.55), style.pips)
        stamp(face, small, (width - small.shape[1]) / 2, height / 2 - 0.24 * size, style.paper)
        tiny = pip(suit, round(size * 0.36), style.pips)
        stamp(face, tiny, (width - tiny.shape[1]) / 2, height / 2 - 0.15 * size, style.colours[suit])
    names = [MAKERS[int(k)] for k in rng.permutation(len(MAKERS))[:2]]
    if rng.random() < 0.5:
        _ring_text(face, f"{names[0]} {names[1]}", 0.62 * size, style)
        return
    canvas = Image.fromarray(face[..., ::-1])
    font = font_of(style.index.font, max(10, round(0.05 * width)))
    for name, y in zip(names, (0.5 * height - 0.65 * size, 0.5 * height + 0.56 * size), strict=True):
        ImageDraw.Draw(canvas).text((width / 2, y), name, fill=style.colours["S"], font=font, anchor="ma")
    face[:] = np.asarray(canvas, np.uint8)[..., ::-1]


def draw_barcode(face: Face, rng: np.random.Generator) -> None:
    """Black bars at the top edge and, turned, at the bottom edge, as on cards that machines deal."""
    height, width = face.shape[:2]
    left = round(rng.uniform(0.55, 0.68) * width)
    deep = round(rng.uniform(0.03, 0.05) * height)
    for _ in range(int(rng.integers(5, 9))):
        thick = int(rng.integers(2, 6))
        face[2:deep, left : left + thick] = 30
        face[height - deep : height - 2, width - left - thick : width - left] = 30
        left += thick + int(rng.integers(3, 7))


class _Figure:
    """Half a court figure on a canvas of its own, mirrored about its middle where it is symmetrical."""

    def __init__(self, width: int, height: int, style: PackStyle, suit: str, rng: np.random.Generator) -> None:
        self.width, self.height, self.rng = width, height, rng
        self.picture = Image.new("RGB", (width, height), style.paper)
        self.draw = ImageDraw.Draw(self.picture)
        gold: Colour = (235, 190, 50) if rng.random() < 0.7 else (240, 150, 40)
        self.colours: list[Colour] = [gold, style.colours[suit], (35, 70, 165), DARK, (205, 45, 45), style.paper, gold]
        self.line: Colour = DARK if rng.random() < 0.6 else (30, 45, 130)

    def _colour(self) -> Colour:
        return self.colours[int(self.rng.integers(len(self.colours)))]

    def _both(self, points: list[tuple[float, float]], fill: Colour) -> None:
        self.draw.polygon(points, fill=fill, outline=self.line)
        self.draw.polygon([(self.width - x, y) for x, y in points], fill=fill, outline=self.line)

    def robe(self) -> None:
        """Chevron bands in several colours, with dots, from the shoulders down."""
        width, height, rng = self.width, self.height, self.rng
        top, bands = rng.uniform(0.42, 0.52) * height, int(rng.integers(4, 9))
        slope, step = rng.uniform(-0.2, 0.5) * height, (height - top) / bands * 1.5
        edge = rng.uniform(0, 0.12) * width
        for k in range(bands):
            y = top + k * step
            band = [(width / 2, y), (edge, y + slope), (edge, y + slope + 3 * step), (width / 2, y + 3 * step)]
            self._both(band, self._colour())
            if rng.random() < 0.6:
                dot, fill = rng.uniform(1.5, 5), self._colour()
                for x in np.arange(edge + 8, width - edge, rng.uniform(9, 20)):
                    at = y + 0.5 * step + slope * abs(x - width / 2) / (width / 2)
                    self.draw.ellipse([x - dot, at - dot, x + dot, at + dot], fill=fill)

    def head(self) -> None:
        """Hair, face, and a crown or a cap."""
        width, height, rng, draw = self.width, self.height, self.rng, self.draw
        middle, top = width * rng.uniform(0.42, 0.58), height * rng.uniform(0.14, 0.22)
        wide, tall = width * rng.uniform(0.11, 0.16), height * rng.uniform(0.13, 0.18)
        hair = self.colours[int(rng.choice([0, 3, 5]))]
        for side in (-1, 1):
            x = middle + side * wide
            draw.ellipse([x - 0.6 * wide, top, x + 0.6 * wide, top + 2.3 * tall], fill=hair, outline=self.line)
        skin: Colour = (245, 222, 200)
        draw.ellipse([middle - wide, top, middle + wide, top + 2.2 * tall], fill=skin, outline=self.line, width=2)
        for side in (-1, 1):
            x, y = middle + side * 0.42 * wide, top + 0.9 * tall
            draw.line([x - 0.22 * wide, y, x + 0.22 * wide, y], fill=DARK, width=2)
        draw.line([middle, top + tall, middle - 0.1 * wide, top + 1.4 * tall], fill=DARK, width=1)
        draw.line([middle - 0.2 * wide, top + 1.7 * tall, middle + 0.2 * wide, top + 1.7 * tall], fill=(190, 60, 60))
        points, low = int(rng.integers(3, 6)), top + 0.45 * tall
        left, right, high = middle - 1.15 * wide, middle + 1.15 * wide, top - rng.uniform(0.3, 0.9) * tall
        crown = [(left, low)]
        for k in range(points):
            crown += [
                (left + (right - left) * (k + 0.5) / points, high),
                (left + (right - left) * (k + 1) / points, low - 0.3 * (low - high)),
            ]
        draw.polygon([*crown, (right, low)], fill=self._colour(), outline=self.line)

    def things(self) -> None:
        """A staff or sword, small coloured pieces, now and then a scroll with letters."""
        width, height, rng, draw = self.width, self.height, self.rng, self.draw
        if rng.random() < 0.7:
            x, lean = rng.uniform(0.08, 0.3) * width, rng.uniform(-0.1, 0.25) * width
            draw.line([x, 0.05 * height, x + lean, height], fill=self._colour(), width=int(rng.integers(4, 11)))
            knob = rng.uniform(4, 14)
            draw.ellipse([x - knob, 0.05 * height - knob, x + knob, 0.05 * height + knob], fill=self._colour())
        for _ in range(int(rng.integers(3, 12))):
            cx, cy = rng.uniform(0, width), rng.uniform(0.4, 1.0) * height
            radius = rng.uniform(0.03, 0.14) * width
            angles = np.sort(rng.uniform(0, 2 * math.pi, int(rng.integers(3, 7))))
            self._both([(cx + radius * math.cos(a), cy + radius * math.sin(a)) for a in angles], self._colour())

    def scroll(self, style: PackStyle) -> None:
        """A band with a few letters on it."""
        width, height, rng = self.width, self.height, self.rng
        top, size = rng.uniform(0.05, 0.8) * height, max(10, round(rng.uniform(0.05, 0.1) * width))
        left = rng.uniform(0, 0.5) * width
        text = "".join(rng.choice(list("ABDEGKLORSVX12468"), int(rng.integers(1, 6))))
        box = [left, top, left + size * (0.8 * len(text) + 0.8), top + 1.5 * size]
        self.draw.rectangle(box, fill=style.paper, outline=self.line)
        self.draw.text((left + 0.4 * size, top + 0.1 * size), text, fill=DARK, font=font_of(style.index.font, size))


def draw_court(face: Face, suit: str, style: PackStyle, rng: np.random.Generator, right_of: float) -> None:
    """A double-headed figure in a frame, pips beside its heads; `right_of` is where the index ends, in px."""
    height, width = face.shape[:2]
    beside = right_of / width + 0.015
    edge = rng.uniform(0.09, 0.14) if style.notch else min(0.34, max(0.13, beside))
    left, top = round(edge * width), round(rng.uniform(0.045, 0.09) * height)
    right, bottom = width - left, height // 2
    figure = _Figure(right - left, bottom - top, style, suit, rng)
    figure.robe()
    figure.things()
    figure.head()
    if rng.random() < 0.15:
        figure.scroll(style)
    upper = np.asarray(figure.picture, np.uint8)[..., ::-1]
    face[top:bottom, left:right] = upper
    face[height - bottom : height - top, left:right] = upper[::-1, ::-1]
    size = round(rng.uniform(0.11, 0.2) * width)
    ink = pip(suit, size, style.pips)
    x, y = max(left, right_of if style.notch else left) + 0.02 * width, top + 0.015 * height
    colour = style.colours[suit]
    stamp(face, ink, x, y, colour)
    stamp(face, ink[::-1, ::-1], width - x - ink.shape[1], height - y - size, colour)
    if style.frame:
        thick = int(rng.integers(1, 4))
        ink_colour = np.array(style.frame_colour[::-1], np.uint8)
        face[top : top + thick, left:right] = face[height - top - thick : height - top, left:right] = ink_colour
        face[top : height - top, left : left + thick] = face[top : height - top, right - thick : right] = ink_colour
