"""A sentence at the foot of the screen that goes away by itself, or when it is touched."""

from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp, sp
from kivy.properties import ColorProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from mobile.widgets import basics  # noqa: F401  (the .kv file names its labels)
from mobile.widgets.look import load_kv, look

LEAST_S = 3.0
LETTER_S = 0.06
"""How long a sentence stays: the least, and for each letter."""


class Toast(FloatLayout):
    """Shows one sentence after the other; nothing while there is none."""

    text = StringProperty("")
    ink = ColorProperty((1, 1, 1, 1))
    ground = ColorProperty((0, 0, 0, 1))
    edge = ColorProperty((1, 1, 1, 1))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), opacity=0, **kwargs)
        self._waiting: list[tuple[str, str]] = []
        self._over: Any = None
        self._room = (0.0, 0.0, 1.0, 1.0)
        self.foot = dp(64)
        """So much at the foot of the room stays clear: a button that is tapped next, mostly."""

    def show(self, sentence: str, tone: str) -> None:
        """Show the sentence, after those that are still to be shown."""
        if (sentence, tone) not in self._waiting:
            self._waiting.append((sentence, tone))
        if self._over is None:
            self._next()

    def clear(self) -> None:
        """No sentence any more, nor one after it."""
        self._waiting.clear()
        self._next()

    def lay_out(self, left: float, low: float, width: float, height: float) -> None:
        """Take the foot of this room."""
        self._room = (left, low, width, height)
        letters = max(1.0, width - dp(40)) / (sp(8) * look.scale)
        lines = 1 + len(self.text) / letters
        gap = dp(12)
        self.size = (width - 2 * gap, min(height * 0.5, (lines * sp(22) * look.scale) + dp(20)))
        self.pos = (left + gap, low + gap + self.foot)

    def place_above(self, foot: float) -> None:
        """Leave so much of the foot of the room clear, in pixels: another page is shown."""
        self.foot = foot
        self.lay_out(*self._room)

    def on_touch_down(self, touch: Any) -> bool:
        """A touch ends the sentence."""
        if self._over is None or not self.collide_point(*touch.pos):
            return False
        self._next()
        return True

    def _next(self, *_: object) -> None:
        if self._over is not None:
            self._over.cancel()
            self._over = None
        if not self._waiting:
            self.opacity, self.text = 0, ""
            return
        self.text, tone = self._waiting.pop(0)
        self.ink, self.ground, self.edge = look.rgba(tone), look.rgba("raised"), look.rgba("line")
        self.opacity = 1
        self.lay_out(*self._room)
        self._over = Clock.schedule_once(self._next, LEAST_S + LETTER_S * len(self.text))


load_kv("mobile.widgets", "toast.kv")
