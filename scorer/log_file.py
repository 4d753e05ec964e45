"""The SQLite file of the match log: opened for this program alone, brought to the present form, written all or nothing.

Every error of the database becomes a `LogError` with one sentence. What a transaction has committed survives a power
cut: the log is written ahead (WAL) and synced at each commit (``synchronous = FULL``).
"""

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from scorer.errors import DonError
from scorer.log_schema import APPLICATION_ID, MIGRATIONS, SCHEMA, SCHEMA_VERSION, TABLES, statements


class LogError(DonError):
    """A log that can't be used."""


class Rows(Protocol):
    """What a statement gives."""

    def fetchone(self) -> Any:
        """The next row, or None."""
        ...

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        ...

    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """A connection: that of `sqlite3`, or one with the same methods."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        ...

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Rows:
        """Run one statement."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


Connect = Callable[[Path, float], Database]
"""Opens the file; the second is how many seconds to wait for another program to let go of it."""


def connect_sqlite(path: Path, timeout_s: float) -> sqlite3.Connection:
    """The connection that everything but a test of power cuts uses."""
    # Any thread may use it, one at a time: `LogFile.lock`.
    return sqlite3.connect(path, timeout=timeout_s, isolation_level=None, check_same_thread=False)


def left_by_crash(path: Path) -> bool:
    """Whether a crash has left entries beside the log that are not in it yet.

    Not where a journal lies there too: then the crash came while the log was made, before its first entry.
    """
    ahead = Path(f"{path}-wal")
    return ahead.is_file() and ahead.stat().st_size > 0 and not Path(f"{path}-journal").exists()


class LogFile:
    """The file ``path``, made if there is none and held until `close`. Raises `LogError`.

    ``before_change`` is called with a log of an earlier form before it is brought up. Any thread may use the file: each
    waits for the one before, and for its whole transaction.
    """

    def __init__(
        self,
        path: Path,
        timeout_s: float = 1.0,
        connect: Connect = connect_sqlite,
        before_change: Callable[["LogFile"], None] | None = None,
    ) -> None:
        self.path = path
        self.lock = threading.RLock()
        """Who holds it has the file to itself: for what is read and written in several steps."""
        if path.is_dir():
            raise LogError("LOG_IS_FOLDER", path=str(path))
        if not path.parent.is_dir():
            raise LogError("LOG_NO_FOLDER", path=str(path), folder=str(path.parent))
        self._look_from_outside(timeout_s)
        with self._translated():
            self._db = connect(path, timeout_s)
        try:
            with self._translated():
                self._prepare(before_change)
        except BaseException:
            self._db.close()
            raise

    def _look_from_outside(self, timeout_s: float) -> None:
        """Refuse what SQLite would change by opening it: files that are too short, and what a crash has left.

        A write-ahead file goes into the log when that is closed, whatever was found: so both are read first.
        """
        there, memory = self.path.exists(), Path(f"{self.path}-shm")
        if not all(os.access(place, os.W_OK) for place in (self.path.parent, *([self.path] if there else ()))):
            raise LogError("LOG_READ_ONLY", path=str(self.path))
        size = self.path.stat().st_size if there else 0
        crashed = there and left_by_crash(self.path)
        if 0 < size < _LEAST or (crashed and not size):
            ours = not size or self.path.read_bytes().startswith(b"SQLite format 3\0")
            raise LogError("LOG_DAMAGED" if ours else "LOG_NOT_A_LOG", path=str(self.path), detail="too short")
        if not crashed:
            return
        shared = memory.exists()
        try:
            with self._translated():
                uri = f"{self.path.absolute().as_uri()}?mode=ro"
                with closing(sqlite3.connect(uri, timeout=timeout_s, isolation_level=None, uri=True)) as db:
                    self._look_into(db)
                    found = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if found != "ok":
                raise LogError("LOG_DAMAGED", path=str(self.path), detail=" ".join(str(found).split()))
        finally:
            if not shared:
                with suppress(OSError):
                    memory.unlink(missing_ok=True)

    def _look_into(self, db: Database) -> int:
        """The form of the log; `LogError` where it is none, a newer one's, or lacks a table."""
        version, mark, known = (db.execute(question).fetchone()[0] for question in _WHAT_IT_IS)
        if not (version > 0 and mark == APPLICATION_ID) and (version or known):
            raise LogError("LOG_NOT_A_LOG", path=str(self.path), detail="another mark")
        if version > SCHEMA_VERSION:
            raise LogError("LOG_TOO_NEW", path=str(self.path), version=version, known=SCHEMA_VERSION)
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        missing = sorted(set(TABLES[version]) - names)
        if missing:
            raise LogError("LOG_DAMAGED", path=str(self.path), detail=f"no table {missing[0]}")
        return int(version)

    def _prepare(self, before_change: Callable[["LogFile"], None] | None) -> None:
        """Take the file for this program alone; refuse what is not ours before anything is written."""
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._db.execute("BEGIN EXCLUSIVE")
        self._db.execute("COMMIT")
        version = self._look_into(self._db)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        # On a Mac a plain sync only hands the data to the disk, which may still lose it.
        self._db.execute("PRAGMA fullfsync = ON")
        self._db.execute("PRAGMA foreign_keys = ON")
        self._db.execute("PRAGMA secure_delete = ON")
        if version < SCHEMA_VERSION:
            if version and before_change is not None:
                before_change(self)
            self._bring_up(version)

    def _bring_up(self, version: int) -> None:
        """Make the tables of a new log, or change those of an earlier form step by step, all or nothing."""
        with self.transaction():
            if version == 0:
                for statement in statements(SCHEMA):
                    self._db.execute(statement)
            for step in range(version or SCHEMA_VERSION, SCHEMA_VERSION):
                MIGRATIONS[step](self.execute)
            self._db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            self._db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> list[Any]:
        """Run one statement and give all its rows."""
        with self.lock, self._translated():
            return self._db.execute(sql, parameters).fetchall()

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> Iterator[Any]:
        """The rows of a statement one by one, for results that are large."""
        with self.lock, self._translated():
            yield from self._db.execute(sql, parameters)

    def value(self, sql: str, parameters: Sequence[Any] = ()) -> Any:
        """The first value of the first row; None where there is no row."""
        with self.lock, self._translated():
            row = self._db.execute(sql, parameters).fetchone()
        return None if row is None else row[0]

    @property
    def in_transaction(self) -> bool:
        """Whether what is written now may still be taken back."""
        return self._db.in_transaction

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Write all or nothing; what is committed is on the disk. One within another is part of the outer one."""
        with self.lock:
            if self._db.in_transaction:
                yield
                return
            try:
                with self._translated():
                    self._db.execute("BEGIN IMMEDIATE")
                yield
                with self._translated():
                    self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def check(self) -> str | None:
        """What the database finds wrong with its own pages; None where all is well."""
        try:
            found = self.value("PRAGMA integrity_check(1)")
        except LogError as error:
            if error.code not in ("LOG_DAMAGED", "LOG_NOT_A_LOG"):
                raise
            return str(error.params["detail"])
        return None if found == "ok" else " ".join(str(found).split())

    def copy_to(self, path: Path) -> None:
        """Write a whole copy into the new file ``path`` by the database's backup, and check its pages."""
        assert isinstance(self._db, sqlite3.Connection), "only the real database makes backups"
        with self.lock, self._translated():
            target = sqlite3.connect(path, isolation_level=None)
            try:
                self._db.backup(target)
                target.execute("PRAGMA journal_mode = DELETE")
                found = target.execute("PRAGMA integrity_check(1)").fetchone()[0]
            finally:
                target.close()
        if found != "ok":
            raise LogError("LOG_DAMAGED", path=str(self.path), detail=found)

    def close(self) -> None:
        """Let go of the file; everything committed is in it already."""
        with self.lock:
            self._db.close()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn the database's errors into sentences."""
        try:
            yield
        except UnicodeDecodeError as error:
            # a damaged name or text of the file, or SQLite's own message that quotes it
            raise LogError("LOG_DAMAGED", path=str(self.path), detail=error.reason) from error
        except sqlite3.Error as error:
            code = _ERRORS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "LOG_FAILED")
            if "decode to UTF-8" in str(error):
                code = "LOG_DAMAGED"
            raise LogError(code, path=str(self.path), detail=str(error)) from error


_LEAST = 512
"""The smallest page of SQLite; a file of fewer bytes it may take for an empty one."""
_WHAT_IT_IS = ("PRAGMA user_version", "PRAGMA application_id", "SELECT count(*) FROM sqlite_master")
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
