"""The sounds of the app as Kivy plays them: loaded once, on a thread, and silent where there is no device."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from typing import Any

from mobile.feedback import SOUNDS


class Sounds:
    """Plays a sound by its name. The first `load` opens the device; until it has, and without one, nothing is heard."""

    def __init__(self) -> None:
        self._sounds: dict[str, Any] = {}
        self._loading: threading.Thread | None = None

    @property
    def ready(self) -> bool:
        """Whether there is something to play."""
        return bool(self._sounds)

    def load(self) -> None:
        """Open the device and load the sounds, once, while the screen goes on."""
        if self._loading is None:
            self._loading = threading.Thread(target=self._load, name="sounds", daemon=True)
            self._loading.start()

    def play(self, name: str) -> None:
        """Play it from its beginning, if it was loaded."""
        if name in self._sounds:
            self._sounds[name].play()
        else:
            self.load()

    def _load(self) -> None:
        try:
            with _quiet():
                self._sounds = {name: sound for name in SOUNDS if (sound := _loaded(name)) is not None}
        except Exception:  # whatever a driver comes up with: a table without sound is a table
            self._sounds = {}


def _loaded(name: str) -> Any:
    """The sound, or None where it can't be played."""
    from kivy.core.audio import SoundLoader

    with as_file(files("mobile") / "assets" / "sounds" / f"{name}.wav") as path:
        sound = SoundLoader.load(str(path))
    return sound if sound is not None and sound.length > 0 else None


@contextmanager
def _quiet() -> Iterator[None]:
    """ALSA writes past Python to the terminal where there is no device; that is no matter of the player's."""
    if sys.platform != "linux" or "ANDROID_ARGUMENT" in os.environ:
        yield
        return
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
