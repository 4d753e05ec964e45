"""A table that is watched while a match is entered: what it shows is the answer to what `don enter` asks.

For Blind Don: the cards that fall in the trick area are the trick, a card turned up beside it is what its stack showed.
"""

from __future__ import annotations

from dataclasses import dataclass

from don.entry_questions import Offers, Question
from mobile.camera import Frame, TimedSource
from mobile.kept_pictures import TrickFrame
from mobile.table_offers import offers_of
from models.errors import PictureError
from models.hand_facts import facts_of
from models.looks import WatchEvent, WatchSettings
from models.picture import Picture
from models.reader import CardReader
from models.reveal_watch import RevealWatch
from models.table_view import TableView
from models.trick_reader import TrickProposal
from models.watcher import Watcher
from scorer.cards import Card
from scorer.hand import HandState
from scorer.match import MatchState

BETWEEN_READINGS_S = 0.6
"""So long after a reading of the whole table the next one is made, while a card that was turned up is looked for."""


@dataclass(frozen=True, slots=True)
class ShownTrick:
    """A trick that the table showed: its proposal, and the frame in which it was seen best, if any."""

    proposal: TrickProposal
    picture: Picture | None


@dataclass(frozen=True, slots=True)
class Seen:
    """An answer that the table gives; what is not `sure` is for a person to say, who is offered `line`."""

    line: str
    sure: bool
    told: str = ""
    """What is said about it first."""


class TableWatch:
    """Follows a table through the questions of a match. The trick area is that of `view`."""

    def __init__(
        self, source: TimedSource, first: Frame, reader: CardReader, view: TableView, settings: WatchSettings
    ) -> None:
        self._source = source
        self._frame: Frame | None = first
        self._reader = reader
        self._view = view
        self._settings = settings
        self._watcher: Watcher | None = None
        self._reveals = RevealWatch(view.area)
        self._state: MatchState | None = None
        self._question: Question | None = None
        self._closed: WatchEvent | None = None
        """A trick that was cleared away and not told yet."""
        self._seen: tuple[Card, ...] = ()
        """What lies in the trick area of the trick that is followed."""
        self._lost: tuple[Card, ...] = ()
        """Cards that were seen and are gone: taken back, or a trick of which another card was not seen."""
        self._told = False
        """Whether the trick that is asked for was told already."""
        self._best = TrickFrame()
        self._picture: Picture | None = None
        """The frame of the trick that was closed last."""
        self.shown: ShownTrick | None = None
        """The trick that is asked for, once it was told."""
        self._t = _time_of(first)
        self.closed_at = self._t
        """Table time at which the last trick was cleared away."""
        self._read_at = -BETWEEN_READINGS_S

    def offers(self, state: MatchState) -> Offers:
        """The cards that are asked for, as the newest frame shows them; no card where the source has ended."""
        self._frame = self._next(self._t)
        if self._frame is None:
            return {}
        self._t = _time_of(self._frame)
        return offers_of(self._reader.read(self._frame.picture), state, self._view)

    def seen(self, question: Question, state: MatchState) -> Seen | None:
        """The answer to a question about a trick or a card turned up, watching until there is one; else None.

        `stop` where the source has ended. Raises `SourceError`.
        """
        hand = state.hand
        if hand is None or question.kind not in ("cards", "reveal") or hand.current:
            return None
        again = state is self._state and question == self._question
        self._go_on(state, hand)
        self._question = question
        if question.kind == "cards":
            return None if self._told else self._trick()
        return None if again else self._reveal(question, hand)

    def no_trick(self) -> None:
        """A person says that what was told was no trick."""
        self._told, self.shown = False, None
        self._state = None

    def _go_on(self, state: MatchState, hand: HandState) -> None:
        """Tells the watcher what the hand says now."""
        if self._watcher is None:
            self._watcher = Watcher(self._reader, facts_of(state), self._view, self._settings)
        elif state is not self._state:
            self._watcher.go_on(facts_of(state))
            self._watcher.read_now()
        if self._state is None or _place(self._state) != (hand.number, len(hand.tricks)):
            self._told, self.shown = False, None
        self._state = state

    def _trick(self) -> Seen:
        while self._closed is None and not self._lost:
            if not self._feed():
                return Seen("stop", True, f"{self._source.name} has ended.")
        if self._lost or self._closed is None:
            lost, self._lost, self._told = self._lost, (), True
            shown = " ".join(map(str, lost))
            return Seen("", False, f"{shown} seen and gone, and no whole trick: what was it (or answer: no trick)?")
        event, self._closed, self._told = self._closed, None, True
        self.closed_at = event.t_seconds
        assert event.proposal is not None, "a closed trick has its proposal"
        self.shown = ShownTrick(event.proposal, self._picture)
        cards = [event.proposal.of(seat).card for seat in event.proposal.facts.seats]
        line = "" if None in cards else " ".join(map(str, cards))
        if event.proposal.ready:
            return Seen(line, True)
        shown = " ".join(map(str, event.cards)) or "no card"
        return Seen(line, False, f"{shown} seen, not certain (or answer: no trick).")

    def _reveal(self, question: Question, hand: HandState) -> Seen:
        """Watches until the card is seen, or until the next trick is over: then it is left untold."""
        assert question.seat is not None and hand.table is not None, "only stacks are turned up"
        while True:
            shown = self._reveals.proposed(question.seat, question.stack)
            if shown.sure:
                return Seen(str(shown.card), True)
            if self._closed is not None or self._lost or not self._feed():
                perhaps = f", perhaps {shown.card}" if shown.card is not None else ""
                how = f"reveal {question.seat} {question.stack} CARD tells it"
                return Seen("skip", True, f"Not seen for certain{perhaps}: {how}.")
            frame = self._frame
            if frame is not None and self._t - self._read_at >= BETWEEN_READINGS_S:
                self._read_at = self._t
                self._reveals.take(self._reader.read(frame.picture), hand.table, hand.cards_gone)

    def _feed(self) -> bool:
        """One frame through the watcher, or the end of the source; False where nothing more can come."""
        assert self._watcher is not None, "it is made before the first frame is fed"
        if self._frame is None:
            return False
        self._frame = self._next(self._t + self._watcher.interval_s)
        if self._frame is None:
            events = self._watcher.finish(self._t)
        else:
            self._t = _time_of(self._frame)
            events = self._watcher.feed(self._frame.picture, self._t)
        for event in events:
            if event.kind == "closed":
                self._closed, self._picture = event, self._best.take()
            elif event.kind == "withdrawn" and not event.cards:
                self._lost = self._seen or self._lost
                self._best.take()
            elif self._frame is not None:
                look = self._watcher.last_look
                self._best.note(event, self._frame.picture, look is not None and look.still)
            self._seen = event.cards
        return True

    def _next(self, t_seconds: float) -> Frame | None:
        """The next frame that can be read; those that can't be are passed over."""
        while True:
            try:
                return self._source.read_from(t_seconds)
            except PictureError:
                continue


def _time_of(frame: Frame) -> float:
    assert frame.t_seconds is not None, "the frames of a timed source have their times"
    return frame.t_seconds


def _place(state: MatchState) -> tuple[int, int]:
    return (state.hand.number, len(state.hand.tricks)) if state.hand else (0, 0)
