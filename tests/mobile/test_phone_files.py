"""The share sheet and the picker as Android is asked for them; the phone's own classes are played here."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import pytest

from mobile.phone import files

OK, CANCELLED = -1, 0


class JavaError(Exception):
    """What pyjnius raises for an exception of the phone."""


class Phone:
    """The classes of the phone by name; documents are files of ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.classes: dict[str, Any] = {}
        self.bound: list[Callable[..., None]] = []
        self.activity = self.named("org.kivy.android.PythonActivity").mActivity
        self.named("android.os.Build$VERSION").SDK_INT = 34
        resolver = self.activity.getContentResolver.return_value
        resolver.openFileDescriptor.side_effect = self.opened
        resolver.insert.return_value = "document"
        cursor = resolver.query.return_value
        cursor.moveToFirst.return_value = True
        cursor.getString.return_value = "../evening.json"

    def named(self, name: str) -> Any:
        return self.classes.setdefault(name, MagicMock(name=name))

    def opened(self, uri: str, mode: str) -> Any:
        flags = os.O_RDONLY if mode == "r" else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        handle = MagicMock()
        handle.detachFd.side_effect = lambda: os.open(self.folder / uri, flags)
        return handle

    def answer(self, result: int, uri: str = "document") -> None:
        """What the system's page gives back to the last question."""
        _, code = self.activity.startActivityForResult.call_args.args
        intent = MagicMock()
        intent.getData.return_value = uri
        for callback in list(self.bound):
            callback(code, result, intent)


@pytest.fixture
def phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Phone:
    (tmp_path / "phone").mkdir()
    made = Phone(tmp_path / "phone")
    jnius, android = ModuleType("jnius"), ModuleType("android")
    parts: dict[str, Any] = {"JavaException": JavaError, "autoclass": made.named, "cast": lambda _, value: value}
    for name, value in parts.items():
        setattr(jnius, name, value)
    activity = MagicMock()
    activity.bind.side_effect = lambda on_activity_result: made.bound.append(on_activity_result)
    activity.unbind.side_effect = lambda on_activity_result: made.bound.remove(on_activity_result)
    vars(android)["activity"] = activity
    monkeypatch.setitem(sys.modules, "jnius", jnius)
    monkeypatch.setitem(sys.modules, "android", android)
    monkeypatch.setenv("ANDROID_ARGUMENT", "")
    return made


def test_a_file_is_shared_from_the_downloads(phone: Phone, tmp_path: Path) -> None:
    (tmp_path / "all.json").write_text("matches")
    assert files.can_share()
    files.share(tmp_path / "all.json", "application/json", "Everything")
    assert (phone.folder / "document").read_text() == "matches"
    assert phone.activity.startActivity.called
    phone.activity.startActivity.side_effect = JavaError("no app")
    with pytest.raises(OSError, match="no app"):
        files.share(tmp_path / "all.json", "application/json", "Everything")
    phone.named("android.os.Build$VERSION").SDK_INT = 28
    assert not files.can_share()


def test_a_document_is_copied_before_it_is_read(phone: Phone, tmp_path: Path) -> None:
    (phone.folder / "document").write_text("matches")
    given: list[object] = []
    files.pick(tmp_path / "picked", given.append)
    phone.answer(OK)
    assert given == [tmp_path / "picked" / "evening.json"], "under its own name, and in our folder"
    assert (tmp_path / "picked" / "evening.json").read_text() == "matches" and not phone.bound
    files.pick(tmp_path / "picked", given.append)
    phone.answer(CANCELLED)
    assert given[1:] == [None]
    files.pick(tmp_path / "picked", given.append)
    phone.answer(OK, "gone")
    assert isinstance(given[2], OSError)


def test_where_a_file_goes_is_asked(phone: Phone, tmp_path: Path) -> None:
    (tmp_path / "all.json").write_text("matches")
    given: list[object] = []
    files.save_as(tmp_path / "all.json", "application/json", given.append)
    phone.answer(OK)
    assert given == [tmp_path / "all.json"] and (phone.folder / "document").read_text() == "matches"
    phone.activity.startActivityForResult.side_effect = JavaError("nothing there")
    with pytest.raises(OSError, match="nothing there"):
        files.save_as(tmp_path / "all.json", "application/json", given.append)
