"""What the window tests do with files, backups, twins and a damaged log."""

import json
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

from history_evenings import FIRST, copied, evenings
from window_driver import Script, TestClock, picture, tap
from window_history import SETTLE_S, Steps, button, loaded, made, row_of, sheet_words

from mobile import log_care
from mobile.background import finish_all
from mobile.match_files import emptied
from mobile.screens.sharing import PICKED
from scorer.matchlog import MatchLog


def carried(folder: Path) -> tuple[Any, Script]:
    """Everything goes into a file and comes out of it in an empty log; a broken file changes nothing."""
    companion = made(folder)

    def script(app: Any) -> Steps:
        shell = app.shell
        shell.go("data")
        yield SETTLE_S
        tap(row_of(shell.page, "Everything in one file"))
        yield lambda: shell.pages[-1][0] == "files"
        yield SETTLE_S
        page = shell.page
        page.open(companion.folder)
        page.name_row.ids.field.text = "all"
        yield SETTLE_S
        tap(page.save_button)
        yield SETTLE_S
        assert (companion.folder / "all.json").is_file() and shell.pages[-1][0] == "data"
        before = {match.match_id: companion.log.rows(match.match_id) for match in companion.log.matches()}
        companion.log.close()
        (folder / "new").mkdir()
        companion.log = MatchLog(folder / "new" / log_care.LOG_NAME)
        (companion.folder / "broken.json").write_text('{"format": "don-matches", "version": 1, "matches": [{}]}')
        for name in ("broken.json", "all.json"):
            tap(row_of(shell.page, "Matches from a file"))
            yield SETTLE_S
            shell.page.open(companion.folder)
            yield SETTLE_S
            row = row_of(shell.page, name)
            yield SETTLE_S
            tap(row)
            yield lambda: shell.sheet is not None and "Taking" not in shell.sheet.title
            yield SETTLE_S
            if name == "broken.json":
                assert shell.sheet.title == "Nothing was taken in" and not companion.log.matches()
                assert sheet_words(app).count(".") >= 1 and "Traceback" not in sheet_words(app)
                shell.sheet.close()
                yield SETTLE_S
        assert "New here: 4" in sheet_words(app)
        tap(button(app, "Good"))
        yield SETTLE_S
        assert {match.match_id: companion.log.rows(match.match_id) for match in companion.log.matches()} == before

    return companion, script


def restored(folder: Path) -> tuple[Any, Script]:
    """A backup is made and put back by touch; the log is another one then, and the history shows it."""
    companion = made(folder)

    def script(app: Any) -> Steps:
        shell = app.shell
        shell.go("data")
        yield SETTLE_S
        tap(row_of(shell.page, "Back up now"))
        yield lambda: len(log_care.known_backups(companion.log)) == 1
        yield 0.5
        gone = companion.log.matches()[0].match_id
        companion.log.remove(gone)
        first = companion.log
        backup = next(row for row in shell.page.list.rows if getattr(row, "mark", "") == "◷")
        tap(backup)
        yield SETTLE_S
        rows = shell.sheet.ids.list.rows
        tap(next(row for row in rows if row.title == "Go back to it wholly"))
        yield SETTLE_S
        assert len(companion.log.matches()) == 3, "one tap does nothing yet"
        go_on, patched = threading.Event(), cast(Any, log_care)
        put_back = patched.put_back
        patched.put_back = lambda *given: (go_on.wait(30), put_back(*given))[1]
        tap(button(app, "Yes, go back"))
        yield SETTLE_S
        assert [row.title for row in shell.page.list.rows] == ["Putting it back"], "the screen goes on meanwhile"
        assert shell.back() and shell.pages[-1][0] == "data"
        app.on_pause()
        app.on_resume()
        shell.rebuild()
        yield SETTLE_S
        assert [row.title for row in shell.page.list.rows] == ["Putting it back"] and companion.restoring
        assert shell.page.list.rows[0].to_window(0, shell.page.list.rows[0].top)[1] > 600, "at the head, drawn anew"
        picture(shell, folder / "restoring.png")
        go_on.set()
        yield lambda: not companion.restoring
        yield SETTLE_S
        assert companion.log is not first and gone in {match.match_id for match in companion.log.matches()}
        assert [row.mark for row in shell.page.list.rows if hasattr(row, "mark")].count("◷") == 2
        shell.home("history")
        yield from loaded(app)
        assert shell.page.found.count == 4

    return companion, script


def rescued(folder: Path) -> tuple[Any, Script]:
    """A damaged log opens into a page that mends it, and goes home from there."""
    whole = made(folder)
    log_care.back_up_now(whole)
    path, count = whole.log.path, len(whole.log.matches())
    whole.log.close()
    path.write_bytes(path.read_bytes()[:9000])
    companion = log_care.companion_on(path, whole.folder, TestClock()).__enter__()

    def script(app: Any) -> Steps:
        shell = app.shell
        assert [name for name, _ in shell.pages] == ["rescue"] and not shell.back()
        assert "damaged" in shell.page.list.rows[0].text
        tap(row_of(shell.page, "Put them right"))
        yield SETTLE_S
        assert f"Matches that are there: {count}" in sheet_words(app)
        tap(button(app, "Go on"))
        yield SETTLE_S
        assert shell.pages[0][0] == "home" and companion.trouble is None
        assert len(companion.log.matches()) == count

    return companion, script


def twins(folder: Path) -> tuple[Any, Script]:
    """A match that two phones scored is asked about, and counts once when somebody has said that it is one."""
    companion = made(folder)
    first = companion.log.matches()[0]
    copied(companion.log, first.match_id, FIRST + timedelta(minutes=5))

    def script(app: Any) -> Steps:
        shell = app.shell
        shell.go("data")
        yield lambda: any(getattr(row, "title", "") == "Which matches are one?" for row in shell.page.list.rows)
        yield SETTLE_S
        tap(row_of(shell.page, "Which matches are one?"))
        yield SETTLE_S
        assert shell.sheet.title == "One match or two?"
        tap(button(app, "One match"))
        yield SETTLE_S
        assert shell.sheet is None
        shell.home("history")
        yield from loaded(app)
        assert shell.page.found.count == 4 and shell.page.found.told_twice == 1

    return companion, script


def stopped(folder: Path) -> tuple[Any, Script]:
    """An import is stopped by touch and leaves nothing; a pause makes the backup that is due."""
    companion = made(folder, 3, copies=150)
    path = companion.folder / "all.json"
    log_care.export_all(companion.log, path)
    companion.log.close()
    (folder / "new").mkdir()
    companion.log = evenings(folder / "new", 2)
    before = companion.log.matches()

    def script(app: Any) -> Steps:
        shell = app.shell
        shell.go("data")
        yield SETTLE_S
        shell.page.take_in(path)
        yield lambda: shell.sheet is not None and shell.sheet.ids.list.rows[0].share > 0
        assert shell.sheet.title == "Taking in the file"
        tap(button(app, "Stop"))
        yield 1.0
        finish_all()
        assert shell.sheet is None and companion.log.matches() == before
        assert not log_care.known_backups(companion.log)
        app.on_pause()
        yield lambda: len(log_care.known_backups(companion.log)) == 1
        app.on_resume()

    return companion, script


def refused(folder: Path) -> tuple[Any, Script]:
    """The copy of a file that was picked goes when its sheet does: by the back key, and when the rest was taken in."""
    companion = made(folder)
    whole, picked = folder / "all.json", companion.folder / PICKED
    log_care.export_all(companion.log, whole)
    sent = json.loads(whole.read_text())
    sent["matches"][0]["events"] = [{"type": "nothing"}]
    companion.log.close()
    (folder / "new").mkdir()
    companion.log = MatchLog(folder / "new" / log_care.LOG_NAME)

    def put(text: str) -> Path:
        (emptied(picked) / "x.json").write_text(text)
        return picked / "x.json"

    def script(app: Any) -> Steps:
        shell = app.shell
        shell.go("data")
        yield SETTLE_S
        shell.page.take_in(put("{}"))
        yield lambda: shell.sheet is not None and shell.sheet.title == "Nothing was taken in"
        assert picked.exists() and shell.back() and not picked.exists()
        shell.page.take_in(put(json.dumps(sent)))
        yield lambda: shell.sheet is not None and shell.sheet.title == "Nothing was taken in"
        yield SETTLE_S
        tap(button(app, "Take in the others"))
        yield lambda: shell.sheet is not None and shell.sheet.title == "Taken in"
        assert "New here: 3" in sheet_words(app) and not picked.exists()
        shell.back()
        shell.page.take_in(put(whole.read_text()))
        assert shell.back() and not picked.exists(), "nor is it kept where the work was stopped"
        finish_all()

    return companion, script


def shared(folder: Path) -> tuple[Any, Script]:
    """The board is drawn behind a sheet that can be closed: nothing comes of it then; else it goes where it is put."""
    companion = made(folder)

    def script(app: Any) -> Steps:
        shell = app.shell
        page = shell.go("past_match", match_id=companion.log.matches()[1].match_id)
        yield SETTLE_S
        for stopped_early in (True, False):
            tap(row_of(page, "Share or save"))
            yield SETTLE_S
            form = next(row for row in shell.sheet.ids.list.rows if row.title == "The board as a picture")
            tap(form)
            yield lambda: shell.sheet is None or shell.sheet.title == "Writing the file"
            if stopped_early:
                shell.back()
                finish_all()
                yield SETTLE_S
                assert shell.page is page and shell.sheet is None, "nothing is delivered"
        yield lambda: shell.pages[-1][0] == "files"
        assert shell.pages[-1][1]["source"].suffix == ".png"

    return companion, script
