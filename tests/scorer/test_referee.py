"""Refusals and the order in which they are tested (RULES.md 4.2)."""

import random

import pytest
from scorer_table import HANDS, LANCASHIRE, accept, as_plays, dealt, opening, play, random_hand, refused, trick

from scorer.cards import Card
from scorer.events import (
    Concede,
    Correct,
    Deal,
    Event,
    GameStart,
    Hands,
    MatchStart,
    Note,
    Penalty,
    Redo,
    Undo,
    start_of_match,
)
from scorer.frozenmap import FrozenMap
from scorer.record import RecordError
from scorer.referee import Refusal, admit, apply, replay
from scorer.seats import Seat
from scorer.texts import say
from scorer.variant import load_variant


def hand_over() -> list[Event]:
    record = dealt()
    record += random_hand(random.Random(3), Seat.N)[1]
    assert replay(record).phase == "between_hands"
    return record


def game_over() -> list[Event]:
    return [*dealt(scores={"NS": 90}), trick("N", "AH 2H 3H 4H")]


def test_nothing_comes_before_the_start_of_the_match() -> None:
    for event in (Deal(Seat.W), play("N", "2H"), Undo(), Note("x"), Correct(None, 1, 0, Card.parse("2H"))):
        assert refused([], event) == "WRONG_PHASE"


def test_after_the_end_only_notes_and_corrections_are_taken() -> None:
    over: list[Event] = [
        opening()[0], GameStart(Seat.N), Deal(Seat.W), play("N", "9C"), trick("N", "9C 8C"), Penalty("NS", 0),
        Concede("XX"),
    ]  # fmt: skip
    for event in over:
        assert refused(game_over(), event) == "GAME_OVER", event
    accept(game_over(), Note("disputed"))
    accept(game_over(), Correct(None, 1, 0, Card.parse("KH")))


@pytest.mark.parametrize(
    ("record", "event", "code"),
    [
        (opening(), opening()[0], "WRONG_PHASE"),
        (opening(), GameStart(Seat.N), "WRONG_PHASE"),
        (opening(), play("N", "2H"), "WRONG_PHASE"),
        (opening(), trick("E", "2H"), "WRONG_PHASE"),
        (opening(), Penalty("NS", 10), "WRONG_PHASE"),
        (opening()[:1], Concede("NS"), "WRONG_PHASE"),
        (dealt(), Deal(Seat.W), "WRONG_PHASE"),
        (hand_over(), play("W", "2H"), "HAND_OVER"),
        (hand_over(), trick("W", "2H 2H"), "HAND_OVER"),
        ([*dealt(), play("N", "AH")], trick("N", "AH 2H 3H 4H"), "TRICK_UNFINISHED"),
        (dealt(), trick("E", "AH AH 3H"), "WRONG_CARD_COUNT"),
        (dealt(), trick("N", "AH 2H 3H 4H 6H"), "WRONG_CARD_COUNT"),
        (dealt(), trick("E", "AH AH 3H 4H"), "WRONG_LEADER"),
        (dealt(), trick("N", "AH 2H 3H AH"), "DUPLICATE_CARD"),
        ([*dealt(), trick("N", "AH 2H 3H 4H")], trick("N", "AC 2C 3C 4H"), "DUPLICATE_CARD"),
        ([*dealt(), trick("N", "AH 2H 3H 4H")], play("S", "AH"), "DUPLICATE_CARD"),
        (dealt(), play("E", "AH"), "OUT_OF_TURN"),
        ([*dealt(), play("N", "AH")], play("N", "KH"), "OUT_OF_TURN"),
        (dealt(hands=HANDS), play("N", "2H"), "CARD_NOT_HELD"),
        ([*dealt(hands=HANDS), play("N", "AH")], play("E", "5C"), "MUST_FOLLOW_SUIT"),
        (dealt(hands=HANDS), trick("N", "AH 2H 3S 4H"), "MUST_FOLLOW_SUIT"),
        (dealt(hands=HANDS), trick("N", "AH 3H 2H 4H"), "CARD_NOT_HELD"),
        (dealt(hands=HANDS), trick("N", "AH 5C 2H 4H"), "CARD_NOT_HELD"),
        (dealt(), Penalty("N", 10), "UNKNOWN_SIDE"),
        (dealt(), Penalty("NS", 0), "IMPOSSIBLE_COUNT"),
        (dealt(), Concede(""), "UNKNOWN_SIDE"),
        (opening(), Deal(Seat.N), "WRONG_DEALER"),
        (opening()[:1], GameStart(Seat.N, Seat.E), "WRONG_DEALER"),
        (opening()[:1], GameStart(Seat.N, None, FrozenMap({"NS": 91})), "BAD_START_SCORE"),
        (opening()[:1], GameStart(Seat.N, None, FrozenMap({"EW": -1})), "BAD_START_SCORE"),
        (opening()[:1], GameStart(Seat.N, None, FrozenMap({"SN": 1})), "UNKNOWN_SIDE"),
    ],
)
def test_refusals_in_their_order(record: list[Event], event: Event, code: str) -> None:
    assert refused(record, event) == code


def test_once_the_suit_led_is_gone_anything_may_be_played() -> None:
    record = dealt(hands=HANDS)
    accept(record, trick("N", "AH 2H 3H 4H"))
    state = accept(record, trick("N", "KH 5C 5S 5D"))
    assert state.scores["NS"] == 4 + 3 + 15


def test_bad_hands_are_refused_as_deals() -> None:
    short = HANDS.put(Seat.N, HANDS[Seat.N][:8])
    twice = HANDS.put(Seat.S, (Card.parse("AH"), *HANDS[Seat.S][1:]))
    missing: Hands = FrozenMap((seat, held) for seat, held in HANDS.items() if seat != "W")
    assert refused(opening(), Deal(Seat.W, short)) == "WRONG_HAND_SIZE"
    assert refused(opening(), Deal(Seat.W, missing)) == "WRONG_HAND_SIZE"
    assert refused(opening(), Deal(Seat.W, twice)) == "DUPLICATE_CARD"
    assert refused(opening(), Deal(Seat.W, short.put(Seat.E, twice[Seat.S]))) == "WRONG_HAND_SIZE"


def test_a_card_outside_a_short_pack_is_refused_before_all_that_follows() -> None:
    """No Nine-card table plays with 48 cards, but the referee asks the variant, not the number 52."""
    variant = load_variant(LANCASHIRE)
    data = {**variant.to_json(), "pack": 48}
    start = start_of_match("m1", type(variant).from_json(data))
    record: list[Event] = [start, GameStart(Seat.N), Deal(Seat.W)]
    assert refused(record, play("E", "2H")) == "NOT_IN_PACK"
    assert refused(record, trick("N", "3H 3H 2H 4H")) == "NOT_IN_PACK"
    assert refused([*record, play("N", "3H")], Correct(1, 1, 0, Card.parse("2H"))) == "NOT_IN_PACK"
    assert refused(record[:2], Deal(Seat.W, HANDS)) == "NOT_IN_PACK"


@pytest.mark.parametrize(
    ("record", "event", "sentence"),
    [
        ([], Deal(Seat.W), "A deal can't be entered before the match has begun; begin the match first."),
        (opening()[:1], Deal(Seat.W), "A deal can't be entered before the first pitcher is named; cut for the "
         "pitch or name the first pitcher first."),
        (opening(), play("N", "2H"), "A card can't be entered before the deal; deal the hand first."),
        (dealt(), Deal(Seat.W), "A deal can't be entered while a hand is being played; this hand has to "
         "be played on first."),
        (dealt(), GameStart(Seat.E), "Naming the first pitcher can't be entered while a hand is being played; the "
         "first pitcher is named already, so undo back to that to name another."),
        (hand_over(), opening()[0], "The start of a match can't be entered between two hands; this match has begun "
         "already, so begin a new one instead."),
        (dealt(), trick("E", "AH 2H 3H 4H"), "North pitches this hand, so North leads trick 1, not East; check who "
         "pitches, and enter the cards from North on."),
        ([*dealt(), trick("N", "2H 3H 4H AH")], trick("N", "AC 2C 3C 4C"), "West won trick 1, so West leads trick 2, "
         "not North; check who won, and enter the cards from West on."),
    ],
)  # fmt: skip
def test_a_refusal_says_what_to_do(record: list[Event], event: Event, sentence: str) -> None:
    answer = admit(record, event)
    assert isinstance(answer, Refusal) and say(answer.code, answer.params) == sentence


def test_a_match_is_seated_as_its_variant_says() -> None:
    start = opening()[0]
    assert isinstance(start, MatchStart)
    wrong = MatchStart("m1", start.seats[:3], start.sides, start.names, "crib60", "0", start.variant)
    assert refused([], wrong) == "BAD_MATCH_START_SEATS"
    assert refused([], start_of_match("m1", start.variant, board="darts")) == "BAD_MATCH_START_BOARD"


def test_what_speaks_of_the_record_is_not_applied_to_a_state() -> None:
    state = replay(dealt())
    for event in (Undo(), Redo(), Correct(None, 1, 0, Card.parse("2H"))):
        answer = apply(state, event)
        assert isinstance(answer, Refusal) and answer.code == "NEEDS_RECORD"


def test_a_record_that_was_never_admitted_is_not_replayed() -> None:
    with pytest.raises(RecordError, match="Nothing"):
        replay([])
    with pytest.raises(RecordError, match="entry 4") as error:
        replay([*dealt(), play("E", "2H")])
    assert error.value.code == "BROKEN_RECORD" and error.value.params["code"] == "OUT_OF_TURN"
    assert "its entry 4, a card, is refused. It is North's turn" in str(error.value)


def test_an_admission_says_what_would_change_and_writes_nothing() -> None:
    record = dealt()
    answer = admit(record, trick("N", "AH 2H 3H 4H"))
    assert not isinstance(answer, Refusal) and answer.before is not None
    assert (answer.before.scores["NS"], answer.after.scores["NS"]) == (0, 4)
    assert replay(record) == answer.before


def test_a_trick_card_by_card_is_the_trick_in_one_step() -> None:
    whole = trick("N", "AH 2H 3H 4H")
    by_cards = dealt()
    accept(by_cards, *as_plays(whole))
    assert replay(by_cards) == replay([*dealt(), whole])
