"""The small imagined table a training crop is cut from: cards laid through a face-to-canvas transform, by rule.

Pictures are BGR `uint8` `(H, W, 3)`, transforms are 2x3 and map face pixels to canvas pixels, coverages are `(H, W)`
0..1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.index_boxes import Box
from datasets.packs import CardPack
from datasets.textures import patch

Picture = NDArray[np.uint8]
Transform = NDArray[np.float64]
Mask = NDArray[np.float32]
CORNER = 0.055
"""Radius of a card's corners as a share of its width."""


@dataclass
class View:
    """A canvas with the transform that puts one index in its middle, and that index's box on the face."""

    canvas: Picture
    transform: Transform
    box: Box

    def part(self, low: float = 0.0, high: float = 1.0) -> NDArray[np.bool_]:
        """Where the index lies on the canvas `(H, W)`, from its height `low` to `high` (0 top, 1 bottom)."""
        x0, y0, x1, y1 = self.box
        top, bottom = y0 + low * (y1 - y0), y0 + high * (y1 - y0)
        corners = np.array([[x0, top], [x1, top], [x1, bottom], [x0, bottom]])
        inside = np.zeros(self.canvas.shape[:2], np.uint8)
        cv2.fillConvexPoly(inside, np.round(moved(self.transform, corners)).astype(np.int32), 1)
        return np.asarray(inside > 0, np.bool_)


def moved(transform: Transform, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points `(n, 2)` through a 2x3 transform."""
    return np.asarray(points @ transform[:, :2].T + transform[:, 2], np.float64)


@lru_cache(maxsize=64)
def _rounded(height: int, width: int) -> Mask:
    """Where a card of this size is something: its corners are round."""
    radius = max(1, round(CORNER * width))
    mask = np.zeros((height, width), np.float32)
    mask[radius : height - radius] = 1
    mask[:, radius : width - radius] = 1
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 1.0, -1, cv2.LINE_AA)
    return mask


def _then(first: Transform, second: Transform) -> Transform:
    """`second` before `first`: the transform of a card whose own frame moved by `second`."""
    return np.asarray(first @ np.vstack([second, [0, 0, 1]]), np.float64)


@dataclass
class CropTable:
    """Lays cards on small canvases; remembers the smaller versions of every face it has laid."""

    surfaces: Sequence[Picture] = ()
    _pyramids: dict[int, list[Picture]] = field(default_factory=dict, repr=False)

    def _levels(self, face: Picture) -> list[Picture]:
        key = id(face)
        if key not in self._pyramids:
            levels = [face]
            while levels[-1].shape[0] > 90:
                levels.append(np.asarray(cv2.pyrDown(levels[-1]), np.uint8))
            self._pyramids[key] = levels
        return self._pyramids[key]

    def paste(self, canvas: Picture, face: Picture, transform: Transform) -> Mask:
        """Draws a face (which must live as long as this table); returns its coverage."""
        height, width = face.shape[:2]
        scale = math.sqrt(abs(np.linalg.det(transform[:, :2])))
        levels = self._levels(face)
        level = int(np.clip(math.floor(-math.log2(max(scale, 1e-3))), 0, len(levels) - 1))
        source = levels[level]
        shrink = np.array([[width / source.shape[1], 0, 0], [0, height / source.shape[0], 0], [0, 0, 1]])
        combined = transform @ shrink
        side = canvas.shape[1], canvas.shape[0]
        drawn = cv2.warpAffine(source, combined, side, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        whole = _rounded(source.shape[0], source.shape[1])
        cover = np.asarray(cv2.warpAffine(whole, combined, side, flags=cv2.INTER_LINEAR), np.float32)
        canvas[:] = (canvas * (1 - cover[..., None]) + drawn * cover[..., None]).astype(np.uint8)
        return cover

    def view(self, rng: np.random.Generator, box: Box, native: float, jitter: float) -> View:
        """A canvas of surface on which `box` is `native` px long, turned anyhow, off the middle by up to `jitter`."""
        x0, y0, x1, y1 = box
        scale = native / max(x1 - x0, y1 - y0)
        turn, lean, tilt = rng.uniform(0, 2 * math.pi), rng.uniform(0, math.pi), rng.uniform(0.55, 1.0)
        if rng.random() < 0.5:
            tilt = rng.uniform(0.85, 1.0)
        spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
        axis = np.array([[math.cos(lean), -math.sin(lean)], [math.sin(lean), math.cos(lean)]])
        linear = scale * axis @ np.diag([1.0, tilt]) @ axis.T @ spin
        corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) @ linear.T
        span = float((corners.max(axis=0) - corners.min(axis=0)).max())
        side = max(12, round(span * rng.uniform(1.15, 1.65)))
        middle = (corners.max(axis=0) + corners.min(axis=0)) / 2
        offset = side / 2 - middle + rng.uniform(-jitter, jitter, 2) * side
        return View(patch(self.surfaces, side, side, rng), np.column_stack([linear, offset]), box)

    def face_of(self, rng: np.random.Generator, pack: CardPack) -> Picture:
        """Any face of a pack, now and then its back."""
        if rng.random() < 0.1:
            return pack.back
        faces = list(pack.faces.values())
        return faces[int(rng.integers(len(faces)))]

    def _shade(self, canvas: Picture, rng: np.random.Generator, shape: tuple[int, int], transform: Transform) -> None:
        """The soft shadow a card of `shape` (height, width) casts around its edge."""
        rim = np.asarray(cv2.GaussianBlur(canvas, (0, 0), 1.5), np.float32) * rng.uniform(0.5, 0.95)
        cast = transform.copy()
        cast[:, 2] += rng.uniform(-2, 2, 2)
        size = (canvas.shape[1], canvas.shape[0])
        lit = cv2.warpAffine(_rounded(*shape), cast, size, flags=cv2.INTER_LINEAR)
        shade = np.asarray(cv2.GaussianBlur(lit, (0, 0), 2.0), np.float32)[..., None]
        canvas[:] = (canvas * (1 - shade) + rim * shade).astype(np.uint8)

    def lay(self, canvas: Picture, rng: np.random.Generator, face: Picture, transform: Transform) -> Mask:
        """Another card over what lies there, often with its shadow; returns its coverage."""
        if rng.random() < 0.7:
            self._shade(canvas, rng, (face.shape[0], face.shape[1]), transform)
        return self.paste(canvas, face, transform)

    def neighbour(
        self, view: View, rng: np.random.Generator, pack: CardPack, reach: float, corners: bool = True
    ) -> Mask:
        """Lays another card with one edge `reach` px from the canvas middle (below 0: beyond it).

        Without `corners` it is the middle of an edge, so that the card's own index lies elsewhere.
        """
        low, high = (0.0, 1.0) if corners else (0.4, 0.6)
        face, canvas = self.face_of(rng, pack), view.canvas
        height, width = face.shape[:2]
        scale = math.sqrt(abs(np.linalg.det(view.transform[:, :2])))
        direction = rng.uniform(0, 2 * math.pi)
        turn = direction + rng.uniform(-0.5, 0.5)
        if rng.random() < 0.5:
            along, from_top = rng.uniform(low, high) * width, rng.random() < 0.5
            anchor = np.array([along, 0.0 if from_top else height])
            turn += -math.pi / 2 if from_top else math.pi / 2
        else:
            anchor = np.array([0.0, rng.uniform(low, high) * height])
        cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
        linear = np.array([[cos, -sin], [sin, cos]])
        centre = np.array([canvas.shape[1] / 2, canvas.shape[0] / 2])
        target = centre + reach * np.array([math.cos(direction), math.sin(direction)])
        return self.lay(canvas, rng, face, np.column_stack([linear, target - linear @ anchor]))

    def fan(self, view: View, rng: np.random.Generator, pack: CardPack, face: Picture) -> Mask:
        """Lays `face` in the view as one of a fan or column of a pack; returns what the cards above it cover.

        The card above begins close to the index's edge (it may touch it), beside it or below it, and shows its own
        index there; cards beneath show theirs on the other side.
        """
        step = _fan_step(view.box, (face.shape[1], face.shape[0]), rng)
        for place in range(-int(rng.integers(0, 3)), 0):
            self.lay(view.canvas, rng, self.face_of(rng, pack), _then(view.transform, step(place)))
        self.lay(view.canvas, rng, face, view.transform)
        cover = np.zeros(view.canvas.shape[:2], np.float32)
        for place in range(1, int(rng.integers(2, 5))):
            over = _then(view.transform, step(place + rng.uniform(-0.04, 0.04)))
            cover = np.maximum(cover, self.lay(view.canvas, rng, self.face_of(rng, pack), over))
        return cover


def _fan_step(box: Box, size: tuple[int, int], rng: np.random.Generator) -> Callable[[float], Transform]:
    """How the card some places further on in a fan (turned about a point off the card) or a column is moved."""
    x0, y0, x1, y1 = box
    width, height = size
    left, upper = x0 + x1 < width, y0 + y1 < height
    if rng.random() < 0.75:
        shown = (x1 if left else width - x0) + rng.uniform(-0.12, 0.8) * (x1 - x0)
        radius = height * math.exp(rng.uniform(-0.1, 2.0))
        angle = shown / radius * (1 if left == upper else -1)
        pivot = np.array([(x0 + x1) / 2, (y0 + y1) / 2 + (radius if upper else -radius)])
        return lambda place: _turn(angle * place, pivot)
    shown = (y1 if upper else height - y0) + rng.uniform(-0.12, 0.6) * (y1 - y0)
    slide = np.array([rng.normal(0, 0.02) * width, shown if upper else -shown])
    return lambda place: np.column_stack([np.eye(2), slide * place])


def _turn(angle: float, pivot: NDArray[np.float64]) -> Transform:
    cos, sin = math.cos(angle), math.sin(angle)
    linear = np.array([[cos, -sin], [sin, cos]])
    return np.column_stack([linear, pivot - linear @ pivot])
