"""Who pitches: the cut by hand or by camera, the marker card, or by chance; for a new match or the next game of one."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from mobile.cut_entry import CutEntry
from mobile.match_book import MatchBook
from mobile.screens.shaped_page import ShapedPage
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.widgets.basics import TableButton
from mobile.widgets.card_picker import CardPicker
from mobile.widgets.look import look
from mobile.widgets.match_parts import BottomBar, SeatTable
from mobile.widgets.page_parts import PageList, Sheet, SwitchRow, Words
from mobile.wording import card_glyphs, player_name
from models.reading import Reading
from scorer.cards import Card, pack_of
from scorer.errors import DonError
from scorer.events import Event
from scorer.match import MatchState
from scorer.referee import Refusal
from scorer.seats import Seat


class CutPage(ShapedPage):
    """``running``: for the next game of the match on the table, where each step is logged at once."""

    def __init__(self, shell: Shell, *, running: bool = False, **kwargs: Any) -> None:
        super().__init__(shell, title=label("cut_title"), **kwargs)
        self.running = running
        self._by_word = False
        self.picker: CardPicker | None = None

    @property
    def cut(self) -> CutEntry:
        """What is entered so far."""
        companion = self.companion
        if not self.running:
            assert companion.new_match is not None, "the page is reached from the match that is prepared"
            return companion.new_match.begin_cut()
        book = companion.book
        assert book is not None, "the page is reached from the table"
        if companion.running_cut is None or companion.running_cut.state != book.state:
            companion.running_cut = CutEntry(book.state, partial(self._log, book))
        return companion.running_cut

    def _log(self, book: MatchBook, event: Event) -> MatchState | Refusal:
        answer = book.enter([event], self.companion.clock())
        return answer if isinstance(answer, Refusal) else book.state

    def entered(self) -> None:
        """Show how the cut stands."""
        self.fill()

    def fill(self) -> None:
        """Everything anew, in the shape that the window has now."""
        self.take_shape()
        self.question, self.reason = Words(), Words(tone="muted")
        self.table = SeatTable(self.tap)
        self.table.show(self.cut.variant)
        self.list = PageList()
        self.list.put([self.question, self.reason, *self._ways()])
        self.bar = BottomBar()
        box = BoxLayout(padding=(dp(8), dp(6)), orientation="horizontal" if self.wide else "vertical", spacing=dp(8))
        if self.wide:
            left = BoxLayout(orientation="vertical", size_hint_x=0.8)
            left.add_widget(self.list)
            left.add_widget(self.bar)
            box.add_widget(left)
            box.add_widget(self.table)
        else:
            self.list.size_hint_y = 0.5 * self.companion.settings.text_size
            box.add_widget(self.list)
            box.add_widget(self.table)
            box.add_widget(self.bar)
        self.ids.body.add_widget(box)
        self.refresh()

    def _ways(self) -> list[Any]:
        """The camera, where cards are cut; in a running match also to say who pitches without a cut."""
        self.camera = TableButton(text=label("cut_camera"), size_hint_y=None, height=max(dp(50), dp(48) * look.scale))
        self.camera.bind(on_tap=lambda *_: self.look())
        ways: list[Any] = [] if self.cut.by_marker or self.cut.drawn else [self.camera]
        if self.running and not self.cut.by_marker:
            self.told = SwitchRow(self._told, title=label("cut_told"), active=self._by_word)
            ways.append(self.told)
        return ways

    def _told(self, by_word: bool) -> None:
        """Nobody cuts: the table says who pitches; or they cut after all."""
        self._by_word = by_word
        self.refresh()

    def refresh(self) -> None:
        """Who has which card, what is to be done, and what can be tapped."""
        cut = self.cut
        deciding = cut.pitcher is None and not cut.choice
        self.question.text = cut.question() if not self._by_word or not deciding else label("new_who")
        self.reason.text = cut.reason() or self._seen_line()
        for seat, chip in self.table.chips.items():
            chip.name = player_name(cut.state, seat)
            chip.disabled = not self._open(seat)
            card = cut.cards.get(seat)
            decided = cut.pitcher is seat
            chip.marked = decided or card is not None
            chip.large_note = card is not None and not decided
            chip.note = label("new_pitch_mark") if decided else card_glyphs(card) if card else self._waits(seat)
        self.camera.disabled = self.companion.reader is None or not deciding
        if cut.pitcher is not None:
            anew = [] if self.running else [(label("cut_anew"), False, self.anew)]
            self.bar.put(*anew, (label("cut_use"), True, self.use))
        elif cut.choice or cut.by_marker:
            self.bar.put()
        elif cut.drawn:
            self.bar.put((label("cut_draw"), True, self.draw))
        else:
            clear, decide = self.bar.put((label("clear"), False, self.clear), (label("cut_decide"), True, self.decide))
            clear.disabled, decide.disabled = not cut.cards, not cut.complete or self._by_word

    def _open(self, seat: Seat) -> bool:
        """Whether this player has a part in what goes on."""
        cut = self.cut
        return cut.pitcher is not None or bool(cut.choice) or cut.by_marker or cut.drawn or seat in cut.cutters

    def _waits(self, seat: Seat) -> str:
        cut = self.cut
        asks = (
            cut.pitcher is None
            and not cut.choice
            and not self._by_word
            and not cut.by_marker
            and not cut.drawn
            and seat in cut.cutters
        )
        return label("cut_nobody") if asks else label(seat.value)

    def _seen_line(self) -> str:
        free = self.cut.free
        return label("cut_seen", cards="  ".join(map(card_glyphs, free))) if free else ""

    # What is tapped

    def tap(self, seat: Seat) -> None:
        """A player was tapped: he holds the marker, is named, or has cut a card."""
        cut = self.cut
        if cut.pitcher is not None or (cut.drawn and not self._by_word):
            return
        if self._by_word and not cut.choice:
            self._try(partial(cut.name, seat))
        elif cut.by_marker:
            self._try(partial(cut.hold_marker, seat))
        elif cut.choice:
            self._name(seat)
        else:
            self.pick(seat)

    def pick(self, seat: Seat) -> None:
        """Open the picker for a player's card; cards that a picture showed come first."""
        cut = self.cut
        taken = {card for place, card in cut.cards.items() if place is not seat}
        picker = CardPicker()
        possible = [card for card in pack_of(cut.variant.pack).cards if card not in taken]
        title = label("who_card", name=player_name(cut.state, seat))
        picker.open_for(title, possible, cut.free, cut.variant.pack)
        picker.bind(on_choose=lambda _, card: self.put(seat, card), on_close=lambda *_: self.shell.close_sheet())
        self.picker = picker
        self.shell.open_sheet(picker)

    def put(self, seat: Seat, card: Card) -> None:
        """A player's card; where everybody cuts, the next one is asked at once."""
        self.shell.close_sheet()
        self._try(partial(self.cut.put, seat, card))
        asked = self.cut.asked
        if asked is not None and self.cut.cards:
            self.pick(asked)

    def _name(self, seat: Seat) -> None:
        """The winner of the cut names this player; an opponent is asked about first."""
        cut = self.cut
        winner = cut.state.game.cut_winner
        if winner is None or not cut.unusual(seat):
            self._try(partial(cut.choose, seat))
            return
        names = {"name": player_name(cut.state, seat), "winner": player_name(cut.state, winner)}

        def named() -> None:
            self.shell.close_sheet()
            self._try(partial(cut.choose, seat))

        buttons = [(label("no"), False, self.shell.close_sheet), (label("yes"), True, named)]
        words = Words(text=label("cut_unusual", **names))
        self.shell.open_sheet(Sheet(label("cut_title"), [words], self.shell.close_sheet, buttons))

    def decide(self) -> None:
        """The cards are right."""
        self._try(self.cut.decide)

    def clear(self) -> None:
        """No card is cut yet."""
        self.cut.clear()
        self.refresh()

    def draw(self) -> None:
        """Somebody is drawn by chance."""
        self._try(partial(self.cut.name, random.SystemRandom().choice(self.cut.state.seats)))

    def anew(self) -> None:
        """Forget the cut of a match that has not begun."""
        if self.companion.new_match is not None:
            self.companion.new_match.new_cut()
        self.refresh()

    def use(self) -> None:
        """It is decided: back to where it was asked for."""
        if self.companion.new_match is not None and not self.running:
            self.companion.new_match.settle_cut()
        self.companion.running_cut = None
        self.shell.back()

    def _try(self, step: Any) -> None:
        try:
            step()
        except DonError as error:
            self.shell.tell(str(error), "doubtful")
        self.refresh()

    # The camera

    def look(self) -> None:
        """Let the camera see the cards."""
        self.shell.go("camera_cards", title=self.cut.question(), done=self.seen)

    def seen(self, reading: Reading, *_: object) -> None:
        """Offer the cards that a picture showed, the certain ones first."""
        cut = self.cut
        ordered = sorted(reading.sightings, key=lambda sighting: sighting.status != "sure")
        cut.seen = tuple(dict.fromkeys(sighting.card for sighting in ordered))
        page = self.shell.page
        if isinstance(page, CutPage):
            page.refresh()
            if not cut.free:
                self.shell.tell(label("cut_none_seen"), "doubtful")
            elif cut.asked is not None:
                page.pick(cut.asked)
