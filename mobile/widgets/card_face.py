"""A card as it is read across a dim table: a large rank over a large suit, with what is known about it below."""

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty

from mobile.texts import label
from mobile.theme import SUIT_GLYPHS
from mobile.widgets.basics import Tappable
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

    def show(
        self, card: Card | None, owner: str = "", badge: str = "", colour: str = "muted", marked: bool = False
    ) -> None:
        """Show a card (or an empty place) and what is said about it."""
        self.rank = card.rank.value if card else ""
        self.suit = SUIT_GLYPHS[card.suit.value] if card else ""
        if card:
            self.ink = look.suit(card.suit.value)
        self.owner = owner
        self.badge = badge
        self.badge_colour = look.rgba(colour)
        self.marked = marked

    def show_state(self, card: Card | None, state: str, owner: str) -> None:
        """Show a proposed card with its state as sign, colour and word."""
        badge = f"{STATE_SIGNS[state]} {label(state)}"
        self.show(card, owner, badge, _STATE_COLOURS[state], state not in ("sure", "chosen"))


load_kv("mobile.widgets", "card_face.kv")
