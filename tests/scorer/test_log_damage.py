"""Files that are no log, or one no longer: no traceback, no changed file, no wrong entry taken for a right one."""

import random
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from log_alter import ALTERATIONS, FORGED, altered
from log_damage import DAMAGES, NOON, Files, Seen, corpus, damaged, entries_of, files_of, lay, look_at, whole
from log_meant import held_by

from scorer.log_backups import back_up
from scorer.log_opening import open_log
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
