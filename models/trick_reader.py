"""A reading becomes a proposed trick: each seat's card with a state and the reason for it; never a silent guess.

What the hand knows is used: who leads, which cards are gone. People confirm, the referee decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from models.reading import BoxXyxy, CardSighting, Reading
from models.seating import seat_cards
from models.table_view import TableView
from scorer.cards import Card
from scorer.events import Trick
from scorer.match import MatchState
from scorer.seats import Seat

State = Literal["sure", "doubtful", "impossible", "missing", "chosen"]
ENOUGH = 5
"""At most so many suggestions are offered for a card."""


@dataclass(frozen=True, slots=True)
class ProposedCard:
    """One seat's card in a proposed trick.

    `state`: `sure` and `doubtful` as the reader saw it, `impossible` (gone already, or twice in this trick), `missing`
    (no card seen there), `chosen` (named by a person). `reason` is a code: `read`, `unclear`, `two_places`, `gone`,
    `twice`, `not_seen`, `by_hand`. `suggestions` are names to offer first.
    """

    seat: Seat
    card: Card | None
    state: State
    confidence: float
    reason: str
    suggestions: tuple[Card, ...] = ()
    box_xyxy: BoxXyxy | None = None

    @property
    def settled(self) -> bool:
        """Whether nobody need be asked about this card."""
        return self.state in ("sure", "chosen")


@dataclass(frozen=True, slots=True)
class TrickProposal:
    """A trick as it was probably played: one entry a seat, in order of play from the leader.

    `seats_open`: who played what could not be told from the picture. `surplus`: cards seen beyond one a seat.
    `gone`: cards of earlier tricks of the hand.
    """

    leader: Seat
    cards: tuple[ProposedCard, ...]
    seats_open: bool = False
    surplus: tuple[CardSighting, ...] = ()
    gone: frozenset[Card] = frozenset()

    @property
    def ready(self) -> bool:
        """Whether the trick can be confirmed without a question."""
        return not self.seats_open and not self.surplus and all(c.settled for c in self.cards)

    @property
    def complete(self) -> bool:
        """Whether each seat has a card (perhaps a doubtful one)."""
        return all(c.card is not None for c in self.cards)

    def of(self, seat: Seat) -> ProposedCard:
        """The entry of a seat."""
        return next(c for c in self.cards if c.seat == seat)

    def with_card(self, seat: Seat, card: Card) -> TrickProposal:
        """The proposal with a person's word for one seat's card."""
        chosen = replace(self.of(seat), card=card, state="chosen", reason="by_hand", confidence=1.0)
        cards = tuple(chosen if c.seat == seat else c for c in self.cards)
        surplus = tuple(s for s in self.surplus if s.card != card)
        return replace(self, cards=_checked(cards, self.gone), surplus=surplus)

    def swapped(self, one: Seat, other: Seat) -> TrickProposal:
        """The proposal with the cards of two seats exchanged; a person did it, so the seats are known."""
        first, second = self.of(one), self.of(other)
        moved = {one: replace(second, seat=one), other: replace(first, seat=other)}
        return replace(self, cards=tuple(moved.get(c.seat, c) for c in self.cards), seats_open=False)

    def seated(self, seat_of: Mapping[Card, Seat]) -> TrickProposal:
        """The proposal with its cards given to the seats that a person named; the seats are then known.

        Raises `ValueError` unless each card of the proposal gets a seat of its own.
        """
        held = [c for c in self.cards if c.card is not None]
        wanted = {c.card: seat_of.get(c.card) for c in held if c.card is not None}
        if None in wanted.values() or len(set(wanted.values())) < len(held):
            raise ValueError("Each card of the trick needs a seat of its own.")
        by_seat = {seat_of[c.card]: replace(c, seat=seat_of[c.card]) for c in held if c.card is not None}
        empty = {c.seat: ProposedCard(c.seat, None, "missing", 0.0, "not_seen") for c in self.cards}
        return replace(self, cards=tuple(by_seat.get(s, empty[s]) for s in empty), seats_open=False)

    def seats_accepted(self) -> TrickProposal:
        """The proposal after a person said that each card lies at the right seat."""
        return replace(self, seats_open=False)

    def without_surplus(self) -> TrickProposal:
        """The proposal after a person said that the extra cards are no part of the trick."""
        return replace(self, surplus=())

    def event(self) -> Trick:
        """The event to hand to the referee. Raises `ValueError` while a card is missing."""
        if not self.complete:
            raise ValueError("A card of the trick is still missing: name it first.")
        return Trick(self.leader, tuple(c.card for c in self.cards if c.card is not None))


def empty_proposal(state: MatchState) -> TrickProposal:
    """A trick with nothing seen yet, to be filled by hand. Raises `ValueError` where no hand is in play."""
    if state.hand is None or state.leader is None:
        raise ValueError("No hand is in play: deal first.")
    cards = tuple(ProposedCard(seat, None, "missing", 0.0, "not_seen") for seat in _order(state))
    return TrickProposal(state.leader, cards, gone=frozenset(state.hand.cards_gone))


def propose_trick(reading: Reading, state: MatchState, view: TableView) -> TrickProposal:
    """The trick that a reading shows, seats taken from the places in the picture (`view` says how it is turned).

    Raises `ValueError` where no hand is in play.
    """
    empty = empty_proposal(state)
    played, surplus = _choose(reading.sightings, len(empty.cards), empty.gone)
    seating = seat_cards([s.centre for s in played], view)
    seen = {seat: _proposed(seat, s, empty.gone) for seat, s in zip(seating.seats, played, strict=True)}
    cards = tuple(seen.get(c.seat, c) for c in empty.cards)
    return replace(
        empty, cards=_checked(cards, empty.gone), seats_open=bool(played) and not seating.known, surplus=surplus
    )


def _order(state: MatchState) -> tuple[Seat, ...]:
    """The seats in order of play from the leader of the trick."""
    assert state.leader is not None
    start = state.seats.index(state.leader)
    return tuple(state.seats[(start + k) % len(state.seats)] for k in range(len(state.seats)))


def _choose(
    sightings: tuple[CardSighting, ...], wanted: int, gone: frozenset[Card]
) -> tuple[list[CardSighting], tuple[CardSighting, ...]]:
    """The cards of the trick and those beyond it: sure ones still in play first, then the rest by confidence."""
    ranked = sorted(sightings, key=lambda s: (s.card in gone, not s.sure, -s.confidence))
    return ranked[:wanted], tuple(ranked[wanted:])


def _proposed(seat: Seat, seen: CardSighting, gone: frozenset[Card]) -> ProposedCard:
    suggestions = tuple(card for card, _ in seen.runners_up if card not in gone)[:ENOUGH]
    if seen.card not in gone:
        suggestions = (seen.card, *suggestions)[:ENOUGH]
    state: State = "sure" if seen.sure else "doubtful"
    reason = "read" if seen.sure else "two_places" if seen.conflict else "unclear"
    return ProposedCard(seat, seen.card, state, seen.confidence, reason, suggestions, seen.box_xyxy)


def _checked(cards: tuple[ProposedCard, ...], gone: frozenset[Card]) -> tuple[ProposedCard, ...]:
    """Marks cards that cannot be: gone in an earlier trick, or the same card at two seats."""
    names = [c.card for c in cards if c.card is not None]

    def judged(card: ProposedCard) -> ProposedCard:
        if card.card is None:
            return card
        if card.card in gone:
            return replace(card, state="impossible", reason="gone")
        if names.count(card.card) > 1:
            return replace(card, state="impossible", reason="twice")
        if card.state == "impossible":
            return replace(card, state="doubtful", reason="unclear")
        return card

    return tuple(judged(card) for card in cards)
