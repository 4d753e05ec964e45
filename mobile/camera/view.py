"""What a camera shows now: a thread of its own takes the frames, so that screen and reader never wait. No Kivy."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from mobile.camera.source import Frame, Picture, SourceError, TimedSource
from mobile.texts import label
from models.errors import PictureError

TRY_AGAIN_S = 2.0
"""So long after a camera was lost it is tried again."""
SHOWN_FPS = 15.0
"""Frames a second that are taken: a table is no race, and each one warms the phone."""
CLOSING_S = 3.0


@runtime_checkable
class HasTorch(Protocol):
    """A source with a lamp."""

    @property
    def has_torch(self) -> bool:
        """Whether this device has one."""
        ...

    def set_torch(self, on: bool) -> None:
        """Light it or put it out."""
        ...


@dataclass(frozen=True, slots=True)
class Shown:
    """A frame and its number, which grows with each one; its picture is never changed."""

    number: int
    picture: Picture
    t_seconds: float


class LiveView:
    """Opens a camera and keeps its newest frame, until it is closed.

    ``open_source`` may take long and raise `SourceError`: it is called on the view's own thread, again and again while
    there is no camera. Any thread may ask.
    """

    def __init__(self, open_source: Callable[[], TimedSource], fps: float = SHOWN_FPS) -> None:
        self._open_source = open_source
        self._gap_s = 1.0 / fps
        self._changed = threading.Condition()
        self._newest: Shown | None = None
        self._source: TimedSource | None = None
        self._problem = ""
        self._ended = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="live-view", daemon=True)
        self._thread.start()

    @property
    def newest(self) -> Shown | None:
        """The newest frame; None before the first one."""
        with self._changed:
            return self._newest

    @property
    def problem(self) -> str:
        """One sentence that says why there is no picture; empty while there is one."""
        with self._changed:
            return self._problem

    @property
    def ended(self) -> bool:
        """Whether no more frames come: a film is over."""
        with self._changed:
            return self._ended

    @property
    def has_torch(self) -> bool:
        """Whether the camera has a lamp."""
        source = self._source
        return isinstance(source, HasTorch) and source.has_torch

    def set_torch(self, on: bool) -> None:
        """Light the lamp or put it out, where there is one."""
        source = self._source
        if isinstance(source, HasTorch) and source.has_torch:
            source.set_torch(on)

    def after(self, number: int, timeout_s: float) -> Shown | None:
        """The newest frame with a larger number, waiting for it so long; None where none came."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._ended or (self._newest is not None and self._newest.number > number), timeout_s
            )
            newest = self._newest
            return newest if newest is not None and newest.number > number else None

    def close(self) -> None:
        """Let go of the camera, and wait until that is done; one that opens later still is let go of at once."""
        with self._changed:
            self._stop.set()
        self._thread.join(CLOSING_S)

    def _run(self) -> None:
        stop = self._stop
        while not stop.is_set() and not self._ended:
            try:
                source = self._open_source()
            except SourceError as error:
                self._tell(str(error))
                stop.wait(TRY_AGAIN_S)
                continue
            except Exception as error:  # the thread must live on, and no traceback reaches a user
                self._tell(label("CAMERA_FAILED", detail=type(error).__name__))
                stop.wait(TRY_AGAIN_S)
                continue
            with self._changed:
                late = stop.is_set()
                self._source = None if late else source
            try:
                if not late:
                    self._follow(source, stop)
            except SourceError as error:
                self._tell(str(error))
            except Exception as error:  # as above
                self._tell(label("CAMERA_FAILED", detail=type(error).__name__))
            finally:
                self._source = None
                source.close()
            if not self._ended:
                stop.wait(TRY_AGAIN_S)

    def _follow(self, source: TimedSource, stop: threading.Event) -> None:
        """Publishes the source's frames until it ends or is stopped. Raises `SourceError`."""
        t_seconds = 0.0
        while not stop.is_set():
            try:
                frame = source.read_from(t_seconds)
            except PictureError:
                continue
            if frame is None:
                if not stop.is_set():
                    self._end()
                return
            t_seconds = self._publish(frame) + self._gap_s

    def _publish(self, frame: Frame) -> float:
        assert frame.t_seconds is not None, "a timed source gives each frame its time"
        with self._changed:
            number = self._newest.number + 1 if self._newest is not None else 1
            before = self._newest.t_seconds if self._newest is not None else 0.0
            self._newest = Shown(number, frame.picture, max(before, frame.t_seconds))
            self._problem = ""
            self._changed.notify_all()
        return frame.t_seconds

    def _tell(self, sentence: str) -> None:
        with self._changed:
            self._problem = sentence
            self._changed.notify_all()

    def _end(self) -> None:
        with self._changed:
            self._ended = True
            self._problem = label("FILM_ENDED")
            self._changed.notify_all()
