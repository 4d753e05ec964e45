"""What `don history show` and `don history delete` print: one match again, and what is asked before one is deleted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from don.history_list import copy_words, day_words, match_words
from don.replaying import check_hand, show_end, show_match, show_steps
from don.show import counted
from don.status import UsageError
from don.terminal import confirmed
from scorer.events import Correction, Redo, Undo
from scorer.history import Entry, copies, positions
from scorer.history_marks import corrected_words
from scorer.history_words import short_id
from scorer.log_file import LogError
from scorer.log_pictures import pictures
from scorer.log_summaries import OF_ONE_MATCH, summary_of
from scorer.names import shown_name
from scorer.notation import Step, read, write
from scorer.played import time_words

if TYPE_CHECKING:
    from scorer.match_summary import MatchSummary
    from scorer.matchlog import MatchLog


def find(log: MatchLog, text: str) -> str:
    """The match that the text names. Raises `LogError`, and `UsageError` with the matches it may mean told apart."""
    try:
        return log.find(text)
    except LogError as error:
        if error.code != "LOG_MATCH_UNCLEAR":
            raise
        count, like = int(str(error.params["count"])), error.params["known"]
        assert isinstance(like, tuple)
    shorts = [short_id(match_id) for match_id in like]
    told = [
        _named(log, match_id, short=short if shorts.count(short) == 1 else match_id)
        for match_id, short in zip(like, shorts, strict=True)
    ]
    more = f"; and {count - len(like):,} more" if count > len(like) else ""
    raise UsageError(f"{text} is the beginning of {count:,} matches: {'; '.join(told)}{more}. Write more of the id.")


# One match


def show_json(log: MatchLog, match_id: str) -> None:
    """The summary of a match with its hands. Raises `LogError`."""
    print(json.dumps(summary_of(log, match_id).to_json(), ensure_ascii=False, indent=1))


def show_one(log: MatchLog, match_id: str, *, reasons: bool, hand: int | None, as_entered: bool) -> None:
    """A match again, trick by trick, as it stands or as it was entered. Raises `LogError`, `UsageError`."""
    summary = summary_of(log, match_id)
    events = log.events(match_id)
    if as_entered:
        steps, marks = read(write(events)).steps, {}
    else:
        steps = tuple(Step(entry, event, state) for entry, event, state in positions(log, match_id))
        marks = dict(corrected_words(events))
    state = steps[-1].after
    check_hand(hand, state)
    show_match(steps[0].after, {})
    where = f", {shown_name(summary.place)}" if summary.place else ""
    print(f"   Played: {time_words(summary.began_at)}{where}")
    copy = copies(log).get(match_id)
    if copy is not None:
        print(f"   {copy_words(Entry(summary, copy, running=False)).capitalize()}.")
    for _ in show_steps(steps, reasons=reasons, hand=hand, marks=marks):
        pass
    show_end(state)
    changes = sum(isinstance(event, Correction) for event in events), sum(isinstance(e, Undo | Redo) for e in events)
    if any(changes) and not as_entered:
        told = counted(changes[0], "correction", "corrections"), counted(changes[1], "undo or redo", "undos and redos")
        print(f"This is the match as it stands; entered with {told[0]} and {told[1]} (--as-entered).")


# Deleting


def delete(log: MatchLog, match_id: str, *, yes: bool, no_input: bool) -> None:
    """Removes a match after a person has agreed. Raises `LogError`, `PersonNeededError`."""
    others = [name for name, copy in copies(log).items() if copy.of == match_id]
    kept = len(pictures(log, match_id))
    with_pictures = f" and {counted(kept, 'kept picture', 'kept pictures')}" if kept else ""
    named = f"{_named(log, match_id, entries=True)}{with_pictures}"
    question = f"Delete {named}? Backups keep it until newer ones take their place."
    if not confirmed(question, yes=yes, no_input=no_input):
        print("Nothing was deleted.")
        return
    log.remove(match_id)
    print(f"Deleted {named}. Backups made before still have it.")
    if others:
        print(f"Still here, the same match told once more: {', '.join(map(short_id, others))}.")


def _named(log: MatchLog, match_id: str, *, short: str = "", entries: bool = False) -> str:
    """The match in words: when, who, what, how it ended."""
    short = short or short_id(match_id)
    try:
        summary = summary_of(log, match_id)
    except LogError as error:
        if error.code not in OF_ONE_MATCH:
            raise
        known = next(match for match in log.matches() if match.match_id == match_id)
        of = f"{day_words(known.began_at_utc)}, which can't be followed"
        return f"the match {short} of {of}{_with(known.events, entries)}"
    return f"{_told(summary, short, running=log.running_match() == match_id)}{_with(summary.entries, entries)}"


def _told(summary: MatchSummary, short: str, *, running: bool) -> str:
    began, place, players, title, result, _ = match_words(summary, running=running)
    where = f" at {place}" if place else ""
    return f"{short}: {players}, {title} {result}, {began}{where}"


def _with(entries: int, told: bool) -> str:
    return f", with {counted(entries, 'entry', 'entries')}" if told else ""
