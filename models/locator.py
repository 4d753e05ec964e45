"""Finds the indices: one-class YOLO over the letterboxed picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.engine import Blob, Engine
from models.picture import Picture

PAD_GREY = 114
"""The grey of the letterbox's bars, as in training."""
STRIDE = 32
"""Height and width of the network's input are multiples of this."""
Boxes = NDArray[np.float32]
Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Letterbox:
    """A picture scaled to a longest side, grey bars up to multiples of 32: `picture = (framed - pad) / scale`."""

    framed: Picture
    scale: float
    pad_xy: tuple[int, int]


def letterbox(image_bgr: Picture, side: int) -> Letterbox:
    """Fits `(H, W, 3)` into at most `(side, side, 3)` without changing its shape, centred, with narrow bars."""
    height, width = image_bgr.shape[:2]
    scale = min(side / height, side / width)
    new_w, new_h = max(1, round(width * scale)), max(1, round(height * scale))
    shrink = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image_bgr, (new_w, new_h), interpolation=shrink)
    full_w, full_h = (STRIDE * math.ceil(n / STRIDE) for n in (new_w, new_h))
    left, top = (full_w - new_w) // 2, (full_h - new_h) // 2
    framed = np.full((full_h, full_w, 3), PAD_GREY, np.uint8)
    framed[top : top + new_h, left : left + new_w] = small
    return Letterbox(framed, scale, (left, top))


def decode(maps: tuple[Blob, ...], height: int, threshold: float) -> tuple[Boxes, Scores]:
    """Boxes `(n, 4)` `xyxy` in pixels of an input `height` px high, and scores `(n,)` from `threshold` on.

    Each map `(1, 4 * bins + 1, h, w)` holds, for a cell, the logits of the distances to the left, top, right and bottom
    edge in strides (bins 0, 1, 2, ...) and that of the score.
    """
    boxes, scores = [np.zeros((0, 4), np.float32)], [np.zeros(0, np.float32)]
    floor = math.log(threshold / (1 - threshold))
    for raw in maps:
        cells = raw[0]
        stride = height / cells.shape[1]
        rows, columns = np.nonzero(cells[-1] >= floor)
        logits = cells[:-1, rows, columns].reshape(4, (len(cells) - 1) // 4, len(rows))
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        bins = np.arange(logits.shape[1], dtype=np.float32)
        left, top, right, bottom = np.einsum("sbn,b->sn", weights, bins) / weights.sum(axis=1)
        x, y = columns + np.float32(0.5), rows + np.float32(0.5)
        boxes.append((np.stack([x - left, y - top, x + right, y + bottom], axis=1) * stride).astype(np.float32))
        scores.append(np.asarray(1 / (1 + np.exp(-cells[-1, rows, columns])), np.float32))
    return np.concatenate(boxes), np.concatenate(scores)


def best_of_each(boxes: Boxes, scores: Scores, threshold: float, overlap: float) -> NDArray[np.int64]:
    """Places of the boxes `(n, 4)` `xyxy` that no better one overlaps by more than `overlap` (of their union)."""
    rectangles = np.hstack([boxes[:, :2], boxes[:, 2:] - boxes[:, :2]])
    kept = cv2.dnn.NMSBoxes(rectangles.tolist(), scores.tolist(), float(threshold), float(overlap))
    return np.asarray(kept, np.int64).reshape(-1)


@dataclass(frozen=True)
class Locator:
    """The locator network; `side` is the longest side of its input in pixels."""

    engine: Engine
    side: int

    def locate(self, image_bgr: Picture, threshold: float, overlap: float = 0.5) -> tuple[Boxes, Scores]:
        """Index boxes `(n, 4)` `xyxy` in pixels of the picture and scores `(n,)`, best first.

        The network takes RGB in 0..1 `(1, 3, h, w)`, multiples of 32 up to `side`, and gives the maps of `decode`.
        """
        boxed = letterbox(image_bgr, self.side)
        blob = cv2.dnn.blobFromImage(boxed.framed, 1 / 255, swapRB=True)
        boxes, scores = decode(self.engine.run(np.asarray(blob, np.float32)), boxed.framed.shape[0], threshold)
        order = best_of_each(boxes, scores, threshold, overlap)
        pad = np.asarray(boxed.pad_xy * 2, np.float32)
        limits = np.asarray([image_bgr.shape[1], image_bgr.shape[0]] * 2, np.float32)
        return np.clip((boxes[order] - pad) / np.float32(boxed.scale), 0, limits).astype(np.float32), scores[order]
