"""One side's score in large figures, with its name and mark, what is to go, its tricks, who leads and who pitches."""

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from mobile.board_words import leg_line, role_line, shown_score, standing_line, tricks_line
from mobile.theme import SIDE_MARKS
from mobile.widgets.basics import Tappable
from mobile.widgets.look import load_kv
from mobile.wording import side_name
from scorer.match import MatchState


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
    plate = NumericProperty(0)
    """Width of the plate with the score."""
    left = NumericProperty(0)
    room = NumericProperty(1)
    """Where the words begin, and how wide they may be."""

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


load_kv("mobile.widgets", "side_strip.kv")
