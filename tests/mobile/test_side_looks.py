"""Three sides can be told apart: by colour, also with colour blindness, and by the marks on their pegs."""

from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest
from board_states import board_state
from numpy.typing import NDArray

from mobile import theme
from mobile.board_art import Placement, bare_board, peg_of, seal_of
from mobile.board_picture import Sheet, draw_board
from mobile.theme import PALETTES, Colour, Palette
from scorer.board import board_of
from scorer.match import MatchState

SAFE = [palette for palette in PALETTES.values() if palette.name.endswith("safe")]

# What red, green and blue (linear) look like without one kind of cones: Machado, Oliveira and Fernandes 2009.
BLINDNESS = {
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    "none": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
}


def seen(colour: Colour, blindness: str) -> NDArray[np.float32]:
    """The colour in CIE L*a*b* as somebody with this colour blindness sees it."""
    unit = np.array(colour, np.float64) / 255
    linear = np.where(unit <= 0.04045, unit / 12.92, ((unit + 0.055) / 1.055) ** 2.4)
    shifted = np.clip(np.array(BLINDNESS[blindness]) @ linear, 0, 1)
    shown = np.where(shifted <= 0.0031308, shifted * 12.92, 1.055 * shifted ** (1 / 2.4) - 0.055)
    lab = cv2.cvtColor(shown.astype(np.float32).reshape(1, 1, 3), cv2.COLOR_RGB2Lab)
    return np.asarray(lab.reshape(3), np.float32)


def apart(first: Colour, second: Colour, blindness: str) -> float:
    return float(np.linalg.norm(seen(first, blindness) - seen(second, blindness)))


@pytest.mark.parametrize("palette", SAFE, ids=lambda palette: palette.name)
@pytest.mark.parametrize("blindness", BLINDNESS)
def test_the_safe_colours_stay_apart_under_every_colour_blindness(palette: Palette, blindness: str) -> None:
    for first, second in combinations(palette.sides, 2):
        assert apart(first, second, blindness) > 25


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_the_colours_differ_and_stand_out_from_the_ground(palette: Palette) -> None:
    for first, second in combinations(palette.sides, 2):
        assert apart(first, second, "none") > 40
    for side in palette.sides:
        assert apart(side, palette.background, "none") > 30 and apart(side, palette.panel, "none") > 30


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_peg_heads_differ_without_any_colour(palette: Palette) -> None:
    """The same colour for all: the marks alone tell the pegs apart."""
    same = replace(palette, sides=(palette.sides[0],) * 3)
    place = Placement.within(board_of("crib60", None, 3), 1480, 400)
    heads = [peg_of(place, same, side, True).astype(int) for side in range(3)]
    for first, second in combinations(heads, 2):
        assert np.abs(first - second).max() > 60
    assert len(set(theme.SIDE_MARKS)) == 3


@pytest.mark.slow
@pytest.mark.parametrize("board", ["crib60", "crib90"])
def test_pegs_of_three_sides_stand_at_the_points_of_the_geometry(board: str) -> None:
    state = board_state("blind_don_three", {"board": board}, [((20, 10, 14), (30, 25, 25))], 6)
    sheet = Sheet.of(state, (1000, 560))
    assert sheet.place is not None and len(sheet.bands) == 3
    picture = draw_board(state, (1000, 560))
    for index, side in enumerate(state.sides):
        x, y = sheet.place.pixel(sheet.place.board.peg_points(index, state.pegs[side])[0])
        centre = round(sheet.board_left + x), round(sheet.board_top + y)
        around = picture[centre[1] - 5 : centre[1] + 6, centre[0] - 5 : centre[0] + 6, ::-1].reshape(-1, 3)
        nearest = [min(np.abs(around - np.array(colour)).sum(axis=1)) for colour in theme.DARK.sides]
        assert nearest.index(min(nearest)) == index


def test_legs_are_marked_and_seals_lie_in_their_seats() -> None:
    place = Placement.within(board_of("crib60", 121), 1000, 300)
    plain, legs = bare_board(place, theme.DARK), bare_board(place, theme.DARK, 4)
    for side in (0, 1):
        for leg in (1, 2, 3, 4):
            x, y = (round(value) for value in place.pixel(place.board.leg_point(side, leg)))
            part = (slice(y - 8, y + 9), slice(x - 8, x + 9))
            assert not np.array_equal(plain[part], legs[part])
    seals = {seal_of(place, theme.DARK, side, leg).tobytes() for side in (0, 1) for leg in (1, 2, 3, 4)}
    assert len(seals) == 8


@pytest.mark.parametrize("size", [(640, 360), (320, 180), (400, 700)])
def test_every_kind_of_board_has_its_picture(size: tuple[int, int]) -> None:
    totals = [((20, 10), (50, 30))]
    drawn = [
        draw_board(board_state("phat", {"board": "score_sheet"}, [((47, 33), (41, 39))]), size),
        draw_board(board_state("nine_card_lancashire", {"board": "none"}, totals), size),
        draw_board(board_state("irish_don", {}, [((50, 30), None)], 3), size),
    ]
    assert all(picture.shape == (size[1], size[0], 3) and picture.std() > 5 for picture in drawn)


def test_a_deal_that_is_counted_later_looks_the_same_whatever_falls() -> None:
    """Only what may be told is drawn: two different sets of tricks with the same winner give one picture."""
    states = [board_state("irish_don", {"board": "crib60"}, [((50, 30), None)], 1, seed=seed) for seed in range(24)]
    groups: dict[object, list[MatchState]] = {}
    for state in states:
        assert state.hand is not None
        groups.setdefault((state.leader, state.hand.trump), []).append(state)
    alike = max(groups.values(), key=len)
    assert len({state.scores["NS"] for state in alike}) + len({state.scores["EW"] for state in alike}) > 2
    assert len({draw_board(state, (320, 180)).tobytes() for state in alike}) == 1
