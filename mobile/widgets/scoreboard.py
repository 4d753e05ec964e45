"""What shows the score of a match: a peg board, a score sheet or large figures, whichever the match has."""

from typing import Any

from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget

from mobile.widgets.peg_board import PegBoard
from scorer.board import BOARD_NAMES, board_of
from scorer.match import MatchState
from scorer.seats import Side


class Scoreboard(Widget):
    """Give it a place and call `show`; it takes the form that the match asks for.

    ``on_peg(side, front)``: a peg was tapped, the front or the back one. ``on_claim(side)``: the lit claim button of a
    side was tapped (Irish Don). ``on_step()``: a walking peg has come to the next hole.
    """

    __events__ = ("on_peg", "on_claim", "on_step")
    standing = BooleanProperty(False)
    """Whether a peg board stands with its start at the bottom; else it lies."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._form: Any = PegBoard()
        self.add_widget(self._form)
        self.bind(pos=self._lay_out, size=self._lay_out, standing=self._lay_out)

    @staticmethod
    def aspect(state: MatchState) -> float | None:
        """Width over height of the lying board of this match; None where any shape will do."""
        return board_of(state.board, state.target).aspect if state.board in BOARD_NAMES else None

    @property
    def walking(self) -> bool:
        """Whether a peg is on its way."""
        return bool(self._form.walking)

    def show(self, state: MatchState, walk: bool = True) -> None:
        """Show how the match stands; with ``walk`` pegs that gained points go there hole by hole."""
        self._form.show(state, walk)

    def on_peg(self, side: Side, front: bool) -> None:
        """Default: nothing."""

    def on_claim(self, side: Side) -> None:
        """Default: nothing."""

    def on_step(self) -> None:
        """Default: nothing."""

    def _lay_out(self, *_: object) -> None:
        self._form.standing = self.standing
        self._form.pos, self._form.size = self.pos, self.size
