"""What a table session does for who watches the table: facts of the next trick, a watcher's proposal, its winner."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from mobile_table import AT, Trick, cards, enter, legal_hand, new_session, order_from, reading, reading_of, sighting

from mobile.corrections import Plan
from mobile.match_book import SessionError
from mobile.table_session import Confirmed, TableSession
from models.table_view import TableView
from models.trick_reader import TrickProposal, propose_from
from scorer.disputes import Change
from scorer.events import Penalty
from scorer.referee import Refusal
from scorer.seats import Seat

FIRST = (Seat.N, cards("2H AH 3H 4H"))
SECOND = (Seat.E, cards("KC 5H QC 2D"))
"""Hearts are trumps: South's five wins."""
ROW = [(100.0 + 200 * k, 500.0) for k in range(4)]


def watched(session: TableSession, trick: Trick = SECOND) -> TrickProposal:
    """What a watcher proposes by the facts that the session gives now."""
    return propose_from(reading_of(trick), session.facts, TableView())


def in_a_row(session: TableSession, text: str) -> TrickProposal:
    seen = [sighting(card, place) for card, place in zip(cards(text), ROW, strict=True)]
    return session.adopt(propose_from(reading(seen), session.facts, TableView()))


def test_the_facts_follow_the_hand_and_know_how_tricks_were_entered(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    assert (session.facts.seats[0], dict(session.facts.gone)) == (Seat.N, {})
    enter(session, FIRST)
    facts = session.facts
    assert facts.seats[0] is Seat.E, "who won the last trick leads"
    assert {str(card): earlier.source for card, earlier in facts.gone.items()} == dict.fromkeys(
        ("2H", "AH", "3H", "4H"), "by_hand"
    )


def test_between_hands_the_facts_are_those_of_the_next_hand_and_nothing_is_logged(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    for trick in legal_hand(3, Seat.N):
        enter(session, trick)
    assert session.state.hand is None and session.state.pitcher is Seat.E
    before = session.book.events
    facts = session.facts
    assert session.book.events == before
    assert facts.seats[0] is Seat.E and not facts.gone
    assert session.deal(AT) is None
    assert session.facts == facts


def test_after_the_game_there_are_no_facts(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    session.book.enter([Penalty("EW", 91)], AT)
    with pytest.raises(SessionError, match="game is over"):
        _ = session.facts


def test_a_watched_trick_is_adopted_and_confirmed(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    enter(session, FIRST)
    assert session.adopt(watched(session)).ready
    answer = session.confirm(AT)
    assert isinstance(answer, Confirmed) and not answer.losers_by_place
    assert (answer.trick.leader, answer.trick.winner, answer.trick.points) == (Seat.E, Seat.S, 10)
    earlier = session.facts.gone[cards("5H")[0]]
    assert (earlier.source, earlier.trick, earlier.seat) == ("read", 2, Seat.S)


def test_no_trick_is_adopted_while_no_hand_is_in_play(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    proposal = watched(session, FIRST)
    for trick in legal_hand(3, Seat.N):
        enter(session, trick)
    with pytest.raises(SessionError, match="No hand is in play"):
        session.adopt(proposal)


def test_a_correction_refuses_the_trick_under_entry_and_its_seats_are_open_where_another_leads(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    enter(session, FIRST)
    proposal = session.adopt(watched(session))
    won, lost = cards("AH 3H")
    plan = session.book.plan_swap(1, won, lost)
    assert isinstance(plan, Plan) and isinstance(session.book.carry_out(plan, AT), Change)
    session.choose(Seat.E, cards("KC")[0])
    assert session.confirm(AT) == Refusal("RECORD_MOVED_ON"), "what was settled of it was settled before"
    assert session.proposal is None
    again = session.adopt(proposal)
    assert again.leader is Seat.S and [c.seat for c in again.cards] == list(order_from(Seat.S))
    assert again.seats_open and not again.ready
    assert again.facts == session.facts


def test_a_card_gone_by_now_is_doubted_in_an_adopted_trick(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    proposal = watched(session, (Seat.N, cards("2H AH 5H 4H")))
    enter(session, FIRST)
    adopted = session.adopt(replace(proposal, leader=Seat.E))
    assert [c.reason for c in adopted.cards] == ["gone", "read", "gone", "gone"]


def test_only_the_winners_seat_is_needed_where_the_winning_card_is_known(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    enter(session, FIRST)
    assert in_a_row(session, "KC 5H QC 2D").seats_open
    assert str(session.winning_card) == "5H"
    assert session.seat_winner(Seat.W).ready
    answer = session.confirm(AT)
    assert isinstance(answer, Confirmed) and answer.losers_by_place
    assert answer.trick.winner is Seat.W and answer.trick.points == 10


def test_where_the_winner_depends_on_the_lead_it_is_not_enough(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    assert session.winning_card is None
    enter(session, FIRST)
    in_a_row(session, "KC 5S QC 2D")
    assert session.winning_card is None
    with pytest.raises(SessionError, match="who led which card"):
        session.seat_winner(Seat.W)


def test_who_says_all_seats_has_said_more_than_the_winner(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    enter(session, FIRST)
    in_a_row(session, "KC 5H QC 2D")
    session.seat_winner(Seat.W)
    session.swap(Seat.N, Seat.E)
    answer = session.confirm(AT)
    assert isinstance(answer, Confirmed) and not answer.losers_by_place
