"""The tables of the match log, and the steps that bring a log of an earlier form to the present one.

What is recorded (`matches`, `events`) is append only: the database itself refuses to change it. Everything of one
match goes at once, and only while its number stands in `removal`, in one transaction (`MatchLog.remove`).
"""

from collections.abc import Iterator, Mapping
from sqlite3 import complete_statement

APPLICATION_ID = 0x446F6E31
"""Stands in the file's header: "Don1"."""

SCHEMA_VERSION = 2

SCHEMA_1 = """
CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    match_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at_utc TEXT NOT NULL,
    engine_version TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (match_id, seq)
);
"""

_TABLES_2 = """
CREATE TABLE matches (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id TEXT NOT NULL UNIQUE
);
CREATE TABLE events (
    match INTEGER NOT NULL REFERENCES matches (key),
    seq INTEGER NOT NULL,
    at_utc TEXT NOT NULL,
    engine_version TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (match, seq)
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
    jpeg BLOB NOT NULL,
    PRIMARY KEY (match, seq)
);
CREATE TABLE twins (
    match INTEGER PRIMARY KEY REFERENCES matches (key),
    same_as INTEGER NOT NULL REFERENCES matches (key),
    at_utc TEXT NOT NULL,
    said_by TEXT NOT NULL
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

_FROM_1 = f"""
DROP TRIGGER events_no_update;
DROP TRIGGER events_no_delete;
DROP TRIGGER events_in_order;
ALTER TABLE events RENAME TO events_1;
{_TABLES_2}
INSERT INTO matches (match_id) SELECT match_id FROM events_1 GROUP BY match_id ORDER BY MIN(id);
INSERT INTO events SELECT matches.key, seq, at_utc, engine_version, body
FROM events_1 JOIN matches USING (match_id) ORDER BY matches.key, seq;
DROP TABLE events_1;
{_TRIGGERS_2}
"""

MIGRATIONS: Mapping[int, str] = {1: _FROM_1}
"""What brings a log of this form to the next one."""


def statements(script: str) -> Iterator[str]:
    """The statements of a script one by one, so that they run inside one transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if complete_statement(statement):
            yield statement.strip()
            statement = ""
