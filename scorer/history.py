"""The matches of a log for people: found by day, place, player and variant, counted once, played again step by step."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, tzinfo
from typing import NamedTuple, TypeVar

from scorer.events import Event, MatchStart, Play
from scorer.log_file import LogError
from scorer.log_summaries import AT_ONCE, OF_ONE_MATCH, BrokenMatch, Progress, missing, names, summaries, summary_of
from scorer.log_twins import twins_said
from scorer.match import MatchState
from scorer.match_summary import MatchSummary
from scorer.matchlog import MatchLog, is_uuid
from scorer.names import plain_name, same_name
from scorer.played import day_words
from scorer.record import RecordError, broken_record, plain_events
from scorer.referee import Refusal
from scorer.rulings import apply

MANY = 200
"""Where more summaries than this are missing, the list makes only those of the matches that it shows."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Which matches are wanted; what is not said leaves all of them.

    ``since`` and ``until`` are days, both included, on which a match began by the clock of ``zone`` (None: this
    computer's). ``place`` is the place or a part of its name, with or without its accents; ``players`` all took part
    (`scorer.history_names` knows whom a name written without accents means); ``variant`` is its id or title.
    ``finished``: only matches that are over, or only the others.
    """

    since: date | None = None
    until: date | None = None
    place: str | None = None
    players: tuple[str, ...] = ()
    variant: str | None = None
    finished: bool | None = None
    zone: tzinfo | None = None

    def on_day(self, began_at: str) -> bool:
        """Whether a match begun at this time of the log (UTC) is wanted."""
        if self.since is None and self.until is None:
            return True
        day = day_of(began_at, self.zone)
        return day is not None and (self.since or day) <= day <= (self.until or day)

    def fits(self, summary: MatchSummary) -> bool:
        """Whether a match is wanted."""
        if self.finished is not None and summary.finished is not self.finished:
            return False
        if self.variant is not None and same_name(self.variant) not in map(same_name, (summary.variant, summary.title)):
            return False
        if self.place is not None and not _at_place(self.place, summary.place):
            return False
        played = set(map(same_name, summary.names)) if self.players else set()
        return all(same_name(player) in played for player in self.players) and self.on_day(summary.began_at)


def _at_place(wanted: str, place: str) -> bool:
    """Whether the text wanted is in the place; one without accents stands for those with them."""
    wanted, place = same_name(wanted), same_name(place)
    return wanted in place or wanted in plain_name(place)


def day_of(at_utc: str, zone: tzinfo | None = None) -> date | None:
    """The day of a time of the log by the clock of ``zone`` (None: this computer's); None for a time that is none."""
    try:
        return date.fromisoformat(day_words(at_utc, zone))
    except ValueError:
        return None


# What counts once


@dataclass(frozen=True, slots=True)
class Copy:
    """That a match is another one told once more, and doesn't count.

    ``of`` is the one that counts. ``conflict``: two logs tell it differently; else a person said that both are one.
    """

    of: str
    conflict: bool


def copies(log: MatchLog) -> Mapping[str, Copy]:
    """The matches that don't count, because another one of the log is the same.

    Of several tellings of one match the first that can be followed counts; what people said goes before.
    """
    said = twins_said(log)
    place = {name: number for number, name in enumerate(names(log))}
    groups = _joined([*_conflicts(log, place), *((match, twin.same_as) for match, twin in said.items())])
    found: dict[str, Copy] = {}
    for group in groups:
        group.sort(key=lambda name: (name in said, place[name]))
        first = next((name for name in group if _followed(log, name)), group[0])
        for name in group:
            if name != first:
                found[name] = Copy(first, name not in said)
    return found


def _conflicts(log: MatchLog, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Pairs of names that are tellings of one match: of one UUID or, under an older id, begun in the same way."""
    tellings: dict[str, list[str]] = {}
    again = [(name, found[1]) for name in names if (found := re.fullmatch(r"(.+)~[0-9]+", name, re.DOTALL))]
    for name, base in again:
        tellings.setdefault(base, [base] if base in names else []).append(name)
    for base, told in tellings.items():
        first: dict[object, str] = {}
        for name in told:
            start = _start(log, name, base)
            if start is not None:
                yield first.setdefault(start, name), name


def _start(log: MatchLog, name: str, base: str) -> object:
    """What tellings of one match have in common; None for one that is no telling of ``base`` or can't be read."""
    start = _unless_broken(lambda: log.events(name)[0])
    if not isinstance(start, MatchStart) or start.match_id != base:
        return None
    return base if is_uuid(base) else start


def _joined(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """The groups that these pairs make."""
    group_of: dict[str, list[str]] = {}
    for one, other in pairs:
        here, there = group_of.setdefault(one, [one]), group_of.setdefault(other, [other])
        if here is not there:
            here += there
            group_of.update(dict.fromkeys(there, here))
    return list({id(group): group for group in group_of.values() if len(group) > 1}.values())


def _followed(log: MatchLog, match_id: str) -> bool:
    return _unless_broken(lambda: summary_of(log, match_id)) is not None


_T = TypeVar("_T")


def _unless_broken(ask: Callable[[], _T]) -> _T | None:
    """What is asked of a match; None where it can't be followed. A fault of the file is raised."""
    try:
        return ask()
    except LogError as error:
        if error.code in OF_ONE_MATCH:
            return None
        raise


# The list


class Entry(NamedTuple):
    """A match of the list, without its hands (`scorer.log_summaries.summary_of` has them).

    ``copy``: why it doesn't count; ``running``: it is the one that is being played.
    """

    summary: MatchSummary
    copy: Copy | None
    running: bool


@dataclass(frozen=True, slots=True)
class Found:
    """The matches that are wanted, the one begun last first, and those of these days that can't be followed.

    ``count`` is how many are wanted; ``entries`` are the first of them. ``told_twice`` are so many that people said
    are another one of the log; they are not among either. ``unread`` older matches were not summed up, because they
    are many; those of them that can't be followed are not known and are among the count.
    """

    entries: tuple[Entry, ...]
    count: int
    told_twice: int
    broken: tuple[BrokenMatch, ...]
    unread: int = 0


def matches(
    log: MatchLog,
    filters: Filters = Filters(),
    progress: Progress | None = None,
    *,
    limit: int | None = None,
    twins: bool = False,
) -> Found:
    """The matches of the log that are wanted; ``twins``: also those that people said are another one told twice.

    Where nothing is filtered and many summaries are missing, only those of the ``limit`` newest matches are made, so
    that nobody waits for a new log or version. Raises `LogError` for a fault of the file.
    """
    same = copies(log)
    if limit is not None and filters == Filters(zone=filters.zone) and missing(log) > MANY:
        return _newest(log, same, progress, limit, twins=twins)
    running = _unless_broken(log.running_match)
    entries: list[Entry] = []
    broken: list[BrokenMatch] = []
    count = twice = 0
    for summary in _wanted(log, filters, progress, broken):
        copy = same.get(summary.match_id)
        if copy is not None and not copy.conflict and not twins:
            twice += 1
            continue
        count += 1
        if limit is None or len(entries) < limit:
            entries.append(Entry(summary, copy, summary.match_id == running))
    return Found(tuple(entries), count, twice, tuple(broken))


def _newest(log: MatchLog, same: Mapping[str, Copy], progress: Progress | None, limit: int, *, twins: bool) -> Found:
    """The first matches, the others only counted."""
    running = _unless_broken(log.running_match)
    hidden = set() if twins else {name for name, copy in same.items() if not copy.conflict}
    entries: list[Entry] = []
    broken: list[BrokenMatch] = []
    for found in summaries(log, _of_these(progress, limit), with_hands=False):
        if isinstance(found, BrokenMatch):
            broken.append(found)
        elif found.match_id not in hidden:
            entries.append(Entry(found, same.get(found.match_id), found.match_id == running))
        if len(entries) >= limit:
            break
    count = len(set(names(log)) - hidden - {match.match_id for match in broken})
    unread = missing(log) - len(broken)
    return Found(tuple(entries), count, len(hidden), tuple(broken), unread)


def _of_these(progress: Progress | None, limit: int) -> Progress | None:
    """Tells so many as are made for the first ``limit`` matches."""
    if progress is None:
        return None
    most = max(limit, AT_ONCE)
    return lambda made, of: progress(made, max(made, min(of, most)))


def counted(
    log: MatchLog,
    filters: Filters = Filters(),
    progress: Progress | None = None,
    broken: list[BrokenMatch] | None = None,
) -> Iterator[MatchSummary]:
    """The summaries that are wanted and count, without their hands: what `scorer.statistics` asks for.

    Matches that can't be followed are added to ``broken``. Raises `LogError` for a fault of the file.
    """
    same = copies(log)
    faults: list[BrokenMatch] = [] if broken is None else broken
    for summary in _wanted(log, filters, progress, faults):
        if summary.match_id not in same:
            yield summary


def _wanted(
    log: MatchLog, filters: Filters, progress: Progress | None, broken: list[BrokenMatch]
) -> Iterator[MatchSummary]:
    for found in summaries(log, progress, with_hands=False):
        if isinstance(found, BrokenMatch):
            if filters.on_day(found.began_at):
                broken.append(found)
        elif filters.fits(found):
            yield found


# One match again


class Position(NamedTuple):
    """A match after one of its events as they stand, corrections carried out; ``entry`` is its number in the record."""

    entry: int
    event: Event
    state: MatchState


def positions(log: MatchLog, match_id: str, *, whole_tricks: bool = False) -> Iterator[Position]:
    """A match again from its start, event by event; ``whole_tricks`` leaves out cards of a trick that goes on.

    `LogError` if there is no such match or it can't be followed.
    """
    events = log.events(match_id)
    if not events:
        raise LogError("LOG_NO_SUCH_MATCH", path=str(log.path), match=match_id)
    state: MatchState | None = None
    try:
        for number, event in plain_events(events).numbered():
            after = apply(state, event)
            if isinstance(after, Refusal):
                raise broken_record(number, event, after)
            state = after
            if not (whole_tricks and isinstance(event, Play) and state.hand is not None and state.hand.current):
                yield Position(number, event, state)
    except RecordError as error:
        raise LogError("LOG_BROKEN_MATCH", path=str(log.path), match=match_id, detail=str(error)) from error
