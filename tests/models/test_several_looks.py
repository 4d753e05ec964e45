"""Several looks at one picture: places brought back, pooled, read."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from models.boxes import overlap
from models.picture import Picture, decode_picture
from models.reader import CardReader
from models.reading import IndexSighting
from models.several_looks import pool, read_several
from scorer.cards import Card

DEMO = files("mobile") / "assets" / "demo"
TRICKS = tomllib.loads((DEMO / "hand.toml").read_text("utf-8"))["tricks"]
BOX = (100.0, 100.0, 120.0, 140.0)


def place(box: tuple[float, float, float, float], located: float, none: float, **names: float) -> IndexSighting:
    cards = sorted(names.items(), key=lambda item: -item[1])
    return IndexSighting(box, located, tuple((Card.parse(name[1:]), p) for name, p in cards), none)


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader.load()


def trick(number: int) -> Picture:
    return decode_picture((DEMO / TRICKS[number]["picture"]).read_bytes())


@pytest.mark.slow
@pytest.mark.parametrize("turns", [0, 1])
def test_boxes_lie_in_the_picture_given(reader: CardReader, turns: int) -> None:
    """Upright and lying, each index of the several looks is one that the single look has too, at the same place."""
    picture = np.ascontiguousarray(np.rot90(trick(1), turns))
    one, several = reader.read(picture), read_several(reader, picture)
    assert several.cards == one.cards == {Card.parse(c) for c in TRICKS[1]["cards"]}
    assert several.image_wh == one.image_wh
    assert [name for name, _ in several.times_ms] == ["looks", "rest"]
    single = {s.card: [i.box_xyxy for i in s.indices] for s in one.sightings}
    for seen in several.sightings:
        for index in seen.indices:
            assert max(overlap(index.box_xyxy, box) for box in single[seen.card]) > 0.5


def test_what_one_look_reads_otherwise_is_outvoted() -> None:
    shifted = (102.0, 101.0, 121.0, 142.0)
    looks = [
        [place(BOX, 0.8, 0.1, _AS=0.6, _AC=0.3)],
        [place(shifted, 0.9, 0.0, _AC=0.7, _AS=0.2)],
        [place(BOX, 0.7, 0.2, _AS=0.8)],
    ]
    (pooled,) = pool(looks)
    assert pooled.box_xyxy == BOX, "the box of the first look that saw it"
    assert dict(pooled.cards) == pytest.approx({Card.parse("AS"): 1.6 / 3, Card.parse("AC"): 1.0 / 3})
    assert pooled.cards[0][0] == Card.parse("AS")
    assert (pooled.located, pooled.no_index) == pytest.approx((0.8, 0.1))


def test_a_place_that_one_look_alone_saw_is_left_out() -> None:
    elsewhere = place((300.0, 100.0, 320.0, 140.0), 0.9, 0.0, _AS=0.9)
    looks = [[place(BOX, 0.8, 0.0, _AS=0.9), elsewhere], [place(BOX, 0.8, 0.0, _AS=0.9)]]
    assert [p.box_xyxy for p in pool(looks)] == [BOX]
    assert len(pool(looks, seen_by=1)) == 2
    doubled = [[elsewhere, replace(elsewhere, located=0.3)], []]
    assert pool(doubled) == [], "twice in one look is still one look"


def test_an_empty_table_shows_no_card(reader: CardReader) -> None:
    assert read_several(reader, np.full((300, 400, 3), 90, np.uint8)).sightings == ()


@pytest.mark.parametrize(
    ("other", "share"), [(BOX, 1.0), ((110.0, 100.0, 130.0, 140.0), 1 / 3), ((120.0, 100.0, 140.0, 140.0), 0.0)]
)
def test_overlap_is_the_share_of_the_union(other: tuple[float, float, float, float], share: float) -> None:
    assert overlap(BOX, other) == pytest.approx(share)
