"""The eye of the watcher: which frames are read, and which place on the table shows the same index as before.

A frame is read by the networks when it is still (or now and then while something moves), and only if something has
changed or is not certain yet; the budget bounds how often. Places that moved in a frame say nothing in it.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.frame_memory import FrameMemory, Small, Window, changed, looks_like
from models.looks import Look, PlaceState, SeenPlace, WatchSettings
from models.merge import apart
from models.picture import Picture
from models.reader import CardReader, as_box, has_colour, sharpness
from models.reading import BoxXyxy, IndexSighting
from models.table_view import Polygon, TableView
from scorer.cards import Card

MOVING_SHARE = 0.002
"""Share of the picture that must move for the frame not to be still."""
CHANGED_SHARE = 0.0015
"""Share that must have changed since the last look for another one."""
MOVED_S = 0.1
"""Movement is what differs from the picture so much earlier."""
PLACE_MOVING = 0.25
"""A place of which this share moves is not read."""
NEAR = 0.5
"""Boxes whose middles are this near (in index lengths) are one place."""
REPLACED = 1.0
"""An index this near (in index lengths) to where another one lay has taken its place."""
FORGOTTEN_AFTER = 40
"""Looks without an index after which a place is forgotten; a bare one sooner."""
BARE_FORGOTTEN_AFTER = 6
UNREAD_FORGOTTEN_AFTER = 100
LEAST_P = 0.0005
"""Names less likely than this are not kept in a look."""
STILLS = 12
OFTEN = 3
"""Readings after which a thing of the table is known as one."""
CLEAR = 0.9
"""Probability of a name from which a place may be a card's."""


@dataclass
class _Place:
    """What the eye remembers of one place."""

    number: int
    box_xyxy: BoxXyxy
    piece: Small
    before: NDArray[np.uint8]
    """The window when the table was still before this came, `(n, h, w)`, the newest first; empty if not known."""
    since: float
    until: float
    always: bool
    best: str = ""
    missed: int = 0
    """Looks in a row in which it did not look as it did."""
    bare: int = 0
    unread: int = 0
    """Looks in a row in which no index was found there, though it may look the same."""
    read: int = 0
    clearest: float = 0.0

    @property
    def forgotten(self) -> bool:
        """Whether nothing need be known of it any more."""
        return self.missed > FORGOTTEN_AFTER or self.bare > BARE_FORGOTTEN_AFTER or self.unread > UNREAD_FORGOTTEN_AFTER

    @property
    def of_table(self) -> bool:
        """Whether it is a thing that always lay there and was never clearly a card."""
        return self.always and self.read >= OFTEN and self.clearest < CLEAR


class Eye:
    """Takes every frame; gives a `Look` for those that were read. Deterministic; no clock, no thread."""

    def __init__(self, reader: CardReader, view: TableView, settings: WatchSettings) -> None:
        self._reader = reader
        self._settings = settings
        self._area = view.area
        self._memory = FrameMemory()
        self._places: list[_Place] = []
        self._stills: deque[tuple[float, Small]] = deque(maxlen=STILLS)
        self._looked: Small | None = None
        self._looked_at = -math.inf
        self._was_still = False
        """Whether the last frame that was read was still: else it may have missed what moved in it."""
        self._changed_at = -math.inf
        self._forced = False
        self._number = 0
        self._sharpest = 0.0
        self.looks = 0

    def look_now(self) -> None:
        """The next frame is read whatever moves."""
        self._forced = True

    def resting(self, t_seconds: float) -> bool:
        """Whether nothing has changed for a while."""
        return t_seconds - self._changed_at >= self._settings.rest_after_s

    def see(self, frame_bgr: Picture, t_seconds: float, wanted_after_s: float) -> Look | None:
        """Takes a frame; reads it if that is due. `wanted_after_s`: when another look is wanted, after the last one."""
        self._memory.add(frame_bgr, t_seconds)
        if self._memory.area is None or self._memory.area.shape != self._memory.now.shape:
            self._memory.area = self._mask()
        moving = changed(self._memory.now, self._memory.earlier(MOVED_S), self._memory.area)
        still = float(moving.mean()) < MOVING_SHARE
        if not still:
            self._changed_at = t_seconds
        if not self._due(t_seconds, still, wanted_after_s):
            return None
        self._forced = False
        return self._read(frame_bgr, t_seconds, still, moving)

    def _due(self, t_seconds: float, still: bool, wanted_after_s: float) -> bool:
        """Whether the frame is to be read."""
        rules = self._settings
        gone = t_seconds - self._looked_at + 1e-6
        if self._forced or self._looked is None or self._looked.shape != self._memory.now.shape:
            return True
        if gone < rules.look_cost_s / rules.budget:
            return False
        if not still:
            return gone >= rules.moving_gap_s
        if gone >= wanted_after_s or not self._was_still:
            return True
        news = changed(self._memory.now, self._looked, self._memory.area)
        return float(news.mean()) >= CHANGED_SHARE

    def _mask(self) -> NDArray[np.uint8]:
        """The trick area in the small picture."""
        shape = self._memory.now.shape
        if self._area is None:
            return np.full(shape, 255, np.uint8)
        mask = np.zeros(shape, np.uint8)
        cv2.fillPoly(mask, [np.round(np.array(self._area) * self._memory.scale).astype(np.int32)], 255)
        return mask

    def _read(self, frame_bgr: Picture, t_seconds: float, still: bool, moving: NDArray[np.bool_]) -> Look:
        """Reads the frame and brings what it shows together with the places known."""
        self.looks += 1
        self._looked, self._looked_at, self._was_still = self._memory.now.copy(), t_seconds, still
        boxes, scores = self._reader.find(frame_bgr)
        wanted = [k for k, box in enumerate(boxes) if self._interesting(as_box(box), moving)]
        found = self._reader.name(frame_bgr, boxes[wanted], scores[wanted])
        sharp = sharpness(frame_bgr)
        self._sharpest = max(sharp, 0.97 * self._sharpest)
        weight = round(min(1.0, max(0.05, (sharp / max(self._sharpest, 1e-6)) ** 2)), 3)
        seen = [self._take(p, t_seconds, weight) for p in found]
        numbers = {place.number for place in seen}
        unseen = [self._check(place, seen) for place in self._places if place.number not in numbers]
        self._places = [p for p in self._places if not p.forgotten]
        if still:
            self._keep_still(t_seconds, self._looked)
        size = (frame_bgr.shape[1], frame_bgr.shape[0])
        places = tuple(sorted((*seen, *unseen), key=lambda place: place.number))
        return Look(round(t_seconds, 3), still, has_colour(frame_bgr), round(sharp, 1), size, places)

    def _interesting(self, box: BoxXyxy, moving: NDArray[np.bool_]) -> bool:
        """Whether what lies there is to be named: in the trick area, still, and no known thing of the table."""
        window = self._memory.window(box)
        if not in_area(box, self._area) or float(moving[window].mean()) > PLACE_MOVING:
            return False
        known = self._near(box)
        return not (known and known[0].of_table and _alike(self._memory.now[window], known[0].piece))

    def _take(self, found: IndexSighting, t_seconds: float, weight: float) -> SeenPlace:
        """The place where an index was found: one known, or a new one."""
        window = self._memory.window(found.box_xyxy)
        piece = self._memory.now[window].copy()
        name = str(found.cards[0][0])
        near = self._near(found.box_xyxy)
        place = next((p for p in near if p.best == name or _alike(piece, p.piece)), None)
        if place is None:
            self._number += 1
            since, always = self._memory.lies_since(window)
            since = max((since, *(p.until for p in near if p.until < t_seconds)))
            before = self._before(since, window)
            place = _Place(self._number, found.box_xyxy, piece, before, since, t_seconds, always)
            self._places.append(place)
        place.box_xyxy, place.piece, place.until = found.box_xyxy, piece, t_seconds
        place.best, place.missed, place.bare, place.unread = name, 0, 0, 0
        place.read += 1
        place.clearest = max(place.clearest, found.cards[0][1])
        names = tuple((card, round(p, 4)) for card, p in found.cards if p >= LEAST_P)
        return self._told(place, "seen", round(found.located, 4), round(found.no_index, 4), names, weight)

    def _near(self, box: BoxXyxy) -> list[_Place]:
        """The places known at a box, the nearest first."""
        near = ((apart(box, p.box_xyxy), p.number, p) for p in self._places)
        return [p for distance, _, p in sorted(near, key=lambda item: item[:2]) if distance <= NEAR]

    def _before(self, t_seconds: float, window: Window) -> NDArray[np.uint8]:
        """What the window showed when the table was still before that time, `(n, h, w)`."""
        earlier = [small[window] for t, small in self._stills if t < t_seconds - 1e-6]
        return np.stack(earlier[::-1]) if earlier else np.zeros((0, 1, 1), np.uint8)

    def _keep_still(self, t_seconds: float, small: Small) -> None:
        """Remembers how the table looked, each state once."""
        if self._stills and self._stills[-1][1].shape != small.shape:
            self._stills.clear()
        if not self._stills or float(changed(small, self._stills[-1][1]).mean()) >= CHANGED_SHARE:
            self._stills.append((t_seconds, small))

    def _check(self, place: _Place, seen: Sequence[SeenPlace]) -> SeenPlace:
        """What became of a place where the networks found nothing, or another index."""
        place.unread += 1
        window = self._memory.window(place.box_xyxy)
        now = self._memory.now[window]
        state: PlaceState = "changed"
        replaced = any(apart(place.box_xyxy, other.box_xyxy) <= REPLACED for other in seen)
        if not replaced and _alike(now, place.piece):
            state, place.until = "unchanged", self._looked_at
        elif place.before.shape[1:] == now.shape and bool(looks_like(place.before, now).any()):
            state = "bare"
        if state == "unchanged":
            place.missed = place.bare = 0
        else:
            if place.missed == 0:
                place.until = self._memory.seen_until(window, place.piece) or place.until
            place.missed += 1
            place.bare = place.bare + 1 if state == "bare" else 0
        return self._told(place, state)

    @staticmethod
    def _told(
        place: _Place,
        state: PlaceState,
        located: float = 0.0,
        no_index: float = 0.0,
        names: tuple[tuple[Card, float], ...] = (),
        weight: float = 0.0,
    ) -> SeenPlace:
        x0, y0, x1, y1 = (round(v, 1) for v in place.box_xyxy)
        since, until = round(place.since, 3), round(place.until, 3)
        box = (x0, y0, x1, y1)
        return SeenPlace(place.number, box, state, since, until, place.always, located, no_index, names, weight)


def _alike(one: Small, other: Small) -> bool:
    return one.shape == other.shape and bool(looks_like(one[None], other)[0])


def in_area(box: BoxXyxy, area: Polygon | None) -> bool:
    """Whether the middle of a box lies in the trick area (pixels of the picture)."""
    if area is None:
        return True
    x0, y0, x1, y1 = box
    outline = np.array(area, np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(outline, ((x0 + x1) / 2, (y0 + y1) / 2), False) >= 0
