"""A match of any variant that is entered by hand, event by event: `don enter` and the app's table of Blind Don."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime

from mobile.corrections import Plan, agreement_of, unasked
from mobile.match_book import MatchBook
from mobile.told_cards import Anew, ToldPlan, entered_anew, telling_of
from scorer.cards import Card
from scorer.disputes import Change, change_of
from scorer.events import Correct, Correction, Deal, Event, Reveal
from scorer.frozenmap import FrozenMap
from scorer.log_pictures import move
from scorer.matchlog import LogError
from scorer.record import standing
from scorer.referee import Refusal
from scorer.seats import Seat, Side


class EnteredMatch(MatchBook):
    """A record in which also the cards that lie on the table in Blind Don can be put right."""

    def turned_up_was(
        self, seat: Seat, stack: int, card: Card, at: datetime, was: Card | None = None
    ) -> Refusal | None:
        """Put right a card told of a stack (from 1) in this hand, ``was`` or the last: all from there is entered again.

        Where it has been played since, the right card was played. Refused where a later entry could not have happened
        with it, or nothing was told of that stack.
        """
        stands = [event for _, event in standing(self.events)]
        dealt = max((place for place, event in enumerate(stands) if isinstance(event, Deal)), default=0)
        places = (place for place in range(dealt, len(stands)) if _of_stack(stands[place], seat, stack, was))
        place = max(places, default=None)
        if self.state.hand is None or place is None:
            return Refusal("NOTHING_TO_REVEAL", FrozenMap({"seat": seat, "stack": stack}))
        anew = entered_anew(self.events, place, card)
        answer = self.enter(anew.events, at)
        if isinstance(answer, Refusal):
            return answer
        self._move_pictures(anew.moved)
        return None

    def plan(self, event: Correction) -> Plan | Refusal:
        """As `MatchBook.plan`; a card that lay on the table is told anew with it (`mobile.told_cards`)."""
        plan = super().plan(event)
        if not isinstance(event, Correct) or (isinstance(plan, Refusal) and plan.code == "NOTHING_TO_CORRECT"):
            return plan
        place = telling_of(self.events, event)
        return plan if place is None else self._told_plan(event, entered_anew(self.events, place, event.card))

    def carry_out(self, plan: Plan, at: datetime, agreed: Mapping[Side, str] | None = None) -> Change | Refusal:
        """Enter a plan. Refused where something was entered since it was made, or a side has not agreed."""
        if not isinstance(plan, ToldPlan):
            return super().carry_out(plan, at, agreed)
        if plan.entries != self.entries:
            return Refusal("RECORD_MOVED_ON")
        missing = unasked(plan.agreement, agreed or {})
        answer = missing if missing is not None else self.enter(plan.events, at)
        if isinstance(answer, Refusal):
            return answer
        self._move_pictures(plan.moved)
        return change_of(plan.change.before, answer[-1].after)

    def _told_plan(self, event: Correct, anew: Anew) -> Plan | Refusal:
        answer = self.log.would_record(self.match_id, anew.events)
        if isinstance(answer, Refusal):
            return answer
        change = change_of(self.state, answer[-1].after)
        return ToldPlan(event, change, anew.seats_move, (), agreement_of(change), self.entries, anew.events, anew.moved)

    def _move_pictures(self, moved: Sequence[tuple[int, int]]) -> None:
        with suppress(LogError):  # a picture that stays behind is no reason to stop
            move(self.log, self.match_id, dict(moved))


def _of_stack(event: Event, seat: Seat, stack: int, was: Card | None) -> bool:
    if not isinstance(event, Reveal) or event.seat is not seat or event.stack != stack:
        return False
    return was is None or event.card == was
