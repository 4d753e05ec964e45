"""The options of RULES.md section 6, row by row, in every variant named there: values, defaults, meanings, sources."""

import pytest

from scorer.cards import Card, Rank, pack_of
from scorer.option_texts import option_meaning, option_names, sources, value_meaning
from scorer.variant import VariantError, load_variant, options_of, variant_names

NINE = ("nine_card_cheshire", "nine_card_lancashire", "nine_card_online_welsh", "nine_card_south_wales")
TWO = ("blind_don_burnley", "blind_don_stalybridge")
THREE = ("blind_don_three",)
BLIND = (*TWO, *THREE)
IRISH = ("irish_don",)
PHAT = ("phat", "phat_geldeston")
FOUR_HANDED = (*NINE, *IRISH, *PHAT)
ALL = (*NINE, *BLIND, *IRISH, *PHAT)

SPLIT: list[str | int] = ["8", "6+1+1", "5+1+1+1"]
BOARDS: list[str | int] = ["crib60", "crib90", "phat90", "none", "score_sheet"]
MARKERS = ["2C", "2D", "2H", "2S", "3C", "3D", "3H", "3S", "4D"]
ROWS: list[tuple[str, tuple[str, ...], list[str | int]]] = [
    ("target", NINE, [91, 121]),
    ("target", PHAT, [181, 121]),
    ("bonus_scheme", (*NINE, *BLIND), SPLIT),
    ("bonus_scheme", PHAT, ["muck8"]),
    ("bonus_scheme", IRISH, ["none"]),
    ("bonus_tie", NINE, ["none"]),
    ("bonus_tie", PHAT, ["carry", "tens_then_carry"]),
    ("low_point_to", (*NINE, *BLIND), ["won", "dealt"]),
    ("bonus_order", (*NINE, *BLIND), ["high, low, jack, game"]),
    ("packets", NINE, ["1", "3x3"]),
    ("dealer_rule", NINE, ["right_of_pitcher", "pitcher_deals"]),
    ("who_may_look", FOUR_HANDED, ["not_pitchers_partner", "pitcher_only", "everyone"]),
    ("cut_choice", NINE, ["winner_names", "own_side", "cutter_pitches"]),
    ("cut", NINE, ["high_by_side", "random"]),
    ("cut", PHAT, ["low_of_all", "random"]),
    ("cut", BLIND, ["high", "random"]),
    ("cut", IRISH, ["marker_card", "random"]),
    ("cut_ace", PHAT, ["high", "low"]),
    ("marker_card", IRISH, list(MARKERS)),
    ("pack", IRISH, [52, 48, 44]),
    ("tie_rule", IRISH, ["last_scoring_trick_loses", "draw"]),
    ("first_trick_to_pitcher", IRISH, ["off", "on"]),
    ("match", IRISH, ["single", "best_of_3", "first_to_n"]),
    ("match", NINE, ["single", "best_of_3", "first_to_n", "best_of_3_legs"]),
    ("legs_view", NINE, ["none", "cheshire"]),
    ("pitches", TWO, [4]),
    ("pitches", THREE, [3, 6]),
    ("blind_layout", ("blind_don_burnley",), ["000", "russian"]),
    ("blind_layout", ("blind_don_stalybridge", "blind_don_three"), ["000"]),
    ("big_phat", PHAT, [9, 10]),
    ("board", ALL, BOARDS),
    ("revoke_penalty", ALL, ["walton", "transfer_trick", "fixed:n", "all_points", "none"]),
    ("out_of_turn_penalty", ALL, ["note", "as_revoke"]),
    ("peg_correction", ALL, ["free", "opponents_may_correct", "no_underpeg_fix"]),
    ("league_points", NINE, ["off", "1+2"]),
    ("show_tricks", ALL, ["last_until_next_lead", "after_hand", "always"]),
    # Not in the table of section 6 but said to be options elsewhere: 3.3 (equal totals) and 5 (points of Irish Don).
    ("equal_totals", TWO, ["draw", "extra_pitches"]),
    ("equal_totals", THREE, ["shared", "extra_pitches"]),
    ("show_points", IRISH, ["after_hand", "live"]),
]
BY_VARIANT = {(name, option): values for option, names, values in ROWS for name in names}

DEFAULTS: dict[tuple[str, ...], dict[str, str | int]] = {
    ("nine_card_lancashire",): {"target": 91, "match": "single", "legs_view": "none", "packets": "1"},
    ("nine_card_south_wales",): {"target": 121, "match": "best_of_3_legs", "legs_view": "none", "packets": "1"},
    ("nine_card_cheshire",): {"target": 121, "match": "single", "legs_view": "cheshire", "packets": "1"},
    ("nine_card_online_welsh",): {
        "target": 121,
        "match": "single",
        "packets": "3x3",
        "dealer_rule": "pitcher_deals",
        "who_may_look": "everyone",
        "cut_choice": "own_side",
    },
    ("nine_card_cheshire", "nine_card_lancashire", "nine_card_south_wales"): {
        "dealer_rule": "right_of_pitcher",
        "cut_choice": "winner_names",
    },
    NINE: {
        "bonus_scheme": "8",
        "bonus_tie": "none",
        "cut": "high_by_side",
        "board": "crib60",
        "league_points": "off",
        "revoke_penalty": "walton",
    },
    (*NINE, *BLIND): {"low_point_to": "won"},
    BLIND: {"bonus_scheme": "5+1+1+1", "cut": "high", "blind_layout": "000", "board": "crib60"},
    TWO: {"pitches": 4, "equal_totals": "draw"},
    THREE: {"pitches": 3, "equal_totals": "shared"},
    (*BLIND, *IRISH, *PHAT): {"revoke_penalty": "transfer_trick"},
    IRISH: {
        "bonus_scheme": "none",
        "pack": 52,
        "marker_card": "2D",
        "cut": "marker_card",
        "tie_rule": "last_scoring_trick_loses",
        "first_trick_to_pitcher": "off",
        "match": "single",
        "board": "none",
        "show_points": "after_hand",
    },
    PHAT: {
        "target": 181,
        "bonus_scheme": "muck8",
        "bonus_tie": "carry",
        "cut": "low_of_all",
        "cut_ace": "high",
        "board": "phat90",
    },
    ("phat",): {"big_phat": 9},
    ("phat_geldeston",): {"big_phat": 10},
    (*IRISH, *PHAT): {"who_may_look": "not_pitchers_partner"},
    ALL: {"out_of_turn_penalty": "note", "peg_correction": "free", "show_tricks": "last_until_next_lead"},
}


def test_the_rows_speak_of_every_variant() -> None:
    assert set(ALL) == set(variant_names())


@pytest.mark.parametrize("name", ALL)
def test_a_variant_has_the_options_of_the_rules_and_no_others(name: str) -> None:
    found = {option.name: list(option.allowed) for option in options_of(name)}
    wanted = {option: values for (variant, option), values in BY_VARIANT.items() if variant == name}
    assert found.keys() == wanted.keys()
    for option, values in wanted.items():
        assert sorted(found[option], key=str) == sorted(values, key=str), option


def test_the_defaults_are_those_of_each_form() -> None:
    """RULES.md 3, which wins over "default first" of section 6."""
    for names, defaults in DEFAULTS.items():
        for name in names:
            found = {option.name: option.default for option in options_of(name)}
            assert {key: found[key] for key in defaults} == defaults, name


@pytest.mark.parametrize(("name", "option"), BY_VARIANT)
def test_every_value_can_be_chosen_written_either_way(name: str, option: str) -> None:
    for value in BY_VARIANT[name, option]:
        chosen = f"{str(value)[:-1]}7" if value in ("fixed:n", "first_to_n") else value
        needed = {"pack": 44} if chosen == "4D" else {}
        for written in (chosen, str(chosen)):
            variant = load_variant(name, {**needed, option: written})
            assert getattr(variant, option) == chosen
            assert variant.options == {**needed, option: chosen}


def test_every_option_and_value_has_a_meaning_and_a_source() -> None:
    """A player reads what is chosen, what each value does, and where it comes from."""
    for name in ALL:
        for option in options_of(name):
            assert option.name in option_names()
            assert option_meaning(option.name)
            meanings = [value_meaning(option.name, value) for value in option.allowed]
            assert len(set(meanings)) == len(meanings), option.name
            assert all(meanings) and not any("{" in meaning for meaning in meanings)
            for value in option.allowed:
                assert option.origins[value], (name, option.name, value)
                assert set(option.origins[value]) <= sources().keys(), (name, option.name, value)


def test_no_meaning_is_left_over() -> None:
    used = {option for _, option in BY_VARIANT}
    assert set(option_names()) == used


def test_where_any_number_may_stand_the_meaning_names_it() -> None:
    assert "5" in value_meaning("match", "first_to_5")
    assert "20" in value_meaning("revoke_penalty", "fixed:20")
    for option, value in (("match", "first_to_"), ("match", "best_of_9"), ("board", "meaning"), ("pack", 13)):
        with pytest.raises(LookupError, match=option):
            value_meaning(option, value)
    with pytest.raises(LookupError, match="colour"):
        option_meaning("colour")


def test_every_parameter_of_every_variant_has_a_source() -> None:
    """Each parameter with its codes of RULES.md 0, the sides and the card values among them."""
    for name in ALL:
        variant = load_variant(name)
        for parameter in ("seats", "sides", "pack", "cards_each", "tricks", "trump_values", "pegged_in_pack", "cut"):
            assert variant.sources[parameter], (name, parameter)
        for parameter, codes in variant.sources.items():
            assert codes and set(codes) <= sources().keys(), (name, parameter)


def test_a_source_says_what_it_is_and_where_it_can_be_read() -> None:
    """RULES.md 0."""
    for code, source in sources().items():
        assert source.name and source.short and source.what, code
        assert source.address == "" or source.address.startswith(("http://", "https://")), code
    assert sources()["HD"].name == "house default, not from a source"
    shorts = [source.short for source in sources().values()]
    assert len(set(shorts)) == len(shorts)
    with_address = {"000", "002", "W-PAGAT", "W-WELSH", "W-WALTON", "W-WIKI", "W-RUPHAT", "W-CORK", "W-DUBLIN"}
    assert {code for code, source in sources().items() if source.address} == with_address
    every_code = {"001", "003", "W-BGA", "W-LOWE", "W-OTHER", "W-PARLETT", "W-CRIB", "W-AF", "W-BAD", "derived", "HD"}
    assert with_address | every_code <= sources().keys()


@pytest.mark.parametrize(("pack", "cards", "marker"), [(52, 13, "2D"), (48, 12, "3D"), (44, 11, "4D")])
def test_a_short_pack_brings_its_cards_tricks_and_marker(pack: int, cards: int, marker: str) -> None:
    """RULES.md 3.4."""
    variant = load_variant("irish_don", {"pack": pack})
    assert (variant.cards_each, variant.tricks, variant.marker_card) == (cards, cards, marker)
    assert variant.cards_each * len(variant.seats) == len(pack_of(pack).cards)
    if pack != 52:
        assert variant.sources["marker_card"] == ("HD",)


def test_what_the_table_chose_is_never_overridden() -> None:
    assert load_variant("irish_don", {"marker_card": "3S", "pack": 48}).marker_card == "3S"
    assert load_variant("irish_don", {"pack": 48, "marker_card": "3S"}).marker_card == "3S"


@pytest.mark.parametrize("pack", [52, 48, 44])
def test_a_marker_card_that_is_not_in_the_pack_is_refused_with_those_that_are(pack: int) -> None:
    """RULES.md 6: any two or three, as long as it can be held."""
    for marker in MARKERS:
        if Card.parse(marker) in pack_of(pack):
            assert load_variant("irish_don", {"pack": pack, "marker_card": marker}).marker_card == marker
            continue
        with pytest.raises(VariantError) as error:
            load_variant("irish_don", {"pack": pack, "marker_card": marker})
        assert error.value.code == "BAD_OPTION_VALUE" and "marker_card" in str(error.value)
        told = {card for card in MARKERS if card in str(error.value).split("it can be")[1]}
        assert told == {card for card in MARKERS if Card.parse(card) in pack_of(pack)}


def test_big_phat_ten_brings_values_that_no_source_gives() -> None:
    """RULES.md 3.5, Geldeston: trump ten 18, plain tens 9, nines nothing, totals stay."""
    for variant in (load_variant("phat", {"big_phat": 10}), load_variant("phat_geldeston")):
        assert variant.assumed == "values"
        assert variant.trump_values[Rank.TEN] == 18 and variant.plain_values[Rank.TEN] == 9
        assert Rank.NINE not in variant.trump_values and Rank.NINE not in variant.plain_values
        assert variant.game_values[Rank.TEN] == 10
        assert variant.sources["trump_values"] == ("HD",)
    nine = load_variant("phat_geldeston", {"big_phat": 9})
    assert nine.assumed == "nothing" and nine.trump_values == load_variant("phat").trump_values


def test_the_russian_layout_brings_its_hand() -> None:
    """RULES.md 6: nine face down on the table and nine in hand, eighteen all the same."""
    usual, russian = (load_variant("blind_don_burnley", {"blind_layout": layout}) for layout in ("000", "russian"))
    assert (usual.cards_each, usual.stacks_each, usual.hand_each) == (18, 9, 0)
    assert (russian.cards_each, russian.stacks_each, russian.hand_each) == (18, 0, 9)


def test_a_switch_may_be_written_as_yes_or_no() -> None:
    assert load_variant("irish_don", {"first_trick_to_pitcher": True}).first_trick_to_pitcher == "on"
    assert load_variant("irish_don", {"first_trick_to_pitcher": False}).first_trick_to_pitcher == "off"
