"""The sources of pictures: in order, honest about their end, and one sentence for what can't be used."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from mobile.camera import FolderSource, FrameSource, SourceError, StillSource, VideoSource, open_source
from models.errors import PictureError


def write_picture(path: Path, grey: int = 120) -> Path:
    done, data = cv2.imencode(path.suffix, np.full((48, 64, 3), grey, np.uint8))
    assert done
    path.write_bytes(data.tobytes())
    return path


def write_video(path: Path, frames: int = 50, rate: float = 10.0) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (64, 48))
    assert writer.isOpened()
    for number in range(frames):
        writer.write(np.full((48, 64, 3), 5 * number, np.uint8))
    writer.release()
    return path


def drained(source: FrameSource) -> list[str]:
    names = []
    while (frame := source.read()) is not None:
        assert frame.picture.dtype == np.uint8 and frame.picture.ndim == 3
        names.append(frame.name)
    return names


def test_a_folder_in_natural_order_without_other_files(tmp_path: Path) -> None:
    for name in ("trick10.png", "trick2.jpg", "Trick1.PNG".lower(), "TRICK3.png", ".hidden.png"):
        write_picture(tmp_path / name)
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / "sub.png").mkdir()
    source = open_source(str(tmp_path))
    assert isinstance(source, FolderSource)
    assert source.position == "0/4"
    assert drained(source) == ["trick1.png", "trick2.jpg", "TRICK3.png", "trick10.png"]
    assert source.position == "4/4"
    assert source.read() is None


def test_a_bad_picture_in_a_folder_is_passed_by_the_next_read(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(b"")
    write_picture(tmp_path / "2.jpg")
    source = open_source(str(tmp_path))
    with pytest.raises(PictureError):
        source.read()
    assert drained(source) == ["2.jpg"]


def test_one_picture(tmp_path: Path) -> None:
    source = open_source(str(write_picture(tmp_path / "one.png")))
    assert isinstance(source, StillSource)
    assert drained(source) == ["one.png"]
    assert source.read() is None
    source.close()


def test_a_video_in_steps_and_frame_by_frame(tmp_path: Path) -> None:
    path = write_video(tmp_path / "table.avi")
    source = open_source(str(path), step_s=1.0)
    assert isinstance(source, VideoSource)
    times = []
    while (frame := source.read()) is not None:
        times.append(frame.t_seconds)
        assert abs(int(frame.picture.mean()) - 50 * len(times) + 50) < 6
    assert times == pytest.approx([0, 1, 2, 3, 4])
    source.close()
    every = VideoSource(path)
    assert len(drained(every)) == 50
    assert every.position == "0:04"


def test_a_picture_under_any_name_is_a_picture(tmp_path: Path) -> None:
    plain = write_picture(tmp_path / "a.png").rename(tmp_path / "a.avi")
    assert isinstance(open_source(str(plain)), StillSource)


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda folder: folder / "nowhere", "SOURCE_MISSING"),
        (lambda folder: folder, "SOURCE_EMPTY_FOLDER"),
        (lambda folder: _file(folder / "movie.mp4", b"this is no movie at all" * 40), "SOURCE_NOT_VIDEO"),
        (lambda folder: _file(folder / "cut.jpg", b"\xff\xd8\xff\xe0"), "SOURCE_BAD_PICTURE"),
        (lambda folder: _file(folder / "text.png", b"hello"), "SOURCE_BAD_PICTURE"),
        (lambda folder: _file(folder / "nothing.avi", b""), "SOURCE_BAD_PICTURE"),
        (lambda folder: "97", "SOURCE_NO_CAMERA"),
        (lambda folder: "", "SOURCE_EMPTY_FOLDER"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_used_is_one_sentence(
    tmp_path: Path, make: object, code: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(make)
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    with pytest.raises(SourceError) as caught:
        open_source(str(make(empty if code != "SOURCE_BAD_PICTURE" else tmp_path)))
    assert caught.value.code == code
    sentence = str(caught.value)
    assert sentence.endswith(".") and "\n" not in sentence and "{" not in sentence
    assert capfd.readouterr() == ("", ""), "no library complains on the terminal"


def _file(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0)
    with pytest.raises(SourceError):
        open_source(str(locked))
