"""What lies in a folder, for our own page of files on systems without a file picker that we can open. No Kivy."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from mobile.players import SessionError
from mobile.texts import label
from scorer.names import shown_name

MOST = 500
"""So many entries of a folder are listed."""
_FORBIDDEN = '<>:"/\\|?*'


@dataclass(frozen=True, slots=True)
class FileRow:
    """A folder or a file: its place, its name, what is said of it."""

    path: Path
    name: str
    detail: str
    folder: bool


def rows_of(folder: Path, endings: Collection[str]) -> list[FileRow]:
    """The folders and the files with one of these endings (none: all), folders first, hidden ones left out.

    Raises `SessionError` where the folder can't be looked into.
    """
    found = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                is_folder = entry.is_dir()
                fits = is_folder or not endings or Path(entry.name).suffix.lower() in endings
                if fits and not entry.name.startswith("."):
                    found.append(_row(entry, is_folder))
    except OSError as error:
        raise SessionError("FOLDER_UNREADABLE", name=folder.name or str(folder), detail=error.strerror) from error
    return sorted(found, key=lambda row: (not row.folder, row.name.casefold()))[:MOST]


def _row(entry: os.DirEntry[str], is_folder: bool) -> FileRow:
    detail = label("files_folder")
    if not is_folder:
        try:
            detail = size_words(entry.stat().st_size)
        except OSError:
            detail = ""
    return FileRow(Path(entry.path), shown_name(entry.name), detail, is_folder)


def size_words(size: int) -> str:
    """The size of a file in kB or MB."""
    if size < 10**6:
        return label("bytes_kb", size=max(1, round(size / 1000)))
    return label("megabytes", size=f"{size / 10**6:.1f}")


def shortcuts(own: Path, home: Path | None = None) -> list[tuple[str, Path]]:
    """Folders that people keep files in, as far as they are there, by the codes of their labels."""
    home = home or Path.home()
    known = [
        ("files_home", home),
        ("files_documents", home / "Documents"),
        ("files_downloads", home / "Downloads"),
        ("files_desktop", home / "Desktop"),
        ("files_media", Path("/media") / home.name),
        ("files_own", own),
    ]
    return [(code, path) for code, path in known if path.is_dir()]


def checked_name(text: str, ending: str) -> str:
    """The name under which a file is saved: with its ending, without signs that file systems refuse.

    Raises `SessionError` where nothing is written.
    """
    plain = "".join("_" if sign in _FORBIDDEN or not sign.isprintable() else sign for sign in text).strip(" .")
    if not plain:
        raise SessionError("NO_FILE_NAME")
    return plain if Path(plain).suffix.lower() == ending else f"{plain[:120]}{ending}"
