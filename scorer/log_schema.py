"""The tables of the match log, and the steps that bring a log of an earlier form to the present one.

What is recorded (`matches`, `events`) is append only: the database itself refuses to change it. Everything of one
match goes at once, and only while its number stands in `removal`, in one transaction (`MatchLog.remove`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from sqlite3 import complete_statement
from typing import Any
from zlib import crc32

APPLICATION_ID = 0x446F6E31
"""Stands in the file's header: "Don1"."""

SCHEMA_VERSION = 2

_TABLES_2 = """
CREATE TABLE matches (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id TEXT NOT NULL UNIQUE CHECK (typeof(match_id) = 'text')
);
CREATE TABLE events (
    match INTEGER NOT NULL REFERENCES matches (key),
    seq INTEGER NOT NULL,
    at_utc TEXT NOT NULL,
    engine_version TEXT NOT NULL,
    body TEXT NOT NULL,
    crc INTEGER NOT NULL,
    PRIMARY KEY (match, seq),
    CHECK (typeof(match) = 'integer' AND typeof(seq) = 'integer' AND typeof(at_utc) = 'text'
        AND typeof(engine_version) = 'text' AND typeof(body) = 'text' AND typeof(crc) = 'integer')
) WITHOUT ROWID;
CREATE TABLE removal (
    match INTEGER PRIMARY KEY
);
CREATE TABLE picture_rules (
    match INTEGER PRIMARY KEY REFERENCES matches (key),
    budget_bytes INTEGER NOT NULL,
    days INTEGER
);
CREATE TABLE pictures (
    match INTEGER NOT NULL REFERENCES matches (key),
    seq INTEGER NOT NULL,
    at_utc TEXT NOT NULL,
    jpeg BLOB NOT NULL CHECK (typeof(jpeg) = 'blob'),
    PRIMARY KEY (match, seq)
);
CREATE TABLE twins (
    match INTEGER PRIMARY KEY REFERENCES matches (key),
    same_as INTEGER NOT NULL REFERENCES matches (key),
    at_utc TEXT NOT NULL,
    said_by TEXT NOT NULL
);
CREATE TABLE not_twins (
    match INTEGER NOT NULL REFERENCES matches (key),
    other INTEGER NOT NULL REFERENCES matches (key),
    at_utc TEXT NOT NULL,
    said_by TEXT NOT NULL,
    PRIMARY KEY (match, other)
);
CREATE TABLE summaries (
    match INTEGER PRIMARY KEY REFERENCES matches (key),
    last_seq INTEGER NOT NULL,
    engine_version TEXT NOT NULL,
    body TEXT NOT NULL,
    digest BLOB NOT NULL
);
"""

_TRIGGERS_2 = """
CREATE TRIGGER events_no_update BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM removal WHERE match = OLD.match)
BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;
CREATE TRIGGER events_in_order BEFORE INSERT ON events
WHEN NEW.seq IS NOT (SELECT COALESCE(MAX(seq), 0) + 1 FROM events WHERE match = NEW.match)
BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;
CREATE TRIGGER matches_no_update BEFORE UPDATE ON matches
BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;
CREATE TRIGGER matches_no_delete BEFORE DELETE ON matches
WHEN NOT EXISTS (SELECT 1 FROM removal WHERE match = OLD.key)
BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;
CREATE TRIGGER matches_new BEFORE INSERT ON matches
WHEN EXISTS (SELECT 1 FROM matches WHERE key = NEW.key OR match_id = NEW.match_id)
BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;
"""

SCHEMA = _TABLES_2 + _TRIGGERS_2
"""A new log."""

TABLES: Mapping[int, tuple[str, ...]] = {
    0: (),
    1: ("events",),
    2: ("matches", "events", "removal", "picture_rules", "pictures", "twins", "not_twins", "summaries"),
}
"""What a log of each form has at least; 0 is a new one."""

_OLD_TRIGGERS = ("events_no_update", "events_no_delete", "events_in_order")

Execute = Callable[[str, Sequence[Any]], list[Any]]
"""Runs one statement and gives its rows."""


def _from_1(execute: Execute) -> None:
    """Events under their match's number, in its order, each with its check sum."""
    for trigger in _OLD_TRIGGERS:
        execute(f"DROP TRIGGER {trigger}", ())
    execute("ALTER TABLE events RENAME TO events_1", ())
    for statement in statements(_TABLES_2):
        execute(statement, ())
    execute("INSERT INTO matches (match_id) SELECT match_id FROM events_1 GROUP BY match_id ORDER BY MIN(id)", ())
    for key, match_id in execute("SELECT key, match_id FROM matches ORDER BY key", ()):
        rows = execute(
            "SELECT seq, at_utc, engine_version, body FROM events_1 WHERE match_id = ? ORDER BY seq", (match_id,)
        )
        for row in rows:
            execute(INSERT_EVENT, (key, *row, row_crc(match_id, *row)))
    execute("DROP TABLE events_1", ())
    for statement in statements(_TRIGGERS_2):
        execute(statement, ())


MIGRATIONS: Mapping[int, Callable[[Execute], None]] = {1: _from_1}
"""What brings a log of this form to the next one."""

INSERT_EVENT = "INSERT INTO events (match, seq, at_utc, engine_version, body, crc) VALUES (?, ?, ?, ?, ?, ?)"


def row_crc(match_id: str, seq: int, at_utc: str, engine_version: str, body: str) -> int:
    """The check sum of an entry: SQLite can't see that a bit of a text has flipped."""
    return crc32("\0".join((match_id, str(seq), at_utc, engine_version, body)).encode("utf-8", "surrogatepass"))


def statements(script: str) -> Iterator[str]:
    """The statements of a script one by one, so that they run inside one transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if complete_statement(statement):
            yield statement.strip()
            statement = ""
