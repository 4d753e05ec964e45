"""The vote on a card's name over several looks: weighted, never one look's word alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from described_table import CORNERS, FOUR, NINE, UNCLEAR, DescribedTable, Names
from hypothesis import given, settings
from hypothesis import strategies as st

from models.cards_on_table import Votes
from models.looks import WatchSettings


@pytest.fixture
def table() -> DescribedTable:
    return DescribedTable()


def test_a_clear_card_is_sure_from_its_second_look(table: DescribedTable) -> None:
    table.card(1, FOUR)
    assert not table.only().voted.sure
    card = table.only()
    assert str(card.card) == "4H" and card.voted.sure and card.settled(WatchSettings())
    assert (card.looks, card.agreed, card.arrived, card.state) == (2, 2, 0.0, "lies")


@pytest.mark.parametrize("odd", range(6))
def test_one_look_does_not_flip_a_name(table: DescribedTable, odd: int) -> None:
    for number in range(6):
        table.card(1, NINE if number == odd else FOUR)
        card = table.only()
    assert str(card.card) == "4H" and card.looks == 6


def test_which_of_the_looks_was_the_odd_one_is_no_matter() -> None:
    sure = set()
    for odd in range(6):
        table = DescribedTable()
        for number in range(6):
            table.card(1, NINE if number == odd else FOUR)
            card = table.only()
        sure.add(card.voted.sure)
    assert len(sure) == 1


def test_most_looks_name_the_card_and_it_stays_the_same_one(table: DescribedTable) -> None:
    table.card(1, NINE)
    first = table.only()
    table.card(1, FOUR)
    card = table.only(2)
    assert card is first and str(card.card) == "4H"


@pytest.mark.parametrize("first", [FOUR, NINE])
def test_looks_that_disagree_make_no_sure_card(table: DescribedTable, first: Names) -> None:
    for number in range(10):
        table.card(1, first if number % 2 else (NINE if first is FOUR else FOUR))
        card = table.only()
    assert not card.voted.sure


def test_sharp_looks_count_more_than_blurred_ones(table: DescribedTable) -> None:
    table.shows(1, NINE, CORNERS[0], weight=0.1)
    table.look(4)
    table.shows(1, FOUR, CORNERS[0], weight=1.0)
    assert str(table.only().card) == "4H"


def test_looks_at_which_the_locator_was_certain_count_more(table: DescribedTable) -> None:
    table.shows(1, NINE, CORNERS[0], located=0.15)
    table.look(2)
    table.shows(1, FOUR, CORNERS[0], located=0.95)
    assert str(table.only().card) == "4H"


def test_a_whole_distribution_counts_not_only_its_first_name(table: DescribedTable) -> None:
    """Two looks lean to 9D, one says 4H: what all give is 4H."""
    table.shows(1, (("9D", 0.5), ("4H", 0.45)), CORNERS[0])
    table.look(2)
    table.shows(1, (("4H", 0.9), ("9D", 0.05)), CORNERS[0])
    assert str(table.only().card) == "4H"


def test_without_colour_no_card_is_sure(table: DescribedTable) -> None:
    table.card(1, FOUR)
    assert not any(card.voted.sure for card in table.look(5, colour=False))


def test_an_unclear_card_is_settled_after_the_most_looks_that_are_taken(table: DescribedTable) -> None:
    rules = WatchSettings()
    table.shows(1, UNCLEAR, CORNERS[0])
    assert not table.only(rules.looks_most - 1).settled(rules)
    assert table.only().settled(rules)


looks_at_a_place = st.lists(
    st.tuples(st.floats(0.05, 1), st.floats(0.12, 1), st.sampled_from([FOUR, NINE, UNCLEAR])), min_size=1, max_size=8
)


@settings(max_examples=30, deadline=None)
@given(looks_at_a_place, st.randoms())
def test_a_mean_of_looks_is_a_distribution_and_their_order_no_matter(
    looks: list[tuple[float, float, Names]], rng: Random
) -> None:
    def voted(order: Sequence[tuple[float, float, Names]]) -> Votes:
        votes, table = Votes(), DescribedTable()
        for weight, located, names in order:
            table.shows(1, names, CORNERS[0], weight=weight, located=located)
            votes.add(table.places[1])
        return votes

    one = voted(looks).mean((0, 0, 9, 9))
    other = voted(rng.sample(looks, len(looks))).mean((0, 0, 9, 9))
    assert sum(p for _, p in one.cards) <= 1 + 1e-9 and 0.1 < one.located <= 1
    assert [p for _, p in one.cards] == sorted((p for _, p in one.cards), reverse=True)
    assert dict(other.cards) == pytest.approx(dict(one.cards)) and other.located == pytest.approx(one.located)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from([FOUR, NINE]), min_size=1, max_size=10))
def test_no_more_looks_agree_than_there_were(names: list[Names]) -> None:
    table = DescribedTable()
    for name in names:
        table.card(1, name)
        card = table.only()
        said = sum(one[0][0] == str(card.card) for one in names[: card.looks])
        assert card.agreed == said
