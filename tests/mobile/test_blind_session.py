"""Blind Don at the app's table, without a window: asked card by card, undone, put right, gone on with."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from blind_table import AT, People, begun, blind

from mobile.blind_session import BlindSession
from mobile.blind_words import context_line, offered_lines, question_line, result_line, welcome
from mobile.entry_questions import Offer, unknown_cards
from mobile.match_book import SessionError
from mobile.texts import say
from scorer.cards import Card, Suit
from scorer.events import Call, Deal, GameStart, MatchStart, Play, Reveal
from scorer.layout import Stage
from scorer.referee import Refusal, replay
from scorer.seats import Seat
from scorer.variant import load_variant

VARIANTS = ["blind_don_burnley", "blind_don_stalybridge", "blind_don_three"]


def card(text: str) -> Card:
    return Card.parse(text)


def dealt(folder: Path, north: str, south: str) -> BlindSession:
    """Burnley with these cards face up: as many as are named, the others not seen."""
    session = blind(begun(folder))
    for row in (north, south):
        for place in range(9):
            words = row.split()
            if place < len(words):
                assert session.tell(card(words[place]), AT) is None
            else:
                session.not_seen()
    assert session.asked.kind == "cards"
    return session


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_a_hand_is_asked_card_by_card_and_the_table_is_known_throughout(tmp_path: Path, name: str) -> None:
    session = blind(begun(tmp_path, name))
    people = People(session, random.Random(5))
    asked = []
    while not session.state.hands:
        asked.append(session.asked.kind)
        assert question_line(session) and context_line(session.state).startswith("Pitch 1 of")
        people.step()
    variant = session.state.variant
    assert asked.count("stack") == variant.stacks_each * len(variant.seats)
    assert asked.count("reveal") == variant.stacks_each * len(variant.seats), "every face-down card was turned up"
    assert asked.count("cards") == variant.tricks * len(variant.seats)
    assert asked.count("call") == (variant.trumps == "called")
    kinds = {type(event) for event in session.book.events}
    assert kinds <= {MatchStart, GameStart, Deal, Call, Reveal, Play}, "a card is an event of its own"
    assert replay(row.event for row in session.book.log.rows(session.match_id)) == session.state


def test_the_pitcher_calls_before_the_others_turn_their_cards_up(tmp_path: Path) -> None:
    session = blind(begun(tmp_path, "blind_don_three"))
    people = People(session, random.Random(1))
    for _ in range(5):
        assert session.asked.seat is Seat.E and session.turn is None
        people.step()
    assert session.asked.kind == "call"
    people.step()
    assert [session.asked.kind, session.asked.seat] == ["stack", Seat.S]


@pytest.mark.slow
def test_every_entry_is_in_the_log_at_once_and_going_on_asks_the_same(tmp_path: Path) -> None:
    companion = begun(tmp_path, "blind_don_stalybridge")
    people = People(blind(companion), random.Random(2))
    for _ in range(40):
        people.step()
        again = BlindSession.resume(companion.log, blind(companion).match_id)
        assert (again.state, again.asked) == (blind(companion).state, blind(companion).asked)


@pytest.mark.slow
def test_undo_takes_back_one_card_and_redo_brings_it_back(tmp_path: Path) -> None:
    session = blind(begun(tmp_path))
    people = People(session, random.Random(3))
    assert not session.can_undo and isinstance(session.undo(AT), Refusal)
    seen = [(session.state, session.asked)]
    for _ in range(30):
        people.step()
        seen.append((session.state, session.asked))
    for state, asked in reversed(seen[:-1]):
        assert session.can_undo and not isinstance(session.undo(AT), Refusal)
        assert (session.state, session.asked) == (state, asked)
    assert not session.can_undo and session.can_redo
    for state, asked in seen[1:]:
        assert not isinstance(session.redo(AT), Refusal)
        assert (session.state, session.asked) == (state, asked)


def test_undo_of_what_was_left_untold_asks_again(tmp_path: Path) -> None:
    session = blind(begun(tmp_path))
    assert session.tell(card("5C"), AT) is None
    session.not_seen()
    assert session.asked.stack == 3 and session.told_of_row == (card("5C"), None)
    assert session.next_undo() is None and session.undo(AT) is None
    assert session.asked.stack == 2 and session.stack_of(Seat.N, 1).top == card("5C")
    session.leave_row()
    assert session.asked.seat is Seat.S
    session.leave_row()
    assert session.asked.kind == "cards"


def test_a_card_played_past_an_untold_stack_is_not_asked_for_again_until_undone(tmp_path: Path) -> None:
    session = dealt(tmp_path, "KD 2H", "AD 3H")
    assert session.play_stack(1, AT) is None and session.play_stack(1, AT) is None
    assert (session.asked.kind, session.asked.seat, session.asked.stack) == ("reveal", Seat.N, 1)
    assert session.play_stack(2, AT) is None and session.play_stack(2, AT) is None
    assert (session.asked.seat, session.asked.stack) == (Seat.N, 2), "stack 1 was played past"
    for _ in range(2):
        session.undo(AT)
    assert (session.asked.kind, session.asked.stack) == ("reveal", 1)


def test_a_card_from_a_stack_nobody_told_is_told_when_it_is_played(tmp_path: Path) -> None:
    session = dealt(tmp_path, "KD", "AD")
    session.play_stack(1, AT)
    session.play_stack(1, AT)
    session.not_seen()
    session.not_seen()
    assert session.turn is Seat.S
    refused = session.play_stack(1, AT)
    assert isinstance(refused, Refusal) and say(refused.code, refused.params).endswith("choose it.")
    assert session.play_unseen(card("7S"), AT, 1) is None
    assert session.stack_of(Seat.S, 1).stage is Stage.GONE
    assert session.play_unseen(card("8S"), AT, 4) is None, "its cover was never told: only the card is"
    assert session.state.hand is not None and len(session.state.hand.tricks) == 2


def test_only_cards_that_can_lie_there_are_offered(tmp_path: Path) -> None:
    session = dealt(tmp_path, "KD 2H", "AD 3H")
    assert len(session.possible) == 48 and card("KD") not in session.possible
    session.play_stack(1, AT)
    assert card("KD") not in session.possible, "it is gone"
    assert not session.may_play_unseen(Seat.N), "nothing is in hand in Burnley"
    assert isinstance(session.play_unseen(card("2H"), AT), Refusal), "the two of hearts is North's"
    refused = session.tell(card("9S"), AT)
    assert isinstance(refused, Refusal) and refused.code == "NOTHING_ASKED"


def test_what_a_picture_shows_comes_first(tmp_path: Path) -> None:
    session = blind(begun(tmp_path))
    session.offers = {(Seat.N, 1): Offer(card("9C")), (Seat.N, 2): Offer(card("9C"))}
    assert session.likely == (card("9C"),) and session.possible[0] == card("9C")
    session.tell(card("9C"), AT)
    assert not session.likely, "it lies on stack 1"


def test_what_is_certain_in_a_picture_is_told_at_once(tmp_path: Path) -> None:
    session = blind(begun(tmp_path, "blind_don_three"))
    assert isinstance(session.tell_offered(AT), Refusal) and len(session.offered) == 0
    session.offers = {
        (Seat.E, 2): Offer(card("9C"), sure=True),
        (Seat.E, 1): Offer(card("5C"), sure=True),
        (Seat.E, 3): Offer(card("6C")),
        (Seat.S, 1): Offer(card("7C"), sure=True),
    }
    assert offered_lines(session) == ["East:  5♣  9♣"], "South's still lie face down"
    assert session.tell_offered(AT) is None
    assert session.asked.stack == 3 and session.likely == (card("6C"),)
    session.leave_row()
    session.call(Suit.CLUBS, AT)
    assert list(session.offered) == [Reveal(Seat.S, 1, card("7C"))]
    session.leave_row()
    session.leave_row()
    assert session.play_stack(1, AT) is None and len(session.offered) == 0
    assert session.play_unseen(card("8H"), AT) is None and session.play_unseen(card("9H"), AT) is None
    session.offers = {(Seat.E, 1): Offer(card("KD"), sure=True), (Seat.E, 2): Offer(card("KH"), sure=True)}
    assert list(session.offered) == [Reveal(Seat.E, 1, card("KD"))], "only stack 1 was turned up"


def test_a_wrong_card_is_put_right_also_after_it_was_played(tmp_path: Path) -> None:
    session = dealt(tmp_path, "KD 2H", "AD 3H")
    session.play_stack(1, AT)
    assert session.stack_was(Seat.N, 1, card("KD"), card("QD"), AT) is None
    session.play_stack(1, AT)
    assert session.state.hand is not None and session.state.hand.tricks[0].cards == (card("QD"), card("AD"))
    assert session.state.scores == {"N": 0, "S": 4 + 2}
    session.tell(card("7C"), AT)
    session.tell(card("8C"), AT)
    assert session.told_of(Seat.N, 1) == card("7C")
    assert session.stack_was(Seat.N, 1, card("QD"), card("JD"), AT) is None, "the cover, though more was told since"
    assert session.state.scores == {"N": 0, "S": 4 + 1}
    assert session.told_of(Seat.N, 1) == card("7C") and session.told_of(Seat.N, 5) is None
    refused = session.stack_was(Seat.N, 1, card("JD"), card("2D"), AT)
    assert refused is None
    wins = session.stack_was(Seat.S, 1, card("AD"), card("2H"), AT)
    assert isinstance(wins, Refusal), "the two of hearts is North's"


def test_the_last_trick_is_shown_as_the_option_says(tmp_path: Path) -> None:
    session = dealt(tmp_path, "KD 2H", "AD 3H")
    session.play_stack(1, AT)
    session.play_stack(1, AT)
    assert session.last_trick is not None and session.last_trick.winner is Seat.S
    session.play_stack(2, AT)
    assert session.last_trick is None, "the next one has been led"


@pytest.mark.slow
def test_tricks_stay_covered_during_the_hand_where_that_is_the_rule(tmp_path: Path) -> None:
    hidden = blind(begun(tmp_path, "blind_don_burnley", show_tricks="after_hand"))
    people = People(hidden, random.Random(4))
    for _ in range(20):
        people.step()
    assert hidden.last_trick is None and hidden.last_hand is None


@pytest.mark.slow
def test_the_russian_form_is_played_from_the_hand(tmp_path: Path) -> None:
    session = blind(begun(tmp_path, "blind_don_burnley", blind_layout="russian"))
    people = People(session, random.Random(9))
    while people.step():
        pass
    assert len(session.state.hands) == 4 and session.state.match_over


@pytest.mark.slow
def test_the_words_at_the_end(tmp_path: Path) -> None:
    session = blind(begun(tmp_path))
    assert welcome(session.state).startswith("Tap a card")
    people = People(session, random.Random(11))
    while people.step():
        pass
    state = session.state
    assert state.match_over and session.asked.kind == "over" and session.last_hand is not None
    assert result_line(state) == question_line(session)
    assert len(unknown_cards(state)) == 52, "all are in the pack again"
    with pytest.raises(SessionError):
        session.play_stack(1, AT)
    assert isinstance(session.call(Suit.HEARTS, AT), Refusal)


def test_a_start_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    companion = begun(tmp_path)
    with pytest.raises(SessionError, match=r"\.$"):
        companion.start(load_variant("blind_don_burnley"), Seat.E)
    assert companion.table_page == "blind_table" and companion.book is blind(companion).book
    companion.start(load_variant("nine_card_lancashire"), Seat.E)
    assert companion.table_page == "table" and companion.blind is None and companion.session is not None
    companion.clear()
    assert companion.book is None and companion.session is None
