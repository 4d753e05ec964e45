"""Where everything of the camera page lies, from the shape of the window alone. No Kivy: figures in, boxes out."""

from dataclasses import dataclass

from mobile.screens.arrangement import Box
from mobile.theme import GAP_DP, TOUCH_TARGET_DP

_TALL = 0.85
"""From this height over width on, all lies below each other."""
_FACE_ASPECT = 0.62
"""Width over height of a card with its words."""
_BOARD_SHARE = 0.11
"""The board takes at most this share of the height: it is not what is looked at here."""


@dataclass(frozen=True, slots=True)
class CameraArrangement:
    """The places of the page; a board that would be too low to be read has no height."""

    board: Box
    sides: Box
    camera: Box
    cards: Box
    status: Box
    primary: Box
    secondary: Box

    def boxes(self) -> dict[str, Box]:
        """Every place by name."""
        names = ("board", "sides", "camera", "cards", "status", "primary", "secondary")
        return {name: getattr(self, name) for name in names}


def arrange_camera(
    width: float, height: float, board_aspect: float | None, dp: float = 1.0, scale: float = 1.0
) -> CameraArrangement:
    """The places below the head, in a room of this size in pixels; ``scale``: how much larger type is than usual."""
    if height > width * _TALL:
        return _standing(width, height, board_aspect, dp, scale)
    return _lying(width, height, board_aspect, dp, scale)


def _standing(width: float, height: float, aspect: float | None, dp: float, scale: float) -> CameraArrangement:
    gap = GAP_DP * dp
    inner = width - 2 * gap
    button = max(TOUCH_TARGET_DP, 50 * min(scale, 1.5)) * dp
    secondary = Box(gap, gap, inner, button)
    primary = Box(gap, secondary.top + gap, inner, button)
    face = min((inner - 3 * gap) / 4 / _FACE_ASPECT, height * 0.2)
    status = Box(gap, primary.top + gap, inner, min(62 * dp * scale, height * 0.13))
    cards = Box(gap, status.top + gap, inner, face)
    board_height = _board_height(inner, height, aspect, dp, scale)
    board = Box(gap, height - gap - board_height, inner, board_height)
    strip = min(62 * dp * scale, height * 0.1)
    sides = Box(gap, board.y - (gap if board_height else 0) - strip, inner, strip)
    camera = Box(gap, cards.top + gap, inner, max(1.0, sides.y - cards.top - 2 * gap))
    return CameraArrangement(board, sides, camera, cards, status, primary, secondary)


def _lying(width: float, height: float, aspect: float | None, dp: float, scale: float) -> CameraArrangement:
    """The picture at the left, all else in a column at its right."""
    gap = GAP_DP * dp
    column = min(max(width * 0.46, 4 * TOUCH_TARGET_DP * dp + 3 * gap), width * 0.52)
    left = width - column - gap
    board_height = _board_height(left - 2 * gap, height, aspect, dp, scale) if height / dp > 480 else 0.0
    board = Box(gap, height - gap - board_height, left - 2 * gap, board_height)
    camera = Box(gap, gap, left - 2 * gap, board.y - (gap if board_height else 0) - gap)
    button = max(TOUCH_TARGET_DP, min(56 * min(scale, 1.8), height / dp * 0.14)) * dp
    secondary = Box(left, gap, column, button)
    primary = Box(left, secondary.top + gap, column, button)
    strip = min(62 * dp * scale, height * 0.17)
    sides = Box(left, height - gap - strip, column, strip)
    room = sides.y - primary.top - 3 * gap
    face = min((column - 3 * gap) / 4 / _FACE_ASPECT, room * 0.68)
    cards = Box(left, sides.y - gap - face, column, face)
    status = Box(left, primary.top + gap, column, max(1.0, cards.y - primary.top - 2 * gap))
    return CameraArrangement(board, sides, camera, cards, status, primary, secondary)


def _board_height(width: float, height: float, aspect: float | None, dp: float, scale: float) -> float:
    """How high a lying board may be; 0 where there is none, or type is so large that it has no room."""
    if aspect is None or height / dp < 460 * min(scale, 1.6):
        return 0.0
    return min(width / aspect, height * _BOARD_SHARE)


def face_places(box: Box, count: int, gap: float) -> tuple[Box, ...]:
    """The cards side by side in the order of play, in the middle of their row."""
    width = min((box.width - (count - 1) * gap) / count, box.height * _FACE_ASPECT * 1.1)
    left = box.x + (box.width - count * width - (count - 1) * gap) / 2
    return tuple(Box(left + number * (width + gap), box.y, width, box.height) for number in range(count))
