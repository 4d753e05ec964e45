"""What hands do on a filmed table: throw a card, sweep a trick, reach in and rest. Each writes tracks into a draft.

Places count the players clockwise from the picture's bottom edge. Lengths are card widths, times seconds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from datasets.film_script import Draft
from datasets.film_stage import Stage
from datasets.film_tracks import Grip, Hand, Key, Pose, Thing, Track
from datasets.layouts import SIDES

SHOULDER = 9.0
"""How far from the middle a player's shoulder is."""
HOLD = 0.5
"""From a card's middle to the fingertips that hold it."""


@dataclass
class Moves:
    """Writes moves into `draft`; `handed[place]` shifts that player's shoulder to the side he uses."""

    stage: Stage
    draft: Draft
    rng: np.random.Generator
    handed: tuple[float, float, float, float] = field(init=False)

    def __post_init__(self) -> None:
        sides = [float(self.rng.uniform(0.6, 2.0)) * (1 if self.rng.random() < 0.85 else -1) for _ in range(4)]
        self.handed = (sides[0], sides[1], sides[2], sides[3])

    def shoulder(self, place: int, other: bool = False) -> tuple[float, float]:
        """Where a player's arm comes from; `other`: the arm he uses less."""
        (dx, dy), aside = SIDES[place], self.handed[place] * (-1 if other else 1)
        return dx * SHOULDER + dy * aside, dy * SHOULDER - dx * aside

    def hand_at(self, place: int, x: float, y: float, other: bool = False) -> Pose:
        """A hand's pose with its fingertips there."""
        sx, sy = self.shoulder(place, other)
        return Pose(x, y, math.atan2(sy - y, sx - x))

    def away(self, place: int, x: float, y: float, other: bool = False, beyond: float = 1.8) -> Pose:
        """The hand out of the picture, drawn back from a place towards its shoulder."""
        pose = self.hand_at(place, x, y, other)
        dx, dy = SIDES[place]
        inward = math.cos(pose.turn) * dx + math.sin(pose.turn) * dy
        step = max(0.5, self.stage.outside[place] + beyond - (x * dx + y * dy)) / max(0.4, inward)
        return replace(pose, x=x + math.cos(pose.turn) * step, y=y + math.sin(pose.turn) * step)

    def hand(self, place: int, grip: Grip, start: float, pose: Pose) -> Track:
        """A new hand that is at a pose from `start` on."""
        return self._new(Hand(place, grip), start, pose)

    def thing(self, thing: Thing, start: float, pose: Pose) -> Track:
        """A new thing on the table from `start` on."""
        return self._new(thing, start, pose)

    def _new(self, thing: Thing, start: float, pose: Pose) -> Track:
        track = Track(thing, [Key(start, pose)])
        self.draft.tracks.append(track)
        return track

    def throw(self, place: int, thing: Thing, target: Pose, t_down: float, other: bool = False) -> tuple[Track, float]:
        """A player throws or lays a thing so that it lies still at `t_down`; the track, and when it lies clear."""
        rng, turn = self.rng, place * math.pi / 2
        thrown = rng.random() < 0.6
        flight = float(rng.uniform(0.12, 0.28)) if thrown else 0.0
        back = float(rng.uniform(0.4, 1.1)) if thrown else 0.0
        to_player = self.hand_at(place, target.x, target.y, other).turn
        cos, sin = math.cos(to_player), math.sin(to_player)
        near = _nearest_turn(turn + float(rng.normal(0, 0.15)), target.turn)
        held = replace(target, x=target.x + cos * back, y=target.y + sin * back)
        let_go = replace(held, turn=near if thrown else target.turn, lift=0.35 if thrown else 0.03)
        tip = self.hand_at(place, let_go.x + cos * HOLD, let_go.y + sin * HOLD, other)
        far = self.away(place, tip.x, tip.y, other)
        came = float(rng.uniform(0.35, 0.6))
        release = t_down - flight
        outside = replace(let_go, x=far.x - cos * HOLD, y=far.y - sin * HOLD, turn=near, lift=0.5)
        card = self.thing(thing, release - came, outside).move(release - came, release, let_go)
        if thrown:
            card.move(release, t_down, target, "out")
        else:
            card.move(release, t_down + 0.001, target)
        hand = self.hand(place, "hold", release - came, far).move(release - came, release, tip)
        linger = release + float(rng.uniform(0.0, 0.08) if thrown else rng.uniform(0.05, 0.2))
        gone = linger + float(rng.uniform(0.35, 0.55))
        hand.move(linger, gone, far)
        hand.end = gone
        return card, linger + 0.55 * (gone - linger)

    def reach(
        self, place: int, stops: list[tuple[float, float, float]], grip: Grip = "flat", other: bool = False
    ) -> Track:
        """A hand that is at each place (t, x, y) at its time, and out of the picture before and after."""
        t, x, y = stops[0]
        came, went = float(self.rng.uniform(0.35, 0.6)), float(self.rng.uniform(0.35, 0.6))
        track = self.hand(place, grip, t - came, self.away(place, x, y, other))
        track.move(t - came, t, self.hand_at(place, x, y, other))
        for (before, _, _), (t, x, y) in pairwise(stops):
            pose = self.hand_at(place, x, y, other)
            if (pose.x, pose.y) == (track.last.pose.x, track.last.pose.y):
                track.keys.append(Key(t, track.last.pose))
            else:
                track.move(before, t, pose)
        track.move(t, t + went, self.away(place, x, y, other))
        track.end = t + went
        return track

    def fetch(self, place: int, track: Track, start: float) -> float:
        """A player's hand takes a lying card out of the picture from `start` on; when it is gone."""
        pose = track.last.pose
        to_player = self.hand_at(place, pose.x, pose.y).turn
        cos, sin = math.cos(to_player), math.sin(to_player)
        tip = self.hand_at(place, pose.x + HOLD * cos, pose.y + HOLD * sin)
        far = self.away(place, tip.x, tip.y, beyond=2.5)
        gone = start + float(self.rng.uniform(0.4, 0.6))
        goal = replace(pose, x=pose.x + far.x - tip.x, y=pose.y + far.y - tip.y, lift=0.3)
        track.move(start, gone, goal)
        track.end = gone
        hand = self.hand(place, "hold", start - 0.45, self.away(place, tip.x, tip.y))
        hand.move(start - 0.45, start - 0.05, tip).move(start, gone, far)
        hand.end = gone
        return gone

    def sweep(
        self, place: int, cards: list[Track], start: float, spot: Pose | None, fanned: bool = False
    ) -> tuple[float, float]:
        """A player's hand comes from `start` on, gathers cards and takes them to a spot or, without one, out of view.

        Returns when the last card is off its place, and when all of it is over. `fanned`: the cards are squared up
        less carefully, perhaps fanned a little.
        """
        fan = float(self.rng.uniform(0.0, 0.32)) if fanned else 0.0
        rng = self.rng
        xs = [track.last.pose.x for track in cards]
        ys = [track.last.pose.y for track in cards]
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        touch = start + float(rng.uniform(0.3, 0.45))
        squared = touch + float(rng.uniform(0.25, 0.45))
        laid = squared + float(rng.uniform(0.4, 0.6))
        turn = place * math.pi / 2 + float(rng.normal(0, 0.1))
        to_player = self.hand_at(place, x, y).turn
        cos, sin = math.cos(to_player), math.sin(to_player)
        end = spot
        if end is None:
            far = self.away(place, x, y)
            end = Pose(far.x, far.y, turn, 0.1, 0.0)
        for number, track in enumerate(cards):
            beside = rng.normal(0, 0.06, 2)
            packet = Pose(
                x + beside[0],
                y + beside[1],
                _nearest_turn(turn, track.last.pose.turn) + float(rng.normal(0, 0.06)),
                0.04,
            )
            track.move(touch + float(rng.uniform(0, 0.1)), squared, packet)
            aside = fan * (number - 1.5)
            off = rng.normal(0, 0.03, 2) + np.array([math.cos(end.turn), math.sin(end.turn)]) * aside
            turned = _nearest_turn(end.turn, packet.turn) + 0.4 * aside
            goal = replace(end, x=end.x + float(off[0]), y=end.y + float(off[1]), turn=turned)
            track.move(squared, laid, goal)
            if spot is None:
                track.end = laid
        hand = self.hand(place, "flat", start, self.away(place, x, y))
        hand.move(start, touch, self.hand_at(place, x - cos * 0.5, y - sin * 0.5))
        hand.move(touch, squared, self.hand_at(place, x + cos * 0.1, y + sin * 0.1))
        hand.move(squared, laid, self.hand_at(place, end.x + cos * 0.1, end.y + sin * 0.1))
        over = laid + float(rng.uniform(0.25, 0.45))
        hand.move(laid, over, self.away(place, end.x, end.y))
        hand.end = over
        return squared + 0.5 * (laid - squared), over


def _nearest_turn(turn: float, to: float) -> float:
    """The same look of a card (half turns don't matter much) nearest to another turn."""
    return turn + math.pi * round((to - turn) / math.pi)
