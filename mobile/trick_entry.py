"""A trick that is being entered, before anything of it is logged: its proposal, weighed by what the hand says."""

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from models.hand_facts import HandFacts
from models.proposed_card import judged, not_seen
from models.reading import Reading
from models.trick_reader import TrickProposal
from scorer.cards import Card
from scorer.hand import HandState
from scorer.seats import Seat

Picture = NDArray[np.uint8]
"""BGR, height x width x 3."""


class Reader(Protocol):
    """What turns a picture into cards: `models.reader.CardReader`, or anything with the same method."""

    def read(self, image_bgr: Picture, /) -> Reading:
        """The cards in the picture (BGR, `uint8`, height x width x 3)."""
        ...


@dataclass(frozen=True, slots=True)
class TrickUnderEntry:
    """A proposal, how many entries the record had when it was made, and the picture it was read from, if any."""

    proposal: TrickProposal
    entries: int
    picture: Picture | None = None


def weighed_anew(proposal: TrickProposal, facts: HandFacts) -> TrickProposal:
    """The proposal by other facts of the hand; where another player leads, who played which card is open."""
    leader = facts.seats[0]
    seen = any(entry.card is not None for entry in proposal.cards)
    seats_open = proposal.seats_open or (seen and proposal.leader is not leader)
    by_seat = {entry.seat: entry for entry in proposal.cards}
    cards = judged([by_seat.get(seat, not_seen(seat)) for seat in facts.seats], facts, not seats_open)
    return replace(proposal, leader=leader, cards=cards, facts=facts, seats_open=seats_open)


def possible_cards(hand: HandState, proposal: TrickProposal, seat: Seat) -> tuple[Card, ...]:
    """The cards that ``seat`` can have played, the likely ones first: not gone, and not surely another's here."""
    own = proposal.of(seat)
    others = {entry.card for entry in proposal.cards if entry.seat is not seat and entry.settled}
    likely = [*own.suggestions, *([own.card] if own.card else []), *(seen.card for seen in proposal.surplus)]
    pack = proposal.facts.pack
    free = (card for card in (*likely, *pack.cards) if card in pack and card not in others | hand.cards_gone)
    return tuple(dict.fromkeys(free))


def same_trick_asked(before: HandFacts, after: HandFacts) -> bool:
    """Whether both ask for the same trick: the same hand, leader and cards gone, by the same players."""
    hands = [facts.hand.number if facts.hand else 0 for facts in (before, after)]
    gone = [{card: (earlier.trick, earlier.seat) for card, earlier in facts.gone.items()} for facts in (before, after)]
    return before.seats == after.seats and hands[0] == hands[1] and gone[0] == gone[1]
