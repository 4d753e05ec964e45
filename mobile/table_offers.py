"""A picture of a table of Blind Don as offers: the cards asked for now, and which of them are certain."""

from __future__ import annotations

from collections import Counter

from mobile.entry_questions import Offer, Offers
from models.layout_reader import read_rows
from models.reading import Reading
from models.reveal_watch import cards_turned_up
from models.table_view import TableView
from scorer.cards import pack_of
from scorer.layout import owner_of
from scorer.match import MatchState


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
