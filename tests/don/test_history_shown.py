"""`don history` on a narrow terminal, on a log full of new matches, and a match as it stands after corrections."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from history_season import FOUR, IDS, NOON, SHORT, phat_totals, printed, put, season, start

from don.history_list import Progress
from don.main import main
from scorer import history, log_summaries
from scorer.cards import Card
from scorer.events import CorrectRun, Deal, Event, GameStart, Misdeal, Recount, Redo, Trick, Undo
from scorer.frozenmap import FrozenMap
from scorer.matchlog import MatchLog
from scorer.referee import Refusal
from scorer.seats import Seat


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


# As it stands


@pytest.fixture
def corrected(path: Path) -> Path:
    """A Phat hand in which every trick holds one rank; a card is corrected and the muck counted again."""
    ranks = ("2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A", "10")
    tricks = [Trick(Seat.N, tuple(Card.parse(f"{rank}{suit}") for suit in "CDHS")) for rank in ranks]
    swapped = Trick(Seat.N, tuple(map(Card.parse, ("10C", "10H", "10D", "10S"))))
    swap = CorrectRun(1, 13, (swapped,), by="Ann", reason="misread")
    with MatchLog(path) as log:
        events: list[Event] = [
            start(IDS[0], "phat", FOUR),
            GameStart(Seat.N),
            Deal(Seat.W),
            Misdeal(),
            Deal(Seat.W),
            *tricks,
        ]
        count = Recount(1, FrozenMap({"NS": 50, "EW": 30}), by="both")
        for event in (*events, Undo(), Redo(), Undo(), Redo(), swap, count):
            answer = log.record(IDS[0], event, NOON)
            assert not isinstance(answer, Refusal), answer
    return path


def test_a_match_is_shown_as_it_stands(corrected: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, corrected, "show", SHORT[0])
    at = next(number for number, line in enumerate(lines) if line.startswith(" 13."))
    assert "N 10C*  E 10H   S 10D   W 10S" in lines[at]
    assert lines[at + 1] == "     Corrected (Ann: misread): it was N 10C, E 10D, S 10H, W 10S."
    assert lines[at - 1] == "     Counted again (both): North and South 50, East and West 30."
    assert lines.count("End of the hand") == 1 and sum("Corrected" in line for line in lines) == 1
    assert "   Muck: North and South 50, East and West 30" in lines
    assert lines[-1] == (
        "This is the match as it stands; entered with 2 corrections and 4 undos and redos (--as-entered)."
    )


def test_a_match_is_shown_as_it_was_entered(corrected: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, corrected, "show", SHORT[0], "--as-entered")
    assert sum(line.startswith(" 13. N 10C*  E 10D   S 10H") for line in lines) == 1
    assert sum("is taken back" in line for line in lines) == 2
    assert "   Corrected: the tricks of hand 1 from trick 13 on (Ann: misread)." in lines
    assert "As it stands" not in lines[-1] and "as it stands" not in lines[-1]


def test_totals_counted_again_are_marked(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with MatchLog(path) as log:
        put(log, IDS[0], phat_totals(IDS[0], FOUR), 0)
        answer = log.record(IDS[0], Recount(1, FrozenMap({"NS": 40, "EW": 40})), NOON)
        assert not isinstance(answer, Refusal)
    lines = printed(capsys, path, "show", SHORT[0])
    assert "     Counted again: North and South 40, East and West 40." in lines
    assert lines[-1].endswith("entered with 1 correction and 0 undos and redos (--as-entered).")


# On a terminal


def widen(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """The output goes to a terminal of so many columns."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)


def test_a_match_takes_two_lines_on_a_narrow_terminal(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    season(path)
    widen(monkeypatch, 80)
    lines = printed(capsys, path)
    assert max(map(len, lines)) <= 80
    assert lines[:4] == [
        "2026-03-04  Ann and Cyril against Bob and Dot, 38-50, running",
        f"            {SHORT[3]}  Phat",
        "2026-03-03  Bob and Dot beat Ann and Cyril, 0-0",
        f"            {SHORT[2]}  Nine-card Don, Lancashire, Trades Club",
    ]
    assert f"            {SHORT[1]}~2  Irish Don; another telling of {SHORT[1]}, doesn't count" in lines
    widen(monkeypatch, 200)
    assert len(printed(capsys, path)) == 5
    widen(monkeypatch, 20)
    assert max(map(len, printed(capsys, path))) <= 40


def test_figures_lose_columns_on_a_narrow_terminal(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    season(path)
    widen(monkeypatch, 80)
    lines = printed(capsys, path, "stats")
    assert max(map(len, lines[:6])) <= 80
    assert lines[0].split()[:5] == ["Player", "matches", "won", "lost", "drawn"] and "fives lost" in lines[0]
    assert lines[-1] == "A wider terminal shows also: nines lost, muck, best hand."
    assert printed(capsys, path, "stats", "--by", "variant")[-1] == "A wider terminal shows also: best hand."
    widen(monkeypatch, 60)
    lines = printed(capsys, path, "stats")
    assert "fives lost" not in lines[0] and not any("Fives" in line for line in lines)
    widen(monkeypatch, 200)
    lines = printed(capsys, path, "stats")
    assert lines[0].endswith("best hand") and "wider" not in lines[-1]


# Many new matches


def test_a_log_full_of_new_matches_is_listed_at_once(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    season(path)
    monkeypatch.setattr(history, "MANY", 4)
    monkeypatch.setattr(log_summaries, "AT_ONCE", 2)
    lines = printed(capsys, path, "--limit", "2")
    assert [line.split()[-1] for line in lines[:2]] == [SHORT[3], SHORT[2]]
    assert lines[2:] == [
        "The newest 2 of 5 matches; --limit 0 lists all.",
        "3 older matches are not summed up yet; don log rebuild does that.",
    ]
    assert main(["log", "rebuild", "--log", str(path)]) == 0
    assert len(printed(capsys, path, "--limit", "2")) == 3


def test_where_no_bar_is_seen_many_new_matches_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress()
    for made in (50, 100, 500):
        progress(made, 500)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "don: summing up 500 matches new to this log or version; the next time they are known.\n"
