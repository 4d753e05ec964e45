"""A hand that does anything: seeded random touches over the whole app, on a log with matches of all variants.

It is one life of the monkey, in a process of its own that may be killed at any moment; `monkey.py` gives it its lives.
"""

from __future__ import annotations

import faulthandler
import json
import os
import random
import signal
import threading
import time
from collections.abc import Generator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from monkey_hands import Hands, shown
from monkey_log import seed_log
from window_driver import Script, Wait

from mobile import log_care
from mobile.board_words import shown_score
from mobile.camera import open_source
from mobile.camera.desk import CameraDesk
from mobile.main import _load_reader
from mobile.screens import files as files_page
from scorer.log_backups import Backup
from scorer.log_restore import put_back
from scorer.matchlog import MatchLog
from scorer.whole_file import write_whole

LIFE = "life.json"
DEMO = Path(files_page.__file__).parents[1] / "assets" / "demo"
OF_THE_TABLE = ("table", "blind_table", "audience", "camera")
"""The pages that show the scores of the match on the table."""
_HUNG_S = 40.0
_THOROUGH = 20
_DRAWN = 0.2
_END_OVER_A_DRAFT = 0.05


def monkey(folder: Path) -> tuple[Any, Script]:
    """The companion on the log in this folder as a start of the app makes it, and what the monkey does to it."""
    life = json.loads((folder / LIFE).read_text())
    home = folder / "home"
    home.mkdir(exist_ok=True)
    if not (home / log_care.LOG_NAME).exists():
        seed_log(home / log_care.LOG_NAME, int(life["seed"]))
    opened = log_care.companion_on(home / log_care.LOG_NAME, home, lambda: datetime.now(UTC), _load_reader)
    companion = opened.__enter__()
    if life["seed"] % 2:
        companion.source = open_source(str(DEMO))
        companion.camera = CameraDesk(companion.source, time.monotonic, companion.view.bottom)
    monkey = Monkey(folder, companion, random.Random(f"{life['seed']}:{life['life']}"), life)
    monkey.opened = opened  # the log is closed where this is forgotten
    return companion, monkey.script


class Monkey(Hands):
    """One life: steps by chance, and after each one a look whether all that was promised holds."""

    def __init__(self, folder: Path, companion: Any, rng: random.Random, life: dict[str, Any]) -> None:
        super().__init__(folder, companion, rng)
        self.folder = folder
        self.seconds, self.mortal = float(life["seconds"]), bool(life["killed"])
        self.rng_of_frames = random.Random(1)
        self.opened: Any = None
        self.thread_errors: list[str] = []
        self.sheet_before: Any = None

    def script(self, app: Any) -> Generator[Wait, None, None]:
        """What the window does until its time is over or the process is killed."""
        from kivy.config import Config

        Config.set("kivy", "exit_on_escape", "0")  # as `mobile.app` does
        self.app = app
        self.draw_seldom()
        self.watch()
        assert self.companion.trouble is None, self.companion.trouble
        self.promised.check(self.companion.log, thorough=True)
        self.look_at_draft()
        self.promised.lives += 1
        end = time.monotonic() + self.seconds
        while time.monotonic() < end:
            yield from self.step()
        self.note("the end, politely")

    def draw_seldom(self) -> None:
        """Only some frames are drawn, that there may be more steps: all but the pixels goes on as always."""
        from kivy.core.window import Window

        draw, flip = Window.on_draw, Window.on_flip
        drawn = [True]

        def some() -> None:
            drawn[0] = self.rng_of_frames.random() < _DRAWN
            if drawn[0]:
                draw()

        Window.on_draw = some
        Window.on_flip = lambda: flip() if drawn[0] else None

    def watch(self) -> None:
        """Have removals and restores noted before they are done, and errors of threads known; write only at home."""
        threading.excepthook = lambda args: self.thread_errors.append(repr(args.exc_value))
        remove = MatchLog.remove

        def noted_removal(log: MatchLog, match_id: str) -> None:
            assert self.sheet_before is not None, "a match is only removed from a question"
            self.promised.removed.append(match_id)
            self.promised.keep(self.folder)
            remove(log, match_id)

        def noted_restore(path: Path, backup: Backup, at: datetime) -> Backup:
            assert self.companion.restoring, "a log is only put back where everybody knows it"
            self.promised.restored = True
            self.promised.keep(self.folder)
            return put_back(path, backup, at)

        def written_at_home(path: Path, pieces: Iterator[bytes]) -> None:
            if not path.resolve().is_relative_to(self.folder.resolve()):
                raise PermissionError(13, "the monkey writes at home only")
            write_whole(path, pieces)

        for place, name, new in (
            (MatchLog, "remove", noted_removal),
            (log_care, "put_back", noted_restore),
            (files_page, "write_whole", written_at_home),
        ):
            setattr(place, name, new)

    def look_at_draft(self) -> None:
        """What was under entry when the last life ended is there again."""
        draft = self.promised.draft
        if draft is None or draft["match"] not in self.promised.marks:
            return
        session = self.companion.resume(draft["match"])
        self.promised.check_draft(session)
        self.note("the draft was looked at")
        if self.rng.random() < 0.5:
            self.companion.clear()
            self.app.shell.home()
        else:
            self.app.shell.home(self.companion.table_page)

    # One step

    def step(self) -> Generator[Wait, None, None]:
        """Do something, let the window have some frames, and look."""
        if self.mortal and self.promised.draft is not None and self.rng.random() < _END_OVER_A_DRAFT:
            self.note("killed with a trick under entry")
            os.kill(os.getpid(), signal.SIGKILL)
        faulthandler.dump_traceback_later(_HUNG_S, exit=True, file=2)
        self.promised.busy = True
        self.promised.keep(self.folder)
        self.sheet_before = self.app.shell.sheet or self.shell.sheet
        action = self.chosen()
        yield from action() or ()
        if self.rng.random() < 0.4:
            yield self.rng.choice((0.0, 0.0, 0.0, 0.01, 0.03, 0.2))
        if self.companion.restoring:
            yield lambda: not self.companion.restoring
        self.look()

    def look(self) -> None:
        """Whether what is shown is what the log says, and nothing was lost."""
        assert not self.thread_errors, self.thread_errors
        promised, companion = self.promised, self.companion
        promised.steps += 1
        promised.check(companion.log, thorough=promised.steps % _THOROUGH == 0)
        if companion.book is not None:
            assert companion.book.log is companion.log, "the match on the table is of the log that is open"
        self.look_at_scores()
        promised.promise(companion.session)
        promised.busy = False
        promised.keep(self.folder)

    def look_at_scores(self) -> None:
        """The figures of the sides are those of the log."""
        from mobile.widgets.side_strip import SideStrip

        if self.shell.pages[-1][0] not in OF_THE_TABLE or (book := self.shell.companion.book) is None:
            return
        table = self.table_of(self.shell.page)
        assert table is None or table.session.match_id == book.match_id, "the table shows another match"
        state = book.log.state(book.match_id)
        for strip in shown(self.shell.page):
            if isinstance(strip, SideStrip):
                wanted = str(shown_score(state, state.sides[int(strip.index)]))
                assert strip.score == wanted, f"the strip shows {strip.score}, the log says {wanted}"
