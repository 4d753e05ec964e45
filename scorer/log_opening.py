"""How a program opens the match log: every command and the app go through `open_log`."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from scorer.log_backups import back_up, backup_folder, backups, copy_before_change, is_due
from scorer.log_file import LogError, left_by_crash
from scorer.log_pictures import expire
from scorer.matchlog import MatchLog
from scorer.texts import say

ALWAYS_CHECKED = 32 * 2**20
"""Up to this size in bytes a log's pages are checked at each opening; a larger one's after a crash or for a backup."""

Tell = Callable[[str], None]
"""Is given a sentence before work that takes some seconds."""


def open_log(path: Path, at: datetime, timeout_s: float = 1.0, tell: Tell | None = None) -> MatchLog:
    """The log in ``path``, made if there is none; checked, and backed up where that is due. ``at``: the present time.

    Kept pictures older than their match keeps them go. Raises `LogError`; where the log is damaged or gone, the
    sentence says how to get it back (`scorer.log_restore`). A backup or a removal of pictures that fails stops
    nothing: its sentence is among the log's ``notices``.
    """
    made = backups(path)
    if made and (not path.exists() or (path.is_file() and not path.stat().st_size)):
        folder = str(backup_folder(path))
        raise LogError("LOG_GONE", path=str(path), folder=folder, made=_words(made[0].at))
    ended_badly = left_by_crash(path)
    try:
        log = MatchLog(path, timeout_s, before_change=lambda file: copy_before_change(file, at))
    except LogError as error:
        raise _with_way_out(error, path) from error
    try:
        _look_after(log, at, ended_badly, tell)
    except BaseException as error:
        log.close()
        if isinstance(error, LogError):
            raise _with_way_out(error, path) from error
        raise
    return log


def _look_after(log: MatchLog, at: datetime, ended_badly: bool, tell: Tell | None) -> None:
    due = is_due(log, at)
    # What a crash has left was checked when it was opened.
    if not ended_badly and (due or log.path.stat().st_size <= ALWAYS_CHECKED):
        _tell_of_check(log.path, tell)
        fault = log.file.check()
        if fault is not None:
            raise LogError("LOG_DAMAGED", path=str(log.path), detail=fault)
    if due:
        _beside(log, lambda: back_up(log, at))
    _beside(log, lambda: expire(log, at))


def _tell_of_check(path: Path, tell: Tell | None) -> None:
    size = path.stat().st_size
    if tell is not None and size > ALWAYS_CHECKED:
        tell(say("LOG_CHECKING", {"path": str(path), "size": size // 2**20}))


def _beside(log: MatchLog, work: Callable[[], object]) -> None:
    """Work without which the log can be used all the same."""
    try:
        work()
    except LogError as error:
        log.notices.append(str(error))


def _with_way_out(error: LogError, path: Path) -> LogError:
    """The error of a damaged log with the backup that can be put back."""
    made = backups(path)
    if error.code not in ("LOG_DAMAGED", "LOG_NOT_A_LOG") or not made:
        return error
    return LogError("LOG_DAMAGED_BACKUP", path=str(path), made=_words(made[0].at), detail=error.params["detail"])


def _words(time: datetime) -> str:
    return f"{time:%d %B %Y, %H:%M} UTC"
