"""A screen of our own for the window tests: each runs a script in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from window_driver import InWindow

from benchmarks.own_screen import own_screen

_HERE = Path(__file__).parent
_NO_SCREEN = "no window can be opened here: run `make system-packages` for Xvfb and Mesa"


@pytest.fixture(scope="session")
def screen_environment() -> Iterator[dict[str, str]]:
    """A free X display of our own where Xvfb is installed, else SDL's offscreen driver."""
    with own_screen() as environ:
        yield environ


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
