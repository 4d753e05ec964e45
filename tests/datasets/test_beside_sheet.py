"""Real photographs beside drawn scenes on one sheet (`datasets.contact_sheet`)."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import numpy as np

from datasets.contact_sheet import LIKE, beside_sheet, photos_to_compare
from datasets.layouts import LAYOUTS
from datasets.photos import Photo


def photo(name: str, source: str, scene: str, use: Literal["tune", "eval"]) -> Photo:
    return Photo(Path(name), frozenset(), source, scene, "en", use, frozenset())


def test_only_photographs_marked_tune_are_compared_every_source_in_turn() -> None:
    photos = [photo(f"a{k}", "a", "trick", "tune") for k in range(9)]
    photos += [photo("b", "b", "single", "tune"), photo("c", "c", "fan", "eval"), photo("d", "d", "menu", "tune")]
    chosen = photos_to_compare(photos, 4, 0)
    assert [one.source for one in chosen] == ["a", "b", "a", "a"]
    assert chosen == photos_to_compare(photos, 4, 0)
    assert len(photos_to_compare(photos, 400, 0)) == 10
    assert {layout for kinds in LIKE.values() for layout in kinds} <= set(LAYOUTS)


def test_the_real_one_stands_left_each_as_large_as_it_fits() -> None:
    real, drawn = np.full((200, 100, 3), (0, 0, 200), np.uint8), np.full((60, 80, 3), (200, 0, 0), np.uint8)
    sheet = beside_sheet([(real, drawn)] * 3, width=120)
    assert sheet.shape == (2 * 132, 2 * 252, 3)
    assert sheet[10, 10].tolist() == [0, 0, 200] and sheet[124, 10].tolist() == [0, 0, 200]
    assert sheet[10, 100].tolist() == [40, 40, 40]
    assert sheet[10, 130].tolist() == [200, 0, 0] and sheet[10, 244].tolist() == [200, 0, 0]
    assert sheet[110, 130].tolist() == [40, 40, 40]
