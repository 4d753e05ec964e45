"""The record of one match of the log: what happens is entered, taken back, brought back and corrected here.

No Kivy and no clock. There is no copy of the match: state and entries are those of the log. What was acknowledged is
in the log when a method returns; what was refused has changed nothing. A log that can't be written refuses, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from mobile.corrections import Plan, agreed_by, agreement_of, new_trick_of, place_of_card, plan_of, swap_of
from mobile.players import SessionError, check_place, check_players
from scorer.cards import Card
from scorer.disputes import Change, change_of
from scorer.events import Correct, Correction, Event, MatchStart, Redo, Reveal, Undo, start_of_match
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState
from scorer.matchlog import LogError, MatchLog, new_match_id
from scorer.record import RecordError, standing
from scorer.referee import Admission, Refusal
from scorer.seats import Seat, Side
from scorer.variant import Variant

__all__ = ["MatchBook", "SessionError", "Step"]


@dataclass(frozen=True, slots=True)
class Step:
    """What an undo takes back or a redo brings back, oldest first, and what that changes.

    ``agreement``: the sides that people have to be asked for, because the game is over before or after it; else none.
    """

    events: tuple[Event, ...]
    change: Change
    agreement: tuple[Side, ...]


class MatchBook:
    """One match of the log. Make it with `start`, or for a match that is there already."""

    def __init__(self, log: MatchLog, match_id: str) -> None:
        """Raises `LogError` if there is no such match or it can't be followed."""
        self._log = log
        self._match_id = match_id
        log.state(match_id)

    @classmethod
    def start(
        cls,
        log: MatchLog,
        variant: Variant,
        at: datetime,
        names: Mapping[Seat, str] | None = None,
        place: str = "",
        match_id: str | None = None,
    ) -> Self:
        """Begin a match; nobody pitches yet. Raises `LogError`, `SessionError`."""
        check_players((names or {}).values())
        check_place(place)
        chosen = match_id if match_id is not None else new_match_id()
        if chosen in {match.match_id for match in log.matches()}:
            raise SessionError("MATCH_EXISTS", match=chosen)
        opening = log.record(chosen, start_of_match(chosen, variant, names, place=place), at)
        if isinstance(opening, Refusal):
            raise SessionError(opening.code, **opening.params)
        return cls(log, chosen)

    @property
    def log(self) -> MatchLog:
        """The log that holds the match."""
        return self._log

    @property
    def match_id(self) -> str:
        """The name of the match in the log."""
        return self._match_id

    @property
    def state(self) -> MatchState:
        """The match as its log says it."""
        return self._log.state(self._match_id)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that was recorded, in order; entry n is at place n - 1."""
        return self._log.events(self._match_id)

    @property
    def entries(self) -> int:
        """How many entries there are: it grows with every change, also with an undo."""
        return len(self.events)

    @property
    def can_redo(self) -> bool:
        """Whether there is something to bring back."""
        return _next_undone(self.events) is not None

    # Entering

    def enter(self, events: Sequence[Event], at: datetime) -> tuple[Admission, ...] | Refusal:
        """Log the events, all or none of them; the match before and after each."""
        try:
            return self._log.record_all(self._match_id, events, at)
        except LogError as error:
            return Refusal(error.code, FrozenMap(error.params))

    def undo(self, at: datetime) -> Step | Refusal:
        """Take back the last entry that stands; the start of the match stays.

        A row of cards that lay face up at the deal is one entry. Nobody is asked here, whatever ``Step.agreement``
        says: at the table the last trick may just have been entered wrongly.
        """
        return self._step(self._last_entry(), Undo(), at)

    def next_undo(self) -> Step | Refusal:
        """What `undo` would do; nothing is written."""
        return self._step(self._last_entry(), Undo(), None)

    def redo(self, at: datetime) -> Step | Refusal:
        """Bring back what the last `undo` took."""
        return self._step(self._last_undone(), Redo(), at)

    def next_redo(self) -> Step | Refusal:
        """What `redo` would do; nothing is written."""
        return self._step(self._last_undone(), Redo(), None)

    def _last_entry(self) -> list[Event] | Refusal:
        stands = [event for _, event in standing(self.events)]
        taken = [stands.pop()]
        if isinstance(taken[0], MatchStart):
            return Refusal("NOTHING_TO_UNDO")
        while self._one_row(taken[0], stands[-1]):
            taken.insert(0, stands.pop())
        return taken

    def _last_undone(self) -> list[Event] | Refusal:
        recorded = list(self.events)
        brought: list[Event] = []
        while (following := _next_undone(recorded)) is not None and (
            not brought or self._one_row(brought[0], following)
        ):
            brought.append(following)
            recorded.append(Redo())
        return brought or Refusal("NOTHING_TO_REDO")

    def _step(self, meant: list[Event] | Refusal, how: Undo | Redo, at: datetime | None) -> Step | Refusal:
        """Undoes or redoes ``meant``; without a time it is only looked at."""
        if isinstance(meant, Refusal):
            return meant
        before, events = self.state, [how] * len(meant)
        answer = self._log.would_record(self._match_id, events) if at is None else self.enter(events, at)
        if isinstance(answer, Refusal):
            return answer
        change = change_of(before, answer[-1].after)
        return Step(tuple(meant), change, agreement_of(change))

    def _one_row(self, one: Event, other: Event) -> bool:
        """Whether both are cards of one player that lay face up before the first card was played."""
        hand = self.state.hand
        reveals = isinstance(one, Reveal) and isinstance(other, Reveal) and one.seat is other.seat
        return reveals and hand is not None and not hand.begun

    # Correcting (RULES.md 4.3): first a plan, which people look at, then its entry

    def plan(self, event: Correction) -> Plan | Refusal:
        """How a correction or a recount can be entered, with what it changes; nothing is written.

        Where it changes who leads later tricks, their leaders are changed with it and the cards stay. What can't
        stand any longer is in the plan as dropped.
        """
        return plan_of(self.events, self.state, event)

    def plan_card(
        self, hand: int | None, trick: int, who: Seat | int, card: Card, by: str = "", reason: str = ""
    ) -> Plan | Refusal:
        """As `plan` for one card: that of a player, or the card at a place of the trick (from 0), was ``card``.

        ``hand`` and ``trick`` count from 1; no hand: the one in play, or the last one.
        """
        place = place_of_card(self.events, self.state, hand, trick, who)
        if isinstance(place, Refusal):
            return place
        number, position = place
        return self.plan(Correct(number, trick, position, card, by=by, reason=reason))

    def plan_swap(self, hand: int | None, first: Card, second: Card, by: str = "", reason: str = "") -> Plan | Refusal:
        """As `plan_card` for two cards of a hand that were taken for each other: they change places."""
        run = swap_of(self.events, self.state, hand, (first, second), by, reason)
        return run if isinstance(run, Refusal) else self.plan(run)

    def plan_trick(
        self, hand: int | None, trick: int, cards: Sequence[Card], by: str = "", reason: str = ""
    ) -> Plan | Refusal:
        """As `plan_card` for a whole trick: its cards were these, from its leader on."""
        run = new_trick_of(self.events, self.state, hand, trick, tuple(cards), by, reason)
        return run if isinstance(run, Refusal) else self.plan(run)

    def carry_out(self, plan: Plan, at: datetime, agreed: Mapping[Side, str] | None = None) -> Change | Refusal:
        """Enter a plan as one event. Refused where something was entered since it was made.

        ``agreed``: who agreed for each side; needed of every side in ``plan.agreement``. They then stand in the
        event as those who asked for it.
        """
        if plan.entries != self.entries:
            return Refusal("RECORD_MOVED_ON")
        event = agreed_by(plan, agreed or {})
        if isinstance(event, Refusal):
            return event
        before = self.state
        answer = self.enter([event], at)
        return answer if isinstance(answer, Refusal) else change_of(before, answer[0].after)


def _next_undone(recorded: Sequence[Event]) -> Event | None:
    """What a redo would bring back."""
    try:
        return standing([*recorded, Redo()])[-1][1]
    except RecordError:
        return None
