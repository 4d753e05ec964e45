"""An hour of frames for the memory: 300 drawn ones in a loop, their times going on."""

from __future__ import annotations

import resource
import sys
from itertools import islice
from pathlib import Path

import cv2

from benchmarks.watch_judge import event_of
from benchmarks.watch_table import Table
from datasets.games import Film
from models.looks import WatchEvent
from models.picture import Picture
from models.reader import CardReader
from models.table_view import TableView
from models.watcher import Watcher

DRAWN = 300
MEASURES = 12
"""So many measurements over the run, evenly: each five minutes of an hour."""


def memory_mb() -> float:
    """Memory that the process holds now, in MiB; where the system does not tell, the most it ever held."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text("ascii").split()[1]) * resource.getpagesize() / 2**20
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


class Looped:
    """A watcher that sees the beginning of a film again and again, each time as a new hand."""

    def __init__(self, film: Film, variant: str, reader: CardReader) -> None:
        self._film, self._variant = film, variant
        self._table = Table(variant, film.played.pitcher)
        self.watcher = Watcher(reader, self._table.facts(), TableView(bottom=film.bottom))

    def feed(self, picture: Picture, t_seconds: float) -> None:
        """One frame; where it closed a trick, the next of the film goes into the record."""
        events: tuple[WatchEvent, ...] = self.watcher.feed(picture, t_seconds)
        if any(event.kind == "closed" for event in events):
            played = self._table.tricks
            if played + 1 < len(self._film.tricks):
                self._table.enter(event_of(self._film.tricks[played]), None)
            self.watcher.go_on(self._table.facts())

    def begin_again(self) -> None:
        """A new hand: the frames start from the first one."""
        self._table = Table(self._variant, self._film.played.pitcher)
        self.watcher.go_on(self._table.facts())


def memory_over(film: Film, variant: str, fps: float, seconds: float, reader: CardReader) -> tuple[list[float], int]:
    """Memory at each twelfth of the time, in MiB, and how many frames were looked at."""
    cv2.setNumThreads(1)
    pictures = [frame.picture.copy() for frame in islice(film.frames(fps), DRAWN)]
    looped, total, held = Looped(film, variant, reader), max(MEASURES, round(seconds * fps)), list[float]()
    for step in range(total):
        place = step % len(pictures)
        if place == 0 and step:
            looped.begin_again()
        looped.feed(pictures[place], step / fps)
        if (step + 1) * MEASURES // total > len(held):
            held.append(round(memory_mb(), 1))
    return held, looped.watcher.looks
