"""Figures over the matches that are wanted: bars for players, pairs and games; one player's sheet and course."""

from __future__ import annotations

from functools import partial
from typing import Any

from mobile.figures import FIGURES, Figured, bars, figured, line_words, name_of, sheet_rows
from mobile.past_matches import filter_words
from mobile.screens.history_filters import open_filters
from mobile.screens.reading_page import ReadingPage
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.widgets.page_parts import Heading, PageList, Row, Sheet, Words, tick_row
from mobile.widgets.plot import BarsPlot, CoursePlot
from mobile.widgets.waiting import WaitingRow
from scorer.names import shown_name
from scorer.statistics import Line

Kinds = tuple[tuple[str, str], ...]

_OF_ALL: Kinds = (("player", "by_player"), ("partner", "by_partner"), ("variant", "by_variant"), ("place", "by_place"))
_OF_ONE: Kinds = (
    ("partner", "with_partner"),
    ("opponent", "by_opponent"),
    ("variant", "by_variant"),
    ("place", "by_place"),
)


class StatisticsPage(ReadingPage):
    """The figures; whose and by what stays with the companion."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, title=label("figures"), **kwargs)
        self.list = PageList()
        self.ids.body.add_widget(self.list)
        self.figured: Figured | None = None
        self.plot: BarsPlot | None = None
        self.course: CoursePlot | None = None
        self._waiting = WaitingRow(label("figures_waiting"))

    def back(self) -> bool:
        """From one player back to everybody, where that was chosen here."""
        if not self.companion.past.player or self._from_match:
            return False
        self._choose_player("")
        return True

    @property
    def _from_match(self) -> bool:
        """Whether the page was opened for one player of a match."""
        return len(self.shell.pages) > 1 and self.shell.pages[-2][0] == "past_match"

    def load(self) -> None:
        """Add up the matches that are wanted now."""
        log, view = self.companion.log, self.companion.past
        if view.player and view.by == "player":
            view.by = "partner"
        elif not view.player and view.by == "opponent":
            view.by = "player"
        self.read_behind(lambda report: figured(log, view, report), self._show)

    def progress(self, made: int, of: int) -> None:
        """So many matches are added up."""
        if self._waiting.parent is None:
            self.list.put([self._waiting])
        self._waiting.progress(made, of)

    def _show(self, found: Figured) -> None:
        self.figured = found
        self.plot = self.course = None
        view = self.companion.past
        rows: list[Any] = [self._whose()]
        words = filter_words(view)
        rows.append(
            Row(
                partial(open_filters, self, self.load),
                title=words or label("history_filter"),
                detail=label("figures_matches", count=found.matches),
                mark="≡",
            )
        )
        if view.player and found.sheet is not None:
            rows += self._player(found)
        rows += self._by_names(found)
        if found.broken:
            rows.append(Words(text=label("figures_broken", count=found.broken), tone="muted"))
        self.list.put(rows)

    def _whose(self) -> Row:
        player = self.companion.past.player
        if player:
            everybody = partial(self._choose_player, "")
            return Row(everybody, title=shown_name(player), detail=label("figures_to_all"), mark="%")
        return Row(self._ask_player, title=label("figures_all"), detail=label("figures_to_one"), mark="%")

    def _player(self, found: Figured) -> list[Any]:
        assert found.sheet is not None, "one player's"
        if not found.sheet.matches:
            return [Words(text=label("figures_none"), tone="muted")]
        rows: list[Any] = [
            Row(title=title, detail=detail, value=value, arrow=False)
            for title, value, detail in sheet_rows(found.sheet)
        ]
        if found.course:
            self.course = CoursePlot(found.course)
            rows += [Heading(text=label("course_title")), self.course]
        return rows

    def _by_names(self, found: Figured) -> list[Any]:
        """What is drawn, the bars, and the same as a table."""
        view = self.companion.past
        kinds = _OF_ONE if view.player else _OF_ALL
        together = not view.player and view.by in ("variant", "place")
        shown = [name for name, figure in FIGURES.items() if not (together and figure.of_players)]
        if view.figure not in shown:
            view.figure = shown[0]
        rows: list[Any] = [
            Row(partial(self._ask_by, kinds), title=label("by_title"), value=label(dict(kinds)[view.by])),
            Row(partial(self._ask_figure, shown), title=label("figure_title"), value=label(FIGURES[view.figure].code)),
        ]
        made = bars(found.lines, view.figure)
        if not made:
            return [*rows, Words(text=label("figures_none" if not found.lines else "unnamed"), tone="muted")]
        self.plot = BarsPlot(made)
        rows += [Heading(text=label(FIGURES[view.figure].code)), self.plot, Heading(text=label("table_title"))]
        return rows + [self._line(line, together) for line in found.lines]

    def _line(self, line: Line, together: bool) -> Row:
        view = self.companion.past
        figure = FIGURES[view.figure]
        detail = figure.detail(line.figures) if together else line_words(line.figures)
        of_player = view.by in ("player", "opponent")
        action = partial(self._choose_player, line.name) if of_player else None
        return Row(action, title=name_of(line), detail=detail, value=figure.text(line.figures), arrow=of_player)

    # Choosing

    def _ask_by(self, kinds: Kinds) -> None:
        now = self.companion.past.by
        rows = [tick_row(label(code), by == now, partial(self._by, by)) for by, code in kinds]
        self.shell.open_sheet(Sheet(label("by_title"), rows, self.shell.close_sheet))

    def _by(self, by: str) -> None:
        self.companion.past.by = by
        self.shell.close_sheet()
        self.load()

    def _ask_figure(self, shown: list[str]) -> None:
        now = self.companion.past.figure
        choose = self._choose_figure
        rows = [tick_row(label(FIGURES[name].code), name == now, partial(choose, name)) for name in shown]
        self.shell.open_sheet(Sheet(label("figure_title"), rows, self.shell.close_sheet))

    def _choose_figure(self, name: str) -> None:
        self.companion.past.figure = name
        self.shell.close_sheet()
        if self.figured is not None:
            self._show(self.figured)

    def _ask_player(self) -> None:
        if self.figured is None:
            return
        lines = [line for line in self.figured.lines if self.companion.past.by == "player"]
        if not lines:
            self.companion.past.by = "player"
            self.load()
            return
        rows = [Row(partial(self._choose_player, line.name), title=name_of(line)) for line in lines]
        self.shell.open_sheet(Sheet(label("filter_player"), rows, self.shell.close_sheet))

    def _choose_player(self, name: str) -> None:
        view = self.companion.past
        view.player, view.by = name, "partner" if name else "player"
        self.shell.close_sheet()
        self.load()
