"""Reading labelled pictures without the thresholds, and cutting at them afterwards."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.photos import Photo
from models.engine import Engine
from models.evaluation.examine import (
    check_reader,
    read_photos,
    read_scenes,
    result_of,
    unread_photo,
    without_report_threshold,
)
from models.evaluation.metrics import PictureResult
from models.picture import Picture, decode_picture
from models.reader import CardReader
from scorer.cards import Card

DEMO = files("mobile") / "assets" / "demo"
FIRST = frozenset(map(Card.parse, ("5D", "3D", "4D", "10S")))


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader.load()


def blurred(number: int, sigma: float) -> Picture:
    picture = decode_picture((DEMO / f"trick_{number}.jpg").read_bytes())
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)


@pytest.mark.parametrize("number", [1, 4])
def test_cut_at_the_threshold_it_is_what_the_reader_reports(reader: CardReader, number: int) -> None:
    """With a threshold that leaves out the two least certain cards of a blurred picture."""
    picture = blurred(number, 4.5)
    everything = without_report_threshold(reader).read(picture)
    report = sorted(s.confidence for s in everything.sightings)[2]
    strict = replace(reader, calibration=replace(reader.calibration, report=report))
    plain = strict.read(picture)
    seen = result_of(PictureResult("demo", FIRST), everything, report)
    assert seen.reported == plain.cards
    assert seen.sure == {s.card for s in plain.sightings if s.sure}
    assert {c.card for c in seen.candidates} > plain.cards
    assert len({c.card for c in seen.candidates}) == len(seen.candidates)


def test_a_photograph_keeps_its_label(reader: CardReader, tmp_path: Path) -> None:
    path = tmp_path / "trick.jpg"
    path.write_bytes((DEMO / "trick_1.jpg").read_bytes())
    photo = Photo(path, FIRST, "who", "trick", "en", "tune", frozenset({"glare"}))
    (result,) = read_photos(reader, [photo])
    assert replace(result, reported=frozenset(), sure=frozenset(), elapsed_ms=0.0, candidates=()) == unread_photo(photo)
    assert (result.name, result.exact, result.sure) == ("trick.jpg", True, FIRST)
    assert result.elapsed_ms > 0


@pytest.mark.slow
def test_the_same_scenes_are_read_alike(reader: CardReader) -> None:
    first, second = (read_scenes(reader, [3]) for _ in range(2))
    assert replace(first[0], elapsed_ms=0.0) == replace(second[0], elapsed_ms=0.0)
    assert (first[0].use, first[0].name, first[0].source) == ("synthetic", "scene 3", first[0].scene)
    assert first[0].truth


def test_networks_of_another_build_are_told_apart(reader: CardReader) -> None:
    class Other:
        name = "other"

        def run(self, blob: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> tuple[np.ndarray, ...]:
            return (np.zeros((1, 5, 8400), np.float32),)

    other: Engine = Other()
    assert check_reader(reader)
    assert not check_reader(replace(reader, locator=replace(reader.locator, engine=other)))
