"""Each event as a line of the notation (docs/notation.md).

A line is a keyword with its words; an event that holds more, as a deal with known hands, has further lines under it.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from scorer.cards import Card
from scorer.events import (
    Call,
    Choose,
    Claim,
    Concede,
    Correct,
    Correction,
    CorrectRun,
    Count,
    Cut,
    Deal,
    Event,
    GameStart,
    Misdeal,
    Note,
    PegCorrection,
    Penalty,
    Play,
    Recount,
    Redo,
    Reveal,
    Revoke,
    Trick,
    Undo,
    Void,
)
from scorer.seats import Side

UNSEEN = "?"


def quoted(text: str) -> str:
    """Free text, so that it stays on one line whatever is in it."""
    written = json.dumps(text, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in written)


def word_or_quoted(text: str) -> str:
    """A plain word as it is, other text between quotation marks."""
    return text if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", text, re.ASCII) else quoted(text)


def written(event: Event) -> list[str]:
    """The lines of an event: its own, and those under it."""
    return _WRITE[type(event)](event)


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def _counts(counts: Mapping[Side, int]) -> str:
    return " ".join(f"{side} {number}" for side, number in counts.items())


def _because(text: str) -> str:
    return f" {quoted(text)}" if text else ""


def _game_start(event: GameStart) -> list[str]:
    line = "game"
    line += f" pitcher {event.pitcher}" if event.pitcher else ""
    line += f" dealer {event.dealer}" if event.dealer else ""
    line += f" scores {_counts(event.start_scores)}".rstrip() if event.start_scores is not None else ""
    line += f" hands {event.hands_played}" if event.hands_played else ""
    return [line + (f" carry {event.carry}" if event.carry else "")]


def _deal(event: Deal) -> list[str]:
    lines = [f"deal {event.dealer}"]
    for seat, cards in (event.hands or {}).items():
        lines.append(f"  holds {seat} {_cards(cards)}".rstrip())
    for seat, known in (event.layout or {}).items():
        stacks = " ".join(f"{bottom or UNSEEN}/{top or UNSEEN}" for bottom, top in known.stacks)
        lines.append(f"  stacks {seat} {stacks}".rstrip())
        if known.hand is not None:
            lines.append(f"  hand {seat} {_cards(known.hand)}".rstrip())
    return lines


def _count(event: Count) -> list[str]:
    line = f"count {_counts(event.points)}"
    line += f" game {_counts(event.game_count)}".rstrip() if event.game_count is not None else ""
    line += "".join(f" {part} {side}" for part, side in event.bonus.items())
    line += f" last {event.last_scoring_side}" if event.last_scoring_side else ""
    return [line + (f" first {event.first_out}" if event.first_out else "")]


def _note(event: Note) -> list[str]:
    params = "".join(
        f" {word_or_quoted(key)}={word_or_quoted(value) if isinstance(value, str) else value}"
        for key, value in event.params.items()
    )
    return [f"note {word_or_quoted(event.code)}{params}"]


def _peg(event: PegCorrection) -> list[str]:
    by = f" by {event.by}" if event.by else ""
    return [f"peg {event.side} {event.points:+d}{by}{_because(event.reason)}"]


def _ending(event: Correction) -> str:
    line = f" drop {' '.join(map(str, event.drop))}" if event.drop else ""
    line += f" by {quoted(event.by)}" if event.by else ""
    return line + (f" because {quoted(event.reason)}" if event.reason else "")


def _of_hand(event: Correction) -> str:
    return "" if event.hand is None else f" hand {event.hand}"


def _correct(event: Correct) -> list[str]:
    place = event.position + 1
    return [f"correct{_of_hand(event)} trick {event.trick} place {place} {event.card}{_ending(event)}"]


def _correct_run(event: CorrectRun) -> list[str]:
    head = f"correct_run{_of_hand(event)} trick {event.first_trick}{_ending(event)}"
    return [head, *(f"  to {trick.leader} {_cards(trick.cards)}".rstrip() for trick in event.tricks)]


def _recount(event: Recount) -> list[str]:
    return [f"recount{_of_hand(event)} {_counts(event.game_count)}{_ending(event)}"]


_WRITE: Mapping[type[Event], Callable[[Any], list[str]]] = {
    GameStart: _game_start,
    Cut: lambda e: [f"cut {' '.join(f'{seat} {card}' for seat, card in e.cards.items())}"],
    Choose: lambda e: [f"choose {e.seat}"],
    Claim: lambda e: [f"claim {e.side}"],
    Concede: lambda e: [f"concede {e.side}"],
    Deal: _deal,
    Call: lambda e: [f"call {e.suit}"],
    Play: lambda e: [f"play {e.seat} {e.card}"],
    Trick: lambda e: [f"{e.leader} {_cards(e.cards)}"],
    Reveal: lambda e: [f"reveal {e.seat} {e.stack} {e.card}"],
    Count: _count,
    Misdeal: lambda e: [f"misdeal{_because(e.reason)}"],
    Void: lambda e: [f"void{_because(e.reason)}"],
    Penalty: lambda e: [f"penalty {e.side} {e.points}{_because(e.reason)}"],
    Revoke: lambda e: [f"revoke {e.seat} trick {e.trick}"],
    PegCorrection: _peg,
    Note: _note,
    Correct: _correct,
    CorrectRun: _correct_run,
    Recount: _recount,
    Undo: lambda e: ["undo"],
    Redo: lambda e: ["redo"],
}
