"""The camera of an Android phone, by `android.hardware.Camera` (Camera1) through pyjnius, which only a phone has.

Frames come as NV21 bytes into buffers that are used again and again; only those that are wanted are turned into BGR.
Call `prepare` on the main thread before the first camera is opened on another one: Java finds the app's classes there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from mobile.camera.live import LOST_AFTER_S
from mobile.camera.source import Frame, Picture, SourceError

WANTED_WH = (1280, 720)
"""Large enough for the corners of cards on a table, small enough to be read quickly."""
BUFFERS = 3
"""One that is filled, one that is newest, one that is read."""
_BACK = 0
_NV21 = 17
_TEXTURE_NAME = 10
"""Camera1 wants a texture to draw into; nothing is ever taken from it, so that any name will do."""
_FOCUS = ("continuous-video", "continuous-picture", "auto")
_TURNS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}

_receivers: list[Any] = []


def nv21_to_bgr(data: bytes, width: int, height: int, degrees: int = 0) -> Picture:
    """A frame (NV21: all of Y, then V and U in turn, at half the size) as BGR, turned clockwise by 0, 90, 180 or 270.

    Raises `ValueError` where the bytes are not those of such a frame.
    """
    wanted = width * height * 3 // 2
    if len(data) < wanted:
        raise ValueError(f"A frame of {width} by {height} has {wanted} bytes, not {len(data)}.")
    planes = np.frombuffer(data, np.uint8, wanted).reshape(height * 3 // 2, width)
    picture = cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_NV21)
    if degrees % 360:
        picture = cv2.rotate(picture, _TURNS[degrees % 360])
    return np.asarray(picture, np.uint8)


def turn_of(sensor_degrees: int, screen_degrees: int) -> int:
    """How far a picture of the back camera is turned clockwise to stand upright on the screen.

    ``sensor_degrees``: how the sensor is built in; ``screen_degrees``: how far the screen is turned from its natural
    way, against the clock.
    """
    return (sensor_degrees - screen_degrees) % 360


def nearest_size(sizes: list[tuple[int, int]], wanted: tuple[int, int] = WANTED_WH) -> tuple[int, int]:
    """Of the sizes a camera has, the one whose number of pixels is nearest to what is wanted."""
    return min(sizes, key=lambda size: abs(size[0] * size[1] - wanted[0] * wanted[1]))


def prepare() -> None:
    """Make what calls back from Java, once; on the main thread."""
    if not _receivers:
        _receivers.append(_make_receiver())


def _make_receiver() -> Any:
    """An object of Java's that hands each frame to its ``take``, if there is one."""
    from jnius import PythonJavaClass, java_method

    members = {
        "__javainterfaces__": ["android/hardware/Camera$PreviewCallback"],
        "onPreviewFrame": java_method("([BLandroid/hardware/Camera;)V")(_received),
        "take": None,
    }
    return type("PreviewReceiver", (PythonJavaClass,), members)()


def _received(receiver: Any, data: Any, _camera: Any) -> None:
    if receiver.take is not None:
        receiver.take(data)


def _items(java_list: Any) -> list[Any]:
    """What a list of Java's holds; nothing where there is none."""
    return [] if java_list is None else [java_list.get(place) for place in range(java_list.size())]


class AndroidCamera:
    """The phone's back camera; each frame has its time by ``clock`` (seconds that never go back).

    Raises `SourceError` where it can't be opened: another app holds it, or leave was not given.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._newest: tuple[Any, float] | None = None
        self._closed = False
        prepare()
        try:
            self._open()
        except Exception as error:  # Java's errors are many
            self.close()
            raise SourceError("PHONE_CAMERA_BUSY", detail=type(error).__name__) from error

    def _open(self) -> None:
        from jnius import autoclass

        java_camera = autoclass("android.hardware.Camera")
        info = autoclass("android.hardware.Camera$CameraInfo")()
        java_camera.getCameraInfo(_BACK, info)
        self._sensor_degrees = int(info.orientation)
        self._camera: Any = java_camera.open(_BACK)
        settings = self._camera.getParameters()
        sizes = [(int(size.width), int(size.height)) for size in _items(settings.getSupportedPreviewSizes())]
        self._width, self._height = nearest_size(sizes)
        settings.setPreviewSize(self._width, self._height)
        settings.setPreviewFormat(_NV21)
        modes = _items(settings.getSupportedFocusModes())
        focus = next((mode for mode in _FOCUS if mode in modes), None)
        if focus is not None:
            settings.setFocusMode(focus)
        self._has_torch = "torch" in _items(settings.getSupportedFlashModes())
        self._camera.setParameters(settings)
        self._surface = autoclass("android.graphics.SurfaceTexture")(_TEXTURE_NAME)
        self._camera.setPreviewTexture(self._surface)
        for _ in range(BUFFERS):
            self._camera.addCallbackBuffer(bytes(self._width * self._height * 3 // 2))
        _receivers[0].take = self._take
        self._camera.setPreviewCallbackWithBuffer(_receivers[0])
        self._camera.startPreview()

    @property
    def name(self) -> str:
        """What the source is called in messages."""
        return "0"

    @property
    def has_torch(self) -> bool:
        """Whether the phone has a lamp."""
        return self._has_torch

    def set_torch(self, on: bool) -> None:
        """Light the lamp or put it out."""
        camera = getattr(self, "_camera", None)
        if camera is None or not self._has_torch:
            return
        settings = camera.getParameters()
        settings.setFlashMode("torch" if on else "off")
        camera.setParameters(settings)

    def read_from(self, t_seconds: float) -> Frame | None:
        """The newest frame at or after that time; None once closed. `SourceError` where none comes for long."""
        patience = LOST_AFTER_S + max(0.0, t_seconds - self._clock())
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._has_since(t_seconds), patience)
            if self._closed:
                return None
            if self._newest is None or not self._has_since(t_seconds):
                raise SourceError("PHONE_CAMERA_LOST")
            (data, at), self._newest = self._newest, None
        picture = nv21_to_bgr(data.tostring(), self._width, self._height, self._turn())
        with self._changed:
            if not self._closed:
                self._camera.addCallbackBuffer(data)
        return Frame(picture, "camera", at)

    def close(self) -> None:
        """Let go of the camera."""
        with self._changed:
            self._closed, self._newest = True, None
            self._changed.notify_all()
        if _receivers and _receivers[0].take == self._take:  # one that was opened since has its frames
            _receivers[0].take = None
        camera, self._camera = getattr(self, "_camera", None), None
        if camera is not None:
            camera.setPreviewCallbackWithBuffer(None)
            camera.stopPreview()
            camera.release()

    def _has_since(self, t_seconds: float) -> bool:
        return self._newest is not None and self._newest[1] >= t_seconds

    def _take(self, data: Any) -> None:
        """A frame has come, on a thread of the system's; the one before it that nobody wanted is free again."""
        with self._changed:
            if self._closed or data is None:
                return
            if self._newest is not None:
                self._camera.addCallbackBuffer(self._newest[0])
            self._newest = (data, self._clock())
            self._changed.notify_all()

    def _turn(self) -> int:
        """How far the picture is turned now: the phone may lie or stand."""
        from jnius import autoclass

        activity = autoclass("org.kivy.android.PythonActivity").mActivity
        quarter = int(activity.getWindowManager().getDefaultDisplay().getRotation())
        return turn_of(self._sensor_degrees, 90 * quarter)
