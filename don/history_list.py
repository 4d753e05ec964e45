"""What `don history` prints: the list of matches and what is wrong with the names it was asked for."""

from __future__ import annotations

import calendar
import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

from don.history_tables import NAME, cut, print_cards, print_table, too_wide
from don.show import counted, listed
from don.status import UsageError
from scorer.history import Entry, Filters, Found, day_of, matches
from scorer.history_names import known_names, meant
from scorer.history_words import players_words, result_words, short_id
from scorer.log_summaries import BrokenMatch
from scorer.names import plain_name, same_name, shown_name
from scorer.variant import load_variant, variant_names

if TYPE_CHECKING:
    from scorer.match_summary import MatchSummary
    from scorer.matchlog import MatchLog

MANY = 500
"""Where so many summaries are made and no bar is seen, a line says why it takes its time."""


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


def names_meant(log: MatchLog, filters: Filters) -> Filters:
    """The filters with the players that are meant, accents and all, where nothing was found as it was written.

    Raises `UsageError` for a player or variant that no match of the log has, and where it can't be told who is meant.
    """
    if not filters.players and filters.variant is None:
        return filters
    known = known_names(log, Progress())
    if not known.variants:
        return filters
    if filters.variant is not None:
        _check_variant(filters.variant, known.variants)
    return replace(filters, players=tuple(_player_meant(name, known.players) for name in filters.players))


def _player_meant(name: str, players: Mapping[str, str]) -> str:
    found = meant(name, players)
    if len(found) > 1:
        raise UsageError(f"{shown_name(name)} can be {listed(map(shown_name, found))}: write it with its accents.")
    if not found:
        first = [key for key in players if f"{plain_name(key)} ".startswith(f"{plain_name(name)} ")]
        near = [shown_name(players[key]) for key in first[:3] or get_close_matches(same_name(name), players, n=3)]
        hint = f": did you mean {listed(near)}?" if near else "."
        raise UsageError(f"No match of this log has a player called {shown_name(name)}{hint}")
    return found[0]


def _check_variant(name: str, played: Mapping[str, str]) -> None:
    """Refuses a variant that was never played here and isn't known either."""
    known = {**{known: load_variant(known).title for known in variant_names()}, **played}
    if same_name(name) not in map(same_name, (*known, *known.values())):
        raise UsageError(
            f"There is no variant {shown_name(name)}; this log has {', '.join(map(shown_name, sorted(played)))}."
        )


class Progress:
    """Shows on a terminal how far the summaries are made, elsewhere says if many are; nothing if they are there."""

    def __init__(self) -> None:
        self._bar: tqdm[Any] | None = None
        self._told = False

    def __call__(self, made: int, of: int) -> None:
        """So many of so many are made (`scorer.log_summaries.Progress`)."""
        bar = self._bar or tqdm(total=of, desc="summing up new matches", disable=None, leave=False)
        self._bar = bar
        if bar.disable and of >= MANY and not self._told:
            print(
                f"don: summing up {of:,} matches new to this log or version; the next time they are known.",
                file=sys.stderr,
            )
            self._told = True
        bar.total = of
        bar.update(made - bar.n)
        if made >= of:
            bar.close()


# The list


def show_list(log: MatchLog, filters: Filters, limit: int | None, *, twins: bool, as_json: bool) -> None:
    """The matches that are wanted, the newest first."""
    found = matches(log, filters, Progress(), limit=limit, twins=twins)
    if not found.count and (wanted := names_meant(log, filters)) != filters:
        found = matches(log, wanted, Progress(), limit=limit, twins=twins)
    if as_json:
        _print_json(found)
        return
    rows = [_row(entry) for entry in found.entries]
    if too_wide(rows):
        print_cards([_card(row) for row in rows])
    else:
        print_table(rows)
    if len(found.entries) < found.count:
        print(f"The newest {len(found.entries)} of {found.count:,} matches; --limit 0 lists all.")
    if not found.count and not (found.broken and filters == Filters()):
        print(nothing_words(log, filters))
    if found.told_twice:
        print(
            f"Left out: {counted(found.told_twice, 'match that is', 'matches that are')} another told twice (--twins)."
        )
    if found.unread:
        older = counted(found.unread, "older match is", "older matches are")
        print(f"{older} not summed up yet; don log rebuild does that.")
    if found.broken:
        print(f"{counted(len(found.broken), 'match', 'matches')} can't be followed:")
        for match in found.broken:
            print(f"   {day_words(match.began_at)}  {short_id(match.match_id)}  {match.sentence}")


def _row(entry: Entry) -> tuple[str, ...]:
    """The line of a match."""
    return (*match_words(entry.summary, running=entry.running), copy_words(entry))


def _card(row: Sequence[str]) -> tuple[str, str]:
    """A match on two lines: when, who and how it ended; below its id, what was played and where."""
    began, place, players, title, result, short, copy = row
    where = f", {place}" if place else ""
    return f"{began}  {players}, {result}", f"{short}  {title}{where}{f'; {copy}' if copy else ''}"


def match_words(summary: MatchSummary, *, running: bool) -> tuple[str, ...]:
    """A match in the cells of the list: day, place, players, variant, result, id; cut where one would fill a page."""
    return (
        day_words(summary.began_at),
        cut(shown_name(summary.place), NAME),
        cut(players_words(summary), 3 * NAME),
        cut(shown_name(summary.title), NAME),
        result_words(summary, running=running),
        short_id(summary.match_id),
    )


def copy_words(entry: Entry) -> str:
    """Why a match doesn't count; empty for one that does."""
    if entry.copy is None:
        return ""
    of = short_id(entry.copy.of)
    return f"another telling of {of}, doesn't count" if entry.copy.conflict else f"{of} told twice, doesn't count"


def day_words(at_utc: str) -> str:
    """The day on which a match began; ten signs."""
    known = day_of(at_utc)
    return f"{known:%Y-%m-%d}" if known else "no date   "


def nothing_words(log: MatchLog, filters: Filters) -> str:
    """That no match is wanted, or none is there."""
    if filters == Filters():
        return f"There are no matches in {log.path} yet."
    return "There is no match like that; don history --limit 0 lists all."


def _print_json(found: Found) -> None:
    data = {
        "matches": [_entry_json(entry) for entry in found.entries],
        "count": found.count,
        "told_twice": found.told_twice,
        "not_summed_up": found.unread,
        "broken": [_broken_json(match) for match in found.broken],
    }
    print(json.dumps(data, ensure_ascii=False, indent=1))


def _entry_json(entry: Entry) -> dict[str, object]:
    copy = None if entry.copy is None else {"of": entry.copy.of, "conflict": entry.copy.conflict}
    return {**entry.summary.to_json(with_hands=False), "running": entry.running, "copy": copy}


def _broken_json(match: BrokenMatch) -> dict[str, object]:
    return {"match_id": match.match_id, "began_at": match.began_at, "last_at": match.last_at, "fault": match.sentence}
