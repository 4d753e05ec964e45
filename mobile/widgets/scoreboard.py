"""What shows the score of a match: a peg board, a score sheet or large figures, whichever the match has."""

from typing import Any

from kivy.metrics import dp
from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget

from mobile.board_words import board_for, claim_line, claimable
from mobile.theme import GAP_DP, TOUCH_TARGET_DP
from mobile.widgets.basics import TableButton
from mobile.widgets.big_figures import BigFigures
from mobile.widgets.look import look
from mobile.widgets.peg_board import PegBoard
from mobile.widgets.score_sheet import ScoreSheet
from scorer.match import MatchState
from scorer.seats import Side

_LOW, _BESIDE = 3, 0.22
"""A scoreboard lower than so many touch targets has its claim button beside it, with so much of the width."""


class Scoreboard(Widget):
    """Give it a place and call `show`; it takes the form that the match asks for.

    ``on_peg(side, front)``: a peg was tapped, the front or the back one. ``on_claim(side)``: the lit claim button of a
    side was tapped (Irish Don). ``on_step()``: a walking peg has come to the next hole.
    """

    __events__ = ("on_peg", "on_claim", "on_step")
    standing = BooleanProperty(False)
    """Whether a peg board stands with its start at the bottom; else it lies."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"size": (1, 1), **kwargs})  # no board is drawn before it has its place
        self.form: Any = None
        """The widget that shows the score: `PegBoard`, `ScoreSheet` or `BigFigures`."""
        self.claim = TableButton(lines=True, size_hint=(None, None))
        """Says what wins where that is claimed, and is lit when a side may claim."""
        self.claim.bind(on_tap=self._claimed)
        self._claimant: Side | None = None
        self.bind(pos=self._lay_out, size=self._lay_out, standing=self._lay_out)

    @staticmethod
    def aspect(state: MatchState) -> float | None:
        """Width over height of the lying board of this match; None where any shape will do."""
        board = board_for(state)
        return board.aspect if board else None

    @property
    def walking(self) -> bool:
        """Whether a peg is on its way."""
        return self.form is not None and bool(self.form.walking)

    def show(self, state: MatchState, walk: bool = True) -> None:
        """Show how the match stands; with ``walk`` pegs that gained points go there hole by hole."""
        wanted = PegBoard if board_for(state) else ScoreSheet if state.board == "score_sheet" else BigFigures
        if not isinstance(self.form, wanted):
            self._take_form(wanted())
        self.form.show(state, walk)
        self._claimant = claimable(state)
        self.claim.text = claim_line(state)
        self.claim.strong = self._claimant is not None
        self.claim.disabled = self._claimant is None
        told = bool(self.claim.text) and (self._claimant is not None or not isinstance(self.form, PegBoard))
        if told != (self.claim.parent is not None):
            (self.add_widget if told else self.remove_widget)(self.claim)
        self._lay_out()

    def on_peg(self, side: Side, front: bool) -> None:
        """Default: nothing."""

    def on_claim(self, side: Side) -> None:
        """Default: nothing."""

    def on_step(self) -> None:
        """Default: nothing."""

    def _take_form(self, form: Any) -> None:
        if self.form is not None:
            self.remove_widget(self.form)
        self.form = form
        self.add_widget(form, index=len(self.children))
        if isinstance(form, PegBoard):
            form.bind(
                on_peg=lambda _, side, front: self.dispatch("on_peg", side, front),
                on_step=lambda _: self.dispatch("on_step"),
            )

    def _claimed(self, *_: object) -> None:
        if self._claimant is not None:
            self.dispatch("on_claim", self._claimant)

    def _lay_out(self, *_: object) -> None:
        """The form takes the place, but for the claim button below it or, where it is low, beside it."""
        if self.form is None:
            return
        button, beside, gap = 0.0, 0.0, dp(GAP_DP) / 2
        if self.claim.parent is not None and self.height < _LOW * dp(TOUCH_TARGET_DP) and self.width > 3 * self.height:
            beside = self.width * _BESIDE
            self.claim.pos, self.claim.size = (self.right - beside, self.y), (beside, self.height)
            beside += gap
        elif self.claim.parent is not None:
            button = max(dp(TOUCH_TARGET_DP), min(dp(TOUCH_TARGET_DP) * look.scale, self.height * 0.25))
            self.claim.pos, self.claim.size = self.pos, (self.width, button)
            button += gap
        self.form.standing = self.standing
        self.form.pos, self.form.size = (self.x, self.y + button), (self.width - beside, max(1.0, self.height - button))
