"""A table that is told what lies on it and gives the looks an eye would: for driving the follower without pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from models.calibration import Calibration
from models.hand_facts import HandFacts, facts_of
from models.looks import Look, PlaceState, SeenPlace, WatchEvent, WatchSettings
from models.table_view import TableView
from models.trick_follower import TrickFollower
from models.weights import load_weights
from scorer.cards import Card
from scorer.match import MatchState
from scorer.referee import Refusal, apply
from scorer.seats import Seat

CALIBRATION = Calibration.from_json(load_weights().calibration)
LENGTH = 24.0
SPOTS = {Seat.S: (320.0, 330.0), Seat.W: (200.0, 240.0), Seat.N: (320.0, 150.0), Seat.E: (440.0, 240.0)}
"""Where each player's card comes to lie in a picture of 640 x 480 pixels."""
Names = tuple[tuple[str, float], ...]


@dataclass
class _Lying:
    """A card with its two indices: places on the table."""

    names: Names
    spot: tuple[float, float]
    numbers: tuple[int, int]
    since: float
    until: float
    state: PlaceState = "seen"


@dataclass
class ScriptedTable:
    """Holds the follower, the time, and what lies where; every change is followed by as many looks as are asked for."""

    state: MatchState
    view: TableView = field(default_factory=TableView)
    settings: WatchSettings = field(default_factory=WatchSettings)
    gap_s: float = 0.2
    t: float = 0.0
    events: list[WatchEvent] = field(default_factory=list)
    _lying: dict[str, _Lying] = field(default_factory=dict)
    _number: int = 0

    def __post_init__(self) -> None:
        self.follower = TrickFollower(CALIBRATION, facts_of(self.state), self.view, self.settings)
        self.look()

    def lay(self, card: str, spot: tuple[float, float] | Seat, looks: int = 3, names: Names = ()) -> list[WatchEvent]:
        """A card comes to lie there, read as `names` (else clearly as itself)."""
        at = SPOTS[spot] if isinstance(spot, Seat) else spot
        self._number += 2
        self._lying[card] = _Lying(names or ((card, 0.998),), at, (self._number, self._number + 1), self.t, self.t)
        return self.look(looks)

    def lift(self, *cards: str, looks: int = 3) -> list[WatchEvent]:
        """Cards are taken away: the bare table shows."""
        return self._set("bare", cards, looks)

    def hide(self, *cards: str, looks: int = 3) -> list[WatchEvent]:
        """Something comes over cards."""
        return self._set("changed", cards, looks)

    def show(self, *cards: str, looks: int = 3) -> list[WatchEvent]:
        """Cards that were hidden are to be seen again."""
        return self._set("seen", cards, looks)

    def read_as(self, card: str, names: Names, looks: int = 1) -> list[WatchEvent]:
        """The networks say something else of a card from now on."""
        self._lying[card].names = names
        return self.look(looks)

    def move(self, card: str, spot: tuple[float, float], looks: int = 3) -> list[WatchEvent]:
        """A card is pushed: its old places are bare, new ones show it."""
        return self.shift({card: spot}, looks)

    def shift(self, spots: dict[str, tuple[float, float]], looks: int = 3) -> list[WatchEvent]:
        """Several cards come to lie elsewhere at once."""
        for card, spot in spots.items():
            one = self._lying.pop(card)
            self._lying[f"{card} left at {self.t}"] = replace(one, state="bare")
            self._number += 2
            numbers = (self._number, self._number + 1)
            self._lying[card] = replace(one, spot=spot, numbers=numbers, since=self.t, state="seen")
        return self.look(looks)

    def sweep(self, looks: int = 4) -> list[WatchEvent]:
        """All that lies there is taken away."""
        return self.lift(*[name for name, one in self._lying.items() if one.state != "bare"], looks=looks)

    def pause(self, seconds: float) -> list[WatchEvent]:
        """Time passes with looks about every half second."""
        return list(self._looks(round(seconds / 0.5), 0.5))

    def look(self, count: int = 1) -> list[WatchEvent]:
        """So many looks, `gap_s` apart; the events of these."""
        return list(self._looks(count, self.gap_s))

    def _looks(self, count: int, gap_s: float) -> Iterator[WatchEvent]:
        for _ in range(count):
            places = tuple(place for one in self._lying.values() for place in self._places(one))
            for event in self.follower.take(Look(round(self.t, 3), True, True, 100.0, (640, 480), places)):
                self.events.append(event)
                yield event
            self.t += gap_s

    def _set(self, state: PlaceState, cards: tuple[str, ...], looks: int) -> list[WatchEvent]:
        for card in cards:
            self._lying[card].state = state
        return self.look(looks)

    def _places(self, one: _Lying) -> list[SeenPlace]:
        if one.state == "seen":
            one.until = self.t
        places = []
        for number, (dx, dy) in zip(one.numbers, ((-30, -45), (30, 45)), strict=True):
            x, y = one.spot[0] + dx, one.spot[1] + dy
            box = (x - LENGTH / 3, y - LENGTH / 2, x + LENGTH / 3, y + LENGTH / 2)
            place = SeenPlace(number, box, one.state, one.since, one.until)
            if one.state == "seen":
                names = tuple((Card.parse(name), p) for name, p in one.names)
                place = replace(place, located=0.95, no_index=0.0, names=names, weight=1.0)
            places.append(place)
        return places

    def go_on(self) -> None:
        """The last closed trick is taken as proposed: what the hand says then."""
        closed = next(e for e in reversed(self.events) if e.kind == "closed")
        assert closed.proposal is not None
        after = apply(self.state, closed.proposal.event())
        assert not isinstance(after, Refusal)
        self.state = after
        self.follower.go_on(facts_of(after))

    @property
    def facts(self) -> HandFacts:
        """What the follower knows of the hand."""
        return self.follower.facts


def kinds(events: list[WatchEvent]) -> list[str]:
    """The kinds of events, in order."""
    return [event.kind for event in events]


def played(event: WatchEvent) -> str:
    """A proposed trick as `N AH, E 2H, S 3H, W 4H`."""
    assert event.proposal is not None
    return ", ".join(f"{c.seat} {c.card}" for c in event.proposal.cards)
