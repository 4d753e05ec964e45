"""Opening the app's window. Kivy is imported only when it is: its settings stand in the environment before that."""

import os
import sys
import tempfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_dir

from mobile.camera.source import FrameSource
from mobile.table_session import TableSession
from mobile.texts import label
from mobile.theme import DARK, Palette

EXIT_DONE, EXIT_BAD_INPUT = 0, 2
DEBUG_VARIABLE = "DON_DEBUG"
_SIZE = (1100, 760)


def prepare_kivy() -> None:
    """Kivy leaves our arguments, the terminal and the home folder alone; what the user has set already stays."""
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    if not os.environ.get(DEBUG_VARIABLE):
        os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
    home = os.environ.setdefault("KIVY_HOME", str(Path(user_data_dir("don-scorer", appauthor=False)) / "kivy"))
    try:
        Path(home).mkdir(parents=True, exist_ok=True)
    except OSError:
        os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="don-kivy-")


def run_app(
    session: TableSession,
    source: FrameSource | None,
    clock: Callable[[], datetime],
    size: tuple[int, int] | None = None,
    palette: Palette = DARK,
) -> int:
    """Show the match in a window until it is closed, and give the exit status."""
    prepare_kivy()
    from kivy.config import Config

    width, height = size or _SIZE
    Config.set("graphics", "width", str(width))
    Config.set("graphics", "height", str(height))
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("kivy", "exit_on_escape", "0")
    from kivy.core.window import Window

    if Window is None:
        print(label("NO_DISPLAY"), file=sys.stderr)
        return EXIT_BAD_INPUT
    from mobile.screens.don_app import DonApp
    from mobile.widgets.look import look

    look.palette = palette
    DonApp(session, source, clock).run()
    return EXIT_DONE
