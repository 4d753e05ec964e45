"""Jacks out, and the cut for partners (RULES.md 3.2)."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorer.cards import Card, Rank, pack_of
from scorer.errors import DonError
from scorer.pitch import (
    JacksOut,
    PartnersCut,
    jacks_out,
    partners_by_cut,
)

# Jacks out and the cut for partners

NAMES = ("Ann", "Bob", "Col", "Dee", "Eve", "Fay", "Gus")


def error_of(error: pytest.ExceptionInfo[DonError]) -> tuple[str, str]:
    return error.value.code, str(error.value)


@pytest.mark.parametrize(
    ("stakes", "cards", "code", "words"),
    [
        (NAMES[:4], "", "JACKS_OUT_STAKES", "5 to 7 stakes, not with 4"),
        ((*NAMES, "Hal"), "", "JACKS_OUT_STAKES", "not with 8"),
        ((*NAMES[:5], "Bob"), "", "JACKS_OUT_SAME_NAME", "Bob has put down two"),
        (NAMES, "2C JH 2C", "CARD_TWICE", "The two of clubs is there twice"),
        (NAMES, "2C JH JD JS", "JACKS_OUT_TOO_FEW_CARDS", "Only 3 of the four jacks have come in 4 cards"),
    ],
)
def test_what_jacks_out_can_t_do(stakes: tuple[str, ...], cards: str, code: str, words: str) -> None:
    with pytest.raises(DonError) as error:
        jacks_out(stakes, [Card.parse(card) for card in cards.split()])
    assert error_of(error)[0] == code and words in error_of(error)[1]


def test_no_card_is_dealt_after_the_fourth_jack() -> None:
    state = JacksOut.begin(NAMES[:5])
    for card in ("JC", "JD", "JH", "JS"):
        assert not state.done
        state = state.deal(Card.parse(card))
    assert state.done and state.next_stake is None and state.players == NAMES[:4]
    with pytest.raises(DonError) as error:
        state.deal(Card.parse("2C"))
    assert error_of(error)[0] == "JACKS_OUT_DONE" and "Ann, Bob, Col, Dee play" in error_of(error)[1]


@given(st.integers(5, 7), st.permutations(pack_of(52).cards))
def test_jacks_out_gives_four_players_and_nobody_a_card_after_a_jack(count: int, cards: list[Card]) -> None:
    stakes = NAMES[:count]
    state = JacksOut.begin(stakes)
    table: dict[str, list[Card]] = {name: [] for name in stakes}
    came: list[str] = []
    round_the_table = 0
    for card in cards:
        while stakes[round_the_table % count] in came:
            round_the_table += 1
        name = stakes[round_the_table % count]
        assert state.next_stake == name
        state = state.deal(card)
        table[name].append(card)
        round_the_table += 1
        if card.rank is Rank.JACK:
            came.append(name)
        if len(came) == 4:
            break
    assert state.done and len(set(state.players)) == 4
    assert state.players == tuple(came) == jacks_out(stakes, cards)
    for name, dealt in table.items():
        assert [card for who, card in state.dealt if who == name] == dealt
        assert all(card.rank is not Rank.JACK for card in dealt[:-1])


def named(text: str) -> dict[str, Card]:
    """ "Ann:KH Bob:2C": who cuts which card."""
    return {word.split(":")[0]: Card.parse(word.split(":")[1]) for word in text.split()}


@pytest.mark.parametrize(
    ("cuts", "expected"),
    [
        (["Ann:2C Bob:AH Col:9D Dee:KS"], PartnersCut(pairs=(("Bob", "Dee"), ("Col", "Ann")))),
        (["Ann:AC Bob:AH Col:9D Dee:9S"], PartnersCut(pairs=(("Ann", "Bob"), ("Col", "Dee")))),
        (["Ann:2C Bob:AH Col:9D Dee:9S"], PartnersCut(again=("Col", "Dee"))),
        (["Ann:AC Bob:AH Col:AD Dee:9S"], PartnersCut(again=("Ann", "Bob", "Col"))),
        (["Ann:2C Bob:AH Col:9D Dee:9S", "Col:3D Dee:4D"], PartnersCut(pairs=(("Bob", "Dee"), ("Col", "Ann")))),
        (["Ann:2C Bob:AH Col:9D Dee:9S", "Col:4H Dee:4D"], PartnersCut(again=("Col", "Dee"))),
    ],
)
def test_the_two_highest_play_together(cuts: list[str], expected: PartnersCut) -> None:
    first, *again = [named(cut) for cut in cuts]
    assert partners_by_cut(first, *again) == expected


@pytest.mark.parametrize(
    ("cuts", "code", "words"),
    [
        (["Ann:2C Bob:AH Col:9D"], "PARTNERS_NEED_FOUR", "not 3"),
        (["Ann:2C Bob:AH Col:9D Dee:2C"], "CARD_TWICE", "two of clubs"),
        (["Ann:2C Bob:AH Col:9D Dee:9S", "Col:3D Ann:4D"], "PARTNERS_WRONG_CUTTERS", "Col, Dee cut again"),
        (["Ann:2C Bob:AH Col:8D Dee:9S", "Col:3D Dee:4D"], "PARTNERS_WRONG_CUTTERS", "settled already"),
        (["Ann:2C Bob:AH Col:9D Dee:9S", "Col:3D Dee:3D"], "CARD_TWICE", "three of diamonds"),
    ],
)
def test_what_is_no_cut_for_partners(cuts: list[str], code: str, words: str) -> None:
    first, *again = [named(cut) for cut in cuts]
    with pytest.raises(DonError) as error:
        partners_by_cut(first, *again)
    assert error_of(error)[0] == code and words in error_of(error)[1]


@given(st.data())
def test_the_cut_for_partners_ends_with_the_two_highest(data: st.DataObject) -> None:
    pack = [Card.parse(rank + suit) for rank in ("A", "2", "9") for suit in "CDHS"]
    cutters: tuple[str, ...] = NAMES[:4]
    drawn: dict[str, list[int]] = {name: [] for name in cutters}
    cuts: list[dict[str, Card]] = []
    result = PartnersCut(again=cutters)
    for _ in range(12):
        cards = data.draw(st.lists(st.sampled_from(pack), unique=True, min_size=len(cutters), max_size=len(cutters)))
        cuts.append(dict(zip(cutters, cards, strict=True)))
        for name, card in cuts[-1].items():
            drawn[name].append({"2": 2, "9": 9, "A": 14}[card.rank.value])
        result = partners_by_cut(cuts[0], *cuts[1:])
        cutters = result.again
        if not cutters:
            break
        assert len({tuple(drawn[name]) for name in cutters}) == 1
    assume(result.pairs is not None)
    assert result.pairs is not None
    high, low = result.pairs
    assert sorted((*high, *low)) == sorted(NAMES[:4])
    assert min(drawn[name] for name in high) > max(drawn[name] for name in low)
