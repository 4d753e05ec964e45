"""One line of the notation as it is typed at the table."""

import pytest
from scorer_table import cards, dealt, opening, play, trick

from scorer.cards import Suit
from scorer.events import Call, Event, GameStart, Misdeal, Play, Reveal, Undo
from scorer.notation_line import events_of
from scorer.notation_words import NotationError
from scorer.referee import replay
from scorer.seats import Seat


@pytest.mark.parametrize(
    ("line", "events"),
    [
        ("", ()),
        ("   ", ()),
        ("AH 5C 5S 5D", (trick("N", "AH 5C 5S 5D"),)),
        ("1. N ah, 5c, 5s, 5d", (trick("N", "AH 5C 5S 5D"),)),
        ("N: TH 5C 5S 5D", (trick("N", "10H 5C 5S 5D"),)),
        ("AH 5C 5S 5D 6D", (trick("N", "AH 5C 5S 5D 6D"),)),
        ("AH", (play("N", "AH"),)),
        ("E 5C 5S", (play("E", "5C"), play("S", "5S"))),
        ("play N AH 5C 5S 5D", (play("N", "AH"), play("E", "5C"), play("S", "5S"), play("W", "5D"))),
        ("call h", (Call(Suit.HEARTS),)),
        ("reveal S 3 AS", (Reveal(Seat.S, 3, cards("AS")[0]),)),
        ('misdeal "too few"', (Misdeal("too few"),)),
        ("UNDO", (Undo(),)),
        ("pitcher E", (GameStart(Seat.E),)),
    ],
)
def test_a_line_is_its_events(line: str, events: tuple[Event, ...]) -> None:
    assert events_of(replay(dealt()), line) == events


def test_cards_on_the_table_make_the_rest_single_cards() -> None:
    state = replay([*dealt(), play("N", "AH")])
    assert events_of(state, "5C 5S 5D") == (play("E", "5C"), play("S", "5S"), play("W", "5D"))
    assert events_of(state, "5C 5S 5D AD")[0] == play("E", "5C"), "one too many is the referee's to refuse"


def test_somebody_who_does_not_sit_there_is_left_to_the_referee() -> None:
    state = replay(dealt("blind_don_burnley"))
    assert events_of(state, "E 5C") == (Play(Seat.E, cards("5C")[0]),)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("hello", "a trick, a known word"),
        ("N", "a card such as 10H"),
        ("AH and KH", "the end of the line"),
        ("call X", "a suit"),
        ("reveal S AS", "a whole number"),
        ("undo it", "the end of the line"),
    ],
)
def test_anything_else_says_what_is_expected(line: str, expected: str) -> None:
    with pytest.raises(NotationError) as error:
        events_of(replay(dealt()), line)
    assert error.value.code == "LINE_NOT_READ"
    assert str(error.value).startswith(f"That can't be entered ({line}): {expected}")


def test_before_the_deal_the_pitcher_leads_and_somebody_has_to_be_named() -> None:
    assert events_of(replay(opening()), "AH 5C 5S 5D") == (trick("N", "AH 5C 5S 5D"),)
    with pytest.raises(NotationError, match="the player who leads"):
        events_of(replay(opening()[:1]), "AH 5C 5S 5D")
    assert events_of(replay(opening()[:1]), "N AH 5C 5S 5D") == (trick("N", "AH 5C 5S 5D"),)
