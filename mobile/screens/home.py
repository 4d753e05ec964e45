"""The first page: on with the running match, a new one, history, disputes, settings."""

from typing import Any

from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.table_session import TableSession
from mobile.texts import label
from mobile.widgets.page_parts import PageList, Row
from scorer.errors import DonError


class HomePage(Page):
    """Placeholder rows until the helper who owns it writes it."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, headed=False, **kwargs)
        self.list = PageList()
        self.ids.body.add_widget(self.list)

    def entered(self) -> None:
        running = self.companion.log.running_match()
        rows = [Row(self._resume, title="Resume")] if running else []
        rows.append(Row(lambda: self.shell.go("settings"), title=label("home")))
        self.list.put(rows)

    def _resume(self) -> None:
        running = self.companion.log.running_match()
        assert running is not None
        try:
            self.companion.session = TableSession.resume(self.companion.log, running)
        except DonError as error:
            self.shell.tell(str(error), "impossible")
        else:
            self.shell.go("table")
