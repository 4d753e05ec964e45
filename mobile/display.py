"""Whether there is a screen to open a window on; asked before Kivy is imported, which would open one unseen."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

DRIVER = "SDL_VIDEODRIVER"
"""The variable by which SDL is told what to draw on."""
_DEVICES = Path("/dev")
_GRAPHICS = ("dri/renderD*", "nvidiactl", "dxg")
"""What stands for a graphics chip among Linux's devices; the last one is that of a Windows below it."""


def display_available(environ: Mapping[str, str] | None = None, platform: str | None = None) -> bool:
    """Whether a window that is opened now can be seen by a person."""
    environ = os.environ if environ is None else environ
    platform = sys.platform if platform is None else platform
    if environ.get(DRIVER, "").lower() in ("offscreen", "dummy"):
        return False
    if platform in ("darwin", "win32", "cygwin"):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY") or "ANDROID_ARGUMENT" in environ)


def window_possible(environ: Mapping[str, str] | None = None, platform: str | None = None) -> bool:
    """Whether a window can be opened at all: on a screen, or unseen where the user has named such a driver."""
    environ = os.environ if environ is None else environ
    return bool(environ.get(DRIVER)) or display_available(environ, platform)


def draws_in_software(
    environ: Mapping[str, str] | None = None, platform: str | None = None, devices: Path = _DEVICES
) -> bool:
    """Whether the processor has to draw the window because there is no graphics chip, or the user wants it so."""
    environ = os.environ if environ is None else environ
    platform = sys.platform if platform is None else platform
    if platform != "linux" or "ANDROID_ARGUMENT" in environ:
        return False
    wanted = environ.get("LIBGL_ALWAYS_SOFTWARE", "").lower() in ("1", "true")
    return wanted or not any(found for name in _GRAPHICS for found in devices.glob(name))
