"""The interface every source of pictures has, and its errors."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mobile.texts import AppError

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: BGR, ``uint8``, ``(H, W, 3)``; its name for messages; its time in a recording, in seconds."""

    picture: Picture
    name: str
    t_seconds: float | None = None


class FrameSource(Protocol):
    """A source gives one frame after the other, the newest where it is live, and None at its end.

    `read` raises `SourceError` or `PictureError` for a picture that can't be had; the next call goes on after it.
    """

    @property
    def name(self) -> str:
        """What the source is called in messages."""
        ...

    @property
    def position(self) -> str:
        """How far it has been read, in words a person understands; empty for a live source."""
        ...

    def read(self) -> Frame | None:
        """The next frame, or None when there are no more."""
        ...

    def close(self) -> None:
        """Let go of the file or the device."""
        ...


class TimedSource(Protocol):
    """A source of which each frame has its time, for who watches a table: ``Frame.t_seconds`` never goes back."""

    @property
    def name(self) -> str:
        """What the source is called in messages."""
        ...

    def read_from(self, t_seconds: float) -> Frame | None:
        """The first frame at or after that time, of a live source the newest; None at the end.

        Frames before it are passed over unread. Raises `SourceError` or `PictureError` for a frame that can't be had;
        of a recording the next call goes on after it.
        """
        ...

    def close(self) -> None:
        """Let go of the file or the device."""
        ...


class SourceError(AppError):
    """A source that can't be used."""


def natural_order(path: Path) -> tuple[tuple[tuple[int, int, str], ...], str]:
    """A key that sorts ``trick2`` before ``trick10``, capitals or not."""
    parts = re.split(r"([0-9]+)", path.name.casefold())
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts if part), path.name
