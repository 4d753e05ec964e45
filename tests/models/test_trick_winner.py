"""Who could have won a trick whose seats are open (`models.trick_winner`)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from trick_table import cards, cross, hand_in_play, proposed, seen

from models.hand_facts import facts_before_deal, facts_of
from models.trick_winner import possible_winners, seated_by_winner, winner_is_enough, winning_card
from scorer.cards import pack_of
from scorer.events import Deal
from scorer.frozenmap import FrozenMap
from scorer.seats import FOUR_HANDED, Seat
from scorer.variant import load_variant

HEARTS = hand_in_play("N 2H AH 3H 4H")
"""Hearts are trumps and East leads."""


def winners(trick: str, before_pitch: bool = False) -> list[str]:
    """Each possible winner as `KC ESWN`."""
    facts = facts_of(hand_in_play() if before_pitch else HEARTS)
    return [f"{w.card} {''.join(w.seats)}" for w in possible_winners(cards(trick), facts)]


@pytest.mark.parametrize(
    ("trick", "found"),
    [
        ("5H KC QC 2D", ["5H ESWN"]),
        ("5H 9H KC AD", ["9H ESWN"]),
        ("KC 3C 10C 2C", ["KC ESWN"]),
        ("KC 3C 10C AD", ["AD E", "KC ESWN"]),
        ("KC 3C 9D 2D", ["KC ESWN", "9D ESWN"]),
        ("KC 3D 9S 2S", ["KC E", "9S ESWN", "3D E"]),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_what_was_led(trick: str, found: list[str]) -> None:
    assert winners(trick) == found


def test_before_the_pitch_the_suit_led_is_trumps() -> None:
    assert winners("5H KH 2H 9H", before_pitch=True) == ["KH NESW"]
    assert winners("5H KH 2H AC", before_pitch=True) == ["AC N", "KH NESW"]
    unknown = facts_before_deal(load_variant("nine_card_lancashire"))
    assert [len(w.seats) for w in possible_winners(cards("5H KH 2H AC"), unknown)] == [4, 4], "nobody is known to lead"


def test_the_winning_card_is_known_only_where_all_cards_are() -> None:
    trick = proposed(HEARTS, *cross("5H", "KC", "QC", "2D"))
    assert str(winning_card(trick)) == "5H"
    assert winning_card(proposed(HEARTS, *cross("9S", "KC", "QC", "2D"))) is None
    assert winning_card(proposed(HEARTS, *cross("5H", "KC", "QC", "2D")[:3])) is None
    doubtful = seen("2D", (800, 500), 0.6, ("9H", 0.3))
    assert winning_card(proposed(HEARTS, *cross("5H", "KC", "QC", "2D")[:3], doubtful)) is None


def test_the_winner_takes_his_card_and_the_other_gets_what_lay_there() -> None:
    trick = replace(proposed(HEARTS, *cross("5H", "KC", "QC", "2D")), seats_open=True)
    assert trick.of(Seat.S).card == cards("5H")[0]
    west = seated_by_winner(trick, cards("5H")[0], Seat.W)
    assert {c.seat: str(c.card) for c in west.cards} == {Seat.S: "KC", Seat.W: "5H", Seat.N: "QC", Seat.E: "2D"}
    assert west.ready
    south = seated_by_winner(trick, cards("5H")[0], Seat.S)
    assert south.ready and south.of(Seat.S).card == cards("5H")[0]
    with pytest.raises(ValueError, match="9H is not in this trick"):
        seated_by_winner(trick, cards("9H")[0], Seat.S)


def test_where_the_losers_seats_score_too_the_winner_is_not_enough() -> None:
    assert winner_is_enough(hand_in_play())
    assert not winner_is_enough(replace(hand_in_play(), hand=None))
    low_dealt = load_variant("nine_card_lancashire", {"bonus_scheme": "5+1+1+1", "low_point_to": "dealt"})
    assert not winner_is_enough(hand_in_play(variant=low_dealt))
    assert winner_is_enough(hand_in_play(variant=load_variant("nine_card_lancashire", {"low_point_to": "dealt"})))
    to_pitcher = load_variant("irish_don", {"first_trick_to_pitcher": "on"})
    assert not winner_is_enough(hand_in_play(variant=to_pitcher))
    pack = iter(pack_of(52).cards)
    known = Deal(Seat.W, FrozenMap({seat: tuple(next(pack) for _ in range(9)) for seat in FOUR_HANDED}))
    assert not winner_is_enough(hand_in_play(deal=known))
