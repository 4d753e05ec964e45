"""Corrections of the record that would explain how the piles lie; the referee admits each of them.

A correction is offered only if afterwards every trick lies with the side that won it. Nothing is written.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from scorer.cards import Card
from scorer.disputes import Change, change_of
from scorer.events import Correct, Correction, CorrectRun, Event, Trick
from scorer.hand import HandState, TrickRecord
from scorer.match import MatchState
from scorer.muck_check import Difference, MuckCheck
from scorer.muck_effects import moved_tricks
from scorer.referee import admit_dropping, cards_exchanged, run_for
from scorer.refusal import Refusal
from scorer.seats import Seat, Side

MOST_PAIRS = 4
"""So many pairs of cards are looked at: where more lies elsewhere, nothing is guessed."""


@dataclass(frozen=True, slots=True)
class Mend:
    """``card`` was played by ``seat`` in ``trick``, where ``recorded`` stands.

    ``other_trick``: where two cards were taken for each other, the trick in which ``card`` stands now; the same trick
    where they were taken for each other's players. None where ``card`` stands nowhere. ``change`` is what the referee
    makes of the correction.
    """

    hand: int
    trick: int
    seat: Seat
    recorded: Card
    card: Card
    change: Change
    other_trick: int | None = None


def mends(recorded: Sequence[Event], check: MuckCheck, hand: HandState, state: MatchState) -> tuple[Mend, ...]:
    """Single mistakes that would explain the piles.

    A card played by nobody was misread as one that is missing in that pile. A card too many in a pile, and one missing
    there, were taken for each other. Where whole tricks lie in another pile, two cards of the first one were taken for
    each other's players. ``state`` is what the record comes to.
    """
    mender = _Mender(recorded, check, hand, state)
    found: dict[tuple[frozenset[Card], int | None], Mend] = {}
    for mend in (*mender.misread(), *mender.swapped(), *mender.reseated()):
        key = frozenset((mend.recorded, mend.card)), None if mend.other_trick is None else mend.other_trick + mend.trick
        found.setdefault(key, mend)
    return tuple(found.values())


class _Mender:
    def __init__(self, recorded: Sequence[Event], check: MuckCheck, hand: HandState, state: MatchState) -> None:
        self._recorded, self._check, self._hand, self._state = recorded, check, hand, state
        self._moved = moved_tricks(check, hand)
        self._sides: Mapping[int, Side] = {trick.number: trick.side for trick in hand.tricks}

    def misread(self) -> Iterator[Mend]:
        """One card was misread: what nobody played was played where the missing card stands."""
        seen = frozenset(card for pile in self._check.piles for card in pile.pile.cards)
        for pile in self._check.piles:
            strange = pile.of("unrecorded")
            missing = [one for one in pile.of("missing") if one.card not in seen]
            if len(strange) * len(missing) <= MOST_PAIRS:
                for one in strange:
                    for lost in missing:
                        yield from self._as_played(lost, one.card)

    def _as_played(self, lost: Difference, card: Card) -> Iterator[Mend]:
        trick, seat = self._placed(lost)
        event = Correct(self._hand.number, trick.number, trick.cards.index(lost.card), card)
        change = self._if(event)
        if isinstance(change, Refusal) and change.code == "LEADER_CONFLICT":
            run = run_for(self._recorded, event)
            change = self._if(run) if run else change
        if self._fits(change, self._sides):
            yield Mend(self._hand.number, trick.number, seat, lost.card, card, change)

    def swapped(self) -> Iterator[Mend]:
        """Two cards were taken for each other: each stands in the other's trick."""
        for pile in self._check.piles:
            missing, extra = pile.of("missing"), pile.of("extra")
            if len(extra) * len(missing) <= MOST_PAIRS:
                for one in extra:
                    for lost in missing:
                        trick, seat = self._placed(lost)
                        change = self._if(self._exchanged(lost.card, one.card))
                        if self._fits(change, self._sides):
                            number = self._hand.number
                            yield Mend(number, trick.number, seat, lost.card, one.card, change, one.trick)

    def reseated(self) -> Iterator[Mend]:
        """In the first trick that lies whole in another pile two cards were taken for each other's players."""
        if not self._moved:
            return
        expected = {**self._sides, **{moved.trick: moved.side for moved in self._moved}}
        first = min(self._moved, key=lambda moved: moved.trick)
        trick = self._hand.tricks[first.trick - 1]
        winning = trick.card_of(trick.winner)
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            if self._state.side_of(seat) == first.side:
                change = self._if(self._exchanged(winning, card))
                if self._fits(change, expected):
                    yield Mend(self._hand.number, trick.number, seat, card, winning, change, trick.number)

    def _exchanged(self, one: Card, other: Card) -> CorrectRun:
        tricks = [Trick(trick.leader, trick.cards) for trick in self._hand.tricks]
        return cards_exchanged(self._state, self._hand.number, tricks, one, other)

    def _if(self, event: Correction) -> Change | Refusal:
        """What it would change; later entries that could not have happened then are let go."""
        _, answer = admit_dropping(self._recorded, event, self._state)
        return answer if isinstance(answer, Refusal) else change_of(self._state, answer.after)

    def _placed(self, lost: Difference) -> tuple[TrickRecord, Seat]:
        assert lost.trick is not None and lost.seat is not None, "a missing card stands in a trick of the record"
        return self._hand.tricks[lost.trick - 1], lost.seat

    def _fits(self, change: Change | Refusal, expected: Mapping[int, Side]) -> TypeGuard[Change]:
        """Whether the correction is admitted and every trick then lies with the side that won it."""
        if isinstance(change, Refusal):
            return False
        hand = change.after.all_hands[self._hand.number - 1]
        return {trick.number: trick.side for trick in hand.tricks} == expected
