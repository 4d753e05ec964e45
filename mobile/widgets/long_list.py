"""A list that may have hundreds of rows: they stand in groups, and only the groups in sight are drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from mobile.widgets.page_parts import PageList

GROUP = 20


class RowGroup(BoxLayout):
    """Rows that came together; laid out by themselves, so that later ones don't move them."""

    def __init__(self, rows: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(orientation="vertical", size_hint_y=None, spacing=dp(8), **kwargs)
        self.bind(minimum_height=self.setter("height"))
        for row in rows:
            self.add_widget(row)


class LongList(PageList):
    """A `PageList` of single rows and of groups (`add`); what is far out of sight costs nothing."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._look = Clock.create_trigger(self._draw_what_is_seen, 0)
        self.bind(scroll_y=self._draw_what_is_seen, height=self._look)
        self.ids.rows.bind(height=self._look, children=self._look)

    def add(self, rows: Iterable[Any]) -> None:
        """Add rows below those that are there."""
        made = list(rows)
        for first in range(0, len(made), GROUP):
            self.ids.rows.add_widget(RowGroup(made[first : first + GROUP]))

    @property
    def single_rows(self) -> list[Any]:
        """The rows from the top, those of the groups among them."""
        return [
            row for part in self.rows for row in (reversed(part.children) if isinstance(part, RowGroup) else [part])
        ]

    def _draw_what_is_seen(self, *_: object) -> None:
        box = self.ids.rows
        low = self.scroll_y * max(0.0, box.height - self.height)
        drawn = box.canvas.children
        for part in box.children:
            near = part.top - box.y >= low - self.height and part.y - box.y <= low + 2 * self.height
            if near and part.canvas not in drawn:
                box.canvas.add(part.canvas)
            elif not near and part.canvas in drawn:
                box.canvas.remove(part.canvas)
