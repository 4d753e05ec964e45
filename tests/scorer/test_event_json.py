"""The JSON form of events is stable: what is written here lies in logs already."""

import json
from typing import Any

import pytest
from scorer_table import cards, match_start, opening

from scorer.cards import Card, Suit
from scorer.event_json import EventError, from_json, to_json
from scorer.events import (
    EVENT_KINDS,
    Call,
    Choose,
    Claim,
    Concede,
    Correct,
    CorrectRun,
    Count,
    Cut,
    Deal,
    Event,
    GameStart,
    Misdeal,
    Note,
    PegCorrection,
    Penalty,
    Play,
    Recount,
    Redo,
    Reveal,
    Revoke,
    SeatLayout,
    Trick,
    Undo,
    Void,
    start_of_match,
)
from scorer.frozenmap import FrozenMap
from scorer.seats import Seat
from scorer.variant import Variant

NO_CARD = (None, Card.parse("9H"))

FORMS: list[tuple[Event, str]] = [
    (
        GameStart(Seat.N),
        '{"event":"game_start","v":2,"pitcher":"N","dealer":null,"start_scores":null,"hands_played":0,"carry":0}',
    ),
    (
        GameStart(None, Seat.W, FrozenMap({"NS": 30, "EW": 0}), 2, 8),
        '{"event":"game_start","v":2,"pitcher":null,"dealer":"W","start_scores":{"NS":30,"EW":0},"hands_played":2,'
        '"carry":8}',
    ),
    (Cut(FrozenMap({Seat.N: Card.parse("KH")})), '{"event":"cut","v":1,"cards":{"N":"KH"}}'),
    (Choose(Seat.E), '{"event":"choose","v":1,"seat":"E"}'),
    (Claim("NS"), '{"event":"claim","v":1,"side":"NS"}'),
    (Deal(Seat.W), '{"event":"deal","v":2,"dealer":"W","hands":null,"layout":null}'),
    (
        Deal(Seat.W, FrozenMap({Seat.N: cards("10H 2C")})),
        '{"event":"deal","v":2,"dealer":"W","hands":{"N":["10H","2C"]},"layout":null}',
    ),
    (
        Deal(Seat.N, None, FrozenMap({Seat.N: SeatLayout((NO_CARD,)), Seat.S: SeatLayout((), cards("2C"))})),
        '{"event":"deal","v":2,"dealer":"N","hands":null,"layout":{"N":{"stacks":[[null,"9H"]],"hand":null},'
        '"S":{"stacks":[],"hand":["2C"]}}}',
    ),
    (Call(Suit.HEARTS), '{"event":"call","v":1,"suit":"H"}'),
    (Play(Seat.E, Card.parse("10H")), '{"event":"play","v":1,"seat":"E","card":"10H"}'),
    (Trick(Seat.S, cards("AS 2C")), '{"event":"trick","v":1,"leader":"S","cards":["AS","2C"]}'),
    (Reveal(Seat.S, 3, Card.parse("AS")), '{"event":"reveal","v":1,"seat":"S","stack":3,"card":"AS"}'),
    (
        Count(FrozenMap({"NS": 30, "EW": 9})),
        '{"event":"count","v":1,"points":{"NS":30,"EW":9},"game_count":null,"bonus":{},"last_scoring_side":null,'
        '"first_out":null}',
    ),
    (
        Count(FrozenMap({"NS": 30}), FrozenMap({"NS": 41}), FrozenMap({"jack": "EW"}), "EW", "NS"),
        '{"event":"count","v":1,"points":{"NS":30},"game_count":{"NS":41},"bonus":{"jack":"EW"},'
        '"last_scoring_side":"EW","first_out":"NS"}',
    ),
    (Misdeal("looked"), '{"event":"misdeal","v":1,"reason":"looked"}'),
    (Void("51 cards"), '{"event":"void","v":1,"reason":"51 cards"}'),
    (
        Correct(None, 3, 0, Card.parse("5D")),
        '{"event":"correct","v":2,"hand":null,"trick":3,"position":0,"card":"5D","drop":[],"by":"","reason":""}',
    ),
    (
        Correct(2, 3, 0, Card.parse("5D"), (7, 8), "Jo", "misread"),
        '{"event":"correct","v":2,"hand":2,"trick":3,"position":0,"card":"5D","drop":[7,8],"by":"Jo",'
        '"reason":"misread"}',
    ),
    (
        CorrectRun(None, 2, (Trick(Seat.S, cards("AS 2C")),)),
        '{"event":"correct_run","v":1,"hand":null,"first_trick":2,"tricks":[{"leader":"S","cards":["AS","2C"]}],'
        '"drop":[],"by":"","reason":""}',
    ),
    (
        Recount(1, FrozenMap({"NS": 42, "EW": 38})),
        '{"event":"recount","v":1,"hand":1,"game_count":{"NS":42,"EW":38},"drop":[],"by":"","reason":""}',
    ),
    (Penalty("NS", 10, "talked"), '{"event":"penalty","v":1,"side":"NS","points":10,"reason":"talked"}'),
    (Revoke(Seat.E, 4), '{"event":"revoke","v":1,"seat":"E","trick":4}'),
    (
        PegCorrection("NS", -2, "EW", "counted twice"),
        '{"event":"peg_correction","v":1,"side":"NS","points":-2,"by":"EW","reason":"counted twice"}',
    ),
    (Concede("EW"), '{"event":"concede","v":1,"side":"EW"}'),
    (
        Note("out_of_turn", FrozenMap[str, str | int]([("seat", "E"), ("trick", 2)])),
        '{"event":"note","v":1,"code":"out_of_turn","params":{"seat":"E","trick":2}}',
    ),
    (Undo(), '{"event":"undo","v":1}'),
    (Redo(), '{"event":"redo","v":1}'),
]

OLDER_FORMS: list[tuple[Event, str]] = [
    (
        GameStart(Seat.N, Seat.W, FrozenMap({"NS": 30, "EW": 0})),
        '{"event":"game_start","v":1,"pitcher":"N","dealer":"W","start_scores":{"NS":30,"EW":0}}',
    ),
    (Deal(Seat.W), '{"event":"deal","v":1,"dealer":"W","hands":null}'),
    (
        Correct(None, 3, 0, Card.parse("5D")),
        '{"event":"correct","v":1,"hand":null,"trick":3,"position":0,"card":"5D"}',
    ),
]


@pytest.mark.parametrize(("event", "form"), OLDER_FORMS, ids=lambda value: type(value).__name__)
def test_entries_of_version_0_1_are_read_as_they_were_meant(event: Event, form: str) -> None:
    assert from_json(json.loads(form)) == event


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
        ({"event": "undo", "v": True}, "EVENT_TOO_NEW"),
        ({"event": "undo", "v": 0}, "EVENT_TOO_NEW"),
        ({"event": "deal", "v": 3, "dealer": "N", "hands": None}, "EVENT_TOO_NEW"),
        ({"event": "deal", "v": 2, "dealer": "N", "hands": None}, "BAD_EVENT"),
        ({"event": "deal", "v": 1, "hands": None}, "BAD_EVENT"),
        ({"event": "deal", "v": 2, "dealer": "N", "hands": None, "layout": {"N": {"stacks": []}}}, "BAD_EVENT"),
        (
            {
                "event": "deal",
                "v": 2,
                "dealer": "N",
                "hands": None,
                "layout": {"N": {"stacks": [["2H"]], "hand": None}},
            },
            "BAD_EVENT",
        ),
        (
            {
                "event": "correct_run",
                "v": 1,
                "hand": 1,
                "first_trick": 1,
                "tricks": [{}],
                "drop": [],
                "by": "",
                "reason": "",
            },
            "BAD_EVENT",
        ),
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
