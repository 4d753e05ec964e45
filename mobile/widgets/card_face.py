"""A card as it is read across a dim table: a large rank over a large suit, with what is known about it below."""

from typing import Any

from kivy.metrics import sp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty

from mobile import theme
from mobile.texts import label
from mobile.theme import SUIT_GLYPHS
from mobile.widgets.basics import Tappable, fits
from mobile.widgets.look import load_kv, look
from scorer.cards import Card

STATE_SIGNS = {"sure": "✓", "chosen": "✓", "doubtful": "?", "impossible": "✗", "missing": "+"}
"""Each state has its own sign, colour and word: never colour alone."""
_STATE_COLOURS = {
    "sure": "sure",
    "chosen": "sure",
    "doubtful": "doubtful",
    "impossible": "impossible",
    "missing": "missing",
}


class CardFace(Tappable):
    """One card with its player's name and a badge: ``✓ sure``, ``? check``, ``★ won``."""

    rank = StringProperty("")
    suit = StringProperty("")
    ink = ColorProperty((0, 0, 0, 1))
    owner = StringProperty("")
    """The player's name, as much of it as there is room for."""
    owner_share = NumericProperty(0.275)
    """How much of the height the name has."""
    badge = StringProperty("")
    badge_colour = ColorProperty((1, 1, 1, 1))
    marked = BooleanProperty(False)
    """A thick edge in the badge's colour."""
    card_width = NumericProperty(1.0)
    card_height = NumericProperty(1.0)
    """The card itself; the words below it have the whole width."""
    badge_width = NumericProperty(1.0)
    edge = NumericProperty(1.0)
    corner = NumericProperty(1.0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._called: tuple[str, ...] = ("",)
        self.bind(size=self._name_it)

    def show(
        self,
        card: Card | None,
        called: tuple[str, ...] = ("",),
        badge: str = "",
        colour: str = "muted",
        marked: bool = False,
    ) -> None:
        """Show a card (or an empty place), what its player can be called, the longest first, and what is said of it."""
        self.rank = card.rank.value if card else ""
        self.suit = SUIT_GLYPHS[card.suit.value] if card else ""
        if card:
            self.ink = look.suit(card.suit.value)
        self._called = called
        self.badge = badge
        self._name_it()
        self.badge_colour = look.rgba(colour)
        self.marked = marked

    def _name_it(self, *_: object) -> None:
        self.owner_share = 0.2 if self.badge else 0.275
        room = self.width, self.height * self.owner_share
        size = sp(theme.SP_LEAST) * look.scale
        self.owner = next((name for name in self._called if fits(name, size, True, *room)), self._called[-1])

    def show_state(self, card: Card | None, state: str, called: tuple[str, ...]) -> None:
        """Show a proposed card with its state as sign, colour and word."""
        badge = f"{STATE_SIGNS[state]} {label(state)}"
        self.show(card, called, badge, _STATE_COLOURS[state], state not in ("sure", "chosen"))


load_kv("mobile.widgets", "card_face.kv")
