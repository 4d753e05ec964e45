"""The proof of the watcher: whole drawn hands watched frame by frame, judged against what was played.

    python -m benchmarks.watch_proof --hands 200 --fps 10 --jobs 2 --out runs/watch/proof.jsonl
    python -m benchmarks.watch_proof --empty 600 --out runs/watch/empty.jsonl
    python -m benchmarks.watch_proof --memory 3600 --out runs/watch/memory.jsonl
    python -m benchmarks.watch_proof --report runs/watch/*.jsonl

One JSON line a film; a run that was stopped goes on where it was. Exit status: 0 done and all floors hold, 1 a floor
fails, 2 bad input, 130 stopped.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import cv2

from benchmarks.watch_hand import run_task
from benchmarks.watch_replay import replay_folder
from benchmarks.watch_report import error_list, report
from benchmarks.watch_tasks import Task, task_for_memory, tasks_of_empty_table, tasks_of_hands
from datasets.games import MISHAPS
from models.errors import WeightsError
from models.reader import CardReader

ROOT = Path(__file__).resolve().parents[1]
JUDGED = ("models/*.py", "models/weights/*.onnx", "models/weights/*.json", "datasets/*.py", "benchmarks/watch_*.py")
"""What a result depends on."""
SEED = 5077
"""Packs drawn with seeds from 5,000,000 on were not trained with."""

_reader: CardReader | None = None


class ProofError(ValueError):
    """Something in the call or in a result file is wrong; one sentence."""


def code_hash() -> str:
    """A short hash of everything a result depends on."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in JUDGED for path in ROOT.glob(pattern)):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a result file; a last line that was only half written is left out. Raises `ProofError`."""
    try:
        texts = path.read_bytes().split(b"\n")
    except OSError as error:
        raise ProofError(f"{path} cannot be read: {error.strerror}.") from error
    lines = []
    for number, text in enumerate(texts[:-1], 1):
        try:
            line = json.loads(text)
            lines.append({**line, "kind": line["kind"], "code": line["code"]})
        except (ValueError, KeyError, TypeError) as error:
            raise ProofError(f"Line {number} of {path} is no result of this proof: remove the file.") from error
    return lines


def drop_half_line(path: Path) -> None:
    """Cuts off a last line without its end, as a killed run leaves it."""
    whole = path.read_bytes()
    if whole and not whole.endswith(b"\n"):
        with path.open("rb+") as file:
            file.truncate(whole.rfind(b"\n") + 1)


def key_of(line: Mapping[str, Any]) -> tuple[Any, ...]:
    """What makes a result the same as another one."""
    names = ("number", "base", "fps", "opencv", "bundled", "waits", "seconds")
    return (line.get("broken", line["kind"]), *(line[name] for name in names))


def left_to_do(tasks: Iterable[Task], path: Path, code: str) -> list[Task]:
    """The tasks that are not in the file yet. Raises `ProofError` where other code made the file."""
    done = read_lines(path) if path.exists() else []
    if any(line["code"] != code for line in done):
        raise ProofError(f"{path} was made with other code or weights: remove it, or name another file with --out.")
    keys = {key_of(line) for line in done}
    return [task for task in tasks if key_of({**asdict(task), "opencv": cv2.__version__}) not in keys]


def _start_worker() -> None:
    """A worker leaves Ctrl-C to the process that started it, and loads the networks once."""
    global _reader
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _reader = CardReader.load()


def _work(job: tuple[Task, Path | None]) -> dict[str, Any]:
    assert _reader is not None, "the worker was started"
    return run_task(job[0], _reader, job[1])


def results(tasks: Sequence[Task], jobs: int, keep: Path | None) -> Iterator[dict[str, Any]]:
    """The line of each film as it is done; with one job in this process, else in processes of their own."""
    if jobs == 1:
        reader = CardReader.load()
        for task in tasks:
            yield run_task(task, reader, keep)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(jobs, len(tasks)), _start_worker) as pool:
        yield from pool.imap_unordered(_work, [(task, keep) for task in tasks])


def progress(lines: Iterator[dict[str, Any]], total: int) -> Iterator[dict[str, Any]]:
    """A bar on a terminal, where tqdm is installed."""
    try:
        from tqdm import tqdm
    except ImportError:
        yield from lines
        return
    yield from tqdm(lines, "films", total, disable=not sys.stderr.isatty())


def write_results(lines: Iterator[dict[str, Any]], total: int, path: Path, code: str) -> None:
    """Appends each line as it comes, safe on the disk before the next."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        for line in progress(lines, total):
            file.write(json.dumps(line | {"code": code}) + "\n")
            file.flush()
            os.fsync(file.fileno())


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--hands", type=int, help="watch so many hands")
    what.add_argument("--empty", type=float, metavar="SECONDS", help="watch an empty table")
    what.add_argument("--memory", type=float, metavar="SECONDS", help="watch frames in a loop and measure the memory")
    what.add_argument("--report", type=Path, nargs="+", metavar="FILE", help="print the tables of result files")
    what.add_argument("--replay", type=Path, metavar="DIR", help="follow the looks kept with --keep once more, no film")
    parser.add_argument("--fps", type=float, default=10.0)
    parser.add_argument(
        "--seed", type=int, default=SEED, help=f"hand k is drawn with 1000 times this seed (default {SEED}) plus k"
    )
    parser.add_argument("--only", type=int, nargs="+", metavar="K", help="only these hands, by number from 0")
    parser.add_argument("--jobs", type=int, default=1, help="processes that watch at the same time")
    parser.add_argument("--out", type=Path, default=Path("runs/watch/proof.jsonl"))
    parser.add_argument("--keep", type=Path, metavar="DIR", help="pictures of what was not right, looks of all hands")
    parser.add_argument("--errors", action="store_true", help="also list each trick that was not right")
    parser.add_argument("--bundled", action="store_true", help="only the pack of the app: no card art needed")
    parser.add_argument("--waits", action="store_true", help="only the frames that the watcher asks for")
    return parser


def tasks_for(args: argparse.Namespace) -> list[Task]:
    """The films that were asked for. Raises `ProofError`."""
    if not 0 < args.fps <= 240:
        raise ProofError("--fps must be above 0 and at most 240.")
    if args.jobs < 1 or not 0 <= args.seed < 2**40:
        raise ProofError("--jobs must be 1 or more and --seed not below 0.")
    for name in ("empty", "memory"):
        if getattr(args, name) is not None and getattr(args, name) <= 0:
            raise ProofError(f"--{name} takes seconds above 0.")
    if args.memory is not None:
        return [task_for_memory(args.seed, args.memory, args.fps, args.bundled)]
    if args.empty is not None:
        return list(tasks_of_empty_table(args.seed, args.empty, args.fps, args.bundled, args.waits))
    if not 0 < args.hands <= 1000:
        raise ProofError("--hands takes a number from 1 to 1000.")
    tasks = list(tasks_of_hands(args.seed, args.hands, args.fps, MISHAPS, args.bundled, args.waits))
    return [task for task in tasks if args.only is None or task.number in args.only]


def _replayed(folder: Path) -> list[dict[str, Any]]:
    """The lines of the looks followed again. Raises `ProofError`."""
    try:
        lines = replay_folder(folder)
    except (ValueError, KeyError, TypeError) as error:
        raise ProofError(f"A file of looks in {folder} is damaged ({error}): watch its hand again.") from error
    if not lines:
        raise ProofError(f"There are no looks in {folder}: watch hands with --keep {folder} first.")
    return lines


def run(args: argparse.Namespace) -> int:
    """Does what was asked for. Raises `ProofError` and `WeightsError`."""
    if args.replay is not None:
        lines = _replayed(args.replay)
    elif args.report is not None:
        lines = [line for path in args.report for line in read_lines(path)]
        if not lines:
            raise ProofError("There is no result in " + ", ".join(map(str, args.report)) + ".")
    else:
        tasks, code = tasks_for(args), code_hash()
        if args.out.exists():
            drop_half_line(args.out)
        todo = left_to_do(tasks, args.out, code)
        if todo:
            write_results(results(todo, args.jobs, args.keep), len(todo), args.out, code)
        lines = read_lines(args.out)
    text, failed = report(lines)
    print("\n\n".join([error_list(lines), text]) if args.errors else text)
    return 1 if failed else 0


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    try:
        return run(arguments().parse_args(argv))
    except (ProofError, WeightsError) as error:
        print(error.sentence() if isinstance(error, WeightsError) else error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped: the same call goes on from here.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
