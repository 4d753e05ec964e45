"""A variant as it is chosen from a list: what is played in a line, its card values as a table, its board. No Kivy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from mobile import theme
from mobile.board_art import Picture, Placement, bare_board
from mobile.texts import label
from mobile.theme import Palette
from scorer.board import BOARD_NAMES, board_of
from scorer.cards import Rank
from scorer.variant import Variant


@dataclass(frozen=True, slots=True)
class ValueRow:
    """One line of the table: what it says, and the points by rank (empty: none)."""

    title: str
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ValueTable:
    """What the cards are worth: the ranks that score at all, from the ace down, and a line for each kind of points."""

    ranks: tuple[str, ...]
    rows: tuple[ValueRow, ...]
    note: str = ""


def value_table(variant: Variant) -> ValueTable:
    """Trump values, plain values and, where there is a bonus for it, the count (RULES.md 2.8)."""
    count = variant.game_values if variant.bonus else {}
    worth = (variant.trump_values, variant.plain_values, count)
    ranks = tuple(rank for rank in reversed(Rank) if any(rank in values for values in worth))
    titles = (label("values_trump"), label("values_plain"), label("values_count"))
    rows = [
        ValueRow(title, tuple(str(values[rank]) if rank in values else "" for rank in ranks))
        for title, values in zip(titles, worth, strict=True)
        if values
    ]
    note = label("values_assumed") if variant.assumed != "nothing" else ""
    return ValueTable(tuple(rank.value for rank in ranks), tuple(rows), note)


def facts_line(variant: Variant) -> str:
    """Players, length, cards: ``4 players · to 91 · 9 cards each``."""
    players = label("facts_sides" if len(variant.sides) < len(variant.seats) else "facts_alone", n=len(variant.seats))
    if variant.target is not None:
        length = label("facts_target", points=variant.target)
    else:
        length = label("facts_hands", n=variant.pitches)
    return " · ".join((players, length, label("facts_cards", n=variant.cards_each)))


@lru_cache(maxsize=24)
def board_thumb(
    variant_board: str, target: int | None, width: int, height: int, palette: Palette, sides: int = 2, legs: int = 0
) -> Picture:
    """The board small, as BGRA within ``width`` x ``height`` pixels; where there is none, a slate or a written sheet.

    ``sides``: how many tracks it has; ``legs``: how many Cheshire legs are marked.

    It takes some hundredths of a second: ask from a worker thread. Don't write into it.
    """
    if variant_board in BOARD_NAMES:
        return bare_board(Placement.within(board_of(variant_board, target, sides), width, height), palette, legs)
    return _paper(width, height, variant_board == "score_sheet", palette)


def _paper(width: int, height: int, lined: bool, palette: Palette) -> Picture:
    """A slate with two numbers, or a sheet with a line for each deal."""
    scale = 2
    wide, high = min(width, height * 3) * scale, height * scale
    ground, ink = ((244, 236, 214), (70, 56, 40)) if lined else ((44, 52, 50), (232, 232, 222))
    image = Image.new("RGBA", (wide, high), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    edge = max(2, high // 24)
    pen.rounded_rectangle((0, 0, wide - 1, high - 1), high // 8, fill=palette.wood_dark)
    pen.rounded_rectangle((edge * 2, edge * 2, wide - 1 - edge * 2, high - 1 - edge * 2), high // 14, fill=ground)
    pen.line((wide / 2, high * 0.16, wide / 2, high * 0.84), fill=ink, width=max(1, edge // 2))
    rows = ("28 52", "44 36", "8  0") if lined else ("80 80",)
    font = ImageFont.truetype(theme.FONT_BOLD, max(8, round(high * (0.2 if lined else 0.5))))
    for number, row in enumerate(rows):
        y = high * (number + 1) / (len(rows) + 1)
        for part, x in zip(row.split(), (0.27, 0.73), strict=True):
            pen.text((wide * x, y), part, ink, font, "mm")
    small = image.resize((wide // scale, high // scale), Image.Resampling.LANCZOS)
    return np.ascontiguousarray(np.asarray(small)[..., [2, 1, 0, 3]])
