"""Only the totals of a hand are entered, and recounts (RULES.md 4.1, event `count`; 4.3)."""

import pytest
from scorer_table import LANCASHIRE, accept, dealt, opening, play, refused, trick, whole_hand

from scorer.events import Concede, CorrectRun, Count, Deal, Event, Penalty, Recount, Undo
from scorer.frozenmap import FrozenMap
from scorer.match import Phase, WonAt
from scorer.referee import Admission, Refusal, admit, replay
from scorer.seats import Seat


def count(
    ns: int,
    ew: int,
    game: tuple[int, int] | None = None,
    bonus: dict[str, str] | None = None,
    last: str | None = None,
    first: str | None = None,
) -> Count:
    counts = FrozenMap({"NS": game[0], "EW": game[1]}) if game else None
    return Count(FrozenMap({"NS": ns, "EW": ew}), counts, FrozenMap(bonus or {}), last, first)


def test_points_and_count_stand_for_the_cards() -> None:
    record = dealt(scores={"NS": 5})
    state = accept(record, count(30, 10, (40, 20)))
    assert state.scores == {"NS": 43, "EW": 10} and state.phase is Phase.BETWEEN_HANDS
    hand = state.hands[0]
    assert hand.ended == "counted" and hand.game_count == {"NS": 40, "EW": 20} and hand.tricks == ()
    assert [(p.side, p.points, p.reason.code) for p in hand.pegs] == [
        ("NS", 30, "counted"), ("EW", 10, "counted"), ("NS", 8, "bonus_game"),
    ]  # fmt: skip
    assert hand.bonus_parts == (("game", "NS", 8),) and state.pitcher is Seat.E and state.game.hands_played == 1


def test_level_counts_give_nobody_the_bonus() -> None:
    assert accept(dealt(), count(20, 10, (30, 30))).scores == {"NS": 20, "EW": 10}


def test_what_the_totals_do_not_show_of_a_split_bonus_is_told() -> None:
    record = dealt(LANCASHIRE, {"bonus_scheme": "5+1+1+1"}, scores={"NS": 70, "EW": 60})
    state = accept(record, count(20, 20, (30, 20), {"high": "EW", "low": "NS", "jack": "EW"}))
    assert state.hands[0].bonus_parts == (("high", "EW", 1), ("low", "NS", 1))
    assert state.winner == "NS" and state.won_at == WonAt("bonus", 1, part="low", deal=1)
    assert accept(dealt(LANCASHIRE, {"bonus_scheme": "6+1+1"}), count(9, 0, (3, 9), {"high": "NS"})).scores == {
        "NS": 10,
        "EW": 6,
    }


def test_one_side_out_on_points_wins_without_a_bonus() -> None:
    state = accept(dealt(scores={"NS": 70, "EW": 85}), count(21, 5))
    assert state.winner == "NS" and state.scores == {"NS": 91, "EW": 90} and state.hands[0].game_count is None
    assert state.won_at == WonAt("count", 1, deal=1)


def test_both_sides_out_on_points_asks_who_was_first() -> None:
    record = dealt(scores={"NS": 80, "EW": 85})
    assert refused(record, count(20, 15, (40, 20))) == "FIRST_OUT_NEEDED"
    assert refused(record, count(20, 15, (40, 20), last="NS")) == "FIRST_OUT_NEEDED"
    state = accept(record, count(20, 15, (40, 20), first="EW"))
    assert state.winner == "EW" and state.scores == {"NS": 100, "EW": 100}
    assert refused(dealt(scores={"NS": 80}), count(20, 15, (40, 20), first="EW")) == "IMPOSSIBLE_COUNT"
    assert accept(dealt(scores={"NS": 80}), count(20, 15, first="NS")).winner == "NS"


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (count(35, 12, (40, 20)), "sum"),
        (count(-1, 12, (40, 20)), "below"),
        (count(30, 12), "game_missing"),
        (count(30, 12, (-1, 20)), "below"),
        (count(30, 12, (61, 20)), "game_sum"),
        (count(30, 12, (40, 20), {"ace": "NS"}), "bonus"),
        (Count(FrozenMap({"NS": 30}), FrozenMap({"NS": 30, "EW": 3})), "missing"),
        (Count(FrozenMap({"NS": 30, "EW": 3}), FrozenMap({"NS": 30})), "game_missing"),
    ],
)
def test_totals_that_cannot_be_are_refused(event: Count, reason: str) -> None:
    answer = admit(dealt(), event)
    assert not isinstance(answer, Admission) and answer.params["reason"] == reason
    assert refused(dealt(), event) == "IMPOSSIBLE_COUNT"


@pytest.mark.parametrize(
    "event",
    [
        Count(FrozenMap({"NS": 30, "EW": 1, "X": 1})),
        count(30, 1, (1, 1), last="X"),
        count(30, 1, (1, 1), first="X"),
        count(30, 1, (1, 1), {"high": "X"}),
        Count(FrozenMap({"NS": 30, "EW": 1}), FrozenMap({"NS": 1, "EW": 1, "X": 0})),
    ],
)
def test_only_sides_of_the_game_can_be_counted(event: Count) -> None:
    assert refused(dealt(), event) == "UNKNOWN_SIDE"


def test_a_pack_dealt_out_has_to_add_up() -> None:
    """RULES.md 4.1: Phat and Irish sums are exactly 80."""
    assert refused(dealt("phat"), count(40, 39, (40, 40))) == "IMPOSSIBLE_COUNT"
    assert refused(dealt("phat"), count(40, 40, (40, 39))) == "IMPOSSIBLE_COUNT"
    state = accept(dealt("phat"), count(40, 40, (38, 42)))
    assert state.scores == {"NS": 40, "EW": 48}
    assert refused(dealt("irish_don"), count(40, 41)) == "IMPOSSIBLE_COUNT"
    assert accept(dealt("irish_don"), count(40, 40)).scores == {"NS": 40, "EW": 40}


def test_the_sum_is_not_asked_for_once_a_side_is_out() -> None:
    assert accept(dealt("phat", scores={"NS": 170}), count(11, 3)).winner == "NS"
    assert refused(dealt("phat", scores={"NS": 170}), count(11, 70)) == "IMPOSSIBLE_COUNT"


def test_a_level_muck_is_carried_and_the_tens_may_decide() -> None:
    """RULES.md 3.5."""
    record = dealt("phat", carry=8)
    state = accept(record, count(40, 40, (40, 40)))
    assert state.carry == 16 and state.hands[0].carry_after == 16 and state.scores == {"NS": 40, "EW": 40}
    record.append(Deal(Seat.N))
    state = accept(record, count(40, 40, (30, 50)))
    assert state.scores == {"NS": 80, "EW": 104} and state.carry == 0
    tens = dealt("phat", {"bonus_tie": "tens_then_carry"}, carry=8)
    assert accept(tens, count(40, 40, (40, 40), {"tens": "EW"})).scores == {"NS": 40, "EW": 56}
    tens = dealt("phat", {"bonus_tie": "tens_then_carry"})
    assert accept(tens, count(40, 40, (40, 40))).carry == 8
    plain = dealt("phat")
    assert accept(plain, count(40, 40, (40, 40), {"tens": "EW"})).carry == 8


def irish(deal_two: Count, first: tuple[int, int] = (50, 30), options: dict[str, object] | None = None) -> list[Event]:
    record = [*dealt("irish_don", options), count(*first)]
    return [*record, Deal(replay(record).dealer or Seat.N), deal_two]


def test_an_irish_game_from_totals() -> None:
    """RULES.md 3.4: at 80-80 the side that took the last trick with points loses."""
    assert replay(irish(count(31, 49))).winner == "NS"
    assert replay(irish(count(29, 51))).winner == "EW"
    level = irish(count(30, 50))[:-1]
    assert refused(level, count(30, 50)) == "FIRST_OUT_NEEDED"
    state = accept(list(level), count(30, 50, last="NS"))
    assert state.winner == "EW" and state.won_at == WonAt("end_of_match", 2, deal=2)
    assert accept(list(level), count(30, 50, first="NS")).winner == "NS"
    drawn = irish(count(30, 50), options={"tie_rule": "draw"})
    assert replay(drawn).winners == () and replay(drawn).match_over


def test_who_was_at_80_after_the_first_deal_is_not_asked_again() -> None:
    state = replay(irish(count(0, 80), (80, 0)))
    assert state.winner == "NS" and state.scores == {"NS": 80, "EW": 80}


def test_the_sum_of_the_second_deal_may_be_short_once_a_side_is_there() -> None:
    assert replay(irish(count(31, 20))).winner == "NS"


def test_a_count_for_game_beyond_the_pack_is_no_count_even_where_a_side_is_out() -> None:
    """RULES.md 4.1: the sum of the count for game is at most 80."""
    record = dealt(scores={"NS": 90})
    assert refused(record, count(20, 10, (41, 40))) == "IMPOSSIBLE_COUNT"
    assert accept(record, count(20, 10, (40, 40))).winner == "NS"


def test_totals_may_follow_tricks_already_entered() -> None:
    record = [*dealt("phat"), trick("N", "AH 2H 3H 4H")]
    assert refused(record, count(3, 77, (40, 40))) == "IMPOSSIBLE_COUNT"
    assert refused(record, count(40, 40, (3, 77))) == "IMPOSSIBLE_COUNT"
    state = accept(record, count(40, 40, (40, 40)))
    assert state.scores == {"NS": 40, "EW": 40}
    assert [(p.side, p.points) for p in state.hands[0].pegs] == [("NS", 36), ("EW", 40)]
    assert refused([*dealt(), play("N", "AH")], count(30, 10, (40, 20))) == "TRICK_UNFINISHED"
    assert refused(whole_hand(), count(30, 10, (40, 20))) == "HAND_OVER"
    assert refused(opening(), count(30, 10, (40, 20))) == "WRONG_PHASE"


# Recounts


def recount(ns: int, ew: int, hand: int | None = None, drop: tuple[int, ...] = ()) -> Recount:
    return Recount(hand, FrozenMap({"NS": ns, "EW": ew}), drop)


def test_a_recount_moves_the_bonus_and_all_after_it() -> None:
    record = [*dealt("phat"), *[trick("N", f"{r}H {r}C {r}D {r}S") for r in ("A", "K", "Q", "J")]]
    rest = ("10", "9", "8", "7", "6", "5", "4", "3", "2")
    record += [trick("N", f"{r}H {r}C {r}D {r}S") for r in rest]
    assert replay(record).scores == {"NS": 88, "EW": 0}
    record.append(Deal(Seat.N))
    state = accept(record, recount(38, 42, 1))
    assert state.scores == {"NS": 80, "EW": 8} and state.hands[0].game_count == {"NS": 38, "EW": 42}
    assert state.hand is not None and state.hand.scores_before == state.scores
    assert accept(record, recount(40, 40, 1)).carry == 8
    assert accept(record, Undo(), Undo()).scores == {"NS": 88, "EW": 0}
    assert refused(record, recount(40, 41, 1)) == "IMPOSSIBLE_COUNT"
    assert refused(record, recount(40, 40)) == "NO_SUCH_HAND"
    assert refused(record, recount(40, 40, 3)) == "NO_SUCH_HAND"


def test_a_recount_of_totals_entered() -> None:
    record = [*dealt(), count(30, 10, (40, 20)), Deal(Seat.N)]
    state = accept(record, recount(20, 40, 1))
    assert state.scores == {"NS": 30, "EW": 18} and state.hands[0].game_count == {"NS": 20, "EW": 40}
    assert refused(record, recount(70, 20, 1)) == "IMPOSSIBLE_COUNT"


def test_a_recount_that_ends_the_game_earlier_lists_what_came_after() -> None:
    record = [*dealt(scores={"EW": 80}), count(30, 5, (40, 20)), Deal(Seat.N), Penalty("EW", 1)]
    answer = admit(record, recount(20, 40, 1))
    assert not isinstance(answer, Admission) and answer.code == "LATER_EVENTS_CONFLICT"
    assert answer.params["entries"] == (5, 6)
    state = accept(record, recount(20, 40, 1, (5, 6)))
    assert state.winner == "EW" and state.scores == {"NS": 30, "EW": 93}


def test_a_recount_names_the_sides_of_the_game() -> None:
    record = [*dealt(), count(30, 10, (40, 20))]
    assert refused(record, Recount(1, FrozenMap({"NS": 30, "EW": 30, "X": 0}))) == "UNKNOWN_SIDE"


def test_a_recount_belongs_to_its_hand_and_is_dropped_with_it() -> None:
    """A shorter first hand leaves no place for the second, nor for what was counted again in it."""
    record: list[Event] = [*whole_hand(), Deal(Seat.N)]
    record += [
        trick("E", text) for text in ("AS 2S 3S 4S", "KS 5S 6S 7S", "QS 8S 9S 10S", "AD 2D 3D 4D", "KD 5D 6D 7D")
    ]
    record += [trick("E", text) for text in ("QD 8D 9D 10D", "AC 2C 3C 4C", "KC 5C 6C 7C", "QC 8C 9C 10C")]
    accept(record, recount(10, 20, 2))
    answer = admit(record, CorrectRun(1, 9, ()))
    assert isinstance(answer, Refusal) and answer.code == "LATER_EVENTS_CONFLICT"
    entries = answer.params["entries"]
    assert isinstance(entries, tuple) and len(record) in entries
    state = accept(record, CorrectRun(1, 9, (), entries))
    assert state.hand is not None and state.hand.number == 1 and state.hand.recount is None


def test_what_was_not_counted_can_not_be_recounted() -> None:
    assert refused([*dealt("irish_don"), count(40, 40)], recount(40, 40, 1)) == "NOTHING_TO_COUNT"
    assert refused([*dealt(), Concede("NS")], recount(40, 40)) == "NO_SUCH_HAND"
    assert refused(dealt(), recount(40, 40)) == "NO_SUCH_HAND"
