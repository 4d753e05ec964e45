"""Matches as tables: one line each for matches, hands and tricks, and nothing that a spreadsheet would carry out."""

import csv
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scorer_table import NINE_TRICKS, dealt, opening, play, trick
from sent_matches import FOUR, ID, any_record, begun, sent

from scorer.events import Concede, Count, Deal, Event, GameStart, Penalty
from scorer.exchange import SentMatch
from scorer.frozenmap import FrozenMap
from scorer.hand import HandState
from scorer.match_csv import TABLES, csv_lines, safe_cell
from scorer.referee import replay
from scorer.seats import Seat


def table_of(name: str, *matches: SentMatch) -> list[dict[str, str]]:
    lines = list(csv_lines(matches, name))
    assert all(line.endswith("\r\n") for line in lines)
    return list(csv.DictReader(lines))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(18))
def test_lines_and_figures_are_those_of_the_matches(seed: int) -> None:
    """Of any match of any variant, against what the referee says."""
    match = sent(any_record(seed, hands=8))
    state = replay(row.event for row in match.rows)
    (line,) = table_of("matches", match)
    assert [line[f"score_{n}"] for n, _ in enumerate(state.sides, 1)] == [str(state.scores[s]) for s in state.sides]
    assert line["entries"] == str(len(match.rows)) and line["over"] == ("yes" if state.match_over else "no")
    hands = table_of("hands", match)
    assert [int(line["hand"]) for line in hands] == [hand.number for hand in state.hands]
    assert [int(line["game"]) for line in hands] == sorted(int(line["game"]) for line in hands)
    for line, record in zip(hands, state.hands, strict=True):
        assert line["score_1"] == str(record.scores_after[state.sides[0]]) and line["ended"] == record.ended
        bonus = sum(int(line[f"{part}_points"] or 0) for part in ("high", "low", "jack", "game"))
        assert bonus == sum(points for _, _, points in record.bonus_parts)
    tricks = table_of("tricks", match)
    played: list[HandState] = [*state.hands, *([state.hand] if state.hand else [])]
    told = [t for hand in played for t in hand.tricks]
    assert [line["winner"] for line in tricks] == [t.winner for t in told]
    for line, won in zip(tricks, told, strict=True):
        assert {seat: line[seat] for seat in won.seats} == {seat: str(won.card_of(seat)) for seat in won.seats}


def test_a_match_with_names_and_how_it_ended() -> None:
    record: list[Event] = [*opening(options={"match": "first_to_2"}), Concede("EW"), GameStart(Seat.E), Deal(Seat.N)]
    (line,) = table_of("matches", sent(begun([*record, play("E", "AH")], ID, FOUR, "The Rose"), copy=2))
    assert (line["copy"], line["place"], line["players_1"], line["side_3"]) == ("2", "The Rose", "Ann and Siân", "")
    assert (line["options"], line["games_won_1"], line["winner"]) == ("match=first_to_2", "1", "")
    assert [line["game"] for line in table_of("hands", sent(record))] == []


def test_the_day_is_that_of_the_place_and_times_are_utc() -> None:
    late = sent(dealt(), datetime(2027, 1, 31, 4, tzinfo=UTC))
    (line,) = csv.DictReader(csv_lines([late], "matches", timezone(timedelta(hours=-5))))
    assert (line["date"], line["began_utc"]) == ("2027-01-30", "2027-01-31T04:00:00.000Z")


def test_a_match_that_several_win_names_them() -> None:
    points = [FrozenMap({"E": e, "S": s, "W": w}) for e, s, w in ((20, 12, 12), (12, 20, 12), (12, 12, 20))]
    record = opening("blind_don_three", pitcher="E")
    for told in points:
        dealer = replay(record).dealer
        assert dealer is not None
        record += [Deal(dealer), Count(told, FrozenMap({"E": 20, "S": 20, "W": 20}))]
    match = sent(record)
    (line,) = table_of("matches", match)
    assert (line["winner"], line["side_3"], line["score_3"]) == ("E S W", "W", "44")
    assert [line["in_tricks_2"] for line in table_of("hands", match)] == ["12", "20", "12"]


def test_a_hand_that_ended_early_has_no_count() -> None:
    match = sent([*dealt(), trick("N", NINE_TRICKS[0]), Penalty("EW", 90)])
    (line,) = table_of("hands", match)
    assert (line["ended"], line["tricks"], line["count_1"], line["game_side"]) == ("won", "1", "", "")


@pytest.mark.parametrize(
    "text", ["=1+1", "+44", "-1", "@SUM(A1)", "\t=1", "'x", "|x", "%x", " = 1", "\uff1d1", "\uff0b"]
)
def test_no_text_is_a_formula(text: str) -> None:
    assert str(safe_cell(text)).startswith("'")
    (line,) = table_of("matches", sent(begun(dealt(), ID, {**FOUR, Seat.N: text}, text)))
    for key in ("N", "players_1", "place"):
        assert line[key].startswith("'"), key


def test_other_cells_are_as_they_are() -> None:
    assert [safe_cell(cell) for cell in (None, -3, "Ann", "a\r\nb", "")] == ["", -3, "Ann", "a b", ""]


@given(st.text(max_size=20))
def test_no_text_makes_two_lines_or_begins_as_a_formula(text: str) -> None:
    cell = str(safe_cell(text))
    assert len(cell.splitlines()) <= 1 and not cell.startswith(tuple("=+-@\t\r"))


def test_each_table_has_a_cell_for_each_column() -> None:
    for name, (heads, _) in TABLES.items():
        assert len(set(heads)) == len(heads)
        for line in csv.reader(csv_lines([sent(any_record(1)), sent(any_record(9))], name)):
            assert len(line) == len(heads)
