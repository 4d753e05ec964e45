"""The notation: every match comes back from its text as it was, and no text at all makes a traceback."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import FORMS, any_event, disturbed_match, random_match
from scorer_table import NINE_TRICKS, cards, dealt, opening

from scorer.cards import Card, Rank, Suit
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
from scorer.notation import read, write
from scorer.notation_write import written
from scorer.record import RecordError
from scorer.referee import Admission, admit, replay
from scorer.seats import Seat
from scorer.variant import Variant, load_variant

seeds = st.integers(0, 2**32 - 1)
forms = st.integers(0, len(FORMS) - 1)
LANCASHIRE = '[Variant "nine_card_lancashire"]\n'


def comes_back(events: Sequence[Event], tags: dict[str, str] | None = None) -> str:
    """The text, after the check that it gives the same events and is written the same again."""
    text = write(events, tags)
    transcript = read(text)
    assert transcript.events == tuple(events)
    assert transcript.tags == (tags or {})
    assert transcript.state == replay(events)
    assert write(transcript.events, transcript.tags) == text
    return text


# There and back


@pytest.mark.slow
@given(seeds, forms)
@settings(max_examples=30, deadline=None)
def test_a_match_comes_back_from_its_text(seed: int, form: int) -> None:
    rng = random.Random(seed)
    comes_back(random_match(rng, 4, form).record)
    comes_back(disturbed_match(rng, 4, form).record)


@pytest.mark.slow
@given(seeds, forms)
@settings(max_examples=20, deadline=None)
def test_undo_redo_and_corrections_come_back(seed: int, form: int) -> None:
    rng = random.Random(seed)
    match = disturbed_match(rng, 2, form)
    record: list[Event] = []
    for event in match.record:
        record.append(event)
        if rng.random() < 0.2:
            state = replay(record)
            other = rng.choice([any_event(rng, match.variant, state), Undo(), Redo(), corrected(rng, record)])
            answer = admit(record, other)
            if isinstance(answer, Admission):
                record.append(other)
                if isinstance(other, Undo) and isinstance(admit(record, Redo()), Admission):
                    record.append(Redo())
                elif answer.after != state:
                    break
    comes_back(record)


def corrected(rng: random.Random, record: Sequence[Event]) -> Event:
    """Another card in place of one that was entered."""
    hands = sum(isinstance(event, Deal) for event in record)
    card = Card(rng.choice(list(Suit)), rng.choice(list(Rank)))
    return Correct(rng.choice([None, max(1, hands)]), rng.randint(1, 3), rng.randint(0, 1), card, (), "Jo", "misread")


STACKS = SeatLayout(((None, Card.parse("9H")), (Card.parse("5C"), None)))
LINES: list[tuple[Event, list[str]]] = [
    (GameStart(), ["game"]),
    (GameStart(Seat.N), ["game pitcher N"]),
    (
        GameStart(Seat.N, Seat.W, FrozenMap({"NS": 30, "EW": 0}), 2, 8),
        ["game pitcher N dealer W scores NS 30 EW 0 hands 2 carry 8"],
    ),
    (Cut(FrozenMap({Seat.N: Card.parse("KH"), Seat.E: Card.parse("10H")})), ["cut N KH E 10H"]),
    (Choose(Seat.E), ["choose E"]),
    (Claim("NS"), ["claim NS"]),
    (Concede("W"), ["concede W"]),
    (Deal(Seat.W), ["deal W"]),
    (Deal(Seat.W, FrozenMap({Seat.N: cards("10H 2C")})), ["deal W", "  holds N 10H 2C"]),
    (
        Deal(Seat.N, None, FrozenMap({Seat.N: STACKS, Seat.S: replace(STACKS, hand=cards("2C AS"))})),
        ["deal N", "  stacks N ?/9H 5C/?", "  stacks S ?/9H 5C/?", "  hand S 2C AS"],
    ),
    (Call(Suit.HEARTS), ["call H"]),
    (Play(Seat.E, Card.parse("10H")), ["play E 10H"]),
    (Trick(Seat.S, cards("AS 2C")), ["S AS 2C"]),
    (Reveal(Seat.S, 3, Card.parse("AS")), ["reveal S 3 AS"]),
    (Count(FrozenMap({"NS": 30, "EW": 9})), ["count NS 30 EW 9"]),
    (
        Count(FrozenMap({"NS": 30}), FrozenMap({"NS": 41}), FrozenMap({"jack": "EW", "tens": "NS"}), "EW", "NS"),
        ["count NS 30 game NS 41 jack EW tens NS last EW first NS"],
    ),
    (Misdeal("looked"), ['misdeal "looked"']),
    (Misdeal(), ["misdeal"]),
    (Void("51 cards"), ['void "51 cards"']),
    (Penalty("NS", 10, 'said "hm"'), ['penalty NS 10 "said \\"hm\\""']),
    (Revoke(Seat.E, 4), ["revoke E trick 4"]),
    (PegCorrection("NS", -2, "EW", "twice"), ['peg NS -2 by EW "twice"']),
    (PegCorrection("NS", 2), ["peg NS +2"]),
    (
        Note("out_of_turn", FrozenMap[str, str | int]([("seat", "E"), ("trick", 2)])),
        ["note out_of_turn seat=E trick=2"],
    ),
    (Note("glass broken", FrozenMap[str, str | int]([("by", "E W")])), ['note "glass broken" by="E W"']),
    (
        Correct(2, 3, 0, Card.parse("5D"), (7, 8), "Jo", "misread"),
        ['correct hand 2 trick 3 place 1 5D drop 7 8 by "Jo" because "misread"'],
    ),
    (Correct(None, 3, 0, Card.parse("5D")), ["correct trick 3 place 1 5D"]),
    (
        CorrectRun(None, 2, (Trick(Seat.S, cards("AS 2C")), Trick(Seat.S, cards("KS"))), (9,)),
        ["correct_run trick 2 drop 9", "  to S AS 2C", "  to S KS"],
    ),
    (Recount(1, FrozenMap({"NS": 42, "EW": 38}), by="Jo"), ['recount hand 1 NS 42 EW 38 by "Jo"']),
    (Undo(), ["undo"]),
    (Redo(), ["redo"]),
]


@pytest.mark.parametrize(("event", "lines"), LINES, ids=lambda value: type(value).__name__)
def test_the_lines_of_each_event(event: Event, lines: list[str]) -> None:
    assert written(event) == lines


def test_every_kind_of_event_has_its_line() -> None:
    assert {event.kind for event, _ in LINES} | {"match_start"} == EVENT_KINDS.keys()


@given(st.text(max_size=12), st.text(max_size=12), st.integers())
@settings(max_examples=100, deadline=None)
def test_any_text_and_number_comes_back(text: str, key: str, number: int) -> None:
    start = start_of_match(text, load_variant("nine_card_lancashire"), {Seat.N: text, Seat.W: key}, "crib90")
    params: dict[str, str | int] = {key: text, key + "n": number}
    record: list[Event] = [
        start,
        GameStart(Seat.N),
        Note(text, FrozenMap(params)),
        Deal(Seat.W),
        Penalty("NS", 1, text),
    ]
    comes_back([*record, Misdeal(text), Deal(Seat.W), Void(key)], {"Venue": text, "Date": key})


@pytest.mark.parametrize("text", ["a\u2028b", "a\x85b", "\ud800", 'q"{;}[', "a -> b", "= 3", "\\", "Siân"])
def test_signs_that_could_break_a_line_come_back(text: str) -> None:
    comes_back(
        [*opening(), Note(text, FrozenMap[str, str | int]([(text, text)])), Deal(Seat.W), Misdeal(text)],
        {"Venue": text},
    )


def test_empty_counts_and_great_numbers_come_back() -> None:
    start = start_of_match("m1", load_variant("nine_card_lancashire"))
    comes_back([start, GameStart(Seat.N, None, FrozenMap())])
    comes_back([*dealt(scores={"NS": 80}), Count(FrozenMap({"NS": 30, "EW": 0}), FrozenMap())])
    comes_back([*dealt(), Penalty("NS", 10**60)])


def test_cards_of_a_trick_entered_one_by_one_stand_in_one_line_until_something_comes_between() -> None:
    first = [Play(Seat.N, Card.parse("AH")), Play(Seat.E, Card.parse("5C"))]
    rest = [Play(Seat.S, Card.parse("5S")), Play(Seat.W, Card.parse("5D"))]
    text = comes_back([*dealt(), *first, Note("spilt"), *rest])
    assert [line for line in text.splitlines() if "play" in line] == [
        " 1. play N AH 5C",
        " 1. play S 5S 5D           -> N 19 NS 19 EW 0",
    ]
    assert " 1. play N AH 5C 5S 5D     -> N 19 NS 19 EW 0" in comes_back([*dealt(), *first, *rest])


def test_a_heading_stays_with_its_own_deal_when_the_deal_is_taken_back() -> None:
    text = comes_back([*dealt(), *(Trick(Seat.N, cards(row)) for row in NINE_TRICKS), Deal(Seat.N), Undo(), Undo()])
    headings = [line for line in text.splitlines() if line.startswith("deal")]
    assert headings == [
        "deal W                     ; hand 1, N pitches, hearts trumps",
        "deal N                     ; hand 2, E pitches",
    ]


# Rules


def house_rules() -> dict[str, Variant]:
    own = load_variant("nine_card_lancashire")
    dear = FrozenMap({**own.trump_values, Rank.NINE: 10, Rank.FIVE: 9})
    phat = load_variant("phat", {"target": 121})
    return {
        "target": replace(own, target=101),
        "values": replace(own, trump_values=dear),
        "unknown_name": replace(phat, id="red lion", title="The Red Lion's", target=151),
        "unknown_option": replace(own, options=FrozenMap({"beer": "stout"})),
        "older_sources": replace(own, sources=FrozenMap({**own.sources, "target": ("HD",)})),
    }


@pytest.mark.parametrize("name", house_rules())
def test_a_table_s_own_rules_come_back(name: str) -> None:
    variant = house_rules()[name]
    text = comes_back([start_of_match("m1", variant), GameStart(Seat.N)])
    assert 0 < text.count("[Rule ") < 6


def test_options_come_back_and_are_read_as_people_write_them() -> None:
    chosen = {"target": 121, "bonus_scheme": "5+1+1+1", "bonus_order": "high, low, jack, game"}
    text = comes_back([start_of_match("m1", load_variant("nine_card_lancashire", chosen))])
    assert "[Rule" not in text
    read_back = read('[variant nine_card_lancashire]\n[options "target = 121, bonus_scheme=5+1+1+1"]').state.variant
    assert read_back.options == {"target": 121, "bonus_scheme": "5+1+1+1"}


def test_further_tags_have_names_of_their_own() -> None:
    for name in ("match", "Variant", "two words", ""):
        with pytest.raises(ValueError, match="further tag"):
            write(opening(), {name: "x"})


def test_a_record_that_was_never_admitted_is_not_written() -> None:
    for record in ([], opening()[1:], [*opening(), Call(Suit.HEARTS)]):
        with pytest.raises(RecordError):
            write(record)
