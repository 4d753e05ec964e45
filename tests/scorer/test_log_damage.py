"""Files that are no log, or one no longer: no traceback, no changed file, no wrong entry taken for a right one."""

import json
import random
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from log_alter import ALTERATIONS, FORGED, altered
from log_damage import DAMAGES, NOON, PAGE, Files, Seen, damaged, entries_of, files_of, lay, look_at, whole
from log_foreign import corpus
from log_meant import held_by

from scorer.event_json import to_json
from scorer.log_backups import back_up
from scorer.log_opening import open_log
from scorer.log_pictures import picture_of
from scorer.log_schema import row_crc
from scorer.matchlog import LogError, MatchLog

seeds = st.integers(0, 2**32 - 1)
many = settings(
    max_examples=250, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


def seen_in(files: Files, change: Callable[[Path], None] = lambda path: None) -> Seen:
    """What came of these files after ``change``; the entries that SQLite finds in them must be what they were."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "don.sqlite3"
        lay(path, files)
        change(path)
        before = entries_of(files_of(path), Path(folder))
        seen = look_at(path)
        assert before is None or entries_of(files_of(path), Path(folder)) == before
        return seen


def check_damage(kind: str, seed: int) -> None:
    """An end may be missing where SQLite can't know of it: in what a crash left beside the log, or if all is gone."""
    files = damaged(random.Random(seed), kind)
    found = seen_in(files).kind()
    assert found != "UNNOTICED"
    if found == "an end is missing":
        assert "-wal" in files or not files[""]


def check_alteration(kind: str, seed: int) -> None:
    """What another program wrote with a right check sum is taken; anything else is noticed, but a last entry gone."""
    found = seen_in(whole().closed, lambda path: altered(random.Random(seed), path, kind)).kind()
    assert kind in FORGED or found != "UNNOTICED"
    assert kind in (*FORGED, "row gone") or found != "an end is missing"


def test_the_whole_log_is_read_whole() -> None:
    assert seen_in(whole().closed).kind() == seen_in(whole().crashed).kind() == "read whole"
    assert len(whole().held) == 3 and sum(map(len, whole().held.values())) > 80


@pytest.mark.parametrize("kind", [*DAMAGES, *ALTERATIONS])
def test_a_few_of_each_kind(kind: str) -> None:
    for seed in range(3):
        (check_damage if kind in DAMAGES else check_alteration)(kind, seed)


@pytest.mark.slow
@many
@given(st.sampled_from(list(DAMAGES)), seeds)
def test_a_log_spoilt_at_random(kind: str, seed: int) -> None:
    check_damage(kind, seed)


@pytest.mark.slow
@many
@given(st.sampled_from(list(ALTERATIONS)), seeds)
def test_rows_changed_by_another_program(kind: str, seed: int) -> None:
    check_alteration(kind, seed)


# Foreign files


def foreign() -> list[tuple[str, Files]]:
    with tempfile.TemporaryDirectory() as folder:
        return list(corpus(Path(folder)))


@pytest.mark.parametrize(("name", "files"), foreign(), ids=[name for name, _ in foreign()])
def test_a_file_that_never_was_a_log_is_refused_untouched(name: str, files: Files) -> None:
    seen = seen_in(files)
    if name.startswith("our log beside") and seen.code == "":
        assert seen.kind() == "read whole"
    else:
        expected = {"LOG_TOO_NEW"} if "newer" in name else {"LOG_NOT_A_LOG", "LOG_DAMAGED"}
        assert seen.code in expected


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(st.binary(min_size=1, max_size=2000))
@example(b"\0")
@example(b"SQLite format 3\0")
@example(b"Don")
def test_any_bytes_are_refused_untouched(data: bytes) -> None:
    assert seen_in({"": data}).code in ("LOG_NOT_A_LOG", "LOG_DAMAGED")


@pytest.mark.parametrize("size", [1, 16, 28, 99, 100, 511, 512, 4095])
def test_a_log_of_less_than_a_page_is_refused_untouched(size: int) -> None:
    assert seen_in({"": whole().closed[""][:size]}).code in ("LOG_NOT_A_LOG", "LOG_DAMAGED")


def test_a_log_cut_to_nothing_is_not_begun_anew_where_there_are_backups(tmp_path: Path) -> None:
    path = tmp_path / "don.sqlite3"
    lay(path, whole().closed)
    with MatchLog(path) as log:
        back_up(log, NOON)
    path.write_bytes(b"")
    with pytest.raises(LogError) as error:
        open_log(path, NOON)
    assert error.value.code == "LOG_GONE" and path.read_bytes() == b""


def test_a_copy_put_back_beside_a_crashed_log_s_write_ahead_file(tmp_path: Path) -> None:
    """By hand: the log is replaced, ``-wal`` still lies there. What is not refused is one of the two logs, whole."""
    path = tmp_path / "don.sqlite3"
    with MatchLog(path) as log:
        log.add("m1", next(iter(whole().held.values())))
        other = held_by(log)
    lay(path, {"-wal": whole().crashed["-wal"]})
    before = files_of(path)
    try:
        with open_log(path, NOON) as log:
            assert held_by(log) in (other, whole().held)
    except LogError:
        assert files_of(path) == before


# Each refusal of its own


def refused(path: Path) -> LogError:
    """By the log itself, without the check of `open_log`."""
    with pytest.raises(LogError) as error:
        MatchLog(path)
    return error.value


def sql(path: Path, statement: str, *values: object) -> None:
    """A change by another program, past the triggers."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute(statement, values)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "don.sqlite3"
    lay(path, whole().closed)
    return path


FIRST = next(iter(whole().held))


def half_zeros(data: bytes) -> bytes:
    """The last pages without what was in them."""
    return data[: 12 * PAGE].ljust(len(data), b"\0")


def test_a_crashed_log_with_spoilt_pages_is_refused_before_anything_is_written_to_it(path: Path) -> None:
    with MatchLog(path) as log:
        log.add("m1", whole().held[FIRST][:1])
        files = dict(files_of(path))
    files[""] = half_zeros(whole().closed[""])
    lay(path, {**files, "-shm": bytes(100)})
    assert refused(path).code == "LOG_DAMAGED"
    assert files_of(path) == files and Path(f"{path}-shm").exists(), "what was there stays"
    Path(f"{path}-shm").unlink()
    assert refused(path).code == "LOG_DAMAGED"
    assert files_of(path) == files and not Path(f"{path}-shm").exists()


@pytest.mark.slow
def test_a_crashed_log_that_another_program_has_open_is_locked(path: Path) -> None:
    with MatchLog(path) as log:
        log.add("m1", whole().held[FIRST][:1])
        assert refused(path).code == "LOG_LOCKED"
        assert len(log.rows("m1")) == 1


def test_a_name_or_a_picture_of_another_kind(path: Path) -> None:
    """Where a large log is not checked as a whole when it is opened."""
    sql(path, "UPDATE matches SET match_id = x'ff00' WHERE match_id = ?", FIRST)
    sql(path, "UPDATE pictures SET jpeg = 'text'")
    with MatchLog(path) as log:
        other = list(whole().held)[1]
        for question in (log.matches, lambda: log.find(FIRST), log.running_match, lambda: picture_of(log, other, 3)):
            with pytest.raises(LogError) as error:
                question()
            assert error.value.code == "LOG_DAMAGED"
        assert log.rows(other) == whole().held[other]


@pytest.mark.parametrize("at", ["2026-03-01T12:00:00", "2026-03-01", "noon", ""])
def test_an_entry_without_a_time_that_can_be_read(path: Path, at: str) -> None:
    row = whole().held[FIRST][1]
    body = json.dumps(to_json(row.event))
    crc = row_crc(FIRST, 2, at, row.engine_version, body)
    sql(path, "UPDATE events SET at_utc = ?, body = ?, crc = ? WHERE seq = 2", at, body, crc)
    with MatchLog(path) as log, pytest.raises(LogError, match=r"Entry 2 of the match") as error:
        log.rows(FIRST)
    assert error.value.code == "LOG_BROKEN_ROW"


@pytest.mark.parametrize("gone", [1, 2, 20])
def test_an_entry_that_is_missing_is_named(path: Path, gone: int) -> None:
    sql(path, "DELETE FROM events WHERE seq = ?", gone)
    with MatchLog(path) as log:
        assert {match.match_id for match in log.matches()} == set(whole().held)
        with pytest.raises(LogError, match=rf"Entry {gone} of the match {FIRST}") as error:
            log.rows(FIRST)
        assert error.value.code == "LOG_BROKEN_ROW"


def test_a_message_of_sqlite_that_is_no_text(path: Path) -> None:
    """SQLite quotes a damaged name in its message, which Python then can't read."""
    data = whole().closed[""].replace(b"triggermatches_no_delete", b"trigger\xedatches_no_delete")
    path.write_bytes(data.replace(b"BEFORE DELETE ON matches", b"BEFORE DELETF ON matches"))
    error = refused(path)
    assert error.code == "LOG_DAMAGED" and isinstance(error.__cause__, UnicodeDecodeError)


def test_a_log_spoilt_while_it_is_open(path: Path) -> None:
    with MatchLog(path) as log:
        path.write_bytes(b"\xff" * len(whole().closed[""]))
        assert log.file.check()
    with pytest.raises(LogError) as error:
        log.file.check()
    assert error.value.code == "LOG_FAILED", "a log that is closed"


def test_a_backup_of_a_log_with_spoilt_pages_is_none(path: Path) -> None:
    path.write_bytes(half_zeros(whole().closed[""]))
    with MatchLog(path) as log:
        assert log.file.check() is not None
        with pytest.raises(LogError) as error:
            log.file.copy_to(path.with_name("copy"))
        assert error.value.code == "LOG_DAMAGED"
