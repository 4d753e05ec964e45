"""A match of any variant that is entered by hand, event by event: what `don enter` does to the log."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import count

from mobile.match_book import MatchBook
from scorer.cards import Card
from scorer.events import Deal, Event, Play, Reveal, Trick, Undo
from scorer.frozenmap import FrozenMap
from scorer.log_pictures import move
from scorer.matchlog import LogError
from scorer.record import standing
from scorer.referee import Refusal
from scorer.seats import Seat


class EnteredMatch(MatchBook):
    """A record in which also the cards that lie on the table in Blind Don can be put right."""

    def turned_up_was(
        self, seat: Seat, stack: int, card: Card, at: datetime, was: Card | None = None
    ) -> Refusal | None:
        """Put right a card told of a stack (from 1) in this hand, ``was`` or the last: all from there is entered again.

        Where it has been played since, the right card was played. Refused where a later entry could not have happened
        with it, or nothing was told of that stack.
        """
        numbers, stands = zip(*standing(self.events), strict=True)
        dealt = max((place for place, event in enumerate(stands) if isinstance(event, Deal)), default=0)
        place = max((k for k in range(dealt, len(stands)) if _of_stack(stands[k], seat, stack, was)), default=None)
        if self.state.hand is None or place is None:
            return Refusal("NOTHING_TO_REVEAL", FrozenMap({"seat": seat, "stack": stack}))
        told = stands[place]
        assert isinstance(told, Reveal), "that is what was looked for"
        taken = [Undo()] * (len(stands) - place)
        again = self.entries + len(taken) + 2
        later = [_with_card(event, told.card, card) for event in stands[place + 1 :]]
        answer = self.enter([*taken, Reveal(seat, stack, card), *later], at)
        if isinstance(answer, Refusal):
            return answer
        with suppress(LogError):  # a picture that stays behind is no reason to stop
            move(self.log, self.match_id, dict(zip(numbers[place + 1 :], count(again), strict=False)))
        return None


def _of_stack(event: Event, seat: Seat, stack: int, was: Card | None) -> bool:
    if not isinstance(event, Reveal) or event.seat is not seat or event.stack != stack:
        return False
    return was is None or event.card == was


def _with_card(event: Event, old: Card, new: Card) -> Event:
    """A card or trick that was played, with the new card in the place of the old one."""
    if isinstance(event, Play) and event.card == old:
        return replace(event, card=new)
    if isinstance(event, Trick) and old in event.cards:
        return replace(event, cards=tuple(new if card == old else card for card in event.cards))
    return event
