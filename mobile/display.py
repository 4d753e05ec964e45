"""Whether there is a screen to open a window on; asked before Kivy is imported, which would open one unseen."""

import os
import sys
from collections.abc import Mapping


def display_available(environ: Mapping[str, str] | None = None, platform: str | None = None) -> bool:
    """Whether a window that is opened now can be seen by a person."""
    environ = os.environ if environ is None else environ
    platform = sys.platform if platform is None else platform
    if environ.get("SDL_VIDEODRIVER", "").lower() in ("offscreen", "dummy"):
        return False
    if platform in ("darwin", "win32", "cygwin"):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY") or "ANDROID_ARGUMENT" in environ)
