"""The list of what can be played: a table's own rules first, then every variant, with its board and card values."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.clock import Clock

from mobile.rules_choice import FOLDER, RulesChoice, saved_rules
from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.widgets.match_parts import VariantCard
from mobile.widgets.page_parts import Heading, PageList, Words
from scorer.variant import variant_names

_FIRST = 3
"""So many cards are there at once; the others follow when the page is shown."""


class VariantsPage(Page):
    """Choosing one goes back to the match that is prepared."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, title=label("variants_title"), **kwargs)
        self.cards: dict[str, VariantCard] = {}
        """The cards by the name of their variant or house rules."""
        self.list = PageList()
        self.ids.body.add_widget(self.list)
        self._waiting: list[Any] = []
        self._more: Any = None
        self._fill()

    def closed(self) -> None:
        """No more cards are wanted."""
        self._waiting.clear()

    def _fill(self) -> None:
        house, broken = saved_rules(self.companion.folder / FOLDER)
        rows: list[Any] = []
        if house or broken:
            rows.append(partial(Heading, text=label("variants_house")))
            rows += [partial(self._card, rules) for rules in house]
            rows += [partial(Words, text=sentence, tone="impossible") for sentence in broken]
            rows.append(partial(Heading, text=label("variants_all")))
        rows += [partial(self._card, RulesChoice.of_variant(name)) for name in _in_order()]
        self.list.put([make() for make in rows[:_FIRST]])
        self._waiting = rows[_FIRST:]
        Clock.schedule_once(self._next, 0)

    def _next(self, *_: object) -> None:
        """One more card a frame: the page is there at once, also on a slow phone."""
        if self._waiting:
            self.list.ids.rows.add_widget(self._waiting.pop(0)())
            Clock.schedule_once(self._next, 0)

    def _card(self, rules: RulesChoice) -> VariantCard:
        card = VariantCard(rules.variant, partial(self._choose, rules))
        new = self.companion.new_match
        card.chosen = new is not None and new.variant.id == rules.variant.id
        changed = rules.changed()
        card.changes = label("rules_changed", n=len(changed)) if changed else ""
        self.cards[rules.variant.id] = card
        return card

    def _choose(self, rules: RulesChoice) -> None:
        new = self.companion.new_match
        if new is not None and new.variant.id != rules.variant.id:
            new.choose_rules(rules)
        self.shell.back()


def _in_order() -> list[str]:
    """The variants as most people look for them: Nine-card Don, Phat, Irish Don, Blind Don."""
    families = ("nine_card", "phat", "irish", "blind")
    return sorted(variant_names(), key=lambda name: ([not name.startswith(family) for family in families], name))
