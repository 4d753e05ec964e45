"""A table of Blind Don for two, drawn frame by frame as one camera sees it: stacks, tricks, cards turned up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from datasets.packs import CardPack
from datasets.painting import Lamp, Painter, Sheet, level_for, shrunk
from datasets.procedural import draw_pack
from datasets.view import laid
from models.picture import Picture
from scorer.cards import Card
from scorer.seats import Seat

SIZE_WH = (1280, 960)
CARD_PX = 118.0
STEP = 1.14
ROWS = {Seat.S: 3.1, Seat.N: -3.1}
"""Where each player's row lies, card widths below the middle of the picture."""
AREA = "0.05,0.34,0.95,0.66"
"""Where tricks are played, as `--area` says it."""
FPS = 8


@lru_cache
def pack() -> CardPack:
    """The pack that is played with."""
    return draw_pack(910_003)


@dataclass
class BlindTable:
    """What lies on the table; each call that says so adds frames to the folder."""

    folder: Path
    stacks: dict[Seat, list[list[Card]]]
    """Bottom and top of each stack, from the player's left; the cards that are left."""
    down: dict[tuple[Seat, int], bool] = field(default_factory=dict)
    trick: list[tuple[Seat, Card]] = field(default_factory=list)
    frames: int = 0

    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.folder.mkdir(exist_ok=True)
        picture = self.picture()
        for _ in range(round(seconds * FPS)):
            noise = np.random.default_rng(self.frames).normal(0, 1.5, picture.shape[:2]).astype(np.float32)
            frame = np.clip(picture + noise[..., None], 0, 255).astype(np.uint8)
            cv2.imwrite(str(self.folder / f"{self.frames:04d}.jpg"), frame, [cv2.IMWRITE_JPEG_QUALITY, 95])
            self.frames += 1

    def play(self, seat: Seat, stack: int) -> Card:
        """The card that lies up on a stack (from 1) goes into the trick."""
        card = self.stacks[seat][stack - 1].pop()
        self.down[seat, stack] = True
        self.trick.append((seat, card))
        return card

    def clear(self) -> None:
        """The trick is taken away."""
        self.trick = []

    def turn_up(self, seat: Seat, stack: int) -> None:
        """The bottom card of a stack is turned up."""
        self.down[seat, stack] = False

    def picture(self) -> Picture:
        """The table as it lies."""
        rng = np.random.default_rng(5)
        ground = cv2.GaussianBlur(rng.normal(0, 20, SIZE_WH[::-1]).astype(np.float32), (0, 0), 3)
        canvas = np.clip(np.array([70, 110, 60], np.float32) + 4 * ground[..., None], 0, 255).astype(np.uint8)
        painter = Painter(canvas, Lamp(0.7, 0.5, 0.3))
        for seat, row in self.stacks.items():
            for number, cards in enumerate(row, 1):
                if cards:
                    x, y = self._place(seat, number)
                    if len(cards) == 2:
                        self._lay(painter, None, x + 0.03, y + 0.03, seat)
                    self._lay(painter, None if self.down.get((seat, number)) else cards[-1], x, y, seat)
        for seat, card in self.trick:
            self._lay(painter, card, 0.9 if seat is Seat.S else -0.9, 0.35 if seat is Seat.S else -0.35, seat)
        return painter.canvas

    def _place(self, seat: Seat, number: int) -> tuple[float, float]:
        along = (number - 5) * STEP
        return (along, ROWS[seat]) if seat is Seat.S else (-along, ROWS[seat])

    def _lay(self, painter: Painter, card: Card | None, x: float, y: float, seat: Seat) -> None:
        face = pack().back if card is None else pack().faces[card]
        middle = np.array([[CARD_PX, 0, SIZE_WH[0] / 2], [0, CARD_PX, SIZE_WH[1] / 2], [0, 0, 1.0]])
        turn = 0.0 if seat is Seat.S else np.pi
        homography = middle @ laid((face.shape[1], face.shape[0]), 1.0, x, y, turn)
        small = shrunk(face, level_for(homography, face.shape[1], face.shape[0]))
        back = np.diag([face.shape[1] / small.shape[1], face.shape[0] / small.shape[0], 1.0])
        painter.lay(Sheet(small), homography @ back, 0)


def dealt(cards: list[Card]) -> dict[Seat, list[list[Card]]]:
    """Nine stacks each from the first 36 of the cards."""
    left = iter(cards)
    return {seat: [[next(left), next(left)] for _ in range(9)] for seat in (Seat.N, Seat.S)}


def tops(stacks: Mapping[Seat, list[list[Card]]], seat: Seat) -> str:
    """What lies up, from the player's left."""
    return " ".join(str(cards[-1]) for cards in stacks[seat])
