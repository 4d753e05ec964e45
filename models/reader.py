"""Picture in, cards out: locate, crop, identify, merge, calibrate."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.calibration import Calibration
from models.closer_look import look_closer, needs_closer_look
from models.engine import open_engine
from models.identifier import CARDS, Identifier
from models.locator import Boxes, Locator, Scores
from models.merge import CardGroup, merge
from models.picture import Picture
from models.reading import BoxXyxy, CardSighting, IndexSighting, Reading
from models.sightings import CANDIDATES, indices_only, sightings_of
from models.weights import load_weights

LOCATE_FROM = 0.12
"""Locator scores below this are not looked at."""
GREY_SPREAD = 6
"""Grey levels by which the channels of a grey picture may differ."""


@dataclass(frozen=True)
class CardReader:
    """Reads whole pictures; a value without state, safe to use from one worker thread."""

    locator: Locator
    identifier: Identifier
    calibration: Calibration
    hashes: tuple[tuple[str, str], ...] = ()

    @classmethod
    def load(cls, folder: Path | None = None, engine: str = "opencv") -> CardReader:
        """The reader with the packaged weights, or those in `folder`. Raises `WeightsError`."""
        weights = load_weights(folder)
        return cls(
            Locator(open_engine(engine, weights.locator, "the locator"), weights.locator_side),
            Identifier(open_engine(engine, weights.identifier, "the identifier"), weights.identifier_side),
            Calibration.from_json(weights.calibration),
            tuple(weights.hashes.items()),
        )

    def read(self, image_bgr: Picture) -> Reading:
        """Everything recognised in a BGR `uint8` picture `(H, W, 3)`, the most certain card first."""
        began = time.perf_counter()
        boxes, scores = self.locator.locate(image_bgr, LOCATE_FROM)
        located = time.perf_counter()
        boxes, scores = self._look_closer(image_bgr, boxes, scores, LOCATE_FROM)
        looked = time.perf_counter()
        names, no_index = self.identifier.identify(image_bgr, boxes)
        identified = time.perf_counter()
        sightings = self.sightings(_index_sightings(boxes, scores, names, no_index), image_bgr)
        sharp = sharpness(image_bgr)
        done = time.perf_counter()
        times = {"locate": located - began, "closer look": looked - located, "identify": identified - looked}
        return Reading(
            sightings,
            sharp,
            (done - began) * 1000,
            (image_bgr.shape[1], image_bgr.shape[0]),
            tuple((name, seconds * 1000) for name, seconds in (times | {"rest": done - identified}).items()),
        )

    def places(self, image_bgr: Picture, locate_from: float = LOCATE_FROM) -> list[IndexSighting]:
        """Every place the locator scores at least `locate_from`, with its names; also those called "no index"."""
        return self.name(image_bgr, *self.find(image_bgr, locate_from))

    def find(
        self, image_bgr: Picture, locate_from: float = LOCATE_FROM, closer_if_empty: bool = True
    ) -> tuple[Boxes, Scores]:
        """Where the locator sees an index: boxes `(n, 4)` `xyxy` and scores `(n,)`.

        `closer_if_empty`: a large picture in which nothing was found is looked at again, piece by piece.
        """
        boxes, scores = self.locator.locate(image_bgr, locate_from)
        if len(boxes) == 0 and not closer_if_empty:
            return boxes, scores
        return self._look_closer(image_bgr, boxes, scores, locate_from)

    def name(self, image_bgr: Picture, boxes: Boxes, scores: Scores) -> list[IndexSighting]:
        """What the identifier says of such boxes."""
        return _index_sightings(boxes, scores, *self.identifier.identify(image_bgr, boxes))

    def groups(self, image_bgr: Picture) -> list[CardGroup]:
        """The merged indices before calibration and thresholds: what `models.training.calibrate` fits on."""
        return merge(indices_only(self.places(image_bgr)))

    def sightings(self, places: Sequence[IndexSighting], image_bgr: Picture) -> tuple[CardSighting, ...]:
        """The cards that the places of a picture give, merged, calibrated, reported; the most certain first."""
        return sightings_of(places, self.calibration, has_colour(image_bgr))

    def _look_closer(
        self, image_bgr: Picture, boxes: Boxes, scores: Scores, locate_from: float
    ) -> tuple[Boxes, Scores]:
        """The places found, with those of a second look where it can help."""
        if needs_closer_look(boxes, self.locator.side / max(image_bgr.shape[:2])):
            return look_closer(self.locator, image_bgr, boxes, scores, locate_from)
        return boxes, scores


def _index_sightings(
    boxes: Boxes, scores: Scores, names: NDArray[np.float32], no_index: NDArray[np.float32]
) -> list[IndexSighting]:
    sightings = []
    for box, score, row, none in zip(boxes, scores, names, no_index, strict=True):
        best = np.argsort(-row)[:CANDIDATES]
        cards = tuple((CARDS[int(k)], float(row[k] * (1 - none))) for k in best)
        sightings.append(IndexSighting(as_box(box), float(score), cards, float(none)))
    return sightings


def as_box(values: NDArray[np.float32]) -> BoxXyxy:
    """A row of `Boxes` as plain numbers."""
    x0, y0, x1, y1 = (float(v) for v in values)
    return (x0, y0, x1, y1)


def has_colour(image_bgr: Picture) -> bool:
    """False for a grey picture, in which a red suit and a black one of like shape cannot be told apart."""
    step = max(1, max(image_bgr.shape[:2]) // 200)
    blue, green, red = (image_bgr[::step, ::step, k] for k in range(3))
    most, least = np.maximum(np.maximum(blue, green), red), np.minimum(np.minimum(blue, green), red)
    return bool((most - least).max() > GREY_SPREAD)


def sharpness(image_bgr: Picture) -> float:
    """Variance of the Laplacian of the picture in grey, scaled to 640 px: under about 50 it is blurred."""
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    scale = 640 / max(grey.shape)
    if scale < 1:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return float(cv2.Laplacian(grey, cv2.CV_32F).var())
