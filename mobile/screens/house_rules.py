"""A table's own rules: every option with its values, what they mean and whence they come; saved under a name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from mobile.new_match import NewMatch
from mobile.rules_choice import FOLDER, OWN_VALUES, OptionValue, RulesChoice
from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.widgets.match_parts import BottomBar
from mobile.widgets.page_parts import FieldRow, Heading, PageList, Row, Sheet, Words, tick_row
from mobile.widgets.steppers import STEPS, NumberBar
from scorer.cards import Card, Rank, Suit, pack_of
from scorer.errors import DonError
from scorer.option_texts import option_meaning, value_meaning

_MOST, _MOST_POINTS = 999, 99


class HouseRulesPage(Page):
    """What is chosen goes into the match that is prepared at once."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, title=label("house_title"), **kwargs)
        self.rows: dict[str, Row] = {}
        self.list = PageList()
        self.bar = BottomBar()
        self.ids.body.add_widget(self.list)
        self.ids.body.add_widget(self.bar)
        self._fill()

    @property
    def new(self) -> NewMatch:
        """The match that is prepared."""
        assert self.companion.new_match is not None, "the page is reached from the match that is prepared"
        return self.companion.new_match

    def _fill(self) -> None:
        rules = self.new.rules
        self.rows = {}
        if not rules.can_change:
            self.list.put([Words(text=label("house_fixed"))])
            return
        for option in rules.listed():
            name = option.name
            self.rows[name] = Row(partial(self._values, name), title=option_meaning(name))
        words = Words(text=label("house_what", title=rules.variant.title))
        self.list.put([words, *self.rows.values(), Heading(text=label("house_own")), *self._own_rows()])
        self.refresh()

    def _own_rows(self) -> list[Row]:
        """What no option allows: another target, other card values."""
        rules = self.new.rules
        self.own: dict[str, Row] = {}
        for key, _number, _step in rules.own_numbers:
            title = label("house_target") if key == "target" else label("house_pitches")
            self.own[key] = Row(partial(self._own_number, key), title=title)
        titles = (label("house_trump_values"), label("house_plain_values"), label("house_game_values"))
        for kind, title in zip(OWN_VALUES, titles, strict=True):
            if kind in rules.own_values:
                self.own[kind] = Row(partial(self._own_values, kind, title), title=title)
        return list(self.own.values())

    def refresh(self) -> None:
        """What is chosen now."""
        rules = self.new.rules
        for name, row in self.rows.items():
            values = rules.values(name)
            chosen = next(value for value in values if value.chosen)
            row.detail = f"✓ {_words(chosen)}"
            row.value = "" if chosen.usual else label("house_changed")
            row.tone = "text" if chosen.usual else "accent"
        for key, number, _step in rules.own_numbers:
            self.own[key].value = str(number)
        for kind in rules.own_values:
            values = getattr(rules.variant, kind)
            self.own[kind].detail = "  ".join(
                f"{rank.value} {values[rank]}" for rank in reversed(Rank) if rank in values
            )
        buttons: list[tuple[str, bool, Any]] = []
        if rules.variant != rules.plain().variant:
            buttons.append((label("house_plain"), False, self.plain))
        if rules.changed():
            buttons.append((label("house_save"), True, self.ask_name))
        self.bar.put(*buttons)

    def _use(self, rules: RulesChoice) -> None:
        self.new.choose_rules(rules)
        self.refresh()

    def plain(self) -> None:
        """As the variant, or the saved rules, have it."""
        self._use(self.new.rules.plain())

    # One option

    def _values(self, name: str) -> None:
        """The sheet with the values of an option."""
        rows = []
        for value in self.new.rules.values(name):
            choose = partial(self._number, name, value) if value.number else partial(self.choose, name, value.value)
            detail = " · ".join(part for part in (value.source, label("house_usual") if value.usual else "") if part)
            rows.append(tick_row(_words(value), value.chosen, choose, detail, value.number))
        self.shell.open_sheet(Sheet(option_meaning(name), rows, self.shell.close_sheet))

    def choose(self, name: str, value: str | int) -> None:
        """Play by this value; what doesn't go with the other rules is said."""
        self.shell.close_sheet()
        self._try(lambda: self.new.rules.with_option(name, value))

    def _try(self, changed: Callable[[], RulesChoice]) -> None:
        try:
            self._use(changed())
        except DonError as error:
            self.shell.tell(str(error), "doubtful")

    def _number(self, name: str, value: OptionValue) -> None:
        """The sheet for the number in a value."""
        kind, mark, number = _split(str(value.value))
        words = Words()

        def use() -> None:
            self.choose(name, f"{kind}{mark}{int(bar.value)}")

        def show(shown: int) -> None:
            meaning = value_meaning(name, f"{kind}{mark}{shown}")
            words.text = meaning[:1].upper() + meaning[1:]
            sheet.buttons[0].text = label("house_number_use", number=shown)

        bar = NumberBar(show, number, 1, _MOST)
        buttons = [(label("house_number_use", number=number), True, use)]
        sheet = Sheet(option_meaning(name), [words, bar], self.shell.close_sheet, buttons)
        show(number)
        self.shell.open_sheet(sheet)

    # Figures of the table's own

    def _own_number(self, key: str) -> None:
        """The sheet for a target, or a number of hands."""
        _, number, step = next(entry for entry in self.new.rules.own_numbers if entry[0] == key)

        def use() -> None:
            self.shell.close_sheet()
            self._try(lambda: self.new.rules.with_own(key, int(bar.value)))

        def show(shown: int) -> None:
            sheet.buttons[0].text = label("house_number_use", number=shown)

        bar = NumberBar(show, number, step, _MOST, steps=STEPS if step == 1 else (-step, step))
        buttons = [(label("house_number_use", number=number), True, use)]
        sheet = Sheet(self.own[key].title, [bar], self.shell.close_sheet, buttons)
        self.shell.open_sheet(sheet)

    def _own_values(self, kind: str, title: str) -> None:
        """The sheet with the worth of each rank; it is played at once."""
        variant = self.new.variant
        rows: list[Any] = [Words(text=label("house_card_values"))]
        for rank in reversed(Rank):
            if Card(Suit.CLUBS, rank) in pack_of(variant.pack):
                worth = getattr(variant, kind).get(rank, 0)
                change = partial(self._worth, kind, rank)
                rows.append(NumberBar(change, worth, 0, _MOST_POINTS, steps=(-1, 1), title=rank.value))
        buttons = [(label("done"), True, self.shell.close_sheet)]
        self.shell.open_sheet(Sheet(title, rows, self.shell.close_sheet, buttons))

    def _worth(self, kind: str, rank: Rank, points: int) -> None:
        self._try(lambda: self.new.rules.with_value(kind, rank, points))

    # Saving

    def ask_name(self) -> None:
        """The sheet on which the rules get their name."""
        rules = self.new.rules
        title = rules.variant.title if rules.path is not None else ""
        field = FieldRow(title=label("house_name"), hint=label("house_name_hint"), text=title)
        buttons = [(label("house_keep"), True, lambda: self.save(field.text))]
        self.shell.open_sheet(Sheet(label("house_save"), [field], self.shell.close_sheet, buttons))

    def save(self, name: str) -> None:
        """Keep the rules under this name and play by them."""
        try:
            rules = self.new.rules.save(self.companion.folder / FOLDER, name)
        except DonError as error:
            self.shell.tell(str(error), "doubtful")
            return
        self.shell.close_sheet()
        self._use(rules)
        self.shell.tell(label("house_saved", name=rules.variant.title), "sure")


def _words(value: OptionValue) -> str:
    """What a value does, with the number where it is one: ``91: once and a half round ...``."""
    if isinstance(value.value, int):
        return f"{value.value}: {value.meaning}"
    return value.meaning[:1].upper() + value.meaning[1:]


def _split(value: str) -> tuple[str, str, int]:
    """``fixed:7`` into its parts; an n that is not chosen yet begins at 2, at 10 for points."""
    mark = ":" if ":" in value else "_"
    kind, _, number = value.rpartition(mark)
    return kind, mark, int(number) if number.isdecimal() else 10 if mark == ":" else 2
