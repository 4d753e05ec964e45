"""Where everything of the table screen lies, from the shape of the window alone. No Kivy: figures in, boxes out."""

from dataclasses import dataclass, replace

from mobile import theme
from mobile.theme import GAP_DP, TOUCH_TARGET_DP

_TALL = 0.85
"""From this height over width on, the board stands at the left."""
_BOARD_SHARE = 0.36
"""How much of the width (standing) or of the height (lying) the board may take."""
_LOW_DP = 540
"""A window lower than this gives the board less, so that the names below the cards can be read."""
_LARGE_DP = 760
"""From so large a window on, the picker leaves the upper third of it in sight."""
_CARDS_LEAST_DP = 250
"""What larger text leaves to the cards of a trick in a column, if it can."""


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

    def mirrored(self, width: float) -> "Box":
        """At the same distance from the other edge of a window of this width."""
        return Box(width - self.right, self.y, self.width, self.height)


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

    def mirrored(self, width: float) -> "Arrangement":
        """The same with left and right exchanged, in a window of this width."""
        names = ("board", "context", "cards", "status", "primary", "secondary")
        first, second = (box.mirrored(width) for box in self.sides)
        if first.y == second.y:  # side by side they keep their order
            first, second = second, first
        return replace(self, sides=(first, second), **{name: getattr(self, name).mirrored(width) for name in names})


def arrange(
    width: float,
    height: float,
    board_aspect: float | None,
    dp: float = 1.0,
    text: float = 1.0,
    mirrored: bool = False,
) -> Arrangement:
    """The places in a window of this size in pixels; ``board_aspect`` is None where the score takes any shape.

    ``text``: how much larger text is wanted than usual; it gets what room there is. ``mirrored``: for the left hand.
    """
    scale = theme.type_scale(width / dp, height / dp)
    room = _Room(width, height, dp, scale, text)
    if height > width * _TALL:
        places = _standing(room, board_aspect) if board_aspect else _stacked(room)
    else:
        places = _lying(room, board_aspect)
    return places.mirrored(width) if mirrored else places


@dataclass(frozen=True, slots=True)
class _Room:
    """The window in pixels, a dp in pixels, and how large type is and is wanted."""

    width: float
    height: float
    dp: float
    scale: float
    text: float

    @property
    def gap(self) -> float:
        return GAP_DP * self.dp * min(self.scale, 1.6)

    @property
    def type_dp(self) -> float:
        """A dp as large as the type that is wanted."""
        return self.dp * self.scale * self.text

    def buttons(self, bottom: float, left: float, width: float, most: float) -> tuple[Box, Box]:
        """The primary button above the row of others."""
        wanted = 54 * min(self.scale, 2.0) * self.text**0.25 * self.dp
        height = max(TOUCH_TARGET_DP * self.dp, min(wanted, most))
        secondary = Box(left, bottom, width, height)
        return Box(left, secondary.top + self.gap, width, height), secondary


def _standing(room: _Room, board_aspect: float) -> Arrangement:
    """The board stands along the left edge, the rest beside it, the buttons across the bottom."""
    gap = room.gap
    primary, secondary = room.buttons(gap, gap, room.width - 2 * gap, room.height * 0.12)
    low, high = primary.top + gap, room.height - gap
    board_width = min(room.width * _BOARD_SHARE / room.text**0.4, (high - low) / board_aspect)
    board = Box(gap, low, board_width, high - low)
    left = board.right + gap
    column = room.width - left - gap
    heights = _shared(room, high - low - 4 * gap, (74, 72, 72, 68), (0, 3))
    context = _down(left, high, column, heights[0])
    first = _down(left, context.y - gap, column, heights[1])
    second = _down(left, first.y - gap, column, heights[2])
    status = Box(left, low, column, heights[3])
    cards = Box(left, status.top + gap, column, second.y - gap - status.top - gap)
    return Arrangement(room.scale, True, board, context, (first, second), cards, status, primary, secondary)


def _stacked(room: _Room) -> Arrangement:
    """Where the score has no shape of its own it goes across the top, the sides next to each other below it."""
    gap = room.gap
    primary, secondary = room.buttons(gap, gap, room.width - 2 * gap, room.height * 0.12)
    low, high = primary.top + gap, room.height - gap
    column = room.width - 2 * gap
    half = (column - gap) / 2
    board = _down(gap, high, column, (high - low) * 0.27)
    heights = _shared(room, board.y - gap - low - 3 * gap, (60, 72, 64), (0, 2))
    context = _down(gap, board.y - gap, column, heights[0])
    first = _down(gap, context.y - gap, half, heights[1])
    second = _down(first.right + gap, context.y - gap, half, heights[1])
    status = Box(gap, low, column, heights[2])
    cards = Box(gap, status.top + gap, column, first.y - gap - status.top - gap)
    return Arrangement(room.scale, True, board, context, (first, second), cards, status, primary, secondary)


def _shared(room: _Room, height: float, wanted_dp: tuple[float, ...], texts: tuple[int, ...]) -> list[float]:
    """The heights of the parts of a column that the cards share: as wanted, or as the cards leave it.

    ``texts``: which of them are lines of text; the others have large numerals and grow less with the text.
    """
    least = [0.8 * part * room.dp * room.scale for part in wanted_dp]
    grown = [room.text if place in texts else room.text**0.25 for place in range(len(wanted_dp))]
    wanted = [part * room.dp * room.scale * more for part, more in zip(wanted_dp, grown, strict=True)]
    spare = height - _CARDS_LEAST_DP * room.dp * min(room.scale, 1.6) - sum(least)
    share = min(1.0, max(0.0, spare / (sum(wanted) - sum(least))))
    return [low + share * (high - low) for low, high in zip(least, wanted, strict=True)]


def _lying(room: _Room, board_aspect: float | None) -> Arrangement:
    """The board lies along the top; below it the scores, the cards, and the buttons, side by side."""
    width, height, dp, gap = room.width, room.height, room.dp, room.gap
    share = _BOARD_SHARE * min(1.0, height / dp / _LOW_DP)
    board_height = min(height * share, (width - 2 * gap) / board_aspect) if board_aspect else height * share
    board = Box(gap, height - gap - board_height, width - 2 * gap, board_height)
    high = board.y - gap
    column = max((width - 4 * gap) * 0.31, 4 * TOUCH_TARGET_DP * dp + 3 * GAP_DP * dp)
    middle = width - 4 * gap - 2 * column
    context = _down(gap, high, column, min(84 * room.type_dp, (high - gap) * (0.30 + 0.04 * (room.text - 1))))
    strip = (context.y - 3 * gap) / 2
    first = _down(gap, context.y - gap, column, strip)
    second = _down(gap, first.y - gap, column, strip)
    cards = Box(2 * gap + column, gap, middle, high - gap)
    right = cards.right + gap
    primary, secondary = room.buttons(gap, right, column, (high - gap) * 0.24)
    status = Box(right, primary.top + gap, column, high - primary.top - gap)
    return Arrangement(room.scale, False, board, context, (first, second), cards, status, primary, secondary)


def _down(left: float, top: float, width: float, height: float) -> Box:
    return Box(left, top - height, width, height)


def card_places(box: Box, dp: float, scale: float) -> tuple[Box, Box, Box, Box]:
    """The places of the cards at the top, right, bottom and left, as the players sit; each has room for its words."""
    gap = 5 * dp * scale
    height = min((box.height - gap) / 2, 190 * dp * scale)
    width = min((box.width - 2 * gap) / 3, height * 1.2)
    cx, cy = box.x + box.width / 2, box.y + box.height / 2
    top = Box(cx - width / 2, cy + gap / 2, width, height)
    bottom = Box(cx - width / 2, cy - gap / 2 - height, width, height)
    right = Box(cx + width / 2 + gap, cy - height / 2, width, height)
    left = Box(cx - width * 1.5 - gap, cy - height / 2, width, height)
    return top, right, bottom, left


def winner_places(box: Box, dp: float) -> tuple[Box, Box, Box, Box, Box]:
    """The places of the players at the top, right, bottom and left, and of the card in the middle."""
    gap = 6 * dp
    width = (box.width - 2 * gap) / 3
    low = max(TOUCH_TARGET_DP * dp, box.height * 0.24)
    middle = Box(box.x + width + gap, box.y + low + gap, width, max(1.0, box.height - 2 * (low + gap)))
    top = Box(middle.x, middle.top + gap, width, low)
    bottom = Box(middle.x, box.y, width, low)
    beside = max(low, middle.height * 0.6)
    y = box.y + (box.height - beside) / 2
    return top, Box(middle.right + gap, y, width, beside), bottom, Box(box.x, y, width, beside), middle


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
    columns, rows = (14, 4) if width >= 14 * (least + gap) + gap and width > height else (7, 8)
    most = 0.94 if min(height, width * 1.5) < _LARGE_DP * dp else 0.66
    head, likely = max(54 * dp, 46 * dp * scale), max(56 * dp, 60 * dp * min(scale, 1.5))
    room = (min(height * most, 900 * dp * scale) - head - likely - 2 * gap) / rows - gap
    cell_width = (width - gap) / columns - gap
    return PickerPlan(columns, rows, cell_width, max(least, min(room, cell_width * 1.15)), head, likely, gap)
