"""What a score sheet notes beside the hands: corrections, penalties and calls, with who asked and why."""

from collections.abc import Iterable

from scorer.events import (
    Correct,
    Correction,
    CorrectRun,
    Deal,
    Event,
    Misdeal,
    Note,
    PegCorrection,
    Penalty,
    Recount,
    Revoke,
    Void,
)
from scorer.history_words import listed
from scorer.match import MatchState
from scorer.names import shown_name
from scorer.record import Numbered
from scorer.seats import FOUR_HANDED, Seat, Side
from scorer.texts import card_words, phrase


def player(state: MatchState, seat: Seat, lang: str = "") -> str:
    """The player's name, or the seat's."""
    return shown_name(state.names.get(seat, "")) or phrase(seat.value, {}, lang, "seats")


def side_players(state: MatchState, side: Side, lang: str = "") -> str:
    """The names of a side's players."""
    return listed([player(state, seat, lang) for seat in state.seats if seat.value in side], lang)


def remarks_of(state: MatchState, entries: Iterable[Numbered], lang: str = "") -> tuple[str, ...]:
    """A sentence for each entry that speaks of an irregularity or of the record, in order.

    ``entries`` are those that stand (`scorer.record.standing`): what was taken back is not on the sheet.
    """
    remarks = []
    hand = 0
    for _, event in entries:
        hand += isinstance(event, Deal)
        code, params = _remark(state, event, lang)
        if code:
            told = event.hand if isinstance(event, Correction) and event.hand is not None else hand
            remarks.append(phrase(f"remark_{code}", {"hand": told, **params}, lang, "sheet"))
        hand -= isinstance(event, Misdeal)
    return tuple(remarks)


def _remark(state: MatchState, event: Event, lang: str) -> tuple[str, dict[str, object]]:
    """The code of an entry's remark and what it says; no code where the sheet says nothing of it."""
    match event:
        case Correct():
            place = {"trick": event.trick, "place": event.position + 1, "card": card_words(event.card, lang)}
            return "correct", {**place, "why": _by(event.by, event.reason)}
        case CorrectRun():
            return "correct_run", {"trick": event.first_trick, "why": _by(event.by, event.reason)}
        case Recount():
            counts = ", ".join(f"{side} {count}" for side, count in event.game_count.items())
            return "recount", {"counts": counts, "why": _by(event.by, event.reason)}
        case Penalty():
            return "penalty", {"points": event.points, "side": event.side, "why": _by("", event.reason)}
        case PegCorrection():
            moved = {"points": f"{event.points:+d}", "side": event.side}
            return "peg", {**moved, "why": _by(event.by or "", event.reason)}
        case Revoke():
            return "revoke", {"player": player(state, event.seat, lang), "trick": event.trick}
        case Misdeal() | Void():
            return event.kind, {"why": _by("", event.reason)}
        case Note():
            return "note", {"text": _note(state, event, lang)}
    return "", {}


def _note(state: MatchState, event: Note, lang: str) -> str:
    """The note's code in plain words, with the player it speaks of by name."""
    seat = event.params.get("seat")
    told = [player(state, Seat(seat), lang)] if seat in FOUR_HANDED else []
    told += [shown_name(f"{key} {value}") for key, value in event.params.items() if key != "seat" or not told]
    text = shown_name(event.code.replace("_", " "))
    return f"{text} ({', '.join(told)})" if told else text


def _by(by: str, reason: str) -> str:
    """Who asked and why, as it stands at the end of a remark."""
    told = ": ".join(shown_name(part) for part in (by, reason) if part.strip())
    return f" ({told})" if told else ""
