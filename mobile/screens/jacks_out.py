"""Jacks out for five to seven people: their names, the cards as they fall, the cut for partners, the seats."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

from kivy.core.window import Window

from mobile.foursomes import remembered
from mobile.jacks_entry import JacksEntry
from mobile.new_match import NewMatch
from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.widgets.card_picker import CardPicker
from mobile.widgets.match_parts import BottomBar, NameChips
from mobile.widgets.page_parts import FieldRow, Heading, PageList, Row, Words
from mobile.wording import card_glyphs
from scorer.cards import Card, pack_of
from scorer.errors import DonError
from scorer.names import same_name


class JacksOutPage(Page):
    """What is entered stands in ``companion.new_match.jacks``."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, title=label("jacks_title"), **kwargs)
        self.list = PageList()
        self.bar = BottomBar()
        self.fields: list[FieldRow] = []
        self.picker: CardPicker | None = None
        self.ids.body.add_widget(self.list)
        self.ids.body.add_widget(self.bar)
        self.fill()

    @property
    def new(self) -> NewMatch:
        """The match that is prepared."""
        assert self.companion.new_match is not None, "the page is reached from the match that is prepared"
        return self.companion.new_match

    @property
    def jacks(self) -> JacksEntry:
        """What is entered so far; it begins with the names at the table."""
        if self.new.jacks is None:
            self.new.jacks = JacksEntry(tuple(self.new.names_in_play().values()))
        return self.new.jacks

    def fill(self) -> None:
        """The step that is to be done now."""
        Window.softinput_mode = "below_target"
        if self.jacks.deal is None:
            self._names()
        else:
            self._cards()

    # The names

    def _names(self) -> None:
        jacks = self.jacks
        self.fields = []
        for number, name in enumerate(jacks.names):
            row = FieldRow(title=label("jacks_person", number=number + 1), text=name)
            row.bind(text=partial(self._typed, number))
            self.fields.append(row)
        rows: list[Any] = [Words(text=label("jacks_stakes"))]
        try:
            known = remembered(self.companion.log).names
        except DonError:
            known = ()
        self.chips = NameChips(known, self.suggest)
        if known:
            rows += [Heading(text=label("players_known")), self.chips]
        self.list.put([*rows, *self.fields])
        buttons: list[tuple[str, bool, Any]] = []
        if jacks.can_drop:
            buttons.append((label("jacks_drop"), False, self.drop))
        if jacks.can_add:
            buttons.append((label("jacks_add"), False, self.add))
        self.bar.put(*buttons, (label("jacks_begin"), True, self.begin))
        self._shade()

    def _typed(self, number: int, _row: object, text: str) -> None:
        self.jacks.names[number] = text
        self._shade()

    def _shade(self) -> None:
        taken = {same_name(name) for name in self.jacks.names}
        for name, chip in self.chips.chips.items():
            chip.disabled = same_name(name) in taken

    def suggest(self, name: str) -> None:
        """A remembered player takes the first empty place."""
        empty = next((number for number, there in enumerate(self.jacks.names) if not same_name(there)), None)
        if empty is None and self.jacks.can_add:
            self.add()
            empty = len(self.jacks.names) - 1
        if empty is not None:
            self.fields[empty].text = name

    def add(self) -> None:
        """Room for one more."""
        self.jacks.add()
        self.fill()

    def drop(self) -> None:
        """One place fewer."""
        self.jacks.drop()
        self.fill()

    def begin(self) -> None:
        """The names are right: deal."""
        try:
            self.jacks.begin()
        except DonError as error:
            self.shell.tell(str(error), "doubtful")
            return
        self.fill()

    # The cards

    def _cards(self) -> None:
        jacks = self.jacks
        assert jacks.deal is not None, "the deal has begun"
        rows: list[Any] = [Words(text=self._line())]
        cut = jacks.cut_cards
        for name in jacks.deal.stakes:
            dealt = "  ".join(card_glyphs(card) for stake, card in jacks.deal.dealt if stake == name)
            row = Row(title=name, detail=dealt or label("cut_nobody"), arrow=False, value=self._state(name))
            if name in cut:
                row.detail = f"{dealt}   ⇢   {card_glyphs(cut[name])}"
            row.mark = "▶" if name == jacks.asked else ""
            row.tone = "accent" if name in jacks.players else "text"
            rows.append(row)
        self.list.put(rows)
        if jacks.pairs is not None:
            self.bar.put((label("jacks_back"), False, self.take_back), (label("jacks_use"), True, self.use))
            return
        back = (label("jacks_back"), False, self.take_back)
        if not jacks.deal.dealt:
            back = (label("jacks_names"), False, self.names_again)
        enter = (label("jacks_enter"), True, self.enter)
        self.bar.put(back, (label("jacks_phone"), False, self.phone), enter)

    def _line(self) -> str:
        """What is going on, in a sentence."""
        jacks = self.jacks
        if jacks.pairs is not None:
            one, other = (label("and").join(pair) for pair in jacks.pairs)
            return label("jacks_pairs", one=one, other=other)
        if jacks.again:
            return label("cut_again", names=label("and").join(jacks.cutters))
        if jacks.players and jacks.deal is not None and jacks.deal.done:
            return label("jacks_cut_line")
        return label("jacks_deal_line", name=jacks.asked)

    def _state(self, name: str) -> str:
        jacks = self.jacks
        if name in jacks.players:
            return label("jacks_plays")
        return label("jacks_sits_out") if jacks.deal is not None and jacks.deal.done else ""

    def enter(self) -> None:
        """Open the picker for the next card."""
        jacks = self.jacks
        name = jacks.asked
        if name is None:
            return
        picker = CardPicker()
        gone = set(jacks.gone)
        free = [card for card in pack_of(52).cards if card not in gone]
        out = label("jacks_so_far", jacks=len(jacks.players)) if jacks.deal is not None and not jacks.deal.done else ""
        picker.open_for(label("who_card", name=name), free, (), others=out)
        picker.bind(on_choose=lambda _, card: self.card(card), on_close=lambda *_: self.shell.close_sheet())
        self.picker = picker
        self.shell.open_sheet(picker)

    def card(self, card: Card) -> None:
        """The next card; the picker stays open for the one after it, until all jacks are out or the pairs found."""
        deal = self.jacks.deal
        dealing = deal is not None and not deal.done
        self.shell.close_sheet()
        try:
            self.jacks.card(card)
        except DonError as error:
            self.shell.tell(str(error), "doubtful")
        self.fill()
        deal = self.jacks.deal
        if deal is not None and self.jacks.asked is not None and dealing is not deal.done:
            self.enter()

    def take_back(self) -> None:
        """The last card was another."""
        self.jacks.take_back()
        self.fill()

    def names_again(self) -> None:
        """Somebody else plays, too."""
        self.jacks.names_again()
        self.fill()

    def phone(self) -> None:
        """The phone deals and cuts by chance."""
        self.jacks.shuffled(random.SystemRandom())
        self.fill()

    def use(self) -> None:
        """The four take their seats; back to them."""
        try:
            self.new.take_jacks()
        except DonError as error:
            self.shell.tell(str(error), "doubtful")
            return
        self.shell.back()

    def back(self) -> bool:
        """From the cards back to the names, as long as no card is lost by it."""
        jacks = self.jacks
        if jacks.deal is not None and not jacks.deal.dealt:
            self.names_again()
            return True
        return False
