"""The scores of all sides as one person at the table reads them: turned to face that person."""

from typing import Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from mobile.board_words import pitch_line
from mobile.widgets.look import load_kv
from mobile.widgets.side_strip import SideStrip
from mobile.wording import hand_line, headline, lead_line, trump_of, trumps_line
from scorer.match import MatchState, Phase

_MIDDLE = 0.22
"""How much of the length trumps take, between the scores of the sides."""
_GAP = 0.01


class TableState(Widget):
    """Trumps as a large sign, who pitched and who leads."""

    glyph = StringProperty("")
    ink = StringProperty("S")
    lead = StringProperty("")
    hand = StringProperty("")
    card = NumericProperty(0)
    """Width and height of the ground below the sign."""

    def show(self, state: MatchState) -> None:
        """Show what is trumps and who leads, or how the game ended."""
        trump, over = trump_of(state), state.phase is Phase.GAME_OVER
        self.glyph = trumps_line(state).split(" ")[-1] if trump and not over else ""
        self.ink = trump.value if trump else "S"
        self.lead = headline(state) if over else lead_line(state) or trumps_line(state)
        self.hand = "\n".join(part for part in (pitch_line(state), hand_line(state)) if part)


class Fascia(FloatLayout):
    """A band of scores, turned by ``angle`` degrees about its middle."""

    angle = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.strips: list[SideStrip] = []
        self.middle = TableState(size_hint=(None, None))
        self.add_widget(self.middle)
        self.bind(pos=self._lay_out, size=self._lay_out)

    def show(self, state: MatchState) -> None:
        """Show how every side stands."""
        while len(self.strips) < len(state.sides):
            strip = SideStrip(index=len(self.strips), growing=True, size_hint=(None, None))
            self.strips.append(strip)
            self.add_widget(strip)
            self._lay_out()
        for strip in self.strips:
            strip.show(state)
        self.middle.show(state)

    def _lay_out(self, *_: object) -> None:
        """The first side, trumps, then the others."""
        count = max(1, len(self.strips))
        gap = self.width * _GAP
        wide = (self.width * (1 - _MIDDLE) - gap * count) / count
        left = self.x
        widgets: list[Any] = [*self.strips[:1], self.middle, *self.strips[1:]]
        for place, widget in enumerate(widgets):
            widget.size = (self.width * _MIDDLE if place == 1 else wide), self.height
            widget.pos = left, self.y
            left += widget.width + gap


load_kv("mobile.widgets", "fascia.kv")
