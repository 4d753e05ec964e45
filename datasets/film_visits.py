"""A table at which nobody plays: hands reach in, things are put down and taken away, cards lie face down."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from datasets.film_moves import HOLD, Moves
from datasets.film_script import Draft, Script
from datasets.film_stage import Stage
from datasets.film_tracks import Glass, Pose, Thing
from datasets.layouts import SIDES
from datasets.props import VARIANTS, prop
from scorer.cards import pack_of

CARRIED = ("beer_mat", "beer_mat", "coin", "coin", "phone", "keys", "paper", "ashtray", "glass", "glass", "cards")
"""What people put on a table; `cards` is a heap of one to four that lie face down."""


def visits(stage: Stage, seconds: float, rng: np.random.Generator) -> Script:
    """A script of `seconds` without a trick."""
    moves = Moves(stage, Draft(), rng)
    now = float(rng.uniform(0.5, 2.0))
    while now < seconds - 2:
        place = int(rng.integers(4))
        if rng.random() < 0.4:
            _gesture(moves, place, now)
        else:
            _carry(moves, place, now, min(seconds, now + float(rng.uniform(6, 40))))
        now += float(rng.uniform(1.0, 5.0))
    return moves.draft.finished(seconds)


def _gesture(moves: Moves, place: int, start: float) -> None:
    """A hand that reaches over the table, rests or wanders there, and goes."""
    rng = moves.rng
    stops = []
    t = start
    for _ in range(int(rng.integers(1, 4))):
        x, y = rng.normal(0, 1.2, 2)
        stops.append((t, float(x), float(y)))
        t += float(rng.uniform(0.3, 1.5))
        stops.append((t, float(x), float(y)))
        t += float(rng.uniform(0.3, 0.8))
    moves.reach(place, stops, "flat" if rng.random() < 0.6 else "push")


def _carry(moves: Moves, place: int, start: float, until: float) -> None:
    """A hand puts something down and the same hand takes it away again."""
    rng = moves.rng
    dx, dy = SIDES[place]
    away = float(rng.uniform(0.3, 0.9)) * moves.stage.outside[place]
    along = float(rng.normal(0, 1.0))
    x, y = dx * away - dy * along, dy * away + dx * along
    turn = float(rng.uniform(0, 2 * math.pi))
    name = str(rng.choice(list(CARRIED)))
    things: list[Thing]
    if name == "cards":
        pack = pack_of(52).cards
        things = [pack[int(k)] for k in rng.permutation(52)[: int(rng.integers(1, 5))]]
    elif name == "glass":
        things = [Glass(int(rng.integers(1 << 30)))]
    else:
        things = [prop(name, int(rng.integers(VARIANTS)))]
    flip = 1.0 if name == "cards" else 0.0
    for thing in things:
        off = rng.normal(0, 0.03, 2)
        carry(moves, place, thing, Pose(x + off[0], y + off[1], turn, 0.0, flip), start, until)


def carry(moves: Moves, place: int, thing: Thing, pose: Pose, start: float, until: float) -> None:
    """A hand brings a thing to a pose, where it lies from `start` on, and fetches it at `until`."""
    turn = moves.hand_at(place, pose.x, pose.y).turn
    held = moves.hand_at(place, pose.x + HOLD * math.cos(turn), pose.y + HOLD * math.sin(turn))
    far = moves.away(place, held.x, held.y, beyond=3.0)
    outside = replace(pose, x=pose.x + far.x - held.x, y=pose.y + far.y - held.y)
    came = float(moves.rng.uniform(0.5, 0.9))
    track = moves.thing(thing, start - came, outside).move(start - came, start, pose)
    hand = moves.hand(place, "hold", start - came, far).move(start - came, start, held)
    hand.move(start + 0.1, start + 0.6, far)
    hand.end = start + 0.6
    moves.fetch(place, track, until)
