"""A table written down: legal hands as looks an eye would give, a watcher that gives them, frames for them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from datasets.hands import PlayedHand, play_hand
from models.calibration import Calibration
from models.hand_facts import HandFacts
from models.looks import Look, PlaceState, SeenPlace, WatchEvent, WatchSettings
from models.picture import Picture
from models.table_view import TableView
from models.trick_follower import TrickFollower
from models.weights import load_weights
from scorer.cards import Card
from scorer.seats import FOUR_HANDED, Seat

CALIBRATION = Calibration.from_json(load_weights().calibration)
FPS = 5
SPOTS = {Seat.S: (320.0, 330.0), Seat.W: (200.0, 240.0), Seat.N: (320.0, 150.0), Seat.E: (440.0, 240.0)}
"""Where each player's card comes to lie in a picture of 640 x 480 pixels."""
DOUBTFUL = 0.5
"""A card is asked about where the networks say its name with this probability."""
FORGOTTEN_AFTER = 6


@dataclass
class _Lying:
    card: Card
    spot: tuple[float, float]
    number: int
    since: float
    until: float
    p: float
    state: PlaceState = "seen"
    bare: int = 0


@dataclass
class TableScript:
    """Looks at a table, `FPS` a second: cards are laid and swept, time passes."""

    looks: list[Look] = field(default_factory=list)
    _lying: list[_Lying] = field(default_factory=list)
    _number: int = 0

    @property
    def t_seconds(self) -> float:
        """The time of the next look."""
        return len(self.looks) / FPS

    def lay(self, card: Card, at: Seat | tuple[float, float], p: float = 0.998, looks: int = 3) -> None:
        """A card comes to lie there, its two indices read with probability `p`."""
        spot = SPOTS[at] if isinstance(at, Seat) else at
        self._number += 2
        self._lying.append(_Lying(card, spot, self._number, self.t_seconds, self.t_seconds, p))
        self.wait(looks)

    def sweep(self, looks: int = 6) -> None:
        """All that lies there is taken away."""
        for one in self._lying:
            one.state = "bare"
        self.wait(looks)

    def wait(self, looks: int) -> None:
        """Time passes."""
        for _ in range(looks):
            self.looks.append(
                Look(self.t_seconds, True, True, 100.0, (640, 480), tuple(p for o in self._lying for p in _places(o)))
            )
            for one in self._lying:
                one.until = self.t_seconds if one.state == "seen" else one.until
                one.bare += one.state == "bare"
            self._lying = [one for one in self._lying if one.bare < FORGOTTEN_AFTER]

    def trick(self, leader: Seat, cards: tuple[Card, ...], doubtful: int | None = None) -> None:
        """A trick is played and swept; the card with the number `doubtful` (from 0) cannot be told for certain."""
        start = FOUR_HANDED.index(leader)
        for place, card in enumerate(cards):
            self.lay(card, FOUR_HANDED[(start + place) % 4], DOUBTFUL if place == doubtful else 0.998)
        self.wait(3)
        self.sweep()
        self.wait(3)

    def hand(self, played: PlayedHand, doubtful: tuple[int, int] | None = None) -> None:
        """A whole hand; `doubtful`: number of a trick (from 1) and of a card in it (from 0)."""
        for number, (leader, cards) in enumerate(played.tricks, 1):
            self.trick(leader, cards, doubtful[1] if doubtful and doubtful[0] == number else None)


def _places(one: _Lying) -> list[SeenPlace]:
    places = []
    for number, (dx, dy) in enumerate(((-30, -45), (30, 45)), one.number):
        x, y = one.spot[0] + dx, one.spot[1] + dy
        place = SeenPlace(number, (x - 8, y - 12, x + 8, y + 12), one.state, one.since, one.until)
        if one.state == "seen":
            names = ((one.card, one.p), (_like(one.card), (1 - one.p) * 0.95))
            place = replace(place, located=0.95, names=names, weight=1.0)
        places.append(place)
    return places


def _like(card: Card) -> Card:
    """A card of the same rank and the other suit of its colour."""
    suits = {"C": "S", "S": "C", "H": "D", "D": "H"}
    return Card.parse(f"{card.rank}{suits[str(card.suit)]}")


class ScriptedWatcher:
    """Follows the looks of a script, whatever the frames show: each frame's time says which look it is."""

    def __init__(
        self,
        script: TableScript,
        facts: HandFacts,
        view: TableView | None = None,
        settings: WatchSettings | None = None,
        stop_at: float | None = None,
    ) -> None:
        self._looks = script.looks
        self._follower = TrickFollower(CALIBRATION, facts, view, settings)
        self._stop_at = stop_at
        self.last_look: Look | None = None
        self.interval_s = 0.0

    def feed(self, frame_bgr: Picture, t_seconds: float, /) -> tuple[WatchEvent, ...]:
        """Raises `KeyboardInterrupt` at the time `stop_at`, as Ctrl-C does."""
        if self._stop_at is not None and t_seconds >= self._stop_at:
            raise KeyboardInterrupt
        self.last_look = self._looks[round(t_seconds * FPS)]
        return self._follower.take(self.last_look)

    def finish(self, t_seconds: float, /) -> tuple[WatchEvent, ...]:
        return self._follower.finish(t_seconds)

    def go_on(self, facts: HandFacts, /) -> None:
        self._follower.go_on(facts)

    def read_now(self) -> None:
        """Every frame is read."""


def frames_of(script: TableScript, folder: Path) -> Path:
    """A folder with an empty picture for each look."""
    folder.mkdir()
    _, data = cv2.imencode(".png", np.zeros((48, 64, 3), np.uint8))
    for number in range(len(script.looks)):
        (folder / f"{number}.png").write_bytes(data.tobytes())
    return folder


def script_of(*hands: PlayedHand, doubtful: tuple[int, int] | None = None) -> TableScript:
    """The hands one after the other; `doubtful` as in `TableScript.hand`, in the first."""
    script = TableScript()
    script.wait(3)
    for number, played in enumerate(hands):
        script.hand(played, doubtful if number == 0 else None)
    return script


def played(seed: int, pitcher: Seat = Seat.N) -> PlayedHand:
    """A hand of nine tricks."""
    return play_hand(seed, pitcher)
