"""The match log: every event of every match, appended to an SQLite file and never changed.

The only file that touches the database. It reads no clock: the time of an entry (``at``, UTC) comes in.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from scorer import __version__
from scorer.errors import DonError
from scorer.event_json import EventError, from_json, to_json
from scorer.events import Event, MatchStart
from scorer.match import MatchState
from scorer.record import RecordError
from scorer.referee import Admission, Refusal, admit, replay

SCHEMA_VERSION = 1
_APPLICATION_ID = 0x446F6E31

_SCHEMA = """
CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    match_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at_utc TEXT NOT NULL,
    engine_version TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (match_id, seq)
);
CREATE TRIGGER events_no_update BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;
CREATE TRIGGER events_in_order BEFORE INSERT ON events
WHEN NEW.seq IS NOT (SELECT COALESCE(MAX(seq), 0) + 1 FROM events WHERE match_id = NEW.match_id)
  OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;
"""


class LogError(DonError):
    """A log that can't be used."""


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


class MatchLog:
    """The log in the file ``path``, made if there is none. An appended event survives a power cut."""

    def __init__(self, path: str | Path, timeout_s: float = 5.0) -> None:
        self.path = Path(path)
        if self.path.is_dir():
            raise LogError("LOG_IS_FOLDER", path=str(path))
        if not self.path.parent.is_dir():
            raise LogError("LOG_NO_FOLDER", path=str(path), folder=str(self.path.parent))
        with self._translated():
            self._db = sqlite3.connect(self.path, timeout=timeout_s, isolation_level=None)
        try:
            with self._translated():
                self._prepare()
        except BaseException:
            self._db.close()
            raise

    def _prepare(self) -> None:
        """Refuse what is not ours before anything is written, then make the table if the file is new."""
        version = self._pragma("user_version")
        ours = self._pragma("application_id") == _APPLICATION_ID
        empty = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        if not ours and not (version == 0 and empty):
            raise LogError("LOG_NOT_A_LOG", path=str(self.path))
        if version > SCHEMA_VERSION:
            raise LogError("LOG_TOO_NEW", path=str(self.path), version=version, known=SCHEMA_VERSION)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        with self._transaction():
            if self._pragma("user_version") == 0:
                for statement in _statements(_SCHEMA):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
                self._db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def append(self, match_id: str, event: Event, at: datetime) -> int:
        """Write the event at the end of its match and give its number; the caller has asked the referee."""
        with self._translated(), self._transaction():
            return self._insert(match_id, event, at)

    def record(self, match_id: str, event: Event, at: datetime) -> Admission | Refusal:
        """Ask the referee, and write the event only if it is admitted: both in one step.

        `LogError` if what is written of the match already can't be followed.
        """
        if isinstance(event, MatchStart) and event.match_id != match_id:
            raise ValueError("A match is logged under its own id.")
        with self._translated(), self._transaction():
            with self._followed(match_id):
                answer = admit(self.events(match_id), event)
            if isinstance(answer, Admission):
                self._insert(match_id, event, at)
        return answer

    def record_all(self, match_id: str, events: Sequence[Event], at: datetime) -> tuple[Admission, ...] | Refusal:
        """As `record` for several events of a match that has begun: all are written in one step, or none."""
        admitted: list[Admission] = []
        with self._translated(), self._transaction():
            with self._followed(match_id):
                recorded = list(self.events(match_id))
                for event in events:
                    answer = admit(recorded, event)
                    if isinstance(answer, Refusal):
                        return answer
                    admitted.append(answer)
                    recorded.append(event)
            for event in events:
                self._insert(match_id, event, at)
        return tuple(admitted)

    def rows(self, match_id: str) -> tuple[LogRow, ...]:
        """The entries of a match in order; none for a match that isn't there."""
        with self._translated():
            found = self._db.execute(
                "SELECT seq, at_utc, engine_version, body FROM events WHERE match_id = ? ORDER BY seq", (match_id,)
            ).fetchall()
        return tuple(LogRow(seq, at, engine, self._event(match_id, seq, body)) for seq, at, engine, body in found)

    def events(self, match_id: str) -> tuple[Event, ...]:
        """The events of a match in order; none for a match that isn't there."""
        return tuple(row.event for row in self.rows(match_id))

    def state(self, match_id: str) -> MatchState:
        """The match as its events say it; `LogError` if there is no such match or it can't be followed."""
        events = self.events(match_id)
        if not events:
            raise LogError("LOG_NO_SUCH_MATCH", path=str(self.path), match=match_id)
        with self._followed(match_id):
            return replay(events)

    def matches(self) -> tuple[LoggedMatch, ...]:
        """All matches, in the order in which they were begun."""
        with self._translated():
            found = self._db.execute(
                "SELECT first.match_id, first.at_utc, last.at_utc, last.seq FROM events AS first "
                "JOIN events AS last ON last.match_id = first.match_id AND last.seq = "
                "(SELECT MAX(seq) FROM events WHERE match_id = first.match_id) "
                "WHERE first.seq = 1 ORDER BY first.id"
            ).fetchall()
        return tuple(LoggedMatch(*row) for row in found)

    def running_match(self) -> str | None:
        """The match begun last, if it is not over; an older one left unfinished is asked for by its id."""
        known = self.matches()
        if not known or self.state(known[-1].match_id).match_over:
            return None
        return known[-1].match_id

    def close(self) -> None:
        """Let go of the file; everything appended is in it already."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _insert(self, match_id: str, event: Event, at: datetime) -> int:
        body = json.dumps(to_json(event), ensure_ascii=False, separators=(",", ":"))
        query = "SELECT COALESCE(MAX(seq), 0) + 1 FROM events WHERE match_id = ?"
        seq = int(self._db.execute(query, (match_id,)).fetchone()[0])
        self._db.execute(
            "INSERT INTO events (match_id, seq, at_utc, engine_version, body) VALUES (?, ?, ?, ?, ?)",
            (match_id, seq, _utc_text(at), __version__, body),
        )
        return seq

    def _event(self, match_id: str, seq: int, body: str) -> Event:
        try:
            data = json.loads(body)
            if not isinstance(data, dict):
                raise EventError("UNKNOWN_EVENT", name=type(data).__name__)
            return from_json(data)
        except (ValueError, EventError) as error:
            raise LogError("LOG_BROKEN_ROW", path=str(self.path), match=match_id, seq=seq, detail=str(error)) from error

    def _pragma(self, name: str) -> int:
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Write all or nothing; what is committed is on the disk."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _followed(self, match_id: str) -> Iterator[None]:
        """Name the match whose events the referee can't follow."""
        try:
            yield
        except RecordError as error:
            raise LogError("LOG_BROKEN_MATCH", path=str(self.path), match=match_id, detail=str(error)) from error

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn the database's errors into sentences."""
        try:
            yield
        except sqlite3.Error as error:
            code = _ERRORS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "LOG_FAILED")
            raise LogError(code, path=str(self.path), detail=str(error)) from error


_ERRORS = {
    sqlite3.SQLITE_NOTADB: "LOG_NOT_A_LOG",
    sqlite3.SQLITE_CORRUPT: "LOG_DAMAGED",
    sqlite3.SQLITE_BUSY: "LOG_LOCKED",
    sqlite3.SQLITE_LOCKED: "LOG_LOCKED",
    sqlite3.SQLITE_READONLY: "LOG_READ_ONLY",
    sqlite3.SQLITE_CANTOPEN: "LOG_READ_ONLY",
    sqlite3.SQLITE_PERM: "LOG_READ_ONLY",
    sqlite3.SQLITE_FULL: "LOG_FULL",
}


def _statements(script: str) -> Iterator[str]:
    """The statements of a script one by one, so that they run inside one transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _utc_text(at: datetime) -> str:
    if at.tzinfo is None:
        raise ValueError("The time of an entry needs its time zone: give it in UTC.")
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
