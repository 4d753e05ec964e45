"""What a watched table is to `don.watching`: events, one after the other, from frames as they come or from a record."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from don.status import PersonNeededError, UsageError
from models.errors import PictureError

if TYPE_CHECKING:
    from mobile.watch_record import Decision, WatchRecord
    from models.hand_facts import HandFacts
    from models.looks import WatchEvent
    from models.picture import Picture
    from models.trick_follower import TrickFollower
    from scorer.events import Trick

BAD_FRAMES_NAMED = 3
"""So many frames that can't be read are named one by one."""


class WatchedTable(Protocol):
    """A table that is watched. After each `closed` event `go_on` must be called before the next event is asked for."""

    @property
    def picture(self) -> Picture | None:
        """The frame in which the trick that was closed last was seen best; None where there is none."""
        ...

    def events(self) -> Iterator[WatchEvent]:
        """What happens, until the frames end."""
        ...

    def go_on(self, facts: HandFacts, asked: bool) -> None:
        """What the hand says now; `asked`: a person was asked meanwhile, and time has passed."""
        ...


class Keeper(Protocol):
    """Who is told what became of each closed trick: a record that is written, or one that is replayed."""

    def scored(self, hand: int, number: int, trick: Trick) -> None:
        """A trick as it was scored."""
        ...

    def dropped(self, hand: int, number: int) -> None:
        """What was closed was no trick."""
        ...


def name_bad_frames() -> Callable[[PictureError], None]:
    """Says which frames can't be read, the first few of them."""
    count = itertools.count(1)

    def passed_over(error: PictureError) -> None:
        bad = next(count)
        if bad <= BAD_FRAMES_NAMED:
            more = " (Further ones are passed over silently.)" if bad == BAD_FRAMES_NAMED else ""
            print(f"don: passed over a frame: {error}{more}", file=sys.stderr)

    return passed_over


class RecordedTable:
    """The looks of a record, followed anew."""

    def __init__(self, record: WatchRecord, follower: TrickFollower) -> None:
        self._record = record
        self._follower = follower
        self.picture: Picture | None = None
        """A record has no pictures."""

    def events(self) -> Iterator[WatchEvent]:
        for look in self._record.looks:
            yield from self._follower.take(look)
        if self._record.ended_at is not None:
            yield from self._follower.finish(self._record.ended_at)

    def go_on(self, facts: HandFacts, asked: bool) -> None:
        self._follower.go_on(facts)


class RecordedDecisions:
    """Answers as the record has them, and compares what is scored now with what was scored then."""

    def __init__(self, decisions: Iterable[Decision], name: str) -> None:
        self._left = list(decisions)
        self._name = name
        self._answered = 0

    @property
    def left(self) -> int:
        """How many tricks of the record have not come up yet."""
        return sum(not decision.open for decision in self._left)

    def answer(self, prompt: str, pending: str) -> str:
        """The next answer of the present trick, shown as if typed. Raises `PersonNeededError` where there is none."""
        answers = self._left[0].answers if self._left else ()
        if self._answered == len(answers):
            raise PersonNeededError([pending])
        said = answers[self._answered]
        self._answered += 1
        print(f"{prompt}{said}")
        return said

    def scored(self, hand: int, number: int, trick: Trick) -> None:
        self._compare(hand, number, trick)

    def dropped(self, hand: int, number: int) -> None:
        self._compare(hand, number, None)

    def _compare(self, hand: int, number: int, trick: Trick | None) -> None:
        """Raises `UsageError` where the record says something else."""
        now = f"hand {hand}, trick {number}: {_words(trick)}"
        if not self._left or self._left[0].open:
            raise UsageError(f"The record {self._name} does not have {now}; this program sees more than was scored.")
        then, self._answered = self._left.pop(0), 0
        if (then.hand, then.number, then.trick) != (hand, number, trick):
            words = f"hand {then.hand}, trick {then.number}: {_words(then.trick)}"
            raise UsageError(f"Line {then.line} of the record {self._name} has {words}; now it is {now}.")


def _words(trick: Trick | None) -> str:
    return "no trick" if trick is None else f"{trick.leader} led {' '.join(str(card) for card in trick.cards)}"
