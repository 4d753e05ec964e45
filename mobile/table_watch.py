"""Watches the table on a thread of its own: the view's newest frames in, events out. No Kivy, and no session.

What happens is delivered through a callable that brings it to the screen's thread; what is to be seen now (marks, the
newest frame) may be asked at any time and never waits.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from mobile.background import give_way
from mobile.camera.marks import Mark, marks_of
from mobile.camera.source import Frame, Picture
from mobile.camera.view import CLOSING_S, LiveView, Shown
from mobile.live_table import FrameWatcher, LiveTable
from mobile.texts import label
from models.errors import ModelsError
from models.hand_facts import HandFacts
from models.looks import WatchEvent
from models.reading import CardSighting

FRAME_WAIT_S = 0.25


class TableWatcher(FrameWatcher, Protocol):
    """A watcher that also says which cards lie there: `models.watcher.Watcher`."""

    @property
    def lying(self) -> tuple[CardSighting, ...]:
        """The cards that lie on the table now."""
        ...


Make = Callable[[HandFacts, tuple[int, int]], TableWatcher]
"""Makes a watcher from what the hand says and the size of the frames; called on the thread, may raise `ModelsError`."""


@dataclass(frozen=True, slots=True)
class Happened:
    """An event with the picture that shows it; after `closed` the watch waits for `TableWatch.go_on`."""

    event: WatchEvent
    picture: Picture | None


class TableWatch:
    """Watches until it is closed. `hold` stops it until `go_on`: while a person puts a trick right.

    ``deliver`` is called on the watch's thread, in the order in which things happen. ``prepare`` is called there first,
    while the camera opens: what takes long and can be done before its first frame; it may raise `ModelsError`. After
    an error (`problem`) nothing is watched until `read_now`.
    """

    def __init__(
        self,
        view: LiveView,
        make: Make,
        facts: HandFacts,
        deliver: Callable[[Happened], object],
        prepare: Callable[[], object] = lambda: None,
    ) -> None:
        self._view = view
        self._prepare = prepare
        self._make = make
        self._deliver = deliver
        self._changed = threading.Condition()
        self._facts = facts
        self._answer: bool | None = None
        """Whether a person was asked, once the watch may go on; None while it need not, or may not."""
        self._held = False
        self._closed = False
        self._now = False
        self._asked = False
        self._marks: tuple[Mark, ...] = ()
        self._looks = 0
        self._looked_at: int = 0
        self._problem = ""
        self._number = 0
        self._size: tuple[int, int] | None = None
        self._resized = False
        self._table: LiveTable | None = None
        self._watcher: TableWatcher | None = None
        self._picture: Picture | None = None
        self._thread = self._started()

    def _started(self) -> threading.Thread:
        thread = threading.Thread(target=self._work, name="table-watch", daemon=True)
        thread.start()
        return thread

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The cards that lie there, as the newest look has them."""
        with self._changed:
            return self._marks

    @property
    def looks(self) -> int:
        """How many frames were read."""
        with self._changed:
            return self._looks

    @property
    def looked_at(self) -> int:
        """The number of the view's frame that was read last."""
        with self._changed:
            return self._looked_at

    @property
    def problem(self) -> str:
        """One sentence where the watch can't go on; empty else."""
        with self._changed:
            return self._problem

    @property
    def reading(self) -> bool:
        """Whether a frame that `read_now` asked for is still to be read, and will be."""
        with self._changed:
            return self._asked and not self._problem and not self._held and not self._view.ended

    def read_now(self) -> None:
        """The next frame is read whatever moves. After an error the watch begins again."""
        with self._changed:
            self._now = self._asked = True
            if self._problem and not self._closed:
                self._problem = ""
                self._table = self._watcher = None
                self._thread = self._started()

    def hold(self) -> None:
        """Look at nothing until `go_on`."""
        with self._changed:
            self._held = True

    def go_on(self, facts: HandFacts, asked: bool = True) -> None:
        """What the hand says now; ``asked``: a person was, and time has passed."""
        with self._changed:
            self._facts, self._answer, self._held = facts, asked, False
            self._changed.notify_all()

    def close(self) -> None:
        """End the thread; the view stays open."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(CLOSING_S)

    # TimedSource, for `LiveTable`

    @property
    def name(self) -> str:
        """What the source is called in messages."""
        return "camera"

    def read_from(self, t_seconds: float) -> Frame | None:
        """The newest frame at or after that time; None when the watch is closed, the film over or the size another."""
        while not self._closed:
            self._wait_while_held()
            shown = self._view.after(self._number, FRAME_WAIT_S)
            if shown is None:
                if self._view.ended:
                    return None
                continue
            if self._held:
                continue
            self._number = shown.number
            if self._size_of(shown) != self._size:
                self._resized = True
                return None
            if shown.t_seconds < t_seconds and not self._now:
                continue
            self._ask_watcher()
            self._picture = shown.picture
            return _frame(shown)
        return None

    # The thread

    def _work(self) -> None:
        give_way()
        try:
            self._prepare()
            while not self._closed and not self._view.ended:
                self._watch_one_size()
        except ModelsError as error:
            self._fail(str(error))
        except Exception as error:  # no traceback reaches a user
            self._fail(label("WATCH_FAILED", detail=type(error).__name__))

    def _watch_one_size(self) -> None:
        self._wait_while_held()
        shown = self._view.after(self._number, FRAME_WAIT_S)
        if shown is None:
            return
        self._number, self._size, self._resized = shown.number, self._size_of(shown), False
        with self._changed:
            facts = self._facts
        self._watcher = _Noting(self._make(facts, self._size), self._note)
        self._table = LiveTable(self, _frame(shown), self._watcher)
        self._picture = shown.picture
        for event in self._table.events():
            if self._closed or self._resized:
                return
            closed = event.kind == "closed"
            self._deliver(Happened(event, self._table.picture if closed else self._picture))
            if closed and not self._wait_for_answer():
                return

    def _wait_for_answer(self) -> bool:
        """Waits until a closed trick has been entered or dropped; False if the watch was closed meanwhile."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or (self._answer is not None and not self._held))
        self._take_answer()
        return not self._closed

    def _wait_while_held(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._closed or not self._held)
        self._take_answer()

    def _take_answer(self) -> None:
        with self._changed:
            facts, asked, self._answer = self._facts, self._answer, None
        if asked is not None and self._table is not None and not self._closed:
            self._table.go_on(facts, asked)

    def _ask_watcher(self) -> None:
        with self._changed:
            now, self._now = self._now, False
        if now and self._watcher is not None:
            self._watcher.read_now()

    def _note(self, sightings: tuple[CardSighting, ...]) -> None:
        """A frame was read: these cards lie there."""
        with self._changed:
            facts = self._facts
        marks = marks_of(sightings, facts.can_come)
        with self._changed:
            self._marks, self._looks, self._looked_at = marks, self._looks + 1, self._number
            self._asked = self._now

    def _fail(self, sentence: str) -> None:
        with self._changed:
            self._problem = sentence

    @staticmethod
    def _size_of(shown: Shown) -> tuple[int, int]:
        return shown.picture.shape[1], shown.picture.shape[0]


class _Noting:
    """A watcher of which each look is told."""

    def __init__(self, watcher: TableWatcher, note: Callable[[tuple[CardSighting, ...]], object]) -> None:
        self._watcher = watcher
        self._note = note
        self.last_look = watcher.last_look

    @property
    def lying(self) -> tuple[CardSighting, ...]:
        return self._watcher.lying

    @property
    def interval_s(self) -> float:
        return self._watcher.interval_s

    def feed(self, frame_bgr: Picture, t_seconds: float, /) -> tuple[WatchEvent, ...]:
        events = self._watcher.feed(frame_bgr, t_seconds)
        self.last_look = self._watcher.last_look
        if self.last_look is not None:
            self._note(self._watcher.lying)
        return events

    def finish(self, t_seconds: float, /) -> tuple[WatchEvent, ...]:
        return self._watcher.finish(t_seconds)

    def go_on(self, facts: HandFacts, /) -> None:
        self._watcher.go_on(facts)

    def read_now(self) -> None:
        self._watcher.read_now()


def _frame(shown: Shown) -> Frame:
    return Frame(shown.picture, "camera", shown.t_seconds)
