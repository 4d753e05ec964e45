"""The sheets that say which matches are wanted: by player, game, place, days, over or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from mobile.background import Work
from mobile.log_care import sentence_of
from mobile.past_matches import (
    PERIODS,
    Known,
    check_days,
    day_written,
    days_words,
    known_of,
    period,
)
from mobile.players import SessionError
from mobile.texts import label
from mobile.widgets.page_parts import ChoiceRow, FieldRow, Row, Sheet, Words, tick_row
from mobile.widgets.waiting import WaitingRow
from scorer.errors import DonError
from scorer.history import Filters
from scorer.names import shown_name

if TYPE_CHECKING:
    from mobile.screens.page import Page

_OVER = (None, True, False)


def open_filters(page: Page, changed: Callable[[], object]) -> FilterSheets:
    """Ask which matches are wanted; ``changed`` is called when that was said, and the sheet is closed."""
    sheets = FilterSheets(page, changed)
    sheets.open()
    return sheets


class FilterSheets:
    """The sheet with all filters, and one for each of them. What is chosen holds at once."""

    def __init__(self, page: Page, changed: Callable[[], object]) -> None:
        self._page = page
        self._changed = changed
        self._known: Known | None = None
        self.sheet: Sheet | None = None

    def open(self) -> None:
        """Show the sheet; the names of the log are read first, on a thread where that takes long."""
        log = self._page.companion.log
        waiting = WaitingRow(label("history_waiting"))
        sheet = self._show(label("filter_title"), [waiting])
        work = Work(partial(known_of, log), self._page.shell.later, self._read, self._failed, waiting.progress)
        sheet.closed = work.stop

    def _failed(self, error: DonError) -> None:
        self._show(label("filter_title"), [Words(text=sentence_of(error), tone="impossible")])

    def _read(self, known: Known) -> None:
        self._known = known
        self._page.companion.past.titles = dict(known.variants)
        self._main()

    @property
    def _filters(self) -> Filters:
        return self._page.companion.past.filters

    def _want(self, **changes: Any) -> None:
        self._page.companion.past.want(replace(self._filters, **changes))

    def _show(self, title: str, rows: list[Any], buttons: Any = ()) -> Sheet:
        self.sheet = Sheet(title, rows, self._close, buttons)
        self._page.shell.open_sheet(self.sheet)
        return self.sheet

    def _close(self) -> None:
        self._page.shell.close_sheet()
        self._changed()

    def _main(self, *_: object) -> None:
        wanted, known = self._filters, self._known
        assert known is not None, "the names are read first"
        variants = dict(known.variants)
        player = ", ".join(map(shown_name, wanted.players)) or label("filter_anyone")
        title = variants.get(wanted.variant or "", wanted.variant or "") or label("filter_any")
        place = shown_name(wanted.place or "") or label("filter_any")
        over = [label("filter_all"), label("only_finished"), label("only_unfinished")]
        rows = [
            Row(self._players, title=label("filter_player"), value=player),
            Row(self._variants, title=label("filter_variant"), value=title),
            Row(self._places, title=label("filter_place"), value=place),
            Row(self._days, title=label("filter_days"), value=days_words(wanted) or label("any_day")),
            ChoiceRow(over, _OVER.index(wanted.finished), self._over, title=label("filter_over")),
        ]
        buttons = ((label("filter_clear"), False, self._clear), (label("filter_show"), True, self._close))
        self._show(label("filter_title"), rows, buttons)

    def _over(self, index: int) -> None:
        self._want(finished=_OVER[index])

    def _clear(self) -> None:
        self._page.companion.past.want(Filters())
        self._close()

    def _players(self) -> None:
        assert self._known is not None, "the names are read first"
        names = [(shown_name(name), {"players": (name,)}) for name in self._known.players]
        self._choose(label("filter_player"), [(label("filter_anyone"), {"players": ()}), *names])

    def _variants(self) -> None:
        assert self._known is not None, "the names are read first"
        titles = [(title, {"variant": key}) for key, title in self._known.variants]
        self._choose(label("filter_variant"), [(label("filter_any"), {"variant": None}), *titles])

    def _places(self) -> None:
        assert self._known is not None, "the names are read first"
        places = [(shown_name(place), {"place": place}) for place in self._known.places]
        self._choose(label("filter_place"), [(label("filter_any"), {"place": None}), *places])

    def _choose(self, title: str, choices: list[tuple[str, Any]]) -> None:
        rows = []
        for text, changes in choices:
            chosen = all(getattr(self._filters, name) == value for name, value in changes.items())
            rows.append(tick_row(text, chosen, partial(self._chosen, changes)))
        self._show(title, rows)

    def _chosen(self, changes: dict[str, Any]) -> None:
        self._want(**changes)
        self._main()

    # Days

    def _days(self) -> None:
        today = self._page.companion.clock().astimezone().date()
        now = (self._filters.since, self._filters.until)
        rows: list[Any] = []
        for code in PERIODS:
            bounds = period(code, today)
            rows.append(tick_row(label(code), bounds == now, partial(self._between, *bounds)))
        since = FieldRow(title=label("filter_from"), text=_written(now[0]), hint=label("filter_day_hint"))
        until = FieldRow(title=label("filter_to"), text=_written(now[1]), hint=label("filter_day_hint"))
        self._fault = Words(text="", tone="impossible")
        rows += [since, until, self._fault]
        buttons = ((label("back"), False, self._main), (label("filter_show"), True, partial(self._typed, since, until)))
        self._show(label("filter_days"), rows, buttons)

    def _typed(self, since: FieldRow, until: FieldRow) -> None:
        try:
            first = day_written(since.ids.field.text)
            last = day_written(until.ids.field.text, last=True)
            check_days(first, last)
        except SessionError as error:
            self._fault.text = str(error)
            return
        self._between(first, last)

    def _between(self, since: date | None, until: date | None) -> None:
        self._want(since=since, until=until)
        self._main()


def _written(day: date | None) -> str:
    return day.isoformat() if day is not None else ""
