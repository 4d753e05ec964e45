"""A season: fixtures, results, who may still play, the table against a slow count of its own (RULES.md 3.2)."""

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorer.fixtures import fixtures_from, rounds
from scorer.frozenmap import FrozenMap
from scorer.league import GAMES, LeagueError, LeaguePoints, Pair, faults_so_far, team_faults
from scorer.season import Fixture, Game, MayPlay, Season, appearances, forfeited, forfeits_third, may_play, place_of
from scorer.season_checks import check_season

THURSDAY = date(2027, 1, 7)
SIX = ("Red Lion", "Rose", "Bull", "Crown", "Ship", "Plough")


def squad(team: str, size: int = 5) -> tuple[str, ...]:
    return tuple(f"{team} {letter}" for letter in "abcdef"[:size])


def season(teams: Sequence[str] = SIX, sizes: Sequence[int] = (), *, twice: bool = False) -> Season:
    """Teams of five, or of so many players each, with their fixtures."""
    players = {team: squad(team, size) for team, size in zip(teams, sizes or [5] * len(teams), strict=True)}
    made = Season("Thursday League", FrozenMap(players))
    return replace(made, fixtures=fixtures_from(list(made.teams), THURSDAY, twice=twice))


def legal_list(rng: random.Random, players: Sequence[str]) -> list[Pair | None]:
    """Everybody once, then everybody again; a team of four forfeits the third game."""
    a, b, c, d, *rest = rng.sample(list(players), len(players))
    if not rest:
        return [(a, b), (c, d), None, (a, c), (b, d)]
    return [(a, b), (c, d), (rest[0], a), (b, c), (d, rest[0])]


def play(rng: random.Random, known: Season, fixture: Fixture) -> Fixture:
    """All games of a fixture with random winners."""
    home, away = (legal_list(rng, known.teams[team]) for team in fixture.teams)
    for number, pairs in enumerate(zip(home, away, strict=True), start=1):
        forfeits = tuple(team for team, pair in zip(fixture.teams, pairs, strict=True) if pair is None)
        left = [team for team in fixture.teams if team not in forfeits]
        won = rng.choice(left) if left else ""
        fixture = fixture.with_game(number, Game(*pairs, won, forfeits=forfeits))
    return fixture


def slow_table(known: Season, until: date | None = None) -> list[tuple[object, ...]]:
    """Place, team, played, won, drawn, lost, games, games lost and points, counted game by game."""
    count: dict[str, Counter[str]] = {team: Counter() for team in known.teams}
    for fixture in known.fixtures:
        if (until is not None and fixture.date > until) or not all(g.won or g.forfeits for g in fixture.games):
            continue
        games = Counter(game.won for game in fixture.games)
        for own, other in (fixture.teams, fixture.teams[::-1]):
            result = "won" if games[own] >= 3 else "lost" if games[other] >= 3 else "drawn"
            count[own].update({"played": 1, result: 1, "games": games[own], "games_lost": games[other]})
            count[own]["points"] += games[own] * known.points.game + (known.points.match if result == "won" else 0)
    keys = ("played", "won", "drawn", "lost", "games", "games_lost", "points")
    order = sorted(count, key=lambda team: (-count[team]["points"], team))
    place = {team: 1 + sum(count[other]["points"] > count[team]["points"] for other in count) for team in count}
    return [(place[team], team, *(count[team][key] for key in keys)) for team in order]


def fast_table(known: Season, until: date | None = None) -> list[tuple[object, ...]]:
    rows = known.table(until)
    assert [row.tied for row in rows] == [sum(o.points == row.points for o in rows) > 1 for row in rows]
    return [
        (r.place, r.team, r.played, r.won, r.drawn, r.lost, r.games, r.games_lost, r.points) for r in rows
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_a_season_of_six_teams_has_the_table_that_a_slow_count_gives(seed: int) -> None:
    """Two teams have only four players, so that games are forfeited, by both where they meet."""
    rng = random.Random(seed)
    known = season(sizes=(5, 4, 5, 6, 4, 5), twice=True)
    known = replace(known, points=LeaguePoints(*rng.choice([(1, 2), (2, 3), (1, 0)])))
    assert len(known.fixtures) == 30
    for fixture in known.fixtures:
        if rng.random() < 0.9:
            new = play(rng, known, fixture)
            if rng.random() < 0.2:
                new = replace(new, games=(*new.games[: rng.randint(0, 4)], *[Game()] * GAMES)[:GAMES])
            known = known.with_fixture(fixture, new)
        assert fast_table(known) == slow_table(known)
    check_season(known)
    assert all(fault == () for fixture in known.fixtures for fault in fixture.faults().values())
    for day in (THURSDAY - timedelta(1), THURSDAY, THURSDAY + timedelta(30)):
        assert fast_table(known, day) == slow_table(known, day)


def test_teams_of_four_that_meet_can_draw() -> None:
    known = season(("Rose", "Bull"), (4, 4))
    (fixture,) = known.fixtures
    won = ("Rose", "Rose", "", "Bull", "Bull")
    games = [Game(won=team, forfeits=() if team else fixture.teams) for team in won]
    known = known.with_fixture(fixture, replace(fixture, games=tuple(games)))
    assert [(row.place, row.tied, row.team, row.drawn, row.points) for row in known.table()] == [
        (1, True, "Bull", 1, 2),
        (1, True, "Rose", 1, 2),
    ]


def test_before_the_first_evening_all_teams_share_the_first_place() -> None:
    assert {(row.place, row.tied, row.points) for row in season().table()} == {(1, True, 0)}


def test_games_of_each_player_over_a_season() -> None:
    rng = random.Random(5)
    known = season(("Rose", "Bull", "Ship"), (5, 4, 6), twice=True)
    for fixture in known.fixtures[:-1]:
        known = known.with_fixture(fixture, play(rng, known, fixture))
    played_by: Counter[str] = Counter()
    won_by: Counter[str] = Counter()
    for fixture, game in ((f, game) for f in known.fixtures for game in f.games):
        for team, pair in ((fixture.home, game.home), (fixture.away, game.away)):
            for name in pair or () if not game.forfeits else ():
                played_by[name] += 1
                won_by[name] += game.won == team
    found = {one.player: (one.played, one.won) for team in known.teams for one in appearances(known, team)}
    assert found == {name: (played_by[name], won_by[name]) for names in known.teams.values() for name in names}
    for team in known.teams:
        order = appearances(known, team)
        assert list(order) == sorted(order, key=lambda one: (-one.won, one.played, one.player.casefold()))


# Fixtures


@given(st.integers(2, 15), st.booleans())
def test_everybody_meets_everybody_and_is_at_home_as_often_as_away(count: int, twice: bool) -> None:
    teams = [f"team {number}" for number in range(count)]
    made = rounds(teams, twice=twice)
    met = Counter(frozenset(pair) for played in made for pair in played)
    assert set(met) == {frozenset(pair) for pair in itertools.combinations(teams, 2)}
    assert set(met.values()) == {2 if twice else 1}
    at_home = Counter(home for played in made for home, _ in played)
    away = Counter(team for played in made for _, team in played)
    assert all(abs(at_home[team] - away[team]) <= (0 if twice or count % 2 else 1) for team in teams)
    for played in made:
        assert len({team for pair in played for team in pair}) == 2 * len(played) == count - count % 2
    if twice:
        assert len({(home, guest) for played in made for home, guest in played}) == count * (count - 1)


def test_an_evening_without_play_puts_off_all_later_ones() -> None:
    free = [THURSDAY + timedelta(7), THURSDAY + timedelta(14)]
    made = fixtures_from(["A", "B", "C"], THURSDAY, skip=free)
    assert [fixture.date for fixture in made] == [THURSDAY, THURSDAY + timedelta(21), THURSDAY + timedelta(28)]


def test_the_evenings_of_a_season() -> None:
    known = season(("Rose", "Bull", "Ship"))
    days = [fixture.date for fixture in known.fixtures]
    assert {team for day in days for team in known.byes(day)} == set(known.teams)
    assert known.byes(THURSDAY - timedelta(1)) == ()
    assert known.next_evening() == THURSDAY
    (first,) = known.on(THURSDAY)
    known = known.with_fixture(first, play(random.Random(1), known, first))
    assert known.next_evening() == THURSDAY + timedelta(7)
    assert replace(known, fixtures=()).next_evening() is None


# Names


def test_a_team_is_named_by_a_beginning_that_no_other_has() -> None:
    known = season(("Red Lion", "Red Cow", "Rose"))
    assert known.team("red  LION") == "Red Lion" and known.team("ro") == "Rose" and known.team("Red C") == "Red Cow"
    assert known.team("lion") == "Red Lion"
    for text in ("red", "", "Bull", "ion"):
        with pytest.raises(LeagueError, match="No single team is called"):
            known.team(text)
    assert season(("Red", "Red Cow")).team("red") == "Red"
    assert known.team_of(" rose  B ") == "Rose" and known.team_of("nobody") is None
    assert known.player("Rose", "ROSE b") == "Rose b"
    with pytest.raises(LeagueError, match="Red Cow a is not in the list of Rose"):
        known.player("Rose", "Red Cow a")


def test_a_fixture_is_named_by_its_teams_and_the_day_where_they_meet_twice() -> None:
    known = season(("Rose", "Bull"), twice=True)
    first, second = known.fixtures
    assert known.fixture(*first.teams) == first and known.fixture(*second.teams) == second
    again = replace(first, date=THURSDAY + timedelta(70))
    known = replace(known, fixtures=(first, again))
    assert known.fixture(*first.teams, again.date) == again
    for teams, day, sentence in (
        (first.teams, None, f"meet on {first.date}, {again.date}; say which"),
        (first.teams, THURSDAY + timedelta(1), f"don't play on 2027-01-08; they meet on {first.date}, {again.date}"),
        (second.teams, None, "is not at home against"),
        (("Rose", "Ship"), None, "Rose and Ship have no match"),
    ):
        with pytest.raises(LeagueError) as error:
            known.fixture(*teams, day)
        assert sentence in str(error.value)


# Who may still play


def partly(text: str) -> dict[int, Pair | None]:
    """ "AB CD -- ?? AC": the players of each game, ``--`` forfeited, ``??`` not known."""
    words = enumerate(text.split(), start=1)
    return {number: None if word == "--" else (word[0], word[1]) for number, word in words if word != "??"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("AB", []),
        ("AB AC", [("LEAGUE_AGAIN_TOO_EARLY", "A")]),
        ("AB CD EA", []),
        ("AB CD AC", [("LEAGUE_AGAIN_TOO_EARLY", "A"), ("LEAGUE_AGAIN_TOO_EARLY", "C")]),
        ("AB CD -- AC", []),
        ("AB AC --", [("LEAGUE_AGAIN_TOO_EARLY", "A")]),
        ("AB ?? AC", []),
        ("?? AB AC", []),
        ("AB ?? AC AD", [("LEAGUE_TOO_MANY_GAMES", "A")]),
        ("AB ?? ?? AC AD", [("LEAGUE_TOO_MANY_GAMES", "A")]),
        ("AB CD EA AB CD", [("LEAGUE_TOO_MANY_GAMES", "A")]),
        ("AB CD AC BD --", [("LEAGUE_FOUR_FORFEIT", None)]),
    ],
)
def test_what_is_already_against_the_rules(text: str, expected: list[tuple[str, object]]) -> None:
    assert [(fault.code, fault.params.get("player")) for fault in faults_so_far(partly(text))] == expected


PAIRS = st.none() | st.sampled_from(list(itertools.combinations("ABCDEF", 2)))


@given(st.lists(PAIRS, min_size=GAMES, max_size=GAMES), st.sets(st.integers(1, GAMES)))
def test_a_list_within_the_rules_is_never_faulted_while_it_is_entered(
    players: list[Pair | None], known: set[int]
) -> None:
    part = {number: pair for number, pair in enumerate(players, start=1) if number in known}
    if not team_faults(tuple(players)):
        assert faults_so_far(part) == ()


@given(st.lists(PAIRS, max_size=GAMES - 1), st.integers(4, 6))
@example([("A", "C"), ("B", "D"), None, ("A", "B")], 5)
def test_who_may_play_next_is_whoever_breaks_no_rule(players: list[Pair | None], size: int) -> None:
    """By trying every pair of the team, as long as nothing is against the rules before."""
    names = "ABCDEF"[:size]
    before = dict(enumerate(players, start=1))
    if faults_so_far(before) or any(name not in names for pair in players if pair for name in pair):
        return
    fixture = Fixture(THURSDAY, "Rose", "Bull")
    for number, pair in before.items():
        fixture = fixture.with_game(number, Game(pair, None, "Rose" if pair else "Bull", "", () if pair else ("Rose",)))
    known = Season("L", FrozenMap({"Rose": tuple(names), "Bull": squad("Bull")}), fixtures=(fixture,))
    free = may_play(known, fixture, "Rose")
    assert free is not None and free.game == len(players) + 1
    for pair in itertools.combinations(names, 2):
        allowed = set(pair) <= {*free.not_yet, *free.once} and sum(name in free.not_yet for name in pair) >= free.new
        if len(players) < GAMES - 1 or len({name for p in [*players, pair] if p for name in p}) >= 5:
            assert allowed == (faults_so_far({**before, free.game: pair}) == ())


def test_a_team_of_four_forfeits_the_third_game() -> None:
    known = season(("Rose", "Bull"), (4, 5))
    (fixture,) = known.fixtures
    a, b, c, d = known.teams["Rose"]
    rose_at_home = fixture.home == "Rose"
    for number, pair in ((1, (a, b)), (2, (c, d))):
        home, away = (pair, None) if rose_at_home else (None, pair)
        fixture = fixture.with_game(number, Game(home, away, "Rose"))
    assert may_play(known, fixture, "Rose") == MayPlay(3, 1, (), (a, b, c, d), forfeits=True)
    assert may_play(known, fixture, "Bull") is None, "nobody knows who played for the Bull"
    fixture = fixture.with_game(3, Game(won="Bull", forfeits=("Rose",)))
    assert may_play(known, fixture, "Rose") == MayPlay(4, 0, (), (a, b, c, d))
    assert fixture.faults() == {"Rose": (), "Bull": ()}
    finished = replace(fixture, games=tuple(replace(game, won=game.won or "Rose") for game in fixture.games))
    assert may_play(known, finished, "Rose") is None


def test_a_forfeited_game_keeps_the_pair_that_was_ready() -> None:
    known = season(("Rose", "Bull"), (4, 5))
    (a, b, *_), (p, q, *_) = known.teams["Rose"], known.teams["Bull"]
    fixture, ready = Fixture(THURSDAY, "Rose", "Bull").with_game(3, Game((a, b), (p, q))), (p, q)
    assert forfeits_third(known, fixture) == ("Rose",)
    new = forfeited(fixture, 3, ("Rose",))
    assert new.games[2] == Game(None, ready, "Bull", forfeits=("Rose",)) and forfeits_third(known, new) == ()
    assert forfeited(fixture, 3, fixture.teams).games[2] == Game(forfeits=("Rose", "Bull"))


def test_a_team_that_does_not_turn_up_has_no_list_to_be_faulted() -> None:
    fixture = Fixture(THURSDAY, "Rose", "Bull", (Game(won="Bull", forfeits=("Rose",)),) * GAMES)
    assert fixture.faults() == {"Rose": (), "Bull": ()}
    assert fixture.league_match().winner == "Bull"


# What can't be

ROSE, BULL = ("Ann", "Bob", "Col", "Dee"), ("Pip", "Quin", "Ray", "Sue")
TWO = Season("League", FrozenMap({"Rose": ROSE, "Bull": BULL}), fixtures=(Fixture(THURSDAY, "Rose", "Bull"),))


def with_game(*games: Game) -> Season:
    fixture = TWO.fixtures[0]
    for number, game in enumerate(games, start=1):
        fixture = fixture.with_game(number, game)
    return replace(TWO, fixtures=(fixture,))


def with_teams(**teams: tuple[str, ...]) -> Season:
    return Season("League", FrozenMap(teams))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (replace(TWO, name=""), "The entry name can't have the name"),
        (replace(TWO, name=" x"), "without spaces around it"),
        (with_teams(Rose=ROSE), "at least two teams, not 1"),
        (with_teams(Rose=ROSE, rose=BULL), "Rose and rose have the same name"),
        (with_teams(Rose=ROSE, Bull=("Pip", "Quin", "Ray")), "Bull has 3 players"),
        (with_teams(Rose=ROSE, Bull=("Pip", "Quin", "Ray", "ann")), "in the lists of Rose and of Bull"),
        (with_teams(Rose=ROSE, Bull=("Pip", "Quin", "Ray", "x\ny")), "teams, Bull can't have the name"),
        (replace(TWO, fixtures=(Fixture(THURSDAY, "Rose", "Rose"),)), "can't play a match against itself"),
        (replace(TWO, fixtures=(Fixture(THURSDAY, "Rose", "Ship"),)), "2027-01-07: there is no team Ship"),
        (replace(TWO, fixtures=TWO.fixtures * 2), "2027-01-07, Rose v Bull stands there twice"),
        (replace(TWO, fixtures=(*TWO.fixtures, Fixture(THURSDAY, "Bull", "Rose"))), "Bull v Rose stands there twice"),
        (replace(TWO, fixtures=(replace(TWO.fixtures[0], games=(Game(),) * 6),)), "has 5 games, not 6"),
        (with_game(Game(won="Ship")), "Rose v Bull, game 1: there is no team Ship"),
        (with_game(Game(("Ann", "Ann"), None, "Rose")), "Ann can't play for Rose as both of a pair"),
        (with_game(Game(("Ann", "Pip"), None, "Rose")), "Pip is not in the list of Rose"),
        (with_game(Game(won="Rose", forfeits=("Rose",))), "game 1: the game is forfeited by Rose, so"),
        (with_game(Game(won="Rose", match="x", forfeits=("Bull",))), "comes from no log"),
        (with_game(Game(won="Rose", forfeits=("Rose", "Bull"))), "forfeited by Rose, Bull"),
        (with_game(Game(forfeits=("Rose", "Rose"))), "Rose stands there twice as forfeiting"),
        (with_game(Game(("Ann", "Bob"), None, "Bull", forfeits=("Rose",))), "so it names nobody for it"),
        (with_game(Game(won="Rose", match="x"), Game(won="Rose", match="x")), "game 2: the match x of the log"),
    ],
)
def test_what_no_season_can_be(wrong: Season, sentence: str) -> None:
    with pytest.raises(LeagueError) as error:
        check_season(wrong)
    assert sentence in str(error.value) and str(error.value).endswith(".")


def test_a_place_names_the_day_the_teams_and_the_game() -> None:
    assert place_of(TWO.fixtures[0], 3) == "2027-01-07, Rose v Bull, game 3"


def test_how_a_fixture_stands() -> None:
    fixture = TWO.fixtures[0]
    assert not fixture.begun and not fixture.finished
    sheet = fixture.with_game(1, Game(("Ann", "Bob"), None))
    assert sheet.begun and not sheet.games[0].done
    half = sheet.with_game(1, Game(won="Rose")).with_game(2, Game(won="Bull")).with_game(3, Game(won="Rose"))
    assert (half.won("Rose"), half.won("Bull"), half.finished) == (2, 1, False)
