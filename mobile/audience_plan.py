"""Where the board and the scores lie on a screen amid a table, so that they can be read from its sides. No Kivy."""

from dataclasses import dataclass

from mobile.theme import GAP_DP

_NARROW_DP = 560
"""A screen whose shorter edge is below this has scores along two edges only."""
_TWO, _FOUR = 0.27, 0.21
"""How much of the shorter edge the scores take, along two and along four edges."""
_SHORT_EDGE = 0.24
"""The same along the top and the bottom of a narrow screen, of its height."""


@dataclass(frozen=True, slots=True)
class Facing:
    """Scores that are read from one side: middle, length and thickness in pixels, turned by ``angle`` degrees.

    The angle goes against the clock: 0 faces the bottom edge, 90 the right, 180 the top, 270 the left.
    """

    angle: int
    centre: tuple[float, float]
    length: float
    thickness: float


@dataclass(frozen=True, slots=True)
class AudiencePlan:
    """The board's place (left, bottom, width, height in pixels), whether it stands, and the scores round it."""

    standing: bool
    board: tuple[float, float, float, float]
    facings: tuple[Facing, ...]


def plan_audience(width: float, height: float, aspect: float | None, dp: float = 1.0) -> AudiencePlan:
    """The plan for a window of this size in pixels; ``aspect`` is None where there is no peg board."""
    gap, short = GAP_DP * dp, min(width, height)
    narrow, standing = short / dp < _NARROW_DP, height > width
    if not narrow:
        across = along = short * _FOUR
    elif standing and aspect is not None:
        across, along = 0.0, short * _TWO
    else:
        across, along = (height * _SHORT_EDGE if standing else short * _TWO), 0.0
    facings = []
    if across:
        # where all edges have scores, each band begins in a corner and leaves the next one free
        length = width - 2 * gap - (along + gap if along else 0.0)
        left, right = gap + length / 2, width - gap - length / 2
        facings += [
            Facing(0, (left, gap + across / 2), length, across),
            Facing(180, (right, height - gap - across / 2), length, across),
        ]
    if along:
        length = height - 2 * gap - (across + gap if across else 0.0)
        low, high = gap + length / 2, height - gap - length / 2
        facings += [
            Facing(90, (width - gap - along / 2, low), length, along),
            Facing(270, (gap + along / 2, high), length, along),
        ]
    board_width = width - 2 * gap - (2 * (along + gap) if along else 0.0)
    board_height = height - 2 * gap - (2 * (across + gap) if across else 0.0)
    board = ((width - board_width) / 2, (height - board_height) / 2, board_width, board_height)
    return AudiencePlan(standing, board, tuple(facings))
