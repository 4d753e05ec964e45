"""Surfaces under the cards: photographs where there are some, else drawn wood, cloth and carpet. BGR `uint8`."""

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


def cloth(height: int, width: int, rng: np.random.Generator) -> Picture:
    """Baize, a tablecloth or carpet: one colour, weave, blotches, perhaps checks."""
    base = rng.uniform(15, 225, 3).astype(np.float32)
    values = np.broadcast_to(base, (height, width, 3)) * (0.8 + 0.4 * _grain(height, width, rng, 40)[..., None])
    weave = rng.standard_normal((height, width, 1)).astype(np.float32) * rng.uniform(2, 14)
    values = values + weave
    if rng.random() < 0.3:
        other = rng.uniform(15, 225, 3).astype(np.float32)
        period = rng.uniform(0.08, 0.4) * max(height, width)
        yy, xx = np.mgrid[0:height, 0:width]
        checks = (((xx // period) + (yy // period)) % 2).astype(bool)
        values = np.where(checks[..., None], values, other + weave)
    return np.clip(values, 0, 255).astype(np.uint8)


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
    return wood(height, width, rng) if rng.random() < 0.5 else cloth(height, width, rng)
