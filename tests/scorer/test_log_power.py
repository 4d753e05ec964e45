"""A twentieth of the proof that a power cut loses nothing (`make log-proof`); a disk that is full or fails, too."""

import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

apsw = pytest.importorskip("apsw", reason="power cuts are made with apsw, of the dev extra")

import log_disk  # noqa: E402
from log_crash import check  # noqa: E402
from log_disk import Disk, DiskDatabase, Inode, silent  # noqa: E402
from log_meant import Script, held_by, take  # noqa: E402
from log_power import MOMENTS, engines, rehearse, run  # noqa: E402

from scorer.matchlog import LogError, MatchLog  # noqa: E402


@pytest.mark.slow
def test_fifty_power_cuts_lose_nothing_acknowledged(tmp_path: Path) -> None:
    tally = run(50, 2026, tmp_path)
    assert tally.faults == []
    assert tally.trials == 50 and tally.acknowledged > 100 and tally.again > 10
    assert tally.moments == dict.fromkeys(MOMENTS, 10)
    assert "nothing was lost" in tally.sentences()


@pytest.mark.slow
@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_the_proof_notices_that_less_syncing_loses_acknowledged_steps(tmp_path: Path, synchronous: str) -> None:
    """NORMAL loses steps but keeps the file whole; OFF may spoil it, too."""
    tally = run(30, 2026, tmp_path, synchronous, ("any moment",))
    assert tally.lost > 0
    assert synchronous == "OFF" or len(tally.faults) == tally.lost
    assert "acknowledged steps lost in" in tally.sentences()


def test_one_sqlite_writes_and_another_reads() -> None:
    assert apsw.sqlite_lib_version() in engines() and sqlite3.sqlite_version in engines()


def test_what_the_disk_keeps() -> None:
    """What was synced stays whole; what was not may be kept, lost, torn or spoilt, byte range by byte range."""
    rng = random.Random(1)
    inode = Inode(b"a" * 2048)
    inode.write(0, b"b" * 1024)
    inode.sync()
    inode.write(512, b"c" * 1024)
    found = {inode.left(rng, 0.5, 512) for _ in range(300)}
    assert all(data[:512] == b"b" * 512 and data[1536:] == b"a" * 512 for data in found)
    for first, second in ((b"b", b"a"), (b"c", b"a"), (b"b", b"c"), (b"c", b"c")):
        assert b"b" * 512 + first * 512 + second * 512 + b"a" * 512 in found
    assert len(found) > 10, "and torn and spoilt sectors"
    inode.write(100, None)
    assert {len(inode.left(rng, 0.5, 512)) for _ in range(50)} == {100, 2048}
    assert len(inode.now) == 100 and inode.left(rng, 0.0, 512)[512:] != inode.now


def test_a_new_file_may_be_lost_until_its_folder_is_synced() -> None:
    rng, disk = random.Random(1), Disk({"old": b"o"})
    disk.name("new", Inode(b"n"))
    disk.name("old", None)
    kinds = {tuple(sorted(disk.left(rng))) for _ in range(300)}
    assert kinds == {("old",), ("new", "old"), ("new",), ()}
    disk.sync_folder()
    assert {tuple(disk.left(rng)) for _ in range(20)} == {("new",)}


def cut_while_made(path: Path) -> Disk:
    """A disk that lost its power in the first sync of what is written ahead."""
    disk = Disk({}, stop_at=23)
    with silent(), pytest.raises(LogError):
        MatchLog(path, connect=lambda path, _: DiskDatabase(disk, path, "FULL", 1000))
    assert disk.operations[-1].act == "sync" and disk.operations[-1].name.endswith("-wal")
    return disk


@pytest.mark.slow
def test_a_power_cut_that_leaves_a_journal_beside_what_was_written_ahead(tmp_path: Path) -> None:
    """While a log is made: the journal's removal is lost, and the first bytes written ahead are not."""
    path, found = tmp_path / "don.sqlite3", 0
    for seed in range(120):
        files = cut_while_made(path).left(random.Random(seed))
        found += bool(files.get(f"{path}-journal") and files.get(f"{path}-wal"))
        for name, data in files.items():
            Path(name).write_bytes(data)
        with MatchLog(path) as log:
            assert log.matches() == ()
        for file in tmp_path.iterdir():
            file.unlink()
    assert found > 1


# A disk that is full, or fails


class Trouble:
    """A script on a disk that gives an error at one operation: each step is taken again after it."""

    def __init__(self, path: Path, script: Script, disk: Disk, pages: int) -> None:
        self.path, self.script, self.disk, self.pages = path, script, disk, pages
        self.codes: list[str] = []
        self.left: tuple[int, dict[str, bytes]] | None = None

    def play(self) -> None:
        """To the end of the script; what the failed step left on the disk is in ``left``."""
        with silent():
            log = self.opened()
            for number, step in enumerate(self.script.steps, 1):
                try:
                    log = take(log, step, self.opened)
                except LogError as error:
                    self.note(error, number - 1)
                    assert held_by(log) == self.script.held[number - 1]
                    log = take(log, step, self.opened)
            assert held_by(log) == self.script.held[-1] and log.file.check() is None
            log.close()

    def opened(self) -> MatchLog:
        try:
            return self.once()
        except LogError as error:
            self.note(error, None)
            return self.once()

    def once(self) -> MatchLog:
        return MatchLog(self.path, connect=lambda path, _: DiskDatabase(self.disk, path, "FULL", self.pages))

    def note(self, error: LogError, place: int | None) -> None:
        """The error's sentence is one for a person; then there is room again."""
        sentence = str(error)
        assert sentence.endswith(".") and "{" not in sentence and str(self.path) in sentence
        self.codes.append(error.code)
        self.disk.stop_at = 0
        if place is not None:
            self.left = place, {name: bytes(inode.now) for name, inode in self.disk.files.items()}


def troubled(folder: Path, error: Any, every: int, *, lasting: bool) -> tuple[int, list[str]]:
    """The error at every so-manieth operation of a script, one after another: how many, and the codes of the log."""
    path = folder / "don.sqlite3"
    rehearsed = rehearse(path, random.Random(11), "checkpoint", "FULL", matches=1)
    codes, numbers = list[str](), range(1, len(rehearsed.operations) + 1, every)
    for number in numbers:
        disk = Disk({}, number, error, lasting=lasting)
        trouble = Trouble(path, rehearsed.script, disk, rehearsed.pages)
        trouble.play()
        codes += trouble.codes
        if trouble.left is not None:
            place, files = trouble.left
            for name, data in files.items():
                Path(name).write_bytes(data)
            assert check(path, rehearsed.script, place, copied=False)[0] == ""
        for file in folder.iterdir():
            file.unlink()
    return len(numbers), codes


@pytest.mark.slow
@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize(("error", "code"), [("NoRoomError", "LOG_FULL"), ("BrokenError", "LOG_FAILED")])
def test_a_disk_that_is_full_or_fails_now_and_then(tmp_path: Path, error: str, code: str, lasting: bool) -> None:
    tried, codes = troubled(tmp_path, getattr(log_disk, error), 4, lasting=lasting)
    assert 0 < len(codes) <= tried
    assert set(codes) == {code}


@pytest.mark.slow
@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize(("error", "code"), [("NoRoomError", "LOG_FULL"), ("BrokenError", "LOG_FAILED")])
def test_a_disk_that_is_full_or_fails_at_every_operation(tmp_path: Path, error: str, code: str, lasting: bool) -> None:
    tried, codes = troubled(tmp_path, getattr(log_disk, error), 1, lasting=lasting)
    assert tried > 100 and len(codes) > tried / 3
    assert set(codes) == {code}
