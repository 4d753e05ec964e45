"""The JSON form of events is stable: what is written here lies in logs already."""

import json
from typing import Any

import pytest
from scorer_table import cards, match_start, opening

from scorer.cards import Card
from scorer.events import (
    EVENT_KINDS,
    Concede,
    Correct,
    Deal,
    Event,
    EventError,
    GameStart,
    Note,
    Penalty,
    Play,
    Redo,
    Trick,
    Undo,
    from_json,
    start_of_match,
    to_json,
)
from scorer.frozenmap import FrozenMap
from scorer.seats import Seat
from scorer.variant import Variant

FORMS: list[tuple[Event, str]] = [
    (GameStart(Seat.N), '{"event":"game_start","v":1,"pitcher":"N","dealer":null,"start_scores":null}'),
    (
        GameStart(Seat.N, Seat.W, FrozenMap({"NS": 30, "EW": 0})),
        '{"event":"game_start","v":1,"pitcher":"N","dealer":"W","start_scores":{"NS":30,"EW":0}}',
    ),
    (Deal(Seat.W), '{"event":"deal","v":1,"dealer":"W","hands":null}'),
    (
        Deal(Seat.W, FrozenMap({Seat.N: cards("10H 2C")})),
        '{"event":"deal","v":1,"dealer":"W","hands":{"N":["10H","2C"]}}',
    ),
    (Play(Seat.E, Card.parse("10H")), '{"event":"play","v":1,"seat":"E","card":"10H"}'),
    (Trick(Seat.S, cards("AS 2C")), '{"event":"trick","v":1,"leader":"S","cards":["AS","2C"]}'),
    (
        Correct(None, 3, 0, Card.parse("5D")),
        '{"event":"correct","v":1,"hand":null,"trick":3,"position":0,"card":"5D"}',
    ),
    (Penalty("NS", 10, "talked"), '{"event":"penalty","v":1,"side":"NS","points":10,"reason":"talked"}'),
    (Concede("EW"), '{"event":"concede","v":1,"side":"EW"}'),
    (
        Note("out_of_turn", FrozenMap[str, str | int]([("seat", "E"), ("trick", 2)])),
        '{"event":"note","v":1,"code":"out_of_turn","params":{"seat":"E","trick":2}}',
    ),
    (Undo(), '{"event":"undo","v":1}'),
    (Redo(), '{"event":"redo","v":1}'),
]


@pytest.mark.parametrize(("event", "form"), FORMS, ids=lambda value: type(value).__name__)
def test_the_form_of_each_event(event: Event, form: str) -> None:
    assert json.dumps(to_json(event), separators=(",", ":")) == form
    assert from_json(json.loads(form)) == event


def test_the_start_of_a_match_holds_the_whole_variant() -> None:
    start = match_start(opening())
    named = start_of_match("m7", start.variant, {Seat.N: "Jo", Seat.S: "Siân"}, board="crib90")
    data = json.loads(json.dumps(to_json(named)))
    assert from_json(data) == named
    assert Variant.from_json(data["variant"]) == start.variant
    assert {key: data[key] for key in ("match_id", "seats", "sides", "names", "board")} == {
        "match_id": "m7",
        "seats": ["N", "E", "S", "W"],
        "sides": ["NS", "EW"],
        "names": {"N": "Jo", "S": "Siân"},
        "board": "crib90",
    }
    assert {type(event).kind for event, _ in FORMS} | {"match_start"} == EVENT_KINDS.keys()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "UNKNOWN_EVENT"),
        ({"event": "riffle", "v": 1}, "UNKNOWN_EVENT"),
        ({"event": ["play"], "v": 1}, "UNKNOWN_EVENT"),
        ({"event": "undo"}, "EVENT_TOO_NEW"),
        ({"event": "undo", "v": 2}, "EVENT_TOO_NEW"),
        ({"event": "undo", "v": 1, "more": 0}, "BAD_EVENT"),
        ({"event": "play", "v": 1, "seat": "N"}, "BAD_EVENT"),
        ({"event": "play", "v": 1, "seat": "X", "card": "2H"}, "BAD_EVENT"),
        ({"event": "play", "v": 1, "seat": "N", "card": None}, "BAD_EVENT"),
        ({"event": "trick", "v": 1, "leader": "N", "cards": "2H"}, "BAD_EVENT"),
        ({"event": "trick", "v": 1, "leader": "N", "cards": [2]}, "BAD_EVENT"),
        ({"event": "deal", "v": 1, "dealer": None, "hands": None}, "BAD_EVENT"),
        ({"event": "deal", "v": 1, "dealer": "W", "hands": [1]}, "BAD_EVENT"),
        ({"event": "penalty", "v": 1, "side": "NS", "points": True, "reason": ""}, "BAD_EVENT"),
        ({"event": "note", "v": 1, "code": "x", "params": {"a": 1.5}}, "BAD_EVENT"),
    ],
)
def test_what_is_no_event_is_refused_with_a_sentence(data: dict[str, Any], code: str) -> None:
    with pytest.raises(EventError) as error:
        from_json(data)
    assert error.value.code == code
    assert str(error.value).endswith(".") and "{" not in str(error.value)
