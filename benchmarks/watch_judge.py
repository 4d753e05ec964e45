"""The judge of the watcher: what it closed against what was played, trick by trick. Times are table seconds.

The judge plays the person at the table: whatever was proposed, the trick as it was played goes into the record, and the
watcher goes on from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Protocol

from benchmarks.watch_table import Table
from models.hand_facts import HandFacts
from models.looks import WatchEvent
from models.trick_reader import TrickProposal
from scorer.cards import Card
from scorer.events import Trick
from scorer.seats import Seat

Outcome = Literal["right", "asked", "silent", "missed"]
Seats = Literal["right", "open", "wrong", "unnamed"]
Shown = Literal["right", "asked", "wrong", "never"]
EARLY_S = 0.5
"""What the watcher says of a trick may come so much before its last card counts as visible."""


class Play(Protocol):
    """A card as it was played; `datasets.games.PlayTruth` is one."""

    @property
    def seat(self) -> Seat: ...
    @property
    def card(self) -> Card: ...
    @property
    def t_down(self) -> float: ...


class PlayedTrick(Protocol):
    """A trick as it was played; `datasets.games.TrickTruth` is one."""

    @property
    def number(self) -> int: ...
    @property
    def leader(self) -> Seat: ...
    @property
    def plays(self) -> Sequence[Play]: ...
    @property
    def t_complete(self) -> float: ...
    @property
    def t_cleared(self) -> float: ...
    @property
    def mishaps(self) -> Sequence[str]: ...


@dataclass(frozen=True)
class JudgedTrick:
    """One true trick and what became of it.

    `outcome`: `right` (ready, cards and seats true), `asked` (not ready), `silent` (ready and wrong), `missed` (never
    closed). `seats`: `right` (each true card at its player and no seat open), `open`, `wrong` (a true card given to
    another player), `unnamed` (a true card is not in the proposal). `first_offer`: the trick that taking each first
    suggestion gives is the true one. `shown`: the proposal of the first "complete". `latency_s`: from the last card
    lying still to that event; `closed_s`: from the last card off its place to "closed". `why`: what was asked.
    """

    number: int
    outcome: Outcome
    seats: Seats
    first_offer: bool
    shown: Shown
    latency_s: float | None
    closed_s: float | None
    t_complete: float
    truth: str
    proposed: str = ""
    why: tuple[str, ...] = ()
    mishaps: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As a dict of plain values."""
        return asdict(self)


@dataclass
class Verdict:
    """What a hand came to. `false`: "closed" events of no true trick, `false_ready` those of them without a question.

    `hand_over`: the end of the hand was told with its last trick, and not before.
    """

    tricks: list[JudgedTrick] = field(default_factory=list)
    false: int = 0
    false_ready: int = 0
    false_complete: int = 0
    hand_over: bool = False
    false_at: list[float] = field(default_factory=list)


class Judge:
    """Takes the watcher's events in order; `finish` gives the verdict."""

    def __init__(self, tricks: Sequence[PlayedTrick], table: Table) -> None:
        self._tricks = tuple(tricks)
        self._table = table
        self._done = 0
        self._hand_over_at: list[int] = []
        self._completes: list[WatchEvent] = []
        self._verdict = Verdict()

    def take(self, events: Sequence[WatchEvent]) -> HandFacts | None:
        """Judges them; where one closed a trick, what the hand says now, for the watcher to go on with."""
        closed = False
        for event in events:
            if event.kind == "complete":
                self._completes.append(event)
            elif event.kind == "hand_over":
                self._hand_over_at.append(self._done)
            elif event.kind == "closed":
                closed = True
                self._close(event)
        if not closed:
            return None
        self._table.deal()
        return self._table.facts()

    def finish(self) -> Verdict:
        """The verdict: tricks never closed are missed."""
        for truth in self._tricks[self._done :]:
            self._miss(truth)
        self._verdict.false_complete += len(self._completes)
        self._verdict.hand_over = bool(self._tricks) and self._hand_over_at == [len(self._tricks)]
        return self._verdict

    @property
    def judged(self) -> tuple[JudgedTrick, ...]:
        """The tricks judged so far."""
        return tuple(self._verdict.tricks)

    def _close(self, event: WatchEvent) -> None:
        number = sum(truth.t_complete - EARLY_S <= event.t_seconds for truth in self._tricks)
        completes, self._completes = self._completes, []
        if number <= self._done:
            ready = event.proposal is not None and event.proposal.ready
            self._verdict.false += 1
            self._verdict.false_ready += ready
            self._verdict.false_complete += len(completes)
            self._verdict.false_at.append(event.t_seconds)
            return
        for truth in self._tricks[self._done : number - 1]:
            self._miss(truth)
            self._table.enter(event_of(truth), None)
        truth = self._tricks[number - 1]
        self._verdict.tricks.append(judged(truth, event, completes))
        self._table.enter(event_of(truth), event.proposal)
        self._done = number

    def _miss(self, truth: PlayedTrick) -> None:
        self._verdict.tricks.append(
            JudgedTrick(
                truth.number,
                "missed",
                seats="unnamed",
                first_offer=False,
                shown="never",
                latency_s=None,
                closed_s=None,
                t_complete=truth.t_complete,
                truth=written(truth),
                mishaps=tuple(truth.mishaps),
            )
        )


def event_of(truth: PlayedTrick) -> Trick:
    """The trick as the referee takes it."""
    return Trick(truth.leader, tuple(play.card for play in truth.plays))


def written(truth: PlayedTrick) -> str:
    """`N:10H E:2H S:AH W:4C`, in order of play."""
    return " ".join(f"{play.seat}:{play.card}" for play in truth.plays)


def judged(truth: PlayedTrick, closed: WatchEvent, completes: Sequence[WatchEvent]) -> JudgedTrick:
    """What a closed trick came to against the true one; `completes`: the "complete" events since the one before."""
    proposal = closed.proposal
    complete = _complete_of(truth, completes)
    shown: Shown = "never"
    if complete is not None:
        shown = "asked" if not _ready(complete.proposal) else "right" if is_true(complete.proposal, truth) else "wrong"
    outcome: Outcome = "asked" if not _ready(proposal) else "right" if is_true(proposal, truth) else "silent"
    return JudgedTrick(
        truth.number,
        outcome,
        seats_of(proposal, truth),
        _first_offer(proposal) == event_of(truth),
        shown,
        None if complete is None else round(complete.t_seconds - truth.t_complete, 3),
        round(closed.t_seconds - truth.t_cleared, 3),
        truth.t_complete,
        written(truth),
        _proposed(proposal),
        _questions(proposal),
        tuple(truth.mishaps),
    )


def _complete_of(truth: PlayedTrick, completes: Sequence[WatchEvent]) -> WatchEvent | None:
    """The first "complete" after the last card came; the last of those before it where there is none."""
    last = max(play.t_down for play in truth.plays)
    after = [event for event in completes if event.t_seconds >= last - EARLY_S]
    return after[0] if after else completes[-1] if completes else None


def _ready(proposal: TrickProposal | None) -> bool:
    return proposal is not None and proposal.ready


def is_true(proposal: TrickProposal | None, truth: PlayedTrick) -> bool:
    """Whether cards and seats are all as they were played."""
    return proposal is not None and proposal.complete and proposal.event() == event_of(truth)


def seats_of(proposal: TrickProposal | None, truth: PlayedTrick) -> Seats:
    """Whether each true card stands at its player."""
    if proposal is None or proposal.seats_open:
        return "open"
    played: Mapping[Card, Seat] = {play.card: play.seat for play in truth.plays}
    given = {entry.card: entry.seat for entry in proposal.cards if entry.card in played}
    if any(played[card] != seat for card, seat in given.items() if card is not None):
        return "wrong"
    return "right" if len(given) == len(played) else "unnamed"


def _first_offer(proposal: TrickProposal | None) -> Trick | None:
    cards = [entry.likely for entry in proposal.cards] if proposal else [None]
    named = tuple(card for card in cards if card is not None)
    return Trick(proposal.leader, named) if proposal and len(named) == len(cards) else None


def _proposed(proposal: TrickProposal | None) -> str:
    """`N:10H sure/read 0.99`, one a seat, in order of play; then `+4C extra 0.50` for each card beyond."""
    if proposal is None:
        return ""
    entries = [f"{e.seat}:{e.card or '-'} {e.state}/{e.reason} {e.confidence:.2f}" for e in proposal.cards]
    return " ".join([*entries, *(f"+{one.card} {one.reason} {one.confidence:.2f}" for one in proposal.surplus)])


def _questions(proposal: TrickProposal | None) -> tuple[str, ...]:
    """What keeps the proposal from being ready, as codes."""
    if proposal is None:
        return ("nothing",)
    reasons = [entry.reason for entry in proposal.cards if not entry.settled]
    surplus = [f"surplus:{one.reason}" for one in proposal.surplus]
    return tuple(dict.fromkeys([*reasons, *surplus, *(["seats_open"] if proposal.seats_open else [])]))
