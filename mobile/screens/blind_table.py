"""The page with the table of Blind Don: it keeps the screen awake, and turns the table to face any side of it."""

from __future__ import annotations

from typing import Any

from kivy.core.window import Window

from mobile.screens.blind_screen import BlindTable
from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.widgets.turned import TurnedBox


class BlindTablePage(Page):
    """The page with the match of ``companion.blind``."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, headed=False, **kwargs)
        session = shell.companion.blind
        assert session is not None, "there is a match to show"
        self.table = BlindTable(self, session)
        self.turned = TurnedBox(self.table, degrees=shell.companion.turned)
        self.ids.body.add_widget(self.turned)

    @property
    def turned_by(self) -> int:
        """The side of the table that it faces; sheets face it too."""
        return int(self.turned.degrees)

    def entered(self) -> None:
        """Show what has changed meanwhile, ask for what is to be told, keep the screen awake."""
        Window.allow_screensaver = False
        self.table.follow()

    def left(self) -> None:
        """The screen may sleep."""
        Window.allow_screensaver = True

    def resumed(self) -> None:
        """Show everything as it is."""
        self.table.follow()

    def back(self) -> bool:
        """Put the picker away first; then looking for a wrong card is given up."""
        return self.table.close_picker() or self.table.stop_correcting()

    def turn(self) -> None:
        """Turn the table by a quarter, to face the next side."""
        self.companion.turned = (self.companion.turned + 90) % 360
        self.turned.degrees = self.companion.turned
