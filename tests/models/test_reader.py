"""The real reader on the bundled hand, and on pictures made from it."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import cv2
import numpy as np
import pytest

from models.closer_look import needs_closer_look, tiles
from models.identifier import crop_square
from models.picture import Picture, decode_picture
from models.reader import CardReader, sharpness
from scorer.cards import Card

DEMO = files("mobile") / "assets" / "demo"
TRICKS: list[dict[str, Any]] = tomllib.loads((DEMO / "hand.toml").read_text("utf-8"))["tricks"]


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader.load()


def picture_of(trick: dict[str, Any]) -> Picture:
    return decode_picture((DEMO / trick["picture"]).read_bytes())


def cards_of(trick: dict[str, Any]) -> set[Card]:
    return {Card.parse(text) for text in trick["cards"]}


@pytest.mark.parametrize("trick", TRICKS, ids=lambda t: str(t["picture"]))
def test_the_bundled_hand_is_read_exactly_and_surely(reader: CardReader, trick: dict[str, Any]) -> None:
    reading = reader.read(picture_of(trick))
    assert reading.cards == cards_of(trick)
    assert all(s.sure for s in reading.sightings)
    assert reading.image_wh == (1280, 960)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_turned_pictures_are_read_as_well(reader: CardReader, turns: int) -> None:
    picture = np.ascontiguousarray(np.rot90(picture_of(TRICKS[0]), turns))
    assert {s.card for s in reader.read(picture).sightings if s.sure} == cards_of(TRICKS[0])


def test_boxes_lie_on_the_picture_and_follow_it(reader: CardReader) -> None:
    """The same table at half the size has the same indices at half the places."""
    picture = picture_of(TRICKS[2])
    half = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    large = {s.card: s for s in reader.read(picture).sightings if s.sure}
    small = {s.card: s for s in reader.read(half).sightings if s.sure}
    assert large.keys() == small.keys() == cards_of(TRICKS[2])
    for card, seen in small.items():
        for index in seen.indices:
            doubled = np.array(index.box_xyxy) * 2
            assert min(np.abs(doubled - other.box_xyxy).max() for other in large[card].indices) < 15


def test_reading_twice_gives_the_same(reader: CardReader) -> None:
    picture = picture_of(TRICKS[1])
    assert reader.read(picture).sightings == reader.read(picture).sightings


@pytest.mark.parametrize("value", [0, 128, 255])
def test_an_empty_table_shows_no_card(reader: CardReader, value: int) -> None:
    assert reader.read(np.full((600, 800, 3), value, np.uint8)).sightings == ()


def test_noise_shows_no_sure_card(reader: CardReader) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (480, 640, 3), np.uint8)
    assert not any(s.sure for s in reader.read(noise).sightings)


def test_both_engines_read_alike(reader: CardReader) -> None:
    pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: pip install -e '.[fast]'")
    other = CardReader.load(engine="onnxruntime")
    picture = picture_of(TRICKS[3])
    ours, theirs = reader.read(picture).sightings, other.read(picture).sightings
    assert [s.card for s in ours] == [s.card for s in theirs]
    for a, b in zip(ours, theirs, strict=True):
        assert abs(a.confidence - b.confidence) < 1e-3
        assert np.allclose(a.box_xyxy, b.box_xyxy, atol=0.5)


def test_grey_pictures_are_read_in_rank(reader: CardReader) -> None:
    grey = cv2.cvtColor(picture_of(TRICKS[0]), cv2.COLOR_BGR2GRAY)
    reading = reader.read(np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8))
    assert {c.rank for c in reading.cards} == {c.rank for c in cards_of(TRICKS[0])}
    assert not any(s.sure for s in reading.sightings), "a grey picture hides which suits are red"


@pytest.mark.parametrize("box", [(0, 0, 10, 20), (90, 80, 100, 100), (40, 40, 60, 70)])
def test_crops_are_squares_around_the_box_even_at_the_edge(box: tuple[float, ...]) -> None:
    picture = np.zeros((100, 100, 3), np.uint8)
    x0, y0, x1, y1 = (int(v) for v in box)
    picture[y0:y1, x0:x1] = 255
    crop = crop_square(picture, np.array(box, np.float32), 1.4, 64)
    assert crop.shape == (64, 64, 3)
    assert crop[32, 32].mean() == 255


def test_a_closer_look_covers_all_that_was_found() -> None:
    boxes = np.array([[100, 100, 110, 120], [900, 640, 910, 660], [500, 300, 512, 322]], np.float32)
    assert needs_closer_look(boxes, 0.5)
    assert not needs_closer_look(boxes, 0.9), "the picture has no more pixels to give"
    assert not needs_closer_look(boxes * 6, 0.5), "large indices need none"
    cut = tiles(boxes, (1280, 960), 0.5, 640)
    assert 1 <= len(cut) <= 6
    for x0, y0, x1, y1 in boxes:
        assert any(a <= x0 and b <= y0 and x1 <= c and y1 <= d for a, b, c, d in cut)
    assert all(0 <= a < c <= 1280 and 0 <= b < d <= 960 for a, b, c, d in cut)


def test_sharpness_falls_with_blur() -> None:
    picture = picture_of(TRICKS[0])
    assert sharpness(picture) > 2 * sharpness(np.asarray(cv2.GaussianBlur(picture, (0, 0), 4), np.uint8))
