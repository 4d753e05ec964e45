"""A camera that is watched all the time: a thread takes every frame as it comes, so that the newest is never stale."""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from mobile.camera.source import Frame, Picture, SourceError

LOST_AFTER_S = 5.0
"""A camera that gives no frame for so long is lost."""


class LiveCamera:
    """The newest frame of a capture, with its time by ``clock`` (seconds that never go back).

    Only the thread touches the capture: frames that nobody wants are grabbed, not decoded.
    """

    def __init__(self, name: str, capture: Any, clock: Callable[[], float], lost_after_s: float = LOST_AFTER_S) -> None:
        self._name = name
        self._capture = capture
        self._clock = clock
        self._lost_after_s = lost_after_s
        self._changed = threading.Condition()
        self._wanted: float | None = None
        self._frame: Frame | None = None
        self._lost = False
        self._closed = False
        self._thread = threading.Thread(target=self._grab_on, name="live-camera", daemon=True)
        self._thread.start()

    @property
    def name(self) -> str:
        return self._name

    def read_from(self, t_seconds: float) -> Frame | None:
        """The next frame to come at or after that time. `SourceError` where the camera gives none."""
        with self._changed:
            self._wanted, self._frame = t_seconds, None
            patience = self._lost_after_s + max(0.0, t_seconds - self._clock())
            self._changed.wait_for(lambda: self._frame is not None or self._lost or self._closed, patience)
            frame, self._wanted = self._frame, None
            if frame is None and not self._closed:
                raise SourceError("SOURCE_LOST", source=f"Camera {self._name}")
            return frame

    def close(self) -> None:
        """Stop, and let go of the camera."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(self._lost_after_s)

    def _grab_on(self) -> None:
        try:
            while not self._closed and self._capture.grab():
                t_seconds = self._clock()
                wanted = self._wanted
                if wanted is not None and t_seconds >= wanted:
                    self._deliver(t_seconds)
        finally:
            self._capture.release()
            with self._changed:
                self._lost = True
                self._changed.notify_all()

    def _deliver(self, t_seconds: float) -> None:
        got, picture = self._capture.retrieve()
        if got:
            taken: Picture = np.asarray(picture, np.uint8)
            with self._changed:
                self._frame, self._wanted = Frame(taken, f"camera {self._name}", t_seconds), None
                self._changed.notify_all()
