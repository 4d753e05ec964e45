"""The sheets of the table of Blind Don: where to go from it, the call of trumps, who pitches, who agrees to an undo."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from mobile.blind_session import BlindSession
from mobile.screens.page import Page
from mobile.texts import label
from mobile.theme import SUIT_GLYPHS
from mobile.widgets.page_parts import Row, Sheet, Words
from mobile.wording import player_name
from scorer.cards import Suit
from scorer.refusal import Refusal
from scorer.seats import Seat

Action = Callable[[], object]

_SUITS = (
    (Suit.SPADES, "blind_spades"),
    (Suit.HEARTS, "blind_hearts"),
    (Suit.CLUBS, "blind_clubs"),
    (Suit.DIAMONDS, "blind_diamonds"),
)


def open_menu(page: Page) -> None:
    """Everything else that can be done with the match."""
    shell = page.shell
    match_id = page.companion.book.match_id if page.companion.book is not None else ""
    ways: list[tuple[str, str, Action]] = [
        ("✎", "blind_menu_tricks", partial(shell.go, "tricks")),
        ("?", "blind_menu_dispute", partial(shell.go, "dispute")),
        ("!", "blind_menu_irregular", partial(shell.go, "irregular")),
        ("◷", "blind_menu_history", partial(shell.go, "past_match", match_id=match_id)),
        ("▣", "blind_menu_audience", partial(shell.go, "audience")),
        ("⚙", "blind_menu_settings", partial(shell.go, "settings")),
        ("⌂", "home", shell.home),
    ]
    rows = [Row(action, mark=mark, title=label(code)) for mark, code, action in ways]
    shell.open_sheet(Sheet(label("blind_menu"), rows, shell.close_sheet))


def ask_for_trumps(page: Page, called: Callable[[Suit], object]) -> None:
    """Offer the four suits."""
    choices = [(suit, SUIT_GLYPHS[suit.value], label(code)) for suit, code in _SUITS]
    _choose(page, label("blind_call"), choices, called)


def ask_for_pitcher(page: Page, session: BlindSession, named: Callable[[Seat], object]) -> None:
    """Offer the players who may pitch."""
    state = session.state
    seats = state.game.choice or state.seats
    choices = [(seat, "", player_name(state, seat)) for seat in seats]
    _choose(page, label("blind_name_pitcher"), choices, named)


def ask_to_undo(page: Page, session: BlindSession, undo: Callable[[], object]) -> None:
    """Undo; where that opens a game that is over, only once every side has agreed (RULES.md 4.3)."""
    step = session.next_undo()
    if step is None or isinstance(step, Refusal) or not step.agreement:
        undo()
        return
    shell = page.shell
    names = label("and").join(player_name(session.state, Seat(side)) for side in step.agreement)
    rows = [Words(text=label("blind_undo_agree", names=names))]
    agreed: Action = partial(_do, page, undo)
    buttons = [(label("cancel"), False, shell.close_sheet), (label("blind_all_agree"), True, agreed)]
    shell.open_sheet(Sheet(label("undo"), rows, shell.close_sheet, buttons))


def _choose(page: Page, title: str, choices: list[tuple[Any, str, str]], chosen: Callable[[Any], object]) -> None:
    rows = [Row(partial(_do, page, partial(chosen, what)), mark=mark, title=words) for what, mark, words in choices]
    page.shell.open_sheet(Sheet(title, rows, page.shell.close_sheet))


def _do(page: Page, action: Callable[[], object]) -> None:
    page.shell.close_sheet()
    action()
