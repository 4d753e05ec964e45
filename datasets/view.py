"""How a camera sees the table: the plane of the table (card widths, x right, y towards the camera) to picture pixels.

Every map is a 3x3 homography.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.textures import patch

Picture = NDArray[np.uint8]
Matrix = NDArray[np.float64]
STEEPEST = 60.0
"""Degrees from straight above at which a phone is still held over a table."""
INDEX_PX = (9.0, 150.0)
"""How long an index may be in a picture of 640 px: from the least that is labelled to one that fills much of it."""


def project(homography: Matrix, points: Matrix) -> Matrix:
    """Homogeneous points `(3, n)` through a homography to `(2, n)`."""
    moved = homography @ points
    return np.asarray(moved[:2] / moved[2], np.float64)


def outline(width: float, height: float) -> Matrix:
    """The four corners of a face, clockwise from its top left, homogeneous `(3, 4)`."""
    return np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1.0]]).T


def laid(size_wh: tuple[int, int], width: float, x: float, y: float, turn: float) -> Matrix:
    """Pixels of a picture to the table: its middle at (x, y), `width` card widths wide, turned clockwise."""
    unit = width / size_wh[0]
    cos, sin = math.cos(turn) * unit, math.sin(turn) * unit
    spin = np.array([[cos, -sin, x], [sin, cos, y], [0, 0, 1.0]])
    return np.asarray(spin @ np.array([[1, 0, -size_wh[0] / 2], [0, 1, -size_wh[1] / 2], [0, 0, 1.0]]), np.float64)


@dataclass(frozen=True)
class View:
    """One camera over the table: `to_picture` maps the table's plane to pixels, `tilt` is radians from above."""

    to_picture: Matrix
    tilt: float
    size_wh: tuple[int, int]

    @property
    def _to_table(self) -> Matrix:
        return np.asarray(np.linalg.inv(self.to_picture), np.float64)

    def on_table(self, x: float, y: float) -> tuple[float, float]:
        """The place on the table seen at that pixel."""
        at = project(self._to_table, np.array([[x], [y], [1.0]]))
        return float(at[0, 0]), float(at[1, 0])

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """Where a place on the table is seen."""
        at = project(self.to_picture, np.array([[x], [y], [1.0]]))
        return float(at[0, 0]), float(at[1, 0])

    def scale_at(self, x: float, y: float) -> float:
        """Pixels a card width has across the picture at that place on the table."""
        points = project(self.to_picture, np.array([[x - 0.5, x + 0.5], [y, y], [1, 1.0]]))
        return float(np.hypot(*(points[:, 1] - points[:, 0])))

    def surface(self, photographs: list[Picture], rng: np.random.Generator) -> Picture:
        """The table top as this camera sees it `(height, width, 3)`."""
        width, height = self.size_wh
        if self.tilt < math.radians(6):
            return patch(photographs, height, width, rng)
        corners = project(self._to_table, outline(width, height))
        low, span = corners.min(axis=1), np.ptp(corners, axis=1)
        shape = float(np.clip(span[1] / span[0], 0.5, 2.0))
        wide = round(math.sqrt(1.3 * width * height / shape))
        high = round(wide * shape)
        texture = patch(photographs, high, wide, rng)
        onto = np.array([[span[0] / wide, 0, low[0]], [0, span[1] / high, low[1]], [0, 0, 1.0]])
        seen = cv2.warpPerspective(
            texture, self.to_picture @ onto, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        return np.asarray(seen, np.uint8)


def look(
    corners: Matrix, index_length: float, size_wh: tuple[int, int], difficulty: float, rng: np.random.Generator
) -> View:
    """A phone's look at cards whose corners (2, n) lie on the table; an index there is `index_length` card widths long.

    Tilted by up to `STEEPEST` degrees times `difficulty`; the cards fill the picture more or less, lie far away in it,
    or reach out of it; no index is larger or smaller than `INDEX_PX` allows.
    """
    width, height = size_wh
    tilt = math.radians(float(rng.beta(1.1, 1.8)) * STEEPEST * difficulty)
    roll = float(rng.normal(0, math.radians(8) * difficulty))
    off_middle = rng.uniform(-0.9, 0.9, 2)
    flat = np.ptp(corners, axis=1)
    fit = min(width / flat[0], height / flat[1])
    wanted = _zoom(fit, index_length * 640 / max(width, height), difficulty, rng)
    distance = 0.5 * math.hypot(width, height) / wanted * float(rng.uniform(1.7, 4.0))
    distance = max(distance, 1.9 * float(np.hypot(*corners).max()))
    while True:
        frame = _frame(corners, size_wh, (tilt, roll, distance), wanted / fit, off_middle)
        depth = (np.linalg.inv(frame) @ outline(width, height))[2]
        if depth.min() > 0.15 * depth.max():
            return View(frame, tilt, size_wh)
        tilt *= 0.8


def _frame(
    corners: Matrix, size_wh: tuple[int, int], pose: tuple[float, float, float], fill: float, off_middle: Matrix
) -> Matrix:
    """Table to picture for a pose (tilt, roll in radians, distance): the cards take `fill` of what would just fit."""
    size = np.array(size_wh, np.float64)
    tilt, roll, distance = pose
    spin = np.array([[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1.0]])
    camera = np.array([[1, 0, 0], [0, math.cos(tilt), 0], [0, -math.sin(tilt) / distance, 1.0]]) @ spin
    seen = project(camera, np.vstack([corners, np.ones(corners.shape[1])]))
    low, high = seen.min(axis=1), seen.max(axis=1)
    zoom = fill * float((size / (high - low)).min())
    slack = np.maximum(0.0, (size - zoom * (high - low)) / 2)
    shift = size / 2 - zoom * (low + high) / 2 + off_middle * slack
    return np.asarray(np.array([[zoom, 0, shift[0]], [0, zoom, shift[1]], [0, 0, 1.0]]) @ camera, np.float64)


def _zoom(fit: float, index_length: float, difficulty: float, rng: np.random.Generator) -> float:
    """Pixels a card width; at `fit` all cards just fit in."""
    kind = rng.random()
    smallest, largest = INDEX_PX[0] / index_length, INDEX_PX[1] / index_length
    if kind < 0.25 * difficulty:
        far = math.exp(float(rng.uniform(math.log(smallest), math.log(24 / index_length))))
        zoom = min(fit, far)
    elif kind < 0.33 * difficulty:
        zoom = fit * float(rng.uniform(1.0, 1.6))
    else:
        zoom = fit * float(rng.uniform(0.45, 1.02))
    return min(max(zoom, smallest), largest)
