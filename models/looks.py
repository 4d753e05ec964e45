"""What watching a table gives: one look at a frame, and what happened. Values only; times are table seconds.

A `Look` is all that the following of a trick decides from, so that a record of looks replays to the same result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from models.reading import BoxXyxy
from scorer.cards import Card

if TYPE_CHECKING:
    from models.trick_reader import TrickProposal

PlaceState = Literal["seen", "unchanged", "bare", "changed"]
EventKind = Literal["appeared", "withdrawn", "complete", "changed", "waiting", "closed", "hand_over"]


@dataclass(frozen=True, slots=True)
class SeenPlace:
    """One place on the table where an index lies or lay; it keeps its `number` from look to look.

    `state`: `seen` (the networks found it in this look: `names`, `no_index`, `located` as in `IndexSighting`, counted
    with `weight`), `unchanged` (not found, but the picture there is as before), `bare` (it shows what lay there before
    the card came), `changed` (something else: a hand, another card). `since`: when what was last seen there came to
    lie there, as far as could be seen; `from_on`: from when on it may have lain there, hidden (None: not earlier).
    `until`: when it was last to be seen. `always`: it lies there for as long as is remembered.
    """

    number: int
    box_xyxy: BoxXyxy
    state: PlaceState
    since: float
    until: float
    always: bool = False
    located: float = 0.0
    no_index: float = 0.0
    names: tuple[tuple[Card, float], ...] = ()
    weight: float = 0.0
    from_on: float | None = None

    def to_json(self) -> dict[str, Any]:
        """As a dict of plain values."""
        data: dict[str, Any] = {
            "n": self.number,
            "box": list(self.box_xyxy),
            "state": self.state,
            "since": self.since,
            "until": self.until,
            "always": self.always,
            "from": self.from_on,
        }
        if self.state == "seen":
            data |= {"located": self.located, "no_index": self.no_index, "weight": self.weight}
            data["names"] = {str(card): p for card, p in self.names}
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SeenPlace:
        """Raises `ValueError`, `KeyError` or `TypeError` for anything that `to_json` did not write."""
        state: PlaceState = data["state"]
        if state not in ("seen", "unchanged", "bare", "changed"):
            raise ValueError(f"there is no state {state}")
        x0, y0, x1, y1 = (float(v) for v in data["box"])
        names = tuple((Card.parse(name), float(p)) for name, p in data.get("names", {}).items())
        return cls(
            int(data["n"]),
            (x0, y0, x1, y1),
            state,
            float(data["since"]),
            float(data["until"]),
            bool(data["always"]),
            float(data.get("located", 0.0)),
            float(data.get("no_index", 0.0)),
            names,
            float(data.get("weight", 0.0)),
            None if data.get("from") is None else float(data["from"]),
        )


@dataclass(frozen=True, slots=True)
class Look:
    """One frame as it was read; `still`: nothing moved in it; `colour`: red and black can be told apart."""

    t_seconds: float
    still: bool
    colour: bool
    sharpness: float
    image_wh: tuple[int, int]
    places: tuple[SeenPlace, ...]

    def to_json(self) -> dict[str, Any]:
        """As a dict of plain values, for one line of a record."""
        return {
            "t": self.t_seconds,
            "still": self.still,
            "colour": self.colour,
            "sharpness": self.sharpness,
            "image": list(self.image_wh),
            "places": [place.to_json() for place in self.places],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Look:
        """Raises `ValueError`, `KeyError` or `TypeError` for anything that `to_json` did not write."""
        width, height = (int(v) for v in data["image"])
        return cls(
            float(data["t"]),
            bool(data["still"]),
            bool(data["colour"]),
            float(data["sharpness"]),
            (width, height),
            tuple(SeenPlace.from_json(place) for place in data["places"]),
        )


@dataclass(frozen=True, slots=True)
class WatchEvent:
    """Something that happened on the table.

    `appeared`, `withdrawn`: a card came to lie in the trick, or was taken away again. `complete`: each player's card
    lies there and is named as well as it can be; `changed`: what was proposed then has been revised. `waiting`: cards
    are missing for a long time. `closed`: the trick was cleared away; its proposal is final. `hand_over`: that was the
    hand's last trick. `cards`: those of the trick as seen so far, in order of appearance; `trick` counts from 1.
    """

    kind: EventKind
    t_seconds: float
    trick: int
    cards: tuple[Card, ...]
    proposal: TrickProposal | None = None


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """How closely the table is watched; times in seconds.

    `budget` is the share of one core that reading frames may take, `look_cost_s` the processor time one reading takes.
    """

    budget: float = 0.6
    look_cost_s: float = 0.09
    settle_gap_s: float = 0.15
    """Between looks at a still table while something is not certain yet."""
    moving_gap_s: float = 0.45
    """Between looks while something moves."""
    heartbeat_s: float = 3.0
    """Between looks at a table with cards where nothing changes."""
    rest_after_s: float = 2.0
    """So long after the last change frames are taken at the slow rate."""
    rest_interval_s: float = 0.2
    looks_wanted: int = 2
    """Looks that must agree on a card."""
    looks_most: int = 8
    """After so many looks a card that is still doubtful is asked about."""
    waiting_after_s: float = 10.0
