"""Lays flat pictures onto a scene: cards and things on the table, each with its shadow. BGR `uint8`."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.view import Matrix, Picture, outline, project


@dataclass(frozen=True)
class Lamp:
    """Where the light comes from: the direction shadows fall (radians in the picture), their depth and softness."""

    direction: float
    depth: float
    softness: float
    """Width of a shadow's soft edge in card thicknesses."""


def random_lamp(rng: np.random.Generator) -> Lamp:
    """A lamp from anywhere: bare bulb to cloudy window."""
    return Lamp(float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0.1, 0.6)), float(rng.uniform(0.6, 3.0)))


@dataclass
class Painter:
    """A picture being painted and who is seen at each pixel: `owner (H, W)`, -1 where the table shows."""

    canvas: Picture
    lamp: Lamp
    owner: NDArray[np.int16] = field(init=False)

    def __post_init__(self) -> None:
        self.owner = np.full(self.canvas.shape[:2], -1, np.int16)

    def lay(
        self,
        picture: Picture,
        homography: Matrix,
        number: int,
        cover: NDArray[np.float32] | None = None,
        corner: float = 0.055,
        lift: float = 0.02,
        gain: float = 1.0,
    ) -> None:
        """Paints one flat picture through the map from its pixels to the scene's.

        `cover` (0..1, same shape) says where it is something; without it the picture is a card whose corners have the
        radius `corner` (share of its width). `lift` (share of its width) is how far it stands off what lies below.
        """
        height, width = picture.shape[:2]
        corners = project(homography, outline(width, height))
        scale = math.sqrt(max(cv2.contourArea(corners.T.astype(np.float32)), 1e-6) / (width * height))
        throw = lift * width * scale
        margin = 4 + math.ceil(3 * throw)
        low = np.maximum(np.floor(corners.min(axis=1)).astype(int) - margin, 0)
        high = np.minimum(np.ceil(corners.max(axis=1)).astype(int) + margin, self.canvas.shape[1::-1])
        if (high - low).min() < 2:
            return
        view = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]]) @ homography
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        drawn = cv2.warpPerspective(picture, view, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mask = _rounded(size, view, width, height, corner * width) if cover is None else _warped(cover, view, size)
        part = (slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0])))
        ground = self.canvas[part].astype(np.float32)
        if throw > 0.15:
            ground *= self._shade(mask, throw)[..., None]
        blend = mask[..., None]
        self.canvas[part] = np.minimum(ground * (1 - blend) + drawn * (blend * np.float32(gain)), 255).astype(np.uint8)
        self.owner[part][mask > 0.5] = number

    def _shade(self, mask: NDArray[np.float32], throw: float) -> NDArray[np.float32]:
        """How much light is left `(h, w)` where the thing of that mask throws its shadow `throw` px far."""
        shift = np.array([[1, 0, math.cos(self.lamp.direction) * throw], [0, 1, math.sin(self.lamp.direction) * throw]])
        moved = cv2.warpAffine(mask, shift, mask.shape[::-1])
        soft = cv2.GaussianBlur(moved, (0, 0), max(0.5, 0.5 * throw * self.lamp.softness))
        near = cv2.GaussianBlur(mask, (0, 0), max(0.6, 0.35 * throw))
        return np.asarray(1 - self.lamp.depth * np.maximum(soft, 0.7 * near), np.float32)


def _warped(cover: NDArray[np.float32], view: Matrix, size: tuple[int, int]) -> NDArray[np.float32]:
    return np.asarray(cv2.warpPerspective(cover, view, size, flags=cv2.INTER_LINEAR), np.float32)


def _rounded(size: tuple[int, int], view: Matrix, width: int, height: int, radius: float) -> NDArray[np.float32]:
    """Coverage `(h, w)` 0..1 of a card with rounded corners."""
    points = []
    for cx, cy, start in (
        (radius, radius, math.pi),
        (width - radius, radius, 1.5 * math.pi),
        (width - radius, height - radius, 0.0),
        (radius, height - radius, 0.5 * math.pi),
    ):
        for k in range(5):
            angle = start + k * math.pi / 8
            points.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle), 1.0))
    edge = project(view, np.array(points).T).T
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round(edge * 16).astype(np.int32), 255, lineType=cv2.LINE_AA, shift=4)
    return np.asarray(mask, np.float32) / np.float32(255)


def shrunk(picture: Picture, level: int) -> Picture:
    """The picture halved `level` times without aliasing."""
    for _ in range(level):
        picture = np.asarray(cv2.pyrDown(picture), np.uint8)
    return picture


def level_for(homography: Matrix, width: int, height: int) -> int:
    """How often a picture may be halved before it is laid through that map."""
    corners = project(homography, outline(width, height))
    scale = float(np.linalg.norm(corners[:, 0] - corners[:, 3]) + np.linalg.norm(corners[:, 0] - corners[:, 1]))
    return max(0, math.floor(-math.log2(max(scale / (width + height), 1e-3)) + 0.25))
