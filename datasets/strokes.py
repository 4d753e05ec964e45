"""Letters drawn with a pen of one width, as most real packs print their indices (no font of the system has them).

Each letter is a set of strokes in a unit square (x right, y down), strokes parted by `;`, points by blanks. A point
after `~` is the control point of a curve between its neighbours; `o x,y,rx,ry` is an ellipse.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

LETTERS = {
    "A": "0,1 .5,0 1,1; .2,.66 .8,.66",
    "2": ".03,.28 ~.03,0 .5,0 ~.97,0 .97,.28 ~.97,.48 .5,.7 ~.1,.88 .02,1 1,1",
    "3": ".05,.2 ~.1,0 .5,0 ~.93,0 .93,.25 ~.93,.47 .42,.47 ~1,.47 1,.73 ~1,1 .5,1 ~.05,1 0,.78",
    "3flat": ".05,0 .95,0 .42,.4 ~1,.4 1,.7 ~1,1 .48,1 ~.05,1 0,.82",
    "4": ".74,1 .74,0 0,.7 1,.7",
    "5": ".92,0 .16,0 .1,.48 ~.25,.36 .5,.36 ~1,.36 1,.68 ~1,1 .48,1 ~.08,1 0,.82",
    "6": ".9,.12 ~.8,0 .55,0 ~.04,0 .04,.66; o.5,.67,.46,.33",
    "7": "0,.08 0,0 1,0 ~.45,.5 .38,1",
    "8": "o.5,.25,.4,.25; o.5,.74,.48,.26",
    "9": ".1,.88 ~.2,1 .45,1 ~.96,1 .96,.34; o.5,.33,.46,.33",
    "0": "o.5,.5,.48,.5",
    "1": ".25,.16 .5,0 .5,1",
    "I": ".5,0 .5,1",
    "J": ".8,0 .8,.7 ~.8,1 .4,1 ~0,1 0,.7",
    "Q": "o.5,.49,.48,.49; .52,.7 1,1.03",
    "K": ".1,0 .1,1; .95,0 .1,.6; .4,.4 1,1",
    "B": ".1,0 .1,1; .1,0 .5,0 ~.9,0 .9,.24 ~.9,.47 .5,.47 .1,.47; .5,.47 ~1,.47 1,.73 ~1,1 .5,1 .1,1",
    "D": ".1,0 .1,1; .1,0 .4,0 ~1,0 1,.5 ~1,1 .4,1 .1,1",
    "V": "0,0 .5,1 1,0",
    "R": ".1,0 .1,1; .1,0 .5,0 ~.95,0 .95,.27 ~.95,.53 .5,.53 .1,.53; .5,.53 1,1",
    "P": ".1,0 .1,1; .1,0 .5,0 ~.95,0 .95,.28 ~.95,.56 .5,.56 .1,.56",
    "Z": ".03,0 1,0 0,1 1,1",
    "N": ".05,1 .05,0 .95,1 .95,0",
    "G": ".95,.2 ~.85,0 .5,0 ~0,0 0,.5 ~0,1 .5,1 ~.95,1 .95,.6 .55,.6",
    "C": ".95,.2 ~.85,0 .5,0 ~0,0 0,.5 ~0,1 .5,1 ~.85,1 .95,.8",
    "S": ".95,.18 ~.9,0 .5,0 ~.05,0 .05,.25 ~.05,.45 .5,.5 ~1,.55 1,.75 ~1,1 .5,1 ~.05,1 0,.8",
    "X": "0,0 1,1; 1,0 0,1",
    "T": "0,0 1,0; .5,0 .5,1",
    "W": "0,0 .25,1 .5,.3 .75,1 1,0",
    "M": "0,1 .08,0 .5,.8 .92,0 1,1",
    "F": ".1,1 .1,0 .95,0; .1,.48 .75,.48",
    "E": ".95,0 .1,0 .1,1 .95,1; .1,.48 .75,.48",
    "L": ".1,0 .1,1 .95,1",
    "H": ".08,0 .08,1; .92,0 .92,1; .08,.48 .92,.48",
    "U": ".08,0 .08,.65 ~.08,1 .5,1 ~.92,1 .92,.65 .92,0",
    "O": "o.5,.5,.5,.5",
    "?": ".05,.25 ~.1,0 .5,0 ~.95,0 .95,.25 ~.95,.42 .5,.55 .5,.72; .5,.93 .5,1",
}
WIDTHS = {"I": 0.2, "1": 0.6, "J": 0.85, "W": 1.3, "M": 1.2, "A": 1.05, "Q": 1.05}
"""Widths as shares of an ordinary letter's."""
_BIG = 4
"""Letters are drawn this many times larger, then shrunk."""


def _numbers(token: str) -> tuple[float, ...]:
    return tuple(float(value) for value in token.split(","))


def _curve(tokens: list[str]) -> NDArray[np.float64]:
    """The points of one stroke `(n, 2)`; curves become short lines."""
    points: list[tuple[float, ...]] = []
    control: tuple[float, ...] | None = None
    for token in tokens:
        place = _numbers(token.lstrip("~"))
        if token.startswith("~"):
            control = place
            continue
        if control is None:
            points.append(place)
            continue
        start = points[-1]
        for t in np.linspace(0.1, 1, 10):
            parts = zip(start, control, place, strict=True)
            points.append(tuple((1 - t) ** 2 * a + 2 * t * (1 - t) * c + t * t * b for a, c, b in parts))
        control = None
    return np.array(points)


@cache
def _strokes(letter: str) -> tuple[tuple[NDArray[np.float64], bool], ...]:
    """The strokes of a letter: points `(n, 2)` and whether they close."""
    found = []
    for part in LETTERS[letter].split(";"):
        part = part.strip()
        if part.startswith("o"):
            x, y, rx, ry = _numbers(part[1:])
            turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
            found.append((np.column_stack([x + rx * np.cos(turn), y + ry * np.sin(turn)]), True))
        else:
            found.append((_curve(part.split()), False))
    return tuple(found)


def _slabs(points: NDArray[np.float64], length: float) -> list[NDArray[np.float64]]:
    """Short level bars at those ends of a stroke that stand upright on the letter's top or foot."""
    bars = []
    for end, before in ((points[0], points[1]), (points[-1], points[-2])):
        upright = abs(end[1] - before[1]) > 0.8 * abs(end[0] - before[0])
        if upright and (end[1] < 0.02 or end[1] > 0.98):
            bars.append(np.array([[end[0] - length, end[1]], [end[0] + length, end[1]]]))
    return bars


def stroke_letter(letter: str, height: int, weight: float, slab: float) -> NDArray[np.uint8]:
    """Ink mask `(height, W)` of a letter; `weight` is the pen's width, `slab` half a serif's length (0: none).

    Both are shares: the pen of the height, the serif of the letter's width. Ordinary letters are 0.62 high wide.
    """
    big = height * _BIG
    pen = max(2, round(weight * big))
    wide = 0.62 * big * WIDTHS.get(letter, 1.0)
    edge = pen // 2 + 1
    margin = edge + round(slab * wide)
    canvas = np.zeros((big + pen, round(wide) + 2 * margin), np.uint8)
    lines = [(points, closed) for points, closed in _strokes(letter)]
    if slab:
        lines += [(bar, False) for points, closed in _strokes(letter) if not closed for bar in _slabs(points, slab)]
    span = canvas.shape[0] - 2 * edge
    for points, closed in lines:
        pixels = points * [wide, span] + [margin, edge]
        cv2.polylines(canvas, [np.round(pixels).astype(np.int32)], closed, 255, pen, cv2.LINE_AA)
    rows, columns = np.nonzero(canvas)
    ink = canvas[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    width = max(2, round(ink.shape[1] * height / ink.shape[0]))
    return np.asarray(cv2.resize(ink, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
