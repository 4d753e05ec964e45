"""What the finish and the years do to a card: linen, gloss, stains, dirty edges, scratches, creases.

A wear map is a gain per pixel and colour `(H, W, 3)`, `uint8`, `UNIT` meaning unchanged; one pack has a few of them and
each card takes one.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.pack_style import WearStyle

UNIT = 200
Map = NDArray[np.float32]


@dataclass(frozen=True)
class Wear:
    """Ready to lay on faces of one size: gains, and the light that linen and gloss throw back from dark ink."""

    gains: tuple[NDArray[np.uint8], ...]
    sheen: NDArray[np.uint8] | None

    def lay(self, face: NDArray[np.uint8], number: int) -> NDArray[np.uint8]:
        """The worn face, for the card of this number."""
        worn = face
        if self.gains:
            worn = np.asarray(cv2.multiply(worn, self.gains[number % len(self.gains)], scale=1 / UNIT), np.uint8)
        return worn if self.sheen is None else np.asarray(cv2.add(worn, self.sheen), np.uint8)


def _noise(height: int, width: int, cell: float, rng: np.random.Generator) -> Map:
    """Smooth noise 0..1 with features of about `cell` px."""
    rows, columns = max(2, round(height / cell)), max(2, round(width / cell))
    coarse = rng.random((rows, columns), dtype=np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _linen(height: int, width: int, rng: np.random.Generator) -> Map:
    """A fine crosshatch, -1 to 1."""
    period = rng.uniform(4.0, 8.0)
    across = np.sin(np.arange(width, dtype=np.float32) * (2 * np.pi / period))
    down = np.sin(np.arange(height, dtype=np.float32) * (2 * np.pi / period))
    return np.asarray((across[None, :] + down[:, None]) / 2, np.float32)


def _stain(gain: Map, strength: float, rng: np.random.Generator) -> None:
    """A brown blotch or the ring of a wet glass."""
    height, width = gain.shape[:2]
    mark = np.zeros((height // 4, width // 4), np.float32)
    centre = (int(rng.integers(mark.shape[1])), int(rng.integers(mark.shape[0])))
    radius = int(rng.uniform(0.06, 0.4) * mark.shape[1])
    ring = rng.random() < 0.4
    cv2.circle(mark, centre, radius, 1.0, max(1, radius // 8) if ring else -1)
    mark = np.asarray(cv2.GaussianBlur(mark, (0, 0), max(1.0, radius * (0.05 if ring else 0.25))), np.float32)
    spread = cv2.resize(mark, (width, height), interpolation=cv2.INTER_LINEAR)[..., None]
    brown = np.array([rng.uniform(0.2, 0.5), rng.uniform(0.1, 0.25), rng.uniform(0.05, 0.18)], np.float32)
    gain *= 1 - spread * brown * strength


def _edges(gain: Map, strength: float, rng: np.random.Generator) -> None:
    """Grey, uneven edges, worst at the corners."""
    height, width = gain.shape[:2]
    x = np.minimum(np.arange(width), np.arange(width)[::-1]).astype(np.float32)[None, :]
    y = np.minimum(np.arange(height), np.arange(height)[::-1]).astype(np.float32)[:, None]
    distance = np.minimum(x, y) + 0.15 * np.maximum(x, y).clip(0, 60)
    reach = width * (0.008 + 0.03 * strength * _noise(height, width, width / 14, rng) ** 2)
    dirt = np.exp(-distance / reach)
    gain *= 1 - (0.5 * strength * dirt)[..., None] * np.array([1.0, 0.85, 0.75], np.float32)


def _lines(gain: Map, wear: WearStyle, rng: np.random.Generator) -> None:
    """Scratches, and creases where a corner or the whole card was bent."""
    height, width = gain.shape[:2]
    marks = np.zeros((height, width), np.float32)
    for _ in range(round(9 * wear.scratches)):
        start = (int(rng.integers(width)), int(rng.integers(height)))
        end = (int(start[0] + rng.normal(0, 0.25) * width), int(start[1] + rng.normal(0, 0.25) * width))
        cv2.line(marks, start, end, float(rng.uniform(-0.25, 0.3)) * wear.scratches, 1, cv2.LINE_AA)
    if wear.creases and rng.random() < 0.5:
        reach = rng.uniform(0.15, 0.7) * width
        ends = [np.array([reach, 0.0]), np.array([0.0, reach * rng.uniform(0.6, 1.6)])]
        if rng.random() < 0.5:
            ends = [np.array([width - x, y]) for x, y in ends]
        if rng.random() < 0.5:
            ends = [np.array([x, height - y]) for x, y in ends]
        (ax, ay), (bx, by) = ((round(float(x)), round(float(y))) for x, y in ends)
        cv2.line(marks, (ax, ay), (bx, by), -0.45 * wear.creases, 2, cv2.LINE_AA)
        cv2.line(marks, (ax + 2, ay + 2), (bx + 2, by + 2), 0.25 * wear.creases, 2, cv2.LINE_AA)
    gain *= 1 + cv2.GaussianBlur(marks, (0, 0), 0.8)[..., None]


def wear_of(shape: tuple[int, int], wear: WearStyle, rng: np.random.Generator, maps: int = 3) -> Wear:
    """The wear of a pack whose faces have this shape (height, width)."""
    height, width = shape
    gains = []
    for _ in range(maps if wear != WearStyle() else 0):
        gain = np.ones((height, width, 3), np.float32)
        if wear.stains:
            gain *= 1 - (0.1 * wear.stains * _noise(height, width, width / 5, rng))[..., None]
            for _ in range(int(rng.integers(0, 4))):
                _stain(gain, wear.stains, rng)
        if wear.edges:
            _edges(gain, wear.edges, rng)
        if wear.scratches or wear.creases:
            _lines(gain, wear, rng)
        if wear.linen:
            gain *= 1 + (0.06 * wear.linen * _linen(height, width, rng))[..., None]
        gains.append(np.clip(gain * UNIT, 0, 255).astype(np.uint8))
    if not (wear.linen or wear.gloss):
        return Wear(tuple(gains), None)
    light = 26 * wear.gloss * _noise(height, width, width / 2.5, rng) ** 2
    if wear.linen:
        light = light + 28 * wear.linen * np.clip(_linen(height, width, rng), 0, 1) * _noise(height, width, width, rng)
    sheen = np.repeat(np.clip(light, 0, 60).astype(np.uint8)[..., None], 3, axis=2)
    return Wear(tuple(gains), np.ascontiguousarray(sheen))
