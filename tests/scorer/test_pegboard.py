"""The boards as drawn (RULES.md 5): real crib boards, not just formulas."""

from itertools import pairwise
from math import dist

import pytest

from scorer.board import BOARD_NAMES, Board, PegPair, Point, Position, Spot, board_of, cheshire_leg

SETUPS = [("crib60", 91), ("crib60", 121), ("crib90", 91), ("crib90", 121), ("phat90", 181)]


def true_distance(board: Board, a: Point, b: Point) -> float:
    """Distance when the board is drawn with its aspect, in widths."""
    return dist((a[0], a[1] / board.aspect), (b[0], b[1] / board.aspect))


def all_points(board: Board) -> list[Point]:
    holes = [board.hole_point(side, hole) for side in (0, 1) for hole in range(1, board.holes + 1)]
    return [*holes, *board.start_points(0), *board.start_points(1), board.game_hole_point()]


@pytest.mark.parametrize(("name", "target"), SETUPS)
def test_holes_lie_inside_the_board_and_apart_from_each_other(name: str, target: int) -> None:
    board = board_of(name, target)
    points = all_points(board)
    assert len(points) == 2 * board.holes + 5
    assert all(board.hole_radius < x < 1 - board.hole_radius and 0 < y < 1 for x, y in points)
    nearest = min(true_distance(board, a, b) for i, a in enumerate(points) for b in points[:i])
    assert nearest > 3 * board.hole_radius


def test_a_crib_board_has_two_rows_of_thirty_in_fives_that_run_away_and_back() -> None:
    board = board_of("crib60", 121)
    out = [board.hole_point(0, hole) for hole in range(1, 31)]
    back = [board.hole_point(0, hole) for hole in range(31, 61)]
    assert len({y for _, y in out}) == len({y for _, y in back}) == 1
    steps = [b[0] - a[0] for a, b in pairwise(out)]
    assert all(step > 0 for step in steps)
    assert all(b[0] < a[0] for a, b in pairwise(back))
    wide = [place for place, step in enumerate(steps, start=1) if step > 1.3 * min(steps)]
    assert wide == [5, 10, 15, 20, 25]
    assert [x for x, _ in back] == pytest.approx([x for x, _ in reversed(out)])


def test_the_tracks_of_the_sides_run_parallel_on_their_own_halves() -> None:
    for name in BOARD_NAMES:
        board = board_of(name, 91)
        for hole in range(1, board.holes + 1):
            (x0, y0), (x1, y1) = board.hole_point(0, hole), board.hole_point(1, hole)
            assert x0 == x1 and y0 == pytest.approx(1 - y1) and y0 < 0.5 < y1


@pytest.mark.parametrize(
    ("name", "target", "end"),
    [("crib60", 91, 1), ("crib60", 121, 0), ("crib90", 91, 1), ("crib90", 121, 1), ("phat90", 181, 0)],
)
def test_the_game_hole_lies_beyond_the_hole_before_it(name: str, target: int, end: int) -> None:
    """With 91 on a crib board the score 90 stands at the far end and the game hole beyond it."""
    board = board_of(name, target)
    before = board.score_point(0, target - 1)[0]
    game_hole = board.game_hole_point()
    holes = [board.hole_point(0, hole)[0] for hole in range(1, board.holes + 1)]
    assert before == pytest.approx(max(holes) if end else min(holes))
    assert game_hole[0] > max(holes) if end else game_hole[0] < min(holes)
    assert game_hole[1] == pytest.approx(0.5)
    assert board.score_point(0, target) == board.score_point(1, target + 7) == game_hole


def test_a_peg_goes_hole_by_hole_and_stops_in_the_game_hole() -> None:
    board = board_of("crib60", 91)
    path = board.path(28, 33, 1)
    assert path == tuple(board.hole_point(1, hole) for hole in (28, 29, 30, 31, 32, 33))
    assert board.path(58, 62)[-1] == board.hole_point(0, 2)
    assert board.path(0, 2)[0] == board.start_points(0)[0]
    assert board.path(89, 99) == (board.hole_point(0, 29), board.hole_point(0, 30), board.game_hole_point())
    assert board.path(7, 7) == (board.hole_point(0, 7),)


def test_at_the_start_the_pegs_stand_in_the_two_start_holes() -> None:
    board = board_of("crib60", 91)
    inner, outer = board.start_points(1)
    first = board.hole_point(1, 1)
    assert outer[0] < inner[0] < first[0] and outer[1] == inner[1] == first[1]
    assert board.peg_points(1, PegPair()) == (inner, outer)
    assert board.peg_points(1, PegPair(4, 0)) == (board.hole_point(1, 4), inner)
    assert board.peg_points(0, PegPair(91, 17)) == (board.game_hole_point(), board.hole_point(0, 17))


def test_without_a_target_laps_go_on() -> None:
    board = board_of("crib60", None)
    place = board.position(121)
    assert isinstance(place, Position) and (place.lap, place.hole) == (3, 1)
    with pytest.raises(ValueError, match="target"):
        board.game_hole_point()
    assert PegPair(200, 1).advance(5, None) == PegPair(205, 200)


def test_what_no_board_has_is_refused() -> None:
    board = board_of("crib60", 91)
    for wrong in (
        lambda: board.hole_point(0, 0),
        lambda: board.hole_point(0, 61),
        lambda: board.hole_point(2, 1),
        lambda: board.position(-1),
        lambda: PegPair().advance(-1, 91),
        lambda: board_of("none", 91),
    ):
        with pytest.raises(ValueError, match=r"\.$"):
            wrong()
    assert board.position(0) is Spot.START


def test_the_board_is_long_and_narrow() -> None:
    assert 4 < board_of("crib60", 121).aspect < 6
    assert board_of("phat90", 181).aspect > board_of("crib60", 121).aspect > board_of("crib90", 121).aspect


def test_a_leg_to_91_has_three_rows_and_the_last_ends_in_the_game_hole() -> None:
    assert [cheshire_leg(score, 91).completed for score in (89, 90, 91)] == [2, 2, 3]
    assert [cheshire_leg(score, 91).current for score in (60, 61, 91)] == [2, 3, 3]
