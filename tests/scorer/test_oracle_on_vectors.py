"""The slow oracle read the rules right: it gives the worked examples of hands, games and events (RULES.md 9)."""

import json
import os
from pathlib import Path
from typing import Any

import oracle_hand as of
import pytest
from oracle_cards import VARIANTS, for_game, pack_of, worth
from oracle_match import Oracle
from oracle_record import Record

PATH = Path(os.environ.get("DON_VECTORS") or Path(__file__).parents[2].parent / "shared" / "rules" / "vectors.json")
VECTORS: list[dict[str, Any]] = json.loads(PATH.read_text(encoding="utf-8"))["vectors"] if PATH.is_file() else []

needs_vectors = pytest.mark.skipif(not PATH.is_file(), reason=f"the worked examples are not there: {PATH}")


def of_kind(kind: str) -> pytest.MarkDecorator:
    chosen = [vector for vector in VECTORS if vector["kind"] == kind]
    return pytest.mark.parametrize("vector", chosen, ids=lambda vector: vector["id"])


class Names:
    """Blind Don's players have other names in the vectors; a step is said in the oracle's."""

    def __init__(self, vector: dict[str, Any]) -> None:
        self.to = dict(zip(vector["setup"]["seats"], VARIANTS[vector["variant"]]["seats"], strict=True))
        self.back = {own: name for name, own in self.to.items()}

    def step(self, data: Any) -> Any:
        """The same data with the players renamed, wherever they stand."""
        if isinstance(data, dict):
            return {self.to.get(key, key): self.step(value) for key, value in data.items()}
        if isinstance(data, list):
            return [self.step(value) for value in data]
        return self.to.get(data, data) if isinstance(data, str) else data

    def vector(self, data: Any) -> Any:
        """What the oracle says, with the names of the vector."""
        if isinstance(data, dict):
            return {self.back.get(key, key): self.vector(value) for key, value in data.items()}
        if isinstance(data, list | tuple):
            return [self.vector(value) for value in data]
        return self.back.get(data, data) if isinstance(data, str) else data


def begin(vector: dict[str, Any], names: Names) -> Oracle:
    setup = vector["setup"]
    oracle = Oracle(vector["variant"], vector["options"])
    pitcher = setup.get("pitcher") or setup["deals"][0]["pitcher"]
    start = {"pitcher": pitcher, "start": setup.get("start_score", {}), "carry": setup.get("carry_in", 0)}
    assert oracle.step({"e": "game_start", **names.step(start), "hands_played": setup.get("deal_no", 1) - 1}) == "ok"
    return oracle


def play_out(oracle: Oracle, deal: dict[str, Any]) -> dict[str, Any]:
    """Deal, call and play; tricks after the winning one are refused. The hand as it then stands."""
    assert oracle.step({"e": "deal", "layout": deal.get("layout"), "dealer": deal.get("dealer")}) == "ok"
    if oracle.rules["called"]:
        oracle.step({"e": "call", "suit": deal["trump"]})
    for trick in deal["tricks"]:
        answer = oracle.step({"e": "trick", **trick})
        assert answer == "ok" or (answer == "GAME_OVER" and oracle.winners)
    return oracle.hand or oracle.hands[-1]


def told(oracle: Oracle, hand: dict[str, Any]) -> dict[str, Any]:
    """What the vectors say about a hand."""
    pegged, gained = dict.fromkeys(oracle.sides, 0), dict.fromkeys(oracle.sides, 0)
    for trick in hand["tricks"]:
        pegged[trick["side"]] += trick["points"]
    for _, side, points in hand["bonus"]:
        gained[side] += points
    return {"pegged": pegged, "game_count": hand["game_count"], "bonus": gained, "score": oracle.scores()}


def wanted_winners(expect: dict[str, Any]) -> list[str]:
    return [expect["winner"]] if expect["winner"] else []


def won_at(oracle: Oracle) -> dict[str, Any] | None:
    return oracle.won_at and {key: value for key, value in oracle.won_at.items() if value is not None}


@pytest.mark.vectors
@needs_vectors
@of_kind("hand")
def test_hand(vector: dict[str, Any]) -> None:
    setup, expect, names = vector["setup"], vector["expect"], Names(vector)
    oracle = begin(vector, names)
    hand = play_out(oracle, names.step(setup))
    tricks = [
        {"winner": t["winner"], "team": t["side"], "points": t["points"], "score_after": t["after"]}
        for t in hand["tricks"]
    ]
    assert names.vector(tricks) == expect["tricks"]
    said = told(oracle, hand)
    if setup.get("partial"):
        said["game_count"] = of.game_count(hand["tricks"], oracle.rules)
    for key, value in said.items():
        assert names.vector(value) == expect[key], key
    assert names.vector(hand["bonus"]) == expect["bonus_parts"]
    assert hand.get("carry_out", setup.get("carry_in", 0)) == expect["carry_out"]
    assert oracle.winners == wanted_winners(expect) and won_at(oracle) == expect["won_at"]
    assert names.vector(of.last_scoring_side(hand["tricks"])) == expect["last_scoring_trick_team"]
    keys = ("player", "trick", "suit", "proved_at_trick")
    found = [dict(zip(keys, names.vector(revoke), strict=True)) for revoke in of.revokes(hand, oracle.rules)]
    assert found == expect.get("revokes", [])


@pytest.mark.vectors
@needs_vectors
@of_kind("game")
def test_game(vector: dict[str, Any]) -> None:
    setup, expect, names = vector["setup"], vector["expect"], Names(vector)
    oracle = begin(vector, names)
    for number, (deal, wanted) in enumerate(zip(setup["deals"], expect["deals"], strict=True), start=1):
        assert names.vector([oracle.dealer, oracle.pitcher]) == [deal["dealer"], deal["pitcher"]]
        hand = play_out(oracle, names.step(deal))
        for key, value in told(oracle, hand).items():
            assert names.vector(value) == wanted[key], (number, key)
        assert [trick["points"] for trick in hand["tricks"]] == wanted["trick_points"]
        assert names.vector([trick["winner"] for trick in hand["tricks"]]) == wanted["trick_winners"]
        assert hand["carry_out"] == wanted["carry_out"]
    assert names.vector(oracle.scores()) == expect["score"]
    assert (names.vector(oracle.winners[0]) if len(oracle.winners) == 1 else None) == expect["winner"]
    assert won_at(oracle) == {key: value for key, value in expect["won_at"].items() if key != "deal"}
    assert number == expect["won_at"]["deal"] == oracle.played


@pytest.mark.vectors
@needs_vectors
@of_kind("irish_game")
def test_irish_game(vector: dict[str, Any]) -> None:
    setup, expect, names = vector["setup"], vector["expect"], Names(vector)
    oracle = begin(vector, names)
    first = None
    for number, (deal, wanted) in enumerate(zip(setup["deals"], expect["deals"], strict=True), start=1):
        assert oracle.pitcher == deal["pitcher"] and deal["dealer"] in (None, oracle.dealer)
        hand = play_out(oracle, deal)
        assert told(oracle, hand)["pegged"] == wanted["points"] and hand["after"] == wanted["cumulative"]
        assert [trick["points"] for trick in hand["tricks"]] == wanted["trick_points"]
        assert [trick["winner"] for trick in hand["tricks"]] == wanted["trick_winners"]
        for place, trick in enumerate(hand["tricks"], start=1):
            side = next((side for side in oracle.sides if trick["after"][side] >= 80), None)
            if side and not first:
                first = {"team": side, "deal": number, "trick": place, "score": trick["after"][side]}
    assert first == expect["first_to_80"] and oracle.scores() == expect["final"]
    assert oracle.winners == [expect["winner"]] and oracle.phase == "game_over"


@pytest.mark.vectors
@needs_vectors
@of_kind("events")
def test_events(vector: dict[str, Any]) -> None:
    setup, expect = vector["setup"], vector["expect"]
    record = Record(vector["variant"], vector["options"])
    start = {"pitcher": setup["pitcher"], "start": setup["start_score"], "hands_played": setup.get("deal_no", 1) - 1}
    assert record.step({"e": "game_start", **start}) == "ok"
    assert record.oracle.dealer == setup["dealer"]
    assert [record.step(step) for step in setup["events"]] == expect["results"]
    final, oracle = expect["final"], record.oracle
    assert oracle.scores() == final.get("score", oracle.scores())
    assert oracle.winners == wanted_winners(final) and oracle.phase == final["phase"]


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_sums_of_the_tables(variant: str) -> None:
    """RULES.md 2.8, last row: 44 or 80 over the pack, whatever is trumps; 80 for game."""
    rules = VARIANTS[variant]
    for trump in "CDHS":
        pegged = sum(worth(card, trump, rules["values"]) for card in pack_of(52))
        assert pegged == (44 if variant.startswith(("nine", "blind")) else 80)
    assert sum(for_game(card) for card in pack_of(52)) == 80
