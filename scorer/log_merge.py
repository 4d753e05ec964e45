"""Matches out of the log and in from other logs: nothing is merged twice, and nothing that is here is changed.

A match is known by the id in its start. Where two logs tell it differently both tellings stay, each under its own
name in this log; where one only has more entries than the other, the longer stays.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum

from scorer.events import Correction, Event, MatchStart
from scorer.exchange import LeaveOut, SameAs, SentMatch, SentPicture, WrongMatchError
from scorer.history_words import short_id
from scorer.log_file import LogError
from scorer.log_pictures import keep, picture_of, pictures, rule_of, set_rule, used_bytes
from scorer.log_twins import mark_twins, probable_twins, twins_said
from scorer.matchlog import MatchLog, is_uuid
from scorer.notation_write import written
from scorer.record import RecordError
from scorer.referee import admit_all
from scorer.texts import phrase, say

MOST_CORRECTION_WORK = 1_000_000
"""Corrections times entries of one match: each correction replays the match."""


class Outcome(StrEnum):
    """What became of a match of the file."""

    NEW = "new"
    LONGER = "longer"
    SAME = "same"
    SHORTER = "shorter"
    CONFLICT = "conflict"
    NAMESAKE = "namesake"


@dataclass(frozen=True, slots=True)
class Difference:
    """The first entry (from 1) at which two tellings of a match part."""

    seq: int
    here: Event
    there: Event


@dataclass(frozen=True, slots=True)
class MergedMatch:
    """A match of the file: its start and when that was, its name in this log now, what became of it.

    ``added`` is how many entries are new here. ``difference`` is set where both tellings stay (``conflict``), and
    where another match had the id (``namesake``); ``other`` is then what was here before.
    """

    start: MatchStart
    began_at_utc: str
    name: str
    outcome: Outcome
    added: int = 0
    other: str = ""
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class MergeReport:
    """What a file brought: its matches in order, how many kept pictures, and how many twins said elsewhere."""

    matches: tuple[MergedMatch, ...]
    pictures: int = 0
    twins: int = 0

    def count(self, outcome: Outcome) -> int:
        """How many matches of the file came to this."""
        return sum(match.outcome is outcome for match in self.matches)


# In


def merge(
    log: MatchLog,
    matches: Iterable[SentMatch],
    at: datetime,
    *,
    with_pictures: bool = False,
    leave_out: LeaveOut | None = None,
) -> MergeReport:
    """Take in the matches of a file (`scorer.exchange.read_matches`), all of them or none, in one transaction.

    What is new in them is followed by the referee first. Taking in the same again adds nothing. Raises
    `WrongMatchError` for a match that can't be followed (with ``leave_out`` it is passed over), and whatever
    ``matches`` raises; the log is as before then. ``at``: the present time.
    """
    merged: list[MergedMatch] = []
    names: dict[tuple[str, int], str] = {}
    said: list[tuple[str, SameAs]] = []
    kept = 0
    with log.file.transaction():
        for match in matches:
            try:
                result = _take_in(log, match)
            except WrongMatchError as error:
                if leave_out is None:
                    raise
                leave_out(error)
                continue
            merged.append(result)
            names[match.match_id, match.copy] = result.name
            kept += _keep_pictures(log, result.name, match.pictures) if with_pictures else 0
            if match.same_as is not None:
                said.append((result.name, match.same_as))
        twins = _twins_said(log, said, names)
    return MergeReport(tuple(merged), kept, twins)


def _check(match: SentMatch) -> None:
    """Have the referee follow it, as when it was entered."""
    events = [row.event for row in match.rows]
    corrections = sum(isinstance(event, Correction) for event in events)
    if corrections * len(events) > MOST_CORRECTION_WORK:
        raise WrongMatchError(
            "EXCHANGE_TOO_MANY_CORRECTIONS", match=match.match_id, corrections=corrections, count=len(events)
        )
    try:
        admit_all(events)
    except RecordError as error:
        raise WrongMatchError("EXCHANGE_BROKEN", match=match.match_id, **error.params) from error


def _take_in(log: MatchLog, match: SentMatch) -> MergedMatch:
    """Put the match beside, behind or among what is told here of the same id; the referee follows what is not here.

    `WrongMatchError` before anything is written.
    """
    events = tuple(row.event for row in match.rows)
    start = events[0]

    def merged(
        name: str, outcome: Outcome, added: int = 0, other: str = "", at: Difference | None = None
    ) -> MergedMatch:
        assert isinstance(start, MatchStart), "the referee lets no match begin otherwise"
        return MergedMatch(start, match.rows[0].at_utc, name, outcome, added, other, at)

    names = _names_like(log, match.match_id)
    parted: list[tuple[int, str, Event]] = []
    for name in names:
        here = log.events(name)
        if not isinstance(here[0], MatchStart) or here[0].match_id != match.match_id:
            continue
        alike = _alike(here, events)
        if alike == len(events):
            return merged(name, Outcome.SAME if alike == len(here) else Outcome.SHORTER)
        if alike == len(here):
            _check(match)
            log.add(name, match.rows[alike:])
            return merged(name, Outcome.LONGER, len(events) - alike)
        parted.append((alike, name, here[alike]))
    _check(match)
    name = _free_name(match.match_id, names)
    log.add(name, match.rows)
    if not parted:
        return merged(name, Outcome.NEW, len(events))
    alike, other, entry = max(parted, key=lambda found: found[0])
    outcome = Outcome.CONFLICT if alike or is_uuid(match.match_id) else Outcome.NAMESAKE
    return merged(name, outcome, len(events), other, Difference(alike + 1, entry, events[alike]))


def _alike(here: tuple[Event, ...], there: tuple[Event, ...]) -> int:
    """How many entries are the same from the first on."""
    pairs = zip(here, there, strict=False)
    return next((place for place, (one, other) in enumerate(pairs) if one != other), min(len(here), len(there)))


def _names_like(log: MatchLog, match_id: str) -> list[str]:
    """The names in this log that tellings of a match of this id may have: the id, and the id with ``~2`` and so on."""
    found = log.file.execute(
        "SELECT match_id FROM matches WHERE match_id = ? OR (match_id > ? AND match_id < ?) ORDER BY key",
        (match_id, f"{match_id}~", f"{match_id}\x7f"),
    )
    return [name for (name,) in found]


def _free_name(match_id: str, taken: list[str]) -> str:
    number, name = 1, match_id
    while name in taken:
        number += 1
        name = f"{match_id}~{number}"
    return name


def _keep_pictures(log: MatchLog, name: str, sent: Iterable[SentPicture]) -> int:
    """Keep the pictures that aren't here and that there is room for; how many. What is kept here makes no room."""
    kept = 0
    for picture in sent:
        rule = rule_of(log, name) or set_rule(log, name)
        room = rule.budget_bytes - used_bytes(log, name)
        if len(picture.jpeg) <= room and picture_of(log, name, picture.seq) is None:
            keep(log, name, picture.seq, picture.jpeg, datetime.fromisoformat(picture.at_utc))
            kept += 1
    return kept


def _twins_said(log: MatchLog, said: list[tuple[str, SameAs]], names: Mapping[tuple[str, int], str]) -> int:
    """Take over what people said elsewhere, where the two matches look like twins here too; how many."""
    if not said:
        return 0
    likely = {frozenset((pair.match, pair.same_as)) for pair in probable_twins(log)}
    marked = 0
    for name, same in said:
        other = names.get((same.match_id, same.copy))
        if other is not None and frozenset((name, other)) in likely:
            mark_twins(log, name, other, datetime.fromisoformat(same.at_utc), same.by)
            marked += 1
    return marked


# Out


def sent_match(log: MatchLog, name: str, *, with_pictures: bool = False) -> SentMatch:
    """A match of the log as it is sent. `LogError` if there is none of this name or it can't be followed."""
    rows = log.rows(name)
    if not rows:
        raise LogError("LOG_NO_SUCH_MATCH", path=str(log.path), match=name)
    try:
        match_id = admit_all(row.event for row in rows).match_id
    except RecordError as error:
        raise LogError("LOG_BROKEN_MATCH", path=str(log.path), match=name, detail=error.sentence()) from error
    said = twins_said(log).get(name)
    same = None
    if said is not None:
        same = SameAs(*_id_and_copy(log, said.same_as), said.at_utc, said.by)
    kept: tuple[SentPicture, ...] = ()
    if with_pictures:
        entries = pictures(log, name)
        kept = tuple(SentPicture(p.seq, p.at_utc, picture_of(log, name, p.seq) or b"") for p in entries)
    return SentMatch(match_id, _copy_of(name, match_id), rows, same, kept)


def _id_and_copy(log: MatchLog, name: str) -> tuple[str, int]:
    start = log.events(name)[0]
    assert isinstance(start, MatchStart), "a match that was followed begins with its start"
    return start.match_id, _copy_of(name, start.match_id)


def _copy_of(name: str, match_id: str) -> int:
    """Which telling of the match this is: 2 for ``ID~2``."""
    found = re.fullmatch(re.escape(match_id) + r"~([0-9]{1,6})", name)
    return int(found[1]) if found else 1


# In words


def merged_sentence(match: MergedMatch, lang: str = "") -> str:
    """What became of a match of the file, in one sentence."""
    params: dict[str, object] = {"name": short_id(match.name), "count": match.added}
    reason = match.outcome.value
    if match.difference is not None:
        here, there = match.difference.here, match.difference.there
        params |= {"other": short_id(match.other), "seq": match.difference.seq}
        if isinstance(here, MatchStart) and isinstance(there, MatchStart):
            params["parts"] = _parts_apart(here, there, lang)
            reason = "conflict_start" if match.outcome is Outcome.CONFLICT else reason
        else:
            params |= {"here": _event_words(here, lang), "there": _event_words(there, lang)}
    return say("MERGED", {**params, "reason": reason}, lang)


def apart_sentence(match: MergedMatch, lang: str = "") -> str:
    """Which of two tellings of a match counts, and what to do if it is the wrong one."""
    return say("TOLD_APART", {"name": short_id(match.name), "other": short_id(match.other)}, lang)


def _event_words(event: Event, lang: str) -> str:
    """An event in words, with its line of the notation: ``a trick, N AH 2H 3H 4H``."""
    words = phrase(event.kind, table="events", lang=lang)
    return phrase("event", {"event": words, "line": " ".join(written(event)[0].split())}, lang, "exchange")


def _parts_apart(here: MatchStart, there: MatchStart, lang: str) -> str:
    """What two starts of a match say differently."""
    parts = [part.name for part in fields(MatchStart) if getattr(here, part.name) != getattr(there, part.name)]
    return ", ".join(phrase(name, lang=lang, table="exchange") for name in parts)
