"""Tables of Blind Don for tests: cards as a reader would see them, and drawn pictures of a deal."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from datasets.layouts import LAYOUTS, Layout, Placed
from datasets.procedural import draw_pack
from datasets.scenes import SceneFactory
from models.picture import Picture
from models.reading import BoxXyxy, CardSighting, IndexSighting, Reading, covering
from models.table_view import TableView
from scorer.cards import Card, pack_of
from scorer.seats import Seat

PACK = pack_of(52).cards


def lying(
    card: Card, x: float, y: float, upright: bool = True, corners: int = 2, sure: bool = True, p: float = 0.99
) -> CardSighting:
    """A card whose middle lies there, 60 by 90 pixels large, seen by one or two of its corners."""
    wide, high = (25.0, 40.0) if upright else (40.0, 25.0)
    half = (5.0, 8.0) if upright else (8.0, 5.0)
    places = [(x - wide, y - high), (x + wide, y + high)][:corners]
    indices = tuple(IndexSighting(_box(at, half), 0.9, ((card, p), (PACK[0], 0.01)), 0.0) for at in places)
    box = covering([i.box_xyxy for i in indices])
    return CardSighting(card, "sure" if sure else "doubtful", 0.99, (), box, indices)


def _box(at: tuple[float, float], half: tuple[float, float]) -> BoxXyxy:
    return at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]


def reading(*cards: CardSighting) -> Reading:
    """Those cards in a picture of 800 by 600 pixels."""
    return Reading(tuple(sorted(cards, key=lambda c: str(c.card))), 100.0, 0.0, (800, 600))


class DrawnDeal:
    """A layout of `datasets.scenes`: each player's stacks, face-up cards over face-down ones."""

    def __init__(self, seats: Sequence[Seat], stacks: int) -> None:
        """A deal for these players."""
        self.stacks = dict.fromkeys(seats, stacks)
        self.truth: dict[Seat, list[Card]] = {}

    def __call__(self, cards: list[Card], rng: np.random.Generator) -> list[Placed]:
        """Places them; `truth` has the face-up cards from each player's left."""
        placed: list[Placed] = []
        left = iter(cards)
        step, away = float(rng.uniform(1.08, 1.35)), float(rng.uniform(1.7, 2.6))
        for seat, count in self.stacks.items():
            dx, dy = TableView().directions()[seat]
            far = away if len(self.stacks) == 2 else step * count / 2 + 1.0
            turn = ("SWNE".index(seat)) * math.pi / 2
            self.truth[seat] = []
            for number in range(count):
                along = (number - (count - 1) / 2) * step + float(rng.normal(0, 0.05))
                x, y = dx * far + dy * along, dy * far - dx * along
                up = turn + float(rng.normal(0, 0.05)) + (math.pi if rng.random() < 0.5 else 0.0)
                card = next(left)
                placed += [Placed(next(left), x + 0.02, y + 0.03, up, True), Placed(card, x, y, up)]
                self.truth[seat].append(card)
        return placed


def drawn(monkeypatch: pytest.MonkeyPatch, deal: DrawnDeal, seed: int, difficulty: float) -> Picture:
    """The picture of a deal, 1600 by 1200 pixels."""
    layout: Layout = deal
    monkeypatch.setitem(LAYOUTS, "stacks", layout)
    factory = SceneFactory([draw_pack(910_003)], (), (1600, 1200), difficulty)
    return factory.scene(seed, "stacks").picture
