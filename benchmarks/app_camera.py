"""The app's camera page in a window: from a frame to its cards on the screen, frames of the screen while pictures are
read and while none are, memory over hours of frames.

    python -m benchmarks.app_camera [--seconds 20] [--hours 1] [--size 412x860]

A drawn film is the live camera; it is read by the real networks. The baseline of the screen's frames is the same page
with the same film and nothing read (Save heat), in the same run. Memory: frames of a trick again and again, their times
going on, shown and watched as fast as the page takes them. It needs a display (`make bench-camera` makes one).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.watch_memory import MEASURES, memory_mb
from datasets.games import Film, film
from mobile.app import prepare_kivy
from mobile.camera.desk import CameraDesk
from mobile.camera.source import Frame, Picture
from mobile.companion import Companion
from mobile.table_session import TableSession
from scorer.matchlog import MatchLog
from scorer.variant import load_variant

FPS = 15.0
TRICK_S = 11.0
"""The first trick of the film, with what is cleared away after it."""
FAST_FPS = 500.0
"""So many frames a second are offered where an hour is to pass quickly."""
Wait = float | Callable[[], bool]
Steps = Generator[Wait, None, None]


class Looped:
    """Pictures again and again as a live camera, at ``fps`` frames a second of which each counts as 1/`FPS` seconds."""

    name = "film"

    def __init__(self, pictures: list[Picture], fps: float) -> None:
        self.pictures, self.gap_s, self.given = pictures, 1 / fps, 0
        self._closed = False

    def read_from(self, _t_seconds: float) -> Frame | None:
        """The next one."""
        time.sleep(self.gap_s)
        if self._closed:
            return None
        picture = self.pictures[self.given % len(self.pictures)]
        self.given += 1
        return Frame(picture, "film", self.given / FPS)

    def close(self) -> None:
        """No more."""
        self._closed = True


class LoopedDoor:
    """Opens the looped pictures."""

    asks_permission = False

    def __init__(self, pictures: list[Picture], fps: float) -> None:
        self.source = Looped(pictures, fps)

    def prepare(self) -> None:
        """Nothing is to be done."""

    def open(self) -> Looped:
        """They go on where they were."""
        self.source._closed = False
        return self.source


class Measured:
    """What was measured on one page."""

    def __init__(self) -> None:
        self.ticks: list[float] = []
        self.shown: dict[int, float] = {}
        self.delays_ms: list[float] = []
        self._looked = 0

    def tick(self, page: Any) -> None:
        """A frame of the screen: which frame of the camera it shows, and which one's cards."""
        now = time.perf_counter()
        self.ticks.append(now)
        newest = page.view.newest if page.view is not None else None
        if newest is not None:
            self.shown.setdefault(newest.number, now)
        looked = page.watch.looked_at if page.watch is not None else 0
        if looked != self._looked:
            self._looked = looked
            if looked in self.shown:
                self.delays_ms.append((now - self.shown[looked]) * 1000)

    @property
    def fps(self) -> float:
        """Frames of the screen a second."""
        return (len(self.ticks) - 1) / (self.ticks[-1] - self.ticks[0]) if len(self.ticks) > 1 else 0.0

    @property
    def slowest_ms(self) -> float:
        """99 of 100 frames of the screen came within this time of the one before."""
        return float(np.percentile(np.diff(self.ticks) * 1000, 99)) if len(self.ticks) > 1 else 0.0


def watch_page(page: Any, seconds: float, measured: Measured) -> Steps:
    """Measure each frame of the screen for so long; tricks are confirmed by themselves or dropped."""
    from kivy.clock import Clock

    ticking = Clock.schedule_interval(lambda _passed: measured.tick(page), 0)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        _drop(page)
        yield 0.1
    ticking.cancel()


def _drop(page: Any) -> None:
    """What lies there again is no trick of the match."""
    if page.play.waits:
        page.dismiss()


def measure(app: Any, args: argparse.Namespace, companion: Companion, pictures: list[Picture]) -> Steps:
    """The whole run, in the window."""
    page = app.shell.go("camera")
    yield lambda: page.watch is not None and page.watch.looks > 2
    reading, resting = Measured(), Measured()
    yield from watch_page(page, args.seconds, reading)
    page.save_heat(True)
    yield 0.5
    yield from watch_page(page, args.seconds, resting)
    page.save_heat(False)
    say_speed(reading, resting)
    app.shell.back()
    if args.hours:
        lend(companion, LoopedDoor(pictures, FAST_FPS))
        yield 0.2
        yield from measure_memory(app, args.hours, companion)


def measure_memory(app: Any, hours: float, companion: Companion) -> Steps:
    """Memory while so many hours' frames go through the page."""
    page = app.shell.go("camera")
    source = _source_of(companion)
    total, held, looks = round(hours * 3600 * FPS), list[float](), 0
    yield lambda: source.given > total / MEASURES / 2
    began, first = time.perf_counter(), memory_mb()
    while source.given < total:
        _drop(page)
        if source.given * MEASURES // total > len(held):
            held.append(round(memory_mb(), 1))
        yield 0.05
    looks = page.watch.looks if page.watch is not None else 0
    took = time.perf_counter() - began
    print(f"\nmemory over {hours:g} h of frames ({source.given} taken, {looks} read, in {took:.0f} s), MiB:")
    print(f"  at first {first:.0f}, then {' '.join(f'{mb:.0f}' for mb in [*held, memory_mb()])}")
    app.shell.back()


def say_speed(reading: Measured, resting: Measured) -> None:
    """The table of the speeds."""
    p50, p90 = (np.percentile(reading.delays_ms, share) for share in (50, 90))
    count = len(reading.delays_ms)
    print(f"from a frame on the screen to its cards there: p50 {p50:.0f} ms, p90 {p90:.0f} ms ({count} readings)")
    print(f"{'screen':<24}{'frames/s':>10}{'p99 gap ms':>12}")
    print(f"{'while pictures are read':<24}{reading.fps:>10.1f}{reading.slowest_ms:>12.1f}")
    print(f"{'nothing read (baseline)':<24}{resting.fps:>10.1f}{resting.slowest_ms:>12.1f}")
    print(f"{'ratio':<24}{reading.fps / resting.fps:>10.2f}{reading.slowest_ms / resting.slowest_ms:>12.2f}")


def _source_of(companion: Companion) -> Looped:
    door: Any = companion.camera.door
    source: Looped = door.source
    return source


def lend(companion: Companion, door: Any) -> None:
    """Let the app open this in place of its camera."""
    companion.camera.door = door


def run_app(companion: Companion, script: Callable[[Any], Steps], size: tuple[int, int]) -> None:
    """Open the window, go through the script, close it."""
    prepare_kivy()
    from kivy.config import Config

    for name, value in (("width", size[0]), ("height", size[1]), ("maxfps", 60)):
        Config.set("graphics", name, str(value))
    from kivy.clock import Clock

    from mobile.screens.don_app import DonApp

    app = DonApp(companion)
    steps = script(app)

    def go_on(_passed: float, wait: Wait = 0.0) -> None:
        if callable(wait) and not wait():
            Clock.schedule_once(lambda passed: go_on(passed, wait), 0.02)
            return
        try:
            asked = next(steps)
        except StopIteration:
            app.stop()
            return
        delay = 0.0 if callable(asked) else asked
        Clock.schedule_once(lambda passed: go_on(passed, asked if callable(asked) else 0.0), delay)

    Clock.schedule_once(go_on, 0.5)
    app.run()


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each speed is measured")
    parser.add_argument("--hours", type=float, default=0.0, help="so many hours of frames for the memory; 0: none")
    parser.add_argument("--size", default="412x860", metavar="WxH")
    args = parser.parse_args()
    hand = film(3, "easy", drawn_only=True)
    pictures = [frame.picture.copy() for frame in takewhile(lambda one: one.t_seconds < TRICK_S, hand.frames(FPS))]
    with tempfile.TemporaryDirectory() as folder, MatchLog(Path(folder) / "matches.db") as log:
        companion = _companion(log, Path(folder), hand, pictures)
        width, height = (int(part) for part in args.size.split("x"))
        stdout = sys.stdout
        run_app(companion, lambda app: measure(app, args, companion, pictures), (width, height))
        sys.stdout = stdout
    return 0


def _companion(log: MatchLog, folder: Path, hand: Film, pictures: list[Picture]) -> Companion:
    from models.reader import CardReader

    companion = Companion(log, folder, lambda: datetime.now(UTC), CardReader.load)
    session = companion.start(load_variant("nine_card_lancashire"), hand.played.pitcher)
    assert isinstance(session, TableSession)
    companion.camera = CameraDesk(None, time.monotonic, hand.bottom)
    lend(companion, LoopedDoor(pictures, FPS))
    return companion


if __name__ == "__main__":
    raise SystemExit(main())
