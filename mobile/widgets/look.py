"""The theme as the widgets use it: the palette in force and the size of type."""

from importlib.resources import files
from typing import Any

from kivy.core.text import LabelBase
from kivy.event import EventDispatcher
from kivy.lang import Builder
from kivy.properties import NumericProperty

from mobile import theme
from mobile.theme import Palette

FONT_NAME = "DonSans"
LabelBase.register(FONT_NAME, fn_regular=theme.FONT, fn_bold=theme.FONT_BOLD)

Rgba = tuple[float, float, float, float]


class Look(EventDispatcher):
    """What is in force: the palette and the scale of type."""

    scale = NumericProperty(1.0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.palette: Palette = theme.DARK

    def rgba(self, name: str, alpha: float = 1.0) -> Rgba:
        """A colour of the palette by its name, as Kivy takes it."""
        return theme.unit_rgb(getattr(self.palette, name), alpha)

    def ink(self, name: str, disabled: bool) -> Rgba:
        """The colour of words, fainter on what can't be tapped now."""
        return self.rgba(name, theme.DISABLED_INK if disabled else 1.0)

    def ground(self, name: str, disabled: bool) -> Rgba:
        """The colour below words, fainter for what can't be tapped now."""
        return self.rgba(name, theme.DISABLED_GROUND if disabled else 1.0)

    def side(self, index: int) -> Rgba:
        """The colour of a side."""
        return theme.unit_rgb(self.palette.sides[index])

    def on_side(self, index: int) -> Rgba:
        """The ink on the colour of a side."""
        return theme.unit_rgb(self.palette.on_sides[index])

    def suit(self, letter: str) -> Rgba:
        """The ink of a suit."""
        return theme.unit_rgb(self.palette.suit(letter))


look = Look()


def load_kv(package: str, name: str) -> None:
    """Load the rules that lie beside a module, from wherever the package is installed."""
    Builder.load_string((files(package) / name).read_text(encoding="utf-8"), filename=name)
