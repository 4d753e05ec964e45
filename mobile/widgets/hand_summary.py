"""What a hand came to: a row for each thing, a column for each side."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp, sp
from kivy.uix.floatlayout import FloatLayout

from mobile.texts import label
from mobile.theme import SIDE_MARKS
from mobile.widgets.basics import FitLabel
from mobile.widgets.look import look
from mobile.wording import short_side, summary_rows
from scorer.hand import HandRecord
from scorer.match import MatchState

_WORDS = 0.28
"""How much of the width says what the figures are."""
_LONG, _LONG_HEAD = 16, 1.9
"""Names of more letters get so many rows of height."""


class HandSummary(FloatLayout):
    """A table of figures; `show` fills it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._rows: list[list[FitLabel]] = []
        self.bind(size=self._lay_out, pos=self._lay_out)

    def show(self, state: MatchState, hand: HandRecord) -> None:
        """The figures of a hand that is over."""
        self.clear_widgets()
        self._rows = []
        head = ["", *(f"{SIDE_MARKS[index]} {short_side(state, side)}" for index, side in enumerate(state.sides))]
        rows = [head, *([words, *figures] for words, figures in summary_rows(state, hand))]
        for number, row in enumerate(rows):
            last = number == len(rows) - 1
            self._rows.append([self._cell(text, index, number, last) for index, text in enumerate(row)])
        if hand.game_count is None and state.won_at is not None and state.won_at.trick is not None:
            note = FitLabel(text=label("won_mid_hand", trick=state.won_at.trick), lines=True, size_hint=(None, None))
            note.color = look.rgba("muted")
            self._rows.append([note])
        for cell in (cell for row in self._rows for cell in row):
            self.add_widget(cell)
        self._lay_out()

    @staticmethod
    def _cell(text: str, column: int, row: int, last: bool) -> FitLabel:
        cell = FitLabel(text=text, bold=last or row == 0, size_hint=(None, None))
        if row == 0 and column:
            cell.color = look.side(column - 1)
        else:
            cell.color = look.rgba("text" if last or column else "muted")
        cell.lines = row == 0
        return cell

    def _lay_out(self, *_: object) -> None:
        if not self._rows:
            return
        head = _LONG_HEAD if any(len(cell.text) > _LONG for cell in self._rows[0]) else 1.0
        count = len(self._rows) - 1 + head
        row_height = min(self.height / count, dp(40) * look.scale)
        top = self.top - max(0.0, (self.height - row_height * count) * 0.3)
        for number, cells in enumerate(self._rows):
            high = row_height * (head if number == 0 else 1.0)
            top -= high
            shares = (_WORDS, *[(1 - _WORDS) / (len(cells) - 1)] * (len(cells) - 1)) if len(cells) > 1 else (1.0,)
            left = self.x
            for cell, share in zip(cells, shares, strict=False):
                cell.pos = (left + dp(2), top)
                cell.size = (self.width * share - dp(4), high * 0.92)
                cell.largest = sp(13 if number == 0 else 19 if number == len(self._rows) - 1 else 16) * look.scale
                left += self.width * share
