"""What every screen of the app is: a page with a head and a back arrow, shown by the shell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.screenmanager import Screen

from mobile.widgets import page_parts
from mobile.widgets.look import load_kv

if TYPE_CHECKING:
    from mobile.companion import Companion
    from mobile.screens.shell import Shell


class Page(Screen):
    """One screen. A page with a head puts its widgets into ``ids.body`` (a vertical box below the head)."""

    title = StringProperty("")
    headed = BooleanProperty(True)

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.shell = shell

    @property
    def companion(self) -> Companion:
        """What all screens share."""
        return self.shell.companion

    @property
    def turned_by(self) -> int:
        """How far what it shows is turned, in degrees against the clock: 0, 90, 180 or 270."""
        return 0

    @property
    def clear_foot(self) -> float:
        """How much of its foot, in pixels, a sentence of the shell must not lie on: its large button, mostly."""
        return float(dp(64))

    def entered(self) -> None:
        """The page is shown now, for the first time or again: show what has changed meanwhile."""

    def left(self) -> None:
        """The page is not shown any longer; it may be again (see `closed`)."""

    def closed(self) -> None:
        """The page won't be shown again, and was `left`: let go of threads and devices."""

    def paused(self) -> None:
        """The app goes into the background: let go of the camera, keep what is half entered."""

    def resumed(self) -> None:
        """The app is in front again."""

    def reading_place(self) -> object:
        """Where its reader is, for `restore_place` after everything was drawn anew: in ``self.list``, if it has one."""
        rows = getattr(self, "list", None)
        return rows.place() if isinstance(rows, page_parts.PageList) else None

    def restore_place(self, place: Any) -> None:
        """Go where `reading_place` was."""
        rows = getattr(self, "list", None)
        if place is not None and isinstance(rows, page_parts.PageList):
            rows.restore(place)

    def back(self) -> bool:
        """The back key: whether the page had something of its own to close."""
        return False


load_kv("mobile.screens", "page.kv")
