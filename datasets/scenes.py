"""Tables with cards on them, drawn with exact labels: the same seed and packs give the same picture.

A scene is laid out on a table plane (units: card widths), seen through one camera homography, painted from the bottom
card to the top one, and then passed through `datasets.effects.camera`. An index is labelled when at least
`VISIBLE_SHARE` of its box shows. Pictures are BGR `uint8` `(H, W, 3)`, boxes `xyxy` in pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import effects
from datasets.clutter import add_clutter, add_hand
from datasets.layouts import LAYOUTS, Placed, lay_out, lay_trick
from datasets.packs import CardPack
from datasets.textures import patch
from scorer.cards import Card

VISIBLE_SHARE = 0.6
Picture = NDArray[np.uint8]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class IndexLabel:
    """One index that shows: its card, its box in the picture, and how much of it is visible (0..1)."""

    card: Card
    box_xyxy: tuple[float, float, float, float]
    visible: float


@dataclass(frozen=True, slots=True)
class Scene:
    """A drawn picture and its truth. `cards` are those with at least one labelled index.

    `covered` are indices of which something shows, but less than `VISIBLE_SHARE`: neither an index nor none.
    """

    picture: Picture
    labels: tuple[IndexLabel, ...]
    cards: frozenset[Card]
    layout: str
    covered: tuple[IndexLabel, ...] = ()


@dataclass
class SceneFactory:
    """Draws scenes from packs, `size_wh` pixels large; `difficulty` runs from 0 (a studio) to 1 (a pub at night)."""

    packs: Sequence[CardPack]
    surfaces: Sequence[Picture] = ()
    size_wh: tuple[int, int] = (960, 720)
    difficulty: float = 0.6
    _small: dict[tuple[int, int], Picture] = field(default_factory=dict, repr=False)

    def scene(self, seed: int, layout: str | None = None) -> Scene:
        """The scene of that seed, in one of `datasets.layouts.LAYOUTS` (chosen by the seed unless named)."""
        rng = np.random.default_rng([seed, 0x5CE])
        pack = self.packs[int(rng.integers(len(self.packs)))]
        name = layout or str(rng.choice(list(LAYOUTS)))
        cards = [list(pack.faces)[int(k)] for k in rng.permutation(len(pack.faces))]
        return self._draw(pack, lay_out(name, cards, rng), name, rng)

    def trick(self, seed: int, cards: Sequence[Card], pack: CardPack, first: int = 0) -> Scene:
        """A completed trick: `cards` lie clockwise in front of four players, the first at place `first`.

        Places count clockwise from the picture's bottom edge: 0 bottom, 1 left, 2 top, 3 right.
        """
        rng = np.random.default_rng([seed, 0x7C1])
        return self._draw(pack, lay_trick(list(cards), first, rng), "trick", rng)

    def _draw(self, pack: CardPack, placed: list[Placed], name: str, rng: np.random.Generator) -> Scene:
        width, height = self.size_wh
        canvas = patch(self.surfaces, height, width, rng)
        canvas = add_clutter(canvas, rng, self.difficulty)
        homographies = self._homographies(pack, placed, rng)
        owner = np.full((height, width), -1, np.int16)
        for number, (one, homography) in enumerate(zip(placed, homographies, strict=True)):
            face = pack.back if one.face_down else pack.faces[one.card]
            self._paint(canvas, owner, face, homography, number, rng)
        if rng.random() < 0.35 * self.difficulty:
            covered = add_hand(canvas, rng)
            owner[covered] = len(placed)
        shown = self._labels(pack, placed, homographies, owner)
        labels = tuple(label for label in shown if label.visible >= VISIBLE_SHARE)
        half_hidden = tuple(label for label in shown if label.visible < VISIBLE_SHARE)
        picture = effects.camera(canvas, rng, self.difficulty * float(rng.uniform(0.2, 1.0)), width / 900)
        return Scene(picture, labels, frozenset(label.card for label in labels), name, half_hidden)

    def _homographies(self, pack: CardPack, placed: list[Placed], rng: np.random.Generator) -> list[Matrix]:
        """For each card the map from face pixels to picture pixels: lay it down, then look at the table."""
        width, height = self.size_wh
        face_w, face_h = pack.size
        on_table = []
        for one in placed:
            unit = 1.0 / face_w
            cos, sin = math.cos(one.turn) * unit, math.sin(one.turn) * unit
            spin = np.array([[cos, -sin, one.x], [sin, cos, one.y], [0, 0, 1.0]])
            middle = np.array([[1, 0, -face_w / 2], [0, 1, -face_h / 2], [0, 0, 1.0]])
            on_table.append(spin @ middle)
        outline = np.array([[0, 0, 1], [face_w, 0, 1], [face_w, face_h, 1], [0, face_h, 1.0]]).T
        camera = _camera(rng, self.difficulty)
        corners = np.hstack([_project(camera @ m, outline) for m in on_table])
        low, high = corners.min(axis=1), corners.max(axis=1)
        fill = rng.uniform(0.55, 1.02)
        zoom = fill * min(width / (high[0] - low[0]), height / (high[1] - low[1]))
        zoom = min(zoom, 0.62 * height * face_w / face_h / 1.0)
        slack = np.maximum(0.0, (np.array([width, height]) - zoom * (high - low)) / 2)
        shift = np.array([width, height]) / 2 - zoom * (low + high) / 2 + rng.uniform(-1, 1, 2) * slack * 0.8
        frame = np.array([[zoom, 0, shift[0]], [0, zoom, shift[1]], [0, 0, 1.0]])
        return [frame @ camera @ m for m in on_table]

    def _level(self, face: Picture, scale: float) -> Picture:
        """The face, halved as often as its drawing at `scale` allows without aliasing."""
        level = max(0, math.floor(-math.log2(max(scale, 1e-3)) + 0.25))
        key = (id(face), level)
        if key not in self._small:
            if len(self._small) > 3000:
                self._small.clear()
            small = face
            for _ in range(level):
                small = np.asarray(cv2.pyrDown(small), np.uint8)
            self._small[key] = small
        return self._small[key]

    def _paint(
        self,
        canvas: Picture,
        owner: NDArray[np.int16],
        face: Picture,
        homography: Matrix,
        number: int,
        rng: np.random.Generator,
    ) -> None:
        height, width = canvas.shape[:2]
        face_h, face_w = face.shape[:2]
        outline = np.array([[0, 0, 1], [face_w, 0, 1], [face_w, face_h, 1], [0, face_h, 1.0]]).T
        corners = _project(homography, outline)
        low = np.maximum(np.floor(corners.min(axis=1)).astype(int) - 6, 0)
        high = np.minimum(np.ceil(corners.max(axis=1)).astype(int) + 6, [width, height])
        if (high - low).min() < 2:
            return
        view = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]]) @ homography
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        scale = float(np.linalg.norm(corners[:, 0] - corners[:, 3]) / face_h)
        small = self._level(face, scale)
        back = np.diag([face_w / small.shape[1], face_h / small.shape[0], 1.0])
        drawn = cv2.warpPerspective(small, view @ back, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mask = _rounded(size, view, face_w, face_h)
        part = (slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0])))
        patch_ = canvas[part].astype(np.float32)
        if rng.random() < 0.85:
            spread = max(1.0, 0.02 * scale * face_h)
            moved = np.roll(mask, (int(spread * rng.uniform(0, 1.2)), int(spread * rng.uniform(-1, 1))), (0, 1))
            patch_ *= 1 - rng.uniform(0.15, 0.5) * cv2.GaussianBlur(moved, (0, 0), spread)[..., None]
        shaded = drawn * np.float32(rng.uniform(0.9, 1.0))
        canvas[part] = (patch_ * (1 - mask[..., None]) + shaded * mask[..., None]).astype(np.uint8)
        owner[part][mask > 0.5] = number

    def _labels(
        self, pack: CardPack, placed: list[Placed], homographies: list[Matrix], owner: NDArray[np.int16]
    ) -> list[IndexLabel]:
        height, width = owner.shape
        labels = []
        for number, (one, homography) in enumerate(zip(placed, homographies, strict=True)):
            if one.face_down:
                continue
            for box in pack.index_boxes(one.card):
                x0, y0, x1, y1 = box
                quad = _project(homography, np.array([[x0, y0, 1], [x1, y0, 1], [x1, y1, 1], [x0, y1, 1.0]]).T).T
                area = float(cv2.contourArea(quad.astype(np.float32)))
                low, high = quad.min(axis=0), quad.max(axis=0)
                left, top = max(0, math.floor(low[0])), max(0, math.floor(low[1]))
                right, bottom = min(width, math.ceil(high[0])), min(height, math.ceil(high[1]))
                if area < 20 or right - left < 2 or bottom - top < 2:
                    continue
                inside = np.zeros((bottom - top, right - left), np.uint8)
                cv2.fillConvexPoly(inside, np.round(quad - [left, top]).astype(np.int32), 1)
                shown = float(((owner[top:bottom, left:right] == number) & (inside > 0)).sum()) / max(area, 1.0)
                if shown > 0.02:
                    labels.append(IndexLabel(one.card, (left, top, right, bottom), min(1.0, shown)))
        return labels


def _project(homography: Matrix, points: Matrix) -> Matrix:
    """Homogeneous points `(3, n)` through a homography to `(2, n)`."""
    moved = homography @ points
    return np.asarray(moved[:2] / moved[2], np.float64)


def _camera(rng: np.random.Generator, difficulty: float) -> Matrix:
    """A phone's look at the table plane: rolled a little, tilted by up to 60 degrees times `difficulty`."""
    tilt = math.radians(float(rng.beta(1.1, 2.2)) * 60 * difficulty)
    roll = math.radians(float(rng.normal(0, 8 * difficulty)))
    distance = float(rng.uniform(7, 16))
    spin = np.array([[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1.0]])
    lean = np.array([[1, 0, 0], [0, math.cos(tilt), 0], [0, -math.sin(tilt) / distance, 1.0]])
    return np.asarray(lean @ spin, np.float64)


def _rounded(size: tuple[int, int], view: Matrix, face_w: int, face_h: int) -> NDArray[np.float32]:
    """Coverage `(h, w)` 0..1 of a card with rounded corners."""
    radius = 0.055 * face_w
    points = []
    for cx, cy, start in (
        (radius, radius, math.pi),
        (face_w - radius, radius, 1.5 * math.pi),
        (face_w - radius, face_h - radius, 0.0),
        (radius, face_h - radius, 0.5 * math.pi),
    ):
        for k in range(5):
            angle = start + k * math.pi / 8
            points.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle), 1.0))
    outline = _project(view, np.array(points).T).T
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), 255, lineType=cv2.LINE_AA, shift=4)
    return np.asarray(mask, np.float32) / np.float32(255)
