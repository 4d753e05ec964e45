"""The letterbox, and the decoding of the detection head's maps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from models.engine import Blob
from models.locator import Locator, decode, letterbox


def empty_map(height: int, width: int, bins: int = 8) -> Blob:
    """A map `(1, 4 * bins + 1, height, width)` in which nothing is found."""
    raw = np.zeros((1, 4 * bins + 1, height, width), np.float32)
    raw[0, -1] = -20
    return raw


def put(raw: Blob, row: int, column: int, distances: tuple[int, int, int, int], score: float) -> None:
    """Lets a cell see a box whose edges lie `distances` strides to the left, top, right and bottom."""
    bins = (raw.shape[1] - 1) // 4
    for side, distance in enumerate(distances):
        raw[0, side * bins + distance, row, column] = 30
    raw[0, -1, row, column] = np.log(score / (1 - score))


def test_letterbox_keeps_the_shape_and_says_the_way_back() -> None:
    boxed = letterbox(np.full((300, 600, 3), 200, np.uint8), 640)
    assert boxed.framed.shape == (320, 640, 3), "no higher than the picture needs, in steps of 32"
    assert boxed.pad_xy == (0, 0)
    assert boxed.scale == pytest.approx(640 / 600)


@pytest.mark.parametrize(
    ("wh", "framed"),
    [((1280, 960), (640, 480)), ((960, 1280), (480, 640)), ((1920, 1080), (640, 384)), ((9, 9), (640, 640))],
)
def test_bars_are_as_narrow_as_steps_of_32_allow(wh: tuple[int, int], framed: tuple[int, int]) -> None:
    boxed = letterbox(np.full((wh[1], wh[0], 3), 200, np.uint8), 640)
    assert (boxed.framed.shape[1], boxed.framed.shape[0]) == framed
    left, top = boxed.pad_xy
    assert (boxed.framed[:top] == 114).all() and (boxed.framed[:, :left] == 114).all()
    assert (boxed.framed[framed[1] // 2, framed[0] // 2] == 200).all()


def test_a_cell_gives_the_box_around_its_middle() -> None:
    fine, coarse = empty_map(10, 20), empty_map(5, 10)
    put(fine, 3, 7, (1, 2, 3, 0), 0.9)
    put(coarse, 1, 2, (2, 0, 0, 1), 0.6)
    boxes, scores = decode((fine, coarse), height=80, threshold=0.5)
    assert np.allclose(
        boxes, [[7.5 * 8 - 8, 3.5 * 8 - 16, 7.5 * 8 + 24, 3.5 * 8], [2.5 * 16 - 32, 24, 40, 40]], atol=1e-3
    )
    assert np.allclose(scores, [0.9, 0.6], atol=1e-6)


def test_a_distance_between_two_bins_is_their_mean() -> None:
    raw = empty_map(4, 4)
    put(raw, 1, 1, (2, 2, 2, 2), 0.9)
    raw[0, 3, 1, 1] = 30
    boxes, _ = decode((raw,), height=32, threshold=0.5)
    assert boxes[0, 0] == pytest.approx((1.5 - 2.5) * 8)


def test_nothing_above_the_threshold_gives_nothing() -> None:
    boxes, scores = decode((empty_map(4, 4),), height=32, threshold=0.5)
    assert boxes.shape == (0, 4) and scores.shape == (0,)


@dataclass
class Maps:
    """An engine that sees the same two boxes at whatever size."""

    name: str = "maps"

    def run(self, blob: Blob) -> tuple[Blob, ...]:
        """A box 16 px around the middle, and one a cell beside it that overlaps it."""
        raw = empty_map(blob.shape[2] // 8, blob.shape[3] // 8)
        row, column = raw.shape[2] // 2, raw.shape[3] // 2
        put(raw, row, column, (2, 2, 2, 2), 0.9)
        put(raw, row, column + 1, (3, 2, 1, 2), 0.8)
        return (raw,)


def test_boxes_come_back_in_pixels_of_the_picture_and_each_once() -> None:
    boxes, scores = Locator(Maps(), 640).locate(np.zeros((960, 1280, 3), np.uint8), 0.3)
    assert len(boxes) == 1 and scores[0] == pytest.approx(0.9, abs=1e-5)
    assert np.allclose(boxes[0], [(324 - 16) * 2, (244 - 16) * 2, (324 + 16) * 2, (244 + 16) * 2], atol=0.1)
