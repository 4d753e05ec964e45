"""The table screen at every size: nothing overlaps, nothing sticks out, everything to tap is large enough."""

from itertools import combinations

import pytest

from mobile.screens.arrangement import Box, arrange, card_places, plan_picker
from mobile.theme import TOUCH_TARGET_DP
from scorer.board import board_of

SIZES = [
    (360, 740),
    (320, 568),
    (412, 915),
    (740, 360),
    (820, 1180),
    (1180, 820),
    (1280, 800),
    (1920, 1080),
    (3840, 2160),
]
SIZES += [(600, 600), (800, 880)]
ASPECTS = [board_of("crib60", 91).aspect, board_of("crib90", 121).aspect, board_of("phat90", 181).aspect, None]


def apart(first: Box, second: Box) -> bool:
    return (
        first.right <= second.x + 0.01
        or second.right <= first.x + 0.01
        or first.top <= second.y + 0.01
        or second.top <= first.y + 0.01
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("dp", [1.0, 2.75])
@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize("mirrored", [False, True])
def test_nothing_overlaps_and_nothing_sticks_out(
    size: tuple[int, int], aspect: float | None, dp: float, text: float, mirrored: bool
) -> None:
    width, height = size[0] * dp, size[1] * dp
    places = arrange(width, height, aspect, dp, text, mirrored)
    boxes = places.boxes()
    for name, box in boxes.items():
        assert box.x >= 0 and box.y >= 0 and box.right <= width + 0.01 and box.top <= height + 0.01, name
        assert box.width > 20 * dp and box.height > 20 * dp, name
    for (one, first), (other, second) in combinations(boxes.items(), 2):
        assert apart(first, second), (one, other)
    for name in ("primary", "secondary"):
        assert boxes[name].height >= TOUCH_TARGET_DP * dp
    assert (boxes["secondary"].width - 3 * 8 * dp) / 4 >= TOUCH_TARGET_DP * dp - 0.01


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("text", [1.0, 2.0])
def test_cards_are_apart_and_large_enough_to_tap(size: tuple[int, int], aspect: float | None, text: float) -> None:
    places = arrange(*size, aspect, text=text)
    cards = card_places(places.cards, 1.0, places.scale)
    for first, second in combinations(cards, 2):
        assert apart(first, second)
    for card in cards:
        assert card.width >= TOUCH_TARGET_DP and card.height >= TOUCH_TARGET_DP


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("dp", [1.0, 2.75])
def test_the_picker_fits_and_every_card_has_room_for_a_finger(size: tuple[int, int], dp: float) -> None:
    width, height = size[0] * dp, size[1] * dp
    plan = plan_picker(width, height, dp)
    assert plan.columns * plan.rows >= 4 + 52
    assert plan.columns * (plan.cell_width + plan.gap) + plan.gap <= width + 0.01
    assert plan.height <= height + 0.01
    least = TOUCH_TARGET_DP if size[0] >= 360 else 42
    assert plan.cell_width >= (least - 1) * dp and plan.cell_height >= TOUCH_TARGET_DP * dp


def test_a_phone_upright_has_the_board_standing() -> None:
    assert arrange(360, 740, ASPECTS[0]).standing
    assert not arrange(740, 360, ASPECTS[0]).standing


def test_larger_text_gets_more_room_and_the_cards_keep_theirs() -> None:
    usual, large = (arrange(360, 740, ASPECTS[0], text=text) for text in (1.0, 2.0))
    assert large.context.height > 1.1 * usual.context.height
    assert large.context.width > usual.context.width
    assert large.cards.height >= 220


def test_for_the_left_hand_left_and_right_are_exchanged() -> None:
    right, left = (arrange(740, 360, ASPECTS[0], mirrored=mirrored) for mirrored in (False, True))
    assert left.primary.x == pytest.approx(740 - right.primary.right)
    assert left.primary.right < left.cards.x < left.context.x
    beside = arrange(360, 740, None, mirrored=True)
    assert beside.sides[0].x < beside.sides[1].x, "the first side stays the first"
