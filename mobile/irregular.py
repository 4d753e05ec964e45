"""What can happen at a table that is no trick: its event, whether it can be entered now, and what it would change.

The referee decides (RULES.md 4); nothing here is written before people say yes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from mobile.corrections import agreement_of
from mobile.hand_totals import Totals, totals_of
from mobile.match_book import MatchBook
from mobile.texts import label, say
from scorer.disputes import Change, change_of
from scorer.events import Claim, Concede, Event, Misdeal, Note, PegCorrection, Penalty, Void
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState, Phase
from scorer.refusal import Refusal
from scorer.seats import Seat, Side

Kind = Literal["misdeal", "void", "out_of_turn", "penalty", "peg", "claim", "concede", "totals", "note"]
KINDS: tuple[Kind, ...] = ("out_of_turn", "misdeal", "void", "penalty", "peg", "totals", "claim", "concede", "note")
NOTE_LETTERS = 120
MOST_POINTS = 200


@dataclass(slots=True)
class Happening:
    """One thing that happened, as far as it has been told. It lives as long as its page, whatever is drawn anew."""

    kind: Kind
    seat: Seat | None = None
    side: Side | None = None
    by: Side | None = None
    points: int = 0
    text: str = ""
    totals: Totals = field(default_factory=Totals)

    @property
    def asks_seat(self) -> bool:
        """Whether a player has to be named."""
        return self.kind == "out_of_turn"

    @property
    def asks_side(self) -> bool:
        """Whether a side has to be named."""
        return self.kind in ("penalty", "peg", "claim", "concede")

    @property
    def asks_points(self) -> bool:
        """Whether points have to be named."""
        return self.kind in ("penalty", "peg")

    @property
    def asks_text(self) -> bool:
        """Whether words belong to it: a reason, or the remark itself."""
        return self.kind in ("misdeal", "void", "penalty", "peg", "note")

    def missing(self) -> str:
        """What is still to be told, one sentence; empty where nothing is."""
        if self.asks_seat and self.seat is None:
            return label("IRREGULAR_NO_PLAYER")
        if self.asks_side and self.side is None:
            return label("IRREGULAR_NO_SIDE")
        if self.asks_points and self.points == 0:
            return label("IRREGULAR_NO_POINTS")
        if self.kind == "note" and not self.text.strip():
            return label("IRREGULAR_NO_TEXT")
        if len(self.text.strip()) > NOTE_LETTERS:
            return label("IRREGULAR_LONG_TEXT", most=NOTE_LETTERS)
        return ""

    def event(self, state: MatchState) -> Event:
        """The entry that says it. Nothing may be `missing`."""
        text, side = self.text.strip(), self.side or state.sides[0]
        match self.kind:
            case "misdeal":
                return Misdeal(text)
            case "void":
                return Void(text)
            case "out_of_turn":
                return Note("out_of_turn", FrozenMap({"seat": (self.seat or state.seats[0]).value}))
            case "penalty":
                return Penalty(side, self.points, text)
            case "peg":
                return PegCorrection(side, self.points, self.by, text)
            case "claim":
                return Claim(side)
            case "concede":
                return Concede(side)
            case "totals":
                return self.totals.event(state)
            case "note":
                return Note(text)


@dataclass(frozen=True, slots=True)
class Offer:
    """A thing that can be entered; ``problem`` says why not now (one sentence, empty where it can)."""

    kind: Kind
    problem: str = field(default="")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an entry would change, and the sides that must all agree to it first."""

    event: Event
    change: Change
    agreement: tuple[Side, ...]
    entries: int


def offers(book: MatchBook) -> tuple[Offer, ...]:
    """What can happen in this match, with the reason where it can't be entered now; what its rules lack is left out."""
    state = book.state
    return tuple(Offer(kind, _problem(book, kind)) for kind in KINDS if _known(state, kind))


def _known(state: MatchState, kind: Kind) -> bool:
    """Whether the rules of this match have such a thing at all: claims belong to Irish Don."""
    return kind != "claim" or state.variant.tie_rule != "none"


def _problem(book: MatchBook, kind: Kind) -> str:
    """Why this can't be entered now, whoever it is about; empty where it can be for somebody."""
    refusal: Refusal | None = None
    for example in _examples(book.state, kind):
        answer = book.log.would_record(book.match_id, [example.event(book.state)])
        if not isinstance(answer, Refusal) or answer.code in _TO_BE_TOLD:
            return ""
        refusal = refusal or answer
    return say(refusal.code, refusal.params) if refusal is not None else ""


_TO_BE_TOLD = ("IMPOSSIBLE_COUNT", "FIRST_OUT_NEEDED")
"""Refusals of an example's numbers, which people have yet to tell."""


def _examples(state: MatchState, kind: Kind) -> Iterator[Happening]:
    """One of this kind for each side and player it may be about."""
    if kind == "out_of_turn":
        yield from (Happening(kind, seat=seat) for seat in state.seats)
    elif kind == "peg":
        for side in state.sides:
            for points in (1, -1):
                yield Happening(kind, side=side, by=state.others(side)[0], points=points)
    elif kind == "totals":
        yield Happening(kind, totals=totals_of(state))
    elif kind in ("penalty", "claim", "concede"):
        yield from (Happening(kind, side=side, points=1) for side in state.sides)
    else:
        yield Happening(kind, text=kind)


def outcome(book: MatchBook, happening: Happening) -> Outcome | Refusal:
    """What it would change; the referee's refusal where it can't be. Nothing is written."""
    event = happening.event(book.state)
    answer = book.log.would_record(book.match_id, [event])
    if isinstance(answer, Refusal):
        return answer
    change = change_of(book.state, answer[-1].after)
    agreement = agreement_of(change) if book.state.phase is Phase.GAME_OVER else ()
    if happening.kind == "concede":
        agreement = book.state.sides
    return Outcome(event, change, agreement, book.entries)


def enter(book: MatchBook, found: Outcome, at: datetime) -> Refusal | None:
    """Write it. Refused where something else was entered since it was looked at."""
    if found.entries != book.entries:
        return Refusal("RECORD_MOVED_ON")
    answer = book.enter([found.event], at)
    return answer if isinstance(answer, Refusal) else None


def row_title(kind: Kind) -> str:
    """What the thing is called."""
    titles: dict[Kind, str] = {
        "misdeal": label("misdeal_row"),
        "void": label("void_row"),
        "out_of_turn": label("out_of_turn_row"),
        "penalty": label("penalty_row"),
        "peg": label("peg_row"),
        "claim": label("irregular_claim_row"),
        "concede": label("concede_row"),
        "totals": label("totals_row"),
        "note": label("note_row"),
    }
    return titles[kind]


def row_detail(kind: Kind, state: MatchState) -> str:
    """What it does, in one line."""
    costs = state.variant.out_of_turn_penalty != "note"
    details: dict[Kind, str] = {
        "misdeal": label("misdeal_detail"),
        "void": label("void_detail"),
        "out_of_turn": label("out_of_turn_detail_cost" if costs else "out_of_turn_detail_note"),
        "penalty": label("penalty_detail"),
        "peg": label("peg_detail"),
        "claim": label("irregular_claim_detail"),
        "concede": label("concede_detail"),
        "totals": label("totals_detail"),
        "note": label("note_detail"),
    }
    return details[kind]


def side_question(kind: Kind) -> str:
    """Which side is asked for."""
    questions: dict[Kind, str] = {
        "penalty": label("penalty_side"),
        "peg": label("peg_side"),
        "claim": label("claim_side"),
        "concede": label("concede_side"),
    }
    return questions.get(kind, label("irregular_side"))
