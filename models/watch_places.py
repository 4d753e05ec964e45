"""The places on a table where an index lies or lay: which one is which from look to look, and what became of it.

A place keeps the window of the small picture that it was made with; what is compared is always cut with that.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.frame_memory import SAME, FrameMemory, Small, Window, changed, looks_like
from models.looks import PlaceState, SeenPlace
from models.merge import apart
from models.reading import BoxXyxy, IndexSighting
from scorer.cards import Card

NEAR = 0.5
"""Boxes whose middles are this near (in index lengths) are one place."""
REPLACED = 1.0
"""An index this near (in index lengths) to where another one lay has taken its place."""
FORGOTTEN_AFTER = 40
"""Looks without an index after which a place is forgotten; a bare one sooner, one that looks the same later."""
BARE_FORGOTTEN_AFTER = 6
UNREAD_FORGOTTEN_AFTER = 100
LEAST_P = 0.0005
"""Names less likely than this are not kept in a look."""
CUT_S = 0.6
"""What came so near to a time at which most of the picture changed may have been there before."""
STILLS = 12
STILL_CHANGED = 0.0015
"""Share of the picture by which two states of the still table differ."""
WIDE = 1.0
"""How far around an index (in its own size) the table must look as before for the place to be bare."""
BARE_ALIKE, BARE_PLAIN = 0.85, 10.0
"""Likeness, and difference of plain greys, with which it does."""
OFTEN = 3
"""Readings after which a thing of the table is known as one."""
PLAIN = 0.8
"""An index located and named with at least this probability would have been found in an earlier look too."""
CLEAR = 0.75
"""Mean probability of the likeliest name from which a place may be a card's."""


@dataclass
class Place:
    """What is remembered of one place; `window` shows the index, `wide` its surroundings too."""

    number: int
    box_xyxy: BoxXyxy
    window: Window
    wide: Window
    piece: Small
    before: NDArray[np.uint8]
    """`wide` when the table was still before this came, `(n, h, w)`, the newest first; empty if not known."""
    since: float
    from_on: float
    until: float
    always: bool
    best: str
    read_at: float
    bare_at: float = -1.0
    missed: int = 0
    """Looks in a row in which it did not look as it did."""
    bare: int = 0
    unread: int = 0
    """Looks in a row in which no index was found there, though it may look the same."""
    read: int = 0
    clearness: float = 0.0
    """The likeliest names' probabilities, summed over the readings."""

    @property
    def forgotten(self) -> bool:
        """Whether nothing need be known of it any more."""
        return self.missed > FORGOTTEN_AFTER or self.bare > BARE_FORGOTTEN_AFTER or self.unread > UNREAD_FORGOTTEN_AFTER

    @property
    def of_table(self) -> bool:
        """Whether it is a thing that always lay there and is not clearly a card."""
        return self.always and self.read >= OFTEN and self.clearness < CLEAR * self.read


class Places:
    """All places that are remembered; `memory` holds the frames."""

    def __init__(self, memory: FrameMemory) -> None:
        self._memory = memory
        self._places: list[Place] = []
        self._stills: deque[tuple[float, Small]] = deque(maxlen=STILLS)
        self._number = 0
        self._still_at = -math.inf
        """When the table was last looked at while nothing moved: what is plain now and was not there came later."""
        self._cut_at = -math.inf

    def note_cut(self, t_seconds: float) -> None:
        """Most of the picture changed at once: what is new at that time may have been there before."""
        self._cut_at = t_seconds

    def forget_all(self) -> None:
        """The frames have another size now."""
        self._places = []
        self._stills.clear()

    def is_of_table(self, box_xyxy: BoxXyxy) -> bool:
        """Whether a known thing of the table lies at the box, looking as it did."""
        known = self._near(box_xyxy)
        return bool(known) and known[0].of_table and self._unchanged(known[0])

    def take(
        self, found: Sequence[IndexSighting], weights: Sequence[float], t_seconds: float, still: bool
    ) -> tuple[SeenPlace, ...]:
        """The indices found in a look, the best located first, with what each counts; and all other places.

        `still`: nothing moved in it.
        """
        both = zip(found, weights, strict=True)
        seen = [place for index, w in both if (place := self._seen(index, t_seconds, w)) is not None]
        numbers = {place.number for place in seen}
        unseen = [self._check(place, seen, t_seconds) for place in self._places if place.number not in numbers]
        self._places = [place for place in self._places if not place.forgotten]
        if still:
            self._still_at = t_seconds
            self._keep_still(t_seconds)
        return tuple(sorted((*seen, *unseen), key=lambda place: place.number))

    def _keep_still(self, t_seconds: float) -> None:
        """Remembers how the still table looks now, each state once."""
        small = self._memory.now.copy()
        differs = not self._stills or changed(small, self._stills[-1][1], self._memory.area).mean() >= STILL_CHANGED
        if differs:
            self._stills.append((t_seconds, small))

    def _near(self, box_xyxy: BoxXyxy) -> list[Place]:
        """The places known at a box, the nearest first."""
        near = ((apart(box_xyxy, p.box_xyxy), p.number, p) for p in self._places)
        return [p for distance, _, p in sorted(near, key=lambda item: item[:2]) if distance <= NEAR]

    def _unchanged(self, place: Place) -> bool:
        return bool(looks_like(place.piece[None], self._memory.now[place.window], SAME)[0])

    def _goes_on(self, place: Place, name: str) -> bool:
        """Whether an index of that likeliest name, found there, is the one that lay there."""
        if place.bare:
            return False
        if place.best == name and not place.always:
            return True
        return not place.missed and self._unchanged(place)

    def _seen(self, found: IndexSighting, t_seconds: float, weight: float) -> SeenPlace | None:
        """The place where an index was found, known or new; None where one was found in this look already."""
        near = self._near(found.box_xyxy)
        if any(place.read_at == t_seconds for place in near):
            return None
        name = str(found.cards[0][0])
        place = next((p for p in near if self._goes_on(p, name)), None)
        if place is None:
            place = self._new(found, near, name, t_seconds)
        place.box_xyxy, place.piece = found.box_xyxy, self._memory.now[place.window].copy()
        place.until = place.read_at = t_seconds
        place.best, place.missed, place.bare, place.unread = name, 0, 0, 0
        place.read += 1
        place.clearness += found.cards[0][1]
        names = tuple((card, round(p, 4)) for card, p in found.cards if p >= LEAST_P)
        return _told(place, "seen", round(found.located, 4), round(found.no_index, 4), names, weight)

    def _new(self, found: IndexSighting, near: Sequence[Place], name: str, t_seconds: float) -> Place:
        window = self._memory.window(found.box_xyxy)
        since, always = self._memory.lies_since(window)
        since = max((since, *(p.until for p in near), *(p.bare_at for p in near)))
        always = always or abs(since - self._cut_at) <= CUT_S
        if not always and found.located >= PLAIN and found.cards[0][1] >= PLAIN:
            since = max(since, self._still_at)
        wide = self._memory.window(found.box_xyxy, WIDE)
        before = self._stills_of(wide, since)
        from_on = max(
            self._memory.last_like(window, self._stills_of(window, since), since), *(p.until for p in near), 0.0
        )
        self._number += 1
        piece = self._memory.now[window].copy()
        box = found.box_xyxy
        place = Place(
            self._number, box, window, wide, piece, before, since, from_on, t_seconds, always, name, t_seconds
        )
        self._places.append(place)
        return place

    def _stills_of(self, window: Window, t_seconds: float) -> NDArray[np.uint8]:
        """What a window showed when the table was still before that time, `(n, h, w)`, the newest first."""
        earlier = [small[window] for t, small in self._stills if t < t_seconds - 1e-6]
        return np.stack(earlier[::-1]) if earlier else np.zeros((0, *self._memory.now[window].shape), np.uint8)

    def _check(self, place: Place, seen: Sequence[SeenPlace], t_seconds: float) -> SeenPlace:
        """What became of a place where the networks found nothing, or another index."""
        place.unread += 1
        state: PlaceState = "changed"
        if not place.bare and not self._replaced(place, seen) and self._unchanged(place):
            state, place.until = "unchanged", t_seconds
            place.missed = 0
            return _told(place, state)
        if looks_like(place.before, self._memory.now[place.wide], BARE_ALIKE, BARE_PLAIN).any():
            state, place.bare_at = "bare", t_seconds
        if place.missed == 0:
            until = self._memory.seen_until(place.window, place.piece)
            place.until = place.until if until is None else until
        place.missed += 1
        place.bare = place.bare + 1 if state == "bare" else 0
        return _told(place, state)

    def _replaced(self, place: Place, seen: Sequence[SeenPlace]) -> bool:
        """Whether another index lies there now, or was read there later."""
        if any(apart(place.box_xyxy, other.box_xyxy) <= REPLACED for other in seen):
            return True
        return any(other.read_at > place.read_at for other in self._near(place.box_xyxy))


def _told(
    place: Place,
    state: PlaceState,
    located: float = 0.0,
    no_index: float = 0.0,
    names: tuple[tuple[Card, float], ...] = (),
    weight: float = 0.0,
) -> SeenPlace:
    x0, y0, x1, y1 = (round(v, 1) for v in place.box_xyxy)
    since, until, from_on = (round(t, 3) for t in (place.since, place.until, min(place.from_on, place.since)))
    box = (x0, y0, x1, y1)
    return SeenPlace(place.number, box, state, since, until, place.always, located, no_index, names, weight, from_on)
