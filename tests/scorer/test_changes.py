"""What a correction, a recount, an undo or a redo changes, before → after, as values and in sentences."""

from collections.abc import Sequence

from scorer_table import accept, dealt, opening, play, trick, whole_hand

from scorer.cards import Card
from scorer.change_words import change_sentences
from scorer.disputes import change_of, game_standing
from scorer.events import (
    Choose,
    Concede,
    Correct,
    CorrectRun,
    Count,
    Cut,
    Deal,
    Event,
    GameStart,
    Note,
    PegCorrection,
    Penalty,
    Recount,
    Redo,
    Revoke,
    Undo,
    start_of_match,
)
from scorer.frozenmap import FrozenMap
from scorer.referee import Admission, admit, replay, run_for
from scorer.seats import Seat
from scorer.variant import load_variant

FIRST = trick("N", "QH 2H 3H 4H")
SECOND = trick("N", "KC 7C 2C 3C")


def correct(hand: int, number: int, position: int, card: str, drop: tuple[int, ...] = ()) -> Correct:
    return Correct(hand, number, position, Card.parse(card), drop)


def told(record: Sequence[Event], event: Event) -> tuple[str, ...]:
    """The sentences of what the event changes; backwards they are as many."""
    answer = admit(record, event)
    assert isinstance(answer, Admission), answer
    assert answer.before is not None
    sentences = change_sentences(change_of(answer.before, answer.after))
    assert all(text.endswith(".") and "{" not in text and "None" not in text for text in sentences), sentences
    assert len(change_sentences(change_of(answer.after, answer.before))) == len(sentences)
    return sentences


def test_a_card_three_hands_back_moves_winner_points_count_and_score() -> None:
    record: list[Event] = [*whole_hand(), Deal(Seat.N), trick("E", "9D 2D 3D 4D"), trick("E", "QD 5D 6D 7D")]
    run = run_for(record, correct(2, 1, 1, "AD"))
    assert run is not None
    assert told(record, run) == (
        "Hand 2, trick 1, South: the two of diamonds → the ace of diamonds.",
        "Hand 2, trick 1, won by East → South.",
        "Hand 2, trick 1, pegged: 9 for East and West → 13 for North and South.",
        "Hand 2, trick 2, led by East → South, the cards in the same order.",
        "Hand 2, trick 2, won by East → South.",
        "Hand 2, trick 2, pegged: 12 for East and West → 12 for North and South.",
        "Hand 2, count for game: North and South 0 → 6, East and West 2 → 0.",
        "Score: North and South 52 → 77, East and West 21 → 0.",
        "Next to play: East → South.",
    )
    change = change_of(replay(record), accept(record, run))
    assert [hand.number for hand in change.hands] == [2] and not change.nothing
    assert [t.number for t in change.hands[0].tricks] == [1, 2]
    assert change.hands[0].counts == (sides(0, 2), sides(6, 0))


def test_points_for_the_same_side_and_new_trumps() -> None:
    record = [*dealt(), trick("N", "QH 5H 3H 4H"), SECOND]
    assert told(record, correct(1, 1, 1, "2H")) == (
        "Hand 1, trick 1, East: the five of hearts → the two of hearts.",
        "Hand 1, trick 1, pegged by North and South: 12 → 2.",
        "Score: North and South 12 → 2, East and West 0.",
    )
    assert told([*dealt(), FIRST], correct(1, 1, 0, "QS"))[0] == "Hand 1, trumps: hearts → spades."


def test_a_win_made_drops_what_came_after_and_unmade_it_is_in_play_again() -> None:
    record: list[Event] = [*dealt(scores={"NS": 81}), FIRST, SECOND, Penalty("NS", 3)]
    assert told(record, correct(1, 1, 1, "5H", (5, 6))) == (
        "Hand 1, trick 1, East: the two of hearts → the five of hearts.",
        "Hand 1, trick 1, pegged by North and South: 2 → 12.",
        "Hand 1, trick 2 (KC, 7C, 2C, 3C) no longer counts.",
        "Hand 1: in play → ended by a win.",
        "Hand 1, the penalty: East and West +3 → nothing.",
        "Score: North and South 83 → 93, East and West 3 → 0.",
        "The game: not over → won by North and South in hand 1, trick 1.",
    )
    accept(record, correct(1, 1, 1, "5H", (5, 6)))
    assert "Hand 1, the penalty: nothing → East and West +3." in told(record, Undo())
    won: list[Event] = [*dealt(scores={"NS": 81}), trick("N", "QH 5H 3H 4H")]
    assert told(won, correct(1, 1, 1, "2H"))[2:] == (
        "Hand 1: ended by a win → in play.",
        "Score: North and South 93 → 83, East and West 0.",
        "The game: won by North and South in hand 1, trick 1 → not over.",
    )


def sides(first: int, second: int) -> FrozenMap[str, int]:
    return FrozenMap({"NS": first, "EW": second})


def counted_phat() -> list[Event]:
    return [*opening("phat"), Deal(Seat.W), Count(sides(60, 20), sides(40, 40))]


def test_the_muck_its_bonus_and_what_is_carried_over() -> None:
    assert told(counted_phat(), Recount(1, sides(42, 38))) == (
        "Hand 1, muck: North and South 40 → 42, East and West 40 → 38.",
        "Hand 1, bonus for the muck: no points → 8 for North and South.",
        "Hand 1, carried over: 8 → 0.",
        "Score: North and South 60 → 68, East and West 20.",
    )


def test_totals_undone_leave_the_hand_in_play_and_its_muck_uncounted() -> None:
    sentences = told(counted_phat(), Undo())
    assert sentences[:2] == (
        "Hand 1: entered as totals → in play.",
        "Hand 1, muck: North and South 40, East and West 40 → not counted.",
    )
    assert "To pitch: East → North." in sentences


def test_a_hand_that_comes_or_goes_and_a_single_card() -> None:
    assert told(opening(), Deal(Seat.W)) == ("Hand 1 counts now.",)
    assert told(dealt(), Undo()) == ("Hand 1 no longer counts.",)
    assert told([*dealt(), play("N", "QH")], play("E", "2H")) == (
        "Hand 1, trick 1, East: no card → the two of hearts.",
        "Next to play: East → South.",
    )
    assert told([*dealt(), play("N", "QH"), play("E", "2H")], Undo())[0] == (
        "Hand 1, trick 1, East: the two of hearts → no card."
    )


def test_tricks_taken_away_and_brought_back() -> None:
    record: list[Event] = [*dealt(), FIRST, SECOND]
    assert told(record, Undo()) == (
        "Hand 1, trick 2 (KC, 7C, 2C, 3C) no longer counts.",
        "Hand 1, count for game: North and South 5 → 2, East and West 0.",
    )
    assert told([*record, Undo()], Redo())[0] == "Hand 1, trick 2 (KC, 7C, 2C, 3C) counts now."
    swapped = CorrectRun(1, 2, (trick("N", "7C KC 2C 3C"),))
    assert told(record, swapped)[:3] == (
        "Hand 1, trick 2, North: the king of clubs → the seven of clubs.",
        "Hand 1, trick 2, East: the seven of clubs → the king of clubs.",
        "Hand 1, trick 2, won by North → East.",
    )


def test_a_note_changes_nothing() -> None:
    assert told(dealt(), Note("talked")) == ("Score, cards and turn stay as they are.",)
    state = replay(dealt())
    assert change_of(state, state).nothing


def test_what_was_moved_for_a_revoke_follows_the_corrected_card() -> None:
    record: list[Event] = [
        *dealt("phat"),
        trick("N", "2H 9H 3H 4H"),
        trick("E", "KC AD 9C AC"),
        trick("N", "QC 7C 5C 8C"),
        Revoke(Seat.S, 2),
    ]
    assert replay(record).penalties[0].pegs, "the five of clubs proves the revoke"
    sentences = told(record, correct(1, 2, 2, "2C"))
    revoke = "Hand 1, the revoke called: North and South -9, East and West +9 → no points."
    assert revoke in sentences and sentences[1] == "Hand 1, trick 2, pegged: 9 for North and South → no points."
    assert told(record, Undo())[0] == ("Hand 1, the revoke called: North and South -9, East and West +9 → nothing.")


def test_of_equal_penalties_each_is_told_once() -> None:
    record: list[Event] = [*dealt(), Penalty("NS", 3), Penalty("NS", 3), PegCorrection("NS", 2), Penalty("EW", 1)]
    change = change_of(replay(record), replay(record[:-3]))
    assert [(p.before and p.before.code, p.after) for p in change.penalties] == [
        ("penalty", None),
        ("peg_correction", None),
        ("penalty", None),
    ]
    assert "Hand 1, the peg set right: North and South +2 → nothing." in told(record[:-1], Undo())


# Games, legs and the match


def legs(match: str = "best_of_3_legs") -> list[Event]:
    """A match of legs or games of which North and South won the first in its first trick."""
    rules = load_variant("nine_card_cheshire", {"match": match})
    assert rules.target is not None
    near = FrozenMap({"NS": rules.target - 5, "EW": 0})
    record: list[Event] = [start_of_match("m1", rules), GameStart(Seat.N, None, near)]
    return [*record, Deal(Seat.W), trick("N", "AH 5H 3H 4H")]


def test_a_leg_won_or_begun_and_taken_back() -> None:
    record = legs()
    sentences = told(record, Undo())
    assert "Leg 1: won by North and South in hand 1, trick 1 → not over." in sentences
    assert "Legs won: North and South 1 → 0, East and West 0." in sentences
    begun: list[Event] = [*record, GameStart(Seat.E)]
    assert told(begun, Undo())[0] == "Leg 2 is not begun."
    assert told([*begun, Undo()], Redo())[0] == "Leg 2 is begun."
    assert game_standing(replay(begun), 3) is None


def test_the_end_of_a_match_of_games() -> None:
    record: list[Event] = [
        *legs("best_of_3"),
        GameStart(Seat.E),
        Deal(Seat.N),
        trick("E", "2H 3H 4H 5H"),
        Concede("EW"),
    ]
    assert told(record, Undo()) == (
        "Hand 2: given up → in play.",
        "Game 2: won by North and South in hand 2 → not over.",
        "Games won: North and South 2 → 1, East and West 0.",
        "The match: won by North and South → not over.",
    )
    assert told(record[:-2], Undo())[0] == "Hand 2 no longer counts."
    assert told(record[:-3], Undo())[0] == "Game 2 is not begun."


def test_a_drawn_game_and_the_pitch_that_was_cut_for() -> None:
    drawn: list[Event] = [
        *opening("irish_don", hands_played=1),
        Deal(Seat.W),
        Count(sides(40, 40), last_scoring_side="NS"),
    ]
    assert "The game: drawn → not over." in told(drawn, Undo())
    cut: list[Event] = [start_of_match("m1", load_variant("nine_card_lancashire")), GameStart()]
    cut.append(Cut(FrozenMap({Seat.N: Card.parse("KH"), Seat.E: Card.parse("2D")})))
    assert told([*cut, Choose(Seat.S)], Undo()) == ("To pitch: South → nobody.",)


def test_bonus_for_high_low_and_the_jack() -> None:
    record: list[Event] = [
        *opening(options={"bonus_scheme": "5+1+1+1"}),
        Deal(Seat.W),
        Count(sides(20, 24), sides(50, 30), FrozenMap({"high": "NS", "low": "EW", "jack": "NS"})),
    ]
    sentences = told(record, Undo())
    assert "Hand 1, bonus for high: 1 for North and South → no points." in sentences
    assert "Hand 1, bonus for the jack: 1 for North and South → no points." in sentences
    assert "Hand 1, count for game: North and South 50, East and West 30 → not counted." in sentences


def test_a_variant_without_a_count_tells_none() -> None:
    record: list[Event] = [*dealt("irish_don"), trick("N", "QH 10H 3H 4H"), trick("N", "KC 7C 2C 3C")]
    assert not any("count for" in text or "muck" in text for text in told(record, Undo()))
