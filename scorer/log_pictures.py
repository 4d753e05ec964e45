"""Kept pictures of the match log: a small JPEG of a trick, tied to its entry. Off unless a match has a rule for them.

An entry is written first and its picture after it, so that a picture that can't be written costs no trick. Undo and
corrections leave the pictures as they are; they go with their match, after the days of its rule, or to make room.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from scorer.log_file import LogError
from scorer.matchlog import MatchLog, utc_text
from scorer.trick_entries import entry_of_trick

BUDGET_BYTES = 10_000_000
"""For one match, where nothing else is said."""
MOST_DAYS = 36_500


@dataclass(frozen=True, slots=True)
class PictureRule:
    """That a match keeps pictures: at most so many bytes in all, for so many days (None: as long as the match)."""

    budget_bytes: int
    days: int | None


@dataclass(frozen=True, slots=True)
class KeptPicture:
    """A picture that is there: the number of its entry, when it was kept (UTC, ISO 8601), and its size."""

    seq: int
    at_utc: str
    size_bytes: int


def set_rule(log: MatchLog, match_id: str, budget_bytes: int = BUDGET_BYTES, days: int | None = None) -> PictureRule:
    """Let a match keep pictures from now on, or change its rule; pictures beyond a smaller budget go, the oldest first.

    Raises `LogError`: no such match, a budget or days that can't be.
    """
    rule, key = checked_rule(budget_bytes, days), log.key(match_id)
    with log.file.transaction():
        log.file.execute(
            "INSERT INTO picture_rules (match, budget_bytes, days) VALUES (?, ?, ?) "
            "ON CONFLICT (match) DO UPDATE SET budget_bytes = excluded.budget_bytes, days = excluded.days",
            (key, budget_bytes, days),
        )
        _make_room(log, key, budget_bytes)
    return rule


def end_rule(log: MatchLog, match_id: str) -> None:
    """Let a match keep no further pictures; those it has stay until it is deleted. Raises `LogError`: no such match."""
    key = log.key(match_id)
    with log.file.transaction():
        log.file.execute("DELETE FROM picture_rules WHERE match = ?", (key,))


def checked_rule(budget_bytes: int = BUDGET_BYTES, days: int | None = None) -> PictureRule:
    """A rule that can be set; `LogError` for a budget or days that can't be."""
    if budget_bytes < 1:
        raise LogError("PICTURE_BUDGET", bytes=budget_bytes)
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise LogError("PICTURE_DAYS", days=days, most=MOST_DAYS)
    return PictureRule(budget_bytes, days)


def rule_of(log: MatchLog, match_id: str) -> PictureRule | None:
    """The rule of a match; None where it keeps no pictures."""
    found = log.file.execute(f"SELECT budget_bytes, days FROM picture_rules WHERE match = {_MATCH}", (match_id,))
    return PictureRule(*found[0]) if found else None


def keep(log: MatchLog, match_id: str, seq: int, jpeg: bytes, at: datetime) -> None:
    """Keep the picture of entry `seq`, in place of an earlier one; the oldest of the match make room for it.

    Raises `LogError`: the match keeps no pictures or has no such entry, no JPEG, larger than the budget of the match,
    or a log that can't be written (``PICTURE_NOT_WRITTEN``). The entry itself is in the log all the same.
    """
    rule = rule_of(log, match_id)
    if rule is None:
        raise LogError("PICTURES_OFF", match=match_id)
    if not is_jpeg(jpeg):
        raise LogError("PICTURE_NO_JPEG")
    if len(jpeg) > rule.budget_bytes:
        raise LogError("PICTURE_TOO_LARGE", bytes=len(jpeg), budget=rule.budget_bytes)
    key = log.key(match_id)
    if log.file.value("SELECT 1 FROM events WHERE match = ? AND seq = ?", (key, seq)) is None:
        raise LogError("PICTURE_NO_ENTRY", match=match_id, seq=seq)
    try:
        with log.file.transaction():
            log.file.execute("DELETE FROM pictures WHERE match = ? AND seq = ?", (key, seq))
            _make_room(log, key, rule.budget_bytes - len(jpeg))
            log.file.execute(
                "INSERT INTO pictures (match, seq, at_utc, jpeg) VALUES (?, ?, ?, ?)", (key, seq, utc_text(at), jpeg)
            )
    except LogError as error:
        raise LogError("PICTURE_NOT_WRITTEN", **error.params) from error


def move(log: MatchLog, match_id: str, entries: Mapping[int, int]) -> None:
    """Where entries were taken back for good and recorded again, their pictures go with them: old number to new."""
    with log.file.transaction():
        for old, new in entries.items():
            log.file.execute(
                f"UPDATE OR REPLACE pictures SET seq = ? WHERE match = {_MATCH} AND seq = ?", (new, match_id, old)
            )


def picture_of(log: MatchLog, match_id: str, seq: int) -> bytes | None:
    """The JPEG of an entry; None where none is kept."""
    found = log.file.value(f"SELECT jpeg FROM pictures WHERE match = {_MATCH} AND seq = ?", (match_id, seq))
    if found is not None and not isinstance(found, bytes):
        raise LogError("LOG_DAMAGED", path=str(log.path), detail="a picture is none")
    return found


def picture_of_trick(log: MatchLog, match_id: str, hand: int, trick: int) -> bytes | None:
    """The JPEG of a trick as the record now numbers it (both from 1); None where none is kept.

    Raises `RecordError` for a record that can't be followed.
    """
    seq = entry_of_trick(log.events(match_id), hand, trick)
    return None if seq is None else picture_of(log, match_id, seq)


def pictures(log: MatchLog, match_id: str) -> tuple[KeptPicture, ...]:
    """What is kept of a match, in the order of its entries, without the pictures themselves."""
    found = log.file.execute(
        f"SELECT seq, at_utc, length(jpeg) FROM pictures WHERE match = {_MATCH} ORDER BY seq", (match_id,)
    )
    return tuple(KeptPicture(*row) for row in found)


def used_bytes(log: MatchLog, match_id: str | None = None) -> int:
    """How many bytes the pictures of a match take, or of all matches."""
    if match_id is None:
        return int(log.file.value("SELECT COALESCE(SUM(length(jpeg)), 0) FROM pictures"))
    return sum(picture.size_bytes for picture in pictures(log, match_id))


def count_of_all(log: MatchLog) -> int:
    """How many pictures are kept, of all matches."""
    return int(log.file.value("SELECT COUNT(*) FROM pictures"))


def expire(log: MatchLog, at: datetime) -> int:
    """Delete the pictures that are older than the days of their match; how many. `at`: the present time."""
    old = (
        "FROM pictures WHERE julianday(at_utc) < julianday(?) - "
        "(SELECT days FROM picture_rules WHERE picture_rules.match = pictures.match)"
    )
    count = int(log.file.value(f"SELECT COUNT(*) {old}", (utc_text(at),)))
    if count:
        log.file.execute(f"DELETE {old}", (utc_text(at),))
    return count


def is_jpeg(data: bytes) -> bool:
    """Whether the bytes begin and end as a whole JPEG does."""
    return len(data) > 4 and data.startswith(b"\xff\xd8\xff") and data.endswith(b"\xff\xd9")


_MATCH = "(SELECT key FROM matches WHERE match_id = ?)"


def _make_room(log: MatchLog, key: int, budget_bytes: int) -> None:
    """Delete the oldest pictures of a match until the others fit into so many bytes."""
    found = log.file.execute(
        "SELECT seq, length(jpeg) FROM pictures WHERE match = ? ORDER BY at_utc DESC, seq DESC", (key,)
    )
    left = budget_bytes
    for seq, size in found:
        left -= size
        if left < 0:
            log.file.execute("DELETE FROM pictures WHERE match = ? AND seq = ?", (key, seq))
