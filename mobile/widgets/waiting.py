"""A row that says what is being done and how far it is, as a number and a bar."""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from mobile.texts import label
from mobile.widgets import basics  # noqa: F401  (the .kv file names its labels)
from mobile.widgets.look import load_kv


class WaitingRow(BoxLayout):
    """Shows ``title``, and below it a bar as long as ``share`` (0 to 1) once something is known."""

    title = StringProperty("")
    detail = StringProperty("")
    share = NumericProperty(0.0)

    def __init__(self, title: str, **kwargs: Any) -> None:
        super().__init__(title=title, **kwargs)

    def progress(self, made: int, of: int) -> None:
        """So much of so much is done."""
        self.share = min(1.0, made / of) if of else 0.0
        self.detail = label("doing_count", made=made, of=of)


load_kv("mobile.widgets", "waiting.kv")
