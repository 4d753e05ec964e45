"""The system's share sheet and file picker on Android, by Intents; nothing is asked for that needs a permission.

A file that is shared is first copied to the phone's Download/Don, because other apps can't look into our folder. A
document that is picked is copied into our folder before anything reads it. On other systems none of this is there:
`mobile.screens.sharing` shows our own page of files instead.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import IO, Any

from mobile.phone import on_android

MEDIA_STORE_API = 29
"""From this version of Android on a file can be put among the downloads without a permission."""
_PICK, _SAVE = 0x0D01, 0x0D02
_DOWNLOADS = "Download/Don"

Done = Callable[[Path | OSError | None], object]
"""Is given the file, what went wrong, or None where the person thought better of it; called on the system's thread."""
_waiting: dict[int, Callable[[Any], object]] = {}


def can_share() -> bool:
    """Whether the system has a share sheet that can be given a file."""
    if not on_android():
        return False
    from jnius import autoclass

    return bool(autoclass("android.os.Build$VERSION").SDK_INT >= MEDIA_STORE_API)


def share(path: Path, mime: str, title: str) -> None:
    """Open the share sheet with a file. `OSError` where no app takes it or it can't be copied."""
    from jnius import JavaException, autoclass, cast

    intent_class = autoclass("android.content.Intent")
    try:
        uri = _copied_to_downloads(path, mime)
        intent = intent_class(intent_class.ACTION_SEND)
        intent.setType(mime)
        intent.putExtra(intent_class.EXTRA_STREAM, cast("android.os.Parcelable", uri))
        intent.addFlags(intent_class.FLAG_GRANT_READ_URI_PERMISSION)
        words = cast("java.lang.CharSequence", autoclass("java.lang.String")(title))
        _activity().startActivity(intent_class.createChooser(intent, words))
    except JavaException as error:
        raise OSError(str(error)) from error


def save_as(path: Path, mime: str, done: Done) -> None:
    """Have the person say where a copy of the file is put; `OSError` where the system can't ask."""

    def write(uri: Any) -> Path:
        _write_to(uri, path)
        return path

    _ask("ACTION_CREATE_DOCUMENT", mime, _SAVE, partial(_answer, write, done), title=path.name)


def pick(folder: Path, done: Done) -> None:
    """Have the person choose a document; a copy of it in ``folder`` is given to ``done``.

    All kinds are offered: the system knows no kind of its own for our files. `OSError` where the system can't ask.
    """
    _ask("ACTION_OPEN_DOCUMENT", "*/*", _PICK, partial(_answer, partial(_copied_here, folder), done))


def _answer(use: Callable[[Any], Path], done: Done, intent: Any) -> None:
    """Use the document that was chosen, and tell what came of it."""
    from jnius import JavaException

    if intent is None:
        done(None)
        return
    try:
        made: Path | OSError = use(intent.getData())
    except OSError as error:
        made = error
    except JavaException as error:
        made = OSError(str(error))
    done(made)


def _activity() -> Any:
    from jnius import autoclass

    return autoclass("org.kivy.android.PythonActivity").mActivity


def _ask(
    action: str,
    mime: str,
    code: int,
    answered: Callable[[Any], object],
    title: str = "",
) -> None:
    """Start the system's own page for documents; ``answered`` gets its intent, or None where nothing was chosen."""
    from android import activity
    from jnius import JavaException, autoclass

    intent_class = autoclass("android.content.Intent")
    intent = intent_class(getattr(intent_class, action))
    intent.addCategory(intent_class.CATEGORY_OPENABLE)
    intent.setType(mime)
    if title:
        intent.putExtra(intent_class.EXTRA_TITLE, title)
    if not _waiting:
        activity.bind(on_activity_result=_result)
    _waiting[code] = answered
    try:
        _activity().startActivityForResult(intent, code)
    except JavaException as error:
        _waiting.pop(code, None)
        raise OSError(str(error)) from error


def _result(code: int, result: int, intent: Any) -> None:
    from android import activity

    answered = _waiting.pop(code, None)
    if answered is None:
        return
    if not _waiting:
        activity.unbind(on_activity_result=_result)
    ok = -1  # Activity.RESULT_OK
    answered(intent if result == ok and intent is not None else None)


# Streams


def _copied_to_downloads(path: Path, mime: str) -> Any:
    """A copy of the file among the phone's downloads, as a content URI."""
    from jnius import autoclass

    columns = autoclass("android.provider.MediaStore$MediaColumns")
    downloads = autoclass("android.provider.MediaStore$Downloads")
    values = autoclass("android.content.ContentValues")()
    values.put(columns.DISPLAY_NAME, path.name)
    values.put(columns.MIME_TYPE, mime)
    values.put(columns.RELATIVE_PATH, _DOWNLOADS)
    uri = _activity().getContentResolver().insert(downloads.EXTERNAL_CONTENT_URI, values)
    if uri is None:
        raise OSError(f"{path.name}: {_DOWNLOADS}")
    _write_to(uri, path)
    return uri


def _write_to(uri: Any, path: Path) -> None:
    with _opened(uri, "wt") as target, path.open("rb") as file:
        shutil.copyfileobj(file, target)


def _copied_here(folder: Path, uri: Any) -> Path:
    """A copy of a document in our folder, under its own name."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (_name_of(uri) or "picked")
    with _opened(uri, "r") as source, path.open("wb") as file:
        shutil.copyfileobj(source, file)
    return path


def _opened(uri: Any, mode: str) -> IO[bytes]:
    """A document as a file of ours; its descriptor is ours to close."""
    opened = _activity().getContentResolver().openFileDescriptor(uri, mode)
    return os.fdopen(opened.detachFd(), "rb" if mode == "r" else "wb")


def _name_of(uri: Any) -> str:
    """The name of a document as its app tells it, without folders."""
    from jnius import autoclass

    name = autoclass("android.provider.OpenableColumns").DISPLAY_NAME
    cursor = _activity().getContentResolver().query(uri, [name], None, None, None)
    if cursor is None:
        return ""
    with closing(cursor):
        if not cursor.moveToFirst():
            return ""
        told = cursor.getString(0) or ""
    return Path(told.replace("\\", "/")).name[:120]
