"""`don league` as a secretary uses it: a season from file to table, games from a log, wrong input, jacks out."""

from __future__ import annotations

import csv
import shlex
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from enter_table import CTRL_C, Keyboard

from don.main import main
from scorer.events import Concede, Event, GameStart, Note, start_of_match
from scorer.matchlog import MatchLog, new_match_id
from scorer.referee import Refusal
from scorer.season import Game
from scorer.season_file import SeasonFile, load_season, save_season
from scorer.seats import Seat
from scorer.variant import load_variant

TEAMS = ("Red Lion: Ann, Bob, Col, Dee, Eve", "Rose: Pip, Quin, Ray, Sue", "=Bull: Al, Bea, Cat, Dan, Flo")
EIGHT = datetime(2027, 1, 7, 20, tzinfo=UTC)


class League:
    """A league with a file and a log of its own; `don league` with lines typed at it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.path, self.log = folder / "thursday.toml", folder / "matches.db"
        self._patch, self._capsys = monkeypatch, capsys
        self.out = self.err = ""

    def don(self, line: str, *typed: str, status: int = 0) -> str:
        """Runs `don league` with FILE and LOG filled in; the standard output. Errors are one sentence each."""
        self._patch.setattr(sys, "stdin", Keyboard(typed))
        words = [word.replace("FILE", str(self.path)).replace("LOG", str(self.log)) for word in shlex.split(line)]
        assert main(["league", *words]) == status, self._capsys.readouterr()
        self.out, self.err = self._capsys.readouterr()
        assert "Traceback" not in self.err
        return self.out

    def refused(self, line: str, *typed: str) -> str:
        before = self.path.read_bytes() if self.path.exists() else None
        self.don(line, *typed, status=2)
        lines = self.err.splitlines()
        assert len(lines) == 1 and lines[0].startswith("don: ") and lines[0].endswith("."), self.err
        assert (self.path.read_bytes() if self.path.exists() else None) == before
        return lines[0]

    @property
    def file(self) -> SeasonFile:
        return load_season(self.path)

    def game(self, fixture: int, number: int) -> Game:
        return self.file.season.fixtures[fixture].games[number - 1]

    def played(self, winners: str, losers: str, minutes: int, *more: Event, target: int = 91) -> str:
        """A short match in the log: the losers gave up at once. Names are "Ann Bob"."""
        one, other = winners.split(), losers.split()
        names = {Seat.N: one[0], Seat.S: one[1], Seat.E: other[0], Seat.W: other[1]}
        match_id = new_match_id()
        start = start_of_match(match_id, load_variant("nine_card_lancashire", {"target": target}), names)
        with MatchLog(self.log) as log:
            for event in more or (Concede("EW"),):
                events = [start, GameStart(Seat.N), event] if event is (more or (event,))[0] else [event]
                answer = log.record_all(match_id, events, EIGHT + timedelta(minutes=minutes))
                assert not isinstance(answer, Refusal), answer
        return match_id


@pytest.fixture(autouse=True)
def in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The evening is that of this computer's clock, wherever the tests run."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture
def league(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> League:
    """Three teams; the first evening is Rose against =Bull."""
    league = League(tmp_path, monkeypatch, capsys)
    league.don("new FILE --name 'Thursday League' " + " ".join(f"--team '{team}'" for team in TEAMS))
    league.don("fixtures FILE --from 2027-01-07")
    assert league.file.season.fixtures[0].teams == ("Rose", "=Bull")
    return league


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


# From the log


def test_the_games_of_an_evening_come_from_the_log(league: League) -> None:
    ids = [
        league.played("Pip Quin", "Al Bea", 30),
        league.played("Dan Cat", "Ray Sue", 60),
        league.played("Pip Ray", "Al Flo", 120),
    ]
    league.played("Ann Zed", "Pip Quin", 60)
    league.played("X Y", "Z W", 60)
    league.played("Quin Sue", "Bea Cat", 150, Note("seen"))
    league.don("result FILE rose =b --game 3 --forfeit rose")
    out = league.don("result FILE --from-log --log LOG")
    assert f"2  Ray and Sue v Cat and Dan: =Bull  [{ids[1][:8]}]  (new)" in out
    assert [league.game(0, n).match for n in (1, 2, 4)] == ids and not league.game(0, 5).done
    assert "Ann and Zed v Pip and Quin" in out and "Zed is in no team's list." in out and "X and Y" not in out
    assert "It is not over." in out
    before = league.path.read_bytes()
    assert "Nothing new in the log." in league.don("result FILE rose =b --from-log --log LOG")
    assert league.path.read_bytes() == before


def test_what_is_unclear_is_listed_and_nothing_written(league: League) -> None:
    clear = league.played("Pip Quin", "Al Bea", 30)
    twin = league.played("Pip Quin", "Al Bea", 31)
    other = league.played("Ray Sue", "Cat Dan", 60, target=121)
    before = league.path.read_bytes()
    league.don("result FILE --from-log --date 2027-01-07 --log LOG --no-input", status=3)
    assert "may be the same game" in league.err and "target 121, not 91" in league.err
    assert league.path.read_bytes() == before
    league.don("result FILE --from-log --log LOG", "n", status=3)
    assert league.path.read_bytes() == before, "the second question was not answered"
    league.don(f"result FILE --from-log --log LOG --no-input --leave-out {twin} --count {other}")
    assert [league.game(0, n).match for n in (1, 2, 3)] == [clear, other, ""]
    league.don("result FILE --from-log --log LOG", "y", "n", "n")
    assert league.game(0, 3).match == "", "the question about its list was answered with no"
    league.don("result FILE --from-log --log LOG", "y", "n", "y")
    assert league.game(0, 3).match == twin


def test_a_team_of_four_is_asked_about_its_third_game(league: League) -> None:
    pairs = [("Pip Quin", "Al Bea"), ("Ray Sue", "Cat Dan"), ("Pip Ray", "Al Flo"), ("Quin Sue", "Bea Cat")]
    ids = [league.played(one, other, 10 * number) for number, (one, other) in enumerate(pairs)]
    league.don("result FILE --from-log --log LOG --no-input", status=3)
    assert "a team of only four players forfeits game 3 (Rose). Enter that?" in league.err
    assert not league.file.season.fixtures[0].begun
    out = league.don("result FILE --from-log --log LOG", "y")
    assert [league.game(0, n).match for n in (1, 2, 4, 5)] == ids and "3  =Bull (forfeited by Rose)  (new)" in out


def test_where_more_was_played_than_games_are_open_a_person_picks(league: League) -> None:
    league.don("result FILE rose =b --game 3 --forfeit rose")
    pairs = [("Pip Quin", "Al Bea"), ("Ray Sue", "Cat Dan"), ("Pip Ray", "Al Flo"), ("Quin Sue", "Bea Cat")]
    ids = [league.played(one, other, 10 * number) for number, (one, other) in enumerate(pairs)]
    extra = league.played("Pip Sue", "Al Cat", 35)
    league.don("result FILE --from-log --log LOG --no-input", status=3)
    assert "5 matches of the log would count, and the number of games open is 4" in league.err
    assert "still more matches than games" in league.refused("result FILE --from-log --log LOG", *"yyyyy")
    league.don("result FILE --from-log --log LOG", *"yyyyn")
    assert [league.game(0, n).match for n in (1, 2, 4, 5)] == ids
    league.don("result FILE --from-log --log LOG")
    assert extra[:8] in league.out and "All five games are settled" in league.out


def test_a_match_that_names_other_pairs_than_were_handed_in_finds_no_game(league: League) -> None:
    for game in range(1, 6):
        league.don(f"result FILE rose =b --game {game} --pairs 'Pip, Quin' 'Al, Bea'", "y")
    league.played("Ray Sue", "Cat Dan", 10)
    out = league.don("result FILE --from-log --log LOG")
    assert "No open game names these players." in out and "Nothing new in the log." in out


def test_one_match_of_the_log_is_named_for_a_game(league: League) -> None:
    late = league.played("Pip Quin", "Al Bea", 3 * 24 * 60)
    league.don(f"result FILE rose =b --game 1 --match {late[:10]} --log LOG")
    assert league.game(0, 1) == Game(("Pip", "Quin"), ("Al", "Bea"), "Rose", late), "played three days later"
    nick = league.played("Piet Quinny", "Al Bea", 10)
    sentence = league.refused(f"result FILE rose =b --game 2 --match {nick} --log LOG")
    assert "Piet is in no team's list. Say --won and --pairs." in sentence
    league.don(f"result FILE rose =b --game 2 --match {nick} --won home --pairs 'Ray, Sue' 'Cat, Dan' --log LOG")
    assert league.game(0, 2) == Game(("Ray", "Sue"), ("Cat", "Dan"), "Rose", nick)
    assert "By the log Rose won" in league.refused(f"result FILE rose =b --game 3 --won away --match {late} --log LOG")
    on = league.played("Pip Quin", "Al Bea", 20, Note("seen"))
    assert "is not over" in league.refused(f"result FILE rose =b --game 3 --match {on} --log LOG")
    assert "counted already" in league.refused(f"result FILE rose =b --game 3 --match {nick} --won home "
                                               "--pairs 'Pip, Ray' 'Al, Flo' --log LOG")  # fmt: skip
    other = league.played("Pip Ray", "Al Flo", 30, target=121)
    league.don(f"result FILE rose =b --game 3 --match {other} --log LOG --no-input", status=3)
    assert "Nothing is changed." in league.refused(f"result FILE rose =b --game 3 --match {other} --log LOG", "n")
    league.don(f"result FILE rose =b --game 3 --match {other} --log LOG", "y", "y")
    assert league.game(0, 3).match == other


def test_a_result_put_right_in_the_log_is_offered(league: League) -> None:
    match = league.played("Pip Quin", "Al Bea", 30)
    league.don("result FILE --from-log --log LOG")
    file = league.file
    fixture = file.season.fixtures[0]
    wrong = Game(("Pip", "Quin"), ("Al", "Bea"), "=Bull", match)
    save_season(file, file.season.with_fixture(fixture, fixture.with_game(1, wrong)))
    league.don("result FILE --from-log --log LOG", "n")
    assert league.game(0, 1).won == "=Bull"
    league.don("result FILE --from-log --log LOG", "y")
    assert "By the log Rose has now won game 1, which is entered for =Bull." in league.out
    assert league.game(0, 1).won == "Rose"


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
