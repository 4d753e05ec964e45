"""What goes wrong at a card table, told into the story of a hand. Each changes nothing in what finally counts.

A mishap is told from a time on and returns when it is over, or None where it can't happen at this moment.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from datasets.film_camera_mishaps import CAMERA_MISHAPS
from datasets.film_moves import HOLD
from datasets.film_places import in_picture, readable, uncovered
from datasets.film_story import ALONE, Mishap, Story, Trick
from datasets.film_tracks import Pose, Track
from datasets.layouts import SIDES, Placed

OF_STORY = ("last_trick_at_edge", "long_wait", "early_lead", "face_down_heaps")
"""Mishaps that `datasets.film_story` tells itself."""
NOT_LAST = ("last_trick_at_edge", "early_lead", "five_cards")
"""Mishaps that need a trick, or cards in a hand, after theirs."""


def _picked_up(story: Story, trick: Trick, t: float) -> float | None:
    """The card laid last goes back into its hand; the same or another comes instead, and counts.

    Where another comes, the first was another card of that hand.
    """
    rng, count = story.rng, len(trick.lying)
    seat, track = trick.order[count - 1], trick.lying.pop()
    trick.downs.pop()
    others = story.left_in_hand(seat, trick.number)
    card = trick.cards[count - 1]
    if others and rng.random() < 0.5:
        track.thing = others[int(rng.integers(len(others)))]
    taken = max(t, trick.clear) + float(rng.uniform(0.4, 1.2))
    story.moves.fetch(story.place(seat), track, taken)
    story.lay(trick, card, taken + float(rng.uniform(1.0, 2.0)))
    return story.now


def _moved(story: Story, trick: Trick, t: float) -> float | None:
    """A lying card is pushed by half to one and a half card widths; it comes to lie on top."""
    rng, count = story.rng, len(trick.lying)
    for _ in range(60):
        number = int(rng.integers(count))
        if not uncovered(trick.targets[:count], number):
            continue
        angle, far = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0.5, 1.5))
        one = trick.targets[number]
        there = replace(one, x=one.x + far * math.cos(angle), y=one.y + far * math.sin(angle))
        there = replace(there, turn=one.turn + float(rng.normal(0, 0.25)))
        lain = [k for k in range(count) if k != number]
        after = [*(trick.targets[k] for k in lain), there, *trick.targets[count:]]
        if in_picture(story.stage, [there]) and readable(story.pack, after, story.stage.level.shows[0]):
            break
    else:
        return None
    trick.targets[number] = there
    _push(story, int(rng.integers(4)), trick.lying[number], there, max(t, trick.clear) + float(rng.uniform(0.5, 1.0)))
    over = trick.lying[number].last.t
    trick.covered = max(trick.covered, over + 0.4)
    return over + 0.3


def _push(story: Story, place: int, track: Track, there: Placed, start: float) -> None:
    """A finger pushes a card to a place."""
    pose, until = track.last.pose, start + float(story.rng.uniform(0.3, 0.7))
    track.move(start, until, Pose(there.x, there.y, there.turn))
    _on_top(story, track)
    story.moves.reach(place, [(start, pose.x, pose.y), (until, there.x, there.y)], "push")


def _on_top(story: Story, track: Track) -> None:
    """The order of tracks is that in which what moves is drawn."""
    story.draft.tracks.remove(track)
    story.draft.tracks.append(track)


def _turned_over(story: Story, trick: Trick, t: float) -> float | None:
    """A lying card is turned face down for one or two seconds, and back."""
    rng, count = story.rng, len(trick.lying)
    free = [k for k in range(count) if uncovered(trick.targets[:count], k)]
    number = free[int(rng.integers(len(free)))]
    track, place = trick.lying[number], story.place(trick.order[number])
    pose = track.last.pose
    to_player = story.moves.hand_at(place, pose.x, pose.y).turn
    tip = (pose.x + HOLD * math.cos(to_player), pose.y + HOLD * math.sin(to_player))
    start = max(t, trick.clear) + float(rng.uniform(0.3, 0.8))
    back = start + 0.4 + float(rng.uniform(1.0, 2.0))
    _on_top(story, track)
    for begin, flip in ((start, 1.0), (back, 0.0)):
        raised = replace(pose, lift=0.35, flip=0.5)
        track.move(begin, begin + 0.2, raised).move(begin + 0.2, begin + 0.4, replace(pose, flip=flip))
        story.moves.reach(place, [(begin, *tip), (begin + 0.4, *tip)], "hold")
    trick.covered = max(trick.covered, back + 0.6)
    return back + 0.5


def _half_covered(story: Story, trick: Trick, t: float) -> float | None:
    """A hand or sleeve rests over part of the trick for one to four seconds."""
    rng = story.rng
    one = trick.targets[int(rng.integers(len(trick.lying)))]
    x, y = one.x + float(rng.normal(0, 0.3)), one.y + float(rng.normal(0, 0.3))
    return _over(story, trick, t, [(x, y)], float(rng.uniform(1.0, 4.0)))


def _hand_over_table(story: Story, trick: Trick, t: float) -> float | None:
    """An arm lies across the whole trick for two to five seconds, or sweeps over it."""
    rng = story.rng
    return _over(story, trick, t, [], float(rng.uniform(2.0, 5.0)))


def _over(story: Story, trick: Trick, t: float, stops: list[tuple[float, float]], seconds: float) -> float:
    """Somebody's hand comes and stays that long; play goes on after it, or meanwhile."""
    rng, place = story.rng, int(story.rng.integers(4))
    start = max(t, trick.clear) + float(rng.uniform(0.5, 1.0))
    if not stops:
        dx, dy = SIDES[place]
        far, aside = float(rng.uniform(1.2, 2.5)), float(rng.normal(0, 0.6))
        stops = [(-dx * far + dy * aside, -dy * far - dx * aside)]
    x, y = stops[0]
    shift = rng.normal(0, 0.3, 2)
    until = start + seconds
    stays = [(start, x, y), (start + seconds / 2, x, y), (until, x + float(shift[0]), y + float(shift[1]))]
    gone = story.moves.reach(place, stays, "flat").last.t
    trick.covered = max(trick.covered, gone)
    if len(trick.lying) < 4 and rng.random() < 0.3:
        trick.veiled = gone
        return start
    return gone


def _earlier_card(story: Story, trick: Trick, t: float) -> float | None:
    """A card of an earlier trick lies face up at the edge for three to six seconds."""
    if trick.number < 2:
        return None
    rng = story.rng
    earlier = int(rng.integers(trick.number - 1))
    place = story.place(story.played.tricks[earlier + 1][0])
    card = story.played.tricks[earlier][1][int(rng.integers(4))]
    down = max(t, trick.clear) + float(rng.uniform(0.6, 1.0))
    track, _ = story.moves.throw(place, card, story.edge(place), down)
    until = down + float(rng.uniform(3.0, 6.0))
    story.moves.fetch(place, track, until)
    trick.covered = max(trick.covered, min(until, down + 1.0))
    return down


def _five_cards(story: Story, trick: Trick, t: float) -> float | None:
    """A fifth card falls beside the complete trick; it is taken back after two to four seconds or after the sweep."""
    rng = story.rng
    seat = trick.order[int(rng.integers(4))]
    place, cards = story.place(seat), story.left_in_hand(seat, trick.number)
    if len(trick.lying) < 4 or not cards:
        return None
    down = max(t, trick.clear) + float(rng.uniform(0.6, 1.2))
    pose = replace(story.edge(place), turn=float(rng.uniform(-math.pi, math.pi)))
    track, clear = story.moves.throw(place, cards[int(rng.integers(len(cards)))], pose, down)
    if "early_lead" not in trick.planned and rng.random() < 0.4:
        trick.stray = (place, track)
        return max(down, clear) + ALONE
    gone = story.moves.fetch(place, track, down + float(rng.uniform(2.0, 4.0)))
    trick.covered = max(trick.covered, gone)
    return gone


TOLD: Mapping[str, Mishap] = {
    "picked_up": _picked_up,
    "moved": _moved,
    "half_covered": _half_covered,
    "turned_over": _turned_over,
    "hand_over_table": _hand_over_table,
    "earlier_card": _earlier_card,
    "five_cards": _five_cards,
    **CAMERA_MISHAPS,
}
MISHAPS: tuple[str, ...] = (*TOLD, *OF_STORY)


def plan_mishaps(names: tuple[str, ...], tricks: int, rng: np.random.Generator) -> dict[int, list[str]]:
    """Which mishaps happen in which trick: each once, some twice, few in the same trick.

    Won tricks lie face down in view in every trick.
    """
    plan: dict[int, list[str]] = {number: [] for number in range(1, tricks + 1)}
    for name in names:
        if name == "face_down_heaps":
            for planned in plan.values():
                planned.append(name)
            continue
        first = 2 if name == "earlier_card" and tricks > 1 else 1
        last = tricks - 1 if name in NOT_LAST and tricks > 1 else tricks
        numbers = [int(n) for n in rng.permutation(np.arange(first, last + 1))]
        numbers.sort(key=lambda number: len(plan[number]))
        for number in numbers[: 2 if rng.random() < 0.3 else 1]:
            plan[number].append(name)
    return plan
