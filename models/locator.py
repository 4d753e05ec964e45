"""Finds the indices: one-class YOLO over the letterboxed picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.engine import Engine
from models.picture import Picture

PAD_GREY = 114
"""The grey of the letterbox's bars, as in training."""


@dataclass(frozen=True, slots=True)
class Letterbox:
    """A picture scaled into a square with grey bars: `picture = (square - pad) / scale`."""

    square: Picture
    scale: float
    pad_xy: tuple[int, int]


def letterbox(image_bgr: Picture, side: int) -> Letterbox:
    """Fits `(H, W, 3)` into `(side, side, 3)` without changing its shape, centred."""
    height, width = image_bgr.shape[:2]
    scale = min(side / height, side / width)
    new_w, new_h = max(1, round(width * scale)), max(1, round(height * scale))
    shrink = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image_bgr, (new_w, new_h), interpolation=shrink)
    left, top = (side - new_w) // 2, (side - new_h) // 2
    square = np.full((side, side, 3), PAD_GREY, np.uint8)
    square[top : top + new_h, left : left + new_w] = small
    return Letterbox(square, scale, (left, top))


@dataclass(frozen=True)
class Locator:
    """The locator network; `side` is its input in pixels."""

    engine: Engine
    side: int

    def locate(
        self, image_bgr: Picture, threshold: float, overlap: float = 0.5
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Index boxes `(n, 4)` `xyxy` in pixels of the picture and scores `(n,)`, best first.

        The network takes RGB in 0..1 `(1, 3, side, side)` and gives `(1, 5, anchors)`: cx, cy, w, h, score.
        """
        boxed = letterbox(image_bgr, self.side)
        blob = cv2.dnn.blobFromImage(boxed.square, 1 / 255, swapRB=True)
        output = self.engine.run(np.asarray(blob, np.float32))[0]
        boxes, scores = output[:4].T, output[4]
        keep = scores >= threshold
        boxes, scores = boxes[keep], scores[keep]
        corner = boxes[:, :2] - boxes[:, 2:] / 2
        kept = cv2.dnn.NMSBoxes(
            np.hstack([corner, boxes[:, 2:]]).tolist(), scores.tolist(), float(threshold), float(overlap)
        )
        order = np.asarray(kept, np.int64).reshape(-1)
        pad = np.asarray(boxed.pad_xy * 2, np.float32)
        xyxy = np.hstack([corner, corner + boxes[:, 2:]])[order]
        limits = np.asarray([image_bgr.shape[1], image_bgr.shape[0]] * 2, np.float32)
        return np.clip((xyxy - pad) / np.float32(boxed.scale), 0, limits).astype(np.float32), scores[order]
