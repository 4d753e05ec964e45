"""Reading pictures away from the screen: one thread, and only the newest request is answered. No Kivy."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from mobile.camera.source import Frame, FrameSource, Picture, SourceError
from mobile.texts import label
from models.errors import ModelsError
from models.reading import Reading


@dataclass(frozen=True, slots=True)
class PictureRead:
    """What came of a request: a reading with its frame, or one sentence that says why there is none."""

    reading: Reading | None
    frame: Frame | None
    problem: str = ""
    ended: bool = False
    """Whether the source has no more pictures."""


class PictureWorker:
    """Takes the next frame of a source and reads it, on a thread of its own.

    ``deliver`` is called on that thread. A request that a newer one (or `forget`) has overtaken is not delivered.
    """

    def __init__(
        self, source: FrameSource, look: Callable[[Picture], Reading], deliver: Callable[[PictureRead], None]
    ) -> None:
        self._source = source
        self._look = look
        self._deliver = deliver
        self._wanted = threading.Condition()
        self._ticket = 0
        self._served = 0
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="picture-worker", daemon=True)
        self._thread.start()

    @property
    def source(self) -> FrameSource:
        """Where the pictures come from."""
        return self._source

    def request(self) -> None:
        """Ask for the next picture."""
        with self._wanted:
            self._ticket += 1
            self._wanted.notify()

    def forget(self) -> None:
        """Whatever is being read is no longer wanted."""
        with self._wanted:
            self._ticket += 1
            self._served = self._ticket

    def close(self, timeout_s: float = 5.0) -> None:
        """Stop, and let go of the source."""
        with self._wanted:
            self._closed = True
            self._wanted.notify()
        self._thread.join(timeout_s)

    def _work(self) -> None:
        while True:
            with self._wanted:
                self._wanted.wait_for(lambda: self._closed or self._served != self._ticket)
                if self._closed:
                    break
                ticket = self._served = self._ticket
            result = self._read_one()
            with self._wanted:
                current = ticket == self._ticket and not self._closed
            if current:
                self._deliver(result)
        self._source.close()

    def _read_one(self) -> PictureRead:
        """Whatever goes wrong with one picture becomes one sentence; the next one can be tried."""
        try:
            frame = self._source.read()
            if frame is None:
                return PictureRead(None, None, label("SOURCE_ENDED", source=self._source.name), ended=True)
            return PictureRead(self._look(frame.picture), frame)
        except (SourceError, ModelsError) as error:
            return PictureRead(None, None, str(error))
        except Exception as error:  # the thread must live on, and no traceback reaches a user
            return PictureRead(None, None, label("READING_FAILED", detail=type(error).__name__))
