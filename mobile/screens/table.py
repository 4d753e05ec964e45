"""The page with the table: it keeps the screen awake, and turns the table to face any side of it."""

from __future__ import annotations

from typing import Any

from kivy.core.window import Window

from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.screens.table_screen import TableScreen
from mobile.widgets.turned import TurnedBox


class TablePage(Page):
    """The page with the table of ``companion.session``."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, headed=False, **kwargs)
        session = shell.companion.session
        assert session is not None, "there is a match to show"
        self.table = TableScreen(self, session)
        self.turned = TurnedBox(self.table, degrees=shell.companion.turned)
        self.ids.body.add_widget(self.turned)

    @property
    def turned_by(self) -> int:
        """The side of the table that it faces; sheets face it too."""
        return int(self.turned.degrees)

    @property
    def clear_foot(self) -> float:
        """The buttons stay clear."""
        return super().clear_foot if self.turned.degrees else float(self.table.ids.primary.top)

    def entered(self) -> None:
        """Keep the screen awake during a match, and show what another page has changed."""
        Window.allow_screensaver = False
        self.table.follow()

    def left(self) -> None:
        """The screen may sleep."""
        Window.allow_screensaver = True

    def paused(self) -> None:
        """Nothing is lost: the log has what stands, the draft what is under entry."""
        self.table.pictures.stop()

    def resumed(self) -> None:
        """Show everything as it is."""
        self.table.follow()

    def closed(self) -> None:
        """Stop waiting for a picture."""
        self.table.pictures.stop()

    def reading_place(self) -> object:
        """Where the picker is."""
        return self.table.entry.place

    def restore_place(self, place: Any) -> None:
        """Open the picker again where it was."""
        if place is not None:
            self.table.entry.restore(place)

    def back(self) -> bool:
        """Put the picker away first, then go back to the table as it lies."""
        if self.table.picking is not None:
            self.table.entry.close()
            return True
        if self.table.leafing.back:
            self.table.leaf_to_now()
            return True
        return False

    def turn(self) -> None:
        """Turn the table by a quarter, to face the next side."""
        self.companion.turned = (self.companion.turned + 90) % 360
        self.turned.degrees = self.companion.turned
