"""A reading becomes a proposed trick: each seat's card with a state and the reason for it; never a silent guess.

What the hand knows is used: who leads, which cards are gone, who has run out of a suit. People confirm, the referee
decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from models.hand_facts import EarlierCard, HandFacts, facts_of
from models.proposed_card import Conflict, ProposedCard, SurplusCard, as_read, judged, not_seen
from models.reading import CardSighting, Reading
from models.seating import Seating, seat_cards
from models.table_view import TableView
from models.trick_choice import choose_trick
from scorer.cards import Card
from scorer.events import Trick
from scorer.match import MatchState
from scorer.seats import Seat


@dataclass(frozen=True, slots=True)
class TrickProposal:
    """A trick as it was probably played: one entry a seat, in order of play from the leader.

    `seats_open`: who played what could not be told from the picture. `surplus`: cards seen beyond one a seat.
    `facts`: what the hand says of the trick.
    """

    leader: Seat
    cards: tuple[ProposedCard, ...]
    facts: HandFacts
    seats_open: bool = False
    surplus: tuple[SurplusCard, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether the trick can be confirmed without a question."""
        return not self.seats_open and not self.surplus and all(c.settled for c in self.cards)

    @property
    def complete(self) -> bool:
        """Whether each seat has a card (perhaps a doubtful one)."""
        return all(c.card is not None for c in self.cards)

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """Every name that stands at two or more places, in the trick or beyond it."""
        by_name: dict[Card, list[ProposedCard | SurplusCard]] = {}
        everything: tuple[ProposedCard | SurplusCard, ...] = (*self.cards, *self.surplus)
        for place in everything:
            if place.card is not None:
                by_name.setdefault(place.card, []).append(place)
        return tuple(Conflict(card, tuple(places)) for card, places in by_name.items() if len(places) > 1)

    def of(self, seat: Seat) -> ProposedCard:
        """The entry of a seat."""
        return next(c for c in self.cards if c.seat == seat)

    def with_card(self, seat: Seat, card: Card) -> TrickProposal:
        """The proposal with a person's word for one seat's card."""
        chosen = replace(
            self.of(seat), card=card, state="chosen", reason="by_hand", confidence=1.0, earlier=None, mistake=None
        )
        cards = tuple(chosen if c.seat == seat else c for c in self.cards)
        surplus = tuple(s for s in self.surplus if s.card != card)
        return self._judged(cards, self.seats_open, surplus)

    def swapped(self, one: Seat, other: Seat) -> TrickProposal:
        """The proposal with the cards of two seats exchanged; a person did it, so the seats are known."""
        first, second = self.of(one), self.of(other)
        moved = {one: replace(second, seat=one), other: replace(first, seat=other)}
        return self._judged(tuple(moved.get(c.seat, c) for c in self.cards), seats_open=False)

    def seated(self, seat_of: Mapping[Card, Seat]) -> TrickProposal:
        """The proposal with its cards given to the seats that a person named; the seats are then known.

        Raises `ValueError` unless each card of the proposal gets a seat of its own.
        """
        held = [c for c in self.cards if c.card is not None]
        wanted = {c.card: seat_of.get(c.card) for c in held if c.card is not None}
        if None in wanted.values() or len(set(wanted.values())) < len(held):
            raise ValueError("Each card of the trick needs a seat of its own.")
        by_seat = {seat_of[c.card]: replace(c, seat=seat_of[c.card]) for c in held if c.card is not None}
        cards = tuple(by_seat.get(c.seat, not_seen(c.seat)) for c in self.cards)
        return self._judged(cards, seats_open=False)

    def seats_accepted(self) -> TrickProposal:
        """The proposal after a person said that each card lies at the right seat."""
        return self._judged(self.cards, seats_open=False)

    def without_surplus(self) -> TrickProposal:
        """The proposal after a person said that the extra cards are no part of the trick."""
        return replace(self, surplus=())

    def event(self) -> Trick:
        """The event to hand to the referee. Raises `ValueError` while a card is missing."""
        if not self.complete:
            raise ValueError("A card of the trick is still missing: name it first.")
        return Trick(self.leader, tuple(c.card for c in self.cards if c.card is not None))

    def _judged(
        self, cards: tuple[ProposedCard, ...], seats_open: bool, surplus: tuple[SurplusCard, ...] | None = None
    ) -> TrickProposal:
        """The proposal with these cards, weighed anew."""
        return replace(
            self,
            cards=judged(cards, self.facts, not seats_open),
            seats_open=seats_open,
            surplus=self.surplus if surplus is None else surplus,
        )


def empty_proposal(state: MatchState, entered: Mapping[int, TrickProposal] | None = None) -> TrickProposal:
    """A trick with nothing seen yet, to be filled by hand. Raises `ValueError` where no hand is in play."""
    return _empty(_facts(state, entered))


def propose_trick(
    reading: Reading, state: MatchState, view: TableView, entered: Mapping[int, TrickProposal] | None = None
) -> TrickProposal:
    """The trick that a reading shows, seats taken from the places in the picture (`view` says how it is turned).

    `entered`: the proposals of earlier tricks of the hand as they were confirmed, by number, as far as known.
    Raises `ValueError` where no hand is in play.
    """
    return propose_from(reading, _facts(state, entered), view)


def propose_from(reading: Reading, facts: HandFacts, view: TableView) -> TrickProposal:
    """As `propose_trick`, from what is known of the hand."""
    played, surplus = choose_trick(reading.sightings, facts)
    return propose_seated(played, seat_cards([s.centre for s in played], view, facts.seats), surplus, facts)


def propose_seated(
    played: Sequence[CardSighting], seating: Seating, surplus: tuple[SurplusCard, ...], facts: HandFacts
) -> TrickProposal:
    """The trick of the cards `played`, at most one a player, whose seats `seating` names in the same order."""
    empty = _empty(facts)
    seen = {seat: as_read(seat, s) for seat, s in zip(seating.seats, played, strict=True)}
    cards = tuple(seen.get(c.seat, c) for c in empty.cards)
    seats_open = bool(played) and not seating.known
    return replace(empty, cards=judged(cards, facts, not seats_open), seats_open=seats_open, surplus=surplus)


def _empty(facts: HandFacts) -> TrickProposal:
    return TrickProposal(facts.seats[0], tuple(not_seen(seat) for seat in facts.seats), facts)


def _facts(state: MatchState, entered: Mapping[int, TrickProposal] | None) -> HandFacts:
    """What the hand says; a proposal that is not what stands in the record (any more) tells nothing."""
    tricks = state.hand.tricks if state.hand else ()
    proposals = {t.number: (entered or {}).get(t.number) for t in tricks}
    told = {
        t.number: {c.seat: earlier_card(t.number, c) for c in one.cards}
        for t in tricks
        if (one := proposals[t.number]) is not None and one.complete and one.event() == Trick(t.leader, t.cards)
    }
    return facts_of(state, told)


def earlier_card(trick: int, entry: ProposedCard) -> EarlierCard:
    """How a card of an earlier proposal came into the record."""
    if entry.state == "chosen":
        return EarlierCard(trick, entry.seat, "by_hand")
    runners_up = tuple(card for card, _ in entry.read if card != entry.card)
    return EarlierCard(trick, entry.seat, "read", entry.confidence, runners_up)
