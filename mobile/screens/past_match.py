"""One match of the history: how it ended, hand by hand, and what can be done with it."""

from __future__ import annotations

from functools import partial
from typing import Any

from mobile.log_care import sentence_of
from mobile.match_files import FOLDER, FORMS, forms, make_file
from mobile.past_match import PastMatch, delete_words, look_at
from mobile.screens.sharing import share_file
from mobile.screens.shell import Shell
from mobile.screens.working_page import WorkingPage
from mobile.texts import label
from mobile.widgets.page_parts import Heading, PageList, Row, Sheet, Words
from scorer.errors import DonError
from scorer.names import shown_name

_FORM_LABELS = {
    "board": "form_board",
    "sheet": "form_sheet",
    "sheet_pdf": "form_sheet_pdf",
    "hands": "form_hands",
    "notation": "form_notation",
    "match": "form_match",
}


class PastMatchPage(WorkingPage):
    """A match by its name in the log; one that can't be followed says why, and can still be deleted."""

    def __init__(self, shell: Shell, *, match_id: str, **kwargs: Any) -> None:
        super().__init__(shell, title=label("past_match"), **kwargs)
        self.match_id = match_id
        self.match: PastMatch | None = None
        self.list = PageList()
        self.ids.body.add_widget(self.list)

    def entered(self) -> None:
        """Show the match as it stands now."""
        place = self.list.place() if self.match is not None else None
        try:
            self.match = look_at(self.companion.log, self.match_id)
            self.list.put(self._rows(self.match))
        except DonError as error:
            self.match = None
            backups = Row(partial(self.shell.go, "data"), title=label("broken_backups"), mark="◷")
            self.list.put([Words(text=sentence_of(error), tone="impossible"), backups, self._delete_row()])
        if place is not None:
            self.list.restore(place)

    def _rows(self, match: PastMatch) -> list[Any]:
        rows: list[Any] = [
            Row(
                title=side.names,
                detail=side.detail,
                value=side.score,
                value_share=0.2,
                mark="★" if side.won else side.mark,
                arrow=False,
            )
            for side in match.sides
        ]
        rows.append(Words(text="\n".join(match.facts), tone="muted"))
        if not match.state.match_over:
            rows.append(Row(self._resume, title=label("put_on_table"), detail=label("put_on_table_detail"), mark="▶"))
        rows += [
            Row(partial(self._replay, None), title=label("replay"), detail=label("replay_detail"), mark="↻"),
            Row(self._tricks, title=label("all_tricks"), detail=label("all_tricks_detail"), mark="♠"),
            Row(self._share, title=label("share_match"), detail=label("share_detail"), mark="⇅"),
            *([self._players_row()] if match.players else []),
            Heading(text=label("hands")),
        ]
        rows += [
            Row(
                partial(self._replay, hand.number),
                title=hand.title,
                detail=hand.detail,
                value=hand.value,
                value_share=0.2,
            )
            for hand in match.hands
        ] or [Words(text=label("no_hands"), tone="muted")]
        return [*rows, self._delete_row()]

    def _players_row(self) -> Row:
        return Row(self._ask_player, title=label("player_figures"), mark="%")

    def _delete_row(self) -> Row:
        return Row(self._ask_delete, title=label("delete_match"), mark="✗", tone="impossible", arrow=False)

    # Going on

    def _resume(self) -> None:
        try:
            self.companion.resume(self.match_id)
        except DonError as error:
            self.shell.tell(sentence_of(error), "impossible")
            return
        self.shell.home(self.companion.table_page)

    def _replay(self, hand: int | None) -> None:
        self.shell.go("match_replay", match_id=self.match_id, hand=hand)

    def _tricks(self) -> None:
        self.shell.go("tricks", match_id=self.match_id)

    def _ask_player(self) -> None:
        assert self.match is not None, "its players are known"
        rows = [Row(partial(self._figures, name), title=shown_name(name)) for name in self.match.players]
        self.shell.open_sheet(Sheet(label("player_figures"), rows, self.shell.close_sheet))

    def _figures(self, name: str) -> None:
        self.companion.past.player = name
        self.companion.past.by = "player"
        self.shell.go("statistics")

    # Sharing

    def _share(self) -> None:
        rows = [Row(partial(self._share_as, form), title=label(_FORM_LABELS[form])) for form in forms()]
        self.shell.open_sheet(Sheet(label("share_title"), rows, self.shell.close_sheet))

    def _share_as(self, form: str) -> None:
        self.shell.close_sheet()
        companion = self.companion
        log, folder, palette = companion.log, companion.folder / FOLDER, companion.settings.palette
        self.do_behind(
            label("doing_export"),
            lambda _: make_file(log, self.match_id, form, folder, palette),
            lambda path: share_file(self, path, FORMS[form].mime, label(_FORM_LABELS[form])),
        )

    # Deleting

    def _ask_delete(self) -> None:
        try:
            words = delete_words(self.companion.log, self.match_id)
        except DonError as error:
            self.shell.tell(sentence_of(error), "impossible")
            return
        running = self.match is not None and self.match.running
        sure = self._ask_running if running else self._delete
        buttons = ((label("keep_it"), True, self.shell.close_sheet), (label("delete_sure"), False, sure))
        rows = [Words(text=sentence) for sentence in words]
        self.shell.open_sheet(Sheet(label("delete_title"), rows, self.shell.close_sheet, buttons))

    def _ask_running(self) -> None:
        """The match that is being played is not deleted by two taps."""
        buttons = (
            (label("keep_it"), True, self.shell.close_sheet),
            (label("delete_running_sure"), False, self._delete),
        )
        rows = [Words(text=label("delete_running"), tone="doubtful")]
        self.shell.open_sheet(Sheet(label("delete_title"), rows, self.shell.close_sheet, buttons))

    def _delete(self) -> None:
        companion = self.companion
        self.shell.close_sheet()
        try:
            companion.log.remove(self.match_id)
        except DonError as error:
            self.shell.tell(sentence_of(error), "impossible")
            return
        table = companion.table_page if companion.book is not None and companion.book.match_id == self.match_id else ""
        if table:
            companion.clear()
        if any(name == table for name, _ in self.shell.pages):
            self.shell.home()  # the way back leads over its table
        else:
            self.shell.back()
        self.shell.tell(label("deleted"))
