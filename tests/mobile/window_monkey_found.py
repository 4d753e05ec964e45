"""Ways through the app on which the monkey, or who looked after it, found an error."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

from mobile_table import new_session
from window_driver import Script, Wait, table_of, tap_at

from mobile.screens.table_sheets import look_back, rematch

Steps = Generator[Wait, None, None]


def table_deleted(folder: Path) -> tuple[Any, Script]:
    """The match on the table is deleted on a page that was reached from its table: that table is not gone back to."""
    companion = table_of(new_session(folder))
    companion.change(tour_seen=True)

    def script(app: Any) -> Steps:
        look_back(app.shell.page)
        yield 0.1
        app.shell.page._delete()
        yield 0.2
        assert [name for name, _ in app.shell.pages] == ["home"]
        assert not companion.log.matches() and companion.book is None
        app.shell.rebuild()
        yield 0.1

    return companion, script


def out_of_practice(folder: Path) -> tuple[Any, Script]:
    """From the practice hand to a rematch and back; its match is deleted from within it."""
    companion = table_of(new_session(folder))
    companion.change(tour_seen=True)

    def script(app: Any) -> Steps:
        app.shell.go("practice")
        yield 0.1
        rematch(app.shell.page.inner.page)
        yield 0.2
        assert [name for name, _ in app.shell.pages] == ["home", "new_match"]
        app.shell.back()
        app.shell.go("practice")
        yield 0.1
        look_back(app.shell.page.inner.page)
        yield 0.1
        app.shell.page.inner.page._delete()
        yield 0.5
        assert [name for name, _ in app.shell.pages] == ["home"]
        assert len(companion.log.matches()) == 1 and companion.book is not None

    return companion, script


def nothing_to_replay(folder: Path) -> tuple[Any, Script]:
    """A match of which only the start was entered is played again: there is no second step to slide to."""
    companion = table_of(new_session(folder))
    while companion.session.undo(companion.clock()) is None:
        pass
    match_id = companion.session.match_id

    def script(app: Any) -> Steps:
        page = app.shell.go("match_replay", match_id=match_id)
        yield 0.1
        assert len(page.replay.steps) == 1 and page.slider.disabled
        x, y = page.slider.to_window(page.slider.right - 2, page.slider.center_y)
        tap_at(x, y)
        yield 0.1
        page.slider.value = 1
        assert page.at == 0

    return companion, script
