"""The pictures that the table reads one after the other: from a folder, a still, a desktop camera. No Kivy.

It lives as long as the program, so that a page that is drawn anew finds what was read before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mobile.camera.source import FrameSource, Picture
from mobile.picture_worker import PictureRead, PictureWorker
from models.reading import Reading

TrickKey = tuple[str, int, int]
"""A trick that is played next: its match, its hand, its place there."""


@dataclass(frozen=True, slots=True)
class SeenPicture:
    """What was read of a picture, and what it is called."""

    name: str
    reading: Reading


class TablePictures:
    """Has pictures read on a thread of its own, and remembers which trick each one was for.

    ``look`` turns a picture (BGR, `uint8`, height x width x 3) into a reading; it is called on that thread.
    """

    def __init__(self, source: FrameSource, look: Callable[[Picture], Reading]) -> None:
        self._worker = PictureWorker(source, look, self._came)
        self._seen: dict[TrickKey, SeenPicture] = {}
        self._wanted_by: Callable[[PictureRead], None] | None = None
        self.ended = False
        """Whether the source has no more pictures."""

    @property
    def position(self) -> str:
        """How far the source has been read; empty for a live one."""
        return self._worker.source.position

    @property
    def reading(self) -> bool:
        """Whether a picture is being read."""
        return self._wanted_by is not None

    def ask(self, take: Callable[[PictureRead], None]) -> None:
        """Have the next picture read; ``take`` gets what came of it, on the reading thread."""
        self._wanted_by = take
        self._worker.request()

    def forget(self) -> None:
        """Stop waiting: a picture that still comes is not used."""
        if self.reading:
            self._wanted_by = None
            self._worker.forget()

    def remember(self, trick: TrickKey, seen: SeenPicture) -> None:
        """This picture was for that trick; of a live source only the newest counts, so nothing is kept."""
        if self.position:
            self._seen[trick] = seen

    def of(self, trick: TrickKey) -> SeenPicture | None:
        """The picture that was read for a trick before, if any."""
        return self._seen.get(trick)

    def close(self) -> None:
        """Stop, and let go of the source."""
        self.forget()
        self._worker.close()

    def _came(self, result: PictureRead) -> None:
        take, self._wanted_by = self._wanted_by, None
        self.ended = result.ended or self.ended
        if take is not None:
            take(result)
