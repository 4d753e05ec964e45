"""The Kivy application: the shell in its window, and what the system asks of it."""

from typing import Any

from kivy.app import App
from kivy.core.window import Window

from mobile.companion import Companion
from mobile.screens.shell import Shell
from mobile.texts import label

_BACK_KEYS = (27, 1073742106)
"""Escape and Android's back key, under SDL2 and SDL3."""


class DonApp(App):
    """Shows the pages until its window is closed; everything entered is in the log by then."""

    def __init__(self, companion: Companion, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.companion = companion
        self.shell: Shell | None = None

    def build(self) -> Shell:
        """The shell; on the table where a match was chosen already, else at home."""
        self.title = label("app")
        self.shell = Shell(self.companion)
        self.shell.home(*([self.companion.table_page] if self.companion.book is not None else []))
        return self.shell

    def on_start(self) -> None:
        """Take the back key."""
        Window.bind(on_keyboard=self._key)

    def on_stop(self) -> None:
        """Let go of threads and devices."""
        if self.shell is not None:
            self.shell.closed()

    def on_pause(self) -> bool:
        """Nothing is lost by a pause: every change is in the log already."""
        if self.shell is not None:
            self.shell.paused()
        return True

    def on_resume(self) -> None:
        """Draw again what the system may have thrown away."""
        if self.shell is not None:
            self.shell.resumed()

    def _key(self, _window: object, key: int, *_: object) -> bool:
        """Back is one step back; on the first page the app goes, as the system does it. A match never ends by it."""
        if key not in _BACK_KEYS or self.shell is None:
            return False
        return self.shell.back()
