"""Which entry of a record holds a trick, whatever was taken back and corrected since."""

from scorer_table import as_plays, dealt, opening, play, trick, whole_hand

from scorer.cards import Card
from scorer.events import Correct, CorrectRun, Count, Deal, Event, Misdeal, Redo, Trick, Undo
from scorer.frozenmap import FrozenMap
from scorer.seats import Seat
from scorer.trick_entries import entries_of_tricks, entry_of_trick

FIRST = trick("N", "QH 2H 3H 4H")
SECOND = trick("N", "KC 7C 2C 3C")
THIRD = trick("N", "AS 2S 5S 3S")


def test_a_trick_is_found_by_the_entry_of_its_last_card() -> None:
    record = [*dealt(), FIRST, *as_plays(SECOND), play("N", "AS")]
    assert entries_of_tricks(record) == {(1, 1): 4, (1, 2): 8}, "the unfinished third has none yet"
    assert entry_of_trick(record, 1, 2) == 8
    assert entry_of_trick(record, 1, 3) is None and entry_of_trick(record, 2, 1) is None
    assert entry_of_trick(record, 0, 1) is None and entry_of_trick(opening(), 1, 1) is None


def test_hands_are_counted_as_the_score_counts_them() -> None:
    hand = whole_hand()
    second: list[Event] = [Deal(Seat.N), Misdeal(), Deal(Seat.N), trick("E", "9D 2D 3D 4D")]
    record = [*hand, *second]
    assert entry_of_trick(record, 1, 9) == len(hand)
    assert entry_of_trick(record, 2, 1) == len(record)
    totals = Count(FrozenMap({"NS": 14, "EW": 22}), FrozenMap({"NS": 41, "EW": 39}))
    assert entries_of_tricks([*dealt(), totals, Deal(Seat.N), trick("E", "9D 2D 3D 4D")]) == {(2, 1): 6}


def test_undone_and_corrected_tricks() -> None:
    record: list[Event] = [*dealt(), FIRST, SECOND, Undo(), THIRD]
    assert entries_of_tricks(record) == {(1, 1): 4, (1, 2): 7}
    assert entries_of_tricks([*dealt(), FIRST, SECOND, Undo(), Redo()]) == {(1, 1): 4, (1, 2): 5}
    corrected = [*dealt(), FIRST, SECOND, Correct(None, 1, 1, Card.parse("5H"))]
    assert entries_of_tricks(corrected) == {(1, 1): 4, (1, 2): 5}


def run(first: int, *tricks: Trick) -> CorrectRun:
    return CorrectRun(None, first, tricks)


def test_a_run_leaves_each_trick_the_entry_of_the_one_it_was() -> None:
    seats_moved = run(1, trick("N", "2H QH 3H 4H"), trick("E", "KC 7C 2C 3C"))
    assert entries_of_tricks([*dealt(), FIRST, SECOND, seats_moved]) == {(1, 1): 4, (1, 2): 5}
    plays = [*dealt(), *as_plays(FIRST), *as_plays(SECOND), seats_moved]
    assert entries_of_tricks(plays) == {(1, 1): 7, (1, 2): 11}
    again = [*plays, run(2, trick("E", "7C KC 2C 3C")), Correct(None, 2, 0, Card.parse("8C"))]
    assert entries_of_tricks(again) == {(1, 1): 7, (1, 2): 11}


def test_a_run_that_puts_a_missed_trick_in_between() -> None:
    missed = trick("N", "AC 4C 8C 9C")
    record = [*dealt(), FIRST, SECOND, run(2, missed, SECOND, THIRD)]
    assert entries_of_tricks(record) == {(1, 1): 4, (1, 2): 6, (1, 3): 5, (1, 4): 6}
    later = [*record, trick("N", "KS 4S 6S 7S")]
    assert entry_of_trick(later, 1, 5) == 7
    assert entry_of_trick([*later, Undo(), Undo()], 1, 2) == 5, "without the run all is as before"


def test_a_trick_with_half_of_its_cards_is_still_the_same() -> None:
    two_changed = run(1, trick("N", "QH 2H 5H 6H"), SECOND, THIRD)
    assert entries_of_tricks([*dealt(), FIRST, SECOND, THIRD, two_changed])[1, 1] == 4
    three_changed = run(1, trick("N", "QH 7H 5H 6H"), SECOND, THIRD)
    assert entries_of_tricks([*dealt(), FIRST, SECOND, THIRD, three_changed])[1, 1] == 7


def east_leads() -> tuple[Trick, ...]:
    return (trick("E", "KC 8C 2C 3C"), trick("E", "AS 2S 5S 3S"))
