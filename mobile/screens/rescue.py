"""The page of a log that can't be opened: what is wrong, and the ways out. No other page can be reached from it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mobile.log_care import (
    MENDED_BY_RESTORE,
    LogTrouble,
    mend,
    reopen,
    restored_words,
    sentence_of,
    start_afresh,
)
from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.widgets.page_parts import PageList, Row, Sheet, Words
from scorer.errors import DonError


class RescuePage(Page):
    """Says why the log can't be used and offers to mend it; goes home when it is mended."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, title=label("rescue"), **kwargs)
        self.list = PageList()
        self.ids.body.add_widget(self.list)
        self.ids.head.ids.back.opacity = 0
        self.ids.head.ids.back.width = 0
        self.ids.head.ids.back.disabled = True

    def entered(self) -> None:
        """Show what is wrong now."""
        trouble = self.companion.trouble
        assert trouble is not None, "this page is only shown where something is wrong"
        rows: list[Any] = [Words(text=sentence_of(trouble.error), tone="impossible")]
        if trouble.error.code in MENDED_BY_RESTORE:
            rows.append(
                Row(self._mend, title=label("rescue_mend"), detail=label("rescue_mend_detail"), mark="✚", arrow=False)
            )
        rows.append(Row(self._again, title=label("rescue_again"), mark="↻", arrow=False))
        if trouble.error.code in ("RESTORE_NOTHING", "LOG_NOT_A_LOG"):
            detail = label("rescue_afresh_detail")
            rows.append(Row(self._ask_afresh, title=label("rescue_afresh"), detail=detail, mark="+", tone="doubtful"))
        self.list.put(rows)

    @property
    def _path(self) -> Path:
        trouble = self.companion.trouble
        assert trouble is not None, "this page is only shown where something is wrong"
        return trouble.path

    def _again(self) -> None:
        try:
            reopen(self.companion, self._path)
        except DonError as error:
            self._still(error)
            return
        self.shell.home()

    def _mend(self) -> None:
        try:
            restored = mend(self.companion, self._path)
        except DonError as error:
            self._still(error)
            return
        rows = [Words(text=sentence) for sentence in restored_words(restored)]
        buttons = ((label("rescue_go_on"), True, self.shell.home),)
        self.shell.open_sheet(Sheet(label("rescue_done"), rows, self.shell.home, buttons))

    def _ask_afresh(self) -> None:
        buttons = ((label("cancel"), True, self.shell.close_sheet), (label("rescue_sure"), False, self._afresh))
        rows = [Words(text=label("rescue_afresh_detail"))]
        self.shell.open_sheet(Sheet(label("rescue_afresh"), rows, self.shell.close_sheet, buttons))

    def _afresh(self) -> None:
        try:
            start_afresh(self.companion, self._path)
        except DonError as error:
            self._still(error)
            return
        self.shell.home()

    def _still(self, error: DonError) -> None:
        """It could not be mended: say what is wrong now, with the ways out that are left."""
        self.shell.close_sheet()
        self.companion.trouble = LogTrouble(self._path, error)
        self.entered()
