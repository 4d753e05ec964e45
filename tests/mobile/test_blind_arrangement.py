"""The places of the table of Blind Don: nothing overlaps, nothing is below a fingertip, in any window."""

from itertools import combinations

import pytest

from mobile.blind_arrangement import arrange_blind
from mobile.screens.arrangement import Box
from mobile.theme import TOUCH_TARGET_DP, type_scale

SIZES = [(360, 740), (740, 360), (360, 640), (640, 360), (800, 1280), (1280, 800), (1920, 1080), (3840, 2160)]
PLAYERS = [(9, 9), (8, 8), (6, 6, 6), (2, 2)]


def apart(one: Box, other: Box) -> bool:
    slack = 0.01
    beside = one.right <= other.x + slack or other.right <= one.x + slack
    return beside or one.top <= other.y + slack or other.top <= one.y + slack


def inside(outer: Box, box: Box) -> bool:
    slack = 0.01
    across = outer.x - slack <= box.x and box.right <= outer.right + slack
    return across and outer.y - slack <= box.y and box.top <= outer.top + slack


@pytest.mark.parametrize("left_hand", [False, True])
@pytest.mark.parametrize("text_size", [1.0, 2.0])
@pytest.mark.parametrize("cells", PLAYERS)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_and_all_can_be_tapped(
    size: tuple[int, int], cells: tuple[int, ...], text_size: float, left_hand: bool
) -> None:
    width, height = size
    scale = type_scale(width, height) * text_size
    aspect = 4.94 if len(cells) == 2 else 3.86
    places = arrange_blind(width, height, cells, aspect, 1.0, scale, left_hand=left_hand)
    window = Box(0, 0, width, height)
    frames = [block.frame for block in places.blocks]
    boxes = [places.board, *places.sides, places.context, places.question, places.primary, *places.buttons, *frames]
    if places.status != places.primary:
        boxes.append(places.status)
    assert all(inside(window, box) for box in boxes)
    assert all(apart(one, other) for one, other in combinations(boxes, 2))
    assert places.question.height >= 18 and places.context.height >= 10 and places.board.height > 20
    for block in places.blocks:
        parts = [block.head, *block.cells]
        assert all(inside(block.frame, part) for part in parts)
        assert all(apart(one, other) for one, other in combinations(parts, 2))
        assert len(block.cells) == cells[0]
        assert min(min(part.width, part.height) for part in parts) >= TOUCH_TARGET_DP - 4 if height > 700 else True
    for button in (places.primary, *places.buttons, *places.sides):
        assert min(button.width, button.height) >= TOUCH_TARGET_DP


def test_the_left_hand_has_the_buttons_the_other_way_round() -> None:
    right = arrange_blind(740, 360, (9, 9), 4.94)
    left = arrange_blind(740, 360, (9, 9), 4.94, left_hand=True)
    assert right.buttons[0].x < right.buttons[-1].x and left.buttons[0].x > left.buttons[-1].x
    assert right.blocks[0].frame.x > right.board.x and left.blocks[0].frame.x < left.board.x
