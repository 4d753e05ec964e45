"""What the table shows and offers next, what stands by itself, what comes back after an undo: all without a window."""

import time
from pathlib import Path

import pytest
from mobile_table import (
    AT,
    BLANK,
    Frames,
    PreparedReader,
    cards,
    enter,
    legal_hand,
    new_session,
    order_from,
    reading,
    reading_of,
    sighting,
)

from mobile.agreement import agree_to_past
from mobile.board_words import points_are_shown
from mobile.camera import Frame
from mobile.match_book import Step
from mobile.next_step import NextStep, next_open_seat, next_step, step_words
from mobile.picture_worker import PictureRead
from mobile.shown_points import fallen_lines, left_line, outcome_lines, outlook_lines
from mobile.shown_tricks import Leafing
from mobile.table_pictures import SeenPicture, TablePictures
from mobile.table_session import Confirmed, TableSession
from mobile.trick_entry import Reader
from scorer.cards import Card
from scorer.events import PegCorrection, Penalty
from scorer.match import Phase
from scorer.matchlog import MatchLog
from scorer.referee import Refusal
from scorer.seats import Seat
from scorer.variant import load_variant

TRICKS = legal_hand(1, Seat.N)


def made(
    folder: Path, variant: str = "nine_card_lancashire", reader: Reader | None = None, **options: object
) -> TableSession:
    log = MatchLog(folder / "matches.sqlite3")
    rules = load_variant(variant, options)
    return TableSession.start(log, rules, Seat.N, None, AT, reader=reader)


def named(session: TableSession, trick: tuple[Seat, tuple[Card, ...]]) -> None:
    session.enter_by_hand()
    for seat, card in zip(order_from(trick[0]), trick[1], strict=True):
        session.choose(seat, card)


def test_the_next_step_follows_the_match(tmp_path: Path) -> None:
    session = made(tmp_path)
    assert next_step(session) is NextStep.ENTER and step_words(session, NextStep.ENTER) == "Enter the trick"
    assert next_step(session, can_read=True) is NextStep.READ
    assert next_step(session, can_read=True, read_before=True) is NextStep.READ_AGAIN
    session.enter_by_hand()
    assert next_step(session) is NextStep.FILL and step_words(session, NextStep.FILL) == "North's card"
    named(session, TRICKS[0])
    assert next_step(session) is NextStep.CONFIRM and next_open_seat(session) is None
    for trick in TRICKS:
        enter(session, trick)
    assert next_step(session) is NextStep.DEAL
    assert session.book.enter([PegCorrection("NS", 200)], AT)
    words = {step: step_words(session, step) for step in NextStep}
    assert len(set(words.values())) == len(words) - 1, "only a trick that is confirmed or filled may be said alike"


def test_a_match_that_is_won_offers_another(tmp_path: Path) -> None:
    session = made(tmp_path)
    assert not isinstance(session.book.enter([Penalty("NS", 200)], AT), Refusal)
    assert session.state.match_over and next_step(session) is NextStep.REMATCH
    assert outlook_lines(session.state) == ["The game is over: nothing is left to be won."]


def test_a_doubtful_card_is_looked_at_before_the_rest_is_filled(tmp_path: Path) -> None:
    read = reading([sighting(TRICKS[0][1][0], (500, 200), "doubtful", cards("2S"))])
    session = made(tmp_path, reader=PreparedReader([read]))
    session.read(BLANK)
    assert next_open_seat(session) is None and next_step(session) is NextStep.CONFIRM


# What stands with its fourth card, and what comes back


def test_a_trick_named_card_by_card_stands_by_itself_but_for_the_last_of_the_hand(tmp_path: Path) -> None:
    session = made(tmp_path)
    for number, trick in enumerate(TRICKS, start=1):
        named(session, trick)
        assert session.stands_by_itself is (number < 9)
        assert isinstance(session.confirm(AT), Confirmed)


def test_a_trick_that_is_covered_at_once_or_was_read_is_looked_at_first(tmp_path: Path) -> None:
    session = made(tmp_path, reader=PreparedReader([reading_of(TRICKS[0])]), show_tricks="after_hand")
    named(session, TRICKS[0])
    assert not session.stands_by_itself
    session.read(BLANK)
    assert session.proposal is not None and session.proposal.ready and not session.stands_by_itself
    session.discard()
    assert session.outcome is None and not session.stands_by_itself


def test_a_trick_that_ends_the_game_is_looked_at_first(tmp_path: Path) -> None:
    session = made(tmp_path)
    first = TRICKS[0]
    assert not isinstance(session.book.enter([Penalty("NS", 90), Penalty("EW", 90)], AT), Refusal)
    named(session, first)
    outcome = session.outcome
    assert outcome is not None
    assert session.stands_by_itself is (outcome.phase is Phase.PLAYING)


def test_an_undone_trick_is_there_to_be_changed(tmp_path: Path) -> None:
    session = made(tmp_path)
    enter(session, TRICKS[0])
    step = session.take_back(AT)
    assert isinstance(step, Step) and session.proposal is not None
    assert [entry.card for entry in session.proposal.cards] == list(TRICKS[0][1])
    assert session.redo(AT) is None and session.proposal is None
    assert session.state.last_trick is not None and session.state.last_trick.cards == TRICKS[0][1]


def test_a_trick_that_was_read_does_not_come_back_as_named(tmp_path: Path) -> None:
    session = made(tmp_path, reader=PreparedReader([reading_of(TRICKS[0])]))
    session.read(BLANK)
    assert isinstance(session.confirm(AT), Confirmed)
    assert isinstance(session.take_back(AT), Step) and session.proposal is None
    assert isinstance(session.take_back(AT), Refusal), "the first deal stays"


def test_a_note_leaves_the_trick_under_entry_a_changed_lead_does_not(tmp_path: Path) -> None:
    session = made(tmp_path)
    enter(session, TRICKS[0])
    named(session, TRICKS[1])
    assert agree_to_past(session.book, AT) is None
    session.follow()
    assert isinstance(session.confirm(AT), Confirmed)
    named(session, TRICKS[2])
    session.book.undo(AT)
    session.follow()
    answer = session.confirm(AT)
    assert isinstance(answer, Refusal) and answer.code == "RECORD_MOVED_ON"


# What may be seen of tricks and points


def test_leafing_back_waits_for_the_agreement_and_ends_with_the_next_entry(tmp_path: Path) -> None:
    session = made(tmp_path)
    leafing = Leafing(session)
    assert leafing.trick is None and not leafing.can_go_back
    for trick in TRICKS[:3]:
        enter(session, trick)
    assert leafing.trick is not None and leafing.trick.number == 3
    assert leafing.can_go_back and not leafing.allowed
    agree_to_past(session.book, AT)
    assert leafing.allowed
    for number in (2, 1, 1):
        leafing.older()
        assert leafing.trick is not None and leafing.trick.number == number
    assert not leafing.can_go_back
    leafing.newer()
    assert leafing.trick.number == 2
    enter(session, TRICKS[3])
    assert leafing.back == 0 and leafing.trick.number == 4


def test_covered_tricks_are_leafed_to_from_the_empty_table(tmp_path: Path) -> None:
    session = made(tmp_path, show_tricks="after_hand")
    for trick in TRICKS[:2]:
        enter(session, trick)
    leafing = Leafing(session)
    assert leafing.trick is None and leafing.can_go_back and not leafing.allowed
    leafing.older()
    assert leafing.trick is None, "nothing is shown without the agreement"
    agree_to_past(session.book, AT)
    leafing.older()
    assert leafing.trick is not None and leafing.trick.number == 2


def test_after_the_hand_its_tricks_are_leafed_to_from_the_summary(tmp_path: Path) -> None:
    session = made(tmp_path)
    for trick in TRICKS:
        enter(session, trick)
    leafing = Leafing(session)
    assert leafing.trick is None and leafing.allowed
    leafing.older()
    assert leafing.trick is not None and leafing.trick.number == 9


def test_points_left_are_told_but_not_which_cards_nor_the_count(tmp_path: Path) -> None:
    session = made(tmp_path)
    enter(session, TRICKS[0])
    line, told = left_line(session.state), " ".join(outlook_lines(session.state))
    assert line.endswith(" left") and "count" not in told.lower() and "(" not in told
    agree_to_past(session.book, AT)
    open_told = " ".join(outlook_lines(session.state))
    assert "(" in open_told and len(open_told) > len(told)


def test_nothing_of_the_hand_is_told_where_all_is_covered(tmp_path: Path) -> None:
    session = made(tmp_path, show_tricks="after_hand")
    enter(session, TRICKS[0])
    assert left_line(session.state) == ""
    assert not [line for line in outlook_lines(session.state) if "left" in line]


def test_points_that_are_counted_after_the_hand_stay_unsaid(tmp_path: Path) -> None:
    session = made(tmp_path, "irish_don")
    pack = iter(cards("AS KS QS JS"))
    session.enter_by_hand()
    for seat in order_from(Seat.N):
        session.choose(seat, next(pack))
    assert not points_are_shown(session.state)
    assert outcome_lines(session) == ["North wins it."]
    answer = session.confirm(AT)
    assert isinstance(answer, Confirmed)
    assert fallen_lines(session.state, answer.trick) == ["North won trick 1."]
    assert left_line(session.state) == ""
    assert outlook_lines(session.state) == ["The points of this hand are shown when it is over."]
    refusal = session.claim("NS", AT)
    assert refusal is not None and refusal.code == "CLAIM_TOO_EARLY"


def test_who_won_and_what_it_pegs_is_said_before_it_stands(tmp_path: Path) -> None:
    session = made(tmp_path)
    session.enter_by_hand()
    assert outcome_lines(session) == []
    played = cards("5S AS 2S 3S")
    for seat, card in zip(order_from(Seat.N), played, strict=True):
        session.choose(seat, card)
    lines = outcome_lines(session)
    assert lines[0] == "East wins it." and lines[1].startswith("+14 East")


# The pictures of the table


def test_a_picture_is_remembered_for_its_trick_and_a_forgotten_one_is_not_used() -> None:
    taken: list[PictureRead] = []
    pictures = TablePictures(Frames(2), lambda _: reading([]))
    try:
        pictures.ask(taken.append)
        end = time.monotonic() + 5
        while pictures.reading and time.monotonic() < end:
            time.sleep(0.005)
        assert len(taken) == 1 and taken[0].frame is not None and isinstance(taken[0].frame, Frame)
        seen = SeenPicture("trick1.png", reading([]))
        pictures.remember(("m", 0, 0), seen)
        assert pictures.of(("m", 0, 0)) == seen and pictures.of(("m", 0, 1)) is None
        pictures.forget()
        assert not pictures.reading and not pictures.ended
    finally:
        pictures.close()


@pytest.mark.parametrize("variant", ["phat", "nine_card_cheshire"])
def test_the_last_trick_is_on_the_table_in_every_game_of_four(variant: str, tmp_path: Path) -> None:
    session = new_session(tmp_path, variant)
    enter(session, TRICKS[0])
    trick = Leafing(session).trick
    assert trick is not None and trick.cards == TRICKS[0][1]
