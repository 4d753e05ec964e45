"""Revokes called after the hand or the game: what they take, and whether a win stands (RULES.md 4.1, 4.5)."""

import pytest
from revoke_hands import SOUTH_REVOKES, hand_with_revoke, with_penalty
from scorer_table import LANCASHIRE, accept, dealt, opening, refused, trick

from scorer.events import (
    Concede,
    Deal,
    Event,
    Revoke,
    Undo,
)
from scorer.match import Phase, WonAt
from scorer.referee import replay
from scorer.seats import Seat


def test_a_revoke_may_be_called_until_the_next_pitch_and_takes_the_bonus_too() -> None:
    """RULES.md 4.1: until the next pitch; the hand just dealt then begins from the new score."""
    record = [*dealt(LANCASHIRE, {"revoke_penalty": "walton"}, "N", {"EW": 40}), *hand_with_revoke()]
    before = replay(record)
    assert before.phase is Phase.BETWEEN_HANDS
    pegged = before.scores["NS"]
    assert before.hands[0].bonus_parts == (("game", "NS", 8),)
    record.append(Deal(Seat.N))
    state = accept(record, Revoke(Seat.S, 2))
    assert state.scores == {"NS": 0, "EW": 60} and pegged > 20
    assert state.phase is Phase.PLAYING and state.hand is not None
    assert state.hand.scores_before == state.scores and state.hands[0].scores_after == state.scores
    assert refused(record, Revoke(Seat.S, 2)) == "ALREADY_CALLED"
    record.append(trick("E", "9D 2D 3D 4D"))
    assert refused(record, Revoke(Seat.S, 2)) == "TOO_LATE"
    assert accept(record, Undo(), Undo()).scores == {"NS": pegged, "EW": 40}


def test_a_transfer_after_the_hand_leaves_the_bonus_alone() -> None:
    record = [*dealt(LANCASHIRE, {"revoke_penalty": "transfer_trick"}), *hand_with_revoke()]
    before = replay(record)
    state = accept(record, Revoke(Seat.S, 2))
    assert state.scores == {"NS": before.scores["NS"] - 5, "EW": 5}
    assert state.hands[0].bonus_parts == before.hands[0].bonus_parts
    assert state.penalties[0].after_trick is None


def test_all_points_after_the_hand_hand_the_bonus_over_too() -> None:
    record = [*dealt(LANCASHIRE, {"revoke_penalty": "all_points"}), *hand_with_revoke()]
    pegged = replay(record).scores["NS"]
    assert accept(record, Revoke(Seat.S, 2)).scores == {"NS": 0, "EW": pegged}


def test_a_call_after_the_hand_can_win() -> None:
    record = [*dealt(LANCASHIRE, {"revoke_penalty": "walton"}, "N", {"EW": 75}), *hand_with_revoke()]
    state = accept(record, Revoke(Seat.S, 2))
    assert state.winner == "EW" and state.won_at == WonAt("penalty", 1, deal=1) and state.hand is None


def test_a_win_may_be_undone_by_a_revoke_called_after_it() -> None:
    """RULES.md 4.5: a win may be made or undone; until the next game the call can still be made."""
    record = with_penalty("transfer_trick", {"NS": 79})
    assert replay(record).phase is Phase.PLAYING
    won = accept(record, trick("N", "KH 6H 7H 8H"))
    assert won.winner == "NS" and won.won_at == WonAt("trick", 1, trick=4, deal=1)
    state = accept(record, Revoke(Seat.S, 2))
    assert state.winner is None and state.phase is Phase.PLAYING and state.scores == {"NS": 86, "EW": 5}
    assert state.games == () and not any(state.games_won.values()) and state.hand is not None
    state = accept(record, trick("N", "9H 10H JH QH"))
    assert state.phase is Phase.PLAYING and state.scores["EW"] == 17


def test_a_win_that_the_call_does_not_touch_stays_where_it_was() -> None:
    record = with_penalty("none", {"NS": 79})
    accept(record, trick("N", "KH 6H 7H 8H"))
    state = accept(record, Revoke(Seat.S, 2))
    assert state.winner == "NS" and state.won_at == WonAt("trick", 1, trick=4, deal=1)
    assert len(state.games) == 1 and state.games_won["NS"] == 1


def test_walton_after_a_win_ends_the_hand_instead() -> None:
    record = with_penalty("walton", {"NS": 79})
    accept(record, trick("N", "KH 6H 7H 8H"))
    state = accept(record, Revoke(Seat.S, 2))
    assert state.winner is None and state.phase is Phase.BETWEEN_HANDS and state.scores == {"NS": 79, "EW": 20}


def test_a_win_on_the_bonus_is_played_out_again() -> None:
    """The trick points go over; the count for game stays, so the bonus is scored again and wins or does not."""
    pegged = replay([*dealt(), *hand_with_revoke()]).hands[0]
    in_tricks = sum(t.points for t in pegged.tricks)
    record = [
        *dealt(LANCASHIRE, {"revoke_penalty": "transfer_trick"}, "N", {"NS": 91 - in_tricks - 8}),
        *hand_with_revoke(),
    ]
    won = replay(record)
    assert won.won_at == WonAt("bonus", 1, part="game", deal=1)
    state = accept(record, Revoke(Seat.S, 2))
    assert state.winner is None and state.phase is Phase.BETWEEN_HANDS and state.scores == {"NS": 86, "EW": 5}
    assert state.hands[0].bonus_parts == (("game", "NS", 8),)


def test_after_another_end_of_the_game_nothing_can_be_called() -> None:
    record = [*with_penalty("walton"), Concede("EW")]
    assert refused(record, Revoke(Seat.S, 2)) == "GAME_OVER"
    assert refused(opening(), Revoke(Seat.S, 2)) == "WRONG_PHASE"
    assert refused(opening()[:1], Revoke(Seat.S, 2)) == "WRONG_PHASE"
    assert refused(dealt("blind_don_burnley"), Revoke(Seat.N, 1)) == "NOT_A_REVOKE"
    assert refused([*dealt("blind_don_burnley"), trick("N", "2C 3C")], Revoke(Seat.E, 1)) == "UNKNOWN_SEAT"


def bonus_win(kind: str, ours: int) -> list[Event]:
    """South has revoked; North and South go out on the bonus with 91, so that ``ours`` was their start."""
    return [*dealt(LANCASHIRE, {"revoke_penalty": kind}, "N", {"NS": ours}), *hand_with_revoke()]


def test_what_the_others_peg_comes_after_a_win_that_stands() -> None:
    """RULES.md 4.1: a penalty is scored when it is entered."""
    in_tricks = sum(t.points for t in replay([*dealt(), *hand_with_revoke()]).hands[0].tricks)
    record = bonus_win("fixed:90", 91 - in_tricks - 8)
    won = replay(record)
    state = accept(record, Revoke(Seat.S, 2))
    assert state.winner == "NS" and state.won_at == won.won_at and state.scores == {"NS": 91, "EW": 90}
    assert state.games[0].scores == state.scores and state.hands[0].called == ((Seat.S, 2),)
    assert refused(record, Revoke(Seat.S, 2)) == "ALREADY_CALLED"
    in_play = [*with_penalty("fixed:10", {"NS": 79}), trick("N", "KH 6H 7H 8H")]
    state = accept(in_play, Revoke(Seat.S, 2))
    assert state.winner == "NS" and state.scores == {"NS": 91, "EW": 10}
    assert state.undecided is not None and state.undecided.hand is not None
    assert refused(in_play, Revoke(Seat.S, 2)) == "ALREADY_CALLED"


@pytest.mark.parametrize(("kind", "ew"), [("walton", 20), ("all_points", None)])
def test_a_win_on_the_bonus_is_lost_with_all_the_points(kind: str, ew: int | None) -> None:
    in_tricks = sum(t.points for t in replay([*dealt(), *hand_with_revoke()]).hands[0].tricks)
    start = 91 - in_tricks - 8
    state = accept(bonus_win(kind, start), Revoke(Seat.S, 2))
    assert state.winner is None and state.phase is Phase.BETWEEN_HANDS
    assert state.scores == {"NS": start, "EW": 91 - start if ew is None else ew}
    assert (state.pitcher, state.dealer) == (Seat.E, Seat.N) and state.undecided is None


def test_a_game_without_a_target_is_decided_again() -> None:
    """Irish Don, 81 to 79 after the second deal: nine points of a trick in which South revoked turn it round."""
    ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3"]
    clubs, diamonds = [*ranks[1:], "2"], ranks
    spades = ["5", "K", "Q", "J", "10", "9", "8", "7", "6", "4", "3"]
    tricks = [trick("N", f"{ranks[n]}H {clubs[n]}C {spades[n]}S {diamonds[n]}D") for n in range(11)]
    tricks += [trick("N", f"3H {clubs[11]}C 2H {diamonds[11]}D"), trick("N", "AC AS 2S 2D")]
    record = [*dealt("irish_don", scores={"NS": 1, "EW": 79}, hands_played=1), *tricks]
    before = replay(record)
    assert before.winner == "NS" and before.scores == {"NS": 81, "EW": 79}
    state = accept(record, Revoke(Seat.S, 1))
    assert state.winner == "EW" and state.scores == {"NS": 72, "EW": 88} and len(state.games) == 1
    assert state.won_at == before.won_at == WonAt("end_of_match", 1, deal=2) and state.games_won == {"NS": 0, "EW": 1}
    assert refused(record, Revoke(Seat.S, 1)) == "ALREADY_CALLED"
    assert accept(record, Revoke(Seat.S, 2)).winner == "EW", "each trick in which he did not follow is a revoke"
    assert accept(record, Undo(), Undo()) == before


def test_the_rest_of_a_split_bonus_is_scored_when_a_win_on_its_first_part_is_undone() -> None:
    """RULES.md 3.1: high, low, jack, game; the win on high stood on points that go over."""
    options: dict[str, object] = {"bonus_scheme": "5+1+1+1", "revoke_penalty": "transfer_trick"}
    in_tricks = sum(t.points for t in replay([*dealt(), *hand_with_revoke()]).hands[0].tricks)
    record = [*dealt(LANCASHIRE, options, "N", {"NS": 90 - in_tricks}), *hand_with_revoke()]
    assert replay(record).won_at == WonAt("bonus", 1, part="high", deal=1)
    state = accept(record, Revoke(Seat.S, 2))
    assert [part for part, _, _ in state.hands[0].bonus_parts] == ["high", "low", "jack", "game"]
    assert state.winner == "NS" and state.won_at == WonAt("bonus", 1, part="game", deal=1)
    assert state.scores == {"NS": 91 - 5 + 7, "EW": 5}


def test_a_win_on_the_bonus_that_still_stands_stays_where_it_was() -> None:
    """Ten of the side that won are more than it needed: it keeps its win, and where it was won."""
    in_tricks = sum(t.points for t in replay([*dealt(), *hand_with_revoke()]).hands[0].tricks)
    record = bonus_win("transfer_trick", 90 - in_tricks)
    won = replay(record)
    assert won.scores["NS"] == 98 and won.won_at == WonAt("bonus", 1, part="game", deal=1)
    state = accept(record, Revoke(Seat.S, 2))
    assert state.winner == "NS" and state.won_at == won.won_at and state.scores == {"NS": 93, "EW": 5}


def test_a_call_after_a_win_on_the_bonus_can_win_for_the_other_side() -> None:
    in_tricks = sum(t.points for t in replay([*dealt(), *hand_with_revoke()]).hands[0].tricks)
    scores = {"NS": 91 - in_tricks - 8, "EW": 87}
    record = [*dealt(LANCASHIRE, {"revoke_penalty": "transfer_trick"}, "N", scores), *hand_with_revoke()]
    state = accept(record, Revoke(Seat.S, 2))
    assert state.winner == "EW" and state.won_at == WonAt("penalty", 1, deal=1)


def test_a_win_in_the_last_trick_that_is_undone_leaves_a_hand_to_be_counted() -> None:
    """RULES.md 4.1: after the last trick, if nobody is out, the bonus; here it wins after all, or does not."""
    tricks = [*SOUTH_REVOKES, trick("N", "2C 4C JC 8C"), *hand_with_revoke()[4:8], trick("N", "QS 9S 10S JS")]
    tricks[3] = trick("N", "JC 2C 4C 8C")
    tricks[8] = trick("N", "9D 5D 2D 3D")
    in_tricks = sum(t.points for t in replay([*dealt(), *tricks]).hands[0].tricks)
    last = replay([*dealt(), *tricks]).hands[0].tricks[8].points
    record = [*dealt(LANCASHIRE, {"revoke_penalty": "transfer_trick"}, "N", {"NS": 91 - in_tricks}), *tricks]
    assert last == 5 and replay(record).won_at == WonAt("trick", 1, trick=9, deal=1)
    state = accept(record, Revoke(Seat.S, 2))
    assert state.winner == "NS" and state.won_at == WonAt("bonus", 1, part="game", deal=1)
    assert state.scores == {"NS": 94, "EW": 5} and state.hands[0].ended == "played"
