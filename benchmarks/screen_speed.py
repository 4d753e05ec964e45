"""The screen's speed, in windows of an Xvfb of its own: `make bench-screen`.

Start: from the process to the first frame that shows the board, and to the first frame of home; beside a bare Kivy
window. Frames: CPU and time of a frame of the table at rest and while pegs walk; beside an empty window, at rest and
drawn anew each frame. With Mesa's software renderer the processor does the graphics card's work, too, on threads
of its own: "own" is the screen's thread alone, what a phone has to do beside its graphics chip.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from typing import Any

import numpy as np

from benchmarks.own_screen import own_screen

STARTS = {"bare window": "bare", "home": "home", "table with its board": "table"}
FRAMES = {
    "empty window at rest": "empty",
    "empty window, drawn each frame": "redrawn",
    "table at rest": "rest",
    "table, pegs walking": "walk",
}


def run(environ: dict[str, str], what: str, size: str, seconds: float) -> dict[str, Any]:
    """One window in a process of its own; what it measured. Raises `RuntimeError` where it fails."""
    command = [sys.executable, "-m", "benchmarks.screen_window", what, size, str(seconds), str(time.monotonic())]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{what}: {done.stderr.strip()[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def start_table(environ: dict[str, str], size: str, runs: int) -> None:
    """Seconds from the process to the frame, in turns, so that a busy minute hits all alike."""
    seconds: dict[str, list[float]] = {name: [] for name in STARTS}
    for turn in range(runs + 1):
        for name, what in STARTS.items():
            found = run(environ, what, size, 0.0)["seconds"]
            if turn:  # the first fills the disk's cache
                seconds[name].append(found)
    base = float(np.percentile(seconds["bare window"], 50))
    print(f"Start, {runs} runs, {size}\n{'':<34}{'p50 s':>8}{'p90 s':>8}{'times bare':>12}")
    for name, found_all in seconds.items():
        p50, p90 = float(np.percentile(found_all, 50)), float(np.percentile(found_all, 90))
        print(f"{name:<34}{p50:>8.2f}{p90:>8.2f}{p50 / base:>12.2f}")


def frame_table(environ: dict[str, str], size: str, seconds: float) -> None:
    """CPU and time of frames."""
    print(f"\nFrames, {seconds:g} s each, {size}")
    columns = {"drawn/s": 9, "CPU %": 8, "CPU ms/frame": 14, "own ms/frame": 14, "p50 ms": 8, "p90 ms": 8, "max ms": 8}
    print(" " * 34 + "".join(f"{words:>{width}}" for words, width in columns.items()))
    for name, what in FRAMES.items():
        found = run(environ, what, size, seconds)
        frames, cpu_s, wall_s = found["frames"], found["cpu_s"], found["wall_s"]
        each = f"{1000 * cpu_s / frames:.1f}" if frames > 1 else "-"
        own = f"{1000 * found['own_s'] / frames:.1f}" if frames > 1 else "-"
        gaps = np.array(found["gaps_s"]) * 1000
        spread = [f"{value:.1f}" for value in (*np.percentile(gaps, [50, 90]), gaps.max())] if len(gaps) else ["-"] * 3
        print(
            f"{name:<34}{frames / wall_s:>9.1f}{100 * cpu_s / wall_s:>8.1f}{each:>14}{own:>14}"
            f"{spread[0]:>8}{spread[1]:>8}{spread[2]:>8}"
        )


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7, help="starts of each kind")
    parser.add_argument("--seconds", type=float, default=6.0, help="how long frames are looked at")
    parser.add_argument("--size", action="append", help="of the window, as 360x740 (default) or 1920x1080")
    args = parser.parse_args()
    with own_screen() as environ:
        for size in args.size or ["360x740"]:
            start_table(environ, size, args.runs)
            frame_table(environ, size, args.seconds)
            print()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
