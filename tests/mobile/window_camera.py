"""What the window tests do at the camera: films of drawn hands are its live picture."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
from mobile_table import BLANK, PLACES, Frames, PreparedReader, legal_hand, new_session, order_from, reading, reading_of
from mobile_table import sighting as seen
from window_driver import Script, TestClock, picture, tap, tap_at
from window_scripts import Steps, tricks_of

from datasets.games import Film, film
from mobile.camera import Frame, SourceError, open_source
from mobile.camera.desk import CameraDesk
from mobile.companion import Companion, LateReader
from mobile.table_session import TableSession
from models.errors import WeightsError
from scorer.cards import Card
from scorer.events import Trick
from scorer.match import Phase
from scorer.seats import Seat
from scorer.variant import load_variant

FILM, SEED = "hand.mp4", 3
TWO = 2


def drawn_hand() -> Film:
    """The hand that is on the film of `test_window_camera`; North pitches, South sits at its lower edge."""
    return film(SEED, "easy", drawn_only=True)


def watched(folder: Path, speed: float = 1.0) -> tuple[Companion, TableSession]:
    """A match with the film of the folder as its camera, played so many times faster."""
    from models.reader import CardReader

    log = new_session(folder).book.log
    companion = Companion(log, folder, TestClock(), CardReader.load, open_source(str(folder / FILM)))
    hand = drawn_hand()
    session = companion.start(load_variant("nine_card_lancashire"), hand.played.pitcher)
    assert isinstance(session, TableSession)
    companion.camera = CameraDesk(companion.source, lambda: time.monotonic() * speed, hand.bottom)
    return companion, session


def prepared(folder: Path, readings: Iterable[Any], frames: int) -> tuple[Companion, TableSession]:
    """A match whose camera shows still pictures that are read as prepared, when asked."""
    log = new_session(folder).book.log
    reader: Any = PreparedReader(readings)
    companion = Companion(log, folder, TestClock(), lambda: reader, Frames(frames))
    session = companion.resume(log.matches()[0].match_id)
    assert isinstance(session, TableSession)
    companion.camera = CameraDesk(Frames(frames), time.monotonic)
    companion.camera.save_heat = True
    return companion, session


def put_right(page: Any, truth: Trick) -> Steps:
    """Answer what is asked about the proposed trick, by touches, as one who saw it; then it can be confirmed."""
    seats = order_from(truth.leader)
    wanted = dict(zip(seats, truth.cards, strict=True))
    for _ in range(12):
        step = page.table.step
        if step == "confirm":
            return
        if step == "winner":
            card = page.session.winning_card
            tap(page.table.faces[next(seat for seat, one in wanted.items() if one == card)])
        elif step in ("surplus", "seats"):
            tap(page.table.ids.primary)
        else:
            wrong = next(entry for entry in page.session.proposal.cards if not entry.settled)
            tap(page.table.faces[wrong.seat])
            yield 0.1
            tap(page.picker.cells[wanted[wrong.seat]])
        yield 0.15
    raise AssertionError(f"it asks on: {page.table.status}")


def whole_film(folder: Path) -> tuple[Any, Script]:
    """A whole hand from its film: each trick is proposed with its winner, and confirmed by one tap."""
    companion, session = watched(folder, 1.4)
    truth = [Trick(trick.leader, tuple(play.card for play in trick.plays)) for trick in drawn_hand().tricks]

    def script(app: Any) -> Steps:
        page = app.shell.go("camera")
        asked = 0
        for number, trick in enumerate(truth, start=1):
            yield lambda: session.proposal is not None
            yield 0.2
            asked += page.table.step != "confirm"
            yield from put_right(page, trick)
            if number == 1:
                picture(app.shell, folder / "proposed.png")
            outlook = page.play.outlook()
            assert outlook is not None and "wins the trick" in page.table.status
            tap(page.table.ids.primary)
            yield 0.1
            last = session.state.last_trick
            assert last is not None and (last.leader, last.cards) == (trick.leader, trick.cards), number
            assert last.winner is outlook.winner and session.proposal is None
        assert session.state.phase is Phase.BETWEEN_HANDS
        assert asked <= 4, "hardly anything is asked of an easy film"
        yield lambda: page.view.ended
        assert "film is over" in page.camera.message
        app.shell.back()
        yield 0.1
        assert not [thread for thread in threading.enumerate() if thread.name in ("live-view", "table-watch")]

    return companion, script


def by_itself(folder: Path) -> tuple[Any, Script]:
    """Confirmed by itself when it was cleared away; Undo brings it back to be put right; No trick drops the next."""
    companion, session = watched(folder)
    companion.change(auto_confirm=True)

    def script(app: Any) -> Steps:
        page = app.shell.go("camera")
        yield lambda: tricks_of(session) == 1
        yield 0.1
        assert "by itself" in page.table.status
        first = session.state.last_trick
        tap(page.table.undo)
        yield 0.1
        assert tricks_of(session) == 0 and session.proposal is not None and page.table.step == "confirm"
        first_seat = session.proposal.cards[0].seat
        tap(page.table.faces[first_seat])
        yield 0.2
        assert app.shell.sheet is page.picker
        assert page.shell.back() and app.shell.sheet is None, "the back key puts the picker away"
        tap(page.table.ids.primary)
        yield 0.1
        assert session.state.last_trick == first
        yield lambda: session.proposal is not None
        tap(page.table.dismiss)
        yield 0.1
        assert session.proposal is None and tricks_of(session) == 1
        yield lambda: len(page.play.growing) >= TWO and page.watch.marks
        assert tricks_of(session) == 1, "what was said to be no trick was not entered"

    return companion, script


def pauses(folder: Path) -> tuple[Any, Script]:
    """Twenty times into the background and back: the camera is let go of and taken again, nothing is lost."""
    companion, session = watched(folder)

    def script(app: Any) -> Steps:
        page = app.shell.go("camera")
        yield lambda: page.camera.has_picture
        for _ in range(20):
            app.on_pause()
            assert page.view is None and page.watch is None
            names = [thread.name for thread in threading.enumerate()]
            assert "live-view" not in names and "table-watch" not in names
            yield 0.02
            app.on_resume()
            yield 0.08
        assert [thread.name for thread in threading.enumerate()].count("live-view") == 1
        yield lambda: session.proposal is not None
        cards = cards_of(session)
        app.on_pause()
        app.on_resume()
        yield 0.3
        assert cards_of(session) == cards
        yield from put_right(page, _truth(session))
        tap(page.table.ids.primary)
        yield 0.1
        assert tricks_of(session) == 1

    return companion, script


def cards_of(session: TableSession) -> list[Card | None]:
    """The cards of the trick under entry."""
    assert session.proposal is not None, "a trick is under entry"
    return [entry.card for entry in session.proposal.cards]


def _truth(session: TableSession) -> Trick:
    trick = drawn_hand().tricks[tricks_of(session)]
    return Trick(trick.leader, tuple(play.card for play in trick.plays))


def on_request(folder: Path) -> tuple[Any, Script]:
    """To save heat a picture is read when asked: a sure trick, one with a doubtful card; by hand with what was read."""
    tricks = legal_hand(2, Seat.N)
    leader, played = tricks[1]
    doubtful = [seen(card, PLACES[seat]) for card, seat in zip(played, order_from(leader), strict=True)]
    others = [card for _, trick in tricks[2:] for card in trick][:2]
    doubtful[2] = seen(played[2], PLACES[order_from(leader)[2]], "doubtful", others)
    companion, session = prepared(folder, [reading_of(tricks[0]), reading(doubtful), reading(doubtful)], 3)

    def script(app: Any) -> Steps:
        page = app.shell.go("camera")
        yield lambda: page.camera.has_picture
        yield 0.3
        assert session.proposal is None, "nothing is read unasked"
        tap(page.table.ids.primary)
        yield lambda: session.proposal is not None
        yield 0.1
        assert page.table.step == "confirm" and len(page.camera.marks) == 4
        tap(page.table.ids.primary)
        yield 0.1
        assert tricks_of(session) == 1
        tap(page.table.ids.primary)
        yield lambda: session.proposal is not None
        yield 0.1
        asked = order_from(leader)[2]
        assert page.table.ids.primary.disabled and page.table.faces[asked].marked
        assert {mark.state for mark in page.camera.marks} == {"sure", "doubtful"}
        tap(page.table.faces[asked])
        yield 0.1
        x, y = page.picker.likely[0].to_window(*page.picker.likely[0].center)
        tap_at(x, y)
        yield 0.1
        tap_at(x, y, 0.1)
        yield 0.1
        assert app.shell.sheet is None and tricks_of(session) == 1, "the second touch of a double one does nothing"
        page.shell.rebuild()
        yield 0.2
        page = app.shell.page
        assert session.proposal is not None and page.table.step == "confirm", "drawn anew, nothing is lost"
        tap(page.table.by_hand)
        yield 0.1
        assert app.shell.page is not page and session.proposal is not None and session.proposal.ready

    return companion, script


class FragileDoor:
    """A camera that is lost after some frames, cannot be opened for a while, and comes back."""

    def __init__(self, asks: bool = False) -> None:
        self.asks_permission = asks
        self.opened = 0

    def prepare(self) -> None:
        """Nothing."""

    def open(self) -> Any:
        """The camera."""
        self.opened += 1
        if self.opened == TWO:
            raise SourceError("SOURCE_NO_CAMERA", source="0")
        return FragileCamera(lost=self.opened == 1)


class FragileCamera:
    """Gives grey frames; one that is to be lost gives ten."""

    name = "0"

    def __init__(self, lost: bool) -> None:
        self._left = 10 if lost else 10**6

    def read_from(self, t_seconds: float) -> Frame | None:
        """A frame every twentieth of a second."""
        self._left -= 1
        if self._left < 0:
            raise SourceError("SOURCE_LOST", source="Camera 0")
        time.sleep(0.05)
        return Frame(np.full_like(BLANK, 90), "camera", time.monotonic())

    def close(self) -> None:
        """Nothing."""


def lend(companion: Companion, door: Any) -> None:
    """Let the app open this in place of its camera."""
    companion.camera.door = door


def lost(folder: Path) -> tuple[Any, Script]:
    """A camera that is lost says so, all else goes on; it is taken again when it is back."""
    companion, _session = prepared(folder, [], 1)
    lend(companion, FragileDoor())

    def script(app: Any) -> Steps:
        page = app.shell.go("camera")
        yield lambda: page.camera.has_picture
        yield lambda: "no more pictures" in page.camera.message
        picture(app.shell, folder / "lost.png")
        yield lambda: "can't be opened" in page.camera.message
        yield lambda: page.camera.message == ""
        yield 0.1
        assert page.table.step == "read"
        tap(page.table.by_hand)
        yield 0.1
        assert app.shell.page is not page

    return companion, script


def begun_again(folder: Path) -> tuple[Any, Script]:
    """A watch that failed says why; a tap on its button begins it again, and the button says that it reads."""
    from models.reader import CardReader

    companion, _session = prepared(folder, [], 1)
    missing = ["cards.onnx"]

    def load() -> Any:
        if missing:
            raise WeightsError("weights_missing", path=missing.pop())
        return CardReader.load()

    companion.reader = LateReader(load)
    companion.camera.save_heat = False

    def script(app: Any) -> Steps:
        page = app.shell.go("camera")
        yield lambda: page.camera.has_picture
        yield lambda: "cards.onnx is missing" in page.table.status
        picture(app.shell, folder / "failed.png")
        button = page.table.ids.primary
        tap(button)
        assert button.text == "Reading…" and button.disabled and "missing" not in page.table.status
        yield lambda: page.watch.looks > 0 and not page.watch.reading
        yield 0.1
        assert button.text == "Read now" and not button.disabled and "missing" not in page.table.status

    return companion, script


def denied(folder: Path) -> tuple[Any, Script]:
    """Leave to use the camera is asked for on the page, refused, and given in the system's settings later."""
    companion, session = prepared(folder, [], 1)
    lend(companion, FragileDoor(asks=True))
    allowed = [False]

    def script(app: Any) -> Steps:
        from mobile.screens import camera_live

        asked: list[Callable[[bool], object]] = []
        patched: Any = camera_live
        patched.camera_allowed = lambda: allowed[0]
        patched.ask_for_camera = asked.append
        page = app.shell.go("camera")
        assert not asked, "the page is shown first"
        yield 0.1
        assert len(asked) == 1 and page.view is None
        asked[0](False)
        yield 0.1
        assert "may not use the camera" in page.camera.message and page.view is None
        assert page.table.ids.primary.text == "Enter by hand" and not page.table.ids.primary.disabled
        picture(app.shell, folder / "denied.png")
        tap(page.table.faces[session.state.seats[0]])
        yield 0.1
        assert app.shell.sheet is page.picker, "a card can be named by hand"
        tap(page.picker.cells[Card.parse("5H")])
        yield 0.1
        app.on_pause()
        allowed[0] = True
        app.on_resume()
        yield lambda: page.camera.has_picture
        assert page.camera.message == "" and session.proposal is not None
        assert len(asked) == 1, "nobody is asked twice"
        session.discard()
        page.refresh()
        assert page.table.ids.primary.text == "Read now"

    return companion, script


def any_cards(folder: Path) -> tuple[Any, Script]:
    """Cards for who asked: what was read is given once, and the page is gone by then."""
    cards = [seen(card, (200.0 * (k + 1), 400.0), "doubtful" if k else "sure") for k, card in enumerate(_some())]
    companion, _session = prepared(folder, [reading(cards)] * 200, 1)

    def script(app: Any) -> Steps:
        given: list[Any] = []
        page = app.shell.go("camera_cards", title="The cut", done=lambda *what: given.append((*what, app.shell.page)))
        yield lambda: page.seen is not None
        yield 0.1
        assert page.content.take_text == "Take 2 cards" and "1 with ?" in page.content.words
        assert sorted(mark.state for mark in page.camera.marks) == ["doubtful", "sure"]
        tap(page.content.ids.take)
        yield 0.1
        page.take()
        ((told, shown, then),) = given
        assert told.cards == frozenset(_some()) and shown.shape == BLANK.shape and then is not page

    return companion, script


def _some() -> tuple[Card, ...]:
    return Card.parse("5H"), Card.parse("JC")
