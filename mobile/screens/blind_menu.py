"""The sheets of the table of Blind Don: its menu, the call of trumps, who pitches, an undo that all must agree to."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from mobile.blind_session import BlindSession
from mobile.change_view import view_of_change
from mobile.match_book import Step
from mobile.screens.blind_camera import can_read_table, read_table
from mobile.screens.change_sheet import open_change
from mobile.screens.page import Page
from mobile.screens.table_menu import MenuSheet, show_menu
from mobile.texts import label
from mobile.theme import SUIT_GLYPHS
from mobile.why import WhyTrick
from mobile.widgets.page_parts import Row, Sheet
from mobile.wording import player_name
from scorer.cards import Suit
from scorer.seats import Seat

if TYPE_CHECKING:
    from mobile.screens.blind_table import BlindTablePage

_SUITS = (
    (Suit.SPADES, "blind_spades"),
    (Suit.HEARTS, "blind_hearts"),
    (Suit.CLUBS, "blind_clubs"),
    (Suit.DIAMONDS, "blind_diamonds"),
)


def open_menu(page: BlindTablePage) -> MenuSheet:
    """Everything else that can be done with the match."""
    session, shown = page.table.session, None
    trick, state = session.last_trick, session.state
    if trick is not None:
        shown = WhyTrick(state.hand.number if state.hand is not None else len(state.hands), trick.number)
    return show_menu(
        page,
        state,
        camera=partial(read_table, page) if can_read_table(page) else None,
        redo=page.table.redo if session.can_redo else None,
        shown=shown,
    )


def ask_for_trumps(page: Page, called: Callable[[Suit], object]) -> None:
    """Offer the four suits."""
    choices = [(suit, SUIT_GLYPHS[suit.value], label(code)) for suit, code in _SUITS]
    _choose(page, label("blind_call"), choices, called)


def ask_for_pitcher(page: Page, session: BlindSession, named: Callable[[Seat], object]) -> None:
    """Offer the players who may pitch."""
    state = session.state
    choices = [(seat, "", player_name(state, seat)) for seat in state.game.choice or state.seats]
    _choose(page, label("blind_name_pitcher"), choices, named)


def ask_to_undo(page: Page, session: BlindSession, undo: Callable[[], object]) -> None:
    """Undo; where that opens a game that is over, only once every side has agreed (RULES.md 4.3)."""
    step = session.next_undo()
    if not isinstance(step, Step) or not step.agreement:
        undo()
        return
    view = view_of_change(label("undo_title"), step.change, step.agreement)

    def agreed(_agreed: object) -> None:
        page.shell.close_sheet()
        undo()

    open_change(page, view, session.state, agreed)


def _choose(page: Page, title: str, choices: list[tuple[Any, str, str]], chosen: Callable[[Any], object]) -> None:
    rows = [Row(partial(_do, page, partial(chosen, what)), mark=mark, title=words) for what, mark, words in choices]
    page.shell.open_sheet(Sheet(title, rows, page.shell.close_sheet))


def _do(page: Page, action: Callable[[], object]) -> None:
    page.shell.close_sheet()
    action()
