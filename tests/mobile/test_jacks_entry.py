"""Jacks out as it is entered (RULES.md 3.2): names, the deal, the cut for partners."""

from random import Random

import pytest

from mobile.jacks_entry import JacksEntry
from mobile.new_match import NewMatch
from mobile.players import SessionError
from mobile.rules_choice import RulesChoice
from scorer.cards import Card
from scorer.errors import DonError
from scorer.seats import Seat

PEOPLE = ("Ann", "Bob", "Col", "Dee", "Eve")


def dealt(text: str, people: tuple[str, ...] = PEOPLE) -> JacksEntry:
    jacks = JacksEntry(people)
    jacks.begin()
    for word in text.split():
        jacks.card(Card.parse(word))
    return jacks


def test_five_to_seven_places() -> None:
    jacks = JacksEntry(("Ann", "Bob"))
    assert jacks.names == ["Ann", "Bob", "", "", ""] and jacks.can_add and not jacks.can_drop
    jacks.drop()
    jacks.add()
    jacks.add()
    jacks.add()
    assert len(jacks.names) == 7 and not jacks.can_add
    jacks.drop()
    assert len(jacks.names) == 6
    assert len(JacksEntry(tuple("abcdefgh")).names) == 7


def test_each_place_wants_another_name() -> None:
    jacks = JacksEntry(("Ann", "Bob"))
    with pytest.raises(SessionError, match="Person 3 has no name"):
        jacks.begin()
    jacks.names = ["Ann", "Bob", "Col", "ann", "Eve"]
    with pytest.raises(DonError, match="both be called"):
        jacks.begin()
    assert jacks.deal is None and jacks.asked is None


def test_cards_go_round_and_who_has_a_jack_gets_no_more() -> None:
    jacks = dealt("2H JH 3H 4H 5H 6H")
    assert jacks.asked == "Col" and jacks.players == ("Bob",)
    assert Card.parse("JH") in jacks.gone
    with pytest.raises(DonError, match="is there twice"):
        jacks.card(Card.parse("2H"))
    assert jacks.take_back() and jacks.asked == "Ann"
    for _ in range(5):
        jacks.take_back()
    assert not jacks.take_back()
    jacks.names_again()
    assert jacks.deal is None and jacks.names == list(PEOPLE)


def test_four_jacks_then_partners_are_cut_for() -> None:
    jacks = dealt("JS JH JC 2H JD")
    assert jacks.players == ("Ann", "Bob", "Col", "Eve") and jacks.out == ("Dee",)
    assert list(jacks.cutters) == list(jacks.players) and jacks.asked == "Ann"
    jacks.card(Card.parse("KH"))
    with pytest.raises(DonError, match="is there twice"):
        jacks.card(Card.parse("KH"))
    for word in ("9H", "9C", "2C"):
        jacks.card(Card.parse(word))
    assert jacks.pairs is None and jacks.again and " ".join(jacks.cutters) == "Bob Col"
    jacks.card(Card.parse("3D"))
    assert jacks.asked == "Col"
    jacks.take_back()
    assert jacks.asked == "Bob"
    jacks.card(Card.parse("3D"))
    jacks.card(Card.parse("KD"))
    assert jacks.pairs == (("Ann", "Col"), ("Bob", "Eve"))
    assert jacks.asked is None and jacks.cutters == ()
    assert jacks.cut_cards["Col"] == Card.parse("KD")
    jacks.card(Card.parse("4S"))
    assert jacks.take_back() and jacks.pairs is None and jacks.asked == "Col"


def test_the_phone_deals_to_the_end_and_the_seats_are_taken() -> None:
    for seed in range(5):
        jacks = JacksEntry((*PEOPLE, "Fay", "Gus"))
        jacks.begin()
        jacks.shuffled(Random(seed))
        assert jacks.pairs is not None and len(jacks.out) == 3
        new = NewMatch(RulesChoice.of_variant("phat"), {Seat.N: "Zed"})
        new.pitches(Seat.N)
        new.jacks = jacks
        new.take_jacks()
        assert {new.names[Seat.N], new.names[Seat.S]} == set(jacks.pairs[0])
        assert {new.names[Seat.E], new.names[Seat.W]} == set(jacks.pairs[1])
        assert new.pitcher is None
