"""Pictures of a table of Blind Don as what `don enter` offers: the cards asked for, and which of them are certain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from don.entry_questions import Offer, Offers
from don.options import Rectangle, area_in
from models.layout_reader import read_rows
from models.picture import load_picture
from models.reader import CardReader
from models.reading import Reading
from models.reveal_watch import cards_turned_up
from models.table_view import TableView
from scorer.cards import pack_of
from scorer.layout import owner_of
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


def offers_of(reading: Reading, state: MatchState, view: TableView) -> Offers:
    """By seat and stack what is asked for: before the first card what lies face up, then what was turned up.

    A card that can't be where it was read is offered as not certain. A hand of a variant with stacks has to be dealt.
    """
    hand = state.hand
    assert hand is not None and hand.table is not None, "stacks lie there after the deal"
    if hand.begun:
        shown = cards_turned_up(reading, hand.table, hand.cards_gone, view.area)
    else:
        rows = read_rows(reading, view, dict.fromkeys(state.seats, state.variant.stacks_each))
        shown = {(seat, number): one for seat, row in rows.items() for number, one in enumerate(row, 1)}
    pack, seen = pack_of(state.variant.pack), Counter(one.card for one in shown.values() if one.card is not None)
    offers = {}
    for (seat, number), one in shown.items():
        card = one.card
        fits = card is not None and card in pack and owner_of(hand.table, card) in (None, seat) and seen[card] == 1
        offers[seat, number] = Offer(card, one.sure and fits)
    return offers
