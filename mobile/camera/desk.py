"""What is chosen about the camera while the program runs: how it stands, what it may cost, whether its lamp is lit.

No Kivy. Nothing of it is kept in a file: at the next table the phone stands otherwise.
"""

from __future__ import annotations

from collections.abc import Callable

from mobile.camera.opened import CameraDoor
from mobile.camera.source import FrameSource
from models.table_view import Polygon, TableView
from scorer.seats import Seat

Shares = tuple[float, float, float, float]
"""Left, upper, right and lower edge, in shares of the picture's width and height; y downwards."""
WHOLE: Shares = (0.0, 0.0, 1.0, 1.0)
LEAST_SHARE = 0.2
"""The trick area is never narrower than this share of the picture."""


class CameraDesk:
    """The choices of one program; the pages of the camera read and change them."""

    def __init__(self, given: FrameSource | None, clock: Callable[[], float], bottom: Seat = Seat.S) -> None:
        self.door = CameraDoor(given, clock)
        self.clock = clock
        self.bottom = bottom
        """The seat at the picture's bottom edge."""
        self.area: Shares = WHOLE
        """Where tricks are played."""
        self.save_heat = False
        """Whether pictures are only read when that is asked for."""
        self.torch = False
        """Whether the lamp is to be lit."""

    def bound(self, x0: float, y0: float, x1: float, y1: float) -> Shares:
        """Tricks are played between these edges (in either order), kept within the picture and wide enough."""
        left, right = _spread(*sorted((_inside(x0), _inside(x1))))
        upper, lower = _spread(*sorted((_inside(y0), _inside(y1))))
        self.area = (left, upper, right, lower)
        return self.area

    def view(self, image_wh: tuple[int, int]) -> TableView:
        """How the camera looks at the table, in pixels of pictures of this size."""
        return TableView(self.bottom, self._polygon(image_wh))

    def _polygon(self, image_wh: tuple[int, int]) -> Polygon | None:
        if self.area == WHOLE:
            return None
        width, height = image_wh
        x0, y0, x1, y1 = self.area
        left, right, upper, lower = x0 * width, x1 * width, y0 * height, y1 * height
        return (left, upper), (right, upper), (right, lower), (left, lower)


def _inside(share: float) -> float:
    return min(1.0, max(0.0, share))


def _spread(low: float, high: float) -> tuple[float, float]:
    """Both ends, moved apart where they are too near."""
    if high - low >= LEAST_SHARE:
        return low, high
    low = min(low, 1.0 - LEAST_SHARE)
    return low, low + LEAST_SHARE
