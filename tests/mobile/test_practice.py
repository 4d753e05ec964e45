"""The practice hand without a screen: what to do next, nothing in the user's log, nothing left behind."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mobile.camera.source import Frame
from mobile.companion import Companion
from mobile.demo_hand import demo_hand
from mobile.practice import Practice
from mobile.table_session import Confirmed
from mobile.texts import label
from mobile.tour import a_correction, answers, stands_after, trick_of
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant

AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)


@pytest.fixture
def app(tmp_path: Path) -> Companion:
    seconds = iter(range(1000))
    companion = Companion(MatchLog(tmp_path / "matches.db"), tmp_path, lambda: AT + timedelta(seconds=next(seconds)))
    companion.start(load_variant("nine_card_lancashire"), Seat.S)
    return companion


def play(practice: Practice) -> None:
    """Enter the next trick as it was played."""
    session = practice.session
    session.enter_by_hand()
    truth = practice.hand.tricks[practice.played()].event
    seats = session.state.seats
    first = seats.index(truth.leader)
    for seat, card in zip((*seats[first:], *seats[:first]), truth.cards, strict=True):
        session.choose(seat, card)
    assert practice.hint() == label("practice_confirm")
    assert isinstance(session.confirm(AT), Confirmed)


def test_the_whole_hand_with_a_hint_for_each_step(app: Companion) -> None:
    before = app.log.matches(), app.session
    practice = Practice(app)
    hints = [practice.hint()]
    assert label("read_picture") in hints[0]
    for _ in demo_hand().tricks:
        play(practice)
        hints.append(practice.hint())
    assert len(set(hints)) == len(hints), "something else each time"
    assert practice.over and hints[-1] == label("practice_over")
    assert dict(practice.session.state.scores) == {"NS": 23, "EW": 29}
    assert practice.session.deal(AT) is None
    assert practice.over and practice.hint() == label("practice_beyond")
    assert (app.log.matches(), app.session) == before, "the user's log and table are as they were"
    practice.close()
    assert not (app.folder / "practice").exists()


def test_the_picture_is_that_of_the_next_trick_after_an_undo_too(app: Companion) -> None:
    practice = Practice(app)
    source = practice.companion.source
    assert source is not None

    def name() -> str | None:
        frame = source.read()
        assert frame is None or isinstance(frame, Frame)
        return frame.name if frame else None

    assert (name(), name(), source.position) == ("trick_1.jpg", "trick_1.jpg", "1/9")
    play(practice)
    play(practice)
    assert (name(), source.position) == ("trick_3.jpg", "3/9")
    assert practice.session.undo(AT) is None
    assert (name(), source.position) == ("trick_2.jpg", "2/9")
    while not practice.over:
        play(practice)
    assert (name(), source.position) == (None, "9/9")
    practice.close()


def test_what_was_played_is_named_where_a_card_is_missing_or_another(app: Companion) -> None:
    practice = Practice(app)
    session = practice.session
    session.enter_by_hand()
    assert practice.hint() == label("practice_missing", name="North", card="5♦")
    session.choose(Seat.N, trick_of(2).cards[0])
    assert practice.hint() == label("practice_other", name="North", card="5♦")
    practice.close()


def test_another_practice_begins_anew_and_a_choice_is_one_of_the_app(app: Companion) -> None:
    first = Practice(app)
    play(first)
    first.companion.change(light=True)
    assert app.settings.light and first.companion.settings.light
    first.close()
    second = Practice(app)
    assert second.played() == 0 and second.companion.settings.light
    second.close()


def test_what_the_tour_shows_is_so() -> None:
    one = a_correction()
    assert dict(one.before.scores) == {"NS": 0, "EW": 5} and dict(one.after.scores) == {"NS": 10, "EW": 5}
    assert str(one.wrong) == "7D" and str(one.right) == "5D"
    won, pegged = answers()
    assert "five of diamonds" in won and "10 for North and South" in pegged
    assert dict(stands_after(9).scores) == {"NS": 23, "EW": 29}
