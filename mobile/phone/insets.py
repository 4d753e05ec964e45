"""What the system's bars and the camera's hole cover of the window, in pixels. No Kivy.

From API 35 on Android draws an app under its bars. Elsewhere nothing is covered, unless ``DON_INSETS`` says so, as
four numbers with commas: left, top, right, bottom. So a window on a desktop can be looked at as on such a phone.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from mobile.phone import on_android

Insets = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""

VARIABLE = "DON_INSETS"
NOTHING: Insets = (0.0, 0.0, 0.0, 0.0)
_TYPES_API, _CUTOUT_API = 30, 28
"""Android 11 knows the kinds of insets by name; Android 9 is the first with a hole for the camera."""


def window_insets(environ: Mapping[str, str] | None = None) -> Insets:
    """What is covered now; it changes when the phone is turned or its bars go. Whatever can't be asked is nothing."""
    environ = os.environ if environ is None else environ
    if environ.get(VARIABLE):
        return _of_text(environ[VARIABLE])
    if not on_android():
        return NOTHING
    try:
        return _of_android()
    except Exception:  # Java's errors are many; an app that is a little covered is better than none
        return NOTHING


def _of_text(text: str) -> Insets:
    """Four numbers with commas; anything else covers nothing."""
    try:
        left, top, right, bottom = (max(0.0, float(part)) for part in text.split(","))
    except ValueError:
        return NOTHING
    return left, top, right, bottom


def _of_android() -> Insets:
    from jnius import autoclass

    activity = autoclass("org.kivy.android.PythonActivity").mActivity
    insets = activity.getWindow().getDecorView().getRootWindowInsets()
    if insets is None:  # no window yet
        return NOTHING
    api = autoclass("android.os.Build$VERSION").SDK_INT
    if api >= _TYPES_API:
        kinds = autoclass("android.view.WindowInsets$Type")
        box = insets.getInsets(kinds.systemBars() | kinds.displayCutout())
        return float(box.left), float(box.top), float(box.right), float(box.bottom)
    if api >= _CUTOUT_API and insets.getDisplayCutout() is not None:
        cutout = insets.getDisplayCutout()
        return (
            float(cutout.getSafeInsetLeft()),
            float(cutout.getSafeInsetTop()),
            float(cutout.getSafeInsetRight()),
            float(cutout.getSafeInsetBottom()),
        )
    return NOTHING
