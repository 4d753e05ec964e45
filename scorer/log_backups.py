"""Backups of the match log: whole copies beside it, made through the database, checked, and rotated.

They lie in the folder ``LOG.backups``, each named by its time (UTC): ``20261130T201500Z.db``.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from scorer.log_file import LogError, LogFile
from scorer.log_schema import SCHEMA_VERSION
from scorer.matchlog import MatchLog
from scorer.whole_file import sync_file, sync_folder

_NAME = "%Y%m%dT%H%M%SZ"
_BEFORE = "before-restore-"
DUE_AFTER = timedelta(hours=12)
"""So long after the last backup the next one is made, if anything came into the log since."""
DAYS, WEEKS = 7, 4
"""The newest backup of each of the last days, and of each of the last weeks, is kept."""


@dataclass(frozen=True, slots=True)
class Backup:
    """One backup and when it was made."""

    path: Path
    at: datetime


def backup_folder(log_path: Path) -> Path:
    """Where the backups of a log lie; the folder is made with the first."""
    return log_path.with_name(f"{log_path.name}.backups")


def backups(log_path: Path) -> tuple[Backup, ...]:
    """The backups of a log, newest first; files that are none are passed over."""
    found = []
    for path in backup_folder(log_path).glob("*.db"):
        try:
            found.append(Backup(path, datetime.strptime(path.stem, _NAME).replace(tzinfo=UTC)))
        except ValueError:
            continue
    return tuple(sorted(found, key=lambda backup: backup.at, reverse=True))


def put_aside(log_path: Path) -> tuple[Backup, ...]:
    """What logs were before a backup was put back in their place, newest first; these copies are never rotated away."""
    found = []
    for path in backup_folder(log_path).glob(f"{_BEFORE}*.db"):
        try:
            found.append(Backup(path, datetime.strptime(path.stem, _BEFORE + _NAME).replace(tzinfo=UTC)))
        except ValueError:
            continue
    return tuple(sorted(found, key=lambda backup: backup.at, reverse=True))


def copy_aside(log: MatchLog, at: datetime) -> Backup:
    """A copy of the log among its backups before another takes its place. Raises `LogError`."""
    name = _new_name(log.path, at)
    return Backup(_copied(log.file, name.with_name(_BEFORE + name.name)), at)


def back_up(log: MatchLog, at: datetime, path: Path | None = None) -> Path:
    """Copy the whole log into ``path`` (default: its folder of backups, then rotated), check the copy, and give it.

    Raises `LogError`; a copy that is not whole is never left under its name.
    """
    if path is not None:
        return _copied(log.file, path)
    target = _copied(log.file, _new_name(log.path, at))
    rotate(log.path, at)
    return target


def copy_before_change(file: LogFile, at: datetime) -> None:
    """A copy of a log of an earlier form among its backups, before it is brought up; it is never rotated away.

    Raises `LogError`.
    """
    name = _new_name(file.path, at)
    _copied(file, name.with_name(f"before-form-{SCHEMA_VERSION}-{name.name}"))


def _new_name(log_path: Path, at: datetime) -> Path:
    return backup_folder(log_path) / f"{at.astimezone(UTC).strftime(_NAME)}.db"


_WHY = {"LOG_NO_FOLDER": "nowhere", "LOG_READ_ONLY": "closed", "LOG_FULL": "full"}
"""In which words a backup failed, by what the database or the folder said."""


def _copied(file: LogFile, target: Path) -> Path:
    part = target.with_name(f"{target.name}.part")
    try:
        if target.parent == backup_folder(file.path):
            target.parent.mkdir(exist_ok=True)
        if not target.parent.is_dir():
            raise LogError("LOG_NO_FOLDER", path=str(target), folder=str(target.parent), detail="no folder")
        part.unlink(missing_ok=True)
        file.copy_to(part)
        sync_file(part)
        part.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise LogError("BACKUP_FAILED", path=str(target), detail=error.strerror or error) from error
    except LogError as error:
        if error.code == "LOG_DAMAGED":
            raise
        params = {"folder": str(target.parent), **error.params, "path": str(target)}
        raise LogError("BACKUP_FAILED", **params, reason=_WHY.get(error.code)) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return target


def is_due(log: MatchLog, at: datetime) -> bool:
    """Whether the log has what its newest backup lacks, and that backup (else the first entry) is half a day old.

    What came from another log counts too, however long ago it was played. Raises `LogError`.
    """
    made = backups(log.path)
    if made:
        return at - made[0].at >= DUE_AFTER and _contents_of(made[0].path) != log.file.execute(_CONTENTS)
    first = log.file.value("SELECT MIN(at_utc) FROM matches JOIN events ON match = key AND seq = 1")
    if first is None:
        return False
    try:
        return at - datetime.fromisoformat(first).astimezone(UTC) >= DUE_AFTER
    except (ValueError, TypeError, OverflowError) as error:
        raise LogError("LOG_DAMAGED", path=str(log.path), detail=str(error)) from error


_CONTENTS = (
    "SELECT COUNT(*), MAX(key), SUM((SELECT MAX(seq) FROM events WHERE match = key)), "
    "(SELECT COUNT(*) FROM pictures), (SELECT COUNT(*) FROM picture_rules), (SELECT COUNT(*) FROM twins), "
    "(SELECT COUNT(*) FROM not_twins) FROM matches"
)
"""Is another after whatever is recorded or removed: entries are only appended, and no number of a match comes again."""


def _contents_of(backup: Path) -> list[Any] | None:
    """What `_CONTENTS` finds in a backup; None in one that can't be read or has an earlier form."""
    try:
        with closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro", uri=True)) as db:
            return db.execute(_CONTENTS).fetchall()
    except sqlite3.Error:
        return None


def rotate(log_path: Path, at: datetime) -> None:
    """Remove the backups that are not kept any longer; the newest always stays, and what can't be removed."""
    made = backups(log_path)
    keep = kept([backup.at for backup in made], at)
    for backup in made:
        if backup.at not in keep:
            with suppress(OSError):
                backup.path.unlink()


def kept(times: Sequence[datetime], at: datetime) -> set[datetime]:
    """Of backups made at these times: the newest, the newest of each of the last days and of each of the last weeks.

    Days and weeks are those of the calendar (UTC), so that what is kept of a week stays the same as days go by.
    """
    keep = {max(times)} if times else set()
    today = at.astimezone(UTC).date()
    for days, count in ((1, DAYS), (7, WEEKS)):
        slots: dict[int, datetime] = {}
        now = (today.toordinal() - 1) // days
        for time in times:
            slot = (time.astimezone(UTC).toordinal() - 1) // days
            if now - count < slot <= now:
                slots[slot] = max(slots.get(slot, time), time)
        keep.update(slots.values())
    return keep
