"""What lies in a pack beside the 52: jokers, advert and rule cards, blanks; and cards of other languages."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from datasets.courts import DARK, MAKERS, draw_ace, draw_barcode, draw_court, draw_pips
from datasets.glyphs import font_of
from datasets.pack_style import PackStyle

FOREIGN_USUAL = ("B", "D", "V", "R", "1")
"""What stands on German, Dutch, French and Scandinavian indices where ours say J, Q, J, K and A."""
FOREIGN_RARE = (*"ZNGXTCSPWFEHLMUO?★", "0", "11", "12", "13", "14", "15", "JOKER")
"""Other letters and numbers that are no rank; JOKER is written down the corner."""
USUAL_SHARE = 0.72
WORDS = (
    "RULES",
    "JOKER",
    "BRIDGE",
    "EACH PLAYER",
    "DEALS",
    "13 CARDS",
    "TRUMPS",
    "ACE HIGH",
    "SCORE",
    "100",
    "GUARANTEE",
)
Face = NDArray[np.uint8]


def foreign_text(rng: np.random.Generator) -> str:
    """A text for an index that names no card of ours."""
    return str(rng.choice(FOREIGN_USUAL if rng.random() < USUAL_SHARE else FOREIGN_RARE))


def draw_foreign_middle(
    face: Face, text: str, suit: str, style: PackStyle, rng: np.random.Generator, right_of: float
) -> None:
    """Under a 1 an ace, under the usual letters a court, under others either a court or pips."""
    if text == "1":
        draw_ace(face, suit, style, rng)
    elif text in FOREIGN_USUAL or rng.random() < 0.5:
        draw_court(face, suit, style, rng, right_of)
    else:
        draw_pips(face, str(rng.integers(2, 11)), suit, style, right_of)


def _words(face: Face, style: PackStyle, rng: np.random.Generator, lines: int, height: float) -> None:
    """Lines of text from the top of the card, `height` a share of its width."""
    width = face.shape[1]
    canvas = Image.fromarray(face[..., ::-1])
    size = max(8, round(height * width))
    font = font_of(style.index.font, size)
    for k in range(lines):
        text = " ".join(WORDS[int(n)] for n in rng.integers(0, len(WORDS), 3))
        place = (0.07 * width, (0.06 * width) + k * 1.5 * size)
        ImageDraw.Draw(canvas).text(place, text, fill=DARK, font=font)
    face[:] = np.asarray(canvas, np.uint8)[..., ::-1]


def _rules(face: Face, style: PackStyle, rng: np.random.Generator) -> None:
    _words(face, style, rng, int(rng.integers(6, 16)), float(rng.uniform(0.035, 0.07)))


def _advert(face: Face, style: PackStyle, rng: np.random.Generator) -> None:
    """A coloured field, a name in large letters, small print, a barcode."""
    height, width = face.shape[:2]
    colours = [(200, 40, 40), (30, 60, 160), (20, 110, 60), (240, 190, 40), DARK]
    canvas = Image.fromarray(face[..., ::-1])
    draw = ImageDraw.Draw(canvas)
    ground = colours[int(rng.integers(len(colours)))]
    draw.rectangle([0.06 * width, 0.05 * height, 0.94 * width, rng.uniform(0.5, 0.95) * height], fill=ground)
    draw.ellipse([0.2 * width, 0.2 * height, 0.8 * width, 0.55 * height], fill=colours[int(rng.integers(len(colours)))])
    name = MAKERS[int(rng.integers(len(MAKERS)))]
    font = font_of(style.index.font, round(rng.uniform(0.06, 0.14) * width))
    draw.text((width / 2, 0.36 * height), name, fill=(250, 250, 250), font=font, anchor="mm")
    face[:] = np.asarray(canvas, np.uint8)[..., ::-1]
    draw_barcode(face, rng)


def _joker(face: Face, style: PackStyle, rng: np.random.Generator) -> None:
    draw_court(face, "CDHS"[int(rng.integers(4))], style, rng, 0.12 * face.shape[1])


def _blank(face: Face, style: PackStyle, rng: np.random.Generator) -> None:
    if rng.random() < 0.3:
        draw_barcode(face, rng)


NO_CARDS: tuple[Callable[[Face, PackStyle, np.random.Generator], None], ...] = (_joker, _rules, _advert, _blank)
"""Ways to fill a face that carries no index at all."""
