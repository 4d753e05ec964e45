"""Blind Don: which card was turned up on a stack whose cover was played, from readings of the whole table.

The cards known to lie face up tell where the stacks of a row are; a card that nobody knew of, on the place of a stack
whose bottom card was just turned up, is that card. A proposal that a person confirms (RULES.md 3.3).
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Collection, Mapping

import numpy as np

from models.layout_reader import StackCard, inside
from models.reading import CardSighting, Reading
from models.seating import Point
from models.table_view import Polygon
from scorer.cards import Card
from scorer.frozenmap import FrozenMap
from scorer.layout import SeatCards, Stage
from scorer.seats import Seat

StackPlace = tuple[Seat, int]
"""A stack by its player and its number from his left, from 1."""
REACH = 0.6
"""A card belongs to a stack within this share of the distance between neighbouring stacks."""
LOOKS_WANTED = 2
"""Readings in a row that must show the same card for sure."""


def cards_turned_up(
    reading: Reading, table: Mapping[Seat, SeatCards], gone: Collection[Card], area: Polygon | None = None
) -> dict[StackPlace, StackCard]:
    """What one reading shows on the stacks whose bottom card was turned up and is not known yet, where it shows one.

    `gone` are the cards played in this hand, `area` where tricks are played (pixels of the picture), which is not
    looked at. Two stacks of a row, or more, must show cards that are known.
    """
    seen = {s.card: s for s in reading.sightings if area is None or not inside(s.centre, area)}
    known = {card for cards in table.values() for card in cards.known} | set(gone)
    strange = [s for s in reading.sightings if s.card not in known and s is seen.get(s.card)]
    found: dict[StackPlace, StackCard] = {}
    for seat, cards in table.items():
        places = _places(cards, seen)
        step = _step(places)
        for number in _turned_up(cards):
            if number in places:
                far = sorted((math.dist(s.centre, places[number]), k) for k, s in enumerate(strange))
                near = [strange[k] for distance, k in far if distance <= REACH * step]
                if near:
                    found[seat, number] = StackCard(near[0].card, near[0].sure and len(near) == 1)
    return found


def _turned_up(cards: SeatCards) -> list[int]:
    return [k for k, stack in enumerate(cards.stacks, 1) if stack.stage is Stage.OPEN and stack.bottom is None]


def _places(cards: SeatCards, seen: Mapping[Card, CardSighting]) -> dict[int, Point]:
    """Where each stack of a row lies, by its number: as its card was seen, or in line with its neighbours."""
    at = {
        number: seen[stack.available].centre
        for number, stack in enumerate(cards.stacks, 1)
        if stack.available is not None and stack.available in seen
    }
    if len(at) < 2:
        return {}
    return {number: at.get(number) or _in_line(number, at) for number in range(1, len(cards.stacks) + 1)}


def _in_line(number: int, at: Mapping[int, Point]) -> Point:
    """The place of a stack on the line through the two nearest that were seen, one on each side where there is."""
    numbers = sorted(at)
    beyond = int(np.searchsorted(numbers, number))
    first = min(max(beyond - 1, 0), len(numbers) - 2)
    a, b = numbers[first], numbers[first + 1]
    share = (number - a) / (b - a)
    (ax, ay), (bx, by) = at[a], at[b]
    return ax + share * (bx - ax), ay + share * (by - ay)


def _step(places: Mapping[int, Point]) -> float:
    """The usual distance between neighbouring stacks, in pixels."""
    gaps = [math.dist(places[a], places[b]) for a, b in itertools.pairwise(sorted(places))]
    return float(np.median(gaps)) if gaps else 0.0


class RevealWatch:
    """Takes readings of the table one after the other and tells what was turned up."""

    def __init__(self, area: Polygon | None = None) -> None:
        """`area`: where tricks are played, in pixels of the pictures."""
        self._area = area
        self._votes: dict[StackPlace, list[StackCard]] = {}

    def take(self, reading: Reading, table: FrozenMap[Seat, SeatCards], gone: Collection[Card]) -> None:
        """One reading of the whole table while it is still; what the hand says of stacks and cards played by then."""
        shown = cards_turned_up(reading, table, gone, self._area)
        asked = {(seat, number) for seat, cards in table.items() for number in _turned_up(cards)}
        self._votes = {place: [*self._votes.get(place, []), *_one(shown.get(place))] for place in asked}

    def proposed(self, seat: Seat, stack: int) -> StackCard:
        """The card turned up there: the one seen most often, sure if the last readings agree on it and were sure."""
        votes = self._votes.get((seat, stack), [])
        if not votes:
            return StackCard()
        card = Counter(vote.card for vote in votes).most_common(1)[0][0]
        last = votes[-LOOKS_WANTED:]
        agreed = len(last) == LOOKS_WANTED and all(vote.sure and vote.card == card for vote in last)
        return StackCard(card, agreed)


def _one(card: StackCard | None) -> list[StackCard]:
    return [] if card is None else [card]
