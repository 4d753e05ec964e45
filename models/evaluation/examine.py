"""Reads labelled pictures once each, and keeps what the thresholds would hide.

The reader is asked without its report threshold; what a user would see is cut from that at the threshold, so that one
look at a picture gives both the report and every card the networks suggested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import cv2
import numpy as np

from datasets import procedural
from datasets.fonts import system_fonts
from datasets.photos import Photo
from datasets.scenes import SceneFactory
from models.evaluation.metrics import Candidate, PictureResult
from models.picture import Picture, load_picture
from models.reader import CardReader
from models.reading import Reading
from scorer.cards import Card

Look = Callable[[CardReader, Picture], Reading]
"""A way to read one picture: `CardReader.read`, or `models.several_looks.read_several`."""
SCENE_SEEDS = 5_000_000_000
"""First seed of the scenes, and of their packs: far from those of training and calibration."""
SCENE_PACKS = 20
LEVELS = 9
"""Steps of difficulty, from 0.3 to 1; no divisor of the packs, so that each pack meets each step."""


def without_report_threshold(reader: CardReader) -> CardReader:
    """The same reader, reporting every card that it suggests however unlikely it is."""
    return replace(reader, calibration=replace(reader.calibration, report=0.0))


def result_of(unread: PictureResult, reading: Reading, report: float) -> PictureResult:
    """The result of a picture from a reading made without the report threshold, cut at `report`."""
    reported = [s for s in reading.sightings if s.confidence >= report]
    best: dict[Card, float] = {}
    for seen in reading.sightings:
        best[seen.card] = max(seen.confidence, best.get(seen.card, 0.0))
    return replace(
        unread,
        reported=frozenset(s.card for s in reported),
        sure=frozenset(s.card for s in reported if s.sure),
        elapsed_ms=reading.elapsed_ms,
        candidates=tuple(Candidate(card, p) for card, p in best.items()),
    )


def unread_photo(photo: Photo) -> PictureResult:
    """A photograph's label, nothing read yet."""
    return PictureResult(
        source=photo.source,
        truth=photo.cards,
        name=photo.path.name,
        scene=photo.scene,
        index=photo.index,
        use=photo.use,
        tags=photo.tags,
    )


def read_photos(reader: CardReader, photos: Iterable[Photo], look: Look = CardReader.read) -> list[PictureResult]:
    """Reads each photograph. Raises `PictureError`."""
    bare = without_report_threshold(reader)
    return [
        result_of(unread_photo(photo), look(bare, load_picture(photo.path)), reader.calibration.report)
        for photo in photos
    ]


def read_scenes(reader: CardReader, numbers: Iterable[int], look: Look = CardReader.read) -> list[PictureResult]:
    """Reads the drawn scenes of those numbers, from packs that nothing was trained on; the source is the layout.

    A card of which only part of an index shows is neither asked for nor counted.
    """
    bare = without_report_threshold(reader)
    fonts = system_fonts()
    factories: dict[int, SceneFactory] = {}
    results = []
    for number in numbers:
        pack = number % SCENE_PACKS
        if pack not in factories:
            factories[pack] = SceneFactory([procedural.draw_pack(SCENE_SEEDS + pack, fonts)])
        factories[pack].difficulty = 0.3 + 0.7 * (number % LEVELS) / (LEVELS - 1)
        scene = factories[pack].scene(SCENE_SEEDS + number)
        unread = PictureResult(
            source=scene.layout, truth=scene.cards, name=f"scene {number}", scene=scene.layout, use="synthetic"
        )
        result = result_of(unread, look(bare, scene.picture), reader.calibration.report)
        results.append(_without(result, frozenset(label.card for label in scene.covered) - scene.cards))
    return results


def _without(result: PictureResult, cards: frozenset[Card]) -> PictureResult:
    return replace(
        result,
        reported=result.reported - cards,
        sure=result.sure - cards,
        candidates=tuple(c for c in result.candidates if c.card not in cards),
    )


def check_reader(reader: CardReader) -> bool:
    """Whether the networks fit this program: weights of an older build may load and yet give other outputs."""
    try:
        reader.read(np.full((64, 64, 3), 128, np.uint8))
    except (ValueError, IndexError, TypeError, cv2.error):
        return False
    return True
