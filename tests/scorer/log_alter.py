"""A log whose rows were changed by another program, past the triggers: `altered`."""

import json
import random
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from scorer.log_schema import row_crc

BODIES: tuple[object, ...] = (
    "",
    "[]",
    "null",
    "7",
    '"undo"',
    "not json",
    "{}",
    '{"event":"riffle","v":1}',
    '{"event":"undo","v":9}',
    '{"event":"undo","v":1',
    '{"event":["undo"],"v":1}',
    '{"event":"play","v":1,"seat":"Q","card":"AH"}',
    '{"event":"play","v":1,"seat":"N","card":"1H"}',
    '{"event":"penalty","v":1,"side":"NS","points":1e999,"reason":""}',
    '{"event":"penalty","v":1,"side":"NS","points":NaN,"reason":""}',
    '{"event":"penalty","v":1,"side":"NS","points":' + "9" * 5000 + ',"reason":""}',
    '{"event":"penalty","v":1,"side":"NS","points":' + "9" * 300 + ',"reason":""}',
    '{"event":"note","v":1,"code":"\\ud800","params":{}}',
    '{"event":"note","v":1,"code":"x","params":{"a":{}}}',
    "[" * 100_000,
    '{"event":' * 5000,
    b"\xff\xfe\x00",
    b'{"event":"undo","v":1}',
    12345678901234567,
    2.5,
)
"""Bodies of an entry that are none, with whatever check sum."""

TIMES: tuple[object, ...] = (
    "", "yesterday", "9999-99-99T00:00:00.000Z", "2026-03-01", "+", b"\xff", 5,
    "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+23:00",
)  # fmt: skip


Alteration = Callable[[random.Random, sqlite3.Connection, int, str, int], None]


def _body(rng: random.Random, db: sqlite3.Connection, key: int, match_id: str, seq: int) -> None:
    body = rng.choice(BODIES)
    found = db.execute("SELECT at_utc, engine_version FROM events WHERE match = ? AND seq = ?", (key, seq))
    at, engine = found.fetchone()
    crc = row_crc(match_id, seq, at, engine, body) if isinstance(body, str) else rng.getrandbits(31)
    db.execute("UPDATE events SET body = ?, crc = ? WHERE match = ? AND seq = ?", (body, crc, key, seq))


def _time(rng: random.Random, db: sqlite3.Connection, key: int, match_id: str, seq: int) -> None:
    at = rng.choice(TIMES)
    found = db.execute("SELECT engine_version, body FROM events WHERE match = ? AND seq = ?", (key, seq))
    engine, body = found.fetchone()
    crc: object = row_crc(match_id, seq, at, engine, body) if isinstance(at, str) else 0
    db.execute("UPDATE events SET at_utc = ?, crc = ? WHERE match = ? AND seq = ?", (at, crc, key, seq))


def _number(rng: random.Random, db: sqlite3.Connection, key: int, match_id: str, seq: int) -> None:
    new = rng.choice((0, -1, 2**62, seq + 1000, "three", 1.5))
    db.execute("UPDATE events SET seq = ? WHERE match = ? AND seq = ?", (new, key, seq))


def _row_gone(rng: random.Random, db: sqlite3.Connection, key: int, match_id: str, seq: int) -> None:
    db.execute("DELETE FROM events WHERE match = ? AND seq = ?", (key, seq))


def _card(rng: random.Random, db: sqlite3.Connection, key: int, match_id: str, seq: int) -> None:
    """Another card, without the check sum."""
    body = db.execute("SELECT body FROM events WHERE match = ? AND seq = ?", (key, seq)).fetchone()[0]
    data = json.loads(body)
    data["card"] = rng.choice(("AC", "5D", "10H"))
    db.execute("UPDATE events SET body = ? WHERE match = ? AND seq = ?", (json.dumps(data), key, seq))


def _sum(rng: random.Random, db: sqlite3.Connection, key: int, match_id: str, seq: int) -> None:
    crc = rng.choice((0, -1, 2**62, "x", b"x", 1.5))
    db.execute("UPDATE events SET crc = ? WHERE match = ? AND seq = ?", (crc, key, seq))


def _name(rng: random.Random, db: sqlite3.Connection, key: int, match_id: str, seq: int) -> None:
    name = rng.choice(("", "m\0", "x" * 100_000, b"\xff\x00", 7, "../../etc", "~2"))
    db.execute("UPDATE matches SET match_id = ? WHERE key = ?", (name, key))


def _swapped(rng: random.Random, db: sqlite3.Connection, key: int, match_id: str, seq: int) -> None:
    """The entries of two matches under each other's name."""
    other = db.execute("SELECT key FROM matches WHERE key != ? LIMIT 1", (key,)).fetchone()[0]
    for one, two in ((key, -1), (other, key), (-1, other)):
        db.execute("UPDATE events SET match = ? WHERE match = ?", (two, one))


def _table(rng: random.Random, db: sqlite3.Connection, key: int, match_id: str, seq: int) -> None:
    db.execute(rng.choice(("DROP TABLE events", "DROP TABLE matches", "DROP TABLE pictures", "DROP TABLE twins")))


def _column(rng: random.Random, db: sqlite3.Connection, key: int, match_id: str, seq: int) -> None:
    table, column = rng.choice((("events", "crc"), ("events", "body"), ("summaries", "digest"), ("pictures", "jpeg")))
    db.execute(f"ALTER TABLE {table} RENAME COLUMN {column} TO other")


def _view(rng: random.Random, db: sqlite3.Connection, key: int, match_id: str, seq: int) -> None:
    """No table of entries, but something that looks like one."""
    db.execute("DROP TABLE events")
    columns = "1 AS match, 1 AS seq, '' AS at_utc, '' AS engine_version, 0 AS body, 0 AS crc"
    db.execute(f"CREATE VIEW events AS SELECT {columns}")


def _summary(rng: random.Random, db: sqlite3.Connection, key: int, match_id: str, seq: int) -> None:
    body = rng.choice(("", "[]", "{}", "null", "[" * 100_000, b"\xff", 9, '{"version":1}'))
    db.execute("UPDATE summaries SET body = ?", (body,))


def _picture(rng: random.Random, db: sqlite3.Connection, key: int, match_id: str, seq: int) -> None:
    jpeg = rng.choice((b"", "text", 5, b"\xff\xd8"))
    db.execute("UPDATE pictures SET jpeg = ?, at_utc = ? WHERE match = ?", (jpeg, rng.choice(TIMES), key))


ALTERATIONS: Mapping[str, Alteration] = {
    "body": _body,
    "time": _time,
    "number": _number,
    "row gone": _row_gone,
    "card": _card,
    "check sum": _sum,
    "name": _name,
    "matches swapped": _swapped,
    "table gone": _table,
    "column renamed": _column,
    "view": _view,
    "summary": _summary,
    "picture": _picture,
}


FORGED = ("body", "time", "name", "table gone", "view", "column renamed")
"""Ways in which something else may be read, with the right check sum or none at all, or nothing."""


def altered(rng: random.Random, path: Path, kind: str) -> None:
    """Change the rows of the log in ``path`` in this way of `ALTERATIONS`."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        matches: list[tuple[int, str]] = db.execute("SELECT key, match_id FROM matches").fetchall()
        key, match_id = rng.choice(matches)
        last = db.execute("SELECT MAX(seq) FROM events WHERE match = ?", (key,)).fetchone()[0]
        seq = rng.randint(1, last)
        ALTERATIONS[kind](rng, db, key, match_id, seq)
        db.commit()
