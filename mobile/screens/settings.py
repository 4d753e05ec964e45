"""The settings: every change holds at once, and the page stays where it was."""

from __future__ import annotations

from typing import Any

from mobile.about import about_lines
from mobile.picture_choice import choose_keeping, kept_line
from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.settings import TEXT_SIZES
from mobile.texts import label, language_name, languages
from mobile.theme import SUIT_GLYPHS
from mobile.widgets.page_parts import ChoiceRow, Heading, PageList, Row, SwitchRow, Words
from mobile.widgets.previews import ColourPreview
from scorer.errors import DonError


class SettingsPage(Page):
    """All choices of the app, and what it is."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, title=label("settings"), **kwargs)
        self.list = PageList()
        self.ids.body.add_widget(self.list)
        self.kept = Words(tone="muted")
        self._say_kept()
        rows = [*self._look(), *self._sound(), *self._camera(), *self._language(), *self._more(), *self._about()]
        self.list.put(rows)

    def entered(self) -> None:
        """Pictures may have come or gone meanwhile."""
        self._say_kept()

    def _look(self) -> list[Any]:
        chosen = self.companion.settings
        self.light = ChoiceRow(
            [label("set_light_dark"), label("set_light_light")],
            int(chosen.light),
            lambda index: self._redraw(light=bool(index)),
            title=label("set_light_title"),
            detail=label("set_light_detail"),
        )
        self.safe = SwitchRow(
            lambda on: self._redraw(colour_safe=on),
            title=label("safe_title"),
            detail=label("safe_detail"),
            active=chosen.colour_safe,
        )
        sizes = [label(code) for code in ("size_normal", "size_large", "size_larger", "size_largest")]
        self.text_size = ChoiceRow(
            sizes,
            TEXT_SIZES.index(chosen.text_size),
            lambda index: self._redraw(text_size=TEXT_SIZES[index]),
            title=label("text_size_title"),
            stacked=chosen.text_size > TEXT_SIZES[1],
        )
        self.left_hand = SwitchRow(
            lambda on: self._redraw(left_hand=on),
            title=label("left_hand_title"),
            detail=label("left_hand_detail"),
            active=chosen.left_hand,
        )
        preview = Words(text=label("size_preview", glyph=SUIT_GLYPHS["S"]))
        head = Heading(text=label("look_heading"))
        return [head, self.light, self.safe, ColourPreview(), self.text_size, preview, self.left_hand]

    def _sound(self) -> list[Any]:
        chosen = self.companion.settings
        self.sound = SwitchRow(
            self._choose_sound, title=label("sound_title"), detail=label("sound_detail"), active=chosen.sound
        )
        self.vibration = SwitchRow(
            self._choose_vibration,
            title=label("vibration_title"),
            detail=label("vibration_detail"),
            active=chosen.vibration,
        )
        return [Heading(text=label("sound_heading")), self.sound, self.vibration]

    def _camera(self) -> list[Any]:
        chosen = self.companion.settings
        self.auto = SwitchRow(
            lambda on: self.companion.change(auto_confirm=on),
            title=label("set_auto_title"),
            detail=label("set_auto_detail"),
            active=chosen.auto_confirm,
        )
        self.keep = SwitchRow(
            self._choose_keeping, title=label("keep_title"), detail=label("keep_detail"), active=chosen.keep_pictures
        )
        return [Heading(text=label("camera")), self.auto, self.keep, self.kept]

    def _language(self) -> list[Any]:
        codes = languages()
        chosen = self.companion.settings.language
        self.language = ChoiceRow(
            [language_name(code) for code in codes],
            codes.index(chosen) if chosen in codes else -1,
            lambda index: self._redraw(language=codes[index]),
            stacked=len(codes) > 3,
        )
        return [Heading(text=label("language_heading")), self.language]

    def _more(self) -> list[Any]:
        self.tour = Row(lambda: self.shell.go("tour"), title=label("tour_again"), detail=label("tour_again_detail"))
        self.practice = Row(
            lambda: self.shell.go("practice"), title=label("practice"), detail=label("practice_again_detail")
        )
        self.data = Row(lambda: self.shell.go("data"), title=label("data_row"), detail=label("data_row_detail"))
        return [Heading(text=label("more_heading")), self.data, self.tour, self.practice]

    def _about(self) -> list[Any]:
        lines = about_lines(self.companion.log, self.companion.folder)
        return [Heading(text=label("about_heading")), *(Words(text=line, tone="muted") for line in lines)]

    def _redraw(self, **changes: Any) -> None:
        """Choose what changes every page; they are drawn anew once the touch is over."""
        self.companion.change(**changes)
        self.shell.later(self.shell.rebuild)

    def _choose_sound(self, on: bool) -> None:
        self.companion.change(sound=on)
        self.shell.feedback.confirmed()

    def _choose_vibration(self, on: bool) -> None:
        self.companion.change(vibration=on)
        self.shell.feedback.confirmed()

    def _choose_keeping(self, on: bool) -> None:
        try:
            choose_keeping(self.companion, on)
        except DonError as error:
            self.shell.tell(str(error), "impossible")
        self._say_kept()

    def _say_kept(self) -> None:
        try:
            self.kept.text = kept_line(self.companion.log)
        except DonError as error:
            self.kept.text = str(error)
