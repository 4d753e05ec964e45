"""Time to read one picture, against yolo11n (fused, 640 px, batch 1, torch) on the same pictures in the same run.

`make bench` runs it in `.venv-train`, which has torch, with two threads each. Rounds of all contestants alternate, so
that a busy machine slows all of them alike. Printed: p50 and p90 in ms, and the ratio of the medians to the baseline.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.photos import PhotosError, load_photos
from models.errors import WeightsError
from models.picture import Picture, decode_picture, load_picture
from models.reader import CardReader

THREADS = 2


def demo_pictures() -> list[Picture]:
    """The bundled hand."""
    folder = files("mobile") / "assets" / "demo"
    return [decode_picture((folder / f"trick_{n}.jpg").read_bytes()) for n in range(1, 10)]


def photographs(count: int) -> list[Picture]:
    """Every so many-th of the labelled photographs of tricks; none where they are not there."""
    try:
        photos = [p for p in load_photos() if p.scene == "trick" and p.index == "en"]
    except PhotosError:
        return []
    return [load_picture(p.path) for p in photos[:: max(1, len(photos) // count)][:count]]


def yolo11n() -> Callable[[Picture], Any] | None:
    """The baseline: letterboxed picture to boxes with ultralytics' own predictor; None where torch is not installed."""
    try:
        import torch
    except ImportError:
        return None
    from models.training import torchvision_stub

    torchvision_stub.prepare()
    from ultralytics import YOLO
    from ultralytics.utils import torch_utils

    torch_utils.NUM_THREADS = THREADS
    torch.set_num_threads(THREADS)
    model = YOLO("yolo11n.yaml")
    model.fuse()

    def run(picture: Picture) -> Any:
        torch.set_num_threads(THREADS)
        return model.predict(picture, imgsz=640, verbose=False, device="cpu", rect=False)

    return run


def row(name: str, times: list[float], baseline: list[float] | None) -> str:
    """One line of the table."""
    p50, p90 = np.percentile(times, 50), np.percentile(times, 90)
    ratio = f"{p50 / np.percentile(baseline, 50):8.2f}" if baseline else " " * 8
    return f"{name:<34}{p50:>9.1f}{p90:>9.1f}{ratio}"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--photographs", type=int, default=15)
    args = parser.parse_args()
    cv2.setNumThreads(THREADS)
    os.environ["OMP_NUM_THREADS"] = str(THREADS)
    contestants: dict[str, Callable[[Picture], Any]] = {}
    baseline = yolo11n()
    if baseline is not None:
        contestants["yolo11n 640, torch"] = baseline
    for engine in ("opencv", "onnxruntime"):
        try:
            contestants[f"CardReader.read, {engine}"] = CardReader.load(engine=engine).read
        except WeightsError as error:
            print(f"left out {engine}: {error}", file=sys.stderr)
    print(f"{platform.machine()}, {os.cpu_count()} cores, {THREADS} threads, OpenCV {cv2.__version__}")
    print("weights", ", ".join(f"{k} {v[:12]}" for k, v in CardReader.load().hashes))
    for title, pictures in (
        ("bundled hand", demo_pictures()),
        ("photographs of tricks", photographs(args.photographs)),
    ):
        if pictures:
            _measure(title, pictures, contestants, args.rounds)
    return 0


def _measure(
    title: str, pictures: list[Picture], contestants: dict[str, Callable[[Picture], Any]], rounds: int
) -> None:
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for run in contestants.values():
        run(pictures[0])
    for _ in range(rounds):
        for picture in pictures:
            for name, run in contestants.items():
                began = time.perf_counter()
                result = run(picture)
                times[name].append((time.perf_counter() - began) * 1000)
                for step, ms in getattr(result, "times_ms", ()):
                    times.setdefault(f"  {step} ({name.split(', ')[1]})", []).append(ms)
    print(f"\n{title}: {len(pictures)} pictures, {rounds} rounds\n{'':<34}{'p50 ms':>9}{'p90 ms':>9}{'ratio':>8}")
    base = times.get("yolo11n 640, torch")
    for name in [n for n in times if not n.startswith(" ")]:
        print(row(name, times[name], base))
        for step in [n for n in times if n.startswith(" ") and n.endswith(f"({name.split(', ')[1]})")]:
            print(row(step, times[step], None))


if __name__ == "__main__":
    if not Path("models").is_dir():
        sys.exit("run it from the checkout: make bench")
    raise SystemExit(main())
