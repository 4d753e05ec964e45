"""One window of `screen_speed`, in a process of its own: ``screen_window WHAT WIDTHxHEIGHT SECONDS BEGAN``.

``BEGAN`` is the monotonic time at which the process was asked for. What was measured is printed as one line of JSON.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

from mobile.app import prepare_kivy

_SETTLED_S = 1.5
"""A window in which nothing was drawn for so long is at rest."""
_WALKS_S = 0.05


class Seconds:
    """A clock that goes on a second each time it is looked at."""

    def __init__(self) -> None:
        self.at = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at


def companion_in(folder: Path, on_table: bool) -> Any:
    """A match that runs, with some points on the board."""
    from mobile.companion import Companion
    from mobile.demo_hand import demo_hand
    from scorer.matchlog import MatchLog

    companion = Companion(MatchLog(folder / "matches.db"), folder, Seconds())
    companion.change(tour_seen=True, sound=False)
    hand = demo_hand()
    session = companion.start(hand.variant, hand.pitcher)
    session.book.enter([trick.event for trick in hand.tricks[:4]], companion.clock())
    if not on_table:
        companion.session = None
    return companion


def bare(wanted: bool) -> Any:
    """An application with nothing in its window; with ``wanted`` it is drawn anew each frame."""
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.uix.widget import Widget

    root = Widget()
    if wanted:
        Clock.schedule_interval(lambda _: root.canvas.ask_update(), 0)
    app = App()
    app.root = root
    return app


def shown(app: Any, what: str) -> bool:
    """Whether what is waited for is drawn already: the board's pegs, or the page of home."""
    shell = getattr(app, "shell", None)
    if what == "bare":
        return True
    if shell is None:
        return False
    return what == "home" or shell.page.table.ids.board.form.peg_centre(0) is not None


def keep_walking(app: Any) -> Callable[[float], None]:
    """Let the pegs walk on and on: to the end of the hand and back."""
    from mobile.tour import stands_after

    board, states = app.shell.page.table.ids.board, [stands_after(9), stands_after(1)]
    turn = [0]

    def walk(_passed: float) -> None:
        if not board.walking:
            turn[0] += 1
            board.show(states[1], walk=False)
            board.show(states[0])

    return walk


def main(what: str, size: str, seconds: float, began: float) -> int:
    """Open the window, measure, print."""
    prepare_kivy()
    from kivy.config import Config

    for name, value in zip(("width", "height"), size.split("x"), strict=True):
        Config.set("graphics", name, value)
    from kivy.clock import Clock
    from kivy.core.window import Window

    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="don-bench-") as folder:
        if what in ("bare", "empty", "redrawn"):
            app = bare(what == "redrawn")
        else:
            from mobile.screens.don_app import DonApp

            app = DonApp(companion_in(Path(folder), what != "home"))
        flips: list[float] = []

        def flipped(*_: object) -> None:
            flips.append(time.monotonic())
            if not seconds and shown(app, what):
                found["seconds"] = time.monotonic() - began
                app.stop()

        def measure(_passed: float) -> None:
            if not flips or (what != "redrawn" and time.monotonic() - flips[-1] < _SETTLED_S):
                Clock.schedule_once(measure, _WALKS_S)  # it is still being drawn
                return
            flips.clear()
            if what == "walk":
                Clock.schedule_interval(keep_walking(app), _WALKS_S)
            cpu, wall, own = time.process_time(), time.monotonic(), time.thread_time()
            Clock.schedule_once(lambda _: measured(cpu, wall, own), seconds)

        def measured(cpu: float, wall: float, own: float) -> None:
            found.update(cpu_s=time.process_time() - cpu, wall_s=time.monotonic() - wall, frames=len(flips))
            found["own_s"] = time.thread_time() - own
            found["gaps_s"] = [after - before for before, after in pairwise(flips)]
            app.stop()

        Window.bind(on_flip=flipped)
        if seconds:
            Clock.schedule_once(measure, _SETTLED_S)
        app.run()
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4])))
