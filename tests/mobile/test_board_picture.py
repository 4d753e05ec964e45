"""The drawn board: pegs where the geometry says, in their side's colour; the same state gives the same picture."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from mobile_table import AT, enter, legal_hand, new_session

from mobile import theme
from mobile.board_art import Picture, Placement, bare_board, laid_over, peg_of, track
from mobile.board_picture import Sheet, draw_board, save_board
from mobile.theme import PALETTES, Palette
from scorer.board import board_of
from scorer.events import Deal, GameStart, start_of_match
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState
from scorer.referee import replay
from scorer.seats import Seat
from scorer.variant import load_variant

SIZE = (1000, 560)
BOARDS = [("crib60", 91), ("crib60", 121), ("crib90", 91), ("crib90", 121)]


def state_at(board: str, target: int, scores: dict[str, int]) -> MatchState:
    variant = load_variant("nine_card_lancashire", {"board": board, "target": target})
    return replay([start_of_match("m", variant), GameStart(Seat.N, None, FrozenMap(scores)), Deal(Seat.W)])


def distance(picture: Picture, at: tuple[float, float], colour: theme.Colour) -> float:
    """How far the pixels in the middle of a peg's head are from a colour."""
    x, y = round(at[0]), round(at[1])
    patch = picture[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3).mean(axis=0)
    return float(np.abs(patch - np.array(colour[::-1])).max())


@pytest.mark.slow
@pytest.mark.parametrize(("board", "target"), BOARDS)
@pytest.mark.parametrize("scores", [(0, 0), (1, 30), (31, 60), (61, 90), (64, 27)])
def test_pegs_stand_at_the_points_of_the_geometry(board: str, target: int, scores: tuple[int, int]) -> None:
    state = state_at(board, target, dict(zip(("NS", "EW"), scores, strict=True)))
    picture = draw_board(state, SIZE)
    sheet = Sheet.of(state, SIZE)
    assert sheet.place is not None
    for index, side in enumerate(state.sides):
        front, back = sheet.place.board.peg_points(index, state.pegs[side])
        for number, point in enumerate((front, back)):
            x, y = sheet.place.pixel(point)
            at = (sheet.board_left + x, sheet.board_top + y)
            own, other = theme.DARK.sides[index], theme.DARK.sides[1 - index]
            assert distance(picture, at, own) < (40 if number == 0 else 75), (side, number)
            assert distance(picture, at, own) < distance(picture, at, other)


def test_an_empty_hole_is_dark() -> None:
    state = state_at("crib60", 91, {"NS": 0, "EW": 0})
    sheet = Sheet.of(state, SIZE)
    assert sheet.place is not None
    picture = draw_board(state, SIZE)
    for side_index in (0, 1):
        for hole in range(1, 61):
            x, y = sheet.place.pixel(sheet.place.board.hole_point(side_index, hole))
            assert picture[round(sheet.board_top + y), round(sheet.board_left + x)].max() < 60


@pytest.mark.slow
def test_the_same_state_gives_the_same_picture(tmp_path: Path) -> None:
    state = state_at("crib60", 121, {"NS": 40, "EW": 88})
    bare_board.cache_clear()
    first = draw_board(state)
    bare_board.cache_clear()
    assert np.array_equal(first, draw_board(state))
    save_board(state, tmp_path / "board.png")
    written = cv2.imdecode(np.frombuffer((tmp_path / "board.png").read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    assert written is not None and np.array_equal(written, first)


@pytest.mark.parametrize("size", [(1000, 560), (300, 500), (1, 1)])
@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_any_size_and_palette(size: tuple[int, int], palette: Palette) -> None:
    picture = draw_board(state_at("crib60", 91, {"NS": 5, "EW": 6}), size, palette)
    assert picture.dtype == np.uint8
    assert picture.shape == (max(180, size[1]), max(320, size[0]), 3)


@pytest.mark.slow
def test_every_stage_of_a_match_is_drawn(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    pictures = [draw_board(session.state, (640, 360))]
    seed = 0
    while session.state.winner is None:
        assert session.state.pitcher is not None
        for trick in legal_hand(seed, session.state.pitcher):
            if enter(session, trick).winner:
                break
        pictures.append(draw_board(session.state, (640, 360)))
        session.deal(AT)
        seed += 1
    assert all(not np.array_equal(pictures[0], later) for later in pictures[1:])


def test_a_variant_without_a_board_still_shows_its_scores() -> None:
    variant = load_variant("nine_card_lancashire", {"board": "score_sheet"})
    state = replay([start_of_match("m", variant), GameStart(Seat.N)])
    assert Sheet.of(state, (800, 450)).place is None
    assert draw_board(state, (800, 450)).std() > 5


@pytest.mark.parametrize(("board", "target"), BOARDS)
def test_standing_is_lying_turned_by_a_quarter(board: str, target: int) -> None:
    lying = Placement.within(board_of(board, target), 800, 800)
    standing = Placement.within(board_of(board, target), 800, 800, standing=True)
    assert abs(lying.width - standing.height) <= 2 and abs(lying.height - standing.width) <= 2
    x, y = lying.pixel((0.1, 0.2))
    assert standing.pixel((0.1, 0.2)) == pytest.approx((y, standing.height - x), abs=2)
    assert bare_board(standing, theme.DARK).shape == (standing.height, standing.width, 4)


def test_the_track_goes_through_every_row_end() -> None:
    for name, target in BOARDS:
        board = board_of(name, target)
        for side in (0, 1):
            points = track(board, side)
            assert {board.hole_point(side, 1), board.hole_point(side, board.holes)} <= set(points)
            assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in points)


def test_front_and_back_and_the_two_sides_look_different() -> None:
    place = Placement.within(board_of("crib60", 91), 1480, 300)
    heads = [peg_of(place, theme.DARK, side, front).tobytes() for side in (0, 1) for front in (True, False)]
    assert len(set(heads)) == 4


def test_a_sprite_beyond_the_edge_is_left_out() -> None:
    picture = np.zeros((20, 20, 3), np.uint8)
    place = Placement.within(board_of("crib60", 91), 1480, 300)
    laid_over(picture, peg_of(place, theme.DARK, 0, True), (-500, 10))
    assert not picture.any()
    laid_over(picture, peg_of(place, theme.DARK, 0, True), (0, 0))
    assert picture.any()


def _luminance(colour: theme.Colour) -> float:
    parts = [value / 255 for value in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: theme.Colour, second: theme.Colour) -> float:
    """The ratio of WCAG 2.2."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_text_can_be_read_in_a_dim_pub(palette: Palette) -> None:
    inks = (palette.muted, palette.accent, palette.sure, palette.doubtful, palette.impossible, palette.missing)
    for ground in (palette.background, palette.panel, palette.raised):
        assert contrast(palette.text, ground) >= 7
        assert min(contrast(ink, ground) for ink in inks) >= 4.5
    assert contrast(palette.on_accent, palette.accent) >= 4.5
    assert min(contrast(ink, palette.card) for ink in palette.suits) >= 4.5
    for side, its_ink in zip(palette.sides, palette.on_sides, strict=True):
        assert contrast(its_ink, side) >= 4.5
        assert min(contrast(side, ground) for ground in (palette.background, palette.panel)) >= 4.5, "heads of figures"
    for state in (palette.sure, palette.doubtful, palette.impossible, palette.missing, palette.accent):
        assert contrast(palette.background, state) >= 4.5, "the words on a badge"


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_what_cannot_be_tapped_can_be_read(palette: Palette) -> None:
    assert contrast(palette.card_dimmed, palette.background) >= 3, "cards that are gone"
    grounds = (palette.panel, palette.raised, theme.mixed(palette.background, palette.accent, 0.3))
    faint = [theme.mixed(palette.background, ground, theme.DISABLED_GROUND) for ground in grounds[:2]]
    for ground in (*faint, theme.mixed(palette.background, palette.raised, 0.3), grounds[2]):
        assert contrast(theme.mixed(ground, palette.text, theme.DISABLED_INK), ground) >= 3
    for ground in faint:
        for ink in (palette.muted, palette.accent, palette.impossible):
            assert contrast(theme.mixed(ground, ink, theme.DISABLED_INK), ground) >= 3


@pytest.mark.parametrize(
    ("size", "density"),
    [((360, 740), 1.0), ((1920, 1080), 1.0), ((2560, 1440), 1.25), ((3840, 2160), 2.0), ((2160, 3840), 2.0)],
)
def test_a_window_of_many_pixels_looks_like_a_smaller_one(size: tuple[int, int], density: float) -> None:
    assert theme.least_density(*size) == density
