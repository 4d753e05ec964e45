"""What lies and moves on a filmed table: things on tracks, a track being poses with times between which they glide.

Lengths are card widths on the table, turns are radians, times are seconds of the film.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Literal

from datasets.props import Prop
from scorer.cards import Card

Grip = Literal["hold", "flat", "push"]
Ease = Literal["smooth", "out"]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand on its arm in a sleeve; `place` counts the players clockwise from the picture's bottom edge."""

    place: int
    grip: Grip = "hold"


@dataclass(frozen=True, slots=True)
class Glass:
    """A glass of beer; the seed gives its look."""

    seed: int


Thing = Card | Hand | Glass | Prop


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a thing is: its middle (of a hand: the fingertips) and its turn (of a hand: the way to its shoulder).

    `lift` is the height over the table, `flip` runs from 0 (face up) to 1 (face down).
    """

    x: float
    y: float
    turn: float = 0.0
    lift: float = 0.0
    flip: float = 0.0

    def towards(self, other: Pose, share: float) -> Pose:
        """The pose that far on the way to another (0: here, 1: there)."""
        rest = 1 - share
        return Pose(
            rest * self.x + share * other.x,
            rest * self.y + share * other.y,
            rest * self.turn + share * other.turn,
            rest * self.lift + share * other.lift,
            rest * self.flip + share * other.flip,
        )


@dataclass(frozen=True, slots=True)
class Key:
    """A pose at a time; `ease` says how it is reached from the key before."""

    t: float
    pose: Pose
    ease: Ease = "smooth"


@dataclass
class Track:
    """One thing from the time it appears to `end` (None: as long as the film runs)."""

    thing: Thing
    keys: list[Key] = field(default_factory=list)
    end: float | None = None

    @property
    def last(self) -> Key:
        """The key reached last so far."""
        return self.keys[-1]

    def move(self, start: float, until: float, pose: Pose, ease: Ease = "smooth") -> Track:
        """Stays until `start`, then glides to a pose."""
        if start > self.last.t:
            self.keys.append(Key(start, self.last.pose))
        self.keys.append(Key(until, pose, ease))
        return self

    def pose_at(self, t: float) -> Pose | None:
        """Its pose, None while it is not there."""
        if t < self.keys[0].t or (self.end is not None and t >= self.end):
            return None
        number = bisect_right(self.keys, t, key=lambda key: key.t)
        before = self.keys[number - 1]
        if number == len(self.keys):
            return before.pose
        after = self.keys[number]
        if after.pose == before.pose:
            return after.pose
        share = (t - before.t) / (after.t - before.t)
        share = share * share * (3 - 2 * share) if after.ease == "smooth" else 1 - (1 - share) ** 2
        return before.pose.towards(after.pose, share)

    def lies_since(self, start: float, until: float) -> float | None:
        """Since when it lies still, if it does all the time from `start` to `until`; None while it moves."""
        if isinstance(self.thing, Hand) or start < self.keys[0].t or (self.end is not None and until >= self.end):
            return None
        number = bisect_right(self.keys, start, key=lambda key: key.t) - 1
        pose, after = self.keys[number].pose, number + 1
        while after < len(self.keys) and self.keys[after - 1].t < until:
            if self.keys[after].pose != pose:
                return None
            after += 1
        while number > 0 and self.keys[number - 1].pose == pose:
            number -= 1
        return self.keys[number].t
