"""Choosing the cards of a trick at the table: the picker, and which player it asks for next."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from mobile.card_offer import offer_for
from mobile.widgets.card_picker import CardPicker
from scorer.cards import Card
from scorer.seats import Seat

if TYPE_CHECKING:
    from mobile.screens.table_screen import TableScreen

Place = tuple[Seat, bool]
"""Who is asked, and whether the players after him are asked too."""


class CardEntry:
    """The picker over the table. ``picking``: whose card it asks for; None while it is away."""

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        self.picker = CardPicker(size_hint=(1, 1))
        self.picker.bind(on_choose=self._chosen, on_swap=self._swapped, on_close=self.close)
        self.picking: Seat | None = None
        self._filling = False

    @property
    def place(self) -> Place | None:
        """Where the picker is, to be opened again there when everything is drawn anew."""
        return (self.picking, self._filling) if self.picking is not None else None

    def restore(self, place: Place) -> None:
        """Open the picker where it was, if a trick is still under entry."""
        if self._screen.session.proposal is not None:
            self.open(place[0])
            self._filling = place[1]

    def fill(self, seat: Seat | None = None) -> None:
        """Ask for the card of ``seat``, then for those of all players without one, in the order of play."""
        self._filling = True
        if seat is None:
            self._next()
        else:
            self.open(seat)

    def open(self, seat: Seat) -> None:
        """Offer the cards that the player at ``seat`` can have played."""
        self.picking = seat
        self.picker.open_for(**offer_for(self._screen.session, seat)._asdict())
        if self.picker.parent is None:
            self._screen.add_widget(self.picker)

    def change(self, seat: Seat) -> None:
        """Ask for one card anew; where it is still missing, for those of the players after it as well."""
        proposal = self._screen.session.proposal
        assert proposal is not None, "cards are changed in a trick under entry"
        self._filling = proposal.of(seat).card is None
        self.open(seat)

    def close(self, *_: object) -> None:
        """Put the picker away; what has been chosen stays."""
        self.picking = None
        self._filling = False
        if self.picker.parent is not None:
            self._screen.remove_widget(self.picker)

    def _chosen(self, _picker: object, card: Card) -> None:
        if self.picking is None:
            return
        screen = self._screen
        screen.guarded(partial(screen.session.choose, self.picking, card))
        screen.say_questions()
        filled = self._filling
        self._next()
        if filled and screen.session.stands_by_itself:
            screen.confirm()
        else:
            screen.refresh(walk=False)

    def _swapped(self, _picker: object, other: Seat) -> None:
        screen = self._screen
        if self.picking is not None:
            screen.guarded(partial(screen.session.swap, self.picking, other))
            screen.say_questions()
        self.close()
        screen.refresh(walk=False)

    def _next(self) -> None:
        """On to the next player without a card, in the order of play; away where there is none."""
        proposal = self._screen.session.proposal
        missing = [entry.seat for entry in proposal.cards if entry.card is None] if proposal else []
        if self._filling and missing:
            self.open(missing[0])
        else:
            self.close()
