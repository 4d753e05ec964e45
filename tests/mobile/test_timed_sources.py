"""Sources whose frames have their times: a folder of frames, a video, a camera that is read all the time."""

from __future__ import annotations

import itertools
import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from mobile.camera import FolderSource, SourceError, TimedSource, VideoSource, open_timed
from mobile.camera.live import LiveCamera
from models.errors import PictureError


def no_clock() -> float:
    raise AssertionError("a recording has its own times")


def folder_of(path: Path, count: int) -> Path:
    path.mkdir()
    for number in range(count):
        cv2.imwrite(str(path / f"{number}.png"), np.full((48, 64, 3), 5 * number, np.uint8))
    return path


def video_of(path: Path, count: int, rate: float = 12.5) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (64, 48))
    for number in range(count):
        writer.write(np.full((48, 64, 3), 5 * number, np.uint8))
    writer.release()
    return path


def from_times(source: TimedSource, *times: float) -> list[tuple[float, int]]:
    """The time and the number of each frame asked for."""
    found = []
    for t_seconds in times:
        frame = source.read_from(t_seconds)
        if frame is None:
            break
        assert frame.t_seconds is not None
        found.append((round(frame.t_seconds, 3), round(float(frame.picture.mean()) / 5)))
    return found


def test_a_folder_of_frames_by_its_rate(tmp_path: Path) -> None:
    source = open_timed(str(folder_of(tmp_path / "frames", 12)), 10.0, no_clock)
    assert isinstance(source, FolderSource)
    assert from_times(source, 0.0, 0.0, 0.25, 0.3, 1.0, 9.0) == [(0.0, 0), (0.1, 1), (0.3, 3), (0.4, 4), (1.0, 10)]
    assert source.read_from(0.0) is None


def test_pictures_passed_over_are_not_opened(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "frames", 4)
    (folder / "1.png").write_bytes(b"")
    source = open_timed(str(folder), 10.0, no_clock)
    assert from_times(source, 0.0, 0.2) == [(0.0, 0), (0.2, 2)]
    (folder / "3.png").write_bytes(b"")
    with pytest.raises(PictureError):
        source.read_from(0.3)
    assert source.read_from(0.3) is None


@pytest.mark.parametrize("suffix", ["avi", "mp4"])
def test_a_video_by_the_times_in_its_file(tmp_path: Path, suffix: str) -> None:
    path = video_of(tmp_path / f"table.{suffix}", 20)
    source = open_timed(str(path), 10.0, no_clock)
    assert isinstance(source, VideoSource)
    assert from_times(source, 0.0, 0.0, 0.5, 0.64, 9.0) == [(0.0, 0), (0.08, 1), (0.56, 7), (0.64, 8)]
    assert source.read_from(0.0) is None
    source.close()


def test_what_cannot_be_watched_is_one_sentence(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "one.png"), np.zeros((48, 64, 3), np.uint8))
    for text, code in (("one.png", "SOURCE_ONE_PICTURE"), ("nowhere", "SOURCE_MISSING"), ("", "SOURCE_EMPTY_FOLDER")):
        empty = tmp_path / "empty"
        empty.mkdir(exist_ok=True)
        with pytest.raises(SourceError) as caught:
            open_timed(str(tmp_path / text) if text else str(empty), 10.0, no_clock)
        assert caught.value.code == code


class Clock:
    """Tells 0.1 seconds more each time the camera's thread asks."""

    def __init__(self) -> None:
        self.t_seconds = 0.0

    def __call__(self) -> float:
        if threading.current_thread().name == "live-camera":
            self.t_seconds += 0.1
        return self.t_seconds


class EndlessVideo:
    """A capture that begins anew at its end, as a camera that shows the same things again and again."""

    def __init__(self, path: Path) -> None:
        self._path = str(path)
        self._capture = cv2.VideoCapture(self._path)
        self.retrieved = 0
        self.released = False

    def grab(self) -> bool:
        if not self._capture.grab():
            self._capture = cv2.VideoCapture(self._path)
            return self._capture.grab()
        return True

    def retrieve(self) -> Any:
        self.retrieved += 1
        return self._capture.retrieve()

    def release(self) -> None:
        self.released = True
        self._capture.release()


def test_a_live_camera_gives_the_newest_frame_and_decodes_no_other(tmp_path: Path) -> None:
    capture = EndlessVideo(video_of(tmp_path / "camera.avi", 20))
    camera = LiveCamera("0", capture, Clock())
    times: list[float] = []
    for _ in range(5):
        frame = camera.read_from(times[-1] + 3.0 if times else 0.0)
        assert frame is not None and frame.t_seconds is not None and frame.picture.shape == (48, 64, 3)
        times.append(frame.t_seconds)
    assert all(later >= earlier + 3.0 for earlier, later in itertools.pairwise(times))
    assert capture.retrieved == 5
    camera.close()
    assert capture.released
    assert camera.read_from(0.0) is None


def test_a_camera_that_ends_is_lost(tmp_path: Path) -> None:
    camera = LiveCamera("3", cv2.VideoCapture(str(video_of(tmp_path / "camera.avi", 2))), Clock())
    with pytest.raises(SourceError, match="Camera 3 gives no more pictures"):
        for _ in range(3):
            camera.read_from(0.0)
    camera.close()


def test_a_camera_that_gives_nothing_is_lost(tmp_path: Path) -> None:
    hangs = threading.Event()

    class Hanging(EndlessVideo):
        def grab(self) -> bool:
            return hangs.wait(30) and False

    camera = LiveCamera("0", Hanging(video_of(tmp_path / "camera.avi", 2)), Clock(), lost_after_s=0.05)
    with pytest.raises(SourceError, match="gives no more pictures"):
        camera.read_from(0.0)
    hangs.set()
    camera.close()
