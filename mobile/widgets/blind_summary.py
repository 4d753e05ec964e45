"""What a hand came to: a row for each thing that was counted, a column for each player; two or three of them."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp, sp
from kivy.uix.floatlayout import FloatLayout

from mobile.theme import SIDE_MARKS
from mobile.widgets.basics import FitLabel
from mobile.widgets.look import load_kv, look
from mobile.wording import side_name, summary_rows
from scorer.hand import HandRecord
from scorer.match import MatchState

_FIRST = 0.28
"""How much of the width what is counted takes."""


class HandSummary(FloatLayout):
    """The table of figures; empty before the first hand is over."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rows: list[list[FitLabel]] = []
        self.bind(size=self._lay_out, pos=self._lay_out)

    def show(self, state: MatchState, hand: HandRecord | None) -> None:
        """Show the figures of a hand; none without one."""
        self.clear_widgets()
        self.rows = []
        self.opacity = 0 if hand is None else 1
        if hand is None:
            return
        names = [f"{SIDE_MARKS[index]}\u00a0{side_name(state, side)}" for index, side in enumerate(state.sides)]
        figures = [(words, *row) for words, row in summary_rows(state, hand)]
        for number, texts in enumerate([("", *names), *figures]):
            head, total = number == 0, number == len(figures)
            row = []
            for column, text in enumerate(texts):
                cell = FitLabel(text=text, bold=head or total, lines=head, size_hint=(None, None))
                strong = total or column
                cell.color = look.side(column - 1) if head and column else look.rgba("text" if strong else "muted")
                row.append(cell)
                self.add_widget(cell)
            self.rows.append(row)
        self._lay_out()

    def _lay_out(self, *_: object) -> None:
        if not self.rows:
            return
        pad = dp(10)
        height = min((self.height - 2 * pad) / len(self.rows), dp(52) * look.scale)
        top = self.top - pad - (self.height - 2 * pad - height * len(self.rows)) * 0.3
        for number, row in enumerate(self.rows):
            total = number == len(self.rows) - 1
            rest = (1 - _FIRST) / (len(row) - 1)
            left = self.x + pad
            for column, cell in enumerate(row):
                width = (self.width - 2 * pad) * (rest if column else _FIRST)
                cell.pos, cell.size = (left + dp(2), top - (number + 1) * height), (width - dp(4), height * 0.9)
                cell.largest = sp(26 if total else 16 if number == 0 else 19) * look.scale
                left += width


load_kv("mobile.widgets", "blind_summary.kv")
