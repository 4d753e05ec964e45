"""The face-up cards of Blind Don in a picture of the deal: whose they are, and on which of his stacks each lies.

A proposal that a person confirms (RULES.md 3.3). Each player's cards lie in a row along his side of the table, upright
as he sees them; stacks are counted from his own left. Nothing is taken for sure that the row does not bear out.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from models.merge import long_side, probability
from models.reading import BoxXyxy, CardSighting, IndexSighting, Reading, covering
from models.seating import Point
from models.table_view import Polygon, TableView
from scorer.cards import Card
from scorer.seats import Seat

TWO_CORNERS = 1.8
"""Indices that cover so many index lengths are those of two corners."""
STRETCHED = 1.5
"""Indices of one name that lie so many times farther apart than the corners of other cards are those of two cards."""
CLEAR = 0.5
"""Indices that give the card's name less than this share of its best index's probability do not place it."""
NOT_CLEAR = 0.2
"""How a card lies is clear where its indices, and the card, are taller than wide or wider by this logarithm."""
EVEN = 0.55, 1.45
"""Neighbours in a row lie this many usual distances apart (from, to): one of them may show its one index only."""
WHOLE = 0.25
"""A gap with unseen stacks is a whole number of usual distances, but for this much."""
APART = 1.3
"""Two rows face to face lie at least this many usual distances apart."""
OFF_LINE = 0.7
"""A card so many usual distances beside the line of a row may be another's."""


@dataclass(frozen=True, slots=True)
class StackCard:
    """What lies up on one stack; no card where none was seen. Only a `sure` one needs no question."""

    card: Card | None = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class _Lying:
    """A card on the table, placed by the indices that show it clearly; `whole` if two corners of it were seen."""

    sighting: CardSighting
    centre: Point
    whole: bool
    upright: bool | None
    """Whether it lies upright in the picture, else on its side; None where that is not clear."""


Rows = dict[Seat, tuple[StackCard, ...]]
"""By seat: one entry for each of his stacks, from his left."""


def read_rows(reading: Reading, view: TableView, stacks: Mapping[Seat, int]) -> Rows:
    """The rows of those players whose cards lie face up: `stacks` says how many each has.

    Cards in the trick area (`view.area`) and cards beyond the number of stacks are left out. A card is sure if its
    reading was and its row is plain: as many cards in line as there are stacks, evenly apart, or gaps that say which
    are missing.
    """
    spans = [span for s in reading.sightings if (span := _span(s.indices)) > TWO_CORNERS]
    usual = statistics.median(spans) if spans else math.inf
    cards = [_lying(sighting, usual) for sighting in reading.sightings]
    cards = [card for card in cards if view.area is None or not inside(card.centre, view.area)]
    seats = _seats_of(cards, reading.image_wh, view, tuple(stacks))
    directions = view.directions()
    rows = {}
    for seat, count in stacks.items():
        found = [card for card, owner in zip(cards, seats, strict=True) if owner is seat]
        rows[seat] = _row(found, directions[seat], count)
    return rows


def inside(point: Point, area: Polygon) -> bool:
    """Whether a point of the picture lies in the polygon."""
    x, y = point
    within = False
    for (x0, y0), (x1, y1) in zip(area, (*area[1:], area[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            within = not within
    return within


# Whose cards they are


def _seats_of(
    cards: Sequence[_Lying], image_wh: tuple[int, int], view: TableView, seats: tuple[Seat, ...]
) -> list[Seat | None]:
    """Whose each card is; None for a player whose row is not looked for."""
    if not cards:
        return []
    ways = view.directions()
    facing = {upright: [seat for seat in seats if (ways[seat][1] != 0) == upright] for upright in (True, False)}
    lies = [card.upright for card in cards]
    if not all(facing.values()):
        lies = [bool(facing[True])] * len(cards)
    lies = [_like_nearest(number, cards, lies) if one is None else one for number, one in enumerate(lies)]
    owners: list[Seat | None] = [None] * len(cards)
    for upright, players in facing.items():
        members = [number for number, one in enumerate(lies) if one == upright]
        row = [cards[number] for number in members]
        parted = _of_two(row, players, ways, image_wh) if len(players) == 2 else [*players] * len(row)
        for number, seat in zip(members, parted, strict=True):
            owners[number] = seat
    return owners


def _lying(sighting: CardSighting, span: float = math.inf) -> _Lying:
    """`span`: how many index lengths apart the corners of the picture's cards lie; what lies far wider is not one card.

    Such a card is where its best index is, and nobody can be sure of it.
    """
    best = max(sighting.indices, key=lambda index: probability(index, sighting.card))
    least = CLEAR * probability(best, sighting.card)
    own = [index for index in sighting.indices if probability(index, sighting.card) >= least]
    if _span(own) > STRETCHED * span:
        own, sighting = [best], replace(sighting, status="doubtful")
    x0, y0, x1, y1 = covering([index.box_xyxy for index in own])
    whole = _span(own) > TWO_CORNERS
    tall = statistics.fmean(_tallness(index.box_xyxy) for index in own) + whole * _tallness((x0, y0, x1, y1))
    upright = None if abs(tall) < NOT_CLEAR else tall > 0
    return _Lying(sighting, ((x0 + x1) / 2, (y0 + y1) / 2), whole, upright)


def _span(indices: Sequence[IndexSighting]) -> float:
    """How many index lengths the indices cover."""
    x0, y0, x1, y1 = covering([index.box_xyxy for index in indices])
    return math.hypot(x1 - x0, y1 - y0) / max(long_side(index.box_xyxy) for index in indices)


def _tallness(box: BoxXyxy) -> float:
    """Above 0 for a box that is taller than wide, below for one that is wider."""
    return math.log(max(box[3] - box[1], 1.0) / max(box[2] - box[0], 1.0))


def _like_nearest(number: int, cards: Sequence[_Lying], lies: Sequence[bool | None]) -> bool:
    """How the nearest card lies of which that is known; upright if it is of none."""
    known = [k for k, one in enumerate(lies) if one is not None]
    nearest = min(known, key=lambda k: math.dist(cards[k].centre, cards[number].centre), default=None)
    return True if nearest is None else bool(lies[nearest])


def _of_two(
    cards: Sequence[_Lying], pair: Sequence[Seat], ways: Mapping[Seat, Point], image_wh: tuple[int, int]
) -> list[Seat]:
    """Parts the cards of two rows face to face at the widest gap; one row alone is that of the nearer side."""
    first = ways[pair[0]]
    depths = [_along(card.centre, first) for card in cards]
    ends = sorted(depths)
    gaps = [(b - a, (a + b) / 2) for a, b in itertools.pairwise(ends)]
    widest, border = max(gaps, default=(0.0, 0.0))
    usual = statistics.median(_to_nearest(k, cards) for k in range(len(cards))) if len(cards) > 1 else 0.0
    if not gaps or widest < APART * usual:
        border = _along((image_wh[0] / 2, image_wh[1] / 2), first)
        middle = statistics.median(depths) if depths else 0.0
        return [pair[0] if middle > border else pair[1]] * len(cards)
    return [pair[0] if depth > border else pair[1] for depth in depths]


def _to_nearest(number: int, cards: Sequence[_Lying]) -> float:
    here = cards[number].centre
    return min(math.dist(here, other.centre) for k, other in enumerate(cards) if k != number)


def _along(point: Point, way: Point) -> float:
    return point[0] * way[0] + point[1] * way[1]


# The row of one player


def _row(found: Sequence[_Lying], way: Point, stacks: int) -> tuple[StackCard, ...]:
    """The cards of one row on their stacks, from the player's left."""
    to_right = (way[1], -way[0])
    row = sorted(found, key=lambda card: _along(card.centre, to_right))
    positions = [_along(card.centre, to_right) for card in row]
    usual = statistics.median([b - a for a, b in itertools.pairwise(positions)] or [1.0])
    offs = _beside_line(positions, [_along(card.centre, way) for card in row])
    plain = all(off < OFF_LINE * usual for off in offs)
    if len(row) > stacks:
        kept = sorted(sorted(range(len(row)), key=lambda k: offs[k])[:stacks])
        row, positions, plain = [row[k] for k in kept], [positions[k] for k in kept], False
    slots = _slots(row, positions, usual, stacks) if plain else None
    places = [StackCard()] * stacks
    for number, card in enumerate(row):
        slot = number if slots is None else slots[number]
        places[slot] = StackCard(card.sighting.card, card.sighting.sure and slots is not None)
    return tuple(places)


def _beside_line(positions: Sequence[float], depths: Sequence[float]) -> list[float]:
    """How far each card lies beside the line through the row: that through the most cards, whatever lies elsewhere."""
    slopes = [
        (b - a) / (q - p)
        for k, (p, a) in enumerate(zip(positions, depths, strict=True))
        for q, b in zip(positions[k + 1 :], depths[k + 1 :], strict=True)
        if q - p > 1
    ]
    slope = statistics.median(slopes) if slopes else 0.0
    levels = [depth - slope * position for position, depth in zip(positions, depths, strict=True)]
    return [abs(level - statistics.median(levels)) for level in levels]


def _slots(row: Sequence[_Lying], positions: Sequence[float], usual: float, stacks: int) -> list[int] | None:
    """On which stack (from 0) each card of the row lies; None where that can't be told."""
    gaps = [(b - a) / usual for a, b in itertools.pairwise(positions)]
    steps = [1 if EVEN[0] <= gap <= EVEN[1] else round(gap) for gap in gaps]
    if len(row) == stacks:
        return list(range(stacks)) if all(step == 1 for step in steps) else None
    clear = all(abs(gap - step) <= WHOLE for gap, step in zip(gaps, steps, strict=True)) and all(
        card.whole for card in row
    )
    if len(row) < 3 or not clear or 0 in steps or sum(steps) != stacks - 1:
        return None
    slots = [0]
    for step in steps:
        slots.append(slots[-1] + step)
    return slots
