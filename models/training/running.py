"""What both trainings share: when they end, their learning rate, files that are written whole or not at all."""

from __future__ import annotations

import argparse
import json
import math
import shutil
import signal
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch

State = dict[str, Any]


def device_of(name: str) -> torch.device:
    """`cpu`, or the number of a GPU. Raises `ValueError` where there is no such device."""
    if name == "cpu":
        return torch.device("cpu")
    number, count = int(name) if name.isdigit() else -1, torch.cuda.device_count()
    if not 0 <= number < count:
        there = f"there are {count}, numbered from 0" if count else "use --device cpu"
        raise ValueError(f"There is no GPU {name} here: {there}.")
    torch.set_float32_matmul_precision("high")
    torch.backends.cudnn.benchmark = True
    return torch.device("cuda", number)


def set_threads(count: int) -> None:
    """How many threads train on the CPU (ultralytics would leave it at one)."""
    torch.set_num_threads(count)


def add_options(parser: argparse.ArgumentParser, minutes: float) -> None:
    """The options that both trainings have."""
    parser.add_argument("--start", type=Path, help="weights to start from: .pt of a training, or the .onnx exported")
    parser.add_argument("--resume", action="store_true", help="go on with the run in its folder, if there is one")
    parser.add_argument(
        "--before",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="judge the weights it starts from too: the best are then never worse",
    )
    parser.add_argument("--minutes", type=float, default=minutes, help="minutes of training, all parts together")
    parser.add_argument("--until", type=float, help="a moment (Unix time) to end at, instead of --minutes")
    parser.add_argument("--device", default="cpu", help="cpu, or the number of a GPU")
    parser.add_argument("--threads", type=int, default=2, help="threads on the CPU")
    parser.add_argument("--save-every", type=float, default=120, help="seconds of training between saves")
    parser.add_argument("--publish", type=Path, metavar="DIR", help="also write the best weights there, .pt and .onnx")
    parser.add_argument("--export", type=Path, metavar="ONNX", help="only write --start, or the run's best, as ONNX")


class Schedule:
    """How far a training is: by the minutes trained, or by the clock where it must end at a moment."""

    def __init__(self, minutes: float, until: float | None = None) -> None:
        self.minutes, self.until = minutes, until
        self.began = time.time()

    def progress(self, spent: float) -> float:
        """0 at the start to 1 at the end, after `spent` seconds of training."""
        if self.until is not None:
            return min(1.0, (time.time() - self.began) / max(1e-6, self.until - self.began))
        return min(1.0, spent / max(1e-6, 60 * self.minutes))

    def over(self, spent: float) -> bool:
        """Whether the training ends here."""
        return self.progress(spent) >= 1


def rate(progress: float, warmup: float, lowest: float) -> float:
    """Share of the full learning rate: a half cosine down to `lowest`, times how far the warm-up is (0..1)."""
    return min(1.0, warmup) * (lowest + (1 - lowest) * 0.5 * (1 + math.cos(math.pi * progress)))


def replace(path: Path, write: Callable[[Path], object]) -> None:
    """Writes a file beside its place and renames it: whoever reads sees the old or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    write(partial)
    partial.replace(path)


def save(state: Mapping[str, Any], path: Path) -> None:
    """`torch.save`, whole or not at all."""
    replace(path, lambda partial: torch.save(dict(state), partial))


def publish(folder: Path, name: str, best: Path, export: Callable[[Path], object]) -> None:
    """Copies the best weights to `folder/NAME.pt` and writes `folder/NAME.onnx` with them.

    Whatever the exporter lacks on a foreign machine: the training goes on, the checkpoint is there.
    """
    replace(folder / f"{name}.pt", lambda partial: shutil.copyfile(best, partial))
    try:
        replace(folder / f"{name}.onnx", export)
    except Exception as error:
        print(f"{name}.onnx is not written: {type(error).__name__}: {error}", file=sys.stderr)


def note(run: Path, row: Mapping[str, Any]) -> None:
    """Adds a line to the run's `log.jsonl`, and writes how the weights came about into `about.json`."""
    run.mkdir(parents=True, exist_ok=True)
    with (run / "log.jsonl").open("a", encoding="utf-8") as log:
        log.write(json.dumps(dict(row)) + "\n")
    about = {"command": " ".join(["python -m", *_command()]), **row}
    replace(run / "about.json", lambda partial: partial.write_text(json.dumps(about, indent=1) + "\n", "utf-8"))


def _command() -> list[str]:
    """The command line as it would be typed: the module's name, then the arguments."""
    module = Path(sys.argv[0]).stem
    return [f"models.training.{module}", *sys.argv[1:]]


def stop_on_terminate() -> None:
    """A `kill` ends the training as Ctrl-C does: after saving."""
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))


def pace() -> float:
    """Seconds between two states of a progress bar: few lines where it goes into a file."""
    return 0.5 if sys.stderr.isatty() else 30.0
