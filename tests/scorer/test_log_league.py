"""League games from the match log: what the phones exported is merged, and each game counts once, or is asked about."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from league_night import Played, conceded, names_of, phone, played, write
from test_season import fast_table, legal_list, season, slow_table

from scorer.events import Concede, Note, Undo, start_of_match
from scorer.exchange import json_lines, read_matches
from scorer.frozenmap import FrozenMap
from scorer.league import GAMES
from scorer.log_league import Found, entered, evening_of, found_in, games_found, logged_match, other_rules, too_many
from scorer.log_merge import merge, sent_match
from scorer.log_twins import mark_twins, probable_twins, say_apart
from scorer.matchlog import MatchLog
from scorer.refusal import Refusal
from scorer.season import Fixture, Game, Season
from scorer.season_checks import check_season
from scorer.texts import say
from scorer.variant import load_variant

EIGHT = datetime(2027, 1, 7, 20, tzinfo=UTC)
NIGHT = date(2027, 1, 7)
RULES = load_variant("nine_card_lancashire")
ROSE, BULL = ("Ann", "Bob", "Col", "Dee", "Eve"), ("Pip", "Quin", "Ray", "Sue", "Tom")
ROSE_BULL = Fixture(NIGHT, "Rose", "Bull")
LEAGUE = Season(
    "League", FrozenMap({"Rose": ROSE, "Bull": BULL, "Ship": ("Al", "Bea", "Cat", "Dan")}), fixtures=(ROSE_BULL,)
)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[MatchLog]:
    with MatchLog(tmp_path / "matches.db") as log:
        yield log


def after(minutes: int) -> datetime:
    return EIGHT + timedelta(minutes=minutes)


def codes(refusals: Sequence[Refusal | None]) -> list[str]:
    assert all(say(refusal.code, refusal.params).endswith(".") for refusal in refusals if refusal)
    return [refusal.code for refusal in refusals if refusal]


def found(log: MatchLog, known: Season = LEAGUE, fixtures: Sequence[Fixture] | None = None) -> tuple[Found, ...]:
    games, broken = games_found(log, known, RULES, known.fixtures if fixtures is None else fixtures, UTC)
    assert broken == ()
    return games


def left(log: MatchLog, known: Season = LEAGUE) -> list[str]:
    return codes([one.left for one in found(log, known)])


# A season


def evening_matches(rng: random.Random, known: Season, fixture: Fixture, real: bool) -> list[Played]:
    """All games of a fixture as they were played one after another; a team of four forfeits its third."""
    home, away = (legal_list(rng, known.teams[team]) for team in fixture.teams)
    begin = datetime(fixture.date.year, fixture.date.month, fixture.date.day, 19, tzinfo=UTC)
    found = []
    for number, (one, other) in enumerate(zip(home, away, strict=True)):
        if one is None or other is None:
            continue
        winners, losers = (one, other) if rng.random() < 0.5 else (other, one)
        turned = rng.choice([winners, winners[::-1]])
        at = begin + timedelta(minutes=30 * number + rng.randint(0, 9))
        found.append(played(rng, turned, losers, at) if real else conceded(turned, losers, at))
    return found


@pytest.mark.slow
def test_a_season_is_run_from_what_the_phones_exported(tmp_path: Path) -> None:
    """Three phones, some games on two of them; their exports come into one log, twice; every game counts once."""
    rng = random.Random(8)
    known = season(("Rose", "Bull", "Crown", "Ship"), (5, 5, 4, 5))
    matches = [evening_matches(rng, known, fixture, fixture.date == NIGHT) for fixture in known.fixtures]
    every = [match for evening in matches for match in evening]
    assert len(every) == 27, "three matches of the team of four have four games"
    phones = [[m for number, m in enumerate(every) if number % 3 == n or rng.random() < 0.2] for n in range(3)]
    exports = []
    for number, some in enumerate(phones):
        with MatchLog(phone(tmp_path / f"phone{number}.db", some)) as log:
            sent = [sent_match(log, match.match_id) for match in log.matches()]
            exports.append("".join(json_lines(sent)).encode())
    with MatchLog(tmp_path / "league.db") as log:
        for text in [*exports, *exports[::-1]]:
            merge(log, read_matches(text, EIGHT + timedelta(100)), EIGHT + timedelta(100))
        assert len(log.matches()) == len(every)
        games = found(log, known)
    assert len(games) == len(every) and all(one.left is None and one.doubts == () for one in games)
    won = {match.match_id: match for match in every}
    for fixture in known.fixtures:
        four = next((team for team in fixture.teams if len(known.teams[team]) == 4), None)
        if four is not None:
            other = next(team for team in fixture.teams if team != four)
            new = fixture.with_game(3, Game(won=other, forfeits=(four,)))
            known = known.with_fixture(fixture, new)
    for fixture in known.fixtures:
        mine = [replace(one, fixture=fixture) for one in games if one.fixture and one.fixture.teams == fixture.teams]
        new, taken = entered(fixture, mine)
        assert [one.match.match_id for _, one in taken] == sorted(
            (one.match.match_id for one in mine), key=lambda match_id: won[match_id].ended
        )
        known = known.with_fixture(fixture, new)
    check_season(known)
    assert all(fixture.finished and set(fixture.faults().values()) == {()} for fixture in known.fixtures)
    assert fast_table(known) == slow_table(known)
    assert sum(row.games for row in known.table()) == GAMES * len(known.fixtures)


# Which matches count


def test_games_count_in_the_order_of_their_end(log: MatchLog) -> None:
    """The second board began first and ended last; a note written later changes nothing."""
    write(log, conceded(("Ann", "Bob"), ("Pip", "Quin"), after(0), minutes=60))
    write(log, conceded(("Ray", "sue "), ("Dee", "COL"), after(5), minutes=10))
    first = log.matches()[1].match_id
    log.record(first, Note("seen"), after(90))
    games = found(log)
    new, taken = entered(ROSE_BULL, games)
    assert [number for number, _ in taken] == [1, 2]
    assert new.games[0] == Game(("Col", "Dee"), ("Ray", "Sue"), "Bull", first), "names as they stand in the list"
    assert new.games[1].won == "Rose"


def test_what_is_no_game_of_the_evening_is_left_out_with_its_reason(log: MatchLog) -> None:
    known = replace(LEAGUE, fixtures=(ROSE_BULL, Fixture(NIGHT + timedelta(7), "Rose", "Ship")))
    for winners, losers in (
        (("Ann", "Zed"), ("Pip", "Quin")),
        (("Ann", ""), ("Pip", "Quin")),
        (("Ann", "Pip"), ("Bob", "Quin")),
        (("Ann", "Bob"), ("Col", "Dee")),
        (("Ann", "Bob"), ("Al", "Bea")),
    ):
        write(log, conceded(winners, losers, after(0)))
    on = conceded(("Ann", "Bob"), ("Pip", "Quin"), after(1))
    write(log, replace(on, events=on.events[:-1]))
    expected = ["STRANGER", "STRANGER", "MIXED", "ONE_TEAM", "NO_FIXTURE", "NOT_OVER"]
    assert sorted(left(log, known)) == sorted(f"LOGGED_{word}" for word in expected)
    assert all(found_.match.players for found_ in found(log, known))
    assert [one.match.players for one in found(log, known)].count("Ann and ? v Pip and Quin") == 1


def test_a_match_of_another_day_is_not_looked_at(log: MatchLog) -> None:
    write(log, conceded(("Ann", "Bob"), ("Pip", "Quin"), after(-24 * 60)))
    write(log, conceded(("Ann", "Bob"), ("Pip", "Quin"), after(24 * 60)))
    assert found(log) == ()
    write(log, conceded(("Ann", "Bob"), ("Pip", "Quin"), after(5 * 60)))
    assert len(found(log)) == 1, "after midnight it is the same evening still"


def test_the_evening_is_that_of_the_place() -> None:
    summer = timezone(timedelta(hours=1))
    assert evening_of("2027-06-04T04:59:00.000Z", UTC) == date(2027, 6, 3)
    assert evening_of("2027-06-04T04:59:00.000Z", summer) == date(2027, 6, 3)
    assert evening_of("2027-06-04T05:00:00.000Z", summer) == date(2027, 6, 4)
    assert evening_of("2027-06-04T12:00:00.000Z") in (date(2027, 6, 3), date(2027, 6, 4))


def test_a_match_that_nobody_has_won_is_no_game(log: MatchLog) -> None:
    """Irish Don may end in a draw; the league does not play it, but a log may tell so."""
    match = conceded(("Ann", "Bob"), ("Pip", "Quin"), after(0))
    write(log, match)
    told = replace(logged_match(log, match.match_id, NIGHT), winner=None)
    assert codes([found_in(LEAGUE, RULES, [ROSE_BULL], told).left]) == ["LOGGED_NO_WINNER"]


def test_a_match_that_can_t_be_read_is_told_and_the_others_count(log: MatchLog) -> None:
    write(log, conceded(("Ann", "Bob"), ("Pip", "Quin"), after(0)))
    write(log, conceded(("Col", "Dee"), ("Ray", "Sue"), after(0)))
    broken = conceded(("Eve", "Bob"), ("Pip", "Quin"), after(9))
    write(log, replace(broken, events=(broken.events[0], Concede("NS"), *broken.events[1:])), broken.match_id)
    games, faults = games_found(log, LEAGUE, RULES, [ROSE_BULL], UTC)
    assert len(games) == 2 and len(faults) == 1 and broken.match_id in faults[0]


# What is told twice


def test_two_tellings_of_one_match_count_once(log: MatchLog) -> None:
    """Under one UUID with a later entry more, and with the players on other seats."""
    match = conceded(("Ann", "Bob"), ("Pip", "Quin"), after(0))
    write(log, match)
    other = start_of_match(match.match_id, RULES, names_of(("Bob", "Ann"), ("Pip", "Quin")))
    write(log, replace(match, events=(other, *match.events[1:], Note("seen"))), f"{match.match_id}~2")
    assert left(log) == ["LOGGED_COPY"]
    assert [one.left is None for one in found(log)] == [True, False]


def test_tellings_that_name_different_winners_are_asked_about(log: MatchLog) -> None:
    match = conceded(("Ann", "Bob"), ("Pip", "Quin"), after(0))
    write(log, match)
    write(log, replace(match, events=(*match.events[:2], Concede("NS"))), f"{match.match_id}~2")
    one, other = found(log)
    assert codes(one.doubts) == codes(other.doubts) == ["LOGGED_COPIES_DIFFER"]
    assert {one.game.won, other.game.won} == {"Rose", "Bull"} and one.doubts[0].params["won"] == other.game.won


def test_a_telling_that_is_not_over_takes_nothing_from_the_other(log: MatchLog) -> None:
    match = conceded(("Ann", "Bob"), ("Pip", "Quin"), after(0))
    write(log, replace(match, events=match.events[:2]))
    write(log, match, f"{match.match_id}~2")
    assert sorted(codes([one.left for one in found(log)])) == ["LOGGED_NOT_OVER"]


def test_an_old_name_that_two_phones_gave_is_two_matches(log: MatchLog) -> None:
    """Before UUIDs a match was called by its time: what begins differently is another match."""
    one = conceded(("Ann", "Bob"), ("Pip", "Quin"), after(0), "20270107-200000")
    other = conceded(("Col", "Dee"), ("Ray", "Sue"), after(0), "20270107-200000")
    write(log, one)
    write(log, other, "20270107-200000~2")
    assert [one.left for one in found(log)] == [None, None]
    write(log, replace(one, events=(*one.events, Note("seen"))), "20270107-200000~3")
    assert left(log) == ["LOGGED_COPY"]


def test_what_both_phones_scored_is_asked_about_until_somebody_has_said(log: MatchLog) -> None:
    one = conceded(("Ann", "Bob"), ("Pip", "Quin"), after(0))
    other = conceded(("BOB", "ann"), ("Pip", "Quin"), after(2))
    write(log, one)
    write(log, other)
    assert [codes(game.doubts) for game in found(log)] == [[], ["LOGGED_PROBABLE_TWIN"]]
    (pair,) = probable_twins(log)
    say_apart(log, pair.match, pair.same_as, after(60), "Sue")
    assert [codes(game.doubts) for game in found(log)] == [[], []]
    mark_twins(log, one.match_id, other.match_id, after(70), "Sue")
    assert left(log) == ["LOGGED_COPY"]


# What is entered already


def entered_all(log: MatchLog, known: Season = LEAGUE) -> Season:
    for fixture in known.fixtures:
        new, _ = entered(fixture, [one for one in found(log, known) if one.fixture == fixture and one.left is None])
        known = known.with_fixture(fixture, new)
    check_season(known)
    return known


def test_what_is_entered_already_is_not_told_again_nor_is_its_twin_clear(log: MatchLog) -> None:
    match = conceded(("Ann", "Bob"), ("Pip", "Quin"), after(9))
    write(log, match)
    known = entered_all(log)
    assert found(log, known) == ()
    write(log, match, f"{match.match_id}~2")
    write(log, conceded(("Ann", "Bob"), ("Pip", "Quin"), after(2)))
    copy, twin = sorted(found(log, known), key=lambda one: one.left is None)
    assert codes([copy.left]) == ["LOGGED_COPY"] and codes(twin.doubts) == ["LOGGED_PROBABLE_TWIN"]


def test_a_result_that_was_put_right_in_the_log_is_offered(log: MatchLog) -> None:
    match = conceded(("Ann", "Bob"), ("Pip", "Quin"), after(0))
    write(log, match)
    known = entered_all(log)
    for event in (Undo(), Concede("NS")):
        log.record(match.match_id, event, after(60))
    (one,) = found(log, known)
    assert codes(one.doubts) == ["LOGGED_CHANGED"] and one.number == 1
    new, taken = entered(known.fixtures[0], [one])
    assert taken == ((1, one),) and new.games[0].won == "Bull" and new.games[1:] == ROSE_BULL.games[1:]
    assert found(log, known.with_fixture(known.fixtures[0], new)) == ()


def test_an_entered_match_that_no_longer_fits_is_left_as_it_is(log: MatchLog) -> None:
    match = conceded(("Ann", "Bob"), ("Pip", "Quin"), after(0))
    write(log, match)
    known = entered_all(log)
    log.record(match.match_id, Undo(), after(60))
    assert found(log, known) == ()


def test_more_matches_than_games(log: MatchLog) -> None:
    pairs = [("Ann", "Bob"), ("Col", "Dee"), ("Eve", "Ann"), ("Bob", "Col"), ("Dee", "Eve"), ("Ann", "Col")]
    others = [("Pip", "Quin"), ("Ray", "Sue"), ("Tom", "Pip"), ("Quin", "Ray"), ("Sue", "Tom"), ("Pip", "Ray")]
    for number, (one, other) in enumerate(zip(pairs, others, strict=True)):
        write(log, conceded(one, other, after(number)))
    games = found(log)
    crowd = too_many(ROSE_BULL, games)
    assert crowd is not None and say(crowd.code, crowd.params) == (
        "2027-01-07, Rose v Bull: 6 matches of the log would count, and the number of games open is 5."
    )
    assert too_many(ROSE_BULL, games[:5]) is None
    new, taken = entered(ROSE_BULL, games)
    assert [number for number, _ in taken] == [1, 2, 3, 4, 5] and new.finished
    assert left(log, LEAGUE.with_fixture(ROSE_BULL, new)) == ["LOGGED_NO_ROOM"]


def test_pairs_handed_in_beforehand_say_which_game_a_match_was(log: MatchLog) -> None:
    """Game 2 names both pairs, game 1 one of them: what fits neither goes to the next game."""
    sheet = ROSE_BULL.with_game(1, Game(("Col", "Dee"), None)).with_game(2, Game(("Bob", "Ann"), ("Pip", "Quin")))
    known = replace(LEAGUE, fixtures=(sheet,))
    for number, (one, other) in enumerate(
        [(("Bob", "Eve"), ("Tom", "Sue")), (("Ann", "Bob"), ("Pip", "Quin")), (("Col", "Dee"), ("Ray", "Sue"))]
    ):
        write(log, conceded(one, other, after(number)))
    new, taken = entered(sheet, found(log, known))
    assert [(number, one.game.home) for number, one in taken] == [
        (1, ("Col", "Dee")),
        (2, ("Ann", "Bob")),
        (3, ("Bob", "Eve")),
    ]
    full = replace(sheet, games=(Game(("Ann", "Eve"), None),) * GAMES)
    assert entered(full, found(log, known)) == (full, ())
    assert [new.games[n].done for n in range(GAMES)] == [True, True, True, False, False]


# The rules it was played by


def test_a_game_by_other_rules_is_asked_about(log: MatchLog) -> None:
    match = played(random.Random(2), ("Ann", "Bob"), ("Pip", "Quin"), after(0), options={"target": 121})
    write(log, match)
    (one,) = found(log)
    assert codes(one.doubts) == ["LOGGED_OTHER_RULES"] and one.doubts[0].params["rules"] == ("target 121, not 91",)


def test_only_rules_that_change_a_result_are_compared() -> None:
    shown = load_variant("nine_card_lancashire", {"show_tricks": "always", "who_may_look": "pitcher_only"})
    assert other_rules(shown, RULES) == ()
    split = load_variant("nine_card_lancashire", {"bonus_scheme": "6+1+1", "match": "first_to_2"})
    assert set(other_rules(split, RULES)) == {"bonus_scheme 6+1+1, not 8", "bonus", "match first_to_2, not single"}
