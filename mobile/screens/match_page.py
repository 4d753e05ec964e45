"""A page about one match of the log: what it shows is read from the match's book each time it is shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mobile.match_book import MatchBook
from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.which_match import book_in_question
from mobile.widgets.page_parts import PageList, Words
from mobile.widgets.steppers import StepBar
from scorer.errors import DonError


class MatchPage(Page):
    """Rows of a match in ``list``; ``match_id``: one of the log, else that on the table or written to last.

    ``bar`` goes from hand to hand, where the page has one. The page puts both into its body.
    """

    def __init__(self, shell: Shell, match_id: str | None = None, **kwargs: Any) -> None:
        super().__init__(shell, **kwargs)
        self._match_id = match_id
        self.list = PageList()
        self.bar: StepBar | None = None

    @property
    def book(self) -> MatchBook | None:
        """The record of the match; None where none was ever begun. Raises `LogError`."""
        return book_in_question(self.companion, self._match_id)

    def rows_of(self, book: MatchBook) -> Iterator[Any]:
        """What is shown of this match."""
        raise NotImplementedError

    def entered(self) -> None:
        """The match as its record stands now, or why there is nothing to show."""
        try:
            book = self.book
            rows = list(self.rows_of(book)) if book is not None else self._instead(label("dispute_no_match"))
        except DonError as error:
            rows = self._instead(str(error), "impossible")
        self.list.put(rows)

    def _instead(self, sentence: str, tone: str = "text") -> list[Any]:
        if self.bar is not None:
            self.bar.hide()
        return [Words(text=sentence, tone=tone)]
