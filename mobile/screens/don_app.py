"""The Kivy application: the shell in its window, and what the system asks of it."""

import gc
from typing import Any

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.logger import Logger

from mobile.background import finish_all
from mobile.companion import Companion
from mobile.log_care import back_up_behind, back_up_if_due, sentence_of
from mobile.phone.insets import window_insets
from mobile.screens.shell import Shell
from mobile.texts import label
from scorer.errors import DonError

_BACK_KEYS = (27, 1073742106)
"""Escape and Android's back key, under SDL2 and SDL3."""
_COLLECTS = (10_000, 10, 10)
"""Python looks for what can go after so many new objects, and more seldom among older ones (`gc.set_threshold`)."""
_SETTLED_S = 1.0
"""So long after the start or a turn the bars of a phone are where they stay, and the first frame is long drawn."""


class DonApp(App):
    """Shows the pages until its window is closed; everything entered is in the log by then."""

    def __init__(self, companion: Companion, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.companion = companion
        self.shell: Shell | None = None
        self.forgiving = True
        """Whether the app goes on, with one sentence, after an error of its own; tests want to see it."""

    def build(self) -> Shell:
        """The shell; on the table where a match was chosen already, else at home."""
        self.title = label("app")
        _collect_seldom()
        self.shell = Shell(self.companion)
        if self.companion.trouble is not None:
            self.shell.go("rescue")
            return self.shell
        try:
            self.shell.home(*([self.companion.table_page] if self.companion.book is not None else []))
        except Exception as error:  # as later (`forgive`): what can be shown is shown
            if not self.forgiving:
                raise
            self._failed(error)
        return self.shell

    def on_start(self) -> None:
        """Take the back key; keep clear of the system's bars, and have the sounds ready when the first one falls."""
        Window.bind(on_keyboard=self._key, size=self._turned)
        if self.forgiving:
            self.forgive()
        self._turned()
        if self.shell is not None and self.companion.settings.sound:
            sounds = self.shell.sounds
            Clock.schedule_once(lambda _: sounds.load(), _SETTLED_S)

    def on_stop(self) -> None:
        """Let go of threads and devices, and make a backup where one is due."""
        if self.shell is not None:
            self.shell.closed()
        finish_all()
        back_up_if_due(self.companion)
        self.companion.close()

    def on_pause(self) -> bool:
        """Nothing is lost by a pause: every change is in the log already."""
        if self.shell is not None:
            self.shell.paused()
            back_up_behind(self.companion, self.shell.later)
        return True

    def on_resume(self) -> None:
        """Draw again what the system may have thrown away."""
        if self.shell is not None:
            self.shell.resumed()
        self._turned()

    def forgive(self) -> None:
        """From now on an error ends nothing."""
        ExceptionManager.add_handler(type("GoOn", (ExceptionHandler,), {"handle_exception": self._failed})())

    def _failed(self, error: BaseException) -> Any:
        """What no page has seen coming becomes one sentence; all that was entered is in the log."""
        if self.shell is None or not isinstance(error, Exception):
            return ExceptionManager.RAISE
        Logger.exception("Don: %s", error)
        unknown = label("PAGE_FAILED", detail=type(error).__name__)
        self.shell.tell(sentence_of(error) if isinstance(error, DonError) else unknown, "impossible")
        return ExceptionManager.PASS

    def _turned(self, *_: object) -> None:
        """The window has another size, or is in front again: the bars may lie elsewhere, at once or a moment later."""
        self._keep_clear()
        Clock.schedule_once(self._keep_clear, _SETTLED_S)

    def _keep_clear(self, *_: object) -> None:
        if self.shell is not None:
            self.shell.insets = window_insets()

    def _key(self, _window: object, key: int, *_: object) -> bool:
        """Back is one step back; on the first page the app goes, as the system does it. A match never ends by it."""
        if key not in _BACK_KEYS or self.shell is None:
            return False
        return self.shell.back()


def _collect_seldom() -> None:
    """A page makes thousands of objects that stay: to look through all of them meanwhile takes longer than to make it.

    What is imported by now is left alone for good.
    """
    gc.freeze()
    gc.set_threshold(*_COLLECTS)
