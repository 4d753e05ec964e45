"""A table's own rules: every option with its values, what they mean and whence they come; saved under a name."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout

from mobile.new_match import NewMatch
from mobile.rules_choice import FOLDER, OptionValue, RulesChoice
from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.widgets.basics import FitLabel, TableButton
from mobile.widgets.look import look
from mobile.widgets.match_parts import BottomBar
from mobile.widgets.page_parts import FieldRow, PageList, Row, Sheet, Words
from scorer.errors import DonError
from scorer.option_texts import option_meaning, value_meaning

_LEAST, _MOST = 1, 999
_STEPS = (-10, -1, 1, 10)


class Stepper(BoxLayout):
    """A number that goes up and down in steps, under a thumb."""

    number = NumericProperty(1)

    def __init__(self, number: int, **kwargs: Any) -> None:
        super().__init__(spacing=dp(6), size_hint_y=None, height=dp(60) * min(look.scale, 1.8), **kwargs)
        self.buttons: dict[int, TableButton] = {}
        self._shown = FitLabel(bold=True, largest=dp(34) * look.scale)
        for step in _STEPS:
            if step == 1:
                self.add_widget(self._shown)
            button = TableButton(text=f"{step:+d}")
            button.bind(on_tap=partial(self._step, step))
            self.buttons[step] = button
            self.add_widget(button)
        self.bind(number=self._show)
        self.number = number
        self._show()

    def _step(self, step: int, *_: object) -> None:
        self.number = min(_MOST, max(_LEAST, int(self.number) + step))

    def _show(self, *_: object) -> None:
        self._shown.text = str(int(self.number))


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
        self.list.put([Words(text=label("house_what", title=rules.variant.title)), *self.rows.values()])
        self.refresh()

    def refresh(self) -> None:
        """What is chosen now."""
        rules = self.new.rules
        for name, row in self.rows.items():
            values = rules.values(name)
            chosen = next(value for value in values if value.chosen)
            row.detail = f"✓ {_words(chosen)}"
            row.value = "" if chosen.usual else label("house_changed")
            row.tone = "text" if chosen.usual else "accent"
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
            mark = "✓" if value.chosen else "○"
            tone = "accent" if value.chosen else "text"
            rows.append(Row(choose, title=_words(value), detail=detail, mark=mark, arrow=value.number, tone=tone))
        self.shell.open_sheet(Sheet(option_meaning(name), rows, self.shell.close_sheet))

    def choose(self, name: str, value: str | int) -> None:
        """Play by this value; what doesn't go with the other rules is said."""
        self.shell.close_sheet()
        try:
            self._use(self.new.rules.with_option(name, value))
        except DonError as error:
            self.shell.tell(str(error), "doubtful")

    def _number(self, name: str, value: OptionValue) -> None:
        """The sheet for the number in a value."""
        kind, mark, number = _split(str(value.value))
        stepper = Stepper(number)

        def use() -> None:
            self.choose(name, f"{kind}{mark}{int(stepper.number)}")

        buttons = [(label("house_number_use", number=number), True, use)]
        words = Words()
        sheet = Sheet(option_meaning(name), [words, stepper], self.shell.close_sheet, buttons)

        def show(*_: object) -> None:
            shown = int(stepper.number)
            meaning = value_meaning(name, f"{kind}{mark}{shown}")
            words.text = meaning[:1].upper() + meaning[1:]
            sheet.buttons[0].text = label("house_number_use", number=shown)

        stepper.bind(number=show)
        show()
        self.shell.open_sheet(sheet)

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
