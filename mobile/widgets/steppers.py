"""Two bars with buttons at their ends: one step back or on through a few things, and a number up and down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.metrics import sp
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from mobile.widgets.basics import FitLabel, TableButton
from mobile.widgets.look import load_kv, look

STEPS = (-10, -1, 1, 10)


class StepBar(BoxLayout):
    """A word between two arrows; ``step(-1)`` or ``step(1)`` is called when an arrow is tapped."""

    text = StringProperty("")

    def __init__(self, step: Callable[[int], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids.earlier.bind(on_tap=lambda *_: step(-1))
        self.ids.later.bind(on_tap=lambda *_: step(1))

    def show(self, text: str, earlier: bool, later: bool) -> None:
        """Show where we are, and whether there is something before and after."""
        self.opacity, self.disabled = 1, False
        self.text = text
        self.ids.earlier.disabled, self.ids.later.disabled = not earlier, not later

    def hide(self) -> None:
        """There is nowhere to be: leave its place empty until `show`."""
        self.opacity, self.disabled = 0, True


class NumberBar(BoxLayout):
    """A number with buttons for ``steps`` less and more; ``change(value)`` is called with each new one.

    ``title``: what it is of, before it.
    """

    value = NumericProperty(0)
    signed = StringProperty("")
    """A format of the number, ``+d`` for one that may be below 0."""

    def __init__(
        self,
        change: Callable[[int], object],
        value: int = 0,
        least: int = 0,
        most: int = 999,
        signed: str = "d",
        steps: Sequence[int] = STEPS,
        title: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(value=value, signed=signed, **kwargs)
        self._change, self._least, self._most = change, least, most
        self.steps: dict[int, TableButton] = {}
        for step in steps:
            button = TableButton(text=f"{step:+d}")
            button.bind(on_tap=partial(self._stepped, step))
            self.steps[step] = button
        number, buttons, half = self.ids.number.__self__, list(self.steps.values()), len(steps) // 2
        name = (
            [FitLabel(text=title, bold=True, largest=sp(22) * look.scale, color=look.rgba("accent"))] if title else []
        )
        self.clear_widgets()
        for widget in (*name, *buttons[:half], number, *buttons[half:]):
            self.add_widget(widget)

    def _stepped(self, step: int, *_: object) -> None:
        self.value = min(self._most, max(self._least, int(self.value) + step))
        self._change(int(self.value))


load_kv("mobile.widgets", "steppers.kv")
