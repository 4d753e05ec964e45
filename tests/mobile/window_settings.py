"""What the window tests do with the settings, the tour and the practice hand."""

import os
from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import Any

from mobile_table import new_session
from window_driver import Script, TestClock, Wait, swipe, table_of, tap

from mobile.companion import Companion, LateReader
from mobile.settings import TEXT_SIZES
from scorer.log_pictures import rule_of
from scorer.matchlog import MatchLog

Steps = Generator[Wait, None, None]


def _read(table: Any) -> bool:
    return not table.is_reading


def _other(companion: Any, field: str, before: bool) -> bool:
    return getattr(companion.settings, field) is not before


def settings(folder: Path) -> tuple[Any, Script]:
    """Every choice by touch: it holds at once, is kept, and the page stays where its reader was."""
    companion = table_of(new_session(folder))
    companion.change(tour_seen=True, text_size=1.0)

    def script(app: Any) -> Steps:
        from mobile.widgets.look import look

        shell = app.shell
        shell.go("settings")
        yield 0.4

        def seen(name: str) -> Any:
            """The row, scrolled to."""
            row = getattr(shell.page, name)
            shell.page.list.scroll_to(row, animate=False)
            return row

        tap(seen("light").buttons[1])
        yield lambda: look.palette.name == "light"
        assert companion.settings.light
        yield 0.3
        tap(seen("safe"))
        yield lambda: look.palette.name == "light-safe"
        assert companion.settings.colour_safe
        yield 0.3
        for name, field in (("sound", "sound"), ("vibration", "vibration"), ("auto", "auto_confirm")):
            before = getattr(companion.settings, field)
            row = seen(name)
            yield 0.1
            tap(row)
            yield partial(_other, companion, field, before)
            assert row.active is not before, name
        row = seen("keep")
        yield 0.1
        tap(row)
        yield lambda: companion.settings.keep_pictures
        assert rule_of(companion.log, companion.book.match_id) is not None
        row = seen("left_hand")
        yield 0.1
        tap(row)
        yield lambda: companion.settings.left_hand and shell.page.left_hand is not row
        yield 0.3
        row = seen("text_size")
        yield 0.1
        scale = look.scale
        tap(row.buttons[3])
        yield lambda: look.scale > 1.9 * scale
        yield 0.4
        assert companion.settings.text_size == TEXT_SIZES[3] and abs(look.scale / scale - 2.0) < 0.01
        rows, row = shell.page.list, shell.page.text_size
        low, high = row.to_window(row.x, row.y)[1], row.to_window(row.x, row.top)[1]
        assert high > rows.y + 100 and low < rows.top - 100, "it is still in sight"
        again = Companion(companion.log, companion.folder, companion.clock)
        assert again.settings == companion.settings, "all of it is kept"
        assert shell.back() and shell.page.name.endswith("table")
        yield 0.3
        ids = shell.page.table.ids
        assert ids.more.x < ids.undo.x, "the table below is for the left hand, too"

    return companion, script


def first_start(folder: Path) -> tuple[Any, Script]:
    """A new phone: the tour comes by itself, goes on by Next and by swipes, can be left, and comes once."""
    companion = Companion(MatchLog(folder / "matches.sqlite3"), folder, TestClock())

    def script(app: Any) -> Steps:
        shell = app.shell
        yield lambda: shell.page.name.endswith("tour")
        yield 0.2
        page = shell.page
        assert companion.settings.tour_seen
        tap(page.next)
        yield 0.2
        swipe(page.picture, -150)
        yield 0.2
        assert page.at == 2
        companion.change(light=True)
        shell.rebuild()
        yield 0.2
        page = shell.page
        assert page.at == 2, "drawn anew, it shows the same card"
        swipe(page.picture, 150)
        yield 0.2
        assert page.at == 1
        assert shell.back() and page.at == 0
        tap(page.skip)
        yield 0.3
        assert shell.page.name.endswith("home")
        yield 0.4
        assert shell.page.name.endswith("home"), "it doesn't come again"
        shell.go("tour")
        shell.page.show(5)
        yield 0.2
        tap(shell.page.next)
        yield 0.5
        assert shell.page.name.endswith("practice") and shell.page.practice is not None
        assert shell.back() and shell.page.name.endswith("home")
        yield 0.2
        assert shell.practice is None and not (folder / "practice").exists()

    return companion, script


def practice(folder: Path) -> tuple[Any, Script]:
    """The practice hand from its pictures by the real reader; the match on the table is there again afterwards."""
    from models.reader import CardReader

    session = new_session(folder)
    companion = table_of(session)
    companion.change(tour_seen=True)
    companion.reader = LateReader(CardReader.load)

    def script(app: Any) -> Steps:
        shell = app.shell
        shell.go("practice")
        yield 0.4
        page = shell.page
        for number in range(1, 10):
            table = page.inner.page.table
            tap(table.ids.primary)
            yield 0.0
            yield partial(_read, table)
            under = page.practice.session
            assert under.proposal is not None, table.status
            truth = page.practice.hand.tricks[number - 1]
            for entry in under.proposal.cards:
                if not entry.settled:
                    tap(table.ids.area.faces[entry.seat])
                    yield 0.1
                    tap(table.picker.cells[truth.card_of(entry.seat, under.state.seats)])
                    yield 0.1
            tap(table.ids.primary)
            yield 0.4
            assert page.practice.played() == number, table.status
            if number == 4:
                page.inner.go("tricks")
                companion.change(colour_safe=True)
                shell.rebuild()
                yield 0.4
                page = shell.page
                assert page.practice.played() == 4, "drawn anew, nothing is lost"
                assert page.inner.page.name.endswith("tricks") and shell.back()
                assert page.inner.page.name.endswith("table") and shell.page is page
                yield 0.4
        assert dict(page.practice.session.state.scores) == {"NS": 23, "EW": 29}
        yield 0.4
        assert page.bar.strong
        assert companion.session is session and len(companion.log.matches()) == 1
        assert shell.back() and shell.page.name.endswith("table")
        yield 0.1
        assert shell.page.table.session is session

    return companion, script


def covered(folder: Path) -> tuple[Any, Script]:
    """With bars above and below, no page and no sheet lies under them."""
    os.environ["DON_INSETS"] = "0,40,0,60"
    companion = table_of(new_session(folder))
    companion.change(tour_seen=True)

    def script(app: Any) -> Steps:
        from kivy.core.window import Window

        shell = app.shell
        yield 0.2
        assert shell.insets == (0, 40, 0, 60)
        for name in ("table", "settings", "tour", "practice"):
            if name != "table":
                shell.go(name)
            yield 0.3
            assert shell.page.to_window(*shell.page.pos)[1] >= 60
            assert shell.page.to_window(shell.page.right, shell.page.top)[1] <= Window.height - 40
        Window.size = (740, 360)
        yield 0.5
        assert shell.page.to_window(shell.page.right, shell.page.top)[1] <= Window.height - 40

    return companion, script


def forgiven(folder: Path) -> tuple[Any, Script]:
    """An error that nobody has seen coming is one sentence, and the app goes on, on a page that works."""
    companion = table_of(new_session(folder))
    companion.change(tour_seen=True)

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("on purpose")

    def script(app: Any) -> Steps:
        from kivy.clock import Clock

        from mobile.players import SessionError
        from mobile.screens.statistics import StatisticsPage

        shell, toast = app.shell, app.shell._toast
        app.forgiving = True
        app.forgive()

        def told() -> bool:
            return "ZeroDivisionError" in toast.text and "Nothing is lost" in toast.text

        Clock.schedule_once(broken, 0)
        yield told
        for hook, stack in (("__init__", 2), ("entered", 3), ("left", 3), ("closed", 3)):
            shell.hush()
            whole = getattr(StatisticsPage, hook)
            setattr(StatisticsPage, hook, broken)
            Clock.schedule_once(lambda _: shell.go("statistics"), 0)
            yield (lambda: len(shell.pages) == 3) if hook in ("left", "closed") else told
            assert len(shell.pages) == len(shell._manager.screens) == stack, hook
            if stack > 2:
                shell.back()
                yield told
            setattr(StatisticsPage, hook, whole)
            assert [name for name, _ in shell.pages] == ["home", "table"] and shell.page.name.endswith("table"), hook
        tap(shell.page.table.ids.primary)
        yield lambda: shell.page.table.picking is not None
        shell.close_sheet()
        shell.hush()
        app._failed(SessionError("NO_READER"))
        assert toast.text == str(SessionError("NO_READER")), "what has a sentence of its own says that"
        made_anew = "__init__"
        setattr(StatisticsPage, made_anew, broken)
        shell.pages.append(("statistics", {}))
        shell.hush()
        Clock.schedule_once(lambda _: shell.rebuild(), 0)
        yield told
        assert [name for name, _ in shell.pages] == ["home", "table"], "a page that can't be drawn anew is left out"

    return companion, script


def heard(folder: Path) -> tuple[Any, Script]:
    """The sounds are loaded while the screen goes on; with a device they play, without one all is silent."""
    companion = table_of(new_session(folder))
    companion.change(tour_seen=True)

    def script(app: Any) -> Steps:
        from mobile.feedback import SOUNDS

        sounds = app.shell.sounds
        yield lambda: sounds._loading is not None and not sounds._loading.is_alive()
        device = os.environ.get("SDL_AUDIODRIVER") == "dummy"
        assert sounds.ready is device
        for name in SOUNDS:
            sounds.play(name)
        yield 0.05
        if device:
            assert {sound.state for sound in sounds._sounds.values()} == {"play"}
            assert set(sounds._sounds) == set(SOUNDS)

    return companion, script
