"""A match again: a slider over its tricks, the board that moves with it, what each trick pegged, play and pause."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp, sp
from kivy.properties import ColorProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.slider import Slider

from mobile.agreement import may_show_past
from mobile.log_care import sentence_of
from mobile.match_book import MatchBook
from mobile.match_replay import PACE_S, Replay, ReplayStep, replay_of
from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.theme import SIDE_MARKS
from mobile.widgets.basics import FitLabel, IconButton
from mobile.widgets.card_face import CardFace
from mobile.widgets.look import load_kv, look
from mobile.widgets.page_parts import PageList, Words
from mobile.widgets.scoreboard import Scoreboard
from mobile.wording import called, short_side
from scorer.errors import DonError

BUTTONS = (
    ("|◀", "replay_first"),
    ("◀", "replay_back"),
    ("▶", "replay_play"),
    ("▶▶", "replay_on"),
    ("▶|", "replay_last"),
)


class StepSlider(Slider):
    """A slider over whole steps, a fingertip high, in our colours."""


class ScoreLine(BoxLayout):
    """The score of a side in large figures beside its name."""

    plate = ColorProperty((0, 0, 0, 1))
    ink = ColorProperty((1, 1, 1, 1))


class MatchReplayPage(Page):
    """The match named, from its start or from a hand of it; where the reader is stays when all is drawn anew."""

    def __init__(self, shell: Shell, *, match_id: str, hand: int | None = None, **kwargs: Any) -> None:
        super().__init__(shell, title=label("replay_title"), **kwargs)
        self.match_id = match_id
        self.replay: Replay | None = None
        self.at = 0
        self._hand = hand
        self._playing: Any = None
        self.board = Scoreboard()
        self.scores = BoxLayout(size_hint_y=None, spacing=dp(8), padding=(dp(10), 0))
        self.cards = BoxLayout(size_hint_y=None, spacing=dp(6), padding=(dp(10), 0))
        self.faces = [CardFace() for _ in range(4)]
        self.words = PageList()
        self.slider = StepSlider(min=0, max=1, step=1)
        self.counter = FitLabel(size_hint_y=None, largest=sp(14) * look.scale, color=look.rgba("muted"))
        self.buttons: dict[str, IconButton] = {}
        self._parts = BoxLayout(orientation="vertical", spacing=dp(4))
        self._side = BoxLayout(orientation="vertical", spacing=dp(4))
        self._main = BoxLayout(spacing=dp(6), padding=(dp(4), dp(2)))
        self.ids.body.add_widget(self._main)
        self._controls = self._made_controls()
        self.slider.bind(value=self._slid)
        self.bind(size=self._lay_out)

    def entered(self) -> None:
        """Read the match; it may have been corrected meanwhile."""
        book_open = False
        try:
            book = MatchBook(self.companion.log, self.match_id)
            book_open = may_show_past(book)
            self.replay = replay_of(self.companion.log, self.match_id, open_hand=book_open)
        except DonError as error:
            self.replay = None
            self.ids.body.clear_widgets()
            rows = PageList()
            rows.put([Words(text=sentence_of(error), tone="impossible")])
            self.ids.body.add_widget(rows)
            return
        last = len(self.replay.steps) - 1
        self.slider.max = max(1, last)  # Kivy divides by it
        self.slider.disabled = last == 0
        if self._hand is not None:
            self.at, self._hand = self.replay.first_of(self._hand), None
        self.show(min(self.at, last), walk=False)
        self._lay_out()

    def left(self) -> None:
        """It doesn't play on unseen."""
        self._pause()

    def paused(self) -> None:
        """It doesn't play on unseen."""
        self._pause()

    def reading_place(self) -> object:
        """The step that is shown."""
        return self.at

    def restore_place(self, place: Any) -> None:
        """Show that step again."""
        if isinstance(place, int) and self.replay is not None:
            self.show(min(place, len(self.replay.steps) - 1), walk=False)

    # Showing

    @property
    def step(self) -> ReplayStep | None:
        """The step that is shown."""
        return self.replay.steps[self.at] if self.replay is not None else None

    def show(self, at: int, *, walk: bool = True) -> None:
        """Go to a step; pegs walk where it is the next one."""
        assert self.replay is not None, "the match was read"
        walk = walk and at == self.at + 1
        self.at = at
        step = self.replay.steps[at]
        self.slider.value = at
        self.board.show(step.state, walk=walk)
        self._show_scores(step)
        self._show_cards(step)
        rows = [Words(text=step.title, bold=True), *(Words(text=line, tone="muted") for line in step.lines)]
        last = len(self.replay.steps) - 1
        if at == last and self.replay.hidden:
            rows.append(Words(text=label("replay_hidden", count=self.replay.hidden), tone="doubtful"))
        self.words.put(rows)
        self.counter.text = label("replay_step", step=at, steps=last)
        for code, off in (("replay_first", at == 0), ("replay_back", at == 0), ("replay_on", at == last)):
            self.buttons[code].disabled = off
        self.buttons["replay_last"].disabled = at == last

    def _show_scores(self, step: ReplayStep) -> None:
        state = step.state
        if len(self.scores.children) != len(state.sides):
            self.scores.clear_widgets()
            for _ in state.sides:
                self.scores.add_widget(ScoreLine())
        for place, (side, line) in enumerate(zip(state.sides, reversed(self.scores.children), strict=True)):
            line.ids.score.text = str(state.scores[side])
            line.ids.name.text = f"{SIDE_MARKS[place]} {short_side(state, side)}"
            line.plate, line.ink = look.side(place), look.on_side(place)

    def _show_cards(self, step: ReplayStep) -> None:
        wanted = len(step.state.seats)
        if len(self.cards.children) != wanted:
            self.cards.clear_widgets()
            self.faces = [CardFace() for _ in range(wanted)]
            for face in self.faces:
                self.cards.add_widget(face)
        for face in self.faces[len(step.cards) :]:
            face.show(None)
        for face, (seat, card, won) in zip(self.faces, step.cards, strict=False):
            badge = f"★ {label('won')}" if won else ""
            face.show(card, called(step.state, seat), badge, "accent", won)
        self.cards.opacity = 1 if step.cards else 0

    # Moving

    def _slid(self, _slider: object, value: float) -> None:
        if self.replay is None:
            return
        at = min(round(value), len(self.replay.steps) - 1)
        if at != self.at:
            self._pause()
            self.show(at, walk=False)

    def _tapped(self, code: str, *_: object) -> None:
        if self.replay is None:
            return
        last = len(self.replay.steps) - 1
        if code == "replay_play":
            self._pause() if self._playing else self._play()
            return
        self._pause()
        to = {"replay_first": 0, "replay_back": self.at - 1, "replay_on": self.at + 1, "replay_last": last}[code]
        self.show(max(0, min(to, last)))

    def _play(self) -> None:
        assert self.replay is not None, "the match was read"
        if self.at >= len(self.replay.steps) - 1:
            self.show(0, walk=False)
        self._playing = Clock.schedule_interval(self._next, PACE_S)
        self._show_play()

    def _pause(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
            self._playing = None
            self._show_play()

    def _next(self, _passed: float) -> None:
        assert self.replay is not None, "the match was read"
        if self.at < len(self.replay.steps) - 1:
            self.show(self.at + 1)
        if self.at >= len(self.replay.steps) - 1:
            self._pause()

    def _show_play(self) -> None:
        button = self.buttons["replay_play"]
        button.icon = "❚❚" if self._playing else "▶"
        button.text = label("replay_pause" if self._playing else "replay_play")

    # Where everything is

    def _made_controls(self) -> BoxLayout:
        controls = BoxLayout(orientation="vertical", size_hint_y=None, spacing=dp(2), padding=(dp(8), dp(2)))
        row = BoxLayout(spacing=dp(6), size_hint_y=None)
        for icon, code in BUTTONS:
            button = IconButton(icon=icon, text=label(code))
            button.bind(on_tap=partial(self._tapped, code))
            self.buttons[code] = button
            row.add_widget(button)
        self._button_row = row
        for widget in (self.counter, self.slider, row):
            controls.add_widget(widget)
        return controls

    def _lay_out(self, *_: object) -> None:
        """The board above, or at the left where the page lies."""
        step = self.step
        if step is None:
            return
        self._measure(step)
        for box in (self._main, self._parts, self._side):
            box.clear_widgets()
        lying = self.width > self.height
        self._main.orientation = "horizontal" if lying else "vertical"
        first = (self.scores, self.board) if lying else (self.scores, self.board, self.cards)
        second = (self.cards, self.words, self._controls) if lying else (self.words, self._controls)
        for widget in first:
            self._parts.add_widget(widget)
        for widget in second:
            self._side.add_widget(widget)
        self._side.size_hint_x = 0.85 if lying else 1
        self._main.add_widget(self._parts)
        self._main.add_widget(self._side)

    def _measure(self, step: ReplayStep) -> None:
        scale, lying = min(look.scale, 1.9), self.width > self.height
        self.scores.height = max(dp(44), sp(46) * scale)
        half = self.width * 0.5 if lying else self.width
        face = (half - dp(40)) / max(4, len(step.state.seats))
        self.cards.height = min(face * 1.5, self.height * (0.25 if lying else 0.2))
        self.counter.height = sp(18) * scale
        self.slider.height = dp(48)
        self._button_row.height = max(dp(50), sp(46) * scale)
        self._controls.height = self.counter.height + self.slider.height + self._button_row.height + dp(12)
        aspect = Scoreboard.aspect(step.state)
        self.board.size_hint_y = 1
        self._parts.size_hint_y = 1 if lying else 1.2
        if not lying and aspect is not None:
            self.board.size_hint_y = None
            self.board.height = min(self.width / aspect + dp(20), self.height * 0.4)
            self._parts.size_hint_y = None
            self._parts.height = self.scores.height + self.board.height + self.cards.height + dp(12)
        self._side.size_hint_y = 1


load_kv("mobile.screens", "match_replay.kv")
