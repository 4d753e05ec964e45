"""The sheet before every change of the record: score before → after, what moves, what falls, who agrees, Enter it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.widget import Widget

from mobile.change_view import ChangeView
from mobile.screens.page import Page
from mobile.texts import label, say
from mobile.widgets.look import load_kv
from mobile.widgets.page_parts import Heading, Sheet, SwitchRow, Words
from mobile.wording import side_name
from scorer.match import MatchState
from scorer.refusal import Refusal
from scorer.seats import Side

Enter = Callable[[Mapping[Side, str]], object]
"""Enters the change; given who agreed for each side. A `Refusal` is shown."""


class ScoreRow(Widget):
    """A side with its score before and after, large."""

    name = StringProperty("")
    before = NumericProperty(0)
    after = NumericProperty(0)


class ChangeSheet(Sheet):
    """What is about to be entered; see `open_change`. ``done``: the sentence that is said afterwards."""

    def __init__(
        self, page: Page, view: ChangeView, state: MatchState, enter: Enter, again: Callable[[], object]
    ) -> None:
        self._page, self._view, self._state, self._enter = page, view, state, enter
        self._agreed: dict[Side, bool] = dict.fromkeys(view.agreement, False)
        self.switches: list[SwitchRow] = []
        self.done = label("entered_undo")
        self._asked = not view.question
        super().__init__(view.title, self._rows(), page.shell.close_sheet, self._buttons(again))
        self._allow()

    def _rows(self) -> list[Any]:
        view = self._view
        rows: list[Any] = []
        for scores in view.scores:
            if scores.heading:
                rows.append(Heading(text=scores.heading))
            rows += [ScoreRow(name=line.name, before=line.before, after=line.after) for line in scores.lines]
        if not self._asked:
            rows.append(Words(text=view.question, tone="doubtful", bold=True))
        rows.append(Words(text="\n".join(view.sentences)))
        if view.dropped:
            rows.append(Heading(text=label("dropped_heading")))
            rows.append(Words(text="\n".join(f"✗ {entry}" for entry in view.dropped), tone="impossible"))
        if view.agreement and self._asked:
            rows += self._agreement_rows()
        return rows

    def _agreement_rows(self) -> list[Any]:
        rows: list[Any] = [Heading(text=label("agree_heading"))]
        self.switches = []
        for side in self._view.agreement:
            title = label("side_agrees" if len(side) > 1 else "player_agrees", side=side_name(self._state, side))
            self.switches.append(SwitchRow(partial(self._agrees, side), title=title))
        everyone = SwitchRow(self._all_agree, title=label("all_agree"))
        return [*rows, *self.switches, everyone]

    def _buttons(self, again: Callable[[], object]) -> list[tuple[str, bool, Callable[[], object]]]:
        first = label("enter_it") if self._asked else label("seats_move_yes")
        return [(label("choose_again"), False, again), (first, True, self._strong_tapped)]

    @property
    def enter_button(self) -> Any:
        """The button that enters the change, or first says yes to the question."""
        return self.buttons[-1]

    def _agrees(self, side: Side, on: bool) -> None:
        self._agreed[side] = on
        self._allow()

    def _all_agree(self, on: bool) -> None:
        for side, switch in zip(self._view.agreement, self.switches, strict=True):
            switch.active = self._agreed[side] = on
        self._allow()

    def _allow(self) -> None:
        self.enter_button.disabled = self._asked and not all(self._agreed.values())

    def _strong_tapped(self) -> None:
        if not self._asked:
            self._asked = True
            self.enter_button.text = label("enter_it")
            self.ids.list.put(self._rows())
            self._allow()
            return
        shell = self._page.shell
        answer = self._enter({side: side_name(self._state, side) for side in self._view.agreement})
        shell.close_sheet()
        if isinstance(answer, Refusal):
            shell.feedback.refused()
            shell.tell(say(answer.code, answer.params), "impossible")
        else:
            shell.feedback.confirmed()
            if shell.companion.session is not None:
                shell.companion.session.propose_again()
            shell.tell(self.done, "sure")
        shell.page.entered()


def open_change(
    page: Page, view: ChangeView, state: MatchState, enter: Enter, again: Callable[[], object] | None = None
) -> ChangeSheet:
    """Show a change; ``enter`` is called when people say yes, ``again`` (else: close) when they want another one."""
    sheet = ChangeSheet(page, view, state, enter, again or page.shell.close_sheet)
    page.shell.open_sheet(sheet)
    return sheet


load_kv("mobile.screens", "change_sheet.kv")
