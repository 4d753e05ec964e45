"""Seats round the table and the sides that play against each other (RULES.md 1)."""

from enum import StrEnum


class Seat(StrEnum):
    """A place at the table; N, E, S, W run clockwise."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def next(self) -> "Seat":
        """The seat at this player's left: next clockwise, at a table of four."""
        return next_in(FOUR_HANDED, self)

    @property
    def partner(self) -> "Seat":
        """The seat opposite, at a table of four."""
        return self.next.next


Side = str
"""A side is named by the letters of its seats: ``NS`` and ``EW``, or ``N`` for a player alone."""

FOUR_HANDED: tuple[Seat, ...] = (Seat.N, Seat.E, Seat.S, Seat.W)
PARTNERSHIPS: tuple[Side, ...] = ("NS", "EW")


def side_of(seat: Seat, sides: tuple[Side, ...] = PARTNERSHIPS) -> Side:
    """The side on which ``seat`` plays."""
    for side in sides:
        if seat.value in side:
            return side
    raise ValueError(f"Nobody sits at {seat.value} in this game.")


def next_in(seats: tuple[Seat, ...], seat: Seat, steps: int = 1) -> Seat:
    """The seat ``steps`` places clockwise (negative: the other way) among the seats in play."""
    return seats[(seats.index(seat) + steps) % len(seats)]
