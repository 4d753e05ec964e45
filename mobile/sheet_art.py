"""The score sheet as pictures: its head and its lines, to lay on a slate. No Kivy.

Texts are as large as their columns allow; where all columns can't be read side by side, the short ones are shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from mobile import theme
from mobile.board_place import Picture
from mobile.sheet_lines import Sheet, SheetLine
from mobile.theme import Colour, Palette

_PAD = 0.35
"""Room left and right of a cell's text, in its size of type."""
_FILL = 0.56
"""The largest type, as a share of a line's height."""
_LOOSE = 1.35
"""How much higher a line may be than its type asks for."""
_OPEN = "…"


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """How a sheet is divided, in pixels. ``columns``: left and right of the number's column, then of each cell."""

    width: int
    row: int
    type: float
    short: bool
    columns: tuple[tuple[int, int], ...]
    sides: int

    @property
    def names(self) -> int:
        """Height of the band with the sides' names, which may take two lines."""
        return round(self.row * 1.2)

    @property
    def head(self) -> int:
        """Height of the head: the sides, and what each column is."""
        return self.names + round(self.row * 0.8)

    @property
    def cells(self) -> int:
        """Columns of a side."""
        return (len(self.columns) - 1) // self.sides

    def block(self, side: int) -> tuple[int, int]:
        """Left and right of a side's columns."""
        first = 1 + side * self.cells
        return self.columns[first][0], self.columns[first + self.cells - 1][1]


def plan_sheet(sheet: Sheet, sides: int, width: int, row: int, least: float) -> SheetPlan:
    """The plan for a sheet ``width`` pixels wide with lines ``row`` high; type is not to be below ``least`` pixels.

    Lines are less high where their type is small."""
    plan = _plan(sheet, sides, width, row, short=False)
    if plan.type < least:
        plan = _plan(sheet, sides, width, row, short=True)
    return replace(plan, row=min(row, round(plan.type / _FILL * _LOOSE)))


def _plan(sheet: Sheet, sides: int, width: int, row: int, short: bool) -> SheetPlan:
    largest = row * _FILL
    font = _font(largest)
    heads = sheet.short_heads if short else sheet.heads
    lines = [_cells(line, short) for line in sheet.lines if not line.title]
    needed = [max(font.getlength(line.number) for line in (*sheet.lines, SheetLine("00")))]
    for place in range(sides * len(heads)):
        texts = [heads[place % len(heads)], "000", *(cells[place] for cells in lines)]
        needed.append(max(font.getlength(text) for text in texts))
    natural = sum(needed) + 2 * _PAD * largest * len(needed)
    size = largest * min(1.0, width / natural)
    spare = max(0.0, width - natural * size / largest) / len(needed)
    columns, left = [], 0.0
    for text in needed:
        right = left + (text + 2 * _PAD * largest) * size / largest + spare
        columns.append((round(left), round(right)))
        left = right
    return SheetPlan(width, row, size, short, tuple(columns), sides)


def _cells(line: SheetLine, short: bool) -> tuple[str, ...]:
    return tuple(cell for own in (line.short if short else line.cells) for cell in own)


@lru_cache(maxsize=8)
def head_picture(plan: SheetPlan, heads: tuple[str, ...], names: tuple[str, ...], palette: Palette) -> Picture:
    """The head: each side's mark and name in its colour, and what its columns are; BGRA."""
    image, pen = _blank(plan, plan.head)
    high = plan.names
    for side, name in enumerate(names):
        left, right = plan.block(side)
        pen.rectangle((left, 0, right, high), fill=(*palette.sides[side], 255))
        lines = _broken(f"{theme.SIDE_MARKS[side]} {name}", plan.type, right - left - plan.type)
        for place, text in enumerate(lines):
            middle = (left + right) / 2, high * (place + 0.5) / len(lines)
            size = plan.type * (1.0 if len(lines) == 1 else 0.92)
            _fitted(pen, middle, text, palette.on_sides[side], size, right - left - plan.type * 0.6)
    for place, (left, right) in enumerate(plan.columns[1:]):
        text, low = heads[place % len(heads)], plan.head - high
        _fitted(pen, ((left + right) / 2, high + low / 2), text, palette.muted, plan.type * 0.9, right - left - 4)
    pen.line((0, plan.head - 1, plan.width, plan.head - 1), fill=(*palette.muted, 255), width=max(1, high // 20))
    _rules(pen, plan, plan.head, palette)
    return _as_bgra(image)


@lru_cache(maxsize=128)
def line_picture(plan: SheetPlan, line: SheetLine, palette: Palette, newest: bool) -> Picture:
    """A line of the sheet; the newest stands out; BGRA."""
    image, pen = _blank(plan, plan.row)
    middle = plan.row / 2
    if newest:
        pen.rectangle((0, 0, plan.width, plan.row), fill=(*palette.raised, 255))
    if line.title:
        _fitted(pen, (plan.width / 2, middle), line.title, palette.accent, plan.type, plan.width - plan.type)
    else:
        left, right = plan.columns[0]
        _fitted(pen, ((left + right) / 2, middle), line.number, palette.muted, plan.type, right - left - 2)
        cells = _cells(line, plan.short)
        for place, (text, (left, right)) in enumerate(zip(cells, plan.columns[1:], strict=True)):
            total = (place + 1) % plan.cells == 0
            faint = not total or (line.in_play and text == _OPEN)
            ink = palette.muted if faint else palette.text
            _fitted(pen, ((left + right) / 2, middle), text, ink, plan.type, right - left - 2)
    pen.line((0, plan.row - 1, plan.width, plan.row - 1), fill=(*palette.line, 255), width=1)
    _rules(pen, plan, plan.row, palette)
    return _as_bgra(image)


def _broken(text: str, size: float, room: float) -> list[str]:
    """The text in two lines of much the same length where one is too long."""
    words = text.split(" ")
    if _font(size).getlength(text) <= room or len(words) < 3:
        return [text]
    cuts = [(" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words))]
    return list(min(cuts, key=lambda cut: max(_font(size).getlength(line) for line in cut)))


def _blank(plan: SheetPlan, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (plan.width, height), (0, 0, 0, 0))
    return image, ImageDraw.Draw(image)


def _rules(pen: ImageDraw.ImageDraw, plan: SheetPlan, height: int, palette: Palette) -> None:
    """An upright line before each side."""
    for side in range(plan.sides):
        left, _ = plan.block(side)
        pen.line((left, 0, left, height), fill=(*palette.muted, 255), width=max(1, plan.row // 24))


def _fitted(
    pen: ImageDraw.ImageDraw, middle: Sequence[float], text: str, colour: Colour, size: float, room: float
) -> None:
    """A text round a point, smaller where it would be wider than its room."""
    font = _font(size)
    needed = font.getlength(text)
    if needed > room > 0:
        font = _font(size * room / needed)
    pen.text((middle[0], middle[1]), text, fill=(*colour, 255), font=font, anchor="mm")


@lru_cache(maxsize=64)
def _font(size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(theme.FONT_BOLD, max(5.0, size))


def _as_bgra(image: Image.Image) -> Picture:
    return np.ascontiguousarray(np.asarray(image, np.uint8)[..., [2, 1, 0, 3]])
