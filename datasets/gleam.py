"""Glare on a card: a lamp mirrored in its gloss, so bright that what is printed there is gone. BGR `uint8`."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.view import Picture

BLOWN = 0.75
"""Where a reflection takes this much of the contrast, nothing can be read any more."""


def streak(
    shape: tuple[int, int], centre: tuple[float, float], card_px: float, rng: np.random.Generator
) -> NDArray[np.float32]:
    """How much of each pixel `(H, W)` is the lamp's light (0..1): a bright streak or spot with soft edges at `centre`.

    It is between a fifth of a card width (`card_px`) and three card widths long.
    """
    length = card_px * float(rng.uniform(0.2, 1.5))
    breadth = length * float(rng.uniform(0.12, 0.8))
    angle, soft, peak = float(rng.uniform(0, math.pi)), float(rng.uniform(0.3, 1.3)), float(rng.uniform(0.5, 1.3))
    height, width = shape
    reach = round(2.5 * length) + 2
    left, top = max(0, int(centre[0]) - reach), max(0, int(centre[1]) - reach)
    right, bottom = min(width, int(centre[0]) + reach), min(height, int(centre[1]) + reach)
    veil = np.zeros((height, width), np.float32)
    if right <= left or bottom <= top:
        return veil
    xx = (np.arange(left, right, dtype=np.float32) - centre[0])[None, :]
    yy = (np.arange(top, bottom, dtype=np.float32) - centre[1])[:, None]
    along = (math.cos(angle) * xx + math.sin(angle) * yy) / length
    across = (math.cos(angle) * yy - math.sin(angle) * xx) / breadth
    away = np.sqrt(along * along + across * across)
    veil[top:bottom, left:right] = peak / (1 + np.exp(np.clip((away - 1) / soft * 2.5, -30, 30)))
    return np.minimum(veil, np.float32(1))


def shine(picture: Picture, veil: NDArray[np.float32], tint: tuple[float, float, float]) -> Picture:
    """The picture under that light; `tint` is the lamp's own colour (BGR, 0..255)."""
    light = np.full_like(picture, np.array(tint, np.uint8))
    return np.asarray(cv2.blendLinear(light, picture, veil, 1 - veil), np.uint8)
