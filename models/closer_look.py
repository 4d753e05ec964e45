"""A second look at higher resolution, where the first one found only small indices (a far trick, a fan) or nothing.

The part of the picture that holds the indices is cut into overlapping tiles; each goes through the locator again.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from models.locator import Boxes, Locator, best_of_each
from models.picture import Picture

SMALL_PX = 20.0
"""Indices whose median length is below this in the letterboxed picture are looked at again."""
ZOOM = 2.0
"""How much larger the second look shows them, at most; it never enlarges beyond the picture's own pixels."""
MAX_TILES = 6
REACH = 5.0
"""Index lengths added around the indices found, for those not found yet."""


def needs_closer_look(boxes_xyxy: Boxes, scale: float) -> bool:
    """Whether a second look can help: the letterbox lost resolution, and what was found is small or nothing was."""
    if scale > 0.85:
        return False
    return len(boxes_xyxy) == 0 or float(np.median(_lengths(boxes_xyxy))) * scale < SMALL_PX


def _lengths(boxes_xyxy: Boxes) -> Boxes:
    return np.asarray((boxes_xyxy[:, 2:] - boxes_xyxy[:, :2]).max(axis=1), np.float32)


def tiles(boxes_xyxy: Boxes, image_wh: tuple[int, int], scale: float, side: int) -> list[tuple[int, int, int, int]]:
    """Squares (or less, at the picture's edge) `xyxy` in pixels that cover the indices found, with overlap."""
    width, height = image_wh
    region = np.array([0.0, 0.0, width, height])
    length = side / scale / 24
    if len(boxes_xyxy):
        length = float(np.median(_lengths(boxes_xyxy)))
        low, high = boxes_xyxy[:, :2].min(axis=0), boxes_xyxy[:, 2:].max(axis=0)
        region = np.concatenate([low - REACH * length, high + REACH * length])
        region = np.clip(region, 0, [width, height, width, height])
    zoom = ZOOM
    while True:
        size = side / min(1.0, scale * zoom)
        columns, rows = (_count(float(region[k + 2] - region[k]), size, 2 * length) for k in (0, 1))
        if columns * rows <= MAX_TILES or zoom <= 1.2:
            break
        zoom *= 0.92
    lefts = _starts(float(region[0]), float(region[2]), size, columns)
    tops = _starts(float(region[1]), float(region[3]), size, rows)
    return [
        (round(max(0.0, x)), round(max(0.0, y)), round(min(width, x + size)), round(min(height, y + size)))
        for y in tops
        for x in lefts
    ]


def _count(extent: float, size: float, overlap: float) -> int:
    return 1 if extent <= size else 1 + math.ceil((extent - size) / max(1.0, size - overlap))


def _starts(low: float, high: float, size: float, count: int) -> list[float]:
    if count == 1:
        return [(low + high - size) / 2]
    return [low + k * (high - low - size) / (count - 1) for k in range(count)]


def look_closer(
    locator: Locator, image_bgr: Picture, boxes_xyxy: Boxes, scores: Boxes, threshold: float
) -> tuple[Boxes, Boxes]:
    """Boxes `(n, 4)` `xyxy` and scores `(n,)` of both looks together, each index once, best first."""
    height, width = image_bgr.shape[:2]
    scale = locator.side / max(height, width)
    all_boxes, all_scores = [boxes_xyxy], [scores]
    for x0, y0, x1, y1 in tiles(boxes_xyxy, (width, height), scale, locator.side):
        found, sure = locator.locate(image_bgr[y0:y1, x0:x1], threshold)
        found = found + np.asarray([x0, y0, x0, y0], np.float32)
        inner = ~_cut_off(found, (x0, y0, x1, y1), (width, height))
        all_boxes.append(found[inner])
        all_scores.append(sure[inner])
    boxes, merged = np.concatenate(all_boxes), np.concatenate(all_scores)
    if len(boxes) == 0:
        return boxes, merged
    order = best_of_each(boxes, merged, threshold, 0.45)
    return boxes[order], merged[order]


def _cut_off(boxes: Boxes, tile: tuple[int, int, int, int], image_wh: tuple[int, int]) -> NDArray[np.bool_]:
    """Which boxes touch an edge of the tile that is not the picture's own edge: half an index, seen whole elsewhere."""
    near = 2.0
    left = (boxes[:, 0] < tile[0] + near) & (tile[0] > 0)
    top = (boxes[:, 1] < tile[1] + near) & (tile[1] > 0)
    right = (boxes[:, 2] > tile[2] - near) & (tile[2] < image_wh[0])
    bottom = (boxes[:, 3] > tile[3] - near) & (tile[3] < image_wh[1])
    return np.asarray(left | top | right | bottom, np.bool_)
