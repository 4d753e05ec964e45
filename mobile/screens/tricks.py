"""All tricks of a match, hand by hand: tap a card to correct it, the head of a trick to ask why."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from mobile.agreement import past_is_open, trick_is_open
from mobile.match_book import MatchBook
from mobile.screens.correct_sheet import ask_to_look, open_whole_trick
from mobile.screens.match_page import MatchPage
from mobile.screens.shell import Shell
from mobile.screens.why_sheet import CardRow, card_row, open_why
from mobile.texts import label
from mobile.why import ShownCard, WhyTrick, shown_cards
from mobile.widgets.basics import Tappable
from mobile.widgets.look import load_kv
from mobile.widgets.page_parts import Row, Words
from mobile.widgets.steppers import StepBar
from mobile.wording import short_side
from scorer.hand import HandState, TrickRecord


class TrickHead(Tappable):
    """The number of a trick and what it pegged."""

    title = StringProperty("")
    detail = StringProperty("")


class TrickRow(BoxLayout):
    """A trick: its head beside its cards, or above them where it is narrow."""

    stacked = BooleanProperty(False)

    def __init__(self, head: TrickHead, cards: CardRow, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.head, self.cards = head, cards
        cards.size_hint_y = 1
        self.add_widget(head)
        self.add_widget(cards)
        self.bind(stacked=self._share, width=self._share)
        self._share()

    def _share(self, *_: object) -> None:
        """Less than a third of the row for the head."""
        self.head.size_hint = (1, 0.32) if self.stacked else (0.26, 1)


class TricksPage(MatchPage):
    """The tricks of one hand of a match; ``hand`` counts from 1 over the match, without it the one in play or last."""

    def __init__(self, shell: Shell, match_id: str | None = None, hand: int | None = None, **kwargs: Any) -> None:
        super().__init__(shell, match_id, title=label("tricks_page"), **kwargs)
        self._hand = hand
        self.bar: StepBar = StepBar(self._step)
        self._shown = 1
        self.ids.body.add_widget(self.bar)
        self.ids.body.add_widget(self.list)

    def entered(self) -> None:
        """Show the hand as its record stands now."""
        place = self.list.scroll_y
        super().entered()
        self.list.scroll_y = place

    def show(self, hand: int) -> None:
        """Show another hand."""
        self._hand = hand
        self.shell.keep(hand=hand)
        super().entered()

    def _step(self, steps: int) -> None:
        self.show(self._shown + steps)

    def rows_of(self, book: MatchBook) -> Iterator[Widget]:
        """The tricks of the hand, and the one in play."""
        hands = book.state.all_hands
        if not hands:
            self.bar.hide()
            yield Words(text=label("tricks_no_hand"))
            return
        number = min(max(1, self._hand or len(hands)), len(hands))
        self._show_bar(number, len(hands))
        hand = hands[number - 1]
        if not hand.tricks and not hand.current:
            yield Words(text=label("tricks_none"))
            return
        if hand is book.state.hand and not past_is_open(book.state) and len(hand.tricks) > 1:
            yield Row(
                partial(ask_to_look, self, book, lambda: None),
                title=label("show_past"),
                detail=label("show_past_detail"),
                mark="◉",
            )
        yield Words(text=label("tricks_hint"), tone="muted")
        for trick in hand.tricks:
            yield self._trick_row(book, hand, trick)
        if hand.current:
            yield self._current_row(book, hand)

    def _show_bar(self, number: int, count: int) -> None:
        self._shown = number
        self.bar.show(label("hand_n", hand=number), number > 1, number < count)

    def _trick_row(self, book: MatchBook, hand: HandState, trick: TrickRecord) -> Widget:
        if not trick_is_open(book.state, hand.number, trick.number):
            return Row(title=label("trick_covered", trick=trick.number), arrow=False, disabled=True)
        points = label("trick_row_nothing")
        if trick.points:
            points = label("pegged", points=trick.points, side=short_side(book.state, trick.side))
        head = TrickHead(title=label("why_in_trick", trick=trick.number), detail=points)
        head.bind(on_tap=lambda *_: open_why(self, WhyTrick(hand.number, trick.number), book))
        return TrickRow(head, card_row(self, book, shown_cards(trick), (hand.number, trick.number)))

    def _current_row(self, book: MatchBook, hand: HandState) -> Widget:
        """The trick on the table, as far as it was entered card by card."""
        number = len(hand.tricks) + 1
        head = TrickHead(title=label("why_in_trick", trick=number), detail=label("trick_open_now"))
        head.bind(on_tap=lambda *_: open_whole_trick(self, hand.number, number, book))
        cards = tuple(ShownCard(seat, card, False) for seat, card in hand.current)
        return TrickRow(head, card_row(self, book, cards, (hand.number, number)))


load_kv("mobile.screens", "tricks.kv")
