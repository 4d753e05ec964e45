"""The Kivy application around the table screen."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from kivy.app import App
from kivy.core.window import Window

from mobile.camera.source import FrameSource
from mobile.screens.table import TableScreen
from mobile.table_session import TableSession
from mobile.texts import label

_BACK_KEYS = (27, 1073742106)
"""Escape and Android's back key, under SDL2 and SDL3."""


class DonApp(App):
    """Shows one match until its window is closed; everything entered is in the log by then."""

    def __init__(
        self, session: TableSession, source: FrameSource | None, clock: Callable[[], datetime], **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._session, self._source, self._clock = session, source, clock
        self.screen: TableScreen | None = None

    def build(self) -> TableScreen:
        """The one screen."""
        self.title = label("app")
        self.screen = TableScreen(self._session, self._source, self._clock, self.stop)
        return self.screen

    def on_start(self) -> None:
        """Keep the screen awake during a match, and take the back key."""
        Window.allow_screensaver = False
        Window.bind(on_keyboard=self._key)

    def on_stop(self) -> None:
        """Let go of the source."""
        if self.screen is not None:
            self.screen.close()

    def on_pause(self) -> bool:
        """Nothing is lost by a pause: every change is in the log already."""
        return True

    def on_resume(self) -> None:
        """Draw again what the system may have thrown away."""
        Window.update_viewport()

    def _key(self, _window: object, key: int, *_: object) -> bool:
        """Back closes the picker; a match never ends by it."""
        if key not in _BACK_KEYS:
            return False
        if self.screen is not None:
            self.screen.close_picker()
        return True
