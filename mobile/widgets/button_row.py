"""A row of buttons that holds only those that are wanted now, and takes no room without any."""

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout

from mobile.widgets.look import load_kv


class ButtonRow(BoxLayout):
    """Buttons side by side."""

    filled = BooleanProperty(False)


def fill_row(row: ButtonRow, widgets: Sequence[Any]) -> None:
    """Only these widgets stand in the row."""
    if list(reversed(row.children)) != list(widgets):
        row.clear_widgets()
        for widget in widgets:
            row.add_widget(widget)
    row.filled = bool(widgets)


load_kv("mobile.widgets", "button_row.kv")
