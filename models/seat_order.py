"""Who played which card, from the order in which the cards came to lie; places on the table help where it is not clear.

The leader is known and play is clockwise, so the first card is the leader's, the second the next player's. Where two
cards came at about the same time, the places decide, as learned from the hand so far. Where order and places say
clearly different things, nobody is believed: the seats are open.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from models.seating import CLEAR, Point, Seating, directions_from_middle
from models.table_view import TableView
from scorer.seats import Seat

SAME_TIME_S = 0.12
"""Cards that came to lie within this time came together."""
HIDDEN_S = 1.0
"""A place that was hidden for longer before a card was seen there does not tell when it came."""
CLEAR_WHERE_HIDDEN = 1.5
"""By so much the places must speak for one seating where it was hidden which card came first."""
CONTRADICTED = 1.5
"""Order is doubted where another seating fits the places better by this much (cosines summed over the cards)."""
TRUSTED_FROM = 3
"""Tricks whose places must be known before places can put the order in doubt."""
FADING = 0.8
"""What each trick leaves of the weight of those before: the phone may be turned."""
PRIOR_WEIGHT = 1.5
"""How many tricks the places expected from the view count for."""


Fits = Callable[[Sequence[Seat]], float]


@dataclass(frozen=True, slots=True)
class Arrival:
    """One card: when it came to lie (table seconds) and where (pixels of the picture).

    `from_on`: something hid the place from then on, so that it may have come earlier; None: it did not.
    """

    t_seconds: float
    centre: Point
    from_on: float | None = None

    @property
    def earliest(self) -> float:
        """When it may have come at the earliest; that the hand which lays it hides it for a moment does not count."""
        hidden = self.from_on is not None and self.t_seconds - self.from_on > HIDDEN_S
        return self.from_on if hidden and self.from_on is not None else self.t_seconds


@dataclass
class SeatPlaces:
    """Where each player's cards come to lie, seen from the middle of the trick, learned trick by trick."""

    view: TableView
    tricks: int = 0
    _sums: dict[Seat, Point] = field(default_factory=dict)

    def directions(self) -> dict[Seat, Point]:
        """Each seat's mean direction, unit length, x right and y down."""
        found = {}
        for seat, (x, y) in self.view.directions().items():
            sx, sy = self._sums.get(seat, (0.0, 0.0))
            dx, dy = PRIOR_WEIGHT * x + sx, PRIOR_WEIGHT * y + sy
            size = math.hypot(dx, dy)
            found[seat] = (dx / size, dy / size) if size > 1e-6 else (x, y)
        return found

    def learn(self, seats: Sequence[Seat], centres: Sequence[Point]) -> None:
        """Takes in a trick whose seats are known."""
        self.tricks += 1
        self._sums = {seat: (FADING * x, FADING * y) for seat, (x, y) in self._sums.items()}
        for seat, (x, y) in zip(seats, directions_from_middle(centres), strict=True):
            sx, sy = self._sums.get(seat, (0.0, 0.0))
            self._sums[seat] = (sx + x, sy + y)


def seat_by_order(
    arrivals: Sequence[Arrival], players: Sequence[Seat], places: SeatPlaces, missing: bool, leader_known: bool = True
) -> Seating:
    """Seats of the cards in the order given; `players` in order of play from the leader.

    `missing`: some card of the trick was not seen, and it need not be the last one.
    """
    order = sorted(range(len(arrivals)), key=lambda k: arrivals[k].t_seconds)
    units = directions_from_middle([a.centre for a in arrivals])
    ways = places.directions()

    def fits(seats: Sequence[Seat]) -> float:
        return sum(u[0] * ways[s][0] + u[1] * ways[s][1] for u, s in zip(units, seats, strict=True))

    free = [tuple(seats) for seats in itertools.permutations(players, len(arrivals))]
    if missing or not leader_known:
        return _best(free, fits, known=False)
    timely = [seats for seats in free if _in_order(seats, order, arrivals, players)]
    hidden = any(arrival.earliest < arrival.t_seconds for arrival in arrivals)
    seating = _best(timely, fits, known=True, clear=CLEAR_WHERE_HIDDEN if hidden else CLEAR)
    doubted = places.tricks >= TRUSTED_FROM and max(map(fits, free)) - fits(seating.seats) >= CONTRADICTED
    return Seating(seating.seats, seating.known and not doubted)


def _in_order(
    seats: Sequence[Seat], order: Sequence[int], arrivals: Sequence[Arrival], players: Sequence[Seat]
) -> bool:
    """Whether the seats follow the order of the cards, but for cards that came together."""
    for rank, k in enumerate(order):
        wanted = players.index(seats[k])
        together = [n for n in range(len(order)) if _chained(rank, n, order, arrivals)]
        if not min(together) <= wanted <= max(together):
            return False
    return True


def _chained(one: int, other: int, order: Sequence[int], arrivals: Sequence[Arrival]) -> bool:
    """Whether two ranks are linked by cards each of which came together with the next."""
    low, high = sorted((one, other))
    cards = [arrivals[order[n]] for n in range(low, high + 1)]
    latest = itertools.accumulate((card.t_seconds for card in cards), max)
    return all(later.earliest - t < SAME_TIME_S for t, later in zip(latest, cards[1:], strict=False))


def _best(choices: Sequence[tuple[Seat, ...]], fits: Fits, known: bool, clear: float = CLEAR) -> Seating:
    """The seating that fits best; known if there is one choice or the next one fits worse by `clear`."""
    ranked = sorted(choices, key=lambda seats: -fits(seats))
    plain = len(ranked) == 1 or fits(ranked[0]) - fits(ranked[1]) >= clear
    return Seating(ranked[0], known and plain)
