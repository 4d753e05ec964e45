"""One film watched from its first frame to its last: judged, timed, and on wish kept to look at."""

from __future__ import annotations

import time
import traceback
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import cv2

from benchmarks.watch_judge import Judge, PlayedTrick, Verdict
from benchmarks.watch_keep import LOOKS, Keeper, write_looks
from benchmarks.watch_memory import memory_mb, memory_over
from benchmarks.watch_table import Table
from benchmarks.watch_tasks import Task
from datasets.games import Film
from models.looks import Look, WatchEvent
from models.reader import CardReader
from models.table_view import TableView
from models.watcher import Watcher

REST_S = 2.0
"""A frame is at rest where no card comes or goes so many seconds before and after it."""


@dataclass
class Cost:
    """Frames and processor seconds of watching alone, at rest and during play, and those of drawing."""

    frames_rest: int = 0
    frames_play: int = 0
    cpu_rest_s: float = 0.0
    cpu_play_s: float = 0.0
    drawing_s: float = 0.0
    slowest_s: float = 0.0

    def add(self, at_rest: bool, seconds: float) -> None:
        """Counts one frame."""
        self.slowest_s = max(self.slowest_s, seconds)
        if at_rest:
            self.frames_rest += 1
            self.cpu_rest_s += seconds
        else:
            self.frames_play += 1
            self.cpu_play_s += seconds


@dataclass
class Watched:
    """A film as it was watched: all events, all looks (where they are kept), what it cost, the verdict."""

    verdict: Verdict
    events: list[WatchEvent] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    read: int = 0
    cost: Cost = field(default_factory=Cost)


def busy_spans(tricks: Sequence[PlayedTrick]) -> list[tuple[float, float]]:
    """When something of a trick moves: each card as it comes, and from the complete trick until it is cleared."""
    downs = [(play.t_down - REST_S, play.t_down + REST_S) for trick in tricks for play in trick.plays]
    return downs + [(trick.t_complete - REST_S, trick.t_cleared + REST_S) for trick in tricks]


def watch(task: Task, played: Film, reader: CardReader, keeper: Keeper | None = None) -> Watched:
    """Feeds every frame of the film, plays the person, and measures; OpenCV works on one thread."""
    cv2.setNumThreads(1)
    table = Table(task.variant, played.played.pitcher)
    judge = Judge(played.tricks, table)
    watcher = Watcher(reader, table.facts(), TableView(bottom=played.bottom))
    busy = busy_spans(played.tricks)
    found = Watched(Verdict())
    due, drawn = 0.0, time.process_time()
    for frame in played.frames(task.fps):
        began = time.process_time()
        found.cost.drawing_s += began - drawn
        if not task.waits or frame.t_seconds >= due - 1e-6:
            events = watcher.feed(frame.picture, frame.t_seconds)
            found.cost.add(not _within(frame.t_seconds, busy), time.process_time() - began)
            due = frame.t_seconds + watcher.interval_s
            if keeper is not None:
                keeper.take(frame.picture, frame.t_seconds, events, watcher.last_look)
            _follow(events, judge, watcher, found)
        drawn = time.process_time()
    _follow(watcher.finish(played.duration_s), judge, watcher, found)
    found.verdict, found.read = judge.finish(), watcher.looks
    if keeper is not None:
        found.looks = keeper.looks
    return found


def _within(t_seconds: float, spans: Sequence[tuple[float, float]]) -> bool:
    return any(start <= t_seconds <= end for start, end in spans)


def _follow(events: tuple[WatchEvent, ...], judge: Judge, watcher: Watcher, found: Watched) -> None:
    """Judges the events; where one closed a trick, the watcher goes on with what the hand then says."""
    found.events += events
    facts = judge.take(events)
    if facts is not None:
        watcher.go_on(facts)


def run_task(task: Task, reader: CardReader, keep: Path | None = None) -> dict[str, Any]:
    """Watches one film; its line of the result file. What was not right is kept in the folder `keep`.

    Where drawing or watching fails, the line is of kind `broken` and says how.
    """
    began = time.monotonic()
    try:
        line = memory_line(task, reader) if task.kind == "memory" else _watched_line(task, reader, keep)
    except Exception as error:
        traceback.print_exc()
        said = f"{type(error).__name__}: {error}"
        line = {**asdict(task), "kind": "broken", "broken": task.kind, "error": said, "opencv": cv2.__version__}
    return line | {"seed": task.seed, "wall_s": round(time.monotonic() - began, 1)}


def _watched_line(task: Task, reader: CardReader, keep: Path | None) -> dict[str, Any]:
    played = task.film()
    keeper = None if keep is None else Keeper(played.tricks)
    watched = watch(task, played, reader, keeper)
    if keeper is not None and keep is not None:
        keeper.write(keep, task.name, watched.verdict)
        write_looks(keep / f"{task.name}{LOOKS}", asdict(task), played, watched.looks)
    return line_of(task, watched, played.duration_s) | {"pack": played.pack.name}


def memory_line(task: Task, reader: CardReader) -> dict[str, Any]:
    """The memory over the task's seconds of frames."""
    held, looks = memory_over(task.film(), task.variant, task.fps, task.seconds, reader)
    every_s = task.seconds / len(held)
    measured = {"memory_mb": held, "every_s": every_s, "looks": looks, "duration_s": task.seconds}
    return {**asdict(task), "opencv": cv2.__version__, **measured}


def line_of(task: Task, watched: Watched, duration_s: float) -> dict[str, Any]:
    """The line of the result file."""
    cost = watched.cost
    return {
        **asdict(task),
        "opencv": cv2.__version__,
        **asdict(watched.verdict),
        "appeared": sum(event.kind == "appeared" for event in watched.events),
        "looks": watched.read,
        "duration_s": round(duration_s, 3),
        "cost": {name: round(value, 4) for name, value in asdict(cost).items()},
        "rss_mb": round(memory_mb(), 1),
    }
