"""How the camera looks at the table: whose side the picture's bottom edge is, and where tricks are played."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.seats import FOUR_HANDED, Seat

Polygon = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """`bottom` is the seat at the picture's bottom edge; `area` a polygon of picture points (x, y), None for all."""

    bottom: Seat = Seat.S
    area: Polygon | None = None

    def directions(self) -> dict[Seat, tuple[float, float]]:
        """Each seat's direction from the middle of the trick, x to the right and y down, unit length.

        Seats run clockwise seen from above, so from the bottom edge the next one is on the left.
        """
        start = FOUR_HANDED.index(self.bottom)
        around = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
        return {FOUR_HANDED[(start + k) % 4]: around[k] for k in range(4)}
