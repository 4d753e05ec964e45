"""Where everything of the table of Blind Don lies, from the shape of the window alone. No Kivy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from mobile.screens.arrangement import Box
from mobile.theme import GAP_DP, TOUCH_TARGET_DP
from scorer.variant import Variant

_TALL = 0.85
"""From this height over width on, the players' cards lie below the score, else beside it."""
_CARD = 0.76
"""Width over height that a card has at most; where there is more room it is left free."""
_BOARD_SHARE = 0.15


@dataclass(frozen=True, slots=True)
class Block:
    """The place of one player: his name with the card he played, and his stacks and hand as cells, row by row."""

    frame: Box
    head: Box
    cells: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class BlindArrangement:
    """The places of the page; ``primary`` and ``status`` share one where only one of them is shown."""

    board: Box
    sides: tuple[Box, ...]
    context: Box
    question: Box
    blocks: tuple[Block, ...]
    status: Box
    primary: Box
    buttons: tuple[Box, ...]


def cells_each(variant: Variant) -> int:
    """How many cells a player has: stacks, the hand, cards that lie face down."""
    face_down = variant.cards_each - 2 * variant.stacks_each - variant.hand_each
    return variant.stacks_each + (variant.hand_each > 0) + (face_down > 0)


def arrange_blind(
    width: float,
    height: float,
    cells: Sequence[int],
    aspect: float | None,
    dp: float = 1.0,
    scale: float = 1.0,
    buttons: int = 4,
    left_hand: bool = False,
) -> BlindArrangement:
    """The places in a window of this size in pixels.

    ``cells``: how many each player has. ``scale``: how large type is. ``aspect``: width over height of the lying board,
    if there is one. ``left_hand`` turns the buttons, and beside each other the columns, round.
    """
    gap = max(4 * dp, min(GAP_DP * dp * min(scale, 1.6), min(width, height) * 0.018))
    if height > width * _TALL:
        return _standing(width, height, cells, aspect, (dp, scale, gap), buttons, left_hand)
    return _lying(width, height, cells, aspect, (dp, scale, gap), buttons, left_hand)


Measure = tuple[float, float, float]
"""Pixels a dp, the scale of type, the gap in pixels."""


def _standing(
    width: float,
    height: float,
    cells: Sequence[int],
    aspect: float | None,
    measure: Measure,
    buttons: int,
    left_hand: bool,
) -> BlindArrangement:
    """The board, the sides, the question, the players' cards and the buttons below each other."""
    dp, scale, gap = measure
    column, three = width - 2 * gap, len(cells) > 2
    button = max(TOUCH_TARGET_DP * dp, min(54 * dp * scale, height * 0.075))
    row = _across(Box(gap, gap, column, button), buttons, gap, left_hand)
    foot = Box(gap, 2 * gap + button, column, button)
    board_height = min(height * _BOARD_SHARE, column / aspect) if aspect else -gap
    board = _down(gap, height - gap, column, board_height)
    strip = _down(gap, board.y - gap, column, min(height * (0.1 if three else 0.085), 74 * dp * scale))
    context = _down(gap, strip.y - gap * 0.5, column, min(height * 0.03, 23 * dp * scale))
    question = _down(gap, context.y - gap * 0.25, column, min(height * 0.06, 44 * dp * scale))
    room = Box(gap, foot.top + gap, column, question.y - gap * 0.5 - foot.top - gap)
    blocks = _blocks(room, cells, measure, beside=False)
    return BlindArrangement(board, _across(strip, len(cells), gap), context, question, blocks, foot, foot, row)


def _lying(
    width: float,
    height: float,
    cells: Sequence[int],
    aspect: float | None,
    measure: Measure,
    buttons: int,
    left_hand: bool,
) -> BlindArrangement:
    """The score, the question and the buttons in one column, the players' cards beside it."""
    dp, scale, gap = measure
    column, three = max(width * 0.36, buttons * (TOUCH_TARGET_DP * dp + gap) - gap), len(cells) > 2
    left, right = (width - gap - column, gap) if left_hand else (gap, 2 * gap + column)
    button = max(TOUCH_TARGET_DP * dp, min(54 * dp * scale, height * 0.14))
    row = _across(Box(left, gap, column, button), buttons, gap, left_hand)
    foot = Box(left, 2 * gap + button, column, button)
    board_height = min(height * (0.16 if three else 0.2), column / aspect) if aspect else -gap
    board = _down(left, height - gap, column, board_height)
    strip = _down(left, board.y - gap, column, min(height * (0.2 if three else 0.15), 86 * dp * scale))
    context = _down(left, strip.y - gap * 0.5, column, min(height * 0.065, 30 * dp * scale))
    question = Box(left, foot.top + gap, column, context.y - gap * 0.5 - foot.top - gap)
    status = foot
    if question.height > 130 * dp * scale:
        status = Box(left, question.y, column, question.height * 0.45)
        question = Box(left, status.top + gap, column, question.top - status.top - gap)
    room = Box(right, gap, width - column - 3 * gap, height - 2 * gap)
    blocks = _blocks(room, cells, measure, beside=height / dp < 480)
    return BlindArrangement(board, _across(strip, len(cells), gap), context, question, blocks, status, foot, row)


def _blocks(room: Box, cells: Sequence[int], measure: Measure, beside: bool) -> tuple[Block, ...]:
    """The players' places below each other; with ``beside``, or where it is low, names stand beside cards."""
    dp, scale, gap = measure
    height = (room.height - gap * (len(cells) - 1)) / len(cells)
    blocks = []
    for number, count in enumerate(cells):
        frame = _down(room.x, room.top - number * (height + gap), room.width, height)
        inner = Box(frame.x + gap * 0.5, frame.y + gap * 0.5, max(1.0, frame.width - gap), max(1.0, frame.height - gap))
        if beside or inner.height < 2 * TOUCH_TARGET_DP * dp + gap * 0.5:
            head = Box(inner.x, inner.y, max(TOUCH_TARGET_DP * dp, inner.width * 0.2), inner.height)
            rest = Box(head.right + gap * 0.5, inner.y, inner.right - head.right - gap * 0.5, inner.height)
        else:
            top = max(TOUCH_TARGET_DP * dp, min(inner.height * 0.3, 64 * dp * scale))
            head = Box(inner.x, inner.top - top, inner.width, top)
            rest = Box(inner.x, inner.y, inner.width, inner.height - top - gap * 0.5)
        blocks.append(Block(frame, head, _grid(rest, count, gap * 0.5, TOUCH_TARGET_DP * dp)))
    return tuple(blocks)


def _grid(room: Box, count: int, gap: float, least: float) -> tuple[Box, ...]:
    """So many cells in as many rows as make the cards largest; none below a fingertip (``least``) if it can be."""
    if count == 0:
        return ()
    width, height, columns = max(
        (_cell(room, count, rows, gap) for rows in range(1, min(3, count) + 1)),
        key=lambda cell: (min(*cell[:2], least), min(cell[0] / _CARD, cell[1])),
    )
    wide = min(width, height * 1.15)
    spare = (width - wide) / 2
    cells = []
    for number in range(count):
        left = room.x + (number % columns) * (width + gap) + spare
        cells.append(_down(left, room.top - (number // columns) * (height + gap), wide, height))
    return tuple(cells)


def _cell(room: Box, count: int, rows: int, gap: float) -> tuple[float, float, int]:
    columns = ceil(count / rows)
    return (room.width - gap * (columns - 1)) / columns, (room.height - gap * (rows - 1)) / rows, columns


def _across(box: Box, count: int, gap: float, turned: bool = False) -> tuple[Box, ...]:
    width = (box.width - gap * (count - 1)) / count
    boxes = tuple(Box(box.x + number * (width + gap), box.y, width, box.height) for number in range(count))
    return boxes[::-1] if turned else boxes


def _down(left: float, top: float, width: float, height: float) -> Box:
    return Box(left, top - max(0.0, height), width, max(0.0, height))
