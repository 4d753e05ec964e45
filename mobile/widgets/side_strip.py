"""One side's score in large figures, with its name and mark, what is to go, its tricks, who leads and who pitches."""

from typing import Any

from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from mobile.board_words import leg_line, role_line, shown_score, standing_line, tricks_line
from mobile.theme import SIDE_MARKS
from mobile.widgets.basics import Tappable, fits
from mobile.widgets.look import load_kv, look
from mobile.wording import short_side
from scorer.match import MatchState

_HEAD = 0.38
"""How much of the strip a long name takes above the score."""
_HIGH = 1.35
"""In a strip less wide than this, over its height, the words stand below the score."""

_BELOW_NAME = [(0.27, 0.27), (0.26, 0.01), (0.06, 0.21)]
_LEGS_BELOW_NAME = [(0.38, 0.22), (0.22, 0.18), (0.06, 0.17)]
_ALONE = [(0.48, 0.46), (0.47, 0.01), (0.06, 0.38)]
_WITH_LEGS = [(0.62, 0.34), (0.34, 0.26), (0.06, 0.26)]


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
    signs_only = BooleanProperty(False)
    """Whether there is room only for the signs of the roles."""
    has_lead = BooleanProperty(False)
    """Whether one of the side's players is to lead, or the side has won."""
    won = BooleanProperty(False)
    growing = BooleanProperty(False)
    """Whether the words are as large as there is room for, to be read from afar."""
    plate = ListProperty([0, 0, 1, 1])
    """Where the score stands: left, bottom, width, height."""
    words = ListProperty([0, 0, 1, 1])
    """Where the words stand, beside it or, in a high strip, below it."""
    head = ListProperty([0, 0, 1, 1])
    """Where the name stands: the uppermost of the words or, if it is a long one, across the whole strip above all."""
    rows = ListProperty(_BELOW_NAME)
    """Where what is to go, the legs and the last row stand in the words: how far up, and how high, as shares."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._names: list[str] = []
        """All sides' names: their strips lie side by side and look alike."""
        self.bind(pos=self._lay_out, size=self._lay_out, name=self._lay_out)
        self.bind(legs=self._lay_out, roles=self._lay_out)

    def show(self, state: MatchState) -> None:
        """Show how the side stands."""
        side = state.sides[int(self.index)]
        self.score = str(shown_score(state, side))
        self._names = [
            f"{mark}\u00a0{short_side(state, one)}" for mark, one in zip(SIDE_MARKS, state.sides, strict=False)
        ]
        self.name = self._names[int(self.index)]
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
            self._put_words(x + gap, y, width - 2 * gap, height - high)
            return
        wide = min(width * 0.42, height * 1.5)
        self.plate = [x, y, wide, height]
        self._put_words(x + wide + gap, y, width - wide - 2 * gap, height)
        wanted = height * 0.17 if self.growing else sp(12) * look.scale
        if not all(fits(name, wanted, True, self.head[2], self.head[3]) for name in self._names):
            low = height * (1 - _HEAD)
            wide = min(width * 0.42, low * 1.8)
            self.plate = [x, y, wide, low]
            self._put_words(x + wide + gap, y, width - wide - 2 * gap, low)
            self.rows = _WITH_LEGS if self.legs else _ALONE
            self.head = [x + gap, y + low, max(1, width - 2 * gap), height - low]

    def _put_words(self, x: float, y: float, width: float, height: float) -> None:
        """All words into this box, the name uppermost."""
        self.words = [x, y, max(1, width), height]
        self.rows = _LEGS_BELOW_NAME if self.legs else _BELOW_NAME
        self.signs_only = not fits(self.roles, sp(11) * look.scale, True, width * 0.54, height)
        low, high = (0.60, 0.38) if self.legs else (0.53, 0.44)
        self.head = [x, y + height * low, max(1, width), height * high]


load_kv("mobile.widgets", "side_strip.kv")
