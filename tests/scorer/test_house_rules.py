"""A table's own rules in a file: what it may change, what it may not, and that the file stays whole (RULES.md 6)."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.cards import Rank
from scorer.events import Deal, GameStart, start_of_match
from scorer.house_rules import HouseRulesError, base_of, house_id, load_house_rules, save_house_rules
from scorer.referee import replay
from scorer.variant import Variant, VariantError, load_variant, options_of, variant_names

RED_LION: dict[str, Any] = {
    "target": 100,
    "revoke_penalty": "fixed:10",
    "trump_values": {"5": 12, "9": 0},
    "pegged_in_pack": 37,
    "bonus": {"game": 10, "jack": 2, "high": 0},
}


def test_what_is_saved_is_what_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "red_lion.toml"
    saved = save_house_rules(path, 'The "Red" Lion', "nine_card_lancashire", RED_LION)
    assert load_house_rules(path) == saved and base_of(path) == "nine_card_lancashire"
    assert (saved.id, saved.title, saved.target, saved.revoke_penalty) == (
        "red_lion",
        'The "Red" Lion',
        100,
        "fixed:10",
    )
    assert saved.trump_values[Rank.FIVE] == 12 and Rank.NINE not in saved.trump_values
    assert list(saved.bonus.items()) == [("jack", 2), ("game", 10)] and saved.bonus_scheme == "own"
    assert saved.options == {"revoke_penalty": "fixed:10"}
    assert saved.sources["target"] == saved.sources["bonus"] == ("TABLE",)
    assert saved.plain_values == load_variant("nine_card_lancashire").plain_values


def test_house_rules_are_played_like_any_variant(tmp_path: Path) -> None:
    variant = save_house_rules(tmp_path / "a.toml", "A", "phat", {"target": 999, "bonus": {"game": 10}})
    assert Variant.from_json(variant.to_json()) == variant
    first = variant.seats[0]
    state = replay([start_of_match("m", variant), GameStart(first), Deal(variant.seats[-1])])
    assert state.target == 999


def test_a_value_that_an_option_allows_is_chosen_as_an_option(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    variant = save_house_rules(path, "A", "nine_card_lancashire", {"target": 121})
    assert variant.options == {"target": 121} and variant.sources["target"] == ("000", "001")
    assert tomllib.loads(path.read_text(encoding="utf-8"))["options"] == {"target": 121}


def test_an_option_given_at_the_table_wins_over_the_file(tmp_path: Path) -> None:
    path = tmp_path / "red_lion.toml"
    save_house_rules(path, "Red Lion", "nine_card_lancashire", RED_LION)
    variant = load_house_rules(path, {"target": 121, "bonus_scheme": "6+1+1", "revoke_penalty": "none"})
    assert (variant.target, variant.revoke_penalty, variant.bonus_scheme) == (121, "none", "6+1+1")
    assert variant.bonus == {"high": 1, "jack": 1, "game": 6}
    with pytest.raises(HouseRulesError, match="colour"):
        load_house_rules(path, {"colour": "red"})


def test_values_a_table_has_set_itself_are_assumed_no_longer(tmp_path: Path) -> None:
    """RULES.md 3.5: no source gives the values of Geldeston, so a table says its own."""
    rules = {"trump_values": {"10": 20}, "pegged_in_pack": 82}
    variant = save_house_rules(tmp_path / "a.toml", "A", "phat_geldeston", rules)
    assert load_variant("phat_geldeston").assumed == "values" and variant.assumed == "nothing"
    assert variant.trump_values[Rank.TEN] == 20 and variant.plain_values[Rank.TEN] == 9


@pytest.mark.parametrize(
    ("base", "changes", "code", "named"),
    [
        ("phat", {"target": 0}, "HOUSE_BAD_NUMBER", ["rules.target", "1 to 999"]),
        ("phat", {"target": 1000}, "HOUSE_BAD_NUMBER", ["1000"]),
        ("phat", {"target": True}, "HOUSE_BAD_NUMBER", ["True"]),
        ("phat", {"target": "many"}, "HOUSE_BAD_NUMBER", ["many"]),
        ("irish_don", {"target": 80}, "HOUSE_NO_TARGET", ["irish_don", "2 hands"]),
        ("irish_don", {"bonus": {"game": 8}}, "HOUSE_NO_BONUS", ["irish_don"]),
        ("irish_don", {"pitches": 4}, "HOUSE_BAD_PITCHES", ["rules.pitches"]),
        ("blind_don_three", {"pitches": 5}, "HOUSE_BAD_PITCHES", ["5"]),
        ("phat", {"trump_values": {"5": 12}}, "HOUSE_BAD_SUM", ["82", "not 80", "rules.pegged_in_pack = 82"]),
        ("phat", {"plain_values": {"5": 6}}, "HOUSE_BAD_SUM", ["83"]),
        ("phat", {"pegged_in_pack": 81}, "HOUSE_BAD_SUM", ["come to 80", "not 81"]),
        ("phat", {"game_values": {"A": 5}}, "HOUSE_BAD_SUM", ["rules.counted_in_pack = 84"]),
        ("phat", {"game_values": dict.fromkeys("AKQJ", 0) | {"10": 0}}, "HOUSE_NO_VALUES", ["no card"]),
        ("phat", {"trump_values": {"Z": 1}}, "HOUSE_BAD_RANK", ["rules.trump_values", "Z"]),
        ("phat", {"trump_values": {"A": -1}}, "HOUSE_BAD_NUMBER", ["rules.trump_values.A", "-1"]),
        ("phat", {"trump_values": 5}, "HOUSE_WRONG_KIND", ["rules.trump_values"]),
        ("phat", {"bonus": {"high": 1}}, "HOUSE_NO_GAME", ["rules.bonus"]),
        ("phat", {"bonus": {"tens": 1, "game": 8}}, "HOUSE_UNKNOWN", ["rules.bonus.tens", "jack"]),
        ("irish_don", {"pack": 44, "trump_values": {"2": 1}, "pegged_in_pack": 81}, "HOUSE_NOT_IN_PACK", ["2", "44"]),
        ("nine_card_cheshire", {"bonus_scheme": "8", "bonus": {"game": 3}}, "HOUSE_TWICE", ["bonus_scheme", "bonus"]),
        ("phat", {"colour": "red"}, "UNKNOWN_OPTION", ["colour"]),
        ("phat", {"bonus_tie": "none"}, "BAD_OPTION_VALUE", ["bonus_tie", "carry"]),
        ("whist", {}, "UNKNOWN_VARIANT", ["whist", "phat"]),
    ],
)
def test_nonsense_is_refused_and_nothing_written(
    tmp_path: Path, base: str, changes: dict[str, Any], code: str, named: list[str]
) -> None:
    with pytest.raises(VariantError) as error:
        save_house_rules(tmp_path / "a.toml", "A", base, changes)
    assert error.value.code == code
    assert all(word in str(error.value) for word in named), str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_pitches_go_beyond_the_list_where_everybody_has_as_many(tmp_path: Path) -> None:
    assert save_house_rules(tmp_path / "a.toml", "A", "blind_don_three", {"pitches": 9}).pitches == 9
    assert save_house_rules(tmp_path / "a.toml", "A", "blind_don_burnley", {"pitches": 2}).pitches == 2


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("title = \nextends = 3", ["no TOML file", "line 1"]),
        ("a = " + "[" * 3000, ["no TOML file"]),
        ("a = " + "1" * 5000, ["no TOML file"]),
        ('extends = "phat"', ["title", "missing"]),
        ('title = "X"', ["extends", "missing"]),
        ('title = 3\nextends = "phat"', ["title", "text"]),
        ('title = "\\u0007"\nextends = "phat"', ["name"]),
        ('title = "X"\nextends = "whist"', ["whist"]),
        ('title = "X"\nextends = "phat"\nrules = 3', ["rules", "section"]),
        ('title = "X"\nextends = "phat"\ncolour = 3', ["colour", "extends"]),
        ('title = "X"\nextends = "phat"\n[rules]\ncolour = 3', ["rules.colour", "target"]),
        ('title = "X"\nextends = "phat"\n[rules]\ntarget = "a"', ["rules.target"]),
        ('title = "X"\nextends = "phat"\n[rules.trump_values]\n5 = 12', ["82", "pegged_in_pack"]),
        ('title = "X"\nextends = "phat"\n[options]\ntarget = 121\n[rules]\ntarget = 7', ["target", "rules.target"]),
        ('title = "X"\nextends = "phat"\n[options]\ntarget = 7', ["target", "7", "181"]),
        ('title = "X"\nextends = "phat"\n[options]\nboard = ["crib60"]', ["board", "phat90"]),
    ],
)
def test_a_bad_file_gives_one_sentence_with_the_place(tmp_path: Path, text: str, named: list[str]) -> None:
    path = tmp_path / "a.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(HouseRulesError) as error:
        load_house_rules(path)
    sentence = str(error.value)
    assert sentence.startswith(str(path)) and sentence.endswith(".") and "\n" not in sentence
    assert all(word in sentence for word in named), sentence


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(HouseRulesError, match="No such file"):
        load_house_rules(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(HouseRulesError, match="no TOML file"):
        load_house_rules(tmp_path / "bytes.toml")
    with pytest.raises(HouseRulesError, match="can't be written"):
        save_house_rules(tmp_path / "no_folder" / "a.toml", "A", "phat", {})


def test_a_failed_save_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    save_house_rules(path, "A", "phat", {})
    before = path.read_text(encoding="utf-8")
    with pytest.raises(VariantError):
        save_house_rules(path, "A", "phat", {"target": 0})
    (tmp_path / "b.toml").mkdir()
    with pytest.raises(HouseRulesError, match="can't be written"):
        save_house_rules(tmp_path / "b.toml", "B", "phat", {})
    assert path.read_text(encoding="utf-8") == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["a.toml", "b.toml"]


def test_names() -> None:
    assert house_id("The Red Lion") == house_id("the-red-lion ") == "the_red_lion"
    assert house_id("Żubr") == "zubr" and house_id("Céilí Don") == "ceili_don"
    for name in ("", "??", "a\nb", "x" * 61, "Phat", "Irish Don"):
        with pytest.raises(HouseRulesError):
            house_id(name)


TITLES = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=50).map(lambda text: f"A{text}")
NUMBERS = st.integers(0, 99)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), base=st.sampled_from(variant_names()), title=TITLES)
def test_any_rules_that_can_be_saved_come_back_the_same(
    data: st.DataObject, base: str, title: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever is accepted is written so that it reads the same; whatever is not is refused in a sentence."""
    option = data.draw(st.sampled_from(options_of(base)))
    changes: dict[str, Any] = {option.name: data.draw(st.sampled_from([v for v in option.allowed if v != "fixed:n"]))}
    plain = load_variant(base)
    trump = {rank.value: data.draw(NUMBERS) for rank in data.draw(st.sets(st.sampled_from(Rank), max_size=3))}
    merged = {**{rank.value: points for rank, points in plain.trump_values.items()}, **trump}
    if trump:
        changes["trump_values"] = trump
        changes["pegged_in_pack"] = sum(merged.values()) + 3 * sum(plain.plain_values.values())
    if plain.target is not None:
        changes["target"] = data.draw(st.integers(1, 999))
    path = tmp_path_factory.mktemp("rules") / "a.toml"
    try:
        saved = save_house_rules(path, title, base, changes)
    except VariantError as error:
        assert str(error).endswith(".") and not path.exists()
        return
    assert load_house_rules(path) == saved and saved.title == title
