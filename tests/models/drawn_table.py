"""A table top with drawn cards, seen straight from above: frames for tests of the watcher's eye, without a film."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np

from datasets.film_packs import pack_for
from datasets.packs import CardPack
from datasets.painting import Lamp, Painter, Sheet
from datasets.view import laid
from models.picture import Picture
from scorer.cards import Card

CARD_PX = 60
"""Width of a card; its index is then about 22 pixels long."""
LAMP = Lamp(0.6, 0.3, 1.5)
NOISE = 2.0
"""Grey levels by which pixels of two frames differ."""


@lru_cache(maxsize=1)
def drawn_pack() -> CardPack:
    """An ordinary pack in two colours, drawn, the same on every machine."""
    return pack_for(3, "easy", drawn_only=True)


@dataclass
class DrawnTable:
    """What lies where; `frame` draws it. Later things lie on top. Places are pixels of the picture, turns radians."""

    size_wh: tuple[int, int] = (640, 224)
    gain: float = 1.0
    """How bright the light is."""
    _lying: dict[str, tuple[Picture, float, float, float]] = field(default_factory=dict)
    _over: tuple[float, float, float] | None = None
    _drawn: Picture | None = None
    _count: int = 0

    def lay(self, card: str, x: float, y: float, turn: float = 0.0) -> None:
        """A card comes to lie with its middle there, or is moved there."""
        self.put(card, drawn_pack().faces[Card.parse(card)], x, y, turn)

    def put(self, name: str, face: Picture, x: float, y: float, turn: float = 0.0) -> None:
        """Any card-like thing comes to lie there."""
        self._lying.pop(name, None)
        self._lying[name] = (face, x, y, turn)
        self._drawn = None

    def lift(self, *names: str) -> None:
        """Things are taken away."""
        for name in names:
            del self._lying[name]
        self._drawn = None

    def reach(self, x: float, y: float, radius: float = 60.0) -> None:
        """A hand is over that place."""
        self._over = (x, y, radius)

    def withdraw(self) -> None:
        """The hand has gone."""
        self._over = None

    def frame(self) -> Picture:
        """The next frame, BGR `uint8` `(H, W, 3)`; each has noise of its own, the same in every run."""
        if self._drawn is None:
            self._drawn = self._painted()
        picture = self._drawn.copy()
        if self._over is not None:
            x, y, radius = self._over
            cv2.circle(picture, (round(x), round(y)), round(radius), (110, 140, 195), -1, cv2.LINE_AA)
        self._count += 1
        height, width = picture.shape[:2]
        top, left = (int(v) for v in np.random.default_rng(self._count).integers(0, 64, 2))
        more, less = (one[top : top + height, left : left + width] for one in _noise(self.size_wh))
        return np.asarray(cv2.subtract(cv2.add(cv2.convertScaleAbs(picture, alpha=self.gain), more), less), np.uint8)

    def _painted(self) -> Picture:
        painter = Painter(_wood(self.size_wh).copy(), LAMP)
        for face, x, y, turn in self._lying.values():
            height, width = face.shape[:2]
            small = cv2.resize(face, (2 * CARD_PX, round(2 * CARD_PX * height / width)), interpolation=cv2.INTER_AREA)
            sheet = Sheet(np.asarray(small, np.uint8))
            painter.lay(sheet, laid(small.shape[1::-1], CARD_PX, x, y, turn), 0)
        return painter.canvas


@lru_cache(maxsize=4)
def _noise(size_wh: tuple[int, int]) -> tuple[Picture, Picture]:
    """What noise adds and takes away, larger than the picture."""
    size = (size_wh[1] + 64, size_wh[0] + 64, 3)
    noise = np.round(NOISE * np.random.default_rng(3).standard_normal(size, np.float32))
    return np.clip(noise, 0, 255).astype(np.uint8), np.clip(-noise, 0, 255).astype(np.uint8)


@lru_cache(maxsize=4)
def _wood(size_wh: tuple[int, int]) -> Picture:
    """Brown with streaks, so that no piece of it looks like another."""
    width, height = size_wh
    rng = np.random.default_rng(7)
    streaks = cv2.GaussianBlur(rng.standard_normal((height, width)).astype(np.float32), (0, 0), 5, sigmaY=2)
    grain = 14 * streaks / float(streaks.std())
    return np.asarray(np.clip(grain[..., None] + np.array([60, 90, 120]), 0, 255), np.uint8)
