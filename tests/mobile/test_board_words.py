"""What stands on a board and beside it: scores that may be shown, what is to go, legs, claims."""

import pytest
from board_states import after, board_state

from mobile.board_words import (
    board_for,
    claim_line,
    claimable,
    deal_points,
    leg_line,
    legs_in_game,
    legs_of,
    pitch_line,
    points_are_shown,
    role_line,
    shown_pegs,
    shown_score,
    standing_line,
    tricks_line,
    wins_at,
)
from mobile.wording import summary_rows
from scorer.board import PegPair
from scorer.cards import Card
from scorer.events import Claim, Penalty, Trick, Void
from scorer.match import MatchState, Phase
from scorer.seats import Seat


def lines(state: MatchState) -> list[str]:
    return [standing_line(state, side) for side in state.sides]


def test_with_a_target_it_says_what_is_to_go() -> None:
    state = board_state("nine_card_lancashire", scores=[64, 91 - 7])
    assert lines(state) == ["27 to go", "7 to go"]
    assert pitch_line(state) == "" and claim_line(state) == "" and wins_at(state) is None


def test_without_a_target_it_says_who_leads_by_how_much_and_which_pitch_it_is() -> None:
    first = board_state("blind_don_three")
    assert lines(first) == ["level"] * 3 and pitch_line(first) == "Pitch 1 of 3"
    hands = [((20, 10, 14), (30, 25, 25))]
    state = board_state("blind_don_three", hands=hands)
    assert lines(state) == ["leads by 14", "18 behind", "14 behind"]
    assert pitch_line(state) == "Pitch 2 of 3"
    over = board_state("blind_don_three", hands=hands * 3, tricks=None)
    assert over.phase is Phase.GAME_OVER and lines(over)[0] == "won by 42"
    assert [role_line(over, side) for side in over.sides] == ["★\u00a0won", "", ""]


def test_an_extra_pitch_is_called_so() -> None:
    even = [((22, 22), (40, 40))] * 4
    state = board_state("blind_don_burnley", {"equal_totals": "extra_pitches", "bonus_scheme": "8"}, even)
    assert pitch_line(state) == "Pitch 5, an extra one"
    assert lines(state) == ["level", "level"]


def test_two_who_share_the_lead_are_level() -> None:
    state = board_state("blind_don_three", scores=[10, 10, 4])
    assert lines(state) == ["level", "level", "6 behind"]


def test_a_drawn_game_has_nothing_to_go() -> None:
    state = board_state("irish_don", {"tie_rule": "draw"}, [((50, 30), None), ((30, 50), None)], None)
    assert state.phase is Phase.GAME_OVER and lines(state) == ["level", "level"]


def test_the_summary_of_a_hand_adds_up_however_it_was_entered() -> None:
    ended = board_state("nine_card_lancashire", {}, [((9, 4), (50, 30))], None)
    assert summary_rows(ended, ended.hands[-1]) == [
        ("In tricks", ("9", "4")),
        ("Count", ("50", "30")),
        ("Bonus", ("+8", "")),
        ("Total", ("17", "4")),
    ]
    irish = board_state("irish_don", {}, [((50, 30), None)], None)
    assert [row for row, _ in summary_rows(irish, irish.hands[-1])] == ["In tricks", "Total"]
    fined = after(board_state("nine_card_lancashire", {}, [], 3), Penalty("NS", 5, "talked"), Void("stopped"))
    rows = dict(summary_rows(fined, fined.hands[-1]))
    assert rows["In tricks"] == ("0", "0") and rows["Other"] == ("", "+5") and rows["Total"] == ("0", "5")


def test_there_are_boards_of_two_and_three_tracks_and_none() -> None:
    three, two = board_for(board_state("blind_don_three")), board_for(board_state("phat"))
    assert three is not None and (three.name, three.sides, three.target) == ("crib60", 3, None)
    assert two is not None and (two.name, two.sides, two.target) == ("phat90", 2, 181)
    assert board_for(board_state("phat", {"board": "score_sheet"})) is None
    assert board_for(board_state("irish_don")) is None


def test_points_counted_after_the_deal_are_not_shown_before() -> None:
    state = board_state("irish_don", {"board": "crib60"}, [((50, 30), None)], 6)
    assert not points_are_shown(state)
    assert dict(state.scores) != {"NS": 50, "EW": 30}, "points have fallen"
    assert [shown_score(state, side) for side in state.sides] == [50, 30]
    assert [deal_points(state, side) for side in state.sides] == [None, None]
    assert shown_pegs(state, "NS") == PegPair(50, 0)
    assert lines(state) == ["30 to go", "50 to go"] and pitch_line(state) == "Deal 2 of 2"
    ended = board_state("irish_don", hands=[((50, 30), None)], tricks=None)
    assert points_are_shown(ended)
    assert [deal_points(ended, side) for side in ended.sides] == [50, 30]


def test_live_points_are_shown_at_once() -> None:
    state = board_state("irish_don", {"show_points": "live"}, [((50, 30), None)], 6)
    assert points_are_shown(state)
    assert [shown_score(state, side) for side in state.sides] == [state.scores[side] for side in state.sides]
    assert [deal_points(state, side) for side in state.sides] == [state.scores["NS"] - 50, state.scores["EW"] - 30]
    assert shown_pegs(state, "NS") == state.pegs["NS"]


def test_before_the_first_deal_nothing_has_been_made() -> None:
    state = board_state("nine_card_lancashire", tricks=None)
    assert deal_points(state, "NS") is None
    assert tricks_line(state, "NS") == "0 tricks"


def eighty(cards: str, options: dict[str, object] | None = None) -> MatchState:
    """North and South have 70, and win one more trick."""
    state = board_state("irish_don", options, [((70, 10), None)], 0)
    assert state.leader is not None
    played = [Card.parse(word) for word in cards.split()]
    winner_leads = state.leader in (Seat.N, Seat.S)
    order = played if winner_leads else [played[1], played[0], *played[2:]]
    return after(state, Trick(state.leader, tuple(order)))


def test_the_claim_is_lit_when_a_side_has_eighty_and_not_before() -> None:
    before = eighty("AC 2C 3C 4C")
    assert before.scores["NS"] < 80 and claimable(before) is None
    assert claim_line(before) == "80 wins"
    there = eighty("AC 5C 3C 4C")
    assert there.scores["NS"] == 84 and claimable(there) == "NS"
    assert claim_line(there) == "North & South: claim the game"
    over = after(there, Claim("NS"))
    assert over.winner == "NS" and claim_line(over) == "" and claimable(over) is None
    assert standing_line(over, "NS") == "out"


def test_where_eighty_each_is_a_draw_the_claim_needs_one_more() -> None:
    state = board_state("irish_don", {"tie_rule": "draw"})
    assert wins_at(state) == 81 and claim_line(state) == "81 wins"


def test_in_the_first_deal_nobody_claims() -> None:
    state = board_state("irish_don", scores=[80, 0])
    assert claimable(state) is None
    assert lines(state) == ["0 to go", "80 to go"]


def test_cheshire_legs_go_to_who_completes_them_first() -> None:
    hands = [((34, 3), (41, 39)), ((2, 34), (30, 50))]
    state = board_state("nine_card_cheshire", hands=hands)
    assert dict(state.scores) == {"NS": 44, "EW": 45}
    assert legs_in_game(state) == 4 and legs_of(state) == {1: "NS"}
    assert leg_line(state, "NS") == "Leg 2 · ★\u00a0won 1" and leg_line(state, "EW") == "Leg 2"
    later = board_state("nine_card_cheshire", hands=[*hands, ((3, 36), (10, 70))])
    assert legs_of(later) == {1: "NS", 2: "EW"}


def test_the_last_leg_ends_with_the_game() -> None:
    state = board_state("nine_card_cheshire", hands=[((40, 4), (60, 20))] * 3, tricks=None)
    assert state.winner == "NS" and legs_of(state) == {1: "NS", 2: "NS", 3: "NS", 4: "NS"}
    assert leg_line(state, "NS") == "Leg 4 · ★\u00a0won 1, 2, 3, 4"


def test_other_variants_have_no_legs() -> None:
    state = board_state("nine_card_lancashire", scores=[64, 31])
    assert legs_in_game(state) == 0 and legs_of(state) == {} and leg_line(state, "NS") == ""


def test_signs_say_who_leads_and_who_pitched() -> None:
    dealt = board_state("nine_card_lancashire")
    assert [role_line(dealt, side) for side in dealt.sides] == ["◆▶\u00a0leads", ""]
    for seed in range(20):
        state = board_state("nine_card_lancashire", tricks=1, seed=seed)
        assert state.leader is not None
        taken = [tricks_line(state, side) for side in state.sides]
        if state.leader in (Seat.N, Seat.S):
            assert [role_line(state, side) for side in state.sides][1] == "" and taken == ["1 trick", "0 tricks"]
        else:
            assert [role_line(state, side) for side in state.sides] == ["◆\u00a0pitched", "▶\u00a0leads"]
            assert taken == ["0 tricks", "1 trick"]
    between = board_state("nine_card_lancashire", hands=[((20, 10), (50, 30))], tricks=None)
    assert sorted(role_line(between, side) for side in between.sides) == ["", "◆\u00a0pitches"]


@pytest.mark.parametrize("board", ["score_sheet", "none"])
def test_a_target_holds_without_a_peg_board(board: str) -> None:
    state = board_state("nine_card_lancashire", {"board": board}, scores=[64, 31])
    assert lines(state) == ["27 to go", "60 to go"] and claim_line(state) == ""
