"""Gives the monkey its lives: a window each, ended by SIGKILL at any moment or politely, all on one log a seed.

Run as ``python tests/mobile/monkey.py --minutes 10 --seed 1``; it ends at the first thing that goes wrong, with the
seed, the last steps and the traceback. ``--minutes`` are shared out over ``--seeds`` seeds.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from monkey_record import Promised

from benchmarks.own_screen import own_screen

_HERE = Path(__file__).parent
_SIZES = ("360x740", "740x360", "1280x800")
_LAST = 20
_KILLED = -9
_START_S, _LONGEST_S, _END_S = 3.0, 60.0, 120.0


@dataclass
class Lives:
    """What one seed came to; ``trouble`` is empty where nothing went wrong."""

    steps: int = 0
    kills: int = 0
    ended: int = 0
    trouble: str = ""


def live(folder: Path, seed: int, seconds: float, environ: dict[str, str]) -> Lives:
    """Have the monkey live on one log for so long, life after life, until its time is over or something is wrong."""
    rng, found = random.Random(seed), Lives()
    end, life = time.monotonic() + seconds, 0
    while time.monotonic() < end and not found.trouble:
        left = max(6.0, end - time.monotonic())
        killed = rng.random() < 0.7
        lasts = min(left, rng.uniform(_START_S, _LONGEST_S))
        size = _SIZES[(seed + life) % len(_SIZES)]
        told = {"seed": seed, "life": life, "killed": killed, "seconds": 10**6 if killed else lasts}
        (folder / "life.json").write_text(json.dumps(told))
        status, said = _one(folder, size, environ, lasts if killed else None)
        if status != (_KILLED if killed else 0):
            found.trouble = _told(folder, seed, life, size, status, said)
        found.kills += killed
        found.ended += not killed
        life += 1
    found.steps = Promised.load(folder).steps
    return found


def _one(folder: Path, size: str, environ: dict[str, str], kill_after_s: float | None) -> tuple[int, str]:
    """One life: its exit status and what it said last."""
    paths = os.pathsep.join([str(_HERE), str(_HERE.parents[1])])
    own = {"PYTHONPATH": paths, "HOME": str(folder / "home"), "KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1"}
    command = [sys.executable, str(_HERE / "window_driver.py"), "window_monkey", "monkey", str(folder), size]
    with (folder / "said.txt").open("w+", errors="replace") as said:
        process = subprocess.Popen(command, env={**environ, **own, "KIVY_NO_CONSOLELOG": "1"}, stderr=said)
        try:
            status = process.wait(kill_after_s if kill_after_s is not None else _END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait() if kill_after_s is not None else 124
        said.seek(0)
        return status, said.read()


def _told(folder: Path, seed: int, life: int, size: str, status: int, said: str) -> str:
    steps = (folder / "steps.log").read_text().splitlines()[-_LAST:] if (folder / "steps.log").exists() else []
    head = f"seed {seed}, life {life}, {size}: status {status}; the last steps:"
    return "\n".join([head, *steps, said[-4000:]])


def pages_seen(folder: Path) -> Counter[str]:
    """How many notes were made on each page."""
    path = folder / "steps.log"
    lines = path.read_text().splitlines() if path.exists() else []
    return Counter(line.split()[1].rstrip(":") for line in lines if " " in line)


def main() -> int:
    """From the command line; the exit status is 1 where something went wrong."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=10.0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--seeds", type=int, default=5)
    asked.add_argument("--keep", type=Path, help="where the folders of the seeds are made, and stay")
    given = asked.parse_args()
    bad = 0
    with own_screen() as environ, tempfile.TemporaryDirectory(prefix="don-monkey-") as temporary:
        for seed in range(given.seed, given.seed + given.seeds):
            folder = (given.keep or Path(temporary)) / str(seed)
            folder.mkdir(parents=True, exist_ok=True)
            found = live(folder, seed, given.minutes * 60 / given.seeds, environ)
            print(f"seed {seed}: {found.steps} steps, {found.kills} killed, {found.ended} ended politely", flush=True)
            print("  pages:", dict(pages_seen(folder).most_common()), flush=True)
            if found.trouble:
                bad += 1
                print(found.trouble, flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
