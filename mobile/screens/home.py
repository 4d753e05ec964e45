"""The first page: on with the running match in one tap, a new one, the same four again, and the way to all else."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from mobile.foursomes import LastTable, last_table
from mobile.new_match import NewMatch
from mobile.rules_choice import FIRST_VARIANT, FOLDER, RulesChoice
from mobile.screens.shaped_page import ShapedPage
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.theme import SIDE_MARKS
from mobile.widgets.basics import IconButton, Tappable
from mobile.widgets.look import load_kv, look
from mobile.widgets.match_parts import BoardThumb
from mobile.widgets.page_parts import PageList, Words
from mobile.widgets.scoreboard import Scoreboard
from mobile.wording import hand_line, side_name
from scorer.errors import DonError
from scorer.log_summaries import OF_ONE_MATCH
from scorer.match import MatchState
from scorer.seats import FOUR_HANDED
from scorer.variant import load_variant


class Masthead(Widget):
    """The name of the app, large, and a line below it."""

    name = StringProperty("")
    line = StringProperty("")


class SideLine(BoxLayout):
    """A side of the running match: its mark, its players, its score."""

    index = NumericProperty(0)
    mark = StringProperty("")
    names = StringProperty("")
    score = StringProperty("")


class RunningCard(Tappable, BoxLayout):
    """The match on the table: what is played, the score, the board; a tap anywhere goes on with it."""

    line = StringProperty("")
    action = StringProperty("")
    board_height = NumericProperty(0)

    def __init__(self, state: MatchState, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._aspect = Scoreboard.aspect(state)
        self.line = f"{state.variant.title} · {hand_line(state)}"
        self.action = f"▶  {label('home_resume')}"
        for index, side in enumerate(state.sides):
            names, score = side_name(state, side), str(state.scores[side])
            self.ids.sides.add_widget(SideLine(index=index, mark=SIDE_MARKS[index], names=names, score=score))
        self.bind(width=self._measure)
        if self._aspect is not None:
            board = Scoreboard()
            board.show(state, walk=False)
            self.ids.board.add_widget(board)
        else:
            self.ids.board.opacity = 0

    def _measure(self, *_: object) -> None:
        self.board_height = min((self.width - dp(28)) / self._aspect, dp(130) * look.scale) if self._aspect else 0


class WideButton(Tappable):
    """A large button with a word, and below it what it is about."""

    text = StringProperty("")
    detail = StringProperty("")
    strong = BooleanProperty(False)


class Tiles(GridLayout):
    """The smaller ways on, as signs with a word."""


class HomePage(ShapedPage):
    """What is shown depends on the log: a running match first, else the last four again, else a welcome."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, headed=False, **kwargs)
        self.actions: dict[str, Any] = {}
        """What can be tapped, by name: resume, new, again, tour, history, dispute, practice, settings."""
        self._toured = False
        self._tall = Clock.create_trigger(self._stretch, 0)

    def entered(self) -> None:
        """Show how things stand now."""
        self.fill()
        if not self.companion.settings.tour_seen and not self._toured and not self.companion.log.matches():
            self._toured = True
            Clock.schedule_once(lambda _: self._tour(), 0)

    def fill(self) -> None:
        """Everything anew, in the shape that the window has now."""
        self.take_shape()
        self.actions = {}
        self._masthead = Masthead(name=label("app"), line=label("home_line"))
        main, ways = self._match_rows(), self._ways()
        box = BoxLayout(spacing=dp(8))
        self._lists = [PageList(), PageList()] if self.wide else [PageList()]
        for part in self._lists:
            part.ids.rows.bind(height=self._tall)
            box.add_widget(part)
        if self.wide:
            self._lists[0].put(main)
            self._lists[1].put([self._masthead, *ways])
        else:
            self._lists[0].put([self._masthead, *main, *ways])
        self.ids.body.add_widget(box)
        self._tall()

    # The match

    def _match_rows(self) -> list[Any]:
        """The running match, or what is wrong with it; a board of welcome where there is none."""
        log = self.companion.log
        self._last: LastTable | None = None
        self._running: str | None = None
        try:
            self._running = log.running_match()
            state = log.state(self._running) if self._running is not None else None
            self._last = last_table(log)
        except DonError as error:
            return [Words(text=_sentence(error), tone="impossible", halign="center")]
        if state is not None:
            card = RunningCard(state)
            card.bind(on_tap=lambda *_: self.resume())
            self.actions["resume"] = card.ids.resume
            return [card]
        thumb = BoardThumb(size_hint_y=None, height=dp(90) * look.scale)
        thumb.show(load_variant(FIRST_VARIANT) if self._last is None else self._last.start.variant)
        return [thumb] if self._last is not None else [thumb, Words(text=label("home_welcome"), halign="center")]

    def resume(self) -> None:
        """On with the running match; one that can't be followed says so."""
        running = self._running
        if running is None:
            return
        book = self.companion.book
        try:
            if book is None or book.match_id != running:
                self.companion.resume(running)
        except DonError as error:
            self.shell.tell(_sentence(error), "impossible")
            return
        self.shell.go(self.companion.table_page)

    # The ways on

    def _ways(self) -> list[Any]:
        rows = []
        if self._last is not None:
            words = self._last.words() or self._last.start.variant.title
            four = self._last.start.seats == FOUR_HANDED
            again = label("home_again") if four else label("home_players_again")
            rows.append(self._wide_button("again", again, self.again, words, self._running is None))
        rows.append(self._wide_button("new", label("new_title"), self.new, "", self._last is None))
        if self._last is None:
            rows.append(self._wide_button("tour", label("home_tour"), lambda: self.shell.go("tour")))
        tiles = Tiles(cols=4)
        for name, icon, text in (
            ("history", "≡", label("history")),
            ("dispute", "⚖", label("dispute")),
            ("practice", "♠", label("home_practice")),
            ("settings", "⚙", label("settings")),
        ):
            button = IconButton(icon=icon, text=text, size_hint_y=None, height=dp(76) * look.scale)
            button.bind(on_tap=lambda *_, page=name: self.shell.go(page))
            self.actions[name] = button
            tiles.add_widget(button)
        return [*rows, tiles]

    def _wide_button(self, name: str, text: str, action: Any, detail: str = "", strong: bool = False) -> WideButton:
        button = WideButton(text=text, detail=detail, strong=strong)
        button.bind(on_tap=lambda *_: action())
        self.actions[name] = button
        return button

    def new(self) -> None:
        """Prepare a match: one that is half prepared goes on; else with the rules, players and place of the last."""
        companion = self.companion
        first = self._last is None and companion.new_match is None
        if companion.new_match is None:
            companion.new_match = self._prepared()
        self.shell.go("new_match")
        if first:
            self.shell.go("variants")

    def again(self) -> None:
        """The same four as last time: only who pitches is left to say."""
        if self._last is not None:
            rules = RulesChoice.of_match(self._last.start.variant, self.companion.folder / FOLDER)
            self.companion.new_match = NewMatch.again(self._last, rules)
            self.shell.go("new_match")

    def _prepared(self) -> NewMatch:
        if self._last is None:
            return NewMatch(RulesChoice.of_variant(FIRST_VARIANT))
        start = self._last.start
        rules = RulesChoice.of_match(start.variant, self.companion.folder / FOLDER)
        return NewMatch(rules, None, start.place)

    def _tour(self) -> None:
        if self.shell.page is self and self.shell.sheet is None:
            self.shell.go("tour")

    # The shape of the window

    def turned(self, *_: object) -> bool:
        """The window has another size."""
        self._tall()
        return super().turned()

    def _stretch(self, *_: object) -> None:
        """The name takes the room that is left over, and what can be done stands low, where the thumb is."""
        if self.wide is None:
            return
        self._masthead.height = min(dp(104) * look.scale, self.height * (0.24 if self.wide else 0.16))
        for part in self._lists:
            box = part.ids.rows
            used = sum(row.height for row in box.children) + box.spacing * max(0, len(box.children) - 1) + dp(12)
            spare = max(0.0, part.height - used)
            edge = max(dp(10), (part.width - dp(760) * look.scale) / 2)
            box.padding = (edge, dp(6) + spare * (0.5 if self.wide else 0.45), edge, dp(6))


def _sentence(error: DonError) -> str:
    """What is wrong, and what to do: a match that can't be followed is found under History."""
    return label("home_unfollowed") if error.code in OF_ONE_MATCH else str(error)


load_kv("mobile.screens", "home.kv")
