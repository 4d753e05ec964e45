"""What a choice of colours or of type looks like: pegs of the sides, the four suits, a line as on the table."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp, sp
from kivy.uix.boxlayout import BoxLayout

from mobile.theme import SIDE_MARKS, SUIT_GLYPHS
from mobile.widgets.basics import FitLabel
from mobile.widgets.look import load_kv, look


class Swatch(FitLabel):
    """A patch of a colour with a sign on it."""

    def __init__(self, patch: Any, ink: Any, text: str) -> None:
        self.patch = patch
        super().__init__(text=text, bold=True, color=ink, largest=sp(24) * look.scale)


class ColourPreview(BoxLayout):
    """The colours of the sides with their marks, and the suits as cards have them, in the palette in force."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=dp(56) * look.scale, spacing=dp(8), padding=(dp(12), dp(6)), **kwargs)
        for index, mark in enumerate(SIDE_MARKS):
            self.add_widget(Swatch(look.side(index), look.on_side(index), mark))
        for letter, glyph in SUIT_GLYPHS.items():
            self.add_widget(Swatch(look.rgba("card"), look.suit(letter), glyph))


load_kv("mobile.widgets", "previews.kv")
