"""The menu of a table: all that is not the next thing to do, a tile each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout

from mobile.board_words import points_are_shown
from mobile.screens.page import Page
from mobile.screens.table_sheets import look_back, open_outlook
from mobile.screens.why_sheet import open_why
from mobile.texts import label
from mobile.why import Subject, WhyScore, WhyTrick
from mobile.widgets.basics import IconButton
from mobile.widgets.look import load_kv, look
from mobile.widgets.page_parts import Row, Sheet
from mobile.wording import side_name
from scorer.match import MatchState

if TYPE_CHECKING:
    from mobile.screens.table_screen import TableScreen

Tile = tuple[str, str, str, Callable[[], object] | None]
"""Its name, its sign, its words, and what it does; None where that can't be done now."""


class MenuTiles(GridLayout):
    """Tiles side by side, as many as have room."""


class MenuSheet(Sheet):
    """A sheet of tiles; ``tiles`` has them by name."""

    def __init__(self, page: Page, tiles: Iterable[Tile]) -> None:
        grid = MenuTiles()
        self.tiles: dict[str, IconButton] = {}
        for name, icon, text, action in tiles:
            tile = IconButton(icon=icon, text=text, size_hint_y=None, height=dp(72) * min(look.scale, 1.8))
            tile.disabled = action is None
            tile.bind(on_tap=partial(self._chosen, page, action))
            self.tiles[name] = tile
            grid.add_widget(tile)
        super().__init__(label("menu_title"), [grid], page.shell.close_sheet)

    @staticmethod
    def _chosen(page: Page, action: Callable[[], object] | None, *_: object) -> None:
        page.shell.close_sheet()
        if action is not None:
            action()


def open_menu(page: Any, screen: TableScreen) -> MenuSheet:
    """The menu of the table of four."""
    session, leafing = screen.session, screen.leafing
    camera = page.companion.reader is not None and not session.state.match_over
    trick = leafing.trick or session.last_trick
    shown = WhyTrick(leafing.hand.number, trick.number) if trick is not None and leafing.hand is not None else None
    return show_menu(
        page,
        session.state,
        camera=partial(page.shell.go, "camera") if camera else None,
        redo=screen.redo if session.can_redo else None,
        shown=shown,
    )


def show_menu(
    page: Any,
    state: MatchState,
    *,
    camera: Callable[[], object] | None,
    redo: Callable[[], object] | None,
    shown: WhyTrick | None,
) -> MenuSheet:
    """The menu of any table. ``camera`` and ``redo``: what does that, where it can be done; ``shown``: its trick."""
    shell = page.shell
    tiles: list[Tile] = [
        ("camera", "◉", label("camera"), camera),
        ("redo", "↷", label("redo"), redo),
        ("outlook", "◎", label("outlook"), partial(open_outlook, page, state)),
        ("correct", "✎", label("correct"), partial(shell.go, "tricks")),
        ("why", "?", label("why_menu"), partial(ask_why, page, state, shown)),
        ("dispute", "⚖", label("dispute"), partial(shell.go, "dispute")),
        ("irregular", "⚠", label("irregular"), partial(shell.go, "irregular")),
        ("past_match", "≡", label("this_match"), partial(look_back, page)),
        ("turn", "⟲", label("turn_table"), page.turn),
        ("audience", "❐", label("audience"), partial(shell.go, "audience")),
        ("settings", "⚙", label("settings"), partial(shell.go, "settings")),
        ("home", "⌂", label("home"), shell.home),
    ]
    menu = MenuSheet(page, tiles)
    shell.open_sheet(menu)
    return menu


def ask_why(page: Page, state: MatchState, shown: WhyTrick | None) -> None:
    """Which score is asked about, or the trick that is shown."""
    subjects: list[tuple[str, Subject]] = []
    for side in state.sides:
        name = side_name(state, side)
        words = label("why_score_row", side=name, score=state.scores[side]) if points_are_shown(state) else name
        subjects.append((words, WhyScore(side)))
    if shown is not None:
        subjects.append((label("why_in_trick", trick=shown.trick), shown))
    rows = [Row(partial(open_why, page, about), title=words) for words, about in subjects]
    page.shell.open_sheet(Sheet(label("why_which"), rows, page.shell.close_sheet))


load_kv("mobile.screens", "table_menu.kv")
