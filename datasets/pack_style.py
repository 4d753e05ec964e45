"""How one drawn pack looks: everything that varies between packs, drawn at random from what real packs show.

Lengths are shares of the card's width unless said otherwise; colours are RGB.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class IndexStyle:
    """How ranks are printed. `font` None with `pen` 0 is Pillow's own font; `pen` above 0 draws strokes instead."""

    font: Path | None
    bold: float
    pen: float
    """Width of the pen as a share of the rank's height; 0: the font."""
    slab: float
    slant: float
    squeeze: float
    ten_gap: float | None
    """Room between 1 and 0 as a share of the height (below 0: they overlap); None: as the font sets it."""
    bare_one: bool
    """The 1 of the ten is a plain bar."""
    flat_three: bool


@dataclass(frozen=True)
class PipStyle:
    """How suit pips are drawn; numbers vary around 1 unless said otherwise."""

    shape: float = 1.0
    cleft: float = 1.0
    lobe: float = 1.0
    stem: float = 1.0
    hollow: float = 0.0
    """How far a diamond's sides bend inwards, 0 to 0.15."""
    inline: bool = False
    """A white line inside large pips."""


@dataclass(frozen=True)
class WearStyle:
    """What use and finish did to the cards, each 0 (nothing) to 1."""

    linen: float = 0.0
    gloss: float = 0.0
    stains: float = 0.0
    edges: float = 0.0
    scratches: float = 0.0
    creases: float = 0.0


@dataclass(frozen=True)
class PackStyle:
    """One pack."""

    index: IndexStyle
    pips: PipStyle
    wear: WearStyle
    rank_height: float
    suit_height: float
    gap: float
    left: float
    top: float
    beside: bool
    """The suit stands beside the rank instead of under it."""
    four_corners: bool
    aspect: float
    paper: Colour
    colours: dict[str, Colour]
    """Print colour of each suit C D H S."""
    pip_height: float
    column: float
    """Where the left column of pips stands."""
    frame: bool
    notch: bool
    """The court's frame is wide and gives way to the index."""
    frame_colour: Colour
    big_ace: bool
    barcode: bool


def _index_style(rng: np.random.Generator, fonts: Sequence[Path]) -> IndexStyle:
    drawn = rng.random() < 0.4
    has_font = len(fonts) > 0 and rng.random() < 0.95
    return IndexStyle(
        font=fonts[int(rng.integers(len(fonts)))] if has_font else None,
        bold=float(rng.choice([0, 0, 0.004, 0.008, 0.012])),
        pen=float(rng.uniform(0.055, 0.19)) if drawn else 0.0,
        slab=float(rng.choice([0, 0.14, 0.2])) if drawn else 0.0,
        slant=float(rng.normal(0, 0.1)) if rng.random() < 0.2 else 0.0,
        squeeze=float(rng.uniform(0.55, 1.1)),
        ten_gap=float(rng.uniform(-0.08, 0.1)) if rng.random() < 0.6 else None,
        bare_one=bool(rng.random() < 0.5),
        flat_three=bool(rng.random() < 0.3),
    )


def _near(rng: np.random.Generator, colour: Colour, spread: int = 18) -> Colour:
    red, green, blue = (int(np.clip(value + rng.integers(-spread, spread + 1), 0, 255)) for value in colour)
    return red, green, blue


def _colours(rng: np.random.Generator) -> dict[str, Colour]:
    """Two colours as a rule, else one of the four-coloured orders."""
    red: Colour = (int(rng.integers(165, 245)), int(rng.integers(0, 70)), int(rng.integers(0, 65)))
    black: Colour = (int(rng.integers(0, 50)),) * 3
    if rng.random() < 0.08:
        black = (black[0], black[1], min(90, black[2] + 45))
    suits = {"C": black, "D": red, "H": red, "S": black}
    if rng.random() < 0.18:
        green, blue, orange, grey = (10, 130, 40), (20, 60, 200), (235, 120, 20), (115, 115, 115)
        orders: list[dict[str, Colour]] = [
            {"C": green, "D": blue},
            {"C": green, "D": orange},
            {"C": blue, "D": orange},
            {"C": grey, "D": orange},
            {"D": orange},
            {"C": green},
        ]
        chosen = orders[int(rng.integers(len(orders)))]
        suits |= {suit: _near(rng, colour) for suit, colour in chosen.items()}
    return suits


def _pip_style(rng: np.random.Generator) -> PipStyle:
    return PipStyle(
        shape=float(rng.uniform(0.75, 1.2)),
        cleft=float(rng.uniform(0.6, 1.3)),
        lobe=float(rng.uniform(0.85, 1.12)),
        stem=float(rng.uniform(0.5, 1.7)),
        hollow=float(rng.choice([0, rng.uniform(0, 0.13)])),
        inline=bool(rng.random() < 0.12),
    )


def _wear(rng: np.random.Generator) -> WearStyle:
    """New cards in half of the packs; the rest worn in some of the ways."""

    def some(share: float) -> float:
        return float(rng.uniform(0.15, 1)) if rng.random() < share else 0.0

    linen, gloss = some(0.3), some(0.3)
    if rng.random() < 0.5:
        return WearStyle(linen, gloss)
    return WearStyle(linen, gloss, some(0.5), some(0.6), some(0.4), some(0.4))


def _paper(rng: np.random.Generator) -> Colour:
    level = int(rng.integers(225, 256))
    yellowed = int(rng.integers(18, 60)) if rng.random() < 0.15 else int(rng.integers(0, 18))
    return (level, level - yellowed // 4 - int(rng.integers(0, 3)), level - yellowed)


def random_style(rng: np.random.Generator, fonts: Sequence[Path] = ()) -> PackStyle:
    """A style drawn from the ranges real packs show (poker and bridge width, ordinary to jumbo index)."""
    jumbo = rng.random() < 0.35
    rank_height = float(rng.uniform(0.21, 0.38) if jumbo else rng.uniform(0.115, 0.2))
    beside = jumbo and rng.random() < 0.12
    frames: list[Colour] = [(30, 40, 130), (20, 20, 20), (60, 90, 180), (170, 30, 30)]
    return PackStyle(
        index=_index_style(rng, fonts),
        pips=_pip_style(rng),
        wear=_wear(rng),
        rank_height=rank_height,
        suit_height=rank_height * float(rng.uniform(0.55, 1.0)),
        gap=float(rng.uniform(0.008, 0.04)),
        left=float(rng.uniform(0.025, 0.065)),
        top=float(rng.uniform(0.03, 0.085)),
        beside=beside,
        four_corners=bool(rng.random() < 0.22) and not jumbo,
        aspect=float(rng.choice([63 / 88, 57 / 88, 63 / 88, 58 / 92])) * float(rng.uniform(0.98, 1.02)),
        paper=_paper(rng),
        colours=_colours(rng),
        pip_height=float(rng.uniform(0.14, 0.23)),
        column=float(rng.uniform(0.27, 0.33)),
        frame=bool(rng.random() < 0.65),
        notch=bool(rng.random() < 0.4),
        frame_colour=frames[int(rng.integers(len(frames)))],
        big_ace=bool(rng.random() < 0.7),
        barcode=bool(rng.random() < 0.1),
    )
