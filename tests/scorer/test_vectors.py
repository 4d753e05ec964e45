"""The worked examples of the rules (RULES.md section 9) against the referee.

`DON_VECTORS` names another file of the same form. The kinds and events of the rules issue are left out by name.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from scorer_table import dealt, opening

from scorer.board import PegPair, Position, board_of, cheshire_leg
from scorer.cards import Card
from scorer.events import Concede, Correct, Deal, Event, Penalty, Play, Redo, Trick, Undo
from scorer.frozenmap import FrozenMap
from scorer.hand import HandState, counts_for_game
from scorer.irregularities import revokes_found
from scorer.match import MatchState, dealer_for
from scorer.referee import Admission, Refusal, admit, replay
from scorer.seats import FOUR_HANDED, Seat, next_in
from scorer.variant import load_variant

PATH = Path(os.environ.get("DON_VECTORS") or Path(__file__).parents[2].parent / "shared" / "rules" / "vectors.json")
VECTORS: list[dict[str, Any]] = json.loads(PATH.read_text(encoding="utf-8"))["vectors"] if PATH.is_file() else []

LATER_KINDS = ("cut", "irish_game", "match", "league", "jacks_out")
"""Kinds that wait for the rules issue whatever the variant."""
EVENTS_NOW = {"deal", "play", "trick", "correct", "penalty", "concede", "undo", "redo"}
LATER_EVENTS = {
    "revoke", "misdeal", "count", "claim", "void", "call", "reveal", "cut", "choose", "correct_run", "recount",
    "match_start", "game_start", "note",
}  # fmt: skip

pytestmark = [
    pytest.mark.vectors,
    pytest.mark.skipif(not PATH.is_file(), reason=f"the worked examples are not there: {PATH}"),
]


def is_later(vector: dict[str, Any]) -> bool:
    """Whether a vector waits for the rules issue: another family of variants, a later kind or a later event."""
    if vector["kind"] in ("board", "pegs", "legs"):
        return False
    if vector["kind"] in LATER_KINDS or not vector["variant"].startswith("nine_card"):
        return True
    return any(event["e"] in LATER_EVENTS or "drop" in event for event in vector["setup"].get("events", ()))


def of_kind(*kinds: str) -> pytest.MarkDecorator:
    chosen = [vector for vector in VECTORS if vector["kind"] in kinds and not is_later(vector)]
    return pytest.mark.parametrize("vector", chosen, ids=lambda vector: vector["id"])


def test_every_vector_is_run_or_left_out_by_name() -> None:
    run = {"hand", "game", "rotation", "events", "board", "pegs", "legs"}
    assert {vector["kind"] for vector in VECTORS if not is_later(vector)} <= run
    named = {event["e"] for vector in VECTORS for event in vector["setup"].get("events", ())}
    assert named <= EVENTS_NOW | LATER_EVENTS
    assert any(not is_later(vector) for vector in VECTORS)


def parsed(data: dict[str, Any]) -> Trick:
    return Trick(Seat(data["lead"]), tuple(Card.parse(card) for card in data["cards"]))


def play_out(record: list[Event], tricks: list[dict[str, Any]]) -> MatchState:
    """Enter the tricks until one is refused, which may only be because the game is over."""
    for data in tricks:
        answer = admit(record, parsed(data))
        if isinstance(answer, Refusal):
            assert answer.code == "GAME_OVER"
            break
        record.append(parsed(data))
    return replay(record)


def told_tricks(hand: HandState) -> list[dict[str, Any]]:
    return [
        {"winner": t.winner, "team": t.side, "points": t.points, "score_after": dict(t.scores_after)}
        for t in hand.tricks
    ]


def last_hand(state: MatchState) -> HandState:
    return state.hand or state.hands[-1]


@of_kind("hand")
def test_hand(vector: dict[str, Any]) -> None:
    setup, expect = vector["setup"], vector["expect"]
    record = dealt(vector["variant"], vector["options"], setup["pitcher"], setup["start_score"])
    state = play_out(record, setup["tricks"])
    hand = last_hand(state)
    assert hand.trump is not None and hand.trump.value == setup["trump"]
    assert told_tricks(hand) == expect["tricks"]
    assert state.scores == expect["score"]
    assert state.winner == expect["winner"]
    assert expect["carry_out"] == 0, "nothing is carried over in Nine-card Don"
    check_count_and_bonus(state, expect)
    pegged = {side: sum(t.points for t in hand.tricks if t.side == side) for side in state.sides}
    assert pegged == expect["pegged"]
    scoring = [t.side for t in hand.tricks if t.points]
    assert (scoring[-1] if scoring else None) == expect["last_scoring_trick_team"]
    if "revokes" in expect:
        found = [
            {"player": r.seat, "trick": r.trick, "suit": r.suit.value, "proved_at_trick": r.proved_at_trick}
            for r in revokes_found(hand.tricks)
        ]
        assert sorted(found, key=str) == sorted(expect["revokes"], key=str)


def check_count_and_bonus(state: MatchState, expect: dict[str, Any]) -> None:
    if state.hand is not None:
        assert expect["bonus_parts"] == [] and not any(expect["bonus"].values()) and expect["won_at"] is None
        assert counts_for_game(state.hand, state.variant) == expect["game_count"]
        return
    record = state.hands[-1]
    assert record.game_count == expect["game_count"]
    assert [list(part) for part in record.bonus_parts] == expect["bonus_parts"]
    bonus = {side: sum(points for _, to, points in record.bonus_parts if to == side) for side in state.sides}
    assert bonus == expect["bonus"]
    check_won_at(state, expect["won_at"])


def check_won_at(state: MatchState, expect: dict[str, Any] | None) -> None:
    if expect is None:
        assert state.won_at is None
        return
    assert state.won_at is not None
    assert state.won_at.stage == expect["stage"]
    assert state.won_at.trick == expect.get("trick") and state.won_at.part == expect.get("part")
    assert state.won_at.hand == expect.get("deal", state.won_at.hand)


@of_kind("game")
def test_whole_game(vector: dict[str, Any]) -> None:
    setup, expect = vector["setup"], vector["expect"]
    first = setup["deals"][0]
    record = opening(vector["variant"], vector["options"], first["pitcher"], setup["start_score"])
    for number, deal in enumerate(setup["deals"], start=1):
        state = replay(record)
        assert (state.pitcher, state.dealer) == (deal["pitcher"], deal["dealer"])
        record.append(Deal(Seat(deal["dealer"])))
        state = play_out(record, deal["tricks"])
        assert len(state.hands) == number
        told = expect["deals"][number - 1]
        assert [t.points for t in state.hands[-1].tricks] == told["trick_points"]
        assert [t.winner for t in state.hands[-1].tricks] == told["trick_winners"]
        assert state.hands[-1].game_count == told["game_count"]
        assert state.scores == told["score"]
    assert state.winner == expect["winner"]
    check_won_at(state, expect["won_at"])


@of_kind("rotation")
def test_rotation(vector: dict[str, Any]) -> None:
    variant = load_variant(vector["variant"], vector["options"])
    pitcher = Seat(vector["setup"]["first_pitcher"])
    pitchers = [next_in(FOUR_HANDED, pitcher, step) for step in range(vector["setup"]["n"])]
    deals = [[dealer_for(seat, FOUR_HANDED, variant), seat] for seat in pitchers]
    assert deals == vector["expect"]["deals"]


def as_event(data: dict[str, Any], state: MatchState) -> Event:
    """The short keys of the vectors in the words of the program."""
    match data["e"]:
        case "deal":
            hands = data.get("hands")
            assert state.dealer is not None
            known = hands and FrozenMap({Seat(s): tuple(Card.parse(c) for c in held) for s, held in hands.items()})
            return Deal(state.dealer, known)
        case "play":
            return Play(Seat(data["by"]), Card.parse(data["card"]))
        case "trick":
            return parsed(data)
        case "correct":
            return Correct(data.get("hand"), data["trick"], data["pos"], Card.parse(data["card"]))
        case "penalty":
            return Penalty(data["against"], data["points"], data.get("why", ""))
        case "concede":
            return Concede(data["team"])
        case "undo":
            return Undo()
        case "redo":
            return Redo()
    raise AssertionError(f"an event without a translation: {data}")


@of_kind("events")
def test_events(vector: dict[str, Any]) -> None:
    setup, expect = vector["setup"], vector["expect"]
    record = opening(vector["variant"], vector["options"], setup["pitcher"], setup["start_score"])
    assert replay(record).dealer == setup["dealer"]
    results = []
    for data in setup["events"]:
        event = as_event(data, replay(record))
        answer = admit(record, event)
        results.append("ok" if isinstance(answer, Admission) else answer.code)
        if isinstance(answer, Admission):
            record.append(event)
    state = replay(record)
    assert results == expect["results"]
    final = expect["final"]
    assert state.scores == final.get("score", state.scores)
    assert state.winner == final["winner"] and state.phase == final["phase"]


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
