"""The page with the table of four: where its picker is outlives drawing anew, and back closes what is open."""

from __future__ import annotations

from typing import Any

from mobile.screens.table_screen import TableScreen
from mobile.screens.turned_page import TurnedPage


class TablePage(TurnedPage):
    """The page with the table of ``companion.session``."""

    table: TableScreen

    def make_table(self) -> TableScreen:
        """The table of four."""
        session = self.companion.session
        assert session is not None, "there is a match to show"
        return TableScreen(self, session)

    @property
    def clear_foot(self) -> float:
        """The buttons stay clear."""
        return super().clear_foot if self.turned.degrees else float(self.table.ids.primary.top)

    def paused(self) -> None:
        """Nothing is lost: the log has what stands, the draft what is under entry."""
        self.table.pictures.stop()

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
