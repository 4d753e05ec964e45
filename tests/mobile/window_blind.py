"""What the window tests do at the table of Blind Don."""

import json
import os
import random
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Any

from blind_table import AT, People, begun, blind
from window_driver import Script, TestClock, Wait, tap

from mobile.blind_session import BlindSession
from mobile.camera import open_source
from mobile.companion import Companion
from mobile.texts import label
from models.reader import CardReader
from scorer.cards import Card, Suit
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant

Steps = Generator[Wait, None, None]


class Fingers(People):
    """People who answer by touch what the page asks."""

    def touch(self, page: Any) -> Steps:
        """The next thing that is asked, by as few touches as it takes."""
        table, session, asked = page.table, self.session, self.session.asked
        self._need_deal()
        if asked.kind in ("stack", "reveal"):
            assert asked.seat is not None and table.picking, "the picker came by itself"
            assert not page.shell.sheet
            tap(table.picker.cells[self.stacks[asked.seat][asked.stack - 1][-1]])
        elif asked.kind == "call":
            tap(table.ids.primary)
            yield 0.03
            tap(page.shell.sheet.ids.list.rows[1])
            yield 0.03
            assert session.state.hand is not None and session.state.hand.trump is Suit.HEARTS
        elif asked.kind == "cards":
            seat = session.turn
            assert seat is not None and not table.picking
            yield from self._touch_card(table, seat)
        yield 0.03

    def _touch_card(self, table: Any, seat: Seat) -> Steps:
        number, card = self.next_card(seat)
        self.played(seat, number, card)
        block = table.blocks[seat]
        assert block.in_turn
        if number:
            cell = block.stacks[number - 1]
            assert cell.text.replace("\n", "")[:-1] == card.rank.value
            tap(cell)
            return
        tap(block.hands[0])
        yield 0.03
        assert table.picking and table.picker.cells[card].disabled is False
        tap(table.picker.cells[card])


def whole_hand(folder: Path) -> tuple[Any, Script]:
    """Burnley: the deal told stack by stack, eighteen tricks, one touch a card; undone and brought back."""
    companion = begun(folder)
    session = blind(companion)

    def script(app: Any) -> Steps:
        people = Fingers(session, random.Random(1))
        page = app.shell.page
        while not session.state.hands:
            entries = session.book.entries
            yield from people.touch(page)
            assert session.book.entries == entries + 1, "one touch is one card"
        table = page.table
        assert table.summary.opacity == 1 and table.ids.primary.text == "Deal next hand"
        assert [strip.score for strip in table.strips] == [str(session.state.scores[side]) for side in "NS"]
        after = session.state
        tap(table.ids.undo)
        yield 0.05
        assert session.state.hand is not None and table.summary.opacity == 0
        table.redo()
        yield 0.05
        assert session.state == after
        tap(table.ids.primary)
        yield 0.05
        assert table.picking and session.asked.seat is Seat.S

    return companion, script


def three_players(folder: Path) -> tuple[Any, Script]:
    """A deal for three, the call, some tricks; undo in the middle, a wrong card, the window turned, drawn anew."""
    companion = begun(folder, "blind_don_three")
    session = blind(companion)

    def script(app: Any) -> Steps:
        from kivy.core.window import Window

        people = Fingers(session, random.Random(2))
        page = app.shell.page
        for _ in range(3):
            yield from people.touch(page)
        yield from _undo_in_the_row(page, session, people)
        while session.asked.kind != "cards":
            yield from people.touch(page)
        for _ in range(8):
            yield from people.touch(page)
        yield from _undo_a_card(page, session, people)
        Window.size = (740, 420)
        yield 0.3
        for _ in range(6):
            yield from people.touch(page)
        companion.change(light=True, text_size=1.6)
        before = session.state
        app.shell.rebuild()
        yield 0.3
        page = app.shell.page
        assert session.state == before
        for _ in range(6):
            yield from people.touch(page)
        for _ in range(20):
            assert app.on_pause()
            app.on_resume()
            yield 0.01
        assert session.asked.kind == "cards" or page.table.picking
        yield from _wrong_card(page, session)
        yield from _wrong_played(page, session, people)
        yield from _menu(page, app)

    return companion, script


def _undo_in_the_row(page: Any, session: BlindSession, people: People) -> Steps:
    """The picker's own undo takes back one card; not seen passes a stack, undo asks for it again."""
    table = page.table
    assert session.asked.stack == 4
    tap(table.picker.actions[0])
    yield 0.03
    assert session.asked.stack == 3 and table.picking
    tap(table.picker.actions[1])
    yield 0.03
    assert session.asked.stack == 4
    tap(table.picker.actions[0])
    yield 0.03
    assert session.asked.stack == 3
    entries = session.book.entries
    tap(table.picker.close_button)
    yield 0.03
    assert not table.picking and session.book.entries == entries
    tap(table.ids.primary)
    yield 0.03
    assert table.picking


def _undo_a_card(page: Any, session: BlindSession, people: Fingers) -> Steps:
    """A card that was tapped by mistake is back on its stack after one touch."""
    table = page.table
    while session.asked.kind != "cards":
        yield from people.touch(page)
    seat, state = session.turn, session.state
    assert seat is not None
    number = next(n for n, cell in enumerate(table.blocks[seat].stacks, 1) if cell.form == "card")
    tap(table.blocks[seat].stacks[number - 1])
    yield 0.03
    assert session.state != state
    if table.picking:
        tap(table.picker.close_button)
        yield 0.03
    tap(table.ids.undo)
    yield 0.03
    assert session.state == state
    other = next(block for who, block in table.blocks.items() if who is not seat)
    tap(next(cell for cell in other.stacks if cell.form == "card"))
    yield 0.03
    assert session.state == state and "turn" in table.status, "it is not this player's turn"


def _wrong_card(page: Any, session: BlindSession) -> Steps:
    """Wrong card, the card, the right one."""
    table = page.table
    if table.picking:
        tap(table.picker.close_button)
        yield 0.03
    seat = next(iter(table.blocks))
    number = next(n for n, cell in enumerate(table.blocks[seat].stacks, 1) if cell.form == "card")
    new = next(card for card in session.possible if not _known(session, card))
    tap(table.ids.wrong)
    yield 0.03
    tap(table.blocks[seat].stacks[number - 1])
    yield 0.03
    assert table.picking
    tap(table.picker.cells[new])
    yield 0.03
    assert session.told_of(seat, number) == new and not table.correcting


def _wrong_played(page: Any, session: BlindSession, people: Fingers) -> Steps:
    """A card that was played is tapped, the right one picked, before → after looked at, entered."""
    table, shell = page.table, page.shell
    if not table.picking:
        table.ask()
    while session.asked.kind != "cards":
        yield from people.touch(page)
    seat = session.turn
    assert seat is not None
    number = next(n for n, cell in enumerate(table.blocks[seat].stacks, 1) if cell.form == "card")
    tap(table.blocks[seat].stacks[number - 1])
    yield 0.03
    new = next(card for card in session.possible if not _known(session, card))
    tap(table.blocks[seat].played)
    yield 0.05
    tap(shell.sheet.cells[new])
    yield 0.05
    tap(shell.sheet.enter_button)
    yield 0.05
    assert shell.sheet is None and table.blocks[seat].played.text.startswith(new.rank.value)
    assert new in _told(session, seat, number), "its telling is put right with it"
    hand = session.state.hand
    assert hand is not None
    played = hand.current[-1] if hand.current else (seat, hand.tricks[-1].card_of(seat))
    assert played == (seat, new)


def _told(session: BlindSession, seat: Seat, number: int) -> tuple[Card | None, Card | None]:
    """What was told of a stack (from 1), also where it has been played since."""
    stack = session.cards_of(seat).stacks[number - 1]
    return stack.bottom, stack.top


def _known(session: BlindSession, card: Card) -> bool:
    seats = session.state.seats
    return any(
        card in _told(session, seat, one + 1) for seat in seats for one in range(len(session.cards_of(seat).stacks))
    )


def _menu(page: Any, app: Any) -> Steps:
    """The menu leads to the tricks and back; back from the table goes home and ends nothing."""
    if page.table.picking:
        assert app.shell.back() and not page.table.picking
    tap(page.table.ids.more)
    yield 0.05
    tap(app.shell.sheet.tiles["correct"])
    yield 0.1
    assert app.shell.pages[-1][0] == "tricks"
    app.shell.back()
    yield 0.05
    assert app.shell.page is page
    if page.table.picking:
        app.shell.back()
    app.shell.back()
    yield 0.05
    assert app.shell.pages[-1][0] == "home"


def finished(folder: Path) -> tuple[Any, Script]:
    """A match that is over: undo asks all players first, play again prepares the next one."""
    companion = begun(folder, "blind_don_three")
    session = blind(companion)
    people = People(session, random.Random(6))
    while people.step():
        pass

    def script(app: Any) -> Steps:
        table, over = app.shell.page.table, session.state
        assert table.ids.primary.text == label("rematch") and table.summary.opacity == 1
        tap(table.ids.undo)
        yield 0.1
        sheet = app.shell.sheet
        assert session.state == over and sheet.enter_button.disabled
        sheet.ids.list.scroll_y = 0
        yield 0.1
        tap(sheet.ids.list.rows[-1])
        yield 0.1
        tap(sheet.enter_button)
        yield 0.1
        assert session.state.hand is not None and app.shell.sheet is None
        table.redo()
        yield 0.1
        assert session.state == over
        tap(table.ids.primary)
        yield 0.2
        assert app.shell.pages[-1][0] == "new_match"

    return companion, script


def by_camera(folder: Path) -> tuple[Any, Script]:
    """The deal (``truth.json``) is read from ``deal.avi``: what is certain is entered at once, the rest picked."""
    truth = json.loads((folder / "truth.json").read_text())
    log = MatchLog(folder / "matches.sqlite3")
    companion = Companion(log, folder, TestClock(), CardReader.load, open_source(str(folder / "deal.avi")))
    companion.start(load_variant("blind_don_burnley"), Seat.N)
    session = blind(companion)

    def script(app: Any) -> Steps:
        table = app.shell.page.table
        assert table.picking and table.picker.actions[0].text == label("blind_camera")
        tap(table.picker.actions[0])
        yield 0.1
        camera = app.shell.page
        yield lambda: camera.seen is not None and len(camera.seen.reading.sightings) >= 16
        tap(camera.content.ids.take)
        yield 0.2
        certain = len(session.offered)
        assert certain >= 9 and session.book.entries == 3, "nothing is entered before people say so"
        tap(app.shell.sheet.buttons[-1])
        yield 0.2
        assert session.book.entries == 3 + certain and app.shell.sheet is None
        while session.asked.kind == "stack":
            assert session.asked.seat is not None and table.picking
            tap(table.picker.cells[Card.parse(truth[session.asked.seat][session.asked.stack - 1])])
            yield 0.05
        for seat, row in truth.items():
            assert [str(stack.top) for stack in session.cards_of(Seat(seat)).stacks] == row

    return companion, script


def killed(folder: Path) -> tuple[Any, Script]:
    """The program is killed with one card of a trick on the table."""
    companion = begun(folder)
    session = blind(companion)

    def script(app: Any) -> Steps:
        people = Fingers(session, random.Random(3))
        while session.state.hand is None or not session.state.hand.current:
            yield from people.touch(app.shell.page)
        os.kill(os.getpid(), signal.SIGKILL)

    return companion, script


def gone_on_with(folder: Path) -> tuple[Any, Script]:
    """The match of `killed` is there again, the card of the trick too; the trick is finished."""
    companion = Companion(MatchLog(folder / "matches.sqlite3"), folder, TestClock())
    running = companion.log.running_match()
    assert running is not None
    companion.resume(running)
    session = blind(companion)

    def script(app: Any) -> Steps:
        assert app.shell.pages[-1][0] == "blind_table"
        table, hand = app.shell.page.table, session.state.hand
        assert hand is not None and len(hand.current) == 1
        (seat, card) = hand.current[0]
        assert table.blocks[seat].played.text.replace("\n", "")[:-1] == card.rank.value
        turn = session.turn
        assert turn is not None and table.blocks[turn].in_turn
        tap(table.blocks[turn].stacks[0])
        yield 0.05
        assert session.state.hand is not None and len(session.state.hand.tricks) == 1 and table.picking
        assert session.undo(AT) is not None

    return companion, script
