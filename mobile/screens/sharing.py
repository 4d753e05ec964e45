"""Files go out and come in: through the system's share sheet and picker on a phone, through our own page elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mobile.match_files import emptied
from mobile.phone import files, on_android
from mobile.texts import label

if TYPE_CHECKING:
    from mobile.screens.page import Page

PICKED = "picked"
"""In the app's own folder: copies of documents that were picked."""
MATCH_FILES = (".json", ".don", ".txt")


def share_file(page: Page, path: Path, mime: str, title: str) -> None:
    """Offer a file to other apps; where that can't be done, ask where it is to be saved."""
    if not on_android():
        page.shell.go("files", source=path, mime=mime)
        return
    try:
        if files.can_share():
            files.share(path, mime, title)
        else:
            save_file(page, path, mime)
    except OSError:
        page.shell.tell(label("NO_SHARING"), "impossible")


def save_file(page: Page, path: Path, mime: str) -> None:
    """Ask where a copy of the file is to be put."""
    if not on_android():
        page.shell.go("files", source=path, mime=mime)
        return
    try:
        files.save_as(path, mime, partial(page.shell.later, partial(_saved, page)))
    except OSError:
        page.shell.tell(label("NO_SHARING"), "impossible")


def _saved(page: Page, made: Path | OSError | None) -> None:
    if isinstance(made, OSError):
        page.shell.tell(label("WORK_FAILED", detail=made.strerror or made), "impossible")
    elif made is not None:
        page.shell.tell(label("saved", name=made.name))


def pick_file(page: Page, picked: Callable[[Path], object]) -> None:
    """Ask for a file; ``picked`` gets it on the screen's thread, and nothing where nobody chose one."""
    if not on_android():
        page.shell.go("files", picked=picked, endings=MATCH_FILES)
        return
    try:
        files.pick(emptied(page.companion.folder / PICKED), partial(page.shell.later, partial(_picked, page, picked)))
    except OSError:
        page.shell.tell(label("NO_SHARING"), "impossible")


def _picked(page: Page, picked: Callable[[Path], object], made: Path | OSError | None) -> None:
    if isinstance(made, OSError):
        page.shell.tell(label("WORK_FAILED", detail=made.strerror or made), "impossible")
    elif made is not None:
        picked(made)
