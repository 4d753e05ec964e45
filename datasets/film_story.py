"""Tells a hand of Don as a film: when each card falls and where it lies, who sweeps the trick, what goes wrong."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np

from datasets.film_moves import Moves
from datasets.film_script import Draft, Script
from datasets.film_stage import Difficulty, Stage
from datasets.film_tracks import Pose, Track
from datasets.hands import PlayedHand
from datasets.layouts import SIDES, Placed, lay_trick
from datasets.packs import CardPack
from datasets.view import laid, project
from scorer.cards import Card
from scorer.seats import FOUR_HANDED, Seat
from scorer.trick import winner_index

READABLE = 0.62
"""Share of an index that shows in the end, of at least one index a card."""


@dataclass(frozen=True, slots=True)
class PlayTruth:
    """A card of a trick: `t_down` is when it comes to lie still for good (the hand may still be over it)."""

    seat: Seat
    card: Card
    t_down: float


@dataclass(frozen=True, slots=True)
class TrickTruth:
    """One trick as it was played, `number` from 1, `plays` in order from the leader.

    At `t_complete` the last card lies still and its hand no longer covers it; at `t_cleared` the last card has left
    its place.
    """

    number: int
    leader: Seat
    plays: tuple[PlayTruth, ...]
    t_complete: float
    t_cleared: float
    mishaps: tuple[str, ...] = ()


@dataclass
class Story:
    """Writes the script of a hand: one trick after the other, `now` being the time up to which it is told."""

    stage: Stage
    pack: CardPack
    played: PlayedHand
    bottom: Seat
    difficulty: Difficulty
    rng: np.random.Generator
    draft: Draft = field(default_factory=Draft)
    now: float = 1.0
    won: dict[int, int] = field(default_factory=dict)
    truths: list[TrickTruth] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.moves = Moves(self.stage, self.draft, self.rng)
        self.heaps_in_view = bool(self.rng.random() < self.stage.level.heaps)

    def place(self, seat: Seat) -> int:
        """Where a seat sits: clockwise from the picture's bottom edge."""
        return (FOUR_HANDED.index(seat) - FOUR_HANDED.index(self.bottom)) % 4

    def told(self) -> tuple[Script, tuple[TrickTruth, ...]]:
        """The whole hand."""
        trump = self.played.tricks[0][1][0].suit
        for number, (leader, cards) in enumerate(self.played.tricks, 1):
            order = [FOUR_HANDED[(FOUR_HANDED.index(leader) + k) % 4] for k in range(4)]
            winner = order[winner_index(cards, trump)]
            self._tell(number, order, cards, winner)
        return self.draft.finished(self.now + 1.5), tuple(self.truths)

    def _tell(self, number: int, order: list[Seat], cards: tuple[Card, ...], winner: Seat) -> None:
        targets = self.targets(list(cards), self.place(order[0]))
        tracks: list[Track] = []
        plays = []
        clear = self.now
        for seat, card, target in zip(order, cards, targets, strict=True):
            t_down = self.now + (self.gap() if tracks else 0.0)
            pose = Pose(target.x, target.y, target.turn)
            track, clear = self.moves.throw(self.place(seat), card, pose, t_down)
            self.now = t_down
            tracks.append(track)
            plays.append(PlayTruth(seat, card, t_down))
        complete = max(clear, self.now)
        sweep = complete + float(self.rng.uniform(0.8, 2.6))
        place = self.place(winner)
        cleared, over = self.moves.sweep(place, tracks, sweep, self.heap(place))
        self.truths.append(TrickTruth(number, order[0], tuple(plays), complete, cleared))
        self.now = over + float(self.rng.uniform(0.6, 2.5))

    def gap(self) -> float:
        """Seconds from one card to the next."""
        if self.difficulty == "hard" and self.rng.random() < 0.08:
            return float(self.rng.uniform(0.25, 0.4))
        return float(np.clip(self.rng.lognormal(math.log(1.1), 0.4), 0.5, 2.5))

    def heap(self, place: int) -> Pose | None:
        """Where a player lays his next trick face down; None: out of the picture."""
        self.won[place] = self.won.get(place, 0) + 1
        if not self.heaps_in_view:
            return None
        dx, dy = SIDES[place]
        far = self.stage.level.reach[1]
        edge = self.stage.outside[place]
        away = max((1.15 if dx else 0.95) * far + 1.45, min(edge - 0.5, 3.6))
        along = 1.5 + 0.3 * (self.won[place] - 1)
        turn = place * math.pi / 2 + (self.won[place] % 2) * math.pi / 2
        return Pose(dx * away - dy * along, dy * away + dx * along, turn, 0.0, 1.0)

    def targets(self, cards: list[Card], first: int) -> list[Placed]:
        """Where a trick's cards come to lie: all in the picture, of each an index readable in the end."""
        may_hide = self.rng.random() < self.stage.level.hidden
        for attempt in range(400):
            placed = lay_trick(cards, first, self.rng, self.stage.level.reach)
            dx, dy = self.rng.normal(0, 0.12, 2)
            placed = [Placed(one.card, one.x + dx, one.y + dy, one.turn) for one in placed]
            if (may_hide or attempt > 300 or self.readable(placed)) and self._in_picture(placed):
                return placed
        raise ValueError("No place was found for a trick on this stage.")

    def readable(self, placed: list[Placed]) -> bool:
        """Whether each card shows enough of at least one index beneath those laid after it."""
        return all(max(shares) >= READABLE for shares in index_shares(self.pack, placed))

    def _in_picture(self, placed: list[Placed]) -> bool:
        return all(
            self.stage.inside(one.x + x, one.y + y, 6) for one in placed for x in (-0.6, 0.6) for y in (-0.6, 0.6)
        )


def index_shares(pack: CardPack, placed: list[Placed], unit: int = 48) -> list[list[float]]:
    """For each card the share of each of its indices that shows, seen from above at `unit` pixels a card width."""
    side = round(9 * unit)
    owner = np.full((side, side), -1, np.int16)
    maps = []
    width, height = pack.size
    for number, one in enumerate(placed):
        onto = np.diag([unit, unit, 1.0]) @ laid(pack.size, 1.0, one.x + 4.5, one.y + 4.5, one.turn)
        quad = project(onto, np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1.0]]).T).T
        cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), number)
        maps.append(onto)
    shares = []
    for number, (one, onto) in enumerate(zip(placed, maps, strict=True)):
        row = []
        for x0, y0, x1, y1 in pack.index_boxes(one.card):
            inside = np.zeros((side, side), np.uint8)
            quad = project(onto, np.array([[x0, y0, 1], [x1, y0, 1], [x1, y1, 1], [x0, y1, 1.0]]).T).T
            cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), 1)
            area = int(inside.sum())
            row.append(float(((owner == number) & (inside > 0)).sum()) / max(1, area))
        shares.append(row)
    return shares
