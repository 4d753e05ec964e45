"""Matches that two phones scored under two ids: offered, said by a person, taken back."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta, timezone
from pathlib import Path

import pytest
from scorer_table import LANCASHIRE, dealt
from sent_matches import FOUR, ID, NOON, OTHER_ID, all_rows, begun, sent

from scorer.events import Concede, Event, Note, Penalty
from scorer.exchange import SameAs, SentMatch, json_lines, read_matches
from scorer.log_file import LogError
from scorer.log_merge import merge, sent_match
from scorer.log_twins import (
    SaidTwins,
    mark_twins,
    probable_twins,
    said_one,
    say_apart,
    twins_said,
    twins_sentence,
    unmark_twins,
)
from scorer.matchlog import LogRow, MatchLog, utc_text
from scorer.seats import Seat

THIRD_ID = "9f8e7d6c-5b4a-4938-8271-605f4e3d2c1b"
EVENING = NOON - timedelta(hours=16)
ROTATED = {Seat.N: " dai", Seat.E: "ANN", Seat.S: "bob", Seat.W: "Siân "}
"""The same sides, in other seats and as another phone writes them."""


@pytest.fixture
def log(tmp_path: Path) -> Iterator[MatchLog]:
    with MatchLog(tmp_path / "don.sqlite3") as log:
        yield log


def over(
    match_id: str = ID,
    points: int = 7,
    names: dict[Seat, str] = FOUR,
    loser: str = "EW",
    variant: str = LANCASHIRE,
) -> list[Event]:
    """A match that was given up after a penalty against the losers."""
    return begun([*dealt(variant), Penalty(loser, points), Concede(loser)], match_id, names)


def put(log: MatchLog, *matches: SentMatch) -> list[tuple[str, str]]:
    merge(log, matches, NOON)
    return [(pair.match, pair.same_as) for pair in probable_twins(log)]


def test_the_same_day_players_and_result_are_probably_one_match(log: MatchLog) -> None:
    first, second = (
        sent(over(), EVENING),
        sent(over(OTHER_ID, names=ROTATED, loser="NS"), EVENING + timedelta(minutes=3)),
    )
    assert put(log, first, second) == [(OTHER_ID, ID)]
    (pair,) = probable_twins(log)
    assert twins_sentence(pair, zone=timezone(timedelta(hours=1))) == (
        "The matches 5e6f7a8b and 1b9d6bcd are probably one match: dai and bob 0, ANN and Siân 7; "
        "begun 2027-01-30 21:03 and 2027-01-30 21:00. If they are one, 5e6f7a8b counts no longer."
    )


@pytest.mark.parametrize(
    "other",
    [
        sent(over(OTHER_ID, points=8), EVENING),
        sent(over(OTHER_ID, loser="NS"), EVENING),
        sent(over(OTHER_ID, names={**FOUR, Seat.N: "Zoë"}), EVENING),
        sent(over(OTHER_ID, names={**FOUR, Seat.E: "Siân", Seat.S: "Bob"}), EVENING),
        sent(over(OTHER_ID), EVENING - timedelta(hours=21)),
        sent(over(OTHER_ID)[:-1], EVENING),
        sent(over(OTHER_ID, names={Seat.N: "Ann"}), EVENING),
        sent([*over(ID), Note("told differently")], EVENING),
        sent(over(OTHER_ID, variant="nine_card_cheshire"), EVENING),
    ],
    ids=["result", "winner", "player", "partners", "day", "unfinished", "unnamed", "one id", "variant"],
)
def test_anything_else_is_not(log: MatchLog, other: SentMatch) -> None:
    assert put(log, sent([*over(), Note("x")], EVENING), other) == []


def test_nobody_named_is_no_twin_of_nobody(log: MatchLog) -> None:
    assert put(log, sent(over(names={}), EVENING), sent(over(OTHER_ID, names={}), EVENING)) == []


@pytest.mark.parametrize(("hours", "likely"), [(4, True), (-19, True), (-21, False), (11.9, True)])
def test_one_evening_may_have_two_days(log: MatchLog, hours: float, likely: bool) -> None:
    """The same day of the calendar, or less than half a day apart."""
    other = sent(over(OTHER_ID), EVENING + timedelta(hours=hours))
    assert bool(put(log, sent(over(), EVENING), other)) == likely


def test_matches_that_can_t_be_read_are_no_twins(log: MatchLog) -> None:
    put(log, sent(over(), EVENING))
    log.add(OTHER_ID, sent([*over(OTHER_ID), *over(OTHER_ID)[3:]], EVENING).rows)
    log.add("empty", [LogRow(1, utc_text(EVENING), "0.1.0", Note("no start"))])
    log.add("when", [replace(sent(over("when")).rows[0], at_utc="tonight")])
    log.add(THIRD_ID, sent(over(THIRD_ID), EVENING).rows[:3])
    log.file.execute(
        "INSERT INTO events (match, seq, at_utc, engine_version, body, crc) "
        "SELECT key, 4, '', '', 'nonsense', 0 FROM matches WHERE match_id = ?",
        (THIRD_ID,),
    )
    assert probable_twins(log) == ()


def test_pairs_are_found_among_many_matches_of_the_same_players(log: MatchLog) -> None:
    """One match a day for two months, taken in by two phones, the second time the other way round."""
    ids = [f"{number:08x}-0c1d-4e2f-8a3b-4c5d6e7f8091" for number in range(120)]
    days = [EVENING - timedelta(days=day) for day in (*range(60), *reversed(range(60)))]
    found = put(log, *(sent(over(match_id), day) for match_id, day in zip(ids, days, strict=True)))
    assert found == [(later, ids[119 - place]) for place, later in enumerate(ids[60:], 60)]


def test_a_fault_of_the_file_is_told(tmp_path: Path) -> None:
    """It is not taken for a match that can't be followed."""
    with MatchLog(tmp_path / "whole.db") as log:
        for match_id in (ID, OTHER_ID):
            wanted = put(log, sent([*over(match_id)[:4], Note("x" * 9000), *over(match_id)[4:]], EVENING))
    whole = (tmp_path / "whole.db").read_bytes()
    codes = set()
    for page in range(1, len(whole) // 4096):
        path = tmp_path / f"page{page}.db"
        path.write_bytes(whole[: page * 4096] + bytes(4096) + whole[(page + 1) * 4096 :])
        try:
            with MatchLog(path) as log:
                found = [(pair.match, pair.same_as) for pair in probable_twins(log)]
                assert found == wanted or log.broken_entry()
        except LogError as error:
            codes.add(error.code)
    assert len(wanted) == 1 and codes == {"LOG_DAMAGED"}


# What people say


def three(log: MatchLog) -> None:
    ids = (ID, OTHER_ID, THIRD_ID)
    assert len(put(log, *(sent(over(match_id), EVENING) for match_id in ids))) == 3


def test_a_person_says_that_two_are_one_and_takes_it_back(log: MatchLog) -> None:
    three(log)
    before = all_rows(log)
    said = mark_twins(log, OTHER_ID, ID, NOON, "Ann")
    assert said == SaidTwins(OTHER_ID, ID, utc_text(NOON), "Ann") and twins_said(log) == {OTHER_ID: said}
    assert [(p.match, p.same_as) for p in probable_twins(log)] == [(THIRD_ID, ID), (THIRD_ID, OTHER_ID)]
    assert unmark_twins(log, OTHER_ID) == said
    assert all_rows(log) == before
    with pytest.raises(LogError, match="Nobody has said that") as error:
        unmark_twins(log, OTHER_ID)
    assert error.value.code == "TWINS_NOT_SAID"


@pytest.mark.parametrize(
    "said", [[(OTHER_ID, ID), (THIRD_ID, OTHER_ID)], [(THIRD_ID, OTHER_ID), (OTHER_ID, ID)]], ids=["up", "down"]
)
def test_three_that_are_one_count_once(log: MatchLog, said: list[tuple[str, str]]) -> None:
    three(log)
    pairs = probable_twins(log)
    assert not any(said_one(log, pair) for pair in pairs)
    for match, same_as in said:
        mark_twins(log, match, same_as, NOON, "Ann")
    assert all(said_one(log, pair) for pair in pairs)
    assert {match: entry.same_as for match, entry in twins_said(log).items()} == {OTHER_ID: ID, THIRD_ID: ID}
    assert probable_twins(log) == ()
    for match, same_as in ((ID, OTHER_ID), (OTHER_ID, ID), (OTHER_ID, THIRD_ID), (ID, ID)):
        with pytest.raises(LogError, match="count as one already"):
            mark_twins(log, match, same_as, NOON, "Ann")


def test_two_that_stay_two_are_not_asked_about_again(log: MatchLog) -> None:
    put(log, sent(over(), EVENING), sent(over(OTHER_ID), EVENING))
    say_apart(log, ID, OTHER_ID, NOON, "Ann")
    assert probable_twins(log) == ()
    mark_twins(log, OTHER_ID, ID, NOON, "Bob")
    unmark_twins(log, OTHER_ID)
    assert len(probable_twins(log)) == 1
    say_apart(log, OTHER_ID, ID, NOON, "Ann")
    log.remove(OTHER_ID)
    assert all_rows(log)["not_twins"] == []


def test_of_a_match_that_isn_t_there_nothing_is_said(log: MatchLog) -> None:
    put(log, sent(over(), EVENING))
    for say in (mark_twins, say_apart):
        with pytest.raises(LogError, match="There is no match called"):
            say(log, OTHER_ID, ID, NOON, "Ann")


def test_what_was_said_goes_with_its_matches_into_the_other_log(log: MatchLog, tmp_path: Path) -> None:
    three(log)
    mark_twins(log, OTHER_ID, ID, NOON, "Ann")
    told = list(read_matches("\n".join(json_lines(sent_match(log, name) for name in (ID, OTHER_ID))).encode(), NOON))
    assert told[1].same_as == SameAs(ID, 1, utc_text(NOON), "Ann") and told[0].same_as is None
    with MatchLog(tmp_path / "other.sqlite3") as other:
        assert merge(other, told, NOON).twins == 1
        assert twins_said(other) == twins_said(log)
        assert merge(other, told, NOON).twins == 0
        assert twins_said(other) == twins_said(log)


def test_what_was_said_elsewhere_is_not_believed_where_it_can_t_be_so(log: MatchLog) -> None:
    """Nor where somebody here has said that they are two."""
    said = SameAs(ID, 1, utc_text(NOON), "Ann")
    other = replace(sent(over(OTHER_ID, points=8), EVENING), same_as=said)
    assert merge(log, [sent(over(), EVENING), other], NOON).twins == 0
    alone = replace(sent(over(THIRD_ID), EVENING), same_as=said)
    assert merge(log, [alone], NOON).twins == 0
    say_apart(log, ID, THIRD_ID, NOON, "Bob")
    assert merge(log, [sent(over(), EVENING), alone], NOON).twins == 0
    assert twins_said(log) == {}
