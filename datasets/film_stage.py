"""Where a film is shot: how a phone on a stand sees the table, in what light, through what lens. Fixed for one film."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.clutter import lay_thing, scatter
from datasets.gleam import streak
from datasets.layouts import SIDES
from datasets.packs import CardPack
from datasets.painting import Lamp, Painter
from datasets.view import Matrix, Picture, View

Difficulty = Literal["easy", "normal", "hard"]
MARGIN = 96
"""Pixels of table kept around the picture, for when the phone is knocked."""


@dataclass(frozen=True)
class Level:
    """What a difficulty means: ranges (from, to) a film draws its numbers from."""

    tilt: tuple[float, float]
    """Degrees from straight above."""
    roll: float
    """Degrees by which the phone stands askew (deviation)."""
    index_px: tuple[float, float]
    """Length of an index in a picture of 640 px."""
    card_px: float
    """Least width of a card: those with a jumbo index are not seen from the ceiling."""
    reach: tuple[float, float]
    """How far from the middle cards come to lie, see `datasets.layouts.lay_trick`."""
    severity: float
    exposure: float
    """Seconds a frame is exposed."""
    shows: tuple[float, float]
    """Share of the index that shows most of each card in the end, at least."""
    hidden: float
    """Share of tricks in which a card may show no index in the end."""
    heaps: float
    """Share of films in which won tricks lie in view."""
    clutter: float
    """Things lying about on average."""


LEVELS: dict[Difficulty, Level] = {
    "easy": Level((5, 20), 2, (22, 30), 58, (0.75, 1.25), 0.2, 1 / 100, (0.8, 0.95), 0.0, 0.0, 0.5),
    "normal": Level((15, 40), 4, (19, 28), 54, (0.5, 1.0), 0.45, 1 / 60, (0.65, 0.95), 0.0, 0.7, 1.5),
    "hard": Level((25, 45), 6, (17, 24), 52, (0.3, 0.7), 0.6, 1 / 50, (0.65, 0.95), 0.05, 0.8, 2.5),
}


@dataclass(frozen=True)
class Lens:
    """What the phone does to every frame of a film."""

    lamp_map: NDArray[np.float32]
    """How bright each pixel of the picture is `(h, w, 3)`."""
    tones: NDArray[np.uint8]
    """The tone curve `(256,)`."""
    gleam: NDArray[np.float32] | None
    """Share of a lamp's light `(h, w)` in what a card shows there."""
    blur: float
    noise: float
    """Grey levels."""
    jpeg: int | None
    exposure: float


@dataclass(frozen=True)
class Stage:
    """One table under one camera. `outside[p]` is how far from the middle the player at place `p` is out of view."""

    level: Level
    view: View
    lamp: Lamp
    lens: Lens
    base: Picture = field(repr=False)
    """The empty table with what lies about, unlit, with `MARGIN` around the picture."""
    outside: tuple[float, float, float, float]

    def inside(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Whether a place on the table is in the picture, `margin` pixels from its edge."""
        return _inside(self.view, x, y, margin)


def set_stage(
    difficulty: Difficulty, pack: CardPack, size_wh: tuple[int, int], rng: np.random.Generator, room: float = 1.0
) -> Stage:
    """A stage of that difficulty on which an index of the pack is as long in the picture as it should be.

    At least `room` card widths of table show beyond the middles of a trick's cards.
    """
    level = LEVELS[difficulty]
    view = _stand(level, index_length(pack), size_wh, room, rng)
    lamp = Lamp(float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0.15, 0.5)), float(rng.uniform(0.8, 3.0)))
    base = _table(view, lamp, level, rng)
    outside = [_way_out(view, place) for place in range(4)]
    lens = _lens(level, view, rng)
    return Stage(level, view, lamp, lens, base, (outside[0], outside[1], outside[2], outside[3]))


def index_length(pack: CardPack) -> float:
    """The length of the pack's indices in card widths."""
    boxes = np.array(list(pack.indices.values()))
    return float(np.median((boxes[:, 2:] - boxes[:, :2]).max(axis=1))) / pack.size[0]


def _stand(level: Level, index: float, size_wh: tuple[int, int], room: float, rng: np.random.Generator) -> View:
    """A phone on a stand that sees every place where a trick's cards come to lie, as near as the level asks."""
    width, height = size_wh
    tilt = math.radians(float(rng.uniform(*level.tilt)))
    roll = math.radians(float(rng.normal(0, level.roll)))
    zoom = max(float(rng.uniform(*level.index_px)) / index * 2 / (1 + math.cos(tilt)), level.card_px) * width / 640
    focal = float(rng.uniform(0.85, 1.15)) * width
    middle = (width * float(rng.uniform(0.46, 0.54)), height * float(rng.uniform(0.47, 0.54)))
    far = level.reach[1]
    corners = [(x * (1.15 * far + room), y * (0.95 * far + room)) for x in (-1, 1) for y in (-1, 1)]
    while True:
        view = View(_seen_from(tilt, roll, focal / zoom, zoom, middle), tilt, size_wh)
        if all(_inside(view, x, y, 4) for x, y in corners):
            return view
        zoom *= 0.97


def _seen_from(tilt: float, roll: float, distance: float, zoom: float, middle: tuple[float, float]) -> Matrix:
    """Table to picture: a camera `distance` card widths away, `zoom` pixels a card width at the table's middle."""
    spin = np.array([[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1.0]])
    lean = np.array([[1, 0, 0], [0, math.cos(tilt), 0], [0, -math.sin(tilt) / distance, 1.0]])
    return np.asarray(np.array([[zoom, 0, middle[0]], [0, zoom, middle[1]], [0, 0, 1.0]]) @ lean @ spin, np.float64)


def _inside(view: View, x: float, y: float, margin: float) -> bool:
    at = view.to_picture @ np.array([x, y, 1.0])
    if at[2] < 0.1:
        return False
    px, py = at[:2] / at[2]
    return bool(margin <= px <= view.size_wh[0] - margin and margin <= py <= view.size_wh[1] - margin)


def _way_out(view: View, place: int) -> float:
    """How many card widths from the middle that side of the picture ends."""
    dx, dy = SIDES[place]
    away = 1.0
    while away < 12 and _inside(view, dx * away, dy * away, 0):
        away += 0.1
    return away


def _table(view: View, lamp: Lamp, level: Level, rng: np.random.Generator) -> Picture:
    """The empty table and what lies about on it, clear of the middle, `MARGIN` pixels wider than the picture."""
    size = (view.size_wh[0] + 2 * MARGIN, view.size_wh[1] + 2 * MARGIN)
    shift = np.array([[1, 0, MARGIN], [0, 1, MARGIN], [0, 0, 1.0]])
    wide = View(shift @ view.to_picture, view.tilt, size)
    painter = Painter(wide.surface([], rng), lamp)
    for thing in scatter(wide, level.clutter, (), rng):
        if max(abs(thing.x), abs(thing.y)) > 1.3 * level.reach[1] + 1.5 or thing.thing.thick < 0.03:
            lay_thing(painter, wide, thing, -1)
    return painter.canvas


def _lens(level: Level, view: View, rng: np.random.Generator) -> Lens:
    """Light that falls off to one side, a colour, an exposure (seldom a pub at night), tones; blur, noise, jpeg."""
    severity = level.severity
    width, height = view.size_wh
    warm, tint = float(rng.uniform(-0.3, 1.0)) * 0.35 * severity, float(rng.normal(0, 0.03)) * severity
    angle, depth = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0, 0.5)) * severity
    xx = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    yy = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    fall = 1 - depth * 0.5 * (1 + np.clip(math.cos(angle) * xx + math.sin(angle) * yy, -1, 1))
    gain = math.exp(float(rng.uniform(-0.55, 0.25)) * severity)
    if rng.random() < severity - 0.45:
        gain *= float(rng.uniform(0.55, 0.85))
    lamp_map = cv2.merge([np.asarray(fall * (gain * v), np.float32) for v in (1 - warm, 1 + tint, 1 + 0.3 * warm)])
    curve, haze = math.exp(float(rng.uniform(-0.3, 0.25)) * severity), float(rng.exponential(0.03)) * severity
    tones = (np.linspace(0, 1, 256) ** curve * (1 - haze) + haze) * 255
    return Lens(
        np.asarray(lamp_map, np.float32),
        np.clip(np.round(tones), 0, 255).astype(np.uint8),
        _gleam(view, rng) if rng.random() < severity - 0.45 else None,
        float(rng.uniform(0.2, 0.9)) * severity,
        float(rng.uniform(1.5, 6)) * severity,
        int(rng.integers(55, 90)) if severity > 0.6 else None,
        level.exposure,
    )


def _gleam(view: View, rng: np.random.Generator) -> NDArray[np.float32]:
    """A lamp or two mirrored in the cards about the table's middle; what is printed there pales and can be read."""
    veil = np.zeros(view.size_wh[::-1], np.float32)
    for _ in range(int(rng.integers(1, 3))):
        x, y = (float(v) for v in rng.normal(0, 1.0, 2))
        veil = np.maximum(veil, streak(veil.shape, view.pixel(x, y), view.scale_at(x, y), rng))
    return np.minimum(veil, np.float32(rng.uniform(0.3, 0.55)))
