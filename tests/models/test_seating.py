"""Seats from places in the picture (`models.seating`)."""

from __future__ import annotations

import pytest

from models.seating import seat_cards
from models.table_view import TableView
from scorer.seats import Seat

CROSS = [(500, 800), (200, 500), (500, 200), (800, 500)]
"""Bottom, left, top, right."""


@pytest.mark.parametrize(
    ("bottom", "seats"), [("S", "SWNE"), ("W", "WNES"), ("N", "NESW"), ("E", "ESWN")], ids=lambda v: str(v)
)
def test_seats_run_clockwise_from_the_bottom_edge(bottom: str, seats: str) -> None:
    seating = seat_cards(CROSS, TableView(Seat(bottom)))
    assert seating.known
    assert "".join(seating.seats) == seats


def test_the_order_of_the_cards_does_not_matter() -> None:
    shuffled = [CROSS[2], CROSS[0], CROSS[3], CROSS[1]]
    assert "".join(seat_cards(shuffled, TableView()).seats) == "NSEW"


def test_a_crooked_trick_still_has_its_seats() -> None:
    crooked = [(540, 760), (230, 560), (430, 210), (820, 420)]
    seating = seat_cards(crooked, TableView())
    assert seating.known
    assert "".join(seating.seats) == "SWNE"


def test_cards_in_a_row_leave_the_seats_open() -> None:
    assert not seat_cards([(100, 500), (300, 500), (500, 500), (700, 500)], TableView()).known


def test_a_trick_turned_by_half_a_quarter_leaves_the_seats_open() -> None:
    assert not seat_cards([(800, 800), (200, 800), (200, 200), (800, 200)], TableView()).known


@pytest.mark.parametrize("count", [1, 2, 3])
def test_fewer_cards_than_players_leave_the_seats_open(count: int) -> None:
    assert not seat_cards(CROSS[:count], TableView()).known


def test_no_cards_have_no_seats() -> None:
    assert seat_cards([], TableView()).seats == ()
