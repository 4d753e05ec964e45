"""Which entry of a record a trick was entered by: where its picture is found, whatever was corrected since.

Entries are numbered from 1, in the order in which they were written; hands and tricks from 1 too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorer.cards import Card
from scorer.events import CorrectRun, Event
from scorer.record import PlainEvents, standing


@dataclass(frozen=True, slots=True)
class _Held:
    """A whole trick: its cards, and the entry it was entered by."""

    cards: frozenset[Card]
    entry: int


def entry_of_trick(recorded: Iterable[Event], hand: int, trick: int) -> int | None:
    """The number of the entry by which a trick was entered: that of its last card; None where there is no such trick.

    A trick that was corrected keeps its entry: after a `CorrectRun` each trick has the entry of the earlier trick that
    shares half of its cards or more, or that of the run where there is none. Raises `RecordError` for a record that
    can't be followed.
    """
    return entries_of_tricks(recorded).get((hand, trick))


def entries_of_tricks(recorded: Iterable[Event]) -> dict[tuple[int, int], int]:
    """As `entry_of_trick`, of all whole tricks that stand, by (hand, trick)."""
    plain, first = PlainEvents(), dict[int, tuple[int, ...]]()
    for number, event in standing(recorded):
        if isinstance(event, CorrectRun):
            before = _held(plain, plain.need_hand(event), first)
            first[number] = tuple(_entered_by(trick.cards, before, number) for trick in event.tricks)
        plain.add(number, event)
    return {
        (hand, trick): held.entry
        for hand in range(1, plain.hands + 1)
        for trick, held in enumerate(_held(plain, hand, first), start=1)
    }


def _held(plain: PlainEvents, hand: int, first: dict[int, tuple[int, ...]]) -> list[_Held]:
    """The whole tricks of a hand; `first`: of each run, the entries its tricks had before."""
    held, counted = [], dict[int, int]()
    for trick, number in zip(plain.tricks_of(hand), plain.trick_entries(hand), strict=False):
        place = counted[number] = counted.get(number, -1) + 1
        entry = first[number][place] if number in first else number
        held.append(_Held(frozenset(trick.cards), entry))
    return held


def _entered_by(cards: Sequence[Card], before: Sequence[_Held], otherwise: int) -> int:
    """The entry of the earlier trick that shares most cards, at least half; the earliest of equal ones."""
    best = max(before, key=lambda held: len(held.cards.intersection(cards)), default=None)
    shared = 0 if best is None else len(best.cards.intersection(cards))
    return otherwise if best is None or 2 * shared < len(cards) else best.entry
