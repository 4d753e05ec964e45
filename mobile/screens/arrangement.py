"""Where everything of the table screen lies, from the shape of the window alone. No Kivy: figures in, boxes out."""

from dataclasses import dataclass

from mobile import theme
from mobile.theme import GAP_DP, TOUCH_TARGET_DP

_TALL = 0.85
"""From this height over width on, the board stands at the left."""
_BOARD_SHARE = 0.36
"""How much of the width (standing) or of the height (lying) the board may take."""
_LOW_DP = 540
"""A window lower than this gives the board less, so that the names below the cards can be read."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels, y upwards as Kivy has it."""

    x: float
    y: float
    width: float
    height: float

    @property
    def top(self) -> float:
        return self.y + self.height

    @property
    def right(self) -> float:
        return self.x + self.width


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The places of the table screen. ``scale`` is how much larger type is than on the smallest screen."""

    scale: float
    standing: bool
    board: Box
    context: Box
    sides: tuple[Box, Box]
    cards: Box
    status: Box
    primary: Box
    secondary: Box

    def boxes(self) -> dict[str, Box]:
        """Every place by name."""
        named = {name: getattr(self, name) for name in ("board", "context", "cards", "status", "primary", "secondary")}
        return {**named, "side0": self.sides[0], "side1": self.sides[1]}


def arrange(width: float, height: float, board_aspect: float | None, dp: float = 1.0) -> Arrangement:
    """The places in a window of this size in pixels; ``board_aspect`` is None where there is no peg board."""
    scale = theme.type_scale(width / dp, height / dp)
    if height > width * _TALL:
        return _standing(width, height, board_aspect, dp, scale)
    return _lying(width, height, board_aspect, dp, scale)


def _standing(width: float, height: float, board_aspect: float | None, dp: float, scale: float) -> Arrangement:
    """The board stands along the left edge, the rest beside it, the buttons across the bottom."""
    gap = GAP_DP * dp * min(scale, 1.6)
    button = max(TOUCH_TARGET_DP, 54 * min(scale, 1.5)) * dp
    secondary = Box(gap, gap, width - 2 * gap, button)
    primary = Box(gap, secondary.top + gap, width - 2 * gap, button)
    low, high = primary.top + gap, height - gap
    board_width = min(width * _BOARD_SHARE, (high - low) / board_aspect) if board_aspect else -gap
    board = Box(gap, low, max(0.0, board_width), high - low)
    left = board.right + gap
    column = width - left - gap
    context = _down(left, high, column, 66 * dp * scale)
    first = _down(left, context.y - gap, column, 72 * dp * scale)
    second = _down(left, first.y - gap, column, 72 * dp * scale)
    status = Box(left, low, column, 72 * dp * scale)
    cards = Box(left, status.top + gap, column, second.y - gap - status.top - gap)
    return Arrangement(scale, True, board, context, (first, second), cards, status, primary, secondary)


def _lying(width: float, height: float, board_aspect: float | None, dp: float, scale: float) -> Arrangement:
    """The board lies along the top; below it the scores, the cards, and the buttons, side by side."""
    gap = GAP_DP * dp * min(scale, 1.6)
    share = _BOARD_SHARE * min(1.0, height / dp / _LOW_DP)
    board_height = min(height * share, (width - 2 * gap) / board_aspect) if board_aspect else -gap
    board = Box(gap, height - gap - max(0.0, board_height), width - 2 * gap, max(0.0, board_height))
    high = board.y - gap
    column = max((width - 4 * gap) * 0.31, 4 * TOUCH_TARGET_DP * dp + 3 * GAP_DP * dp)
    middle = width - 4 * gap - 2 * column
    context = _down(gap, high, column, min(84 * dp * scale, (high - gap) * 0.30))
    strip = (context.y - 3 * gap) / 2
    first = _down(gap, context.y - gap, column, strip)
    second = _down(gap, first.y - gap, column, strip)
    cards = Box(2 * gap + column, gap, middle, high - gap)
    right = cards.right + gap
    button = max(TOUCH_TARGET_DP, min(60 * scale, (high - gap) / dp * 0.24)) * dp
    secondary = Box(right, gap, column, button)
    primary = Box(right, secondary.top + gap, column, button)
    status = Box(right, primary.top + gap, column, high - primary.top - gap)
    return Arrangement(scale, False, board, context, (first, second), cards, status, primary, secondary)


def _down(left: float, top: float, width: float, height: float) -> Box:
    return Box(left, top - height, width, height)


def card_places(box: Box, dp: float, scale: float) -> tuple[Box, Box, Box, Box]:
    """The places of the cards at the top, right, bottom and left, as the players sit; each has room for its words."""
    gap = 5 * dp * scale
    height = min((box.height - gap) / 2, 190 * dp * scale)
    width = min((box.width - 2 * gap) / 3, height * 0.72)
    cx, cy = box.x + box.width / 2, box.y + box.height / 2
    top = Box(cx - width / 2, cy + gap / 2, width, height)
    bottom = Box(cx - width / 2, cy - gap / 2 - height, width, height)
    right = Box(cx + width / 2 + gap, cy - height / 2, width, height)
    left = Box(cx - width * 1.5 - gap, cy - height / 2, width, height)
    return top, right, bottom, left


@dataclass(frozen=True, slots=True)
class PickerPlan:
    """The picker's figures: columns and rows of its grid, size of a cell, heights of its parts."""

    columns: int
    rows: int
    cell_width: float
    cell_height: float
    head: float
    likely: float
    gap: float

    @property
    def height(self) -> float:
        """Of the whole sheet."""
        return self.head + self.likely + self.rows * (self.cell_height + self.gap) + 2 * self.gap


def plan_picker(width: float, height: float, dp: float = 1.0) -> PickerPlan:
    """A suit is one row where thirteen fingertips fit side by side, else two; no cell is below the touch target."""
    scale = theme.type_scale(width / dp, height / dp)
    gap, least = 3 * dp, TOUCH_TARGET_DP * dp
    columns, rows = (14, 4) if width >= 14 * (least + gap) + gap else (7, 8)
    head, likely = max(52 * dp, 46 * dp * scale), max(56 * dp, 60 * dp * min(scale, 1.5))
    room = (min(height * 0.94, 900 * dp * scale) - head - likely - 2 * gap) / rows - gap
    cell_width = (width - gap) / columns - gap
    return PickerPlan(columns, rows, cell_width, max(least, min(room, cell_width * 1.15)), head, likely, gap)
