"""`don league result`: games taken from the match log, what is unclear, one match named for a game."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from league_desk import League, new_league

from don.league_show import game_words
from scorer.events import Note
from scorer.season import Game
from scorer.season_file import save_season


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
    return new_league(tmp_path, monkeypatch, capsys)


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
    assert f"Pip and Quin v Al and Bea [{twin[:8]}]: It was said not to count." in league.out
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
    assert f"[{extra[:8]}]: It was said not to count." in league.don("result FILE --from-log --log LOG", *"yyyyn")
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
    assert "Game 1 stays as it was entered." in league.don("result FILE --from-log --log LOG", "n")
    assert league.game(0, 1).won == "=Bull"
    league.don("result FILE --from-log --log LOG", "y")
    assert "By the log Rose has now won game 1, which is entered for =Bull." in league.out
    assert league.game(0, 1).won == "Rose"


def test_a_second_telling_is_not_shown_under_the_name_of_the_first() -> None:
    told = "1b4e28ba-2fa1-41d2-883f-0016d3cca427"
    assert [game_words(Game(won="Rose", match=name)) for name in (told, f"{told}~2")] == [
        "Rose  [1b4e28ba]",
        "Rose  [1b4e28ba~2]",
    ]
