"""One side's score in large figures, with its name, its mark and what is to go."""

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from mobile.theme import SIDE_MARKS
from mobile.widgets import basics  # noqa: F401  (the .kv file names its labels)
from mobile.widgets.look import load_kv
from mobile.wording import side_name, to_go_line
from scorer.match import MatchState


class SideStrip(Widget):
    """The strip of the first (0) or second (1) side."""

    index = NumericProperty(0)
    score = StringProperty("0")
    name = StringProperty("")
    to_go = StringProperty("")
    has_lead = BooleanProperty(False)
    """Whether one of the side's players is to lead, or the side has won."""

    def show(self, state: MatchState) -> None:
        """Show how the side stands."""
        side = state.sides[int(self.index)]
        self.score = str(state.scores[side])
        self.name = f"{SIDE_MARKS[int(self.index)]}\u00a0{side_name(state, side)}"
        self.to_go = to_go_line(state, side)
        self.has_lead = state.winner == side


load_kv("mobile.widgets", "side_strip.kv")
