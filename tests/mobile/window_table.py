"""What the window tests do with the table beside entering tricks: leaf, correct, turn, pause, be killed, claim."""

import os
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Any

from mobile_table import AT, PreparedReader, enter, legal_hand, new_session, order_from, reading_of
from window_driver import Script, TestClock, Wait, table_of, tap

from mobile.companion import Companion
from mobile.table_session import TableSession
from scorer.cards import Card, pack_of
from scorer.events import Note, Penalty
from scorer.match import Phase
from scorer.matchlog import MatchLog
from scorer.referee import Refusal
from scorer.seats import Seat
from scorer.variant import load_variant

Steps = Generator[Wait, None, None]
TRICKS = legal_hand(6, Seat.N)


def swipe(widget: Any, across: float, along: float = 0.0) -> None:
    """A finger that goes sideways over a widget, from its middle."""
    from kivy.tests.common import UnitTestTouch

    x, y = widget.to_window(*widget.center)
    touch = UnitTestTouch(x, y)
    touch.touch_down()
    for part in range(1, 5):
        touch.touch_move(x + across * part / 4, y + along * part / 4)
    touch.touch_up()


def leafed(folder: Path) -> tuple[Any, Script]:
    """A swipe back asks all players, then shows the earlier trick; its card is corrected in three taps."""
    session = new_session(folder)
    for trick in TRICKS[:4]:
        enter(session, trick)

    def script(app: Any) -> Steps:
        page, ids = app.shell.page, app.shell.page.table.ids
        sheet: Any
        face = ids.area.faces[TRICKS[3][0]]
        swipe(face, 90)
        yield 0.05
        assert app.shell.sheet is not None and app.shell.sheet.title != "", "all players are asked"
        tap(app.shell.sheet.buttons[-1])
        yield 0.1
        assert app.shell.sheet is None and [note.code for note in session.state.notes] == ["past_tricks_shown"]
        assert isinstance(session.book.events[-1], Note)
        assert ids.area.title.startswith("Trick 3:")
        swipe(ids.area.faces[Seat.N], 20, 200)
        yield 0.05
        assert ids.area.title.startswith("Trick 3:"), "up and down is no leafing"
        tap(ids.area.older)
        yield 0.05
        assert ids.area.title.startswith("Trick 2:")
        swipe(ids.area, -90)
        yield 0.05
        assert ids.area.title.startswith("Trick 3:")

        leader, played = TRICKS[2]
        other = free_card(session, played[3])
        tap(ids.area.faces[order_from(leader)[3]])  # one: the card
        yield 0.1
        sheet = app.shell.sheet
        tap(sheet.cells[other])  # two: what it was
        yield 0.1
        assert third_trick(session) == played, "nothing is entered yet"
        sheet = app.shell.sheet
        tap(sheet.enter_button)  # three: yes
        yield 0.1
        sheet = app.shell.sheet
        if sheet is not None:  # one more where later seats move with it
            tap(sheet.enter_button)
            yield 0.1
        assert third_trick(session) == (*played[:3], other)
        assert app.shell.page is page and page.table.leafing.back == 0
        tap(ids.area.ids.title)
        yield 0.05
        assert app.shell.sheet is not None, "the title asks why"
        assert app.shell.back() and app.shell.sheet is None
        tap(ids.side0)
        yield 0.05
        assert "North" in app.shell.sheet.title, "a score asks why"
        app.shell.back()
        tap(ids.context)
        yield 0.05
        assert app.shell.sheet.title == "Still to be won"

    return table_of(session), script


def third_trick(session: TableSession) -> tuple[Card, ...]:
    """The cards of the third trick as they are recorded now."""
    assert session.state.hand is not None
    return session.state.hand.tricks[2].cards


def free_card(session: TableSession, card: Card) -> Card:
    """Another card of the same suit that nobody has played, lower than it if there is one."""
    gone = session.state.hand.cards_gone if session.state.hand else frozenset()
    pack = pack_of(52).cards
    same = [other for other in pack if other.suit is card.suit and other not in gone]
    return min(same, key=lambda other: other.rank.height)


def turned_round(folder: Path) -> tuple[Any, Script]:
    """The table faces each side; touches go with it, and a turned phone changes nothing of it."""
    session = new_session(folder)

    def script(app: Any) -> Steps:
        from kivy.core.window import Window

        page = app.shell.page
        for quarter, trick in enumerate(TRICKS[:4], start=1):
            tap(page.table.ids.more)
            yield 0.05
            x, y = app.shell.sheet.tiles["turn"].to_window(*app.shell.sheet.tiles["turn"].center)
            assert 0 <= x <= Window.width and 0 <= y <= Window.height
            tap(app.shell.sheet.tiles["turn"])
            yield 0.1
            assert page.turned.degrees == app.companion.turned == quarter * 90 % 360
            tap(page.table.ids.primary)
            yield 0.05
            for card in trick[1]:
                cell = page.table.picker.cells[card]
                x, y = cell.to_window(*cell.center)
                assert 0 <= x <= Window.width and 0 <= y <= Window.height
                tap(cell)
                yield 0.05
            assert session.state.last_trick is not None and session.state.last_trick.cards == trick[1]
            Window.size = (Window.height, Window.width)
            yield 0.3
            assert app.shell.page is page and page.turned.degrees == quarter * 90 % 360
        app.shell.rebuild()
        yield 0.1
        assert app.shell.page.turned.degrees == 0

    return table_of(session), script


def paused(folder: Path) -> tuple[Any, Script]:
    """Twenty times into the background and back in mid-entry, then drawn anew: the picker and the cards are there."""
    session = new_session(folder)

    def script(app: Any) -> Steps:
        from kivy.core.window import Window

        assert Window.allow_screensaver is False, "the screen stays awake"
        table = app.shell.page.table
        played = TRICKS[0][1]
        tap(table.ids.primary)
        yield 0.05
        tap(table.picker.cells[played[0]])
        yield 0.05
        for _ in range(20):
            assert app.dispatch("on_pause")
            yield 0.01
            app.dispatch("on_resume")
            yield 0.01
        app.companion.change(light=True, left_hand=True)
        app.shell.rebuild()
        yield 0.1
        table = app.shell.page.table
        assert table.picking is Seat.E and session.proposal is not None
        assert session.proposal.of(Seat.N).card == played[0]
        row = [button.text for button in reversed(table.ids.secondary.children)]
        assert row[0] == "More" and table.ids.board.x > table.ids.area.x, "for the left hand"
        for card in played[1:]:
            tap(table.picker.cells[card])
            yield 0.05
        assert session.state.last_trick is not None and session.state.last_trick.cards == played
        tap(table.ids.primary)
        yield 0.05
        for at_home in (False, False, True):
            Window.dispatch("on_keyboard", 27, 0, None, [])
            yield 0.05
            assert (app.shell.page.name == "1:home") is at_home or table.picking is None
            if app.shell.page.name == "1:home":
                break
        assert app.shell.page.name == "1:home" and Window.allow_screensaver is True
        assert session.proposal is not None and app.companion.log.running_match() == session.match_id

    companion = table_of(session)
    return companion, script


def phase_of(session: TableSession) -> Phase:
    """Where the match stands now."""
    return session.state.phase


def companion_of(log: MatchLog, folder: Path) -> Companion:
    """The app on a log, its own files in the folder."""
    return Companion(log, folder, TestClock())


def killed(folder: Path) -> tuple[Any, Script]:
    """Two cards in, and the process is gone without a word."""
    log = MatchLog(folder / "matches.sqlite3")
    companion = companion_of(log, folder)
    companion.start(load_variant("nine_card_lancashire"), Seat.N)

    def script(app: Any) -> Steps:
        table = app.shell.page.table
        for card in TRICKS[0][1]:
            if table.picking is None:
                tap(table.ids.primary)
                yield 0.05
            tap(table.picker.cells[card])
            yield 0.05
        tap(table.ids.primary)
        yield 0.05
        for card in TRICKS[1][1][:2]:
            tap(table.picker.cells[card])
            yield 0.05
        os.kill(os.getpid(), signal.SIGKILL)

    return companion, script


def resumed(folder: Path) -> tuple[Any, Script]:
    """Begun again: the match is there with one trick, and the two cards of the next; the other two are asked for."""
    log = MatchLog(folder / "matches.sqlite3")
    companion = companion_of(log, folder)
    running = log.running_match()
    assert running is not None
    companion.resume(running)

    def script(app: Any) -> Steps:
        table, session = app.shell.page.table, app.companion.session
        leader, played = TRICKS[1]
        order = order_from(leader)
        assert len(session.state.hand.tricks) == 1
        assert [table.ids.area.faces[seat].rank for seat in order[:2]] == [card.rank.value for card in played[:2]]
        assert "no card yet" in table.status
        tap(table.ids.primary)
        yield 0.05
        assert table.picking is order[2]
        for card in played[2:]:
            tap(table.picker.cells[card])
            yield 0.05
        assert session.state.last_trick.cards == played
        assert not (folder / "trick.json").exists(), "what stands is no draft any more"

    return companion, script


def game_over(folder: Path) -> tuple[Any, Script]:
    """A game that is won: an undo asks all sides and shows before and after; then the same four play again."""
    session = new_session(folder)
    for trick in TRICKS[:3]:
        enter(session, trick)
    won = session.book.enter([Penalty("EW", 95)], AT)
    assert not isinstance(won, Refusal)

    def script(app: Any) -> Steps:
        table = app.shell.page.table
        sheet: Any
        assert phase_of(session) is Phase.GAME_OVER and table.ids.primary.text == "Play again"
        assert table.ids.hand.text == "Share"
        tap(table.ids.undo)
        yield 0.1
        sheet = app.shell.sheet
        assert sheet is not None and sheet.enter_button.disabled, "not before all sides agree"
        for switch in sheet.switches:
            tap(switch)
            yield 0.1
        tap(sheet.enter_button)
        yield 0.1
        assert phase_of(session) is Phase.PLAYING and app.shell.sheet is None
        assert table.ids.primary.text == "Enter the trick"
        tap(table.ids.more)
        yield 0.05
        sheet = app.shell.sheet
        tap(sheet.tiles["redo"])
        yield 0.1
        assert phase_of(session) is Phase.GAME_OVER
        tap(table.ids.hand)
        yield 0.3
        assert app.shell.page.name.endswith("past_match")
        app.shell.back()
        yield 0.1
        tap(table.ids.primary)
        yield 0.3
        assert app.shell.page.name == "2:new_match", app.shell.page.name
        assert app.companion.new_match is not None

    return table_of(session), script


def claimed(folder: Path) -> tuple[Any, Script]:
    """Irish Don: the claim is lit at 80 in the second deal, asked once more, and ends the game."""
    log = MatchLog(folder / "matches.sqlite3")
    companion = companion_of(log, folder)
    companion.start(load_variant("irish_don"), Seat.N)
    session = companion.session
    assert session is not None
    pack = iter(pack_of(52).cards)
    for _ in range(13):
        leader = session.state.leader
        assert leader is not None
        enter(session, (leader, tuple(next(pack) for _ in range(4))))
    session.deal(AT)
    short = 80 - max(session.state.scores.values())
    best = max(session.state.scores, key=lambda side: session.state.scores[side])
    if short > 0:
        session.book.enter([Penalty(session.state.others(best)[0], short)], AT)

    def script(app: Any) -> Steps:
        table = app.shell.page.table
        claim = table.ids.board.claim
        assert claim.strong and not claim.disabled
        tap(claim)
        yield 0.1
        assert phase_of(session) is Phase.PLAYING and app.shell.sheet is not None
        tap(app.shell.sheet.buttons[-1])
        yield 0.1
        assert phase_of(session) is Phase.GAME_OVER and session.state.winner == best

    return companion, script


def read_and_redrawn(folder: Path) -> tuple[Any, Script]:
    """A page that is drawn anew while a source is in use goes on with the next picture of it."""
    from mobile_table import Frames

    session = new_session(folder, reader=PreparedReader([reading_of(TRICKS[0]), reading_of(TRICKS[1])]))

    def script(app: Any) -> Steps:
        for trick in TRICKS[:2]:
            table = app.shell.page.table
            tap(table.ids.read)
            yield 0.0
            yield lambda: not app.shell.page.table.is_reading
            assert session.proposal is not None and session.proposal.ready
            assert "wins it" in table.status, "who won is said before it is confirmed"
            tap(table.ids.primary)
            yield 0.05
            assert session.state.last_trick is not None and session.state.last_trick.cards == trick[1]
            app.companion.change(text_size=2.0)
            app.shell.rebuild()
            yield 0.1

    return table_of(session, Frames(2)), script


def next_leg(folder: Path) -> tuple[Any, Script]:
    """A leg is won: the next one begins with who pitches, named by one tap on the player or found by the cut."""
    log = MatchLog(folder / "matches.sqlite3")
    companion = companion_of(log, folder)
    companion.start(load_variant("nine_card_lancashire", {"match": "best_of_3_legs"}), Seat.N)
    session = companion.session
    assert session is not None
    assert not isinstance(session.book.enter([Penalty("EW", 95)], AT), Refusal)

    def script(app: Any) -> Steps:
        table = app.shell.page.table
        assert table.ids.primary.text == "Next leg" and "win the leg" in table.ids.area.title
        tap(table.ids.primary)
        yield 0.1
        assert table.ids.area.title == "Who pitches first?" and "cut for it" in table.status
        tap(table.ids.primary)
        yield 0.2
        assert app.shell.page.name.endswith("cut")
        app.shell.back()
        yield 0.1
        tap(table.ids.area.faces[Seat.E])
        yield 0.1
        assert session.state.pitcher is Seat.E and table.ids.primary.text == "Deal the hand"
        tap(table.ids.primary)
        yield 0.1
        assert phase_of(session) is Phase.PLAYING and table.ids.area.faces[Seat.E].badge == "▶ leads"

    return companion, script
