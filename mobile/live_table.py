"""A watched table as events, one after the other, from frames as they come; for `don watch` and the app. No Kivy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from mobile.kept_pictures import TrickFrame
from models.errors import PictureError

if TYPE_CHECKING:
    from mobile.camera.source import Frame, Picture, TimedSource
    from mobile.watch_record import RecordWriter
    from models.hand_facts import HandFacts
    from models.looks import Look, WatchEvent


class FrameWatcher(Protocol):
    """What makes events of frames: `models.watcher.Watcher`, or anything with the same methods."""

    @property
    def last_look(self) -> Look | None:
        """What the last frame was read as; None where it was not read."""
        ...

    @property
    def interval_s(self) -> float:
        """How long to wait until the next frame."""
        ...

    def feed(self, frame_bgr: Picture, t_seconds: float, /) -> tuple[WatchEvent, ...]:
        """What happened in a frame."""
        ...

    def finish(self, t_seconds: float, /) -> tuple[WatchEvent, ...]:
        """The frames have ended."""
        ...

    def go_on(self, facts: HandFacts, /) -> None:
        """What the hand says now."""
        ...

    def read_now(self) -> None:
        """The next frame is read in any case."""
        ...


class LiveTable:
    """Frames of a source through a watcher; what is seen and what happens goes into the record, if there is one.

    After each `closed` event `go_on` must be called before the next event is asked for. ``passed_over`` is told of
    each frame that can't be read.
    """

    def __init__(
        self,
        source: TimedSource,
        first: Frame,
        watcher: FrameWatcher,
        record: RecordWriter | None = None,
        passed_over: Callable[[PictureError], object] = lambda _error: None,
    ) -> None:
        self._source = source
        self._first = first
        self._watcher = watcher
        self._record = record
        self._passed_over = passed_over
        self._best = TrickFrame()
        self.picture: Picture | None = None
        """The frame in which the trick that was closed last was seen best; None where there is none."""

    def events(self) -> Iterator[WatchEvent]:
        """What happens, until the frames end."""
        frame: Frame | None = self._first
        t_seconds = 0.0
        while frame is not None:
            t_seconds = time_of(frame)
            events = self._watcher.feed(frame.picture, t_seconds)
            if self._record is not None and self._watcher.last_look is not None:
                self._record.look(self._watcher.last_look)
            yield from self._kept(events, frame.picture)
            frame = self._next(t_seconds + self._watcher.interval_s)
        if self._record is not None:
            self._record.ended(t_seconds)
        yield from self._kept(self._watcher.finish(t_seconds), None)

    def go_on(self, facts: HandFacts, asked: bool) -> None:
        """What the hand says now; `asked`: a person was asked meanwhile, and time has passed."""
        self._watcher.go_on(facts)
        if asked:
            self._watcher.read_now()

    def _kept(self, events: Iterable[WatchEvent], picture: Picture | None) -> Iterator[WatchEvent]:
        for event in events:
            if event.kind == "closed":
                self.picture = self._best.take()
            elif picture is not None:
                look = self._watcher.last_look
                self._best.note(event, picture, look is not None and look.still)
            if self._record is not None:
                self._record.event(event)
            yield event

    def _next(self, t_seconds: float) -> Frame | None:
        """The next frame of the recording that can be read, of a camera the newest."""
        while True:
            try:
                return self._source.read_from(t_seconds)
            except PictureError as error:
                self._passed_over(error)


def time_of(frame: Frame) -> float:
    """The time of a frame of a timed source."""
    assert frame.t_seconds is not None, "a timed source gives each frame its time"
    return frame.t_seconds
