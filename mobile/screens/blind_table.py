"""The page with the table of Blind Don."""

from __future__ import annotations

from mobile.screens.blind_screen import BlindTable
from mobile.screens.turned_page import TurnedPage


class BlindTablePage(TurnedPage):
    """The page with the match of ``companion.blind``."""

    table: BlindTable

    def make_table(self) -> BlindTable:
        """The table of two or three."""
        session = self.companion.blind
        assert session is not None, "there is a match to show"
        return BlindTable(self, session)

    def back(self) -> bool:
        """Put the picker away first; then looking for a wrong card is given up."""
        return self.table.close_picker() or self.table.stop_correcting()
