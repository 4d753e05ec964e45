"""Cards on a table from looks at its places: corners, when a card came, what becomes of it, what is no card."""

from __future__ import annotations

import pytest
from described_table import ASIDE, CORNERS, FAR, FOUR, NINE, UNCLEAR, DescribedTable, Names
from hypothesis import given, settings
from hypothesis import strategies as st

from models.cards_on_table import LyingCard
from models.looks import PlaceState
from scorer.cards import pack_of


@pytest.fixture
def table() -> DescribedTable:
    return DescribedTable()


# Corners of one card


def test_a_corner_that_was_misread_is_absorbed_when_it_is_read_rightly(table: DescribedTable) -> None:
    table.shows(1, FOUR, CORNERS[0])
    table.shows(2, (("7S", 0.8), ("4H", 0.1)), CORNERS[1])
    assert len(table.look()) == 2
    whole = next(card for card in table.cards_on.cards if str(card.card) == "4H")
    table.shows(2, FOUR, CORNERS[1], since=0.0)
    card = table.only(4)
    assert card is whole and card.numbers == {1, 2} and len(card.boxes) == 2


def test_an_absorbed_corner_of_the_same_name_says_when_the_card_came(table: DescribedTable) -> None:
    """Both were first taken for cards of their own, so far apart did they seem to lie."""
    table.shows(1, FOUR, CORNERS[0], since=-2.0)
    table.shows(2, FOUR, FAR[0], since=-1.0)
    assert len(table.look(3)) == 2
    table.shows(2, FOUR, CORNERS[1], since=-1.0)
    card = table.only()
    assert card.arrived == -2.0 and card.numbers == {1, 2}


def test_two_cards_side_by_side_stay_two(table: DescribedTable) -> None:
    table.card(1, FOUR)
    table.card(3, NINE, ASIDE)
    assert sorted(str(card.card) for card in table.look(6)) == ["4H", "9D"]


# When a card came


def test_a_card_came_when_the_corner_that_shows_it_did(table: DescribedTable) -> None:
    """At its other corner, unclear, something else lay before."""
    table.shows(1, FOUR, CORNERS[0], since=3.0)
    table.shows(2, (("4H", 0.5), ("7S", 0.4)), CORNERS[1], since=1.0)
    card = table.only(3)
    assert card.numbers == {1, 2} and card.arrived == 3.0 and card.firm


def test_where_no_corner_is_clear_the_later_one_counts_until_one_is(table: DescribedTable) -> None:
    table.shows(1, (("4H", 0.5), ("7S", 0.4)), CORNERS[0], since=1.0)
    table.shows(2, (("4H", 0.5), ("7S", 0.4)), CORNERS[1], since=2.0)
    card = table.only()
    assert card.arrived == 2.0 and not card.firm
    table.shows(2, FOUR, CORNERS[1], since=2.0)
    assert table.only(2) is card and card.arrived == 2.0 and card.firm


def test_a_corner_uncovered_later_does_not_make_a_card_younger(table: DescribedTable) -> None:
    table.shows(1, FOUR, CORNERS[0], since=0.0)
    table.look(3)
    table.shows(2, FOUR, CORNERS[1], since=0.6)
    assert table.only(2).arrived == 0.0


# A card is moved, hidden, taken away


def test_a_moved_card_keeps_its_identity_and_its_time(table: DescribedTable) -> None:
    table.card(1, FOUR)
    before = table.only(3)
    table.becomes("bare", 1, 2)
    table.card(3, FOUR, ASIDE)
    card = table.only(3)
    assert card is before and card.arrived == 0.0 and card.state == "lies"
    assert card.live == {3, 4} and len(card.boxes) == 2


def test_a_card_under_a_hand_is_hidden_and_comes_back_as_the_same(table: DescribedTable) -> None:
    table.card(1, FOUR)
    before = table.only(3)
    table.becomes("changed", 1, 2)
    card = table.only(3)
    assert card is before and card.state == "hidden" and card.until == 0.4 and card.state_since == 0.6
    table.becomes("seen", 1, 2)
    card = table.only()
    assert card is before and card.state == "lies" and card.arrived == 0.0 and card.until == 1.2


def test_one_corner_in_sight_is_enough(table: DescribedTable) -> None:
    table.card(1, FOUR)
    before = table.only(3)
    table.becomes("changed", 1)
    assert table.only(3) is before and before.state == "lies" and before.live == {2}
    table.becomes("unchanged", 2)
    looks = before.looks
    assert table.only(3).state == "lies" and before.looks == looks, "nothing was read at it"


def test_a_card_is_gone_when_all_its_places_are_bare(table: DescribedTable) -> None:
    table.card(1, FOUR)
    table.look(3)
    table.becomes("bare", 1)
    table.becomes("changed", 2)
    assert table.only().state == "hidden"
    table.becomes("bare", 2)
    card = table.only()
    assert card.state == "gone" and card.state_since == 0.8
    table.becomes("changed", 1, 2)
    assert table.only(3).state == "gone", "a hand over a place that was bare hides nothing"


def test_a_card_laid_again_a_moment_later_is_the_same_one(table: DescribedTable) -> None:
    table.card(1, FOUR)
    before = table.only(3)
    table.becomes("bare", 1, 2)
    table.look(3)
    table.card(5, FOUR, ASIDE)
    assert table.only(2) is before and before.state == "lies"


def test_the_same_name_at_two_places_at_once_is_two_cards_in_conflict(table: DescribedTable) -> None:
    table.card(1, FOUR)
    table.look(3)
    table.card(3, FOUR, FAR)
    cards = table.look(3)
    assert len(cards) == 2 and all(str(card.card) == "4H" for card in cards)
    assert not all(card.voted.sure for card in cards)


def test_a_card_that_left_its_place_long_before_another_lay_there_already_is_another(table: DescribedTable) -> None:
    """What has lain elsewhere all the time was not moved there."""
    table.t = 10.0
    table.card(1, FOUR)
    before = table.only(3)
    table.becomes("bare", 1, 2)
    table.shows(3, FOUR, FAR[0], since=2.0)
    table.shows(4, FOUR, FAR[1], since=2.0)
    cards = table.look(2)
    assert len(cards) == 2 and before.state == "gone"


# Things of the table, and of earlier tricks


def test_a_thing_of_the_table_is_no_card(table: DescribedTable) -> None:
    table.shows(1, (("6C", 0.7), ("6S", 0.2)), CORNERS[0], always=True)
    assert table.look(10) == []
    table.card(3, NINE, FAR)
    assert [str(card.card) for card in table.look(2)] == ["9D"]


def test_a_clear_card_that_lay_there_from_the_beginning_is_one(table: DescribedTable) -> None:
    table.shows(1, FOUR, CORNERS[0], always=True)
    assert str(table.only(2).card) == "4H"


def test_of_what_came_before_a_time_nothing_is_made(table: DescribedTable) -> None:
    table.card(1, FOUR)
    assert table.look(3, after=0.0) == []
    table.card(3, NINE, FAR)
    assert [str(card.card) for card in table.look(2, after=0.0)] == ["9D"]


# What is forgotten


def test_an_old_card_is_forgotten_with_its_places(table: DescribedTable) -> None:
    table.card(1, FOUR)
    table.only(2).old = True
    table.becomes("bare", 1, 2)
    assert len(table.look()) == 1
    table.forgotten(1, 2)
    assert table.look() == []


def phantoms(table: DescribedTable, count: int) -> list[LyingCard]:
    """So many faint readings here and there, each gone a look later; the cards then."""
    names = pack_of(52).cards
    for number in range(count):
        faint = ((str(names[number % 52]), 0.3), (str(names[(number + 7) % 52]), 0.3))
        table.shows(number, faint, (50 + (37 * number) % 500, 60 + (53 * number) % 300), located=0.3)
        table.look()
        table.becomes("bare", number)
        table.look()
        table.forgotten(number)
    return table.look()


def test_what_came_and_went_in_an_evening_without_a_trick_is_forgotten(table: DescribedTable) -> None:
    assert len(phantoms(table, 100)) < 60


def test_a_card_that_lies_there_all_evening_does_not_grow(table: DescribedTable) -> None:
    """It is nudged now and then: each time its places get new numbers."""
    for number in range(1, 200, 2):
        table.card(number, FOUR, ASIDE if number % 4 == 1 else CORNERS)
        table.look(2)
        table.becomes("bare", number, number + 1)
        table.look()
        table.forgotten(number, number + 1)
    assert max(len(card.numbers) for card in table.cards_on.cards) < 50


# Any looks


readings = st.sampled_from([FOUR, NINE, UNCLEAR, (("KS", 0.9), ("KC", 0.05))])
states = st.sampled_from(["seen", "seen", "seen", "unchanged", "bare", "changed"])
story = st.lists(st.lists(st.tuples(readings, states), min_size=4, max_size=4), min_size=1, max_size=8)


@settings(max_examples=30, deadline=None)
@given(story)
def test_whatever_is_seen_a_place_is_of_one_card(told: list[list[tuple[Names, PlaceState]]]) -> None:
    table = DescribedTable()
    for step in told:
        before, table.places = table.places, {}
        for number, (names, state) in enumerate(step):
            table.shows(number, names, (*CORNERS, *FAR)[number], since=0.0)
            if state != "seen" and number in before:
                table.becomes(state, number)
        last = table.t
        cards = table.look()
        lying = [card for card in cards if card.state == "lies"]
        live = [number for card in lying for number in card.live]
        assert len(live) == len(set(live))
        assert all(table.places[number].state in ("seen", "unchanged") for number in live)
        assert all(card.live <= card.numbers and card.until == last for card in lying)
