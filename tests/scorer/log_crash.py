"""The proof that a killed program loses nothing: `make log-proof`, or ``python tests/scorer/log_crash.py``.

A child process carries out a script of steps on a log and acknowledges each on a pipe after the log's call returned.
It is killed with SIGKILL at a random moment: while it opens the log, within a commit, a checkpoint or a removal. The
log is then reopened: it must hold what was meant after all acknowledged steps, or after the one then under way, and it
must go on. Many kills follow each other on one log.
"""

import argparse
import os
import random
import shutil
import signal
import sqlite3
import struct
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from log_meant import Script, held_by, script_of, take
from tqdm import tqdm

from scorer.matchlog import LogError, MatchLog

CHECKPOINTS = (1000, 1000, 12, 3)
"""How many pages the write-ahead file may have before it is written into the log: SQLite's number, and small ones."""


@dataclass(slots=True)
class Tally:
    """What came of the trials. ``faults``: one line for each that broke a promise."""

    trials: int = 0
    acknowledged: int = 0
    while_opening: int = 0
    one_more: int = 0
    unfinished: int = 0
    within_commit: int = 0
    faults: list[str] = field(default_factory=list)

    def sentences(self, seconds: float) -> str:
        """The result as it is printed."""
        lost = "nothing was lost and every log went on" if not self.faults else f"{len(self.faults)} FAULTS"
        return (
            f"SIGKILL: {self.trials:,} trials in {seconds:.0f} s (SQLite {sqlite3.sqlite_version}), "
            f"{self.acknowledged:,} steps acknowledged: {lost}.\n"
            f"  Killed before the first acknowledgement: {self.while_opening:,}; "
            f"within a commit: {self.within_commit:,} (a step on the disk but not acknowledged: {self.one_more:,}; "
            f"an unfinished transaction at the end of the write-ahead file: {self.unfinished:,})."
        )


def unfinished(wal: bytes) -> bool:
    """Whether a write-ahead file ends within a transaction: in frames without a commit, or in half a frame."""
    if len(wal) < 32:
        return bool(wal)
    size, salts, previous = struct.unpack_from(">I", wal, 8)[0], wal[16:24], struct.unpack_from(">2I", wal, 24)
    last, at = b"", 32
    before = previous
    while wal[at + 8 : at + 16] == salts:
        before, previous = previous, struct.unpack_from(">2I", wal.ljust(at + 24, b"\0"), at + 16)
        last = wal[at : at + 24 + size]
        at += 24 + size
    if not last:
        return False
    whole = len(last) == 24 + size and _checksum(last[:8] + last[24:], before) == previous
    return not (whole and struct.unpack_from(">I", last, 4)[0])


def _checksum(data: bytes, start: tuple[int, ...]) -> tuple[int, int]:
    """The running checksum of the file format, for little-endian machines."""
    first, second = start
    words = struct.unpack(f"<{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second


def opened(path: Path, pages: int) -> MatchLog:
    """The log, with a checkpoint at so many pages."""
    log = MatchLog(path)
    log.file.execute(f"PRAGMA wal_autocheckpoint = {pages}")
    return log


def _work(path: Path, script: Script, place: int, pages: int, pipe: int) -> None:
    """The child: carry out the steps from ``place`` on, one byte for each that is done; never returns."""
    status = 1
    try:
        log = opened(path, pages)
        for step in script.steps[place:]:
            log = take(log, step, lambda: opened(path, pages))
            os.write(pipe, b".")
        signal.pause()
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


class Killer:
    """Starts children and kills them; ``step_s`` follows how long a step takes here."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.step_s = 0.001

    def kill_one(self, path: Path, script: Script, place: int) -> int:
        """Start a child, kill it after some steps and a moment more, give the number of steps acknowledged."""
        rng = self.rng
        wanted = rng.randint(0, min(12, len(script.steps) - place)) if rng.random() < 0.9 else 0
        pages = rng.choice(CHECKPOINTS)
        read_end, write_end = os.pipe()
        child = os.fork()
        if child == 0:
            _work(path, script, place, pages, write_end)
        os.close(write_end)
        acknowledged, begun = 0, 0.0
        while acknowledged < wanted and (told := os.read(read_end, 1)):
            begun = begun or time.perf_counter()
            acknowledged += len(told)
        if acknowledged > 4:
            self.step_s += 0.05 * ((time.perf_counter() - begun) / (acknowledged - 1) - self.step_s)
        time.sleep(rng.random() * self.step_s * (1.5 if wanted else 15))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        while told := os.read(read_end, 4096):
            acknowledged += len(told)
        os.close(read_end)
        assert os.WIFSIGNALED(status), "the child ended by itself: see its traceback"
        return acknowledged


def run(trials: int, seed: int, folder: Path, *, quiet: bool = True) -> Tally:
    """So many kills, in ``folder``. A log that broke a promise is left there."""
    tally, rng = Tally(), random.Random(seed)
    killer = Killer(rng)
    with tqdm(total=trials, disable=True if quiet else None, desc="killed", unit="trial") as bar:
        while tally.trials < trials:
            path = folder / f"{tally.trials}" / "don.sqlite3"
            path.parent.mkdir()
            script = script_of(rng)
            faults = len(tally.faults)
            for _ in _kills_on(path, script, killer, tally):
                bar.update()
                if tally.trials == trials:
                    break
            if len(tally.faults) == faults:
                shutil.rmtree(path.parent)
    return tally


def _kills_on(path: Path, script: Script, killer: Killer, tally: Tally) -> Iterator[None]:
    """Kill after kill on one log, until the script is done or a promise is broken."""
    place = 0
    while place < len(script.steps):
        done = killer.kill_one(path, script, place)
        tally.trials += 1
        tally.acknowledged += done
        tally.while_opening += not done
        wal = Path(f"{path}-wal")
        torn = wal.exists() and unfinished(wal.read_bytes())
        # Half of the logs are looked at through a copy: the next child has to recover them itself, and may be killed.
        copied = killer.rng.random() < 0.5
        fault, found = check(path, script, place + done, copied=copied)
        if fault:
            tally.faults.append(f"trial {tally.trials}, {path}: {fault}")
            return
        tally.one_more += found > place + done
        tally.unfinished += torn
        tally.within_commit += torn or found > place + done
        place = found + (not copied and found < len(script.steps))
        yield


def check(path: Path, script: Script, acknowledged: int, *, copied: bool) -> tuple[str, int]:
    """What is wrong with a log after a kill ("" if nothing), and after how many steps it stands.

    Not copied: the next step is carried out too, and the log closed.
    """
    if copied:
        other = path.parent / "copy" / path.name
        shutil.rmtree(other.parent, ignore_errors=True)
        other.parent.mkdir()
        for name in path.parent.glob("don.sqlite3*"):
            shutil.copy(name, other.parent)
        path = other
    try:
        with MatchLog(path) as log:
            places = script.places_of(held_by(log))
            found = next((place for place in (acknowledged, acknowledged + 1) if place in places), -1)
            if found < 0:
                return f"{acknowledged} steps acknowledged, the log stands after {places or 'none'}", 0
            damage = log.file.check()
            if damage:
                return damage, 0
            if not copied and found < len(script.steps):
                take(log, script.steps[found], lambda: MatchLog(path)).close()
    except (LogError, AssertionError) as error:
        return f"it can't be gone on with: {error}", 0
    return "", found


def main() -> int:
    """Run the proof; 1 if a promise was broken."""
    parser = argparse.ArgumentParser(description="Kill a program that writes a log, again and again.")
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=6)
    args = parser.parse_args()
    begun = time.perf_counter()
    folder = Path(tempfile.mkdtemp(prefix="log-crash-"))
    tally = run(args.trials, args.seed, folder, quiet=False)
    print(tally.sentences(time.perf_counter() - begun))
    for fault in tally.faults:
        print("  " + fault)
    if not tally.faults:
        shutil.rmtree(folder)
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
