"""A whole match as text that people read and write (docs/notation.md): tags, then one line for each event.

`read(write(events))` gives the same events. What can be derived (deals, leaders, who won a trick, the score) may be
left out; where it stands after ``->`` or ``=`` it is checked.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scorer import __version__
from scorer.events import (
    Call,
    Correction,
    Count,
    Deal,
    Event,
    GameStart,
    MatchStart,
    Play,
    Redo,
    Reveal,
    Trick,
    Undo,
)
from scorer.frozenmap import FrozenMap
from scorer.hand import HandState
from scorer.match import MatchState, Phase
from scorer.notation_header import Header, HeaderError, header_lines
from scorer.notation_outcome import WIDTH, check_standing, check_trick, standing_lines, with_trick
from scorer.notation_read import READERS, UNDER
from scorer.notation_words import ExpectedError, NotationError, Words
from scorer.notation_write import written
from scorer.record import RecordError, broken_record
from scorer.referee import Admission, admit
from scorer.refusal import Refusal
from scorer.rulings import apply
from scorer.seats import next_in
from scorer.texts import say

__all__ = ["NotationError", "Step", "Transcript", "follow", "read", "write"]


@dataclass(frozen=True, slots=True)
class Step:
    """An event of a text: the line it stands in, and the match after it."""

    line: int
    event: Event
    after: MatchState


@dataclass(frozen=True, slots=True)
class Transcript:
    """A text that was read: its tags, and its events one by one, derived ones included."""

    tags: FrozenMap[str, str]
    steps: tuple[Step, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(step.event for step in self.steps)

    @property
    def state(self) -> MatchState:
        return self.steps[-1].after


# Following a match event by event


def follow(recorded: list[Event], state: MatchState | None, event: Event) -> MatchState | Refusal:
    """The match after one more event of a record; ``recorded`` grows by it if it is accepted."""
    if isinstance(event, Correction | Undo | Redo):
        answer = admit(recorded, event)
        result: MatchState | Refusal = answer.after if isinstance(answer, Admission) else answer
    else:
        result = apply(state, event)
    if isinstance(result, MatchState):
        recorded.append(event)
    return result


# Writing


def write(events: Sequence[Event], tags: Mapping[str, str] | None = None) -> str:
    """The match as text; ``tags`` are added to the head (a date, a place). `RecordError` for a broken record."""
    if not events or not isinstance(events[0], MatchStart):
        raise RecordError("EMPTY_RECORD")
    page = _Page(header_lines(events[0], tags or {}))
    recorded: list[Event] = []
    state: MatchState | None = None
    for number, event in enumerate(events, start=1):
        before = state
        result = follow(recorded, state, event)
        if isinstance(result, Refusal):
            raise broken_record(number, event, result)
        state = result
        if before is not None:
            page.tell(before, event, state, events[number] if number < len(events) else None)
    return "\n".join(page.lines) + "\n"


@dataclass(slots=True)
class _Page:
    """The lines written so far; ``group``: cards of a trick entered one by one, not yet written."""

    lines: list[str]
    heading: int = 0
    hand: int = 0
    group: list[str] = field(default_factory=list)

    def tell(self, before: MatchState, event: Event, after: MatchState, following: Event | None) -> None:
        """Write an event; single cards of a trick that follow one another stand in one line."""
        if isinstance(event, Play):
            self.group.append(str(event.card))
            if isinstance(following, Play) and _same_trick(before, after, event, following):
                return
            first = next_in(before.seats, event.seat, 1 - len(self.group))
            self.lines += _played(before, after, f"play {first} {' '.join(self.group)}")
            self.group = []
        elif isinstance(event, Trick):
            self.lines += _played(before, after, written(event)[0])
        else:
            if isinstance(event, Deal | GameStart) and self.lines[-1]:
                self.lines.append("")
            if isinstance(event, Deal):
                self.heading, self.hand = len(self.lines), after.hand.number if after.hand else 0
            self.lines += written(event)
            self.lines += standing_lines(before, after)
        if after.hand is not None:
            self._head(after.hand)

    def _head(self, hand: HandState) -> None:
        """The remark beside the deal: which hand it is, who pitches, and what trumps are when that is known."""
        deal = f"deal {hand.dealer}"
        if hand.number == self.hand and self.lines[self.heading].split(" ;")[0].rstrip() == deal:
            trumps = f", {hand.trump.name.lower()} trumps" if hand.trump else ""
            self.lines[self.heading] = f"{deal:<{WIDTH}} ; hand {hand.number}, {hand.pitcher} pitches{trumps}"


def _same_trick(before: MatchState, after: MatchState, event: Play, following: Play) -> bool:
    unfinished = after.hand is not None and bool(after.hand.current)
    return unfinished and following.seat is next_in(before.seats, event.seat)


def _played(before: MatchState, after: MatchState, line: str) -> list[str]:
    """A trick or part of one with its number, and what it came to if it is finished."""
    assert before.hand is not None, "cards are only played in a hand"
    number = len(before.hand.tricks) + 1
    text = f"{number:>2}. {line}"
    hand = after.hand or after.hands[-1]
    if len(hand.tricks) < number:
        return [text]
    trick = hand.tricks[number - 1]
    moved = after.hand is None or after.scores != trick.scores_after
    return [with_trick(text, trick), *(standing_lines(before, after) if moved else ())]


# Reading


@dataclass(slots=True)
class _Reader:
    """A text being read: where it is, and the match so far."""

    tags: dict[str, str]
    recorded: list[Event] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    state: MatchState | None = None

    def enter(self, number: int, event: Event) -> None:
        result = follow(self.recorded, self.state, event)
        if isinstance(result, Refusal):
            raise NotationError("NOTATION_REFUSED", line=number, detail=say(result.code, result.params))
        self.state = result
        self.steps.append(Step(number, event, result))

    def table(self) -> MatchState:
        assert self.state is not None, "the head of the text begins the match"
        return self.state

    def deal_first(self, number: int) -> None:
        """A deal that is not written: who deals follows from who pitches."""
        state = self.table()
        if state.phase in (Phase.BEFORE_DEAL, Phase.BETWEEN_HANDS) and state.dealer is not None:
            self.enter(number, Deal(state.dealer))


def read(text: str) -> Transcript:
    """The match that a text tells; `NotationError` with one sentence, which names the line, for any other text."""
    lines = list(_lines(text))
    header = Header()
    reader: _Reader | None = None
    place = 0
    while place < len(lines):
        number, line = lines[place]
        place += 1
        try:
            if line.startswith("[") and reader is None:
                header.add(line)
                continue
            if reader is None:
                reader = _begun(header, number)
            if line.startswith("="):
                check_standing(reader.table(), number, line[1:])
                continue
            main, checks = _split_checks(line)
            under: list[Words] = []
            while place < len(lines) and _first_word(lines[place][1]) in UNDER.get(_first_word(main), ()):
                under.append(Words(lines[place][1]))
                place += 1
            _read_line(reader, number, main, under)
            if checks:
                check_trick(reader.table(), number, checks)
        except ExpectedError as error:
            raise NotationError("NOTATION_BAD_LINE", line=number, text=line[:60], expected=str(error)) from error
        except HeaderError as error:
            raise NotationError(error.code, line=number, **error.params) from error
    if reader is None:
        reader = _begun(header, lines[-1][0] if lines else 1)
    return Transcript(FrozenMap(reader.tags), tuple(reader.steps))


def _begun(header: Header, number: int) -> _Reader:
    try:
        reader = _Reader(dict(header.tags))
        reader.enter(number, header.match_start(__version__))
    except HeaderError as error:
        raise NotationError(error.code, line=number, **error.params) from error
    return reader


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something with their numbers, remarks (``; ...`` and ``{ ... }``) left out.

    What stands between quotation marks or in a tag is no remark. A line goes on behind a remark of several lines.
    """
    opened, kept, first = 0, "", 0
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        in_text, escaped, in_tag = False, False, 0
        if not opened:
            kept, first = "", number
        for sign in raw:
            if opened:
                opened = 0 if sign == "}" else opened
                continue
            if in_text:
                in_text = escaped or sign != '"'
                escaped = sign == "\\" and not escaped
            elif sign == "{" and not in_tag:
                opened = number
                continue
            elif sign == ";" and not in_tag:
                break
            else:
                in_text = sign == '"'
                in_tag = max(0, in_tag + (sign == "[") - (sign == "]"))
            kept += sign
        if kept.strip() and not opened:
            yield first, kept.strip()
    if opened:
        raise NotationError("NOTATION_OPEN_REMARK", line=opened)


def _first_word(line: str) -> str:
    return line.split(maxsplit=1)[0].lower() if line else ""


def _split_checks(line: str) -> tuple[str, str]:
    """The line and what it says of its outcome, which stands after ``->``."""
    main, _, checks = line.partition("->") if '"' not in line else (line, "", "")
    return main.strip(), checks


_TRICK_NUMBER = re.compile(r"([0-9]{1,3})\.\s*")


def _read_line(reader: _Reader, number: int, line: str, under: list[Words]) -> None:
    if not line:
        return
    numbered = _TRICK_NUMBER.match(line)
    words = Words(line[numbered.end() :] if numbered else line)
    event = _event_of(reader, number, words, under, int(numbered.group(1)) if numbered else None)
    if event is not None:
        words.end()
        if isinstance(event, Call | Count | Reveal):
            reader.deal_first(number)
        reader.enter(number, event)


def _event_of(reader: _Reader, number: int, words: Words, under: list[Words], trick: int | None) -> Event | None:
    """The event of a line; tricks and single cards, which need the table, are entered here."""
    single = words.skip("play")
    if not single and not words.is_seat() and not words.is_card():
        if trick is not None or words.peek() not in READERS:
            raise ExpectedError("trick")
        return READERS[words.take("").lower()](words, under)
    reader.deal_first(number)
    state = reader.table()
    hand = state.hand
    if trick is not None and hand is not None and trick != len(hand.tricks) + 1:
        raise NotationError("NOTATION_WRONG_NUMBER", line=number, number=trick, found=len(hand.tricks) + 1)
    seat = words.seat() if words.is_seat() else state.turn
    cards = words.cards()
    if not cards:
        raise ExpectedError("card")
    words.end()
    if seat is None:
        raise ExpectedError("leader")
    if not single:
        reader.enter(number, Trick(seat, cards))
        return None
    for place, card in enumerate(cards):
        known = seat in state.seats
        reader.enter(number, Play(next_in(state.seats, seat, place) if known else seat, card))
    return None
