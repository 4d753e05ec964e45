"""The memory of frames on made-up arrays: what moved, what changed, since when a thing lies where it lies."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from models.frame_memory import (
    KEPT,
    PASSING_S,
    SMALL_SIDE,
    SPACING_S,
    FrameMemory,
    Small,
    changed,
    looks_like,
)
from models.picture import Picture
from models.reading import BoxXyxy

SIZE_WH = (320, 240)
BOX: BoxXyxy = (100.0, 80.0, 124.0, 110.0)
"""Where a thing lies in the tests; one pixel of the small picture is one of the frame."""


def texture(seed: int, size_wh: tuple[int, int] = SIZE_WH, deviation: float = 25.0) -> NDArray[np.float32]:
    """A smooth random pattern in grey about 120."""
    raw = np.random.default_rng(seed).standard_normal(size_wh[::-1]).astype(np.float32)
    soft = cv2.GaussianBlur(raw, (0, 0), 2.0)
    return np.asarray(120 + deviation * soft / soft.std(), np.float32)


def grey(values: NDArray[np.float32], noise: float = 0.0, seed: int = 0) -> Small:
    if noise:
        values = values + noise * np.random.default_rng([seed, 1]).standard_normal(values.shape, np.float32)
    return np.clip(np.round(values), 0, 255).astype(np.uint8)


def bgr(values: NDArray[np.float32], noise: float = 0.0, seed: int = 0) -> Picture:
    return np.asarray(cv2.cvtColor(grey(values, noise, seed), cv2.COLOR_GRAY2BGR), np.uint8)


TABLE = texture(0)
THING = TABLE.copy()
THING[80:110, 100:124] = texture(1)[80:110, 100:124]
HAND = TABLE.copy()
HAND[40:160, 60:180] = 200


def fed(pictures: list[NDArray[np.float32]], gap_s: float = 0.1, noise: float = 1.5) -> FrameMemory:
    """A memory that took these, `gap_s` apart from 0 s on, each with noise of its own."""
    memory = FrameMemory()
    for number, picture in enumerate(pictures):
        memory.add(bgr(picture, noise, number), number * gap_s)
    return memory


def since(memory: FrameMemory) -> tuple[float, bool]:
    found, always = memory.lies_since(memory.window(BOX))
    return round(found, 3), always


# What has changed


@pytest.mark.parametrize("noise", [0.0, 2.0, 5.0, 8.0])
def test_noise_is_no_change(noise: float) -> None:
    assert changed(grey(TABLE, noise, 1), grey(TABLE, noise, 2)).mean() < 0.0005


@pytest.mark.parametrize("noise", [0.0, 2.0, 5.0])
def test_a_thing_that_came_is_found_under_noise_and_nothing_else(noise: float) -> None:
    found = changed(grey(TABLE, noise, 1), grey(THING, noise, 2))
    assert found[80:110, 100:124].mean() > 0.3
    found[78:112, 98:126] = False
    assert found.mean() < 0.0005


@pytest.mark.parametrize("share", [0.6, 0.8, 1.0])
def test_something_over_most_of_the_picture_is_a_change(share: float) -> None:
    covered = TABLE.copy()
    covered[:, : round(share * covered.shape[1])] = 60
    assert changed(grey(TABLE), grey(covered)).mean() > 0.5 * share


@pytest.mark.parametrize("gain", [0.6, 1.5])
def test_a_thing_that_came_with_a_change_of_light_is_a_change(gain: float) -> None:
    assert changed(grey(TABLE), grey(gain * THING))[80:110, 100:124].mean() > 0.3


def test_change_counts_only_in_the_area() -> None:
    area = np.full(TABLE.shape, 255, np.uint8)
    assert np.array_equal(changed(grey(TABLE), grey(THING), area), changed(grey(TABLE), grey(THING)))
    area[:, :200] = 0
    assert not changed(grey(TABLE), grey(THING), area).any()


def test_what_moves_differs_from_the_picture_before() -> None:
    memory = fed([TABLE, TABLE, THING])
    assert changed(memory.now, memory.earlier(0.1)).mean() > 0.003
    memory.add(bgr(THING), 0.3)
    assert changed(memory.now, memory.earlier(0.1)).mean() < 0.0005


# What looks like what


@pytest.mark.parametrize("gain", [0.5, 0.75, 0.9, 1.2, 1.5])
def test_light_does_not_change_what_a_piece_shows(gain: float) -> None:
    piece = TABLE[50:80, 50:74]
    assert looks_like(grey(gain * piece, 2.0)[None], grey(piece)).tolist() == [True]


def test_pieces_of_different_things_are_told_apart_in_any_light() -> None:
    pieces = np.stack([grey(gain * texture(k)[50:80, 50:74]) for k in range(1, 20) for gain in (0.7, 1.0, 1.3)])
    assert not looks_like(pieces, grey(TABLE[50:80, 50:74])).any()


def test_plain_pieces_are_alike_by_brightness_alone() -> None:
    plain = np.full((20, 16), 120, np.float32)
    others = np.stack([grey(plain + k, 1.0) for k in (-60, -20, 0, 20, 60)])
    assert looks_like(others, grey(plain, 1.0, 5)).tolist() == [False, True, True, True, False]


def test_a_plain_piece_is_not_like_one_that_shows_something() -> None:
    plain, shows = np.full((30, 24), 120, np.float32), texture(3)[50:80, 50:74]
    assert looks_like(grey(plain, 1.0)[None], grey(shows)).tolist() == [False]
    assert looks_like(grey(shows)[None], grey(plain, 1.0)).tolist() == [False]


def test_the_very_same_is_asked_for_by_a_greater_correlation() -> None:
    """A piece with a share of something else in it: like enough for one question, not for the other."""
    piece, other = texture(4)[50:80, 50:74], texture(5)[50:80, 50:74]
    mixed = grey(120 + 0.8 * (piece - 120) + 0.6 * (other - 120))[None]
    assert looks_like(mixed, grey(piece), 0.6).tolist() == [True]
    assert looks_like(mixed, grey(piece), 0.95).tolist() == [False]


# Since when a thing lies there


def test_a_thing_lies_there_since_it_came() -> None:
    assert since(fed([TABLE] * 10 + [THING] * 20)) == (1.0, False)


def test_what_was_there_from_the_beginning_is_said_to_be() -> None:
    assert since(fed([THING] * 30)) == (0.0, True)


def test_a_change_elsewhere_is_no_matter() -> None:
    other = THING.copy()
    other[180:220, 200:300] = 30
    assert since(fed([TABLE] * 10 + [THING] * 10 + [other] * 10)) == (1.0, False)


def test_light_switched_on_is_no_matter() -> None:
    assert since(fed([TABLE] * 10 + [THING] * 10 + [1.3 * THING] * 10)) == (1.0, False)


@pytest.mark.parametrize("seconds", [0.1, 0.5, 0.8])
def test_a_hand_that_passes_is_no_matter(seconds: float) -> None:
    assert since(fed([TABLE] * 10 + [THING] * 10 + [HAND] * round(seconds * 10) + [THING] * 5)) == (1.0, False)
    assert since(fed([THING] * 10 + [HAND] * round(seconds * 10) + [THING] * 5)) == (0.0, True)


@pytest.mark.parametrize("seconds", [1.1, 1.5, 2.5])
def test_a_hand_that_stays_may_have_brought_it(seconds: float) -> None:
    hidden = round(seconds * 10)
    left = round((20 + hidden) * 0.1, 3)
    assert since(fed([TABLE] * 10 + [THING] * 10 + [HAND] * hidden + [THING] * 5)) == (left, False)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.integers(1, 14).filter(lambda run: run != 9), min_size=2, max_size=7).filter(lambda r: sum(r) < KEPT)
)
def test_it_lies_there_since_the_last_long_absence(runs: list[int]) -> None:
    """Seen and hidden by turns for so many frames each, never for `PASSING_S` to the dot; in the end it shows."""
    seen = [bool((len(runs) - 1 - k) % 2 == 0) for k, count in enumerate(runs) for _ in range(count)]
    began = 0
    for number in range(1, len(seen)):
        hidden = number - 1 - max((k for k in range(number) if seen[k]), default=-1)
        if seen[number] and not seen[number - 1] and hidden * 0.1 + 0.1 > PASSING_S + 1e-6:
            began = number
    expected = began if seen[began] else seen.index(True)
    found, always = since(fed([THING if s else HAND for s in seen], noise=0.0))
    assert found == pytest.approx(0.1 * expected) and always == (expected == 0)


# Until when it was to be seen


def test_a_thing_was_seen_until_it_went() -> None:
    memory = fed([THING] * 20 + [HAND] * 10 + [TABLE] * 3)
    window = memory.window(BOX)
    piece = grey(THING)[window]
    assert memory.seen_until(window, piece) == pytest.approx(1.9)
    memory.add(bgr(THING), 3.3)
    assert memory.seen_until(window, piece) == pytest.approx(3.3)


def test_a_thing_that_was_never_there_was_seen_at_no_time() -> None:
    memory = fed([TABLE] * 20)
    window = memory.window(BOX)
    assert memory.seen_until(window, grey(texture(9))[window]) is None
    assert FrameMemory().seen_until(window, grey(texture(9))[window]) is None


# The ring


def test_the_memory_reaches_back_as_many_pictures_as_are_kept() -> None:
    many = 3 * KEPT + 7
    memory = fed([THING] * many, noise=0.0)
    assert since(memory) == (round((many - KEPT) * 0.1, 3), True)
    assert memory.earlier(1e6).shape == memory.now.shape


def test_order_in_time_holds_when_the_ring_has_gone_round() -> None:
    for before in range(KEPT - 3, KEPT + 4):
        memory = fed([TABLE] * before + [THING] * 20 + [TABLE] * 5, noise=0.0)
        window = memory.window(BOX)
        assert memory.seen_until(window, grey(THING)[window]) == pytest.approx((before + 19) * 0.1)
        assert np.array_equal(memory.earlier(0.5)[window], grey(THING)[window])
        assert np.array_equal(memory.earlier(0.4)[window], grey(TABLE)[window])


@pytest.mark.parametrize("fps", [5, 10, 15, 30, 60])
def test_seconds_are_remembered_at_any_rate(fps: int) -> None:
    count = round(6 * fps)
    memory = fed([TABLE] * (count // 2) + [THING] * (count - count // 2), 1 / fps)
    came = (count // 2) / fps
    found, always = memory.lies_since(memory.window(BOX))
    assert came - SPACING_S <= found <= came + SPACING_S + 1 / fps and not always


def test_frames_close_in_time_are_seen_but_not_all_kept() -> None:
    memory = FrameMemory()
    for number in range(5 * KEPT):
        memory.add(bgr(TABLE if number < 5 * KEPT - 1 else THING), number * SPACING_S / 5)
    assert np.array_equal(memory.now, grey(THING))
    assert np.array_equal(memory.earlier(0.0), grey(TABLE))


def test_frames_of_another_size_begin_anew() -> None:
    memory = fed([THING] * 20)
    memory.add(bgr(texture(3, (640, 360))), 2.0)
    assert memory.now.shape == memory.earlier(1.0).shape == (180, SMALL_SIDE)
    assert memory.lies_since(memory.window((10, 10, 60, 60))) == (2.0, True)
    for number in range(10):
        memory.add(bgr(texture(3, (640, 360))), 2.1 + number * 0.1)
    assert memory.lies_since(memory.window((10, 10, 60, 60))) == (2.0, True)


# Places in the small picture


@pytest.mark.parametrize("size_wh", [(320, 240), (640, 480), (1280, 720), (1080, 1920)])
def test_the_small_picture_is_the_frame_made_smaller(size_wh: tuple[int, int]) -> None:
    memory = FrameMemory()
    frame = np.zeros((size_wh[1], size_wh[0], 3), np.uint8)
    height, width = frame.shape[:2]
    frame[height // 2 :, width // 4 :] = 200
    memory.add(frame, 0.0)
    assert max(memory.now.shape) == SMALL_SIDE
    assert memory.now.shape == (round(height * memory.scale), round(width * memory.scale))
    low, high = memory.window((0, 0, width / 5, height / 3)), memory.window((width / 2, height * 0.7, width, height))
    assert memory.now[low].max() == 0 and memory.now[high].min() == 200


def test_small_frames_are_not_enlarged() -> None:
    memory = FrameMemory()
    memory.add(bgr(texture(0, (100, 60))), 0.0)
    assert memory.scale == 1.0 and memory.now.shape == (60, 100)


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from([(320, 240), (640, 480), (1920, 1080), (480, 640)]),
    st.floats(0, 1),
    st.floats(0, 1),
    st.floats(2, 300),
    st.floats(2, 300),
)
def test_a_window_holds_its_box_and_lies_in_the_picture(
    size_wh: tuple[int, int], x: float, y: float, wide: float, high: float
) -> None:
    memory = FrameMemory()
    memory.add(np.zeros((size_wh[1], size_wh[0], 3), np.uint8), 0.0)
    left, top = x * (size_wh[0] - 2), y * (size_wh[1] - 2)
    box = (left, top, min(left + wide, size_wh[0]), min(top + high, size_wh[1]))
    rows, columns = memory.window(box)
    for part, low, end, most in (
        (columns, box[0], box[2], memory.now.shape[1]),
        (rows, box[1], box[3], memory.now.shape[0]),
    ):
        assert 0 <= part.start <= part.stop - 8 and part.stop <= most
        assert part.start <= low * memory.scale + 1 and part.stop >= end * memory.scale - 1
