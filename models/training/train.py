"""The whole training of both networks, one command: `make train`.

Five steps: crops are drawn, scenes are drawn, the locator learns, it cuts more crops out of new scenes, the identifier
learns. What is there already is not made again: kill it at any time and call it again, and it goes on (the networks
from their last save). It starts from the weights in `models/weights`. Afterwards `make export` checks and seals.
"""

from __future__ import annotations

import argparse
import fcntl
import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
from tqdm import tqdm

from models.training.crop_shards import make_shard
from models.training.mined_shards import make_mined
from models.training.scene_set import make_scene, prepare
from models.training.seal import WEIGHTS

LOCATOR_SHARE = 0.45
"""The locator's share of the minutes."""


@dataclass(frozen=True)
class Plan:
    """How much of everything: crops in shards, scenes, mined shards of scenes, pixels and pictures of a batch."""

    shards: int = 40
    shard_size: int = 10_000
    held_out: int = 4000
    scenes: int = 3000
    held_out_scenes: int = 150
    mined: int = 10
    mined_scenes: int = 150
    side: int = 576
    locator_batch: int = 16
    identifier_batch: int = 128
    save_every: float = 120.0


QUICK = Plan(1, 300, 200, 24, 8, 1, 6, 192, 4, 64, 10.0)
"""Enough to see every step at work, not to learn anything."""
ON_GPU = {"locator_batch": 64, "identifier_batch": 1024, "side": 640}


@dataclass(frozen=True)
class Job:
    """One training: its plan and where everything lies."""

    plan: Plan
    run: Path
    crops: Path
    scenes: Path
    start: Path
    minutes: float
    device: str
    workers: int
    threads: int


def draw(
    what: str, make: Callable[[Any], object], tasks: Sequence[tuple[Any, ...]], workers: int, chunk: int = 1
) -> None:
    """Makes what is missing, in processes of its own, `chunk` tasks at a time."""
    if not tasks:
        return
    with multiprocessing.get_context("spawn").Pool(min(workers, len(tasks))) as pool:
        for _ in tqdm(pool.imap_unordered(make, tasks, chunk), what, len(tasks)):
            pass


def draw_crops(job: Job) -> None:
    """Shards of crops, and one of packs never trained on."""
    job.crops.mkdir(parents=True, exist_ok=True)
    tasks = [(job.crops, 0, job.plan.held_out, True)]
    tasks += [(job.crops, number, job.plan.shard_size, False) for number in range(job.plan.shards)]
    missing = [t for t in tasks if not (t[0] / f"{'held_out' if t[3] else 'shard'}_{t[1]:04d}.npz").exists()]
    draw("crop shards", make_shard, missing, job.workers)


def draw_scenes(job: Job) -> None:
    """Scenes to train on, and some of packs never trained on."""
    prepare(job.scenes)
    tasks = [(job.scenes, "val", k) for k in range(job.plan.held_out_scenes)]
    tasks += [(job.scenes, "train", k) for k in range(job.plan.scenes)]
    missing = [t for t in tasks if not (t[0] / "images" / t[1] / f"{t[2]:06d}.jpg").exists()]
    draw("scenes", make_scene, missing, job.workers, 25)


def _words(job: Job, name: str, minutes: float, batch: int) -> list[str]:
    words = ["--run", job.run / name, "--start", job.start / f"{name}.onnx", "--resume", "--minutes", minutes]
    words += ["--batch", batch, "--device", job.device, "--threads", job.threads]
    return [str(word) for word in [*words, "--save-every", job.plan.save_every]]


def train_locator(job: Job) -> None:
    """The locator learns; its best weights so far are then `RUN/locator.onnx`."""
    from models.training import train_locator as trainer

    words = _words(job, "locator", LOCATOR_SHARE * job.minutes, job.plan.locator_batch)
    args = trainer.options([*words, "--scenes", str(job.scenes), "--side", str(job.plan.side)])
    _finish(trainer.Training(args).run())
    onnx = job.run / "locator.onnx"
    if not onnx.exists() or onnx.stat().st_mtime < (args.run / "best.pt").stat().st_mtime:
        from models.training import running

        running.replace(onnx, lambda path: trainer.export(args.run / "best.pt", path))


def mine(job: Job) -> None:
    """The locator just trained cuts crops out of new scenes."""
    folder, onnx = job.run / "mined", job.run / "locator.onnx"
    tasks = [(folder, onnx, job.plan.mined_scenes, seed) for seed in range(job.plan.mined)]
    draw("mined shards", make_mined, [t for t in tasks if not (folder / f"mined_{t[3]:04d}.npz").exists()], job.workers)


def train_identifier(job: Job) -> None:
    """The identifier learns."""
    from models.training import train_identifier as trainer

    words = _words(job, "identifier", (1 - LOCATOR_SHARE) * job.minutes, job.plan.identifier_batch)
    args = trainer.options([*words, "--shards", str(job.crops), "--mined", str(job.run / "mined")])
    _finish(trainer.Training(args).run())


def _finish(done: bool) -> None:
    if not done:
        raise KeyboardInterrupt


STEPS: tuple[Callable[[Job], None], ...] = (draw_crops, draw_scenes, train_locator, mine, train_identifier)


@contextmanager
def alone(run: Path) -> Iterator[None]:
    """Only one training in a folder at a time. Raises `ValueError`."""
    run.mkdir(parents=True, exist_ok=True)
    with (run / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ValueError(f"A training is running in {run} already: wait for it, or name another --run.") from None
        yield


def set_aside(run: Path) -> None:
    """Keeps an earlier run under another name, so that a new one begins."""
    if run.exists():
        number = 1
        while run.with_name(f"{run.name}-{number}").exists():
            number += 1
        run.rename(run.with_name(f"{run.name}-{number}"))


def options(words: Sequence[str] | None = None) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, help="minutes of training, both networks together (default: 120)")
    parser.add_argument("--device", default="cpu", help="cpu, or the number of a GPU")
    parser.add_argument("--quick", action="store_true", help="a little of everything, in runs/quick: does it work?")
    parser.add_argument("--fresh", action="store_true", help="set the run that is there aside and begin a new one")
    parser.add_argument("--run", type=Path, help="folder of the run (default: runs/train)")
    parser.add_argument("--crops", type=Path, help="folder of crop shards (default: runs/crops)")
    parser.add_argument("--scenes", type=Path, help="folder of scenes (default: runs/scenes)")
    parser.add_argument("--start", type=Path, default=WEIGHTS, help="folder of the weights to start from")
    parser.add_argument("--workers", type=int, default=2, help="processes that draw")
    parser.add_argument("--threads", type=int, default=2, help="threads that train on the CPU")
    return parser.parse_args(words)


def job_of(args: argparse.Namespace) -> Job:
    """What the options ask for."""
    plan = QUICK if args.quick else Plan()
    if args.device != "cpu":
        plan = replace(plan, **ON_GPU)
    base = Path("runs/quick") if args.quick else Path("runs")
    return Job(
        plan,
        args.run or base / "train",
        args.crops or base / "crops",
        args.scenes or base / "scenes",
        args.start,
        args.minutes or (1.0 if args.quick else 120.0),
        args.device,
        args.workers,
        args.threads,
    )


def train(args: argparse.Namespace) -> None:
    """Every step that is not done yet. Raises `ValueError`, `OSError`; `KeyboardInterrupt` when stopped."""
    job = job_of(args)
    if args.fresh:
        set_aside(job.run)
    cv2.setNumThreads(job.threads)
    with alone(job.run):
        for number, step in enumerate(STEPS, 1):
            print(f"step {number} of {len(STEPS)}: {step.__name__.replace('_', ' ')}", flush=True)
            step(job)
    more = "" if args.run is None and not args.quick else f' ARGS="--run {job.run}"'
    print(f"trained; next: make export{more}, then make evaluate (longer: --minutes; anew: --fresh)")


def main() -> int:
    """The command line."""
    args = options()
    try:
        from models.training import running

        running.device_of(args.device)
        running.set_threads(args.threads)
        running.stop_on_terminate()
        train(args)
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
        return 130
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
