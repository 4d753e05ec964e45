"""The log as a whole: backed up, put back, mended, taken to another phone in one file and from there. No Kivy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from mobile.background import Later, Report, Work, finish_all
from mobile.past_matches import time_text
from mobile.players import SessionError
from mobile.texts import label, say
from scorer.errors import DonError
from scorer.exchange import MOST_BYTES, ExchangeError, SentMatch, WrongMatchError, json_lines, read_matches
from scorer.exchange_notation import match_from_notation
from scorer.log_backups import Backup, back_up, backups, is_due, put_aside
from scorer.log_merge import MergeReport, merge, sent_match
from scorer.log_opening import open_log
from scorer.log_restore import Restored, put_back, restore
from scorer.log_summaries import OF_ONE_MATCH, names
from scorer.matchlog import LogError, MatchLog
from scorer.whole_file import write_whole

if TYPE_CHECKING:
    from mobile.companion import Companion
    from models.reader import CardReader

LOG_NAME = "matches.db"
MENDED_BY_RESTORE = ("LOG_DAMAGED", "LOG_DAMAGED_BACKUP", "LOG_GONE", "LOG_NOT_A_LOG")
"""What is wrong with a log that restoring may put right."""
SAID_HERE = (
    *MENDED_BY_RESTORE,
    *("LOG_LOCKED", "LOG_TOO_NEW", "LOG_READ_ONLY", "RESTORE_NOTHING", "BACKUP_DAMAGED", "LOG_IS_WHOLE"),
    *("EXCHANGE_DATABASE", "EXCHANGE_NOT_JSON", "EXCHANGE_NOT_MATCHES", "EXCHANGE_FOR_READING", "EXCHANGE_NOT_TEXT"),
    *("LOG_BROKEN_ROW", "LOG_BROKEN_MATCH"),
    *("EXCHANGE_NO_DATE", "EXCHANGE_TOO_LARGE", "EXCHANGE_HEAD_NAME"),
)
"""The errors that the app says in its own words: the game's name commands of a terminal."""


def sentence_of(error: DonError) -> str:
    """The sentence of an error as the app says it."""
    return say(error.code, error.params) if error.code in SAID_HERE else str(error)


@dataclass(frozen=True, slots=True)
class LogTrouble:
    """That the log in this file can't be opened, and why."""

    path: Path
    error: DonError


@contextmanager
def companion_on(
    path: Path, folder: Path, clock: Callable[[], datetime], load_reader: Callable[[], CardReader] | None = None
) -> Iterator[Companion]:
    """The companion of the log in ``path``, which is closed at the end.

    Where it can't be opened the companion is in trouble (`Companion.trouble`): its log is an empty one that goes.
    """
    from mobile.companion import Companion

    with ExitStack() as stack:
        trouble = None
        try:
            log = open_log(path, clock())
        except LogError as error:
            trouble = LogTrouble(path, error)
            log = MatchLog(Path(stack.enter_context(TemporaryDirectory(prefix="don-"))) / LOG_NAME)
        companion = Companion(log, folder, clock, load_reader)
        companion.trouble = trouble
        try:
            yield companion
        finally:
            finish_all()
            companion.log.close()


# The log and its backups


def reopen(companion: Companion, path: Path, change: Callable[[], object] | None = None) -> None:
    """Close the log, have ``change`` done to its file, and open it again, whatever became of the change.

    The match on the table is put there again if the log still has it. Raises what ``change`` raises, and `LogError`.
    """
    finish_all()
    on_table = companion.book.match_id if companion.book is not None else None
    companion.log.close()
    companion.clear()
    try:
        if change is not None:
            change()
    finally:
        companion.log = open_log(path, companion.clock())
        companion.trouble = None
        if on_table is not None and on_table in names(companion.log):
            _put_on_table(companion, on_table)


def _put_on_table(companion: Companion, match_id: str) -> None:
    try:
        companion.resume(match_id)
    except DonError as error:
        companion.notices.append(str(error))


def known_backups(log: MatchLog) -> tuple[Backup, ...]:
    """All copies that can be put back, newest first; those made before a backup was put back are among them."""
    found = [*backups(log.path), *put_aside(log.path)]
    return tuple(sorted(found, key=lambda backup: backup.at, reverse=True))


def backup_words(log: MatchLog, backup: Backup) -> tuple[str, str]:
    """When a backup was made, and what else is known of it."""
    try:
        size = label("megabytes", size=f"{backup.path.stat().st_size / 2**20:.1f}")
    except OSError:
        size = ""
    aside = label("backup_aside") if backup in put_aside(log.path) else ""
    return time_text(backup.at), " · ".join(part for part in (size, aside) if part)


def go_back_to(companion: Companion, backup: Backup) -> Backup:
    """The log becomes what it was when the backup was made; what it is now is kept, and given. Raises `LogError`."""
    path, kept = companion.log.path, []
    reopen(companion, path, lambda: kept.append(put_back(path, backup, companion.clock())))
    return kept[0]


def bring_missing(companion: Companion, backup: Backup, report: Report) -> MergeReport:
    """Add what the backup has and the log lacks: matches deleted since, for instance. Raises `LogError`."""
    at = companion.clock()
    with TemporaryDirectory(prefix="don-backup-") as folder:
        copy = Path(folder) / LOG_NAME
        copy.write_bytes(backup.path.read_bytes())
        with MatchLog(copy) as old:
            return merge(companion.log, Sent(old, report), at, with_pictures=True)


def back_up_now(companion: Companion) -> Path:
    """Make a backup of the log among its others. Raises `LogError`."""
    return back_up(companion.log, companion.clock())


def back_up_if_due(companion: Companion) -> None:
    """Make a backup where one is due; what fails is a notice, for nobody has asked for it."""
    try:
        if companion.trouble is None and not companion.restoring and is_due(companion.log, companion.clock()):
            back_up_now(companion)
    except LogError as error:
        companion.notices.append(str(error))


def back_up_behind(companion: Companion, later: Later) -> None:
    """As `back_up_if_due`, on a thread: nobody waits for it."""
    Work(lambda _: back_up_if_due(companion), later, lambda _: None, lambda _: None)


# A log that can't be opened


def mend(companion: Companion, path: Path) -> Restored:
    """Put a damaged or lost log right and use it from now on. Raises `LogError`; nothing has changed then."""
    restored = restore(path, companion.clock())
    reopen(companion, path)
    return restored


def start_afresh(companion: Companion, path: Path) -> Path:
    """Lay a file that nothing can be read of aside and begin a new log. Raises `LogError`, `SessionError`."""
    aside = path.with_name(f"{path.name}.unreadable-{companion.clock():%Y%m%dT%H%M%SZ}")
    try:
        path.replace(aside)
        for end in ("-wal", "-shm", "-journal"):
            Path(f"{path}{end}").unlink(missing_ok=True)
    except OSError as error:
        raise SessionError("WORK_FAILED", detail=error.strerror or error) from error
    reopen(companion, path)
    return aside


def restored_words(restored: Restored) -> list[str]:
    """What a restored log is made of, and what is missing, a sentence each."""
    lines = [label("restored_matches", count=restored.matches)]
    if restored.backup is not None:
        lines.append(label("restored_backup", when=time_text(restored.backup.at)))
    if restored.saved:
        lines.append(label("restored_saved", count=restored.saved))
    if restored.lost:
        lines.append(label("restored_lost", count=len(restored.lost)))
    if restored.returned:
        lines.append(label("restored_returned", count=len(restored.returned)))
    if restored.unread or not restored.complete:
        lines.append(label("restored_unread"))
    if restored.aside is not None:
        lines.append(label("restored_aside", name=restored.aside.name))
    return lines


# Everything in one file


class Sent:
    """The matches of a log as they are sent, one by one; those that can't be followed are left out, with a sentence."""

    def __init__(self, log: MatchLog, report: Report | None = None, matches: tuple[str, ...] | None = None) -> None:
        self._log = log
        self._report = report
        self.matches = names(log) if matches is None else matches
        self.left_out: list[str] = []

    def __iter__(self) -> Iterator[SentMatch]:
        for number, name in enumerate(self.matches, start=1):
            try:
                yield sent_match(self._log, name, with_pictures=True)
            except LogError as error:
                if error.code not in OF_ONE_MATCH or len(self.matches) == 1:
                    raise
                self.left_out.append(str(error))
            if self._report is not None:
                self._report(number, len(self.matches))


def export_all(
    log: MatchLog, path: Path, report: Report | None = None, matches: tuple[str, ...] | None = None
) -> list[str]:
    """Write all matches (or these) with their kept pictures into one file; the sentences of those left out.

    The file is there whole or not at all. Raises `LogError`, `OSError`, `SessionError` where there is no match.
    """
    sent = Sent(log, report, matches)
    if not sent.matches:
        raise SessionError("NOTHING_TO_EXPORT")
    write_whole(path, (f"{line}\n".encode() for line in json_lines(sent)))
    return sent.left_out


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What a file brought, and what was left out of it (only where that was asked for)."""

    report: MergeReport
    left_out: tuple[str, ...]


def import_file(companion: Companion, path: Path, report: Report, *, leave_out: bool = False) -> TakenIn:
    """Take in the matches of a file with their pictures: all of them or none. Nothing that is here is changed.

    ``leave_out``: single matches that can't be taken in stop nothing. Raises `DonError` with one sentence, `OSError`.
    """
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ExchangeError("EXCHANGE_TOO_LARGE", most=MOST_BYTES // 1_000_000)
    at, left = companion.clock(), list[WrongMatchError]()
    if _is_notation(path, data):
        sent: Iterator[SentMatch] = iter([match_from_notation(data, None, at)])
    else:
        sent = _counted(read_matches(data, at, left.append if leave_out else None), data.count(b'"match_id"'), report)
    merged = merge(companion.log, sent, at, with_pictures=True, leave_out=left.append if leave_out else None)
    return TakenIn(merged, tuple(map(str, left)))


def _counted(matches: Iterator[SentMatch], about: int, report: Report) -> Iterator[SentMatch]:
    for number, match in enumerate(matches):
        report(number, max(about // 2, number + 1))
        yield match


def _is_notation(path: Path, data: bytes) -> bool:
    if path.suffix.lower() == ".json" or data.startswith(b"SQLite format 3\0"):
        return False
    return path.suffix.lower() in (".don", ".txt") or data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] != b"{"
