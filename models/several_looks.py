"""Several looks at one picture, merged by place; slower than one look.

The looks: the picture as it is, turned by a quarter, a half and three quarters, smaller, and its two halves (larger).
Each goes through both networks. Their places, brought back to the picture given, are one place where they overlap; its
names are the average of what the looks said. A place that only one look saw is left out: in the halves and turned, a
real index is seen again. Merging, calibration and thresholds are the reader's.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.boxes import overlap
from models.locator import PAD_GREY
from models.picture import Picture
from models.reader import CardReader, sharpness
from models.reading import IndexSighting, Reading
from models.sightings import CANDIDATES
from scorer.cards import Card

SMALLER = 0.75
"""Scale of the smaller look: the picture in the middle of a grey one."""
HALF = 0.6
"""Share of the longer side that each half covers, so that they overlap."""
SAME_PLACE = 0.4
"""Boxes that share this much of their union are one place."""
SEEN_BY = 2
"""Looks that must have seen a place."""
EDGE = 2.0
"""A box nearer (px) to the cut side of a half is cut off there, and whole in the other half."""


@dataclass(frozen=True)
class _View:
    """A picture made from another one, and the map from its pixels to that one's: `(x, y, 1) @ back`, `(3, 2)`."""

    picture: Picture
    back: NDArray[np.float64]
    cut: tuple[float, float, float, float] | None = None
    """The part of the picture given in which a box must lie; None: anywhere."""


def _views(image_bgr: Picture) -> Iterator[_View]:
    height, width = image_bgr.shape[:2]
    yield _View(image_bgr, np.array([[1, 0], [0, 1], [0, 0]], float))
    backs = ([[0, 1], [-1, 0], [width, 0]], [[-1, 0], [0, -1], [width, height]], [[0, -1], [1, 0], [0, height]])
    for turns, back in enumerate(backs, 1):
        yield _View(np.ascontiguousarray(np.rot90(image_bgr, turns)), np.array(back, float))
    bar = round(max(height, width) * (1 / SMALLER - 1) / 2)
    framed = cv2.copyMakeBorder(image_bgr, bar, bar, bar, bar, cv2.BORDER_CONSTANT, value=(PAD_GREY,) * 3)
    yield _View(np.asarray(framed, np.uint8), np.array([[1, 0], [0, 1], [-bar, -bar]], float))
    yield from _halves(image_bgr)


def _halves(image_bgr: Picture) -> Iterator[_View]:
    height, width = image_bgr.shape[:2]
    size = round(HALF * max(height, width))
    for second in (False, True):
        if width >= height:
            start = width - size if second else 0
            part, shift = image_bgr[:, start : start + size], (start, 0)
            cut = (start + EDGE if second else -1.0, -1.0, width + 1.0 if second else size - EDGE, height + 1.0)
        else:
            start = height - size if second else 0
            part, shift = image_bgr[start : start + size], (0, start)
            cut = (-1.0, start + EDGE if second else -1.0, width + 1.0, height + 1.0 if second else size - EDGE)
        yield _View(np.ascontiguousarray(part), np.array([[1, 0], [0, 1], shift], float), cut)


def _seen_in(reader: CardReader, view: _View) -> list[IndexSighting]:
    """The view's places with boxes in the picture it was made from."""
    places = []
    for place in reader.places(view.picture):
        x0, y0, x1, y1 = place.box_xyxy
        corners = np.array([[x0, y0, 1], [x1, y1, 1]]) @ view.back
        low, high = corners.min(axis=0), corners.max(axis=0)
        box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
        cut = view.cut
        if cut is None or (box[0] > cut[0] and box[1] > cut[1] and box[2] < cut[2] and box[3] < cut[3]):
            places.append(replace(place, box_xyxy=box))
    return places


def pool(looks: Sequence[Sequence[IndexSighting]], seen_by: int = SEEN_BY) -> list[IndexSighting]:
    """The places of several looks (boxes in one picture's pixels) as one list, those that `seen_by` looks saw.

    Names, "no index" and the locator's score are averages over the looks that saw the place; the box is that of the
    first of them.
    """
    found = sorted(((p, k) for k, look in enumerate(looks) for p in look), key=lambda item: -item[0].located)
    clusters: list[dict[int, IndexSighting]] = []
    for place, number in found:
        near = max(clusters, key=lambda c: overlap(next(iter(c.values())).box_xyxy, place.box_xyxy), default=None)
        if near is None or overlap(next(iter(near.values())).box_xyxy, place.box_xyxy) < SAME_PLACE:
            clusters.append({number: place})
        else:
            near.setdefault(number, place)
    return [_average(c) for c in clusters if len(c) >= seen_by]


def _average(seen: dict[int, IndexSighting]) -> IndexSighting:
    n = len(seen)
    names: dict[Card, float] = {}
    for place in seen.values():
        for card, p in place.cards:
            names[card] = names.get(card, 0.0) + p / n
    ranked = sorted(names.items(), key=lambda item: -item[1])[:CANDIDATES]
    return IndexSighting(
        box_xyxy=seen[min(seen)].box_xyxy,
        located=sum(p.located for p in seen.values()) / n,
        cards=tuple(ranked),
        no_index=sum(p.no_index for p in seen.values()) / n,
    )


def read_several(reader: CardReader, image_bgr: Picture) -> Reading:
    """Everything recognised in a BGR `uint8` picture `(H, W, 3)` by several looks; boxes in its own pixels."""
    began = time.perf_counter()
    places = pool([_seen_in(reader, view) for view in _views(image_bgr)])
    looked = time.perf_counter()
    sightings = reader.sightings(places, image_bgr)
    sharp = sharpness(image_bgr)
    done = time.perf_counter()
    times = (("looks", (looked - began) * 1000), ("rest", (done - looked) * 1000))
    height, width = image_bgr.shape[:2]
    return Reading(sightings, sharp, (done - began) * 1000, (width, height), times)
