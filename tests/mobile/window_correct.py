"""What the window tests do to the record: correct, ask why, settle disputes, enter what is no trick."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

from mobile_table import AT, cards, enter, legal_hand
from window_driver import Script, Wait, table_of, tap

from mobile.agreement import AGREED
from mobile.table_session import TableSession
from scorer.cards import Card
from scorer.events import Concede, Correct, CorrectRun, Note, Penalty, Recount, Redo, Revoke, Trick, Undo
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant

Steps = Generator[Wait, None, None]
NAMES = {Seat.N: "Ann", Seat.E: "Bartholomew Wolstenh", Seat.S: "Siân", Seat.W: "Dai"}
BLINK = 0.1


def played(folder: Path, hands: int, tricks: int, variant: str = "nine_card_lancashire") -> TableSession:
    """A match with whole hands, then some tricks of another."""
    log = MatchLog(folder / "matches.sqlite3")
    session = TableSession.start(log, load_variant(variant), Seat.N, NAMES, AT)
    for seed in range(1, hands + 1):
        assert session.state.pitcher is not None
        for trick in legal_hand(seed, session.state.pitcher):
            enter(session, trick)
        session.deal(AT)
    assert session.state.pitcher is not None
    for trick in legal_hand(hands + 1, session.state.pitcher)[:tricks]:
        enter(session, trick)
    return session


def free_card(picker: Any) -> Card:
    """A card of the picker that nobody played."""
    cells: dict[Card, Any] = picker.cells
    return next(card for card, cell in cells.items() if not cell.dimmed and cell.opacity)


def three_taps(folder: Path) -> tuple[Any, Script]:
    """A card of the last trick on the board: card, pick, confirm."""
    session = played(folder, 0, 1)

    def script(app: Any) -> Steps:
        shell = app.shell
        record = session.state.last_trick
        assert record is not None
        seat = record.seats[2]
        tap(shell.page.table.ids.area.faces[seat])
        yield BLINK
        card = next(
            one for one in shell.sheet.cells if not shell.sheet.cells[one].dimmed and one.suit is record.cards[2].suit
        )
        tap(shell.sheet.cells[card])
        yield BLINK
        tap(shell.sheet.enter_button)
        yield BLINK
        assert not shell.sheet
        assert isinstance(session.book.events[-1], Correct | CorrectRun)
        corrected = session.state.last_trick
        assert corrected is not None and corrected.card_of(seat) == card

    return table_of(session), script


def hands_back(folder: Path) -> tuple[Any, Script]:
    """A card three hands back is corrected, later tricks move to other leaders after a yes; undo is offered."""
    session = played(folder, 3, 2, "nine_card_south_wales")

    def script(app: Any) -> Steps:
        shell = app.shell
        page = shell.go("tricks")
        yield BLINK
        for _ in range(3):
            tap(page.bar.ids.earlier)
            yield BLINK
        row = next(row for row in page.list.rows if hasattr(row, "cards"))
        before = session.state.hands[0].tricks[0]
        loser = next(place for place, seat in enumerate(before.seats) if seat is not before.winner and place)
        tap(row.cards.faces[loser])
        yield BLINK
        strongest = max(
            (card for card, cell in shell.sheet.cells.items() if not cell.dimmed and card.suit is before.cards[0].suit),
            key=lambda card: card.rank.height,
        )
        tap(shell.sheet.cells[strongest])
        yield BLINK
        sheet = shell.sheet
        plan_asks = "Yes" in sheet.enter_button.text
        tap(sheet.enter_button)
        yield BLINK
        if plan_asks:
            assert shell.sheet is sheet and session.book.entries, "one more tap where later seats move"
            tap(sheet.enter_button)
            yield BLINK
        assert not shell.sheet
        after = session.state.hands[0].tricks[0]
        assert after.cards[loser] == strongest
        assert page.list.rows and shell.page is page

    return table_of(session), script


def whole_trick(folder: Path) -> tuple[Any, Script]:
    """The last trick is asked why, and entered anew card by card."""
    session = played(folder, 0, 1)

    def script(app: Any) -> Steps:
        from mobile.screens.why_sheet import open_why
        from mobile.why import WhyTrick

        shell = app.shell
        record = session.state.last_trick
        assert record is not None
        open_why(shell.page, WhyTrick(1, 1))
        yield BLINK
        tap(shell.sheet.buttons[0])
        yield BLINK
        wanted = [record.cards[0], record.cards[2], record.cards[1], record.cards[3]]
        for card in wanted:
            tap(shell.sheet.cells[card])
            yield BLINK
        tap(shell.sheet.enter_button)
        yield BLINK
        if shell.sheet is not None:
            tap(shell.sheet.enter_button)
            yield BLINK
        entered = session.state.last_trick
        assert entered is not None and list(entered.cards) == wanted

    return table_of(session), script


def why_and_agreement(folder: Path) -> tuple[Any, Script]:
    """A covered trick is shown when all players agree, which is noted; back closes the sheet."""
    session = played(folder, 1, 3)

    def script(app: Any) -> Steps:
        from mobile.screens.why_sheet import open_why
        from mobile.why import WhyPeg, WhyScore, WhyTrick

        shell = app.shell
        for subject in (WhyScore("NS"), WhyScore("EW"), WhyPeg("NS"), WhyPeg("EW", front=False)):
            assert open_why(shell.page, subject) is not None
            yield BLINK
            assert shell.back() and not shell.sheet
        open_why(shell.page, WhyTrick(2, 1))
        yield BLINK
        tap(shell.sheet.buttons[-1])  # show past tricks
        yield BLINK
        assert not any(isinstance(event, Note) for event in session.book.events)
        tap(shell.sheet.buttons[-1])  # all agree
        yield BLINK
        assert [event.code for event in session.book.events if isinstance(event, Note)] == [AGREED]
        assert any(hasattr(row, "faces") for row in shell.sheet.ids.list.rows), "the cards of the trick"

    return table_of(session), script


def muck_again(folder: Path) -> tuple[Any, Script]:
    """The count again with no camera and no match on the table: ticked from the record, then only as a number."""
    session = played(folder, 1, 0)
    companion = table_of(session)
    companion.session = None

    def script(app: Any) -> Steps:
        shell = app.shell
        shell.go("dispute")
        yield BLINK
        page = shell.go("muck")
        yield BLINK
        assert ("camera", "NS") not in page.rows and page.show_button.disabled
        tap(page.rows["fill", "NS"])
        yield BLINK
        grid = shell.sheet
        assert set(page.dispute.recorded("NS")) == {card for card, cell in grid.cells.items() if not cell.dimmed}
        tap(grid.cells[page.dispute.recorded("NS")[0]])
        yield BLINK
        assert page.dispute.size("NS") == len(page.dispute.recorded("NS")) - 1
        tap(grid.close_button)
        yield BLINK
        before = page.dispute
        shell.rebuild()
        yield BLINK
        page = shell.page
        assert page.dispute is before and page.dispute.size("NS"), "what was ticked outlives the widgets"
        page.dispute.forget("NS")
        page.entered()
        yield BLINK
        tap(page.rows["number", "NS"])
        yield BLINK
        tap(shell.sheet.ids.list.rows[0].steps[-1])
        yield BLINK
        tap(shell.sheet.buttons[-1])
        yield BLINK
        tap(shell.sheet.enter_button)
        yield BLINK
        log, match = session.book.log, session.match_id
        assert isinstance(log.events(match)[-1], Recount)
        assert shell.back()
        page, recounted = shell.page, log.state(match)
        for event in (Undo(), Redo()):
            row = next(row for row in page.list.rows if getattr(row, "mark", "") == ("↶" if event == Undo() else "↷"))
            page.list.scroll_to(row, animate=False)
            yield lambda: not shell._toast.opacity  # a touch on it only ends it
            tap(row)
            yield BLINK
            tap(shell.sheet.enter_button)
            yield BLINK
            assert log.events(match)[-1] == event
        assert log.state(match) == recounted

    return companion, script


def revoke_called(folder: Path) -> tuple[Any, Script]:
    """Who revoked is tapped, all agree to look, the proof is shown, and the call entered after before → after."""
    session = played(folder, 0, 0)
    answer = session.book.enter(
        [Trick(Seat.N, cards(text)) for text in ("AH 2H 3H 4H", "KC 7C 6D 5C", "QC 9C 3C 10C")], AT
    )
    assert isinstance(answer, tuple)

    def script(app: Any) -> Steps:
        shell = app.shell
        page = shell.go("revoke")
        yield BLINK
        choice = page.list.rows[0]
        tap(choice.buttons[2])
        yield BLINK
        tap(page.list.rows[-1])
        yield BLINK
        tap(shell.sheet.buttons[-1])
        yield BLINK
        assert page.calls and not page.calls[2].disabled
        page.list.scroll_to(page.calls[2], animate=False)
        yield BLINK
        tap(page.calls[2])
        yield BLINK
        tap(shell.sheet.enter_button)
        yield BLINK
        assert session.book.events[-1] == Revoke(Seat.S, 2)
        assert page.calls[2].disabled, "it is called already"

    return table_of(session), script


def something_happened(folder: Path) -> tuple[Any, Script]:
    """A penalty is told, survives a redraw, and is entered; what can't be now says why and can't be tapped."""
    session = played(folder, 0, 1)

    def script(app: Any) -> Steps:
        shell = app.shell
        page = shell.go("irregular")
        yield BLINK
        assert page.rows["misdeal"].disabled and page.rows["misdeal"].detail
        page.list.scroll_to(page.rows["penalty"], animate=False)
        yield BLINK
        tap(page.rows["penalty"])
        yield BLINK
        tap(page.look_button)  # nothing is told yet
        yield BLINK
        assert not shell.sheet
        tap(page.choices["side"].buttons[0])
        tap(page.choices["points"].steps[10])
        yield BLINK
        shell.rebuild()
        yield BLINK
        page = shell.page
        assert page.choices["side"].chosen == 0 and page.choices["points"].value == 10
        tap(page.look_button)
        yield BLINK
        scores = dict(session.state.scores)
        tap(shell.sheet.enter_button)
        yield BLINK
        assert isinstance(session.book.events[-1], Penalty)
        assert session.state.scores["EW"] == scores["EW"] + 10
        assert page.rows, "the list again"
        page.choose("concede")
        yield BLINK
        tap(page.choices["side"].buttons[0])
        tap(page.look_button)
        yield BLINK
        sheet = shell.sheet
        assert sheet.enter_button.disabled
        for switch in sheet.switches:
            sheet.ids.list.scroll_to(switch, animate=False)
            yield BLINK
            tap(switch)
            yield BLINK
        tap(sheet.enter_button)
        yield BLINK
        assert session.state.winner == "EW"

    return table_of(session), script


def after_the_game(folder: Path) -> tuple[Any, Script]:
    """After the game later seats are asked about first, then every side has to agree, then it can be entered."""
    session = played(folder, 1, 1)
    answer = session.book.enter([Concede("NS")], AT)
    assert isinstance(answer, tuple)

    def script(app: Any) -> Steps:
        from mobile.screens.correct_sheet import open_correction

        shell, record = app.shell, session.state.hands[0].tricks[0]
        loser = next(seat for seat in record.seats[1:] if seat is not record.winner)
        open_correction(shell.page, 1, 1, loser)
        yield BLINK
        suit = record.cards[0].suit
        free = [card for card, cell in shell.sheet.cells.items() if not cell.dimmed and card.suit is suit]
        strongest = max(free, key=lambda card: card.rank.height)
        tap(shell.sheet.cells[strongest])
        yield BLINK
        sheet, entries = shell.sheet, session.book.entries
        if not sheet.switches:
            tap(sheet.enter_button)
            yield BLINK
        assert len(sheet.switches) == 2 and sheet.enter_button.disabled
        everyone = sheet.ids.list.rows[-1]
        sheet.ids.list.scroll_to(everyone, animate=False)
        yield BLINK
        tap(everyone)
        yield BLINK
        assert all(switch.active for switch in sheet.switches) and session.book.entries == entries
        tap(sheet.enter_button)
        yield BLINK
        event = session.book.events[-1]
        assert isinstance(event, Correct | CorrectRun) and "Ann" in event.by and "Dai" in event.by

    return table_of(session), script
