"""The audience page: the board for everybody round the table, on a tablet amid it or on a large screen."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import Metrics, dp
from kivy.uix.floatlayout import FloatLayout

from mobile.audience_plan import plan_audience
from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.widgets.basics import TableButton, Tappable
from mobile.widgets.fascia import Fascia
from mobile.widgets.look import look
from mobile.widgets.scoreboard import Scoreboard
from scorer.match import MatchState

HINT_S = 4.0
"""How long the page says how to get away."""


class AudiencePage(Page):
    """The board in the middle, the scores turned to the edges; a tap anywhere goes back.

    It shows the match on the table as it is entered; whoever changes the match calls `refresh`.
    """

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, headed=False, **kwargs)
        self.board = Scoreboard(size_hint=(None, None))
        self.board.bind(on_step=lambda *_: shell.feedback.peg())
        self.facings: list[Fascia] = []
        self._state: MatchState | None = None
        self._ground = FloatLayout()
        self._ground.add_widget(self.board)
        self.hint = TableButton(text=label("audience_hint"), size_hint=(None, None))
        """How to get away; it is there for some seconds only."""
        self._hint_ends = Clock.create_trigger(self._end_hint, HINT_S)
        self._cover = Tappable(size_hint=(1, 1))
        self._cover.bind(on_tap=lambda _: shell.back())
        self._ground.add_widget(self._cover)
        self.ids.body.add_widget(self._ground)
        self._ground.bind(size=self._lay_out, pos=self._lay_out)

    def entered(self) -> None:
        """Show the match, say how to get away, and keep the screen awake."""
        Window.allow_screensaver = False
        book = self.companion.book
        if book is not None:
            self.refresh(book.state, walk=False)
        if self.hint.parent is None:
            self._ground.add_widget(self.hint, index=1)
            self._lay_out()
        self._hint_ends()

    def left(self) -> None:
        """The screen may sleep."""
        self._hint_ends.cancel()
        self._end_hint()
        Window.allow_screensaver = True

    def resumed(self) -> None:
        """Show what has changed meanwhile."""
        book = self.companion.book
        if book is not None:
            self.refresh(book.state, walk=False)

    def refresh(self, state: MatchState, walk: bool = True) -> None:
        """Show how the match stands now; with ``walk`` the pegs go there hole by hole."""
        self._state = state
        self.board.show(state, walk)
        for fascia in self.facings:
            fascia.show(state)
        if not self.facings:
            self._lay_out()

    def _end_hint(self, *_: object) -> None:
        if self.hint.parent is not None:
            self._ground.remove_widget(self.hint)
            self._lay_out()

    def _lay_out(self, *_: object) -> None:
        """Everything in its place for the size of the page."""
        ground, state = self._ground, self._state
        if state is None or ground.width < 2:
            return
        plan = plan_audience(ground.width, ground.height, Scoreboard.aspect(state), Metrics.density)
        self.board.standing = plan.standing
        left, low, width, height = plan.board
        self.hint.size = min(width, dp(230) * look.scale), dp(44) * look.scale
        self.hint.center_x = ground.x + left + width / 2
        self.hint.y = ground.y + low
        if Scoreboard.aspect(state) is not None:  # in the middle of the wood there are no figures
            self.hint.y += (height - self.hint.height) / 2
        elif self.hint.parent is not None:
            low, height = low + self.hint.height, max(1.0, height - self.hint.height)
        self.board.pos, self.board.size = (ground.x + left, ground.y + low), (width, height)
        while len(self.facings) > len(plan.facings):
            ground.remove_widget(self.facings.pop())
        while len(self.facings) < len(plan.facings):
            self.facings.append(Fascia(size_hint=(None, None)))
            ground.add_widget(self.facings[-1], index=len(ground.children))
            self.facings[-1].show(state)
        for fascia, facing in zip(self.facings, plan.facings, strict=True):
            fascia.angle = facing.angle
            fascia.size = facing.length, facing.thickness
            fascia.center = ground.x + facing.centre[0], ground.y + facing.centre[1]
