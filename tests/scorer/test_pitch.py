"""Cuts, rotation, the next game of a match, jacks out (RULES.md 3.1 to 3.5, 6)."""

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorer.cards import Card
from scorer.pitch import (
    CutResult,
    choice_is_unusual,
    cut_refusal,
    cut_result,
    dealer_for,
    first_pitcher_of_next_game,
    games_to_win,
    jacks_out,
    may_choose,
    next_cutters,
    next_pitcher,
)
from scorer.seats import Seat, side_of
from scorer.texts import say
from scorer.variant import Variant, load_variant

PATH = Path(os.environ.get("DON_VECTORS") or Path(__file__).parents[2].parent / "shared" / "rules" / "vectors.json")
VECTORS: list[dict[str, Any]] = json.loads(PATH.read_text(encoding="utf-8"))["vectors"] if PATH.is_file() else []

N, E, S, W = Seat.N, Seat.E, Seat.S, Seat.W
NINE = load_variant("nine_card_lancashire")
LEGS = load_variant("nine_card_south_wales")
PHAT = load_variant("phat")
IRISH = load_variant("irish_don")
BURNLEY = load_variant("blind_don_burnley")
THREE = load_variant("blind_don_three")


def cutting(text: str) -> dict[Seat, Card]:
    """ "N:KH E:AC": who cuts which card."""
    return {Seat(word[0]): Card.parse(word[2:]) for word in text.split()}


# The worked examples


def seat_of(variant: Variant, letter: str) -> Seat:
    """The players A, B and C of the worked examples sit down in order."""
    return variant.seats["ABC".index(letter)] if letter in "ABC" else Seat(letter)


def of_kind(*kinds: str) -> pytest.MarkDecorator:
    chosen = [vector for vector in VECTORS if vector["kind"] in kinds]
    return pytest.mark.parametrize("vector", chosen, ids=lambda vector: vector["id"])


def vectors(test: Any) -> Any:
    skip = pytest.mark.skipif(not PATH.is_file(), reason=f"the worked examples are not there: {PATH}")
    return pytest.mark.vectors(skip(test))


def cuts_of(variant: Variant, setup: Mapping[str, Any]) -> list[dict[Seat, Card]]:
    """The cuts of an example; where whole hands are told, the marker card of its holder and any card of the others."""
    if "holder" not in setup:
        return [{seat_of(variant, who): Card.parse(card) for who, card in cut.items()} for cut in setup["cuts"]]
    seen = {}
    for who, held in setup["holder"].items():
        seen[seat_of(variant, who)] = Card.parse(variant.marker_card if variant.marker_card in held else held[0])
    return [seen]


@vectors
@of_kind("cut")
def test_cut_vectors(vector: dict[str, Any]) -> None:
    variant = load_variant(vector["variant"], vector["options"])
    expect = vector["expect"]
    cutters: tuple[Seat, ...] = ()
    recuts = -1
    for cards in cuts_of(variant, vector["setup"]):
        assert cut_refusal(variant, cutters, cards) is None
        result = cut_result(variant, cards)
        cutters, recuts = result.again, recuts + 1
    assert result.again == () and result.winner is not None
    assert recuts == expect.get("recuts", 0)
    if "winner_team" in expect:
        assert side_of(result.winner, variant.sides) == expect["winner_team"]
    if "choice" in expect:
        assert result.pitcher is None
        assert set(result.choice) == {seat_of(variant, who) for who in expect["choice"]}
    if "pitcher" in expect:
        assert result.pitcher is seat_of(variant, expect["pitcher"])
    if "dealer" in expect:
        assert result.pitcher is not None
        assert dealer_for(result.pitcher, variant) is seat_of(variant, expect["dealer"])


@vectors
@of_kind("rotation")
def test_rotation_vectors(vector: dict[str, Any]) -> None:
    variant, setup = load_variant(vector["variant"], vector["options"]), vector["setup"]
    pitcher = seat_of(variant, setup["first_pitcher"])
    dealer = seat_of(variant, setup["first_dealer"]) if "first_dealer" in setup else dealer_for(pitcher, variant)
    deals = []
    for _ in range(setup["n"]):
        deals.append([dealer, pitcher])
        pitcher = next_pitcher(variant.seats, pitcher)
        dealer = dealer_for(pitcher, variant)
    assert deals == [[seat_of(variant, who) for who in deal] for deal in vector["expect"]["deals"]]


@vectors
@of_kind("match")
def test_match_vectors(vector: dict[str, Any]) -> None:
    variant, setup, expect = load_variant(vector["variant"], vector["options"]), vector["setup"], vector["expect"]
    needed = setup.get("games_to_win") or setup["legs_to_win"]
    if variant.match == "single":
        variant = replace(variant, match="best_of_3" if needed == 2 else f"first_to_{needed}")
    assert games_to_win(variant) == needed
    won = dict.fromkeys(variant.sides, 0)
    cutters = tuple(seat_of(variant, who) for who in setup.get("first_cutters", ()))
    told_cutters, told_pitchers = [], []
    pitcher: Seat | None = None
    for number, winner in enumerate(setup.get("legs") or setup["games"]):
        if "first_pitchers" in setup:
            named = setup["first_pitchers"][number]
            going_on = pitcher and first_pitcher_of_next_game(variant, won, pitcher)
            assert (going_on is None) == (named is not None)
            first = going_on or seat_of(variant, named)
            pitcher = next_pitcher(variant.seats, first)
            told_pitchers.append([first, pitcher])
        told_cutters.append(list(cutters))
        cutters = next_cutters(variant, cutters)
        assert max(won.values()) < needed, "the match is over"
        won[winner] += 1
    assert won[expect["winner"]] == needed
    assert sum(won.values()) == expect.get("legs_played", sum(won.values()))
    if "cutters" in expect:
        assert told_cutters == expect["cutters"]
    if "pitchers" in expect:
        assert told_pitchers == expect["pitchers"]


@vectors
@of_kind("jacks_out")
def test_jacks_out_vectors(vector: dict[str, Any]) -> None:
    setup = vector["setup"]
    cards = [Card.parse(card) for card in setup["cards"]]
    assert list(jacks_out(setup["stakes"], cards)) == vector["expect"]["players"]


@vectors
def test_there_is_a_worked_example_of_each_kind() -> None:
    assert {"cut", "rotation", "match", "jacks_out"} <= {vector["kind"] for vector in VECTORS}


# The cut


@pytest.mark.parametrize(
    ("variant", "text", "expected"),
    [
        (NINE, "E:2C S:AH", CutResult(winner=S, choice=(N, S))),
        (NINE, "W:9C N:9H", CutResult(again=(N, W))),
        (replace(NINE, cut_choice="own_side"), "E:3C S:2H", CutResult(winner=E, choice=(E, W))),
        (replace(NINE, cut_choice="cutter_pitches"), "E:3C S:2H", CutResult(winner=E, pitcher=E)),
        (PHAT, "W:2C S:AH E:3D N:2D", CutResult(again=(N, W))),
        (PHAT, "N:5C E:AH S:KD W:QD", CutResult(winner=N, pitcher=N)),
        (replace(PHAT, cut_ace="low"), "N:2C E:AH S:KD W:AD", CutResult(again=(E, W))),
        (BURNLEY, "N:AC S:KD", CutResult(winner=N, pitcher=N)),
        (BURNLEY, "N:7C S:7D", CutResult(again=(N, S))),
        (THREE, "W:JC E:JD S:2H", CutResult(again=(E, W))),
        (THREE, "W:JC E:JD S:JH", CutResult(again=(E, S, W))),
        (THREE, "W:JC E:QD S:2H", CutResult(winner=E, pitcher=E)),
        (IRISH, "W:2D", CutResult(winner=W, pitcher=W)),
        (IRISH, "N:2C E:AD W:2D", CutResult(winner=W, pitcher=W)),
        (load_variant("irish_don", {"pack": 44}), "N:5C S:4D", CutResult(winner=S, pitcher=S)),
    ],
)
def test_what_a_cut_decides(variant: Variant, text: str, expected: CutResult) -> None:
    cards = cutting(text)
    assert cut_refusal(variant, (), cards) is None
    assert cut_result(variant, cards) == expected


@pytest.mark.parametrize(
    ("variant", "cutters", "text", "code"),
    [
        (replace(NINE, cut="random"), (), "N:2C E:3C", "NO_CUT"),
        (NINE, (), "N:2C S:3C", "WRONG_CUTTERS"),
        (NINE, (), "N:2C", "WRONG_CUTTERS"),
        (NINE, (), "", "WRONG_CUTTERS"),
        (NINE, (), "N:2C E:3C W:4C", "WRONG_CUTTERS"),
        (LEGS, (S, W), "N:2C E:3C", "WRONG_CUTTERS"),
        (PHAT, (), "N:2C E:3C S:4C", "WRONG_CUTTERS"),
        (PHAT, (E, S), "N:2C E:3C S:4C W:5C", "WRONG_CUTTERS"),
        (BURNLEY, (), "N:2C E:3C", "WRONG_CUTTERS"),
        (THREE, (), "N:2C E:3C S:4C", "WRONG_CUTTERS"),
        (replace(THREE, cut="high_by_side"), (), "N:2C E:3C S:4C", "WRONG_CUTTERS"),
        (replace(IRISH, seats=(N, S)), (), "E:2D", "WRONG_CUTTERS"),
        (load_variant("irish_don", {"pack": 48}), (), "E:2D S:3D", "NOT_IN_PACK"),
        (NINE, (), "N:2C E:2C", "DUPLICATE_CARD"),
        (IRISH, (), "N:2H E:AD", "NO_MARKER"),
        (IRISH, (), "", "NO_MARKER"),
    ],
)
def test_what_is_no_cut(variant: Variant, cutters: tuple[Seat, ...], text: str, code: str) -> None:
    refusal = cut_refusal(variant, cutters, cutting(text))
    assert refusal is not None and refusal.code == code
    assert say(refusal.code, refusal.params).endswith(".")


def test_a_refused_cut_says_who_cuts() -> None:
    def sentence(variant: Variant, cutters: tuple[Seat, ...], text: str) -> str:
        refusal = cut_refusal(variant, cutters, cutting(text))
        assert refusal is not None
        return say(refusal.code, refusal.params)

    assert sentence(NINE, (), "N:2C S:3C").startswith("One player of each side cuts")
    assert "but East, South;" in sentence(PHAT, (E, S), "E:3C")
    assert "but East, South, West;" in sentence(THREE, (), "E:3C")
    assert sentence(IRISH, (), "E:3C").startswith("The two of diamonds is the marker card")


@pytest.mark.slow
@pytest.mark.parametrize("variant", [NINE, LEGS, PHAT, replace(PHAT, cut_ace="low"), BURNLEY, THREE])
@given(data=st.data())
def test_the_cut_ends_with_the_right_player_whatever_the_ties(variant: Variant, data: st.DataObject) -> None:
    """Each round is a cut among those who were level so far; few ranks, so that there are many ties."""
    ranks = ("A", "2", "K")
    value = {"A": 1 if variant.cut_ace == "low" else 14, "2": 2, "K": 13}
    pack = [Card.parse(rank + suit) for rank in ranks for suit in "CDHS"]
    first = variant.seats
    if variant.cut == "high_by_side":
        first = (data.draw(st.sampled_from((N, S))), data.draw(st.sampled_from((E, W))))
    cutters: tuple[Seat, ...] = first
    asked: tuple[Seat, ...] = ()
    drawn: dict[Seat, list[int]] = {seat: [] for seat in first}
    for _ in range(12):
        cards = data.draw(st.lists(st.sampled_from(pack), unique=True, min_size=len(cutters), max_size=len(cutters)))
        order = data.draw(st.permutations(cutters))
        cut = dict(zip(order, cards, strict=True))
        assert cut_refusal(variant, asked, cut) is None
        result = cut_result(variant, cut)
        assert result == cut_result(variant, dict(reversed(cut.items())))
        for seat, card in cut.items():
            drawn[seat].append(value[card.rank.value])
        if not result.again:
            break
        cutters = asked = result.again
        assert result == CutResult(again=tuple(seat for seat in variant.seats if seat in cutters))
    assume(result.winner is not None)
    best = (min if variant.cut == "low_of_all" else max)(drawn.values())
    assert [seat for seat in first if drawn[seat] == best] == [result.winner]
    assert (result.pitcher is None) == (variant.cut == "high_by_side")
    assert result.pitcher in (None, result.winner)


@pytest.mark.parametrize(
    ("choice", "may", "unusual"),
    [("winner_names", {N, E, S, W}, {E, W}), ("own_side", {N, S}, set()), ("cutter_pitches", {N}, set())],
)
def test_whom_the_winner_of_the_cut_may_name(choice: str, may: set[Seat], unusual: set[Seat]) -> None:
    variant = replace(NINE, cut_choice=choice)
    assert {seat for seat in Seat if may_choose(variant, N, seat)} == may
    assert {seat for seat in Seat if choice_is_unusual(variant, N, seat)} == unusual


def test_nobody_can_be_named_who_does_not_play() -> None:
    for choice in ("winner_names", "own_side"):
        variant = replace(THREE, cut_choice=choice)
        assert not may_choose(variant, E, N)
        assert not choice_is_unusual(variant, E, N)


# Rotation and the games of a match


@pytest.mark.parametrize("variant", [NINE, PHAT, IRISH, BURNLEY, THREE])
def test_everybody_pitches_once_a_round_and_the_dealer_sits_at_his_right(variant: Variant) -> None:
    pitcher = variant.seats[1]
    pitched = []
    for _ in variant.seats:
        pitched.append(pitcher)
        following = next_pitcher(variant.seats, pitcher)
        assert dealer_for(following, variant) is pitcher
        pitcher = following
    assert pitcher is variant.seats[1] and set(pitched) == set(variant.seats)


def test_three_players_sit_clockwise() -> None:
    assert [next_pitcher(THREE.seats, seat) for seat in (E, S, W)] == [S, W, E]
    assert [dealer_for(seat, THREE) for seat in (E, S, W)] == [W, E, S]


def test_where_the_pitcher_deals() -> None:
    assert dealer_for(W, replace(NINE, dealer_rule="pitcher_deals")) is W


@pytest.mark.parametrize(
    ("match", "games"), [("single", 1), ("best_of_3", 2), ("best_of_3_legs", 2), ("first_to_5", 5), ("first_to_12", 12)]
)
def test_how_many_games_win_the_match(match: str, games: int) -> None:
    assert games_to_win(replace(NINE, match=match)) == games


@pytest.mark.parametrize(
    ("variant", "match", "won", "drawn", "expected"),
    [
        (NINE, "single", "1 0", False, None),
        (NINE, "best_of_3", "1 0", False, S),
        (NINE, "best_of_3", "1 1", False, S),
        (NINE, "first_to_3", "1 1", False, S),
        (LEGS, "best_of_3_legs", "1 0", False, None),
        (IRISH, "best_of_3", "1 0", False, S),
        (IRISH, "best_of_3", "0 0", True, S),
        (IRISH, "best_of_3", "1 1", False, None),
        (IRISH, "best_of_3", "1 1", True, S),
        (IRISH, "first_to_2", "1 1", False, S),
        (IRISH, "first_to_3", "1 2", False, S),
    ],
)
def test_who_pitches_first_in_the_next_game(
    variant: Variant, match: str, won: str, drawn: bool, expected: Seat | None
) -> None:
    games_won = {side: int(games) for side, games in zip(("NS", "EW"), won.split(), strict=True)}
    found = first_pitcher_of_next_game(replace(variant, match=match), games_won, E, drawn=drawn)
    assert found is expected


def test_sides_without_a_game_need_not_be_named() -> None:
    assert first_pitcher_of_next_game(replace(IRISH, match="best_of_3"), {"NS": 1}, W) is N


def test_the_two_who_did_not_cut_last_time_cut_next() -> None:
    assert next_cutters(LEGS, (N, E)) == (S, W)
    assert next_cutters(LEGS, (W, S)) == (E, N)
    assert next_cutters(LEGS, next_cutters(LEGS, (N, W))) == (N, W)
    assert next_cutters(LEGS, ()) == ()
    assert next_cutters(replace(NINE, match="best_of_3"), (N, E)) == ()
