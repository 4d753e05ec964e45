"""Boards with three tracks (RULES.md 3.3, 5), and where Cheshire legs that are won are marked."""

from itertools import pairwise
from math import dist

import pytest

from scorer.board import BOARD_NAMES, Board, Point, board_of

SETUPS = [(name, target) for name in BOARD_NAMES for target in (None, 91, 121, 181)]


def true_distance(board: Board, a: Point, b: Point) -> float:
    """Distance when the board is drawn with its aspect, in widths."""
    return dist((a[0], a[1] / board.aspect), (b[0], b[1] / board.aspect))


@pytest.mark.parametrize(("name", "target"), SETUPS)
def test_all_holes_lie_on_the_board_and_apart(name: str, target: int | None) -> None:
    board = board_of(name, target, 3)
    points = [board.hole_point(side, hole) for side in range(3) for hole in range(1, board.holes + 1)]
    points += [point for side in range(3) for point in board.start_points(side)]
    points += [board.game_hole_point()] if target else []
    assert len(points) == len(set(points)) == 3 * board.holes + 6 + bool(target)
    radius = board.hole_radius
    assert all(radius < x < 1 - radius and radius < y / board.aspect < 1 / board.aspect - radius for x, y in points)
    # near each other only what lies in one row, or in rows side by side
    for place, point in enumerate(points):
        near = [other for other in points[place + 1 :] if abs(other[0] - point[0]) < 3 * radius]
        assert all(true_distance(board, point, other) > 3 * radius for other in near)


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_the_sides_run_side_by_side_with_the_same_holes_abreast(name: str) -> None:
    board = board_of(name, None, 3)
    for hole in range(1, board.holes + 1):
        points = [board.hole_point(side, hole) for side in range(3)]
        assert len({x for x, _ in points}) == 1
        first, second, third = (y for _, y in points)
        assert second - first == pytest.approx(third - second)


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_in_each_turn_the_lanes_lie_within_each_other(name: str) -> None:
    """No lane crosses another: who is outermost before a turn is outermost after it."""
    board = board_of(name, None, 3)
    for row in range(1, board.rows):
        ends = [board.hole_point(side, row * board.row_length) for side in range(3)]
        starts = [board.hole_point(side, row * board.row_length + 1) for side in range(3)]
        assert all(start[0] == end[0] for start, end in zip(starts, ends, strict=True))
        centres = {round(start[1] + end[1], 9) for start, end in zip(starts, ends, strict=True)}
        assert len(centres) == 1, "the turns have one middle"
        spans = [start[1] - end[1] for start, end in zip(starts, ends, strict=True)]
        assert spans in (sorted(spans), sorted(spans, reverse=True)) and min(spans) > 0
        outermost = max(spans) / board.aspect / 2
        outside = ends[0][0] + outermost if row % 2 else ends[0][0] - outermost
        assert board.hole_radius < outside < 1 - board.hole_radius, "the turn is on the board"


def test_rows_run_away_and_back() -> None:
    board = board_of("crib90", None, 3)
    for row in range(3):
        along = [board.hole_point(1, row * 30 + place)[0] for place in range(1, 31)]
        assert all((b > a) is (row % 2 == 0) for a, b in pairwise(along))


@pytest.mark.parametrize(
    ("name", "target", "enclosed", "at_start"),
    [
        ("crib60", 121, False, True),
        ("crib60", 91, True, False),
        ("crib90", 91, False, False),
        ("crib90", 121, True, False),
        ("crib90", 151, True, True),
        ("phat90", 181, False, True),
        ("crib60", 1, False, True),
    ],
)
def test_the_game_hole_lies_beyond_the_hole_before_it(name: str, target: int, enclosed: bool, at_start: bool) -> None:
    board = board_of(name, target, 3)
    assert board.game_hole_enclosed is enclosed
    along = [board.hole_point(0, hole)[0] for hole in range(1, board.holes + 1)]
    x, y = board.game_hole_point()
    assert x < min(along) if at_start else x > max(along)
    if target > 1 and not enclosed:
        assert y == pytest.approx(board.score_point(1, target - 1)[1])
    assert board.score_point(2, target) == (x, y)


def test_two_sides_never_have_the_game_hole_in_a_turn() -> None:
    assert not any(board_of(name, target).game_hole_enclosed for name in BOARD_NAMES for target in (91, 121, 181))


def test_the_marks_of_legs_lie_beyond_the_rows_on_each_sides_half() -> None:
    for name in ("crib60", "crib90"):
        board = board_of(name, 121)
        marks = [[board.leg_point(side, leg) for leg in (1, 2, 3, 4)] for side in (0, 1)]
        last = board.hole_point(0, 30)[0]
        assert all(x > last + 2 * board.hole_radius for side in marks for x, _ in side)
        assert [y for _, y in marks[0]] == sorted(y for _, y in marks[0])
        assert all(0 < y < 0.5 for _, y in marks[0])
        assert all(y0 == pytest.approx(1 - y1) for (_, y0), (_, y1) in zip(*marks, strict=True))
        everything = [point for side in marks for point in side] + [board.game_hole_point()]
        gaps = [true_distance(board, a, b) for i, a in enumerate(everything) for b in everything[:i]]
        assert min(gaps) > 2.5 * board.hole_radius


def test_what_no_board_of_three_has_is_refused() -> None:
    board = board_of("crib60", 121, 3)
    for wrong in (
        lambda: board.hole_point(3, 1),
        lambda: board.hole_point(-1, 1),
        lambda: board.leg_point(0, 1),
        lambda: board_of("crib60", 121).leg_point(0, 5),
        lambda: board_of("crib60", 121).leg_point(0, 0),
        lambda: board_of("crib60", 121, 4),
        lambda: board_of("crib60", None, 3).game_hole_point(),
    ):
        with pytest.raises(ValueError, match=r"\.$"):
            wrong()
