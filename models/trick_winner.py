"""Who could have won a trick of which the cards are known, but not who played them (RULES.md 2.2).

Whoever led, the highest trump wins; where all cards are of one suit, the highest of them does. Then the winning card
is known and only its seat is open. Else it depends on the card that was led.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.hand_facts import HandFacts
from models.trick_reader import TrickProposal
from scorer.cards import Card
from scorer.match import MatchState
from scorer.seats import Seat


@dataclass(frozen=True, slots=True)
class PossibleWinner:
    """A card that may have won, and who may have played it, in order of play."""

    card: Card
    seats: tuple[Seat, ...]


def possible_winners(cards: Sequence[Card], facts: HandFacts) -> tuple[PossibleWinner, ...]:
    """Each card that may have won the trick of these cards (all of them, in any order), the highest first.

    Before trumps are known (`facts.hand.trump` is None, or no hand) the card led makes them, so that nothing beats the
    highest of the suit led. A card alone in its suit wins only if the leader led it: its seat is then the leader's,
    where he is known.
    """
    trump = facts.hand.trump if facts.hand is not None else None
    trumps = [card for card in cards if card.suit is trump]
    if trumps:
        return (PossibleWinner(max(trumps), facts.seats),)
    suits = {card.suit: [c for c in cards if c.suit is card.suit] for card in cards}
    winners = [PossibleWinner(max(of_suit), _seats(len(of_suit), facts)) for of_suit in suits.values()]
    return tuple(sorted(winners, key=lambda w: (w.card.rank, w.card.suit), reverse=True))


def winning_card(proposal: TrickProposal) -> Card | None:
    """The card that won whoever played which; None while cards are open or where it depends on who led what."""
    cards = [entry.card for entry in proposal.cards if entry.card is not None and entry.settled]
    if len(cards) < len(proposal.cards):
        return None
    winners = possible_winners(cards, proposal.facts)
    return winners[0].card if len(winners) == 1 else None


def winner_is_enough(state: MatchState) -> bool:
    """Whether a trick of the hand in play scores the same whichever loser played which card.

    Not where the low point goes to who was dealt the card, where cards are known to be somebody's (known hands, Blind
    Don), or where the first trick may be the pitcher's whatever he played (RULES.md 3.1, 3.4, 4.2).
    """
    hand, rules = state.hand, state.variant
    if hand is None or hand.hands is not None or hand.table is not None:
        return False
    low_is_dealt = "low" in rules.bonus and rules.low_point_to == "dealt"
    return not low_is_dealt and rules.first_trick_to_pitcher != "on"


def seated_by_winner(proposal: TrickProposal, card: Card, seat: Seat) -> TrickProposal:
    """The proposal after a person said who played the winning `card`; its seats are then known well enough to score.

    The card that was thought to be that player's takes the other's place; the rest stay where they lie.
    Raises `ValueError` where the card is not in the trick.
    """
    holder = next((entry.seat for entry in proposal.cards if entry.card == card), None)
    if holder is None:
        raise ValueError(f"{card} is not in this trick.")
    return proposal.seats_accepted() if holder is seat else proposal.swapped(holder, seat)


def _seats(of_suit: int, facts: HandFacts) -> tuple[Seat, ...]:
    """Who may have played the highest of so many cards of the suit led."""
    return facts.seats[:1] if of_suit == 1 and facts.leader_known else facts.seats
