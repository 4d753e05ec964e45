"""A match of any variant that is entered by hand, event by event: what `don enter` does to the log.

No Kivy and no clock. What was acknowledged is in the log when a method returns; what was refused has changed nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from mobile.table_session import SessionError
from scorer.cards import Card
from scorer.events import Correct, CorrectRun, Deal, Event, MatchStart, Redo, Reveal, Undo, start_of_match
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState
from scorer.matchlog import MatchLog, new_match_id
from scorer.record import RecordError, standing
from scorer.referee import Refusal, replay, run_for
from scorer.seats import Seat
from scorer.variant import Variant


class EnteredMatch:
    """One match of the log. Make it with `start` or `resume`. Every method that writes may raise `LogError`."""

    def __init__(self, log: MatchLog, match_id: str, state: MatchState) -> None:
        self._log = log
        self._match_id = match_id
        self._state = state
        self._known = len(log.rows(match_id))

    @classmethod
    def start(
        cls, log: MatchLog, variant: Variant, at: datetime, names: Mapping[Seat, str] | None = None
    ) -> EnteredMatch:
        """Begin a match; nothing is dealt and nobody pitches yet. Raises `LogError`, `SessionError`."""
        name = new_match_id()
        opening = log.record(name, start_of_match(name, variant, names), at)
        if isinstance(opening, Refusal):
            raise SessionError(opening.code, **opening.params)
        return cls(log, name, opening.after)

    @classmethod
    def resume(cls, log: MatchLog, match_id: str) -> EnteredMatch:
        """Go on with a match of the log. Raises `LogError`."""
        return cls(log, match_id, log.state(match_id))

    @property
    def match_id(self) -> str:
        """The name of the match in the log."""
        return self._match_id

    @property
    def state(self) -> MatchState:
        """The match as its log says it."""
        return self._state

    def enter(self, events: Sequence[Event], at: datetime) -> tuple[MatchState, ...] | Refusal:
        """Log the events, all or none of them; the match after each.

        Refused too where the match was changed elsewhere meanwhile; its new state is then taken over.
        """
        if self._changed_elsewhere():
            return Refusal("CHANGED_ELSEWHERE")
        answer = self._log.record_all(self._match_id, events, at)
        if isinstance(answer, Refusal):
            return answer
        after = tuple(admission.after for admission in answer)
        self._state = after[-1] if after else self._state
        self._known += len(after)
        return after

    def undo(self, at: datetime) -> tuple[Event, ...] | Refusal:
        """Take back the last entry that stands, and say what it was; the start of the match stays.

        A row of cards that lay face up at the deal is one entry.
        """
        stands = [event for _, event in standing(self._log.events(self._match_id))]
        taken = [stands.pop()]
        if isinstance(taken[0], MatchStart):
            return Refusal("NOTHING_TO_UNDO")
        while self._one_row(taken[0], stands[-1]):
            taken.insert(0, stands.pop())
        answer = self.enter([Undo()] * len(taken), at)
        return answer if isinstance(answer, Refusal) else tuple(taken)

    def redo(self, at: datetime) -> tuple[Event, ...] | Refusal:
        """Bring back what the last `undo` took, and say what it was."""
        recorded = list(self._log.events(self._match_id))
        brought: list[Event] = []
        while (following := _next_undone(recorded)) is not None and (
            not brought or self._one_row(brought[0], following)
        ):
            brought.append(following)
            recorded.append(Redo())
        if not brought:
            return Refusal("NOTHING_TO_REDO")
        answer = self.enter([Redo()] * len(brought), at)
        return answer if isinstance(answer, Refusal) else tuple(brought)

    def turned_up_was(self, seat: Seat, stack: int, card: Card, at: datetime) -> Refusal | None:
        """Put right the card told last of a stack (from 1) in this hand: all from there on is entered again.

        Refused where a later entry could not have happened with it, or nothing was told of that stack.
        """
        stands = [event for _, event in standing(self._log.events(self._match_id))]
        dealt = max((place for place, event in enumerate(stands) if isinstance(event, Deal)), default=0)
        place = max((k for k in range(dealt, len(stands)) if _of_stack(stands[k], seat, stack)), default=None)
        if self._state.hand is None or place is None:
            return Refusal("NOTHING_TO_REVEAL", FrozenMap({"seat": seat, "stack": stack}))
        taken = [Undo()] * (len(stands) - place)
        answer = self.enter([*taken, Reveal(seat, stack, card), *stands[place + 1 :]], at)
        return answer if isinstance(answer, Refusal) else None

    def run_instead(self, event: Correct) -> CorrectRun | None:
        """What to offer where a correction changes who leads the tricks after it: the same cards from other leaders."""
        return run_for(self._log.events(self._match_id), event)

    def _one_row(self, one: Event, other: Event) -> bool:
        """Whether both are cards of one player that lay face up before the first card was played."""
        hand = self._state.hand
        reveals = isinstance(one, Reveal) and isinstance(other, Reveal) and one.seat is other.seat
        return reveals and hand is not None and not hand.begun

    def _changed_elsewhere(self) -> bool:
        """Take over what another window has entered meanwhile."""
        events = self._log.events(self._match_id)
        if len(events) == self._known:
            return False
        self._known, self._state = len(events), replay(events)
        return True


def _of_stack(event: Event, seat: Seat, stack: int) -> bool:
    return isinstance(event, Reveal) and event.seat is seat and event.stack == stack


def _next_undone(recorded: Sequence[Event]) -> Event | None:
    """What a redo would bring back."""
    try:
        return standing([*recorded, Redo()])[-1][1]
    except RecordError:
        return None
