"""`don variants`: the list, one variant in full, a table's own rules saved and played by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from don.main import main
from don.options import house_rules_folder, parse_variant
from scorer.option_texts import sources
from scorer.variant import load_variant, options_of, variant_names


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where house rules are saved, empty."""
    monkeypatch.setenv("DON_HOUSE_RULES", str(tmp_path / "rules"))
    return tmp_path / "rules"


def printed(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(["variants", *argv]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(["variants", *argv]) == 2
    captured = capsys.readouterr()
    lines = captured.err.splitlines()
    assert len(lines) == 1 and lines[0].startswith("don: "), captured.err
    return lines[0]


def test_the_list_names_every_variant_with_players_and_length(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys).splitlines()
    for name in variant_names():
        line = next(line for line in lines if line.split()[:1] == [name])
        assert load_variant(name).title in line and f"{len(load_variant(name).seats)} players" in line
    assumed = [number for number, line in enumerate(lines) if "values assumed" in line]
    assert [lines[number - 1].split()[0] for number in assumed] == ["phat_geldeston"]
    assert any("irish_don" in line and "two hands" in line for line in lines)
    assert any("nine_card_lancashire" in line and "to 91" in line for line in lines)
    assert max(map(len, lines)) <= 80


def test_the_sheet_says_what_wins_where_there_is_no_target(capsys: pytest.CaptureFixture[str]) -> None:
    """RULES.md 3.4: 80 of 160, one more where 80 to 80 is a draw."""
    assert "a game is two hands; the first side to 80 wins\n" in printed(capsys, "show", "irish_don")
    printed(capsys, "save", "Draw", "--from", "irish_don", "--option", "tie_rule=draw")
    assert "a game is two hands; the first side over 80 wins\n" in printed(capsys, "show", "draw")


@pytest.mark.parametrize("name", variant_names())
def test_one_variant_is_shown_with_every_option_and_source(capsys: pytest.CaptureFixture[str], name: str) -> None:
    text = printed(capsys, "show", name)
    assert printed(capsys, name) == text
    assert "\033" not in text and max(len(line) for line in text.splitlines()) <= 80
    variant, flat = load_variant(name), " ".join(text.split())
    assert f"{variant.pegged_in_pack} in the whole pack" in flat
    for option in options_of(name):
        assert f"\n{option.name}: " in text
        played = getattr(variant, option.name)
        assert f"* {played} " in text
        for codes in option.origins.values():
            assert all(sources()[code].short in flat for code in codes)


def test_the_figures_of_the_sheets(capsys: pytest.CaptureFixture[str]) -> None:
    """RULES.md 2.8, 3.3, 3.5."""
    blind = " ".join(printed(capsys, "show", "blind_don_stalybridge").split())
    assert "2, each alone" in blind and "18 each (seven stacks of two and four in hand), 16 not dealt" in blind
    assert "called by the pitcher" in blind and "a game is four hands" in blind
    geldeston = " ".join(printed(capsys, "show", "phat_geldeston").split())
    assert "ten 18, five 10; plain ten 9, five 5; 80 in the whole pack (values assumed" in geldeston
    welsh = " ".join(printed(capsys, "show", "nine_card_south_wales").split())
    assert "trump ace 4, king 3, queen 2, jack 1, nine 9, five 10; plain five 5; 44" in welsh
    assert "two legs" in welsh


def test_house_rules_are_saved_listed_shown_and_played(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    saving = (
        "save",
        "The Red Lion",
        "--from",
        "blind_don_burnley",
        *("--option", "blind_layout=russian", "--option", "revoke_penalty=fixed:10", "--pitches", "8"),
        *("--trump", "5=12", "--plain", "5=4", "--pegged-in-pack", "43", "--bonus", "game=10", "--bonus", "jack=2"),
    )
    text = " ".join(printed(capsys, *saving).split())
    assert str(folder / "the_red_lion.toml") in text and "43 in the whole pack" in text
    assert "2 for the jack of trumps, 10 for the count" in text and "fixed:10 the other side pegs 10" in text
    assert "Own rules pitches, bonus, trump values, plain values, pegged in pack" in text
    assert "18 each (nine face down and nine in hand)" in text
    assert "the_red_lion" in printed(capsys)
    for name in ("the_red_lion", "The Red Lion", str(folder / "the_red_lion.toml")):
        assert "The Red Lion" in printed(capsys, "show", name)
        variant = parse_variant(name, ["low_point_to=dealt"])
        assert (variant.pitches, variant.blind_layout, variant.low_point_to) == (8, "russian", "dealt")
    assert "--replace" in refused(capsys, *saving)
    assert "Saved" in printed(capsys, *saving, "--replace")


def test_a_target_of_the_table_is_shown_beside_those_of_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "save", "Short", "--from", "phat", "--target", "61", "--count", "A=5", "--count", "J=0")
    assert "* 61   as this table has set it" in text and "  181  twice round a Phat board" in text
    assert "ace 5, king 3, queen 2, ten 10 in every suit" in " ".join(text.split())


@pytest.mark.parametrize(
    ("argv", "named"),
    [
        (["show"], "NAME"),
        (["show", "a", "b"], "quotes"),
        (["save", "--from", "phat"], "NAME"),
        (["save", "X"], "--from"),
        (["show", "phat", "--target", "100"], "save NAME"),
        (["--from", "phat"], "save NAME"),
        (["show", "whist"], "no variant called whist"),
        (["show", "none.toml"], "No such file"),
        (["show", "??"], "no variant called"),
        (["save", "??", "--from", "phat"], "called ??"),
        (["save", "phat", "--from", "phat"], "choose another name"),
        (["save", "X", "--from", "whist"], "whist"),
        (["save", "X", "--from", "phat", "--target", "0"], "1 to 999"),
        (["save", "X", "--from", "phat", "--trump", "5"], "5=10"),
        (["save", "X", "--from", "phat", "--trump", "5=x"], "5=10"),
        (["save", "X", "--from", "phat", "--trump", "5=12"], "--pegged-in-pack 82"),
        (["save", "X", "--from", "phat", "--option", "board"], "KEY=VALUE"),
        (["save", "X", "--from", "phat", "--option", "board=table"], "board"),
    ],
)
def test_wrong_input_is_one_sentence_and_saves_nothing(
    capsys: pytest.CaptureFixture[str], folder: Path, argv: list[str], named: str
) -> None:
    assert named in refused(capsys, *argv)
    assert not list(folder.glob("*"))


def test_a_saved_file_that_is_broken_is_said_so_in_the_list(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    folder.mkdir()
    (folder / "bad.toml").write_text("title = 3", encoding="utf-8")
    text = printed(capsys)
    assert "bad.toml can't be used: the entry title has to be text." in text
    assert "bad.toml" in refused(capsys, "show", "bad")


def test_the_folder_is_in_the_user_data_without_the_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DON_HOUSE_RULES")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert house_rules_folder().name == "house_rules" and house_rules_folder().parent.name == "don"
