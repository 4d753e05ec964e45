"""The match that is prepared, on one page: what is played, by whom, who pitches; and Start."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from mobile.new_match import NewMatch
from mobile.rules_choice import FIRST_VARIANT, RulesChoice
from mobile.screens.shaped_page import ShapedPage
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.theme import SIDE_MARKS
from mobile.widgets.basics import TableButton
from mobile.widgets.look import look
from mobile.widgets.match_parts import BottomBar, SeatTable, VariantCard
from mobile.widgets.page_parts import PageList, Row
from mobile.wording import card_glyphs
from scorer.cards import Card
from scorer.errors import DonError
from scorer.names import shown_name
from scorer.seats import Seat, side_of


class NewMatchPage(ShapedPage):
    """``companion.new_match`` is what is shown; every choice stands there, and the page can be drawn anew any time."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, title=label("new_title"), **kwargs)
        self._measured = Clock.create_trigger(self._measure, 0)

    @property
    def new(self) -> NewMatch:
        """The match that is prepared."""
        found = self.companion.new_match
        if found is None:
            found = self.companion.new_match = NewMatch(RulesChoice.of_variant(FIRST_VARIANT))
        return found

    def entered(self) -> None:
        """Show what was chosen meanwhile."""
        self.new.settle_cut()
        self.fill()

    def fill(self) -> None:
        """Everything anew, in the shape that the window has now."""
        self.take_shape()
        self.card = VariantCard(self.new.variant, lambda: self.shell.go("variants"))
        self.card.with_values = self._roomy
        self.rules = Row(lambda: self.shell.go("house_rules"), title=label("house_title"))
        self.players = Row(lambda: self.shell.go("players"), title=label("players_title"))
        self.table = SeatTable(self.pitches, size_hint_y=None, height=dp(230) * look.scale)
        self.bar = BottomBar()
        (self.start_button,) = self.bar.put((label("new_start"), True, self.start))
        self.list = PageList()
        told = [self.card, self.rules, self.players]
        if self.wide:
            self.list.put(told)
            self.table.size_hint_y = 1
            right = BoxLayout(orientation="vertical", padding=(dp(8), dp(4)), spacing=dp(8))
            ways = self._ways()
            ways.size_hint_y, ways.size_hint_x = 1, 1.4
            self.bar.add_widget(ways, index=1)
            right.add_widget(self.table)
            right.add_widget(self.bar)
            both = BoxLayout(spacing=dp(4))
            both.add_widget(self.list)
            both.add_widget(right)
            self.ids.body.add_widget(both)
        else:
            self.list.put([*told, self.table, self._ways()])
            self.ids.body.add_widget(self.list)
            self.ids.body.add_widget(self.bar)
        self.list.bind(height=self._measured)
        self.list.ids.rows.bind(height=self._measured)
        self._measured()
        self.refresh()

    @property
    def _roomy(self) -> bool:
        """Whether the card values have room, too, with all the rest in sight."""
        return self.wide is True or self.height > dp(700) * look.scale * 1.15

    def _ways(self) -> BoxLayout:
        """How else the pitcher is found: a cut, or the pitch goes on."""
        box = BoxLayout(spacing=dp(8), size_hint_y=None, height=max(dp(50), dp(48) * look.scale))
        self.cut = TableButton()
        self.cut.bind(on_tap=lambda *_: self.shell.go("cut"))
        box.add_widget(self.cut)
        self.next: TableButton | None = None
        rotated = self.new.rotated
        if rotated is not None:
            name = self.new.player(rotated)
            # side by side with Start there is no room for a long name
            self.next = TableButton(text=label("new_in_turn") if self.wide else label("new_goes_on", name=name))
            self.next.bind(on_tap=lambda *_: self.pitches(rotated))
            box.add_widget(self.next)
        return box

    def refresh(self) -> None:
        """What is chosen now."""
        new = self.new
        self.card.show(new.variant)
        changed = new.rules.changed()
        self.rules.value = label("rules_changed", n=len(changed)) if changed else label("rules_usual")
        self.rules.detail = " ".join(changed) if len(changed) == 1 else ""
        names = [name for name in (shown_name(new.names.get(seat, "")) for seat in new.seats) if name]
        place = label("new_place", place=shown_name(new.place)) if shown_name(new.place) else ""
        self.players.detail = " ".join((", ".join(names) or label("new_nameless"), place)).strip()
        self.table.show(new.variant)
        for seat, chip in self.table.chips.items():
            chip.name = new.player(seat)
            chip.marked = seat is new.pitcher
            side = new.variant.sides.index(side_of(seat, new.variant.sides))
            chip.note = label("new_pitch_mark") if chip.marked else f"{SIDE_MARKS[side]} {label(seat.value)}"
        chosen = new.pitcher is not None
        self.table.text = label("cut_pitches", name=new.player(new.pitcher)) if new.pitcher else label("new_who")
        self.start_button.strong = chosen
        self.cut.text = self._cut_words()

    def _cut_words(self) -> str:
        variant = self.new.variant
        if variant.cut == "marker_card":
            return label("new_marker", card=card_glyphs(Card.parse(variant.marker_card)))
        return label("new_draw" if variant.cut == "random" else "new_cut")

    def pitches(self, seat: Seat) -> None:
        """A player was tapped: he pitches first."""
        self.new.pitches(seat)
        self.refresh()

    def start(self) -> None:
        """Begin the match, or say in one sentence what is still wanted."""
        try:
            self.new.start(self.companion)
        except DonError as error:
            self.shell.tell(str(error), "doubtful")
            return
        self.shell.home(self.companion.table_page)

    def turned(self, *_: object) -> bool:
        """The window has another size."""
        if super().turned():
            return True
        if self.wide is not None:
            self.card.with_values = self._roomy
            self._measured()
        return False

    def _measure(self, *_: object) -> None:
        """As high as is left between the rows and the bar, and no lower than names can be read in."""
        if not self.wide:
            rows = self.list.ids.rows
            others = sum(row.height + rows.spacing for row in rows.children if row is not self.table)
            left = self.list.height - others - rows.padding[1] - rows.padding[3]
            self.table.height = max(dp(196) * look.scale, min(left, dp(340) * look.scale))
