"""Revokes called, plays out of turn, penalties, pegs set right, void hands and misdeals (RULES.md 4.1, 4.3, 4.5)."""

import pytest
from revoke_hands import RANKS, SOUTH_REVOKES, WEST_REVOKES, hand_with_revoke, with_penalty
from scorer_table import LANCASHIRE, accept, dealt, opening, play, refused, trick, whole_hand

from scorer.board import PegPair
from scorer.cards import Card, Suit
from scorer.events import (
    Call,
    Count,
    Deal,
    Event,
    GameStart,
    Misdeal,
    Note,
    PegCorrection,
    Penalty,
    Revoke,
    SeatLayout,
    Void,
)
from scorer.frozenmap import FrozenMap
from scorer.match import Phase, WonAt
from scorer.referee import replay
from scorer.seats import Seat


def test_walton_costs_all_points_of_the_pitch_and_twenty_more_on_the_own_pitch() -> None:
    """RULES.md 4.5: the offender's side loses what it scored in this pitch; its own pitch gives the others 20."""
    record = with_penalty("walton", {"NS": 30, "EW": 40})
    assert replay(record).scores == {"NS": 39, "EW": 40}
    state = accept(record, Revoke(Seat.S, 2))
    assert state.scores == {"NS": 30, "EW": 60} and state.phase is Phase.BETWEEN_HANDS
    assert state.hands[0].ended == "forfeited" and state.hands[0].game_count is None and state.hands[0].pegs == ()
    assert (state.pitcher, state.dealer) == (Seat.E, Seat.N)
    penalty = state.penalties[0]
    assert (penalty.code, penalty.seat, penalty.trick, penalty.against, penalty.after_trick) == (
        "revoke",
        Seat.S,
        2,
        "NS",
        3,
    )
    assert [(peg.side, peg.points, peg.reason.trick) for peg in penalty.pegs] == [
        ("NS", -4, 1), ("NS", -5, 2), ("EW", 20, None),
    ]  # fmt: skip
    assert state.pegs["NS"] == PegPair(30, 29) and state.pegs["EW"] == PegPair(60, 40)


def test_walton_on_the_other_sides_pitch_gives_no_twenty() -> None:
    record = [*dealt(LANCASHIRE, {"revoke_penalty": "walton"}), *WEST_REVOKES]
    assert replay(record).scores == {"NS": 5, "EW": 6}
    state = accept(record, Revoke(Seat.W, 2))
    assert state.scores == {"NS": 5, "EW": 0} and state.phase is Phase.BETWEEN_HANDS


def test_the_twenty_can_win_and_a_win_says_where() -> None:
    record = with_penalty("walton", {"EW": 71})
    state = accept(record, Revoke(Seat.S, 2))
    assert state.winner == "EW" and state.won_at == WonAt("penalty", 1, trick=3, deal=1)
    assert state.scores == {"NS": 0, "EW": 91} and len(state.games) == 1


def test_transfer_moves_the_points_of_the_trick_if_the_offender_had_them() -> None:
    """RULES.md 4.5: the points go to the other side; cards and the next lead stay where they are."""
    record = with_penalty("transfer_trick")
    before = replay(record)
    assert before.hand is not None
    state = accept(record, Revoke(Seat.S, 2))
    assert state.scores == {"NS": 4, "EW": 5} and state.phase is Phase.PLAYING
    assert state.hand is not None
    assert state.hand.tricks == before.hand.tricks and state.leader == before.leader
    other = [*dealt(LANCASHIRE, {"revoke_penalty": "transfer_trick"}), *WEST_REVOKES]
    assert accept(other, Revoke(Seat.W, 2)).scores == {"NS": 5, "EW": 6}, "the other side had the points already"


def test_points_moved_once_are_not_moved_twice() -> None:
    """East and West both revoke in a trick that East won with the trump five: the 10 go over, and stay there."""
    tricks = [trick("N", "AH 2H 3H 4H"), trick("N", "KC 5H 6C 7D"), trick("E", "QC 2C 3C 4C")]
    record = [*dealt(LANCASHIRE, {"revoke_penalty": "transfer_trick"}), *tricks]
    assert replay(record).scores == {"NS": 4, "EW": 10}
    assert accept(record, Revoke(Seat.E, 2)).scores == {"NS": 14, "EW": 0}
    state = accept(record, Revoke(Seat.W, 2))
    assert state.scores == {"NS": 14, "EW": 0} and [len(call.pegs) for call in state.penalties] == [2, 0]


def test_a_transfer_can_win_for_the_other_side() -> None:
    record = with_penalty("transfer_trick", {"EW": 87, "NS": 50})
    state = accept(record, Revoke(Seat.S, 2))
    assert state.winner == "EW" and state.scores == {"NS": 54, "EW": 92}
    assert state.won_at == WonAt("penalty", 1, trick=3, deal=1)


def test_fixed_points_are_pegged_and_play_goes_on() -> None:
    record = with_penalty("fixed:10")
    state = accept(record, Revoke(Seat.S, 2))
    assert state.scores == {"NS": 9, "EW": 10} and state.phase is Phase.PLAYING
    assert refused(record, Revoke(Seat.S, 2)) == "ALREADY_CALLED"


def test_all_points_go_to_the_other_side_and_the_hand_ends() -> None:
    """RULES.md 4.5: 80 in Irish Don, elsewhere all that was pegged so far."""
    state = accept(with_penalty("all_points", {"NS": 10, "EW": 3}), Revoke(Seat.S, 2))
    assert state.scores == {"NS": 10, "EW": 12} and state.phase is Phase.BETWEEN_HANDS
    irish = [*dealt("irish_don", {"revoke_penalty": "all_points"}), *SOUTH_REVOKES]
    # AH 4, 5C 5, and the plain nine of clubs 9: eighteen so far.
    assert replay(irish).scores == {"NS": 18, "EW": 0}
    assert accept(irish, Revoke(Seat.S, 2)).scores == {"NS": 0, "EW": 80}


def test_all_points_of_an_irish_deal_are_eighty_where_totals_followed_the_tricks() -> None:
    record = [*dealt("irish_don", {"revoke_penalty": "all_points"}), *SOUTH_REVOKES]
    state = accept(record, Count(FrozenMap({"NS": 30, "EW": 50})), Revoke(Seat.S, 2))
    assert state.scores == {"NS": 0, "EW": 80} and state.phase is Phase.BETWEEN_HANDS


def test_none_only_notes_it() -> None:
    record = with_penalty("none")
    state = accept(record, Revoke(Seat.S, 2))
    assert state.scores == {"NS": 9, "EW": 0} and state.penalties[0].pegs == () and state.phase is Phase.PLAYING


def test_walton_and_all_points_are_called_once_for_a_side() -> None:
    """A second revoke of the same side in the same hand: its points are gone already."""
    tricks = [
        trick("N", "AH 2H 3H 4H"),
        trick("N", "KC 7C 6D 5C"),
        trick("N", "QC 9C 7D 10C"),
        trick("N", "JC 2C 3C 4C"),
    ]
    record = [*dealt(LANCASHIRE, {"revoke_penalty": "walton"}), *tricks]
    accept(record, Revoke(Seat.S, 2))
    assert refused(record, Revoke(Seat.S, 3)) == "ALREADY_CALLED"
    record = [*dealt(LANCASHIRE, {"revoke_penalty": "transfer_trick"}), *tricks]
    accept(record, Revoke(Seat.S, 2), Revoke(Seat.S, 3))
    assert refused(record, Revoke(Seat.S, 3)) == "ALREADY_CALLED"


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Revoke(Seat.S, 1), "NOT_A_REVOKE"),
        (Revoke(Seat.E, 2), "NOT_A_REVOKE"),
        (Revoke(Seat.S, 3), "NOT_A_REVOKE"),
        (Revoke(Seat.S, 7), "NOT_A_REVOKE"),
        (Revoke(Seat.S, 0), "NOT_A_REVOKE"),
    ],
)
def test_what_the_cards_do_not_prove_is_no_revoke(event: Revoke, code: str) -> None:
    assert refused(with_penalty("walton"), event) == code


# Three players


def three(kind: str) -> list[Event]:
    """East leads; South holds a club face up, plays a diamond, and wins the trick with a trump in the next case."""
    layout = FrozenMap({
        Seat.E: SeatLayout(((None, Card.parse("5C")), *[(None, None)] * 4), None),
        Seat.S: SeatLayout(((None, Card.parse("2C")), (None, Card.parse("2H")), *[(None, None)] * 3), None),
        Seat.W: SeatLayout(((None, Card.parse("9C")), *[(None, None)] * 4), None),
    })  # fmt: skip
    record = opening("blind_don_three", {"revoke_penalty": kind}, "E")
    accept(record, Deal(Seat.W, None, layout), Call(Suit.HEARTS), trick("E", "5C 2H 9C"))
    return record


def test_with_three_players_the_points_go_to_who_would_have_won_the_trick() -> None:
    """House default: without South's trump West's nine of clubs takes the five."""
    record = three("transfer_trick")
    assert replay(record).scores == {"E": 0, "S": 5, "W": 0}
    assert accept(record, Revoke(Seat.S, 1)).scores == {"E": 0, "S": 0, "W": 5}
    assert accept(three("all_points"), Revoke(Seat.S, 1)).scores == {"E": 0, "S": 0, "W": 5}


def test_with_three_players_each_of_the_others_pegs() -> None:
    assert accept(three("fixed:7"), Revoke(Seat.S, 1)).scores == {"E": 7, "S": 5, "W": 7}
    assert accept(three("none"), Penalty("S", 3)).scores == {"E": 3, "S": 5, "W": 3}
    own_pitch = three("walton")
    assert accept(own_pitch, Revoke(Seat.S, 1)).scores == {"E": 0, "S": 0, "W": 0}, "East had the pitch"


# Out of turn


def test_a_play_out_of_turn_is_a_note_unless_the_league_says_otherwise() -> None:
    """RULES.md 4.5: `note`, or `as_revoke` except in the last trick."""
    note = Note("out_of_turn", FrozenMap({"seat": "S"}))
    state = accept(dealt(), note)
    assert state.notes == (note,) and state.penalties == ()
    league = {"out_of_turn_penalty": "as_revoke"}
    state = accept([*dealt(LANCASHIRE, league), *SOUTH_REVOKES], note)
    assert state.scores == {"NS": 0, "EW": 20} and state.phase is Phase.BETWEEN_HANDS
    assert state.penalties[0].code == "out_of_turn" and state.penalties[0].trick == 4
    last = [*dealt(LANCASHIRE, league), *hand_with_revoke()[:8]]
    before = replay(last)
    assert accept(last, note).scores == before.scores, "the last trick is excused"
    assert refused(dealt(LANCASHIRE, league), Note("out_of_turn", FrozenMap({"seat": "X"}))) == "UNKNOWN_SEAT"
    assert accept(dealt(LANCASHIRE, league), Note("out_of_turn")).scores == {"NS": 0, "EW": 0}
    between = [*dealt(LANCASHIRE, league), *hand_with_revoke(), note]
    assert replay(between).scores == replay(between[:-1]).scores


def test_with_the_transfer_the_trick_played_out_of_turn_goes_to_the_other_side() -> None:
    options = {"out_of_turn_penalty": "as_revoke", "revoke_penalty": "transfer_trick"}
    record = [*dealt(LANCASHIRE, options, "N", {"NS": 88}), Note("out_of_turn", FrozenMap({"seat": "S"}))]
    state = accept(record, trick("N", "AH 2H 3H 4H"))
    assert state.scores == {"NS": 88, "EW": 4} and state.winner is None and state.leader is Seat.N
    state = accept(record, trick("N", "KC 2C 5C 4C"))
    assert state.winner == "NS", "only that one trick"
    other = [*dealt(LANCASHIRE, options), Note("out_of_turn", FrozenMap({"seat": "E"}))]
    assert accept(other, trick("N", "AH 2H 3H 4H")).scores == {"NS": 4, "EW": 0}


# Void hands and misdeals


def test_a_misdeal_is_dealt_again_by_the_same_dealer() -> None:
    """RULES.md 4.1."""
    record = dealt()
    state = accept(record, Misdeal("a card was turned"))
    assert state.phase is Phase.BEFORE_DEAL and state.dealer is Seat.W and state.hands == ()
    state = accept(record, Deal(Seat.W), trick("N", "AH 2H 3H 4H"))
    assert state.hand is not None and state.hand.number == 1
    assert refused(record, Misdeal()) == "TOO_LATE"
    assert refused([*dealt(), play("N", "2C")], Misdeal()) == "TOO_LATE"
    assert refused(whole_hand(), Misdeal()) == "TOO_LATE"
    assert refused(opening(), Misdeal()) == "WRONG_PHASE"


def test_a_void_hand_scores_nothing_and_the_same_player_pitches() -> None:
    record = [*dealt(scores={"NS": 7}), *SOUTH_REVOKES, Penalty("NS", 3)]
    state = accept(record, Void("the pack has 51 cards"))
    assert state.scores == {"NS": 7, "EW": 3} and state.phase is Phase.BEFORE_DEAL
    assert (state.pitcher, state.dealer) == (Seat.N, Seat.W)
    assert state.hands[0].ended == "void" and state.hands[0].scores_after == state.scores
    assert [record.code for record in state.penalties] == ["penalty"]
    assert refused(record, Void()) == "WRONG_PHASE"
    state = accept(record, Deal(Seat.W), trick("N", "AH 2H 3H 4H"))
    assert state.hand is not None and state.hand.number == 2 and state.scores == {"NS": 11, "EW": 3}


def test_between_hands_the_last_hand_is_called_void() -> None:
    record = [
        *dealt("phat", carry=8),
        *[trick("N", f"{r}H {r}C {r}D {r}S") for r in RANKS],
    ]
    before = replay(record)
    assert before.scores == {"NS": 96, "EW": 0} and before.carry == 0
    accept(record, Penalty("EW", 2))
    state = accept(record, Void("two aces of hearts"))
    assert state.scores == {"NS": 2, "EW": 0} and state.carry == 8 and state.game.hands_played == 0
    assert (state.phase, state.pitcher, state.dealer) == (Phase.BEFORE_DEAL, Seat.N, Seat.W)
    assert refused(opening(), Void()) == "WRONG_PHASE"
    assert refused(opening(hands_played=2), Void()) == "WRONG_PHASE"


def test_a_revoke_in_a_void_hand_is_void_too() -> None:
    record = with_penalty("transfer_trick")
    state = accept(record, Revoke(Seat.S, 2), Void())
    assert state.scores == {"NS": 0, "EW": 0} and state.penalties == ()
    assert refused(record, Revoke(Seat.S, 2)) == "WRONG_PHASE"
    accept(record, Deal(Seat.W))
    assert refused(record, Revoke(Seat.S, 2)) == "NOT_A_REVOKE"


# Penalties and pegs


def test_a_penalty_needs_a_game_a_side_and_points() -> None:
    assert refused(dealt(), Penalty("NS", -1)) == "IMPOSSIBLE_COUNT"
    assert refused(dealt(), Penalty("X", 0)) == "UNKNOWN_SIDE"
    nobody_pitches: list[Event] = [opening()[0], GameStart(None, None, None, 1)]
    assert refused(nobody_pitches, Penalty("NS", 3)) == "WRONG_PHASE"
    assert refused(nobody_pitches, PegCorrection("NS", 3)) == "WRONG_PHASE"
    state = accept(opening(hands_played=1), Penalty("NS", 3))
    assert state.penalties[0].hand == 0 and state.penalties[0].after_trick is None


def counted(options: dict[str, object] | None = None) -> list[Event]:
    record = dealt(LANCASHIRE, options)
    accept(record, Count(FrozenMap({"NS": 30, "EW": 10}), FrozenMap({"NS": 40, "EW": 20})))
    return record


def test_a_peg_is_set_right_where_no_cards_were_entered() -> None:
    """RULES.md 4.3, option `peg_correction`."""
    record = counted()
    assert accept(record, PegCorrection("EW", 5, reason="a five forgotten")).scores == {"NS": 38, "EW": 15}
    state = accept(record, PegCorrection("NS", -8))
    assert state.scores == {"NS": 30, "EW": 15} and state.pegs["NS"] == PegPair(30, 29)
    assert [peg.reason.code for record in state.penalties for peg in record.pegs] == ["peg_forgotten", "peg_too_many"]
    assert refused(record, PegCorrection("NS", -31)) == "IMPOSSIBLE_COUNT"
    assert refused(record, PegCorrection("NS", 0)) == "IMPOSSIBLE_COUNT"
    assert refused(record, PegCorrection("X", 1)) == "UNKNOWN_SIDE"
    assert refused(record, PegCorrection("NS", 1, "X")) == "UNKNOWN_SIDE"
    assert refused([*dealt(), *SOUTH_REVOKES], PegCorrection("NS", 1)) == "CORRECT_THE_CARD"
    assert refused(whole_hand(), PegCorrection("NS", 1)) == "CORRECT_THE_CARD"
    assert refused(opening(), PegCorrection("NS", 1)) == "WRONG_PHASE"
    state = accept(record, PegCorrection("NS", 61))
    assert state.winner == "NS" and state.won_at == WonAt("peg_correction", 1, deal=1)


def test_whose_peg_may_be_set_right_is_an_option() -> None:
    record = counted({"peg_correction": "no_underpeg_fix"})
    assert refused(record, PegCorrection("EW", 5)) == "NO_UNDERPEG_FIX"
    assert accept(record, PegCorrection("EW", -2)).scores["EW"] == 8
    record = counted({"peg_correction": "opponents_may_correct"})
    assert refused(record, PegCorrection("EW", 5)) == "OPPONENTS_CORRECT"
    assert refused(record, PegCorrection("EW", 5, "EW")) == "OPPONENTS_CORRECT"
    assert accept(record, PegCorrection("EW", 5, "NS")).scores["EW"] == 15
