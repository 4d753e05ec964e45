"""The score in large figures on a slate, for tables without a board: this deal's points and the game's."""

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from mobile.board_art import framed
from mobile.board_words import deal_points, points_are_shown, shown_score
from mobile.texts import label
from mobile.theme import SIDE_MARKS
from mobile.widgets import basics  # noqa: F401  (the .kv file names its labels)
from mobile.widgets.look import load_kv, look
from mobile.widgets.peg_board import texture_of
from mobile.wording import short_side
from scorer.match import MatchState

_BESIDE = 1.1
"""From this width over height on, the sides stand beside each other."""


class FigureBlock(Widget):
    """The two figures of a side, below its name."""

    index = NumericProperty(0)
    name = StringProperty("")
    deal = StringProperty("")
    game = StringProperty("")
    deal_caption = StringProperty("")
    game_caption = StringProperty("")


class BigFigures(FloatLayout):
    """`show` writes what this deal has brought and what the game stands at, for each side."""

    standing = BooleanProperty(False)
    """Of no use here: figures stand in any shape."""
    walking = False

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.blocks: list[FigureBlock] = []
        self._draw = Clock.create_trigger(self._draw_all, -1)
        self.bind(size=self._draw, pos=self._draw)

    def show(self, state: MatchState, walk: bool = True) -> None:
        """Write the figures of the match; those of a deal that is counted after it are left open."""
        if len(self.blocks) != len(state.sides):
            self.clear_widgets()
            self.blocks = [FigureBlock(index=index, size_hint=(None, None)) for index in range(len(state.sides))]
            for block in self.blocks:
                self.add_widget(block)
            self._draw()
        shown = points_are_shown(state)
        for index, (block, side) in enumerate(zip(self.blocks, state.sides, strict=True)):
            points = deal_points(state, side)
            block.name = f"{SIDE_MARKS[index]}\u00a0{short_side(state, side)}"
            block.deal = "…" if points is None else str(points)
            block.game = str(shown_score(state, side))
            block.deal_caption = label("this_deal") if shown else label("after_deal")
            block.game_caption = label("this_game")

    def _draw_all(self, *_: object) -> None:
        self.canvas.before.clear()
        width, height = int(self.width), int(self.height)
        edge = round(max(dp(6), min(width, height) * 0.035))
        if width < dp(40) or height < dp(40):
            return
        wood = framed(width, height, edge, look.palette)
        with self.canvas.before:
            Color(1, 1, 1, 1)
            Rectangle(texture=texture_of(wood), pos=(round(self.x), round(self.y)), size=(width, height))
        count, inner = max(1, len(self.blocks)), (width - 2 * edge, height - 2 * edge)
        for place, block in enumerate(self.blocks):
            if width > height * _BESIDE:
                block.size = inner[0] / count, inner[1]
                block.pos = self.x + edge + place * block.width, self.y + edge
            else:
                block.size = inner[0], inner[1] / count
                block.pos = self.x + edge, self.top - edge - (place + 1) * block.height


load_kv("mobile.widgets", "big_figures.kv")
