"""The rules of a match to come: options, what differs, house rules saved and found again."""

from dataclasses import replace
from pathlib import Path

import pytest

from mobile.players import SessionError
from mobile.rules_choice import OWN_VALUES, RulesChoice, saved_rules
from mobile.variant_facts import board_thumb, facts_line, value_table
from scorer.cards import Rank
from scorer.errors import DonError
from scorer.house_rules import save_house_rules
from scorer.variant import VariantError, load_variant, variant_names


@pytest.mark.parametrize("name", variant_names())
def test_every_option_says_what_each_value_means_and_one_is_chosen(name: str) -> None:
    rules = RulesChoice.of_variant(name)
    assert rules.changed() == () and rules.plain() == rules
    for option in rules.listed():
        values = rules.values(option.name)
        assert all(value.meaning for value in values)
        assert [value.usual for value in values if value.chosen] == [True]
        for value in values:
            if not value.number:
                changed = (
                    rules.with_option(option.name, value.value) if fits(rules, option.name, value.value) else rules
                )
                assert bool(changed.changed()) == (changed.variant != rules.variant)


def fits(rules: RulesChoice, name: str, value: str | int) -> bool:
    try:
        rules.with_option(name, value)
    except VariantError:
        return False
    return True


def test_a_number_is_written_into_a_value_and_taken_back() -> None:
    rules = RulesChoice.of_variant("nine_card_lancashire").with_option("revoke_penalty", "fixed:7")
    chosen = next(value for value in rules.values("revoke_penalty") if value.chosen)
    assert (chosen.value, chosen.meaning, chosen.usual) == ("fixed:7", "the other side pegs 7", False)
    assert rules.changed() == ("What a side pays for not following suit while able to. The other side pegs 7.",)
    assert rules.with_option("revoke_penalty", "walton") == RulesChoice.of_variant("nine_card_lancashire")
    with pytest.raises(LookupError):
        rules.option("colour")


def test_rules_are_saved_found_and_changed(tmp_path: Path) -> None:
    rules = RulesChoice.of_variant("nine_card_lancashire").with_option("target", 121)
    saved = rules.save(tmp_path / "house_rules", "  The  Red Lion ")
    assert (saved.variant.title, saved.variant.target) == ("The Red Lion", 121)
    found, broken = saved_rules(tmp_path / "house_rules")
    assert ([one.variant for one in found], broken) == ([saved.variant], ())
    changed = saved.with_option("bonus_scheme", "6+1+1")
    assert len(changed.changed()) == 2 and changed.plain().variant == saved.variant
    again = changed.save(tmp_path / "house_rules", "The Red Lion")
    assert again.variant.bonus_scheme == "6+1+1", "its own file is written over"
    with pytest.raises(SessionError, match="other house rules called The Red Lion"):
        rules.save(tmp_path / "house_rules", "The Red Lion")
    with pytest.raises(DonError):
        rules.save(tmp_path / "house_rules", "  ")
    (tmp_path / "no").write_text("")
    with pytest.raises(SessionError, match="can't be kept"):
        rules.save(tmp_path / "no", "Home")


def test_what_a_table_set_itself_is_kept_and_said(tmp_path: Path) -> None:
    own = {"target": 101, "bonus": {"game": 9}, "trump_values": {"9": 0, "8": 9}}
    save_house_rules(tmp_path / "odd.toml", "Odd", "nine_card_lancashire", own)
    rules = RulesChoice.of_file(tmp_path / "odd.toml")
    assert [line.split()[1] for line in rules.changed()] == ["101,", "bonus", "values"]
    assert any(value.meaning == "as this table has set it" for value in rules.values("target") if value.chosen)
    copy = rules.with_option("low_point_to", "dealt").save(tmp_path, "Odder")
    assert (copy.variant.target, copy.variant.trump_values) == (101, rules.variant.trump_values)
    assert copy.variant.bonus == rules.variant.bonus


def test_a_file_that_cannot_be_played_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("title = 3")
    found, broken = saved_rules(tmp_path)
    assert found == () and len(broken) == 1 and "bad.toml" in broken[0]
    assert saved_rules(tmp_path / "nowhere") == ((), ())


def test_the_rules_of_an_earlier_match_are_exactly_those(tmp_path: Path) -> None:
    plain = load_variant("phat", {"target": 121})
    assert RulesChoice.of_match(plain, tmp_path) == RulesChoice.of_variant("phat", {"target": 121})
    house = RulesChoice.of_variant("phat").with_option("cut_ace", "low").save(tmp_path, "Home")
    assert RulesChoice.of_match(house.variant, tmp_path) == house
    changed = house.with_option("target", 121)
    found = RulesChoice.of_match(changed.variant, tmp_path)
    assert found.variant == changed.variant and found.can_change
    (tmp_path / "home.toml").write_text('title = "Home"\nextends = "phat"\n')
    fixed = RulesChoice.of_match(house.variant, tmp_path)
    assert fixed.variant == house.variant
    (tmp_path / "home.toml").unlink()
    fixed = RulesChoice.of_match(house.variant, tmp_path)
    assert (fixed.variant, fixed.can_change, fixed.listed(), fixed.changed()) == (house.variant, False, (), ())
    assert fixed.plain() == fixed
    with pytest.raises(SessionError, match="earlier match"):
        fixed.save(tmp_path, "Home")


def test_card_values_as_a_table() -> None:
    table = value_table(load_variant("nine_card_lancashire"))
    assert table.ranks == ("A", "K", "Q", "J", "10", "9", "5")
    assert [(row.title, row.points) for row in table.rows] == [
        ("Trumps", ("4", "3", "2", "1", "", "9", "10")),
        ("Other suits", ("", "", "", "", "", "", "5")),
        ("Count", ("4", "3", "2", "1", "10", "", "")),
    ]
    assert [row.title for row in value_table(load_variant("irish_don")).rows] == ["Trumps", "Other suits"]
    assert value_table(load_variant("phat_geldeston")).note.startswith("Values assumed")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("nine_card_lancashire", "4 players, two sides · to 91 · 9 cards each"),
        ("blind_don_three", "3 players, each alone · 3 hands a game · 14 cards each"),
        ("irish_don", "4 players, two sides · 2 hands a game · 13 cards each"),
    ],
)
def test_what_is_played_in_a_line(name: str, line: str) -> None:
    assert facts_line(load_variant(name)) == line


def test_every_variant_has_a_small_picture_of_what_it_is_scored_on() -> None:
    from mobile.theme import DARK

    for board in ("crib60", "none", "score_sheet"):
        picture = board_thumb(board, 91, 200, 60, DARK)
        height, width, channels = picture.shape
        assert width <= 200 and height <= 60 and channels == 4 and picture[..., 3].max() == 255


def test_a_table_sets_its_own_figures_and_saves_them(tmp_path: Path) -> None:
    rules = RulesChoice.of_variant("phat_geldeston")
    assert rules.own_numbers == (("target", 181, 1),) and rules.own_values == OWN_VALUES
    own = rules.with_own("target", 150).with_value("trump_values", Rank.NINE, 2).with_value("plain_values", Rank.TEN, 0)
    variant = own.variant
    assert (variant.target, variant.trump_values[Rank.NINE], variant.assumed) == (150, 2, "nothing")
    assert Rank.TEN not in variant.plain_values and variant.pegged_in_pack == 55
    assert own.changed()[0] == "To 150, a target of this table's own."
    saved = own.save(tmp_path, "Ours")
    assert replace(saved.variant, id=variant.id, title=variant.title) == variant
    assert own.with_own("target", 121).variant.sources["target"] != ("TABLE",), "an option has it"
    assert RulesChoice.of_match(variant, tmp_path) == own, "also before it is saved"
    assert saved.with_value("game_values", Rank.ACE, 5).variant.counted_in_pack == 84


def test_a_pack_in_which_nothing_scores_is_refused() -> None:
    rules = RulesChoice.of_variant("nine_card_lancashire").with_value("plain_values", Rank.FIVE, 0)
    for rank in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.FIVE):
        rules = rules.with_value("trump_values", rank, 0)
    with pytest.raises(VariantError):
        rules.with_value("trump_values", Rank.NINE, 0)


def test_hands_a_game_go_round_the_players() -> None:
    rules = RulesChoice.of_variant("blind_don_three")
    assert rules.own_numbers == (("pitches", 3, 3),)
    assert rules.with_own("pitches", 9).variant.pitches == 9
    assert rules.with_own("pitches", 6).variant.sources["pitches"] != ("TABLE",)
    irish = RulesChoice.of_variant("irish_don")
    assert irish.own_numbers == () and irish.own_values == OWN_VALUES[:2]
