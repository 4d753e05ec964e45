"""Which tricks and counts of a match stand otherwise than they were entered, and what is said of them."""

from scorer_table import accept, as_plays, dealt, trick, whole_hand

from scorer.cards import Card
from scorer.events import AgreedCount, Correct, CorrectRun, Count, Deal, Misdeal, Recount, Trick, Undo
from scorer.frozenmap import FrozenMap
from scorer.history_marks import Corrected, corrected, corrected_words
from scorer.record import effective
from scorer.seats import Seat

FIRST = trick("N", "QH 2H 3H 4H")
SECOND = trick("N", "KC 7C 2C 3C")


def correct(number: int, position: int, card: str, hand: int | None = None, drop: tuple[int, ...] = ()) -> Correct:
    return Correct(hand, number, position, Card.parse(card), drop)


def run(first: int, *tricks: Trick, hand: int | None = None) -> CorrectRun:
    return CorrectRun(hand, first, tricks, by="Ann", reason="I saw it")


def test_nothing_is_marked_where_nothing_was_corrected() -> None:
    record = dealt()
    accept(record, FIRST, Undo(), SECOND)
    assert corrected(record) == {} and corrected_words(record) == {}


def test_a_corrected_card_says_what_was_entered() -> None:
    record = dealt()
    accept(record, FIRST, *as_plays(SECOND), one := correct(1, 1, "AC"), two := correct(2, 3, "4C"))
    assert corrected(record) == {(1, 1): Corrected(FIRST, one), (1, 2): Corrected(SECOND, two)}
    assert corrected_words(record) == {
        (1, 1): "Corrected: it was N QH, E 2H, S 3H, W 4H.",
        (1, 2): "Corrected: it was N KC, E 7C, S 2C, W 3C.",
    }


def test_corrected_twice_it_still_says_what_was_entered_and_corrected_back_nothing() -> None:
    record = dealt()
    accept(record, FIRST, correct(1, 1, "AC"), last := correct(1, 1, "AD"))
    assert corrected(record) == {(1, 1): Corrected(FIRST, last)}
    accept(record, correct(1, 1, "2H"))
    assert corrected(record) == {}
    accept(record, Undo())
    assert corrected(record) == {(1, 1): Corrected(FIRST, last)}, "a correction taken back is none"


def test_of_a_run_those_tricks_are_marked_that_changed() -> None:
    record = dealt()
    accept(
        record, FIRST, SECOND, said := run(1, trick("N", "2H QH 3H 4H"), trick("E", "7C 2C 3C KC"), trick("N", "5D"))
    )
    assert corrected(record) == {
        (1, 1): Corrected(FIRST, said),
        (1, 2): Corrected(SECOND, said),
        (1, 3): Corrected(None, said),
    }
    words = corrected_words(record)
    assert words[1, 2] == "Corrected (Ann: I saw it): it was N KC, E 7C, S 2C, W 3C."
    assert words[1, 3] == "Corrected (Ann: I saw it): it had not been entered."
    accept(record, run(1, FIRST, trick("N", "KC 7C 2C 4C")))
    assert list(corrected(record)) == [(1, 2)], "the first is as it was entered, the third is gone"


def test_a_trick_that_no_longer_counts_has_no_mark_when_it_is_entered_again() -> None:
    record = dealt(scores={"NS": 81})
    accept(record, FIRST, SECOND, correct(2, 3, "4C"), correct(1, 1, "5H", drop=(5,)))
    assert list(corrected(record)) == [(1, 1)]
    accept(record, correct(1, 1, "2H"), SECOND)
    assert corrected(record) == {}


def test_marks_stay_with_their_hand_when_one_before_it_no_longer_counts() -> None:
    poor = [trick("N", "AH 8C 5S 5D"), *whole_hand()[4:]]
    record = [*dealt(scores={"NS": 43}), *poor, Deal(Seat.N), trick("E", "AS 2S 3S 4S")]
    accept(record, correct(1, 3, "KS"), correct(1, 1, "5C", 1, (13, 14)))
    assert list(corrected(record)) == [(1, 1)]
    accept(record, correct(1, 1, "8C", 1))
    accept(record, Deal(Seat.N), trick("E", "AS 2S 3S 4S"))
    assert corrected(record) == {}
    accept(record, said := correct(1, 3, "KS"))
    assert corrected(record) == {(2, 1): Corrected(trick("E", "AS 2S 3S 4S"), said)}


def test_a_hand_dealt_again_is_the_same_hand() -> None:
    record = dealt()
    deal = record.pop()
    assert isinstance(deal, Deal)
    accept(record, deal, Misdeal(), Deal(deal.dealer), FIRST, said := correct(1, 1, "AC"))
    assert corrected(record) == {(1, 1): Corrected(FIRST, said)}


def test_a_count_that_was_agreed_afterwards() -> None:
    record = whole_hand()
    counts = FrozenMap({"NS": 60, "EW": 20})
    accept(record, said := Recount(1, counts, by="both"))
    assert corrected(record) == {(1, 0): Corrected(None, said)}
    assert corrected_words(record) == {(1, 0): "Counted again (both): North and South 60, East and West 20."}
    assert any(isinstance(event, AgreedCount) for event in effective(record))
    accept(record, Undo())
    assert corrected(record) == {}


def test_totals_that_were_counted_again() -> None:
    record = dealt("phat")
    accept(record, Count(FrozenMap({"NS": 30, "EW": 50}), FrozenMap({"NS": 50, "EW": 30})))
    accept(record, said := Recount(1, FrozenMap({"NS": 40, "EW": 40})))
    assert corrected(record) == {(1, 0): Corrected(None, said)}
