"""Writes a file whole or not at all."""

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_ENDING = ".tmp"


def write_whole(path: Path, parts: Iterable[bytes], *, lasting: bool = True) -> None:
    """Put ``parts`` into a new file beside ``path`` that then takes its place; the rights of a file there are kept.

    `OSError` with the name of the file if that can't be done, and whatever ``parts`` raises; what was there before is
    there still. What was written survives a power cut, if it is ``lasting``; else the end of the program only.
    """
    try:
        _write(path.resolve(), parts, lasting)
    except OSError as error:
        # A full disk names no file, and anything else the one that was to be renamed.
        if str(error.filename or _ENDING).endswith(_ENDING):
            error.filename = str(path)
        raise


def _write(path: Path, parts: Iterable[bytes], lasting: bool) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem[:100]}-", suffix=_ENDING)
    try:
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                file.write(part)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        Path(name).chmod(_rights(path))
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
    if lasting:
        sync_folder(path.parent)


def sync_file(path: Path) -> None:
    """Have the file on the disk before it is relied on. Raises `OSError`."""
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(path: Path) -> None:
    """Have the names in the folder on the disk; Windows and some file systems can't do that."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _rights(path: Path) -> int:
    """Those of the file that is there; else what this user gives to new files."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
