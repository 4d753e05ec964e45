"""What the window tests do at the table."""

import math
from collections.abc import Generator
from pathlib import Path
from typing import Any

from mobile_table import (
    AT,
    PLACES,
    Frames,
    PreparedReader,
    cards,
    enter,
    legal_hand,
    new_session,
    order_from,
    reading,
    reading_of,
)
from mobile_table import sighting as seen
from window_driver import Script, Wait, table_of, tap, tap_at

from mobile.corrections import Plan
from mobile.table_session import TableSession
from mobile.wording import card_glyphs
from scorer.cards import Card
from scorer.match import Phase
from scorer.seats import Seat

Steps = Generator[Wait, None, None]


def tricks_of(session: TableSession) -> int:
    """How many tricks of the hand in play stand."""
    return len(session.state.hand.tricks) if session.state.hand else 0


def enter_by_touch(screen: Any, leader: Seat, played: tuple[Card, ...]) -> Steps:
    """A whole trick in five taps: by hand, then four cards; the last of a hand is confirmed by a sixth."""
    tap(screen.ids.primary)
    yield 0.03
    for seat, card in zip(order_from(leader), played, strict=True):
        assert screen.picking is seat, "the picker goes round in the order of play"
        tap(screen.picker.cells[card])
        yield 0.03
    assert screen.picker.parent is None
    if screen.session.proposal is not None:
        assert "Confirm" in screen.ids.primary.text and not screen.ids.primary.disabled
        tap(screen.ids.primary)
        yield 0.03


def redo_by_touch(app: Any) -> Steps:
    """Redo, from the menu."""
    tap(app.shell.page.table.ids.more)
    yield 0.05
    tap(app.shell.sheet.tiles["redo"])
    yield 0.05
    assert app.shell.sheet is None


def whole_hand(folder: Path) -> tuple[Any, Script]:
    """Nine tricks by the picker, undo and redo, the next deal."""
    session = new_session(folder)

    def script(app: Any) -> Steps:
        screen = app.shell.page.table
        assert screen.ids.undo.disabled and not session.can_redo
        tricks = legal_hand(1, Seat.N)
        for number, (leader, played) in enumerate(tricks, start=1):
            yield from enter_by_touch(screen, leader, played)
            last = session.state.last_trick
            assert last is not None and last.number == number and last.cards == played
            numerals = [screen.ids.side0.score, screen.ids.side1.score]
            assert numerals == [str(session.state.scores[side]) for side in session.state.sides]
        assert session.state.phase is Phase.BETWEEN_HANDS
        assert "Hand 1 is over" in screen.ids.area.title
        yield lambda: not screen.ids.board.walking
        board = screen.ids.board.form
        for index, side in enumerate(session.state.sides):
            place = board._place
            x, y = place.pixel(place.board.peg_points(index, session.state.pegs[side])[0])
            left, low = board._corner()
            assert math.dist(board.peg_centre(index), (left + x, low + place.height - y)) < 0.6
        after = session.state
        tap(screen.ids.undo)
        yield 0.05
        assert session.state.hand is not None
        assert session.proposal is not None and session.proposal.ready, "what was named by hand is there to be changed"
        yield from redo_by_touch(app)
        assert session.state == after
        tap(screen.ids.primary)
        yield 0.05
        assert session.state.hand is not None and session.state.pitcher is Seat.E

    return table_of(session), script


def who_won(session: TableSession, screen: Any) -> Steps:
    """Only who won is asked: one tap on the player; the trick can then be confirmed."""
    area = screen.ids.area
    card = session.winning_card
    assert card is not None and area.title == f"{card_glyphs(card)} won: who played it?"
    assert area.won_card.rank == card.rank.value
    assert all(button.width >= 48 and button.height >= 48 for button in area.winners.values())
    tap(area.winners[Seat.W])
    yield 0.05
    assert session.proposal is not None and session.proposal.ready and not screen.ids.primary.disabled
    assert session.proposal.of(Seat.W).card == card


def pictures(folder: Path) -> tuple[Any, Script]:
    """Pictures read by the button: a sure trick, one with a doubtful card, one with open seats, the end."""
    tricks = legal_hand(2, Seat.N)
    leader, played = tricks[1]
    doubtful = [seen(card, PLACES[seat]) for card, seat in zip(played, order_from(leader), strict=True)]
    doubtful[2] = seen(played[2], PLACES[order_from(leader)[2]], "doubtful", cards("2S 2H"))
    pile = reading([seen(card, (500.0 + 5 * place, 500)) for place, card in enumerate(tricks[2][1])])
    session = new_session(folder, reader=PreparedReader([reading_of(tricks[0]), reading(doubtful), pile]))
    source = Frames(3)

    def script(app: Any) -> Steps:
        screen, ids = app.shell.page.table, app.shell.page.table.ids
        tap(ids.read)
        yield 0.0
        yield lambda: not screen.is_reading
        assert session.proposal is not None and session.proposal.ready, screen.status
        tap(ids.primary)
        yield 0.05
        assert session.state.last_trick is not None and session.state.last_trick.cards == tricks[0][1]

        tap(ids.primary)  # with no trick under entry it reads, too
        yield 0.0
        yield lambda: not screen.is_reading
        assert ids.primary.disabled, "a doubtful card has to be looked at"
        asked = order_from(leader)[2]
        face = ids.area.faces[asked]
        assert face.marked and "check" in face.badge
        tap(ids.primary)
        yield 0.05
        assert tricks_of(session) == 1, "a disabled button does nothing"
        tap(face)
        yield 0.05
        assert screen.picking is asked
        assert screen.picker.cells[tricks[0][1][0]].dimmed, "a card that is gone"
        tap(screen.picker.cells[tricks[0][1][0]])
        yield 0.05
        assert screen.picking is asked, "and it can't be chosen"
        tap(screen.picker.likely[0])
        yield 0.05
        assert screen.picker.parent is None and not ids.primary.disabled
        tap(ids.primary)
        yield 0.05
        assert session.state.last_trick.cards == played

        tap(ids.read)
        yield 0.0
        yield lambda: not screen.is_reading
        assert session.proposal is not None and session.proposal.seats_open and ids.primary.disabled
        yield from who_won(session, screen)
        tap(ids.hand)  # clear
        yield 0.05
        assert session.proposal is None

        assert "Again" in ids.read.text, "a trick that was cleared keeps its picture"
        tap(ids.read)
        yield 0.05
        assert session.proposal is not None and session.proposal.seats_open and source.given == 3
        tap(ids.read)  # asked once more with it under entry, the next one is wanted
        yield 0.0
        yield lambda: not screen.is_reading
        assert "last picture" in screen.status and ids.read.disabled
        tap(ids.hand)  # clear
        yield 0.05
        tap(ids.undo)
        yield 0.05
        assert tricks_of(session) == 1
        tap(ids.read)
        yield 0.05
        assert session.proposal is not None and session.proposal.of(asked).state == "doubtful", "its own picture"
        tap(ids.undo)  # the trick under entry
        yield 0.05
        yield from redo_by_touch(app)
        assert tricks_of(session) == 2
        app.companion.pictures._seen.clear()
        screen.refresh()
        assert ids.primary.text == "Enter the trick", "no picture is left: by hand"

    return table_of(session, source), script


def turned(folder: Path) -> tuple[Any, Script]:
    """The window is turned in the middle of an entry, the back key closes the picker, one release counts once."""
    session = new_session(folder)

    def script(app: Any) -> Steps:
        from kivy.core.window import Window

        screen, ids = app.shell.page.table, app.shell.page.table.ids
        _, played = legal_hand(3, Seat.N)[0]
        tap(ids.primary)
        yield 0.05
        tap(screen.picker.cells[played[0]])
        yield 0.05
        Window.size = (740, 420)
        yield 0.3
        assert not ids.board.standing and screen.picking is Seat.E
        assert session.proposal is not None and session.proposal.of(Seat.N).card == played[0]
        Window.dispatch("on_keyboard", 27, 0, None, [])
        yield 0.05
        assert screen.picker.parent is None and session.proposal.of(Seat.N).card == played[0]
        for seat, card in list(zip(order_from(Seat.N), played, strict=True))[1:]:
            session.choose(seat, card)
        screen.refresh()
        yield 0.05
        tap(ids.primary)
        ids.primary.dispatch("on_release")  # kivy#6229
        yield 0.05
        assert tricks_of(session) == 1 and session.proposal is None, "a second release does nothing"
        assert screen.picker.parent is None

    return table_of(session), script


def two_fingers(folder: Path) -> tuple[Any, Script]:
    """A second finger that came down with the first names no card: another player is asked for by then."""
    session = new_session(folder)

    def script(app: Any) -> Steps:
        from kivy.tests.common import UnitTestTouch

        screen = app.shell.page.table
        _, played = legal_hand(4, Seat.N)[0]
        tap(screen.ids.primary)
        yield 0.1
        cells = [screen.picker.cells[card] for card in played[:2]]
        touches = [UnitTestTouch(*cell.to_window(*cell.center)) for cell in cells]
        for touch in touches:
            touch.touch_down()
        for touch in touches:
            touch.touch_up()
        yield 0.1
        named = [entry.card for entry in session.proposal.cards] if session.proposal else []
        assert named == [played[0], None, None, None] and screen.picking is Seat.E

    return table_of(session), script


def double_clicks(folder: Path) -> tuple[Any, Script]:
    """A double click on a card, on Confirm, on Deal and on Undo is one tap, whatever comes to lie under the finger."""
    session = new_session(folder)

    def script(app: Any) -> Steps:
        screen, ids = app.shell.page.table, app.shell.page.table.ids
        tricks = legal_hand(4, Seat.N)
        leader, played = tricks[0]
        tap(ids.primary)
        yield 0.05
        for number, (seat, card) in enumerate(zip(order_from(leader), played, strict=True), start=1):
            assert screen.picking is seat
            x, y = screen.picker.cells[card].center
            tap_at(x, y)
            yield 0.05
            tap_at(x, y, 0.1)
            yield 0.05
            assert session.proposal is None or screen.picking is order_from(leader)[number], "a card a tap"
        assert screen.picker.parent is None and session.proposal is None
        assert tricks_of(session) == 1, "the last card's second tap begins nothing"
        for trick in tricks[1:8]:
            enter(session, trick)
        for seat, card in zip(order_from(session.enter_by_hand().leader), tricks[8][1], strict=True):
            session.choose(seat, card)
        screen.refresh()
        tap(ids.primary)
        yield 0.05
        tap(ids.primary, 0.1)
        yield 0.05
        assert session.state.phase is Phase.BETWEEN_HANDS, "nor may Confirm deal the next hand"
        tap(ids.primary)
        yield 0.05
        tap(ids.primary, 0.1)
        yield 0.05
        assert session.state.hand is not None and session.state.hand.number == 2 and session.proposal is None
        tap(ids.undo)
        yield 0.05
        tap(ids.undo, 0.1)
        yield 0.05
        assert session.state.phase is Phase.BETWEEN_HANDS
        tap(ids.undo)
        yield 0.05
        assert tricks_of(session) == 8, "two taps a second apart are two"

    return table_of(session), script


def corrected(folder: Path) -> tuple[Any, Script]:
    """A trick that was under entry when the record was corrected is not confirmed unseen: it is looked at again."""
    session = new_session(folder)

    def script(app: Any) -> Steps:
        screen = app.shell.page.table
        first, second = legal_hand(5, Seat.N)[:2]
        enter(session, first)
        session.enter_by_hand()
        for seat, card in zip(order_from(second[0]), second[1], strict=True):
            session.choose(seat, card)
        screen.refresh()
        plan = session.book.plan_swap(1, first[1][0], first[1][3])
        assert isinstance(plan, Plan)
        session.book.carry_out(plan, AT)
        tap(screen.ids.primary)
        yield 0.05
        assert "look at this again" in screen.status
        assert tricks_of(session) == 1 and session.proposal is None
        assert screen.ids.side0.score == str(session.state.scores[session.state.sides[0]])

    return table_of(session), script
