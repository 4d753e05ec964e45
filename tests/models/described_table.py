"""A table whose places a test describes; each look hands them on to the cards on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scripted_table import CALIBRATION

from models.cards_on_table import CardsOnTable, LyingCard
from models.looks import Look, PlaceState, SeenPlace
from scorer.cards import Card

Names = tuple[tuple[str, float], ...]
FOUR: Names = (("4H", 0.99), ("4D", 0.005))
NINE: Names = (("9D", 0.99), ("9H", 0.005))
UNCLEAR: Names = (("9D", 0.45), ("4H", 0.4))
CORNERS = ((300.0, 200.0), (360.0, 290.0))
"""Where the two indices of a card lie; `ASIDE` those of one that was pushed, `FAR` of one at another player's side."""
ASIDE = ((330.0, 210.0), (390.0, 300.0))
FAR = ((560.0, 60.0), (600.0, 140.0))


@dataclass
class DescribedTable:
    """Places that a test describes; each `look` hands them on."""

    cards_on: CardsOnTable = field(default_factory=lambda: CardsOnTable(CALIBRATION))
    places: dict[int, SeenPlace] = field(default_factory=dict)
    t: float = 0.0
    gap_s: float = 0.2

    def shows(
        self,
        number: int,
        names: Names,
        at: tuple[float, float],
        since: float | None = None,
        always: bool = False,
        located: float = 0.9,
        weight: float = 1.0,
    ) -> None:
        """From now on the place with that number is read so."""
        box = (at[0] - 8, at[1] - 12, at[0] + 8, at[1] + 12)
        named = tuple((Card.parse(name), p) for name, p in names)
        came = self.t if since is None else since
        self.places[number] = SeenPlace(number, box, "seen", came, self.t, always, located, 0.01, named, weight)

    def card(self, first: int, names: Names, corners: Sequence[tuple[float, float]] = CORNERS) -> None:
        """A card with two corners comes to lie, at places `first` and `first + 1`."""
        for k, at in enumerate(corners):
            self.shows(first + k, names, at)

    def becomes(self, state: PlaceState, *numbers: int) -> None:
        """What those places are from now on; nothing is read there unless they are `seen`."""
        for number in numbers:
            self.places[number] = replace(self.places[number], state=state)

    def forgotten(self, *numbers: int) -> None:
        for number in numbers:
            del self.places[number]

    def look(self, count: int = 1, after: float = -math.inf, colour: bool = True) -> list[LyingCard]:
        """So many looks; the cards then."""
        for _ in range(count):
            for number, place in self.places.items():
                if place.state in ("seen", "unchanged"):
                    self.places[number] = replace(place, until=self.t)
            look = Look(round(self.t, 3), True, colour, 100.0, (640, 480), tuple(self.places.values()))
            self.cards_on.take(look, after)
            self.t = round(self.t + self.gap_s, 3)
        return self.cards_on.cards

    def only(self, count: int = 1) -> LyingCard:
        """The one card there is after so many looks."""
        (card,) = self.look(count)
        return card
