"""The small widgets that all screens share: text that fits, and buttons that count each touch once."""

import re
from functools import lru_cache
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from mobile.theme import DOUBLE_TAP_DP, DOUBLE_TAP_S
from mobile.widgets.look import FONT_NAME, load_kv

_SMALLEST = 4.0
_TRIES = 40
_STEP = 0.94
"""Text in several lines is made smaller in such steps until it fits."""


class FitLabel(Label):
    """Text that becomes smaller until all of it fits its box: nothing is ever cut off."""

    largest = NumericProperty(20.0)
    """The size of type it would like, in pixels."""
    lines = BooleanProperty(False)
    """Whether the text may take several lines."""

    def __init__(self, **kwargs: Any) -> None:
        # once for all that changes before a frame: most boxes get their size in several steps
        self._refit = Clock.create_trigger(self._fit, -1)
        super().__init__(**kwargs)
        for name in ("text", "size", "largest", "lines", "bold"):
            self.fbind(name, self._refit)
        self._refit()

    def texture_update(self, *_: object) -> None:
        """Draw the text, in the size that fits."""
        if self._refit.is_triggered:
            self._refit.cancel()
            self._fit()
            self._trigger_texture.cancel()
        super().texture_update()

    def _fit(self, *_: object) -> None:
        width, height = max(1.0, self.width), max(1.0, self.height)
        # no height: Kivy leaves out whole lines where it thinks them too high, even when they fit
        self.text_size = (width, None) if self.lines else (None, None)
        size = max(_SMALLEST, min(self.largest, height * (1.0 if self.lines else 0.92)))
        if self.lines:
            size = _broken_size(self.text, size, self.bold, width, height)
        else:
            size = _line_size(self.text, size, self.bold, width, height)
        self.font_size = round(size, 1)


def _line_size(text: str, size: float, bold: bool, width: float, height: float) -> float:
    """The size of type in which a single line fits a box, at most ``size``: it shrinks in proportion."""
    for _try in range(_TRIES):
        needed_width, needed_height = _needed(text, round(size, 1), bold, None)
        too_much = max(needed_width / width, needed_height / height)
        if too_much <= 1.0 or size <= _SMALLEST:
            break
        size = max(_SMALLEST, size * 0.99 / too_much)
    return size


def _broken_size(text: str, size: float, bold: bool, width: float, height: float) -> float:
    """The same for text that is broken into lines anew in each size: steps are tried, each farther, then halved."""

    def stepped(steps: int) -> float:
        return max(_SMALLEST, size * _STEP**steps)

    def too_large(steps: int) -> bool:
        return stepped(steps) > _SMALLEST and not fits(text, stepped(steps), bold, width, height)

    low, high = -1, 0
    while high < _TRIES and too_large(high):
        low, high = high, 2 * high + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if too_large(middle) else (low, middle)
    return stepped(high)


def fits(text: str, size: float, bold: bool, width: float, height: float) -> bool:
    """Whether a text in this size of type, broken into lines, has room in a box; all in pixels."""
    needed_width, needed_height = _needed(text, round(size, 1), bold, max(1.0, width))
    return needed_width <= width and needed_height <= height


@lru_cache(maxsize=2048)
def _needed(text: str, size: float, bold: bool, width: float | None) -> tuple[float, float]:
    """Width and height of a text in this size of type, broken into lines where a width is given."""
    probe = CoreLabel(text=text or " ", font_size=size, font_name=FONT_NAME, bold=bold, text_size=(width, None))
    probe.resolve_font_name()
    needed_width, needed_height = probe.render()  # measures only: no texture is made
    words: list[str] = re.split(r"[ \n]+", text) if width else []
    longest = max((probe.get_extents(word)[0] for word in words), default=0)
    return max(float(longest), float(needed_width)), float(needed_height)


class Tappable(ButtonBehavior, Widget):
    """Something to tap: it fires ``on_tap`` once for each touch (kivy#6229), and never while it is disabled."""

    __events__: tuple[str, ...] = ("on_tap",)

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
    lines = BooleanProperty(False)
    """Whether its word may take several lines: a name, for instance."""


class IconButton(Tappable):
    """A button with a sign above its word."""

    icon = StringProperty("")
    text = StringProperty("")


def repeats(touch: Any, before: Any) -> bool:
    """Whether a touch follows another in the same place so soon that both are one double touch."""
    near = max(abs(touch.x - before.x), abs(touch.y - before.y)) < dp(DOUBLE_TAP_DP)
    return bool(near and 0 <= touch.time_start - before.time_start < DOUBLE_TAP_S)


load_kv("mobile.widgets", "basics.kv")
