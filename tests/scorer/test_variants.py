"""Variants from their files: parameters with sources, sums, options (RULES.md 2.8, 3 and 6)."""

import json
from typing import Any

import pytest

from scorer.cards import Rank
from scorer.seats import FOUR_HANDED
from scorer.variant import Variant, VariantError, load_variant, options_of, source_names, variant_names

NINE = ("nine_card_cheshire", "nine_card_lancashire", "nine_card_online_welsh", "nine_card_south_wales")


def test_the_nine_card_forms_are_there_and_the_common_file_is_no_variant() -> None:
    assert set(NINE) <= set(variant_names())
    assert "nine_card" not in variant_names()


@pytest.mark.parametrize(
    ("name", "target", "dealer_rule", "match", "legs_view", "packets"),
    [
        ("nine_card_lancashire", 91, "right_of_pitcher", "single", "none", "1"),
        ("nine_card_south_wales", 121, "right_of_pitcher", "best_of_3_legs", "none", "1"),
        ("nine_card_cheshire", 121, "right_of_pitcher", "single", "cheshire", "1"),
        ("nine_card_online_welsh", 121, "pitcher_deals", "single", "none", "3x3"),
    ],
)
def test_what_differs_between_the_local_forms(
    name: str, target: int, dealer_rule: str, match: str, legs_view: str, packets: str
) -> None:
    """RULES.md 3.2."""
    variant = load_variant(name)
    assert (variant.target, variant.dealer_rule, variant.match) == (target, dealer_rule, match)
    assert (variant.legs_view, variant.packets) == (legs_view, packets)
    assert (variant.seats, variant.sides) == (FOUR_HANDED, ("NS", "EW"))
    assert (variant.pack, variant.cards_each, variant.tricks, variant.board) == (52, 9, 9, "crib60")
    assert variant.bonus == {"game": 8}


@pytest.mark.parametrize("name", NINE)
def test_the_card_values_are_the_nine_card_column(name: str) -> None:
    """RULES.md 2.8: 44 and 80 over the pack."""
    variant = load_variant(name)
    assert variant.trump_values[Rank.NINE] == 9 and variant.trump_values[Rank.FIVE] == 10
    assert variant.plain_values == {Rank.FIVE: 5}
    assert sum(variant.trump_values.values()) + 3 * sum(variant.plain_values.values()) == 44
    assert 4 * sum(variant.game_values.values()) == 80


@pytest.mark.parametrize("name", NINE)
def test_every_parameter_has_a_source_that_a_player_can_read(name: str) -> None:
    variant = load_variant(name)
    for parameter, codes in variant.sources.items():
        assert codes, parameter
        assert set(codes) <= source_names().keys(), parameter


def test_an_option_changes_its_parameter_and_is_remembered() -> None:
    variant = load_variant(
        "nine_card_lancashire", {"target": "121", "bonus_scheme": "6+1+1", "revoke_penalty": "fixed:10"}
    )
    assert variant.target == 121
    assert list(variant.bonus.items()) == [("high", 1), ("jack", 1), ("game", 6)]
    assert variant.revoke_penalty == "fixed:10"
    assert variant.options == {"target": 121, "bonus_scheme": "6+1+1", "revoke_penalty": "fixed:10"}
    assert load_variant("nine_card_lancashire").options == {}


@pytest.mark.parametrize("name", NINE)
@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("target", [91, 121]),
        ("bonus_scheme", ["8", "6+1+1", "5+1+1+1"]),
        ("bonus_tie", ["none"]),
        ("low_point_to", ["won", "dealt"]),
        ("bonus_order", ["high, low, jack, game"]),
        ("packets", ["1", "3x3"]),
        ("dealer_rule", ["right_of_pitcher", "pitcher_deals"]),
        ("who_may_look", ["not_pitchers_partner", "pitcher_only", "everyone"]),
        ("cut_choice", ["winner_names", "own_side", "cutter_pitches"]),
        ("cut", ["high_by_side", "random"]),
        ("match", ["single", "best_of_3", "first_to_3", "best_of_3_legs"]),
        ("legs_view", ["none", "cheshire"]),
        ("board", ["crib60", "crib90", "phat90", "none", "score_sheet"]),
        ("revoke_penalty", ["walton", "transfer_trick", "fixed:1", "fixed:20", "all_points", "none"]),
        ("out_of_turn_penalty", ["note", "as_revoke"]),
        ("peg_correction", ["free", "opponents_may_correct", "no_underpeg_fix"]),
        ("league_points", ["off", "1+2"]),
        ("show_tricks", ["last_until_next_lead", "after_hand", "always"]),
    ],
)
def test_every_option_of_the_rules_is_had_in_every_form(name: str, option: str, values: list[str | int]) -> None:
    """RULES.md 6, the rows that concern Nine-card Don."""
    for value in values:
        for written in (value, str(value)):
            variant = load_variant(name, {option: written})
            assert getattr(variant, option) == value
            assert variant.options == {option: value}
            assert set(variant.sources[option]) <= source_names().keys()


@pytest.mark.parametrize(
    "option",
    ["pack", "tie_rule", "marker_card", "first_trick_to_pitcher", "cut_ace", "pitches", "blind_layout", "big_phat"],
)
def test_the_options_of_other_games_are_none_here(option: str) -> None:
    for name in NINE:
        with pytest.raises(VariantError, match=option) as error:
            load_variant(name, {option: "52"})
        assert error.value.code == "UNKNOWN_OPTION"


def test_a_chosen_value_has_its_own_source() -> None:
    """RULES.md 3.1: the single 8 is in 000 and 003, the split bonus in 002."""
    assert load_variant("nine_card_lancashire").sources["bonus_scheme"] == ("000", "003")
    split = load_variant("nine_card_lancashire", {"bonus_scheme": "6+1+1", "revoke_penalty": "fixed:5"})
    assert split.sources["bonus_scheme"] == ("002",) and split.sources["revoke_penalty"] == ("HD",)
    assert load_variant("nine_card_online_welsh").sources["packets"] == ("003",)
    assert load_variant("nine_card_online_welsh", {"packets": "1"}).sources["packets"] == ("000",)
    packets = next(option for option in options_of("nine_card_online_welsh") if option.name == "packets")
    assert (packets.default, packets.source) == ("3x3", ("003", "000"))


def test_bonus_parts_stand_in_the_order_in_which_they_are_scored() -> None:
    """RULES.md 3.1: high, low, jack, game."""
    variant = load_variant("nine_card_cheshire", {"bonus_scheme": "5+1+1+1"})
    assert list(variant.bonus.items()) == [("high", 1), ("low", 1), ("jack", 1), ("game", 5)]


@pytest.mark.parametrize(
    ("options", "code", "named"),
    [
        ({"colour": "red"}, "UNKNOWN_OPTION", ["colour", "target"]),
        ({"pack": 48}, "UNKNOWN_OPTION", ["pack"]),
        ({"target": 100}, "BAD_OPTION_VALUE", ["100", "91", "121"]),
        ({"target": True}, "BAD_OPTION_VALUE", ["True"]),
        ({"low_point_to": "dealer"}, "BAD_OPTION_VALUE", ["dealer", "won", "dealt"]),
        ({"revoke_penalty": "fixed:n"}, "BAD_OPTION_VALUE", ["fixed:n"]),
        ({"revoke_penalty": "fixed:0"}, "BAD_OPTION_VALUE", ["fixed:0"]),
        ({"revoke_penalty": "fixed:-3"}, "BAD_OPTION_VALUE", ["fixed:-3"]),
        ({"match": "first_to_n"}, "BAD_OPTION_VALUE", ["first_to_n"]),
        ({"target": 181}, "BAD_OPTION_VALUE", ["181", "91", "121"]),
        ({"bonus_scheme": "muck8"}, "BAD_OPTION_VALUE", ["muck8", "8"]),
        ({"cut": "low_of_all"}, "BAD_OPTION_VALUE", ["low_of_all"]),
        ({"bonus_tie": "carry"}, "BAD_OPTION_VALUE", ["carry", "none"]),
    ],
)
def test_an_unknown_option_or_value_is_refused_by_name(options: dict[str, Any], code: str, named: list[str]) -> None:
    with pytest.raises(VariantError) as error:
        load_variant("nine_card_lancashire", options)
    assert error.value.code == code
    assert all(word in str(error.value) for word in named), str(error.value)


def test_an_unknown_variant_is_refused_with_those_there_are() -> None:
    for name in ("whist", "nine_card", "sources", "../nine_card_lancashire"):
        with pytest.raises(VariantError, match="nine_card_lancashire") as error:
            load_variant(name)
        assert error.value.code == "UNKNOWN_VARIANT"


def test_every_option_has_its_default_among_the_values_allowed() -> None:
    for name in NINE:
        for option in options_of(name):
            assert option.default in option.allowed, option
            if isinstance(option.default, str) and not option.default.endswith(":n"):
                assert getattr(load_variant(name, {option.name: option.default}), option.name) == option.default


@pytest.mark.parametrize("name", NINE)
def test_the_whole_variant_goes_through_json(name: str) -> None:
    variant = load_variant(name, {"target": 121, "bonus_scheme": "5+1+1+1", "low_point_to": "dealt"})
    again = Variant.from_json(json.loads(json.dumps(variant.to_json())))
    assert again == variant and hash(again) == hash(variant)
    assert list(again.bonus) == list(variant.bonus)


def test_a_described_variant_is_checked() -> None:
    data = load_variant("nine_card_lancashire").to_json()
    with pytest.raises(VariantError) as error:
        Variant.from_json({**data, "trump_values": {"A": 4, "K": 4, "Q": 2, "J": 1, "9": 9, "5": 10}})
    assert error.value.code == "BAD_SUM_PEGGED" and "45" in str(error.value)
    with pytest.raises(VariantError) as error:
        Variant.from_json({**data, "game_values": {"A": 4}})
    assert error.value.code == "BAD_SUM_COUNTED" and "16" in str(error.value)
    for broken in ({"target": "91"}, {"title": 3}, {"seats": ["X"]}, {"tricks": -1}, {"more": 1}, {"bonus": 8}):
        with pytest.raises(VariantError) as error:
            Variant.from_json({**data, **broken})
        assert error.value.code == "BAD_VARIANT", broken
