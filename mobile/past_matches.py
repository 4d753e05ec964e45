"""The matches of the log as the history page lists them: in pieces, filtered, each in a few words. No Kivy."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from mobile.players import SessionError
from mobile.texts import label
from scorer.history import Copy, Entry, Filters, Found, day_of, matches
from scorer.history_words import players_words, result_words, short_id
from scorer.log_summaries import BrokenMatch, Progress, summaries
from scorer.match_summary import MatchSummary
from scorer.matchlog import MatchLog
from scorer.names import same_name, shown_name
from scorer.played import time_words
from scorer.variant import load_variant, variant_names

PIECE = 20
"""So many matches are listed at once."""


@dataclass(slots=True)
class PastView:
    """What of the past is looked at: it stays while pages come and go."""

    filters: Filters = field(default_factory=Filters)
    shown: int = PIECE
    player: str = ""
    """Whose figures are shown; empty: everybody's."""
    by: str = "player"
    figure: str = "won"
    titles: dict[str, str] = field(default_factory=dict)
    """What the variants that were offered to filter by are called, house rules among them."""

    def more(self) -> None:
        """List the next matches too."""
        self.shown += PIECE

    def want(self, filters: Filters) -> None:
        """Want other matches, from the newest on."""
        self.filters = filters
        self.shown = PIECE


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match of the list: who played whom, when and what, how it ended. ``mark`` is a sign beside its words."""

    match_id: str
    title: str
    detail: str
    value: str
    mark: str
    broken: bool = False


def listed_matches(log: MatchLog, view: PastView, progress: Progress | None = None) -> Found:
    """The matches that are wanted, the newest first, as many as are shown. `LogError` for a fault of the file."""
    return matches(log, view.filters, progress, limit=view.shown)


def rows_of(found: Found) -> list[MatchRow]:
    """The rows of the list."""
    return [*map(match_row, found.entries)]


def broken_rows(found: Found) -> list[MatchRow]:
    """The rows of the matches that can't be followed."""
    return [*map(broken_row, found.broken)]


def match_row(entry: Entry) -> MatchRow:
    """A match of the list in words."""
    summary = entry.summary
    parts = [day_text(summary.began_at), shown_name(summary.title), shown_name(summary.place)]
    parts += [state_words(entry), copy_words(entry.copy)]
    mark = "▶" if entry.running else "…" if not summary.finished else "≠" if entry.copy else ""
    detail = " · ".join(part for part in parts if part)
    return MatchRow(summary.match_id, players_words(summary), detail, score_words(summary), mark)


def broken_row(match: BrokenMatch) -> MatchRow:
    """A match that can't be followed; its page says what is wrong with it."""
    title = label("broken_match", day=day_text(match.began_at))
    return MatchRow(match.match_id, title, label("broken_detail"), "", "!", broken=True)


def state_words(entry: Entry) -> str:
    """Whether the match is being played, or was left; nothing for one that is over."""
    if entry.running:
        return label("match_running")
    return "" if entry.summary.finished else label("match_unfinished")


def score_words(summary: MatchSummary) -> str:
    """The result without words, the side named first in the title first: ``91-67``."""
    return result_words(replace(summary, finished=True))


def copy_words(copy: Copy | None) -> str:
    """Why a match doesn't count; empty for one that does."""
    if copy is None:
        return ""
    return label("copy_conflict" if copy.conflict else "copy_twin", match=short_id(copy.of))


def day_text(at_utc: str) -> str:
    """The day of a time of the log by this phone's clock: ``6 Mar 2026``."""
    day = day_of(at_utc)
    return day_words(day) if day is not None else label("day_unknown")


def day_words(day: date) -> str:
    """A day as people write it."""
    return label("day_month_year", day=day.day, month=label("months").split()[day.month - 1], year=day.year)


def time_text_utc(at_utc: str) -> str:
    """A time of the log by this phone's clock; of a match of which only the day is known, the day alone."""
    clock = time_words(at_utc).partition(" ")[2]
    return label("day_and_time", day=day_text(at_utc), time=clock) if clock else day_text(at_utc)


def time_text(at: datetime) -> str:
    """A time by this phone's clock: ``6 Mar 2026, 21:30``."""
    local = at.astimezone()
    return label("day_and_time", day=day_words(local.date()), time=f"{local:%H:%M}")


# Filters


@dataclass(frozen=True, slots=True)
class Known:
    """What there is to choose from: players, variants by id, places; each as it was written last."""

    players: tuple[str, ...]
    variants: tuple[tuple[str, str], ...]
    places: tuple[str, ...]


def known_of(log: MatchLog, progress: Progress | None = None) -> Known:
    """The players, variants and places of the log's matches, sorted. Raises `LogError` for a fault of the file."""
    players: dict[str, str] = {}
    places: dict[str, str] = {}
    variants: dict[str, str] = {}
    for found in summaries(log, progress, with_hands=False):
        if isinstance(found, MatchSummary):
            variants.setdefault(found.variant, found.title)
            for name in found.names:
                players.setdefault(same_name(name), name)
            places.setdefault(same_name(found.place), found.place)
    return Known(
        tuple(players[key] for key in sorted(players) if key),
        tuple(sorted(variants.items(), key=lambda item: item[1])),
        tuple(places[key] for key in sorted(places) if key),
    )


PERIODS = ("any_day", "today", "last_7_days", "last_30_days", "this_year")


def period(name: str, today: date) -> tuple[date | None, date | None]:
    """The first and last day of one of the `PERIODS`; None where there is no bound."""
    days = {"today": 0, "last_7_days": 6, "last_30_days": 29}
    if name == "this_year":
        return date(today.year, 1, 1), None
    return (today - timedelta(days[name]) if name in days else None), None


def day_written(text: str, *, last: bool = False) -> date | None:
    """A day as it is typed: 2026-03-31, or the first (last) one of 2026-03 or 2026; None for nothing.

    Raises `SessionError`.
    """
    if not text.strip():
        return None
    found = re.fullmatch(r"([0-9]{4})(?:-([0-9]{1,2}))?(?:-([0-9]{1,2}))?", text.strip(), re.ASCII)
    try:
        if found is None:
            raise ValueError(text)
        year, month = int(found[1]), int(found[2] or (12 if last else 1))
        day = int(found[3] or (monthrange(year, month)[1] if last else 1))
        return date(year, month, day)
    except ValueError:
        raise SessionError("NO_DAY", text=shown_name(text[:20])) from None


def check_days(since: date | None, until: date | None) -> None:
    """Refuse days in the wrong order. Raises `SessionError`."""
    if since is not None and until is not None and since > until:
        raise SessionError("DAYS_TURNED", since=day_words(since), until=day_words(until))


def filter_words(view: PastView) -> str:
    """What is wanted, in a few words; empty where all matches are."""
    filters = view.filters
    parts = [*map(shown_name, filters.players)]
    if filters.variant:
        parts.append(view.titles.get(filters.variant) or _title(filters.variant))
    if filters.place:
        parts.append(shown_name(filters.place))
    if filters.since or filters.until:
        parts.append(days_words(filters))
    if filters.finished is not None:
        parts.append(label("only_finished" if filters.finished else "only_unfinished"))
    return " · ".join(parts)


def _title(variant: str) -> str:
    """The title of a variant of this program; another one's id."""
    return load_variant(variant).title if variant in variant_names() else shown_name(variant)


def days_words(filters: Filters) -> str:
    """The days that are wanted; empty for all."""
    since, until = filters.since, filters.until
    if since is not None and since == until:
        return day_words(since)
    if since is not None and until is not None:
        return label("days_from_to", since=day_words(since), until=day_words(until))
    if since is not None:
        return label("days_from", since=day_words(since))
    return label("days_to", until=day_words(until)) if until is not None else ""
