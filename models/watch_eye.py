"""The eye of the watcher: which frames are read.

A frame is read by the networks when it is still (or now and then while something moves), and only if something has
changed or is not certain yet; the budget bounds how often. Indices that moved in a frame say nothing in it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from models.frame_memory import FrameMemory, Small, changed
from models.looks import Look, WatchSettings
from models.picture import Picture
from models.reader import CardReader, as_box, has_colour, sharpness
from models.reading import BoxXyxy, IndexSighting
from models.table_view import Polygon, TableView
from models.watch_places import Places

MOVING_SHARE = 0.002
"""Share of the trick area that must move for the frame not to be still."""
CHANGED_SHARE = 0.0015
"""Share that must have changed since the last look for another one."""
MOVED_S = 0.1
"""Movement is what differs from the picture so much earlier."""
INDEX_MOVING = 0.25
"""An index of which this share moves is not read."""
CUT_SHARE = 0.25
"""From this share of movement on the phone may have been knocked, or the light switched."""
CLEAR = 0.9
"""Indices named with at least this probability tell how sharp print can be."""
SHARPNESS_FADES = 0.98
ONE_LOOK_PX = 750
"""Longest side of a picture that is read in one go; larger ones take up to `LARGE_COST` times as long."""
LARGE_COST = 2.5


class Eye:
    """Takes every frame; gives a `Look` for those that were read. Deterministic; no clock, no thread."""

    def __init__(self, reader: CardReader, view: TableView, settings: WatchSettings) -> None:
        self._reader = reader
        self._settings = settings
        self._area = view.area
        self._memory = FrameMemory()
        self._places = Places(self._memory)
        self._looked: Small | None = None
        self._looked_at = -math.inf
        self._was_still = False
        """Whether the last frame that was read was still: else it may have missed what moved in it."""
        self._changed_at = -math.inf
        self._forced = False
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
            self._places.forget_all()
            self._looked = None
        moving = changed(self._memory.now, self._memory.earlier(MOVED_S), self._memory.area)
        still = self._share(moving) < MOVING_SHARE
        if self._share(moving) >= CUT_SHARE:
            self._places.note_cut(t_seconds)
        if not still:
            self._changed_at = t_seconds
        if not self._due(frame_bgr, t_seconds, still, wanted_after_s):
            return None
        self._forced = False
        return self._read(frame_bgr, t_seconds, still, moving)

    def _share(self, pixels: NDArray[np.bool_]) -> float:
        """Share of the trick area that those pixels are."""
        assert self._memory.area is not None
        return float(pixels.sum()) / max(1, int(np.count_nonzero(self._memory.area)))

    def _due(self, frame_bgr: Picture, t_seconds: float, still: bool, wanted_after_s: float) -> bool:
        """Whether the frame is to be read."""
        rules = self._settings
        gone = t_seconds - self._looked_at + 1e-6
        if self._forced or self._looked is None:
            return True
        cost = rules.look_cost_s * (LARGE_COST if max(frame_bgr.shape[:2]) > ONE_LOOK_PX else 1.0)
        if gone < cost / rules.budget:
            return False
        if not still:
            return gone >= rules.moving_gap_s
        if gone >= wanted_after_s or not self._was_still:
            return True
        return self._share(changed(self._memory.now, self._looked, self._memory.area)) >= CHANGED_SHARE

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
        boxes, scores = self._reader.find(frame_bgr, closer_if_empty=False)
        wanted = [k for k, box in enumerate(boxes) if self._interesting(as_box(box), moving)]
        found = self._reader.name(frame_bgr, boxes[wanted], scores[wanted])
        places = self._places.take(found, self._weights(frame_bgr, found), t_seconds, still)
        size = (frame_bgr.shape[1], frame_bgr.shape[0])
        return Look(round(t_seconds, 3), still, has_colour(frame_bgr), round(sharpness(frame_bgr), 1), size, places)

    def _weights(self, frame_bgr: Picture, found: Sequence[IndexSighting]) -> list[float]:
        """What each index of a look counts: by how sharp its print is, against the sharpest lately."""
        edges = [print_sharpness(frame_bgr, index.box_xyxy) for index in found]
        clear = [edge for edge, index in zip(edges, found, strict=True) if index.cards[0][1] >= CLEAR]
        self._sharpest = max(float(np.median(clear)) if clear else 0.0, SHARPNESS_FADES * self._sharpest)
        return [round(min(1.0, max(0.02, (edge / max(self._sharpest, 1e-6)) ** 2)), 3) for edge in edges]

    def _interesting(self, box: BoxXyxy, moving: NDArray[np.bool_]) -> bool:
        """Whether what lies there is to be named: in the trick area, still, and no known thing of the table."""
        if not in_area(box, self._area) or float(moving[self._memory.window(box)].mean()) > INDEX_MOVING:
            return False
        return not self._places.is_of_table(box)


def print_sharpness(frame_bgr: Picture, box_xyxy: BoxXyxy) -> float:
    """How sharp the edges of an index are, whatever its contrast and its name: about 0.3 (blurred) to 1.5."""
    x0, y0, x1, y1 = (round(v) for v in box_xyxy)
    crop = cv2.cvtColor(frame_bgr[max(0, y0) : y1 + 1, max(0, x0) : x1 + 1], cv2.COLOR_BGR2GRAY)
    return float(cv2.Laplacian(crop, cv2.CV_32F).std()) / (float(crop.std()) + 4.0)


def in_area(box: BoxXyxy, area: Polygon | None) -> bool:
    """Whether the middle of a box lies in the trick area (pixels of the picture)."""
    if area is None:
        return True
    x0, y0, x1, y1 = box
    outline = np.array(area, np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(outline, ((x0 + x1) / 2, (y0 + y1) / 2), False) >= 0
