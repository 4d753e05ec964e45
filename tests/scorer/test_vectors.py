"""The worked examples of the rules (RULES.md section 9) against the referee; none is left out.

`DON_VECTORS` names another file of the same form. The kinds cut, rotation, match, league and jacks_out have no
record of a match and are run in test_pitch.py and test_league.py; `test_every_kind_is_run` counts them in.
"""

from typing import Any

import pytest
from vector_adapter import PATH, VECTORS, Table

from scorer.board import PegPair, Position, board_of, cheshire_leg
from scorer.endings import first_to
from scorer.events import Claim
from scorer.hand import HandRecord, HandState, counts_for_game, pegged_in_tricks
from scorer.irregularities import revokes_found
from scorer.match import MatchState
from scorer.referee import Admission, admit, replay

HERE = {"hand", "game", "irish_game", "events", "board", "pegs", "legs"}
IN_TEST_PITCH = {"cut", "rotation", "match", "jacks_out"}
IN_TEST_LEAGUE = {"league"}

pytestmark = [
    pytest.mark.vectors,
    pytest.mark.skipif(not PATH.is_file(), reason=f"the worked examples are not there: {PATH}"),
]


def of_kind(kind: str) -> pytest.MarkDecorator:
    chosen = [vector for vector in VECTORS if vector["kind"] == kind]
    return pytest.mark.parametrize("vector", chosen, ids=lambda vector: vector["id"])


def test_every_kind_is_run() -> None:
    assert {vector["kind"] for vector in VECTORS} <= HERE | IN_TEST_PITCH | IN_TEST_LEAGUE


def play_out(table: Table, tricks: list[dict[str, Any]]) -> MatchState:
    """Enter the tricks until one is refused, which may only be because the game is over."""
    for data in tricks:
        answer = table.enter(table.trick(data))
        if answer != "ok":
            assert answer == "GAME_OVER"
            break
    return replay(table.record)


def last_scoring_side(hand: HandState) -> str | None:
    """The side that took the last trick with points; None if none had any."""
    return next((trick.side for trick in reversed(hand.tricks) if trick.points), None)


def last_hand(state: MatchState) -> HandState:
    return state.hand or state.hands[-1]


@of_kind("hand")
def test_hand(vector: dict[str, Any]) -> None:
    setup, expect = vector["setup"], vector["expect"]
    table = Table(vector)
    table.begin(setup["pitcher"], setup["start_score"], carry=setup.get("carry_in", 0))
    table.deal(setup)
    state = play_out(table, setup["tricks"])
    hand = last_hand(state)
    assert hand.trump is not None and hand.trump.value == setup["trump"]
    assert [
        {
            "winner": table.named(t.winner),
            "team": table.team(t.side),
            "points": t.points,
            "score_after": table.teams(t.scores_after),
        }
        for t in hand.tricks
    ] == expect["tricks"]
    assert table.teams(state.scores) == expect["score"]
    assert table.team(state.winner) == expect["winner"]
    assert table.teams(pegged_in_tricks(hand, table.variant)) == expect["pegged"]
    assert table.team(last_scoring_side(hand)) == expect["last_scoring_trick_team"]
    check_count_and_bonus(table, state, hand, expect)
    assert revokes_told(table, hand) == sorted(expect.get("revokes", revokes_told(table, hand)), key=str)
    if "revokes" not in expect:
        assert revokes_told(table, hand) == [] or vector["setup"].get("partial")


def revokes_told(table: Table, hand: HandState) -> list[dict[str, Any]]:
    found = [
        {"player": table.named(r.seat), "trick": r.trick, "suit": r.suit.value, "proved_at_trick": r.proved_at_trick}
        for r in revokes_found(hand.tricks)
    ]
    return sorted(found, key=str)


def check_count_and_bonus(table: Table, state: MatchState, hand: HandState, expect: dict[str, Any]) -> None:
    if not isinstance(hand, HandRecord):
        assert expect["bonus_parts"] == [] and not any(expect["bonus"].values()) and expect["won_at"] is None
        assert table.teams(counts_for_game(hand, table.variant)) == expect["game_count"]
        return
    assert (hand.game_count and table.teams(hand.game_count)) == expect["game_count"]
    assert [[part, table.team(side), points] for part, side, points in hand.bonus_parts] == expect["bonus_parts"]
    bonus = {side: sum(points for _, to, points in hand.bonus_parts if to == side) for side in state.sides}
    assert table.teams(bonus) == expect["bonus"]
    assert hand.carry_after == state.carry == expect["carry_out"]
    check_won_at(state, expect["won_at"])


def check_won_at(state: MatchState, expect: dict[str, Any] | None) -> None:
    if expect is None:
        assert state.won_at is None
        return
    assert state.won_at is not None
    told = {"stage": state.won_at.stage, "trick": state.won_at.trick, "part": state.won_at.part}
    assert told == {"stage": expect["stage"], "trick": expect.get("trick"), "part": expect.get("part")}
    assert state.won_at.deal == expect.get("deal", state.won_at.deal)


@pytest.mark.slow
@of_kind("game")
def test_whole_game(vector: dict[str, Any]) -> None:
    setup, expect = vector["setup"], vector["expect"]
    table = Table(vector)
    table.begin(setup["deals"][0]["pitcher"], setup["start_score"])
    for number, (deal, told) in enumerate(zip(setup["deals"], expect["deals"], strict=True), start=1):
        state = replay(table.record)
        assert state.pitcher is not None and table.named(state.pitcher) == deal["pitcher"]
        assert state.dealer is not None and table.named(state.dealer) == deal["dealer"]
        table.deal(deal)
        state = play_out(table, deal["tricks"])
        assert len(state.hands) == number
        hand = state.hands[-1]
        assert [t.points for t in hand.tricks] == told["trick_points"]
        assert [table.named(t.winner) for t in hand.tricks] == told["trick_winners"]
        assert (hand.game_count and table.teams(hand.game_count)) == told["game_count"]
        assert table.teams(pegged_in_tricks(hand, table.variant)) == told["pegged"]
        bonus = {side: sum(points for _, to, points in hand.bonus_parts if to == side) for side in state.sides}
        assert table.teams(bonus) == told["bonus"]
        assert hand.carry_after == told["carry_out"]
        assert table.teams(hand.scores_after) == told["score"]
    assert table.team(state.winner) == expect["winner"]
    assert table.teams(state.scores) == expect["score"]
    check_won_at(state, expect["won_at"])


@of_kind("irish_game")
def test_irish_game(vector: dict[str, Any]) -> None:
    setup, expect = vector["setup"], vector["expect"]
    table = Table(vector)
    table.begin(setup["deals"][0]["pitcher"], {})
    for deal, told in zip(setup["deals"], expect["deals"], strict=True):
        state = replay(table.record)
        assert state.pitcher is not None and table.named(state.pitcher) == deal["pitcher"]
        table.deal(deal, deal["dealer"])
        state = play_out(table, deal["tricks"])
        hand = state.hands[-1]
        assert table.teams(pegged_in_tricks(hand, table.variant)) == told["points"]
        assert table.teams(hand.scores_after) == told["cumulative"]
        assert [t.points for t in hand.tricks] == told["trick_points"]
        assert [table.named(t.winner) for t in hand.tricks] == told["trick_winners"]
    assert table.team(last_scoring_side(state.hands[-1])) == expect["last_scoring_trick_team"]
    assert table.teams(state.scores) == expect["final"]
    assert table.team(state.winner) == expect["winner"]
    assert state.match_over
    check_first_to_80(table, expect["first_to_80"])


def check_first_to_80(table: Table, expect: dict[str, Any]) -> None:
    """Walk through the record: the first trick at which a side has 80, and that only this side may claim there."""
    half = table.variant.pegged_in_pack
    for end in range(1, len(table.record) + 1):
        state = replay(table.record[:end])
        if any(score >= half for score in state.scores.values()):
            break
    hand = last_hand(state)
    told = {"team": expect["team"], "deal": expect["deal"], "trick": expect["trick"], "score": expect["score"]}
    first = first_to(state, half)
    assert first is not None
    assert told == {
        "team": table.team(first),
        "deal": hand.number,
        "trick": len(hand.tricks),
        "score": state.scores[first],
    }
    if state.hand is not None and hand.number == 2:
        assert isinstance(admit(table.record[:end], Claim(first)), Admission)


@of_kind("events")
def test_events(vector: dict[str, Any]) -> None:
    setup, expect = vector["setup"], vector["expect"]
    table = Table(vector)
    table.begin(setup["pitcher"], setup["start_score"], played=setup.get("deal_no", 1) - 1)
    state = replay(table.record)
    assert state.dealer is not None and table.named(state.dealer) == setup["dealer"]
    results = [table.enter(table.event(data)) for data in setup["events"]]
    assert results == expect["results"]
    state, final = replay(table.record), expect["final"]
    assert table.teams(state.scores) == final.get("score", table.teams(state.scores))
    assert table.team(state.winner) == final["winner"] and state.phase == final["phase"]


@of_kind("board")
def test_board(vector: dict[str, Any]) -> None:
    setup = vector["setup"]
    board = board_of(setup["board"], setup["target"])
    for score, expected in zip(setup["scores"], vector["expect"]["positions"], strict=True):
        place = board.position(score)
        told = {name: getattr(place, name) for name in expected} if isinstance(place, Position) else place.value
        assert told == expected, score


@of_kind("pegs")
def test_pegs(vector: dict[str, Any]) -> None:
    target = vector["setup"]["target"]
    pegs = {"NS": PegPair(), "EW": PegPair()}
    paper = {"NS": 0, "EW": 0}
    out = []
    for (side, n), expected in zip(vector["setup"]["moves"], vector["expect"]["pegs"], strict=True):
        pegs[side] = pegs[side].advance(n, target)
        paper[side] += n
        out += [side] if target is not None and pegs[side].front >= target else []
        assert {name: [pair.front, pair.back] for name, pair in pegs.items()} == expected
    assert paper == vector["expect"]["paper_score"]
    assert (out[0] if out else None) == vector["expect"]["winner"]


@of_kind("legs")
def test_legs(vector: dict[str, Any]) -> None:
    legs = [cheshire_leg(score, vector["setup"]["target"]) for score in vector["setup"]["scores"]]
    assert [leg.current for leg in legs] == vector["expect"]["current_leg"]
    assert [leg.completed for leg in legs] == vector["expect"]["legs_completed"]
