"""The table of Blind Don read by the camera: the cards that are certain are entered at once, if people say so."""

from __future__ import annotations

from functools import partial

from mobile.blind_words import offered_lines
from mobile.camera.source import Picture
from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.table_offers import offers_of
from mobile.texts import label, say
from mobile.widgets.page_parts import Sheet, Words
from models.reading import Reading


def can_read_table(page: Page) -> bool:
    """Whether pictures can be read here, and cards on the table are asked for."""
    blind = page.companion.blind
    return blind is not None and page.companion.reader is not None and blind.asked.kind in ("stack", "reveal")


def read_table(page: Page) -> None:
    """Let the camera look at the whole table."""
    page.shell.go("camera_cards", title=label("blind_read_table"), done=partial(table_read, page.shell))


def table_read(shell: Shell, reading: Reading, picture: Picture) -> None:
    """Offer what was read: the certain cards to be entered at once, the others first in the picker."""
    session = shell.companion.blind
    if session is None or session.state.hand is None or session.state.hand.table is None:
        return
    session.offers = offers_of(
        reading, session.state, shell.companion.camera.view((picture.shape[1], picture.shape[0]))
    )
    shell.page.entered()
    cards = len(session.offered)
    if not cards:
        shell.tell(label("blind_nothing_sure"), "doubtful")
        return

    def enter() -> None:
        shell.close_sheet()
        refusal = session.tell_offered(shell.companion.clock())
        if refusal is not None:
            shell.tell(say(refusal.code, refusal.params), "impossible")
        shell.page.entered()

    rows = [Words(text=line) for line in offered_lines(session)]
    buttons = [(label("cancel"), False, shell.close_sheet), (label("blind_enter_read", cards=cards), True, enter)]
    shell.open_sheet(Sheet(label("blind_read_title"), rows, shell.close_sheet, buttons))
