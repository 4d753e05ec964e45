"""Our own page of files, where the system has none that we can open: choose one, or say where one is saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from mobile.folders import checked_name, rows_of, shortcuts
from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.widgets.basics import TableButton
from mobile.widgets.page_parts import FieldRow, PageList, Row, Sheet, Words
from scorer.errors import DonError
from scorer.whole_file import write_whole

_PIECE = 1 << 20


class FilesPage(Page):
    """With ``source`` a copy of that file is saved somewhere; else ``picked`` gets the file that is chosen."""

    def __init__(
        self,
        shell: Shell,
        *,
        source: Path | None = None,
        mime: str = "",
        picked: Callable[[Path], object] | None = None,
        endings: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(shell, title=label("files_save" if source else "files_pick"), **kwargs)
        self.mime = mime
        self._source = source
        self._picked = picked
        self._endings = (source.suffix,) if source else tuple(endings)
        self.list = PageList()
        self.ids.body.add_widget(self.list)
        places = shortcuts(self.companion.folder)
        self._folder = next((path for code, path in places if code in ("files_downloads", "files_home")), places[0][1])
        self._places = places
        self.name_row = FieldRow(title=label("files_name"), text=source.name if source else "")
        self.save_button: TableButton | None = None
        if source is not None:
            self._add_foot()

    def entered(self) -> None:
        """Show the folder as it is now."""
        self.open(self._folder)

    def open(self, folder: Path) -> None:
        """Look into a folder."""
        self._folder = folder
        rows: list[Any] = [
            Row(partial(self.open, path), title=label(code), mark="»") for code, path in self._places if path != folder
        ]
        if folder.parent != folder:
            up = label("files_up", name=folder.parent.name or str(folder.parent))
            rows.insert(0, Row(partial(self.open, folder.parent), title=up, mark="↑"))
        rows.insert(0, Words(text=str(folder), tone="muted"))
        try:
            found = rows_of(folder, self._endings)
        except DonError as error:
            self.list.put([*rows, Words(text=str(error), tone="impossible")])
            return
        for entry in found:
            action = partial(self.open if entry.folder else self._chosen, entry.path)
            mark = "▸" if entry.folder else "·"
            rows.append(Row(action, title=entry.name, detail=entry.detail, mark=mark, arrow=entry.folder))
        if not any(not entry.folder for entry in found):
            rows.append(Words(text=label("files_empty"), tone="muted"))
        self.list.put(rows)

    def _chosen(self, path: Path) -> None:
        if self._source is not None:
            self.name_row.ids.field.text = path.name
            return
        picked = self._picked
        self.shell.back()
        if picked is not None:
            picked(path)

    # Saving

    def _add_foot(self) -> None:
        self.save_button = TableButton(text=label("files_save_here"), strong=True, size_hint_y=None)
        self.save_button.bind(on_tap=self._save)
        self.name_row.ids.field.bind(minimum_height=self._measure)
        self.ids.body.add_widget(self.name_row)
        self.ids.body.add_widget(self.save_button)
        self._measure()

    def _measure(self, *_: object) -> None:
        assert self.save_button is not None
        self.save_button.height = self.name_row.ids.field.height * 1.15

    def _save(self, *_: object) -> None:
        assert self._source is not None, "there is something to save"
        try:
            target = self._folder / checked_name(self.name_row.ids.field.text, self._source.suffix)
        except DonError as error:
            self.shell.tell(str(error), "impossible")
            return
        if target.exists():
            write = partial(self._write, target)
            buttons = (
                (label("cancel"), True, self.shell.close_sheet),
                (label("files_replace_sure"), False, write),
            )
            title = label("files_replace", name=target.name)
            self.shell.open_sheet(Sheet(title, [Words(text=str(target))], self.shell.close_sheet, buttons))
            return
        self._write(target)

    def _write(self, target: Path) -> None:
        assert self._source is not None, "there is something to save"
        self.shell.close_sheet()
        try:
            with self._source.open("rb") as file:
                write_whole(target, iter(partial(file.read, _PIECE), b""))
        except OSError as error:
            detail = error.strerror or error
            self.shell.tell(label("FILE_UNWRITABLE", name=target.name, detail=detail), "impossible")
            return
        self.shell.back()
        self.shell.tell(label("saved", name=str(target)))
