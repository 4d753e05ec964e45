"""A page whose work takes long: on a thread, below a sheet that shows how far it is and can stop it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from mobile.background import Report, Work
from mobile.log_care import sentence_of
from mobile.screens.page import Page
from mobile.texts import label
from mobile.widgets.page_parts import Sheet
from mobile.widgets.waiting import WaitingRow
from scorer.errors import DonError

T = TypeVar("T")


class WorkingPage(Page):
    """Does one work at a time, by `do_behind`; nothing comes of it once it is stopped or the page is left."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._work: Work[Any] | None = None

    @property
    def working(self) -> bool:
        """Whether somebody waits for work."""
        return self._work is not None

    def do_behind(
        self,
        title: str,
        work: Callable[[Report], T],
        done: Callable[[T], object],
        failed: Callable[[DonError], object] | None = None,
    ) -> None:
        """Do the work below a sheet with a bar; the cross and the back key stop it."""
        waiting = WaitingRow(title)
        buttons = ((label("doing_stop"), False, self._stop_and_tell),)
        sheet = Sheet(title, [waiting], self._stop_and_tell, buttons)
        sheet.closed = self.stop_work
        self.shell.open_sheet(sheet)
        self._work = Work(
            work,
            self.shell.later,
            partial(self._over, done),
            partial(self._over, failed or self.failed),
            waiting.progress,
        )

    def stop_work(self) -> None:
        """Nobody waits for it any longer."""
        if self._work is not None:
            self._work.stop()
            self._work = None

    def left(self) -> None:
        """What is not done yet is not done."""
        self.stop_work()

    def failed(self, error: DonError) -> None:
        """Say why it could not be done."""
        self.shell.tell(sentence_of(error), "impossible")

    def _over(self, then: Callable[[Any], object], came: object) -> None:
        self._work = None
        self.shell.close_sheet()
        then(came)

    def _stop_and_tell(self) -> None:
        self.shell.close_sheet()
        self.shell.tell(label("doing_stopped"))
