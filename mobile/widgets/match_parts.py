"""The parts of which a match is prepared: a variant with its board and card values, and the table with its seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from mobile.board_art import Picture
from mobile.board_words import legs_of_variant
from mobile.variant_facts import ValueTable, board_thumb, facts_line, value_table
from mobile.widgets import basics  # noqa: F401  (the .kv file names its classes)
from mobile.widgets.basics import TableButton, Tappable
from mobile.widgets.look import FONT_NAME, load_kv, look
from scorer.seats import Seat
from scorer.variant import Variant

_PAINTER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="board picture")
"""Draws the small boards, so that a list of variants is there at once."""

_DRAWN_WIDTHS = (360, 640, 1000)
_DRAWN_ASPECT = 0.22
"""Few sizes, so that a board is seldom drawn twice; height over width of the room in which it is drawn."""


class BoardThumb(Widget):
    """The board of a variant, small; its place is empty for the moment in which it is drawn."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._board: tuple[str, int | None] | None = None
        self._tracks = (2, 0)
        self._asked: tuple[Any, ...] = ()
        self._drawn: Rectangle | None = None
        self._draw = Clock.create_trigger(self._ask, 0)
        self.bind(size=self._draw, pos=self._draw)

    def show(self, variant: Variant) -> None:
        """Show the board that this variant is scored on."""
        self._board = (variant.board, variant.target)
        self._tracks = (len(variant.sides), legs_of_variant(variant))
        self._draw()

    def _ask(self, *_: object) -> None:
        """Have it drawn if it is another than before; what is drawn only finds its place."""
        self._place()
        if self._board is None or self.width < 20 or self.height < 10:
            return
        wide = next((size for size in _DRAWN_WIDTHS if size >= self.width), _DRAWN_WIDTHS[-1])
        wanted = (*self._board, wide, round(wide * _DRAWN_ASPECT), look.palette, *self._tracks)
        if wanted != self._asked:
            self._asked = wanted
            _PAINTER.submit(board_thumb, *wanted).add_done_callback(partial(self._finished, wanted))

    def _finished(self, wanted: tuple[Any, ...], work: Any) -> None:
        """On the painter's thread."""
        picture = work.result()
        Clock.schedule_once(lambda _: self._put(wanted, picture), 0)

    def _put(self, wanted: tuple[Any, ...], picture: Picture) -> None:
        if wanted != self._asked:
            return
        height, width = picture.shape[:2]
        texture = Texture.create(size=(width, height), colorfmt="rgba", mipmap=True)
        rgba = np.ascontiguousarray(picture[..., [2, 1, 0, 3]])
        texture.blit_buffer(rgba.ravel(), colorfmt="rgba", bufferfmt="ubyte")
        texture.flip_vertical()
        self.canvas.clear()
        with self.canvas:
            Color(1, 1, 1, 1)
            self._drawn = Rectangle(texture=texture)
        self._place()

    def _place(self) -> None:
        if self._drawn is None:
            return
        width, height = self._drawn.texture.size
        scale = min(self.width / width, self.height / height)
        size = (width * scale, height * scale)
        self._drawn.size = size
        self._drawn.pos = (self.x + (self.width - size[0]) / 2, self.y + (self.height - size[1]) / 2)


class ValuesTable(Widget):
    """What the cards are worth: ranks over the columns, trumps, plain suits and the count below each other."""

    wanted = NumericProperty(0)
    """The height it needs."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._table: ValueTable | None = None
        self._draw = Clock.create_trigger(self._paint, 0)
        self.bind(size=self._draw, pos=self._draw, opacity=self._draw)
        look.bind(scale=self._measure)

    def show(self, variant: Variant) -> None:
        """Show the values of this variant."""
        self._table = value_table(variant)
        self._measure()

    def _measure(self, *_: object) -> None:
        if self._table is not None:
            lines = len(self._table.rows) + 1 + bool(self._table.note)
            self.wanted = lines * sp(24) * look.scale
            self._draw()

    def _paint(self, *_: object) -> None:
        self.canvas.clear()
        table = self._table
        if table is None or self.height < 10 or not self.opacity:
            return
        lines = len(table.rows) + 1 + bool(table.note)
        row, first = self.height / lines, self.width * 0.25
        column = (self.width - first) / len(table.ranks)
        with self.canvas:
            Color(*look.rgba("raised"))
            RoundedRectangle(pos=(self.x, self.top - row), size=(self.width, row), radius=[dp(6)])
            for place, rank in enumerate(table.ranks):
                self._write(rank, self.x + first + column * (place + 0.5), self.top - row / 2, column, row, "accent")
            for number, line in enumerate(table.rows, 1):
                y = self.top - row * (number + 0.5)
                self._write(line.title, self.x + dp(6), y, first - dp(8), row, "muted", left=True)
                for place, points in enumerate(line.points):
                    x = self.x + first + column * (place + 0.5)
                    self._write(points or "·", x, y, column, row, "text" if points else "line")
                Color(*look.rgba("line", 0.6))
                Line(points=[self.x, y - row / 2, self.right, y - row / 2], width=1)
            if table.note:
                self._write(table.note, self.x + dp(6), self.y + row / 2, self.width, row, "doubtful", left=True)

    @staticmethod
    def _write(text: str, x: float, y: float, width: float, height: float, ink: str, *, left: bool = False) -> None:
        """A word in the middle of a cell, or at its left edge; smaller where it is too long."""
        size = height * 0.62
        for _try in range(2):
            word = CoreLabel(text=text, font_size=round(size, 1), font_name=FONT_NAME, bold=not left)
            word.refresh()
            if word.texture.width <= width:
                break
            size *= width / word.texture.width * 0.97
        wide, high = word.texture.size
        Color(*look.rgba(ink))
        corner = (round(x if left else x - wide / 2), round(y - high / 2))
        Rectangle(texture=word.texture, pos=corner, size=(wide, high))


class VariantCard(Tappable, BoxLayout):
    """A variant to choose: its name, its board, what is played, its card values."""

    title = StringProperty("")
    facts = StringProperty("")
    changes = StringProperty("")
    """What differs from the usual rules, in a few words."""
    chosen = BooleanProperty(False)
    with_values = BooleanProperty(True)
    board_height = NumericProperty(60)

    def __init__(self, variant: Variant, action: Callable[[], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(width=self._measure)
        self.bind(on_tap=lambda *_: action())
        self.show(variant)

    def show(self, variant: Variant) -> None:
        """Show this variant."""
        self.title, self.facts = variant.title, facts_line(variant)
        self.ids.thumb.show(variant)
        self.ids.worth.show(variant)

    def _measure(self, *_: object) -> None:
        self.board_height = max(dp(40), min((self.width - dp(28)) * 0.2, dp(84) * look.scale))


class SeatChip(Tappable):
    """A player at the table: the name, and below it the seat or what he has to do with the matter."""

    name = StringProperty("")
    note = StringProperty("")
    marked = BooleanProperty(False)
    large_note = BooleanProperty(False)
    """Whether what is said below the name is the larger: a card that was cut."""
    side_index = NumericProperty(-1)


class SeatTable(FloatLayout):
    """The table from above with a chip for each seat; ``tapped(seat)``. In its middle a few words."""

    text = StringProperty("")
    table_box = ListProperty([0, 0, 0, 0])

    def __init__(self, tapped: Callable[[Seat], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._tapped = tapped
        self.chips: dict[Seat, SeatChip] = {}
        self.bind(size=self._lay_out, pos=self._lay_out, text=self._lay_out)
        look.bind(scale=self._lay_out)

    def show(self, variant: Variant) -> None:
        """Seats for this variant; nothing happens where they are there already."""
        if tuple(self.chips) == variant.seats:
            return
        self.clear_widgets(list(self.chips.values()))
        self.chips = {}
        for seat in variant.seats:
            side = next(index for index, letters in enumerate(variant.sides) if seat.value in letters)
            chip = SeatChip(size_hint=(None, None), side_index=side)
            chip.bind(on_tap=partial(self._tap, seat))
            self.chips[seat] = chip
            self.add_widget(chip)
        self._lay_out()

    def name(self, names: Mapping[Seat, str]) -> None:
        """What the players are called."""
        for seat, chip in self.chips.items():
            chip.name = names[seat]

    def _tap(self, seat: Seat, *_: object) -> None:
        self._tapped(seat)

    def _lay_out(self, *_: object) -> None:
        gap = dp(6)
        high = max(dp(48), min(self.height * 0.25, dp(64) * look.scale))
        wide = min(self.width * 0.40, dp(190) * look.scale)
        sides = Seat.W in self.chips or Seat.E in self.chips
        whole = min(self.width, wide * 2 + dp(220) * look.scale)
        room = whole - (2 * wide if sides else wide) - 4 * gap
        gap_text = sp(26) * look.scale if self.text else 0
        if self.height - gap_text < 3 * dp(50):
            self._lay_out_low(gap, gap_text)
            return
        # no room between the players: the words stand above the table
        above = sp(26) * look.scale if self.text and room < dp(110) * look.scale else 0
        tall = min(self.height - above, dp(330) * look.scale)
        left, low = self.x + (self.width - whole) / 2, self.y + (self.height - above - tall) / 2
        middle = {Seat.N: (0.5, 1.0), Seat.S: (0.5, 0.0), Seat.W: (0.0, 0.5), Seat.E: (1.0, 0.5)}
        for seat, chip in self.chips.items():
            across, up = middle[seat]
            chip.size = (wide, high)
            chip.pos = (left + (whole - wide) * across, low + (tall - high) * up)
        table_high = max(0.0, tall - high - 2 * gap)
        self.table_box = [left + wide / 2, low + high / 2 + gap, max(0.0, whole - wide), table_high]
        words = self.ids.middle
        if above:
            words.size, words.pos = (self.width, above), (self.x, low + tall)
        else:
            words.size = (max(1.0, room), max(1.0, tall - 2 * high - 4 * gap))
            words.pos = (left + (whole - words.width) / 2, low + (tall - words.height) / 2)
        words.color = look.rgba("muted" if above else "inlay")

    def _lay_out_low(self, gap: float, above: float) -> None:
        """In a low place the seats stand in two rows, clockwise, without a table between them."""
        self.table_box = [self.x, self.y, 0.0, 0.0]
        middle = {Seat.N: (0, 1), Seat.E: (1, 1), Seat.S: (1, 0), Seat.W: (0, 0)}
        wide, high = (self.width - gap) / 2, max(1.0, (self.height - above - gap) / 2)
        for seat, chip in self.chips.items():
            across, up = middle[seat]
            chip.size, chip.pos = (wide, high), (self.x + across * (wide + gap), self.y + up * (high + gap))
        words = self.ids.middle
        words.size, words.pos = (self.width, above), (self.x, self.y + self.height - above)
        words.color = look.rgba("muted")


class NameChips(StackLayout):
    """Words to tap, side by side and in as many lines as they need; ``chosen(word)``."""

    def __init__(self, words: Iterable[str], chosen: Callable[[str], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.chips: dict[str, TableButton] = {}
        for word in words:
            chip = TableButton(text=word, size_hint=(None, None))
            chip.bind(on_tap=lambda _chip, name=word: chosen(name))
            self.chips[word] = chip
            self.add_widget(chip)
        self.bind(width=self._measure)
        look.bind(scale=self._measure)

    def _measure(self, *_: object) -> None:
        for word, chip in self.chips.items():
            probe = CoreLabel(text=word, font_size=sp(17) * look.scale, font_name=FONT_NAME, bold=True)
            probe.refresh()
            chip.size = (max(dp(64), min(self.width, probe.texture.width + dp(32))), max(dp(48), dp(44) * look.scale))


class BottomBar(BoxLayout):
    """What is to be done next, always in sight; `put` says what that is now."""

    def put(self, *buttons: tuple[str, bool, Callable[[], object]]) -> list[TableButton]:
        """Show these buttons: the words, whether it is the one that is meant to be tapped, what it does."""
        self.clear_widgets()
        made = []
        for text, strong, action in buttons:
            button = TableButton(text=text, strong=strong)
            button.bind(on_tap=partial(self._act, action))
            self.add_widget(button)
            made.append(button)
        return made

    @staticmethod
    def _act(action: Callable[[], object], *_: object) -> None:
        action()


load_kv("mobile.widgets", "match_parts.kv")
