"""The matches of the log, the newest first: in pieces, filtered, with a way to each, to figures and files."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp, sp
from kivy.uix.boxlayout import BoxLayout

from mobile.past_matches import MatchRow, broken_rows, filter_words, listed_matches, rows_of
from mobile.screens.history_filters import open_filters
from mobile.screens.reading_page import ReadingPage
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.widgets.basics import IconButton
from mobile.widgets.long_list import LongList
from mobile.widgets.look import look
from mobile.widgets.page_parts import Heading, Row, Words
from mobile.widgets.waiting import WaitingRow
from scorer.errors import DonError
from scorer.history import Filters, Found

_NEAR_END_DP = 200.0
"""So near to the end of the list the next matches are read."""


class HistoryPage(ReadingPage):
    """The list. What is filtered and how much is shown stays with the companion."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, title=label("history"), **kwargs)
        self.buttons = _Buttons(
            [
                ("≡", "history_filter", lambda: open_filters(self, self._filtered)),
                ("▂▅▇", "figures", lambda: self.shell.go("statistics")),
                ("⇅", "history_files", lambda: self.shell.go("data")),
            ]
        )
        self.list = LongList()
        self.ids.body.add_widget(self.buttons)
        self.ids.body.add_widget(self.list)
        self.list.bind(scroll_y=self._scrolled)
        self.found: Found | None = None
        self._shown: list[MatchRow] = []
        self._foot: list[Any] = []
        self._wanted: Filters | None = None
        self._waiting: WaitingRow | None = None

    def more(self) -> None:
        """Show the next matches too."""
        self.companion.past.more()
        self.load()

    def _filtered(self) -> None:
        self.found = None
        self.load()

    def load(self) -> None:
        """Read the matches that are wanted now; the place in the list is kept."""
        log, view = self.companion.log, self.companion.past
        self.read_behind(lambda report: listed_matches(log, view, report), self._show)

    def progress(self, made: int, of: int) -> None:
        """Summaries are being made: the first time after an import, or with a new version."""
        if self._waiting is None:
            self._waiting = WaitingRow(label("history_waiting"))
            if self.found is None:
                self._put([])
            self.list.ids.rows.add_widget(self._waiting, index=len(self.list.ids.rows.children))
        self._waiting.progress(made, of)

    def failed(self, error: DonError) -> None:
        """Say why there is no list."""
        self._waiting = None
        self._shown, self._foot = [], []
        super().failed(error)

    def _show(self, found: Found) -> None:
        if self._waiting is not None:
            self.list.ids.rows.remove_widget(self._waiting)
            self._waiting = None
        known, self.found = self.found, found
        rows, before, filters = rows_of(found), len(self._shown), self.companion.past.filters
        same = known is not None and known.broken == found.broken and filters == self._wanted
        if before and same and rows[:before] == self._shown:
            here = self.list.place()
            self._add(rows[before:])
            if len(rows) > before:
                self.list.restore(here)
        else:
            place = self.list.place() if filters == self._wanted else None
            self._put(self._head(found))
            self._add(rows)
            if place is not None:
                self.list.restore(place)
        self._shown, self._wanted = rows, filters

    def _put(self, rows: list[Any]) -> None:
        self._shown, self._foot = [], []
        self.list.put(rows)

    def _head(self, found: Found) -> list[Any]:
        """What is filtered; what to do where there is nothing."""
        words = filter_words(self.companion.past)
        rows: list[Any] = []
        if words:
            rows.append(Row(self._show_all, title=words, value=label("filter_clear"), mark="≡"))
        if found.broken:
            rows += [Heading(text=label("history_broken")), *map(self._row, broken_rows(found))]
            rows.append(Heading(text=label("history_others")))
        elif not found.count:
            rows.append(Words(text=label("history_none" if words else "history_empty"), tone="muted"))
            if not words:
                rows.append(Row(lambda: self.shell.go("new_match"), title=label("new_title"), mark="+"))
                rows.append(Row(lambda: self.shell.go("data"), title=label("data_import"), mark="⇅"))
        return rows

    def _show_all(self) -> None:
        self.companion.past.want(Filters())
        self._filtered()

    def _add(self, rows: list[MatchRow]) -> None:
        """Add the rows of matches, then what stands below them."""
        for widget in self._foot:
            self.list.ids.rows.remove_widget(widget)
        if rows:
            self.list.add(map(self._row, rows))
        self._foot = self._feet()
        for widget in self._foot:
            self.list.ids.rows.add_widget(widget)

    def _row(self, row: MatchRow) -> Row:
        return Row(
            partial(self.shell.go, "past_match", match_id=row.match_id),
            title=row.title,
            detail=row.detail,
            value=row.value,
            value_share=0.2,
            mark=row.mark,
            tone="impossible" if row.broken else "text",
        )

    def _feet(self) -> list[Any]:
        found = self.found
        assert found is not None, "the list was read"
        feet: list[Any] = []
        if len(found.entries) < found.count:
            value = label("history_shown", shown=len(found.entries), count=found.count)
            feet.append(Row(self.more, title=label("history_more"), value=value, mark="↓"))
        if found.told_twice:
            feet.append(Words(text=label("history_twice", count=found.told_twice), tone="muted"))
        return feet

    def _scrolled(self, *_: object) -> None:
        """Near the end the next matches come by themselves."""
        below = self.list.scroll_y * (self.list.ids.rows.height - self.list.height)
        found = self.found
        if found is None or self.loading or len(found.entries) >= found.count or below > dp(_NEAR_END_DP):
            return
        if self.list.ids.rows.height > self.list.height:
            Clock.schedule_once(lambda _: None if self.loading else self.more(), 0)


class _Buttons(BoxLayout):
    """Buttons side by side, each with a sign above its word."""

    def __init__(self, buttons: list[tuple[str, str, Any]], **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, padding=(dp(10), dp(2)), spacing=dp(8), **kwargs)
        self.by_code: dict[str, IconButton] = {}
        for icon, code, action in buttons:
            button = IconButton(icon=icon, text=label(code))
            button.bind(on_tap=partial(self._act, action))
            self.by_code[code] = button
            self.add_widget(button)
        look.bind(scale=self._measure)
        self._measure()

    def _measure(self, *_: object) -> None:
        self.height = max(dp(56), sp(50) * min(look.scale, 1.8))

    @staticmethod
    def _act(action: Any, *_: object) -> None:
        action()
