"""`don league` as a secretary uses it: a season from file to table, wrong input, jacks out."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from enter_table import CTRL_C
from league_desk import League, new_league

from don.main import main
from scorer.season import Game
from scorer.season_file import load_season


@pytest.fixture
def league(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> League:
    return new_league(tmp_path, monkeypatch, capsys)


@pytest.mark.slow
def test_a_season_by_hand_from_the_first_evening_to_the_table(league: League, tmp_path: Path) -> None:
    out = league.don("evening FILE")
    assert "Thursday League, Thursday 7 January 2027 (evening 1 of 3)" in out and "Rose v =Bull: not begun" in out
    assert "Rose, game 1: two of Pip, Quin, Ray, Sue (not played yet)" in out and "No match: Red Lion." in out
    out = league.don("result FILE rose =b --game 1 --won home --pairs 'pip, QUIN' 'Al,Bea'")
    assert "Rose v =Bull, Thursday 7 January 2027: 1-0, not finished" in out
    assert "1  Pip and Quin v Al and Bea: Rose  (new)" in out
    league.don("result FILE rose =b --game 2 --pairs 'Ray, Sue' 'Cat, Dan'")
    assert not league.game(0, 2).done, "pairs may be handed in before the game"
    assert "2  Ray and Sue v Cat and Dan: not played" in league.don("evening FILE --date 2027-01-07")
    league.don("result FILE rose =b --game 2 --won =Bull")
    assert league.game(0, 2) == Game(("Ray", "Sue"), ("Cat", "Dan"), "=Bull")
    out = league.don("evening FILE")
    assert "Rose, game 3: with four players this game is forfeited" in out
    assert "=Bull, game 3: Flo (not played yet), with Al, Bea, Cat or Dan (played once)" in out
    assert "3  =Bull (forfeited by Rose)  (new)" in league.don("result FILE rose =b --game 3 --forfeit home")
    league.don("result FILE rose =b --game 4 --won home --pairs 'Pip, Ray' 'Al, Flo'")
    league.don("table FILE")
    assert "Not finished, so not counted:\n   2027-01-07  Rose v =Bull: 2-2" in league.out
    out = league.don("result FILE rose =b --game 5 --won away --pairs 'Quin, Sue' 'Bea, Cat'")
    assert "2-3, points 2-5" in out and "Against" not in out
    rows = [line.split() for line in league.don("table FILE").splitlines()[3:6]]
    assert rows == [
        ["1", "=Bull", "1", "1", "0", "0", "3-2", "5"],
        ["2", "Rose", "1", "0", "0", "1", "2-3", "2"],
        ["3", "Red", "Lion", "0", "0", "0", "0", "0-0", "0"],
    ]
    assert "up to Wednesday 6 January 2027" in league.don("table FILE --date 2027-01-06")
    assert "1= =Bull" in league.out and "= shares its place" in league.out
    assert league.don("fixtures FILE").startswith("1. Thursday 7 January 2027\n   Rose v =Bull: 2-3, points 2-5\n")
    assert "evening 2 of 3" in league.don("evening FILE")
    target = tmp_path / "table.csv"
    league.don(f"table FILE --csv {target}")
    data = list(csv.reader(target.read_text(encoding="utf-8-sig").splitlines()))
    assert data[1] == ["1", "'=Bull", "1", "1", "0", "0", "3", "2", "5"], "no formula for a spreadsheet"
    assert "is there already" in league.refused(f"table FILE --csv {target}")
    league.don(f"table FILE --csv {target} --force")
    for home, away in (fixture.teams for fixture in league.file.season.fixtures[1:]):
        for game in range(1, 6):
            league.don(f"result FILE '{home}' '{away}' --game {game} --forfeit both")
    assert "All matches of Thursday League are played" in league.don("evening FILE")


def test_a_league_with_its_own_rules_points_and_evenings(league: League, tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    teams = " ".join(f"--team '{name}: {name}1, {name}2, {name}3, {name}4'" for name in "ABCD")
    league.don(f"new {path} --name L {teams} --variant phat --option target=121 --points 2+3")
    file = load_season(path)
    assert file.rules.target == 121 and file.season.points.match == 3
    out = league.don(f"fixtures {path} --from 2027-12-16 --every 7 --twice --skip 2027-12-23 --skip 2027-12-30")
    assert "2. Thursday 6 January 2028" in out and len(load_season(path).season.fixtures) == 12
    assert "No match" not in out


def test_saved_house_rules_are_named_by_the_file(
    league: League, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DON_HOUSE_RULES", str(tmp_path / "rules"))
    assert main(["variants", "save", "Ours", "--from", "nine_card_lancashire", "--option", "target=121"]) == 0
    path = tmp_path / "rules" / "league.toml"
    teams = " ".join(f"--team '{name}: {name}1, {name}2, {name}3, {name}4'" for name in "AB")
    league.don(f"new {path} --name L {teams} --variant ours")
    assert load_season(path).season.variant == "ours.toml" and load_season(path).rules.target == 121
    league.don(f"new {tmp_path / 'l.toml'} --name L {teams} --variant ours")
    assert load_season(tmp_path / "l.toml").rules.target == 121


def test_players_with_their_games_and_a_new_one(league: League) -> None:
    league.don("result FILE rose =b --game 1 --won home --pairs 'Pip, Quin' 'Al, Bea'")
    league.don("result FILE rose =b --game 2 --won away --pairs 'Ray, Sue' 'Cat, Dan'")
    league.don("result FILE rose =b --game 3 --forfeit home")
    league.don("result FILE rose =b --game 4 --won home --pairs 'Pip, Ray' 'Al, Flo'")
    out = league.don("players FILE rose --add ' Vic  Old '")
    names = ["Pip", "Quin", "Ray", "Sue"]
    assert [line.split(" played ")[0].strip() for line in out.splitlines()[1:]] == [
        "Pip",
        "Quin",
        "Ray",
        "Vic Old",
        "Sue",
    ]
    assert [line.split(" played ")[1] for line in out.splitlines()[1:]] == [
        " 2, won  2", " 1, won  1", " 2, won  1", " 0, won  0", " 1, won  0"
    ]  # fmt: skip
    assert league.file.season.teams["Rose"] == (*names, "Vic Old")
    out = league.don("players FILE")
    assert [line for line in out.splitlines() if not line.startswith(" ")] == ["Red Lion", "Rose", "=Bull"]


# By hand: changes and rules


def test_a_result_is_changed_only_after_a_question(league: League) -> None:
    league.don("result FILE rose =b --game 1 --won home")
    league.don("result FILE rose =b --game 1 --won away --no-input", status=3)
    assert "2027-01-07, Rose v =Bull, game 1 is entered: Rose." in league.err and league.game(0, 1).won == "Rose"
    assert "Nothing is changed." in league.don("result FILE rose =b --game 1 --won away", "n")
    league.don("result FILE rose =b --game 1 --won away", "perhaps", "y")
    assert league.game(0, 1).won == "=Bull"
    league.don("result FILE rose =b --game 1 --forfeit =bull", "y")
    assert league.game(0, 1) == Game(won="Rose", forfeits=("=Bull",))
    league.don("result FILE rose =b --game 1 --clear", "y")
    assert league.game(0, 1) == Game()
    league.don("result FILE rose =b --game 1 --won home", status=0)
    league.don("result FILE rose =b --game 1 --won home", status=0)
    assert "(new)" not in league.out


def test_a_list_against_the_rules_is_asked_about_and_stays_marked(league: League) -> None:
    league.don("result FILE rose =b --game 1 --won home --pairs 'Pip, Quin' 'Al, Bea'")
    league.don("result FILE rose =b --game 2 --won home --pairs 'Pip, Ray' 'Cat, Dan' --no-input", status=3)
    assert "Pip plays again in game 2" in league.err and not league.game(0, 2).done
    league.don("result FILE rose =b --game 2 --won home --pairs 'Pip, Ray' 'Cat, Dan'", "y")
    assert league.game(0, 2).done
    assert "Against the rules, Rose: Pip plays again in game 2" in league.don("evening FILE")


def test_ctrl_c_at_a_question_changes_nothing(league: League) -> None:
    league.don("result FILE rose =b --game 1 --won home")
    league.don("result FILE rose =b --game 1 --won away", CTRL_C, status=130)
    assert league.game(0, 1).won == "Rose"


def test_what_the_secretary_writes_into_the_file_is_shown_and_stays(league: League) -> None:
    text = league.path.read_text(encoding="utf-8")
    noted = text.replace('away = "=Bull"\n', 'away = "=Bull" # ask Bea\nnote = "at the Crown"\n', 1)
    league.path.write_text(noted, encoding="utf-8")
    assert "   (at the Crown)\n" in league.don("evening FILE")
    league.don("result FILE rose =b --game 1 --won home")
    assert "# ask Bea" in league.path.read_text(encoding="utf-8") and league.game(0, 1).won == "Rose"


# Wrong input

NEW = "new NONE --name L --team 'A: a, b, c, d' --team 'B: e, f, g, h'"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (NEW.replace("NONE", "FILE"), "is there already"),
        (NEW.replace("NONE", "/nowhere/l.toml"), "can't be written"),
        (NEW + " --team A:x", "The team A is named twice"),
        (NEW + " --team C", "--team C names no players"),
        (NEW + " --team 'C: x, y'", "C has 2 players"),
        (NEW + " --points 3", "The entry points can't be 3"),
        (NEW + " --variant irish_don", "not for a league match"),
        (NEW + " --variant whist", "whist"),
        (NEW + " --option target", "--option target has no value"),
        ("fixtures FILE --from 2027-01-07", "has its fixtures already"),
        ("fixtures FILE --twice", "Say when the season begins"),
        ("evening FILE --date 7.1.2027", "--date 7.1.2027 is no day"),
        ("evening FILE --date 2027-01-09", "the nearest evening is 2027-01-07"),
        ("evening NONE", "can't be read"),
        ("table FILE --csv /nowhere/t.csv", "There is no folder /nowhere"),
        ("result FILE rose", "Name the two teams"),
        ("result FILE =b rose --game 1 --won home", "=Bull is not at home against Rose"),
        ("result FILE rose =b --date 2027-01-08 --game 1 --won home", "they meet on 2027-01-07"),
        ("result FILE rose x --game 1 --won home", "No single team is called x"),
        ("result FILE rose =b", "Say which game it is: --game 1 to 5"),
        ("result FILE rose =b --game 6 --won home", "Say which game it is"),
        ("result FILE rose =b --game 1", "Say what to enter"),
        ("result FILE rose =b --game 1 --won lion", "Red Lion doesn't play in 2027-01-07, Rose v =Bull"),
        ("result FILE rose =b --game 1 --won home --forfeit away", "leave out the rest"),
        ("result FILE rose =b --game 1 --won home --clear", "leave out the rest"),
        ("result FILE rose =b --game 1 --pairs Pip 'Al, Bea'", "'Pip' is no pair of Rose"),
        ("result FILE rose =b --game 1 --pairs 'Pip, Ann' 'Al, Bea'", "Ann is not in the list of Rose"),
        ("result FILE rose =b --game 1 --pairs 'Pip, pip' 'Al, Bea'", "as both of a pair"),
        ("result FILE rose =b --game 1 --match x --log LOG", "There is no match log"),
        ("result FILE --from-log --log LOG", "There is no match log"),
        ("result FILE --from-log --game 1", "leave out --game"),
        ("result FILE rose =b --game 1 --won home --count x", "add --from-log"),
        ("result FILE rose --from-log --log LOG", "Name both teams"),
        ("result FILE --from-log --date 2027-01-08 --log LOG", "has no fixtures on 2027-01-08"),
        ("players FILE --add Vic", "Say whose player it is"),
        ("players FILE rose --add ANN", "in the lists of Red Lion and of Rose"),
        ("players FILE rose --add ' '", "can't have the name"),
        ("jacks Ann Bob", "5 to 7 stakes, not with 2"),
        ("jacks Ann Bob Col Dee ann", "Ann has put down two stakes"),
        ("jacks Ann Bob Col Dee ''", "A stake needs a name"),
        ("jacks Ann Bob Col Dee Eve --seed 3", "--seed is for --shuffle"),
        ("jacks Ann Bob Col Dee Eve --shuffle --cut 2H", "--shuffle deals by itself"),
        ("jacks Ann Bob Col Dee Eve --cards 'JH JH'", "The jack of hearts is there twice"),
        ("jacks Ann Bob Col Dee Eve --cards 1H", "is not a card"),
    ],
)
def test_wrong_input_is_one_sentence_and_changes_nothing(league: League, line: str, sentence: str) -> None:
    found = league.refused(line.replace("NONE", str(league.path.with_name("new.toml"))))
    assert sentence in found
    assert [path.name for path in league.path.parent.iterdir()] == [league.path.name]


def test_a_season_without_fixtures_or_beyond_all_days(league: League, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    league.don(NEW.replace("NONE", str(path)))
    assert "no fixtures yet" in league.refused(f"evening {path}")
    assert "no fixtures yet" in league.refused(f"fixtures {path}")
    assert "no fixtures." in league.refused(f"result {path} --from-log --log {path}")
    assert "there is no such day" in league.refused(f"fixtures {path} --from 9999-12-31 --twice")
    assert "--every 0 can't be" in league.refused(f"fixtures {path} --from 2027-01-07 --every 0")


# Jacks out


def test_jacks_out_typed_card_by_card(league: League) -> None:
    """A card typed twice is asked for again; equal kings are cut again."""
    typed = ("JS", "JS", "x", "JD", "5C", "JC", "JH", "KH", "KH", "KS", "KD", "2C", "5H", "6H", "7H")
    out = league.don("jacks Ann Bob Col Dee Eve", *typed)
    assert "Ann, Bob, Dee and Eve play; Col sits out." in out and "is there twice" in out
    assert "Ann, Bob and Dee cut again." in out and out.endswith("Dee and Bob play Ann and Eve.\n")
    league.don("jacks Ann Bob Col Dee Eve", "JS", status=3)
    assert "Bob's card?" in league.err


def test_jacks_out_from_cards_given(league: League) -> None:
    line = "jacks Ann Bob Col Dee Eve --cards '4H JS, JD 5C JC 2D JH' --no-input"
    out = league.don(f"{line} --cut 'AH 3S 4D 2C'")
    assert "Ann 4H, Bob JS (plays), Col JD (plays), Dee 5C, Eve JC (plays)\n   Ann 2D, Dee JH (plays)\n" in out
    assert out.endswith("Bob and Eve play Col and Dee.\n")
    league.don(line, status=3)
    assert "Bob's card?" in league.err


@pytest.mark.parametrize("seed", range(20))
def test_the_program_shuffles_and_a_seed_deals_the_same_again(league: League, seed: int) -> None:
    names = ["Ann", "Bob", "Col", "Dee", "Eve", "Flo", "Guy"][: 5 + seed % 3]
    out = league.don(f"jacks {' '.join(names)} --shuffle --seed {seed}")
    assert out == league.don(f"jacks {' '.join(names)} --shuffle --seed {seed}")
    assert out.count("(plays)") == 4
    pairs = out.splitlines()[-1].removesuffix(".").replace(" and ", " play ").split(" play ")
    assert len(set(pairs)) == 4 and set(pairs) <= set(names)


def test_without_a_seed_no_two_deals_are_the_same(league: League) -> None:
    deals = {league.don("jacks Ann Bob Col Dee Eve --shuffle") for _ in range(4)}
    assert len(deals) > 1
