"""Tables with cards on them, drawn with exact labels: the same seed and packs give the same picture.

A scene is laid out on a table plane (units: card widths), seen through one camera (`datasets.view`), painted from the
table top up to what stands over the cards (`datasets.painting`, `datasets.clutter`), and photographed
(`datasets.phone_camera`). An index is labelled when at least `VISIBLE_SHARE` of its box shows and can be read.
Pictures are BGR `uint8` `(H, W, 3)`, boxes `xyxy` in pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.clutter import lay_thing, reach_in, scatter, stand_glass
from datasets.gleam import BLOWN, shine, streak
from datasets.layouts import LAYOUTS, TURNED, Layout, Placed, lay_out, lay_trick, lengthwise, with_jokers
from datasets.packs import CardPack
from datasets.painting import Painter, Sheet, level_for, random_lamp, shrunk
from datasets.phone_camera import photograph
from datasets.view import Matrix, Picture, View, laid, look, outline, project
from scorer.cards import Card

VISIBLE_SHARE = 0.6
SMALLEST_PX = 7
"""An index shorter than this many pixels can't be read: it counts as covered."""
TABLE, WASHED = -1, -2
"""Owners of pixels: nobody's (the table shows), and blown out by glare."""


@dataclass(frozen=True, slots=True)
class IndexLabel:
    """One index that shows: its card, its box in the picture, and how much of it is visible (0..1)."""

    card: Card
    box_xyxy: tuple[float, float, float, float]
    visible: float


@dataclass(frozen=True, slots=True)
class Scene:
    """A drawn picture and its truth. `cards` are those with at least one labelled index.

    `covered` are indices of which something shows, but less than `VISIBLE_SHARE` of them can be read (covered by a
    card or a hand, blown out by glare, too small): neither an index nor none.
    """

    picture: Picture
    labels: tuple[IndexLabel, ...]
    cards: frozenset[Card]
    layout: str
    covered: tuple[IndexLabel, ...] = ()


@dataclass(frozen=True)
class _Draft:
    """A scene while it is painted: its cards, the maps from their faces to the picture, the camera."""

    pack: CardPack
    placed: list[Placed]
    homographies: list[Matrix]
    view: View
    stock: Sheet
    """What the cards of this scene have in common: corners, cut edge, gloss."""

    @property
    def over(self) -> int:
        """The owner number of whatever lies or stands over the cards."""
        return len(self.placed)


@dataclass
class SceneFactory:
    """Draws scenes from packs, `size_wh` pixels large; `difficulty` runs from 0 (a studio) to 1 (a pub at night).

    `surfaces` are photographs of table tops, `fonts` TrueType files for what is printed on the things lying about.
    """

    packs: Sequence[CardPack]
    surfaces: Sequence[Picture] = ()
    size_wh: tuple[int, int] = (960, 720)
    difficulty: float = 0.6
    fonts: tuple[Path, ...] = ()
    _small: dict[tuple[int, int], Picture] = field(default_factory=dict, repr=False)

    def scene(self, seed: int, layout: str | None = None) -> Scene:
        """The scene of that seed, in one of `datasets.layouts.LAYOUTS` (chosen by the seed unless named)."""
        rng = np.random.default_rng([seed, 0x5CE])
        pack = self.packs[int(rng.integers(len(self.packs)))]
        name = layout or str(rng.choice(list(LAYOUTS)))
        cards = [list(pack.faces)[int(k)] for k in rng.permutation(len(pack.faces))]
        placed = lay_out(name, cards, rng)
        if name in TURNED and rng.random() < 0.5:
            placed = lengthwise(placed, self.size_wh[0] >= self.size_wh[1])
        if pack.jokers and rng.random() < 0.3 * self.difficulty:
            placed = with_jokers(placed, float(rng.uniform(0.05, 0.5)), rng)
        return self._draw(pack, placed, name, rng)

    def trick(self, seed: int, cards: Sequence[Card], pack: CardPack, first: int = 0) -> Scene:
        """A completed trick: `cards` lie clockwise in front of four players, the first at place `first`.

        Places count clockwise from the picture's bottom edge: 0 bottom, 1 left, 2 top, 3 right.
        """
        rng = np.random.default_rng([seed, 0x7C1])
        return self._draw(pack, lay_trick(list(cards), first, rng), "trick", rng)

    def laid(self, seed: int, cards: Sequence[Card], pack: CardPack, lay: Layout, name: str) -> Scene:
        """All of `cards` in a layout of that name, for instance a pile by `datasets.layouts.lay_fan`."""
        rng = np.random.default_rng([seed, 0x917E])
        placed = lengthwise(lay(list(cards), rng), self.size_wh[0] >= self.size_wh[1])
        return self._draw(pack, placed, name, rng)

    def _draw(self, pack: CardPack, placed: list[Placed], name: str, rng: np.random.Generator) -> Scene:
        draft = self._draft(pack, placed, rng)
        painter = Painter(draft.view.surface(list(self.surfaces), rng), random_lamp(rng))
        for thing in scatter(draft.view, 1.8 * self.difficulty, self.fonts, rng):
            lay_thing(painter, draft.view, thing, TABLE)
        for number in range(len(placed)):
            self._lay_card(painter, draft, number, rng)
        self._cover(painter, draft, rng)
        visible = _shown(draft, painter.owner)
        if rng.random() < 0.4 * self.difficulty:
            _glare(painter, draft, visible, rng)
        labels, covered = _sorted(visible, _shown(draft, painter.owner))
        lengths = [_length(one) for one in labels]
        severity = self.difficulty * float(rng.uniform(0.2, 1.0))
        index_px = float(np.median(lengths)) if lengths else 20.0
        picture = photograph(painter.canvas, rng, severity, index_px, draft.view.tilt)
        return Scene(picture, labels, frozenset(one.card for one in labels), name, covered)

    def _draft(self, pack: CardPack, placed: list[Placed], rng: np.random.Generator) -> _Draft:
        """For each card the map from face pixels to picture pixels: lay it down, then look at the table."""
        on_table = [laid(pack.size, 1.0, one.x, one.y, one.turn) for one in placed]
        corners = np.hstack([project(m, outline(*pack.size)) for m in on_table])
        boxes = np.array(list(pack.indices.values()))
        index_length = float(np.median(boxes[:, 3] - boxes[:, 1])) / pack.size[0]
        view = look(corners, index_length, self.size_wh, self.difficulty, rng)
        return _Draft(pack, placed, [view.to_picture @ m for m in on_table], view, _stock(pack, self.difficulty, rng))

    def _lay_card(self, painter: Painter, draft: _Draft, number: int, rng: np.random.Generator) -> None:
        one, homography, pack = draft.placed[number], draft.homographies[number], draft.pack
        face = pack.back if one.face_down else pack.faces[one.card]
        if one.joker:
            face = pack.jokers[int(rng.integers(len(pack.jokers)))]
        height, width = face.shape[:2]
        if (width, height) != pack.size:
            homography = homography @ np.diag([pack.size[0] / width, pack.size[1] / height, 1.0])
        small = self._level(face, level_for(homography, width, height))
        back = np.diag([width / small.shape[1], height / small.shape[0], 1.0])
        sheet = replace(
            draft.stock,
            picture=small,
            lift=float(rng.uniform(0.002, 0.02)),
            gain=float(rng.uniform(0.9, 1.0)),
            bend=float(rng.normal(0, 0.08)) * self.difficulty,
            sheen=draft.stock.sheen * float(rng.uniform(0.5, 1.0)),
        )
        painter.lay(sheet, homography @ back, number)

    def _level(self, face: Picture, level: int) -> Picture:
        """The face halved that often; kept, for each is drawn many times."""
        key = (id(face), level)
        if key not in self._small:
            if len(self._small) > 3000:
                self._small.clear()
            self._small[key] = shrunk(face, level)
        return self._small[key]

    def _cover(self, painter: Painter, draft: _Draft, rng: np.random.Generator) -> None:
        """What lies, stands and reaches over the cards."""
        if rng.random() < 0.3 * self.difficulty:
            small = ("coin", "coin", "keys") if rng.random() < 0.75 else ("phone", "beer_mat")
            for thing in scatter(draft.view, 1.2, self.fonts, rng, small):
                lay_thing(painter, draft.view, thing, draft.over)
        if rng.random() < 0.22 * self.difficulty:
            at = draft.view.on_table(*(rng.uniform(0.02, 0.98, 2) * draft.view.size_wh))
            stand_glass(painter, draft.view, *at, draft.over, rng)
        if rng.random() < 0.35 * self.difficulty:
            one = draft.placed[int(rng.integers(len(draft.placed)))]
            beside = rng.normal(0, 0.5, 2)
            reach_in(painter, draft.view, one.x + beside[0], one.y + beside[1], draft.over, rng)


def _stock(pack: CardPack, difficulty: float, rng: np.random.Generator) -> Sheet:
    """The board the cards are cut from; `inset` cuts off the outline that drawn art often has and cards have not."""
    return Sheet(
        pack.back,
        corner=float(rng.uniform(0.045, 0.08)),
        inset=float(rng.uniform(0.012, 0.022)) if rng.random() < 0.85 else 0.0,
        sheen=float(rng.beta(1, 3)) * 0.5 * difficulty,
        rim=int(rng.integers(140, 256)) if rng.random() < 0.6 else None,
    )


def _sorted(
    visible: list[IndexLabel], readable: list[IndexLabel]
) -> tuple[tuple[IndexLabel, ...], tuple[IndexLabel, ...]]:
    """Labels and covered indices, from what shows of each and what of that can be read."""
    labels, covered = [], []
    for shown, read in zip(visible, readable, strict=True):
        if read.visible >= VISIBLE_SHARE and _length(read) >= SMALLEST_PX:
            labels.append(read)
        elif shown.visible > 0.02:
            covered.append(read)
    return tuple(labels), tuple(covered)


def _length(label: IndexLabel) -> float:
    x0, y0, x1, y1 = label.box_xyxy
    return max(x1 - x0, y1 - y0)


def _glare(painter: Painter, draft: _Draft, visible: list[IndexLabel], rng: np.random.Generator) -> None:
    """Lamps mirrored in one or two cards, mostly right on an index; what they blow out has no owner any more."""
    seen = [one for one in visible if one.visible > VISIBLE_SHARE]
    if not seen:
        return
    for _ in range(int(rng.integers(1, 3))):
        x0, y0, x1, y1 = seen[int(rng.integers(len(seen)))].box_xyxy
        beside = rng.normal(0, 0.35, 2) * max(x1 - x0, y1 - y0)
        centre = ((x0 + x1) / 2 + beside[0], (y0 + y1) / 2 + beside[1])
        card_px = draft.view.scale_at(*draft.view.on_table(*centre))
        veil = streak(painter.owner.shape, centre, card_px, rng)
        if rng.random() < 0.6:
            inside = (min(max(int(centre[1]), 0), veil.shape[0] - 1), min(max(int(centre[0]), 0), veil.shape[1] - 1))
            veil *= painter.owner == painter.owner[inside]
        painter.canvas[:] = shine(painter.canvas, veil, (float(rng.uniform(205, 255)), 252.0, 255.0))
        painter.owner[veil > BLOWN] = WASHED


def _shown(draft: _Draft, owner: NDArray[np.int16]) -> list[IndexLabel]:
    """Every index that lies in the picture, with the share of it its card still owns (0 where all is hidden)."""
    height, width = owner.shape
    labels = []
    for number, (one, homography) in enumerate(zip(draft.placed, draft.homographies, strict=True)):
        if one.face_down or one.joker:
            continue
        for x0, y0, x1, y1 in draft.pack.index_boxes(one.card):
            quad = project(homography, np.array([[x0, y0, 1], [x1, y0, 1], [x1, y1, 1], [x0, y1, 1.0]]).T).T
            low, high = quad.min(axis=0), quad.max(axis=0)
            left, top = max(0, math.floor(low[0])), max(0, math.floor(low[1]))
            right, bottom = min(width, math.ceil(high[0])), min(height, math.ceil(high[1]))
            if right - left < 2 or bottom - top < 2:
                continue
            inside = np.zeros((bottom - top, right - left), np.uint8)
            cv2.fillConvexPoly(inside, np.round(quad - [left, top]).astype(np.int32), 1)
            area = max(float(cv2.contourArea(quad.astype(np.float32))), float(inside.sum()), 1.0)
            share = float(((owner[top:bottom, left:right] == number) & (inside > 0)).sum()) / area
            labels.append(IndexLabel(one.card, (left, top, right, bottom), min(1.0, share)))
    return labels
