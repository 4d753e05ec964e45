"""The practice hand: the real table page on the bundled hand, with one line on what to do next.

A shell of its own lies in the page, with a companion of its own, so that all that is done in it stays in it.
"""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from mobile.practice import Practice
from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.theme import type_scale
from mobile.widgets.look import load_kv
from mobile.widgets.page_parts import Words
from scorer.errors import DonError

_LOOK_S = 0.2
"""How often it is looked what to do next."""
_OF_THE_APP = frozenset({"settings", "data", "files", "history", "statistics", "new_match", "tour", "practice"})
"""Pages that are not about the match of the practice."""


class HintBar(BoxLayout):
    """What to do next, and the way out."""

    __events__ = ("on_leave",)
    text = StringProperty("")
    word = StringProperty("")
    strong = BooleanProperty(False)
    tall = NumericProperty(56.0)

    def on_leave(self) -> None:
        """Default: nothing."""


class PracticeShell(Shell):
    """The pages of the practice within the page of the app."""

    def __init__(self, app_shell: Shell, practice: Practice, **kwargs: Any) -> None:
        self.app_shell = app_shell
        super().__init__(practice.companion, **kwargs)
        self.sounds, self.feedback = app_shell.sounds, app_shell.feedback

    def go(self, name: str, **params: Any) -> Page:
        """Pages on the match lie in the practice; the others are those of the app."""
        return self.app_shell.go(name, **params) if name in _OF_THE_APP else super().go(name, **params)

    def home(self, *names: str) -> Page:
        """Home is the app's; another start of the table is one in the practice."""
        if _OF_THE_APP.issuperset(names):
            return self.app_shell.home(*names)
        self._leave()
        while self.pages:
            self._close_top()
        for name in names:
            page = self.go(name)
        return page

    def back(self) -> bool:
        """One step back; from the table out of the practice."""
        return self.step_back() or self.app_shell.back()

    def step_back(self) -> bool:
        """One step back within the practice; False on its table."""
        return super().back()

    def rebuild(self) -> None:
        """Colours and language are the app's."""
        self.app_shell.rebuild()

    def _use_settings(self) -> None:
        """The shell of the app has done that."""

    def _scale(self) -> None:
        """And that: type is as large as on all other pages."""


class PracticePage(Page):
    """The bundled hand, to be played by who has never seen the app. Nothing of it is in the user's log."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, headed=False, **kwargs)
        self.inner: PracticeShell | None = None
        self.practice: Practice | None = None
        self._looking: Any = None
        try:
            self.practice = _practice_of(shell)
        except (DonError, OSError) as error:
            self.headed, self.title = True, label("practice")
            self.ids.body.add_widget(Words(text=str(error)))
            return
        self.practice.users += 1
        self.bar = HintBar(word=label("practice_leave"))
        self.bar.bind(on_leave=self._leave)
        self.bind(size=self._lay_out)
        self.inner = PracticeShell(shell, self.practice)
        self.ids.body.add_widget(self.bar)
        self.ids.body.add_widget(self.inner)
        for name, params in self.practice.pages or [(self.practice.companion.table_page, {})]:
            self.inner.go(name, **params)

    def entered(self) -> None:
        """Go on where it was."""
        if self.inner is not None:
            self.inner.page.entered()
            self._look()
            self._looking = Clock.schedule_interval(self._look, _LOOK_S)

    def left(self) -> None:
        """Another page lies above it."""
        if self._looking is not None:
            self._looking.cancel()
        if self.inner is not None:
            self.inner.page.left()

    def closed(self) -> None:
        """Its match is gone, unless the page is only drawn anew."""
        if self.inner is None or self.practice is None:
            return
        self.practice.pages = list(self.inner.pages)
        self.inner.closed()
        self.practice.users -= 1
        shell, practice = self.shell, self.practice
        Clock.schedule_once(lambda _: _close_unused(shell, practice), 0)

    def paused(self) -> None:
        """As its table."""
        if self.inner is not None:
            self.inner.page.paused()

    def resumed(self) -> None:
        """As its table."""
        if self.inner is not None:
            self.inner.page.resumed()

    def back(self) -> bool:
        """What the practice has open goes first."""
        return self.inner is not None and self.inner.step_back()

    def _lay_out(self, *_: object) -> None:
        """The bar is as high as the page asks for, whatever the table below it makes of its own size."""
        scale = type_scale(self.width / dp(1), self.height / dp(1)) * self.companion.settings.text_size
        self.bar.tall = max(dp(56), min(dp(60) * scale, self.height * 0.16))

    def _look(self, *_: object) -> None:
        assert self.practice is not None
        self.bar.text = self.practice.hint()
        self.bar.strong = self.practice.over
        self.bar.word = label("new_title" if self.practice.over else "practice_leave")

    def _leave(self, *_: object) -> None:
        assert self.practice is not None
        if self.practice.over:
            self.shell.replace("new_match")
        elif self.inner is not None:
            while self.inner.step_back():
                pass
            self.shell.back()


def _practice_of(shell: Shell) -> Practice:
    """The practice that is under way, or a new one."""
    if shell.practice is None:
        shell.practice = Practice(shell.companion)
    return shell.practice


def _close_unused(shell: Shell, practice: Practice) -> None:
    if practice.users == 0 and shell.practice is practice:
        practice.close()
        shell.practice = None


load_kv("mobile.screens", "practice.kv")
