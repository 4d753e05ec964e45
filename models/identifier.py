"""Names an index: a small classifier over square crops, with heads for rank, suit and "no index"."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.engine import Engine
from models.picture import Picture
from scorer.cards import Card

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = ["C", "D", "H", "S"]
CARDS = tuple(Card.parse(rank + suit) for rank in RANKS for suit in SUITS)
"""The 52 cards in the order of the joint probabilities: rank by rank, suits C D H S."""
MARGINS = (1.2, 1.4, 1.65)
"""Sides of the crops as multiples of the index box's longer side; their logits are averaged."""


def crop_square(image_bgr: Picture, box_xyxy: NDArray[np.float32], margin: float, side: int) -> Picture:
    """The square of `margin` times the box's longer side around its middle, scaled to `(side, side, 3)`.

    Outside the picture its edge is repeated.
    """
    x0, y0, x1, y1 = (float(v) for v in box_xyxy)
    wanted = max(4.0, max(x1 - x0, y1 - y0) * margin)
    left, top = (x0 + x1 - wanted) / 2, (y0 + y1 - wanted) / 2
    size = max(4, round(wanted))
    cut_x, cut_y = round(left), round(top)
    height, width = image_bgr.shape[:2]
    inner = image_bgr[max(0, cut_y) : min(height, cut_y + size), max(0, cut_x) : min(width, cut_x + size)]
    pads = (max(0, -cut_y), max(0, cut_y + size - height), max(0, -cut_x), max(0, cut_x + size - width))
    if any(pads):
        inner = np.asarray(cv2.copyMakeBorder(inner, *pads, cv2.BORDER_REPLICATE), np.uint8)
    shrink = cv2.INTER_AREA if size > side else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(inner, (side, side), interpolation=shrink), np.uint8)


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), np.float32)


@dataclass(frozen=True)
class Identifier:
    """The identifier network; `side` is its input in pixels."""

    engine: Engine
    side: int

    def identify(
        self, image_bgr: Picture, boxes_xyxy: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Probabilities `(n, 52)` over `CARDS` given that it is an index, and of "no index" `(n,)`.

        The network takes BGR in 0..1 `(k, 3, side, side)` and gives logits `(k, 18)`.
        """
        if len(boxes_xyxy) == 0:
            return np.zeros((0, len(CARDS)), np.float32), np.zeros(0, np.float32)
        crops = [crop_square(image_bgr, box, margin, self.side) for box in boxes_xyxy for margin in MARGINS]
        blob = np.stack(crops).transpose(0, 3, 1, 2).astype(np.float32) / 255
        (logits,) = self.engine.run(np.ascontiguousarray(blob))
        logits = logits.reshape(len(boxes_xyxy), len(MARGINS), -1).mean(axis=1)
        return _joint(logits), np.asarray(1 / (1 + np.exp(-logits[:, 17])), np.float32)


def _joint(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities `(n, 52)` from logits `(n, 18)`: rank and suit are told apart by heads of their own."""
    ranks, suits = _softmax(logits[:, :13]), _softmax(logits[:, 13:17])
    return np.asarray((ranks[:, :, None] * suits[:, None, :]).reshape(len(logits), -1), np.float32)
