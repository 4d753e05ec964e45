"""What goes wrong with light and camera during a trick: told into the story of a hand, see `datasets.film_mishaps`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from datasets.film_script import Hunt, Knock, Light
from datasets.film_story import Mishap, Story, Trick


def _light_switched(story: Story, trick: Trick, t: float) -> float | None:
    """Brightness and colour of the light change at once, and stay; over the film within 0.5 to 1.8."""
    rng = story.rng
    start = t + float(rng.uniform(0.0, 0.6))
    before = story.draft.finished(0.0).gain_at(math.inf)[1]
    low, high = math.log(max(0.5, 0.5 / before)), math.log(min(1.8, 1.8 / before))
    brighter = rng.random() < high / (high - low)
    step = math.exp(float(rng.uniform(0.5, 1.0)) * (high if brighter else low))
    warm = float(rng.normal(0, 0.08))
    gain = (step * (1 - warm), step, step * (1 + warm))
    story.draft.lights.append(Light(start, start + float(rng.uniform(0.1, 0.3)), gain))
    return t


def _phone_knocked(story: Story, trick: Trick, t: float) -> float | None:
    """The camera shifts by 10 to 60 pixels and turns by up to 3 degrees, and stays; tricks stay in the picture."""
    rng, stage = story.rng, story.stage
    start = t + float(rng.uniform(0.0, 0.6))
    far = stage.level.reach[1]
    corners = [np.array([x * (1.15 * far + 0.85), y * (0.95 * far + 0.85), 1.0]) for x in (-1, 1) for y in (-1, 1)]
    for attempt in range(200):
        angle, length = float(rng.uniform(0, 2 * math.pi)), 10 + 50 * float(rng.uniform(0, 1 - attempt / 200))
        turn = math.radians(float(rng.uniform(-3, 3)))
        knock = Knock(start, start + 0.2, length * math.cos(angle), length * math.sin(angle), turn)
        script = replace(story.draft.finished(0.0), knocks=(*story.draft.knocks, knock))
        onto = script.shift_at(math.inf, stage.view.size_wh) @ stage.view.to_picture
        seen = [onto @ corner for corner in corners]
        if all(_well_inside(at[0] / at[2], at[1] / at[2], stage.view.size_wh) for at in seen):
            story.draft.knocks.append(knock)
            trick.covered = max(trick.covered, start + 0.2)
            return t
    return None


def _well_inside(x: float, y: float, size_wh: tuple[int, int]) -> bool:
    return bool(2 <= x <= size_wh[0] - 2 and 2 <= y <= size_wh[1] - 2)


def _focus_hunting(story: Story, trick: Trick, t: float) -> float | None:
    """The focus is lost for half a second to one and a half."""
    rng = story.rng
    start = t + float(rng.uniform(-0.5, 0.6))
    until = start + float(rng.uniform(0.5, 1.5))
    story.draft.hunts.append(Hunt(start, until, float(rng.uniform(1.5, 4.0))))
    trick.covered = max(trick.covered, until)
    return t


def _dropped_frames(story: Story, trick: Trick, t: float) -> float | None:
    """No frame comes for a whole second."""
    start = t + float(story.rng.uniform(-0.8, 0.5))
    story.draft.dropped.append((start, start + 1.0))
    trick.covered = max(trick.covered, start + 1.0)
    return t


CAMERA_MISHAPS: Mapping[str, Mishap] = {
    "light_switched": _light_switched,
    "phone_knocked": _phone_knocked,
    "focus_hunting": _focus_hunting,
    "dropped_frames": _dropped_frames,
}
