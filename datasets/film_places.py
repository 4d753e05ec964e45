"""Where a trick's cards may come to lie on a stage: in the picture, each with an index that can be read in the end."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.film_stage import Stage
from datasets.layouts import SIDES, Placed, lay_trick
from datasets.packs import CardPack
from datasets.view import laid, outline, project
from scorer.cards import Card

SPAN = 9.0
"""Card widths across the square in which cards are looked at."""


def readable_trick(
    stage: Stage, pack: CardPack, cards: list[Card], first: int, rng: np.random.Generator
) -> list[Placed]:
    """Places for a trick whose first card comes from the player at place `first`.

    At hard, one trick in a few may hide all indices of a card. Raises `ValueError` where there is no place.
    """
    may_hide = rng.random() < stage.level.hidden
    least = float(rng.uniform(*stage.level.shows))
    for attempt in range(900):
        if attempt == 600:
            least = stage.level.shows[0]
        placed = lay_trick(cards, first, rng, stage.level.reach)
        dx, dy = (float(v) for v in rng.normal(0, 0.12, 2))
        placed = [Placed(one.card, one.x + dx, one.y + dy, one.turn) for one in placed]
        if in_picture(stage, placed) and (may_hide or readable(pack, placed, least)):
            return placed
    raise ValueError("No place was found for a trick on this stage.")


def in_picture(stage: Stage, placed: Sequence[Placed]) -> bool:
    """Whether all of them lie in the picture."""
    ways = [(x, y) for x in (-0.6, 0.6) for y in (-0.6, 0.6)]
    return all(stage.inside(one.x + x, one.y + y, 4) for one in placed for x, y in ways)


def readable(pack: CardPack, placed: Sequence[Placed], least: float) -> bool:
    """Whether each card shows that share of at least one index beneath those laid after it."""
    return all(max(shares) >= least for shares in index_shares(pack, placed))


def uncovered(placed: Sequence[Placed], number: int) -> bool:
    """Whether nothing laid later lies on that card: it can be taken up without moving another."""
    one = _quad(placed[number])
    return all(cv2.intersectConvexConvex(one, _quad(other))[0] < 0.01 for other in placed[number + 1 :])


def heap_spot(stage: Stage, place: int, number: int) -> tuple[float, float]:
    """Where a player lays the `number`th trick (from 0) he wins: towards the corner at his right."""
    dx, dy = SIDES[place]
    away = max((1.15 if dx else 0.95) * stage.level.reach[1] + 0.4, min(stage.outside[place] - 0.6, 3.8))
    along = 1.6 + 0.3 * (number % 5)
    return dx * away - dy * along, dy * away + dx * along


def free_spot(
    stage: Stage, place: int, taken: Sequence[tuple[float, float]], rng: np.random.Generator
) -> tuple[float, float]:
    """A spot before a player, in the picture, where a card covers neither a trick nor a heap; the best there is."""
    dx, dy = SIDES[place]
    far = stage.level.reach[1]
    trick = [(x * 1.15 * far, y * 0.95 * far) for x, y in SIDES]
    best, found = -math.inf, (dx * stage.outside[place], dy * stage.outside[place])
    for _ in range(80):
        away, along = float(rng.uniform(far, stage.outside[place] - 0.3)), float(rng.uniform(-2.4, 2.4))
        x, y = dx * away - dy * along, dy * away + dx * along
        if not stage.inside(x, y, 24):
            continue
        room = min(min(math.hypot(x - a, y - b) for a, b in trick) - 1.35, 0.0)
        room += min(0.0, min((math.hypot(x - a, y - b) for a, b in taken), default=2.0) - 1.2)
        if room > best:
            best, found = room, (x, y)
        if room == 0.0:
            break
    return found


def _quad(one: Placed) -> NDArray[np.float32]:
    """A card's corners `(4, 2)` on the table."""
    return np.asarray(project(laid((100, 140), 1.0, one.x, one.y, one.turn), outline(100, 140)).T, np.float32)


def index_shares(pack: CardPack, placed: Sequence[Placed], unit: int = 48) -> list[list[float]]:
    """For each card the share of each of its indices that shows, seen from above at `unit` pixels a card width."""
    side = round(SPAN * unit)
    owner = np.full((side, side), -1, np.int16)
    maps = []
    for number, one in enumerate(placed):
        onto = np.diag([unit, unit, 1.0]) @ laid(pack.size, 1.0, one.x + SPAN / 2, one.y + SPAN / 2, one.turn)
        quad = project(onto, outline(*pack.size)).T
        cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), number)
        maps.append(onto)
    shares = []
    for number, (one, onto) in enumerate(zip(placed, maps, strict=True)):
        row = []
        for x0, y0, x1, y1 in pack.index_boxes(one.card):
            quad = project(onto, np.array([[x0, y0, 1], [x1, y0, 1], [x1, y1, 1], [x0, y1, 1.0]]).T).T
            left, top = np.floor(quad.min(axis=0)).astype(int)
            right, bottom = np.ceil(quad.max(axis=0)).astype(int) + 1
            inside = np.zeros((bottom - top, right - left), np.uint8)
            cv2.fillConvexPoly(inside, np.round(quad - [left, top]).astype(np.int32), 1)
            here = owner[top:bottom, left:right]
            row.append(float(((here == number) & (inside > 0)).sum()) / max(1, int(inside.sum())))
        shares.append(row)
    return shares
