"""What `don history` prints: the list of matches, one match again, and what is asked before one is deleted."""

from __future__ import annotations

import calendar
import json
import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

from don.replaying import check_hand, show_end, show_match, show_steps
from don.show import bold
from don.status import UsageError
from don.terminal import confirmed
from scorer.history import Entry, Filters, copies, day_of, matches
from scorer.history_words import players_words, result_words, short_id
from scorer.log_file import LogError
from scorer.log_pictures import pictures
from scorer.log_summaries import OF_ONE_MATCH, BrokenMatch, summary_of
from scorer.names import shown_name
from scorer.notation import read, write

if TYPE_CHECKING:
    from scorer.match_summary import MatchSummary
    from scorer.matchlog import MatchLog


# What is wanted


def filters_of(
    since: str | None,
    until: str | None,
    place: str | None,
    players: Sequence[str],
    variant: str | None,
    finished: bool | None,
) -> Filters:
    """The filters as they were written. Raises `UsageError`."""
    first = None if since is None else day(since, "--from")
    last = None if until is None else day(until, "--to", last=True)
    if first is not None and last is not None and first > last:
        raise UsageError(f"--from {since} is after --to {until}: nothing can be listed.")
    for option, text in (("--place", place), ("--variant", variant), *(("--player", name) for name in players)):
        if text is not None and not text.strip():
            raise UsageError(f"{option} needs a name.")
    return Filters(first, last, place, tuple(players), variant, finished)


def day(text: str, option: str, *, last: bool = False) -> date:
    """A day, or the first (or last) day of a month or year: 2026-03-31, 2026-03, 2026. Raises `UsageError`."""
    found = re.fullmatch(r"([0-9]{4})(?:-([0-9]{2}))?(?:-([0-9]{2}))?", text.strip(), re.ASCII)
    try:
        if found is None:
            raise ValueError(text)
        year, month = int(found[1]), int(found[2] or (12 if last else 1))
        first = date(year, month, 1)
        return first.replace(day=int(found[3] or (calendar.monthrange(year, month)[1] if last else 1)))
    except ValueError:
        raise UsageError(f"{option} {text} is no day: write it as 2026-03-31, 2026-03 or 2026.") from None


class Progress:
    """Shows how far the summaries are made, where there is a terminal; nothing if they are there."""

    def __init__(self) -> None:
        self._bar: tqdm[Any] | None = None

    def __call__(self, made: int, of: int) -> None:
        """So many of so many are made (`scorer.log_summaries.Progress`)."""
        bar = self._bar or tqdm(total=of, desc="summing up new matches", disable=None, leave=False)
        self._bar = bar
        bar.total = of
        bar.update(made - bar.n)
        if made >= of:
            bar.close()


# The list


def show_list(log: MatchLog, filters: Filters, limit: int | None, *, twins: bool, as_json: bool) -> None:
    """The matches that are wanted, the newest first."""
    found = matches(log, filters, Progress(), limit=limit, twins=twins)
    if as_json:
        listed = {"matches": [_entry_json(entry) for entry in found.entries], "count": found.count}
        broken = [_broken_json(match) for match in found.broken]
        print(json.dumps({**listed, "told_twice": found.told_twice, "broken": broken}, ensure_ascii=False, indent=1))
        return
    print_table([_row(entry) for entry in found.entries])
    if len(found.entries) < found.count:
        print(f"The newest {len(found.entries)} of {found.count:,} matches; --limit 0 lists all.")
    if not found.count and not (found.broken and filters == Filters()):
        print(nothing_words(log, filters))
    if found.told_twice:
        print(
            f"Left out: {counted(found.told_twice, 'match that is', 'matches that are')} another told twice (--twins)."
        )
    if found.broken:
        print(f"{counted(len(found.broken), 'match', 'matches')} can't be followed:")
        for match in found.broken:
            print(f"   {day_words(match.began_at)}  {short_id(match.match_id)}  {match.sentence}")


def _row(entry: Entry) -> tuple[str, ...]:
    """The line of a match."""
    return (*_match_words(entry.summary, running=entry.running), _copy_words(entry))


def _match_words(summary: MatchSummary, *, running: bool) -> tuple[str, ...]:
    return (
        day_words(summary.began_at),
        shown_name(summary.place),
        players_words(summary),
        shown_name(summary.title),
        result_words(summary, running=running),
        short_id(summary.match_id),
    )


def _copy_words(entry: Entry) -> str:
    if entry.copy is None:
        return ""
    of = short_id(entry.copy.of)
    return f"another telling of {of}, doesn't count" if entry.copy.conflict else f"{of} told twice, doesn't count"


def day_words(at_utc: str) -> str:
    """The day on which a match began; ten signs."""
    known = day_of(at_utc)
    return f"{known:%Y-%m-%d}" if known else "no date   "


def print_table(rows: Sequence[Sequence[str]], head: Sequence[str] = (), right: Sequence[int] = ()) -> None:
    """Columns as wide as they have to be; empty ones are left out. ``right``: numbers, at the right edge."""
    shown = [place for place in range(len(rows[0])) if any(row[place] for row in rows)] if rows else []
    lines = [head, *rows] if head and rows else rows
    widths = {place: max(len(line[place]) for line in lines) for place in shown}
    for number, line in enumerate(lines):
        cells = [line[p].rjust(widths[p]) if p in right else line[p].ljust(widths[p]) for p in shown]
        text = "  ".join(cells).rstrip()
        print(bold(text) if head and number == 0 else text)


def counted(number: int, one: str, more: str) -> str:
    """``1 match``, ``2 matches``."""
    return f"{number:,} {one if number == 1 else more}"


def nothing_words(log: MatchLog, filters: Filters) -> str:
    """That no match is wanted, or none is there."""
    if filters == Filters():
        return f"There are no matches in {log.path} yet."
    return "There is no match like that; don history --limit 0 lists all."


def _entry_json(entry: Entry) -> dict[str, object]:
    copy = None if entry.copy is None else {"of": entry.copy.of, "conflict": entry.copy.conflict}
    return {**entry.summary.to_json(with_hands=False), "running": entry.running, "copy": copy}


def _broken_json(match: BrokenMatch) -> dict[str, object]:
    return {"match_id": match.match_id, "began_at": match.began_at, "last_at": match.last_at, "fault": match.sentence}


# One match


def show_one(log: MatchLog, match_id: str, *, reasons: bool, hand: int | None, as_json: bool) -> None:
    """A match again, trick by trick, as it was entered. Raises `LogError`, `UsageError`."""
    summary = summary_of(log, match_id)
    if as_json:
        print(json.dumps(summary.to_json(), ensure_ascii=False, indent=1))
        return
    transcript = read(write(log.events(match_id)))
    check_hand(hand, transcript.state)
    show_match(transcript.steps[0].after, transcript.tags)
    began = datetime.fromisoformat(summary.began_at).astimezone()
    where = f", {shown_name(summary.place)}" if summary.place else ""
    print(f"   Played: {began:%Y-%m-%d %H:%M}{where}")
    copy = copies(log).get(match_id)
    if copy is not None:
        print(f"   {_copy_words(Entry(summary, copy, running=False)).capitalize()}.")
    for _ in show_steps(transcript.steps, reasons=reasons, hand=hand):
        pass
    show_end(transcript.state)


def delete(log: MatchLog, match_id: str, *, yes: bool, no_input: bool) -> None:
    """Removes a match after a person has agreed. Raises `LogError`, `PersonNeededError`."""
    others = [name for name, copy in copies(log).items() if copy.of == match_id]
    kept = len(pictures(log, match_id))
    with_pictures = f" and {counted(kept, 'kept picture', 'kept pictures')}" if kept else ""
    question = f"Delete {_named(log, match_id)}{with_pictures}? Backups keep it until newer ones take their place."
    if not confirmed(question, yes=yes, no_input=no_input):
        print("Nothing was deleted.")
        return
    log.remove(match_id)
    print("Deleted; backups made before still have it.")
    if others:
        print(f"Still here, the same match told once more: {', '.join(map(short_id, others))}.")


def _named(log: MatchLog, match_id: str) -> str:
    """The match in words: when, who, what, how it ended."""
    try:
        summary = summary_of(log, match_id)
    except LogError as error:
        if error.code not in OF_ONE_MATCH:
            raise
        known = next(match for match in log.matches() if match.match_id == match_id)
        entries = counted(known.events, "entry", "entries")
        began = day_words(known.began_at_utc)
        return f"the match {short_id(match_id)} of {began}, which can't be followed, with {entries}"
    began, place, players, title, result, short = _match_words(summary, running=log.running_match() == match_id)
    where = f" at {place}" if place else ""
    return f"{short}: {players}, {title} {result}, {began}{where}, with {counted(summary.entries, 'entry', 'entries')}"
