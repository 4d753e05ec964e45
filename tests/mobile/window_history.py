"""What the window tests do with the history."""

from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import Any

from history_evenings import evenings
from window_driver import Script, TestClock, Wait, tap

from mobile.companion import Companion

Steps = Generator[Wait, None, None]
SETTLE_S = 0.3
"""A list gives a tap to its row after 0.2 s: until then it may be a finger that scrolls."""


def made(folder: Path, count: int = 4, copies: int = 0) -> Companion:
    """A companion on a log with so many evenings; files that are saved go into its folder."""
    own = folder / "own"
    own.mkdir()
    return Companion(evenings(folder, count, copies), own, TestClock())


def row_of(page: Any, title: str) -> Any:
    """The row with this title, scrolled to where it can be touched."""
    row = next(row for row in page.list.rows if getattr(row, "title", "") == title)
    if page.list.ids.rows.height > page.list.height:
        page.list.scroll_to(row, animate=False)
    return row


def button(app: Any, text: str) -> Any:
    """A button of the sheet that is open."""
    return next(button for button in app.shell.sheet.buttons if button.text == text)


def sheet_words(app: Any) -> str:
    """All that the sheet says."""
    return "\n".join(getattr(row, "text", "") or getattr(row, "title", "") for row in app.shell.sheet.ids.list.rows)


def loaded(app: Any) -> Steps:
    """Wait until the page has read the log."""
    yield lambda: not app.shell.page.loading
    yield SETTLE_S


def replayed(folder: Path) -> tuple[Any, Script]:
    """List, match, replay: the slider moves the board; a step, play and pause; a rebuild keeps the step."""
    companion = made(folder)

    def script(app: Any) -> Steps:
        shell = app.shell
        shell.go("history")
        yield from loaded(app)
        rows = [row for row in shell.page.list.single_rows if hasattr(row, "title")]
        assert len(rows) == 4 and rows[0].mark == "▶"
        tap(rows[1])
        yield SETTLE_S
        match = shell.page.match
        assert match is not None and shell.pages[-1][0] == "past_match"
        row = row_of(shell.page, "Play it again")
        yield SETTLE_S
        tap(row)
        yield SETTLE_S
        page = shell.page
        steps = page.replay.steps
        assert page.at == 0 and page.step.state == steps[0].state
        slider = page.slider
        yield from slid(slider, 0.5)
        assert 0 < page.at < len(steps) - 1 and slider.value == page.at
        middle = page.at
        scores = [line.ids.score.text for line in reversed(page.scores.children)]
        assert scores == [str(steps[middle].state.scores[side]) for side in match.state.sides]
        tap(page.buttons["replay_on"])
        yield SETTLE_S
        assert page.at == middle + 1 and page.step is steps[middle + 1]
        companion.change(light=True)
        shell.rebuild()
        yield SETTLE_S
        page = shell.page
        assert page.at == middle + 1, "drawn anew it stands where it was"
        tap(page.buttons["replay_play"])
        yield lambda: page.at > middle + 1
        tap(page.buttons["replay_play"])
        yield SETTLE_S
        here = page.at
        yield 2.0
        assert page.at == here, "paused"
        tap(page.buttons["replay_last"])
        yield SETTLE_S
        assert page.step.state == match.state and page.buttons["replay_on"].disabled
        assert page.words.rows[0].text == steps[-1].title

    return companion, script


def slid(slider: Any, share: float) -> Steps:
    """A finger on the slider."""
    from window_driver import tap_at

    x, y = slider.to_window(slider.x + 24 + (slider.width - 48) * share, slider.center_y)
    tap_at(x, y)
    yield SETTLE_S


def listed(folder: Path) -> tuple[Any, Script]:
    """Three hundred matches scroll, in pieces; the place stays when a match was looked at."""
    companion = made(folder, 3, copies=297)

    def script(app: Any) -> Steps:
        shell = app.shell
        shell.go("history")
        yield 0.05
        assert shell.page.loading or shell.page.found is not None
        yield lambda: shell.page.found is not None
        yield from loaded(app)
        page = shell.page
        assert page.found.count == 300 and len(page.found.entries) == 20
        while len(page.found.entries) < 300:
            before = len(page.found.entries)
            page.list.scroll_y = 0
            yield partial(_longer, page, before)
            yield 0.05
            assert page.list.scroll_y > 0, "what was read last stays in sight"
        rows = [row for row in page.list.single_rows if hasattr(row, "value")]
        assert len(rows) == 300 and not any(row.title == "Show more" for row in rows)
        page.list.scroll_to(rows[200], animate=False)
        yield SETTLE_S
        place = page.list.scroll_y
        tap(rows[200])
        yield lambda: shell.pages[-1][0] == "past_match"
        shell.back()
        yield from loaded(app)
        assert shell.page is page and abs(page.list.scroll_y - place) < 0.01

    return companion, script


def _longer(page: Any, than: int) -> bool:
    return len(page.found.entries) > than


def filtered(folder: Path) -> tuple[Any, Script]:
    """A player is chosen by touch; then wrong days are one sentence, and all are shown again."""
    companion = made(folder, 5)

    def script(app: Any) -> Steps:
        shell = app.shell
        shell.go("history")
        yield from loaded(app)
        tap(shell.page.buttons.by_code["history_filter"])
        yield lambda: shell.sheet is not None and len(shell.sheet.ids.list.rows) == 5
        yield SETTLE_S
        tap(shell.sheet.ids.list.rows[0])
        yield SETTLE_S
        cyril = next(row for row in shell.sheet.ids.list.rows if row.title == "Cyril")
        shell.sheet.ids.list.scroll_to(cyril, animate=False)
        yield SETTLE_S
        tap(cyril)
        yield SETTLE_S
        tap(button(app, "Show these"))
        yield SETTLE_S
        yield from loaded(app)
        page = shell.page
        assert page.found.count and all("Cyril" in entry.summary.names for entry in page.found.entries)
        assert page.list.rows[0].title == "Cyril"
        tap(page.buttons.by_code["history_filter"])
        yield lambda: shell.sheet is not None and len(shell.sheet.ids.list.rows) == 5
        yield SETTLE_S
        tap(shell.sheet.ids.list.rows[3])
        yield SETTLE_S
        fields = [row.ids.field for row in shell.sheet.ids.list.rows if hasattr(row.ids, "field")]
        fields[0].text = "last week"
        tap(button(app, "Show these"))
        yield SETTLE_S
        assert "last week is no day" in sheet_words(app)
        shell.close_sheet()
        tap(page.list.rows[0])
        yield SETTLE_S
        yield from loaded(app)
        assert page.found.count == 5

    return companion, script


def deleted(folder: Path) -> tuple[Any, Script]:
    """A match goes in two taps, the one that is being played in three; another is put on the table."""
    companion = made(folder)

    def script(app: Any) -> Steps:
        shell, log = app.shell, companion.log
        running, other = log.matches()[-1].match_id, log.matches()[0].match_id
        for match_id in (other, running):
            shell.go("past_match", match_id=match_id)
            yield SETTLE_S
            row = row_of(shell.page, "Delete this match")
            yield SETTLE_S
            tap(row)
            yield SETTLE_S
            tap(button(app, "Yes, delete it"))
            yield SETTLE_S
            if match_id == running:
                assert len(log.matches()) == 3 and "being played" in sheet_words(app)
                tap(button(app, "Keep it"))
                yield SETTLE_S
                row = row_of(shell.page, "Put on the table")
                yield SETTLE_S
                tap(row)
                yield SETTLE_S
        assert [match.match_id for match in log.matches()].count(other) == 0
        assert companion.session is not None and companion.session.match_id == running
        assert shell.pages[-1][0] == companion.table_page

    return companion, script


def figured(folder: Path) -> tuple[Any, Script]:
    """Bars for all, another figure by touch, one player with a line; back leads to everybody."""
    companion = made(folder, 6)

    def script(app: Any) -> Steps:
        shell = app.shell
        shell.go("statistics")
        yield 0.05
        yield from loaded(app)
        page = shell.page
        yield lambda: len(page.plot.drawn) == len(page.plot.bars)
        widths = [width for _, width in page.plot.drawn]
        assert widths == sorted(widths, reverse=True)
        assert {bar.text for bar in page.plot.bars} <= set(page.plot.texts)
        tap(next(row for row in page.list.rows if getattr(row, "title", "") == "What"))
        yield SETTLE_S
        rows = shell.sheet.ids.list.rows
        tap(next(row for row in rows if row.title == "Points a hand"))
        yield SETTLE_S
        assert companion.past.figure == "a_hand" and page.plot.bars[0].value < 60
        yield lambda: len(page.plot.drawn) == len(page.plot.bars)
        ann = row_of(page, "Ann")
        yield SETTLE_S
        tap(ann)
        yield SETTLE_S
        yield from loaded(app)
        assert companion.past.player == "Ann" and page.course is not None
        yield lambda: len(page.course.drawn) == len(page.course.points) >= 3
        assert shell.back()
        yield from loaded(app)
        assert companion.past.player == "" and shell.page is page

    return companion, script
