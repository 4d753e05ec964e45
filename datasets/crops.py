"""Training crops for the identifier: one index at any rotation, as a phone would have caught it, 64 px square.

A crop is cut from a small imagined table: the corner of a card, perhaps a neighbour over one side of it, a surface
beneath; seen at the resolution the camera had (an index 9 to 90 px long), then scaled to 64 px as the reader does.
Crops that hold no readable index (pips, courts, backs, letters of other languages, numerals on a beer mat) carry the
label `NO_INDEX`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import effects
from datasets.packs import CardPack
from datasets.textures import patch
from scorer.cards import Card

SIDE = 64
"""Pixels a side of a finished crop."""
NO_INDEX = -1
Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class Crop:
    """A finished crop `(64, 64, 3)` BGR and what it shows: places in A 2 .. K and C D H S, or `NO_INDEX` twice."""

    picture: Picture
    rank: int
    suit: int


@dataclass
class CropFactory:
    """Makes crops from packs and photographs of surfaces."""

    packs: Sequence[CardPack]
    surfaces: Sequence[Picture] = ()
    strange_share: float = 0.18
    """Share of crops without an index."""
    _pyramids: dict[int, list[Picture]] = field(default_factory=dict, repr=False)

    def sample(self, rng: np.random.Generator) -> Crop:
        """One crop; the same generator state gives the same crop."""
        while True:
            crop = self._without_index(rng) if rng.random() < self.strange_share else self._with_index(rng)
            if crop is not None:
                return crop

    def _levels(self, face: Picture) -> list[Picture]:
        key = id(face)
        if key not in self._pyramids:
            levels = [face]
            while levels[-1].shape[0] > 90:
                levels.append(np.asarray(cv2.pyrDown(levels[-1]), np.uint8))
            self._pyramids[key] = levels
        return self._pyramids[key]

    def _paste(self, canvas: Picture, face: Picture, transform: NDArray[np.float64]) -> NDArray[np.float32]:
        """Draws a face through a 2x3 face-to-canvas transform; returns its coverage `(H, W)` 0..1."""
        height, width = face.shape[:2]
        scale = math.sqrt(abs(np.linalg.det(transform[:, :2])))
        levels = self._levels(face)
        level = int(np.clip(math.floor(-math.log2(max(scale, 1e-3))), 0, len(levels) - 1))
        source = levels[level]
        shrink = np.array([[width / source.shape[1], 0, 0], [0, height / source.shape[0], 0], [0, 0, 1]])
        combined = transform @ shrink
        side = canvas.shape[1], canvas.shape[0]
        drawn = cv2.warpAffine(source, combined, side, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        ones = np.ones(source.shape[:2], np.float32)
        cover = np.asarray(cv2.warpAffine(ones, combined, side, flags=cv2.INTER_LINEAR), np.float32)
        canvas[:] = (canvas * (1 - cover[..., None]) + drawn * cover[..., None]).astype(np.uint8)
        return cover

    def _face(self, rng: np.random.Generator, pack: CardPack) -> Picture:
        if rng.random() < 0.1:
            return pack.back
        faces = list(pack.faces.values())
        return faces[int(rng.integers(len(faces)))]

    def _neighbour(
        self, canvas: Picture, rng: np.random.Generator, pack: CardPack, transform: NDArray[np.float64], reach: float
    ) -> NDArray[np.float32]:
        """Lays another card with one edge `reach` px from the canvas centre; returns its coverage."""
        face = self._face(rng, pack)
        height, width = face.shape[:2]
        scale = math.sqrt(abs(np.linalg.det(transform[:, :2])))
        direction = rng.uniform(0, 2 * math.pi)
        turn = direction + rng.uniform(-0.5, 0.5)
        if rng.random() < 0.5:
            along, from_top = rng.uniform(0.0, 1.0) * width, rng.random() < 0.5
            anchor = np.array([along, 0.0 if from_top else height])
            turn += -math.pi / 2 if from_top else math.pi / 2
        else:
            anchor = np.array([0.0, rng.uniform(0.0, 1.0) * height])
        cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
        linear = np.array([[cos, -sin], [sin, cos]])
        centre = np.array([canvas.shape[1] / 2, canvas.shape[0] / 2])
        target = centre + reach * np.array([math.cos(direction), math.sin(direction)])
        offset = target - linear @ anchor
        if rng.random() < 0.7:
            rim = np.asarray(cv2.GaussianBlur(canvas, (0, 0), 1.5), np.float32) * rng.uniform(0.5, 0.95)
            moved = np.column_stack([linear, offset + rng.uniform(-2, 2, 2)])
            size = (canvas.shape[1], canvas.shape[0])
            cast = cv2.warpAffine(np.ones((height, width), np.float32), moved, size, flags=cv2.INTER_LINEAR)
            shade = np.asarray(cv2.GaussianBlur(cast, (0, 0), 2.0), np.float32)[..., None]
            canvas[:] = (canvas * (1 - shade) + rim * shade).astype(np.uint8)
        return self._paste(canvas, face, np.column_stack([linear, offset]))

    def _with_index(self, rng: np.random.Generator) -> Crop | None:
        pack = self.packs[int(rng.integers(len(self.packs)))]
        cards = list(pack.faces)
        card = cards[int(rng.integers(len(cards)))]
        boxes = pack.index_boxes(card)
        box = boxes[int(rng.integers(len(boxes)))]
        native = float(np.exp(rng.uniform(math.log(9), math.log(80))))
        canvas, transform, quad = self._view(rng, pack.faces[card], box, native, jitter=0.07)
        if rng.random() < 0.3:
            self._neighbour(canvas, rng, pack, transform, rng.uniform(0.2, 0.7) * canvas.shape[0])
        self._paste(canvas, pack.faces[card], transform)
        if rng.random() < 0.5:
            cover = self._neighbour(canvas, rng, pack, transform, rng.uniform(0.12, 0.6) * canvas.shape[0])
            inside = np.zeros(canvas.shape[:2], np.uint8)
            cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), 1)
            if inside.sum() == 0 or float((cover * inside).sum() / inside.sum()) > 0.33:
                return None
        return self._finish(canvas, rng, card, native)

    def _view(
        self,
        rng: np.random.Generator,
        face: Picture,
        box: tuple[float, float, float, float],
        native: float,
        jitter: float,
    ) -> tuple[Picture, NDArray[np.float64], NDArray[np.float64]]:
        """A canvas of surface, the face-to-canvas transform that centres `box`, and the box's four corners on it."""
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
        canvas = patch(self.surfaces, side, side, rng)
        return canvas, np.column_stack([linear, offset]), corners + offset

    def _without_index(self, rng: np.random.Generator) -> Crop | None:
        pack = self.packs[int(rng.integers(len(self.packs)))]
        native = float(np.exp(rng.uniform(math.log(9), math.log(80))))
        kind = rng.random()
        card = list(pack.faces)[int(rng.integers(len(pack.faces)))]
        face = pack.faces[card]
        box = pack.indices[card]
        width, height = pack.size
        if kind < 0.2:
            side = max(12, round(native * 1.5))
            canvas = patch(self.surfaces, side, side, rng)
            if rng.random() < 0.6:
                _write(canvas, rng)
            return self._finish(canvas, rng, None, native)
        if kind < 0.35:
            face = pack.back
        elif kind < 0.6 and pack.jokers:
            face = pack.jokers[int(rng.integers(len(pack.jokers)))]
            canvas, transform, _ = self._view(rng, face, box, native, jitter=0.07)
            self._paste(canvas, face, transform)
            return self._finish(canvas, rng, None, native)
        size = (box[2] - box[0], box[3] - box[1])
        left, top = rng.uniform(0, width - size[0]), rng.uniform(0, height - size[1])
        region = (left, top, left + size[0], top + size[1])
        if face is not pack.back and any(_overlap(region, other) > 0.12 for other in pack.index_boxes(card)):
            return None
        canvas, transform, _ = self._view(rng, face, region, native, jitter=0.1)
        self._paste(canvas, face, transform)
        if rng.random() < 0.3:
            self._neighbour(canvas, rng, CardPack("", "", {card: pack.back}, {}, pack.back), transform, 0.3 * native)
        return self._finish(canvas, rng, None, native)

    def _finish(self, canvas: Picture, rng: np.random.Generator, card: Card | None, native: float) -> Crop:
        severity = float(rng.beta(1.2, 1.2))
        canvas = effects.camera(canvas, rng, severity, detail=float(np.clip(native / 40, 0.5, 1.5)))
        interpolation = cv2.INTER_AREA if canvas.shape[0] > SIDE else cv2.INTER_LINEAR
        picture = np.asarray(cv2.resize(canvas, (SIDE, SIDE), interpolation=interpolation), np.uint8)
        if card is None:
            return Crop(picture, NO_INDEX, NO_INDEX)
        return Crop(picture, rank_place(card), suit_place(card))


def rank_place(card: Card) -> int:
    """Place of the card's rank in A 2 3 .. 10 J Q K, the order of the identifier's first 13 outputs."""
    return ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"].index(str(card)[:-1])


def suit_place(card: Card) -> int:
    """Place of the card's suit in C D H S, the order of the identifier's next 4 outputs."""
    return "CDHS".index(str(card)[-1])


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    """Share of `a` that lies in `b`."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return max(0.0, width) * max(0.0, height) / ((a[2] - a[0]) * (a[3] - a[1]))


def _write(canvas: Picture, rng: np.random.Generator) -> None:
    """Print that is no index: letters and numbers as on a beer mat, a menu, a label."""
    text = "".join("ABCDEGKLMNOPRSTW0123456789%&"[int(k)] for k in rng.integers(0, 28, int(rng.integers(1, 4))))
    scale = canvas.shape[0] / 40 * float(rng.uniform(0.6, 1.6))
    colour = tuple(int(v) for v in rng.integers(0, 256, 3))
    place = (int(canvas.shape[1] * rng.uniform(0, 0.4)), int(canvas.shape[0] * rng.uniform(0.5, 1)))
    cv2.putText(canvas, text, place, int(rng.integers(0, 5)), scale, colour, max(1, round(scale * 1.6)), cv2.LINE_AA)
