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


@dataclass(frozen=True)
class Sheet:
    """A flat picture `(h, w, 3)` and how it lies: lengths are shares of its width.

    `cover` (0..1, same shape) says where it is something; without it the picture is a card whose corners have the
    radius `corner` and whose edge is cut back by `inset`.
    """

    picture: Picture
    cover: NDArray[np.float32] | None = None
    corner: float = 0.055
    inset: float = 0.0
    lift: float = 0.02
    """How far it stands off what lies below."""
    gain: float = 1.0
    """Its brightness, against the rest of the scene."""
    sheen: float = 0.0
    """How much of the ink's contrast its gloss takes (0..1)."""
    bend: float = 0.0
    """A bent card is lighter at one end and darker at the other, by this share."""
    rim: int | None = None
    """Grey level of the cut edge of the board, where it shows."""


@dataclass
class Painter:
    """A picture being painted and who is seen at each pixel: `owner (H, W)`, -1 where the table shows."""

    canvas: Picture
    lamp: Lamp
    owner: NDArray[np.int16] = field(init=False)

    def __post_init__(self) -> None:
        self.owner = np.full(self.canvas.shape[:2], -1, np.int16)

    def lay(self, sheet: Sheet, homography: Matrix, number: int) -> None:
        """Paints one sheet through the map from its pixels to the scene's; `number` owns its pixels."""
        height, width = sheet.picture.shape[:2]
        corners = project(homography, outline(width, height))
        scale = math.sqrt(max(cv2.contourArea(corners.T.astype(np.float32)), 1e-6) / (width * height))
        throw = sheet.lift * width * scale
        margin = 4 + math.ceil(3 * throw)
        low = np.maximum(np.floor(corners.min(axis=1)).astype(int) - margin, 0)
        high = np.minimum(np.ceil(corners.max(axis=1)).astype(int) + margin, self.canvas.shape[1::-1])
        if (high - low).min() < 2:
            return
        view = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]]) @ homography
        drawn, mask = _seen(sheet, view, (int(high[0] - low[0]), int(high[1] - low[1])))
        part = (slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0])))
        ground = np.ascontiguousarray(self.canvas[part])
        if throw > 0.15:
            shade = self._shade(mask, throw)
            ground = np.asarray(cv2.multiply(ground, cv2.merge([shade, shade, shade]), dtype=cv2.CV_8U), np.uint8)
        self.canvas[part] = cv2.blendLinear(drawn, ground, mask, 1 - mask)
        self.owner[part][mask > 0.5] = number

    def _shade(self, mask: NDArray[np.float32], throw: float) -> NDArray[np.float32]:
        """How much light is left `(h, w)` where the thing of that mask throws its shadow `throw` px far."""
        shift = np.array([[1, 0, math.cos(self.lamp.direction) * throw], [0, 1, math.sin(self.lamp.direction) * throw]])
        moved = cv2.warpAffine(mask, shift, mask.shape[::-1])
        soft = cv2.GaussianBlur(moved, (0, 0), max(0.5, 0.5 * throw * self.lamp.softness))
        near = cv2.GaussianBlur(mask, (0, 0), max(0.6, 0.35 * throw))
        return np.asarray(1 - self.lamp.depth * np.maximum(soft, 0.7 * near), np.float32)


def _seen(sheet: Sheet, view: Matrix, size: tuple[int, int]) -> tuple[Picture, NDArray[np.float32]]:
    """The sheet through a map into a picture of that size (w, h), and its coverage `(h, w)` 0..1."""
    flags, border = cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
    drawn = np.asarray(cv2.warpPerspective(sheet.picture, view, size, flags=flags, borderMode=border), np.uint8)
    drawn = np.asarray(
        cv2.convertScaleAbs(drawn, alpha=sheet.gain * (1 - sheet.sheen), beta=235 * sheet.sheen * sheet.gain), np.uint8
    )
    if abs(sheet.bend) > 0.01:
        along = np.linspace(-sheet.bend, sheet.bend, size[0] + size[1], dtype=np.float32) + np.float32(1)
        ramp = along[: size[0]][None, :] + along[-size[1] :][:, None] - along[size[0]]
        drawn = np.asarray(cv2.multiply(drawn, cv2.merge([ramp, ramp, ramp]), dtype=cv2.CV_8U), np.uint8)
    if sheet.cover is not None:
        return drawn, np.asarray(cv2.warpPerspective(sheet.cover, view, size, flags=flags), np.float32)
    edge = np.round(_edge(sheet, view) * 16).astype(np.int32)
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, edge, 255, lineType=cv2.LINE_AA, shift=4)
    if sheet.rim is not None:
        cv2.polylines(drawn, [edge], True, (sheet.rim, sheet.rim, sheet.rim), 1, cv2.LINE_AA, 4)
    return drawn, np.asarray(mask, np.float32) / np.float32(255)


def _edge(sheet: Sheet, view: Matrix) -> NDArray[np.float64]:
    """The outline `(n, 2)` of a card with rounded corners, as seen."""
    height, width = sheet.picture.shape[:2]
    radius = sheet.corner * width
    near = radius + sheet.inset * width
    points = []
    for cx, cy, start in (
        (near, near, math.pi),
        (width - near, near, 1.5 * math.pi),
        (width - near, height - near, 0.0),
        (near, height - near, 0.5 * math.pi),
    ):
        for k in range(5):
            angle = start + k * math.pi / 8
            points.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle), 1.0))
    return project(view, np.array(points).T).T


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
