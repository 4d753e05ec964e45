"""What the table asks and tells on a sheet: what is still to be won, a claim, what was taken back; and a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mobile.board_words import points_are_shown
from mobile.change_view import ScoreLine, view_of_change
from mobile.foursomes import last_table
from mobile.match_book import Step
from mobile.new_match import NewMatch
from mobile.rules_choice import FOLDER, RulesChoice
from mobile.screens.page import Page
from mobile.shown_points import outlook_lines
from mobile.table_session import TableSession
from mobile.texts import label
from mobile.widgets.page_parts import Sheet, Words
from mobile.wording import side_name
from scorer.match import MatchState
from scorer.seats import Side

if TYPE_CHECKING:
    from mobile.screens.table_screen import TableScreen

_ARROW = "\u00a0→\u00a0"


def open_outlook(page: Page, state: MatchState) -> None:
    """What is still to be won and what each side needs, as far as it may be told."""
    rows = [Words(text=sentence) for sentence in outlook_lines(state)]
    page.shell.open_sheet(Sheet(label("outlook_title"), rows, page.shell.close_sheet))


def ask_claim(page: Page, screen: TableScreen, side: Side) -> None:
    """A claim ends the game, so it is asked for once more (RULES.md 3.4)."""
    state = screen.session.state

    def claim() -> None:
        page.shell.close_sheet()
        screen.answered(screen.session.claim(side, page.companion.clock()))
        if screen.session.state.winner is not None:
            page.shell.feedback.won()

    rows = [Words(text=label("claim_detail", side=side_name(state, side), points=state.scores[side]))]
    buttons = [(label("cancel"), False, page.shell.close_sheet), (label("claim_game"), True, claim)]
    page.shell.open_sheet(Sheet(label("claim_title"), rows, page.shell.close_sheet, buttons))


def taken_back(session: TableSession, step: Step) -> list[str]:
    """What an undo has taken back, and the scores before → after, where points are shown."""
    lines = [label("taken_back_open" if session.proposal is not None else "taken_back")]
    if points_are_shown(session.state) and points_are_shown(step.change.before):
        for scores in view_of_change("", step.change).scores:
            lines += [f"{line.name} {line.before}{_ARROW}{line.after}" for line in scores.lines if _moved(line)]
    return lines


def _moved(line: ScoreLine) -> bool:
    return line.before != line.after


def rematch(page: Page) -> None:
    """Prepare the next match of the same players: only who pitches is left to say."""
    companion = page.companion
    last = last_table(companion.log)
    if last is not None:
        rules = RulesChoice.of_match(last.start.variant, companion.folder / FOLDER)
        companion.new_match = NewMatch.again(last, rules)
    page.shell.home("new_match")


def look_back(page: Page) -> None:
    """The match as it will stand in the history: its sheet, and the ways to share it."""
    book = page.companion.book
    if book is not None:
        page.shell.go("past_match", match_id=book.match_id)
