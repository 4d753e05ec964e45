"""A card of Blind Don that was told wrongly, and all that was entered since: the events that put it right.

A correction changes cards that were played. A card that lay on the table was told before that, so its telling has to
change with it: all from there on is taken back and entered again. Nothing here is written anywhere.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mobile.corrections import Plan
from scorer.cards import Card
from scorer.events import Correct, Correction, Deal, Event, Play, Redo, Reveal, Trick, Undo
from scorer.match import MatchState
from scorer.record import RecordError, plain_events, standing
from scorer.referee import Refusal, apply, replay
from scorer.seats import Seat, next_in


@dataclass(frozen=True, slots=True)
class ToldPlan(Plan):
    """A plan that is entered as ``events`` in the place of its one event; ``moved`` of its entries are entered again.

    ``moved`` pairs the number of an entry (from 1) with that of the same entry, entered again.
    """

    events: tuple[Event, ...] = ()
    moved: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Anew:
    """All from the telling of a card on, entered again: the events, which entries they are, whether seats moved."""

    events: tuple[Event, ...]
    moved: tuple[tuple[int, int], ...]
    seats_move: bool


def telling_of(recorded: Sequence[Event], event: Correct) -> int | None:
    """The place among the entries that stand of the telling of a card that was played later; None if it wasn't told."""
    stands = standing(recorded)
    plain = plain_events(recorded)
    try:
        entry, hand = plain.entry_of(event), plain.need_hand(event)
    except RecordError:
        return None
    trick = plain.tricks_of(hand)[event.trick - 1]
    card = trick.cards[event.position]
    for place in reversed(range(len(stands))):
        number, before = stands[place]
        if number < entry and isinstance(before, Deal):
            return None
        if number < entry and isinstance(before, Reveal) and before.card == card:
            return place
    return None


def entered_anew(recorded: Sequence[Event], place: int, card: Card) -> Anew:
    """All from a telling on (its place among the entries that stand), with ``card`` as what was told.

    Where another one then wins a trick, the players' cards of the next one are entered in the order of their turns.
    """
    numbers, stands = zip(*standing(recorded), strict=True)
    told = stands[place]
    assert isinstance(told, Reveal), "what is put right is the telling of a card"
    taken = len(stands) - place
    over = next((n for n in range(place, len(stands)) if isinstance(stands[n], Deal)), len(stands))
    anew = (_with_card(event, told.card, card) for event in stands[place + 1 : over])
    tail = [replace(told, card=card), *anew, *stands[over:]]
    ordered = _in_turn(replay(stands[:place]), tail)
    # The events after the telling follow the undos and the telling itself; where seats moved, theirs follow in order.
    again = range(len(recorded) + taken + 2, len(recorded) + 2 * taken + 1)
    moved = tuple(zip(numbers[place + 1 :], again, strict=True))
    return Anew((*[Undo()] * taken, *ordered), moved, ordered != tail)


def _with_card(event: Event, old: Card, new: Card) -> Event:
    """A card or trick that was played, with the new card in the place of the old one."""
    if isinstance(event, Play) and event.card == old:
        return replace(event, card=new)
    if isinstance(event, Trick) and old in event.cards:
        return replace(event, cards=tuple(new if card == old else card for card in event.cards))
    return event


def _in_turn(state: MatchState, events: Sequence[Event]) -> list[Event]:
    """The events with the cards of each trick in the order of turns, as far as they can be followed."""
    waiting, ordered = deque(events), list[Event]()
    while waiting:
        turn = state.turn
        if isinstance(waiting[0], Play) and turn is not None and waiting[0].seat is not turn:
            _bring_forward(waiting, turn, len(state.seats))
        elif isinstance(waiting[0], Trick) and turn is not None and waiting[0].leader is not turn:
            waiting.appendleft(_led_by(waiting.popleft(), turn, state.seats))
        event = waiting.popleft()
        ordered.append(event)
        after = Refusal("") if isinstance(event, Correction | Undo | Redo) else apply(state, event)
        if isinstance(after, Refusal):
            return [*ordered, *waiting]  # the log says why
        state = after
    return ordered


def _bring_forward(waiting: deque[Event], turn: Seat, seats: int) -> None:
    """Let the card of who is in turn come first, with its own telling where that stands before it."""
    plays = [place for place, event in enumerate(waiting) if isinstance(event, Play)][:seats]
    found = next((place for place in plays if getattr(waiting[place], "seat", None) is turn), None)
    if found is None:
        return
    play = waiting[found]
    assert isinstance(play, Play), "that is what was looked for"
    before = list(waiting)[:found]
    brought: list[Event] = [event for event in before if isinstance(event, Reveal) and event.card == play.card]
    brought.append(play)
    for event in brought:
        waiting.remove(event)
    waiting.extendleft(reversed(brought))


def _led_by(event: Event, leader: Seat, seats: tuple[Seat, ...]) -> Event:
    """A trick with the same cards of the same players, led by another."""
    assert isinstance(event, Trick), "that is what was looked for"
    if len(event.cards) != len(seats):
        return event
    cards = {next_in(seats, event.leader, place): card for place, card in enumerate(event.cards)}
    return Trick(leader, tuple(cards[next_in(seats, leader, place)] for place in range(len(seats))))
