"""A way out where the match log is damaged: the newest good backup, and what can still be read of the damaged file.

The damaged file is moved aside, never thrown away.
"""

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scorer.errors import DonError
from scorer.events import Event
from scorer.log_backups import Backup, backups
from scorer.log_file import LogError
from scorer.match import MatchState
from scorer.matchlog import LogRow, MatchLog, parsed_row
from scorer.referee import Refusal, admit
from scorer.whole_file import sync_file, sync_folder

_BESIDE = ("", "-wal")
"""The log's files: itself and what was written ahead."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Entries of a match that could not be saved: from number ``first`` on; ``last`` is None where nobody knows."""

    match_id: str
    first: int
    last: int | None


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restored log is made of: the backup (None: there was no good one) and what was saved beside it.

    ``saved`` counts the entries read from the damaged file that the backup did not have; ``unread`` says that
    nothing of that file could be read, so that nobody knows what is missing. It lies in ``aside`` now (None: there
    was no file).
    """

    backup: Backup | None
    aside: Path | None
    matches: int
    entries: int
    saved: int
    lost: tuple[Loss, ...]
    unread: bool


@dataclass(frozen=True, slots=True)
class _Salvaged:
    """What could be read of one match: its entries from the first on, and the number of the last it had."""

    match_id: str
    rows: tuple[LogRow, ...]
    last: int | None


def restore(path: Path, at: datetime) -> Restored:
    """Put a damaged or missing log right. Raises `LogError`: ``LOG_IS_WHOLE`` where there is nothing to restore.

    Until the new log is complete the files are as they were.
    """
    check_needed(path)
    try:
        with TemporaryDirectory(dir=path.parent, prefix=f"{path.name}.restoring-") as folder:
            new, copy = Path(folder) / "new", Path(folder) / "damaged"
            backup = _newest_good(path, new)
            for end in _BESIDE:
                if Path(f"{path}{end}").exists():
                    shutil.copyfile(f"{path}{end}", f"{copy}{end}")
            found = tuple(_salvage(copy)) if copy.exists() else ()
            with MatchLog(new) as log:
                before = _entries(log)
                lost = tuple(loss for one in found for loss in _add(log, one))
                matches, entries = len(log.matches()), _entries(log)
            aside = _swap(path, new, at)
    except OSError as error:
        raise LogError("RESTORE_FAILED", path=str(path), detail=error.strerror or error) from error
    unread = aside is None or not found
    return Restored(backup, aside, matches, entries, entries - before, lost, unread)


def check_needed(path: Path) -> None:
    """`LogError` where there is nothing to restore, or nothing to restore it from."""
    if _is_whole(path):
        raise LogError("LOG_IS_WHOLE", path=str(path))


def _is_whole(path: Path) -> bool:
    """Whether the log can be used as it is. Raises `LogError` where another program has it, or it is a newer one's."""
    if not path.exists():
        if not backups(path):
            raise LogError("LOG_NO_BACKUP", path=str(path))
        return False
    try:
        with MatchLog(path) as log:
            return log.file.check() is None and log.broken_entry() is None
    except LogError as error:
        if error.code not in ("LOG_DAMAGED", "LOG_NOT_A_LOG"):
            raise
        return False


def _newest_good(path: Path, new: Path) -> Backup | None:
    """Lay the newest backup that is whole as the new log; None where there is none."""
    for backup in backups(path):
        new.unlink(missing_ok=True)
        shutil.copyfile(backup.path, new)
        try:
            with MatchLog(new) as log:
                if log.file.check() is None and log.broken_entry() is None:
                    return backup
        except LogError:
            continue
    new.unlink(missing_ok=True)
    return None


def _swap(path: Path, new: Path, at: datetime) -> Path | None:
    """The damaged files aside, the new log in their place."""
    sync_file(new)
    aside = path.with_name(f"{path.name}.damaged-{at.astimezone(UTC):%Y%m%dT%H%M%SZ}")
    there = path.exists()
    for end in reversed(_BESIDE):
        if Path(f"{path}{end}").exists():
            Path(f"{path}{end}").replace(f"{aside}{end}")
    new.replace(path)
    sync_folder(path.parent)
    return aside if there else None


def _entries(log: MatchLog) -> int:
    return sum(match.events for match in log.matches())


def _add(log: MatchLog, one: _Salvaged) -> Iterator[Loss]:
    """Add to a match what the backup lacks of it, as far as the referee follows; what is missing then is lost."""
    have = log.events(one.match_id)
    events: list[Event] = list(have)
    state: MatchState | None = log.state(one.match_id) if have else None
    fitting = tuple(row.event for row in one.rows[: len(have)]) == have[: len(one.rows)]
    for row in one.rows[len(have) :] if fitting else ():
        answer = admit(events, row.event, state)
        if isinstance(answer, Refusal):
            break
        events.append(row.event)
        state = answer.after
    log.add(one.match_id, one.rows[len(have) : len(events)])
    if one.last is None or one.last > len(events):
        yield Loss(one.match_id, len(events) + 1, one.last)


# Reading a damaged file


def _salvage(path: Path) -> Iterator[_Salvaged]:
    """What can still be read, match by match."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for key, match_id in _matches(db):
            rows = tuple(_whole_rows(db, key, match_id))
            last = next(_read(db, "SELECT MAX(seq) FROM events WHERE match = ?", (key,)), (None,))[0]
            yield _Salvaged(match_id, rows, max(last, len(rows)) if isinstance(last, int) else None)


def _matches(db: sqlite3.Connection) -> Iterator[tuple[int, str]]:
    """The matches that can be read: in one go as far as that goes, then one by one."""
    seen = 0
    for key, match_id in _read(db, "SELECT key, match_id FROM matches ORDER BY key", ()):
        if isinstance(key, int) and isinstance(match_id, str):
            seen = key
            yield key, match_id
    last = next(_read(db, "SELECT MAX(match) FROM events", ()), (None,))[0]
    for key in range(seen + 1, last + 1 if isinstance(last, int) else seen + 1):
        for (match_id,) in _read(db, "SELECT match_id FROM matches WHERE key = ?", (key,)):
            if isinstance(match_id, str):
                yield key, match_id


def _whole_rows(db: sqlite3.Connection, key: int, match_id: str) -> Iterator[LogRow]:
    """The entries from the first on, up to one that can't be read."""
    query = "SELECT seq, at_utc, engine_version, body, crc FROM events WHERE match = ? ORDER BY seq"
    for number, row in enumerate(_read(db, query, (key,)), start=1):
        if row[0] != number:
            return
        try:
            yield parsed_row(match_id, *row)
        except DonError:
            return


def _read(db: sqlite3.Connection, query: str, parameters: Sequence[Any]) -> Iterator[Any]:
    """The rows up to the first that can't be read."""
    try:
        yield from db.execute(query, parameters)
    except (sqlite3.Error, UnicodeDecodeError):
        return
