"""Surfaces under the cards: photographs where there are some, else drawn ones (`DRAWN`). BGR `uint8`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


def load_surfaces(paths: Sequence[Path], longest: int = 1400) -> list[Picture]:
    """The readable photographs among `paths`, at most `longest` px on the longer side."""
    pictures = []
    for path in paths:
        picture = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR)
        if picture is None:
            continue
        scale = longest / max(picture.shape[:2])
        if scale < 1:
            picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        pictures.append(np.asarray(picture, np.uint8))
    return pictures


def _grain(height: int, width: int, rng: np.random.Generator, cell: float, stretch: float = 1.0) -> NDArray[np.float32]:
    """Smooth noise `(height, width)` in 0..1 with features of about `cell` px, `stretch` times longer across."""
    rows, columns = max(2, round(height / cell)), max(2, round(width / (cell * stretch)))
    values = rng.random((rows, columns), dtype=np.float32)
    return np.asarray(cv2.resize(values, (width, height), interpolation=cv2.INTER_CUBIC), np.float32).clip(0, 1)


def wood(height: int, width: int, rng: np.random.Generator) -> Picture:
    """A wooden table top: long grain, boards."""
    base = np.array([rng.uniform(20, 130), rng.uniform(50, 160), rng.uniform(80, 200)], np.float32)
    base = np.sort(base)
    tone = 0.55 * _grain(height, width, rng, max(2.0, height / 60), 18) + 0.45 * _grain(
        height, width, rng, height / 8 + 2, 6
    )
    values = base * (0.6 + 0.6 * tone[..., None])
    if rng.random() < 0.5:
        board = max(8, round(height * rng.uniform(0.15, 0.4)))
        values[::board] *= 0.5
    picture = np.clip(values, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(picture.transpose(1, 0, 2)) if height == width and rng.random() < 0.5 else picture


def _dye(rng: np.random.Generator) -> NDArray[np.float32]:
    """A colour cloth has (BGR): mostly muted or dark, sometimes loud."""
    loud = rng.uniform(15, 225, 3)
    muted = loud.mean() + (loud - loud.mean()) * float(rng.beta(1.2, 2.0))
    return np.asarray(muted * float(rng.uniform(0.3, 1.0)), np.float32)


def cloth(height: int, width: int, rng: np.random.Generator) -> Picture:
    """Baize or a tablecloth: one colour, weave, blotches, perhaps checks."""
    base = _dye(rng)
    values = np.broadcast_to(base, (height, width, 3)) * (0.8 + 0.4 * _grain(height, width, rng, 40)[..., None])
    weave = rng.standard_normal((height, width, 1)).astype(np.float32) * rng.uniform(2, 14)
    values = values + weave
    if rng.random() < 0.3:
        other = _dye(rng)
        period = rng.uniform(0.08, 0.4) * max(height, width)
        yy, xx = np.mgrid[0:height, 0:width]
        checks = (((xx // period) + (yy // period)) % 2).astype(bool)
        values = np.where(checks[..., None], values, other + weave)
    return np.clip(values, 0, 255).astype(np.uint8)


def varnish(height: int, width: int, rng: np.random.Generator) -> Picture:
    """A varnished table top: wood under scratches, with soft reflections of windows and lamps."""
    values = wood(height, width, rng).astype(np.float32)
    scratches = np.zeros((height, width), np.uint8)
    for _ in range(int(rng.integers(3, 40))):
        start = rng.uniform(0, 1, 2) * [width, height]
        end = start + rng.normal(0, 0.12, 2) * max(height, width)
        ends = np.round([start, end]).astype(int).tolist()
        cv2.line(scratches, ends[0], ends[1], int(rng.integers(60, 256)), 1, cv2.LINE_AA)
    values += scratches[..., None] * np.float32(rng.choice([-0.2, 0.12, 0.25]))
    veil = np.zeros((height // 4 + 1, width // 4 + 1), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        centre = rng.uniform(0, 1, 2) * veil.shape[::-1]
        size = rng.uniform(0.04, 0.3, 2) * max(veil.shape)
        corners = cv2.boxPoints((centre.tolist(), size.tolist(), float(rng.uniform(-30, 30))))
        cv2.fillConvexPoly(veil, corners.astype(np.int32), float(rng.uniform(0.1, 0.55)))
    soft = cv2.GaussianBlur(veil, (0, 0), max(1.0, 0.02 * max(veil.shape)))
    shine = np.asarray(cv2.resize(soft, (width, height)), np.float32)[..., None]
    return np.clip(values + (235 - values) * shine, 0, 255).astype(np.uint8)


def plain(height: int, width: int, rng: np.random.Generator) -> Picture:
    """A painted, laminated or black table top: one tone, hardly any grain, light falling off to one side."""
    level = float(rng.choice([rng.uniform(4, 45), rng.uniform(60, 180), rng.uniform(185, 245)]))
    base = np.clip(level + rng.normal(0, 0.08 * level + 1, 3), 0, 255).astype(np.float32)
    fall = 1 + 0.25 * (_grain(height, width, rng, max(height, width)) - np.float32(0.5))
    fleck = (_grain(height, width, rng, 2.0) - np.float32(0.5)) * np.float32(rng.uniform(0, 10))
    return np.asarray(np.clip(base * fall[..., None] + fleck[..., None], 0, 255), np.uint8)


def carpet(height: int, width: int, rng: np.random.Generator) -> Picture:
    """Carpet: tufts of two or three tones."""
    base = rng.uniform(25, 200) + rng.normal(0, 22, 3).astype(np.float32)
    tuft = float(rng.uniform(2.0, 5.0))
    tone = _grain(height, width, rng, tuft) * 0.7 + _grain(height, width, rng, tuft * 3) * 0.3
    values = base * (0.45 + 1.1 * tone[..., None])
    return np.clip(values, 0, 255).astype(np.uint8)


def tiles(height: int, width: int, rng: np.random.Generator) -> Picture:
    """Floor or table tiles: stone of changing tone, joints between."""
    base = rng.uniform(70, 225) + rng.normal(0, 14, 3).astype(np.float32)
    stone = 0.75 + 0.2 * _grain(height, width, rng, max(3.0, height / 9)) + 0.12 * _grain(height, width, rng, 3)
    values = base * stone[..., None]
    side = max(6, int(max(height, width) * rng.uniform(0.15, 0.6)))
    joint, tone = max(1, side // int(rng.integers(25, 60))), float(rng.uniform(40, 240))
    left, top = (int(v) for v in rng.integers(0, side, 2))
    for row in range(-1, height // side + 1):
        for column in range(-1, width // side + 1):
            y, x = max(0, top + row * side), max(0, left + column * side)
            values[y : top + (row + 1) * side, x : left + (column + 1) * side] *= rng.uniform(0.9, 1.08)
    for y in range(top, height, side):
        values[y : y + joint] = tone
    for x in range(left, width, side):
        values[:, x : x + joint] = tone
    return np.asarray(np.clip(values, 0, 255), np.uint8)


def newspaper(height: int, width: int, rng: np.random.Generator) -> Picture:
    """A newspaper: columns of small print, headlines with numerals, grey pictures."""
    level = float(rng.uniform(185, 240))
    page = np.full((height, width, 3), (level - rng.uniform(0, 25), level - rng.uniform(0, 8), level), np.uint8)
    column = max(30, int(width * rng.uniform(0.16, 0.35)))
    size = float(rng.uniform(0.22, 0.45))
    ink = (int(rng.integers(20, 90)),) * 3
    for left in range(int(rng.integers(-column, 0)), width, column):
        y = 0
        while y < height:
            if rng.random() < 0.08:
                big = size * float(rng.uniform(2, 5))
                y += int(34 * big)
                cv2.putText(page, _words(rng, 3), (left + 4, y), int(rng.integers(0, 5)), big, ink, 2, cv2.LINE_AA)
                y += int(14 * big)
            elif rng.random() < 0.04:
                tall = int(column * rng.uniform(0.4, 1.0))
                tone = _grain(min(tall, max(1, height - y)), column - 8, rng, 22)
                part = page[y : y + tall, max(0, left) : max(0, left + column - 8)]
                part[:] = (60 + 150 * tone[: part.shape[0], : part.shape[1], None]).astype(np.uint8)
                y += tall + 6
            else:
                y += max(5, int(26 * size))
                words = _words(rng, max(1, int(column / (60 * size))))
                cv2.putText(page, words, (left + 4, y), cv2.FONT_HERSHEY_COMPLEX, size, ink, 1, cv2.LINE_AA)
    return page


def _words(rng: np.random.Generator, count: int) -> str:
    letters = "aabcdeeefghiiklmnnoooprrssttuvwy0123456789AJKQE"
    return " ".join(
        "".join(letters[int(k)] for k in rng.integers(0, len(letters), int(rng.integers(2, 8)))) for _ in range(count)
    )


def printed_cloth(height: int, width: int, rng: np.random.Generator) -> Picture:
    """Cloth with a motif printed all over: dots, diamonds, hearts, letters, numerals in rows."""
    picture = cloth(height, width, rng)
    side = max(6, int(max(height, width) * rng.uniform(0.03, 0.14)))
    stamp = np.zeros((side, side), np.uint8)
    kind, middle = int(rng.integers(4)), side // 2
    if kind == 0:
        cv2.circle(stamp, (middle, middle), max(1, side // 5), 255, -1, cv2.LINE_AA)
    elif kind == 1:
        points = np.array([(middle, side // 6), (side * 3 // 4, middle), (middle, side * 5 // 6), (side // 4, middle)])
        cv2.fillConvexPoly(stamp, points.astype(np.int32), 255, cv2.LINE_AA)
    else:
        text = "89AKJQ%&#@06"[int(rng.integers(12))] if kind == 2 else "*oxX+"[int(rng.integers(5))]
        place = (side // 4, side * 3 // 4)
        cv2.putText(stamp, text, place, int(rng.integers(0, 5)), side / 40, 255, max(1, side // 16), cv2.LINE_AA)
    ink = np.tile(stamp, (height // side + 1, width // side + 1))[:height, :width, None].astype(np.float32) / 255
    colour = rng.uniform(0, 255, 3).astype(np.float32)
    return (picture * (1 - 0.85 * ink) + colour * 0.85 * ink).astype(np.uint8)


DRAWN = (wood, wood, plain, plain, cloth, cloth, varnish, carpet, tiles, newspaper, printed_cloth)
"""The drawn surfaces, common ones more than once."""


def patch(surfaces: Sequence[Picture], height: int, width: int, rng: np.random.Generator) -> Picture:
    """A piece of some surface, `(height, width, 3)`, writable."""
    if len(surfaces) and rng.random() < 0.6:
        source = surfaces[int(rng.integers(len(surfaces)))]
        zoom = float(rng.uniform(1.0, 3.0))
        wanted_h, wanted_w = min(source.shape[0], round(height * zoom)), min(source.shape[1], round(width * zoom))
        top = int(rng.integers(source.shape[0] - wanted_h + 1))
        left = int(rng.integers(source.shape[1] - wanted_w + 1))
        piece = source[top : top + wanted_h, left : left + wanted_w]
        return np.array(cv2.resize(piece, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return DRAWN[int(rng.integers(len(DRAWN)))](height, width, rng)
