"""Pictures of a table of Blind Don as what `don enter` offers: the cards asked for, and which of them are certain."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from don.entry_questions import Offers
from don.options import Rectangle, area_in
from mobile.table_offers import offers_of
from models.picture import load_picture
from models.reader import CardReader
from models.table_view import TableView
from scorer.match import MatchState
from scorer.seats import Seat


class TablePictures:
    """Reads pictures of the table; the networks are loaded for the first one."""

    def __init__(self, load_reader: Callable[[], CardReader], bottom: Seat, area: Rectangle | None = None) -> None:
        """`bottom`: whose side the pictures' bottom edge is; `area`: where tricks are played, as `--area` says."""
        self._load_reader = load_reader
        self._bottom = bottom
        self._area = area
        self._reader: CardReader | None = None

    def __call__(self, picture: str, state: MatchState) -> Offers:
        """The cards asked for, as the file shows them (`offers_of`).

        Raises `PictureError`, `WeightsError`, and `UsageError` where the area is not in the picture.
        """
        image = load_picture(Path(picture))
        view = TableView(self._bottom, area_in(self._area, (image.shape[1], image.shape[0])))
        if self._reader is None:
            self._reader = self._load_reader()
        return offers_of(self._reader.read(image), state, view)
