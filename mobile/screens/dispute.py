"""The page for quarrels: the muck again, a revoke, the last trick; with or without a running match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Any

from mobile.change_view import entry_words, view_of_change
from mobile.disputes import last_trick_place, muck_problem
from mobile.match_book import MatchBook, Step
from mobile.screens.change_sheet import open_change
from mobile.screens.match_page import MatchPage
from mobile.screens.shell import Shell
from mobile.screens.why_sheet import open_why
from mobile.texts import label
from mobile.which_match import match_words
from mobile.why import WhyTrick
from mobile.widgets.page_parts import Heading, Row
from mobile.wording import says_muck
from scorer.events import GameStart
from scorer.refusal import Refusal


class DisputePage(MatchPage):
    """Three large choices about a match."""

    def __init__(self, shell: Shell, match_id: str | None = None, **kwargs: Any) -> None:
        super().__init__(shell, match_id, title=label("dispute"), **kwargs)
        self.ids.body.add_widget(self.list)

    def rows_of(self, book: MatchBook) -> Iterator[Any]:
        """What can be settled about the match as it stands."""
        state = book.state
        yield Heading(text=match_words(state))
        yield self._muck_row(book)
        yield self._go("revoke", book, "↯", label("revoke_page"), label("dispute_revoke_detail"))
        yield self._last_row(book)
        yield self._go("tricks", book, "≡", label("all_tricks"), label("dispute_tricks_detail"))
        irregular = self._go("irregular", book, "!", label("dispute_irregular"), label("dispute_irregular_detail"))
        yield irregular
        yield from self._step_rows(book)

    def _step_rows(self, book: MatchBook) -> Iterator[Row]:
        """The last entry taken back, and the one taken back last brought back: before → after first."""
        steps = (
            ("↶", label("dispute_undo"), book.next_undo(), book.undo),
            ("↷", label("dispute_redo"), book.next_redo(), book.redo),
        )
        for mark, title, step, take in steps:
            if isinstance(step, Refusal) or any(isinstance(event, GameStart) for event in step.events):
                continue
            detail = entry_words(book.state, step.events[-1])
            action = partial(self._show_step, book, title, step, take)
            yield Row(action, title=title, detail=detail, mark=mark)

    def _show_step(self, book: MatchBook, title: str, step: Step, take: Callable[[datetime], object]) -> None:
        def enter(_agreed: object) -> object:
            return take(self.companion.clock())

        sheet = open_change(self, view_of_change(title, step.change, step.agreement), book.state, enter)
        sheet.done = label("step_done")

    def _go(self, page: str, book: MatchBook, mark: str, title: str, detail: str) -> Row:
        action = partial(self.shell.go, page, match_id=book.match_id)
        return Row(action, title=title, detail=detail, mark=mark)

    def _muck_row(self, book: MatchBook) -> Row:
        title = label("muck_page" if says_muck(book.state.variant) else "count_page")
        row = self._go("muck", book, "Σ", title, label("dispute_muck_detail"))
        problem = muck_problem(book.state)
        if problem:
            row.disabled, row.detail = True, problem
        return row

    def _last_row(self, book: MatchBook) -> Row:
        place = last_trick_place(book.state)
        action = partial(open_why, self, WhyTrick(*place), book) if place is not None else None
        row = Row(action, title=label("dispute_last"), detail=label("dispute_last_detail"), mark="★")
        if place is None:
            row.disabled, row.detail = True, label("dispute_no_last")
        return row
