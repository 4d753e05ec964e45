"""The scores round the board: turned to the edges, nothing on top of anything else."""

from itertools import combinations

import pytest

from mobile.audience_plan import AudiencePlan, Facing, plan_audience

Box = tuple[float, float, float, float]
SIZES = [(360, 740), (740, 360), (800, 1280), (1280, 800), (1920, 1080), (3840, 2160)]
ASPECTS = [4.9, 8.0, 3.8, None]


def box_of(facing: Facing) -> Box:
    """Left, bottom, right, top as it lies on the screen."""
    across = facing.angle % 180 == 90
    width, height = (facing.thickness, facing.length) if across else (facing.length, facing.thickness)
    x, y = facing.centre
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def boxes(plan: AudiencePlan) -> list[Box]:
    left, low, width, height = plan.board
    return [(left, low, left + width, low + height), *map(box_of, plan.facings)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("aspect", ASPECTS)
def test_everything_lies_on_the_screen_and_apart(size: tuple[int, int], aspect: float | None) -> None:
    plan = plan_audience(*size, aspect)
    for left, low, right, top in boxes(plan):
        assert 0 <= left < right <= size[0] and 0 <= low < top <= size[1]
    for a, b in combinations(boxes(plan), 2):
        assert a[2] <= b[0] + 0.01 or b[2] <= a[0] + 0.01 or a[3] <= b[1] + 0.01 or b[3] <= a[1] + 0.01
    assert plan.standing is (size[1] > size[0])


def test_a_tablet_faces_all_four_edges_and_a_phone_two() -> None:
    assert [facing.angle for facing in plan_audience(1280, 800, 4.9).facings] == [0, 180, 90, 270]
    assert [facing.angle for facing in plan_audience(740, 360, 4.9).facings] == [0, 180]
    assert [facing.angle for facing in plan_audience(360, 740, 4.9).facings] == [90, 270]
    assert [facing.angle for facing in plan_audience(360, 740, None).facings] == [0, 180], "a sheet is not turned"


def test_each_edge_has_the_scores_that_face_it() -> None:
    for facing in plan_audience(1280, 800, 4.9).facings:
        left, low, right, top = box_of(facing)
        distances = {0: low, 90: 1280 - right, 180: 800 - top, 270: left}
        assert distances[facing.angle] == pytest.approx(8)


def test_density_counts_not_pixels() -> None:
    assert len(plan_audience(1080, 2220, 4.9, dp=3.0).facings) == 2
    assert len(plan_audience(1080, 2220, 4.9, dp=1.0).facings) == 4
