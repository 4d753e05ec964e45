"""Where cards lie on the table: tricks, spreads, fans, piles, whole packs, deals.

Units are card widths, turns are radians clockwise. Later cards lie on top of earlier ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from scorer.cards import Card


@dataclass(frozen=True, slots=True)
class Placed:
    """One card on the table: the middle of its face and its turn (0 = upright in the picture).

    A `joker` shows one of the pack's faces that are no card: nothing on it is an index.
    """

    card: Card
    x: float
    y: float
    turn: float
    face_down: bool = False
    joker: bool = False


Layout = Callable[[list[Card], np.random.Generator], list[Placed]]
SIDES = (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)
"""Directions to the four players, clockwise from the picture's bottom edge."""


def lay_trick(
    cards: list[Card], first: int, rng: np.random.Generator, reach: tuple[float, float] = (0.75, 1.25)
) -> list[Placed]:
    """A trick of two to four cards thrown towards the middle from the places around the table, clockwise.

    They come to lie `reach` (from, to) from the middle: under 0.6 they overlap.
    """
    placed = []
    far = float(rng.uniform(*reach))
    loose = min(0.14, 0.2 * far)
    for number, card in enumerate(cards):
        place = (first + number) % 4
        dx, dy = SIDES[place]
        x = dx * far * 1.15 + rng.normal(0, loose)
        y = dy * far * 0.95 + rng.normal(0, loose)
        turn = place * math.pi / 2 + rng.normal(0, 0.2) + (math.pi if rng.random() < 0.5 else 0.0)
        placed.append(Placed(card, float(x), float(y), float(turn)))
    return placed


def _trick(cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    first = int(rng.integers(4))
    return lay_trick(cards[: int(rng.choice([2, 3, 4, 4, 4]))], first, rng)


def _thrown(cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    """A trick thrown on one heap: two to four cards that overlap, turned as they fell."""
    first = int(rng.integers(4))
    placed = lay_trick(cards[: int(rng.choice([2, 3, 4, 4, 4]))], first, rng, (0.15, 0.6))
    return [replace(one, turn=one.turn + float(rng.normal(0, 0.25))) for one in placed]


def _won(cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    """A trick in the middle, the tricks won before it face down at one or two edges, the last one perhaps face up."""
    trick = _trick(cards, rng) if rng.random() < 0.6 else _thrown(cards, rng)
    rest = cards[len(trick) :]
    heaps: list[Placed] = []
    for side in rng.permutation(4)[: int(rng.integers(1, 3))]:
        dx, dy = SIDES[int(side)]
        away = float(rng.uniform(2.5, 3.4))
        for number in range(int(rng.integers(1, 6))):
            along = (number - 1.5) * float(rng.uniform(0.3, 0.8))
            turn = float(side) * math.pi / 2 + (number % 2) * math.pi / 2 + float(rng.normal(0, 0.06))
            heap, rest = rest[:4], rest[4:]
            open_heap = number == 0 and rng.random() < 0.25
            heaps += [
                Placed(
                    card,
                    dx * away + dy * along + float(rng.normal(0, 0.03)),
                    dy * away + dx * along + float(rng.normal(0, 0.03)),
                    turn + float(rng.normal(0, 0.03)),
                    not open_heap,
                )
                for card in heap
            ]
    return heaps + trick


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


def _arc(cards: list[Card], rng: np.random.Generator, step: float, bend: float, untidy: float = 0.02) -> list[Placed]:
    """Cards from left to right, `step` apart along an arc that turns by `bend` radians in all (0: a straight row).

    Its middle lies at (0, 0), the cards stand upright there.
    """
    placed = []
    n = len(cards)
    length = max(step * (n - 1), 1e-6)
    for k, card in enumerate(cards):
        share = k / max(n - 1, 1) - 0.5
        angle = bend * share
        if abs(bend) < 0.02:
            x, y = length * share, 0.0
        else:
            radius = length / bend
            x, y = radius * math.sin(angle), radius * (1 - math.cos(angle))
        turn = angle + float(rng.normal(0, untidy))
        placed.append(Placed(card, x + float(rng.normal(0, untidy)), y + float(rng.normal(0, untidy)), turn))
    return placed


def _moved(placed: list[Placed], x: float, y: float, turn: float = 0.0) -> list[Placed]:
    """All of them turned about (0, 0) and then moved."""
    cos, sin = math.cos(turn), math.sin(turn)
    return [
        replace(one, x=cos * one.x - sin * one.y + x, y=sin * one.x + cos * one.y + y, turn=one.turn + turn)
        for one in placed
    ]


def _fan(cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    """Five to thirteen cards held or laid as a fan, so tight that little more than each index shows."""
    n = int(rng.choice([5, 7, 8, 9, 9, 11, 12, 13, 13, 13]))
    step = float(rng.uniform(0.15, 0.42))
    radius = float(rng.uniform(1.3, 5.0))
    placed = _arc(cards[:n], rng, step, min(step * (n - 1) / radius, 2.6))
    return placed if rng.random() < 0.85 else placed[::-1]


def _deck(cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    """A whole pack, 40 to 52 cards, spread in rows or arcs that lie over each other; only indices show."""
    n = min(len(cards), int(rng.choice([40, 44, 48, 52, 52, 52])))
    columns, rows = ((2, 4), (1, 4), (1, 3), (2, 2), (1, 5), (2, 3))[int(rng.integers(6))]
    per_row = -(-n // (columns * rows))
    step, bend = float(rng.uniform(0.13, 0.26)), float(rng.choice([0.0, rng.uniform(0.1, 1.4)]))
    pitch = float(rng.uniform(0.5, 1.5)) + 0.12 * bend * step * per_row
    wide = step * per_row + float(rng.uniform(1.0, 1.6))
    placed = []
    for row in range(rows):
        for column in range(columns):
            start = (row * columns + column) * per_row
            arc = _arc(cards[start : min(start + per_row, n)], rng, step, bend)
            placed += _moved(arc, column * wide + float(rng.normal(0, 0.06)), row * pitch, float(rng.normal(0, 0.05)))
    return placed


def _deal(cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    """Four hands of 13 (or of 9, as in Don) laid open before the four players, upright or each towards its player."""
    each = min(int(rng.choice([9, 13, 13, 13])), len(cards) // 4)
    step, bend = float(rng.uniform(0.14, 0.3)), float(rng.choice([0.0, rng.uniform(0.3, 1.3)]))
    towards = rng.random() < 0.5
    away = 0.5 * step * each * (0.9 if towards else 0.75) + float(rng.uniform(0.6, 1.3))
    placed = []
    for place, (dx, dy) in enumerate(SIDES):
        hand = _arc(cards[place * each : (place + 1) * each], rng, step, bend)
        turn = (place * math.pi / 2 if towards else 0.0) + float(rng.normal(0, 0.08))
        placed += _moved(hand, dx * away * (1.0 if towards else 1.3), dy * away, turn)
    return placed


def _pile(cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    n = int(rng.integers(4, 16))
    points = rng.normal(0, 0.35 + 0.03 * n, (n, 2))
    turns = rng.uniform(-math.pi, math.pi, n)
    return [Placed(c, float(p[0]), float(p[1]), float(t)) for c, p, t in zip(cards[:n], points, turns, strict=True)]


def lay_fan(cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    """All of the cards as one fan, or two where they are many: a pile won, held or laid so that each index shows."""
    arcs = 1 if len(cards) <= 14 else 2
    step, bend, pitch = float(rng.uniform(0.2, 0.42)), float(rng.uniform(0.2, 1.2)), float(rng.uniform(0.9, 1.7))
    each = -(-len(cards) // arcs)
    placed = []
    for row in range(arcs):
        placed += _moved(_arc(cards[row * each : (row + 1) * each], rng, step, bend), 0.0, row * pitch)
    return _centred(placed)


def lay_spread(cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    """All of the cards spread in rows, apart or half over each other, so that each index shows."""
    each = int(rng.integers(4, 11))
    step, pitch = float(rng.uniform(0.3, 1.1)), float(rng.uniform(0.6, 1.6))
    placed = []
    for row in range(-(-len(cards) // each)):
        arc = _arc(cards[row * each : (row + 1) * each], rng, step, 0.0, 0.04)
        placed += _moved(arc, float(rng.normal(0, 0.1)), row * pitch)
    return _centred(placed)


def _centred(placed: list[Placed]) -> list[Placed]:
    xs, ys = [one.x for one in placed], [one.y for one in placed]
    return _moved(placed, -(min(xs) + max(xs)) / 2, -(min(ys) + max(ys)) / 2)


LAYOUTS: dict[str, Layout] = {
    "trick": _trick,
    "thrown": _thrown,
    "won": _won,
    "single": _single,
    "loose": _loose,
    "row": _row,
    "grid": _grid,
    "fan": _fan,
    "deck": _deck,
    "deal": _deal,
    "pile": _pile,
}
TURNED = frozenset({"row", "grid", "fan", "deck", "deal"})
"""Layouts that are seen upright in most pictures, but also from the side, from behind or askew."""


def lay_out(name: str, cards: list[Card], rng: np.random.Generator) -> list[Placed]:
    """Places cards (as many of `cards` as the layout uses) in the layout of that name; later ones lie on top.

    The middle of the layout lies at (0, 0).
    """
    placed = LAYOUTS[name](cards, rng)
    turn = 0.0
    if name in TURNED and rng.random() < 0.4:
        turn = float(rng.choice([math.pi / 2, math.pi, -math.pi / 2, rng.uniform(-math.pi, math.pi)]))
    return _centred(_moved(placed, 0.0, 0.0, turn))


def lengthwise(placed: list[Placed], wide: bool) -> list[Placed]:
    """The layout turned so that its longer side runs across (`wide`) or up the picture."""
    xs, ys = [one.x for one in placed], [one.y for one in placed]
    lies_wide = max(xs) - min(xs) >= max(ys) - min(ys)
    return placed if lies_wide == wide else _moved(placed, 0.0, 0.0, math.pi / 2)


def with_jokers(placed: list[Placed], share: float, rng: np.random.Generator) -> list[Placed]:
    """Some of the cards that lie face up become jokers or other faces that are no card, each by that chance."""
    return [replace(one, joker=bool(not one.face_down and rng.random() < share)) for one in placed]
