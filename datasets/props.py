"""Flat things on a pub table, drawn from above: beer mats, coins, phones, keys, paper, ashtrays, wet rings.

Each is a `Prop`: a picture with its coverage and its real width, measured in card widths (about 60 mm). Much of their
print looks like a card's index (a numeral over a sign); none of it is one. Pictures are BGR `uint8`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]
PIXELS_A_CARD = 150
"""Pixels for one card width in a prop's picture."""
NAMES = ("BREWERY", "PALE ALE", "BITTER", "STOUT", "LAGER", "THE CROWN", "FREE HOUSE", "CIDER", "EST. 1892", "PREMIUM")
SIGNS = ("KS", "%", "%", "VOL", "st", "IPA", "No", "°", "*", "+", "♣", "♠", "♥", "♦", "★", "&", "pt", "£", "QR", "JD")
"""What stands under or beside a numeral on a beer mat; suits among them, as breweries print them."""
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A", "K", "Q", "J", "4.2", "5", "0", "1", "12", "B", "R")


@dataclass(frozen=True)
class Prop:
    """A thing seen from above: `picture (h, w, 3)`, `cover (h, w)` 0..1 (float32), width in card widths, thickness.

    `thick` (card widths) sets how far its shadow falls; 0 for a stain.
    """

    picture: Picture
    cover: NDArray[np.float32]
    width: float
    thick: float = 0.02


@lru_cache(maxsize=256)
def _loaded(path: Path | None, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size) if path is None else ImageFont.truetype(str(path), size)


def _font(fonts: Sequence[Path], size: int, rng: np.random.Generator) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    path = fonts[int(rng.integers(len(fonts)))] if len(fonts) and rng.random() < 0.9 else None
    return _loaded(path, max(6, size // 4 * 4))


def _bgr(rng: np.random.Generator, low: int = 0, high: int = 256) -> Colour:
    b, g, r = (int(v) for v in rng.integers(low, high, 3))
    return b, g, r


def _sheet(width: float, height: float, colour: Colour) -> Image.Image:
    return Image.new("RGB", (max(8, round(width * PIXELS_A_CARD)), max(8, round(height * PIXELS_A_CARD))), colour)


def _finished(sheet: Image.Image, width: float, round_share: float = 0.0, thick: float = 0.02) -> Prop:
    """The sheet as a prop with corners rounded by that share of its width (0.5: a disc or an ellipse)."""
    picture = np.array(sheet, np.uint8)
    height_px, width_px = picture.shape[:2]
    mask = Image.new("L", sheet.size)
    draw = ImageDraw.Draw(mask)
    box = (0, 0, width_px - 1, height_px - 1)
    if round_share >= 0.5:
        draw.ellipse(box, fill=255)
    else:
        draw.rounded_rectangle(box, round(round_share * width_px), fill=255)
    return Prop(picture, np.asarray(mask, np.float32) / np.float32(255), width, thick)


def _suit(draw: ImageDraw.ImageDraw, sign: str, x: float, y: float, size: float, colour: Colour) -> None:
    """One suit sign in a box of `size` px with its top left corner at (x, y); a brewery's, plainer than a card's."""
    r = size / 2
    if sign == "♦":
        draw.polygon([(x + r, y), (x + size, y + r), (x + r, y + size), (x, y + r)], fill=colour)
        return
    if sign == "♥":
        draw.ellipse((x, y, x + r * 1.05, y + r), fill=colour)
        draw.ellipse((x + r * 0.95, y, x + size, y + r), fill=colour)
        draw.polygon(
            [(x + r * 0.08, y + r * 0.72), (x + size - r * 0.08, y + r * 0.72), (x + r, y + size)], fill=colour
        )
        return
    if sign == "♣":
        for cx, cy in ((0.5, 0.25), (0.25, 0.6), (0.75, 0.6)):
            box = (x + (cx - 0.25) * size, y + (cy - 0.25) * size, x + (cx + 0.25) * size, y + (cy + 0.25) * size)
            draw.ellipse(box, fill=colour)
    else:
        draw.polygon([(x + r, y), (x + size, y + r), (x, y + r)], fill=colour)
        draw.ellipse((x, y + r * 0.6, x + r * 1.05, y + r * 1.6), fill=colour)
        draw.ellipse((x + r * 0.95, y + r * 0.6, x + size, y + r * 1.6), fill=colour)
    draw.polygon([(x + r, y + r * 0.8), (x + r * 1.3, y + size), (x + r * 0.7, y + size)], fill=colour)


def _stacked(
    draw: ImageDraw.ImageDraw,
    x: float,
    y: float,
    size: int,
    colour: Colour,
    fonts: Sequence[Path],
    rng: np.random.Generator,
) -> None:
    """A numeral with a sign under or beside it, `size` px high each: an index's look, and none."""
    rank, sign = RANKS[int(rng.integers(len(RANKS)))], SIGNS[int(rng.integers(len(SIGNS)))]
    draw.text((x, y), rank, fill=colour, font=_font(fonts, size, rng))
    under = rng.random() < 0.6
    small = round(size * float(rng.uniform(0.5, 0.9)))
    left, top = (x, y + size * 1.15) if under else (x + size * (0.4 + 0.45 * len(rank)), y + size * 0.3)
    if sign in "♣♠♥♦":
        _suit(draw, sign, left, top, small * 0.8, colour)
    else:
        draw.text((left, top), sign, fill=colour, font=_font(fonts, small, rng))


def beer_mat(rng: np.random.Generator, fonts: Sequence[Path]) -> Prop:
    """A round or square mat, 93 mm wide: a brewery's name, numerals, signs."""
    width = float(rng.uniform(1.4, 1.7))
    sheet = _sheet(width, width, _bgr(rng, 40))
    draw = ImageDraw.Draw(sheet)
    size, colour, other = sheet.width, _bgr(rng, 0, 160), _bgr(rng)
    is_round = bool(rng.random() < 0.5)
    inset = size * float(rng.uniform(0.02, 0.16))
    frame = (inset, inset, size - inset, size - inset)
    line = max(1, size // int(rng.integers(20, 80)))
    (draw.ellipse if is_round else draw.rectangle)(frame, outline=colour, width=line, fill=None)
    if rng.random() < 0.6:
        name = NAMES[int(rng.integers(len(NAMES)))]
        font = _font(fonts, round(size * rng.uniform(0.08, 0.17)), rng)
        draw.text((size * 0.5, size * rng.uniform(0.3, 0.7)), name, fill=other, font=font, anchor="mm")
    for _ in range(int(rng.integers(1, 5))):
        x, y = rng.uniform(0.12, 0.7, 2) * size
        _stacked(draw, x, y, round(size * rng.uniform(0.06, 0.25)), colour, fonts, rng)
    return _finished(sheet, width, 0.5 if is_round else float(rng.uniform(0.02, 0.1)))


def paper(rng: np.random.Generator, fonts: Sequence[Path]) -> Prop:
    """A sheet of paper: handwriting, a score sheet in columns, or print."""
    width = float(rng.uniform(1.4, 3.4))
    level = int(rng.integers(205, 253))
    sheet = _sheet(width, width * float(rng.uniform(0.7, 1.5)), (level - int(rng.integers(0, 20)), level, level))
    draw = ImageDraw.Draw(sheet)
    wide, high = sheet.size
    ink = ((120, 40, 20), (40, 40, 40), (30, 30, 160))[int(rng.integers(3))]
    pitch = int(rng.integers(16, 34))
    columns = int(rng.integers(0, 5))
    if rng.random() < 0.6:
        for y in range(pitch, high, pitch):
            draw.line((0, y, wide, y), fill=(200, 190, 170), width=1)
    for column in range(1, columns):
        draw.line((wide * column / columns, 0, wide * column / columns, high), fill=(90, 90, 90), width=1)
    font = _font(fonts, round(pitch * rng.uniform(0.6, 0.95)), rng)
    for y in range(4, high - pitch, pitch):
        for column in range(max(1, columns)):
            if rng.random() < 0.75:
                text = "".join("0123456789AKQJ +-=/xW"[int(k)] for k in rng.integers(0, 21, int(rng.integers(1, 5))))
                slack = float(rng.uniform(3, wide / max(1, columns) * 0.5))
                draw.text((wide * column / max(1, columns) + slack, y), text, fill=ink, font=font)
    return _finished(sheet, width, 0.0, 0.005)


def coin(rng: np.random.Generator, fonts: Sequence[Path]) -> Prop:
    """A coin of 18 to 28 mm: rim, a numeral, a gleam."""
    width = float(rng.uniform(0.3, 0.47))
    metal = ((60, 140, 185), (175, 180, 185), (60, 100, 160), (120, 150, 175))[int(rng.integers(4))]
    tone = float(rng.uniform(0.6, 1.1))
    base = tuple(int(min(255, v * tone)) for v in metal)
    sheet = _sheet(width * 2, width * 2, (base[0], base[1], base[2]))
    draw = ImageDraw.Draw(sheet)
    size = sheet.width
    dark = (int(base[0] * 0.6), int(base[1] * 0.6), int(base[2] * 0.6))
    light = (min(255, base[0] + 50), min(255, base[1] + 50), min(255, base[2] + 50))
    draw.ellipse((size * 0.06, size * 0.06, size * 0.94, size * 0.94), outline=dark, width=2)
    text = ("1", "2", "5", "10", "20", "50")[int(rng.integers(6))]
    middle = (size * 0.5, size * 0.5)
    draw.text(middle, text, fill=dark, font=_font(fonts, round(size * 0.5), rng), anchor="mm")
    draw.arc((2, 2, size - 2, size - 2), float(rng.uniform(0, 360)), float(rng.uniform(0, 360)), fill=light, width=3)
    return _finished(sheet, width, 0.5, 0.03)


def phone(rng: np.random.Generator, fonts: Sequence[Path]) -> Prop:
    """A phone: dark glass with a reflection, or a lit screen with a clock and tiles."""
    width = float(rng.uniform(1.15, 1.35))
    body = int(rng.integers(8, 60))
    sheet = _sheet(width, width * 2.05, (body, body, body))
    draw = ImageDraw.Draw(sheet)
    wide, high = sheet.size
    if rng.random() < 0.5:
        draw.polygon([(wide * 0.1, 0), (wide * 0.6, 0), (wide * 0.2, high), (0, high)], fill=(body + 25,) * 3)
    else:
        draw.rounded_rectangle((8, 10, wide - 8, high - 10), 14, fill=_bgr(rng, 20))
        clock = f"{int(rng.integers(24))}:{int(rng.integers(60)):02d}"
        draw.text(
            (wide * 0.5, high * 0.16), clock, fill=(250, 250, 250), font=_font(fonts, wide // 4, rng), anchor="mm"
        )
        for row in range(3):
            for column in range(4):
                x, y = wide * (0.1 + 0.21 * column), high * (0.35 + 0.13 * row)
                draw.rounded_rectangle((x, y, x + wide * 0.15, y + wide * 0.15), 5, fill=_bgr(rng))
    return _finished(sheet, width, 0.11, 0.13)


def ashtray(rng: np.random.Generator, fonts: Sequence[Path]) -> Prop:
    """A round ashtray, 100 mm wide: rim, ash, an advert on the rim."""
    width = float(rng.uniform(1.5, 2.0))
    sheet = _sheet(width, width, _bgr(rng, 20, 230))
    draw = ImageDraw.Draw(sheet)
    size = sheet.width
    draw.ellipse((size * 0.14, size * 0.14, size * 0.86, size * 0.86), fill=(int(rng.integers(40, 110)),) * 3)
    for _ in range(int(rng.integers(5, 40))):
        x, y = size * 0.5 + rng.normal(0, 0.12, 2) * size
        r, tone = float(rng.uniform(1, 6)), int(rng.integers(90, 200))
        draw.ellipse((x - r, y - r, x + r, y + r), fill=(tone, tone, tone))
    name = NAMES[int(rng.integers(len(NAMES)))]
    font = _font(fonts, round(size * 0.07), rng)
    draw.text((size * 0.5, size * 0.07), name, fill=_bgr(rng), font=font, anchor="mm")
    return _finished(sheet, width, 0.5, 0.25)


def keys(rng: np.random.Generator, fonts: Sequence[Path]) -> Prop:
    """A key ring with one to four keys."""
    width = 1.6
    sheet = _sheet(width, width, (0, 0, 0))
    mask = Image.new("L", sheet.size)
    size, middle = sheet.width, sheet.width / 2
    on, cover = ImageDraw.Draw(sheet), ImageDraw.Draw(mask)
    for _ in range(int(rng.integers(1, 5))):
        tone = int(rng.integers(110, 220))
        metal = (int(tone * rng.uniform(0.5, 1.0)), int(tone * 0.95), tone)
        angle = float(rng.uniform(0, 2 * math.pi))
        dx, dy = math.cos(angle), math.sin(angle)
        bow = (middle + dx * size * 0.14, middle + dy * size * 0.14)
        tip = (middle + dx * size * 0.47, middle + dy * size * 0.47)
        r = size * 0.08
        for draw, fill in ((on, metal), (cover, 255)):
            draw.line((*bow, *tip), fill=fill, width=max(4, size // 24))
            draw.ellipse((bow[0] - r, bow[1] - r, bow[0] + r, bow[1] + r), fill=fill)
            for share in (0.7, 0.8, 0.92):
                x, y = bow[0] + (tip[0] - bow[0]) * share, bow[1] + (tip[1] - bow[1]) * share
                draw.line((x, y, x - dy * size * 0.05, y + dx * size * 0.05), fill=fill, width=max(3, size // 40))
        on.ellipse((bow[0] - r / 2, bow[1] - r / 2, bow[0] + r / 2, bow[1] + r / 2), fill=(50, 50, 50))
    r = size * 0.12
    for draw, fill in ((on, (190, 190, 190)), (cover, 255)):
        draw.ellipse((middle - r, middle - r, middle + r, middle + r), outline=fill, width=max(3, size // 50))
    return Prop(np.array(sheet, np.uint8), np.asarray(mask, np.float32) / np.float32(255), width, 0.05)


def wet_ring(rng: np.random.Generator, fonts: Sequence[Path]) -> Prop:
    """The wet ring a glass leaves: a dark, uneven line with gleams and drops."""
    width = float(rng.uniform(0.9, 1.4))
    size = round(width * PIXELS_A_CARD)
    cover = np.zeros((size, size), np.uint8)
    centre, radius = (size // 2, size // 2), size // 2 - 10
    start = float(rng.uniform(0, 360))
    line = int(rng.integers(3, 9))
    cv2.ellipse(cover, centre, (radius, radius), start, 0, float(rng.uniform(200, 360)), 255, line, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 12))):
        x, y = (int(v) for v in rng.integers(8, size - 8, 2))
        cv2.circle(cover, (x, y), int(rng.integers(1, 7)), 255, -1, cv2.LINE_AA)
    soft = np.asarray(cv2.GaussianBlur(cover, (0, 0), 1.5), np.float32)
    bright = np.roll(soft, (-3, -2), (0, 1)) - soft
    picture = np.where(bright[..., None] > 60, 230, np.uint8(rng.integers(0, 40)))
    picture = np.broadcast_to(picture, (size, size, 3)).astype(np.uint8)
    return Prop(picture, soft / np.float32(255 / rng.uniform(0.2, 0.5)), width, 0.0)


PROPS: dict[str, Callable[[np.random.Generator, Sequence[Path]], Prop]] = {
    "beer_mat": beer_mat,
    "paper": paper,
    "coin": coin,
    "phone": phone,
    "ashtray": ashtray,
    "keys": keys,
    "wet_ring": wet_ring,
}
VARIANTS = 400
"""How many different props of each kind there are."""


@lru_cache(maxsize=96)
def prop(kind: str, variant: int, fonts: tuple[Path, ...] = ()) -> Prop:
    """The prop of that kind (a key of `PROPS`) and variant (0 to `VARIANTS` - 1); `fonts` are TrueType files."""
    return PROPS[kind](np.random.default_rng([variant, list(PROPS).index(kind), 0x9209]), fonts)
