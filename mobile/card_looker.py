"""Reads the newest frame of a camera, again and again or when asked: a thread of its own. No Kivy."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from mobile.background import give_way
from mobile.camera.source import Picture
from mobile.camera.view import CLOSING_S, LiveView
from mobile.texts import label
from models.errors import ModelsError
from models.reading import Reading
from scorer.errors import DonError

REST = 0.7
"""Of the time that a reading took, so much is rested before the next one: a phone must not get hot."""
FRAME_WAIT_S = 0.25


@dataclass(frozen=True, slots=True)
class CardsSeen:
    """What one picture was read as; its number grows with each reading."""

    number: int
    reading: Reading
    picture: Picture


class CardLooker:
    """Keeps the newest reading of a view. With ``on_request`` it reads only when `look_now` was called.

    ``read`` may raise `ModelsError`: the sentence is then the `problem`.
    """

    def __init__(self, view: LiveView, read: Callable[[Picture], Reading], on_request: bool = False) -> None:
        self._view = view
        self._read = read
        self._changed = threading.Condition()
        self._on_request = on_request
        self._asked = 0
        self._served = 0
        self._seen: CardsSeen | None = None
        self._problem = ""
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="card-looker", daemon=True)
        self._thread.start()

    @property
    def seen(self) -> CardsSeen | None:
        """The newest reading; None before the first."""
        with self._changed:
            return self._seen

    @property
    def problem(self) -> str:
        """One sentence where the last picture could not be read."""
        with self._changed:
            return self._problem

    @property
    def looking(self) -> bool:
        """Whether a reading that was asked for is still to come."""
        with self._changed:
            return self._asked != self._served

    def look_now(self) -> None:
        """Have the newest frame read at once."""
        with self._changed:
            self._asked += 1
            self._changed.notify_all()

    def close(self) -> None:
        """End the thread."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(CLOSING_S)

    def _work(self) -> None:
        give_way()
        number = 0
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or not self._on_request or self._asked != self._served)
                if self._closed:
                    return
                asked = self._asked
            shown = self._view.after(number, FRAME_WAIT_S)
            if shown is None:
                if self._view.ended:
                    self._end_of_film(asked)
                continue
            number = shown.number
            self._take(shown.picture, asked)

    def _take(self, picture: Picture, asked: int) -> None:
        reading, problem = None, ""
        try:
            reading = self._read(picture)
        except (ModelsError, DonError) as error:
            problem = str(error)
        except Exception as error:  # the thread must live on, and no traceback reaches a user
            problem = label("READING_FAILED", detail=type(error).__name__)
        with self._changed:
            if reading is not None:
                self._seen = CardsSeen(self._seen.number + 1 if self._seen else 1, reading, picture)
            self._problem, self._served = problem, asked
            rest_s = REST * reading.elapsed_ms / 1000 if reading is not None else 1.0
            self._changed.wait_for(
                lambda: self._closed or self._asked != self._served, 0 if self._on_request else rest_s
            )

    def _end_of_film(self, asked: int) -> None:
        """No more frames: the last one is read where that was asked for."""
        newest = self._view.newest
        if newest is not None and asked != self._served:
            self._take(newest.picture, asked)
        with self._changed:
            self._served = asked
            self._changed.wait_for(lambda: self._closed or self._asked != self._served)
