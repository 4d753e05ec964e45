"""Reads pictures named on standard input, a line each, and answers with JSON lines: a contestant of `read_speed`.

It says `{"ready": ...}` first. A contestant is a process of its own, so that engines of several environments (OpenCV 5,
the phone's 4.12, onnxruntime, torch) can take turns in one run.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

THREADS = 2
Answer = dict[str, Any]


def card_reader(engine: str, weights: Path | None, side: int | None) -> Callable[[str], Answer]:
    """The whole `CardReader.read`; the decoding of the file is not counted."""
    from dataclasses import replace

    import cv2

    from models.picture import load_picture
    from models.reader import CardReader

    cv2.setNumThreads(THREADS)
    reader = CardReader.load(weights, engine)
    if side is not None:
        reader = replace(reader, locator=replace(reader.locator, side=side))

    def read(path: str) -> Answer:
        picture = load_picture(Path(path))
        began = time.perf_counter()
        reading = reader.read(picture)
        steps = dict(reading.times_ms)
        cards, sure = (sorted(str(s.card) for s in reading.sightings if s.sure or not only) for only in (False, True))
        return {"ms": (time.perf_counter() - began) * 1000, "steps": steps, "cards": cards, "sure": sure}

    return read


def yolo11n() -> Callable[[str], Answer]:
    """The baseline: yolo11n, fused, 640 px square, batch 1, torch, from the letterboxed picture to boxes."""
    from models.training import torchvision_stub

    torchvision_stub.prepare()
    import torch
    from ultralytics import YOLO
    from ultralytics.utils import torch_utils

    from models.picture import load_picture

    torch_utils.NUM_THREADS = THREADS
    torch.set_num_threads(THREADS)
    model = YOLO("yolo11n.yaml")
    model.fuse()

    def read(path: str) -> Answer:
        picture = load_picture(Path(path))
        torch.set_num_threads(THREADS)
        began = time.perf_counter()
        model.predict(picture, imgsz=640, verbose=False, device="cpu", rect=False)
        return {"ms": (time.perf_counter() - began) * 1000, "steps": {}, "cards": [], "sure": []}

    return read


def main() -> int:
    """The command line."""
    began = time.time()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", choices=("opencv", "onnxruntime", "torch"))
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--side", type=int, help="longest side of the locator's input, other than weights.toml says")
    parser.add_argument(
        "--started", type=float, default=began, help="when the process was asked for, seconds of the clock"
    )
    args = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = str(THREADS)
    read = yolo11n() if args.engine == "torch" else card_reader(args.engine, args.weights, args.side)
    import cv2

    print(json.dumps({"ready": time.time() - args.started, "opencv": cv2.__version__}), flush=True)
    for line in sys.stdin:
        answer = read(line.rstrip("\n"))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps(answer | {"peak_mb": peak, "since_start": time.time() - args.started}), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
