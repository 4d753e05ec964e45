"""A pile in several pictures as one list of cards."""

from __future__ import annotations

import pytest
from drawn_pile import grey, pile_picture

from datasets.layouts import lay_spread
from models.pile_reader import PilePlace, join, read_pile
from models.reader import CardReader
from models.reading import BoxXyxy, CardSighting, Reading, Status
from scorer.cards import Card

HERE: BoxXyxy = (10.0, 10.0, 20.0, 30.0)
THERE: BoxXyxy = (200.0, 10.0, 210.0, 30.0)


def cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


def seen(
    card: str, status: Status, confidence: float, others: str = "", box: BoxXyxy = HERE, conflict: bool = False
) -> CardSighting:
    runners_up = tuple((other, 0.3 / n) for n, other in enumerate(cards(others), 1))
    return CardSighting(Card.parse(card), status, confidence, runners_up, box, (), conflict)


def reading(*sightings: CardSighting) -> Reading:
    return Reading(sightings, 100.0, 1.0, (640, 480))


def test_sure_in_one_picture_and_doubtful_in_another_is_sure() -> None:
    pile = join(
        [
            reading(seen("10H", "doubtful", 0.7, "10D"), seen("AS", "sure", 0.999)),
            reading(seen("10H", "sure", 0.995, box=THERE), seen("AS", "sure", 0.998)),
        ]
    )
    assert pile.sure == frozenset(cards("10H AS")) and pile.doubtful == ()
    ten = next(one for one in pile.cards if one.card == Card.parse("10H"))
    assert ten.places == (PilePlace(1, THERE), PilePlace(0, HERE)) and ten.pictures == (0, 1)
    assert ten.confidence == 0.995
    assert [str(one.card) for one in pile.cards] == ["AS", "10H"], "the most certain first"


def test_doubtful_in_every_picture_stays_doubtful_with_all_its_names() -> None:
    pile = join(
        [reading(seen("10H", "doubtful", 0.7, "10D 9H")), reading(seen("10H", "doubtful", 0.9, "2H 10D JH QH"))]
    )
    assert pile.sure == frozenset()
    (ten,) = pile.doubtful
    assert ten.confidence == 0.9 and not ten.twice
    assert ten.might_be[0] == Card.parse("10H") and set(ten.might_be) <= set(cards("10H 10D 9H 2H JH QH"))
    assert len(ten.might_be) == 4, "so many names are offered"


def test_a_name_in_two_places_of_a_picture_is_one_card_and_an_open_place() -> None:
    """The open place is some other card, for the pack has each once."""
    both = reading(
        seen("10H", "doubtful", 0.9, "9H", conflict=True), seen("10H", "doubtful", 0.8, "10D", THERE, conflict=True)
    )
    pile = join([both])
    first, second = pile.doubtful
    assert (first.twice, second.twice) == (False, True)
    assert first.might_be == tuple(cards("10H 9H")) and second.might_be == tuple(cards("10D"))
    assert second.places == (PilePlace(0, THERE),)
    settled = join([both, reading(seen("10H", "sure", 0.99))])
    assert settled.sure == frozenset(cards("10H")) and [one.twice for one in settled.doubtful] == [True]
    strong = join([reading(seen("10H", "sure", 0.999), seen("10H", "doubtful", 0.5, "JH", THERE, conflict=True))])
    assert strong.sure == frozenset(cards("10H")) and strong.doubtful[0].might_be == tuple(cards("JH"))


def test_two_places_in_each_of_two_pictures_are_one_open_place() -> None:
    both = reading(seen("10H", "doubtful", 0.9), seen("10H", "doubtful", 0.8, "10D", THERE))
    assert [one.twice for one in join([both, both]).doubtful] == [False, True]


def test_no_picture_shows_no_card() -> None:
    assert join([]).cards == () and join([reading()]).sure == frozenset()


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader.load()


def test_a_fan_and_a_spread_are_read_together(reader: CardReader) -> None:
    """Ten cards in one picture, ten in another, four of them in both."""
    pile = cards("10H 10D 10S 10C 9H 9D 9S 9C AH AD AS AC KH KD KS KC")
    read = read_pile(reader, [pile_picture(pile[:10]), pile_picture(pile[6:], lay_spread)])
    named = read.sure | {card for one in read.doubtful for card in one.might_be}
    assert read.sure <= set(pile) <= named and len(read.sure) >= 14
    twice = [one.card for one in read.cards if one.pictures == (0, 1)]
    assert set(twice) <= set(pile[6:10]) and len(twice) >= 3


def test_without_colour_nothing_is_sure(reader: CardReader) -> None:
    pile = cards("10H 9D 8S 7C AH KD QS JC 6H 5D 4S 3C")
    read = read_pile(reader, [grey(pile_picture(pile))])
    assert read.sure == frozenset() and len(read.doubtful) > 8
    coloured = read_pile(reader, [grey(pile_picture(pile)), pile_picture(pile)])
    assert len(coloured.sure) > 8 and coloured.sure <= set(pile)
