"""What stands and lies about on a pub table: things of `datasets.props`, glasses, hands. Pictures are BGR `uint8`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.painting import Painter, Sheet
from datasets.props import VARIANTS, Prop, prop
from datasets.view import Picture, View, laid

SKIN = ((150, 180, 225), (120, 150, 205), (80, 110, 165), (50, 70, 110), (165, 190, 235), (135, 165, 215))
OFTEN = {"beer_mat": 5, "paper": 2, "coin": 4, "phone": 1, "ashtray": 1, "keys": 1, "wet_ring": 3}
"""How often each kind of thing lies about."""


@dataclass(frozen=True)
class Lying:
    """A thing on the table: its middle in card widths, its turn in radians."""

    thing: Prop
    x: float
    y: float
    turn: float


def scatter(
    view: View, mean: float, fonts: tuple[Path, ...], rng: np.random.Generator, kinds: tuple[str, ...] = tuple(OFTEN)
) -> list[Lying]:
    """Things anywhere in the picture, `mean` of them on average."""
    weights = np.array([OFTEN[kind] for kind in kinds], float)
    things = []
    for _ in range(int(rng.poisson(mean))):
        kind = str(rng.choice(list(kinds), p=weights / weights.sum()))
        one = prop(kind, int(rng.integers(VARIANTS)), fonts)
        x, y = view.on_table(*(rng.uniform(0, 1, 2) * view.size_wh))
        things.append(Lying(one, x, y, float(rng.uniform(0, 2 * math.pi))))
    return things


def lay_thing(painter: Painter, view: View, lying: Lying, number: int) -> None:
    """Paints one thing; `number` becomes the owner of its pixels (a stain owns none: -1 keeps the table's)."""
    height, width = lying.thing.picture.shape[:2]
    x, y = lying.x, lying.y
    scale = view.scale_at(x, y) * lying.thing.width / width
    picture, cover = lying.thing.picture, lying.thing.cover
    if scale < 0.75:
        size = (max(4, round(width * scale)), max(4, round(height * scale)))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        cover = np.asarray(cv2.resize(cover, size, interpolation=cv2.INTER_AREA), np.float32)
    shape = (picture.shape[1], picture.shape[0])
    onto = view.to_picture @ laid(shape, lying.thing.width, x, y, lying.turn)
    painter.lay(Sheet(picture, cover, lift=lying.thing.thick / lying.thing.width), onto, number)


def stand_glass(painter: Painter, view: View, x: float, y: float, number: int, rng: np.random.Generator) -> None:
    """A glass of beer standing at that place: rim, foam or dark drink, a see-through side that bends what is behind."""
    scale, lean = view.scale_at(x, y), view.tilt
    foot, flat = np.array(view.pixel(x, y)), max(0.25, math.cos(lean))
    radius = 0.55 * scale * float(rng.uniform(0.8, 1.2))
    rim = foot + np.array([float(rng.normal(0, 0.25)) * radius, -math.sin(lean) * scale * float(rng.uniform(1.6, 2.6))])
    wide = radius * float(rng.uniform(1.05, 1.3))
    upper = _ellipse(rim, wide, wide * flat)
    both = np.vstack([_ellipse(foot, radius, radius * flat), upper]).astype(np.float32)
    body = _filled(np.asarray(cv2.convexHull(both), np.float64), painter)
    top = _filled(upper, painter)
    drink = np.array(
        [(30, 120, 200), (25, 35, 60), (40, 160, 220), (200, 205, 210), (20, 60, 130)][int(rng.integers(5))]
    )
    foam = np.array((205, 225, 235)) if rng.random() < 0.6 else drink * 0.8
    tone = float(rng.uniform(0.85, 1.0))
    behind = _bent(painter.canvas, foot, float(rng.uniform(1.1, 1.5)))
    seen = _tinted(behind, drink, float(rng.uniform(0.35, 0.9)))
    canvas = cv2.blendLinear(seen, painter.canvas, body, 1 - body)
    froth = top * np.float32(0.85)
    out = cv2.blendLinear(_tinted(canvas, foam * tone, 1.0), canvas, froth, 1 - froth)
    line = max(1, round(radius * 0.07))
    cv2.polylines(out, [upper.astype(np.int32)], True, (235, 240, 240), line, cv2.LINE_AA)
    side = (foot + rim) / 2 + np.array([radius * float(rng.uniform(-0.7, 0.7)), 0])
    end = side + (rim - foot) * 0.3
    cv2.line(out, (int(side[0]), int(side[1])), (int(end[0]), int(end[1])), (250, 250, 250), line, cv2.LINE_AA)
    painter.canvas[:] = out
    painter.owner[body > 0.5] = number


def _filled(points: NDArray[np.float64], painter: Painter) -> NDArray[np.float32]:
    """Coverage `(H, W)` 0..1 of a convex shape."""
    mask = np.zeros(painter.owner.shape, np.uint8)
    cv2.fillConvexPoly(mask, points.astype(np.int32), 255, cv2.LINE_AA)
    return np.asarray(mask, np.float32) / np.float32(255)


def _tinted(picture: cv2.typing.MatLike, colour: NDArray[np.float64], share: float) -> Picture:
    """That share of one colour, the rest of the picture."""
    flat = np.full_like(picture, np.clip(colour, 0, 255).astype(np.uint8))
    return np.asarray(cv2.addWeighted(picture, 1 - share, flat, share, 0), np.uint8)


def _ellipse(centre: NDArray[np.float64], a: float, b: float) -> NDArray[np.float64]:
    angles = np.linspace(0, 2 * math.pi, 40, endpoint=False)
    return np.stack([centre[0] + a * np.cos(angles), centre[1] + b * np.sin(angles)], axis=1)


def _bent(canvas: Picture, centre: NDArray[np.float64], zoom: float) -> Picture:
    """The picture magnified about a point, as through a glass."""
    onto = np.array([[zoom, 0, centre[0] * (1 - zoom)], [0, zoom, centre[1] * (1 - zoom)]])
    size = (canvas.shape[1], canvas.shape[0])
    return np.asarray(cv2.warpAffine(canvas, onto, size, borderMode=cv2.BORDER_REFLECT), np.uint8)


def reach_in(painter: Painter, view: View, x: float, y: float, number: int, rng: np.random.Generator) -> None:
    """A hand on its arm, in a sleeve or bare, reaching in from an edge of the picture to that place on the table."""
    height, width = painter.owner.shape
    tip, scale = np.array(view.pixel(x, y)), view.scale_at(x, y)
    edge = float(rng.uniform(0, 2 * math.pi))
    outward, side = np.array([math.cos(edge), math.sin(edge)]), np.array([-math.sin(edge), math.cos(edge)])
    finger = scale * float(rng.uniform(0.24, 0.32))
    palm = tip + outward * finger * float(rng.uniform(3.0, 4.2))
    wrist = palm + outward * finger * 3.0
    skin, sleeve = np.zeros((height, width), np.uint8), np.zeros((height, width), np.uint8)
    _stroke(skin, palm, wrist, 3.3 * finger)
    for k in range(4):
        at = (k - 1.5) * finger
        bend = side * at * float(rng.uniform(0.7, 1.3)) + outward * finger * float(rng.uniform(0, 1.6))
        knuckle = (palm + side * at * 0.9 + tip + bend) / 2 + side * float(rng.normal(0, 0.12)) * finger
        _stroke(skin, palm + side * at * 0.9, knuckle, finger)
        _stroke(skin, knuckle, tip + bend, finger * 0.9)
    thumb = palm + side * finger * float(rng.choice([-1, 1])) * 1.6
    _stroke(skin, thumb + outward * finger, thumb - outward * finger * 1.5 + side * 0.3, finger * 1.1)
    cuff = wrist + outward * finger * float(rng.uniform(0.2, 3.0))
    _stroke(skin, wrist, cuff, 2.6 * finger)
    _stroke(sleeve, cuff + outward * finger * 1.7, cuff + outward * 2.0 * max(width, height), 3.6 * finger)
    _paint_limb(painter, skin, np.array(SKIN[int(rng.integers(len(SKIN)))]), finger, number, rng)
    fabric = rng.uniform(15, 235) + rng.normal(0, 30, 3)
    _paint_limb(painter, sleeve, np.clip(fabric, 5, 250), 2 * finger, number, rng)


def _stroke(mask: Picture, start: NDArray[np.float64], end: NDArray[np.float64], thick: float) -> None:
    a, b = (int(start[0]), int(start[1])), (int(end[0]), int(end[1]))
    cv2.line(mask, a, b, 255, max(2, int(thick)), cv2.LINE_AA)


def _paint_limb(
    painter: Painter, mask: Picture, colour: NDArray[np.float64], thick: float, number: int, rng: np.random.Generator
) -> None:
    """A round limb of one colour with the shadow it throws."""
    throw = 0.5 * thick * float(rng.uniform(0.2, 1.0))
    gain, part = float(rng.uniform(0.75, 1.05)), _around(mask, 3 + math.ceil(throw + 0.75 * thick))
    if part is None:
        return
    inner = np.ascontiguousarray(mask[part])
    size = inner.shape[::-1]
    shift = np.array(
        [[1, 0, math.cos(painter.lamp.direction) * throw], [0, 1, math.sin(painter.lamp.direction) * throw]]
    )
    shade = cv2.GaussianBlur(cv2.warpAffine(inner, shift, size), (0, 0), max(1.0, 0.25 * thick))
    light = 1 - np.float32(painter.lamp.depth / 255) * shade
    ground = cv2.multiply(np.ascontiguousarray(painter.canvas[part]), cv2.merge([light, light, light]), dtype=cv2.CV_8U)
    depth = cv2.distanceTransform(inner, cv2.DIST_L2, 3)
    tone = np.float32(gain) * (0.62 + 0.38 * np.sqrt(np.clip(depth / max(1.0, 0.5 * thick), 0, 1)))
    grain = cv2.resize(rng.normal(0, 0.03, (size[1] // 3 + 1, size[0] // 3 + 1)).astype(np.float32), size)
    limb = np.clip((tone + grain)[..., None] * colour.astype(np.float32), 0, 255).astype(np.uint8)
    cover = cv2.GaussianBlur(inner, (0, 0), 0.8).astype(np.float32) / np.float32(255)
    painter.canvas[part] = cv2.blendLinear(limb, ground, cover, 1 - cover)
    painter.owner[part][inner > 127] = number


def _around(mask: Picture, margin: int) -> tuple[slice, slice] | None:
    """The part of the picture that holds the mask and a margin; None where the mask is empty."""
    left, top, width, height = cv2.boundingRect(mask)
    if width == 0:
        return None
    return slice(max(0, top - margin), top + height + margin), slice(max(0, left - margin), left + width + margin)
