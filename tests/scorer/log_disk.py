# ruff: noqa: N802
"""A disk in memory that loses its power, or is full, or fails, at a chosen operation: an SQLite VFS through APSW.

It behaves as SQLite's own VFS for Unix: the first sync of a journal or a write-ahead file also syncs the folder, a
write changes no byte outside what it writes. What was synced stays. Of what was written since, a random part stays:
sector by sector in any order, some sectors torn or filled with rubbish; of files made or removed, too, where the
folder was not synced.
"""

import random
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import apsw

JOURNALS = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL | apsw.SQLITE_OPEN_WAL


class Operation(NamedTuple):
    """One change of the disk: what was done, to which file, in which step of the program's script."""

    act: str
    name: str
    step: int


class Inode:
    """The bytes of a file: as the program sees them, as last synced, and what was done since."""

    def __init__(self, data: bytes = b"") -> None:
        self.now = bytearray(data)
        self.synced = bytes(data)
        self.since: list[tuple[int, bytes | None]] = []

    def write(self, offset: int, data: bytes | None) -> None:
        """Write at ``offset``; None cuts the file there."""
        _put(self.now, offset, data)
        self.since.append((offset, data))

    def sync(self) -> None:
        self.synced = bytes(self.now)
        self.since.clear()

    def left(self, rng: random.Random, share: float, sector: int) -> bytes:
        """What a power cut leaves: of the writes since the last sync about this share."""
        data = bytearray(self.synced)
        for offset, written in self.since:
            if written is None:
                if rng.random() < share:
                    _put(data, offset, None)
                continue
            end = offset + len(written)
            edges = [offset, *range(offset - offset % sector + sector, end, sector), end]
            for first, last in pairwise(edges):
                part = written[first - offset : last - offset]
                if rng.random() < share:
                    _put(data, first, part)
                elif rng.random() < 0.1:
                    _put(data, first, part[: rng.randrange(len(part))])
                elif rng.random() < 0.1:
                    _put(data, first, rng.randbytes(len(part)))
        return bytes(data)


def _put(data: bytearray, offset: int, written: bytes | None) -> None:
    if written is None:
        del data[offset:]
        return
    if len(data) < offset:
        data.extend(bytes(offset - len(data)))
    data[offset : offset + len(written)] = written


class Disk:
    """Files by their full names. ``stop_at``: the number of the operation (from 1) at which something happens.

    ``error`` None: the power is cut in it. Else that operation, and with ``lasting`` every later one that needs
    room, gives this error of SQLite.
    """

    def __init__(
        self,
        files: Mapping[str, bytes],
        stop_at: int = 0,
        error: type[apsw.Error] | None = None,
        *,
        lasting: bool = False,
    ) -> None:
        self.files = {name: Inode(data) for name, data in files.items()}
        self.synced_files = dict(self.files)
        self.since: list[tuple[str, Inode | None]] = []
        self.stop_at, self.error, self.lasting = stop_at, error, lasting
        self.operations: list[Operation] = []
        self.step = 0
        self.is_cut = False
        self.is_left = False

    def change(self, act: str, name: str, work: Callable[[], None]) -> None:
        """Do an operation; where the power is cut in it, a sync is not done, anything else is done but not synced.

        Raises the error that is asked for.
        """
        self.need_power()
        if self.is_left:
            return
        self.operations.append(Operation(act, name, self.step))
        number = len(self.operations)
        if self.stop_at and number >= self.stop_at:
            if self.error is None:
                self.is_cut = True
            elif number == self.stop_at or (self.lasting and act in ("write", "create")):
                raise self.error("as asked for")
        if not (self.is_cut and act == "sync"):
            work()
        self.need_power()

    def need_power(self) -> None:
        """Without power nothing can be read or written; a program that is only being closed is not told."""
        if self.is_cut and not self.is_left:
            raise apsw.IOError("the power is cut")

    def name(self, name: str, inode: Inode | None) -> None:
        """Give a file its name, or take the name away; the folder is not synced yet."""
        if inode is None:
            del self.files[name]
        else:
            self.files[name] = inode
        self.since.append((name, inode))

    def sync_folder(self) -> None:
        self.synced_files = dict(self.files)
        self.since.clear()

    def left(self, rng: random.Random) -> dict[str, bytes]:
        """The files that are found when the power is back."""
        share, sector = rng.choice((0.0, 0.1, 0.5, 0.9, 1.0)), rng.choice((512, 4096))
        names = dict(self.synced_files)
        for name, inode in self.since:
            if rng.random() < share:
                names.pop(name, None)
                if inode is not None:
                    names[name] = inode
        return {name: inode.left(rng, share, sector) for name, inode in names.items()}


class DiskFile:
    """An open file, with the methods SQLite asks for."""

    def __init__(self, disk: Disk, name: str, inode: Inode, flags: int) -> None:
        self._disk, self._name, self._inode = disk, name, inode
        self._syncs_folder = bool(flags & JOURNALS and flags & apsw.SQLITE_OPEN_CREATE)

    def xRead(self, amount: int, offset: int) -> bytes:
        self._disk.need_power()
        return bytes(self._inode.now[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.change("write", self._name, lambda: self._inode.write(offset, bytes(data)))

    def xTruncate(self, size: int) -> None:
        self._disk.change("truncate", self._name, lambda: self._inode.write(size, None))

    def xSync(self, flags: int) -> None:
        self._disk.change("sync", self._name, self._sync)

    def _sync(self) -> None:
        self._inode.sync()
        if self._syncs_folder:
            self._disk.sync_folder()
            self._syncs_folder = False

    def xFileSize(self) -> int:
        self._disk.need_power()
        return len(self._inode.now)

    def xClose(self) -> None:
        """Nothing is written by closing."""

    def xLock(self, level: int) -> None:
        """The disk belongs to one program."""

    def xUnlock(self, level: int) -> None:
        """The disk belongs to one program."""

    def xCheckReservedLock(self) -> bool:
        return False

    def xFileControl(self, op: int, pointer: int) -> bool:
        return False

    def xSectorSize(self) -> int:
        return 4096

    def xDeviceCharacteristics(self) -> int:
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE


class NoSuchFileError(apsw.IOError):
    """What SQLite expects where a file to delete isn't there."""

    extendedresult = apsw.SQLITE_IOERR_DELETE_NOENT


class NoRoomError(apsw.FullError):
    """The disk is full."""

    extendedresult = apsw.SQLITE_FULL


class BrokenError(apsw.IOError):
    """The disk fails."""

    extendedresult = apsw.SQLITE_IOERR_WRITE


class DiskVFS(apsw.VFS):
    """The disk as SQLite sees it."""

    def __init__(self, disk: Disk) -> None:
        self.registered = f"disk-{id(disk)}"
        self._disk = disk
        super().__init__(self.registered, base="")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> Any:
        if self._disk.is_cut:
            raise apsw.CantOpenError("the power is cut")
        flags[1] = flags[0]
        if name is None:
            return DiskFile(Disk({}), "", Inode(), flags[0])
        text = name.filename() if isinstance(name, apsw.URIFilename) else name
        if text not in self._disk.files:
            if not flags[0] & apsw.SQLITE_OPEN_CREATE:
                raise apsw.CantOpenError(text)
            self._disk.change("create", text, lambda: self._disk.name(text, Inode()))
        return DiskFile(self._disk, text, self._disk.files[text], flags[0])

    def xDelete(self, name: str, sync_folder: bool) -> None:
        if name not in self._disk.files:
            raise NoSuchFileError(name)
        self._disk.change("delete", name, lambda: self._disk.name(name, None))
        if sync_folder:
            self._disk.change("sync", name, self._disk.sync_folder)

    def xAccess(self, name: str, flags: int) -> bool:
        self._disk.need_power()
        return name in self._disk.files and len(self._disk.files[name].now) > 0


@contextmanager
def silent() -> Iterator[None]:
    """Within it, errors of the disk that SQLite can't pass on are not printed."""
    printing = sys.unraisablehook

    def choose(unraisable: "sys.UnraisableHookArgs") -> None:
        if not isinstance(unraisable.exc_value, apsw.Error):
            printing(unraisable)

    sys.unraisablehook = choose
    try:
        yield
    finally:
        sys.unraisablehook = printing


@contextmanager
def _as_sqlite3() -> Iterator[None]:
    """APSW's errors as those of `sqlite3`, which the log knows."""
    try:
        yield
    except apsw.Error as error:
        known = sqlite3.OperationalError(str(error))
        known.sqlite_errorcode = getattr(error, "extendedresult", apsw.SQLITE_ERROR)
        raise known from error


class DiskRows:
    """What a statement gives."""

    def __init__(self, cursor: apsw.Cursor) -> None:
        self._cursor = cursor

    def fetchone(self) -> Any:
        with _as_sqlite3():
            return self._cursor.fetchone()

    def fetchall(self) -> list[Any]:
        with _as_sqlite3():
            return self._cursor.fetchall()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.fetchall())


class DiskDatabase:
    """A connection through APSW with the methods of `scorer.log_file.Database`.

    ``synchronous`` stands in place of the log's own FULL; ``pages``: the size of the write-ahead file at which it is
    written into the log.
    """

    def __init__(self, disk: Disk, path: Path, synchronous: str, pages: int) -> None:
        self._disk, self._synchronous = disk, synchronous
        self._vfs, self._closed, self._pages = DiskVFS(disk), False, pages
        with _as_sqlite3():
            self._connection = apsw.Connection(str(path), vfs=self._vfs.registered)
            self._connection.set_wal_hook(self._committed)

    def _committed(self, connection: apsw.Connection, name: str, pages: int) -> int:
        """SQLite's own checkpoint after a commit: where it fails, the commit stands all the same."""
        if pages >= self._pages:
            try:
                connection.wal_checkpoint(name)
            except apsw.Error:
                self._disk.need_power()
        return apsw.SQLITE_OK

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> DiskRows:
        if sql == "PRAGMA synchronous = FULL":
            sql = f"PRAGMA synchronous = {self._synchronous}"
        with _as_sqlite3():
            return DiskRows(self._connection.execute(sql, parameters))

    def close(self) -> None:
        """As `sqlite3` does it: an error of the disk is no error of closing; a power cut is."""
        if self._closed:
            return
        self._closed, self._disk.is_left = True, self._disk.is_cut
        try:
            with _as_sqlite3():
                self._connection.close(True)
        except sqlite3.Error:
            self._disk.is_left = self._disk.is_cut
            self._connection.close(True)
            if self._disk.is_cut:
                raise
        finally:
            self._vfs.unregister()
