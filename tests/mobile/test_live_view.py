"""The live view: a camera's newest frame, let go of and taken again, lost and found; films and stills as cameras."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from mobile.camera import Frame, SourceError, TimedSource, open_source
from mobile.camera.desk import WHOLE, CameraDesk
from mobile.camera.opened import CameraDoor, FilmCamera, StillCamera
from mobile.camera.view import LiveView
from models.errors import PictureError
from models.table_view import TableView
from scorer.seats import Seat

PICTURE = np.full((48, 64, 3), 7, np.uint8)


class Ticks:
    """A clock that is told what time it is."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Given:
    """A source that gives prepared frames, errors and the end; then it waits until it is closed."""

    name = "the test"

    def __init__(self, *things: object) -> None:
        self.things = list(things)
        self.closed = threading.Event()
        self.lit: list[bool] = []
        self.has_torch = True

    def set_torch(self, on: bool) -> None:
        self.lit.append(on)

    def read_from(self, t_seconds: float) -> Frame | None:
        thing: object = self.things.pop(0) if self.things else None
        if isinstance(thing, Exception):
            raise thing
        if thing is None and not self.things:
            self.closed.wait(5)
            return None
        assert thing is None or isinstance(thing, Frame)
        return thing

    def close(self) -> None:
        self.closed.set()


def frame(t_seconds: float) -> Frame:
    return Frame(PICTURE, "frame", t_seconds)


def until(true: Callable[[], bool]) -> None:
    limit = time.monotonic() + 5
    while not true():
        assert time.monotonic() < limit, "waited in vain"
        time.sleep(0.002)


def stop(view: LiveView, *sources: Given) -> None:
    for source in sources:
        source.closed.set()
    view.close()


def test_the_newest_frame_is_shown_and_frames_that_cannot_be_read_are_passed_over() -> None:
    source = Given(frame(0.0), PictureError("picture_broken", path="x"), frame(0.5))
    view = LiveView(lambda: source)
    until(lambda: view.newest is not None and view.newest.number == 2)
    newest = view.newest
    assert newest is not None and newest.t_seconds == 0.5 and newest.picture is PICTURE
    assert view.after(1, 0.0) == newest and view.after(2, 0.0) is None
    assert view.has_torch
    view.set_torch(True)
    assert source.lit == [True]
    stop(view, source)
    assert not view.has_torch


def test_a_film_that_is_over_says_so() -> None:
    source = Given(frame(0.0), None, "never read")
    view = LiveView(lambda: source)
    until(lambda: view.ended)
    assert view.problem == "The film is over."
    view.close()
    assert source.things == ["never read"], "a film that is over is not opened again"


def test_a_camera_that_is_lost_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mobile.camera.view.TRY_AGAIN_S", 0.01)
    said: list[str] = []
    opened: list[Given] = []
    last = Given(frame(0.1))

    def open_it() -> TimedSource:
        said.append(view_of[0].problem if view_of else "")
        if len(said) == 2:
            raise SourceError("SOURCE_NO_CAMERA", source="0")
        if len(said) == 3:
            raise RuntimeError("of a driver")
        opened.append(last if len(said) > 3 else Given(frame(4.0), SourceError("SOURCE_LOST", source="Camera 0")))
        return opened[-1]

    view_of: list[LiveView] = []
    view_of.append(LiveView(open_it))
    until(lambda: len(said) == 4 and view_of[0].problem == "")
    assert "no more pictures" in said[1] and "can't be opened" in said[2] and "RuntimeError" in said[3]
    assert opened[0].closed.is_set(), "what was lost is let go of"
    newest = view_of[0].newest
    assert newest is not None and newest.t_seconds == 4.0, "time never goes back"
    stop(view_of[0], last)


def test_a_camera_that_opens_after_the_end_is_let_go_of_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mobile.camera.view.CLOSING_S", 0.01)
    source, driver, opening = Given(frame(0.0)), threading.Event(), threading.Event()

    def open_it() -> TimedSource:
        opening.set()
        driver.wait(5)
        return source

    view = LiveView(open_it)
    opening.wait(5)
    view.close()
    assert not source.closed.is_set(), "it is not there yet, and nobody waits for it"
    driver.set()
    assert source.closed.wait(5)
    assert view.newest is None and len(source.things) == 1, "nothing was read of it"
    assert not view.has_torch
    view.set_torch(True)
    assert not source.lit


def film_of(path: Path, seconds: float = 2.0) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for number in range(round(seconds * 10)):
        writer.write(np.full((48, 64, 3), 5 * number, np.uint8))
    writer.release()
    return path


def test_a_film_is_a_live_camera_at_its_own_pace_and_goes_on_where_it_was(tmp_path: Path) -> None:
    clock = Ticks()
    clock.now = 100.0
    door = CameraDoor(open_source(str(film_of(tmp_path / "f.avi"))), clock)
    camera = door.open()
    assert isinstance(camera, FilmCamera) and not door.asks_permission
    first = camera.read_from(0.0)
    clock.now = 100.8
    late = camera.read_from(0.1)
    assert first is not None and late is not None
    assert (first.t_seconds, round(late.t_seconds or 0, 2)) == (0.0, 0.8), "who comes late gets the frame of now"
    camera.close()
    clock.now = 500.0
    again = door.open()
    clock.now = 500.3
    on = again.read_from(0.0)
    assert on is not None and round(on.t_seconds or 0, 2) == 1.1
    clock.now = 600.0
    assert again.read_from(0.0) is None, "the end of the film"
    again.close()


def test_a_film_waits_for_the_time_of_its_frames(tmp_path: Path) -> None:
    clock = Ticks()
    camera = CameraDoor(open_source(str(film_of(tmp_path / "f.avi"))), clock).open()
    got: list[Frame | None] = []
    reader = threading.Thread(target=lambda: got.append(camera.read_from(0.5)))
    reader.start()
    time.sleep(0.03)
    assert not got
    clock.now = 0.5
    reader.join(5)
    assert got and got[0] is not None and round(got[0].t_seconds or 0, 2) == 0.5
    waiting = threading.Thread(target=lambda: got.append(camera.read_from(1.5)))
    waiting.start()
    camera.close()
    waiting.join(5)
    assert got[1] is None, "closing ends the waiting"


def test_pictures_are_still_cameras_one_after_the_other(tmp_path: Path) -> None:
    for number in (1, 2):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((48, 64, 3), 50 * number, np.uint8))
    clock = Ticks()
    door = CameraDoor(open_source(str(tmp_path)), clock)
    means = []
    for _ in range(2):
        camera = door.open()
        assert isinstance(camera, StillCamera)
        clock.now += 1
        shown = camera.read_from(clock.now)
        assert shown is not None and shown.t_seconds == clock.now
        means.append(round(float(shown.picture.mean())))
        camera.close()
        assert camera.read_from(clock.now) is None
    assert means == [50, 100]
    with pytest.raises(SourceError, match="last picture"):
        door.open()


def test_without_a_camera_it_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoCamera:
        def __init__(self, number: int) -> None:
            raise SourceError("SOURCE_NO_CAMERA", source=str(number))

    monkeypatch.setattr("mobile.camera.opened.CameraSource", NoCamera)
    with pytest.raises(SourceError, match="Camera 0 can't be opened"):
        CameraDoor(None, time.monotonic).open()


def test_the_desk_knows_how_the_camera_stands() -> None:
    desk = CameraDesk(None, time.monotonic, Seat.E)
    assert desk.view((640, 480)) == TableView(Seat.E) and desk.area == WHOLE
    assert desk.bound(0.9, 0.75, 0.25, -3.0) == (0.25, 0.0, 0.9, 0.75)
    assert desk.view((640, 480)).area == ((160.0, 0.0), (576.0, 0.0), (576.0, 360.0), (160.0, 360.0))
    left, upper, right, lower = desk.bound(0.95, 0.5, 0.99, 0.51)
    assert (round(left, 2), round(right, 2), round(upper, 2), round(lower, 2)) == (0.8, 1.0, 0.5, 0.7)
