"""Files that are no log, or can't be used as one, are refused in one sentence and stay as they are."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from log_entries import NOON, accept_into, fill, start
from scorer_table import dealt, trick

from scorer.events import Note
from scorer.log_schema import SCHEMA_VERSION
from scorer.matchlog import LogError, MatchLog


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "don.sqlite3"


def refusal(path: Path, timeout_s: float = 0.05) -> LogError:
    with pytest.raises(LogError) as error:
        MatchLog(path, timeout_s)
    sentence = str(error.value)
    assert sentence.endswith(".") and "{" not in sentence and str(path.parent) in sentence
    return error.value


def test_a_log_of_a_newer_program_is_refused_untouched(path: Path) -> None:
    MatchLog(path).close()
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    db.close()
    before = path.read_bytes()
    assert refusal(path).code == "LOG_TOO_NEW"
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused_untouched(path: Path) -> None:
    path.write_bytes(b"\xff\xd8\xff\xe0 this is a photograph" * 500)
    before = path.read_bytes()
    assert refusal(path).code == "LOG_NOT_A_LOG"
    assert path.read_bytes() == before


def test_the_database_of_another_program_is_refused_untouched(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE shopping (item TEXT)")
    db.commit()
    db.close()
    before = path.read_bytes()
    assert refusal(path).code == "LOG_NOT_A_LOG"
    assert path.read_bytes() == before


def test_a_torn_log_is_refused(path: Path) -> None:
    accept_into(path, [*dealt(), *(trick("N", "AH 2H 3H 4H"),)])
    path.write_bytes(path.read_bytes()[:4096])
    with pytest.raises(LogError) as error, MatchLog(path) as log:
        log.rows("m1")
    assert error.value.code in ("LOG_DAMAGED", "LOG_NOT_A_LOG")


def test_folders_that_are_missing_or_in_the_way(tmp_path: Path) -> None:
    assert refusal(tmp_path / "nowhere" / "don.sqlite3").code == "LOG_NO_FOLDER"
    assert refusal(tmp_path).code == "LOG_IS_FOLDER"
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder that nobody can write to, /proc")
def test_a_folder_that_can_t_be_written() -> None:
    assert refusal(Path("/proc/don.sqlite3")).code == "LOG_READ_ONLY"


OPENED = "import sys; from scorer.matchlog import MatchLog; MatchLog(sys.argv[1], timeout_s=0.1)"


@pytest.mark.slow
def test_a_second_program_is_told_so(path: Path) -> None:
    """The first one holds the file from the moment it is open, before anything is written."""
    with MatchLog(path) as log:
        second = subprocess.run([sys.executable, "-c", OPENED, str(path)], capture_output=True, text=True, check=False)
        assert second.returncode == 1 and "is open in another window or program of Don" in second.stderr
        assert refusal(path).code == "LOG_LOCKED"
        fill(log, "m1", start("m1"))
        assert refusal(path).code == "LOG_LOCKED"
        assert len(log.events("m1")) == 1
    with MatchLog(path) as log:
        assert len(log.events("m1")) == 1


def test_a_full_disk_keeps_nothing_of_the_entry(path: Path) -> None:
    with MatchLog(path) as log:
        fill(log, "m1", *dealt())
        pages = log.file.value("PRAGMA page_count")
        log.file.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(LogError) as error:
            log.record("m1", Note("x" * 50_000), NOON)
        assert error.value.code == "LOG_FULL" and "disk is full" in str(error.value)
        log.file.execute("PRAGMA max_page_count = 100000")
        assert len(log.events("m1")) == 3
        fill(log, "m1", trick("N", "AH 2H 3H 4H"))
