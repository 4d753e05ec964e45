"""Finds the index (rank over suit) of a card face drawn by somebody else: the ink in its top left corner.

Number cards have white around the index, so it can be found; court cards have a picture beside it, so they take
the median of their pack's number cards. Boxes are `xyxy` in pixels of the face.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import Card

Box = tuple[float, float, float, float]
COURTS = "JQK"


def _ink(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Mask `(H, W)` of what is printed: clearly unlike the card's own ground colour."""
    ground = np.median(face.reshape(-1, 3), axis=0)
    distance = np.abs(face.astype(np.int16) - ground.astype(np.int16)).max(axis=2)
    return np.asarray(distance > 60, np.uint8)


def find_index(face: NDArray[np.uint8], framed: bool = True) -> Box | None:
    """The box of the top left index of one face `(H, W, 3)`, or None where nothing separate stands there.

    `framed` ignores ink that touches the card's edge (an outline); without it an index printed at the very edge is
    found.
    """
    height, width = face.shape[:2]
    ink = _ink(face)
    margin = max(2, round(width * 0.012))
    corner = ink[margin : round(height * 0.45), margin : round(width * 0.45)]
    count, _, stats, _ = cv2.connectedComponentsWithStats(corner, connectivity=8)
    parts = [
        (x + margin, y + margin, x + w + margin, y + h + margin)
        for x, y, w, h, area in stats[1:count]
        if area > width * height * 0.00012
        and (not framed or (x > 0 and y > 0))
        and w < width * 0.36
        and h < height * 0.26
        and x + w < corner.shape[1]
        and y + h < corner.shape[0]
    ]
    if not parts:
        return None
    rank = min(parts, key=lambda p: p[0] + p[1] * 1.0 + (p[2] - p[0]) * 0.2)
    x0, y0, x1, y1 = rank
    for _ in range(2):
        for px0, py0, px1, py1 in parts:
            beside = py0 < y1 and py1 > y0 and px0 - x1 < width * 0.035 and px1 < width * 0.42
            if beside and max(abs(py0 - y0), abs(py1 - y1)) < 0.25 * (y1 - y0):
                x0, y0, x1, y1 = min(x0, px0), min(y0, py0), max(x1, px1), max(y1, py1)
    below = [p for p in parts if p[1] >= y1 - 2 and p[0] < x1 and p[2] > x0 and p[1] - y1 < height * 0.07]
    if not below:
        return None
    suit = min(below, key=lambda p: p[1])
    if suit[2] > x1 + 0.9 * (x1 - x0) + 0.05 * width:
        return None
    return (
        float(min(x0, suit[0])),
        float(min(y0, suit[1])),
        float(max(x1, suit[2])),
        float(max(y1, suit[3])),
    )


def find_indices(faces: Mapping[Card, NDArray[np.uint8]]) -> dict[Card, Box] | None:
    """The top left index box of every card of a pack, or None where too few number cards show one."""
    for framed in (True, False):
        found = {card: find_index(face, framed) for card, face in faces.items()}
        numbers = [box for card, box in found.items() if box and str(card)[:-1] not in (*COURTS, "10")]
        if len(numbers) >= 20:
            break
    else:
        return None
    median = np.median(np.array(numbers), axis=0)
    size = np.array([median[2] - median[0], median[3] - median[1]])
    tolerance = 0.22 * float(size.max())

    def trusted(card: Card, box: Box | None) -> Box:
        offset = 0.5 * float(size[0]) if str(card).startswith("10") else 0.0
        if box is None or np.abs(np.array(box) - median).max() > tolerance + offset:
            left, top, right, bottom = (float(v) for v in median)
            return (left, top, right + 0.6 * offset, bottom)
        return box

    return {card: trusted(card, box) for card, box in found.items()}
