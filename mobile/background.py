"""Work that may take long, on a thread of its own: told how far it is, stopped when nobody waits for it."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from mobile.players import SessionError
from scorer.errors import DonError

T = TypeVar("T")
Later = Callable[..., object]
"""Has a function called with what follows it on the screen's thread."""
Report = Callable[[int, int], None]
"""Is told by the work how much is done, of how much; it ends the work where that was stopped."""

_GIVES_WAY = 5
"""The niceness of a thread beside which the screen still has three quarters of a core."""
_running: set[_Running] = set()


class _Running(Protocol):
    def join(self) -> None: ...


class StoppedError(Exception):
    """The work was stopped; what it had begun to write is taken back."""


class Work(Generic[T]):
    """Does ``do(report)`` on a thread, and gives what comes of it to ``done`` by ``later``.

    An error comes to ``failed`` as one with a sentence. After `stop` neither is called. ``progress`` gets what is
    reported, also by ``later``.
    """

    def __init__(
        self,
        do: Callable[[Report], T],
        later: Later,
        done: Callable[[T], object],
        failed: Callable[[DonError], object],
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        self._do = do
        self._later = later
        self._done = done
        self._failed = failed
        self._progress = progress
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        _running.add(self)
        self._thread.start()

    @property
    def over(self) -> bool:
        """Whether nothing more comes of it."""
        return not self._thread.is_alive() or self._stopped.is_set()

    def stop(self) -> None:
        """Nobody waits for it any longer; it ends at its next report."""
        self._stopped.set()

    def join(self) -> None:
        """Stop it, and wait until it has let go of everything; it goes on where it is itself that calls this."""
        if self._thread is not threading.current_thread():
            self.stop()
            self._thread.join()

    def _run(self) -> None:
        try:
            made = self._do(self._report)
        except StoppedError:
            pass
        except DonError as error:
            self._later(self._give, self._failed, error)
        except OSError as error:
            self._later(self._give, self._failed, SessionError("WORK_FAILED", detail=error.strerror or error))
        except Exception as error:  # a fault of the program, too, is one sentence
            self._later(self._give, self._failed, SessionError("WORK_FAILED", detail=error))
        else:
            self._later(self._give, self._done, made)
        finally:
            _running.discard(self)

    def _report(self, made: int, of: int) -> None:
        if self._stopped.is_set():
            raise StoppedError
        if self._progress is not None:
            self._later(self._give, self._progress, made, of)

    def _give(self, to: Callable[..., object], *given: object) -> None:
        if not self._stopped.is_set():
            to(*given)


def finish_all() -> None:
    """Stop all other work and wait for it: before the log is closed."""
    for work in list(_running):
        work.join()


def give_way() -> None:
    """The thread that calls leaves the processor to the screen's where both want it, under Linux and Android."""
    if sys.platform == "linux":
        with suppress(OSError):  # what isn't allowed need not be
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _GIVES_WAY)
