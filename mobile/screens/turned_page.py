"""What both pages with a table have: it keeps the screen awake, and turns to face any side of it."""

from __future__ import annotations

from typing import Any

from kivy.core.window import Window

from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.widgets.turned import TurnedBox


class TurnedPage(Page):
    """A page with the table that `make_table` gives."""

    table: Any
    """A widget; its ``follow()`` shows what was changed elsewhere."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, headed=False, **kwargs)
        self.table = self.make_table()
        self.turned = TurnedBox(self.table, degrees=shell.companion.turned)
        self.ids.body.add_widget(self.turned)

    def make_table(self) -> Any:
        """The widget with the match on the table."""
        raise NotImplementedError

    @property
    def turned_by(self) -> int:
        """The side of the table that it faces; sheets face it too."""
        return int(self.turned.degrees)

    def entered(self) -> None:
        """Keep the screen awake during a match, and show what another page has changed."""
        Window.allow_screensaver = False
        self.table.follow()

    def left(self) -> None:
        """The screen may sleep."""
        Window.allow_screensaver = True

    def resumed(self) -> None:
        """Show everything as it is."""
        self.table.follow()

    def turn(self) -> None:
        """Turn the table by a quarter, to face the next side."""
        self.companion.turned = (self.companion.turned + 90) % 360
        self.turned.degrees = self.companion.turned
