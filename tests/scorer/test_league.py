"""League points, teams' lists and the table (RULES.md 3.2, league form seen)."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorer.league import (
    GAMES,
    LeagueError,
    LeagueMatch,
    LeaguePoints,
    Pair,
    TeamList,
    match_faults,
    match_points,
    points_of,
    table,
    team_faults,
)
from scorer.texts import say
from scorer.variant import load_variant

PATH = Path(os.environ.get("DON_VECTORS") or Path(__file__).parents[2].parent / "shared" / "rules" / "vectors.json")
VECTORS: list[dict[str, Any]] = json.loads(PATH.read_text(encoding="utf-8"))["vectors"] if PATH.is_file() else []


@pytest.mark.vectors
@pytest.mark.skipif(not PATH.is_file(), reason=f"the worked examples are not there: {PATH}")
def test_vectors() -> None:
    chosen = [vector for vector in VECTORS if vector["kind"] == "league"]
    assert chosen
    for vector in chosen:
        home, away = vector["expect"]["points"]
        match = LeagueMatch(home, away, tuple(vector["setup"]["games"]))
        assert match_points(match) == vector["expect"]["points"], vector["id"]


def played(winners: str, home: str = "H", away: str = "A") -> LeagueMatch:
    """A match from one letter a game; ``-`` is a game nobody won."""
    names = {"H": home, "A": away, "-": None}
    return LeagueMatch(home, away, tuple(names[letter] for letter in winners))


def team_list(text: str) -> TeamList:
    """ "AB CD -- EA BC": the players of each game, one letter each."""
    pairs: list[Pair | None] = [None if word == "--" else (word[0], word[1]) for word in text.split()]
    return tuple(pairs)


def faults(text: str) -> list[tuple[str, object]]:
    found = team_faults(team_list(text))
    assert all(say(fault.code, fault.params) for fault in found)
    return [(fault.code, fault.params.get("player", fault.params.get("game"))) for fault in found]


@pytest.mark.parametrize(
    ("winners", "home", "away"),
    [
        ("", 0, 0),
        ("HH", 2, 0),
        ("HHH", 5, 0),
        ("HHHHH", 7, 0),
        ("AHAHA", 2, 5),
        ("HA-AH", 2, 2),
        ("HH-HA", 5, 1),
    ],
)
def test_points_of_a_match_and_of_one_that_goes_on(winners: str, home: int, away: int) -> None:
    assert match_points(played(winners)) == {"H": home, "A": away}


@given(st.lists(st.sampled_from("HA"), min_size=GAMES, max_size=GAMES))
def test_a_whole_match_gives_seven_points_and_the_winner_has_more(winners: list[str]) -> None:
    points = match_points(played("".join(winners)))
    assert sum(points.values()) == 7
    assert (points["H"] > points["A"]) == (winners.count("H") >= 3)


def test_the_option_says_what_a_game_and_a_match_are_worth() -> None:
    variant = load_variant("nine_card_lancashire")
    assert points_of(variant) is None
    assert points_of(replace(variant, league_points="1+2")) == LeaguePoints(1, 2)
    two_three = points_of(replace(variant, league_points="2+3"))
    assert two_three is not None
    assert match_points(played("HHHAA"), two_three) == {"H": 9, "A": 4}


@pytest.mark.parametrize(
    ("match", "code", "sentence"),
    [
        (played("H", "Rose", "Rose"), "LEAGUE_SAME_TEAM", "Rose can't play a match against itself"),
        (played("HHHHHH"), "LEAGUE_TOO_MANY_RESULTS", "5 games, not 6"),
        (LeagueMatch("Rose", "Bull", ("Rose", "Ship")), "LEAGUE_UNKNOWN_TEAM", "Ship can't have won game 2"),
    ],
)
def test_results_that_can_t_be(match: LeagueMatch, code: str, sentence: str) -> None:
    for use in (match_points, match_faults, lambda match: table([match])):
        with pytest.raises(LeagueError) as error:
            use(match)
        assert error.value.code == code
        assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AB CD EA BC DE", []),
        ("AB CD AE BC DE", []),
        ("AB CD EF AB CD", []),
        ("AB CD -- EA BC", []),
        ("AB CD -- AB CD", []),
        ("AB CD EF GH IJ", []),
        ("AB AC DE BF CF", [("LEAGUE_AGAIN_TOO_EARLY", "A")]),
        ("AB CD AB CE DE", [("LEAGUE_AGAIN_TOO_EARLY", "A"), ("LEAGUE_AGAIN_TOO_EARLY", "B")]),
        ("AB CD EA AB CD", [("LEAGUE_TOO_MANY_GAMES", "A")]),
        ("AB CD -- AB AC", [("LEAGUE_TOO_MANY_GAMES", "A")]),
        ("AB AC -- DB DC", [("LEAGUE_AGAIN_TOO_EARLY", "A")]),
        ("AB CD AC BD --", [("LEAGUE_FOUR_FORFEIT", 3)]),
        ("AB CD EF -- --", []),
        ("AB AC -- CB --", [("LEAGUE_TOO_FEW_PLAYERS", None)]),
    ],
)
def test_a_team_s_list(text: str, expected: list[tuple[str, object]]) -> None:
    assert faults(text) == expected


@given(st.permutations("ABCDE"), st.permutations("ABCDE"))
def test_five_players_who_all_play_once_before_the_second_round_are_in_order(
    first: list[str], second: list[str]
) -> None:
    assume(first[4] != second[0])  # nobody partners himself in the third game
    order = "".join([*first, *second])
    text = " ".join(order[place : place + 2] for place in range(0, 10, 2))
    assert faults(text) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [("AB CD EA BC", "LEAGUE_LIST_LENGTH"), ("AB CD EE AB CD", "LEAGUE_BAD_PAIR")],
)
def test_a_list_that_is_none(text: str, code: str) -> None:
    with pytest.raises(LeagueError) as error:
        team_faults(team_list(text))
    assert error.value.code == code
    assert str(error.value).endswith(".")


def test_a_player_needs_a_name() -> None:
    with pytest.raises(LeagueError, match="game 2"):
        team_faults((("A", "B"), ("C", " "), None, None, None))


def test_a_forfeited_game_belongs_to_the_other_team() -> None:
    four, five = team_list("AB CD -- AB CD"), team_list("PQ RS TP QR ST")
    match = replace(played("HHHAA"), home_list=four, away_list=five)
    found = match_faults(match)
    assert [(fault.code, fault.params["game"]) for fault in found["H"]] == [("LEAGUE_FORFEIT_WON", 3)]
    assert say(found["H"][0].code, found["H"][0].params).startswith("H forfeits game 3")
    assert found["A"] == ()
    assert match_faults(replace(match, winners=played("HHAAA").winners))["H"] == ()
    assert match_faults(replace(played("HH-AA"), home_list=four, away_list=four)) == {"H": (), "A": ()}
    assert match_faults(played("HHHAA")) == {}, "no list, nothing to find"


def test_the_table_of_an_evening() -> None:
    rows = table(
        [
            played("HHHAA", "Rose", "Bull"),
            played("AAAHH", "Ship", "Crown"),
            played("HHHHH", "Rose", "Ship"),
            played("HA-HA", "Bull", "Crown"),
        ]
    )
    told = [(r.place, r.tied, r.team, r.played, r.won, r.drawn, r.lost, r.games, r.games_lost, r.points) for r in rows]
    assert told == [
        (1, False, "Rose", 2, 2, 0, 0, 8, 2, 12),
        (2, False, "Crown", 2, 1, 1, 0, 5, 4, 7),
        (3, False, "Bull", 2, 0, 1, 1, 4, 5, 4),
        (4, False, "Ship", 2, 0, 0, 2, 2, 8, 2),
    ]


def test_ties_stand_as_ties() -> None:
    rows = table([played("HHHAA", "Rose", "Bull"), played("AAAHH", "Ship", "Crown")])
    assert [(row.place, row.tied, row.team) for row in rows] == [
        (1, True, "Crown"),
        (1, True, "Rose"),
        (3, True, "Bull"),
        (3, True, "Ship"),
    ]
    assert table([]) == ()


def test_an_unfinished_match_makes_no_table() -> None:
    with pytest.raises(LeagueError, match="Only 3 of the 5 games of match 2"):
        table([played("HHHAA"), played("HHH")])


@given(st.lists(st.tuples(st.permutations("WXYZ"), st.text("HA-", min_size=GAMES, max_size=GAMES)), max_size=8))
def test_the_table_adds_up(data: list[tuple[list[str], str]]) -> None:
    matches = [played(winners, teams[0], teams[1]) for teams, winners in data]
    rows = table(matches)
    assert sum(row.played for row in rows) == 2 * len(matches)
    assert sum(row.won for row in rows) == sum(row.lost for row in rows)
    assert all(row.played == row.won + row.drawn + row.lost for row in rows)
    assert sum(row.games for row in rows) == sum(row.games_lost for row in rows)
    assert all(row.points == row.games + 2 * row.won for row in rows)
    for row in rows:
        assert row.place == 1 + sum(other.points > row.points for other in rows)
        assert row.tied == (sum(other.points == row.points for other in rows) > 1)
