"""Hands of the players in a film: drawn once as sprites, then laid on every frame where they are. BGR `uint8`.

A sprite shows the hand from above with its arm running to the right, out of the picture, and its shadow.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.clutter import SKIN
from datasets.film_tracks import Grip
from datasets.painting import Lamp
from datasets.view import Matrix, Picture

LENGTH, BREADTH, BEFORE = 11.0, 2.6, 0.5
"""Card widths a sprite measures along the arm, across it, and before the fingertips."""


@dataclass(frozen=True)
class Sprite:
    """A picture `(h, w, 4)`: BGR times coverage, and coverage (0..255); the fingertips lie at `tip` (x, y)."""

    picture: Picture
    tip: tuple[float, float]
    scale: float
    """Pixels a card width."""

    def onto(self, tip: tuple[float, float], direction: tuple[float, float], scale: float) -> Matrix:
        """The map `(2, 3)` that puts the fingertips at a pixel, the arm in a direction (unit vector), at a scale."""
        zoom = scale / self.scale
        cos, sin = direction[0] * zoom, direction[1] * zoom
        x = tip[0] - cos * self.tip[0] + sin * self.tip[1]
        y = tip[1] - sin * self.tip[0] - cos * self.tip[1]
        return np.array([[cos, -sin, x], [sin, cos, y]])


@dataclass(frozen=True)
class Arm:
    """How one player's arms look: skin, sleeve, build; `seed` gives the rest."""

    skin: tuple[int, int, int]
    sleeve: tuple[float, float, float]
    finger: float
    """Breadth of a finger in card widths."""
    cuff: float
    """Fingers' breadths of bare wrist."""
    stripes: bool
    seed: int


def random_arm(rng: np.random.Generator) -> Arm:
    """Somebody's arm."""
    fabric = np.clip(rng.uniform(15, 220) + rng.normal(0, 30, 3), 5, 245)
    return Arm(
        SKIN[int(rng.integers(len(SKIN)))],
        (float(fabric[0]), float(fabric[1]), float(fabric[2])),
        float(rng.uniform(0.25, 0.3)),
        float(rng.choice([0.3, 1.0, 3.0, 9.0])),
        bool(rng.random() < 0.3),
        int(rng.integers(1 << 30)),
    )


def draw_hand(arm: Arm, grip: Grip, scale: float, lamp: Lamp, turn: float) -> Sprite:
    """A hand in that grip at `scale` pixels a card width; `turn` is the arm's usual direction in the picture (radians).

    The shadow falls as the lamp throws it when the arm lies in that direction.
    """
    rng = np.random.default_rng([arm.seed, len(grip)])
    size = (round(LENGTH * scale), round(BREADTH * scale))
    limbs, sleeve = _limbs(size, arm, grip, scale, rng)
    whole = sleeve.copy()
    drawn = np.zeros((size[1], size[0], 4), np.uint8)
    for mask, _ in limbs:
        whole = np.maximum(whole, mask)
    drawn[..., 3] = _shadow(whole, lamp, 0.22 * scale, turn)
    for mask, thick in limbs:
        _over(drawn, mask, _rounded(mask, np.array(arm.skin), thick, rng))
    cloth = _rounded(sleeve, np.array(arm.sleeve), 3.0 * arm.finger * scale, rng)
    if arm.stripes:
        bands = (np.arange(size[0]) // max(2, round(0.16 * scale)) % 3 == 0).astype(np.float32) * 0.35
        cloth = np.clip(cloth * (1 - bands)[None, :, None], 0, 255).astype(np.uint8)
    _over(drawn, sleeve, cloth)
    return Sprite(drawn, (BEFORE * scale, size[1] / 2), scale)


SPREAD: dict[Grip, tuple[float, float, int]] = {"hold": (0.75, 0.5, 4), "flat": (1.15, 0.1, 4), "push": (0.8, 0.2, 2)}
"""How far the fingers are spread, how much their length differs, how many of them reach the tip."""


def _limbs(
    size: tuple[int, int], arm: Arm, grip: Grip, scale: float, rng: np.random.Generator
) -> tuple[list[tuple[Picture, float]], Picture]:
    """The masks of thumb, palm and fingers with their thickness in the order they lie, and that of the sleeve."""
    finger, middle = arm.finger * scale, size[1] / 2
    spread, uneven, straight = SPREAD[grip]
    tip, palm = BEFORE * scale, BEFORE * scale + 3.3 * finger
    wrist = palm + 3.0 * finger
    cuff = wrist + arm.cuff * finger

    def drawn(points: list[tuple[float, float]], thick: float) -> Picture:
        mask = np.zeros((size[1], size[0]), np.uint8)
        for start, end in pairwise(points):
            _stroke(mask, start, end, thick)
        return mask

    back = drawn([(palm + 0.4 * finger, middle), (wrist, middle)], 3.4 * finger)
    back = np.maximum(back, drawn([(wrist, middle), (cuff + 2 * finger, middle)], 2.6 * finger))
    side = 1.0 if arm.seed % 2 else -1.0
    end = (tip + (1.2 if grip == "hold" else 2.4) * finger, middle + (1.0 if grip == "hold" else 2.5) * finger * side)
    root, ball = (palm + 1.5 * finger, middle + 1.5 * side * finger), (palm - finger, middle + 2.0 * side * finger)
    thumb = drawn([root, ball, end], 1.1 * finger)
    limbs = [(thumb, 1.1 * finger), (back, 3.4 * finger)]
    for k in range(4):
        across = (k - 1.5) * finger
        short = (abs(k - 1.3) * 0.35 + float(rng.uniform(0, uneven))) * finger
        if straight == 2 and k in (0, 3):
            short += 1.7 * finger
        reach, knuckle = (tip + short + 0.4 * finger, middle + spread * across), (palm, middle + 0.95 * across)
        bow = ((reach[0] + knuckle[0]) / 2, (reach[1] + knuckle[1]) / 2 + 0.1 * across)
        limbs.append((drawn([(palm + finger, middle + 0.9 * across), knuckle, bow, reach], 0.95 * finger), finger))
    return limbs, drawn([(cuff + 1.8 * finger, middle), (size[0] + 99.0, middle)], 3.7 * finger)


def _stroke(mask: Picture, start: tuple[float, float], end: tuple[float, float], thick: float) -> None:
    a, b = (round(start[0]), round(start[1])), (round(end[0]), round(end[1]))
    cv2.line(mask, a, b, 255, max(2, round(thick)), cv2.LINE_AA)


def _rounded(mask: Picture, colour: NDArray[np.float64], thick: float, rng: np.random.Generator) -> Picture:
    """A limb of one colour, lighter in its middle than at its edges."""
    depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    tone = 0.66 + 0.34 * np.sqrt(np.clip(depth / max(1.0, 0.5 * thick), 0, 1))
    coarse = rng.normal(0, 0.03, (mask.shape[0] // 12 + 2, mask.shape[1] // 12 + 2)).astype(np.float32)
    tone = tone + cv2.resize(coarse, mask.shape[::-1])
    return np.asarray(np.clip(tone[..., None] * colour.astype(np.float32), 0, 255), np.uint8)


def _shadow(mask: Picture, lamp: Lamp, throw: float, turn: float) -> Picture:
    """How dark it is beside the limb (0..255)."""
    angle = lamp.direction - turn
    shift = np.array([[1, 0, math.cos(angle) * throw], [0, 1, math.sin(angle) * throw]])
    moved = cv2.warpAffine(mask, shift, mask.shape[::-1])
    soft = cv2.GaussianBlur(moved, (0, 0), max(1.0, 0.4 * throw * lamp.softness))
    return np.asarray(cv2.convertScaleAbs(soft, alpha=0.9 * lamp.depth), np.uint8)


def _over(drawn: Picture, mask: Picture, colour: Picture) -> None:
    """Lays a colour where the mask is over a premultiplied picture."""
    cover = cv2.merge([cv2.GaussianBlur(mask, (0, 0), 0.7)] * 4)
    full = cv2.merge([*cv2.split(colour), np.full_like(mask, 255)])
    drawn[:] = cv2.add(
        cv2.multiply(full, cover, scale=1 / 255), cv2.multiply(drawn, cv2.bitwise_not(cover), scale=1 / 255)
    )


def lay_sprite(canvas: Picture, sprite: Sprite, onto: Matrix) -> None:
    """Lays a sprite on a picture `(h, w, 3)` through an affine map `(2, 3)`."""
    size = (canvas.shape[1], canvas.shape[0])
    seen = cv2.warpAffine(sprite.picture, onto, size, flags=cv2.INTER_LINEAR)
    *colours, cover = cv2.split(seen)
    left = cv2.bitwise_not(cover)
    ground = cv2.multiply(canvas, cv2.merge([left, left, left]), scale=1 / 255)
    canvas[:] = cv2.add(ground, cv2.merge(colours))


def covered_by(sprite: Sprite, onto: Matrix, size_wh: tuple[int, int]) -> NDArray[np.bool_]:
    """Which pixels `(h, w)` of a picture the limb itself (not its shadow) hides."""
    seen = cv2.warpAffine(sprite.picture, onto, size_wh)
    return np.asarray((seen[..., 3] > 200) & (seen[..., :3].max(axis=2) > 0))
