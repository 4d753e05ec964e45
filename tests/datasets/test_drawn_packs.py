"""What varies between drawn packs: styles, strokes, pips, courts, strange cards, wear."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from datasets.courts import draw_barcode, draw_court
from datasets.glyphs import glyph, pip
from datasets.pack_style import PackStyle, PipStyle, WearStyle, random_style
from datasets.procedural import draw_face, draw_foreign, draw_no_card, index_size
from datasets.strange_cards import FOREIGN_RARE, FOREIGN_USUAL, NO_CARDS, foreign_text
from datasets.strokes import LETTERS, stroke_letter
from datasets.wear import UNIT, wear_of
from scorer.cards import Card

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@pytest.fixture(scope="module")
def styles() -> list[PackStyle]:
    return [random_style(np.random.default_rng(seed)) for seed in range(400)]


@pytest.fixture(scope="module")
def plain(styles: list[PackStyle]) -> PackStyle:
    """A new pack with its suits under its ranks, a small index, no barcode."""
    found = next(s for s in styles if s.wear == WearStyle() and s.rank_height < 0.18 and not s.four_corners)
    return replace(found, barcode=False, frame=True, frame_colour=(30, 40, 130), notch=True)


def _share(styles: list[PackStyle], what: list[bool]) -> float:
    return sum(what) / len(styles)


def test_styles_cover_what_real_packs_show(styles: list[PackStyle]) -> None:
    assert 0.2 < _share(styles, [s.rank_height > 0.2 for s in styles]) < 0.5
    assert 0.08 < _share(styles, [s.four_corners for s in styles]) < 0.25
    assert 0.01 < _share(styles, [s.beside for s in styles]) < 0.1
    assert 0.25 < _share(styles, [s.index.pen > 0 for s in styles]) < 0.55
    four = [s for s in styles if len(set(s.colours.values())) > 2]
    assert 0.08 < len(four) / len(styles) < 0.28
    assert len({tuple(round(v / 60) for v in s.colours["D"]) for s in four}) >= 3
    assert {round(s.aspect, 1) for s in styles} >= {0.6, 0.7}
    assert any(s.wear.linen for s in styles) and any(s.wear.creases for s in styles)


def test_red_suits_stay_apart_from_black_ones(styles: list[PackStyle]) -> None:
    for style in styles:
        red, _, blue = style.colours["H"]
        assert red > blue + 60
        assert max(style.colours["S"]) < 120


def test_letters_drawn_by_pen_are_all_different_and_as_high_as_asked() -> None:
    shapes = {}
    for letter in LETTERS:
        ink = stroke_letter(letter, 40, 0.1, 0.0)
        assert ink.shape[0] == 40 and ink.max() > 150
        shapes[letter] = (ink.shape[1], bytes((ink > 127).astype(np.uint8)))
    assert len(set(shapes.values())) == len(shapes)
    assert (stroke_letter("A", 40, 0.2, 0.0) > 127).mean() > (stroke_letter("A", 40, 0.06, 0.0) > 127).mean() + 0.1
    assert stroke_letter("A", 40, 0.1, 0.2).shape[1] > stroke_letter("A", 40, 0.1, 0.0).shape[1]


def test_a_ten_can_overlap_and_a_slanted_rank_is_wider(plain: PackStyle) -> None:
    pen = replace(plain.index, pen=0.1, slab=0.0, slant=0.0, squeeze=1.0, bare_one=False, ten_gap=0.1)
    wide, tight = glyph("10", 60, pen), glyph("10", 60, replace(pen, ten_gap=-0.1))
    assert tight.shape[1] < wide.shape[1] - 8
    assert glyph("10", 60, replace(pen, bare_one=True)).shape[1] < wide.shape[1]
    for lean in (0.3, -0.3):
        assert glyph("I", 60, replace(pen, slant=lean)).shape[1] > glyph("I", 60, pen).shape[1] + 12
    assert glyph("JOKER", 60, pen).shape[0] > 70
    assert glyph("★", 60, pen).shape == (60, 60)


@pytest.mark.parametrize("suit", "CDHS")
def test_pips_fill_their_height_and_vary(suit: str) -> None:
    one, other = pip(suit, 80, PipStyle()), pip(suit, 80, PipStyle(0.75, 1.3, 0.85, 0.5, 0.12))
    assert one.shape[0] == other.shape[0] == 80
    assert one[:4].any() and one[-4:].any()
    assert other.shape[1] < one.shape[1]
    lined = pip(suit, 80, PipStyle(inline=True))
    assert lined.sum() < 0.97 * one.sum() and one.shape == lined.shape


def test_a_suit_beside_its_rank_keeps_the_box_around_both(plain: PackStyle) -> None:
    style = replace(plain, beside=True)
    face, box = draw_face(Card.parse("5H"), style, 1)
    wide, high = index_size("5", "H", style, face.shape[1])
    assert (round(box[2] - box[0]), round(box[3] - box[1])) == (wide, high)
    under = index_size("5", "H", plain, face.shape[1])
    assert wide > under[0] and high < under[1]


def test_a_court_is_two_headed_and_its_frame_gives_way_to_the_index(plain: PackStyle) -> None:
    face, box = draw_face(Card.parse("QS"), plain, 4)
    width = face.shape[1]
    middle = face[:, width // 3 : -(width // 3)].astype(int)
    assert np.abs(middle - middle[::-1, ::-1]).mean() < 4
    x1, y1 = round(box[2]), round(box[3])
    gap = face[2:y1, x1 + 1 : x1 + 4].reshape(-1, 3)
    assert (np.abs(gap.astype(int) - plain.paper[::-1]).max(axis=1) < 12).mean() > 0.9
    bare = np.full((560, 400, 3), 255, np.uint8)
    draw_court(bare, "S", plain, np.random.default_rng(0), 60.0)
    assert len(np.unique(bare.reshape(-1, 3), axis=0)) > 20


def test_foreign_indices_name_no_card_and_the_usual_ones_come_most() -> None:
    texts = [foreign_text(np.random.default_rng(seed)) for seed in range(400)]
    assert not set(texts) & set(RANKS)
    assert set(FOREIGN_USUAL) <= set(texts) and len(set(texts) & set(FOREIGN_RARE)) > 15
    assert 0.6 < sum(text in FOREIGN_USUAL for text in texts) / len(texts) < 0.85


def test_strange_cards_are_printed_and_have_no_index_in_both_corners(plain: PackStyle) -> None:
    one = draw_foreign(plain, np.random.default_rng(3))
    x0, y0, x1, y1 = (round(v) for v in one.index)
    assert one.picture[y0:y1, x0:x1].min() < 120
    printed = [draw_no_card(plain, np.random.default_rng(seed)).std() for seed in range(12)]
    assert sum(value > 8 for value in printed) >= 6
    assert len(NO_CARDS) == 4


def test_a_barcode_stands_at_both_ends() -> None:
    face = np.full((560, 400, 3), 255, np.uint8)
    draw_barcode(face, np.random.default_rng(0))
    assert (face == face[::-1, ::-1]).all()
    assert 0.02 < (face[2:10] < 100).mean() < 0.2


def test_wear_changes_a_card_a_little_and_new_cards_not_at_all() -> None:
    face = np.full((560, 400, 3), 240, np.uint8)
    assert wear_of((560, 400), WearStyle(), np.random.default_rng(0)).lay(face, 0) is face
    worn = wear_of((560, 400), WearStyle(1, 1, 1, 1, 1, 1), np.random.default_rng(0))
    assert UNIT < 256 and len(worn.gains) == 3
    one, two = worn.lay(face, 0), worn.lay(face, 1)
    assert (one != two).any()
    assert 0 < np.abs(one.astype(int) - 240).mean() < 60
    assert one[0].mean() < one[200:300].mean() - 10
    dark = np.full((560, 400, 3), 20, np.uint8)
    linen = wear_of((560, 400), WearStyle(linen=1), np.random.default_rng(0)).lay(dark, 0)
    assert linen.max() > 28 and linen.min() < 24
