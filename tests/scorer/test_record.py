"""Undo, redo and corrections (RULES.md 4.1 and 4.3)."""

import pytest
from scorer_table import HANDS, accept, as_plays, dealt, opening, play, refused, trick, whole_hand

from scorer.cards import Card
from scorer.events import Correct, Deal, Event, Penalty, Redo, Undo
from scorer.match import Phase
from scorer.record import RecordError, effective
from scorer.referee import Admission, Refusal, admit, replay
from scorer.seats import Seat

FIRST = trick("N", "QH 2H 3H 4H")
SECOND = trick("N", "KC 7C 2C 3C")


def correct(number: int, position: int, card: str, hand: int | None = None) -> Correct:
    return Correct(hand, number, position, Card.parse(card))


def test_undo_takes_back_the_last_event_and_redo_restores_it() -> None:
    record = dealt()
    before = replay(record)
    after = accept(record, FIRST)
    assert accept(record, Undo()) == before
    assert accept(record, Redo()) == after
    assert accept(record, Undo(), Undo()) == replay(opening())
    assert accept(record, Redo(), Redo()) == after


def test_something_new_ends_what_could_be_restored() -> None:
    record = dealt()
    accept(record, FIRST, Undo(), play("N", "AH"))
    assert refused(record, Redo()) == "NOTHING_TO_REDO"
    assert accept(record, Undo()) == replay(dealt())


def test_the_start_of_the_match_is_not_taken_back() -> None:
    record = opening()[:1]
    assert refused(record, Undo()) == "NOTHING_TO_UNDO"
    assert refused(record, Redo()) == "NOTHING_TO_REDO"


def test_a_correction_derives_everything_after_it_anew() -> None:
    record = dealt()
    accept(record, FIRST, SECOND)
    state = accept(record, correct(1, 1, "AC"))
    assert state == replay([*dealt(), trick("N", "QH AC 3H 4H"), SECOND])
    assert effective(record) == (*dealt(), trick("N", "QH AC 3H 4H"), SECOND)


def test_a_correction_reaches_a_card_entered_alone_and_one_of_an_earlier_hand() -> None:
    record = dealt()
    accept(record, *as_plays(FIRST)[:3])
    state = accept(record, correct(1, 2, "5H"))
    assert state.hand is not None and state.hand.current[2] == (Seat.S, Card.parse("5H"))


def test_a_correction_is_taken_back_like_anything_else() -> None:
    record = dealt()
    before = accept(record, FIRST)
    changed = accept(record, correct(1, 1, "5H"))
    assert changed.scores["NS"] == 12
    assert accept(record, Undo()) == before
    assert accept(record, Redo()) == changed


def test_a_correction_may_be_corrected() -> None:
    record = dealt()
    accept(record, FIRST, correct(1, 1, "5H"))
    assert accept(record, correct(1, 1, "9H")).scores["NS"] == 11


def test_a_correction_of_the_pitch_changes_trumps() -> None:
    record = dealt()
    state = accept(record, trick("N", "QH 2H 3H 4H"), correct(1, 0, "QD"))
    assert state.hand is not None and str(state.hand.trump) == "D"
    assert state.hand.tricks[0].winner is Seat.N


def test_a_correction_that_moves_a_later_lead_is_refused() -> None:
    record = dealt()
    accept(record, FIRST, SECOND)
    assert refused(record, correct(1, 1, "KH")) == "LEADER_CONFLICT"
    by_cards = dealt()
    accept(by_cards, *as_plays(FIRST), *as_plays(SECOND))
    assert refused(by_cards, correct(1, 1, "KH")) == "LEADER_CONFLICT"


def test_a_correction_may_not_make_a_duplicate_wherever_the_other_lies() -> None:
    record = dealt()
    accept(record, FIRST, SECOND, play("N", "9S"))
    for card in ("3H", "7C", "9S"):
        assert refused(record, correct(1, 1, card)) == "DUPLICATE_CARD"
    assert refused(record, correct(3, 0, "QH")) == "DUPLICATE_CARD"
    accept(record, correct(1, 1, "2H"))


@pytest.mark.parametrize(("number", "position", "hand"), [(3, 0, None), (2, 4, None), (0, 0, 1), (1, -1, 1), (1, 0, 2)])
def test_there_must_be_a_card_to_correct(number: int, position: int, hand: int | None) -> None:
    record = [*dealt(), FIRST, SECOND]
    assert refused(record, correct(number, position, "9S", hand)) == "NO_SUCH_CARD"
    assert refused(opening(), correct(1, 0, "9S")) == "NO_SUCH_CARD"


def test_a_correction_may_create_a_win_and_remove_one() -> None:
    record = dealt(scores={"NS": 81})
    accept(record, FIRST)
    assert accept(record, correct(1, 1, "5H")).winner == "NS"
    state = accept(record, correct(1, 1, "2H"))
    assert state.winner is None and state.phase is Phase.PLAYING and state.scores["NS"] == 83


def test_a_correction_that_wins_too_early_for_what_follows_is_refused_with_the_list() -> None:
    record = dealt(scores={"NS": 81})
    accept(record, FIRST, SECOND, Penalty("NS", 3))
    answer = admit(record, correct(1, 1, "5H"))
    assert refused(record, correct(1, 1, "5H")) == "LATER_EVENTS_CONFLICT"
    assert isinstance(answer, Refusal)
    assert answer.params["events"] == (SECOND, Penalty("NS", 3))


def test_with_known_hands_a_correction_keeps_to_them() -> None:
    record = dealt(hands=HANDS)
    accept(record, trick("N", "AH 2H 3H 4H"))
    assert refused(record, correct(1, 1, "6H")) == "CARD_NOT_HELD"
    assert refused(record, correct(1, 1, "5C")) == "MUST_FOLLOW_SUIT"
    assert accept(record, correct(1, 0, "KH")).scores["NS"] == 3


def test_a_correction_that_makes_a_later_card_illegal_lists_what_comes_after_it() -> None:
    """RULES.md 4.3: the corrected card is legal, so it is the later ones that stand in the way."""
    swap = {"AH": "AC", "AC": "AH"}
    hands = {seat: tuple(Card.parse(swap.get(str(card), str(card))) for card in held) for seat, held in HANDS.items()}
    record = dealt(hands=hands)
    played = as_plays(trick("N", "KH 2H 3H 4H"))
    accept(record, *played)
    answer = admit(record, correct(1, 0, "AC"))
    assert isinstance(answer, Refusal) and answer.code == "LATER_EVENTS_CONFLICT"
    assert answer.params["events"] == tuple(played[1:])
    assert refused([*dealt(hands=hands), trick("N", "KH 2H 3H 4H")], correct(1, 0, "AC")) == "MUST_FOLLOW_SUIT"


def test_a_correction_in_an_earlier_hand_moves_every_score_after_it() -> None:
    record: list[Event] = [*whole_hand(), Deal(Seat.N)]
    accept(record, trick("E", "AS 2S 3S 4S"))
    state = accept(record, correct(9, 1, "6C", hand=1), correct(1, 1, "8C", hand=1))
    assert state.hands[0].tricks[0].points == 14
    assert state.scores == {"NS": 47, "EW": 4} and state.hands[0].scores_after == {"NS": 47, "EW": 0}


def test_a_record_with_nothing_to_undo_is_broken() -> None:
    with pytest.raises(RecordError, match="take back"):
        effective([opening()[0], Undo()])


def test_a_correction_that_ends_the_game_in_an_earlier_hand_lists_the_hands_after_it() -> None:
    poor = [trick("N", "AH 8C 5S 5D"), *whole_hand()[4:]]
    record = [*dealt(scores={"NS": 43}), *poor, Deal(Seat.N), trick("E", "AS 2S 3S 4S")]
    assert replay(record).scores == {"NS": 90, "EW": 4}
    assert refused(record, correct(1, 1, "5C", hand=1)) == "LATER_EVENTS_CONFLICT"
    answer = admit(record, correct(1, 1, "5C", hand=1))
    assert isinstance(answer, Refusal) and answer.params["events"] == tuple(record[-2:])


def test_a_correction_that_wins_in_the_last_trick_entered_is_taken() -> None:
    record: list[Event] = [*dealt(scores={"NS": 82}), FIRST, SECOND]
    assert refused(record, correct(1, 2, "9H")) == "LATER_EVENTS_CONFLICT"
    assert isinstance(admit(record[:-1], correct(1, 2, "9H")), Admission)
