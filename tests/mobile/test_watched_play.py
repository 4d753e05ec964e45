"""What a watched table does to a match: tricks proposed, confirmed early, late, by themselves, dropped, taken back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mobile_table import AT, BLANK, Trick, cards, enter, legal_hand, new_session, order_from, reading_of

from mobile.camera.marks import Mark, marks_of_reading
from mobile.camera_words import next_step, step_words, what_is_said
from mobile.match_book import SessionError
from mobile.table_session import Confirmed, TableSession
from mobile.table_watch import Happened
from mobile.watched_play import GoOn, WatchedPlay
from models.looks import WatchEvent
from models.table_view import TableView
from models.trick_reader import TrickProposal, propose_from
from scorer.events import Penalty
from scorer.match import Phase
from scorer.referee import Refusal
from scorer.seats import Seat

FIRST = (Seat.N, cards("2H AH 3H 4H"))
"""Hearts are trumps; East wins with the ace."""
SECOND = (Seat.E, cards("KC 5H QC 2D"))


@pytest.fixture
def session(tmp_path: Path) -> TableSession:
    return new_session(tmp_path)


def play_of(session: TableSession, alone: bool = False) -> WatchedPlay:
    return WatchedPlay(session, lambda: AT, lambda: alone)


def seen(session: TableSession, trick: Trick) -> TrickProposal:
    return propose_from(reading_of(trick), session.facts, TableView())


def event(kind: Any, trick: Trick, proposal: TrickProposal | None = None, count: int = 4) -> Happened:
    return Happened(WatchEvent(kind, 1.0, 1, trick[1][:count], proposal), BLANK)


def test_a_trick_grows_is_proposed_and_confirmed_while_it_lies_there(session: TableSession) -> None:
    play = play_of(session)
    assert play.first_seat is Seat.N and next_step(session) == "read"
    assert play.take(event("appeared", FIRST, count=2)) is None
    assert play.growing == FIRST[1][:2]
    assert what_is_said(session, play, None, False).lines == ("2 of 4 cards lie there.",)
    play.take(event("waiting", FIRST, count=3))
    assert play.slow and "Is one hidden?" in what_is_said(session, play, None, False).text
    play.take(event("complete", FIRST, seen(session, FIRST)))
    outlook = play.outlook()
    assert outlook is not None and outlook.winner is Seat.E and not outlook.ends_hand
    assert sum(peg.points for peg in outlook.pegs) == 4, "the ace of trumps"
    assert next_step(session) == "confirm" and step_words(session, "confirm", False) == "Confirm trick"
    said = what_is_said(session, play, outlook, False)
    assert said.lines[0] == "East wins the trick" and "+4" in said.lines[1]
    assert isinstance(play.confirm(), Confirmed) and play.go_on() is None, "the watch is not waiting"
    play.take(event("withdrawn", FIRST, count=3))
    assert session.proposal is None
    go_on = play.take(event("closed", FIRST, seen(session, FIRST)))
    assert go_on == GoOn(session.facts, True) and not play.changed_after
    assert len(session.book.events) == 4, "it stands once"


def test_what_lay_there_at_the_end_is_told_where_it_is_not_what_was_confirmed(session: TableSession) -> None:
    play = play_of(session)
    final = seen(session, (Seat.N, cards("2H AH 3H 5H")))
    play.take(event("complete", FIRST, seen(session, FIRST)))
    play.confirm()
    play.take(event("closed", (Seat.N, cards("2H AH 3H 5H")), final))
    assert play.changed_after == cards("2H AH 3H 5H")
    assert "5♥" in what_is_said(session, play, None, False).text
    play.take(event("appeared", SECOND, count=1))
    assert not play.changed_after


def test_a_trick_that_was_cleared_away_waits_for_a_tap_or_confirms_itself(session: TableSession) -> None:
    play = play_of(session)
    open_seats = replace(seen(session, FIRST), seats_open=True)
    assert play.take(event("closed", FIRST, open_seats)) is None and play.waits
    session.accept_seats()
    assert "after your tap" in what_is_said(session, play, play.outlook(), False).text
    play.confirm()
    assert play.go_on() == GoOn(session.facts, True) and not play.waits
    alone = play_of(session, alone=True)
    assert alone.take(event("closed", SECOND, seen(session, SECOND))) == GoOn(session.facts, False)
    assert alone.by_itself is not None and "by itself" in what_is_said(session, alone, None, False).text
    doubtful = seen(session, (Seat.S, cards("6C 7C 8C 9C")))
    third = replace(doubtful, seats_open=True)
    assert alone.take(event("closed", (Seat.S, cards("6C 7C 8C 9C")), third)) is None
    assert alone.waits and next_step(session) == "winner"
    assert step_words(session, "winner", False) == "Who played 9♣?"
    assert what_is_said(session, alone, None, False).tone == "doubtful"


def test_the_watch_goes_on_while_a_sure_trick_waits_for_its_tap(session: TableSession) -> None:
    play = play_of(session)
    go_on = play.take(event("closed", FIRST, seen(session, FIRST)))
    assert go_on is not None and go_on.facts.seats[0] is Seat.E and play.behind and not play.waits
    assert "next trick meanwhile" in what_is_said(session, play, play.outlook(), False).text
    second = propose_from(reading_of(SECOND), go_on.facts, TableView())
    for kind, count in (("appeared", 1), ("complete", 4)):
        assert play.take(event(kind, SECOND, second, count)) is None
    assert session.proposal is not None and session.proposal.of(Seat.N).card == FIRST[1][0], "the first one first"
    assert isinstance(play.confirm(), Confirmed)
    assert play.go_on() is None, "the watch has gone the right way"
    assert session.proposal.leader is Seat.E and session.proposal.ready and not play.behind
    third = play.take(event("closed", SECOND, second))
    assert third is not None and play.behind
    play.take(event("closed", (Seat.S, cards("6C 7C 8C 9C")), seen(session, SECOND)))
    play.confirm()
    assert play.go_on() is None and play.waits, "what was closed meanwhile is open, and is asked about"


def test_where_the_watch_went_on_with_what_was_wrong_it_is_told(session: TableSession) -> None:
    play = play_of(session)
    play.take(event("closed", FIRST, seen(session, FIRST)))
    session.swap(Seat.N, Seat.E)
    play.touched()
    play.confirm()
    go_on = play.go_on()
    assert go_on == GoOn(session.facts, True) and go_on.facts.seats[0] is Seat.N
    play.take(event("closed", (Seat.N, cards("6C 7C 8C 9C")), seen(session, (Seat.N, cards("6C 7C 8C 9C")))))
    assert play.behind
    play.dismiss()
    assert play.go_on() == GoOn(session.facts, True) and session.proposal is None


def test_undo_brings_a_trick_back_to_be_put_right(session: TableSession) -> None:
    play = play_of(session, alone=True)
    play.take(event("closed", FIRST, seen(session, FIRST)))
    assert play.take_back() is None
    assert session.proposal is not None and session.proposal.ready and play.waits and session.state.hand is not None
    assert not session.state.hand.tricks
    play.take(event("complete", SECOND, seen(session, SECOND)))
    assert [entry.card for entry in session.proposal.cards] == list(FIRST[1]), "what is seen later changes nothing"
    play.confirm()
    assert play.go_on() is not None
    early = play_of(session)
    early.take(event("complete", SECOND, seen(session, SECOND)))
    early.confirm()
    assert early.take_back() is None and not early.waits, "its cards lie there still: the watch goes on"
    for _ in range(9):
        last = early.take_back()
    assert isinstance(last, Refusal)


def test_no_trick_is_dropped_whether_it_lies_there_or_not(session: TableSession) -> None:
    play = play_of(session)
    play.take(event("complete", FIRST, seen(session, FIRST)))
    play.dismiss()
    assert session.proposal is None and play.go_on() is None
    play.take(event("changed", FIRST, seen(session, FIRST)))
    assert session.proposal is None
    assert play.take(event("closed", FIRST, seen(session, FIRST))) == GoOn(session.facts, True)
    play.take(event("closed", FIRST, replace(seen(session, FIRST), seats_open=True)))
    assert play.waits
    play.dismiss()
    assert play.go_on() == GoOn(session.facts, True) and session.proposal is None


def test_what_a_person_has_named_stays(session: TableSession) -> None:
    play = play_of(session)
    play.take(event("appeared", FIRST, count=2))
    play.fill_by_hand(set(FIRST[1][:1]))
    assert session.proposal is not None and session.proposal.of(Seat.N).card == FIRST[1][0]
    assert session.proposal.of(Seat.E).card is None, "a card that is not sure is named by a person"
    session.choose(Seat.W, cards("9H")[0])
    play.take(event("withdrawn", FIRST, count=1))
    assert session.proposal is not None, "with a card that a person has named it stays"
    play.take(event("complete", FIRST, seen(session, FIRST)))
    assert [str(entry.card) for entry in session.proposal.cards] == ["2H", "AH", "3H", "9H"]
    play.touched()
    session.choose(Seat.S, cards("10H")[0])
    play.take(event("changed", FIRST, seen(session, FIRST)))
    play.take(event("closed", FIRST, seen(session, FIRST)))
    assert [str(entry.card) for entry in session.proposal.cards] == ["2H", "AH", "10H", "9H"]


def test_a_proposal_that_nobody_touched_goes_with_a_card_taken_back(session: TableSession) -> None:
    play = play_of(session)
    play.take(event("complete", FIRST, seen(session, FIRST)))
    play.take(event("withdrawn", FIRST, count=3))
    assert session.proposal is None and play.growing == FIRST[1][:3]


def test_a_trick_left_under_entry_is_confirmed_before_the_camera_looks_on(session: TableSession) -> None:
    session.adopt(seen(session, FIRST))
    play = play_of(session)
    assert play.waits
    play.confirm()
    assert play.go_on() is not None


def test_the_next_hand_is_dealt_when_its_first_trick_lies_there(session: TableSession) -> None:
    tricks = legal_hand(3, Seat.N)
    for trick in tricks[:-1]:
        enter(session, trick)
    play = play_of(session)
    play.take(event("complete", tricks[-1], seen(session, tricks[-1])))
    outlook = play.outlook()
    assert outlook is not None and outlook.ends_hand
    play.confirm()
    play.take(event("closed", tricks[-1], seen(session, tricks[-1])))
    assert play.take(event("hand_over", tricks[-1])) is None
    assert session.state.phase is Phase.BETWEEN_HANDS
    leader = play.first_seat
    assert leader is not None
    opening = (leader, cards("2H AH 3H 4H"))
    play.take(event("complete", opening, seen(session, opening)))
    assert session.state.hand is not None and session.proposal is not None
    play.read(reading_of(opening), BLANK)
    assert session.proposal.ready


def test_after_the_game_nothing_is_followed(session: TableSession) -> None:
    play = play_of(session)
    proposal = seen(session, FIRST)
    session.book.enter([Penalty("EW", 91)], AT)
    assert play.first_seat is None and next_step(session) == "table"
    assert step_words(session, "table", False) == "To the table"
    assert what_is_said(session, play, None, False).tone == "accent"
    with pytest.raises(SessionError, match="game is over"):
        play.take(event("complete", FIRST, proposal))


def test_other_steps_have_their_words(session: TableSession) -> None:
    play = play_of(session)
    assert step_words(session, "read", False) == "Read now" and step_words(session, "read", True) == "Reading…"
    assert "the camera follows" in what_is_said(session, play, None, False).text
    assert "tap Read now" in what_is_said(session, play, None, True).text
    assert step_words(session, next_step(session, blind=True), False) == "Enter by hand"
    assert "name its card" in what_is_said(session, play, None, False, blind=True).text
    session.enter_by_hand()
    assert next_step(session) == "card" and step_words(session, "card", False) == "Tap the marked card"
    enter(session, FIRST)
    open_seats = replace(seen(session, (Seat.E, cards("KC 5S QC 2D"))), seats_open=True)
    session.adopt(open_seats)
    assert next_step(session) == "seats"
    extra = seen(session, SECOND)
    box = (0.0, 0.0, 9.0, 9.0)
    session.adopt(replace(extra, surplus=(_surplus(box),)))
    assert next_step(session) == "surplus" and "8♠" in step_words(session, "surplus", False)


def _surplus(box: tuple[float, float, float, float]) -> Any:
    from models.proposed_card import SurplusCard

    return SurplusCard(cards("8S")[0], 0.9, "extra", box)


def test_marks_tell_what_cannot_be(session: TableSession) -> None:
    enter(session, FIRST)
    marks = marks_of_reading(reading_of((Seat.E, cards("AH 5H QC 2D"))), session.facts.can_come)
    assert [mark.state for mark in marks] == ["impossible", "sure", "sure", "sure"]
    assert isinstance(marks[0], Mark) and all(mark.named for mark in marks)
    assert order_from(Seat.E)[0] is Seat.E
