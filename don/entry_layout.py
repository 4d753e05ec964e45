"""Pictures of the deal in Blind Don as what `don enter` offers: the face-up cards, and those that need a question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from don.entry_questions import Offer, Offers
from models.layout_reader import read_rows
from models.picture import load_picture
from models.reader import CardReader
from models.table_view import TableView
from scorer.cards import pack_of
from scorer.layout import owner_of
from scorer.match import MatchState


class LayoutPictures:
    """Reads pictures of the deal; the networks are loaded for the first one."""

    def __init__(self, load_reader: Callable[[], CardReader], view: TableView) -> None:
        self._load_reader = load_reader
        self._view = view
        self._reader: CardReader | None = None

    def __call__(self, picture: str, state: MatchState) -> Offers:
        """By seat and stack what lies there; a card that can't be where it was read is offered as not certain.

        A hand of a variant with stacks has to be dealt. Raises `PictureError`, `WeightsError`.
        """
        assert state.hand is not None and state.hand.table is not None, "stacks lie there after the deal"
        image = load_picture(Path(picture))
        if self._reader is None:
            self._reader = self._load_reader()
        rows = read_rows(self._reader.read(image), self._view, dict.fromkeys(state.seats, state.variant.stacks_each))
        pack, table = pack_of(state.variant.pack), state.hand.table
        seen = Counter(one.card for row in rows.values() for one in row if one.card is not None)
        offers = {}
        for seat, row in rows.items():
            for number, one in enumerate(row, 1):
                card = one.card
                fits = card is not None and card in pack and owner_of(table, card) in (None, seat) and seen[card] == 1
                offers[seat, number] = Offer(card, one.sure and fits)
        return offers
