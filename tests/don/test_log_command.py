"""`don log` and `don backup`: what a person sees who looks after the log."""

from __future__ import annotations

import io
import re
import shutil
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from don.main import main
from scorer.log_backups import backup_folder, backups
from scorer.log_pictures import keep, set_rule
from scorer.matchlog import MatchLog

STORED = Path(__file__).parents[1] / "scorer" / "logs" / "schema1.sqlite3"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "matches.db"
    shutil.copy(STORED, path)
    assert main(["log", "--log", str(path)]) == 0
    return path


def said(capsys: pytest.CaptureFixture[str], arguments: Sequence[str], expected: int = 0) -> str:
    capsys.readouterr()
    assert main(list(arguments)) == expected
    out = capsys.readouterr()
    return out.out + out.err


def alter(log: Path, statement: str) -> None:
    db = sqlite3.connect(log)
    db.execute("DROP TRIGGER events_no_update")
    db.execute(statement)
    db.commit()
    db.close()


def test_every_command_opens_the_log_in_the_one_way_that_checks_and_backs_it_up() -> None:
    files = sorted((Path(__file__).parents[2] / "don").rglob("*.py"))
    direct = [file.name for file in files if re.search(r"\bMatchLog\(", file.read_text(encoding="utf-8"))]
    assert len(files) > 40 and direct == []


def test_what_is_in_the_log(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, ["log", "--log", str(log)])
    assert f"Match log: {log}" in text and "5 matches, 806 entries, 0." in text
    assert re.search(r"Last entry: 2026-03-2[12] [0-9]{2}:31\n", text) and "No backup yet" not in text
    shutil.rmtree(backup_folder(log))
    with_new_entry = said(capsys, ["log", "--log", str(log)])
    assert "1 backup, the newest of" in with_new_entry, "the last entry is more than half a day old"


def test_kept_pictures_are_counted(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Kept pictures" not in said(capsys, ["log", "--log", str(log)])
    with MatchLog(log) as opened:
        match_id = opened.matches()[0].match_id
        set_rule(opened, match_id)
        keep(opened, match_id, 1, b"\xff\xd8\xff" + bytes(2**20) + b"\xff\xd9", datetime(2026, 3, 21, tzinfo=UTC))
    assert "   Kept pictures: 1, 1.0 MB\n" in said(capsys, ["log", "--log", str(log)])


def test_a_new_log_has_nothing_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "There is no match log" in said(capsys, ["log", "--log", str(tmp_path / "new.db")], 2)
    MatchLog(tmp_path / "new.db").close()
    text = said(capsys, ["log", "--log", str(tmp_path / "new.db")])
    assert "0 matches, 0 entries" in text and "No backup yet: don backup makes one." in text
    assert "0 matches of 0 checked" in said(capsys, ["log", "check", "--log", str(tmp_path / "new.db")])


def test_a_backup_here_and_there(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, ["backup", "--log", str(log)])
    assert text.startswith("Backup of 5 matches: ") and str(backups(log)[0].path) in text
    stick = tmp_path / "stick.db"
    assert said(capsys, ["backup", "--log", str(log), "--out", str(stick)]) == f"Backup of 5 matches: {stick}\n"
    assert "is there already" in said(capsys, ["backup", "--log", str(log), "--out", str(stick)], 2)
    assert "could not be made" in said(capsys, ["backup", "--log", str(log), "--out", str(tmp_path / "no" / "x.db")], 2)
    assert "5 matches of 5 checked and in order" in said(capsys, ["log", "check", "--log", str(stick)])


def test_a_match_that_can_t_be_read_is_named_and_the_others_are_in_order(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alter(log, "UPDATE events SET body = '{}' WHERE match = 2 AND seq = 9")
    text = said(capsys, ["log", "check", "--log", str(log)], 2)
    assert "Entry 9 of the match 20260306-193005" in text and "4 matches of 5 checked" in text


def test_a_damaged_log_is_restored(
    log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said(capsys, ["backup", "--log", str(log)])
    with log.open("r+b") as file:
        file.write(b"\xa5" * log.stat().st_size)
    damaged = said(capsys, ["log", "--log", str(log)], 2)
    assert "don log restore puts back the backup of" in damaged and damaged.count("\n") == 1
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert "a person is needed" in said(capsys, ["log", "restore", "--log", str(log)], 3)
    monkeypatch.setattr("sys.stdin", io.StringIO("perhaps\nn\n"))
    assert "Nothing was changed." in said(capsys, ["log", "restore", "--log", str(log)])
    text = said(capsys, ["log", "restore", "--yes", "--log", str(log)])
    assert "Restored: 5 matches, 806 entries." in text and "The damaged file is kept as" in text
    assert "Nothing could be read of the damaged file: what was entered after the backup is missing." in text
    assert "is whole" in said(capsys, ["log", "restore", "--yes", "--log", str(log)], 2)


def test_what_is_lost_is_named(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.rmtree(backup_folder(log))
    alter(log, "UPDATE events SET crc = crc + 1 WHERE match = 5 AND seq = 100")
    text = said(capsys, ["log", "restore", "--yes", "--log", str(log)])
    assert "There was no good backup." in text and "Saved from the damaged file beside it: 799 entries." in text
    assert "Missing of match 20260303-193020: entries 100 to 106. Enter them again." in text
