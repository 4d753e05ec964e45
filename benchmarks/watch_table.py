"""The person at the table for the proof of the watcher: a match without a log, and a proposal set right."""

from __future__ import annotations

from collections.abc import Mapping

from models.hand_facts import HandFacts, facts_of
from models.trick_reader import TrickProposal, earlier_card, empty_proposal
from scorer.cards import Card
from scorer.events import Deal, Event, GameStart, Trick, start_of_match
from scorer.match import MatchState
from scorer.referee import Refusal, apply
from scorer.seats import Seat, next_in
from scorer.variant import load_variant


class Table:
    """A match as the referee keeps it, its first hand dealt, with how each trick of the hand was entered."""

    def __init__(self, variant: str, pitcher: Seat) -> None:
        started = apply(None, start_of_match("proof", load_variant(variant)))
        assert isinstance(started, MatchState), started
        self.state = started
        self._entered: dict[int, TrickProposal] = {}
        self._apply(GameStart(pitcher))
        self.deal()

    @property
    def tricks(self) -> int:
        """How many tricks of the hand stand."""
        return len(self.state.hand.tricks) if self.state.hand else self.state.variant.tricks

    def facts(self) -> HandFacts:
        """What the hand in play says of its next trick."""
        told = {
            number: {entry.seat: earlier_card(number, entry) for entry in one.cards}
            for number, one in self._entered.items()
        }
        return facts_of(self.state, told)

    def enter(self, truth: Trick, proposal: TrickProposal | None) -> None:
        """Records the trick as it was played, after a person set the proposal right (None: entered by hand)."""
        entered = settled(proposal, truth, self.state)
        number = self.tricks + 1
        self._apply(truth)
        self._entered[number] = entered

    def deal(self) -> None:
        """Deals the next hand, if none is in play."""
        if self.state.hand is None:
            assert self.state.dealer is not None, "the rotation names the dealer"
            self._apply(Deal(self.state.dealer))
            self._entered = {}

    def _apply(self, event: Event) -> None:
        after = apply(self.state, event)
        if isinstance(after, Refusal):
            raise ValueError(f"The referee refuses {event}: {after.code}.")
        self.state = after


def settled(proposal: TrickProposal | None, truth: Trick, state: MatchState) -> TrickProposal:
    """The proposal after a person said what was open or wrong: seats first, then cards; from nothing without one."""
    seats = [next_in(state.seats, truth.leader, k) for k in range(len(truth.cards))]
    wanted = dict(zip(seats, truth.cards, strict=True))
    fixed = None if proposal is None else _named(_seated(proposal, wanted).without_surplus(), wanted)
    if fixed is None or not fixed.ready or fixed.event() != truth:
        fixed = _named(empty_proposal(state), wanted)
    return fixed


def _seated(proposal: TrickProposal, wanted: Mapping[Seat, Card]) -> TrickProposal:
    """Each true card at its player; the others where they are, or at a seat left free."""
    homes = {card: seat for seat, card in wanted.items()}
    held = [(entry.card, entry.seat) for entry in proposal.cards if entry.card is not None]
    seat_of = {card: homes[card] for card, _ in held if card in homes}
    free = [seat for seat in wanted if seat not in seat_of.values()]
    for card, seat in held:
        if card not in seat_of and free:
            seat_of[card] = seat if seat in free else free[0]
            free.remove(seat_of[card])
    if not proposal.seats_open and all(seat_of.get(card) == seat for card, seat in held):
        return proposal
    try:
        return proposal.seated(seat_of)
    except ValueError:
        return proposal.seats_accepted()


def _named(proposal: TrickProposal, wanted: Mapping[Seat, Card]) -> TrickProposal:
    """Each card that is open or wrong named by hand; twice, as a name that stood at two seats is only then free."""
    for _ in range(2):
        for seat, card in wanted.items():
            entry = proposal.of(seat)
            if entry.card != card or not entry.settled:
                proposal = proposal.with_card(seat, card)
    return proposal
