"""How much boxes overlap; all are `xyxy` in one picture's pixels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.reading import BoxXyxy


def overlap(a: BoxXyxy, b: BoxXyxy) -> float:
    """Share of two boxes' union that both cover (intersection over union)."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if wide <= 0 or high <= 0:
        return 0.0
    both = wide * high
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)


def overlaps(boxes: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same for each of `boxes` `(n, 4)` with each of `others` `(m, 4)`: `(n, m)`."""
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    inner = np.clip(high - low, 0, None).prod(2)
    areas = [(b[:, 2:] - b[:, :2]).prod(1) for b in (boxes, others)]
    return np.asarray(inner / np.maximum(areas[0][:, None] + areas[1][None] - inner, 1e-9), np.float64)
