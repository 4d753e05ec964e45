"""Drives the real window with real touches. Imported only in a process of its own, because Kivy is global.

Run as ``python window_driver.py MODULE SCRIPT FOLDER WIDTHxHEIGHT``: ``MODULE.SCRIPT(folder)`` gives the companion and
what is done in its window.
"""

import sys
import time
import traceback
from collections.abc import Callable, Generator
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from mobile.app import prepare_kivy

Wait = float | Callable[[], bool]
Script = Callable[[Any], Generator[Wait, None, None]]
"""Gets the app, and yields how long to wait: seconds, or until something is true."""

InWindow = Callable[[str, str, Path, str], None]
"""Runs a script in a window of its own: module, name, folder, size as ``360x740``."""

START = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)
_PATIENCE_S = 20.0


class TestClock:
    """A clock that goes on a second each time it is looked at."""

    __test__ = False

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at


def table_of(session: Any, source: Any = None) -> Any:
    """A companion with this session on the table, its own files beside the log."""
    from mobile.companion import Companion

    log = session.book.log
    companion = Companion(log, log.path.parent, TestClock(), source=source)
    companion.session = session
    return companion


def _frames_in(seconds: float) -> int:
    """How many frames the app must have had before so much time counts: on a busy machine a frame may take long."""
    return 4 if seconds < 0.2 else 10


def _have_passed(clock: Any, frames: int) -> bool:
    return bool(clock.frames >= frames)


def run_script(companion: Any, script: Script, size: tuple[int, int] = (1280, 800)) -> int:
    """Open the window of a companion in this size, run the script in it, and give 0 if it went through."""
    prepare_kivy()
    from kivy.config import Config

    for name, value in (("width", size[0]), ("height", size[1]), ("maxfps", 60)):
        Config.set("graphics", name, str(value))
    from kivy.clock import Clock

    from mobile.screens.don_app import DonApp

    app = DonApp(companion)
    app.forgiving = False
    outcome: list[int] = []
    steps = script(app)

    def go_on(_passed: float, wait: Callable[[], bool] | None = None, since: float = 0.0) -> None:
        try:
            if wait is not None and not wait():
                assert time.monotonic() - since < _PATIENCE_S, "waited in vain"
                Clock.schedule_once(lambda passed: go_on(passed, wait, since), 0.01)
                return
            asked = next(steps)
            began = time.monotonic()
            if callable(asked):
                Clock.schedule_once(lambda passed: go_on(passed, asked, began), 0)
            else:
                drawn = partial(_have_passed, Clock, Clock.frames + _frames_in(asked))
                least = _LIST_TAP_S if _tapped_in_list else 0.0
                _tapped_in_list.clear()
                Clock.schedule_once(lambda passed: go_on(passed, drawn, began), max(asked, least))
        except StopIteration:
            outcome.append(0)
            app.stop()
        except BaseException:
            traceback.print_exc(file=sys.__stderr__)  # Kivy takes sys.stderr for its log
            outcome.append(1)
            app.stop()

    # the first frame draws the board and takes long; the second has everything in its place
    Clock.schedule_once(lambda _: Clock.schedule_once(go_on, 0.3), 0.1)
    try:
        app.run()
    except Exception:  # what a handler raises
        traceback.print_exc(file=sys.__stderr__)
        return 1
    return outcome[0] if outcome else 1


_last_touch_s = [0.0]
_tapped_in_list: list[bool] = []
"""Filled by a tap in a list, until the next wait."""
_LIST_TAP_S = 0.3
"""A list gives a tap to its row after 0.2 s: until then it may be a finger that scrolls."""


def _parts_around(widget: Any) -> list[Any]:
    """The widgets that hold this one, from the inside."""
    around = []
    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        around.append(widget)
    return around


def tap(widget: Any, after_s: float = 1.0) -> None:
    """A finger down and up again in the middle of a widget, through the window's own event loop.

    ``after_s`` is how long after the touch before this one it comes down, by the touches' own time.
    """
    x, y = widget.to_window(*widget.center)
    if any(hasattr(part, "scroll_y") for part in _parts_around(widget)):
        _tapped_in_list.append(True)
    tap_at(x, y, after_s)


def tap_at(x: float, y: float, after_s: float = 1.0) -> None:
    """A finger down and up again at a point of the window, whatever lies there."""
    from kivy.tests.common import UnitTestTouch

    touch = UnitTestTouch(x, y)
    _last_touch_s[0] += after_s
    touch.time_start = _last_touch_s[0]
    touch.touch_down()
    touch.touch_up()


def swipe(widget: Any, sideways: float, upwards: float = 0.0, after_s: float = 1.0) -> None:
    """A finger down in the middle of a widget, moved so many pixels, and up again."""
    from kivy.tests.common import UnitTestTouch

    x, y = widget.to_window(*widget.center)
    touch = UnitTestTouch(x, y)
    _last_touch_s[0] += after_s
    touch.time_start = _last_touch_s[0]
    touch.touch_down()
    for step in (0.3, 0.6, 1.0):
        touch.touch_move(x + step * sideways, y + step * upwards)
    touch.touch_up()


def picture(widget: Any, path: Any) -> None:
    """Write what the widget shows."""
    widget.export_to_png(str(path))


if __name__ == "__main__":
    module, name, folder, asked_size = sys.argv[1:]
    made, made_script = getattr(import_module(module), name)(Path(folder))
    wide, high = (int(part) for part in asked_size.split("x"))
    sys.exit(run_script(made, made_script, (wide, high)))
