"""Whom and what `don history` finds under names that are not written as they stand in the log, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from history_season import IDS, SHORT, phat_totals, printed, put, refused

from scorer.matchlog import MatchLog


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Four matches: of Siân, of Zoë and Zoe, and of a long name."""
    path = tmp_path / "matches.db"
    with MatchLog(path) as log:
        put(log, IDS[0], phat_totals(IDS[0], ("Siân", "Bob", "Cyril Ó Briain", "Dot"), "The Crówn"), 0)
        put(log, IDS[1], phat_totals(IDS[1], ("Zoë", "Bob", "Renée", "Dot"), "Trades Club"), 1)
        put(log, IDS[2], phat_totals(IDS[2], ("Zoe", "Bob", "Rénee", "Dot"), "Trades Club"), 2)
        put(log, IDS[3], phat_totals(IDS[3], ("Ann" * 100, "Bob", "Cyril", "Dot"), "x" * 3000), 3)
    return path


def found(capsys: pytest.CaptureFixture[str], path: Path, *argv: str) -> list[str]:
    return [line.split()[-1] for line in printed(capsys, path, *argv)]


@pytest.mark.parametrize(
    ("argv", "places"),
    [
        (["--player", "Sian"], [0]),
        (["--player", "SIÂN", "--player", "dot"], [0]),
        (["--player", "Zoe"], [2]),
        (["--player", "Zoë"], [1]),
        (["--place", "crown"], [0]),
        (["--place", "the CRÓWN"], [0]),
        (["--place", "trades"], [2, 1]),
    ],
)
def test_names_without_their_accents(
    path: Path, capsys: pytest.CaptureFixture[str], argv: list[str], places: list[int]
) -> None:
    assert found(capsys, path, *argv) == [SHORT[place] for place in places]


def test_an_accent_that_isn_t_there_finds_no_place(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, path, "--place", "trádes") == printed(capsys, path, "--to", "2025")


def test_figures_of_a_name_without_its_accents(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, path, "stats", "--player", "sian")[0] == "Siân"
    assert printed(capsys, path, "stats", "--player", "sian", "--by", "partner")[0] == "Siân, by partner"


@pytest.mark.parametrize("more", [[], ["stats"], ["stats", "--by", "variant"], ["--json"]])
def test_who_isn_t_there_is_refused(path: Path, capsys: pytest.CaptureFixture[str], more: list[str]) -> None:
    assert "Renee can be Renée or Rénee: write it" in refused(capsys, path, *more, "--player", "Renee")
    assert "a player called Cyrill: did you mean Cyril?" in refused(capsys, path, *more, "--player", "Cyrill")
    assert "called Cyril O: did you mean Cyril Ó Briain?" in refused(capsys, path, *more, "--player", "Cyril O")
    assert refused(capsys, path, *more, "--player", "Xx").endswith("No match of this log has a player called Xx.")
    assert "There is no variant foo; this log has phat." in refused(capsys, path, *more, "--variant", "foo")


def test_one_who_is_there_but_not_in_these_matches(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more in ([], ["--by", "variant"]):
        words = refused(capsys, path, "stats", *more, "--player", "Sian", "--from", "2027")
        assert words.endswith("No match like that has a player called Siân.")


def test_no_cell_fills_a_page(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, path)
    assert max(map(len, lines)) < 250 and f"{'x' * 39}…  " in lines[0]
    assert max(map(len, printed(capsys, path, "stats"))) < 200
    assert len(printed(capsys, path, "stats", "--by", "place")[2]) < 150
    assert len(printed(capsys, path, "delete", SHORT[3], "--yes")[0]) < 400


def test_a_beginning_of_several_ids_says_which_matches(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = refused(capsys, path, "delete", "0000", "--yes")
    assert words.startswith("don: 0000 is the beginning of 4 matches: ") and words.endswith("Write more of the id.")
    assert f"; {SHORT[1]}: Zoë and Renée against Bob and Dot, Phat 38-50, unfinished, 2026-03-02 at Trades" in words
    alike = f"{IDS[0][:8]}-1111-0000-0000-000000000000"
    with MatchLog(path) as log:
        for name in (alike, *IDS[4:6]):
            put(log, name, phat_totals(name, ("Ann", "Bob", "Cyril", "Dot")), 4)
    words = refused(capsys, path, "show", SHORT[0])
    assert f"{IDS[0]}: Siân" in words and f"; {alike}: Ann" in words
    words = refused(capsys, path, "show", "0000")
    assert "is the beginning of 7 matches" in words and words.endswith("; and 2 more. Write more of the id.")
