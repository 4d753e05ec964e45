"""The picker: all cards of the pack under one thumb, the likely ones first, those that can't be dimmed."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from mobile.screens.arrangement import PickerPlan, plan_picker
from mobile.texts import label
from mobile.theme import SUIT_GLYPHS
from mobile.widgets.basics import FitLabel, TableButton, Tappable
from mobile.widgets.look import load_kv, look
from mobile.wording import card_glyphs
from scorer.cards import Card, Rank, Suit, pack_of
from scorer.seats import Seat

_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
_RANKS = tuple(reversed(Rank))
_MOST_LIKELY = 4
_WIDE = 14
"""A picker of so many columns has room for everything in its head."""
_ACTION_SHARE = 0.26
_BUILDS_S = 0.3
"""Each time so much later a suit of its cells is made, as long as it is not opened."""
_QUESTION = "asked by the picker"


class PickCell(Tappable):
    """One card of the grid, or of the likely ones."""

    text = StringProperty("")
    ink = ColorProperty((0, 0, 0, 1))
    dimmed = BooleanProperty(False)


class CardPicker(FloatLayout):
    """A sheet from the bottom edge. ``on_choose(card)``, ``on_swap(seat)`` and ``on_close()`` say what was tapped."""

    __events__ = ("on_choose", "on_swap", "on_close")
    title = StringProperty("")
    sheet_height = NumericProperty(100)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.cells: dict[Card, PickCell] = {}
        self.likely: list[PickCell] = []
        self.swaps: dict[Seat, TableButton] = {}
        self.actions: list[TableButton] = []
        self._marks: list[FitLabel] = []
        self._others = ""
        self._asked = 0
        """Counts the questions: a finger that came down for one doesn't answer the next."""
        self._building = Clock.schedule_interval(self._build_suit, _BUILDS_S)
        self.close_button = TableButton(text="✗", size_hint=(None, None))
        self.close_button.bind(on_tap=lambda *_: self.dispatch("on_close"))
        self.add_widget(self.close_button)
        self.bind(size=self._lay_out, pos=self._lay_out)

    def open_for(
        self,
        title: str,
        possible: Iterable[Card],
        likely: Iterable[Card],
        pack: int = 52,
        swaps: Iterable[tuple[Seat, str]] = (),
        others: str = "",
        actions: Iterable[tuple[str, Callable[[], object]]] = (),
        led: Suit | None = None,
    ) -> None:
        """Show the cards that can be chosen; ``swaps`` are the seats with which this one may change its card.

        ``others`` says what the other players have, where no card is likely. ``actions`` are what else can be done:
        words, and what is called. ``led``: the suit that was led, whose row is marked.
        """
        while self._build_suit():
            pass  # what there was no time for yet
        self.title, self._others = title, others
        self._asked += 1
        for suit, mark in zip(_SUITS, self._marks, strict=True):
            mark.text = f"▶{SUIT_GLYPHS[suit.value]}" if suit is led else SUIT_GLYPHS[suit.value]
            mark.color = look.rgba("accent" if suit is led else "text")
        free, in_pack = set(possible), pack_of(pack)
        for card, cell in self.cells.items():
            cell.dimmed = cell.disabled = card not in free
            cell.opacity = 1 if card in in_pack else 0
        self.clear_widgets([*self.likely, *self.swaps.values(), *self.actions])
        self.likely = [self._cell(card) for card in list(likely)[:_MOST_LIKELY]]
        self.swaps = {}
        for seat, name in swaps:
            button = TableButton(text=f"⇄ {name}", lines=True, size_hint=(None, None))
            button.bind(on_tap=partial(self._swap_tapped, seat))
            self.swaps[seat] = button
        self.actions = []
        for words, action in actions:
            button = TableButton(text=words, size_hint=(None, None))
            button.bind(on_tap=partial(self._act, action))
            self.actions.append(button)
        for widget in (*self.likely, *self.swaps.values(), *self.actions):
            self.add_widget(widget)
        self._lay_out()

    def on_choose(self, card: Card) -> None:
        """Default: nothing."""

    def on_swap(self, seat: Seat) -> None:
        """Default: nothing."""

    def on_close(self) -> None:
        """Default: nothing."""

    def on_touch_down(self, touch: Any) -> bool:
        """A tap beside the sheet closes it; nothing goes through to what lies behind."""
        touch.ud[_QUESTION] = self._asked
        if super().on_touch_down(touch):
            return True
        if touch.y > self.y + self.sheet_height:
            self.dispatch("on_close")
        return True

    def on_parent(self, *_: object) -> None:
        """Put away or shown: no finger that is down still means a card."""
        self._asked += 1

    def _cell_tapped(self, card: Card, cell: PickCell) -> None:
        if cell.last_touch.ud.get(_QUESTION) == self._asked:
            self.dispatch("on_choose", card)

    @staticmethod
    def _act(action: Callable[[], object], *_: object) -> None:
        action()

    def _swap_tapped(self, seat: Seat, *_: object) -> None:
        self.dispatch("on_swap", seat)

    def _build_suit(self, *_: object) -> bool:
        """Make the cells of one more suit: whether there was one. Nobody waits for a page because of its picker."""
        if len(self._marks) == len(_SUITS):
            self._building.cancel()
            return False
        suit = _SUITS[len(self._marks)]
        mark = FitLabel(text=SUIT_GLYPHS[suit.value], bold=True, size_hint=(None, None))
        self._marks.append(mark)
        self.add_widget(mark)
        for card in (Card(suit, rank) for rank in _RANKS):
            self.cells[card] = self._cell(card)
            self.add_widget(self.cells[card])
        return True

    def _cell(self, card: Card) -> PickCell:
        cell = PickCell(text=card_glyphs(card), ink=look.suit(card.suit.value), size_hint=(None, None))
        cell.bind(on_tap=partial(self._cell_tapped, card))
        return cell

    def _lay_out(self, *_: object) -> None:
        if len(self._marks) < len(_SUITS):
            return  # it is laid out when it is opened
        plan = plan_picker(self.width, self.height, dp(1))
        self.sheet_height = plan.height
        grid_top = self.y + plan.gap + plan.rows * (plan.cell_height + plan.gap)
        for number, suit in enumerate(_SUITS):
            places = _places_of_suit(plan, number)
            _put(self._marks[number], plan, self.x, grid_top, *places[0])
            self._marks[number].largest = plan.cell_height * 0.8
            for rank, place in zip(_RANKS, places[1:], strict=True):
                _put(self.cells[Card(suit, rank)], plan, self.x, grid_top, *place)
        self._lay_out_head(plan, grid_top)

    def _lay_out_head(self, plan: PickerPlan, grid_top: float) -> None:
        """The title with the swaps and the closing button; below it the likely cards, large.

        Where the window is narrow and high enough the swaps have a row of their own.
        """
        side = plan.head - 2 * plan.gap
        low = top = grid_top + plan.likely
        own_row = bool(self.swaps) and plan.columns < _WIDE and plan.height + plan.head <= self.height
        if own_row:
            self.sheet_height += plan.head
            top += plan.head
        self.close_button.size, self.close_button.pos = (side, side), (self.right - side - plan.gap, top + plan.gap)
        room = self.width - side - 4 * plan.gap
        row_end, row = (self.right, self.width) if own_row else (self.close_button.x, room * 0.70)
        width = row / max(1 if own_row else 3, len(self.swaps)) - plan.gap
        for number, button in enumerate(self.swaps.values()):
            button.size = (width, side)
            button.pos = (row_end - (len(self.swaps) - number) * (width + plan.gap), low + plan.gap)
        title = self.ids.title
        left = self.x + 3 * plan.gap
        beside = [] if own_row else [button.x for button in self.swaps.values()]
        right = min([*beside, self.close_button.x]) - 2 * plan.gap
        title.pos, title.size = (left, top + plan.gap), (max(1, right - left), side)
        title.largest = sp(19) * look.scale
        self._lay_out_likely(plan, grid_top)

    def _lay_out_likely(self, plan: PickerPlan, grid_top: float) -> None:
        words, low, height = self.ids.likely, grid_top + plan.gap, plan.likely - 2 * plan.gap
        for number, button in enumerate(self.actions):
            button.size = (self.width * _ACTION_SHARE - plan.gap, height)
            button.pos = (self.right - (len(self.actions) - number) * self.width * _ACTION_SHARE, low)
        free = self.width * (1 - _ACTION_SHARE * len(self.actions))
        words.text = label("likely") if self.likely else self._others
        words.size = (self.width * 0.20 if self.likely else free) - 2 * plan.gap, height
        words.pos = (self.x + plan.gap, low)
        words.largest = sp(17) * look.scale
        room = free - self.width * 0.20 - 2 * plan.gap
        for number, cell in enumerate(self.likely):
            width = min(room / min(_MOST_LIKELY, len(self.likely) or 1) - plan.gap, plan.likely * 1.6)
            cell.size = (width, height)
            cell.pos = (words.right + number * (width + plan.gap), low)


def _places_of_suit(plan: PickerPlan, number: int) -> list[tuple[int, int]]:
    """Column and row of a suit's sign and of its cards from the ace down."""
    rows_each = plan.rows // len(_SUITS)
    return [(index % plan.columns, number * rows_each + index // plan.columns) for index in range(1 + len(_RANKS))]


def _put(widget: Any, plan: PickerPlan, left: float, top: float, column: int, row: int) -> None:
    widget.size = (plan.cell_width, plan.cell_height)
    widget.pos = (
        left + plan.gap + column * (plan.cell_width + plan.gap),
        top - (row + 1) * (plan.cell_height + plan.gap) + plan.gap,
    )


load_kv("mobile.widgets", "card_picker.kv")
