"""The cards of Blind Don as they lie on the table: a player's name, what he played, his stacks and his hand."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from mobile.blind_arrangement import Block
from mobile.blind_session import BlindSession
from mobile.blind_words import badge_of, hand_words, played_by
from mobile.theme import SIDE_MARKS, SUIT_GLYPHS
from mobile.widgets.basics import Tappable
from mobile.widgets.hand_summary import HandSummary
from mobile.widgets.look import load_kv, look
from mobile.wording import player_name
from scorer.cards import Card
from scorer.hand import HandRecord
from scorer.layout import Stack, Stage
from scorer.match import MatchState
from scorer.seats import Seat


class StackCell(Tappable):
    """One stack, a card that was played, or the cards in hand; ``form``: card, unseen, back, gone or words."""

    form = StringProperty("gone")
    text = StringProperty("")
    number = StringProperty("")
    ink = ColorProperty((0, 0, 0, 1))
    covered = BooleanProperty(False)
    """Whether another card lies face down under it."""
    marked = BooleanProperty(False)
    """Whether it may be played now."""
    edge = NumericProperty(1.0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(marked=self._set_edge)
        self._set_edge()

    def _set_edge(self, *_: object) -> None:
        self.edge = dp(2.5 if self.marked else 1.2)

    def show_stack(self, stack: Stack, number: int, dealt: bool, marked: bool) -> None:
        """Show a stack; ``dealt``: whether its top card lies face up already."""
        self.number = str(number)
        self.covered = stack.stage in (Stage.COVERED, Stage.UNCOVERING) and dealt
        if stack.stage is Stage.GONE:
            self._show("gone", None)
        elif stack.stage is Stage.UNCOVERING or not dealt:
            self._show("back", None)
        else:
            self._show("unseen" if stack.available is None else "card", stack.available)
        self.marked = marked and self.form in ("card", "unseen")

    def show_card(self, card: Card | None) -> None:
        """Show a card that was played, or the place for it."""
        self._show("gone" if card is None else "card", card)

    def show_words(self, words: str, marked: bool) -> None:
        """Show how many cards nobody sees."""
        self.form, self.text, self.marked = "words", words, marked
        self.ink = look.rgba("text")

    def _show(self, form: str, card: Card | None) -> None:
        self.form = form
        glyphs = f"{card.rank.value}\n{SUIT_GLYPHS[card.suit.value]}" if card is not None else ""
        self.text = glyphs or ("?" if form == "unseen" else "")
        self.ink = look.suit(card.suit.value) if card is not None else look.rgba("text")


class PlayerBlock(FloatLayout):
    """One player; ``on_stack(number)``, ``on_hand()``, ``on_played()`` say what of it was tapped."""

    __events__ = ("on_stack", "on_hand", "on_played")
    name = StringProperty("")
    badge = StringProperty("")
    index = NumericProperty(0)
    in_turn = BooleanProperty(False)

    def __init__(self, seat: Seat, index: int, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), index=index, **kwargs)
        self.seat = seat
        self.played = StackCell(size_hint=(None, None))
        self.played.bind(on_tap=lambda *_: self.dispatch("on_played"))
        self.add_widget(self.played)
        self.stacks: list[StackCell] = []
        self.hands: list[StackCell] = []

    def on_stack(self, number: int) -> None:
        """Default: nothing."""

    def on_hand(self) -> None:
        """Default: nothing."""

    def on_played(self) -> None:
        """Default: nothing."""

    def show(self, session: BlindSession) -> None:
        """Show what the session knows of the player."""
        state = session.state
        self.name = f"{SIDE_MARKS[int(self.index)]}\u00a0{player_name(state, self.seat)}"
        self.badge = badge_of(session, self.seat)
        self.in_turn = session.asked.kind == "cards" and state.turn is self.seat
        self.played.show_card(played_by(session, self.seat))
        if state.hand is None:
            self._need(0, 0)
            return
        stacks, words = session.cards_of(self.seat).stacks, hand_words(session, self.seat)
        self._need(len(stacks), len(words))
        may = session.turn is self.seat
        dealt = state.variant.trumps != "called" or state.hand.trump is not None or self.seat is state.hand.pitcher
        for number, (cell, stack) in enumerate(zip(self.stacks, stacks, strict=True), 1):
            cell.show_stack(stack, number, dealt, may)
        for cell, text in zip(self.hands, words, strict=True):
            cell.show_words(text, may and session.may_play_unseen(self.seat))

    def lay_out(self, left: float, low: float, block: Block) -> None:
        """Take a place; ``left`` and ``low`` are where the arrangement's corner lies."""
        self.pos, self.size = (left + block.frame.x, low + block.frame.y), (block.frame.width, block.frame.height)
        head, pad = block.head, dp(4)
        if head.height > head.width * 0.7:
            card = min(head.height * 0.5, head.width)
            self.played.size = (card * 0.85, card)
            self.played.pos = (left + head.x + (head.width - card * 0.85) / 2, low + head.y)
            words = (left + head.x, low + head.y + card + pad, head.width, head.height - card - pad)
        else:
            wide = max(dp(48), min(head.height, head.width * 0.3))
            self.played.size, self.played.pos = (wide, head.height), (left + head.right - wide, low + head.y)
            words = (left + head.x, low + head.y, head.width - wide - pad, head.height)
        self._put_words(*words, beside=head.height <= head.width * 0.7)
        for cell, place in zip([*self.stacks, *self.hands], block.cells, strict=False):
            cell.pos, cell.size = (left + place.x, low + place.y), (place.width, place.height)

    def _put_words(self, x: float, y: float, width: float, height: float, beside: bool) -> None:
        """The name, and what is said of the player: beside each other or below each other."""
        name, badge = self.ids.name, self.ids.badge
        if beside:
            name.pos, name.size = (x, y), (width * 0.58, height)
            badge.pos, badge.size = (x + width * 0.6, y), (width * 0.4, height)
        else:
            name.pos, name.size = (x, y + height * 0.45), (width, height * 0.55)
            badge.pos, badge.size = (x, y), (width, height * 0.43)
        name.largest = badge.largest = max(sp(17) * look.scale, height * 0.3)

    def _need(self, stacks: int, hands: int) -> None:
        """Have so many cells."""
        if (len(self.stacks), len(self.hands)) == (stacks, hands):
            return
        self.clear_widgets([*self.stacks, *self.hands])
        self.stacks = [StackCell(size_hint=(None, None)) for _ in range(stacks)]
        self.hands = [StackCell(size_hint=(None, None)) for _ in range(hands)]
        for number, cell in enumerate(self.stacks, 1):
            cell.bind(on_tap=partial(self._stack_tapped, number))
        for cell in self.hands:
            cell.bind(on_tap=lambda *_: self.dispatch("on_hand"))
        for cell in (*self.stacks, *self.hands):
            self.add_widget(cell)

    def _stack_tapped(self, number: int, *_: object) -> None:
        self.dispatch("on_stack", number)


class SummaryPanel(HandSummary):
    """What the last hand came to, where the players' cards lay."""

    def show_hand(self, state: MatchState, hand: HandRecord | None) -> None:
        """Show the figures of a hand; nothing without one."""
        self.opacity = 0 if hand is None else 1
        if hand is None:
            self.clear_widgets()
        else:
            self.show(state, hand)


load_kv("mobile.widgets", "blind_cards.kv")
