"""What the system's bars cover: asked of Android, named for a test, nothing elsewhere."""

import sys
import types
from typing import Any

import pytest

from mobile.phone.insets import NOTHING, window_insets


def test_a_desktop_is_not_covered() -> None:
    assert window_insets({}) == NOTHING


@pytest.mark.parametrize(
    ("text", "insets"),
    [
        ("0,40,0,60", (0, 40, 0, 60)),
        (" 1 , 2.5, 3,4", (1, 2.5, 3, 4)),
        ("-5,0,0,9", (0, 0, 0, 9)),
        ("40", NOTHING),
        ("a,b,c,d", NOTHING),
        ("1,2,3,4,5", NOTHING),
    ],
)
def test_four_numbers_are_taken_and_nothing_else(text: str, insets: tuple[float, ...]) -> None:
    assert window_insets({"DON_INSETS": text}) == insets


def _phone(monkeypatch: pytest.MonkeyPatch, api: int, insets: Any) -> None:
    """A stand-in for Android's side; the real one is only on a phone."""
    decor = types.SimpleNamespace(getRootWindowInsets=lambda: insets)
    window = types.SimpleNamespace(getDecorView=lambda: decor)
    classes = {
        "org.kivy.android.PythonActivity": types.SimpleNamespace(
            mActivity=types.SimpleNamespace(getWindow=lambda: window)
        ),
        "android.os.Build$VERSION": types.SimpleNamespace(SDK_INT=api),
        "android.view.WindowInsets$Type": types.SimpleNamespace(systemBars=lambda: 7, displayCutout=lambda: 128),
    }
    jnius = types.ModuleType("jnius")
    jnius.__dict__["autoclass"] = classes.__getitem__
    monkeypatch.setitem(sys.modules, "jnius", jnius)
    monkeypatch.setenv("ANDROID_ARGUMENT", "")


def test_a_new_phone_is_asked_for_bars_and_cutout_together(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def get(kinds: int) -> Any:
        asked.append(kinds)
        return types.SimpleNamespace(left=0, top=96, right=0, bottom=132)

    _phone(monkeypatch, 35, types.SimpleNamespace(getInsets=get))
    assert window_insets({}) == (0, 96, 0, 132)
    assert asked == [7 | 128]


def test_an_older_phone_has_a_cutout_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    sides = {f"getSafeInset{side}": lambda: 0 for side in ("Left", "Right", "Bottom")}
    cutout = types.SimpleNamespace(**sides, getSafeInsetTop=lambda: 80)
    _phone(monkeypatch, 28, types.SimpleNamespace(getDisplayCutout=lambda: cutout))
    assert window_insets({}) == (0, 80, 0, 0)
    _phone(monkeypatch, 28, types.SimpleNamespace(getDisplayCutout=lambda: None))
    assert window_insets({}) == NOTHING
    _phone(monkeypatch, 24, types.SimpleNamespace())
    assert window_insets({}) == NOTHING


def test_before_there_is_a_window_and_after_an_error_nothing_is_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    _phone(monkeypatch, 35, None)
    assert window_insets({}) == NOTHING
    _phone(monkeypatch, 35, types.SimpleNamespace())  # it has no getInsets
    assert window_insets({}) == NOTHING
