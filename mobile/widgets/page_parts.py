"""What pages are put together from: the head, the list that scrolls, its rows, a sheet.

Every row is a fingertip high at least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput

from mobile.widgets.basics import TableButton, Tappable
from mobile.widgets.look import load_kv

_SETTLED_S = 0.3
"""Rows have their heights by then."""


class PageHead(BoxLayout):
    """The arrow back and the title; ``on_back()``. More buttons can be added at the right."""

    __events__ = ("on_back",)
    title = StringProperty("")

    def on_back(self) -> None:
        """Default: nothing."""


class PageList(ScrollView):
    """Rows below each other that scroll when they are too many; `put` fills it anew."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._looked_at: float | None = None

    def put(self, rows: Iterable[Any]) -> None:
        """Show these rows instead of what was there, from the top."""
        self.ids.rows.clear_widgets()
        for row in rows:
            self.ids.rows.add_widget(row)
        self.scroll_y = 1

    @property
    def rows(self) -> list[Any]:
        """The rows from the top."""
        return list(reversed(self.ids.rows.children))

    def on_touch_down(self, touch: Any) -> bool:
        """Where the list was touched last is where its reader looks."""
        if self.collide_point(*touch.pos):
            self._looked_at = touch.y - self.y
        return bool(super().on_touch_down(touch))

    def place(self) -> tuple[int, float, float]:
        """The row that was touched last, else that in the middle; which part of it, and how high it lies: `restore`."""
        rows, box = self.rows, self.ids.rows
        high = self._looked_at if self._looked_at is not None else self.height / 2
        low = self.scroll_y * max(0.0, box.height - self.height) + high
        for number, row in enumerate(rows):
            if row.y - box.y <= low and row.height:
                return number, (low - row.y + box.y) / row.height, high
        return max(0, len(rows) - 1), 0.0, high

    def restore(self, place: tuple[int, float, float]) -> None:
        """Scroll to a `place`, as soon as the rows have their heights; what is new there may be larger or smaller."""
        box, (number, part, high) = self.ids.rows, place
        self._looked_at = high

        def settle(*_: object) -> None:
            hidden = box.height - self.height
            if hidden <= 0:
                self.scroll_y = 1  # it has lain in less room a moment ago
            elif number < len(self.rows):
                row = self.rows[number]
                self.scroll_y = min(1.0, max(0.0, (row.y - box.y + part * row.height - high) / hidden))
                self.update_from_scroll()  # Kivy's own comes a frame late

        box.bind(height=settle)
        Clock.schedule_once(settle, 0)
        Clock.schedule_once(lambda _: box.unbind(height=settle), _SETTLED_S)


class Heading(Label):
    """The words above a group of rows."""


class Words(Label):
    """A paragraph: as high as its text, in the size of type it is meant to have."""

    tone = StringProperty("text")


class Row(Tappable):
    """Something to choose: a title, a detail below it, a value or an arrow at the right; ``on_tap()``."""

    title = StringProperty("")
    detail = StringProperty("")
    value = StringProperty("")
    value_share = NumericProperty(0.3)
    """How much of the row's width its value may take."""
    arrow = BooleanProperty(True)
    mark = StringProperty("")
    """A sign at the left, one letter wide."""
    tone = StringProperty("text")

    def __init__(self, action: Callable[[], object] | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if action is not None:
            self.bind(on_tap=lambda *_: action())


def tick_row(title: str, chosen: bool, action: Callable[[], object], detail: str = "", arrow: bool = False) -> Row:
    """One of several of which one holds: that one is ticked."""
    mark, tone = ("✓", "accent") if chosen else ("○", "text")
    return Row(action, title=title, detail=detail, mark=mark, arrow=arrow, tone=tone)


class SwitchRow(Tappable):
    """Something that is on or off; ``change(on)`` is called when it is tapped."""

    title = StringProperty("")
    detail = StringProperty("")
    active = BooleanProperty(False)
    unit = NumericProperty(1.0)
    """The size of its switch: a pixel on the smallest phone, more on larger screens and with larger text."""

    def __init__(self, change: Callable[[bool], object] | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._change = change

    def on_tap(self) -> None:
        """Turn it over."""
        self.active = not self.active
        if self._change is not None:
            self._change(self.active)


class ChoiceButton(Tappable):
    """One of several values."""

    text = StringProperty("")
    chosen = BooleanProperty(False)


class ChoiceRow(BoxLayout):
    """One of a few values, side by side, or below each other where the words are long; ``change(index)``."""

    title = StringProperty("")
    detail = StringProperty("")
    chosen = NumericProperty(-1)
    stacked = BooleanProperty(False)
    words = ListProperty([])

    def __init__(
        self, words: Sequence[str], chosen: int = -1, change: Callable[[int], object] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(words=list(words), chosen=chosen, **kwargs)
        self._change = change
        self.buttons: list[ChoiceButton] = []
        for index, text in enumerate(words):
            button = ChoiceButton(text=text, chosen=index == chosen)
            button.bind(on_tap=partial(self._tapped, index))
            self.buttons.append(button)
            self.ids.choices.add_widget(button)

    def _tapped(self, index: int, *_: object) -> None:
        self.chosen = index
        for place, button in enumerate(self.buttons):
            button.chosen = place == index
        if self._change is not None:
            self._change(index)


class Field(TextInput):
    """A line to write in, in our type and colours."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        # Kivy may draw its text where it was before the last layout of the frame
        again = Clock.create_trigger(self._trigger_update_graphics, 0.1)
        self.bind(pos=again, size=again)


class FieldRow(BoxLayout):
    """A line to write in with its title above it; ``ids.field`` has the text."""

    title = StringProperty("")
    text = StringProperty("")
    hint = StringProperty("")


class Sheet(FloatLayout):
    """A sheet from the bottom edge with a title, rows that scroll, and buttons; opened by `Shell.open_sheet`.

    ``close`` is called by its cross and by a touch beside it. As high as its content, at most most of the page.
    """

    title = StringProperty("")

    def __init__(
        self,
        title: str,
        rows: Iterable[Any],
        close: Callable[[], object],
        buttons: Sequence[tuple[str, bool, Callable[[], object]]] = (),
        **kwargs: Any,
    ) -> None:
        """``buttons``: words, whether it is the one that is meant to be tapped, and what it does."""
        super().__init__(title=title, **kwargs)
        self._close = close
        self.ids.list.put(rows)
        self.buttons: list[TableButton] = []
        for text, strong, action in buttons:
            button = TableButton(text=text, strong=strong)
            button.bind(on_tap=partial(self._act, action))
            self.buttons.append(button)
            self.ids.buttons.add_widget(button)

    def close(self) -> None:
        """What the cross does."""
        self._close()

    def on_touch_down(self, touch: Any) -> bool:
        """A touch beside the sheet closes it; nothing goes through to what lies behind."""
        if not super().on_touch_down(touch) and touch.y > self.ids.panel.top:
            self._close()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Nothing goes through."""
        super().on_touch_move(touch)
        return True

    @staticmethod
    def _act(action: Callable[[], object], *_: object) -> None:
        action()


load_kv("mobile.widgets", "page_parts.kv")
