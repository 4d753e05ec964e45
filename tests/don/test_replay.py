"""`don replay` as a user runs it: files in notation, matches of the log, wrong input."""

from __future__ import annotations

import io
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from don.main import main
from scorer.matchlog import MatchLog
from scorer.notation import read
from scorer.referee import Refusal

GOLDEN = Path(__file__).parents[1] / "scorer" / "golden"
PHAT = GOLDEN / "phat_1.don"
IRISH = GOLDEN / "irish_don_1.don"


def printed(capsys: pytest.CaptureFixture[str], *argv: object) -> str:
    assert main(["replay", *map(str, argv)]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def refused(capsys: pytest.CaptureFixture[str], *argv: object) -> str:
    """The one sentence of a command that ends with status 2 and has played nothing."""
    assert main(["replay", *map(str, argv)]) == 2
    captured = capsys.readouterr()
    lines = captured.err.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("don: ") and captured.out == ""
    return lines[0]


def test_a_file_is_played_trick_by_trick(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, PHAT)
    lines = text.splitlines()
    assert lines[0] == "Phat  match golden"
    assert sum(line.startswith("Hand ") for line in lines) == 5
    tricks = sum(len(hand.tricks) for hand in read(PHAT.read_text(encoding="utf-8")).state.hands)
    assert sum(line[:4].strip().rstrip(".").isdigit() for line in lines) == tricks
    assert "   It is level: 8 points are carried over." in lines
    assert "is worth" not in text
    assert lines[-1].endswith("East and West have won the game.")


def test_why_adds_a_reason_for_every_point(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, PHAT, "--why")
    state = read(PHAT.read_text(encoding="utf-8")).state
    pegs = [peg for hand in state.hands for peg in (*hand.pegs, *(peg for trick in hand.tricks for peg in trick.pegs))]
    assert sum("; rules " in line or "(rules " in line for line in text.splitlines()) == len(pegs)


def test_one_hand_alone(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, IRISH, "--hand", 2).splitlines()
    assert [line.split("   ")[0] for line in lines if line.startswith("Hand ")] == ["Hand 2"]
    assert lines[-1].endswith("North and South have won the match (North and South 2, East and West 1 games).")
    assert refused(capsys, IRISH, "--hand", 9) == "don: There is no hand 9 in this match: it has 5."


@pytest.mark.slow
def test_the_board_at_the_end(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    board = tmp_path / "board.png"
    assert f"The peg board: {board}" in printed(capsys, PHAT, "--board", board)
    assert board.read_bytes().startswith(b"\x89PNG")
    assert ".png" in refused(capsys, PHAT, "--board", tmp_path / "board.txt")
    assert "Irish Don has no peg board" in refused(capsys, IRISH, "--board", board)


def test_a_match_from_standard_input_that_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = b'\xef\xbb\xbf[Variant "phat"]\r\npitcher N\r\nAH 5C 5S 5D\r\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    lines = printed(capsys, "-").splitlines()
    assert lines[-1] == "North and South 19 (162 to go), East and West 0 (181 to go). The match goes on."


def test_a_logged_match_is_played_and_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    transcript = read(IRISH.read_text(encoding="utf-8"))
    log, out = tmp_path / "matches.db", tmp_path / "out.don"
    with MatchLog(log) as matches:
        written = matches.record_all("golden", transcript.events, datetime(2026, 11, 30, tzinfo=UTC))
        assert not isinstance(written, Refusal)
    played = printed(capsys, "--match", "gold", "--log", log)
    shows = f"   Shows: {transcript.tags['Shows']}\n"
    assert played == printed(capsys, IRISH).replace(shows, "")
    assert f"The match in notation: {out}" in printed(capsys, "--match", "golden", "--log", log, "--write", out)
    assert read(out.read_text(encoding="utf-8")).events == transcript.events
    assert "no match called other" in refused(capsys, "--match", "other", "--log", log)
    assert "can't be written" in refused(capsys, "--match", "golden", "--log", log, "--write", tmp_path)


@pytest.mark.slow
def test_pace_waits_after_each_trick(capsys: pytest.CaptureFixture[str]) -> None:
    began = time.monotonic()
    text = printed(capsys, IRISH, "--pace", "0.01")
    tricks = sum(line[:4].strip().rstrip(".").isdigit() for line in text.splitlines())
    assert tricks > 40 and time.monotonic() - began > 0.01 * tricks
    assert "between 0 and 60 seconds" in refused(capsys, IRISH, "--pace", "-1")
    assert "between 0 and 60 seconds" in refused(capsys, IRISH, "--pace", "nan")


def test_a_wrong_file_is_told_in_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.don"
    text = PHAT.read_text(encoding="utf-8")
    line = next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(" 9."))
    wrong.write_text(text.replace("\n 9.", "\n 8.", 1), encoding="utf-8")
    assert f"Line {line} is numbered trick 8" in refused(capsys, wrong)
    wrong.write_bytes(b"\xff\xfe\x00")
    assert "is no text file" in refused(capsys, wrong)
    assert "missing.don" in refused(capsys, tmp_path / "missing.don")
    assert str(tmp_path) in refused(capsys, tmp_path)


@pytest.mark.parametrize("argv", [(), (PHAT, "--match", "m1")])
def test_one_match_has_to_be_named(capsys: pytest.CaptureFixture[str], argv: tuple[object, ...]) -> None:
    assert "Name one match" in refused(capsys, *argv)


def test_why_not_answers_for_one_card_of_the_hand_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    nine = GOLDEN / "nine_card_lancashire_1.don"
    told = printed(capsys, nine, "--why-not", "9c", "--hand", 1)
    assert told == (
        "The nine of clubs was not played in hand 1: it is one of the 16 cards that were not dealt "
        "(rules 3, from the rules page on Don at pagat.com).\n"
    )
    last = printed(capsys, nine, "--why-not", "9C")
    assert "was not played in hand 5 before North and South won the game" in last
    assert "'XX' is not a card" in refused(capsys, nine, "--why-not", "XX")
    assert "There is no hand 99" in refused(capsys, nine, "--why-not", "9C", "--hand", 99)
