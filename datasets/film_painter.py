"""Draws the frames of a film: the table and what lies still are one kept layer, only what moves is drawn each time.

Frames are BGR `uint8` `(H, W, 3)`. A frame depends on its time alone, not on the frames drawn before it.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.film_cast import Cast
from datasets.film_script import Script
from datasets.film_stage import MARGIN, Stage
from datasets.film_tracks import Hand, Pose, Track
from datasets.gleam import shine
from datasets.painting import Painter
from datasets.view import Matrix, Picture, View, project
from scorer.cards import Card

Box = tuple[int, int, int, int]
KEPT = 6
"""Kept layers: the latest, and those beneath it that still serve when a card is taken away."""


@dataclass(frozen=True)
class _Layer:
    """The table with what lies on it, unlit, and whose each pixel is (the number of a track, -1 the table).

    `shown` is the same with the lamps mirrored in what lies there.
    """

    canvas: Picture
    owner: NDArray[np.int16]
    shown: Picture


@dataclass
class FilmPainter:
    """Draws the frames of one script with one cast on its stage; `seed` fixes the noise."""

    cast: Cast
    script: Script
    seed: int
    _layers: OrderedDict[object, _Layer] = field(default_factory=OrderedDict, init=False)
    _lit: tuple[object, Picture] | None = field(default=None, init=False)
    _lamp: tuple[tuple[float, float, float], NDArray[np.float32]] | None = field(default=None, init=False)
    _alive: list[list[int]] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.stage = self.cast.stage
        self._alive = [[] for _ in range(math.ceil(self.script.duration_s) + 1)]
        for number, track in enumerate(self.script.tracks):
            end = self.script.duration_s if track.end is None else track.end
            for second in range(max(0, math.floor(track.keys[0].t - 0.1)), math.floor(end + 0.1) + 1):
                if second < len(self._alive):
                    self._alive[second].append(number)
        self._noise = _noise_fields(self.stage, self.seed)

    def frame(self, t: float) -> Picture:
        """The frame taken at that time."""
        half = self.stage.lens.exposure / 2
        view = self._view(t)
        lying, moving = self._sorted(t - half, t + half)
        key = (tuple(np.round(view.to_picture, 6).ravel()), tuple(lying))
        gain = self.script.gain_at(t)
        layer = self._layer(key, view, lying)
        if self._lit is None or self._lit[0] != (key, gain):
            whole = (0, 0, *view.size_wh)
            self._lit = ((key, gain), self._lighted(layer.shown, whole, gain))
        picture = self._lit[1].copy()
        if moving:
            self._draw_moving(picture, layer, view, moving, t, gain)
        return self._delivered(picture, t)

    def owners(self, t: float, hands: bool = True) -> NDArray[np.int16]:
        """Whose each pixel `(H, W)` is: the number of a track of the script, -1 the table's.

        What moves counts as it is at that instant; what hands hide is theirs (unless `hands` is false).
        """
        half = self.stage.lens.exposure / 2
        view = self._view(t)
        lying, moving = self._sorted(t - half, t + half)
        layer = self._layer((tuple(np.round(view.to_picture, 6).ravel()), tuple(lying)), view, lying)
        painter = Painter(layer.canvas.copy(), self.stage.lamp)
        painter.owner = layer.owner.copy()
        for number in moving:
            track = self.script.tracks[number]
            if isinstance(track.thing, Hand):
                if hands:
                    painter.owner[self.cast.hidden_by(view, track.thing, _pose(track, t))] = number
            else:
                self.cast.lay(painter, view, number, track.thing, _pose(track, t))
        return painter.owner

    def index_shares(self, t: float) -> dict[Card, float]:
        """For each card that lies face up in the picture: the share of its index that shows most."""
        half = self.stage.lens.exposure / 2
        owner, view = self.owners(t), self._view(t)
        shares = {}
        for _, number in self._sorted(t - half, t + half)[0]:
            track = self.script.tracks[number]
            pose = track.pose_at(t)
            if isinstance(track.thing, Card) and pose is not None and pose.flip < 0.5:
                onto = self.cast.face_map(view, pose)
                boxes = self.cast.pack.index_boxes(track.thing)
                shares[track.thing] = max(_share(owner, number, onto, box) for box in boxes)
        return shares

    def _view(self, t: float) -> View:
        shift = self.script.shift_at(t, self.stage.view.size_wh)
        return replace(self.stage.view, to_picture=shift @ self.stage.view.to_picture)

    def _sorted(self, start: float, until: float) -> tuple[list[tuple[float, int]], list[int]]:
        """What lies still (since when, number of the track), the lowest first, and what moves, hands last."""
        lying, moving = [], []
        middle = (start + until) / 2
        for number in self._alive[min(max(0, int(middle)), len(self._alive) - 1)]:
            track = self.script.tracks[number]
            since = track.lies_since(start, until)
            if since is not None:
                lying.append((since, number))
            elif track.pose_at(middle) is not None:
                moving.append(number)
        moving.sort(key=lambda number: (isinstance(self.script.tracks[number].thing, Hand), number))
        return sorted(lying), moving

    def _layer(self, key: object, view: View, lying: list[tuple[float, int]]) -> _Layer:
        """The kept layer of what lies still, drawn on top of the highest kept layer beneath it."""
        camera = key[0] if isinstance(key, tuple) else None
        for count in range(len(lying), -1, -1):
            below = self._layers.get((camera, tuple(lying[:count])))
            if below is not None:
                self._layers.move_to_end((camera, tuple(lying[:count])))
                break
        else:
            count, below = 0, self._bare(view)
            self._keep((camera, ()), below)
        if count == len(lying):
            return below
        painter = Painter(below.canvas.copy(), self.stage.lamp)
        painter.owner = below.owner.copy()
        for since, number in lying[count:]:
            track = self.script.tracks[number]
            pose = track.pose_at(since)
            if pose is not None:
                self.cast.lay(painter, view, number, track.thing, pose)
        layer = _Layer(painter.canvas, painter.owner, self._mirrored(painter))
        self._keep(key, layer)
        return layer

    def _keep(self, key: object, layer: _Layer) -> None:
        self._layers[key] = layer
        if len(self._layers) > KEPT:
            self._layers.popitem(last=False)

    def _bare(self, view: View) -> _Layer:
        """The table with nothing of the script on it."""
        width, height = view.size_wh
        shift = view.to_picture @ np.linalg.inv(self.stage.view.to_picture)
        if np.allclose(shift, np.eye(3), atol=1e-9):
            canvas = self.stage.base[MARGIN:-MARGIN, MARGIN:-MARGIN].copy()
        else:
            onto = shift @ np.array([[1, 0, -MARGIN], [0, 1, -MARGIN], [0, 0, 1.0]])
            canvas = np.asarray(
                cv2.warpPerspective(self.stage.base, onto, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8
            )
        return _Layer(canvas, np.full((height, width), -1, np.int16), canvas)

    def _mirrored(self, painter: Painter) -> Picture:
        """The lamps' gleam on the cards."""
        veil = self.stage.lens.gleam
        if veil is None:
            return painter.canvas
        return shine(painter.canvas, veil * (painter.owner >= 0), (235.0, 250.0, 255.0))

    def _draw_moving(
        self, picture: Picture, layer: _Layer, view: View, moving: list[int], t: float, gain: tuple[float, float, float]
    ) -> None:
        """Draws what moves, blurred along its way, onto the lit picture."""
        half = self.stage.lens.exposure / 2
        ends = [self._boxes(view, moving, t + k * half) for k in (-1, 1)]
        box = _around([one for end in ends for one in end.values()], view.size_wh)
        if box is None:
            return
        steps = _steps(ends)
        x0, y0, x1, y1 = box
        ground = layer.shown[y0:y1, x0:x1]
        total = np.zeros(ground.shape, np.uint16 if steps > 1 else np.uint8)
        near = replace(view, to_picture=np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ view.to_picture)
        for k in range(steps):
            at = t if steps == 1 else t + half * (2 * k / (steps - 1) - 1)
            painter = Painter(ground.copy(), self.stage.lamp)
            for number in moving:
                self._lay_moving(painter, near, number, at)
            if steps == 1:
                total = painter.canvas
            else:
                total += painter.canvas
        drawn = np.asarray(total if steps == 1 else cv2.convertScaleAbs(total, alpha=1 / steps), np.uint8)
        picture[y0:y1, x0:x1] = self._lighted(drawn, box, gain)

    def _lay_moving(self, painter: Painter, view: View, number: int, t: float) -> None:
        track = self.script.tracks[number]
        pose = _pose(track, t)
        if isinstance(track.thing, Hand):
            sway = 0.012 * math.sin(7.0 * t + number)
            pose = replace(pose, x=pose.x + sway, y=pose.y - sway)
        self.cast.lay(painter, view, number, track.thing, pose)

    def _boxes(self, view: View, moving: list[int], t: float) -> dict[int, NDArray[np.float64]]:
        """Points `(n, 2)` about each moving thing."""
        tracks = self.script.tracks
        return {number: self.cast.corners(view, tracks[number].thing, _pose(tracks[number], t)) for number in moving}

    def _lighted(self, raw: Picture, box: Box, gain: tuple[float, float, float]) -> Picture:
        """That part of the picture in the film's light and through its lens."""
        x0, y0, x1, y1 = box
        lens = self.stage.lens
        if self._lamp is None or self._lamp[0] != gain:
            self._lamp = (gain, lens.lamp_map * np.array(gain, np.float32))
        lamp = self._lamp[1][y0:y1, x0:x1]
        lit = cv2.LUT(cv2.multiply(raw, lamp, dtype=cv2.CV_8U), lens.tones)
        return np.asarray(cv2.GaussianBlur(lit, (0, 0), lens.blur) if lens.blur > 0.25 else lit, np.uint8)

    def _delivered(self, picture: Picture, t: float) -> Picture:
        """What the phone hands on: focus, noise, compression."""
        rng = np.random.default_rng([self.seed, round(t * 1000) & 0xFFFFFFFF, 0xF0])
        sigma = self.script.defocus_at(t)
        if sigma > 0.3:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)
        height, width = picture.shape[:2]
        top, left = (int(v) for v in rng.integers(0, 64, 2))
        more, less = (one[top : top + height, left : left + width] for one in self._noise)
        picture = np.asarray(cv2.subtract(cv2.add(picture, more), less), np.uint8)
        if self.stage.lens.jpeg is not None:
            data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.stage.lens.jpeg])[1]
            picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        return picture


def _noise_fields(stage: Stage, seed: int) -> tuple[Picture, Picture]:
    """What sensor noise adds and takes away, larger than the picture; partly in blotches as small sensors show."""
    rng = np.random.default_rng([seed, 0x6EA])
    width, height = stage.view.size_wh[0] + 64, stage.view.size_wh[1] + 64
    fine = rng.standard_normal((height, width, 3), dtype=np.float32)
    coarse = rng.standard_normal((height // 2, width // 2, 3), dtype=np.float32)
    noise = stage.lens.noise * (0.7 * fine + 0.7 * cv2.resize(coarse, (width, height)))
    more, less = np.clip(np.round(noise), 0, 255), np.clip(np.round(-noise), 0, 255)
    return more.astype(np.uint8), less.astype(np.uint8)


def _around(boxes: list[NDArray[np.float64]], size_wh: tuple[int, int]) -> Box | None:
    """The part (x0, y0, x1, y1) of the picture that holds all of them; None where they are out of it."""
    low = np.array([np.vstack(boxes).min(axis=0)]).ravel()
    high = np.array([np.vstack(boxes).max(axis=0)]).ravel()
    x0, y0 = max(0, math.floor(low[0]) - 4), max(0, math.floor(low[1]) - 4)
    x1, y1 = min(size_wh[0], math.ceil(high[0]) + 4), min(size_wh[1], math.ceil(high[1]) + 4)
    return (x0, y0, x1, y1) if x1 - x0 > 2 and y1 - y0 > 2 else None


def _steps(ends: list[dict[int, NDArray[np.float64]]]) -> int:
    """How many pictures of a movement make its blur: one where nothing moves by more than a pixel and a half."""
    way = max(float(np.abs(ends[0][n] - ends[1][n]).max()) for n in ends[0])
    return 1 if way < 1.5 else min(6, 2 + int(way / 4))


def _pose(track: Track, t: float) -> Pose:
    """Its pose, also a moment before it appears or after it is gone."""
    return track.pose_at(t) or track.keys[0 if t < track.keys[0].t else -1].pose


def _share(owner: NDArray[np.int16], number: int, onto: Matrix, box: tuple[float, float, float, float]) -> float:
    """How much of a box on a face is its owner's pixels in the picture."""
    x0, y0, x1, y1 = box
    quad = project(onto, np.array([[x0, y0, 1], [x1, y0, 1], [x1, y1, 1], [x0, y1, 1.0]]).T).T
    inside = np.zeros(owner.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad * 16).astype(np.int32), 1, shift=4)
    area = max(float(cv2.contourArea(quad.astype(np.float32))), float(inside.sum()), 1.0)
    return float(((owner == number) & (inside > 0)).sum()) / area
