"""Cards, packs and seats (RULES.md 1)."""

import pickle
import random
import re

import pytest
from scorer_table import cards

from scorer.cards import Card, Rank, Suit, pack_of
from scorer.frozenmap import FrozenMap
from scorer.seats import FOUR_HANDED, Seat, next_in, side_of


@pytest.mark.parametrize(
    ("text", "rank", "suit"),
    [("10H", Rank.TEN, Suit.HEARTS), ("as", Rank.ACE, Suit.SPADES), (" 2c ", Rank.TWO, Suit.CLUBS)],
)
def test_a_card_is_read_in_capitals_or_not(text: str, rank: Rank, suit: Suit) -> None:
    assert Card.parse(text) == Card(suit, rank)


@pytest.mark.parametrize("text", ["", "H", "10", "1H", "11H", "HA", "10HH", "TH", "A♥", "joker"])
def test_what_is_no_card_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(text))) as refusal:
        Card.parse(text)
    assert str(refusal.value).count(".") == 1 and str(refusal.value).endswith(".")


def test_every_card_is_written_as_it_is_read() -> None:
    pack = pack_of(52).cards
    assert len(set(pack)) == 52
    assert [Card.parse(str(card)) for card in pack] == list(pack)


def test_ranks_run_from_the_two_to_the_ace_and_the_ten_lies_between_nine_and_jack() -> None:
    assert [str(rank) for rank in sorted(Rank)] == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    assert Rank.NINE < Rank.TEN < Rank.JACK and Rank.ACE > Rank.KING >= Rank.KING
    assert Suit.CLUBS < Suit.DIAMONDS < Suit.HEARTS < Suit.SPADES


def test_cards_sort_by_suit_and_then_by_rank() -> None:
    wanted = cards("2C AC 10D JD 9H 10H 2S AS")
    shuffled = list(wanted)
    random.Random(1).shuffle(shuffled)
    assert tuple(sorted(shuffled)) == wanted


@pytest.mark.parametrize(("size", "missing"), [(52, ""), (48, "2C 2D 2H 2S"), (44, "2C 2D 2H 2S 3C 3D 3H 3S")])
def test_short_packs_lack_twos_and_threes(size: int, missing: str) -> None:
    pack = pack_of(size)
    assert pack.size == len(pack.cards) == size
    assert {card for card in pack_of(52).cards if card not in pack} == set(cards(missing))


def test_there_is_no_pack_of_another_size() -> None:
    with pytest.raises(ValueError, match="pack of 51"):
        pack_of(51)


def test_seats_run_clockwise_and_partners_sit_opposite() -> None:
    assert [seat.next for seat in FOUR_HANDED] == [Seat.E, Seat.S, Seat.W, Seat.N]
    assert [seat.partner for seat in FOUR_HANDED] == [Seat.S, Seat.W, Seat.N, Seat.E]
    assert [side_of(seat) for seat in FOUR_HANDED] == ["NS", "EW", "NS", "EW"]
    assert next_in(FOUR_HANDED, Seat.N, -1) is Seat.W


def test_nobody_sits_outside_the_sides() -> None:
    with pytest.raises(ValueError, match="E"):
        side_of(Seat.E, ("N", "S"))


def test_a_frozen_map_is_a_value() -> None:
    scores = FrozenMap({"NS": 4, "EW": 0})
    assert scores == {"NS": 4, "EW": 0} == scores
    assert hash(scores) == hash(FrozenMap({"EW": 0, "NS": 4}))
    assert repr(scores) == "FrozenMap({'NS': 4, 'EW': 0})"
    assert scores.put("NS", 9) == {"NS": 9, "EW": 0} and scores["NS"] == 4
    assert pickle.loads(pickle.dumps(scores)) == scores
    with pytest.raises(AttributeError):
        scores.anything = 1
