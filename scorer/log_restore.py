"""A way out where the match log is damaged: the newest good backup, and what can still be read of the damaged file.

The damaged file is moved aside, never thrown away.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from scorer.events import Event
from scorer.log_backups import Backup, backups, copy_aside
from scorer.log_file import LogError
from scorer.log_pictures import is_jpeg
from scorer.log_salvage import Salvage, SavedMatch, mend_copy, salvage
from scorer.match import MatchState
from scorer.matchlog import MatchLog
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

    ``saved`` counts the entries read from the damaged file that the backup did not have, ``pictures`` the kept pictures
    now in the log. ``unread`` says that nothing of that file could be read, so that nobody knows what is missing. It
    lies in ``aside`` now (None: there was no file). ``returned`` are matches of the backup that the damaged file did
    not have: most likely they were deleted since.
    """

    backup: Backup | None
    aside: Path | None
    matches: int
    entries: int
    saved: int
    pictures: int
    lost: tuple[Loss, ...]
    returned: tuple[str, ...]
    unread: bool
    complete: bool
    """Whether the damaged file's list of matches could be read to its end."""


def restore(path: Path, at: datetime) -> Restored:
    """Put a damaged or missing log right. Until the new log is complete the files are as they were.

    Raises `LogError`: ``LOG_IS_WHOLE`` where there is nothing to restore, ``LOG_NOT_A_LOG`` and ``RESTORE_NOTHING``
    where there is no good backup and nothing can be read.
    """
    fault = check_needed(path)
    try:
        with TemporaryDirectory(dir=path.parent, prefix=f"{path.name}.restoring-") as folder:
            new = Path(folder) / "new"
            backup = _newest_good(path, new)
            MatchLog(new).close()
            found = _read_damaged(path, Path(folder) / "damaged", new)
            if backup is None and not found.matches:
                raise fault or LogError("RESTORE_NOTHING", path=str(path))
            with MatchLog(new) as log:
                before, had = _entries(log), [match.match_id for match in log.matches()]
                lost = tuple(loss for one in found.matches for loss in _add(log, one))
                _add_said(log, found)
                matches, entries, pictures = len(log.matches()), _entries(log), _pictures(log)
            aside = _swap(path, new, at)
    except OSError as error:
        raise LogError("RESTORE_FAILED", path=str(path), detail=error.strerror or error) from error
    there = {one.match_id for one in found.matches}
    returned = tuple(name for name in had if name not in there) if found.complete else ()
    saved, unread = entries - before, aside is None or not there
    return Restored(backup, aside, matches, entries, saved, pictures, lost, returned, unread, found.complete)


def put_back(path: Path, backup: Backup, at: datetime) -> Backup:
    """Put a backup in the place of a log that is whole; what the log was is kept beside its backups, and given.

    Nobody may have the log open. Raises `LogError`: ``BACKUP_DAMAGED`` where the backup is not whole; the log is as
    it was then.
    """
    with MatchLog(path) as log:
        aside = copy_aside(log, at)
    try:
        with TemporaryDirectory(dir=path.parent, prefix=f"{path.name}.restoring-") as folder:
            new = Path(folder) / "new"
            shutil.copyfile(backup.path, new)
            if not _is_whole(new):
                raise LogError("BACKUP_DAMAGED", path=str(backup.path))
            sync_file(new)
            new.replace(path)
            sync_folder(path.parent)
    except OSError as error:
        raise LogError("RESTORE_FAILED", path=str(path), detail=error.strerror or error) from error
    return aside


def _is_whole(path: Path) -> bool:
    """Whether a copy of a backup can be used; one of an earlier form is brought up."""
    try:
        with MatchLog(path) as log:
            return log.file.check() is None and log.broken_entry() is None
    except LogError:
        return False


def _read_damaged(path: Path, copy: Path, sample: Path) -> Salvage:
    """What can be read of the damaged files, on copies of them.

    What was written ahead is left out where more is read without it: it may be another file's.
    """
    if not path.exists():
        return Salvage()
    found = []
    for ends in (_BESIDE, _BESIDE[:1]):
        for end in ends:
            if Path(f"{path}{end}").exists():
                shutil.copyfile(f"{path}{end}", f"{copy}{end}")
        mend_copy(copy, sample)
        found.append(salvage(copy))
        Path(f"{copy}-wal").unlink(missing_ok=True)
    return max(found, key=lambda read: read.entries)


def check_needed(path: Path) -> LogError | None:
    """Why the log can't be used, where it is no log at all; `LogError` where there is nothing to restore (from).

    Also where another program has the log, or a newer one wrote it.
    """
    if not path.exists():
        if not backups(path):
            raise LogError("LOG_NO_BACKUP", path=str(path))
        return None
    try:
        with MatchLog(path) as log:
            whole = log.file.check() is None and log.broken_entry() is None
    except LogError as error:
        if error.code not in ("LOG_DAMAGED", "LOG_NOT_A_LOG"):
            raise
        return error if error.code == "LOG_NOT_A_LOG" else None
    if whole:
        raise LogError("LOG_IS_WHOLE", path=str(path))
    return None


def _newest_good(path: Path, new: Path) -> Backup | None:
    """Lay the newest backup that is whole as the new log; None where there is none."""
    for backup in backups(path):
        new.unlink(missing_ok=True)
        shutil.copyfile(backup.path, new)
        if _is_whole(new):
            return backup
    new.unlink(missing_ok=True)
    return None


def _swap(path: Path, new: Path, at: datetime) -> Path | None:
    """The damaged files are copied aside, both of them, before the new log takes their place."""
    sync_file(new)
    aside = path.with_name(f"{path.name}.damaged-{at.astimezone(UTC):%Y%m%dT%H%M%SZ}")
    there = path.exists()
    for end in _BESIDE:
        if Path(f"{path}{end}").exists():
            shutil.copyfile(f"{path}{end}", f"{aside}{end}")
            sync_file(Path(f"{aside}{end}"))
    Path(f"{path}-wal").unlink(missing_ok=True)
    new.replace(path)
    sync_folder(path.parent)
    return aside if there else None


def _entries(log: MatchLog) -> int:
    return sum(match.events for match in log.matches())


def _pictures(log: MatchLog) -> int:
    return int(log.file.value("SELECT count(*) FROM pictures"))


def _add(log: MatchLog, one: SavedMatch) -> Iterator[Loss]:
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
    if events:
        _add_pictures(log, one, len(events))
    if one.last is None or one.last > len(events):
        yield Loss(one.match_id, len(events) + 1, one.last)


def _add_pictures(log: MatchLog, one: SavedMatch, entries: int) -> None:
    """The pictures of entries that are there; of the rule only what can be one."""
    key = log.file.value("SELECT key FROM matches WHERE match_id = ?", (one.match_id,))
    if one.picture_rule is not None:
        log.file.execute("INSERT OR REPLACE INTO picture_rules VALUES (?, ?, ?)", (key, *one.picture_rule))
    for seq, at_utc, jpeg in one.pictures:
        if seq <= entries and is_jpeg(jpeg):
            log.file.execute("INSERT OR REPLACE INTO pictures VALUES (?, ?, ?, ?)", (key, seq, at_utc, jpeg))


def _add_said(log: MatchLog, found: Salvage) -> None:
    """What people said about twins, of matches that are there."""
    keys = dict(log.file.execute("SELECT match_id, key FROM matches"))
    for table, said in (("twins", found.twins), ("not_twins", found.apart)):
        for one, other, at_utc, said_by in said:
            if one in keys and other in keys:
                row = (keys[one], keys[other], at_utc, said_by)
                log.file.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?)", row)
