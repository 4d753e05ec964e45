"""What the game says of the next cards: facts of a hand (`models.hand_facts`) and the order of names they lead to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from trick_table import cards, hand_in_play, short_pack

from models.hand_facts import HandFacts, facts_before_deal, facts_of
from models.likely_trick import Place, likely_names
from scorer.cards import Card, Suit
from scorer.events import Deal, SeatLayout
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState
from scorer.seats import Seat


def order(facts: HandFacts, *places: str, seats_known: bool = True) -> list[str]:
    """The names of each place in order; a place is written `6H` if it is sure, else `6H.5 6D.4`, or `-` if empty."""

    def place(seat: Seat, text: str) -> Place:
        if text == "-":
            return Place(seat, ())
        if "." not in text:
            return Place(seat, ((Card.parse(text), 1.0),), Card.parse(text))
        named = [name.split(".") for name in text.split()]
        return Place(seat, tuple((Card.parse(name), float("0." + p)) for name, p in named))

    made = [place(seat, text) for seat, text in zip(facts.seats, places, strict=True)]
    return [" ".join(str(card) for card in names) for names in likely_names(made, facts, seats_known)]


def known_hands() -> MatchState:
    """Hearts only with North, diamonds with East, and so on; all hands known."""
    suits = {Seat.N: "H", Seat.E: "D", Seat.S: "C", Seat.W: "S"}
    held = {seat: cards(" ".join(f"{n}{suit}" for n in range(2, 11))) for seat, suit in suits.items()}
    return hand_in_play(deal=Deal(Seat.W, hands=FrozenMap(held)))


def test_facts_of_a_hand() -> None:
    facts = facts_of(hand_in_play("N 2H AH 3H 4C", "E KD 2D 5S 3D"))
    assert facts.seats == (Seat.E, Seat.S, Seat.W, Seat.N), "East won both and leads"
    assert {seat: set(suits) for seat, suits in facts.void.items()} == {Seat.W: {Suit.HEARTS, Suit.DIAMONDS}}
    assert (facts.gone[Card.parse("3D")].trick, facts.gone[Card.parse("3D")].seat) == (2, Seat.N)
    assert set(facts.held.values()) == {7}
    assert (facts.unseen(), facts.unseen(Suit.HEARTS), facts.unseen(Suit.SPADES)) == (44, 10, 12)
    assert not facts.can_come(Card.parse("2H")) and facts.can_come(Card.parse("2C"))
    with pytest.raises(ValueError, match="deal first"):
        facts_of(replace(hand_in_play(), hand=None))


def test_no_name_that_is_gone_not_in_the_pack_or_surely_another_s_is_offered() -> None:
    facts = facts_of(hand_in_play("N AH KH 5H 7H", variant=short_pack(44)))
    assert order(facts, "JH", "AH.4 2H.3 JH.2 QH.01", "-", "3S.9") == ["JH", "QH", "", ""]


def test_a_card_lies_in_one_place_only_so_the_second_name_may_be_the_likelier() -> None:
    facts = facts_of(hand_in_play())
    assert order(facts, "2H", "AH.5 KH.4", "AH.6 4H.05", "7H") == ["2H", "KH AH", "AH 4H", "7H"]
    assert order(facts, "2H", "AH.9", "AH.6 4H.05", "7H") == ["2H", "AH", "4H AH", "7H"]


def test_followers_follow_the_suit_led_and_leaders_need_not() -> None:
    facts = facts_of(hand_in_play())
    assert order(facts, "2H", "6D.6 6H.3", "3H", "4H")[1] == "6H 6D"
    assert order(facts, "6D.6 6H.3", "2H", "3H", "4S")[0] == "6H 6D", "whoever led, the others mostly follow"
    assert order(facts, "6D.6 6H.3", "2S", "3S", "4S")[0] == "6D 6H"


def test_where_the_lead_is_not_known_a_follower_s_suit_says_nothing() -> None:
    facts = facts_of(hand_in_play())
    assert order(facts, "-", "6D.6 6H.3", "3H", "-")[1] == "6D 6H"


def test_without_seats_all_places_are_taken_to_follow_one_of_them() -> None:
    facts = facts_of(hand_in_play("N QH 5H 9C 7H"))
    assert order(facts, "2H", "3H", "6D.5 6H.4", "4H") == ["2H", "3H", "6D 6H", "4H"], "South is void of hearts"
    assert order(facts, "2H", "3H", "6D.5 6H.4", "4H", seats_known=False)[2] == "6H 6D", "it need not be South's"
    before = facts_before_deal(hand_in_play().variant)
    assert order(before, "2H", "3H", "6D.5 6H.4", "4H")[2] == "6H 6D"


def test_who_is_void_throws_no_card_of_that_suit_on_another_one() -> None:
    facts = facts_of(hand_in_play("N QH 5H 9C 7H"))
    assert order(facts, "2S", "3S", "6D.3 6H.6", "4S")[2] == "6D 6H"


def test_the_fewer_cards_are_left_the_likelier_is_a_void() -> None:
    """With one card left each, one of 12 unseen hearts is less likely than one of 35 others."""
    early = facts_of(hand_in_play())
    late = HandFacts(early.seats, early.pack, FrozenMap(dict.fromkeys(early.seats, 1)), early.gone, early.void)
    assert order(early, "2H", "6D.6 6H.3", "3C", "4C")[1] == "6H 6D"
    assert order(late, "2H", "6D.7 6H.2", "3C", "4C")[1] == "6D 6H"


def test_known_hands_decide() -> None:
    facts = facts_of(known_hands())
    assert order(facts, "2H", "6H.6 6D.3", "3C", "4S")[1] == "6D 6H", "the six of hearts is North's"
    assert order(facts, "2H", "6D", "6C.4 9H.6", "4S")[2] == "6C 9H"


def test_in_blind_don_a_discard_proves_nothing_and_only_open_cards_are_counted() -> None:
    facts = facts_of(hand_in_play("N 2H 3C", variant="blind_don_burnley"))
    assert facts.void == {}
    assert set(facts.held.values()) == {9}, "nine of seventeen lie face up, one of them turned up now"
    three = facts_of(hand_in_play(pitcher=Seat.E, variant="blind_don_three"))
    assert set(three.held.values()) == {9}, "five stacks and four cards in the hand"


def test_a_card_known_to_lie_before_another_player_is_less_likely() -> None:
    stacks = tuple((None, card) for card in cards("6H 7H 8H 9H 10H JH QH KH AH"))
    unknown = SeatLayout(((None, None),) * 9)
    layout = FrozenMap({Seat.N: SeatLayout(stacks), Seat.S: unknown})
    facts = facts_of(hand_in_play(variant="blind_don_burnley", deal=Deal(Seat.S, layout=layout)))
    assert order(facts, "7H", "6H.6 6D.3")[1] == "6D 6H"
