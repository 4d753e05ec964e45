"""Packs drawn by rule: fonts, pips, sizes, colours, corners and court pictures vary with the seed.

The same seed (with the same fonts) gives the same pack. Without `fonts` only Pillow's own font is used, so tests and
the demo need no file from the system.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from datasets.index_boxes import Box
from datasets.packs import FACE_HEIGHT, CardPack, StrangeFace, plain_back
from scorer.cards import Card, pack_of

Colour = tuple[int, int, int]
FOREIGN_USUAL = ("B", "D", "V", "R", "1")
"""What stands on German, Dutch, French and Scandinavian indices where ours say J, Q, J, K and A."""
FOREIGN_RARE = (*"ZNGXTCSPWFEHLMUO?★", "0", "11", "12", "13", "14", "15", "JOKER")
"""Other letters and numbers that are no rank; JOKER is written down the corner."""
FOREIGN_PER_PACK = 8


@dataclass(frozen=True)
class PackStyle:
    """How one drawn pack looks; lengths are fractions of the card's width."""

    font: Path | None
    bold: float
    rank_height: float
    squeeze: float
    suit_height: float
    gap: float
    left: float
    top: float
    four_corners: bool
    aspect: float
    paper: Colour
    red: Colour
    black: Colour
    diamond: Colour
    club: Colour
    frame: bool
    pip_shape: float
    big_ace: bool


def random_style(rng: np.random.Generator, fonts: Sequence[Path] = ()) -> PackStyle:
    """A style drawn from the ranges real packs show (poker and bridge width, ordinary to jumbo index)."""
    jumbo = rng.random() < 0.3
    rank_height = float(rng.uniform(0.22, 0.36) if jumbo else rng.uniform(0.12, 0.2))
    red: Colour = (int(rng.integers(170, 240)), int(rng.integers(0, 60)), int(rng.integers(0, 60)))
    black: Colour = (int(rng.integers(0, 45)),) * 3
    four_colours = rng.random() < 0.12
    paper_level = int(rng.integers(225, 256))
    return PackStyle(
        font=fonts[int(rng.integers(len(fonts)))] if len(fonts) and rng.random() < 0.93 else None,
        bold=float(rng.choice([0, 0, 0.004, 0.008, 0.012])),
        rank_height=rank_height,
        squeeze=float(rng.uniform(0.62, 1.05)),
        suit_height=rank_height * float(rng.uniform(0.6, 1.0)),
        gap=float(rng.uniform(0.01, 0.035)),
        left=float(rng.uniform(0.025, 0.06)),
        top=float(rng.uniform(0.03, 0.075)),
        four_corners=bool(rng.random() < 0.15) and not jumbo,
        aspect=float(rng.choice([63 / 88, 57 / 88])) * float(rng.uniform(0.98, 1.02)),
        paper=(paper_level, paper_level - int(rng.integers(0, 5)), paper_level - int(rng.integers(0, 18))),
        red=red,
        black=black,
        diamond=(20, 60, 200) if four_colours else red,
        club=(10, 130, 40) if four_colours else black,
        frame=bool(rng.random() < 0.6),
        pip_shape=float(rng.uniform(0.85, 1.15)),
        big_ace=bool(rng.random() < 0.7),
    )


@lru_cache(maxsize=512)
def _font(path: Path | None, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    if path is None:
        return ImageFont.load_default(size)
    return ImageFont.truetype(str(path), size)


def glyph(text: str, height: int, style: PackStyle) -> NDArray[np.uint8]:
    """Ink mask `(height, W)` of a rank, trimmed to its ink, squeezed as the style says; JOKER runs downwards."""
    if text == "JOKER":
        return _down(text, height, style)
    if text == "★":
        return _star(height)
    font = _font(style.font, max(8, height * 2))
    stroke = round(style.bold * height * 8)
    left, top, right, bottom = font.getbbox(text, stroke_width=stroke)
    canvas = Image.new("L", (max(1, int(right - left) + 8), max(1, int(bottom - top) + 8)))
    ImageDraw.Draw(canvas).text((4 - left, 4 - top), text, fill=255, font=font, stroke_width=stroke)
    box = canvas.getbbox() or (0, 0, 1, 1)
    ink = canvas.crop(box)
    squeeze = style.squeeze * (0.85 if len(text) > 1 else 1.0)
    width = max(2, round(ink.width * height / ink.height * squeeze))
    return np.asarray(ink.resize((width, height), Image.Resampling.LANCZOS), np.uint8)


def _down(text: str, height: int, style: PackStyle) -> NDArray[np.uint8]:
    """A word with its letters one below the other, 1.6 times as high as a rank."""
    letters = [glyph(letter, max(4, round(height * 0.28)), style) for letter in text]
    width = max(letter.shape[1] for letter in letters)
    rows = [np.pad(letter, ((0, max(1, height // 20)), (0, width - letter.shape[1]))) for letter in letters]
    return np.concatenate(rows)


def _star(height: int) -> NDArray[np.uint8]:
    big = height * 4
    canvas = Image.new("L", (big, big))
    angles = [math.pi * (k / 5 - 0.5) for k in range(10)]
    radii = [big * (0.5, 0.2)[k % 2] for k in range(10)]
    points = [(big / 2 + r * math.cos(a), big / 2 + r * math.sin(a)) for r, a in zip(radii, angles, strict=True)]
    ImageDraw.Draw(canvas).polygon(points, fill=255)
    return np.asarray(canvas.resize((height, height), Image.Resampling.LANCZOS), np.uint8)


def _heart(n: int = 60) -> list[tuple[float, float]]:
    points = []
    for k in range(n):
        t = 2 * math.pi * k / n
        x = 16 * math.sin(t) ** 3
        y = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        points.append((0.5 + x / 34, 0.46 - y / 32))
    return points


@lru_cache(maxsize=512)
def pip(suit: str, height: int, shape: float = 1.0) -> NDArray[np.uint8]:
    """Ink mask `(height, W)` of a suit pip, upright; `shape` widens or narrows it."""
    big = height * 4
    width = max(4, round(big * shape * (0.82 if suit == "D" else 0.96)))
    canvas = Image.new("L", (width, big))
    draw = ImageDraw.Draw(canvas)

    def scaled(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(x * (width - 1), y * (big - 1)) for x, y in points]

    stem = [(0.5, 0.55), (0.56, 0.82), (0.7, 1.0), (0.3, 1.0), (0.44, 0.82)]
    if suit == "D":
        draw.polygon(scaled([(0.5, 0), (0.98, 0.5), (0.5, 1), (0.02, 0.5)]), fill=255)
    elif suit == "H":
        draw.polygon(scaled(_heart()), fill=255)
    elif suit == "S":
        draw.polygon(scaled([(x, 0.86 - 0.86 * y) for x, y in _heart()]), fill=255)
        draw.polygon(scaled(stem), fill=255)
    else:
        radius = 0.235
        for cx, cy in ((0.5, 0.24), (0.245, 0.6), (0.755, 0.6)):
            draw.ellipse(scaled([(cx - radius * 1.03, cy - radius), (cx + radius * 1.03, cy + radius)]), fill=255)
        draw.polygon(scaled([(0.5, 0.3), (0.6, 0.62), (0.4, 0.62)]), fill=255)
        draw.polygon(scaled(stem), fill=255)
    return np.asarray(canvas.resize((max(2, width // 4), height), Image.Resampling.LANCZOS), np.uint8)


def _stamp(face: NDArray[np.uint8], ink: NDArray[np.uint8], x: float, y: float, colour: Colour) -> None:
    """Prints an ink mask with its top left corner at (x, y); colour is RGB, the face BGR."""
    left, top = max(0, round(x)), max(0, round(y))
    height, width = min(ink.shape[0], face.shape[0] - top), min(ink.shape[1], face.shape[1] - left)
    if height <= 0 or width <= 0:
        return
    alpha = ink[:height, :width, None].astype(np.float32) / 255
    patch = face[top : top + height, left : left + width]
    patch[:] = (patch * (1 - alpha) + np.array(colour[::-1], np.float32) * alpha).astype(np.uint8)


def _colour(style: PackStyle, suit: str) -> Colour:
    return {"H": style.red, "D": style.diamond, "S": style.black, "C": style.club}[suit]


def _draw_index(face: NDArray[np.uint8], rank: str, suit: str, style: PackStyle) -> Box:
    width = face.shape[1]
    rank_ink = glyph(rank, round(style.rank_height * width), style)
    suit_ink = pip(suit, round(style.suit_height * width), style.pip_shape)
    column = max(rank_ink.shape[1], suit_ink.shape[1])
    left, top = style.left * width, style.top * width
    suit_top = top + rank_ink.shape[0] + style.gap * width
    colour = _colour(style, suit)
    _stamp(face, rank_ink, left + (column - rank_ink.shape[1]) / 2, top, colour)
    _stamp(face, suit_ink, left + (column - suit_ink.shape[1]) / 2, suit_top, colour)
    return (left, top, left + column, suit_top + suit_ink.shape[0])


_LEFT, _MIDDLE, _RIGHT = 0.31, 0.5, 0.69
_ROWS4, _ROWS3 = (0.16, 0.387, 0.613, 0.84), (0.16, 0.5, 0.84)
_PIPS: dict[str, list[tuple[float, float]]] = {
    "2": [(_MIDDLE, 0.16), (_MIDDLE, 0.84)],
    "3": [(_MIDDLE, y) for y in _ROWS3],
    "4": [(x, y) for x in (_LEFT, _RIGHT) for y in (0.16, 0.84)],
    "5": [(x, y) for x in (_LEFT, _RIGHT) for y in (0.16, 0.84)] + [(_MIDDLE, 0.5)],
    "6": [(x, y) for x in (_LEFT, _RIGHT) for y in _ROWS3],
    "7": [(x, y) for x in (_LEFT, _RIGHT) for y in _ROWS3] + [(_MIDDLE, 0.33)],
    "8": [(x, y) for x in (_LEFT, _RIGHT) for y in _ROWS3] + [(_MIDDLE, 0.33), (_MIDDLE, 0.67)],
    "9": [(x, y) for x in (_LEFT, _RIGHT) for y in _ROWS4] + [(_MIDDLE, 0.5)],
    "10": [(x, y) for x in (_LEFT, _RIGHT) for y in _ROWS4] + [(_MIDDLE, 0.27), (_MIDDLE, 0.73)],
}


def _draw_pips(face: NDArray[np.uint8], rank: str, suit: str, style: PackStyle) -> None:
    height, width = face.shape[:2]
    size = round(0.17 * width)
    ink = pip(suit, size, style.pip_shape)
    jumbo_shift = 0.05 if style.rank_height > 0.2 else 0.0
    for x, y in _PIPS[rank]:
        mask = ink if y <= 0.5 else ink[::-1]
        cx = (x + jumbo_shift * (0.5 - x)) * width
        _stamp(face, mask, cx - mask.shape[1] / 2, y * height - size / 2, _colour(style, suit))


def _draw_court(face: NDArray[np.uint8], suit: str, style: PackStyle, rng: np.random.Generator) -> None:
    """A double-headed figure of coloured shapes in a frame: enough picture to tempt, no index."""
    height, width = face.shape[:2]
    edge = 0.16 + 0.5 * max(0.0, style.rank_height - 0.17)
    left, top, right = round(edge * width), round(0.07 * height), round((1 - edge) * width)
    half = Image.new("RGB", (right - left, height // 2 - top), style.paper)
    draw = ImageDraw.Draw(half)
    colours: list[Colour] = [
        (225, 180, 40),
        _colour(style, suit),
        (30, 60, 150),
        (30, 30, 30),
        (200, 40, 40),
        style.paper,
    ]
    for _ in range(int(rng.integers(14, 30))):
        cx, cy = rng.uniform(0, half.width), rng.uniform(0.15, 1.0) * half.height
        radius = rng.uniform(0.04, 0.28) * half.width
        angles = np.sort(rng.uniform(0, 2 * math.pi, int(rng.integers(3, 9))))
        points = [(cx + radius * math.cos(a), cy + radius * math.sin(a)) for a in angles]
        mirrored = [(half.width - x, y) for x, y in points]
        colour = colours[int(rng.integers(len(colours)))]
        for shape in (points, mirrored):
            draw.polygon(shape, fill=colour, outline=(20, 20, 20))
    head = half.width * 0.17
    draw.ellipse(
        [half.width / 2 - head, half.height * 0.12, half.width / 2 + head, half.height * 0.12 + 2.3 * head],
        fill=(240, 215, 190),
        outline=(20, 20, 20),
        width=3,
    )
    upper = np.asarray(half, np.uint8)[..., ::-1]
    bottom = height // 2
    face[top:bottom, left:right] = upper
    face[height - bottom : height - top, left:right] = upper[::-1, ::-1]
    size = round(0.13 * width)
    _stamp(face, pip(suit, size, style.pip_shape), left + 0.02 * width, top + 0.02 * height, _colour(style, suit))
    if style.frame:
        canvas = Image.fromarray(face[..., ::-1])
        ImageDraw.Draw(canvas).rectangle([left, top, right, height - top], outline=(30, 40, 120), width=3)
        face[:] = np.asarray(canvas, np.uint8)[..., ::-1]


def _blank(style: PackStyle) -> NDArray[np.uint8]:
    width = round(FACE_HEIGHT * style.aspect)
    return np.full((FACE_HEIGHT, width, 3), style.paper[::-1], np.uint8)


def draw_face(card: Card, style: PackStyle, seed: int) -> tuple[NDArray[np.uint8], Box]:
    """One face `(H, W, 3)` BGR and the box of its top left index (`xyxy`, face pixels)."""
    rng = np.random.default_rng(seed)
    rank, suit = str(card)[:-1], str(card)[-1]
    face = _blank(style)
    if rank in "JQK":
        _draw_court(face, suit, style, rng)
    else:
        _draw_middle(face, rank, suit, style)
    return _with_corners(face, rank, suit, style)


def _draw_middle(face: NDArray[np.uint8], rank: str, suit: str, style: PackStyle) -> None:
    """The pips of an ace or a number card."""
    if rank == "A":
        size = round((0.55 if suit == "S" and style.big_ace else 0.24) * face.shape[1])
        ink = pip(suit, size, style.pip_shape)
        _stamp(face, ink, (face.shape[1] - ink.shape[1]) / 2, (face.shape[0] - size) / 2, _colour(style, suit))
    else:
        _draw_pips(face, rank, suit, style)


def _with_corners(face: NDArray[np.uint8], rank: str, suit: str, style: PackStyle) -> tuple[NDArray[np.uint8], Box]:
    box = _draw_index(face, rank, suit, style)
    x0, y0, x1, y1 = (math.floor(box[0]), math.floor(box[1]), math.ceil(box[2]), math.ceil(box[3]))
    patch = face[y0:y1, x0:x1].copy()
    height, width = face.shape[:2]
    if style.four_corners:
        face[y0:y1, width - x1 : width - x0] = patch
        face[height - y1 : height - y0, x0:x1] = patch[::-1, ::-1]
    face[height - y1 : height - y0, width - x1 : width - x0] = patch[::-1, ::-1]
    return face, box


def draw_foreign(style: PackStyle, rng: np.random.Generator) -> StrangeFace:
    """A card of another language or of no language: its corners carry letters or numbers that are no rank."""
    face = _blank(style)
    suit = "CDHS"[int(rng.integers(4))]
    usual = rng.random() < 0.72
    text = str(rng.choice(FOREIGN_USUAL if usual else FOREIGN_RARE))
    if text == "1" or (not usual and rng.random() < 0.5):
        pips = "A" if text == "1" else str(rng.integers(2, 11))
        _draw_middle(face, pips, suit, style)
    else:
        _draw_court(face, suit, style, rng)
    return StrangeFace(*_with_corners(face, text, suit, style))


def draw_pack(seed: int, fonts: Sequence[Path] = ()) -> CardPack:
    """A whole drawn pack; `fonts` are TrueType files to choose from."""
    rng = np.random.default_rng([seed, 0xD0])
    style = random_style(rng, fonts)
    faces: dict[Card, NDArray[np.uint8]] = {}
    indices: dict[Card, Box] = {}
    for number, card in enumerate(pack_of(52).cards):
        faces[card], indices[card] = draw_face(card, style, seed * 100 + number)
    height, width = next(iter(faces.values())).shape[:2]
    foreign = tuple(draw_foreign(style, rng) for _ in range(FOREIGN_PER_PACK))
    name = f"drawn-{seed}"
    jokers = tuple(one.picture for one in foreign[:4])
    back = plain_back(width, height, seed)
    return CardPack(name, "AGPL-3.0-or-later", faces, indices, back, style.four_corners, jokers, foreign)
