"""What a camera makes of a table: the view, the phone's faults, surfaces, things lying about."""

from __future__ import annotations

import math

import numpy as np
import pytest

from datasets import phone_camera
from datasets.gleam import BLOWN, shine, streak
from datasets.painting import Lamp, Painter, Sheet
from datasets.props import PROPS, prop
from datasets.textures import DRAWN
from datasets.view import INDEX_PX, STEEPEST, View, laid, look, outline, project

CORNERS = np.array([[-2.0, 2.0, 2.0, -2.0], [-1.5, -1.5, 1.5, 1.5]])


def views(difficulty: float, size_wh: tuple[int, int] = (640, 480)) -> list[View]:
    return [look(CORNERS, 0.3, size_wh, difficulty, np.random.default_rng(seed)) for seed in range(80)]


def test_the_phone_is_tilted_up_to_60_degrees_and_never_sees_the_horizon() -> None:
    steep = views(1.0)
    tilts = [math.degrees(view.tilt) for view in steep]
    assert max(tilts) <= STEEPEST and max(tilts) > 45 and min(tilts) < 10
    for view in steep:
        depth = (np.linalg.inv(view.to_picture) @ outline(640, 480))[2]
        assert depth.min() > 0
    assert all(view.tilt == 0 for view in views(0.0))


def test_places_on_the_table_and_pixels_belong_together() -> None:
    for view in views(0.8)[:10]:
        x, y = view.on_table(200.0, 300.0)
        assert view.pixel(x, y) == pytest.approx((200.0, 300.0))
        assert view.scale_at(x, y) > 0


def test_cards_are_seen_near_and_far_within_the_bounds() -> None:
    lengths = [0.3 * view.scale_at(0, 0) for view in views(1.0)]
    assert min(lengths) > 0.6 * INDEX_PX[0] and max(lengths) < 1.7 * INDEX_PX[1]
    assert sum(length < 24 for length in lengths) > 10
    assert sum(length > 30 for length in lengths) > 10
    larger = [0.3 * view.scale_at(0, 0) for view in views(1.0, (1280, 960))]
    assert np.median(larger) == pytest.approx(2 * np.median(lengths), rel=0.1)


def test_a_clean_view_holds_all_cards() -> None:
    for view in views(0.0):
        seen = project(view.to_picture, np.vstack([CORNERS, np.ones(4)]))
        assert seen.min() > -12 and seen[0].max() < 652 and seen[1].max() < 492


def test_a_laid_sheet_owns_its_pixels_and_throws_a_shadow() -> None:
    painter = Painter(np.full((200, 200, 3), 150, np.uint8), Lamp(0.0, 0.6, 1.0))
    sheet = Sheet(np.full((140, 100, 3), 250, np.uint8), lift=0.05, corner=0.06)
    painter.lay(sheet, laid((100, 140), 100.0, 100.0, 100.0, 0.0), 7)
    assert painter.owner[100, 100] == 7 and painter.owner[100, 20] == -1
    assert painter.canvas[100, 100].tolist() == [250] * 3
    assert painter.canvas[100, 153].mean() < 130 < painter.canvas[100, 20].mean()
    assert (painter.owner[31, 51], painter.owner[40, 60]) == (-1, 7)


def test_sheen_greys_the_ink_and_an_inset_cuts_the_edge_off() -> None:
    black = np.zeros((140, 100, 3), np.uint8)
    painter = Painter(np.full((200, 200, 3), 255, np.uint8), Lamp(0.0, 0.0, 1.0))
    painter.lay(Sheet(black, sheen=0.4, inset=0.1, lift=0.0), laid((100, 140), 100.0, 100.0, 100.0, 0.0), 0)
    assert painter.canvas[100, 100].tolist() == [94] * 3
    assert painter.owner[100, 55] == -1 and painter.owner[100, 65] == 0


def test_a_streak_is_brightest_at_its_middle_and_stays_near() -> None:
    for seed in range(20):
        veil = streak((300, 400), (200.0, 150.0), 40.0, np.random.default_rng(seed))
        assert veil.max() == veil[150, 200] > 0.25
        assert veil.max() <= 1 and veil[0, 0] < 0.05
    grey = np.full((300, 400, 3), 80, np.uint8)
    lit = shine(grey, np.full((300, 400), BLOWN, np.float32), (255, 255, 255))
    assert lit.min() == pytest.approx(255 * BLOWN + 80 * (1 - BLOWN), abs=1)


def test_a_streak_beside_the_picture_lights_nothing() -> None:
    assert not streak((50, 60), (900.0, 900.0), 10.0, np.random.default_rng(0)).any()


def stripes() -> phone_camera.Picture:
    picture = np.full((120, 160, 3), 230, np.uint8)
    picture[:, ::4] = (20, 20, 200)
    return picture


def contrast(picture: phone_camera.Picture, row: int) -> float:
    return float(picture[row].std())


def test_focus_falls_off_away_from_one_height() -> None:
    soft = phone_camera.focus_falloff(stripes(), np.random.default_rng(2), 3.0)
    rows = [contrast(soft, row) for row in range(0, 120, 4)]
    assert max(rows) > 0.9 * contrast(stripes(), 0)
    assert min(rows) < 0.6 * max(rows)
    assert (phone_camera.focus_falloff(stripes(), np.random.default_rng(2), 0.1) == stripes()).all()


def test_vignette_webcam_rolling_and_exposure_do_what_they_say() -> None:
    flat = np.full((120, 160, 3), 200, np.uint8)
    dark = phone_camera.vignette(flat, 0.5)
    assert dark[0, 0, 0] == pytest.approx(100, abs=4) and dark[60, 80, 0] >= 198
    pale = phone_camera.webcam(stripes(), np.random.default_rng(1), 0.4)
    assert pale.shape == stripes().shape
    assert np.ptp(pale.astype(int), axis=2).mean() < np.ptp(stripes().astype(int), axis=2).mean()
    rows = phone_camera.rolling(flat, np.random.default_rng(1), 1.0).mean(axis=(1, 2))
    assert np.ptp(rows) > 4
    assert (phone_camera.exposed(flat, np.random.default_rng(3), 0.0) == flat).all()
    levels = [phone_camera.exposed(flat, np.random.default_rng(seed), 1.0).mean() for seed in range(30)]
    assert min(levels) < 90 and max(levels) > 180


def test_photographs_are_the_same_from_the_same_seed() -> None:
    for seed in range(6):
        one, two = (phone_camera.photograph(stripes(), np.random.default_rng(seed), 1.0, 20, 0.5) for _ in range(2))
        assert (one == two).all()
        assert (one != stripes()).any()


@pytest.mark.parametrize("kind", sorted(PROPS))
def test_things_are_drawn_as_often_as_asked(kind: str) -> None:
    for variant in range(8):
        thing = prop(kind, variant)
        assert thing.picture.shape[:2] == thing.cover.shape
        assert thing.cover.min() >= 0 and thing.cover.max() <= 1.0
        assert (thing.cover > 0.15).mean() > 0.02
        assert 0.2 < thing.width < 4
        again = PROPS[kind](np.random.default_rng([variant, list(PROPS).index(kind), 0x9209]), ())
        assert (again.picture == thing.picture).all()
    assert (prop(kind, 1).picture.shape, prop(kind, 1).picture.tobytes()) != (
        prop(kind, 2).picture.shape,
        prop(kind, 2).picture.tobytes(),
    )


def test_surfaces_have_any_size_and_differ_with_the_seed() -> None:
    for surface in set(DRAWN):
        for height, width in ((12, 12), (13, 90), (130, 60)):
            one, two = (surface(height, width, np.random.default_rng(seed)) for seed in (1, 2))
            assert one.shape == (height, width, 3) and one.dtype == np.uint8
            assert (one == surface(height, width, np.random.default_rng(1))).all()
            assert (one != two).any()
