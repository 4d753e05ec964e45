"""Whole commands from a cold process: seconds (p50, p90) and peak memory, as a user feels them. `make bench`."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np


def run(command: list[str]) -> tuple[float, float]:
    """Seconds and peak resident megabytes of one run. Raises `RuntimeError` where it fails."""
    began = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        os.execv(command[0], command)
    _, status, usage = os.wait4(pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - began, usage.ru_maxrss / 1024


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    args = parser.parse_args()
    don = str(Path(sys.executable).parent / "don")
    board = str(Path(tempfile.gettempdir()) / "don-bench-board.png")
    with as_file(files("mobile") / "assets" / "demo") as demo:
        commands = {
            "don --help": [don, "--help"],
            "don read, one picture": [don, "read", str(demo / "trick_1.jpg")],
            "don demo --no-window": [don, "demo", "--no-window", "--board", board],
        }
        print(f"{'':<26}{'p50 s':>8}{'p90 s':>8}{'peak MB':>10}")
        for name, command in commands.items():
            runs = [run(command) for _ in range(args.runs)]
            seconds = [r[0] for r in runs]
            p50, p90 = np.percentile(seconds, 50), np.percentile(seconds, 90)
            print(f"{name:<26}{p50:>8.2f}{p90:>8.2f}{max(r[1] for r in runs):>10.0f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
