"""Which camera is used: what the program was given, else the phone's, else the desktop's first one. No Kivy."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from mobile.camera.live import LiveCamera
from mobile.camera.source import Frame, FrameSource, SourceError, TimedSource
from mobile.camera.sources import SAME_TIME_S, CameraSource, VideoSource
from mobile.phone import on_android

POLL_S = 0.005
STILL_GAP_S = 0.1


class CameraDoor:
    """Opens the camera anew each time: a film goes on where it was, pictures of a folder come one after the other.

    ``given``: the source that the program was begun with; ``clock``: seconds that never go back.
    """

    def __init__(self, given: FrameSource | None, clock: Callable[[], float]) -> None:
        self._given = given
        self._clock = clock
        self._film_at = 0.0
        self._film_over = False

    @property
    def asks_permission(self) -> bool:
        """Whether the system has to allow it first."""
        return self._given is None and on_android()

    def prepare(self) -> None:
        """What must be done on the main thread before `open` is called on another one."""
        if self.asks_permission:
            from mobile.camera.android import prepare

            prepare()

    def open(self) -> TimedSource:
        """The camera, to be closed by who asked. Raises `SourceError`."""
        given = self._given
        if isinstance(given, VideoSource):
            return FilmCamera(VideoSource(Path(given.name)), self._clock, self._film_at, self._film_seen)
        if isinstance(given, CameraSource):
            return LiveCamera(given.name, given.capture, self._clock)
        if given is not None:
            return StillCamera(given, self._clock)
        if on_android():
            from mobile.camera.android import AndroidCamera

            return AndroidCamera(self._clock)
        camera = CameraSource(0)
        return LiveCamera(camera.name, camera.capture, self._clock)

    def _film_seen(self, t_seconds: float) -> None:
        self._film_at = t_seconds


class FilmCamera:
    """A recorded film as a live camera: it goes on at its own pace, and who comes late gets the newest frame.

    Times are the film's; it begins at ``begin``. ``seen`` is told the time of each frame that was given.
    """

    def __init__(
        self,
        film: TimedSource,
        clock: Callable[[], float],
        begin: float = 0.0,
        seen: Callable[[float], None] = lambda _t: None,
    ) -> None:
        self._film = film
        self._clock = clock
        self._ahead = clock() - begin
        self._seen = seen
        self._reading = threading.Lock()
        self._closed = threading.Event()

    @property
    def name(self) -> str:
        return self._film.name

    def read_from(self, t_seconds: float) -> Frame | None:
        """The frame of now, or the first at or after that time, once its time has come; None at the end."""
        with self._reading:
            if self._closed.is_set():
                return None
            frame = self._film.read_from(max(t_seconds, self._clock() - self._ahead))
        if frame is None or frame.t_seconds is None:
            return None
        while self._clock() - self._ahead < frame.t_seconds - SAME_TIME_S:
            if self._closed.wait(POLL_S):
                return None
        self._seen(frame.t_seconds)
        return frame

    def close(self) -> None:
        """Let go of the file."""
        self._closed.set()
        with self._reading:  # a film that is closed while it is read takes the program with it
            self._film.close()


class StillCamera:
    """One picture of a source of pictures, shown all the time; opened again, the next one."""

    def __init__(self, pictures: FrameSource, clock: Callable[[], float]) -> None:
        self._pictures = pictures
        self._clock = clock
        frame = pictures.read()
        if frame is None:
            raise SourceError("SOURCE_ENDED", source=pictures.name)
        self._frame: Frame = frame
        self._closed = threading.Event()

    @property
    def name(self) -> str:
        return self._pictures.name

    def read_from(self, t_seconds: float) -> Frame | None:
        """The picture, with the time of now."""
        while True:
            now = self._clock()
            if now >= t_seconds:
                break
            if self._closed.wait(STILL_GAP_S):
                return None
        return None if self._closed.is_set() else replace(self._frame, t_seconds=now)

    def close(self) -> None:
        """Stop; the source stays open for the next picture."""
        self._closed.set()
