"""Scenes say the truth: labels lie on the drawn indices, and what can't be read is covered (`datasets.scenes`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from marked_pack import green, magenta, marked_pack

from datasets import scenes
from datasets.clutter import reach_in, stand_glass
from datasets.painting import Lamp, Painter
from datasets.phone_camera import photograph
from datasets.scenes import VISIBLE_SHARE, Scene, SceneFactory
from datasets.textures import plain
from datasets.view import Picture, View

PACK = marked_pack()


def untouched(picture: Picture, *_: Any) -> Picture:
    return picture


def grey(self: View, photographs: list[Picture], rng: np.random.Generator) -> Picture:
    return np.full((self.size_wh[1], self.size_wh[0], 3), 90, np.uint8)


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> SceneFactory:
    """Hard scenes on a grey table, without what the camera does to them afterwards and without other things."""
    monkeypatch.setattr(scenes, "photograph", untouched)
    monkeypatch.setattr(View, "surface", grey)
    for name in ("lay_thing", "stand_glass", "reach_in", "_glare"):
        monkeypatch.setattr(scenes, name, lambda *_: None)
    return SceneFactory([PACK], (), (640, 480), difficulty=1.0)


@pytest.mark.parametrize("layout", ["single", "trick", "fan"])
def test_a_label_lies_within_two_pixels_of_the_drawn_index(factory: SceneFactory, layout: str) -> None:
    checked = 0
    for seed in range(12):
        scene = factory.scene(seed, layout)
        shown = magenta(scene.picture)
        for label in scene.labels:
            x0, y0, x1, y1 = (int(v) for v in label.box_xyxy)
            alone = all(_apart(label.box_xyxy, other.box_xyxy) for other in _others(scene, label))
            if label.visible < 0.97 or not alone or min(x0, y0) < 4 or x1 > 636 or y1 > 476:
                continue
            ys, xs = np.nonzero(shown[y0 - 4 : y1 + 4, x0 - 4 : x1 + 4])
            off = [xs.min() - 4, ys.min() - 4, xs.max() + 1 - 4 - (x1 - x0), ys.max() + 1 - 4 - (y1 - y0)]
            assert np.abs(off).max() <= 2
            checked += 1
    assert checked > 8


def _others(scene: Scene, label: scenes.IndexLabel) -> list[scenes.IndexLabel]:
    return [one for one in scene.labels + scene.covered if one is not label]


def _apart(a: tuple[float, ...], b: tuple[float, ...], margin: float = 6) -> bool:
    beside = a[2] + margin < b[0] or b[2] + margin < a[0]
    return beside or a[3] + margin < b[1] or b[3] + margin < a[1]


def test_every_index_in_sight_is_a_label_or_covered(factory: SceneFactory) -> None:
    for seed in range(8):
        scene = factory.scene(seed, "loose")
        left = magenta(scene.picture)
        for one in scene.labels + scene.covered:
            x0, y0, x1, y1 = (int(v) for v in one.box_xyxy)
            left[max(0, y0 - 2) : y1 + 2, max(0, x0 - 2) : x1 + 2] = False
        assert left.sum() < 40


def test_a_jokers_index_is_neither_labelled_nor_covered(factory: SceneFactory) -> None:
    jokers = 0
    for seed in range(30):
        scene = factory.scene(seed, "row")
        strange = green(scene.picture)
        jokers += bool(strange.sum() > 500)
        for one in scene.labels:
            x0, y0, x1, y1 = (int(v) for v in one.box_xyxy)
            assert strange[y0:y1, x0:x1].mean() < 1 - VISIBLE_SHARE + 0.1
            assert magenta(scene.picture[y0:y1, x0:x1]).any()
    assert jokers > 2


def with_hand(
    monkeypatch: pytest.MonkeyPatch, factory: SceneFactory, seed: int, hand: Callable[..., None]
) -> tuple[Scene, bool]:
    reached = []

    def reach(*args: Any) -> None:
        reached.append(1)
        hand(*args)

    monkeypatch.setattr(scenes, "reach_in", reach)
    return factory.scene(seed, "row"), bool(reached)


def test_a_hand_moves_labels_to_covered(monkeypatch: pytest.MonkeyPatch, factory: SceneFactory) -> None:
    lost, half_hidden = 0, 0
    for seed in range(16):
        bare, reached = with_hand(monkeypatch, factory, seed, lambda *_: None)
        if not reached:
            continue
        scene, _ = with_hand(monkeypatch, factory, seed, reach_in)
        was, now = {one.box_xyxy for one in bare.labels}, {one.box_xyxy for one in scene.labels}
        assert now <= was
        lost += len(was - now)
        half_hidden += len({one.box_xyxy for one in scene.covered} & (was - now))
    assert lost > 3
    assert half_hidden > 0


def test_hands_and_glasses_own_the_place_where_they_are() -> None:
    over = View(np.array([[100.0, 0, 320], [0, 100.0, 240], [0, 0, 1]]), 0.0, (640, 480))
    for thing in (reach_in, stand_glass):
        for seed in range(6):
            painter = Painter(np.full((480, 640, 3), 90, np.uint8), Lamp(0.0, 0.3, 1.0))
            thing(painter, over, 0.0, 0.0, 5, np.random.default_rng(seed))
            owned = painter.owner == 5
            assert owned[200:280, 280:360].any()
            assert 0.02 < owned.mean() < 0.5
            assert (painter.canvas[owned] != 90).any(axis=-1).mean() > 0.8


def test_glare_that_blows_an_index_out_moves_it_to_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    factory = SceneFactory([replace(PACK, jokers=())], (), (640, 480), difficulty=1.0)
    monkeypatch.setattr(scenes, "photograph", untouched)
    monkeypatch.setattr(View, "surface", grey)
    for name in ("lay_thing", "stand_glass", "reach_in"):
        monkeypatch.setattr(scenes, name, lambda *_: None)
    lamps: list[int] = []

    def everywhere(shape: tuple[int, int], *_: Any) -> np.ndarray[Any, np.dtype[np.float32]]:
        lamps.append(1)
        return np.ones(shape, np.float32)

    monkeypatch.setattr(scenes, "streak", everywhere)
    outcomes = []
    for seed in range(10):
        lamps.clear()
        scene = factory.scene(seed, "single")
        blown = not magenta(scene.picture).any()
        outcomes.append((bool(lamps), blown, not scene.labels, bool(scene.covered)))
    assert (True, True, True, True) in outcomes
    assert all(not labelled_none or lit for lit, _, labelled_none, _ in outcomes)


@pytest.mark.slow
def test_a_faint_gleam_leaves_a_label(monkeypatch: pytest.MonkeyPatch) -> None:
    factory = SceneFactory([PACK], (), (640, 480), difficulty=1.0)
    monkeypatch.setattr(scenes, "streak", lambda shape, *_: np.full(shape, 0.3, np.float32))
    faint = [factory.scene(seed, "single") for seed in range(6)]
    monkeypatch.setattr(scenes, "streak", lambda shape, *_: np.zeros(shape, np.float32))
    none = [factory.scene(seed, "single") for seed in range(6)]
    assert [one.labels for one in faint] == [one.labels for one in none]
    assert any((a.picture != b.picture).any() for a, b in zip(faint, none, strict=True))


def test_an_index_too_small_to_read_is_covered(monkeypatch: pytest.MonkeyPatch, factory: SceneFactory) -> None:
    monkeypatch.setattr(scenes, "SMALLEST_PX", 10_000)
    scene = factory.scene(1, "trick")
    assert not scene.labels
    assert scene.covered


def test_difficulty_0_is_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing lies about, nothing covers, the phone is held flat, and the camera changes nothing."""

    def never(*_: Any) -> None:
        raise AssertionError("nothing may lie about")

    for name in ("lay_thing", "stand_glass", "reach_in", "_glare"):
        monkeypatch.setattr(scenes, name, never)
    looks: list[tuple[bool, float]] = []
    real = photograph

    def watch(picture: Picture, rng: np.random.Generator, *rest: float) -> Picture:
        after = real(picture, rng, *rest)
        looks.append((bool((after == picture).all()), rest[-1]))
        return after

    monkeypatch.setattr(scenes, "photograph", watch)
    factory = SceneFactory([PACK], (plain(700, 900, np.random.default_rng(1)),), (640, 480), difficulty=0.0)
    for seed in range(12):
        assert factory.scene(seed).labels
    assert looks == [(True, 0.0)] * 12
