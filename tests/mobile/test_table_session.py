"""The session joins log, referee and reader; every acknowledged change is in the log, a refused one changes nothing."""

from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest
from mobile_table import (
    AT,
    BLANK,
    PLACES,
    PreparedReader,
    cards,
    enter,
    legal_hand,
    new_session,
    order_from,
    reading,
    reading_of,
    reopened,
    sighting,
)

from mobile.match_book import SessionError
from mobile.table_session import Confirmed, TableSession
from scorer.cards import Card
from scorer.events import Deal, GameStart, MatchStart, Penalty, Trick, Undo
from scorer.match import Phase
from scorer.matchlog import LogError, MatchLog
from scorer.referee import Refusal, replay
from scorer.seats import Seat
from scorer.variant import load_variant


def logged(session: TableSession) -> list[object]:
    """What is in the log's file right now."""
    return [row.event for row in session.book.log.rows(session.match_id)]


def test_a_start_names_the_pitcher_and_deals(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    assert [type(event) for event in logged(session)] == [MatchStart, GameStart, Deal]
    assert session.state.phase is Phase.PLAYING
    assert session.state.leader is Seat.N
    assert UUID(session.match_id).version == 4
    assert not session.can_undo and not session.can_redo and session.last_trick is None


def test_names_of_players_and_the_place_are_kept(tmp_path: Path) -> None:
    with MatchLog(tmp_path / "log.sqlite3") as log:
        variant = load_variant("nine_card_lancashire")
        session = TableSession.start(log, variant, Seat.E, {Seat.E: "Eve"}, AT, place="Red Lion")
        assert session.state.names == {Seat.E: "Eve"} and session.state.setup.place == "Red Lion"


def test_a_second_window_on_the_log_is_told_so_in_one_sentence(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    with pytest.raises(LogError, match="open in another window") as caught:
        MatchLog(session.book.log.path, timeout_s=0.05)
    assert caught.value.code == "LOG_LOCKED" and str(caught.value).endswith(".")
    session.book.log.close()
    with MatchLog(session.book.log.path) as log:
        assert log.running_match() == session.match_id, "the first one was not disturbed"


def test_a_taken_name_is_refused_in_a_sentence(tmp_path: Path) -> None:
    log = MatchLog(tmp_path / "log.sqlite3")
    variant = load_variant("nine_card_lancashire")
    TableSession.start(log, variant, Seat.E, {Seat.E: "Eve"}, AT, "friday")
    with pytest.raises(SessionError, match="friday"):
        TableSession.start(log, variant, Seat.E, None, AT, "friday")


def test_a_whole_hand_by_hand(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    tricks = legal_hand(1, Seat.N)
    for number, trick in enumerate(tricks, start=1):
        confirmed = enter(session, trick)
        assert confirmed.trick.number == number
        assert confirmed.trick.cards == trick[1]
        assert session.proposal is None
        assert sum(isinstance(event, Trick) for event in logged(session)) == number
    assert confirmed.ended is not None and confirmed.ended.game_count is not None
    assert confirmed.pegs == confirmed.trick.pegs + confirmed.ended.pegs
    assert session.state.phase is Phase.BETWEEN_HANDS
    assert session.last_hand == confirmed.ended
    pegged = sum(peg.points for trick_record in confirmed.ended.tricks for peg in trick_record.pegs)
    assert sum(session.state.scores.values()) == pegged + sum(peg.points for peg in confirmed.ended.pegs)
    assert session.deal(AT) is None
    assert (session.state.pitcher, session.state.dealer) == (Seat.E, Seat.N)
    assert session.last_hand is None


def test_a_game_ends_and_names_its_winner(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    for seed in range(30):
        pitcher = session.state.pitcher
        assert pitcher is not None
        for trick in legal_hand(seed, pitcher):
            confirmed = enter(session, trick)
            if confirmed.winner:
                break
        if confirmed.winner:
            break
        session.deal(AT)
    assert session.state.winner == confirmed.winner is not None
    refused = session.deal(AT)
    assert refused is not None and refused.code == "GAME_OVER"


def test_undo_and_redo_stand_in_the_log(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    first, second = legal_hand(2, Seat.N)[:2]
    enter(session, first)
    after_one = session.state
    enter(session, second)
    after_two = session.state
    assert session.undo(AT) is None
    assert session.state == after_one and session.can_redo
    assert session.redo(AT) is None
    assert session.state == after_two and not session.can_redo
    assert session.undo(AT) is None and session.undo(AT) is None
    assert isinstance(logged(session)[-1], Undo)
    assert not session.can_undo
    refused = session.undo(AT)
    assert refused is not None and refused.code == "NOTHING_TO_UNDO"
    assert session.state.phase is Phase.PLAYING, "the first deal stays"


def test_resume_gives_an_equal_state_and_what_can_be_redone(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    for trick in legal_hand(3, Seat.N)[:4]:
        enter(session, trick)
    session.undo(AT)
    before = session.state
    again = reopened(session)
    assert again.state == before == replay(again.book.events)
    assert again.can_redo and again.can_undo
    assert again.redo(AT) is None
    assert len(again.state.hand.tricks if again.state.hand else ()) == 4


def test_resuming_what_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="no match called nothing"):
        TableSession.resume(MatchLog(tmp_path / "log.sqlite3"), "nothing")


def test_a_start_that_was_cut_short_can_be_finished(tmp_path: Path) -> None:
    log = MatchLog(tmp_path / "log.sqlite3")
    start = logged(new_session(tmp_path))[0]
    assert isinstance(start, MatchStart)
    log.record("cut", replace(start, match_id="cut"), AT)
    session = TableSession.resume(log, "cut")
    refused = session.deal(AT)
    assert refused is not None and refused.code == "NO_PITCHER"
    assert session.name_pitcher(Seat.W, AT) is None and session.deal(AT) is None
    assert session.state.leader is Seat.W


@pytest.mark.parametrize("wrong", ["nothing proposed", "a card missing", "a card twice", "a card gone"])
def test_a_refused_confirm_changes_nothing(tmp_path: Path, wrong: str) -> None:
    session = new_session(tmp_path)
    first, second = legal_hand(4, Seat.N)[:2]
    enter(session, first)
    if wrong != "nothing proposed":
        session.enter_by_hand()
        for seat, card in zip(order_from(second[0]), second[1], strict=True):
            session.choose(seat, card)
        last = order_from(second[0])[3]
        if wrong == "a card missing":
            session.enter_by_hand()
            session.choose(second[0], second[1][0])
        elif wrong == "a card twice":
            session.choose(last, second[1][0])
        else:
            session.choose(last, first[1][0])
    state, proposal, events = session.state, session.proposal, logged(session)
    answer = session.confirm(AT)
    assert isinstance(answer, Refusal)
    assert answer.code == ("NO_PROPOSAL" if wrong == "nothing proposed" else "NOT_READY")
    assert (session.state, session.proposal, logged(session)) == (state, proposal, events)


def test_a_log_that_cannot_be_written_refuses_and_keeps_the_proposal(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    leader, played = legal_hand(5, Seat.N)[0]
    session.enter_by_hand()
    for seat, card in zip(order_from(leader), played, strict=True):
        session.choose(seat, card)
    before = session.state
    session.book.log.file.execute("PRAGMA query_only = ON")
    answer = session.confirm(AT)
    assert isinstance(answer, Refusal) and answer.code == "LOG_READ_ONLY"
    assert session.state == before and session.proposal is not None
    session.book.log.file.execute("PRAGMA query_only = OFF")
    assert isinstance(session.confirm(AT), Confirmed)


def test_a_picture_is_proposed_and_confirmed(tmp_path: Path) -> None:
    trick = legal_hand(6, Seat.N)[0]
    session = new_session(tmp_path, reader=PreparedReader([reading_of(trick)]))
    proposal = session.read(BLANK)
    assert proposal.ready and session.can_swap
    assert tuple(entry.card for entry in proposal.cards) == trick[1]
    answer = session.confirm(AT)
    assert isinstance(answer, Confirmed) and answer.trick.cards == trick[1]


def test_a_doubtful_card_waits_for_a_person_and_offers_its_likely_names_first(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    seen = cards("9H 5H 2H 3H")
    sightings = [sighting(card, PLACES[seat]) for card, seat in zip(seen, order_from(Seat.N), strict=True)]
    sightings[1] = sighting(seen[1], PLACES[Seat.E], "doubtful", cards("6H 2H"))
    proposal = session.propose(reading(sightings))
    assert not proposal.ready
    possible = session.possible_cards(Seat.E)
    assert possible[:2] == cards("5H 6H"), "its own names first, none that another seat has"
    assert not {Card.parse("9H"), Card.parse("2H"), Card.parse("3H")} & set(possible)
    assert len(possible) == 49
    assert session.choose(Seat.E, Card.parse("5H")).ready


def test_cards_of_earlier_tricks_are_not_possible(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    first = legal_hand(7, Seat.N)[0]
    enter(session, first)
    session.enter_by_hand()
    assert not set(first[1]) & set(session.possible_cards(Seat.N))
    assert len(session.possible_cards(Seat.N)) == 48


def test_open_seats_are_swapped_accepted_or_assigned(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    seen = cards("9H 5H 2H 3H")
    pile = reading([sighting(card, (500 + 5.0 * place, 500)) for place, card in enumerate(seen)])
    proposal = session.propose(pile)
    assert proposal.seats_open and not proposal.ready
    first, second = proposal.cards[0].seat, proposal.cards[1].seat
    swapped = session.swap(first, second)
    assert swapped.of(first).card == proposal.of(second).card and swapped.ready
    session.propose(pile)
    assert session.accept_seats().ready
    session.propose(pile)
    placed = session.seat_as(dict(zip(seen, (Seat.W, Seat.S, Seat.E, Seat.N), strict=True)))
    assert placed.ready and placed.of(Seat.W).card == seen[0]
    with pytest.raises(ValueError, match="seat of its own"):
        session.seat_as({})


def test_surplus_cards_are_asked_about(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    played = cards("9H 5H 2H 3H")
    sightings = [sighting(card, PLACES[seat]) for card, seat in zip(played, order_from(Seat.N), strict=True)]
    fifth = sighting(Card.parse("KD"), (950, 950), "doubtful")
    assert not session.propose(reading([*sightings, fifth])).ready
    assert session.ignore_surplus().ready


def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    for impossible in (
        lambda: session.read(BLANK),
        lambda: session.choose(Seat.N, Card.parse("AH")),
        lambda: session.swap(Seat.N, Seat.E),
        lambda: session.possible_cards(Seat.N),
    ):
        with pytest.raises(SessionError) as caught:
            impossible()
        assert str(caught.value).endswith(".")
    for trick in legal_hand(8, Seat.N):
        enter(session, trick)
    with pytest.raises(SessionError, match="No hand is in play"):
        session.enter_by_hand()


def test_the_last_trick_goes_when_the_next_is_entered(tmp_path: Path) -> None:
    """The board is no memory aid: option ``show_tricks``, default ``last_until_next_lead``."""
    session = new_session(tmp_path)
    first, second = legal_hand(9, Seat.N)[:2]
    enter(session, first)
    assert session.last_trick is not None and session.last_trick.cards == first[1]
    session.enter_by_hand()
    assert session.last_trick is not None, "nothing has been led yet"
    session.choose(second[0], second[1][0])
    assert session.last_trick is None
    session.discard()
    assert session.last_trick is not None


def test_after_hand_hides_every_trick_of_the_hand_in_play(tmp_path: Path) -> None:
    log = MatchLog(tmp_path / "log.sqlite3")
    variant = load_variant("nine_card_lancashire", {"show_tricks": "after_hand"})
    session = TableSession.start(log, variant, Seat.N, None, AT)
    for trick in legal_hand(10, Seat.N):
        assert session.last_trick is None
        enter(session, trick)
    assert session.last_trick is not None


def test_a_variant_that_is_not_for_four_is_refused_in_one_sentence(tmp_path: Path) -> None:
    log = MatchLog(tmp_path / "log.sqlite3")
    with pytest.raises(SessionError, match="Blind Don, Burnley can't be shown") as error:
        TableSession.start(log, load_variant("blind_don_burnley"), Seat.N, None, AT)
    assert error.value.code == "TABLE_OF_FOUR" and log.matches() == ()


def test_the_next_leg_begins_where_the_match_goes_on(tmp_path: Path) -> None:
    """RULES.md 3.2: in South Wales two legs win; who pitches first in a leg is decided anew."""
    log = MatchLog(tmp_path / "log.sqlite3")
    session = TableSession.start(log, load_variant("nine_card_south_wales"), Seat.N, None, AT)
    log.record(session.match_id, Penalty("EW", 121), AT)
    session = TableSession.resume(log, session.match_id)
    assert session.state.winner == "NS" and not session.state.match_over and log.running_match() == session.match_id
    assert session.next_game(AT) is None and session.state.pitcher is None and session.can_undo
    assert session.name_pitcher(Seat.E, AT) is None and session.deal(AT) is None
    assert session.state.hand is not None and session.state.game.number == 2
