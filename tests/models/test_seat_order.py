"""Who played which card: by the order of arrival, helped by places, never against clear evidence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.seat_order import SAME_TIME_S, TRUSTED_FROM, Arrival, SeatPlaces, seat_by_order
from models.seating import Point, Seating
from models.table_view import TableView
from scorer.seats import FOUR_HANDED, Seat

N, E, S, W = Seat.N, Seat.E, Seat.S, Seat.W
SPOTS: dict[Seat, Point] = {N: (320.0, 150.0), E: (440.0, 240.0), S: (320.0, 330.0), W: (200.0, 240.0)}
"""Where each player's card comes to lie when South sits at the picture's bottom edge."""
HEAP: Point = (320.0, 240.0)
points = st.tuples(st.floats(0, 640), st.floats(0, 480))
gaps = st.floats(SAME_TIME_S + 0.01, 60)


def from_leader(leader: Seat) -> tuple[Seat, ...]:
    start = FOUR_HANDED.index(leader)
    return (*FOUR_HANDED[start:], *FOUR_HANDED[:start])


PLAYERS = from_leader(N)


def fresh() -> SeatPlaces:
    return SeatPlaces(TableView())


def learned(spots: Sequence[Point], tricks: int, players: Sequence[Seat] = PLAYERS) -> SeatPlaces:
    """Places after so many tricks in which the players' cards lay at these spots."""
    places = fresh()
    for _ in range(tricks):
        places.learn(players, spots)
    return places


def at(times: Sequence[float], spots: Sequence[Point]) -> list[Arrival]:
    return [Arrival(t, spot) for t, spot in zip(times, spots, strict=True)]


def turned(quarters: int) -> list[Point]:
    """The players' spots, each card lying before the player so many places on."""
    spots = [SPOTS[seat] for seat in PLAYERS]
    return spots[quarters:] + spots[:quarters]


HOME = turned(0)


def seated(arrivals: Sequence[Arrival], places: SeatPlaces | None = None, missing: bool = False) -> Seating:
    return seat_by_order(arrivals, PLAYERS, places or fresh(), missing)


# The order


@given(st.sampled_from(FOUR_HANDED), st.lists(gaps, min_size=4, max_size=4), st.lists(points, min_size=4, max_size=4))
def test_the_order_alone_gives_the_seats_wherever_the_cards_lie(
    leader: Seat, waits: list[float], spots: list[Point]
) -> None:
    times = [sum(waits[: k + 1]) for k in range(4)]
    found = seat_by_order(at(times, spots), from_leader(leader), fresh(), missing=False)
    assert found == Seating(from_leader(leader), True)


@given(st.permutations(range(4)), st.lists(points, min_size=4, max_size=4))
def test_in_which_order_the_cards_are_listed_is_no_matter(listed: list[int], spots: list[Point]) -> None:
    arrivals = at([1.0, 2.0, 3.0, 4.0], spots)
    found = seated([arrivals[k] for k in listed])
    assert found == Seating(tuple(PLAYERS[k] for k in listed), True)


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_a_trick_that_has_just_begun_is_seated_by_order(count: int) -> None:
    arrivals = at([1.0, 2.0, 3.0][:count], [HEAP] * count)
    assert seat_by_order(arrivals, PLAYERS[: max(count, 1)], fresh(), False) == Seating(PLAYERS[:count], True)


def test_fewer_players_than_four() -> None:
    found = seat_by_order(at([5.0, 4.0, 3.0], HOME[:3]), (S, W, N), fresh(), False)
    assert found == Seating((N, W, S), True)


# Cards that came together


@pytest.mark.parametrize("pair", [(0, 1), (1, 2), (2, 3)])
@pytest.mark.parametrize("late", [0.0, 0.05, 0.11])
def test_two_that_came_together_are_told_apart_by_their_places(pair: tuple[int, int], late: float) -> None:
    """Also where the one seen first was the later player's."""
    times = [1.0, 2.0, 3.0, 4.0]
    times[pair[0]] = times[pair[1]] + late
    assert seated(at(times, HOME)) == Seating(PLAYERS, True)


def test_a_moment_apart_the_order_counts_against_the_places() -> None:
    spots = [HOME[0], HOME[2], HOME[1], HOME[3]]
    assert seated(at([1.0, 2.0, 2.0, 3.0], spots)).seats == (N, S, E, W)
    assert seated(at([1.0, 2.0, 2.0 + SAME_TIME_S, 3.0], spots)) == Seating(PLAYERS, True)


def test_two_that_came_together_on_one_heap_are_left_open() -> None:
    assert not seated(at([1.0, 2.0, 2.05, 3.0], [HOME[0], HEAP, HEAP, HOME[3]])).known
    assert not seated(at([1.0, 2.0, 3.0, 3.0], [HOME[0], HOME[1], HEAP, (322.0, 241.0)])).known


def test_places_decide_only_between_those_that_came_together() -> None:
    """The others keep their turn though they lie at each other's places."""
    spots = [HOME[2], HOME[1], HOME[0], HOME[3]]
    found = seated(at([1.0, 2.0, 3.0, 3.05], spots))
    assert found.seats[:2] == (N, E) and set(found.seats) == set(PLAYERS)


def test_cards_each_of_which_came_with_the_next_are_all_seated_by_place() -> None:
    times = [1.2, 1.1, 1.0, 1.3]
    assert seated(at(times, HOME)) == Seating(PLAYERS, True)
    assert not seated(at(times, [HEAP] * 4)).known


@given(st.lists(st.floats(0, 0.5), min_size=4, max_size=4), st.lists(points, min_size=4, max_size=4))
def test_each_player_gets_one_card_and_order_is_kept_up_to_ties(times: list[float], spots: list[Point]) -> None:
    found = seated(at(times, spots))
    assert sorted(found.seats) == sorted(PLAYERS)
    ranks = [PLAYERS.index(seat) for seat in found.seats]
    for one in range(4):
        for other in range(4):
            between = sorted(t for t in times if times[one] <= t <= times[other])
            parted = any(b - a >= SAME_TIME_S for a, b in pairwise(between))
            assert not parted or ranks[one] < ranks[other]


# Places that are learned


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_places_contradict_the_order_only_once_they_are_learned(quarters: int) -> None:
    arrivals = at([1.0, 2.0, 3.0, 4.0], turned(quarters))
    for tricks in range(TRUSTED_FROM):
        assert seated(arrivals, learned(HOME, tricks)) == Seating(PLAYERS, True)
    assert seated(arrivals, learned(HOME, TRUSTED_FROM)) == Seating(PLAYERS, False)


def test_one_card_thrown_aside_is_no_contradiction() -> None:
    spots = [HOME[0], HOME[1], (430.0, 320.0), HOME[3]]
    assert seated(at([1.0, 2.0, 3.0, 4.0], spots), learned(HOME, 8)) == Seating(PLAYERS, True)


def test_all_cards_on_one_heap_are_no_contradiction() -> None:
    assert seated(at([1.0, 2.0, 3.0, 4.0], [HEAP] * 4), learned(HOME, 8)) == Seating(PLAYERS, True)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_what_the_tricks_showed_counts_more_than_the_view(quarters: int) -> None:
    """The picture's bottom edge was named wrongly: the order of some tricks says where each player really sits."""
    places = learned(turned(quarters), 5)
    assert seated(at([1.0, 2.0, 3.0, 3.05], turned(quarters)), places) == Seating(PLAYERS, True)
    swapped = at([1.0, 2.0, 3.05, 3.0], turned(quarters))
    assert seated(swapped, places) == Seating(PLAYERS, True)


def test_the_phone_is_turned_and_after_some_tricks_nothing_is_asked_any_more() -> None:
    """As in the watcher: each trick is learned from as it was confirmed."""
    places = learned(HOME, 9)
    known = []
    for _ in range(9):
        found = seated(at([1.0, 2.0, 3.0, 4.0], turned(1)), places)
        known.append(found.known)
        places.learn(PLAYERS, turned(1))
    assert not known[0] and known[-1]


@given(st.lists(st.lists(points, min_size=4, max_size=4), max_size=6))
def test_directions_have_unit_length_whatever_was_learned(tricks: list[list[Point]]) -> None:
    places = fresh()
    for spots in tricks:
        places.learn(PLAYERS, spots)
    assert places.tricks == len(tricks)
    found = places.directions()
    assert set(found) == set(PLAYERS)
    assert all(math.hypot(*way) == pytest.approx(1.0) for way in found.values())


def test_before_anything_is_learned_the_view_says_where_players_sit() -> None:
    assert SeatPlaces(TableView(bottom=E)).directions() == TableView(bottom=E).directions()


# What cannot be told


@pytest.mark.parametrize("absent", range(4))
def test_a_card_that_was_not_seen_opens_the_seats(absent: int) -> None:
    """Whose card is missing is not known, though places suggest who played the others."""
    arrivals = [a for k, a in enumerate(at([1.0, 2.0, 3.0, 4.0], HOME)) if k != absent]
    found = seat_by_order(arrivals, PLAYERS, fresh(), missing=True)
    assert not found.known
    assert sorted(found.seats) == sorted(set(found.seats)) and len(found.seats) == 3


def test_an_unknown_leader_leaves_the_seats_open_but_places_suggest_them() -> None:
    arrivals = at([4.0, 1.0, 2.0, 3.0], HOME)
    found = seat_by_order(arrivals, PLAYERS, fresh(), missing=False, leader_known=False)
    assert found == Seating(PLAYERS, False)
