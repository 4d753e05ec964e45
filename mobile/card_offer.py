"""What the picker offers for one card of the trick under entry, at the table and before the camera. No Kivy."""

from __future__ import annotations

from typing import NamedTuple

from mobile.table_session import TableSession
from mobile.texts import label
from mobile.wording import others_line, short_player, trumps_line
from scorer.cards import Card, Suit
from scorer.match import MatchState
from scorer.seats import Seat


class CardOffer(NamedTuple):
    """What `CardPicker.open_for` is given: the question; the cards that can be, and of them the likely ones.

    ``swaps``: with whom the seat may change its card. ``others``: what the other players have laid. ``led``: the suit
    that was led, once that is certain.
    """

    title: str
    possible: frozenset[Card]
    likely: tuple[Card, ...]
    pack: int
    swaps: tuple[tuple[Seat, str], ...]
    others: str
    led: Suit | None


def offer_for(session: TableSession, seat: Seat) -> CardOffer:
    """The cards that the player at ``seat`` can have played, while a trick is under entry."""
    proposal, state = session.proposal, session.state
    assert proposal is not None, "cards are picked for a trick under entry"
    possible, entry = frozenset(session.possible_cards(seat)), proposal.of(seat)
    wished = [*entry.suggestions, entry.card, *(seen.card for seen in proposal.surplus)]
    first = proposal.cards[0]
    certain = first.card is not None and first.seat is not seat and not proposal.seats_open
    swaps = ((other.seat, short_player(state, other.seat)) for other in proposal.cards if other.seat is not seat)
    return CardOffer(
        label("who_card", name=short_player(state, seat)),
        possible,
        tuple(card for card in dict.fromkeys(wished) if card in possible),
        state.variant.pack,
        tuple(swaps) if session.can_swap else (),
        _told(state, others_line(state, proposal, seat)),
        first.card.suit if first.card is not None and certain else None,
    )


def _told(state: MatchState, others: str) -> str:
    """What a player thinks of when he names a card: what lies there, or who leads; and trumps."""
    if not others and state.hand is not None:
        others = label("leads", name=short_player(state, state.hand.leader))
    return f"{others}   {trumps_line(state)}"
