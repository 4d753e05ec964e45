"""Runs of corrections, what a correction drops, and the run offered after a conflict (RULES.md 4.3)."""

from scorer_table import accept, as_plays, cards, dealt, opening, play, refused, trick, whole_hand

from scorer.cards import Card, Suit
from scorer.events import (
    Call,
    Correct,
    CorrectRun,
    Count,
    Deal,
    Event,
    Misdeal,
    Note,
    Penalty,
    Redo,
    Reveal,
    SeatLayout,
    Trick,
    Undo,
)
from scorer.frozenmap import FrozenMap
from scorer.match import Phase
from scorer.record import RecordError, effective, plain_events
from scorer.referee import Admission, Refusal, admit, admit_dropping, replay, run_for
from scorer.seats import Seat

FIRST = trick("N", "QH 2H 3H 4H")
SECOND = trick("N", "KC 7C 2C 3C")
THIRD = trick("N", "AS 2S 5S 3S")


def correct(number: int, position: int, card: str, hand: int | None = None, drop: tuple[int, ...] = ()) -> Correct:
    return Correct(hand, number, position, Card.parse(card), drop)


def run(first: int, *tricks: Trick, hand: int | None = None, drop: tuple[int, ...] = ()) -> CorrectRun:
    return CorrectRun(hand, first, tricks, drop)


def test_a_run_replaces_the_tricks_from_there_to_the_end() -> None:
    record = [*dealt(), FIRST, SECOND, THIRD]
    new = (trick("N", "QH KH 3H 4H"), trick("E", "KC 7C 2C 3C"), trick("E", "2S 5S 3S AS"))
    state = accept(record, run(1, *new))
    assert state == replay([*dealt(), *new])
    assert accept(record, Undo()) == replay([*dealt(), FIRST, SECOND, THIRD])
    assert accept(record, Redo()) == state


def test_a_run_may_be_shorter_longer_or_end_in_an_unfinished_trick() -> None:
    record = [*dealt(), FIRST, SECOND, THIRD]
    assert accept([*record], run(3)) == replay(record[:-1])
    longer = (SECOND, THIRD, trick("N", "AC 4C 8C 9C"))
    assert accept([*record], run(2, *longer)) == replay([*dealt(), FIRST, *longer])
    unfinished = Trick(Seat.N, cards("AS 2S"))
    state = accept([*record], run(3, unfinished))
    assert state == replay([*record[:-1], play("N", "AS"), play("E", "2S")])
    assert refused(record, run(3, unfinished, trick("N", "AC 4C 8C 9C"))) == "TRICK_UNFINISHED"


def test_a_run_within_a_longer_run_keeps_the_tricks_before_it() -> None:
    """The tricks that a run added are one entry of the record; a later run may begin at any of them."""
    record = [*dealt(), FIRST]
    accept(record, run(1, FIRST, SECOND, THIRD))
    assert accept([*record], run(3)) == replay([*dealt(), FIRST, SECOND])
    third = trick("N", "AC 4C 8C 9C")
    assert accept([*record], run(3, third)) == replay([*dealt(), FIRST, SECOND, third])
    assert accept([*record], run(2, third)) == replay([*dealt(), FIRST, third])
    assert accept(record, correct(3, 0, "KS")) == replay([*dealt(), FIRST, SECOND, trick("N", "KS 2S 5S 3S")])


def test_a_run_over_single_cards_keeps_what_lies_between_the_tricks() -> None:
    record: list[Event] = [*dealt(), *as_plays(FIRST), Penalty("EW", 3), *as_plays(SECOND), Note("x"), play("N", "AS")]
    new = (trick("N", "KH 2H 3H 4H"), trick("N", "KC 7C 2C 3C"))
    state = accept(record, run(1, *new))
    assert state == replay([*dealt(), new[0], Penalty("EW", 3), new[1], Note("x")])
    assert accept(record, correct(1, 0, "JH")).scores["NS"] == 4, "a run is corrected like anything else"


def test_a_run_has_to_be_legal_and_says_why_not() -> None:
    record = [*dealt(), FIRST, SECOND]
    assert refused(record, run(2, trick("E", "KC 7C 2C 3C"))) == "WRONG_LEADER"
    assert refused(record, run(2, trick("N", "KC 7C 2C QH"))) == "DUPLICATE_CARD"
    assert refused(record, run(1, FIRST, trick("N", "KC 7C 2C 3C 4C"))) == "WRONG_CARD_COUNT"
    assert refused(record, run(3, THIRD)) == "NO_SUCH_TRICK"
    assert refused(record, run(0, THIRD)) == "NO_SUCH_TRICK"
    assert refused(record, run(1, THIRD, hand=2)) == "NO_SUCH_HAND"
    assert refused(opening(), run(1, THIRD)) == "NO_SUCH_HAND"


def test_a_run_in_an_earlier_hand_moves_all_after_it() -> None:
    record: list[Event] = [*whole_hand(), Deal(Seat.N), trick("E", "9D 2D 3D 4D")]
    before = replay(record)
    tricks = plain_events(record).tricks_of(1)
    new = (*tricks[:7], trick("N", "7H 3C 3S 3D"), trick("N", "6D 4C 4S 4D"))
    state = accept(record, run(8, *new[7:], hand=1))
    assert state.scores["EW"] == before.scores["EW"] + 0
    assert state.hands[0].tricks[8].cards == cards("6D 4C 4S 4D") and state.scores["NS"] == before.scores["NS"] - 10


def test_a_shorter_run_leaves_the_next_deal_without_a_hand_before_it() -> None:
    record: list[Event] = [*whole_hand(), Deal(Seat.N)]
    answer = admit(record, run(9, hand=1))
    assert isinstance(answer, Refusal) and answer.code == "LATER_EVENTS_CONFLICT"
    assert answer.params["entries"] == (len(record),)


# Dropping what can't stand


def test_said_again_with_drop_the_later_entries_no_longer_count() -> None:
    record: list[Event] = [*dealt(scores={"NS": 81}), FIRST, SECOND, Penalty("NS", 3)]
    answer = admit(record, correct(1, 1, "5H"))
    assert isinstance(answer, Refusal) and answer.code == "LATER_EVENTS_CONFLICT"
    assert answer.params["entries"] == (5, 6) and answer.params["count"] == 2
    assert refused(record, correct(1, 1, "5H", drop=(5,))) == "LATER_EVENTS_CONFLICT"
    assert refused(record, correct(1, 1, "5H", drop=(5, 6, 7))) == "LATER_EVENTS_CONFLICT"
    before = replay(record)
    state = accept(record, correct(1, 1, "5H", drop=(5, 6)))
    assert state.winner == "NS" and state.scores == {"NS": 93, "EW": 0}
    assert effective(record) == (*dealt(scores={"NS": 81}), trick("N", "QH 5H 3H 4H"))
    assert accept(record, Undo()) == before
    assert accept(record, Redo()) == state


def test_what_is_dropped_stays_dropped_when_the_card_is_corrected_back() -> None:
    record: list[Event] = [*dealt(scores={"NS": 81}), FIRST, SECOND]
    accept(record, correct(1, 1, "5H", drop=(5,)))
    state = accept(record, correct(1, 1, "2H"))
    assert state == replay([*dealt(scores={"NS": 81}), FIRST])
    assert accept(record, THIRD).phase is Phase.PLAYING


def test_nothing_is_dropped_without_need() -> None:
    record: list[Event] = [*dealt(), FIRST, SECOND]
    assert refused(record, correct(1, 1, "5H", drop=(5,))) == "NOTHING_TO_DROP"
    assert refused(record, run(2, trick("N", "AC 7C 2C 3C"), drop=(5,))) == "NOTHING_TO_DROP"


def test_whole_hands_are_dropped_and_the_numbers_of_those_after_them_close_up() -> None:
    poor = [trick("N", "AH 8C 5S 5D"), *whole_hand()[4:]]
    record: list[Event] = [*dealt(scores={"NS": 43}), *poor, Deal(Seat.N), trick("E", "AS 2S 3S 4S")]
    entries = (13, 14)
    state = accept(record, correct(1, 1, "5C", 1, entries))
    assert state.winner == "NS" and plain_events(record).hands == 1
    state = accept(record, correct(1, 1, "8C", 1))
    assert state.phase is Phase.BETWEEN_HANDS and len(state.hands) == 1
    accept(record, Deal(Seat.N), trick("E", "KS 2S 3S 4S"))
    assert accept(record, correct(1, 0, "AS")).scores["EW"] == 4


def test_a_conflict_of_leaders_is_not_dropped_but_corrected_in_a_run() -> None:
    record: list[Event] = [*dealt(), FIRST, SECOND]
    assert refused(record, correct(1, 1, "KH", drop=(5,))) == "LEADER_CONFLICT"


# The run that is offered


def test_where_only_the_seats_move_the_run_is_filled_in() -> None:
    record: list[Event] = [*dealt(), FIRST, SECOND, THIRD]
    wrong = Correct(None, 1, 1, Card.parse("KH"), by="Jo", reason="misread")
    offered = run_for(record, wrong)
    assert offered == CorrectRun(
        None, 1, (trick("N", "QH KH 3H 4H"), trick("E", "KC 7C 2C 3C"), trick("E", "AS 2S 5S 3S")), (), "Jo", "misread"
    )
    state = accept(record, offered)
    assert state.hand is not None and [t.winner for t in state.hand.tricks] == [Seat.E, Seat.E, Seat.E]
    assert state.scores == {"NS": 0, "EW": 10}


def test_a_new_pitch_changes_trumps_in_the_run_too() -> None:
    record: list[Event] = [*dealt(), trick("N", "QH 2H 3H KD"), trick("N", "KC 7C 2C 3C")]
    offered = run_for(record, correct(1, 0, "2D"))
    assert offered is not None and offered.tricks[1] == trick("W", "KC 7C 2C 3C")


def test_called_trumps_stay_as_called() -> None:
    record: list[Event] = [*opening("blind_don_stalybridge"), Deal(Seat.S), Call(Suit.SPADES)]
    record += [trick("N", "QH 2H"), trick("N", "KC 7C")]
    offered = run_for(record, correct(1, 0, "2S"))
    assert offered is None or offered.tricks[0] == trick("N", "2S 2H")
    offered = run_for(record, correct(1, 1, "KH"))
    assert offered is not None and offered.tricks == (trick("N", "QH KH"), trick("S", "KC 7C"))


def test_nothing_is_offered_where_the_tricks_can_not_be_so() -> None:
    record: list[Event] = [*dealt(scores={"EW": 88}), FIRST, SECOND, THIRD]
    assert run_for(record, correct(1, 1, "KH")) is None, "East and West would be out in the first trick"
    unplayed: list[Event] = [*opening("blind_don_stalybridge"), Deal(Seat.S)]
    assert refused(unplayed, correct(1, 1, "KH")) == "NO_SUCH_CARD"


# Places in the record


def test_a_misdeal_uses_no_number_and_a_record_may_hold_cards_without_a_hand() -> None:
    record: list[Event] = [*dealt(), Misdeal(), Deal(Seat.W), FIRST]
    assert accept(record, correct(1, 1, "5H", hand=1)).scores["NS"] == 12
    loose = plain_events([*opening(), Misdeal(), play("N", "2H"), Count(FrozenMap())])
    assert loose.hands == 0 and len(list(loose.numbered())) == 5


def test_cards_and_tricks_of_a_hand_can_be_read_back() -> None:
    plain = plain_events([*dealt(), FIRST, *as_plays(SECOND), play("N", "AS")])
    assert plain.cards_of(1) == cards("QH 2H 3H 4H KC 7C 2C 3C AS")
    assert plain.tricks_of(1) == (FIRST, SECOND, Trick(Seat.N, cards("AS")))
    assert plain.count_entry(1) is None


def test_a_correction_of_an_impossible_place_is_an_error_of_the_record() -> None:
    for event in (run(1, FIRST, hand=0), correct(1, 0, "2H", hand=0)):
        answer = admit(dealt(), event)
        assert isinstance(answer, Refusal) and answer.code in ("NO_SUCH_HAND", "NO_SUCH_CARD")
    try:
        effective([*dealt(), run(1, FIRST)])
    except RecordError as error:
        assert error.code == "NO_SUCH_TRICK"
    else:
        raise AssertionError("no trick has been played")


def test_with_known_stacks_a_correction_keeps_to_them() -> None:
    layout = FrozenMap({
        Seat.N: SeatLayout(((None, Card.parse("KC")), *[(None, None)] * 8)),
        Seat.S: SeatLayout(((None, Card.parse("2C")), (None, Card.parse("3C")), *[(None, None)] * 7)),
    })  # fmt: skip
    record: list[Event] = [*opening("blind_don_burnley"), Deal(Seat.S, None, layout), trick("N", "KC 2C")]
    assert refused(record, correct(1, 0, "3C")) == "CARD_NOT_HELD"
    assert isinstance(admit(record, correct(1, 1, "3C")), Admission)


def test_a_correction_never_drops_its_own_cards() -> None:
    """It refuses itself, also where something between its tricks could be dropped (found by the monkey)."""
    record: list[Event] = [
        *opening("blind_don_stalybridge"),
        Deal(Seat.S),
        *(Reveal(Seat.N, n, card) for n, card in enumerate(cards("5D AS QD 9S 7D KS 10D"), start=1)),
        Call(Suit.CLUBS),
        *(Reveal(Seat.S, n, card) for n, card in enumerate(cards("8H 3C JC 10S 2H 9D 3H"), start=1)),
        *(play("N", "AS"), play("S", "10S")),
        *(Reveal(Seat.N, 2, Card.parse("8C")), Reveal(Seat.S, 4, Card.parse("AH"))),
        play("N", "10H"),
    ]
    run_with_both_exchanged = run(1, trick("N", "AS 10H"), Trick(Seat.N, cards("10S")))
    event, answer = admit_dropping(record, run_with_both_exchanged, replay(record))
    assert isinstance(answer, Refusal) and answer.code != "LATER_EVENTS_CONFLICT", answer
    assert not event.drop
