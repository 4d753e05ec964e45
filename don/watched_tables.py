"""What a watched table is to `don.watching`: events, one after the other, from frames as they come or from a record."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from don.status import PersonNeededError, UsageError
from mobile.kept_pictures import TrickFrame
from models.errors import PictureError

if TYPE_CHECKING:
    from mobile.camera import Frame, TimedSource
    from mobile.watch_record import Decision, RecordWriter, WatchRecord
    from models.hand_facts import HandFacts
    from models.looks import Look, WatchEvent
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


class FrameWatcher(Protocol):
    """What makes events of frames: `models.watcher.Watcher`, or anything with the same methods."""

    @property
    def last_look(self) -> Look | None:
        """What the last frame was read as; None where it was not read."""
        ...

    @property
    def interval_s(self) -> float:
        """How long to wait until the next frame."""
        ...

    def feed(self, frame_bgr: Picture, t_seconds: float, /) -> tuple[WatchEvent, ...]:
        """What happened in a frame."""
        ...

    def finish(self, t_seconds: float, /) -> tuple[WatchEvent, ...]:
        """The frames have ended."""
        ...

    def go_on(self, facts: HandFacts, /) -> None:
        """What the hand says now."""
        ...

    def read_now(self) -> None:
        """The next frame is read in any case."""
        ...


class LiveTable:
    """Frames of a source through a watcher; what is seen and what happens goes into the record, if there is one."""

    def __init__(self, source: TimedSource, first: Frame, watcher: FrameWatcher, record: RecordWriter | None) -> None:
        self._source = source
        self._first = first
        self._watcher = watcher
        self._record = record
        self._bad = 0
        self._best = TrickFrame()
        self.picture: Picture | None = None

    def events(self) -> Iterator[WatchEvent]:
        frame: Frame | None = self._first
        t_seconds = 0.0
        while frame is not None:
            t_seconds = time_of(frame)
            events = self._watcher.feed(frame.picture, t_seconds)
            if self._record is not None and self._watcher.last_look is not None:
                self._record.look(self._watcher.last_look)
            yield from self._kept(events, frame.picture)
            frame = self._next(t_seconds + self._watcher.interval_s)
        if self._record is not None:
            self._record.ended(t_seconds)
        yield from self._kept(self._watcher.finish(t_seconds), None)

    def go_on(self, facts: HandFacts, asked: bool) -> None:
        self._watcher.go_on(facts)
        if asked:
            self._watcher.read_now()

    def _kept(self, events: Iterable[WatchEvent], picture: Picture | None) -> Iterator[WatchEvent]:
        for event in events:
            if event.kind == "closed":
                self.picture = self._best.take()
            elif picture is not None:
                look = self._watcher.last_look
                self._best.note(event, picture, look is not None and look.still)
            if self._record is not None:
                self._record.event(event)
            yield event

    def _next(self, t_seconds: float) -> Frame | None:
        """The next frame of the recording that can be read, of a camera the newest."""
        while True:
            try:
                return self._source.read_from(t_seconds)
            except PictureError as error:
                self._bad += 1
                if self._bad <= BAD_FRAMES_NAMED:
                    more = " (Further ones are passed over silently.)" if self._bad == BAD_FRAMES_NAMED else ""
                    print(f"don: passed over a frame: {error}{more}", file=sys.stderr)


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


def time_of(frame: Frame) -> float:
    """The time of a frame of a timed source."""
    assert frame.t_seconds is not None, "a timed source gives each frame its time"
    return frame.t_seconds


def _words(trick: Trick | None) -> str:
    return "no trick" if trick is None else f"{trick.leader} led {' '.join(str(card) for card in trick.cards)}"
