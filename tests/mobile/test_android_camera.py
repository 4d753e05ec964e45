"""The phone's camera as far as a desktop can: its frames, its turning, and what is asked of Java, in which order.

Java is a stand-in here that notes what is called: the real one is on a phone only.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from mobile.camera import SourceError, android
from mobile.camera.android import AndroidCamera, nearest_size, nv21_to_bgr, turn_of
from mobile.camera.opened import CameraDoor
from mobile.phone import permission

WIDTH, HEIGHT = 64, 48


def nv21_of(bgr: Any) -> bytes:
    """A BGR picture as a camera of Android gives it."""
    planar = cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420).reshape(-1)
    size = bgr.shape[0] * bgr.shape[1]
    u, v = planar[size : size * 5 // 4], planar[size * 5 // 4 :]
    return bytes(planar[:size].tobytes() + np.stack([v, u], axis=1).tobytes())


def quarters() -> Any:
    """Red upper left, green upper right, blue lower left, white lower right."""
    picture = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    picture[: HEIGHT // 2, : WIDTH // 2] = (0, 0, 220)
    picture[: HEIGHT // 2, WIDTH // 2 :] = (0, 220, 0)
    picture[HEIGHT // 2 :, : WIDTH // 2] = (220, 0, 0)
    return picture


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_a_frame_becomes_bgr_and_is_turned_clockwise(degrees: int) -> None:
    picture = quarters()
    found = nv21_to_bgr(nv21_of(picture), WIDTH, HEIGHT, degrees)
    wanted = np.rot90(picture, -degrees // 90)
    assert found.shape == wanted.shape and found.dtype == np.uint8
    assert float(np.abs(found.astype(int) - wanted).mean()) < 6


def test_a_frame_that_is_too_short_is_refused() -> None:
    with pytest.raises(ValueError, match="4608 bytes, not 10"):
        nv21_to_bgr(b"0123456789", WIDTH, HEIGHT)


def test_the_turn_follows_the_sensor_and_the_screen() -> None:
    assert [turn_of(90, screen) for screen in (0, 90, 180, 270)] == [90, 0, 270, 180]
    assert turn_of(270, 0) == 270


def test_the_size_nearest_to_what_is_wanted() -> None:
    assert nearest_size([(1920, 1080), (1280, 960), (640, 480)]) == (1280, 960)
    assert nearest_size([(320, 240)]) == (320, 240)


class JavaList:
    def __init__(self, *items: object) -> None:
        self._items = items

    def size(self) -> int:
        return len(self._items)

    def get(self, place: int) -> object:
        return self._items[place]


class Bytes:
    """A byte array of Java's."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def tostring(self) -> bytes:
        return self._data


class Phone:
    """Java's classes; `calls` is what was asked of the camera, in order."""

    def __init__(self, busy: bool = False, flash: bool = True) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.busy, self.flash = busy, flash
        self.receiver: Any = None
        self.started: list[object] = []

    def autoclass(self, name: str) -> Any:
        display = SimpleNamespace(getRotation=lambda: 0)
        manager = SimpleNamespace(getDefaultDisplay=lambda: display)
        activity = SimpleNamespace(
            getWindowManager=lambda: manager, getPackageName=lambda: "org.don", startActivity=self.started.append
        )
        intent = SimpleNamespace(ACTION_APPLICATION_DETAILS_SETTINGS="details", fromParts=lambda *parts: parts)
        classes: dict[str, Any] = {
            "android.hardware.Camera": SimpleNamespace(open=self._open, getCameraInfo=self._info),
            "android.hardware.Camera$CameraInfo": lambda: SimpleNamespace(orientation=0),
            "android.graphics.SurfaceTexture": lambda texture: ("surface", texture),
            "org.kivy.android.PythonActivity": SimpleNamespace(mActivity=activity),
            "android.provider.Settings": intent,
            "android.net.Uri": intent,
            "android.content.Intent": lambda *what: what,
        }
        return classes[name]

    def _open(self, number: int) -> Phone:
        if self.busy:
            raise RuntimeError("Fail to connect to camera service")
        self.calls.append(("open", number))
        return self

    @staticmethod
    def _info(_number: int, info: Any) -> None:
        info.orientation = 90

    def __getattr__(self, name: str) -> Callable[..., object]:
        answers: dict[str, object] = {
            "getParameters": self,
            "getSupportedPreviewSizes": JavaList(SimpleNamespace(width=WIDTH, height=HEIGHT)),
            "getSupportedFocusModes": JavaList("auto", "continuous-picture"),
            "getSupportedFlashModes": JavaList("off", "torch") if self.flash else None,
        }
        if name in answers:
            return lambda: answers[name]
        return lambda *given: self.calls.append((name, *given))

    def frame(self, bgr: Any) -> None:
        """The camera has taken a picture."""
        android._receivers[0].onPreviewFrame(Bytes(nv21_of(bgr)), self)

    def names(self) -> list[str]:
        return [call[0] for call in self.calls]


@pytest.fixture
def phone(monkeypatch: pytest.MonkeyPatch) -> Phone:
    made = Phone()
    jnius: Any = ModuleType("jnius")
    jnius.autoclass = made.autoclass
    jnius.PythonJavaClass = type("PythonJavaClass", (), {})
    jnius.java_method = lambda signature: lambda method: method
    monkeypatch.setitem(sys.modules, "jnius", jnius)
    monkeypatch.setattr(android, "_receivers", [])
    return made


def test_the_camera_is_set_up_then_frames_come_and_buffers_go_back(phone: Phone) -> None:
    camera = AndroidCamera(time.monotonic)
    begun = phone.names()
    assert begun[:2] == ["open", "setPreviewSize"] and begun[-1] == "startPreview"
    assert begun.index("setParameters") < begun.index("setPreviewTexture") < begun.index("startPreview")
    assert begun.count("addCallbackBuffer") == android.BUFFERS
    assert ("setFocusMode", "continuous-picture") in phone.calls and ("setPreviewFormat", 17) in phone.calls
    phone.calls.clear()
    phone.frame(quarters())
    phone.frame(quarters() // 2)
    assert phone.names() == ["addCallbackBuffer"], "the frame that nobody wanted gives its buffer back"
    frame = camera.read_from(0.0)
    assert frame is not None and frame.picture.shape == (WIDTH, HEIGHT, 3), "the sensor lies: the picture stands"
    assert frame.t_seconds is not None and frame.t_seconds <= time.monotonic()
    assert frame.picture.max() < 160, "the newest frame"
    assert phone.names() == ["addCallbackBuffer"] * 2
    assert camera.has_torch
    camera.set_torch(True)
    assert ("setFlashMode", "torch") in phone.calls
    phone.calls.clear()
    camera.close()
    assert phone.names() == ["setPreviewCallbackWithBuffer", "stopPreview", "release"]
    assert phone.calls[0] == ("setPreviewCallbackWithBuffer", None)
    phone.frame(quarters())
    assert camera.read_from(0.0) is None
    camera.close()
    assert phone.names() == ["setPreviewCallbackWithBuffer", "stopPreview", "release"], "it is let go of once"


def test_it_is_taken_again_after_it_was_let_go_of(phone: Phone) -> None:
    AndroidCamera(time.monotonic).close()
    camera = AndroidCamera(time.monotonic)
    phone.frame(quarters())
    assert camera.read_from(0.0) is not None
    assert phone.names().count("open") == 2
    camera.close()


def test_one_that_is_let_go_of_late_takes_no_frames_from_the_next(phone: Phone) -> None:
    late, camera = AndroidCamera(time.monotonic), AndroidCamera(time.monotonic)
    late.close()
    phone.frame(quarters())
    assert camera.read_from(0.0) is not None
    camera.close()
    assert android._receivers[0].take is None


def test_a_camera_of_another_app_and_one_that_gives_nothing(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    phone.busy = True
    with pytest.raises(SourceError, match="close other apps"):
        AndroidCamera(time.monotonic)
    phone.busy, phone.flash = False, False
    monkeypatch.setattr(android, "LOST_AFTER_S", 0.02)
    camera = AndroidCamera(time.monotonic)
    assert not camera.has_torch
    with pytest.raises(SourceError, match="gives no more pictures"):
        camera.read_from(0.0)
    camera.close()


def test_on_a_phone_it_is_the_camera_that_is_opened(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANDROID_ARGUMENT", "/data")
    door = CameraDoor(None, time.monotonic)
    assert door.asks_permission
    door.prepare()
    assert len(android._receivers) == 1
    camera = door.open()
    assert isinstance(camera, AndroidCamera)
    camera.close()


def test_leave_is_asked_for_and_a_refusal_can_be_taken_back(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[bool] = []
    assert permission.camera_allowed() and not permission.can_open_settings()
    permission.ask_for_camera(answers.append)
    permission.open_settings()
    assert answers == [True]
    monkeypatch.setenv("ANDROID_ARGUMENT", "/data")
    asked: list[tuple[list[str], Callable[[list[str], list[bool]], None]]] = []
    permissions: Any = ModuleType("android.permissions")
    permissions.Permission = SimpleNamespace(CAMERA="camera")
    permissions.check_permission = lambda name: name != "camera"
    permissions.request_permissions = lambda names, told: asked.append((names, told))
    package: Any = ModuleType("android")
    package.mActivity = phone.autoclass("org.kivy.android.PythonActivity").mActivity
    monkeypatch.setitem(sys.modules, "android", package)
    monkeypatch.setitem(sys.modules, "android.permissions", permissions)
    assert not permission.camera_allowed() and permission.can_open_settings()
    permission.ask_for_camera(answers.append)
    names, told = asked[0]
    told(names, [False])
    told(names, [])
    told(names, [True])
    assert names == ["camera"] and answers == [True, False, False, True]
    permission.open_settings()
    assert phone.started == [("details", ("package", "org.don", None))]
