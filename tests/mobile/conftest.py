"""A screen of our own for the window tests: each runs a script in a process of its own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from window_driver import InWindow

_HERE = Path(__file__).parent
_NO_SCREEN = "no window can be opened here: run `make system-packages` for Xvfb and Mesa"


@pytest.fixture(scope="session")
def screen_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A free X display of our own where Xvfb is installed, else SDL's offscreen driver."""
    environ = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environ["KIVY_HOME"] = str(tmp_path_factory.mktemp("kivy"))
    environ["LIBGL_ALWAYS_SOFTWARE"] = "1"
    if shutil.which("Xvfb") is None:
        environ["SDL_VIDEODRIVER"] = "offscreen"
        yield environ
        return
    reading_end, writing_end = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing_end), "-screen", "0", "2000x1500x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(writing_end,), stderr=subprocess.DEVNULL)
    os.close(writing_end)
    with os.fdopen(reading_end) as answer:
        number = answer.readline().strip()
    environ["DISPLAY"] = f":{number}"
    environ.pop("SDL_VIDEODRIVER", None)
    try:
        yield environ
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture(scope="session")
def in_window(screen_environment: dict[str, str]) -> InWindow:
    """Runs a script in a window: its module, its name, a folder, the size; skips where none can be opened."""
    probe = "from kivy.core.window import Window; raise SystemExit(0 if Window else 3)"
    environ = {**screen_environment, "KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1", "KIVY_NO_CONSOLELOG": "1"}
    done = subprocess.run([sys.executable, "-c", probe], env=environ, capture_output=True, timeout=60)
    if done.returncode:
        pytest.skip(_NO_SCREEN)
    return partial(_run, environ)


def _run(environ: dict[str, str], module: str, name: str, folder: Path, size: str) -> None:
    paths = os.pathsep.join([str(_HERE), str(_HERE.parents[1])])
    done = subprocess.run(
        [sys.executable, str(_HERE / "window_driver.py"), module, name, str(folder), size],
        env={**environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-3000:]
