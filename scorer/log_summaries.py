"""Summaries of matches, kept in the log so that nobody waits: derived, thrown away at will, never exported or trusted.

A summary holds for a match, the number of its last entry and the version of this program, and carries a digest of all
that. One that is missing, or that any of these doesn't fit, is made anew from the entries when it is read. What was
made stays when the work is stopped.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from scorer import __version__
from scorer.log_file import LogError
from scorer.match_summary import FORM, MatchSummary
from scorer.matchlog import MatchLog
from scorer.record import RecordError
from scorer.summarise import summarise

ENGINE = f"{__version__} form {FORM}"
"""The version of the program and of the form of a summary."""

AT_ONCE = 50
"""So many matches are read, made and stored in one step."""

OF_ONE_MATCH = ("LOG_BROKEN_ROW", "LOG_BROKEN_MATCH")
"""Faults of one match, which stop nothing; all others are faults of the file."""

Progress = Callable[[int, int], None]
"""Is told after each step how many summaries were made, of how many that are known to be missing.

It may raise to stop the work.
"""


@dataclass(frozen=True, slots=True)
class BrokenMatch:
    """A match that can't be followed: its name in the log, when it was begun and last written to, and what is wrong."""

    match_id: str
    began_at: str
    last_at: str
    sentence: str


class _Known(NamedTuple):
    """A match of the log; ``fits``: there is a summary that says it is of its last entry and of this program."""

    key: int
    fits: int
    match_id: str
    began_at: str
    last_at: str
    entries: int


def summaries(
    log: MatchLog, progress: Progress | None = None, *, with_hands: bool = True
) -> Iterator[MatchSummary | BrokenMatch]:
    """The summaries of all matches, the one begun last first; a match that can't be followed has its fault instead.

    Without hands, for figures only, they are read faster. Raises `LogError` for a fault of the file.
    """
    known = _known(log)
    missing = sum(not match.fits for match in known)
    made = 0
    for begin in range(0, len(known), AT_ONCE):
        part = known[begin : begin + AT_ONCE]
        read: dict[int, MatchSummary | BrokenMatch] = {**_stored(log, part, with_hands=with_hands)}
        fresh = [match for match in part if match.key not in read]
        if fresh:
            read |= _make(log, fresh)
            made += len(fresh)
            if progress is not None:
                progress(made, max(made, missing))
        for match in part:
            yield read[match.key]


def missing(log: MatchLog) -> int:
    """Of how many matches there is no summary that fits. A match that can't be followed never has one."""
    found = log.file.value(
        "SELECT count(*) FROM matches LEFT JOIN summaries ON summaries.match = key AND engine_version IS ? "
        "AND last_seq IS (SELECT MAX(seq) FROM events WHERE events.match = key) WHERE summaries.match IS NULL",
        (ENGINE,),
    )
    return int(found)


def names(log: MatchLog) -> tuple[str, ...]:
    """The names of all matches, in the order in which they came into this log."""
    return tuple(name for (name,) in log.file.execute("SELECT match_id FROM matches ORDER BY key"))


def summary_of(log: MatchLog, match_id: str) -> MatchSummary:
    """The summary of one match, stored or not. `LogError` if there is no such match or it can't be followed."""
    known = _known(log, match_id)
    if not known:
        raise LogError("LOG_NO_SUCH_MATCH", path=str(log.path), match=match_id)
    stored = _stored(log, known, with_hands=True).get(known[0].key)
    return stored or _fresh(log, match_id)


def rebuild(log: MatchLog, progress: Progress | None = None) -> int:
    """Throw all summaries away and make them anew; how many. A match that can't be followed has none."""
    log.file.execute("DELETE FROM summaries")
    return sum(isinstance(found, MatchSummary) for found in summaries(log, progress, with_hands=False))


def _known(log: MatchLog, match_id: str | None = None) -> list[_Known]:
    """All matches, or one, the one begun last first."""
    which = "" if match_id is None else "WHERE match_id = ?2 "
    found = log.file.execute(
        "SELECT key, summaries.last_seq IS last.seq AND summaries.engine_version IS ?1, "
        "match_id, first.at_utc, last.at_utc, last.seq FROM matches "
        "JOIN events AS first ON first.match = key AND first.seq = 1 "
        "JOIN events AS last ON last.match = key AND last.seq = (SELECT MAX(seq) FROM events WHERE match = key) "
        f"LEFT JOIN summaries ON summaries.match = key {which}ORDER BY first.at_utc DESC, key DESC",
        (ENGINE,) if match_id is None else (ENGINE, match_id),
    )
    return [_Known._make(row) for row in found]


def _stored(log: MatchLog, known: Sequence[_Known], *, with_hands: bool) -> dict[int, MatchSummary]:
    """The stored summaries that fit, by the key of the match."""
    matches = {match.key: match for match in known if match.fits}
    marks = ", ".join("?" * len(matches))
    # As bytes: what somebody altered need not be text.
    found = log.file.execute(
        f"SELECT match, CAST(body AS BLOB), digest FROM summaries WHERE match IN ({marks})", tuple(matches)
    )
    read: dict[int, MatchSummary] = {}
    for key, body, digest in found:
        match = matches[key]
        if digest == _digest(match.match_id, match.entries, body):
            try:
                read[key] = MatchSummary.from_text(body.decode(), with_hands=with_hands)
            except ValueError:
                continue
    return read


def _make(log: MatchLog, known: Sequence[_Known]) -> dict[int, MatchSummary | BrokenMatch]:
    """Make the summaries of these matches, then store them in one step; by the key of the match.

    Another thread can use the log while they are made.
    """
    made: dict[int, MatchSummary | BrokenMatch] = {}
    for match in known:
        try:
            made[match.key] = _fresh(log, match.match_id)
        except LogError as error:
            if error.code not in OF_ONE_MATCH:
                raise
            made[match.key] = BrokenMatch(match.match_id, match.began_at, match.last_at, str(error))
    with log.file.transaction():
        for match in known:
            summary = made[match.key]
            if isinstance(summary, MatchSummary):
                _store(log, match, summary)
    return made


def _store(log: MatchLog, match: _Known, summary: MatchSummary) -> None:
    body = summary.to_text()
    digest = _digest(match.match_id, match.entries, body.encode())
    log.file.execute(
        "INSERT OR REPLACE INTO summaries (match, last_seq, engine_version, body, digest) VALUES (?, ?, ?, ?, ?)",
        (match.key, match.entries, ENGINE, body, digest),
    )


def _fresh(log: MatchLog, match_id: str) -> MatchSummary:
    """The summary made from the entries; `LogError` where they can't be followed."""
    try:
        return summarise(match_id, log.rows(match_id))
    except RecordError as error:
        raise LogError("LOG_BROKEN_MATCH", path=str(log.path), match=match_id, detail=str(error)) from error


def _digest(match_id: str, entries: int, body: bytes) -> bytes:
    return sha256("\n".join((match_id, str(entries), ENGINE, "")).encode() + body).digest()
