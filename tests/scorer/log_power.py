"""The proof that a power cut loses nothing: `make log-proof`, or ``python tests/scorer/log_power.py``.

The log writes through APSW to a disk in memory (`log_disk`) that loses its power at a chosen write, sync, creation or
removal. What is left is written to real files and opened as always, by `sqlite3`: it must hold what was meant after
all acknowledged steps, or after the one then under way, and it must go on. The same with ``synchronous`` lowered must
lose acknowledged steps, else the proof would prove nothing.
"""

import argparse
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import apsw
from log_crash import check
from log_disk import Disk, DiskDatabase, Operation, silent
from log_meant import Script, held_by, script_of, take, told
from tqdm import tqdm

from scorer.matchlog import LogError, MatchLog

SCHEMA_1 = Path(__file__).parent / "logs" / "schema1.sqlite3"
MOMENTS = ("creation", "migration", "checkpoint", "removal", "any moment")
RESTARTS = 3


@dataclass(slots=True)
class Tally:
    """What came of the trials with one setting of ``synchronous``."""

    synchronous: str
    trials: int = 0
    acknowledged: int = 0
    again: int = 0
    one_more: int = 0
    moments: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    faults: list[str] = field(default_factory=list)

    def sentences(self) -> str:
        """The result as it is printed."""
        where = ", ".join(f"{moment} {self.moments[moment]:,}" for moment in MOMENTS)
        found = "nothing was lost and every log went on"
        if self.faults:
            found = f"acknowledged steps lost in {self.lost:,}, unreadable or wrong in {len(self.faults) - self.lost:,}"
        return (
            f"  synchronous={self.synchronous}: {self.trials:,} trials, "
            f"{self.acknowledged:,} steps acknowledged: {found}.\n"
            f"    Cut during {where}; cut again during the restart {self.again:,}; "
            f"a step on the disk but not acknowledged {self.one_more:,}."
        )


def engines() -> str:
    """Which SQLite writes and which reads."""
    return f"written by SQLite {apsw.sqlite_lib_version()} (APSW), reopened by SQLite {sqlite3.sqlite_version} (Python)"


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A script played once without a cut: from these files, with checkpoints at so many pages, the disk did this."""

    script: Script
    files: dict[str, bytes]
    pages: int
    operations: tuple[Operation, ...]

    def numbers(self, moment: str) -> list[int]:
        """The operations (from 1) that fall into this moment."""
        found = []
        for number, operation in enumerate(self.operations, 1):
            step = self.script.steps[operation.step - 1] if operation.step else None
            if moment in ("creation", "migration"):
                fits = step is None
            elif moment == "checkpoint":
                fits = step is not None and not operation.name.endswith("-wal")
            else:
                fits = moment == "any moment" or (step is not None and step.act == "remove")
            if fits:
                found.append(number)
        return found


class Player:
    """Plays a script on a disk and counts what was acknowledged: ``place`` steps."""

    def __init__(self, path: Path, rehearsed: Rehearsal, disk: Disk, place: int, synchronous: str) -> None:
        self.path, self.script, self.disk, self.place = path, rehearsed.script, disk, place
        self.synchronous, self.pages = synchronous, rehearsed.pages
        self.strayed = ""

    def play(self) -> None:
        """To the end, or until the power is cut; every other error is raised."""
        with silent():
            self._play()

    def _play(self) -> None:
        log: MatchLog | None = None
        try:
            log = self._opened()
            held = held_by(log)
            near = [place for place in self.script.places_of(held) if place in (self.place, self.place + 1)]
            if not near:
                self.strayed = (
                    f"{self.place} steps acknowledged, the log stands after {self.script.places_of(held) or 'none'}"
                )
                return
            self.place = near[0]
            for number, step in enumerate(self.script.steps[self.place :], self.place + 1):
                self.disk.step = number
                log = take(log, step, self._opened)
                self.place = number
        except (LogError, sqlite3.Error, AssertionError) as error:
            if not self.disk.is_cut:
                self.strayed = f"it can't be gone on with: {error}"
        finally:
            if log is not None:
                with suppress(sqlite3.Error):
                    log.close()

    def _opened(self) -> MatchLog:
        return MatchLog(self.path, connect=lambda path, _: DiskDatabase(self.disk, path, self.synchronous, self.pages))


def rehearse(path: Path, rng: random.Random, moment: str, synchronous: str, matches: int = 3) -> Rehearsal:
    """A script for such a moment, played once."""
    files: dict[str, bytes] = {}
    script = script_of(rng, matches, hands=1)
    while moment == "removal" and not any(step.act == "remove" for step in script.steps):
        script = script_of(rng, matches, hands=1)
    if moment == "migration":
        files = {str(path): SCHEMA_1.read_bytes()}
        shutil.copy(SCHEMA_1, path)
        with MatchLog(path) as log:
            script = told(script.steps, held_by(log))
        path.unlink()
    pages = 4 if moment == "checkpoint" else rng.choice((1000, 40, 4))
    disk = Disk(files)
    Player(path, Rehearsal(script, files, pages, ()), disk, 0, synchronous).play()
    return Rehearsal(script, files, pages, tuple(disk.operations))


def cut_once(path: Path, rehearsed: Rehearsal, moment: str, rng: random.Random, tally: Tally) -> str:
    """One trial: cut, perhaps again during the restart, then opened as always. What is wrong, or ""."""
    disk = Disk(rehearsed.files, stop_at=rng.choice(rehearsed.numbers(moment)))
    player = Player(path, rehearsed, disk, 0, tally.synchronous)
    player.play()
    for _ in range(rng.choice((0, 0, 1, RESTARTS))):
        if player.strayed or not disk.is_cut:
            break
        tally.again += 1
        disk = Disk(disk.left(rng), stop_at=rng.randint(1, 40))
        player = Player(path, rehearsed, disk, player.place, tally.synchronous)
        player.play()
    tally.acknowledged += player.place
    if player.strayed:
        return player.strayed
    for name, data in disk.left(rng).items():
        Path(name).write_bytes(data)
    fault, found = check(path, rehearsed.script, player.place, copied=False)
    tally.one_more += not fault and found > player.place
    return fault


def run(
    trials: int,
    seed: int,
    folder: Path,
    synchronous: str = "FULL",
    moments: Sequence[str] = MOMENTS,
    *,
    quiet: bool = True,
) -> Tally:
    """So many cuts, in ``folder``: ten at each of these moments in turn."""
    tally, rng = Tally(synchronous), random.Random(seed)
    with tqdm(total=trials, disable=True if quiet else None, desc=f"cut, {synchronous}", unit="trial") as bar:
        while tally.trials < trials:
            moment = moments[tally.trials // 10 % len(moments)]
            path = folder / "don.sqlite3"
            rehearsed = rehearse(path, rng, moment, synchronous)
            for _ in range(min(10, trials - tally.trials)):
                fault = cut_once(path, rehearsed, moment, rng, tally)
                tally.trials += 1
                tally.moments[moment] += 1
                if fault:
                    tally.lost += "steps acknowledged" in fault
                    tally.faults.append(f"trial {tally.trials}, {moment}: {fault}")
                for file in folder.glob("*"):
                    file.unlink()
                bar.update()
    return tally


def main() -> int:
    """Run the proof; 1 if a promise was broken, or if less syncing did no harm."""
    parser = argparse.ArgumentParser(description="Cut the power of a disk with a log on it, again and again.")
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=6)
    args = parser.parse_args()
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="log-power-") as folder:
        tallies = [
            run(args.trials, args.seed, Path(folder), synchronous, quiet=False)
            for synchronous in ("FULL", "NORMAL", "OFF")
        ]
    print(f"Power cuts, {time.perf_counter() - begun:.0f} s, {engines()}:")
    for tally in tallies:
        print(tally.sentences())
    full, normal, off = tallies
    for fault in full.faults:
        print("  " + fault)
    if not (off.lost and normal.lost):
        print("  Less syncing lost nothing: this proof proves nothing.")
    return 0 if not full.faults and off.lost and normal.lost else 1


if __name__ == "__main__":
    sys.exit(main())
