"""What the identifier learns from: kinds of crops in their shares, what is an index and what is none."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import fonts
from datasets.crop_table import CropTable
from datasets.crops import NO_INDEX, SIDE, Crop, CropFactory
from datasets.foreign import transplant
from datasets.index_glare import blow_out
from datasets.packs import CardPack
from datasets.procedural import draw_pack
from scorer.cards import Card


def even_factory(pack: CardPack) -> CropFactory:
    """A factory that makes every kind often."""
    return CropFactory([pack], strange_share=0.2, foreign_share=0.2, covered_share=0.15, glare_share=0.15)


@pytest.fixture(scope="module")
def pack() -> CardPack:
    return draw_pack(3)


@pytest.fixture(scope="module")
def crops(pack: CardPack) -> list[Crop]:
    factory, rng = even_factory(pack), np.random.default_rng(1)
    return [factory.sample(rng) for _ in range(400)]


def test_every_kind_appears_in_its_share(crops: list[Crop]) -> None:
    seen = Counter(crop.kind for crop in crops)
    for kind, wanted in {"strange": 0.2, "foreign": 0.2, "covered": 0.15, "glare": 0.15}.items():
        assert abs(seen[kind] / len(crops) - wanted) < 0.07
    assert abs(seen["card"] / len(crops) - 0.3) < 0.08
    assert set(seen) == {"strange", "foreign", "covered", "glare", "card"}


def test_only_a_readable_index_has_a_card(crops: list[Crop]) -> None:
    by_kind = {kind: [c for c in crops if c.kind == kind] for kind in {c.kind for c in crops}}
    for kind in ("strange", "foreign", "covered"):
        assert all((c.rank, c.suit) == (NO_INDEX, NO_INDEX) for c in by_kind[kind])
    assert all(0 <= c.rank < 13 and 0 <= c.suit < 4 for c in by_kind["card"])
    glared = [c.rank == NO_INDEX for c in by_kind["glare"]]
    assert 0.1 < np.mean(glared) < 0.9
    assert all((c.rank == NO_INDEX) == (c.suit == NO_INDEX) for c in crops)


def test_a_share_of_nothing_makes_none_and_a_soft_crop_is_soft(pack: CardPack) -> None:
    plain = CropFactory([pack], (), 0.0, 0.0, 0.0, 0.0, fan_share=0.0, soft_share=0.0)
    soft = CropFactory([pack], (), 0.0, 0.0, 0.0, 0.0, fan_share=1.0, soft_share=1.0)
    detail = []
    for factory in (plain, soft):
        made = [factory.sample(np.random.default_rng(s)) for s in range(60)]
        assert {c.kind for c in made} == {"card"}
        detail.append(np.median([cv2.Laplacian(c.picture, cv2.CV_64F).var() for c in made]))
    assert detail[1] < 0.5 * detail[0]


def test_the_same_state_gives_the_same_crop(pack: CardPack) -> None:
    one, two = (even_factory(pack) for _ in range(2))
    for seed in range(40):
        a, b = (factory.sample(np.random.default_rng(seed)) for factory in (one, two))
        assert a.picture.shape == (SIDE, SIDE, 3)
        assert (a.picture == b.picture).all() and (a.rank, a.suit, a.kind) == (b.rank, b.suit, b.kind)


def test_a_fan_shows_the_index_and_covers_the_card_beside_it(pack: CardPack) -> None:
    card, table = Card.parse("7C"), CropTable()
    shares, anywhere = [], []
    for seed in range(30):
        rng = np.random.default_rng(seed)
        view = table.view(rng, pack.indices[card], 60.0, jitter=0.0)
        cover = table.fan(view, rng, pack, pack.faces[card])
        anywhere.append(float(cover.mean()))
        shares.append(float(cover[view.part()].mean()))
    assert np.median(anywhere) > 0.1
    assert max(shares) < 0.4
    assert np.median(shares) < 0.1


def test_a_reflection_on_the_index_turns_print_white() -> None:
    canvas = np.full((80, 80, 3), 20, np.uint8)
    index = np.zeros((80, 80), bool)
    index[20:60, 30:50] = True
    lost = blow_out(canvas, index, np.random.default_rng(2))
    assert lost.any() and canvas[lost].min() > 130
    assert blow_out(canvas, np.zeros((80, 80), bool), np.random.default_rng(2)).sum() == 0


def test_a_drawn_pack_carries_foreign_faces_and_lends_them_to_others(pack: CardPack) -> None:
    assert len(pack.foreign) >= 8
    other = replace(pack, name="other", foreign=())
    strange = transplant(other, pack.foreign[0], np.random.default_rng(0))
    height, width = strange.picture.shape[:2]
    x0, y0, x1, y1 = (round(v) for v in strange.index)
    near = strange.picture[y0:y1, x0:x1]
    far = strange.picture[height - y1 : height - y0, width - x1 : width - x0][::-1, ::-1]
    assert np.abs(near.astype(int) - far).mean() < 3
    assert near.min() < 120
    assert all((strange.picture != face).any() for face in other.faces.values())
    mixed = CropFactory([pack, other], foreign_share=1.0, strange_share=0.0, covered_share=0.0, glare_share=0.0)
    assert {mixed.sample(np.random.default_rng(s)).kind for s in range(20)} == {"foreign"}


def test_fonts_without_letters_are_left_out(tmp_path: Path) -> None:
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font")
    assert not fonts.can_print(broken)
    listed = fonts.system_fonts()
    assert all(fonts.can_print(path) for path in listed)
    assert not any("fallback" in path.name.lower() for path in listed)
