"""Cards by camera, whatever they are for: a cut, a pile of the muck, jacks. What is read is given to who asked."""

from collections.abc import Callable
from typing import Any

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from mobile.camera.marks import marks_of_reading
from mobile.camera.source import Picture
from mobile.camera.view import LiveView
from mobile.card_looker import CardLooker, CardsSeen
from mobile.phone.permission import can_open_settings, open_settings
from mobile.screens.camera_live import CameraLivePage
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.widgets.basics import IconButton, TableButton
from mobile.widgets.button_row import fill_row
from mobile.widgets.look import load_kv
from mobile.wording import card_glyphs
from models.reading import Reading

Done = Callable[[Reading, Picture], object]
_MOST_NAMED = 12


class CardsContent(BoxLayout):
    """The picture, and beside or below it what was read and what can be done."""

    words = StringProperty("")
    take_text = StringProperty("")


class CameraCardsPage(CameraLivePage):
    """``shell.go("camera_cards", title=..., done=callback)``: ``callback(reading, picture)`` is called at most once.

    The page is gone by then, so that the callback may show another one. Going back calls nothing.
    """

    def __init__(self, shell: Shell, *, title: str, done: Done, **kwargs: Any) -> None:
        super().__init__(shell, title=title, **kwargs)
        self._done: Done | None = done
        self._looker: CardLooker | None = None
        self._seen: CardsSeen | None = None
        self.content = CardsContent()
        self.ids.body.add_widget(self.content)
        ids = self.content.ids
        ids.place.add_widget(self.camera)
        ids.take.bind(on_tap=self.take)
        self.torch = IconButton(icon="☀")
        self.torch.bind(on_tap=self._torch_tapped)
        self.settings = TableButton(text=label("system_settings"))
        self.settings.bind(on_tap=lambda *_: open_settings())
        self.by_hand = TableButton(text=label("enter_by_hand"))
        self.by_hand.bind(on_tap=lambda *_: self.shell.back())
        self.ticked()

    @property
    def seen(self) -> CardsSeen | None:
        """What would be taken now."""
        return self._seen

    def began(self, view: LiveView) -> None:
        """Read what it shows, again and again."""
        if self.companion.reader is not None:
            self._looker = CardLooker(view, self.companion.reader.read)

    def ended(self) -> None:
        """Stop reading; what was read last stays."""
        if self._looker is not None:
            self._looker.close()
            self._looker = None

    def ticked(self) -> None:
        """Mark what was read last, and say how many cards that are."""
        seen = self._looker.seen if self._looker is not None else None
        if seen is not None and seen is not self._seen:
            self._seen = seen
            self.camera.mark(marks_of_reading(seen.reading))
        self._show_buttons()

    def take(self, *_: object) -> None:
        """Give the cards to who asked, and go back."""
        done, seen = self._done, self._seen
        if done is None or seen is None or not seen.reading.sightings:
            return
        self._done = None
        self.shell.back()
        done(seen.reading, seen.picture)

    def _torch_tapped(self, *_: object) -> None:
        self.turn_torch()
        self._show_buttons()

    def _show_buttons(self) -> None:
        ids = self.content.ids
        sightings = self._seen.reading.sightings if self._seen is not None else ()
        self.content.words = self._what_is_seen()
        ids.take.disabled = not sightings
        self.content.take_text = _take_words(len(sightings))
        self.torch.text = self.torch_words
        lamp = self.view is not None and self.view.has_torch
        wanted = [
            (self.torch, lamp),
            (self.settings, self.denied and can_open_settings()),
            (self.by_hand, bool(self.camera.message) and not sightings),
        ]
        fill_row(ids.row, [button for button, shown in wanted if shown])

    def _what_is_seen(self) -> str:
        """The cards, those that are not certain with a question mark; or what to do."""
        if self.companion.reader is None:
            return label("NO_READER")
        if self._looker is not None and self._looker.problem:
            return self._looker.problem
        sightings = self._seen.reading.sightings if self._seen is not None else ()
        if not sightings:
            return "" if self.camera.message else label("cards_hint")
        ordered = sorted(sightings, key=lambda seen: seen.card)
        names = [card_glyphs(seen.card) + ("" if seen.sure else " ?") for seen in ordered]
        words = "   ".join(names[:_MOST_NAMED]) + (" …" if len(names) > _MOST_NAMED else "")
        doubtful = sum(not seen.sure for seen in sightings)
        return f"{words}\n{label('cards_doubtful', count=doubtful)}" if doubtful else words


def _take_words(count: int) -> str:
    if count == 0:
        return label("take_none")
    return label("take_one") if count == 1 else label("take_cards", count=count)


load_kv("mobile.screens", "camera_cards.kv")
