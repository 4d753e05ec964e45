"""The phone's vibration, by its VIBRATE permission; elsewhere nothing shakes. No Kivy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mobile.phone import on_android

_ONE_SHOT_API = 26
"""Android 8: patterns are `VibrationEffect`s from here on."""
_ONCE = -1


def shake(pattern_ms: Sequence[int]) -> None:
    """Shake for so many milliseconds, rest, shake, and so on. A phone that can't does nothing."""
    if not on_android() or not pattern_ms:
        return
    try:
        _shake(list(pattern_ms))
    except Exception:  # Java's errors are many, and a trick must not fail because a phone can't shake
        return


def _shake(pattern_ms: list[int]) -> None:
    from jnius import autoclass

    activity = autoclass("org.kivy.android.PythonActivity").mActivity
    service = activity.getSystemService("vibrator")
    if service is None or not service.hasVibrator():
        return
    waits: list[int] = [0, *pattern_ms]  # a pattern begins with its rest
    if autoclass("android.os.Build$VERSION").SDK_INT >= _ONE_SHOT_API:
        effect: Any = autoclass("android.os.VibrationEffect").createWaveform(waits, _ONCE)
        service.vibrate(effect)
    else:
        service.vibrate(waits, _ONCE)
