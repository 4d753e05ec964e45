"""A reflection on one index: a streak or disc of white over part of it."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

BLOWN = 0.55
"""Strength of the veil from which print can no longer be told from paper."""


def blow_out(canvas: NDArray[np.uint8], index: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Puts a reflection over part of `index` (a mask `(H, W)` of the canvas); returns where print is lost `(H, W)`."""
    height, width = canvas.shape[:2]
    rows, columns = np.nonzero(index)
    if len(rows) == 0:
        return np.zeros((height, width), np.bool_)
    place = int(rng.integers(len(rows)))
    length = math.sqrt(len(rows))
    centre = (int(columns[place]), int(rows[place]))
    veil = np.zeros((height, width), np.float32)
    if rng.random() < 0.5:
        axes = (round(length * rng.uniform(0.15, 0.6)) + 1, round(length * rng.uniform(0.15, 0.5)) + 1)
    else:
        axes = (round(length * rng.uniform(1.0, 3.0)) + 1, round(length * rng.uniform(0.06, 0.3)) + 1)
    cv2.ellipse(veil, centre, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(0.75, 1.3)), -1)
    soft = cv2.GaussianBlur(veil, (0, 0), max(0.6, length * float(rng.uniform(0.02, 0.2))))
    veil = np.asarray(np.clip(soft, 0, 1), np.float32)
    tint = np.array([255.0, 255.0, 255.0], np.float32) - rng.uniform(0, 18, 3).astype(np.float32)
    canvas[:] = np.clip(canvas + (tint - canvas.astype(np.float32)) * veil[..., None], 0, 255).astype(np.uint8)
    return np.asarray(veil > BLOWN, np.bool_)
