"""One side's score in large figures, with its name, its mark and what is to go."""

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from mobile.theme import SIDE_MARKS
from mobile.widgets.basics import Tappable
from mobile.widgets.look import load_kv
from mobile.wording import side_name, to_go_line
from scorer.match import MatchState


class SideStrip(Tappable):
    """The strip of a side by its place (0, 1 or 2); ``on_tap()`` asks why the score is what it is."""

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
