"""The referee: what a recorded match comes to, and whether something more may be recorded (RULES.md 4).

Nothing else decides a score. Whether a plain event may happen is in `scorer.rulings`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scorer.cards import Card, pack_of
from scorer.events import Correct, Correction, CorrectRun, Event, Play, Recount, Redo, Trick, Undo
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState
from scorer.record import Numbered, PlainEvents, RecordError, broken_record, effective, plain_events
from scorer.refusal import Refusal, no
from scorer.rulings import apply
from scorer.seats import next_in
from scorer.trick import winner_index

__all__ = [
    "Admission",
    "Refusal",
    "admit",
    "admit_all",
    "admit_dropping",
    "admit_each",
    "apply",
    "cards_exchanged",
    "led_in_turn",
    "replay",
    "run_for",
    "seats_moved",
]


@dataclass(frozen=True, slots=True)
class Admission:
    """An event that may be logged: the match before it (None before its start) and after it."""

    before: MatchState | None
    after: MatchState


class _Applied:
    """What was applied already: a record that is followed again up to a correction then costs a look-up an event."""

    most = 50_000
    """States kept at a time; beyond that it begins anew."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[MatchState | None, Event, MatchState | Refusal]] = {}

    def apply(self, state: MatchState | None, number: int, event: Event) -> MatchState | Refusal:
        """As `apply`, for an event of the entry ``number``. States are kept, for they are known by their identity."""
        known = self._known.get((id(state), number))
        if known is not None and known[0] is state and known[1] == event:
            return known[2]
        result = apply(state, event)
        if len(self._known) >= self.most:
            self._known.clear()
        self._known[id(state), number] = (state, event, result)
        return result


def replay(recorded: Iterable[Event]) -> MatchState:
    """The match as its record says it; `RecordError` for a record that was never admitted."""
    return _replayed(enumerate(effective(recorded), start=1), None)


def _replayed(events: Iterable[Numbered], applied: _Applied | None) -> MatchState:
    state: MatchState | None = None
    for number, event in events:
        result = applied.apply(state, number, event) if applied else apply(state, event)
        if isinstance(result, Refusal):
            raise broken_record(number, event, result)
        state = result
    if state is None:
        raise RecordError("EMPTY_RECORD")
    return state


def admit(recorded: Sequence[Event], event: Event, known: MatchState | None = None) -> Admission | Refusal:
    """Whether ``event`` may be logged after what is recorded, and what it would change; nothing is written.

    ``known``: what the record comes to, where the caller knows it already.
    """
    return _admit(recorded, event, known or (replay(recorded) if recorded else None), _Applied())


def admit_each(
    recorded: Sequence[Event], events: Iterable[Event], known: MatchState | None = None
) -> tuple[Admission, ...] | Refusal:
    """As `admit` for one event after another; the first that may not be logged refuses them all.

    What was applied already is not applied again, so that many an undo costs little more than one.
    """
    admitted: list[Admission] = []
    record, state, applied = list(recorded), known or (replay(recorded) if recorded else None), _Applied()
    for event in events:
        answer = _admit(record, event, state, applied)
        if isinstance(answer, Refusal):
            return answer
        admitted.append(answer)
        record.append(event)
        state = answer.after
    return tuple(admitted)


def _admit(
    recorded: Sequence[Event], event: Event, before: MatchState | None, applied: _Applied
) -> Admission | Refusal:
    if before is None or not isinstance(event, Correction | Undo | Redo):
        after = applied.apply(before, len(recorded) + 1, event)
        return after if isinstance(after, Refusal) else Admission(before, after)
    try:
        if isinstance(event, Correction):
            return _admit_correction(recorded, before, event, applied)
        return Admission(before, _replayed(enumerate(effective([*recorded, event]), start=1), applied))
    except RecordError as error:
        return Refusal(error.code, FrozenMap(error.params))


# Corrections (RULES.md 4.3)


def _admit_correction(
    recorded: Sequence[Event], before: MatchState, event: Correction, applied: _Applied
) -> Admission | Refusal:
    """Replay the corrected record: what can't stand any longer must be just what the correction drops."""
    plain = plain_events(recorded)
    own = plain.entry_of(event) if isinstance(event, Correct) else len(recorded) + 1
    hand = plain.need_hand(event)
    if isinstance(event, Correct):
        refusal = _check_card(before, plain, event)
        if refusal:
            return refusal
    elif isinstance(event, Recount):
        if "game" not in before.variant.bonus:
            return no("NOTHING_TO_COUNT")
        if not _is_finished(before, hand):
            return no("NO_SUCH_HAND", hand=hand)
        own = plain.count_entry(hand) or own
    plain.add(len(recorded) + 1, _without_drop(event))
    after, refused = _follow(plain.numbered(), applied)
    if not refused and not event.drop:
        assert after is not None, "a correction has a match before it"
        return Admission(before, after)
    if not refused:
        return no("NOTHING_TO_DROP")
    number, first_event, first = refused[0]
    led_by_other = isinstance(first_event, Play | Trick) and first.code in ("WRONG_LEADER", "OUT_OF_TURN")
    if number == own and not (isinstance(event, Correct) and led_by_other):
        return first
    if led_by_other:
        return no("LEADER_CONFLICT", trick=first.params["trick"], seat=first.params["leader"], hand=hand)
    itself = next((refusal for number, _, refusal in refused if number == own), None)
    if itself is not None:  # after something that could be dropped; but a correction never drops its own cards
        return itself
    entries = tuple(dict.fromkeys(number for number, _, _ in refused))
    if event.drop != entries:
        late = tuple(late for _, late, _ in refused)
        return no("LATER_EVENTS_CONFLICT", count=len(refused), entries=entries, events=late)
    return Admission(before, _replayed(plain_events([*recorded, event]).numbered(), applied))


def _without_drop(event: Correction) -> Correction:
    if isinstance(event, Correct):
        return Correct(event.hand, event.trick, event.position, event.card)
    if isinstance(event, CorrectRun):
        return CorrectRun(event.hand, event.first_trick, event.tricks)
    return Recount(event.hand, event.game_count)


def _check_card(before: MatchState, plain: PlainEvents, event: Correct) -> Refusal | None:
    others = plain.other_cards(event)
    if event.card not in pack_of(before.variant.pack):
        return no("NOT_IN_PACK", card=event.card, pack=before.variant.pack)
    if event.card in others:
        return no("DUPLICATE_CARD", card=event.card, trick=others[event.card])
    return None


def _is_finished(state: MatchState, hand: int) -> bool:
    return hand <= len(state.hands) and state.hands[hand - 1].ended in ("played", "counted")


def _follow(
    events: Iterable[Numbered], applied: _Applied
) -> tuple[MatchState | None, list[tuple[int, Event, Refusal]]]:
    """The match after the events that are accepted, and those that are not with their entries."""
    state: MatchState | None = None
    refused = []
    for number, event in events:
        result = applied.apply(state, number, event)
        if isinstance(result, Refusal):
            refused.append((number, event, result))
        else:
            state = result
    return state, refused


def admit_all(recorded: Iterable[Event]) -> MatchState:
    """Admit the entries of a record one by one, as when they were entered, and give the match they come to.

    Stricter than `replay`, for records from elsewhere: `RecordError` at the first entry that would have been refused.
    Linear in their number but for corrections: what an undo goes back to is kept, not replayed.
    """
    admitted: list[Event] = []
    applied = _Applied()
    standing: list[MatchState] = []
    taken_back: list[MatchState] = []
    for number, event in enumerate(recorded, start=1):
        refused: Refusal | None = None
        if isinstance(event, Undo):
            if len(standing) > 1:
                taken_back.append(standing.pop())
            else:
                refused = no("NOTHING_TO_UNDO")
        elif isinstance(event, Redo):
            if taken_back:
                standing.append(taken_back.pop())
            else:
                refused = no("NOTHING_TO_REDO")
        else:
            answer = _admit(admitted, event, standing[-1] if standing else None, applied)
            if isinstance(answer, Admission):
                standing.append(answer.after)
                taken_back.clear()
            else:
                refused = answer
        if refused is not None:
            raise broken_record(number, event, refused)
        admitted.append(event)
    if not standing:
        raise RecordError("EMPTY_RECORD")
    return standing[-1]


def admit_dropping(
    recorded: Sequence[Event], event: Correction, state: MatchState
) -> tuple[Correction, Admission | Refusal]:
    """As `admit`, for a correction that lets later entries go which could not have happened then; and that correction.

    ``state`` is what the record comes to.
    """
    answer = admit(recorded, event, state)
    if isinstance(answer, Refusal) and answer.code == "LATER_EVENTS_CONFLICT":
        entries = answer.params["entries"]
        assert isinstance(entries, tuple), "the referee names the entries"
        event = replace(event, drop=entries)
        answer = admit(recorded, event, state)
    return event, answer


def run_for(recorded: Sequence[Event], event: Correct) -> CorrectRun | None:
    """The run to offer after `LEADER_CONFLICT`: the same cards from the corrected trick on, led by who now leads.

    None where more than the seats has to change.
    """
    run = seats_moved(recorded, event)
    return run if isinstance(admit(recorded, run), Admission) else None


def seats_moved(recorded: Sequence[Event], event: Correct) -> CorrectRun:
    """The tricks of the hand from the corrected one on, their cards as recorded, each led by who won the one before.

    It may still be refused. `RecordError` if there is no such card.
    """
    plain = plain_events(recorded)
    hand = plain.need_hand(event)
    plain.add(len(recorded) + 1, _without_drop(event))
    tricks = led_in_turn(replay(recorded), hand, event.trick, plain.tricks_of(hand)[event.trick - 1 :])
    return CorrectRun(event.hand, event.trick, tricks, by=event.by, reason=event.reason)


def cards_exchanged(state: MatchState, hand: int, tricks: Sequence[Trick], one: Card, other: Card) -> CorrectRun:
    """The tricks of a hand from the first that holds one of two cards, with these in each other's places.

    ``tricks``: all of the hand as recorded. Each is led by who won the one before. It may still be refused.
    """
    exchange = {one: other, other: one}
    first = next(number for number, trick in enumerate(tricks, 1) if not exchange.keys().isdisjoint(trick.cards))
    changed = [Trick(t.leader, tuple(exchange.get(card, card) for card in t.cards)) for t in tricks[first - 1 :]]
    return CorrectRun(hand, first, led_in_turn(state, hand, first, changed))


def led_in_turn(record: MatchState, hand: int, first: int, tricks: Sequence[Trick]) -> tuple[Trick, ...]:
    """These tricks of a hand, from number ``first`` on, each led by who won the one before; their cards as they are."""
    pitched = first == 1 and record.variant.trumps == "pitch"
    trump = tricks[0].cards[0].suit if pitched else record.all_hands[hand - 1].trump
    assert trump is not None, "a hand with cards has trumps"
    led: list[Trick] = []
    for trick in tricks:
        if led:
            last = led[-1]
            trick = Trick(next_in(record.seats, last.leader, winner_index(last.cards, trump)), trick.cards)
        led.append(trick)
    return tuple(led)
