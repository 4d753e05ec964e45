"""Draws training pictures without end on all cores of a GPU machine: scenes, crops, mined crops (`gpu_run` starts it).

The packs are loaded once, then the processes are forked and share them (no torch in here). Each process makes files
with numbers of its own, one after the other, until it is ended; a file appears whole or not at all.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import cv2

from models.training import crop_shards, mined_shards, scene_set

IN_A_GROUP = 250
"""Scenes drawn with one set of drawn packs (`scene_set`)."""


@dataclass(frozen=True)
class Worker:
    """One process: its number among `count`, whether scenes come first, and what everything measures."""

    number: int
    count: int
    scenes_first: bool
    parent: int
    """The process that started it: without it, it ends."""
    folder: Path
    scenes_until: float
    shard_size: int
    mined_scenes: int
    held_out: tuple[int, int]
    """Scenes and crops of packs never trained on."""


def work(worker: Worker) -> None:
    """Scenes or crops; once there is a locator trained here, crops that it cuts, and crops in turn."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if worker.scenes_first:
        draw_scenes(worker)
    locator = worker.folder / "locator.onnx"
    number = worker.number
    if number == worker.count - 1:
        crop_shards.make_shard((worker.folder / "crops", 0, worker.held_out[1], True))
    while os.getppid() == worker.parent:
        crop_shards.make_shard((worker.folder / "crops", number, worker.shard_size, False))
        if locator.exists():
            try:
                mined_shards.make_mined((worker.folder / "mined", locator, worker.mined_scenes, number))
            except Exception as error:  # whatever this machine's OpenCV cannot do: crops are drawn all the same
                print(f"no mined crops: {type(error).__name__}: {error}", file=sys.stderr)
        number += worker.count


def draw_scenes(worker: Worker) -> None:
    """Whole groups of scenes until the moment given; the first process also draws those that judge."""
    folder = worker.folder / "scenes"
    if worker.number == 0:
        for seed in range(worker.held_out[0]):
            scene_set.make_scene((folder, "val", seed))
    group = worker.number
    while time.time() < worker.scenes_until:
        for seed in range(group * IN_A_GROUP, (group + 1) * IN_A_GROUP):
            if time.time() < worker.scenes_until and os.getppid() == worker.parent:
                scene_set.make_scene((folder, "train", seed))
        group += worker.count


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--scenes-until", type=float, required=True, help="Unix time")
    parser.add_argument("--shard-size", type=int, default=10_000)
    parser.add_argument("--mined-scenes", type=int, default=60)
    parser.add_argument("--held-out", type=int, nargs=2, default=(120, 4000), metavar=("SCENES", "CROPS"))
    args = parser.parse_args()
    cv2.setNumThreads(0)
    (args.folder / "crops").mkdir(parents=True, exist_ok=True)
    scene_set.prepare(args.folder / "scenes")
    packs = [len(crop_shards.known_packs(kind)) for kind in (False, True)]
    print(f"{packs[0]} packs to train on, {packs[1]} held out, {len(scene_set.surfaces())} surfaces", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    fork = multiprocessing.get_context("fork")
    for number in range(args.workers):
        scenes_first = number < max(1, round(0.6 * args.workers))
        worker = Worker(
            number,
            args.workers,
            scenes_first,
            os.getpid(),
            args.folder,
            args.scenes_until,
            args.shard_size,
            args.mined_scenes,
            (args.held_out[0], args.held_out[1]),
        )
        fork.Process(target=work, args=(worker,), daemon=True).start()
    while multiprocessing.active_children():
        time.sleep(0.5)
    print("every drawing process has ended by itself", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
