"""`don watch` with what it cannot use, with frames that cannot be read, and beside another window."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from pictures_folder import refused
from table_script import played, script_of
from watch_runner import WatchRunner, tricks_of

from don.options import area_in, parse_area
from don.status import PersonNeededError, UsageError
from don.watching import Watching
from mobile.table_session import TableSession
from models.hand_facts import HandFacts
from models.looks import WatchEvent
from models.reading import CardSighting, IndexSighting, Reading
from models.table_view import TableView
from models.trick_reader import propose_from
from scorer.cards import Card
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant

HAND = played(5)
AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)


@pytest.fixture
def watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WatchRunner:
    return WatchRunner(tmp_path, monkeypatch)


@pytest.fixture
def frames(tmp_path: Path) -> Path:
    """A folder with two frames."""
    folder = tmp_path / "two"
    folder.mkdir()
    for number in range(2):
        cv2.imwrite(str(folder / f"{number}.png"), np.zeros((48, 64, 3), np.uint8))
    return folder


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--pitcher", "N"), "Name what to watch"),
        (("--pitcher", "N", "nowhere"), "There is no file, folder or camera called nowhere"),
        (("--pitcher", "N", "77"), "Camera 77 can't be opened"),
        (("--pitcher", "N", "FRAMES/0.png"), "is one picture"),
        (("--pitcher", "N", "EMPTY"), "There is no picture in the folder"),
        (("--pitcher", "N", "BROKEN"), "is neither a picture nor a video"),
        (("FRAMES",), "Who pitches is not known"),
        (("--pitcher", "Q", "FRAMES"), "There is no seat Q"),
        (("--pitcher", "N", "--bottom", "Q", "FRAMES"), "There is no seat Q"),
        (("--pitcher", "N", "--variant", "whist", "FRAMES"), "There is no variant called whist"),
        (("--pitcher", "N", "--variant", "blind_don_burnley", "FRAMES"), "can't be shown or read from pictures"),
        (("--pitcher", "N", "--area", "1,2,3", "FRAMES"), "--area 1,2,3 is not usable: write four numbers"),
        (("--pitcher", "N", "--area", "a,b,c,d", "FRAMES"), "--area a,b,c,d is not usable: write four numbers"),
        (("--pitcher", "N", "--area", "0.5,0,0.2,1", "FRAMES"), "name the left and upper edge"),
        (("--pitcher", "N", "--area", "0,0,nan,1", "FRAMES"), "name the left and upper edge"),
        (
            ("--pitcher", "N", "--area", "0,0,640,480", "FRAMES"),
            "does not lie in the picture, which has 64",
        ),
        (("--pitcher", "N", "--fps", "0", "FRAMES"), "--fps 0 can't be"),
        (("--pitcher", "N", "--fps", "nan", "FRAMES"), "--fps nan can't be"),
        (("--pitcher", "N", "--fps", "10", "0"), "--fps is for a folder of frames"),
        (("--pitcher", "N", "--budget", "2", "FRAMES"), "--budget 2 can't be"),
        (("--pitcher", "N", "--hands", "0", "FRAMES"), "--hands 0 can't be"),
        (("--pitcher", "N", "--from", "-1", "FRAMES"), "--from -1 can't be"),
        (("--pitcher", "N", "--from", "5", "FRAMES"), "has no frame at 5 seconds or later"),
        (("--match", "x", "FRAMES"), "There is no match log"),
        (("--match", "x", "--variant", "phat", "FRAMES"), "leave --variant out"),
        (("--match", "x", "--place", "Red Lion", "FRAMES"), "leave those out"),
        (("--pitcher", "N", "--name", "N", "FRAMES"), "--name N has no name"),
    ],
)
def test_what_cannot_be_used_is_one_sentence_and_nothing_is_begun(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, frames: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken.mp4").write_bytes(b"this is no movie at all" * 40)
    places = {"FRAMES": frames, "EMPTY": tmp_path / "empty", "BROKEN": tmp_path / "broken.mp4"}
    words = [str(places.get(word, word)).replace("FRAMES", str(frames)) for word in arguments]
    log = tmp_path / "m.db"
    assert sentence in refused(capsys, "watch", "--log", log, *words)
    with MatchLog(log) as kept:
        assert kept.matches() == ()


def test_an_area_is_in_pixels_or_in_shares() -> None:
    assert area_in(parse_area("0.25, 0, 0.75, 1"), (640, 480)) == ((160, 0), (480, 0), (480, 480), (160, 480))
    assert area_in(parse_area("10,20,30,40"), (640, 480)) == ((10, 20), (30, 20), (30, 40), (10, 40))
    assert area_in(parse_area(None), (640, 480)) is None
    with pytest.raises(UsageError, match="640 by 480"):
        area_in(parse_area("10,20,30,481"), (640, 480))


def test_frames_that_cannot_be_read_are_passed_over(watch: WatchRunner, capsys: pytest.CaptureFixture[str]) -> None:
    script = script_of(HAND)
    assert watch.run(script, "--pitcher", "N", "--from", "1e5") == 2, "only the frames are made"
    capsys.readouterr()
    for number in (30, 31, 60, 61, 62):
        (watch.frames / f"{number}.png").write_bytes(b"")
    assert watch.run(script, "--pitcher", "N", "--no-input") == 0
    told = [line for line in capsys.readouterr().err.splitlines() if "passed over a frame" in line]
    assert len(told) == 3 and told[2].endswith("(Further ones are passed over silently.)")
    assert tricks_of(watch.state) == list(HAND.tricks)


class OneTrick:
    """A table at which one trick is closed: these cards in a row, so that nobody can tell who played which."""

    def __init__(self, session: TableSession, text: str, seats_open: bool) -> None:
        self._facts = session.facts
        self._text = text
        self._seats_open = seats_open
        self.facts_after: HandFacts | None = None
        self.picture = None

    def events(self) -> Iterator[WatchEvent]:
        cards = tuple(Card.parse(name) for name in self._text.split())
        spots = {Seat.N: (500, 200), Seat.E: (800, 500), Seat.S: (500, 800), Seat.W: (200, 500)}
        row = [(100 + 200 * k, 500) for k in range(4)]
        places = row if self._seats_open else [spots[seat] for seat in self._facts.seats]
        sightings = tuple(_seen(card, at) for card, at in zip(cards, places, strict=True))
        proposal = propose_from(Reading(sightings, 100.0, 1.0, (1000, 1000)), self._facts, TableView())
        yield WatchEvent("closed", 9.0, 1, cards, proposal)

    def go_on(self, facts: HandFacts, asked: bool) -> None:
        self.facts_after = facts


def _seen(card: Card, at: tuple[int, int]) -> CardSighting:
    box = (at[0] - 10.0, at[1] - 10.0, at[0] + 10.0, at[1] + 10.0)
    return CardSighting(card, "sure", 0.99, (), box, (IndexSighting(box, 0.9, ((card, 0.99),), 0.0),))


def new_session(folder: Path) -> TableSession:
    return TableSession.start(MatchLog(folder / "m.db"), load_variant("nine_card_lancashire"), Seat.N, None, AT)


def test_only_the_winners_seat_is_asked_where_it_is_enough(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = new_session(tmp_path)
    table = OneTrick(session, "2H 5H KH 9H", seats_open=True)
    asked: list[str] = []

    def ask(_prompt: str, pending: str) -> str:
        asked.append(pending)
        return "W"

    assert Watching(session, table, ask).run() == "source"
    assert asked == ["Trick 1: who played KH (it wins)?"]
    assert "Seats of the others by their places." in capsys.readouterr().out
    assert table.facts_after is not None and table.facts_after.seats[0] is Seat.W, "the winner leads"
    assert session.state.hand is not None and session.state.hand.tricks[0].winner is Seat.W


def test_the_list_of_what_is_open_names_the_winning_card(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    with pytest.raises(PersonNeededError) as caught:
        Watching(session, OneTrick(session, "2H 5H KH 9H", seats_open=True), None).run()
    assert caught.value.questions == ["Trick 1: who played KH (it wins)?"]


def test_a_trick_for_which_there_is_no_place_any_more_is_refused(tmp_path: Path) -> None:
    """While its card was asked for, the record was changed: what was seen then is not scored unseen."""
    session = new_session(tmp_path)
    enter(session, "2H 3H KH 9H")

    def ask(_prompt: str, _pending: str) -> str:
        assert session.book.undo(AT)
        return "S"

    table = OneTrick(session, "2C 5C KC 9C", seats_open=True)
    with pytest.raises(UsageError, match="can't be scored: Something else was entered meanwhile"):
        Watching(session, table, ask).run()
    assert session.state.hand is not None and session.state.hand.tricks == ()


def enter(session: TableSession, text: str) -> None:
    """A trick by hand, in order of play."""
    for seat, name in zip(session.facts.seats, text.split(), strict=True):
        if session.proposal is None:
            session.enter_by_hand()
        session.choose(seat, Card.parse(name))
    session.confirm(AT)
