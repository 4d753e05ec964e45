"""The bundled hand: nine tricks, their pictures, and what was played in truth. No Kivy."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from scorer.cards import Card
from scorer.events import Deal, Event, GameStart, Trick, start_of_match
from scorer.pitch import dealer_for
from scorer.seats import Seat
from scorer.variant import Variant, load_variant


@dataclass(frozen=True, slots=True)
class DemoTrick:
    """A trick as it was played, and its picture (a JPEG)."""

    event: Trick
    picture: Traversable

    def card_of(self, seat: Seat, seats: tuple[Seat, ...]) -> Card:
        """The card that was played from a seat."""
        return self.event.cards[(seats.index(seat) - seats.index(self.event.leader)) % len(seats)]


@dataclass(frozen=True, slots=True)
class DemoHand:
    """The hand with its variant, who pitches, and which seat the pictures' bottom edge is."""

    variant: Variant
    pitcher: Seat
    bottom: Seat
    tricks: tuple[DemoTrick, ...]

    def events(self, tricks: int) -> Iterator[Event]:
        """The events of a match up to the end of so many tricks of its first hand."""
        yield start_of_match("demo", self.variant)
        yield GameStart(self.pitcher)
        yield Deal(dealer_for(self.pitcher, self.variant))
        yield from (trick.event for trick in self.tricks[:tricks])


@cache
def demo_hand() -> DemoHand:
    """The hand that ships with the app. Raises `OSError` where the package lacks it."""
    folder = files("mobile") / "assets" / "demo"
    hand = tomllib.loads((folder / "hand.toml").read_text(encoding="utf-8"))
    tricks = tuple(
        DemoTrick(
            Trick(Seat(trick["leader"]), tuple(Card.parse(card) for card in trick["cards"])), folder / trick["picture"]
        )
        for trick in hand["tricks"]
    )
    return DemoHand(load_variant(hand["variant"]), Seat(hand["pitcher"]), Seat(hand["bottom"]), tricks)
