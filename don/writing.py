"""Files that a command writes: whole or not at all, and never over one that is there unless it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from don.status import UsageError
from scorer import whole_file


def check_target(path: Path, force: bool) -> None:
    """Refuse a place where no file can be written, or may not be, before anything is done (`UsageError`)."""
    if path.is_dir():
        raise UsageError(f"{path} is a folder: name a file in it.")
    if path.exists() and not path.is_file():
        raise UsageError(f"{path} is no file to write to: name another.")
    if path.exists() and not force:
        raise UsageError(f"{path} is there already: name another file, or add --force to replace it.")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"There is no folder {path.absolute().parent}: make it first, or name another.")


def write_whole(path: Path, parts: Iterable[bytes], force: bool) -> None:
    """Write the parts under another name, and give the file its own name when it is complete and on the disk.

    Raises `UsageError` as `check_target`, `OSError`, and whatever `parts` raises; nothing is left behind then.
    """
    check_target(path, force)
    whole_file.write_whole(path, _then_checked(path, parts, force))


def _then_checked(path: Path, parts: Iterable[bytes], force: bool) -> Iterator[bytes]:
    """The parts; a file that has come there meanwhile is not replaced either."""
    yield from parts
    check_target(path, force)
