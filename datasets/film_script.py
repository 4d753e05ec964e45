"""The script of a film: which things lie and move when, and what happens to light, camera and focus.

Times are seconds of the film.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from datasets.film_tracks import Track
from datasets.view import Matrix


@dataclass(frozen=True, slots=True)
class Light:
    """From `start` to `until` the light changes by these factors (blue, green, red) and stays so."""

    start: float
    until: float
    gain: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Knock:
    """From `start` to `until` the picture shifts by (x, y) pixels and turns by `turn` radians about its middle."""

    start: float
    until: float
    x: float
    y: float
    turn: float


@dataclass(frozen=True, slots=True)
class Hunt:
    """Between `start` and `until` the focus is lost, at worst by `sigma` pixels."""

    start: float
    until: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Script:
    """All that happens in `duration_s` seconds; `dropped` are times (from, to) of which there are no frames."""

    tracks: tuple[Track, ...]
    duration_s: float
    lights: tuple[Light, ...] = ()
    knocks: tuple[Knock, ...] = ()
    hunts: tuple[Hunt, ...] = ()
    dropped: tuple[tuple[float, float], ...] = ()

    def gain_at(self, t: float) -> tuple[float, float, float]:
        """The light's factors (blue, green, red) against the film's beginning."""
        gain = np.ones(3)
        for one in self.lights:
            gain = gain * np.array(one.gain) ** _share(t, one.start, one.until)
        return (float(gain[0]), float(gain[1]), float(gain[2]))

    def shift_at(self, t: float, size_wh: tuple[int, int]) -> Matrix:
        """Pixels of the first camera to pixels now `(3, 3)`."""
        moved = np.eye(3)
        middle = np.array([[1, 0, size_wh[0] / 2], [0, 1, size_wh[1] / 2], [0, 0, 1.0]])
        for one in self.knocks:
            share = _share(t, one.start, one.until)
            if share > 0:
                cos, sin = math.cos(one.turn * share), math.sin(one.turn * share)
                turn = np.array([[cos, -sin, one.x * share], [sin, cos, one.y * share], [0, 0, 1.0]])
                moved = middle @ turn @ np.linalg.inv(middle) @ moved
        return np.asarray(moved, np.float64)

    def defocus_at(self, t: float) -> float:
        """The blur of lost focus in pixels."""
        sigma = 0.0
        for one in self.hunts:
            if one.start < t < one.until:
                swing = math.sin(math.pi * (t - one.start) / (one.until - one.start))
                sigma = max(sigma, one.sigma * abs(swing) ** 0.5)
        return sigma

    def has_frame(self, t: float) -> bool:
        """Whether the camera delivers a frame then."""
        return not any(start <= t < until for start, until in self.dropped)


@dataclass
class Draft:
    """A script that is being written."""

    tracks: list[Track] = field(default_factory=list)
    lights: list[Light] = field(default_factory=list)
    knocks: list[Knock] = field(default_factory=list)
    hunts: list[Hunt] = field(default_factory=list)
    dropped: list[tuple[float, float]] = field(default_factory=list)

    def finished(self, duration_s: float) -> Script:
        """The script as it stands."""
        return Script(
            tuple(self.tracks),
            duration_s,
            tuple(self.lights),
            tuple(self.knocks),
            tuple(self.hunts),
            tuple(self.dropped),
        )


def _share(t: float, start: float, until: float) -> float:
    """How far a change has come."""
    return min(1.0, max(0.0, (t - start) / (until - start)))
