"""Files and backups: everything out in one file and in again, backups made and put back, matches told twice."""

from __future__ import annotations

import shutil
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from mobile.background import Report, Work
from mobile.log_care import (
    TakenIn,
    back_up_now,
    backup_words,
    bring_missing,
    export_all,
    go_back_to,
    import_file,
    known_backups,
    sentence_of,
)
from mobile.match_files import FOLDER, emptied
from mobile.past_matches import time_text
from mobile.screens.sharing import PICKED, pick_file, share_file
from mobile.screens.shell import Shell
from mobile.screens.twins_sheet import TwinsSheets
from mobile.screens.working_page import WorkingPage
from mobile.taken_in import taken_in_words
from mobile.texts import label
from mobile.widgets.page_parts import Heading, PageList, Row, Sheet, Words
from mobile.widgets.waiting import WaitingRow
from scorer.errors import DonError
from scorer.exchange import WrongMatchError
from scorer.log_backups import Backup
from scorer.log_merge import MergeReport
from scorer.log_twins import ProbableTwins, probable_twins


class DataPage(WorkingPage):
    """What the log is carried and kept by. Work that takes long runs on a thread, below a sheet that can stop it."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, title=label("data"), **kwargs)
        self.list = PageList()
        self.ids.body.add_widget(self.list)
        self._looking: Work[Any] | None = None

    def entered(self) -> None:
        """Show what can be done, and the backups as they are now; nothing while one of them is put back."""
        if self.companion.restoring:
            self.list.put([WaitingRow(label("doing_restore"))])
            return
        self._show(())
        self._look_no_more()
        log = self.companion.log
        self._looking = Work(lambda _: probable_twins(log), self.shell.later, self._show_twins, lambda _: None)

    def left(self) -> None:
        """What is not done yet is not done."""
        super().left()
        self._look_no_more()

    def back(self) -> bool:
        """The page can't be left while a backup is put back: there is no log meanwhile."""
        return self.companion.restoring

    def _look_no_more(self) -> None:
        if self._looking is not None:
            self._looking.stop()

    def _show_twins(self, pairs: tuple[ProbableTwins, ...]) -> None:
        if pairs:
            place = self.list.place()
            self._show(pairs)
            self.list.restore(place)

    def _show(self, pairs: tuple[ProbableTwins, ...]) -> None:
        rows: list[Any] = [
            Heading(text=label("data_out")),
            Row(self._export, title=label("data_export"), detail=label("data_export_detail"), mark="↑"),
            Row(self._pick, title=label("data_import"), detail=label("data_import_detail"), mark="↓"),
        ]
        if pairs:
            detail = label("data_twins_detail", count=len(pairs))
            rows.append(Row(partial(self._twins, pairs), title=label("data_twins"), detail=detail, mark="?"))
        log = self.companion.log
        backups = known_backups(log)
        last = label("data_last_backup", when=time_text(backups[0].at)) if backups else label("data_no_backup")
        rows += [
            Heading(text=label("data_backups")),
            Row(self._back_up, title=label("data_backup_now"), detail=last, mark="+", arrow=False),
        ]
        for backup in backups:
            title, detail = backup_words(log, backup)
            rows.append(Row(partial(self._ask_restore, backup), title=title, detail=detail, mark="◷"))
        self.list.put(rows)

    def stop_work(self) -> None:
        """Nobody waits for it any longer, nor for the file that was picked for it."""
        if self.working:
            self._forget_picked()
        super().stop_work()

    def failed(self, error: DonError) -> None:
        """Say why, and show how things stand."""
        super().failed(error)
        self.entered()

    # Out

    def _export(self) -> None:
        companion = self.companion
        folder = companion.folder / FOLDER
        day = companion.clock().astimezone().date().isoformat()
        path = folder / f"{label('file_name', day=day)}.json"

        def write(report: Report) -> list[str]:
            emptied(folder)
            return export_all(companion.log, path, report)

        self.do_behind(label("doing_export"), write, partial(self._exported, path))

    def _exported(self, path: Path, left_out: list[str]) -> None:
        share_file(self, path, "application/json", label("data_export"))
        if left_out:
            self.shell.tell(label("exported_without", count=len(left_out)), "doubtful")

    # In

    def _pick(self) -> None:
        pick_file(self, self.take_in)

    def take_in(self, path: Path, *, leave_out: bool = False) -> None:
        """Take in a file, and say what it brought or why nothing of it was."""
        companion = self.companion

        def read(report: Report) -> TakenIn:
            return import_file(companion, path, report, leave_out=leave_out)

        self.do_behind(label("doing_import"), read, self._taken_in, partial(self._not_taken, path))

    def _taken_in(self, taken: TakenIn) -> None:
        self._forget_picked()
        rows = [Words(text=sentence) for sentence in taken_in_words(taken)]
        pairs = probable_twins(self.companion.log)
        buttons: list[Any] = [(label("import_done"), not pairs, self._refresh)]
        if pairs:
            rows.append(Words(text=label("data_twins_detail", count=len(pairs)), tone="doubtful"))
            buttons.append((label("import_and_twins"), True, partial(self._twins, pairs)))
        self.shell.open_sheet(Sheet(label("import_title"), rows, self._refresh, buttons))

    def _not_taken(self, path: Path, error: DonError) -> None:
        buttons: list[Any] = [(label("close"), True, self._refresh)]
        if isinstance(error, WrongMatchError):
            buttons.append((label("import_others"), False, partial(self._take_others, path)))
        rows = [Words(text=sentence_of(error), tone="impossible")]
        sheet = Sheet(label("import_nothing"), rows, self._refresh, buttons)
        sheet.closed = self._forget_picked
        self.shell.open_sheet(sheet)

    def _take_others(self, path: Path) -> None:
        sheet = self.shell.sheet
        assert sheet is not None, "it was asked on a sheet"
        sheet.closed = None  # the file is still wanted
        self.take_in(path, leave_out=True)

    def _forget_picked(self) -> None:
        """The copy of a document that was picked is not needed any longer."""
        with suppress(OSError):
            shutil.rmtree(self.companion.folder / PICKED)

    def _refresh(self) -> None:
        self.shell.close_sheet()
        self.entered()

    def _twins(self, pairs: tuple[ProbableTwins, ...]) -> None:
        TwinsSheets(self, pairs, self._refresh).ask()

    # Backups

    def _back_up(self) -> None:
        companion = self.companion
        self.do_behind(label("doing_backup"), lambda _: back_up_now(companion), self._backed_up)

    def _backed_up(self, _: Path) -> None:
        self.entered()
        self.shell.tell(label("backup_made"))

    def _ask_restore(self, backup: Backup) -> None:
        bring = partial(self._bring, backup)
        rows = [
            Row(bring, title=label("restore_missing"), detail=label("restore_missing_detail"), mark="+"),
            Row(
                partial(self._ask_sure, backup),
                title=label("restore_all"),
                detail=label("restore_all_detail"),
                mark="↺",
                tone="doubtful",
            ),
        ]
        title = label("restore_title", when=time_text(backup.at))
        self.shell.open_sheet(Sheet(title, rows, self.shell.close_sheet))

    def _bring(self, backup: Backup) -> None:
        companion = self.companion

        def bring(report: Report) -> TakenIn:
            found: MergeReport = bring_missing(companion, backup, report)
            return TakenIn(found, ())

        self.do_behind(label("doing_restore"), bring, self._taken_in)

    def _ask_sure(self, backup: Backup) -> None:
        when = time_text(backup.at)
        rows = [Words(text=label("restore_all_detail")), Words(text=label("restore_sure_detail"), tone="muted")]
        buttons = (
            (label("cancel"), True, self.shell.close_sheet),
            (label("restore_sure"), False, partial(self._restore, backup)),
        )
        title = label("restore_sure_title", when=when)
        self.shell.open_sheet(Sheet(title, rows, self.shell.close_sheet, buttons))

    def _restore(self, backup: Backup) -> None:
        companion, shell = self.companion, self.shell
        companion.restoring = True
        shell.hush()
        shell.home("data")  # no other page is there that could want the log
        Work(
            lambda _: go_back_to(companion, backup),
            shell.later,
            partial(_restored, shell, backup),
            partial(_not_restored, shell),
        )


def _restored(shell: Shell, backup: Backup, _: Backup) -> None:
    shell.companion.restoring = False
    shell.home("data")
    shell.tell(label("restore_done", when=time_text(backup.at)))


def _not_restored(shell: Shell, error: DonError) -> None:
    shell.companion.restoring = False
    shell.home("data")
    shell.tell(sentence_of(error), "impossible")
