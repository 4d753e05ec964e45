"""The match log: every event of every match, appended to an SQLite file and never changed.

The file itself is `scorer.log_file`; only it and the modules ``log_*`` touch the database. The log reads no clock: the
time of an entry (``at``, UTC) comes in.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from uuid import UUID, uuid4

from scorer import __version__
from scorer.event_json import EventError, from_json, to_json
from scorer.events import Event, MatchStart
from scorer.log_file import Connect, LogError, LogFile, connect_sqlite
from scorer.log_schema import INSERT_EVENT, row_crc
from scorer.match import MatchState
from scorer.record import RecordError
from scorer.referee import Admission, Refusal, admit_each, replay

__all__ = ["LogError", "LogRow", "LoggedMatch", "MatchLog", "is_uuid", "new_match_id", "utc_text"]


@dataclass(frozen=True, slots=True)
class LogRow:
    """One entry: an event with its number in the match, its time (UTC, ISO 8601) and who wrote it."""

    seq: int
    at_utc: str
    engine_version: str
    event: Event


@dataclass(frozen=True, slots=True)
class LoggedMatch:
    """A match in the log: when it was begun and last written to, and how many events it has."""

    match_id: str
    began_at_utc: str
    last_at_utc: str
    events: int


@dataclass(slots=True)
class _Followed:
    """The match written to last: what is recorded of it and what it comes to (None before its start)."""

    match_id: str
    events: list[Event]
    state: MatchState | None


class MatchLog:
    """The log in the file ``path``, made if there is none. An appended event survives a power cut.

    No other program can use the file meanwhile: a second one is refused with `LogError` (``LOG_LOCKED``) after
    ``timeout_s``. A match is known by its name in this log, ``match_id``: that of its `MatchStart`, or, where another
    log told the same match differently, that name with ``~2`` and so on. Any thread may ask it, one at a time.
    """

    def __init__(
        self,
        path: str | Path,
        timeout_s: float = 1.0,
        connect: Connect = connect_sqlite,
        before_change: Callable[[LogFile], None] | None = None,
    ) -> None:
        self.path = Path(path)
        self.file = LogFile(self.path, timeout_s, connect, before_change)
        self.notices: list[str] = []
        """Sentences of what went wrong beside the log when it was opened, such as a backup that failed."""
        self._followed: _Followed | None = None

    def record(self, match_id: str, event: Event, at: datetime) -> Admission | Refusal:
        """Ask the referee, and write the event only if it is admitted: both in one step.

        `LogError` if what is written of the match already can't be followed.
        """
        answer = self.record_all(match_id, [event], at)
        return answer if isinstance(answer, Refusal) else answer[0]

    def record_all(self, match_id: str, events: Sequence[Event], at: datetime) -> tuple[Admission, ...] | Refusal:
        """As `record` for several events: all are written in one step, or none."""
        stamp = utc_text(at)
        with self.file.lock:
            answer = self.would_record(match_id, events)
            if isinstance(answer, Refusal):
                return answer
            recorded = [*self._follow(match_id).events, *events]
            first = len(recorded) - len(events) + 1
            self.add(match_id, [LogRow(seq, stamp, __version__, event) for seq, event in enumerate(events, first)])
            if answer:
                self._remember(_Followed(match_id, recorded, answer[-1].after))
            return answer

    def would_record(self, match_id: str, events: Sequence[Event]) -> tuple[Admission, ...] | Refusal:
        """What `record_all` would answer; nothing is written."""
        if any(isinstance(event, MatchStart) and event.match_id != match_id for event in events):
            raise ValueError("A match is logged under its own id.")
        followed = self._follow(match_id)
        return admit_each(followed.events, events, followed.state)

    def add(self, match_id: str, rows: Sequence[LogRow]) -> None:
        """Append entries as they are, with their own times, in one step; the caller has had the referee follow them.

        Their numbers go on from those that are here.
        """
        with self.file.transaction():
            self._followed = None
            key = self._known(match_id)
            if key is None and rows:
                self.file.execute("INSERT INTO matches (match_id) VALUES (?)", (match_id,))
                key = self.key(match_id)
            for row in rows:
                body = _body(row.event)
                written = (row.seq, row.at_utc, row.engine_version, body)
                self.file.execute(INSERT_EVENT, (key, *written, row_crc(match_id, *written)))

    def rows(self, match_id: str) -> tuple[LogRow, ...]:
        """The entries of a match in order; none for a match that isn't there."""
        found = self.file.execute(
            "SELECT seq, at_utc, engine_version, body, crc FROM events "
            "WHERE match = (SELECT key FROM matches WHERE match_id = ?) ORDER BY seq",
            (match_id,),
        )
        return tuple(self._row(match_id, seq, row) for seq, row in enumerate(found, 1))

    def events(self, match_id: str) -> tuple[Event, ...]:
        """The events of a match in order; none for a match that isn't there."""
        with self.file.lock:
            if self._followed is not None and self._followed.match_id == match_id:
                return tuple(self._followed.events)
            return tuple(row.event for row in self.rows(match_id))

    def state(self, match_id: str) -> MatchState:
        """The match as its events say it; `LogError` if there is no such match or it can't be followed."""
        state = self._follow(match_id).state
        if state is None:
            raise LogError("LOG_NO_SUCH_MATCH", path=str(self.path), match=match_id)
        return state

    def matches(self) -> tuple[LoggedMatch, ...]:
        """All matches, in the order in which they came into this log."""
        found = self.file.execute(
            "SELECT match_id, COALESCE(first.at_utc, last.at_utc), last.at_utc, last.seq FROM matches "
            "LEFT JOIN events AS first ON first.match = key AND first.seq = 1 "
            "JOIN events AS last ON last.match = key "
            "AND last.seq = (SELECT MAX(seq) FROM events WHERE match = key) ORDER BY key"
        )
        for match_id, began, last, _ in found:
            if not all(isinstance(text, str) for text in (match_id, began, last)):
                raise LogError("LOG_DAMAGED", path=str(self.path), detail="a name or a time is no text")
        return tuple(LoggedMatch(*row) for row in found)

    def broken_entry(self) -> str | None:
        """The sentence for the first entry of any match that can't be read; None where there is none."""
        try:
            for match in self.matches():
                self.rows(match.match_id)
        except LogError as error:
            return str(error)
        return None

    def running_match(self) -> str | None:
        """The match written to last, if it is not over; another one left unfinished is asked for by its id."""
        last = self.match_written_last()
        return None if last is None or self.state(last).match_over else last

    def match_written_last(self) -> str | None:
        """The match written to last, over or not; None in an empty log."""
        last = max(reversed(self.matches()), key=lambda match: match.last_at_utc, default=None)
        return None if last is None else last.match_id

    def find(self, text: str) -> str:
        """The match that ``text`` names: its whole id or a beginning that no other has, a copy's with ``~2`` after it.

        Raises `LogError`.
        """
        known = [match.match_id for match in self.matches()]
        if text in known:
            return text
        start, *copy = text.partition("~")
        found = [name for name in known if start and name.startswith(start) and [*name.partition("~")[1:]] == copy]
        if len(found) > 1:
            raise LogError("LOG_MATCH_UNCLEAR", match=text, count=len(found), known=tuple(found[:5]))
        if not found:
            raise LogError("LOG_NO_SUCH_MATCH", path=str(self.path), match=text)
        return found[0]

    def remove(self, match_id: str) -> None:
        """Remove one whole match with its pictures, in one transaction: the only thing that is ever removed.

        Backups made before still have it. `LogError` if there is no such match.
        """
        with self.file.transaction():
            key = self.key(match_id)
            self._followed = None
            self.file.execute("INSERT INTO removal (match) VALUES (?)", (key,))
            for table in ("pictures", "picture_rules", "summaries", "events"):
                self.file.execute(f"DELETE FROM {table} WHERE match = ?", (key,))
            self.file.execute("DELETE FROM twins WHERE match = ? OR same_as = ?", (key, key))
            self.file.execute("DELETE FROM not_twins WHERE match = ? OR other = ?", (key, key))
            self.file.execute("DELETE FROM matches WHERE key = ?", (key,))
            self.file.execute("DELETE FROM removal")

    def key(self, match_id: str) -> int:
        """The number by which the tables of the file know a match. `LogError` if there is no such match."""
        key = self._known(match_id)
        if key is None:
            raise LogError("LOG_NO_SUCH_MATCH", path=str(self.path), match=match_id)
        return key

    def close(self) -> None:
        """Let go of the file; everything appended is in it already."""
        self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _known(self, match_id: str) -> int | None:
        key = self.file.value("SELECT key FROM matches WHERE match_id = ?", (match_id,))
        return None if key is None else int(key)

    def _follow(self, match_id: str) -> _Followed:
        """The match as recorded; `LogError` where the referee can't follow it."""
        with self.file.lock:
            if self._followed is not None and self._followed.match_id == match_id:
                return self._followed
            events = list(self.events(match_id))
            with self._named(match_id):
                return self._remember(_Followed(match_id, events, replay(events) if events else None))

    def _remember(self, followed: _Followed) -> _Followed:
        """Keep what is known of the match, unless it may still be taken back."""
        if not self.file.in_transaction:
            self._followed = followed
        return followed

    def _row(self, match_id: str, seq: int, row: Sequence[Any]) -> LogRow:
        """The entry that should have number ``seq``; `LogError` where it is another, or can't be read."""
        try:
            if row[0] != seq:
                raise EventError("ALTERED_ENTRY")
            return parsed_row(match_id, *row)
        except EventError as error:
            path = str(self.path)
            raise LogError("LOG_BROKEN_ROW", path=path, match=match_id, seq=seq, detail=str(error)) from error

    @contextmanager
    def _named(self, match_id: str) -> Iterator[None]:
        """Name the match whose events the referee can't follow."""
        try:
            yield
        except RecordError as error:
            raise LogError("LOG_BROKEN_MATCH", path=str(self.path), match=match_id, detail=str(error)) from error


def parsed_row(match_id: str, seq: int, at_utc: str, engine_version: str, body: str, crc: int) -> LogRow:
    """An entry as it stands in the table; `EventError` where it was altered or is no event."""
    try:
        if row_crc(match_id, seq, at_utc, engine_version, body) != crc:
            raise EventError("ALTERED_ENTRY")
        if datetime.fromisoformat(at_utc).tzinfo is None:
            raise EventError("ALTERED_ENTRY")
        return LogRow(seq, at_utc, engine_version, from_json(json.loads(body)))
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise EventError("UNREADABLE_ENTRY", detail=str(error)) from error


def _body(event: Event) -> str:
    """The event as the log writes it; half a character, as a terminal may give, is written as its number."""
    data = to_json(event)
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return json.dumps(data, separators=(",", ":")) if _HALF.search(body) else body


_HALF = re.compile("[\ud800-\udfff]")


def new_match_id() -> str:
    """A name for a new match that no other phone gives: a random UUID."""
    return str(uuid4())


def is_uuid(match_id: str) -> bool:
    """Whether no other match can have this name: it is a UUID as `new_match_id` writes it."""
    try:
        return str(UUID(match_id)) == match_id
    except ValueError:
        return False


def utc_text(at: datetime) -> str:
    """The time as the log writes it: UTC, ISO 8601 with milliseconds and Z; `ValueError` without a time zone."""
    if at.tzinfo is None:
        raise ValueError("The time of an entry needs its time zone: give it in UTC.")
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
