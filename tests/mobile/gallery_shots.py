"""The shots of the gallery: which page in which state, in which scene, and how one gets there by touch."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from gallery_scenes import FRIENDS, blind_don, damaged, demo, finished, four, new_phone, rested, season
from window_driver import Wait, tap

from mobile.companion import Companion
from mobile.why import WhyScore, WhyTrick
from scorer.seats import Seat

Steps = Generator[Wait, None, None]
Scene = Callable[[Path], Companion]


@dataclass(frozen=True)
class Shot:
    """A picture: its name and area, the scene it is taken in, how to get there from a fresh start at home."""

    area: str
    name: str
    scene: str
    go: Callable[[Any], Steps]


SCENES: dict[str, Scene] = {
    "new phone": new_phone,
    "damaged": damaged,
    "season": season,
    "finished": finished,
    "rested": rested,
    "demo": demo,
    "lancashire": partial(four, variant="nine_card_lancashire", options={"show_tricks": "always"}, hands=1, tricks=4),
    "cheshire": partial(four, variant="nine_card_cheshire", options={}, hands=2, tricks=3),
    "score sheet": partial(four, variant="nine_card_lancashire", options={"board": "score_sheet"}, hands=2, tricks=3),
    "phat": partial(four, variant="phat", options={}, hands=1, tricks=5),
    "irish": partial(four, variant="irish_don", options={}, hands=1, tricks=6),
    "hand over": partial(four, variant="nine_card_lancashire", options={}, hands=0, tricks=9),
    "friends": partial(
        four, variant="nine_card_lancashire", options={"show_tricks": "always"}, hands=1, tricks=4, names=FRIENDS
    ),
    "friends, demo": partial(demo, names=FRIENDS),
    "blind two": partial(blind_don, variant="blind_don_burnley", steps=24),
    "blind two deal": partial(blind_don, variant="blind_don_burnley", steps=6),
    "blind three": partial(blind_don, variant="blind_don_three", steps=34),
}


def _go(page: str, **params: Any) -> Callable[[Any], Steps]:
    def go(shell: Any) -> Steps:
        shell.go(page, **params)
        yield 0.35

    return go


def _table(*then: Callable[[Any], object], wait_s: float = 0.35) -> Callable[[Any], Steps]:
    """The table, then these one after the other."""

    def go(shell: Any) -> Steps:
        shell.go(shell.companion.table_page)
        yield 0.4
        for step in then:
            step(shell)
            yield wait_s

    return go


def _home(*names: str) -> Callable[[Any], Steps]:
    """Taps from home, by the names of its actions."""

    def go(shell: Any) -> Steps:
        yield 1.0
        for name in names:
            shell.page.actions[name].dispatch("on_tap")
            yield 0.4

    return go


def _then(first: Callable[[Any], Steps], *steps: Callable[[Any], object]) -> Callable[[Any], Steps]:
    def go(shell: Any) -> Steps:
        yield from first(shell)
        for step in steps:
            step(shell)
            yield 0.35

    return go


def _read(shell: Any) -> Steps:
    """The first picture read."""
    shell.go("table")
    yield 0.4
    table = shell.page.table
    tap(table.ids.primary)
    yield 0.1
    yield lambda: not table.is_reading


def _by_hand(cards: int) -> Callable[[Any], Steps]:
    """Entry by hand with so many cards given already; the picker is up."""

    def go(shell: Any) -> Steps:
        shell.go("table")
        yield 0.4
        session, table = shell.companion.session, shell.page.table
        if session.proposal is None:
            table.by_hand()
        for _ in range(cards):
            seat = table.picking
            yield 0.2
            possible = session.possible_cards(seat)
            tap(table.picker.cells[possible[3]])
            yield 0.3

    return go


def _wait(_shell: Any) -> None:
    """What is drawn on a thread takes its time."""


def _variants(shell: Any) -> None:
    """Its boards are drawn on a thread."""
    shell.go("variants")


def _tour(card: int) -> Callable[[Any], Steps]:
    def go(shell: Any) -> Steps:
        shell.go("tour")
        yield 0.3
        shell.page.show(card)
        yield 0.9

    return go


def _scrolled(page: str, share: float) -> Callable[[Any], Steps]:
    def go(shell: Any) -> Steps:
        shell.go(page)
        yield 0.4
        shell.page.list.scroll_y = 1 - share
        yield 0.2

    return go


def _why(shell: Any) -> None:
    from mobile.screens.why_sheet import open_why

    open_why(shell.page, WhyScore(shell.companion.book.state.sides[0]))


def _why_trick(shell: Any) -> None:
    from mobile.screens.why_sheet import open_why

    open_why(shell.page, WhyTrick(1, 3))


def _menu(shell: Any) -> None:
    shell.page.table.ids.more.dispatch("on_tap")


def _correct(shell: Any) -> None:
    from mobile.screens.correct_sheet import open_correction

    open_correction(shell.page, 1, 3, Seat.E)


def _pick(shell: Any) -> None:
    """In the open picker, the first card that can be chosen."""
    cells = [cell for cell in shell.sheet.cells.values() if not cell.disabled]
    tap(cells[5])


def _turn(shell: Any) -> None:
    shell.companion.turned = 180
    shell.rebuild()


def _first_match(shell: Any) -> str:
    return str(shell.companion.log.matches()[0].match_id)


def _past(page: str) -> Callable[[Any], Steps]:
    def go(shell: Any) -> Steps:
        shell.go(page, match_id=_first_match(shell))
        yield 0.8

    return go


def _cards_page(shell: Any) -> Steps:
    shell.go("camera_cards", title="A cut for the pitch", done=lambda *_: None)
    yield 2.5


def _camera(shell: Any) -> Steps:
    shell.go("camera")
    yield 3.0


def _long_list(page: str) -> Callable[[Any], Steps]:
    """A page that works on a thread first."""

    def go(shell: Any) -> Steps:
        shell.go(page)
        yield 3.0

    return go


def _practice(shell: Any) -> Steps:
    shell.go("practice")
    yield 0.6
    table = shell.page.inner.page.table
    tap(table.ids.primary)
    yield 0.1
    yield lambda: not table.is_reading
    yield 0.4


def _replayed(shell: Any) -> Steps:
    """A trick in the second half of a match that was worth most."""
    yield from _past("match_replay")(shell)
    steps = shell.page.replay.steps
    gained = {
        at: sum(steps[at].state.scores.values()) - sum(steps[at - 1].state.scores.values())
        for at in range(len(steps) // 2, len(steps) - 1)
        if steps[at].cards
    }
    shell.page.show(max(gained, key=gained.__getitem__), walk=False)
    yield 0.4


SHOTS: tuple[Shot, ...] = (
    Shot("Home", "home, new phone", "new phone", _home()),
    Shot("Home", "home, a match runs", "season", _home()),
    Shot("Home", "home, last match over", "rested", _home()),
    *(Shot("Tour", f"tour {card + 1}", "new phone", _tour(card)) for card in range(6)),
    Shot("Tour", "practice", "new phone", _practice),
    Shot("New match", "new match", "season", _home("new")),
    Shot("New match", "same four again", "season", _home("again")),
    Shot(
        "New match",
        "variants",
        "season",
        _then(_home("new"), _variants, *[_wait] * 8),
    ),
    Shot("New match", "house rules", "season", _then(_home("new"), lambda shell: shell.go("house_rules"))),
    Shot("New match", "players", "season", _then(_home("new"), lambda shell: shell.go("players"))),
    Shot("New match", "cut", "season", _then(_home("new"), lambda shell: shell.go("cut"))),
    Shot("New match", "jacks out", "season", _then(_home("new"), lambda shell: shell.go("jacks_out"))),
    Shot("Table", "table, Lancashire", "lancashire", _table()),
    Shot("Table", "table, long evening", "season", _table()),
    Shot("Table", "table, Cheshire legs", "cheshire", _table()),
    Shot("Table", "table, score sheet", "score sheet", _table()),
    Shot("Table", "table, Phat", "phat", _table()),
    Shot("Table", "table, Irish Don", "irish", _table()),
    Shot("Table", "hand over", "hand over", _table()),
    Shot("Table", "game over", "finished", _table()),
    Shot("Table", "turned", "lancashire", _table(_turn)),
    Shot("Table", "menu", "lancashire", _table(_menu)),
    Shot("Table", "picker", "lancashire", _by_hand(0)),
    Shot("Table", "two cards entered", "lancashire", _by_hand(2)),
    Shot("Table", "a picture read", "demo", _read),
    Shot("Table", "audience", "lancashire", _go("audience")),
    Shot("Table", "audience, Phat", "phat", _go("audience")),
    Shot("Blind Don", "Blind Don, two", "blind two", _table()),
    Shot("Blind Don", "Blind Don, dealing", "blind two deal", _table()),
    Shot("Blind Don", "Blind Don, three", "blind three", _table()),
    Shot("Blind Don", "Blind Don, audience", "blind three", _go("audience")),
    Shot("Camera", "camera, a trick", "demo", _camera),
    Shot("Camera", "camera missing", "lancashire", _camera),
    Shot("Camera", "cards by camera", "demo", _cards_page),
    Shot("Correct and why", "tricks", "lancashire", _go("tricks")),
    Shot("Correct and why", "correct: pick", "lancashire", _table(_correct)),
    Shot("Correct and why", "correct: before and after", "lancashire", _table(_correct, _pick)),
    Shot("Correct and why", "why this score", "lancashire", _table(_why)),
    Shot("Correct and why", "why this trick", "lancashire", _table(_why_trick)),
    Shot("Disputes", "dispute", "lancashire", _go("dispute")),
    Shot("Disputes", "muck", "hand over", _go("muck")),
    Shot("Disputes", "revoke", "lancashire", _go("revoke")),
    Shot("Disputes", "something happened", "lancashire", _go("irregular")),
    Shot("History", "history", "season", _long_list("history")),
    Shot("History", "history, empty", "new phone", _long_list("history")),
    Shot("History", "past match", "season", _past("past_match")),
    Shot("History", "replay", "season", _past("match_replay")),
    Shot("History", "statistics", "season", _long_list("statistics")),
    Shot("Data", "data", "season", _long_list("data")),
    Shot("Data", "files", "season", _go("files")),
    Shot("Data", "a damaged log", "damaged", _go("rescue")),
    Shot("Settings", "settings", "season", _go("settings")),
    Shot("Settings", "settings, further down", "season", _scrolled("settings", 0.5)),
    Shot("Settings", "settings, about", "season", _scrolled("settings", 1.0)),
    Shot("README", "README: table", "friends", _table()),
    Shot("README", "README: camera", "friends, demo", _camera),
    Shot("README", "README: why", "friends", _table(_why_trick)),
    Shot("README", "README: replay", "finished", _replayed),
)
