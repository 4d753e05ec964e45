"""Training crops for the identifier: one index at any rotation, as a phone would have caught it, 64 px square.

A crop is cut from a small imagined table: the corner of a card, perhaps a neighbour over one side of it, a surface
beneath; seen at the resolution the camera had (an index 9 to 90 px long), then scaled to 64 px as the reader does.
Crops that hold no readable index (pips, courts, backs, letters of other languages, indices mostly covered or blown
out, numerals on a beer mat) carry the label `NO_INDEX`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import effects
from datasets.crop_table import CropTable, View
from datasets.foreign import transplant
from datasets.index_glare import blow_out
from datasets.packs import CardPack, StrangeFace
from datasets.textures import patch
from scorer.cards import Card

SIDE = 64
"""Pixels a side of a finished crop."""
NO_INDEX = -1
SUIT_FROM = 0.55
"""Where in an index's height its suit begins."""
READABLE, UNREADABLE = 0.33, 0.6
"""Covered shares of an index up to which it keeps its card, and from which it is no index; between, it is left out."""
SMALLEST, LARGEST = 9.0, 80.0
"""Length of an index in camera pixels."""
Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class Crop:
    """A finished crop `(64, 64, 3)` BGR and what it shows: places in A 2 .. K and C D H S, or `NO_INDEX` twice.

    `kind` says how it was made: `card`, `strange` (no index at all), `foreign` (an index that names no card),
    `covered`, `glare`.
    """

    picture: Picture
    rank: int
    suit: int
    kind: str = "card"


@dataclass
class CropFactory:
    """Makes crops from packs and photographs of surfaces. Every share is one of 0..1."""

    packs: Sequence[CardPack]
    surfaces: Sequence[Picture] = ()
    strange_share: float = 0.16
    """Crops without any index: pips, courts, backs, jokers, print on the table."""
    foreign_share: float = 0.08
    """Crops of an index that names no card: letters of other languages, 11 to 15, JOKER; none where no pack has any."""
    covered_share: float = 0.03
    """Crops of an index more than 60 % covered, or out of the card's picture."""
    glare_share: float = 0.05
    """Crops with a reflection on the index itself; no index where it blew out half of rank or suit."""
    fan_share: float = 0.35
    """Of the crops of an index: those in a fan or column, covered right up to the index's edge."""
    soft_share: float = 0.22
    """Of all crops: those as a webcam gives them, small, out of focus, pale, with coarse JPEG."""
    table: CropTable = field(init=False, repr=False)
    _foreign: list[StrangeFace] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.table = CropTable(self.surfaces)
        self._foreign = _foreign_faces(self.packs)

    def sample(self, rng: np.random.Generator) -> Crop:
        """One crop; the same generator state gives the same crop."""
        shares = {"strange": self.strange_share, "covered": self.covered_share, "glare": self.glare_share}
        shares["foreign"] = self.foreign_share if self._foreign else 0.0
        mark, kind = rng.random(), "card"
        for name, share in shares.items():
            if 0 <= mark < share:
                kind = name
            mark -= share
        make = {"strange": self._strange, "foreign": self._foreign_index, "covered": self._covered}
        while True:
            soft = bool(rng.random() < self.soft_share)
            longest = 20.0 if soft else LARGEST
            native = float(np.exp(rng.uniform(math.log(SMALLEST), math.log(longest))))
            crop = make[kind](rng, native, soft) if kind in make else self._index(rng, native, soft, kind)
            if crop is not None:
                return crop

    def _pack(self, rng: np.random.Generator) -> CardPack:
        return self.packs[int(rng.integers(len(self.packs)))]

    def _pick(self, rng: np.random.Generator) -> tuple[CardPack, Card, tuple[float, float, float, float]]:
        """A pack, one of its cards, the box of one of its indices."""
        pack = self._pack(rng)
        cards = list(pack.faces)
        card = cards[int(rng.integers(len(cards)))]
        boxes = pack.index_boxes(card)
        return pack, card, boxes[int(rng.integers(len(boxes)))]

    def _surround(self, view: View, rng: np.random.Generator, pack: CardPack, face: Picture) -> bool:
        """Lays the card with others beneath and over it; False where too much of the index is hidden."""
        size = view.canvas.shape[0]
        if rng.random() < self.fan_share:
            return not _hidden(view, self.table.fan(view, rng, pack, face), READABLE, 0.5)
        if rng.random() < 0.3:
            self.table.neighbour(view, rng, pack, rng.uniform(0.2, 0.7) * size)
        self.table.paste(view.canvas, face, view.transform)
        if rng.random() < 0.5:
            cover = self.table.neighbour(view, rng, pack, rng.uniform(0.12, 0.6) * size)
            return not _hidden(view, cover, READABLE, 0.5)
        return True

    def _index(self, rng: np.random.Generator, native: float, soft: bool, kind: str) -> Crop | None:
        """A card's index; with `glare`, a reflection on it."""
        pack, card, box = self._pick(rng)
        view = self.table.view(rng, box, native, jitter=0.07)
        if not self._surround(view, rng, pack, pack.faces[card]):
            return None
        if kind != "glare":
            return self._finish(view.canvas, rng, card, native, soft, kind)
        veil = blow_out(view.canvas, view.part(), rng)
        parts = (view.part(0, SUIT_FROM), view.part(SUIT_FROM, 1))
        lost = max(float(veil[part].mean()) if part.any() else 1.0 for part in parts)
        return self._finish(view.canvas, rng, None if lost > 0.5 else card, native, soft, kind)

    def _foreign_index(self, rng: np.random.Generator, native: float, soft: bool) -> Crop | None:
        one = self._foreign[int(rng.integers(len(self._foreign)))]
        height, width = one.picture.shape[:2]
        x0, y0, x1, y1 = one.index
        box = one.index if rng.random() < 0.5 else (width - x1, height - y1, width - x0, height - y0)
        view = self.table.view(rng, box, native, jitter=0.07)
        if not self._surround(view, rng, self._pack(rng), one.picture):
            return None
        return self._finish(view.canvas, rng, None, native, soft, "foreign")

    def _covered(self, rng: np.random.Generator, native: float, soft: bool) -> Crop | None:
        """An index mostly under another card, or mostly out of the picture (whose edge is then repeated)."""
        pack, card, box = self._pick(rng)
        way = rng.random()
        view = self.table.view(rng, box, native, jitter=0.35 if way > 0.85 else 0.1)
        self.table.paste(view.canvas, pack.faces[card], view.transform)
        size = view.canvas.shape[0]
        if way < 0.6:
            cover = self.table.neighbour(view, rng, pack, rng.uniform(-0.25, 0.1) * size, corners=False)
        elif way < 0.85:
            cover = _cut_off(view.canvas, rng)
        else:
            cover = np.zeros(view.canvas.shape[:2], np.float32)
        inside = view.part()
        whole = abs(float(np.linalg.det(view.transform[:, :2]))) * (box[2] - box[0]) * (box[3] - box[1])
        seen = float(((1 - cover) * inside).sum()) / max(whole, 1e-6)
        if seen > (0.5 if way >= 0.6 else 1 - UNREADABLE):
            return None
        return self._finish(view.canvas, rng, None, native, soft, "covered")

    def _strange(self, rng: np.random.Generator, native: float, soft: bool) -> Crop | None:
        """A piece of a surface, a back, a joker's corner, or of a face where no index is."""
        pack, card, _ = self._pick(rng)
        kind, face, box = rng.random(), pack.faces[card], pack.indices[card]
        width, height = pack.size
        if kind < 0.25:
            side = max(12, round(native * 1.5))
            canvas = patch(self.surfaces, side, side, rng)
            if rng.random() < 0.6:
                _write(canvas, rng)
            return self._finish(canvas, rng, None, native, soft, "strange")
        if kind < 0.42:
            face = pack.back
        elif kind < 0.5 and pack.jokers:
            face = pack.jokers[int(rng.integers(len(pack.jokers)))]
            view = self.table.view(rng, box, native, jitter=0.07)
            self.table.paste(view.canvas, face, view.transform)
            return self._finish(view.canvas, rng, None, native, soft, "strange")
        size = (box[2] - box[0], box[3] - box[1])
        left, top = rng.uniform(0, width - size[0]), rng.uniform(0, height - size[1])
        region = (left, top, left + size[0], top + size[1])
        if face is not pack.back and any(_overlap(region, other) > 0.12 for other in pack.index_boxes(card)):
            return None
        view = self.table.view(rng, region, native, jitter=0.1)
        self.table.paste(view.canvas, face, view.transform)
        if rng.random() < 0.3:
            self.table.neighbour(view, rng, CardPack("", "", {card: pack.back}, {}, pack.back), 0.3 * native)
        return self._finish(view.canvas, rng, None, native, soft, "strange")

    def _finish(
        self, canvas: Picture, rng: np.random.Generator, card: Card | None, native: float, soft: bool, kind: str
    ) -> Crop:
        if soft:
            canvas = _webcam(canvas, rng, native)
        else:
            severity = float(rng.beta(1.2, 1.2))
            canvas = effects.camera(canvas, rng, severity, detail=float(np.clip(native / 40, 0.3, 1.5)))
        interpolation = cv2.INTER_AREA if canvas.shape[0] > SIDE else cv2.INTER_LINEAR
        picture = np.asarray(cv2.resize(canvas, (SIDE, SIDE), interpolation=interpolation), np.uint8)
        if card is None:
            return Crop(picture, NO_INDEX, NO_INDEX, kind)
        return Crop(picture, rank_place(card), suit_place(card), kind)


def _hidden(view: View, cover: NDArray[np.float32], whole: float, part: float) -> bool:
    """Whether more than `whole` of the index, or more than `part` of its rank or its suit, is covered."""
    inside = view.part()
    if not inside.any() or float(cover[inside].mean()) > whole:
        return True
    areas = (view.part(0, SUIT_FROM), view.part(SUIT_FROM, 1))
    return any(area.any() and float(cover[area].mean()) > part for area in areas)


def _cut_off(canvas: Picture, rng: np.random.Generator) -> NDArray[np.float32]:
    """The picture ends in this crop: beyond a line its edge is repeated. Returns where `(H, W)`."""
    side = canvas.shape[0]
    edge = int(np.clip(round(side * rng.uniform(0.3, 0.55)), 1, side - 1))
    turns = int(rng.integers(4))
    turned = np.rot90(canvas, turns)
    turned[edge:] = turned[edge - 1 : edge].copy()
    gone = np.zeros(canvas.shape[:2], np.float32)
    np.rot90(gone, turns)[edge:] = 1
    return gone


def _webcam(canvas: Picture, rng: np.random.Generator, native: float) -> Picture:
    """A cheap camera far away: pale, strongly out of focus, oversharpened, coarse JPEG."""
    canvas = effects.light(canvas, rng, float(rng.uniform(0, 0.5)))
    contrast, level = rng.uniform(0.5, 1.0), rng.uniform(60, 190)
    canvas = np.clip((canvas.astype(np.float32) - level) * contrast + level, 0, 255).astype(np.uint8)
    canvas = effects.defocus(canvas, float(native * rng.uniform(0.03, 0.085)))
    if rng.random() < 0.4:
        canvas = effects.sharpen(canvas, float(rng.uniform(0.5, 2.0)))
    if rng.random() < 0.6:
        canvas = effects.noise(canvas, rng, float(rng.uniform(0.5, 6)))
    return effects.jpeg(canvas, int(rng.integers(30, 61)))


def _foreign_faces(packs: Sequence[CardPack]) -> list[StrangeFace]:
    """The packs' own foreign faces, and on packs without any those of others printed over one of their cards."""
    own = [one for pack in packs for one in pack.foreign]
    without = [pack for pack in packs if not pack.foreign]
    rng = np.random.default_rng(len(own))
    donors = [one for pack in packs if pack.name.startswith("drawn") for one in pack.foreign]
    if not donors:
        return own
    return own + [transplant(pack, donors[int(rng.integers(len(donors)))], rng) for pack in without for _ in range(4)]


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
