"""Tells a hand of Don as a film: when each card falls and where it lies, who sweeps the trick, what goes wrong."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from datasets.film_moves import Moves
from datasets.film_places import free_spot, heap_spot, readable_trick
from datasets.film_script import Draft, Script
from datasets.film_stage import Difficulty, Stage
from datasets.film_tracks import Pose, Track
from datasets.hands import PlayedHand
from datasets.layouts import Placed
from datasets.packs import CardPack
from scorer.cards import Card
from scorer.seats import FOUR_HANDED, Seat
from scorer.trick import winner_index

STILL = 0.03
"""Seconds after which a frame shows for sure that a card lies still."""
ALONE = 0.8
"""Seconds a complete trick lies there with nothing over it, at least."""


@dataclass(frozen=True, slots=True)
class PlayTruth:
    """A card of a trick: `t_down` is when it comes to lie still for good (the hand may still be over it)."""

    seat: Seat
    card: Card
    t_down: float


@dataclass(frozen=True, slots=True)
class TrickTruth:
    """One trick as it was played, `number` from 1, `plays` in order from the leader.

    At `t_complete` the last card lies still and no hand covers it any more; at `t_cleared` the last card has left
    its place. `mishaps` are what went wrong meanwhile, in order of time.
    """

    number: int
    leader: Seat
    plays: tuple[PlayTruth, ...]
    t_complete: float
    t_cleared: float
    mishaps: tuple[str, ...] = ()


@dataclass
class Trick:
    """A trick while it is told. `lying` are the tracks of the cards down so far, in order of play."""

    number: int
    order: list[Seat]
    cards: tuple[Card, ...]
    winner: Seat
    targets: list[Placed]
    planned: list[str]
    lying: list[Track] = field(default_factory=list)
    downs: list[float] = field(default_factory=list)
    clear: float = 0.0
    """When the card laid last is free of hands."""
    covered: float = 0.0
    """Until when something is over the trick or the camera out of order: it is swept a while later."""
    veiled: float = 0.0
    """Until when something that came before the last card lies over the trick."""
    stray: tuple[int, Track] | None = None
    """A card that is not of the trick and stays until it is swept, and whose it is (place)."""
    done: list[str] = field(default_factory=list)


Mishap = Callable[["Story", Trick, float], float | None]
"""Tells what goes wrong from a time on and when it is over; None where it can't go wrong here."""


@dataclass
class Story:
    """Writes the script of a hand, one trick after the other; `now` is the time up to which it is told.

    `mishaps` says how each is told, `plan` which are to happen in which trick (by number).
    """

    stage: Stage
    pack: CardPack
    played: PlayedHand
    bottom: Seat
    difficulty: Difficulty
    rng: np.random.Generator
    mishaps: Mapping[str, Mishap] = field(default_factory=dict)
    plan: Mapping[int, Sequence[str]] = field(default_factory=dict)
    heaps_in_view: bool = False
    draft: Draft = field(default_factory=Draft)
    now: float = 1.0
    won: dict[int, int] = field(default_factory=dict)
    taken: list[tuple[float, float]] = field(default_factory=list)
    """Where heaps lie."""
    at_edge: tuple[int, list[Track]] | None = None
    """The last trick where it lies face up at an edge, and at whose place."""
    truths: list[TrickTruth] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.moves = Moves(self.stage, self.draft, self.rng)

    def place(self, seat: Seat) -> int:
        """Where a seat sits: clockwise from the picture's bottom edge."""
        return (FOUR_HANDED.index(seat) - FOUR_HANDED.index(self.bottom)) % 4

    def left_in_hand(self, seat: Seat, number: int) -> list[Card]:
        """The cards a seat plays after the trick of that number."""
        left = []
        for leader, cards in self.played.tricks[number:]:
            left.append(cards[(FOUR_HANDED.index(seat) - FOUR_HANDED.index(leader)) % 4])
        return left

    def told(self) -> tuple[Script, tuple[TrickTruth, ...]]:
        """The whole hand. Raises `ValueError` where a planned mishap found no place."""
        trump = self.played.tricks[0][1][0].suit
        late: list[str] = []
        for number, (leader, cards) in enumerate(self.played.tricks, 1):
            order = [FOUR_HANDED[(FOUR_HANDED.index(leader) + k) % 4] for k in range(4)]
            winner = order[winner_index(cards, trump)]
            targets = readable_trick(self.stage, self.pack, list(cards), self.place(leader), self.rng)
            trick = Trick(number, order, cards, winner, targets, [*late, *self.plan.get(number, ())])
            self._play(trick)
            self._clear(trick)
            late = [name for name in trick.planned if name not in trick.done]
        if late:
            raise ValueError(f"The mishap {late[0]} found no place in this hand.")
        return self.draft.finished(self.now + 1.5), tuple(self.truths)

    def _play(self, trick: Trick) -> None:
        """The cards fall, and between them what is planned."""
        moments = {name: int(self.rng.integers(1, 5)) for name in trick.planned if name in self.mishaps}
        for count, card in enumerate(trick.cards):
            if count == 3 and "long_wait" in trick.planned:
                self.now += float(self.rng.uniform(12, 20)) - 1.1
                trick.done.append("long_wait")
            early = count == 0 and bool(self.truths) and "early_lead" in self.truths[-1].mishaps
            self.lay(trick, card, self.now + (self.gap() if count else 0.0), early)
            for name, moment in moments.items():
                if name not in trick.done and count + 1 >= moment:
                    over = self.mishaps[name](self, trick, self.now)
                    if over is not None:
                        trick.done.append(name)
                        self.now = max(self.now, over)

    def lay(self, trick: Trick, card: Card, t_down: float, other: bool = False) -> None:
        """The next card of a trick comes to lie at its target."""
        count = len(trick.lying)
        target = trick.targets[count]
        pose = Pose(target.x, target.y, target.turn)
        track, trick.clear = self.moves.throw(self.place(trick.order[count]), card, pose, t_down, other)
        trick.lying.append(track)
        trick.downs.append(t_down)
        self.now = t_down

    def _clear(self, trick: Trick) -> None:
        """The winner sweeps the trick, the next is led."""
        complete = max(trick.clear, trick.veiled, trick.downs[-1] + STILL)
        sweep = max(complete + float(self.rng.uniform(ALONE, 2.6)), self.now + 0.4, trick.covered + ALONE)
        place, last = self.place(trick.winner), trick.number == len(self.played.tricks)
        face_up = "last_trick_at_edge" in trick.planned and not last
        spot = self.edge(place) if face_up else self.heap(place)
        cleared, over = self.moves.sweep(place, trick.lying, sweep, spot, fanned=face_up)
        if self.at_edge is not None:
            whose, cards = self.at_edge
            _, over = self.moves.sweep(whose, cards, over, self.heap(whose))
        if trick.stray is not None:
            over = self.moves.fetch(*trick.stray, over)
        self.at_edge = (place, trick.lying) if face_up else None
        self.now = over + float(self.rng.uniform(0.6, 2.5))
        if face_up:
            trick.done.append("last_trick_at_edge")
        if "early_lead" in trick.planned and not last:
            self.now = sweep + float(self.rng.uniform(0.3, 0.8))
            trick.done.append("early_lead")
        if "face_down_heaps" in trick.planned and spot is not None:
            trick.done.append("face_down_heaps")
        plays = [PlayTruth(seat, card, t) for seat, card, t in zip(trick.order, trick.cards, trick.downs, strict=True)]
        truth = TrickTruth(trick.number, trick.order[0], tuple(plays), complete, cleared, tuple(trick.done))
        self.truths.append(truth)

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
        number = self.won[place] - 1
        x, y = heap_spot(self.stage, place, number)
        self.taken.append((x, y))
        return Pose(x, y, place * math.pi / 2 + (number % 2) * math.pi / 2, 0.0, 1.0)

    def edge(self, place: int) -> Pose:
        """Where a player lays cards face up before himself, in view and clear of the trick and the heaps."""
        x, y = free_spot(self.stage, place, self.taken, self.rng)
        return Pose(x, y, place * math.pi / 2 + float(self.rng.normal(0, 0.15)))
