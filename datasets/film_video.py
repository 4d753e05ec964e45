"""Writes a film into an MP4 file, to look at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import cv2

from datasets.view import Picture


class _Frame(Protocol):
    @property
    def picture(self) -> Picture: ...


class _Frames(Protocol):
    def frames(self, fps: float) -> Iterator[_Frame]: ...


def write_video(film: _Frames, path: Path, fps: float) -> None:
    """Writes the film's frames (MPEG-4, `fps` a second) to `path`. Raises `OSError` where no file can be written."""
    writer: cv2.VideoWriter | None = None
    try:
        for frame in film.frames(fps):
            if writer is None:
                size = (frame.picture.shape[1], frame.picture.shape[0])
                writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, size)
                if not writer.isOpened():
                    raise OSError(f"{path} can't be written as a video.")
            writer.write(frame.picture)
    finally:
        if writer is not None:
            writer.release()
