"""Small things that would be missed only at the table: found by changing the program on purpose (`make mutation`)."""

import pytest
from scorer_table import LANCASHIRE, accept, cards, dealt, opening, refused, trick, whole_hand

from scorer.board import PegPair
from scorer.cards import Card, Rank, Suit
from scorer.changed import changed
from scorer.events import (
    Call,
    Concede,
    Correct,
    CorrectRun,
    Count,
    Cut,
    Deal,
    Event,
    GameStart,
    Penalty,
    Recount,
    Revoke,
    Trick,
    Undo,
    Void,
)
from scorer.frozenmap import FrozenMap
from scorer.notation import read
from scorer.record import RecordError, plain_events
from scorer.referee import Refusal, admit, replay
from scorer.seats import Seat
from scorer.trick import Reason, winner_index

THREE_TENS = (
    "N 7D 5D JD KD / W 8D 3D QD AH / E 4H 5H KH 9H / W QS 9S 7S JS / W 8H JH 10H 3H / N 3C 10C QC 2C / "
    "S 10S 2S KS 8S / N 6C KC 4C 7H / E 2D 5S 4D AD / N 6H 2H 9C QH / W 3S JC 9D 4S / E 6D AC 10D 5C / W AS 7C 8C 6S"
)
TWO_TENS = (
    "W KD AD 8D 9D / N 10H 7H KH 6H / S JC QC 7C 6C / W 3C KC 5C 10C / N 3H QH 3S 9H / E KS 2S 4S 9S / "
    "E AS 10S JH 6S / E 5D 6D 7D JD / N 5H 4H 5S AH / W QD 9C 2D 7S / W 4C QS 8C AC / S JS 4D 8S 3D / W 2H 8H 10D 2C"
)
"""Two deals of Phat with the muck at 40 each; North and South win three tens in the first, two in the second."""


def phat(deal: str, options: dict[str, object] | None = None, carry: int = 0) -> list[Event]:
    tricks = [part.strip().split(" ", 1) for part in deal.split("/")]
    return [*dealt("phat", options, tricks[0][0], carry=carry), *[trick(leader, text) for leader, text in tricks]]


def test_three_tens_decide_a_level_muck_only_by_option() -> None:
    """RULES.md 3.5, `bonus_tie`."""
    tens: dict[str, object] = {"bonus_tie": "tens_then_carry"}
    state = replay(phat(THREE_TENS, tens, carry=8))
    assert state.hands[0].game_count == {"NS": 40, "EW": 40} and state.hands[0].bonus_parts == (("game", "NS", 16),)
    assert state.carry == 0 and state.hands[0].pegs[0].reason == Reason("bonus_tens", None, None, "3.5")
    assert replay(phat(TWO_TENS, tens, carry=8)).carry == 16
    plain = replay(phat(THREE_TENS))
    assert plain.hands[0].bonus_parts == () and plain.carry == 8 and plain.hands[0].pegs == ()


def test_the_muck_and_the_bonus_for_game_are_told_apart() -> None:
    ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    muck = replay([*dealt("phat"), *[trick("N", f"{r}H {r}C {r}D {r}S") for r in ranks]]).hands[0]
    assert muck.pegs[0].reason == Reason("bonus_muck", None, None, "3.5")
    assert replay(whole_hand()).hands[0].pegs[0].reason == Reason("bonus_game", None, None, "3.1")


def test_low_to_who_was_dealt_it_is_a_player_where_everybody_plays_alone() -> None:
    """RULES.md 3.1 and 6, `low_point_to`, in Blind Don."""
    record = opening("blind_don_stalybridge", {"low_point_to": "dealt"})
    accept(record, Deal(Seat.S), Call(Suit.HEARTS))
    pack = [f"{r}{s}" for s in "CDS" for r in ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3")]
    tricks = [trick("N", "AH 2H"), *[trick("N", f"{pack[n]} {pack[n + 1]}") for n in range(0, 34, 2)]]
    state = accept(record, *tricks)
    assert state.hands[0].bonus_parts == (("high", "N", 1), ("low", "S", 1), ("game", "N", 5))


def test_a_trick_remembers_who_led_it() -> None:
    state = replay([*dealt(), trick("N", "2H AH 3H 4H"), trick("E", "KC 2C 3C 4C")])
    assert state.hand is not None and [t.leader for t in state.hand.tricks] == [Seat.N, Seat.E]
    assert state.to_go("NS") == 91 and state.to_go("EW") == 87 and replay(dealt("irish_don")).to_go("NS") is None


def test_the_first_card_led_stands_until_it_is_beaten() -> None:
    assert winner_index(cards("9C"), Suit.HEARTS) == 0
    assert winner_index(cards("9C 9D 9S"), Suit.HEARTS) == 0


# From game to game


def test_the_pitch_goes_on_from_who_pitched_last_not_from_who_would_have() -> None:
    options: dict[str, object] = {"match": "first_to_2"}
    level = Count(FrozenMap({"NS": 10, "EW": 10}), FrozenMap({"NS": 10, "EW": 10}))
    record = [*dealt(LANCASHIRE, options), level, Concede("EW")]
    assert replay(record).pitcher is Seat.E, "between hands East is the next to pitch"
    assert accept(record, GameStart()).pitcher is Seat.E, "and still is"
    unplayed = [*opening(LANCASHIRE, options), Concede("EW")]
    assert accept(unplayed, GameStart()).pitcher is Seat.N, "North was to pitch and never did"
    void = [*dealt(LANCASHIRE, options), trick("N", "AH 2H 3H 4H"), Void("51 cards"), Concede("EW")]
    assert accept(void, GameStart()).pitcher is Seat.N, "a void hand is pitched again by the same player"


def irish(record: list[Event], ns: int, last: str | None = None) -> None:
    for points in (ns, 80 - ns if last else 40):
        dealer = replay(record).dealer
        assert dealer is not None
        accept(record, Deal(dealer), Count(FrozenMap({"NS": points, "EW": 80 - points}), last_scoring_side=last))


def test_a_new_game_forgets_how_the_last_one_was_won() -> None:
    """A revoke can be called after a win only until the next game begins."""
    record = dealt(LANCASHIRE, {"match": "first_to_2"}, "N", {"NS": 90})
    assert accept(record, trick("N", "AH 2H 3H 4H")).undecided is not None
    assert accept(record, GameStart()).undecided is None
    bonus = [*dealt(LANCASHIRE, {"match": "first_to_2"}, "N", {"NS": 40}), *whole_hand()[3:]]
    assert replay(bonus).undecided is not None and accept(bonus, GameStart()).undecided is None


def test_totals_are_at_least_what_all_tricks_entered_have_pegged() -> None:
    record = [*dealt("phat"), trick("N", "AH 2H 3H 4H"), trick("N", "KH 6H 7H 8H")]
    counts = FrozenMap({"NS": 40, "EW": 40})
    assert refused(record, Count(FrozenMap({"NS": 6, "EW": 74}), counts)) == "IMPOSSIBLE_COUNT"
    assert accept(record, Count(FrozenMap({"NS": 7, "EW": 73}), counts)).scores == {"NS": 7, "EW": 73}


def test_a_drawn_decider_is_played_again_by_the_next_pitcher() -> None:
    """RULES.md 3.4: at 1-1 the marker card decides; a drawn game is replayed with the next pitcher."""
    record = opening("irish_don", {"match": "best_of_3", "tie_rule": "draw"}, "S")
    irish(record, 50)
    accept(record, GameStart())
    irish(record, 30)
    assert accept(record, GameStart()).pitcher is None
    accept(record, Cut(FrozenMap({Seat.E: Card.parse("2D")})))
    irish(record, 50, last="NS")
    state = replay(record)
    assert state.games_won == {"NS": 1, "EW": 1} and state.winners == ()
    state = accept(record, GameStart())
    assert state.pitcher is Seat.W and not state.game.by_marker
    assert state.game.start_scores == state.scores == {"NS": 0, "EW": 0} and state.undecided is None
    assert state.pegs["NS"].front == 0 and state.won_at is None


def test_everybody_who_cut_at_first_is_remembered_when_some_cut_again() -> None:
    record = opening("phat")[:1]
    accept(record, Cut(FrozenMap(dict(zip(Seat, cards("4H 4C AS KS"), strict=True)))))
    state = accept(record, Cut(FrozenMap({Seat.N: Card.parse("9H"), Seat.E: Card.parse("8C")})))
    assert state.pitcher is Seat.E and state.game.cut_by == tuple(Seat)


# The record


def test_all_but_the_start_of_the_match_is_taken_back() -> None:
    record = opening()
    assert accept(record, Undo()) == replay(opening()[:1])
    assert refused(record, Undo()) == "NOTHING_TO_UNDO"


def test_a_duplicate_is_named_with_its_trick_and_a_missing_card_with_its_place() -> None:
    record: list[Event] = [*dealt(), trick("N", "QH 2H 3H 4H"), trick("N", "KC 7C 2C 3C")]
    answer = admit(record, Correct(None, 1, 1, Card.parse("7C")))
    assert isinstance(answer, Refusal) and answer.params == {"card": Card.parse("7C"), "trick": 2}
    answer = admit(record, Correct(None, 1, 4, Card.parse("9C")))
    assert isinstance(answer, Refusal) and answer.code == "NO_SUCH_CARD"
    assert answer.params == {"hand": 1, "trick": 1, "position": 5}


def test_cards_are_read_back_from_the_hand_that_was_asked_for() -> None:
    plain = plain_events([*whole_hand(), Deal(Seat.N), trick("E", "9D 2D 3D 4D")])
    assert plain.cards_of(2) == cards("9D 2D 3D 4D") and plain.cards_of(1)[:4] == cards("AH 5C 5S 5D")
    with pytest.raises(RecordError):
        plain.need_hand(CorrectRun(3, 1, ()))


def test_what_lies_between_two_tricks_stays_between_them_when_a_longer_run_takes_their_place() -> None:
    first, second, third = trick("N", "QH 2H 3H 4H"), trick("N", "KC 7C 2C 3C"), trick("N", "AS 2S 5S 3S")
    record: list[Event] = [*dealt(), first, second, Penalty("EW", 3), third]
    more = (*(second, third), Trick(Seat.N, cards("AC 4C 8C 9C")))
    state = accept(record, CorrectRun(None, 2, more))
    assert state.hand is not None and len(state.hand.tricks) == 4 and state.penalties[0].after_trick == 2


def test_pegs_are_only_set_back_to_a_score_passed_before() -> None:
    assert PegPair(9, 4).set_back(6) == PegPair(6, 4) and PegPair(9, 8).set_back(0) == PegPair(0, 0)
    for score in (-1, 10):
        with pytest.raises(ValueError, match="passed before"):
            PegPair(9, 4).set_back(score)


def test_ranks_are_in_order() -> None:
    assert Rank.TWO <= Rank.TWO <= Rank.ACE and not Rank.ACE <= Rank.KING


def test_a_recount_of_cards_names_the_sides_of_the_game() -> None:
    counts = FrozenMap({"NS": 30, "EW": 30, "X": 0})
    assert refused(whole_hand(), Recount(1, counts)) == "UNKNOWN_SIDE"


def test_a_win_in_a_trick_that_still_stands_after_a_call_stays_where_it_was() -> None:
    revoke = [trick("N", "AH 2H 3H 4H"), trick("N", "KC 7C 6D 5C"), trick("N", "QC 9C 3C 10C")]
    record = [*dealt(LANCASHIRE, {"revoke_penalty": "transfer_trick"}, "N", {"NS": 81}), *revoke]
    won = accept(record, trick("N", "KH 9H 5H 8H"))
    assert won.winner == "NS" and won.scores["NS"] == 112
    state = accept(record, Revoke(Seat.S, 2))
    assert state.winner == "NS" and state.won_at == won.won_at and state.scores == {"NS": 107, "EW": 5}


def test_the_score_may_be_left_out_after_a_trick() -> None:
    """docs/notation.md: what stands after the arrow is checked as far as it is there."""
    text = '[Variant "nine_card_lancashire"]\npitcher N\n1. N AH 2H 3H 4H -> N 4\n'
    assert read(text).state.scores == {"NS": 4, "EW": 0}


def test_a_changed_copy_leaves_the_value_as_it_was() -> None:
    before = PegPair(9, 4)
    assert changed(before, back=5) == PegPair(9, 5) and before == PegPair(9, 4)
    assert changed(before) == before
    with pytest.raises(KeyError):
        changed(before, middle=1)
