"""The matches of a log: found, counted once, played again."""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, timedelta, timezone
from pathlib import Path
from uuid import UUID

import pytest
from logs_made import FIRST_DAY, open_match, put, record_of, renamed, rows_of
from random_play import disturbed_match, random_match

from scorer import history, log_summaries
from scorer.events import MatchStart, Note, Play, Void
from scorer.history import Copy, Filters, copies, counted, day_of, matches, positions
from scorer.history_words import players_words, result_words, short_id, side_names
from scorer.log_file import LogError
from scorer.log_summaries import BrokenMatch, summary_of
from scorer.log_twins import mark_twins, unmark_twins
from scorer.match_summary import MatchSummary
from scorer.matchlog import MatchLog
from scorer.names import shown_name
from scorer.record import effective
from scorer.referee import replay
from scorer.statistics import statistics
from scorer.summarise import summarise

ONE, TWO, THREE = (str(UUID(int=number)) for number in (1, 2, 3))
PHAT, LANCASHIRE, THREE_HANDED, CHESHIRE = 15, 0, 9, 3


@pytest.fixture
def log(tmp_path: Path) -> Iterator[MatchLog]:
    with MatchLog(tmp_path / "matches.db") as log:
        yield log


def ids(log: MatchLog, filters: Filters | None = None) -> list[str]:
    found = matches(log, filters or Filters())
    assert found.count == len(found.entries)
    return [entry.summary.match_id for entry in found.entries]


# Finding


@pytest.fixture
def season(log: MatchLog) -> MatchLog:
    """Four matches, one a day, the last one not over."""
    put(log, "a", record_of("a", 1, PHAT, place="The Red Lion"), 0)
    put(log, "b", record_of("b", 2, LANCASHIRE, players=("Ann", "Elsie", "Frank", "Dot")), 1)
    put(log, "c", record_of("c", 3, THREE_HANDED, players=("Ann", "Bob", "Cyril"), place="The Café"), 2)
    put(log, "d", renamed(open_match("phat").record, "d", place="Trades Club"), 3)
    return log


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (Filters(), "dcba"),
        (Filters(since=date(2026, 1, 2)), "dcb"),
        (Filters(until=date(2026, 1, 2)), "ba"),
        (Filters(since=date(2026, 1, 2), until=date(2026, 1, 3)), "cb"),
        (Filters(since=date(2027, 1, 1)), ""),
        (Filters(place="red lion"), "a"),
        (Filters(place="THE  Red Lion"), "a"),
        (Filters(place="cafe"), "c"),
        (Filters(place="CAFÉ"), "c"),
        (Filters(place="cafè"), ""),
        (Filters(players=(" elsie ",)), "b"),
        (Filters(players=("Ann", "BOB")), "dca"),
        (Filters(players=("Nobody",)), ""),
        (Filters(variant="phat"), "da"),
        (Filters(variant="blind don for THREE"), "c"),
        (Filters(finished=True), "cba"),
        (Filters(finished=False), "d"),
        (Filters(players=("Ann",), variant="Phat", finished=True), "a"),
    ],
)
def test_matches_are_found(season: MatchLog, filters: Filters, found: str) -> None:
    filters = replace(filters, zone=UTC)
    assert "".join(ids(season, filters)) == found
    assert "".join(match.match_id for match in counted(season, filters)) == found


def test_a_day_is_that_of_the_clock_on_the_wall() -> None:
    late = "2026-06-30T23:30:00.000Z"
    assert day_of(late, UTC) == date(2026, 6, 30)
    assert day_of(late, timezone(timedelta(hours=1))) == date(2026, 7, 1)
    assert Filters(since=date(2026, 7, 1), zone=timezone(timedelta(hours=1))).on_day(late)
    assert not Filters(since=date(2026, 7, 1), zone=UTC).on_day(late)
    assert day_of(late) in (date(2026, 6, 30), date(2026, 7, 1))
    assert day_of("yesterday") is None and day_of("9999-12-31T23:59:59Z", timezone(timedelta(hours=14))) is None
    assert not Filters(since=date(2026, 7, 1)).on_day("yesterday") and Filters().on_day("yesterday")


def test_a_match_of_which_only_the_day_is_known_has_that_day_everywhere() -> None:
    for hours in (-12, 0, 14):
        assert day_of("2026-06-30T12:00:00.000Z", timezone(timedelta(hours=hours))) == date(2026, 6, 30)


def test_the_first_ones_are_given_and_all_are_counted(season: MatchLog) -> None:
    found = matches(season, limit=2)
    assert [entry.summary.match_id for entry in found.entries] == ["d", "c"] and found.count == 4
    assert [entry.running for entry in found.entries] == [True, False]


def test_where_many_summaries_are_missing_only_those_of_the_first_are_made(
    season: MatchLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(season, "x", [record_of("x", 1, PHAT)[0], Void()], 9)
    put(season, "e", renamed(season.events("d"), "e"), 8)
    mark_twins(season, "e", "d", FIRST_DAY, "Ann")
    monkeypatch.setattr(history, "MANY", 3)
    monkeypatch.setattr(log_summaries, "AT_ONCE", 2)
    monkeypatch.setattr(history, "AT_ONCE", 2)
    told: list[tuple[int, int]] = []
    found = matches(season, progress=lambda made, of: told.append((made, of)), limit=1)
    assert [entry.summary.match_id for entry in found.entries] == ["d"]
    assert (found.count, found.told_twice, found.unread) == (4, 1, 2)
    assert [match.match_id for match in found.broken] == ["x"]
    assert told == [(2, 2), (4, 4)] and season.file.value("SELECT count(*) FROM summaries") == 3
    few = matches(season, limit=1)
    assert [entry.summary.match_id for entry in few.entries] == ["d"] and few.unread == 0, "few are missing now"
    season.file.execute("DELETE FROM summaries")
    every = matches(season, limit=9)
    assert [entry.summary.match_id for entry in every.entries] == ["d", "c", "b", "a"] and every.unread == 0


def test_of_many_new_matches_the_twins_are_listed_where_they_are_wanted(
    season: MatchLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(season, "e", renamed(season.events("d"), "e"), 8)
    mark_twins(season, "e", "d", FIRST_DAY, "Ann")
    monkeypatch.setattr(history, "MANY", 4)
    monkeypatch.setattr(log_summaries, "AT_ONCE", 2)
    found = matches(season, limit=1, twins=True)
    assert [(entry.summary.match_id, entry.copy) for entry in found.entries] == [("e", Copy("d", conflict=False))]
    assert (found.count, found.told_twice, found.unread) == (5, 0, 3)


def test_the_running_match_is_the_one_written_to_last(season: MatchLog) -> None:
    put(season, "e", record_of("e", 1, PHAT), 9)
    assert not any(entry.running for entry in matches(season).entries), "the last one is over"
    put(season, "f", [record_of("f", 1, PHAT)[0], Void()], 10)
    assert not any(entry.running for entry in matches(season).entries), "the last one can't be followed"


def test_a_match_that_cannot_be_followed_is_listed_with_its_sentence(season: MatchLog) -> None:
    put(season, "x", [record_of("x", 1, PHAT)[0], Void()], 2)
    found = matches(season)
    assert len(found.entries) == 4 and [broken.match_id for broken in found.broken] == ["x"]
    assert "x" in found.broken[0].sentence
    assert matches(season, Filters(until=date(2026, 1, 1), zone=UTC)).broken == ()
    broken: list[BrokenMatch] = []
    assert len(list(counted(season, broken=broken))) == 4 and [match.match_id for match in broken] == ["x"]


def test_an_empty_log_has_no_matches(log: MatchLog) -> None:
    found = matches(log)
    assert (found.entries, found.count, found.broken, found.told_twice) == ((), 0, (), 0)
    assert statistics(counted(log)) == () and copies(log) == {}


# What counts once


def conflict(log: MatchLog, match_id: str = ONE) -> None:
    """Two tellings of one match that part after the first hand."""
    first = record_of(match_id, 1, PHAT)
    put(log, match_id, first)
    put(log, f"{match_id}~2", [*first[:20], Note("seen")])


def test_of_two_tellings_of_a_match_the_first_counts(log: MatchLog) -> None:
    conflict(log)
    assert copies(log) == {f"{ONE}~2": Copy(ONE, conflict=True)}
    assert [(e.summary.match_id, e.copy is not None) for e in matches(log).entries] == [
        (f"{ONE}~2", True),
        (ONE, False),
    ]
    assert [match.match_id for match in counted(log)] == [ONE]
    log.remove(ONE)
    assert copies(log) == {} and [match.match_id for match in counted(log)] == [f"{ONE}~2"]


def test_under_an_older_id_two_matches_are_one_only_if_they_begin_alike(log: MatchLog) -> None:
    conflict(log, "20260301-193000")
    put(log, "20260301-193000~3", record_of("20260301-193000", 9, LANCASHIRE))
    put(log, "20260301-193000~4", record_of("20260301-193000", 9, LANCASHIRE)[:30])
    assert copies(log) == {
        "20260301-193000~2": Copy("20260301-193000", conflict=True),
        "20260301-193000~4": Copy("20260301-193000~3", conflict=True),
    }


def test_a_name_that_only_looks_like_a_copy_is_a_match_of_its_own(log: MatchLog) -> None:
    put(log, "m", record_of("m", 1, PHAT))
    put(log, "m~2", record_of("m~2", 2, PHAT))
    assert copies(log) == {}


def test_where_the_first_telling_cannot_be_followed_the_next_counts(log: MatchLog) -> None:
    first = record_of(ONE, 1, PHAT)
    put(log, ONE, [first[0], Void()])
    put(log, f"{ONE}~2", first)
    assert copies(log) == {ONE: Copy(f"{ONE}~2", conflict=True)}
    assert [match.match_id for match in counted(log)] == [f"{ONE}~2"]


def test_where_no_telling_can_be_followed_none_counts(log: MatchLog) -> None:
    first = record_of(ONE, 1, PHAT)
    put(log, ONE, [first[0], Void()])
    put(log, f"{ONE}~2", [first[0], Note("x"), Void()])
    assert copies(log) == {f"{ONE}~2": Copy(ONE, conflict=True)}
    assert list(counted(log)) == [] and len(matches(log).broken) == 2


def test_a_copy_whose_start_cannot_be_read_is_left_alone(log: MatchLog) -> None:
    conflict(log)
    log.file.execute("DROP TRIGGER events_no_update")
    log.file.execute("UPDATE events SET body = 'x' WHERE match = 2 AND seq = 1")
    assert copies(log) == {}
    assert [broken.match_id for broken in matches(log).broken] == [f"{ONE}~2"]


def test_twins_count_once_and_only_the_first_is_listed(log: MatchLog) -> None:
    record = record_of(ONE, 1, PHAT)
    for name in (ONE, TWO, THREE):
        put(log, name, renamed(record, name))
    mark_twins(log, ONE, TWO, FIRST_DAY, "Ann")
    assert copies(log) == {ONE: Copy(TWO, conflict=False)}
    assert ids(log) == [THREE, TWO] and matches(log).told_twice == 1
    all_of_them = matches(log, twins=True)
    assert [(entry.summary.match_id, entry.copy) for entry in all_of_them.entries] == [
        (THREE, None),
        (TWO, None),
        (ONE, Copy(TWO, conflict=False)),
    ]
    assert statistics(counted(log))[0].figures.matches == 2
    unmark_twins(log, ONE)
    assert ids(log) == [THREE, TWO, ONE]


def test_a_match_told_twice_and_differently_counts_once(log: MatchLog) -> None:
    conflict(log)
    put(log, TWO, record_of(TWO, 1, PHAT))
    mark_twins(log, TWO, f"{ONE}~2", FIRST_DAY, "Ann")
    assert copies(log) == {f"{ONE}~2": Copy(ONE, conflict=True), TWO: Copy(ONE, conflict=False)}
    assert ids(log) == [f"{ONE}~2", ONE]


def test_twins_said_in_a_circle_count_once(log: MatchLog) -> None:
    for name in (ONE, TWO):
        put(log, name, record_of(name, 1, PHAT))
    for match, other in ((1, 2), (2, 1)):
        log.file.execute("INSERT INTO twins VALUES (?, ?, '2026-01-01T00:00:00Z', 'x')", (match, other))
    assert copies(log) == {TWO: Copy(ONE, conflict=False)}


def test_a_fault_of_the_file_is_no_fault_of_a_match(tmp_path: Path) -> None:
    with MatchLog(tmp_path / "whole.db") as log:
        conflict(log)
        whole_copies, whole_ids = copies(log), ids(log)
        log.file.execute("DELETE FROM summaries")
    whole = (tmp_path / "whole.db").read_bytes()
    codes = set()
    for page in range(1, len(whole) // 4096):
        path = tmp_path / f"page{page}.db"
        path.write_bytes(whole[: page * 4096] + bytes(4096) + whole[(page + 1) * 4096 :])
        try:
            with MatchLog(path) as log:
                found = matches(log)
                assert found.broken or (copies(log), ids(log)) == (whole_copies, whole_ids)
        except LogError as error:
            codes.add(error.code)
    assert codes == {"LOG_DAMAGED"}


# One match again


@pytest.mark.parametrize("seed", range(6))
def test_a_match_is_played_again_to_where_it_stands(log: MatchLog, seed: int) -> None:
    rng = random.Random(seed)
    record = (disturbed_match(rng) if seed % 2 else random_match(rng)).record
    put(log, "m1", record)
    again = list(positions(log, "m1"))
    assert [position.event for position in again] == list(effective(record))
    assert again[-1].state == replay(record) and again[0].state.phase == "before_deal"
    assert [record[position.entry - 1] for position in again] == [position.event for position in again]
    tricks = list(positions(log, "m1", whole_tricks=True))
    assert tricks == [p for p in again if not (isinstance(p.event, Play) and p.state.hand and p.state.hand.current)]


def test_what_cannot_be_played_again_says_so(log: MatchLog) -> None:
    with pytest.raises(LogError) as error:
        list(positions(log, "m"))
    assert error.value.code == "LOG_NO_SUCH_MATCH"
    put(log, "m", [record_of("m", 1, PHAT)[0], Void()])
    with pytest.raises(LogError) as error:
        list(positions(log, "m"))
    assert error.value.code == "LOG_BROKEN_MATCH" and "entry 2" in str(error.value)


# In words


def summary(form: int, seed: int, players: tuple[str, ...] = ("Ann", "Bob", "Cyril", "Dot")) -> MatchSummary:
    return summarise("m", rows_of(record_of("m", seed, form, players=players), FIRST_DAY))


def test_who_won_is_named_first() -> None:
    words = set()
    for seed in range(8):
        match = summary(PHAT, seed)
        first = "Ann and Cyril" if match.winners == ("NS",) else "Bob and Dot"
        assert players_words(match).startswith(f"{first} beat ")
        assert result_words(match) == "-".join(map(str, sorted(match.scores, reverse=True)))
        words.add(players_words(match))
    assert words == {"Ann and Cyril beat Bob and Dot", "Bob and Dot beat Ann and Cyril"}


def test_a_match_that_goes_on() -> None:
    match = summarise("m", rows_of(renamed(open_match("phat").record, "m"), FIRST_DAY))
    assert players_words(match) == "Ann and Cyril against Bob and Dot"
    score = "-".join(map(str, match.scores))
    assert result_words(match) == f"{score}, unfinished" and result_words(match, running=True) == f"{score}, running"


def test_draws_shares_and_legs() -> None:
    pair = replace(summary(PHAT, 1), winners=())
    assert players_words(pair) == "Ann and Cyril drew with Bob and Dot"
    assert players_words(replace(pair, winners=("NS", "EW"))) == "Ann and Cyril drew with Bob and Dot"
    three = summary(THREE_HANDED, 1, ("Ann", "Bob", "Cyril"))
    seat = dict(zip(three.seats, ("Ann", "Bob", "Cyril"), strict=True))
    winner, other, loser = three.sides
    one = replace(three, winners=(winner,), scores=(40, 20, 20))
    assert players_words(one) == f"{seat[winner]} beat {seat[other]} and {seat[loser]}"
    assert result_words(replace(three, winners=(loser,), scores=(20, 21, 40))) == "40-20-21"
    two = replace(three, winners=(winner, other))
    assert players_words(two) == f"{seat[winner]} and {seat[other]} shared the win over {seat[loser]}"
    legs = replace(pair, single=False, unit="leg", winners=("EW",), games_won=(1, 2), scores=(60, 91))
    assert result_words(legs) == "2-1 legs"
    assert result_words(replace(legs, finished=False, winners=(), games_won=(1, 1))) == "1-1 legs, 60-91, unfinished"
    assert result_words(replace(legs, unit="game")) == "2-1 games"


def test_seats_without_a_name_are_called_by_their_place() -> None:
    match = summary(PHAT, 1, ("Ann", "", "  ", "Dot\x1b[31m\nEve"))
    assert side_names(match, "NS") == "Ann and South"
    assert side_names(match, "EW") == "East and Dot [31m Eve"
    assert shown_name("plain  name ") == "plain name"


def test_ids_are_shortened() -> None:
    assert short_id("1b4e28ba-2fa1-41d2-883f-b9a761bde3fb") == "1b4e28ba"
    assert short_id("1b4e28ba-2fa1-41d2-883f-b9a761bde3fb~2") == "1b4e28ba~2"
    assert short_id("20260301-193000") == "20260301-193000"


def test_a_short_id_finds_its_match(log: MatchLog) -> None:
    conflict(log)
    put(log, "abc~d", record_of("abc~d", 1, PHAT))
    for name in (ONE, f"{ONE}~2"):
        assert log.find(short_id(name)) == name
        assert log.find(name) == name
    assert log.find("abc~d") == "abc~d"
    for text in ("", "~2", "zzz", f"{ONE}~3", "abc"):
        with pytest.raises(LogError) as error:
            log.find(text)
        assert error.value.code == "LOG_NO_SUCH_MATCH"


def test_a_summary_of_one_match_needs_no_other(season: MatchLog) -> None:
    start = season.events("c")[0]
    assert isinstance(start, MatchStart)
    assert summary_of(season, "c").hands and season.file.value("SELECT count(*) FROM summaries") == 0
