"""Of matches that look like one scored on two phones a person says whether they are, pair by pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mobile.log_care import sentence_of
from mobile.texts import label
from mobile.widgets.page_parts import Sheet, Words
from scorer.errors import DonError
from scorer.log_twins import ProbableTwins, mark_twins, said_one, say_apart, twins_sentence

if TYPE_CHECKING:
    from mobile.screens.page import Page


class TwinsSheets:
    """A sheet for each pair; ``done`` is called after the last one, or where it is left open."""

    def __init__(self, page: Page, pairs: Sequence[ProbableTwins], done: Callable[[], object]) -> None:
        self._page = page
        self._pairs = list(pairs)
        self._done = done

    def ask(self) -> None:
        """Ask of the next pair."""
        log = self._page.companion.log
        while self._pairs and said_one(log, self._pairs[0]):
            self._pairs.pop(0)
        if not self._pairs:
            self._done()
            return
        rows = [Words(text=twins_sentence(self._pairs[0]))]
        buttons = ((label("twins_one"), False, self._one), (label("twins_two"), False, self._two))
        self._page.shell.open_sheet(Sheet(label("twins_title"), rows, self._done, buttons))

    def _one(self) -> None:
        pair, companion = self._pairs.pop(0), self._page.companion
        self._say(lambda: mark_twins(companion.log, pair.match, pair.same_as, companion.clock(), ""), "twins_said")

    def _two(self) -> None:
        pair, companion = self._pairs.pop(0), self._page.companion
        self._say(lambda: say_apart(companion.log, pair.match, pair.same_as, companion.clock(), ""), "twins_apart")

    def _say(self, write: Callable[[], object], code: str) -> None:
        try:
            write()
        except DonError as error:
            self._page.shell.tell(sentence_of(error), "impossible")
        else:
            self._page.shell.tell(label(code))
        self.ask()
