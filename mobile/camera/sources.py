"""The sources of a desktop: still picture, folder of pictures, video file, camera."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from mobile.camera.live import LiveCamera
from mobile.camera.source import Frame, FrameSource, SourceError, TimedSource, natural_order
from models.errors import PictureError
from models.picture import load_picture

# FFmpeg reads this once, when the first video is opened or written: our sentences say what is wrong.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".jpe", ".mpo", ".png", ".webp", ".bmp", ".tif", ".tiff"})
VIDEO_STEP_S = 1.0
"""How far one press of "read next" goes on in a video."""
SAME_TIME_S = 0.001
"""Times of frames that lie no farther apart are the same."""


def open_source(text: str, step_s: float = VIDEO_STEP_S) -> FrameSource:
    """The source that ``text`` names: a folder, a picture, a video, or the number of a camera.

    ``step_s`` is how far each frame of a video lies from the one before; 0 gives every frame.
    """
    path = Path(text)
    try:
        if path.is_dir():
            return FolderSource(path)
        if path.is_file():
            return _open_file(path, step_s)
    except OSError as error:
        raise SourceError("SOURCE_UNREADABLE", source=text, detail=error.strerror or str(error)) from error
    if text.strip().isascii() and text.strip().isdecimal():
        return CameraSource(int(text))
    raise SourceError("SOURCE_MISSING", source=text)


def open_timed(text: str, fps: float, clock: Callable[[], float]) -> TimedSource:
    """As `open_source`, for watching: a folder of frames taken at ``fps``, a video, or a camera timed by ``clock``."""
    if Path(text).is_dir():
        try:
            return FolderSource(Path(text), fps)
        except OSError as error:
            raise SourceError("SOURCE_UNREADABLE", source=text, detail=error.strerror or str(error)) from error
    source = open_source(text, step_s=0.0)
    if isinstance(source, CameraSource):
        return LiveCamera(source.name, source.capture, clock)
    if not isinstance(source, VideoSource):
        source.close()
        raise SourceError("SOURCE_ONE_PICTURE", source=text)
    return source


def _open_file(path: Path, step_s: float) -> FrameSource:
    """A picture if it is one, else a video."""
    try:
        load_picture(path)
    except PictureError as error:
        if error.code == "picture_unknown" and path.suffix.lower() not in PICTURE_SUFFIXES:
            return VideoSource(path, step_s)
        raise SourceError("SOURCE_BAD_PICTURE", detail=str(error)) from error
    return StillSource(path)


class FolderSource:
    """The pictures of a folder in natural file order; files of other kinds and hidden ones are passed over.

    With ``fps`` they are the frames of a recording: the first is at 0 seconds.
    """

    def __init__(self, folder: Path, fps: float | None = None) -> None:
        pictures = (
            path
            for path in folder.iterdir()
            if path.suffix.lower() in PICTURE_SUFFIXES and path.is_file() and not path.name.startswith(".")
        )
        self._paths = sorted(pictures, key=natural_order)
        self._name = str(folder)
        self._read = 0
        self._fps = fps
        if not self._paths:
            raise SourceError("SOURCE_EMPTY_FOLDER", source=self._name)

    @property
    def name(self) -> str:
        return self._name

    @property
    def position(self) -> str:
        return f"{self._read}/{len(self._paths)}"

    def read(self) -> Frame | None:
        if self._read == len(self._paths):
            return None
        path, t_seconds = self._paths[self._read], self._time(self._read)
        self._read += 1
        return Frame(load_picture(path), path.name, t_seconds)

    def read_from(self, t_seconds: float) -> Frame | None:
        while self._read < len(self._paths) and (self._time(self._read) or 0.0) < t_seconds - SAME_TIME_S:
            self._read += 1
        return self.read()

    def _time(self, number: int) -> float | None:
        return None if self._fps is None else number / self._fps

    def close(self) -> None:
        self._read = len(self._paths)


class StillSource:
    """One picture."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read = False

    @property
    def name(self) -> str:
        return str(self._path)

    @property
    def position(self) -> str:
        return f"{int(self._read)}/1"

    def read(self) -> Frame | None:
        if self._read:
            return None
        self._read = True
        return Frame(load_picture(self._path), self._path.name)

    def close(self) -> None:
        self._read = True


class VideoSource:
    """A video file, frame by frame or in steps of ``step_s`` seconds."""

    def __init__(self, path: Path, step_s: float = 0.0) -> None:
        self._path = path
        self._step_s = step_s
        self._t_seconds = 0.0
        self._capture = _capture(str(path))
        if not self._capture.isOpened() or not self._capture.grab():
            self._capture.release()
            raise SourceError("SOURCE_NOT_VIDEO", source=str(path))
        rate = float(self._capture.get(cv2.CAP_PROP_FPS))
        self._rate = rate if 1.0 <= rate <= 1000.0 else 25.0
        self._at_grabbed = True

    @property
    def name(self) -> str:
        return str(self._path)

    @property
    def position(self) -> str:
        minutes, seconds = divmod(int(self._t_seconds), 60)
        return f"{minutes}:{seconds:02d}"

    def read(self) -> Frame | None:
        if not self._at_grabbed and not self._go_on():
            return None
        return self._retrieved()

    def read_from(self, t_seconds: float) -> Frame | None:
        if not self._at_grabbed and not self._grab():
            return None
        while self._t_seconds < t_seconds - SAME_TIME_S:
            if not self._grab():
                return None
        return self._retrieved()

    def close(self) -> None:
        self._capture.release()

    def _retrieved(self) -> Frame | None:
        self._at_grabbed = False
        got, picture = self._capture.retrieve()
        if not got:
            return None
        return Frame(np.asarray(picture, np.uint8), f"{self._path.name} {self.position}", self._t_seconds)

    def _go_on(self) -> bool:
        """Grab on to the next frame that is wanted; passing over frames is much cheaper than decoding them."""
        return all(self._grab() for _ in range(max(1, round(self._step_s * self._rate))))

    def _grab(self) -> bool:
        """Grab the next frame. Its time is the file's own: phones record at an uneven rate."""
        if not self._capture.grab():
            return False
        told = float(self._capture.get(cv2.CAP_PROP_POS_MSEC)) / 1000
        self._t_seconds = told if told > self._t_seconds else self._t_seconds + 1 / self._rate
        return True


class CameraSource:
    """A camera of the desktop: each frame is the newest there is."""

    _STALE = 4
    """Frames a driver may have kept from before."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._capture = self._opened()

    @property
    def capture(self) -> Any:
        """The device, for who reads it in another way; opened anew after that. Raises `SourceError`."""
        if not self._capture.isOpened():
            self._capture = self._opened()
        return self._capture

    def _opened(self) -> Any:
        capture = _capture(self._number)
        if not capture.isOpened():
            raise SourceError("SOURCE_NO_CAMERA", source=str(self._number))
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return capture

    @property
    def name(self) -> str:
        return str(self._number)

    @property
    def position(self) -> str:
        return ""

    def read(self) -> Frame | None:
        capture = self.capture
        for _ in range(self._STALE):
            capture.grab()
        got, picture = capture.read()
        if not got:
            raise SourceError("SOURCE_LOST", source=f"Camera {self._number}")
        return Frame(np.asarray(picture, np.uint8), f"camera {self._number}")

    def close(self) -> None:
        self._capture.release()


def _capture(what: str | int) -> Any:
    """A capture that keeps OpenCV's own complaints off the terminal."""
    logging = cv2.utils.logging
    before = logging.getLogLevel()
    logging.setLogLevel(logging.LOG_LEVEL_SILENT)
    try:
        return cv2.VideoCapture(what)
    finally:
        logging.setLogLevel(before)
