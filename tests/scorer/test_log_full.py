"""A disk that is really full, a folder and a file that can't be written: one sentence, nothing lost, and it goes on."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from log_damage import NOON, files_of, lay, whole
from log_meant import held_by
from scorer_table import dealt, trick

from scorer.events import Event, Note
from scorer.log_opening import open_log
from scorer.matchlog import LogError, MatchLog
from scorer.referee import Admission

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
posix = pytest.mark.skipif(os.name != "posix", reason="needs mounts, limits and rights as on Linux")


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[None]:
    """A file system mounted over a folder; skips the test where that is not allowed."""
    made = subprocess.run(["mount", *options, str(folder)], capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"no mounts here: {made.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@contextmanager
def unwritable(path: Path) -> Iterator[None]:
    """A folder or file that can't be written, for root neither."""
    if not ROOT:
        mode = path.stat().st_mode
        path.chmod(mode & 0o555)
        try:
            yield
        finally:
            path.chmod(mode)
        return
    with mounted(path, "--bind", str(path)):
        made = subprocess.run(["mount", "-o", "remount,ro,bind", str(path)], capture_output=True, check=False)
        if made.returncode:
            pytest.skip("no read-only mounts here")
        yield


def refusal(path: Path) -> LogError:
    with pytest.raises(LogError) as error:
        open_log(path, NOON)
    sentence = str(error.value)
    assert sentence.endswith(".") and "{" not in sentence and str(path) in sentence
    return error.value


def fill(log: MatchLog, events: list[Event]) -> None:
    for event in events:
        assert isinstance(log.record("m1", event, NOON), Admission)


@posix
@pytest.mark.skipif(not ROOT, reason="mounting needs root")
def test_a_full_disk_loses_nothing_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    with mounted(disk, "-t", "tmpfs", "-o", "size=400k", "tmpfs"):
        filler = disk / "filler"
        filler.write_bytes(bytes(100_000))
        log = MatchLog(disk / "don.sqlite3")
        fill(log, [*dealt(), trick("N", "AH 2H 3H 4H")])
        written = list(log.events("m1"))
        with pytest.raises(LogError) as error:
            for number in range(10_000):
                log.record("m1", Note(f"note {number}"), NOON)
                written.append(Note(f"note {number}"))
        assert error.value.code == "LOG_FULL" and len(written) > 10
        assert list(log.events("m1")) == written
        filler.unlink()
        fill(log, [Note("after")])
        log.close()
        with MatchLog(disk / "don.sqlite3") as log:
            assert list(log.events("m1")) == [*written, Note("after")] and log.file.check() is None


@posix
@pytest.mark.skipif(not ROOT, reason="mounting needs root")
def test_no_room_for_a_new_log(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    with mounted(disk, "-t", "tmpfs", "-o", "size=40k", "tmpfs"):
        assert refusal(disk / "don.sqlite3").code == "LOG_FULL"


LIMITED = """
import resource, signal, sys
from datetime import UTC, datetime
from scorer.events import Note
from scorer.matchlog import LogError, MatchLog

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
log = MatchLog(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
count = 0
try:
    while True:
        log.record("m1", Note(f"note {count}"), datetime(2026, 3, 1, tzinfo=UTC))
        count += 1
except LogError as error:
    assert len(log.events("m1")) == 3 + count
    print(count, error.code, error)
"""


@posix
def test_a_file_that_may_grow_no_longer(tmp_path: Path) -> None:
    """A limit on the size of files: every acknowledged entry is there afterwards, the failed one is not."""
    path = tmp_path / "don.sqlite3"
    with MatchLog(path) as log:
        fill(log, dealt())
    done = subprocess.run([sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, check=True)
    count, code, sentence = done.stdout.strip().split(" ", 2)
    assert int(count) > 3 and code in ("LOG_FAILED", "LOG_FULL") and sentence.endswith(".")
    with MatchLog(path) as log:
        assert list(log.events("m1")) == [*dealt(), *(Note(f"note {number}") for number in range(int(count)))]
        fill(log, [Note("after")])


@posix
def test_a_folder_that_can_t_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "shelf"
    folder.mkdir()
    with unwritable(folder):
        assert refusal(folder / "don.sqlite3").code == "LOG_READ_ONLY"
    path = folder / "don.sqlite3"
    for files in (whole().closed, whole().crashed):
        lay(path, files)
        with unwritable(folder):
            assert refusal(path).code == "LOG_READ_ONLY"
        assert files_of(path) == files
        with open_log(path, datetime(2026, 3, 1, 20, tzinfo=UTC)) as log:
            assert held_by(log) == whole().held


@posix
def test_a_file_that_can_t_be_written(tmp_path: Path) -> None:
    path = tmp_path / "don.sqlite3"
    lay(path, whole().closed)
    with unwritable(path):
        assert refusal(path).code == "LOG_READ_ONLY"
    assert files_of(path) == whole().closed
    with open_log(path, datetime(2026, 3, 1, 20, tzinfo=UTC)) as log:
        assert held_by(log) == whole().held
