"""The small widgets that all screens share: text that fits, and buttons that count each touch once."""

import re
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from mobile.widgets.look import load_kv


class FitLabel(Label):
    """Text that becomes smaller until all of it fits its box: nothing is ever cut off."""

    largest = NumericProperty(20.0)
    """The size of type it would like, in pixels."""
    lines = BooleanProperty(False)
    """Whether the text may take several lines."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("text", "size", "largest", "lines", "bold"):
            self.fbind(name, self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        width, height = max(1.0, self.width), max(1.0, self.height)
        self.text_size = (width, height) if self.lines else (None, None)
        size = max(4.0, min(self.largest, height * (1.0 if self.lines else 0.92)))
        while size > 4.0:
            needed_width, needed_height = self._needed(size, width)
            if needed_width <= width + 0.5 and needed_height <= height + 0.5:
                break
            size *= 0.94
        self.font_size = size

    def _needed(self, size: float, width: float) -> tuple[float, float]:
        box = (width, None) if self.lines else (None, None)
        probe = CoreLabel(
            text=self.text or " ", font_size=size, font_name=self.font_name, bold=self.bold, text_size=box
        )
        probe.refresh()
        longest = (
            max((probe.get_extents(word)[0] for word in re.split(r"[ \n]+", self.text)), default=0) if self.lines else 0
        )
        return max(float(longest), float(probe.texture.width)), float(probe.texture.height)


class Tappable(ButtonBehavior, Widget):
    """Something to tap: it fires ``on_tap`` once for each touch (kivy#6229), and never while it is disabled."""

    __events__ = ("on_tap",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._last_tap: object = None

    def on_release(self) -> None:
        """Kivy may release one touch twice; only the first counts."""
        tap = getattr(self.last_touch, "uid", None)
        if self.disabled or tap is None or tap == self._last_tap:
            return
        self._last_tap = tap
        self.dispatch("on_tap")

    def on_tap(self) -> None:
        """Default: nothing."""


class TableButton(Tappable):
    """A wide button with a word; a strong one is what is to be done next."""

    text = StringProperty("")
    strong = BooleanProperty(False)


class IconButton(Tappable):
    """A button with a sign above its word."""

    icon = StringProperty("")
    text = StringProperty("")


load_kv("mobile.widgets", "basics.kv")
