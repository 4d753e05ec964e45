"""The last seconds of frames, small and grey: what moves, what has changed, when a thing came to lie where it lies.

Small pictures are `(h, w)` `uint8`, at most `SMALL_SIDE` pixels long; boxes are given in pixels of the frame.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from models.picture import Picture
from models.reading import BoxXyxy

SMALL_SIDE = 320
KEPT = 64
"""Small pictures that are kept."""
SPACING_S = 0.08
"""... at least so far apart in time."""
LEAST_DIFFERENCE = 10.0
"""Grey levels (of 256) by which a pixel must differ to have changed; more in a noisy picture."""
NOISE_FACTOR, MOST_NOISE = 5.0, 4.0
"""... by so many times the median difference, which is not taken as greater than this: all may have changed."""
PASSING_S = 1.0
"""So long a hand may cover something that is still taken to lie there."""
SAME = 0.75
"""Correlation from which a piece of the table looks as it did."""
CLOSE, CLOSE_SHARE = (3.0, 7.0), 0.3
"""Mean difference (least and most, grey levels; share of the deviation) below which two pieces show the same."""
SAME_PLAIN = 30.0
"""Plain pieces whose brightness differs by less show the same."""
JUST_SO = 0.85
"""... and from which it shows the very same index, not only one like it."""
FLAT = 6.0
"""Deviation in grey levels below which a piece of the table shows nothing that could be correlated."""

Small = NDArray[np.uint8]
Window = tuple[slice, slice]


@dataclass
class FrameMemory:
    """Small pictures of the last seconds (`KEPT` of them), in a ring that is allocated once."""

    area: NDArray[np.uint8] | None = None
    """Where the small picture counts (not 0); None: everywhere."""
    _ring: Small | None = field(default=None, init=False, repr=False)
    _times: list[float] = field(default_factory=list, init=False, repr=False)
    _next: int = field(default=0, init=False)
    _t: float = field(default=0.0, init=False)
    """Time of the newest frame."""
    scale: float = field(default=1.0, init=False)
    """Small pixels a pixel of the frame."""
    now: Small = field(default_factory=lambda: np.zeros((1, 1), np.uint8), init=False, repr=False)

    def add(self, frame_bgr: Picture, t_seconds: float) -> None:
        """Takes the newest frame; one of another size begins anew."""
        height, width = frame_bgr.shape[:2]
        self.scale = min(1.0, SMALL_SIDE / max(height, width))
        size = (max(1, round(width * self.scale)), max(1, round(height * self.scale)))
        small = cv2.resize(frame_bgr, size, interpolation=cv2.INTER_AREA)
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        if self._ring is None or self._ring.shape[1:] != grey.shape:
            self._ring = np.zeros((KEPT, *grey.shape), np.uint8)
            self._times, self._next = [], 0
        self.now, self._t = grey, t_seconds
        if self._times and t_seconds - self._last_time() < SPACING_S:
            return
        self._ring[self._next] = grey
        if len(self._times) < KEPT:
            self._times.append(t_seconds)
        else:
            self._times[self._next] = t_seconds
        self._next = (self._next + 1) % KEPT

    def _last_time(self) -> float:
        return self._times[self._next - 1]

    def window(self, box_xyxy: BoxXyxy, margin: float = 0.15) -> Window:
        """The part of a small picture that shows a box and a little around it, at least 8 pixels each way."""
        height, width = self.now.shape
        x0, y0, x1, y1 = (v * self.scale for v in box_xyxy)
        wide, high = max(8.0, (x1 - x0) * (1 + 2 * margin)), max(8.0, (y1 - y0) * (1 + 2 * margin))
        left, top = round((x0 + x1 - wide) / 2), round((y0 + y1 - high) / 2)
        left, top = max(0, min(left, width - 8)), max(0, min(top, height - 8))
        return slice(top, min(height, top + round(high))), slice(left, min(width, left + round(wide)))

    def lies_since(self, window: Window) -> tuple[float, bool]:
        """From when on the window looked as it does now; short changes (a hand passing) do not count.

        With it: whether it looked so for as long as is remembered.
        """
        found = self._t
        history = self._history(window, self.now[window], JUST_SO)
        differed = False
        for t, same in history:
            if (differed or not same) and found - t > PASSING_S + 1e-6:
                return found, False
            found, differed = (t, False) if same else (found, True)
        return found, found == history[-1][0]

    def seen_until(self, window: Window, piece: Small) -> float | None:
        """The last kept time at which the window looked like `piece`; None if it did at none."""
        return next((t for t, same in self._history(window, piece, SAME) if same), None)

    def last_like(self, window: Window, pieces: NDArray[np.uint8], before: float) -> float:
        """The last kept time before that one at which the window looked like one of `pieces` `(n, h, w)`.

        `before` itself if it did at none.
        """
        times = [t for piece in pieces for t, same in self._history(window, piece, JUST_SO) if same and t < before]
        return max(times, default=before)

    def _history(self, window: Window, piece: Small, least: float) -> list[tuple[float, bool]]:
        """Time of each kept picture, the newest first, and whether its window looks like `piece`."""
        if self._ring is None or not self._times:
            return []
        order = [(self._next - 1 - k) % len(self._times) for k in range(len(self._times))]
        pieces = self._ring[:, window[0], window[1]][order]
        alike = looks_like(pieces, piece, least)
        return [(self._times[k], bool(same)) for k, same in zip(order, alike, strict=True)]

    def earlier(self, seconds: float) -> Small:
        """The kept picture that is about that much older than the newest one, or the oldest there is."""
        wanted = self._t - seconds + 1e-6
        order = [(self._next - 1 - k) % len(self._times) for k in range(len(self._times))]
        best = next((k for k in order if self._times[k] <= wanted), order[-1])
        assert self._ring is not None
        return np.asarray(self._ring[best], np.uint8)


def looks_like(
    pieces: NDArray[np.uint8], piece: Small, least: float = SAME, plain_within: float = SAME_PLAIN
) -> NDArray[np.bool_]:
    """Which of `pieces` `(n, h, w)` show the same as one `(h, w)`.

    They do where their greys hardly differ, where they are correlated (from `least` on; light and contrast do not
    matter then), or where both are plain and their brightness differs by less than `plain_within`.
    """
    if len(pieces) == 0 or pieces.shape[1:] != piece.shape:
        return np.zeros(len(pieces), np.bool_)
    flat = pieces.reshape(len(pieces), -1).astype(np.float32)
    one = piece.reshape(-1).astype(np.float32)
    close = np.abs(flat - one).mean(axis=1) < min(max(CLOSE[0], CLOSE_SHARE * float(one.std())), CLOSE[1])
    means, mean = flat.mean(axis=1), float(one.mean())
    flat -= means[:, None]
    one -= mean
    sizes, size = np.sqrt((flat**2).mean(axis=1)), float(np.sqrt((one**2).mean()))
    alike = (flat @ one) / np.float32(len(one)) / np.maximum(sizes * size, 1e-6) >= least
    plain, is_plain = sizes < FLAT, size < FLAT
    alike &= ~plain & (not is_plain)
    alike |= plain & is_plain & (np.abs(means - mean) < plain_within)
    return np.asarray(alike | close, np.bool_)


def changed(one: Small, other: Small, area: NDArray[np.uint8] | None = None) -> NDArray[np.bool_]:
    """Which pixels differ between two small pictures, beyond their noise; only where `area` (if given) is not 0."""
    difference = cv2.blur(cv2.absdiff(one, other), (3, 3))
    noise = min(float(np.median(difference)), MOST_NOISE)
    moved = difference > max(LEAST_DIFFERENCE, NOISE_FACTOR * noise)
    return np.asarray(moved if area is None else moved & (area > 0), np.bool_)
