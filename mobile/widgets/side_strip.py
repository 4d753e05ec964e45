"""One side's score in large figures, with its name and mark, what is to go, its tricks, who leads and who pitches."""

from typing import Any

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from mobile.board_words import leg_line, role_line, shown_score, standing_line, tricks_line
from mobile.theme import SIDE_MARKS
from mobile.widgets.basics import Tappable
from mobile.widgets.look import load_kv
from mobile.wording import side_name
from scorer.match import MatchState

_HIGH = 1.35
"""In a strip less wide than this, over its height, the words stand below the score."""


class SideStrip(Tappable):
    """The strip of a side by its place (0, 1 or 2); ``on_tap()`` asks why the score is what it is."""

    index = NumericProperty(0)
    score = StringProperty("0")
    name = StringProperty("")
    to_go = StringProperty("")
    """What is to go, or by how much the side leads."""
    legs = StringProperty("")
    """Which Cheshire leg it is in and which it has won."""
    roles = StringProperty("")
    tricks = StringProperty("")
    has_lead = BooleanProperty(False)
    """Whether one of the side's players is to lead, or the side has won."""
    won = BooleanProperty(False)
    growing = BooleanProperty(False)
    """Whether the words are as large as there is room for, to be read from afar."""
    plate = ListProperty([0, 0, 1, 1])
    """Where the score stands: left, bottom, width, height."""
    words = ListProperty([0, 0, 1, 1])
    """Where the words stand, beside it or, in a high strip, below it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(pos=self._lay_out, size=self._lay_out)

    def show(self, state: MatchState) -> None:
        """Show how the side stands."""
        side = state.sides[int(self.index)]
        self.score = str(shown_score(state, side))
        self.name = f"{SIDE_MARKS[int(self.index)]}\u00a0{side_name(state, side)}"
        self.to_go = standing_line(state, side)
        self.legs = leg_line(state, side)
        self.roles = role_line(state, side)
        self.tricks = tricks_line(state, side)
        self.won = side in state.winners
        self.has_lead = self.won or (state.leader is not None and state.leader.value in side)

    def _lay_out(self, *_: object) -> None:
        x, y, width, height, gap = self.x, self.y, self.width, self.height, dp(6)
        if width < height * _HIGH:
            high = height * 0.46
            self.plate = [x, y + height - high, width, high]
            self.words = [x + gap, y, max(1, width - 2 * gap), height - high]
        else:
            wide = min(width * 0.42, height * 1.5)
            self.plate = [x, y, wide, height]
            self.words = [x + wide + gap, y, max(1, width - wide - 2 * gap), height]


load_kv("mobile.widgets", "side_strip.kv")
