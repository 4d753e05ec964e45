"""What the hands of the monkey can do: touches of every kind, keys, text, turns of the window, choices."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

from monkey_record import Promised
from window_driver import Wait, tap_at

STEPS = "steps.log"
SIZES = ((360, 740), (740, 360), (800, 1280), (1280, 800), (320, 480), (420, 900), (1000, 420))
WORDS = ("Ann", "Siân Bartholomew-Jones", "", "  ", "0", "-7", "121", "999999999", "♠\u202e\n", "'; --", "x" * 60)


class Hands:
    """Each method does one thing, by chance where and how; a generator lets the window have frames in between."""

    def __init__(self, folder: Path, companion: Any, rng: random.Random) -> None:
        self.companion = companion
        self.rng = rng
        self.promised = Promised.load(folder)
        self.app: Any = None
        self.held: list[Any] = []
        self.tapped: Counter[str] = Counter()
        """How often each thing was touched; of three, the one that was touched least is touched."""
        self.steps = (folder / STEPS).open("a", buffering=1)

    @property
    def shell(self) -> Any:
        """The shell that is touched: that of the practice hand where it is played."""
        outer = self.app.shell
        inner = getattr(outer.page, "inner", None)
        return inner if outer.sheet is None and inner is not None else outer

    def table_of(self, page: Any) -> Any:
        """What shows the table of a match on this page; None on all other pages."""
        table = getattr(page, "table", None)
        return table if hasattr(table, "picker") else None

    def chosen(self) -> Any:
        """What is done next: mostly a tap; at a table mostly one that goes on."""
        page = self.shell.page
        if self.rng.random() < 0.45 and self.shell.sheet is None and self.table_of(page) is not None:
            return self.go_on
        kinds = {
            self.tap_any: 60,
            self.swipe: 8,
            self.scroll: 10,
            self.double_tap: 5,
            self.two_fingers: 5,
            self.hold: 3,
            self.lift: 4,
            self.press_back: 7,
            self.write: 8,
            self.tap_nowhere: 3,
            self.turn_window: 2,
            self.rebuild: 2,
            self.pause: 2,
            self.change_setting: 2,
            self.jump: 2,
        }
        return self.rng.choices(list(kinds), list(kinds.values()))[0]

    def note(self, done: str) -> None:
        """Write down what is done, before it is done."""
        page = self.app.shell.pages[-1][0] if self.app.shell.pages else "-"
        inner = "" if self.shell is self.app.shell else f">{self.shell.pages[-1][0]}"
        sheet = " sheet" if self.shell.sheet is not None else ""
        self.steps.write(f"{self.promised.lives}.{self.promised.steps} {page}{inner}{sheet}: {done}\n")

    def tappable(self, under: Any = None) -> list[Any]:
        """All that can be tapped and is within the window."""
        from kivy.uix.behaviors import ButtonBehavior
        from kivy.uix.slider import Slider
        from kivy.uix.textinput import TextInput

        kinds = (ButtonBehavior, TextInput, Slider)
        above = self.shell.sheet or self.shell.page
        found = [widget for widget in shown(under or above) if isinstance(widget, kinds)]
        return [widget for widget in found if self.point(widget) is not None]

    def point(self, widget: Any) -> tuple[float, float] | None:
        """A point in the widget, in the window; None where that is outside."""
        from kivy.core.window import Window

        x, y = widget.to_window(
            widget.x + self.rng.uniform(0.1, 0.9) * widget.width, widget.y + self.rng.uniform(0.1, 0.9) * widget.height
        )
        return (x, y) if 0 <= x < Window.width and 0 <= y < Window.height else None

    def target(self, under: Any = None) -> tuple[float, float]:
        """A point to touch: mostly in something that can be tapped."""
        from kivy.core.window import Window

        found = self.tappable(under)
        if not found or self.rng.random() < 0.05:
            return self.rng.uniform(0, Window.width - 1), self.rng.uniform(0, Window.height - 1)
        some = self.rng.choices(found, k=3)
        widget = min(some, key=lambda one: self.tapped[name_of(one)])
        self.tapped[name_of(widget)] += 1
        self.note(f"at {name_of(widget)}")
        return self.point(widget) or widget.to_window(*widget.center)

    def tap_any(self, under: Any = None) -> None:
        """One tap."""
        x, y = self.target(under)
        self.note(f"tap {x:.0f} {y:.0f}")
        tap_at(x, y)

    def tap_nowhere(self) -> None:
        """One tap anywhere."""
        from kivy.core.window import Window

        x, y = self.rng.uniform(0, Window.width - 1), self.rng.uniform(0, Window.height - 1)
        self.note(f"tap anywhere {x:.0f} {y:.0f}")
        tap_at(x, y)

    def go_on(self) -> None:
        """What brings the match on: a card of the picker, else the large button, else anything of the table."""
        table = self.shell.page.table
        picker = table.picker
        if picker.parent is not None:
            cells = [cell for cell in picker.cells.values() if not cell.dimmed or self.rng.random() < 0.1]
            self.tap_widget(self.rng.choice(cells)) if cells else self.tap_any(picker)
        elif not table.ids.primary.disabled and self.rng.random() < 0.7:
            self.tap_widget(table.ids.primary)
        else:
            self.tap_any(table)

    def tap_widget(self, widget: Any) -> None:
        """One tap on this widget."""
        place = self.point(widget)
        if place is not None:
            self.note(f"tap {type(widget).__name__} {getattr(widget, 'text', '')!r}")
            tap_at(*place)

    def double_tap(self) -> None:
        """Two taps in one place, quickly."""
        x, y = self.target()
        self.note(f"double tap {x:.0f} {y:.0f}")
        tap_at(x, y)
        tap_at(x, y, self.rng.choice((0.05, 0.2, 0.34)))

    def swipe(self) -> Generator[Wait, None, None]:
        """A finger down, moved over some frames, and up."""
        touch, (x, y) = self.finger(), (self.rng.gauss(0, 250), self.rng.gauss(0, 250))
        self.note(f"swipe {x:.0f} {y:.0f}")
        left, low = touch.pos
        for part in (0.2, 0.5, 1.0):
            touch.touch_move(left + part * x, low + part * y)
            yield self.rng.choice((0.0, 0.0, 0.06))
        touch.touch_up()

    def scroll(self) -> None:
        """A long list is anywhere, mostly at its end, as after a few swipes."""
        from kivy.uix.scrollview import ScrollView

        for widget in shown(self.shell.sheet or self.shell.page):
            if isinstance(widget, ScrollView):
                widget.scroll_y = self.rng.choice((0.0, 0.0, 1.0, self.rng.random()))
                self.note(f"scroll to {widget.scroll_y:.2f}")
        self.tap_any()

    def two_fingers(self) -> Generator[Wait, None, None]:
        """Two fingers down, moved, and up in any order."""
        touches = [self.finger(), self.finger()]
        self.note("two fingers")
        yield 0.0
        for touch in touches:
            touch.touch_move(touch.x + self.rng.gauss(0, 40), touch.y + self.rng.gauss(0, 40))
        self.rng.shuffle(touches)
        for touch in touches:
            touch.touch_up()
            yield self.rng.choice((0.0, 0.0, 0.03))

    def finger(self) -> Any:
        """A finger that is down."""
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(*self.target())
        touch.touch_down()
        return touch

    def hold(self) -> None:
        """A finger goes down and stays, whatever becomes of the page below it."""
        self.note("hold")
        if len(self.held) < 2:
            self.held.append(self.finger())

    def lift(self) -> None:
        """A finger that was down goes up, perhaps elsewhere."""
        if self.held:
            touch = self.held.pop(self.rng.randrange(len(self.held)))
            self.note("lift")
            if self.rng.random() < 0.5:
                touch.touch_move(touch.x + self.rng.gauss(0, 200), touch.y + self.rng.gauss(0, 200))
            touch.touch_up()

    def press_back(self) -> None:
        """The back key."""
        from kivy.core.window import Window

        self.note("back")
        Window.dispatch("on_keyboard", self.rng.choice((27, 1073742106)), 0, None, [])

    def write(self) -> None:
        """Text into a field, if there is one: added, taken away, ended with Enter."""
        from kivy.uix.textinput import TextInput

        fields = [widget for widget in shown(self.app.shell) if isinstance(widget, TextInput)]
        if not fields:
            self.tap_any()
            return
        field, words = self.rng.choice(fields), self.rng.choice(WORDS)
        self.note(f"write {words[:20]!r}")
        field.focus = True
        if self.rng.random() < 0.3:
            field.select_all()
            field.delete_selection()
        field.insert_text(words)
        if self.rng.random() < 0.5:
            field.dispatch("on_text_validate")
        field.focus = self.rng.random() < 0.3

    def turn_window(self) -> Generator[Wait, None, None]:
        """Another size of the window."""
        from kivy.core.window import Window

        size = self.rng.choice(SIZES)
        self.note(f"size {size}")
        Window.size = size
        yield 0.1

    def rebuild(self) -> None:
        """All pages are drawn anew."""
        self.note("rebuild")
        self.app.shell.rebuild()

    def pause(self) -> Generator[Wait, None, None]:
        """The app goes into the background and comes back."""
        self.note("pause")
        self.app.on_pause()
        yield self.rng.choice((0.0, 0.05))
        self.app.on_resume()

    def jump(self) -> None:
        """Home, and to one of the pages that are a tap or two from there: most time goes by at the table as it is."""
        name = self.rng.choice(
            ("history", "data", "settings", "statistics", "tour", "practice", "dispute", "new_match")
        )
        self.note(f"jump to {name}")
        self.app.shell.home(name)

    def change_setting(self) -> None:
        """Another choice, as the page of settings makes it."""
        name = self.rng.choice(("light", "colour_safe", "left_hand", "keep_pictures", "auto_confirm", "text_size"))
        value = self.rng.choice((1.0, 1.3, 1.6, 2.0) if name == "text_size" else (True, False))
        self.note(f"{name} {value}")
        self.companion.change(**{name: value})
        self.app.shell.rebuild()


def name_of(widget: Any) -> str:
    """What a widget is called in the notes."""
    words = getattr(widget, "text", "") or getattr(widget, "title", "") or getattr(widget, "card", "")
    return f"{type(widget).__name__} {str(words)[:40]!r}"


def shown(widget: Any) -> Iterator[Any]:
    """The widget and all below it that have some size and can be seen."""
    if widget.opacity <= 0 or widget.width < 1 or widget.height < 1:
        return
    yield widget
    for child in widget.children:
        yield from shown(child)
