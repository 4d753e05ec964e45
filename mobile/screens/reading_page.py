"""A page that shows what a thread reads of the log, which may take long: a bar meanwhile, a sentence if it fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from mobile.background import Report, Work
from mobile.log_care import sentence_of
from mobile.screens.page import Page
from mobile.texts import label
from mobile.widgets.page_parts import PageList, Row, Words
from scorer.errors import DonError

T = TypeVar("T")


class ReadingPage(Page):
    """Reads each time it is shown, by `load`; nobody waits for it once the page is left."""

    list: PageList
    """Where what was read is shown."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._work: Work[Any] | None = None

    @property
    def loading(self) -> bool:
        """Whether the log is still being read."""
        return self._work is not None and not self._work.over

    def load(self) -> None:
        """Begin to read, by `read_behind`."""
        raise NotImplementedError

    def progress(self, made: int, of: int) -> None:
        """So much is read."""
        raise NotImplementedError

    def read_behind(self, read: Callable[[Report], T], show: Callable[[T], object]) -> None:
        """Have it read on a thread and then shown, instead of what was being read before."""
        self.left()
        self._work = Work(read, self.shell.later, show, self.failed, self.progress)

    def failed(self, error: DonError) -> None:
        """Say why it can't be read; it can be tried again."""
        self.list.put([Words(text=sentence_of(error), tone="impossible"), Row(self.load, title=label("rescue_again"))])

    def entered(self) -> None:
        """Read what has changed meanwhile."""
        self.load()

    def left(self) -> None:
        """Nobody waits for it any longer."""
        if self._work is not None:
            self._work.stop()
