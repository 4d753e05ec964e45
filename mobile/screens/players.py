"""Who sits where: names, remembered ones in one tap, two players who change places, where it is played."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from mobile.background import Work
from mobile.foursomes import Remembered, remembered
from mobile.new_match import NewMatch
from mobile.players import SessionError
from mobile.screens.shaped_page import ShapedPage
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.theme import SIDE_MARKS
from mobile.widgets.look import look
from mobile.widgets.match_parts import BottomBar, NameChips, SeatTable
from mobile.widgets.page_parts import FieldRow, Heading, PageList, Row
from scorer.errors import DonError
from scorer.log_summaries import missing
from scorer.names import same_name
from scorer.seats import FOUR_HANDED, Seat, side_of

_GONE_THROUGH = 8
"""So many matches are gone through at once for the names in them."""


class PlayersPage(ShapedPage):
    """Everything typed stands in ``companion.new_match`` at once."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, title=label("players_title"), **kwargs)
        self._asked: Seat | None = None
        self._known = Remembered()
        self._work: Work[Remembered] | None = None
        self.fields: dict[Seat, FieldRow] = {}

    @property
    def new(self) -> NewMatch:
        """The match that is prepared."""
        assert self.companion.new_match is not None, "the page is reached from the match that is prepared"
        return self.companion.new_match

    def entered(self) -> None:
        """Show everything; remembered names come a little later where their matches have to be gone through first."""
        Window.softinput_mode = "below_target"
        try:
            if missing(self.companion.log) > _GONE_THROUGH:
                log = self.companion.log
                self._work = Work(lambda _: remembered(log), self.shell.later, self._come, lambda _: None)
            else:
                self._known = remembered(self.companion.log)
        except DonError as error:
            self.shell.tell(str(error), "doubtful")
        self.fill()

    def _come(self, known: Remembered) -> None:
        """The names are there; they are shown unless somebody is just writing one."""
        self._known = known
        writing = any(row.ids.field.focus for row in (*self.fields.values(), self.place))
        if not writing:
            self.fill()

    def fill(self) -> None:
        """Everything anew, in the shape that the window has now."""
        self.take_shape()
        self.table = SeatTable(self.tap)
        self.table.show(self.new.variant)
        self.list = PageList()
        self.bar = BottomBar()
        self.bar.put((label("done"), True, self.done))
        if self.wide:
            both = BoxLayout(spacing=dp(4))
            right = BoxLayout(orientation="vertical", padding=(dp(8), dp(6)), spacing=dp(6))
            right.add_widget(self.table)
            right.add_widget(self.bar)
            both.add_widget(self.list)
            both.add_widget(right)
            self.ids.body.add_widget(both)
            self.list.put(self._rows())
        else:
            self.table.size_hint_y = None
            self.table.height = max(dp(224) * look.scale, self.height * 0.28)
            self.list.put([self.table, *self._rows()])
            self.ids.body.add_widget(self.list)
            self.ids.body.add_widget(self.bar)
        self.refresh()

    def _rows(self) -> list[Any]:
        variant = self.new.variant
        self.fields = {}
        rows: list[Any] = []
        self.chips = NameChips(self._free(), self.suggest)
        if self.chips.chips:
            rows += [Heading(text=label("players_known")), self.chips]
        for seat in variant.seats:
            mark = SIDE_MARKS[variant.sides.index(side_of(seat, variant.sides))]
            field = FieldRow(title=f"{mark} {label(seat.value)}", hint=label("players_hint"))
            field.text = self.new.names.get(seat, "")
            field.bind(text=partial(self._typed, seat))
            field.ids.field.bind(focus=partial(self._focused, seat), on_text_validate=partial(self._next, seat))
            self.fields[seat] = field
            rows.append(field)
        self.place = FieldRow(title=label("players_place"), hint=label("players_place_hint"), text=self.new.place)
        self.place.bind(text=lambda _row, text: setattr(self.new, "place", text))
        rows.append(self.place)
        if self._known.places:
            self.places = NameChips(self._known.places, self._at)
            rows.append(self.places)
        if variant.seats == FOUR_HANDED:
            go = partial(self.shell.go, "jacks_out")
            self.jacks = Row(go, title=label("players_jacks"), detail=label("players_jacks_detail"), mark="♛")
            rows.append(self.jacks)
        return rows

    def _free(self) -> list[str]:
        """The remembered names of those who don't sit yet."""
        sitting = {same_name(self.new.names.get(seat, "")) for seat in self.new.seats}
        return [name for name in self._known.names if same_name(name) not in sitting]

    def refresh(self) -> None:
        """The names at the table as they are now."""
        new = self.new
        for seat, chip in self.table.chips.items():
            chip.name = new.player(seat)
            chip.marked = seat is new.picked
            chip.note = label("players_picked") if chip.marked else label(seat.value)
        picked = new.picked
        self.table.text = label("players_swap_other", name=new.player(picked)) if picked else label("players_swap")
        taken = {same_name(new.names.get(seat, "")) for seat in new.seats}
        for name, chip in self.chips.chips.items():
            chip.disabled = same_name(name) in taken

    # What is tapped and typed

    def tap(self, seat: Seat) -> None:
        """A seat was tapped: it is picked, or changes places with the one that is."""
        if self.new.tap(seat):
            for place, field in self.fields.items():
                field.text = self.new.names.get(place, "")
        self.refresh()

    def suggest(self, name: str) -> None:
        """A remembered player sits down: at the seat that is being written, else at the first empty one."""
        asked = self._asked
        if asked is not None and not same_name(self.new.names.get(asked, "")):
            self.new.call(asked, name)
            seat: Seat | None = asked
        else:
            seat = self.new.seat_suggested(name)
        self._asked = None
        if seat is not None:
            self.fields[seat].text = name
        self.refresh()

    def _typed(self, seat: Seat, _field: object, text: str) -> None:
        self.new.call(seat, text)
        self.refresh()

    def _focused(self, seat: Seat, _field: object, focus: bool) -> None:
        if focus:
            self._asked = seat

    def _next(self, seat: Seat, *_: object) -> None:
        """Enter goes on to the next player."""
        seats = list(self.fields)
        following = seats[seats.index(seat) + 1 :]
        row = self.fields[following[0]] if following else self.place
        row.ids.field.focus = True

    def _at(self, place: str) -> None:
        self.place.text = place

    def done(self) -> None:
        """Back to the match, if the names can stay."""
        try:
            self.new.check_players()
        except SessionError as error:
            self.shell.tell(str(error), "doubtful")
            return
        self.shell.back()

    def left(self) -> None:
        """Nobody stays picked for a swap, and nobody waits for names."""
        if self._work is not None:
            self._work.stop()
        if self.companion.new_match is not None:
            self.companion.new_match.picked = None
