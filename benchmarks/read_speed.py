"""Time to read one picture, against yolo11n (fused, 640 px, batch 1, torch, 2 threads) on the same pictures.

`make bench` runs it: the reader with `cv2.dnn` 5, with the phone's OpenCV 4.12 (where `.venv-phone` is), with
onnxruntime, and the baseline, each a process of its own, take turns picture by picture in one run, two threads each.
Printed: p50 and p90 in ms and the ratio of the medians to the baseline, over all photographs and over tricks of four;
how the time grows with the number of cards and with the closer look; the first reading and the memory; and, with
`--sides`, what a smaller input of the locator costs in recall.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from datasets.photos import Photo, PhotosError, load_photos
from scorer.cards import Card

BASELINE = "yolo11n 640, torch"
ROOT = Path(__file__).resolve().parents[1]
NUMBERS = ((1, "1 card"), (4, "4 cards"), (13, "13 cards"), (52, "52 cards"))


@dataclass
class Contestant:
    """One worker process and the answers it gave, by picture."""

    name: str
    command: list[str]
    process: subprocess.Popen[str] = field(init=False)
    first: float = 0.0
    answers: dict[Path, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))

    def start(self) -> None:
        """Starts the process and waits until its networks are loaded. Raises `RuntimeError` where it ends instead."""
        command = [*self.command, "--started", str(time.time())]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        self._answer()

    def read(self, path: Path) -> dict[str, Any]:
        """The worker's answer for one picture."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{path}\n")
        self.process.stdin.flush()
        return self._answer()

    def stop(self) -> None:
        """Ends the process."""
        self.process.kill()
        self.process.wait()

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("{"):
                return dict(json.loads(line))
        raise RuntimeError(f"{self.name} ended: {' '.join(self.command)}")

    def times(self, photos: Iterable[Photo], step: str | None = None) -> list[float]:
        """All times over these pictures in ms: whole, or of one step."""
        found = (answer for photo in photos for answer in self.answers[photo.path])
        return [float(a["ms"] if step is None else a["steps"].get(step, 0.0)) for a in found]


def contestants(phone: Path, sides: Sequence[int]) -> list[Contestant]:
    """Those whose environment is there."""
    here, train = sys.executable, ROOT / ".venv-train" / "bin" / "python"
    worker = ["-m", "benchmarks.read_worker"]
    found = [Contestant("CardReader, cv2.dnn", [here, *worker, "opencv"])]
    found += [Contestant(f"  at {n} px", [here, *worker, "opencv", "--side", str(n)]) for n in sides]
    if phone.exists():
        found.append(Contestant("CardReader, cv2.dnn, phone's", [str(phone), *worker, "opencv"]))
    if train.exists():
        found.append(Contestant("CardReader, onnxruntime", [str(train), *worker, "onnxruntime"]))
        found.insert(0, Contestant(BASELINE, [str(train), *worker, "torch"]))
    return found


def row(name: str, times: list[float], baseline: list[float]) -> str:
    """One line of a table: p50, p90, ratio of the medians."""
    if not times:
        return f"{name:<34}{'-':>9}{'-':>9}"
    p50, p90 = np.percentile(times, 50), np.percentile(times, 90)
    ratio = f"{p50 / np.percentile(baseline, 50):8.2f}" if baseline else " " * 8
    return f"{name:<34}{p50:>9.1f}{p90:>9.1f}{ratio}"


def time_table(title: str, photos: Sequence[Photo], runners: Sequence[Contestant]) -> str:
    """p50 and p90 of each contestant over some pictures, with the steps of the first reader."""
    lines = [f"{title}: {len(photos)} pictures", f"{'':<34}{'p50 ms':>9}{'p90 ms':>9}{'ratio':>8}"]
    base = next((r.times(photos) for r in runners if r.name == BASELINE), [])
    for runner in runners:
        lines.append(row(runner.name, runner.times(photos), base))
        if runner.name == "CardReader, cv2.dnn":
            steps = ("locate", "closer look", "identify", "rest")
            lines += [row(f"    {step}", runner.times(photos, step), []) for step in steps]
    return "\n".join(lines)


def growth_table(photos: Sequence[Photo], reader: Contestant) -> str:
    """How the time grows with the number of cards and with the closer look."""
    looked = {p for p in photos if any(a["steps"]["closer look"] > 1.0 for a in reader.answers[p.path])}
    groups = [(name, [p for p in photos if len(p.cards) == n]) for n, name in NUMBERS]
    groups += [("one look", [p for p in photos if p not in looked]), ("with the closer look", list(looked))]
    lines = [f"{'cv2.dnn':<26}{'pictures':>9}{'p50 ms':>9}{'p90 ms':>9}"]
    for name, chosen in groups:
        times = reader.times(chosen)
        cells = "".join(f"{np.percentile(times, q):>9.1f}" for q in (50, 90)) if times else f"{'-':>9}{'-':>9}"
        lines.append(f"{name:<26}{len(chosen):>9}{cells}")
    return "\n".join(lines)


def trade_table(photos: Sequence[Photo], runners: Sequence[Contestant]) -> str:
    """What each contestant read right, beside its time: recall, precision, exact pictures, silent errors."""
    lines = [f"{'':<34}{'p50 ms':>9}{'recall':>9}{'precision':>11}{'exact':>8}{'silent':>8}"]
    for runner in runners:
        if runner.name == BASELINE:
            continue
        answers = [(p.cards, runner.answers[p.path][0]) for p in photos]
        read = [(truth, *(frozenset(map(Card.parse, a[k])) for k in ("cards", "sure"))) for truth, a in answers]
        right = sum(len(truth & cards) for truth, cards, _ in read)
        recall = right / sum(len(truth) for truth, *_ in read)
        precision = right / max(1, sum(len(cards) for _, cards, _ in read))
        exact = sum(truth == cards for truth, cards, _ in read) / len(read)
        silent = sum(len(sure - truth) for truth, _, sure in read)
        p50 = np.percentile(runner.times(photos), 50)
        lines.append(f"{runner.name:<34}{p50:>9.1f}{recall:>9.3f}{precision:>11.3f}{exact:>8.3f}{silent:>8}")
    return "\n".join(lines)


def measure(photos: Sequence[Photo], runners: Sequence[Contestant], rounds: int) -> None:
    """Each picture by each contestant in turn; the first picture once more before, for warmth."""
    for runner in runners:
        runner.start()
        runner.first = float(runner.read(photos[0].path)["since_start"])
    tasks = [photo for _ in range(rounds) for photo in photos]
    for photo in tqdm(tasks, "reading", disable=not sys.stderr.isatty()):
        for runner in runners:
            runner.answers[photo.path].append(runner.read(photo.path))


def report(photos: Sequence[Photo], runners: Sequence[Contestant]) -> str:
    """All tables."""
    reader = next(r for r in runners if r.name == "CardReader, cv2.dnn")
    parts = [
        time_table("all photographs, index en", photos, runners),
        time_table("tricks of four", [p for p in photos if p.scene == "trick" and len(p.cards) == 4], runners),
        growth_table(photos, reader),
        trade_table(photos, runners),
        "first reading after the start, and peak memory",
    ]
    lines = []
    for runner in runners:
        peak = max(answer["peak_mb"] for answers in runner.answers.values() for answer in answers)
        lines.append(f"{runner.name:<34}{runner.first:>7.2f} s{peak:>8.0f} MB")
    return "\n\n".join(parts) + "\n" + "\n".join(lines)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="only every so many-th photograph")
    parser.add_argument("--sides", type=int, nargs="*", default=[], help="other input sizes of the locator to compare")
    parser.add_argument(
        "--phone", type=Path, default=ROOT / ".venv-phone" / "bin" / "python", help="OpenCV 4.12's Python"
    )
    args = parser.parse_args()
    try:
        photos = [p for p in load_photos() if p.index == "en"][:: args.every]
    except PhotosError as error:
        print(f"{error} The speed is measured on those.", file=sys.stderr)
        return 2
    runners = contestants(args.phone, args.sides)
    try:
        measure(photos, runners, args.rounds)
    finally:
        for runner in runners:
            if hasattr(runner, "process"):
                runner.stop()
    print(f"{platform.machine()}, {os.cpu_count()} cores, 2 threads, {args.rounds} rounds in turns\n")
    print(report(photos, runners))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
