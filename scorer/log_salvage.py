"""Reading what can still be read of a damaged match log, entry by entry and picture by picture.

It works on a copy: `mend_copy` makes good a file that was cut short and a first page that is spoilt. Every entry has a
check sum, so that nothing is taken for an entry that was not one.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorer.errors import DonError
from scorer.matchlog import LogRow, parsed_row

_HEADER = 100
_PAGE_BYTES = slice(16, 18)
_CHANGES = slice(24, 28)
_PAGES = slice(28, 32)
_COUNTED_AT = slice(92, 96)
"""Places in the header of an SQLite file: the page size, the count of changes, the pages, when they were counted."""
_MOST = 2**34
"""A file of more bytes is not believed in."""


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """What could be read of one match: its entries from the first on, and the number of the last it had, if known.

    ``pictures``: number of the entry, time, JPEG; ``picture_rule``: bytes and days.
    """

    match_id: str
    rows: tuple[LogRow, ...]
    last: int | None
    pictures: tuple[tuple[int, str, bytes], ...]
    picture_rule: tuple[int, int | None] | None


@dataclass(frozen=True, slots=True)
class Salvage:
    """What could be read of a log. ``complete``: its list of matches was read to its end.

    ``twins`` and ``apart``: what a person said about two matches: their names, when, who said so.
    """

    matches: tuple[SavedMatch, ...] = ()
    complete: bool = False
    twins: tuple[tuple[str, str, str, str], ...] = ()
    apart: tuple[tuple[str, str, str, str], ...] = ()

    @property
    def entries(self) -> int:
        """How many entries of all matches."""
        return sum(len(one.rows) for one in self.matches)


def mend_copy(copy: Path, sample: Path) -> None:
    """Make a damaged file readable as far as that goes: its length, and its first page from a whole log.

    ``sample`` is a log with the same tables, best a backup of this one.
    """
    with sample.open("rb") as file:
        header = file.read(_HEADER)
        size = int.from_bytes(header[_PAGE_BYTES], "big")
        first = bytearray(header + file.read(size - _HEADER))
    length = copy.stat().st_size
    with copy.open("r+b") as file:
        pages = int.from_bytes(file.read(_HEADER)[_PAGES], "big")
        if length < size * pages <= _MOST:
            file.truncate(size * pages)
    if not _readable(copy):
        first[_PAGES], first[_COUNTED_AT] = (-(-length // size)).to_bytes(4, "big"), first[_CHANGES]
        with copy.open("r+b") as file:
            file.write(first)
            file.truncate(-(-length // size) * size)


def _readable(path: Path) -> bool:
    """Whether the first page can be read: it has the names of the tables."""
    db = sqlite3.connect(path, isolation_level=None)
    try:
        return bool(db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'events'").fetchone()[0])
    except (sqlite3.Error, UnicodeDecodeError):
        return False
    finally:
        db.close()


def salvage(path: Path) -> Salvage:
    """What can still be read of the log in the file."""
    db = sqlite3.connect(path, isolation_level=None)
    try:
        names, complete = _matches(db)
        return Salvage(
            tuple(_match(db, key, match_id) for key, match_id in names.items()),
            complete,
            tuple(_said(db, names, "SELECT match, same_as, at_utc, said_by FROM twins")),
            tuple(_said(db, names, "SELECT match, other, at_utc, said_by FROM not_twins")),
        )
    finally:
        db.close()


def _matches(db: sqlite3.Connection) -> tuple[dict[int, str], bool]:
    """The matches that can be read by their numbers: in one go as far as that goes, then one by one."""
    reading = _Rows(db, "SELECT key, match_id FROM matches ORDER BY key")
    names = {key: match_id for key, match_id in reading if isinstance(key, int) and isinstance(match_id, str)}
    complete = reading.complete
    last = _first(db, "SELECT MAX(match) FROM events")
    first = max(names, default=0) + 1
    for key in range(first, last + 1 if isinstance(last, int) else first):
        match_id = _first(db, "SELECT match_id FROM matches WHERE key = ?", (key,))
        if isinstance(match_id, str):
            names[key] = match_id
    return names, complete


def _match(db: sqlite3.Connection, key: int, match_id: str) -> SavedMatch:
    rows = tuple(_whole_rows(db, key, match_id))
    last = _first(db, "SELECT MAX(seq) FROM events WHERE match = ?", (key,))
    pictures = _Rows(db, "SELECT seq, at_utc, jpeg FROM pictures WHERE match = ? ORDER BY seq", (key,))
    rule = next(iter(_Rows(db, "SELECT budget_bytes, days FROM picture_rules WHERE match = ?", (key,))), None)
    return SavedMatch(
        match_id,
        rows,
        max(last, len(rows)) if isinstance(last, int) else None,
        tuple(row for row in pictures if [type(value) for value in row] == [int, str, bytes]),
        rule,
    )


def _whole_rows(db: sqlite3.Connection, key: int, match_id: str) -> Iterator[LogRow]:
    """The entries from the first on, up to one that can't be read."""
    query = "SELECT seq, at_utc, engine_version, body, crc FROM events WHERE match = ? ORDER BY seq"
    for number, row in enumerate(_Rows(db, query, (key,)), start=1):
        if row[0] != number:
            return
        try:
            yield parsed_row(match_id, *row)
        except DonError:
            return


def _said(db: sqlite3.Connection, names: dict[int, str], query: str) -> Iterator[tuple[str, str, str, str]]:
    for one, other, at_utc, said_by in _Rows(db, query):
        if one in names and other in names:
            yield names[one], names[other], str(at_utc), str(said_by)


def _first(db: sqlite3.Connection, query: str, parameters: Sequence[Any] = ()) -> Any:
    """The first value of the first row; None where it can't be read."""
    return next(iter(_Rows(db, query, parameters)), (None,))[0]


class _Rows:
    """The rows of a query up to the first that can't be read; `complete` says whether that was the last."""

    def __init__(self, db: sqlite3.Connection, query: str, parameters: Sequence[Any] = ()) -> None:
        self._asked = (db, query, parameters)
        self.complete = False

    def __iter__(self) -> Iterator[Any]:
        db, query, parameters = self._asked
        try:
            yield from db.execute(query, parameters)
            self.complete = True
        except (sqlite3.Error, UnicodeDecodeError):
            return
