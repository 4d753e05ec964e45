"""Opening the app's window. Kivy is imported only when it is: its settings stand in the environment before that."""

import os
import sys
import tempfile
from pathlib import Path

from platformdirs import user_data_dir

from mobile.companion import Companion
from mobile.display import DRIVER, draws_in_software, window_possible
from mobile.match_book import SessionError

EXIT_DONE, EXIT_BAD_INPUT = 0, 2
DEBUG_VARIABLE = "DON_DEBUG"
_SIZE = (1100, 760)


def prepare_kivy() -> None:
    """Kivy leaves our arguments, the terminal and the home folder alone; what the user has set already stays."""
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_WINDOW", "sdl2")
    if sys.platform == "linux" and "ANDROID_ARGUMENT" not in os.environ:
        # else SDL draws unseen, for ever, where the screen that is named can't be reached
        os.environ.setdefault(DRIVER, "x11,wayland")
    if draws_in_software():
        os.environ.setdefault("KCFG_GRAPHICS_MULTISAMPLES", "0")  # fine edges more than double its work
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    if not os.environ.get(DEBUG_VARIABLE):
        os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
    home = os.environ.setdefault("KIVY_HOME", str(Path(user_data_dir("don", appauthor=False)) / "kivy"))
    try:
        Path(home).mkdir(parents=True, exist_ok=True)
    except OSError:
        os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="don-kivy-")


def require_screen() -> None:
    """`SessionError` with one sentence where no window can be opened; asked before anything is begun."""
    if not window_possible():
        raise SessionError("NO_DISPLAY")


def run_app(companion: Companion, size: tuple[int, int] | None = None) -> int:
    """Show the app in a window until it is closed, and give the exit status; `SessionError` without a screen.

    It begins on the table where ``companion`` has a match there, else at home.
    """
    require_screen()
    terminal = sys.stderr
    try:
        return _show(companion, size or _SIZE)
    finally:
        sys.stderr = terminal  # Kivy takes it for its log, and what is said later would be lost


def _show(companion: Companion, size: tuple[int, int]) -> int:
    prepare_kivy()
    from kivy.config import Config

    Config.set("graphics", "width", str(size[0]))
    Config.set("graphics", "height", str(size[1]))
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("kivy", "exit_on_escape", "0")
    from kivy.core.window import Window

    if Window is None:
        raise SessionError("NO_DISPLAY")
    from mobile.screens.don_app import DonApp

    DonApp(companion).run()
    return EXIT_DONE
