"""The tour at the first start: six cards, a picture and a sentence each; it can be left from the first one on."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp, sp
from kivy.uix.floatlayout import FloatLayout

from mobile.screens.page import Page
from mobile.screens.shaped_page import WIDE
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.tour import CARDS
from mobile.widgets.basics import FitLabel, TableButton
from mobile.widgets.look import look
from mobile.widgets.tour_pictures import Still, picture_of

_SWIPE_DP = 40.0
_TEXTS = {
    "board": ("tour_board", "tour_board_text"),
    "read": ("tour_read", "tour_read_text"),
    "hand": ("tour_hand", "tour_hand_text"),
    "correct": ("tour_correct", "tour_correct_text"),
    "why": ("tour_why", "tour_why_text"),
    "start": ("tour_start", "tour_start_text"),
}


class TourPage(Page):
    """One card after the other; Next or a swipe goes on, back and a swipe to the right goes back."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, headed=False, **kwargs)
        self.at = 0
        self.room = FloatLayout()
        self.ids.body.add_widget(self.room)
        self.picture: Still | None = None
        self.head = FitLabel(bold=True, lines=True, color=look.rgba("text"))
        self.sentence = FitLabel(lines=True, color=look.rgba("text"))
        self.dots = FitLabel(color=look.rgba("accent"))
        self.skip, self.next, self.other = TableButton(), TableButton(strong=True), TableButton()
        self.skip.bind(on_tap=lambda *_: self.shell.home())
        self.next.bind(on_tap=lambda *_: self._go_on())
        self.other.bind(on_tap=lambda *_: self.shell.replace("new_match"))
        for widget in (self.head, self.sentence, self.dots, self.skip, self.next):
            widget.size_hint = (None, None)
            self.room.add_widget(widget)
        self.other.size_hint = (None, None)
        self.room.bind(size=self._lay_out, pos=self._lay_out)
        self.show(0)

    @property
    def last(self) -> bool:
        """Whether the last card is shown."""
        return self.at == len(CARDS) - 1

    def entered(self) -> None:
        """Who has seen one card has seen the tour: it doesn't come by itself again."""
        if not self.companion.settings.tour_seen:
            self.companion.change(tour_seen=True)

    def reading_place(self) -> object:
        """The card that is shown."""
        return self.at

    def restore_place(self, place: Any) -> None:
        """The same card again."""
        self.show(place)

    def back(self) -> bool:
        """The card before; on the first one the page goes."""
        if self.at == 0:
            return False
        self.show(self.at - 1)
        return True

    def show(self, number: int) -> None:
        """Show a card, counted from 0."""
        self.at = min(max(number, 0), len(CARDS) - 1)
        if self.picture is not None:
            self.room.remove_widget(self.picture)
        self.picture = picture_of(CARDS[self.at])
        self.picture.size_hint = (None, None)
        self.room.add_widget(self.picture, index=len(self.room.children))
        head, sentence = _TEXTS[CARDS[self.at]]
        self.head.text, self.sentence.text = label(head), label(sentence)
        self.dots.text = " ".join("●" if place == self.at else "○" for place in range(len(CARDS)))
        self.skip.text = label("home" if self.last else "tour_skip")
        self.next.text = label("practice" if self.last else "tour_next")
        self.other.text = label("new_title")
        if self.last != (self.other.parent is not None):
            (self.room.add_widget if self.last else self.room.remove_widget)(self.other)
        self._lay_out()
        self.picture.shown()

    def on_touch_up(self, touch: Any) -> bool:
        """A swipe goes a card on or back."""
        sideways, upwards = touch.x - touch.ox, touch.y - touch.oy
        if abs(sideways) > dp(_SWIPE_DP) and abs(sideways) > 1.5 * abs(upwards) and touch.grab_current is None:
            if sideways > 0 or not self.last:
                self.show(self.at + (1 if sideways < 0 else -1))
            return True
        return bool(super().on_touch_up(touch))

    def _go_on(self) -> None:
        if self.last:
            self.shell.replace("practice")
        else:
            self.show(self.at + 1)

    def _lay_out(self, *_: object) -> None:
        """The picture above the words where the page is high, beside them where it is wide."""
        room, gap, scale = self.room, dp(14), look.scale
        button = max(dp(52), min(dp(52) * scale, room.height * 0.14))
        wide = room.width > room.height * WIDE
        left, low, width, height = room.x + gap, room.y + gap, room.width - 2 * gap, room.height - 2 * gap
        words_left, words_width = (left + width * 0.56 + gap, width * 0.44 - gap) if wide else (left, width)
        small = min(scale, 1.4)
        top = low + height - dp(52) * small
        self._put(self.skip, words_left + words_width - dp(92) * small, top, dp(92) * small, dp(52) * small)
        foot = self._lay_out_buttons(words_left, low, words_width, button, gap)
        self._put(self.dots, words_left, foot, words_width, dp(26) * min(scale, 2.0))
        words_low = foot + self.dots.height + gap / 2
        words_high = top - gap if wide else words_low + height * min(0.36, 0.18 + 0.06 * scale)
        self._lay_out_words(words_left, words_low, words_width, words_high - words_low)
        if self.picture is not None and wide:
            self._put(self.picture, left, low, width * 0.56 - gap, height)
        elif self.picture is not None:
            self._put(self.picture, left, words_high + gap, width, top - words_high - 2 * gap)

    def _lay_out_words(self, left: float, low: float, width: float, height: float) -> None:
        self._put(self.sentence, left, low, width, height * 0.60)
        self._put(self.head, left, low + height * 0.62, width, height * 0.38)
        scale = look.scale
        self.head.largest, self.sentence.largest, self.dots.largest = sp(24) * scale, sp(18) * scale, sp(16) * scale

    def _lay_out_buttons(self, left: float, low: float, width: float, button: float, gap: float) -> float:
        """The buttons at the foot; how high they reach, with a gap."""
        self._put(self.next, left, low, width, button)
        if not self.last:
            return low + button + gap / 2
        self._put(self.other, left, low, width, button)
        self._put(self.next, left, low + button + gap / 2, width, button)
        return low + 2 * button + gap

    @staticmethod
    def _put(widget: Any, x: float, y: float, width: float, height: float) -> None:
        widget.pos, widget.size = (x, y), (max(1.0, width), max(1.0, height))
