"""A screen of our own for windows that nobody has to see: for the measurements here, the tests, the screenshots."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def own_screen(size: str = "2000x1500") -> Iterator[dict[str, str]]:
    """The environment of a free X display of this size where Xvfb is installed, else of SDL's offscreen driver.

    Mesa draws in software, the same everywhere, and Kivy's home is a folder that goes.
    """
    environ = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environ["LIBGL_ALWAYS_SOFTWARE"] = "1"
    with tempfile.TemporaryDirectory(prefix="don-kivy-") as home:
        environ["KIVY_HOME"] = home
        if shutil.which("Xvfb") is None:
            yield {**environ, "SDL_VIDEODRIVER": "offscreen"}
            return
        environ.pop("SDL_VIDEODRIVER", None)
        reading_end, writing_end = os.pipe()
        command = ["Xvfb", "-displayfd", str(writing_end), "-screen", "0", f"{size}x24", "-nolisten", "tcp"]
        server = subprocess.Popen(command, pass_fds=(writing_end,), stderr=subprocess.DEVNULL)
        os.close(writing_end)
        with os.fdopen(reading_end) as answer:
            number = answer.readline().strip()
        try:
            yield {**environ, "DISPLAY": f":{number}"}
        finally:
            server.terminate()
            server.wait(10)
