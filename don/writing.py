"""Files that a command writes: whole or not at all, and never over one that is there unless it is asked for."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from don.status import UsageError


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
    handle, name = tempfile.mkstemp(dir=path.absolute().parent, prefix=f".{path.name[:100]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o666 & ~_umask())
        check_target(path, force)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _umask() -> int:
    """Which rights a new file lacks; `mkstemp` makes one that only its owner can read."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
