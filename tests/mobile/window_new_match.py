"""What the window tests do on the first page and where a match is prepared."""

import shutil
import sqlite3
from collections.abc import Generator
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any

from mobile_table import AT, enter, legal_hand
from window_driver import Script, TestClock, Wait, tap

from mobile.camera import open_source
from mobile.companion import Companion
from mobile.new_match import NewMatch
from mobile.rules_choice import RulesChoice
from mobile.table_session import TableSession
from scorer.cards import Card
from scorer.events import Choose, Concede, Cut, GameStart
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant

Steps = Generator[Wait, None, None]
NAMES = {Seat.N: "Ann", Seat.E: "Bartholomew Fitzgerald", Seat.S: "Col", Seat.W: "Dee"}


def new_companion(folder: Path, tricks: int = 0) -> Companion:
    """On a new log; with ``tricks``, after so many of a match that is still running."""
    companion = Companion(MatchLog(folder / "matches.sqlite3"), folder, TestClock())
    companion.change(tour_seen=True)
    if tricks:
        rules = load_variant("nine_card_lancashire", {"target": 121})
        session = TableSession.start(companion.log, rules, Seat.E, NAMES, AT, place="The Red Lion")
        for trick in legal_hand(3, Seat.E)[:tricks]:
            enter(session, trick)
    return companion


def same_four(folder: Path) -> tuple[Any, Script]:
    """Three taps from the first page to the table: the same four, who pitches, start."""
    companion = new_companion(folder, 2)

    def script(app: Any) -> Steps:
        tap(app.shell.page.actions["again"])
        yield 0.1
        page = app.shell.page
        assert page.next is not None and page.next.text == "Next: Col"
        tap(page.next)
        yield 0.1
        tap(page.start_button)
        yield 0.1
        state = companion.book.state if companion.book else None
        assert state is not None and app.shell.page.name.endswith("table")
        assert (state.pitcher, dict(state.names), state.setup.place) == (Seat.S, NAMES, "The Red Lion")
        assert state.target == 121 and len(companion.log.matches()) == 2

    return companion, script


def resumed(folder: Path) -> tuple[Any, Script]:
    """The running match goes on in one tap; a match that can't be followed is one sentence, and history is there."""
    companion = new_companion(folder, 3)

    def script(app: Any) -> Steps:
        tap(app.shell.page.actions["resume"])
        yield 0.1
        assert companion.book is not None and app.shell.page.name.endswith("table")
        assert companion.book.state.hand is not None and len(companion.book.state.hand.tricks) == 3
        session = companion.session
        assert session is not None
        session.enter_by_hand()
        app.shell.back()
        yield 0.1
        tap(app.shell.page.actions["resume"])
        yield 0.1
        assert companion.session is session and session.proposal is not None, "what is half entered is still there"
        app.shell.home()
        companion.session = None
        companion.log.close()
        spoil(folder / "matches.sqlite3")
        companion.log = MatchLog(folder / "matches.sqlite3")
        app.shell.page.entered()
        yield 0.1
        assert "resume" not in app.shell.page.actions
        words = " ".join(getattr(row, "text", "") for part in app.shell.page._lists for row in part.rows)
        assert "Look for it under History" in words
        assert {"new", "history", "settings"} <= app.shell.page.actions.keys()

    return companion, script


def spoil(path: Path) -> None:
    """One entry of the log is no entry any longer."""
    with closing(sqlite3.connect(path)) as file:
        triggers = file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            file.execute(f"DROP TRIGGER {name}")
        file.execute("UPDATE events SET body = 'x' WHERE seq = 4")
        file.commit()


def by_cut(folder: Path) -> tuple[Any, Script]:
    """A first match: the variant, names that survive a turn and new colours, the cut by hand, an opponent named."""
    companion = new_companion(folder)

    def script(app: Any) -> Steps:
        from kivy.core.window import Window

        shell = app.shell
        tap(shell.page.actions["new"])
        yield 0.1
        assert shell.page.name.endswith("variants"), "on a new phone the variant is asked first"
        yield lambda: len(shell.page.cards) == 10
        yield 0.5
        shell.page.list.scroll_to(shell.page.cards["nine_card_south_wales"], animate=False)
        yield 0.5
        tap(shell.page.cards["nine_card_south_wales"])
        yield 0.1
        tap(shell.page.start_button)
        yield 0.1
        assert companion.log.matches() == (), "nobody pitches yet"
        yield lambda: not shell._toast.opacity
        tap(shell.page.players)
        yield 0.1
        for seat, name in NAMES.items():
            shell.page.fields[seat].ids.field.text = name
        shell.page.place.ids.field.text = "The Red Lion"
        Window.size = (740, 360)
        yield 0.3
        assert shell.page.fields[Seat.E].text == NAMES[Seat.E]
        companion.change(light=True)
        shell.rebuild()
        yield 0.5
        assert shell.page.fields[Seat.W].text == "Dee" and shell.page.place.text == "The Red Lion"
        yield lambda: not shell._toast.opacity
        tap(shell.page.table.chips[Seat.S])
        yield 0.2
        assert companion.new_match is not None and companion.new_match.picked is Seat.S
        tap(shell.page.table.chips[Seat.W])
        yield 0.2
        assert shell.page.fields[Seat.S].text == "Dee"
        shell.page.fields[Seat.S].ids.field.text = "ann"
        shell.page.done()
        yield 0.05
        assert shell.page.name.endswith("players"), "two players of one name can't stay"
        shell.page.fields[Seat.S].ids.field.text = "Dee"
        shell.page.done()
        yield lambda: not shell._toast.opacity
        tap(shell.page.cut)
        yield 0.1
        for seat, card in ((Seat.N, "9C"), (Seat.E, "9H")):
            tap(shell.page.table.chips[seat])
            yield 0.1
            tap(shell.page.picker.cells[Card.parse(card)])
            yield 0.1
        shell.rebuild()
        yield 0.1
        tap(decide_button(shell))
        yield 0.1
        assert "cut again" in shell.page.question.text
        tap(shell.page.table.chips[Seat.N])
        yield 0.1
        tap(shell.page.picker.cells[Card.parse("KC")])
        yield 0.1
        assert shell.sheet is shell.page.picker, "the other one is asked at once"
        tap(shell.page.picker.cells[Card.parse("2C")])
        yield 0.1
        tap(decide_button(shell))
        yield 0.1
        tap(shell.page.table.chips[Seat.E])
        yield 0.1
        assert shell.sheet is not None, "an opponent is asked about"
        tap(shell.sheet.buttons[1])
        yield 0.1
        tap(decide_button(shell))
        yield 0.1
        tap(shell.page.start_button)
        yield 0.2
        assert companion.book is not None and shell.page.name.endswith("table")
        events = companion.book.events
        assert [type(event) for event in events[1:4]] == [Cut, Cut, Choose]
        assert companion.book.state.pitcher is Seat.E and companion.book.state.names[Seat.S] == "Dee"

    return companion, script


def decide_button(shell: Any) -> Any:
    """The strong button of the bar."""
    return next(button for button in shell.page.bar.children if button.strong)


def house_rules(folder: Path) -> tuple[Any, Script]:
    """A rule is changed and another with a number, they are saved under a name, and that is what is played."""
    companion = new_companion(folder, 1)

    def script(app: Any) -> Steps:
        shell = app.shell
        tap(shell.page.actions["new"])
        yield 0.1
        tap(shell.page.rules)
        yield 0.1
        tap(shell.page.rows["bonus_scheme"])
        yield 0.1
        tap(shell.sheet.ids.list.rows[1])
        yield 0.1
        assert companion.new_match is not None and companion.new_match.variant.bonus_scheme == "6+1+1"
        shell.page._values("revoke_penalty")
        yield 0.1
        tap(next(row for row in shell.sheet.ids.list.rows if row.arrow))
        yield 0.1
        stepper = next(row for row in shell.sheet.ids.list.rows if hasattr(row, "steps"))
        tap(stepper.steps[1])
        yield 0.05
        tap(shell.sheet.buttons[0])
        yield 0.1
        assert companion.new_match.variant.revoke_penalty == "fixed:11"
        shell.page._own_number("target")
        yield 0.1
        tap(shell.sheet.ids.list.rows[0].steps[10])
        yield 0.05
        tap(shell.sheet.buttons[0])
        yield 0.1
        assert companion.new_match.variant.target == 131
        tap(decide_button(shell))
        yield 0.1
        shell.sheet.ids.list.rows[0].ids.field.text = "The Red Lion"
        tap(shell.sheet.buttons[0])
        yield 0.1
        assert (folder / "house_rules" / "the_red_lion.toml").is_file()
        shell.back()
        yield 0.1
        assert shell.page.rules.value == "3 changed" and shell.page.card.title == "The Red Lion"
        tap(shell.page.table.chips[Seat.W])
        yield 0.05
        tap(shell.page.start_button)
        yield 0.2
        assert companion.book is not None and companion.book.state.variant.revoke_penalty == "fixed:11"

    return companion, script


def jacks_out(folder: Path) -> tuple[Any, Script]:
    """Five people, cards as they fall, the cut for partners, the seats."""
    companion = new_companion(folder, 1)

    def script(app: Any) -> Steps:
        shell = app.shell
        tap(shell.page.actions["new"])
        yield 0.1
        shell.go("players")
        shell.go("jacks_out")
        yield 0.1
        for name in ("Ann", "Col"):
            tap(shell.page.chips.chips[name])
            yield 0.05
        for field, name in zip(shell.page.fields[2:], ("Eve", "Fay", "Gus"), strict=True):
            field.ids.field.text = name
        tap(decide_button(shell))
        yield 0.1
        tap(decide_button(shell))
        yield 0.1
        for text in ("2H", "JH", "JC", "JD", "3H", "JS"):
            tap(shell.page.picker.cells[Card.parse(text)])
            yield 0.1
        assert shell.sheet is None, "the four jacks are out"
        tap(decide_button(shell))
        yield 0.1
        for text in ("2H", "KH", "3C", "4C"):
            tap(shell.page.picker.cells[Card.parse(text)])
            yield 0.1
        shell.rebuild()
        yield 0.1
        tap(decide_button(shell))
        yield 0.1
        assert shell.page.name.endswith("players")
        names = [shell.page.fields[seat].text for seat in (Seat.N, Seat.S, Seat.E, Seat.W)]
        assert names == ["Eve", "Ann", "Fay", "Col"], names

    return companion, script


def cut_for_next_leg(folder: Path) -> tuple[Any, Script]:
    """South Wales: after a leg those who did not cut last time cut; each step is in the log at once."""
    companion = Companion(MatchLog(folder / "matches.sqlite3"), folder, TestClock())
    companion.change(tour_seen=True)
    companion.start(load_variant("nine_card_south_wales"), Seat.N, NAMES)
    assert companion.book is not None
    companion.book.enter([Concede("EW"), GameStart()], AT)
    companion.resume(companion.book.match_id)

    def script(app: Any) -> Steps:
        shell = app.shell
        book = companion.book
        assert book is not None and book.state.pitcher is None
        shell.go("cut", running=True)
        yield 0.3
        tap(shell.page.told)
        yield 0.1
        tap(shell.page.table.chips[Seat.W])
        yield 0.1
        assert book.events[-1] == GameStart(Seat.W), "nobody has to cut"
        book.undo(AT)
        shell.back()
        shell.go("cut", running=True)
        yield 0.3
        for seat, card in ((Seat.S, "9C"), (Seat.W, "KH")):
            tap(shell.page.table.chips[seat])
            yield 0.1
            tap(shell.page.picker.cells[Card.parse(card)])
            yield 0.1
        shell.rebuild()
        yield 0.3
        tap(decide_button(shell))
        yield 0.1
        assert isinstance(book.events[-1], Cut)
        shell.back()
        shell.go("cut", running=True)
        yield 0.3
        assert "Dee has won the cut" in shell.page.question.text, "as the log says it"
        tap(shell.page.table.chips[Seat.E])
        yield 0.1
        assert book.state.pitcher is Seat.E and isinstance(book.events[-1], Choose)
        tap(decide_button(shell))
        yield 0.1
        assert shell.page.name.endswith("table")

    return companion, script


def cut_by_camera(folder: Path) -> tuple[Any, Script]:
    """Four cards of a photograph are read for the cut of Phat, and offered first in the picker."""
    from models.reader import CardReader

    demo = Path(str(files("mobile") / "assets" / "demo"))
    shown = folder / "cut"
    shown.mkdir()
    shutil.copy(demo / "trick_1.jpg", shown)
    log = MatchLog(folder / "matches.sqlite3")
    companion = Companion(log, folder, TestClock(), CardReader.load, open_source(str(shown)))
    companion.change(tour_seen=True)
    companion.new_match = NewMatch(RulesChoice.of_variant("phat"), NAMES)

    def script(app: Any) -> Steps:
        shell = app.shell
        shell.go("new_match")
        shell.go("cut")
        yield 0.3
        tap(shell.page.camera)
        yield 0.1
        yield lambda: shell.page.seen is not None and len(shell.page.seen.reading.cards) == 4
        tap(shell.page.content.ids.take)
        yield 0.3
        page = shell.page
        cut = companion.new_match.cut if companion.new_match else None
        assert cut is not None and len(cut.seen) == 4 and shell.sheet is page.picker
        for _ in range(4):
            tap(shell.page.picker.likely[0])
            yield 0.15
        assert shell.sheet is None and cut.complete and set(cut.cards.values()) == set(cut.seen)

    return companion, script


def many_matches(folder: Path) -> tuple[Any, Script]:
    """Names out of many matches come a moment later, and nobody waits for them."""
    companion = new_companion(folder, 1)
    for number in range(12):
        names = {Seat.N: f"Player {number}"}
        TableSession.start(companion.log, load_variant("phat"), Seat.N, names, AT)

    def script(app: Any) -> Steps:
        shell = app.shell
        tap(shell.page.actions["new"])
        yield 0.1
        tap(shell.page.players)
        yield lambda: "Player 3" in shell.page.chips.chips
        yield 0.3
        tap(shell.page.chips.chips["Player 3"])
        yield 0.1
        assert companion.new_match is not None and companion.new_match.names[Seat.N] == "Player 3"

    return companion, script
