"""Where cards lie on the table: tricks, spreads, fans, piles. Units are card widths, turns are radians clockwise."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from scorer.cards import Card


@dataclass(frozen=True, slots=True)
class Placed:
    """One card on the table: the middle of its face and its turn (0 = upright in the picture)."""

    card: Card
    x: float
    y: float
    turn: float
    face_down: bool = False


def lay_trick(cards: list[Card], first: int, rng: np.random.Generator) -> list[Placed]:
    """A trick of two to four cards thrown towards the middle from the places around the table, clockwise."""
    placed = []
    reach = float(rng.uniform(0.75, 1.25))
    for number, card in enumerate(cards):
        place = (first + number) % 4
        direction = (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)
        dx, dy = direction[place]
        x = dx * reach * 1.15 + rng.normal(0, 0.14)
        y = dy * reach * 0.95 + rng.normal(0, 0.14)
        turn = place * math.pi / 2 + rng.normal(0, 0.2) + (math.pi if rng.random() < 0.5 else 0.0)
        placed.append(Placed(card, float(x), float(y), float(turn)))
    return placed


def _trick(cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    first = int(rng.integers(4))
    return lay_trick(cards[: int(rng.choice([2, 3, 4, 4, 4]))], first, rng)


def _single(cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    return [Placed(cards[0], 0.0, 0.0, float(rng.uniform(-math.pi, math.pi)))]


def _loose(cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    n = int(rng.integers(3, 12))
    spread = 0.55 * math.sqrt(n) + 0.4
    points = rng.uniform(-spread, spread, (n, 2)) * [1.2, 1.0]
    turns = rng.uniform(-math.pi, math.pi, n)
    down = rng.random(n) < 0.12
    return [
        Placed(c, float(p[0]), float(p[1]), float(t), bool(d))
        for c, p, t, d in zip(cards[:n], points, turns, down, strict=True)
    ]


def _row(cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    n = int(rng.integers(3, 14))
    step = float(rng.uniform(0.22, 1.15))
    lean = float(rng.normal(0, 0.15))
    return [
        Placed(c, k * step, float(k * step * lean + rng.normal(0, 0.03)), float(rng.normal(0, 0.05)))
        for k, c in enumerate(cards[:n])
    ]


def _grid(cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    columns, rows = int(rng.integers(4, 14)), int(rng.integers(1, 5))
    dx, dy = float(rng.uniform(0.4, 1.1)), float(rng.uniform(0.5, 1.6))
    turn = float(rng.choice([0, 0, math.pi / 2]))
    return [
        Placed(cards[r * columns + k], k * dx, r * dy, turn + float(rng.normal(0, 0.04)))
        for r in range(rows)
        for k in range(columns)
        if r * columns + k < len(cards)
    ]


def _fan(cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    n = int(rng.choice([5, 7, 9, 11, 13, 13]))
    radius = float(rng.uniform(2.0, 5.0))
    step = float(rng.uniform(0.24, 0.42)) / radius * (1 if rng.random() < 0.85 else -1)
    base = float(rng.uniform(-math.pi, math.pi)) if rng.random() < 0.4 else 0.0
    placed = []
    for k, card in enumerate(cards[:n]):
        angle = (k - n / 2) * step
        x, y = radius * math.sin(angle), -radius * math.cos(angle)
        cos, sin = math.cos(base), math.sin(base)
        placed.append(Placed(card, cos * x - sin * y, sin * x + cos * y, angle + base + float(rng.normal(0, 0.02))))
    return placed


def _pile(cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    n = int(rng.integers(4, 16))
    points = rng.normal(0, 0.35 + 0.03 * n, (n, 2))
    turns = rng.uniform(-math.pi, math.pi, n)
    return [Placed(c, float(p[0]), float(p[1]), float(t)) for c, p, t in zip(cards[:n], points, turns, strict=True)]


LAYOUTS: dict[str, Callable[[list[Card], np.random.Generator], list[Placed]]] = {
    "trick": _trick,
    "single": _single,
    "loose": _loose,
    "row": _row,
    "grid": _grid,
    "fan": _fan,
    "pile": _pile,
}


def lay_out(name: str, cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    """Places cards (as many of `cards` as the layout uses) in the layout of that name; later ones lie on top."""
    return LAYOUTS[name](cards, rng)
