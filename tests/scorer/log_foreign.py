"""Files that never were a log of this program: `corpus`."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from log_damage import PAGE, Files, files_of, whole

from scorer.log_schema import APPLICATION_ID, SCHEMA_VERSION


def corpus(folder: Path) -> Iterator[tuple[str, Files]]:
    """Files that were never a log of this program, each with its name; ``folder`` is for work."""
    yield "photograph", {"": b"\xff\xd8\xff\xe0" + b"JFIF" * 5000}
    yield "text", {"": b"Don, a pub card game.\n" * 300}
    yield "long text without a line", {"": b"A" * 70_000}
    yield "a byte", {"": b"\0"}
    yield "zeros", {"": bytes(8 * PAGE)}
    yield "SQLite's first words only", {"": b"SQLite format 3\0"}
    yield "SQLite's first words and zeros", {"": b"SQLite format 3\0".ljust(PAGE, b"\0")}
    yield "SQLite 2", {"": b"** This file contains an SQLite 2.1 database **\0".ljust(PAGE, b"\0")}
    yield "zip", {"": b"PK\x03\x04" + bytes(3000)}
    yield "a write-ahead file as the log", {"": whole().crashed["-wal"]}
    other = ("CREATE TABLE shopping (item TEXT)", "INSERT INTO shopping VALUES ('beer')")
    yield "another database", _database(folder, *other)
    yield "another database that numbers its forms", _database(folder, *other, "PRAGMA user_version = 2")
    yield "another database with our tables", _database(folder, "CREATE TABLE events (match, seq, body)")
    yield "another program's mark", _database(folder, *other, "PRAGMA application_id = 7")
    yield "a database in UTF-16", _database(folder, "PRAGMA encoding = 'UTF-16'", *other)
    yield "another database after a crash", _database(folder, "PRAGMA journal_mode = WAL", *other, crash=True)
    mark = f"PRAGMA application_id = {APPLICATION_ID}"
    yield "our mark and no form", _database(folder, *other, mark)
    yield "our mark, form 1, other tables", _database(folder, *other, mark, "PRAGMA user_version = 1")
    yield "our mark, our form, no tables", _database(folder, mark, f"PRAGMA user_version = {SCHEMA_VERSION}")
    yield "our mark, form below 0", _database(folder, mark, "PRAGMA user_version = -1")
    newer = f"PRAGMA user_version = {SCHEMA_VERSION + 1}"
    yield "a newer form", _database(folder, mark, *other, newer)
    yield "a newer form after a crash", _database(folder, "PRAGMA journal_mode = WAL", mark, newer, *other, crash=True)
    foreign = _database(folder, "PRAGMA journal_mode = WAL", *other, crash=True)
    yield "our log beside another's write-ahead file", {"": whole().closed[""], "-wal": foreign["-wal"]}
    yield "our log beside a photograph", {"": whole().closed[""], "-wal": b"\xff\xd8\xff\xe0" * 3000}
    yield "our log beside another's journal", {"": whole().closed[""], "-journal": b"\xd9\xd5\x05\xf9" + bytes(PAGE)}


def _database(folder: Path, *statements: str, crash: bool = False) -> Files:
    """A database made by these statements; as a crash leaves it, or closed."""
    path = folder / "other.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)
        files = files_of(path)
    if not crash:
        files = files_of(path)
    for end in ("", "-wal"):
        Path(f"{path}{end}").unlink(missing_ok=True)
    return files
