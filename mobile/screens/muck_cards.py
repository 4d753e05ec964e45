"""The sheets in which people say what lies in a pile: cards to be ticked, an open place, cards that were not seen."""

from __future__ import annotations

from functools import partial
from typing import Any

from mobile.disputes import MuckDispute
from mobile.screens.page import Page
from mobile.texts import label
from mobile.widgets.card_picker import CardPicker
from mobile.widgets.page_parts import Row, Sheet, SwitchRow
from mobile.wording import card_glyphs, side_name
from models.pile_reader import PileCard
from scorer.cards import Card, pack_of
from scorer.match import MatchState
from scorer.seats import Side


class CardGrid(CardPicker):
    """All cards of the pack: those that lie in the pile are lit, and a tap puts one in or takes it out."""

    def __init__(self, page: Page, state: MatchState, dispute: MuckDispute, side: Side, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self._page, self._state, self._dispute, self._side = page, state, dispute, side
        self.ids.title.lines = True
        self.bind(on_close=lambda *_: page.shell.close_sheet())
        self.bind(on_choose=lambda _, card: self.turn(card))
        self.open_for("", pack_of(state.variant.pack).cards, (), state.variant.pack)
        self.refresh()

    def turn(self, card: Card) -> None:
        """The card lies in the pile, or not after all."""
        if card in self._dispute.cards(self._side):
            self._dispute.take_out(self._side, [card])
            self._dispute.is_missing(self._side, [card])
        else:
            self._dispute.name(self._side, [card])
        self.refresh()

    def refresh(self) -> None:
        """Light what lies in the pile, and say how many cards that are and what they count."""
        there = set(self._dispute.cards(self._side))
        for card, cell in self.cells.items():
            cell.dimmed = card not in there
        name = side_name(self._state, self._side)
        self.title = label("pile_title", side=name, cards=len(there), value=self._dispute.value(self._side))

    def closed(self) -> None:
        """The page behind shows what was ticked."""
        self._page.entered()


def open_grid(page: Page, dispute: MuckDispute, side: Side) -> None:
    """Tick the cards of a pile one by one."""
    page.shell.open_sheet(CardGrid(page, dispute.state, dispute, side))


def open_place(page: Page, dispute: MuckDispute, side: Side, place: PileCard) -> None:
    """Say which card an open place of a picture shows."""

    def settle(card: Card | None) -> None:
        dispute.settle(side, place, card)
        page.shell.close_sheet()
        page.entered()

    def another() -> None:
        picker = CardPicker(size_hint=(None, None))
        picker.bind(on_close=lambda *_: page.shell.close_sheet(), on_choose=lambda _, card: settle(card))
        free = set(pack_of(dispute.state.variant.pack).cards) - set(dispute.cards(side))
        picker.open_for(label("pile_place_title"), free, [], dispute.state.variant.pack)
        page.shell.open_sheet(picker)

    rows = [Row(partial(settle, card), title=card_glyphs(card), arrow=False) for card in place.might_be]
    rows.append(Row(another, title=label("pile_place_other")))
    rows.append(Row(partial(settle, None), title=label("pile_place_none"), arrow=False))
    page.shell.open_sheet(Sheet(label("pile_place_title"), rows, page.shell.close_sheet))


def open_unseen(page: Page, dispute: MuckDispute, side: Side) -> None:
    """Say which of the cards that no picture shows lie in the pile all the same."""
    unseen = [one.card for one in dispute.not_seen(side)]
    there: dict[Card, bool] = dict.fromkeys(unseen, False)

    def turn(card: Card, on: bool) -> None:
        there[card] = on

    def done() -> None:
        dispute.name(side, [card for card, on in there.items() if on])
        dispute.is_missing(side, [card for card, on in there.items() if not on])
        page.shell.close_sheet()
        page.entered()

    rows = [SwitchRow(partial(turn, card), title=card_glyphs(card)) for card in unseen]
    page.shell.open_sheet(
        Sheet(label("pile_unseen_title"), rows, page.shell.close_sheet, [(label("done"), True, done)])
    )
