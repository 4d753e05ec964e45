"""The frame round all screens: which page is shown, the way back, the sheet above it, the sentence at its foot."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.logger import Logger
from kivy.metrics import Metrics
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import NoTransition, ScreenManager
from kivy.uix.widget import Widget

from mobile.companion import Companion
from mobile.feedback import Feedback
from mobile.phone.vibration import shake
from mobile.screens.page import Page
from mobile.screens.pages import PAGES
from mobile.theme import least_density, type_scale
from mobile.widgets.basics import repeats
from mobile.widgets.look import look
from mobile.widgets.sounds import Sounds
from mobile.widgets.toast import Toast
from mobile.widgets.turned import TurnedBox

if TYPE_CHECKING:
    from mobile.practice import Practice


_SETTLES_S = 0.1
"""A window that is resized keeps its size so long before everything is drawn anew for another density."""
_SYSTEM_DENSITY = Metrics.density
"""What the system says; it may be raised (`least_density`)."""


class Shell(FloatLayout):
    """Pages are a stack: `go` puts one on it, `back` takes it away. At most one sheet lies above the page."""

    insets = ObjectProperty((0.0, 0.0, 0.0, 0.0))
    """What the system's bars and the camera's hole cover (`mobile.phone.insets`): no page lies there."""

    def __init__(self, companion: Companion, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.companion = companion
        self.sounds = Sounds()
        self.feedback = Feedback(lambda: self.companion.settings, self.sounds.play, shake)
        self.practice: Practice | None = None
        """The practice hand while it is played (`mobile.screens.practice`)."""
        self.sheet: Widget | None = None
        self._sheet_box: Widget | None = None
        self.pages: list[tuple[str, dict[str, Any]]] = []
        self._manager = ScreenManager(transition=NoTransition(), size_hint=(None, None))
        self._toast = Toast()
        self._rebuild_soon = Clock.create_trigger(lambda _: self.rebuild(), _SETTLES_S)
        self._changes = 0
        self._touched: tuple[Any, int] | None = None
        self.add_widget(self._manager)
        self.add_widget(self._toast)
        self.bind(size=self._lay_out, pos=self._lay_out, insets=self._lay_out)
        self._use_settings()

    @property
    def page(self) -> Page:
        """The page that is shown."""
        page: Page = self._manager.current_screen
        return page

    # Going from page to page

    def go(self, name: str, **params: Any) -> Page:
        """Show a page (see `mobile.screens.pages`); ``params`` go to its constructor."""
        self._leave()
        return self._show(name, params)

    def replace(self, name: str, **params: Any) -> Page:
        """Show a page in the place of the one that is shown: back goes to the one before."""
        self._leave()
        self._close_top()
        return self._show(name, params)

    def home(self, *names: str) -> Page:
        """Back to the first page, and from there to these; only the last one is entered."""
        self._leave()
        while self.pages:
            self._close_top()
        try:
            for name in ("home", *names):
                page = self._add(name, {})
        finally:
            self._show_top()
        return page

    def back(self) -> bool:
        """One step back: close the sheet, else what the page has open, else the page. False on the first page."""
        if self.sheet is not None:
            self.close_sheet()
            return True
        if self.page.back():
            return True
        if len(self.pages) < 2:
            return False
        self._leave()
        self._close_top()
        self._show_top()
        return True

    def rebuild(self) -> None:
        """Draw everything anew, in other colours or another language; the pages on the stack stay where they are."""
        self._leave()
        self._use_settings()
        pages, self.pages = self.pages, []
        places = [screen.reading_place() for screen in self._manager.screens]
        while self._manager.screens:
            screen = self._manager.screens[-1]
            self._manager.remove_widget(screen)
            self._let_go(screen.closed)
        try:
            for name, params in pages:
                self._add(name, params)
        finally:
            self._show_top()
        for screen, place in zip(self._manager.screens, places, strict=True):
            screen.restore_place(place)

    def keep(self, **params: Any) -> None:
        """For a page that is being made: what it is to be given again when all is drawn anew."""
        self.pages[-1][1].update(params)

    def _show(self, name: str, params: dict[str, Any]) -> Page:
        try:
            return self._add(name, params)
        finally:
            self._show_top()

    def _add(self, name: str, params: dict[str, Any]) -> Page:
        """Make a page and put it on the stack; one that can't be made is not there."""
        module, _, class_name = PAGES[name].partition(":")
        self.pages.append((name, params))
        try:
            page: Page = getattr(import_module(module), class_name)(self, name=f"{len(self.pages)}:{name}", **params)
        except Exception:
            self.pages.pop()
            raise
        self._manager.add_widget(page)
        return page

    def _show_top(self) -> None:
        if self._manager.screens:
            self._manager.current = self._manager.screens[-1].name
            self._shown()

    def _leave(self) -> None:
        self.close_sheet()
        if self.pages:
            self._let_go(self.page.left)

    def _close_top(self) -> None:
        self.pages.pop()
        screen = self._manager.screens[-1]
        self._manager.remove_widget(screen)
        self._let_go(screen.closed)

    def _let_go(self, hook: Callable[[], object]) -> None:
        """What goes can't be kept by an error of its own: that comes to the app once it is gone."""
        try:
            hook()
        except Exception as error:
            Logger.exception("Don: %s", error)
            self.later(_fail, error)

    def _shown(self) -> None:
        self._changes += 1
        self._toast.place_above(self.page.clear_foot)
        self.page.entered()
        for sentence in self.companion.take_notices():
            self.tell(sentence)

    # Above the page

    def open_sheet(self, sheet: Widget) -> None:
        """Lay a sheet over the page; the back key and `close_sheet` take it away. One that is there goes first.

        It faces the side of the table that the page faces.
        """
        self.close_sheet()
        self._changes += 1
        self.sheet = sheet
        turned = self.page.turned_by
        self._sheet_box = TurnedBox(sheet, degrees=turned) if turned else sheet
        self.add_widget(self._sheet_box)
        self.remove_widget(self._toast)
        self.add_widget(self._toast)
        self._lay_out()

    def close_sheet(self, *_: object) -> None:
        """Take the sheet away, if there is one; its ``closed()``, if it has one, is called."""
        if self.sheet is None:
            return
        sheet, self.sheet = self.sheet, None
        box, self._sheet_box = self._sheet_box, None
        self._changes += 1
        self.remove_widget(box)
        if box is not None and box is not sheet:
            box.remove_widget(sheet)
        done = getattr(sheet, "closed", None)
        if callable(done):
            self._let_go(done)

    def tell(self, sentence: str, tone: str = "text") -> None:
        """Show a sentence at the foot of the page for a while, for what has no place of its own there."""
        self._toast.foot = self.page.clear_foot if self.pages else 0.0
        self._toast.show(sentence, tone)

    def hush(self) -> None:
        """What was told is no matter any more."""
        self._toast.clear()

    # The window

    def on_touch_down(self, touch: Any) -> bool:
        """The second touch of a double one is lost where the first changed what lies there."""
        before, self._touched = self._touched, (touch, self._changes)
        if before is not None and before[1] != self._changes and repeats(touch, before[0]):
            return True
        return bool(super().on_touch_down(touch))

    def paused(self) -> None:
        """The app goes into the background."""
        self.page.paused()

    def resumed(self) -> None:
        """The app is in front again: draw again what the system may have thrown away."""
        Window.update_viewport()
        self.page.resumed()
        self.canvas.ask_update()

    def closed(self) -> None:
        """The window closes."""
        self._leave()
        for screen in reversed(self._manager.screens):
            self._let_go(screen.closed)

    def _use_settings(self) -> None:
        look.palette = self.companion.settings.palette
        Window.clearcolor = look.rgba("background")
        self._scale()

    def _scale(self) -> None:
        density = max(_SYSTEM_DENSITY, least_density(*Window.size))
        if density != Metrics.density:
            Metrics.density = density
            self._rebuild_soon()
        look.scale = type_scale(self.width / density, self.height / density) * self.companion.settings.text_size

    def _lay_out(self, *_: object) -> None:
        left, top, right, bottom = self.insets
        self._scale()
        place = (self.x + left, self.y + bottom)
        size = (max(1.0, self.width - left - right), max(1.0, self.height - top - bottom))
        for widget in filter(None, (self._manager, self._sheet_box)):
            widget.size_hint = (None, None)
            widget.pos, widget.size = place, size
        if self.pages and self._manager.screens:
            self._toast.foot = self.page.clear_foot
        self._toast.lay_out(*place, *size)

    def later(self, work: Any, *given: Any) -> None:
        """Have ``work(*given)`` done on the screen's thread: for what comes from another one."""
        Clock.schedule_once(lambda _: work(*given), 0)


def _fail(error: Exception) -> None:
    raise error
