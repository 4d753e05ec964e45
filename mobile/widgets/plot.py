"""Two plain plots drawn in our type and colours: bars for names, and a line over matches. Both label their axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Ellipse, Line, Rectangle, RoundedRectangle
from kivy.metrics import dp, sp
from kivy.uix.widget import Widget

from mobile.figures import Bar, Point, tick_text, ticks
from mobile.texts import label
from mobile.widgets.look import FONT_NAME, Rgba, look

_RESULTS = {"won": "sure", "lost": "impossible"}


class Plot(Widget):
    """Draws itself anew when its place or size changes; as high as it needs."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, **kwargs)
        self._draw = Clock.create_trigger(self._draw_all, 0)
        self.texts: list[str] = []
        """All that is written in it, for tests."""
        self.bind(pos=self._draw, size=self._draw)
        look.bind(scale=self._measure)
        self._measure()

    def _measure(self, *_: object) -> None:
        """Take the height that is needed in this size of type."""
        raise NotImplementedError

    def _draw_all(self, *_: object) -> None:
        self.canvas.clear()
        self.texts.clear()
        if self.width < dp(80):
            return
        with self.canvas:
            Color(*look.rgba("panel"))
            RoundedRectangle(pos=self.pos, size=self.size, radius=[dp(12)])
            self._paint()

    def _paint(self) -> None:
        raise NotImplementedError

    def _write(
        self,
        text: str,
        x: float,
        y: float,
        room: float,
        *,
        anchor: str = "left",
        colour: Rgba | None = None,
        size_sp: float = 14.0,
        bold: bool = False,
    ) -> float:
        """One line of text with its middle at ``y``, made smaller until it fits the room; its width."""
        size = sp(size_sp) * look.scale
        drawn = _drawn(text, size, bold)
        if drawn.width > room > 0:
            drawn = _drawn(text, max(sp(6), size * room / drawn.width * 0.98), bold)
        left = {"left": x, "right": x - drawn.width, "middle": x - drawn.width / 2}[anchor]
        Color(*(colour or look.rgba("text")))
        Rectangle(texture=drawn, pos=(round(left), round(y - drawn.height / 2)), size=drawn.size)
        self.texts.append(text)
        return float(drawn.width)


class BarsPlot(Plot):
    """A bar for each name, the figure at its end, what it rests on beside the name; an axis below."""

    def __init__(self, bars: Sequence[Bar], **kwargs: Any) -> None:
        self.bars = tuple(bars)
        self.drawn: list[tuple[str, float]] = []
        """The names from the top with the widths of their bars, in pixels."""
        super().__init__(**kwargs)

    def _measure(self, *_: object) -> None:
        self.height = len(self.bars) * self._row + self._axis + 2 * dp(10)

    @property
    def _row(self) -> float:
        return float(sp(20) * look.scale + dp(16) * _bar_scale() + dp(8))

    @property
    def _axis(self) -> float:
        return float(sp(18) * look.scale + dp(8))

    def _paint(self) -> None:
        self.drawn.clear()
        steps = ticks(max(bar.value for bar in self.bars))
        left, right = self.x + dp(12), self.right - dp(12) - sp(46) * look.scale
        span, low, high = right - left, self.y + dp(8) + self._axis, self.top - dp(6)
        for step in steps:
            x = left + span * step / steps[-1]
            Color(*look.rgba("line", 0.8))
            Line(points=[x, low, x, high], width=1)
            self._write(
                tick_text(step), x, self.y + dp(6) + self._axis / 2, span / 3,
                anchor="middle" if step else "left", colour=look.rgba("muted"), size_sp=13,
            )  # fmt: skip
        for place, bar in enumerate(self.bars):
            self._bar(bar, high - dp(4) - place * self._row, left, span / steps[-1])

    def _bar(self, bar: Bar, top: float, left: float, unit: float) -> None:
        words, wide = top - sp(10) * look.scale, max(dp(2), bar.value * unit)
        room = self.right - dp(12) - left
        said = self._write(
            bar.detail, self.right - dp(12), words, room * 0.45, anchor="right", colour=look.rgba("muted")
        )
        self._write(bar.name, left, words, room - said - dp(10), bold=True)
        high = dp(13) * _bar_scale()
        base = top - sp(20) * look.scale - high - dp(3)
        Color(*look.rgba("accent"))
        RoundedRectangle(pos=(left, base), size=(wide, high), radius=[0, dp(4), dp(4), 0])
        self._write(
            bar.text,
            left + wide + dp(6),
            base + high / 2,
            self.right - dp(8) - left - wide - dp(6),
            bold=True,
            size_sp=15,
        )
        self.drawn.append((bar.name, wide))


class CoursePlot(Plot):
    """A line from match to match; each has a mark by how it ended: form and colour differ."""

    def __init__(self, points: Sequence[Point], **kwargs: Any) -> None:
        self.points = tuple(points)
        self.drawn: list[tuple[float, float]] = []
        """Where the marks are."""
        super().__init__(**kwargs)

    def _measure(self, *_: object) -> None:
        self.height = dp(170) + sp(70) * look.scale

    def _paint(self) -> None:
        steps = ticks(max(point.value for point in self.points))
        foot = 2 * sp(20) * look.scale + dp(14)
        left, right = self.x + dp(14) + sp(26) * look.scale, self.right - dp(18)
        low, high = self.y + foot, self.top - dp(14)
        for step in steps:
            y = low + (high - low) * step / steps[-1]
            Color(*look.rgba("line", 0.8))
            Line(points=[left, y, right, y], width=1)
            self._write(
                tick_text(step), left - dp(6), y, left - self.x - dp(8), anchor="right",
                colour=look.rgba("muted"), size_sp=13,
            )  # fmt: skip
        across = (right - left) / max(1, len(self.points) - 1)
        self.drawn = [
            (left + place * across, low + (high - low) * point.value / steps[-1])
            for place, point in enumerate(self.points)
        ]
        Color(*look.rgba("accent"))
        Line(points=[part for place in self.drawn for part in place], width=dp(1.2), joint="round")
        for place, point in zip(self.drawn, self.points, strict=True):
            _mark(point.result, *place)
        self._foot(left, right, low)

    def _foot(self, left: float, right: float, low: float) -> None:
        """The days of the first and last match, and what the marks mean."""
        row = sp(20) * look.scale
        muted, half = look.rgba("muted"), (right - left) / 2 - dp(6)
        self._write(self.points[0].day, left, low - row * 0.5 - dp(4), half, colour=muted, size_sp=13)
        self._write(self.points[-1].day, right, low - row * 0.5 - dp(4), half, anchor="right", colour=muted, size_sp=13)
        x, y = self.x + dp(14), low - row * 1.5 - dp(6)
        for result, words in (("won", label("course_won")), ("lost", label("course_lost")), ("", label("course_open"))):
            _mark(result, x + dp(5), y)
            room = (self.width - dp(60)) / (2 if not result else 4.5)
            x += dp(14) + self._write(words, x + dp(14), y, room, size_sp=13) + dp(14)


def _mark(result: str, x: float, y: float) -> None:
    """A full disc: won; a ring: lost; a square: not over or drawn."""
    size = dp(10)
    Color(*look.rgba(_RESULTS.get(result, "muted")))
    if result == "won":
        Ellipse(pos=(x - size / 2, y - size / 2), size=(size, size))
    elif result == "lost":
        Color(*look.rgba("panel"))
        Ellipse(pos=(x - size / 2, y - size / 2), size=(size, size))
        Color(*look.rgba("impossible"))
        Line(circle=(x, y, size / 2 - dp(1)), width=dp(1.4))
    else:
        Rectangle(pos=(x - size * 0.4, y - size * 0.4), size=(size * 0.8, size * 0.8))


def _bar_scale() -> float:
    return float(max(1.0, min(look.scale, 2.0)))


def _drawn(text: str, size: float, bold: bool) -> Any:
    core = CoreLabel(text=text, font_size=size, font_name=FONT_NAME, bold=bold)
    core.refresh()
    return core.texture
