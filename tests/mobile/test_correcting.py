"""Any card of any hand is corrected, all after it follows; what can't stand falls when people say so."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from book_table import BOTH, begun, card, code_of, done, entered, planned, sides, trick
from mobile_table import AT, cards, legal_hand, order_from

from mobile.match_book import MatchBook, Step
from scorer.cards import Card, pack_of
from scorer.change_words import change_sentences
from scorer.events import (
    Correct,
    CorrectRun,
    Count,
    Deal,
    Event,
    GameStart,
    Note,
    Penalty,
    Recount,
    Revoke,
    Trick,
    start_of_match,
)
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState, Phase
from scorer.matchlog import MatchLog
from scorer.referee import Refusal, apply, replay
from scorer.seats import Seat
from scorer.variant import load_variant


@pytest.fixture
def log(tmp_path: Path) -> Iterator[MatchLog]:
    with MatchLog(tmp_path / "matches.db") as opened:
        yield opened


# Any card of any trick of any hand


def random_match(seed: int, hands: int) -> list[Event]:
    """So many hands of legal play, or fewer where the game ends; the deal moves on by the rules."""
    record: list[Event] = [start_of_match("m1", load_variant("nine_card_lancashire")), GameStart(Seat.N)]
    state = replay(record)
    for hand in range(hands):
        assert state.dealer is not None and state.pitcher is not None
        tricks = [Trick(*played) for played in legal_hand(100 * seed + hand, state.pitcher)]
        events: list[Event] = [Deal(state.dealer), *tricks]
        for event in events:
            after = apply(state, event)
            assert not isinstance(after, Refusal)
            record.append(event)
            state = after
            if state.match_over:
                return record
    return record


def played_anew(record: Sequence[Event], hand: int, number: int, position: int, right: Card) -> MatchState:
    """A slow second reading: the match dealt and played again with the right card, each trick led by who won."""
    state, dealt, count = replay(record[:2]), 0, 0
    for event in record[2:]:
        if state.match_over:
            break
        if isinstance(event, Deal):
            dealt, count = dealt + 1, 0
        elif isinstance(event, Trick):
            count += 1
            laid = list(event.cards)
            if (dealt, count) == (hand, number):
                laid[position] = right
            assert state.leader is not None
            event = Trick(state.leader, tuple(laid))
        after = apply(state, event)
        assert not isinstance(after, Refusal), after
        state = after
    return state


@pytest.mark.parametrize("seed", range(12))
def test_any_card_of_any_hand_is_corrected_and_all_after_it_follows(log: MatchLog, seed: int) -> None:
    rng = random.Random(seed)
    record = random_match(seed, 4)
    with log.file.transaction():
        book = MatchBook.start(log, load_variant("nine_card_lancashire"), AT, match_id="m1")
        entered(book, *record[1:])
    hands = 1 + sum(isinstance(event, Deal) for event in record[3:])
    for _ in range(6):
        hand = rng.randint(1, hands)
        played = _tricks(record, hand)
        number = rng.randint(1, len(played))
        wrong = played[number - 1]
        seat = rng.choice(order_from(wrong.leader))
        position = order_from(wrong.leader).index(seat)
        gone = {each for t in played for each in t.cards}
        right = rng.choice([each for each in pack_of(52).cards if each not in gone])
        plan = planned(book.plan_card(hand, number, seat, right, "Ann", "misread"))
        assert plan.event.by == "Ann" and plan.event.reason == "misread"
        state = done(book, plan, BOTH)
        assert _told(state) == _told(played_anew(record, hand, number, position, right))
        assert isinstance(book.undo(AT), Step) and book.state == replay(record)


def _tricks(record: Sequence[Event], hand: int) -> list[Trick]:
    dealt, found = 0, []
    for event in record:
        dealt += isinstance(event, Deal)
        if dealt == hand and isinstance(event, Trick):
            found.append(event)
    return found


def _told(state: MatchState) -> tuple[object, ...]:
    return state.scores, state.phase, state.hands, state.hand, state.winners, state.won_at, state.pitcher


def test_a_correction_three_hands_back_is_corrected_again(log: MatchLog) -> None:
    record = random_match(3, 4)
    book = MatchBook.start(log, load_variant("nine_card_lancashire"), AT, match_id="m1")
    entered(book, *record[1:])
    before, old = book.state, _tricks(record, 1)[4]
    gone = {each for t in _tricks(record, 1) for each in t.cards}
    first, second = [each for each in pack_of(52).cards if each not in gone][:2]
    done(book, book.plan_card(1, 5, 2, first), BOTH)
    state = done(book, book.plan_card(1, 5, 2, second), BOTH)
    assert _told(state) == _told(played_anew(record, 1, 5, 2, second))
    assert done(book, book.plan_card(1, 5, 2, old.cards[2]), BOTH) == before


def test_two_cards_that_were_taken_for_each_other(log: MatchLog) -> None:
    book = begun(log, GameStart(Seat.N), Deal(Seat.W), trick("N", "QH 2H KH 4H"), trick("S", "KC 7C 2C AC"))
    within = planned(book.plan_swap(None, card("QH"), card("KH"), "Jo"))
    assert within.seats_move and within.event == CorrectRun(
        1, 1, (trick("N", "KH 2H QH 4H"), trick("N", "KC 7C 2C AC")), (), "Jo"
    )
    across = planned(book.plan_swap(1, card("7C"), card("4H")))
    assert not across.seats_move
    assert [laid.cards for laid in (t.after for t in across.change.hands[0].tricks) if laid] == [
        cards("QH 2H KH 7C"),
        cards("KC 4H 2C AC"),
    ]
    later = planned(book.plan_swap(1, card("KC"), card("AC")))
    assert isinstance(later.event, CorrectRun) and later.event.first_trick == 2
    state = done(book, within)
    assert state.hand is not None and [t.leader for t in state.hand.tricks] == [Seat.N, Seat.N]


def test_a_whole_trick_had_other_cards(log: MatchLog) -> None:
    book = begun(log, GameStart(Seat.N), Deal(Seat.W), trick("N", "QH 2H KH 4H"), trick("S", "KC 7C 2C AC"))
    assert code_of(book.plan_trick(1, 3, cards("9H 2H KH 4H"))) == "NO_SUCH_TRICK"
    assert code_of(book.plan_trick(2, 1, cards("9H 2H KH 4H"))) == "NO_HAND_TO_CORRECT"
    assert code_of(book.plan_trick(1, 1, cards("QH 2H KH 4H"))) == "NOTHING_TO_CORRECT"
    for few in ("", "QH", "QH 2H KH"):
        assert code_of(book.plan_trick(1, 1, cards(few))) == "TRICK_NOT_ALL"
    assert code_of(book.plan_trick(1, 1, cards("QH 2H KH 4H 5H"))) == "WRONG_CARD_COUNT"
    unfinished = planned(book.plan_trick(None, 2, cards("KC 7C")))
    assert unfinished.change.after.hand is not None and len(unfinished.change.after.hand.current) == 2
    state = done(book, book.plan_trick(1, 1, cards("9H 2H AH 5H"), "Jo"))
    assert state.scores == {"NS": 23, "EW": 0}


def test_a_run_that_wins_earlier_is_cut_at_the_win(log: MatchLog) -> None:
    """Corrected twice: the tricks are one entry by then, of which only the last ones can't stand."""
    near = GameStart(Seat.N, None, sides(80, 0))
    played = trick("N", "QH 2H 3H 4H"), trick("N", "KC 7C 2C 3C"), trick("N", "AS 2S 5D 3S")
    book = begun(log, near, Deal(Seat.W), *played)
    done(book, book.plan_swap(1, card("2H"), card("3H")))
    plan = planned(book.plan_card(1, 1, Seat.W, card("9H")))
    assert isinstance(plan.event, CorrectRun) and len(plan.event.tricks) == 1
    assert done(book, plan).winner == "NS" and book.state.scores["NS"] == 91


# What a correction may meet


def test_a_win_removed_and_made_again_needs_both_sides(log: MatchLog) -> None:
    near = GameStart(Seat.N, None, sides(81, 88))
    book = begun(log, near, Deal(Seat.W), trick("N", "QH 5H 3H 4H"))
    assert book.state.winner == "NS" and book.state.scores["NS"] == 93
    plan = planned(book.plan_card(1, 1, Seat.E, card("2H"), "Ann", "misread"))
    assert plan.agreement == ("NS", "EW")
    assert code_of(book.carry_out(plan, AT)) == "BOTH_SIDES_AGREE"
    refusal = book.carry_out(plan, AT, {"NS": "Ann", "EW": " "})
    assert isinstance(refusal, Refusal) and refusal.params["sides"] == "East and West"
    state = done(book, plan, BOTH)
    assert state.winner is None and state.scores == {"NS": 83, "EW": 88} and state.phase is Phase.PLAYING
    assert book.events[-1] == Correct(1, 1, 1, card("2H"), (), "NS: Ann; EW: Bob", "misread")
    entered(book, trick("N", "KC 9H 2C 3C"))
    assert book.state.winner == "EW" and book.state.scores["EW"] == 97
    again = planned(book.plan_card(1, 2, 1, card("7C")))
    assert done(book, again, BOTH).winner is None
    entered(book, trick("N", "9H 7H 6H 8H"))
    assert book.state.winner == "NS" and len(book.state.games) == 1


def test_a_win_made_earlier_lets_what_came_after_fall_when_people_say_so(log: MatchLog) -> None:
    near = GameStart(Seat.N, None, sides(81, 0))
    book = begun(log, near, Deal(Seat.W), trick("N", "QH 2H 3H 4H"), trick("N", "KC 7C 2C 3C"), Penalty("NS", 3))
    plan = planned(book.plan_card(1, 1, Seat.E, card("5H")))
    assert [number for number, _ in plan.dropped] == [5, 6] and plan.dropped[1][1] == Penalty("NS", 3)
    assert plan.event.drop == (5, 6) and plan.agreement == ()
    state = done(book, plan)
    assert state.winner == "NS" and state.scores == {"NS": 93, "EW": 0}
    assert isinstance(book.undo(AT), Step) and book.state.scores == {"NS": 83, "EW": 3}


def test_a_muck_counted_again_changes_what_was_carried_over(log: MatchLog) -> None:
    """Phat: 40 each carries 8 over; found to be 42 and 38, the next hand's muck is worth 8 and not 16."""
    hands: list[Event] = [
        *(Deal(Seat.W), Count(sides(60, 20), sides(40, 40))),
        *(Deal(Seat.N), Count(sides(30, 50), sides(20, 60))),
    ]
    book = begun(log, GameStart(Seat.N), *hands, variant="phat")
    assert book.state.scores == {"NS": 90, "EW": 86}
    plan = planned(book.plan(Recount(1, sides(42, 38), by="Ann", reason="counted again")))
    assert "Hand 1, carried over: 8 → 0." in change_sentences(plan.change)
    assert "Hand 2, bonus for the muck: 16 for East and West → 8 for East and West." in change_sentences(plan.change)
    assert done(book, plan).scores == {"NS": 98, "EW": 78}
    assert done(book, book.plan(Recount(1, sides(40, 40)))).scores == {"NS": 90, "EW": 86}
    assert code_of(book.plan(Recount(1, sides(42, 40)))) == "IMPOSSIBLE_COUNT"


def test_a_leg_that_was_not_won_takes_the_next_one_with_it(log: MatchLog) -> None:
    """Cheshire in legs: the second leg was begun on a win that was none; all of it is listed, undo brings it back."""
    near = GameStart(Seat.N, None, sides(116, 100))
    first = (near, Deal(Seat.W), trick("N", "AH 5H 3H 4H"))
    second = (GameStart(Seat.E), Deal(Seat.N), trick("E", "2H 3H 4H 5H"), Note("talked"))
    book = begun(log, *first, *second, variant="nine_card_cheshire", match="best_of_3_legs")
    before = book.state
    assert before.game.number == 2 and before.games_won == {"NS": 1, "EW": 0}
    plan = planned(book.plan_card(1, 1, Seat.E, card("2H")))
    assert [event for _, event in plan.dropped] == list(second[:3]), "a note can stand"
    assert plan.agreement == ("NS", "EW"), "that leg was over"
    sentences = change_sentences(plan.change)
    assert "Leg 2 is not begun." in sentences and "Legs won: North and South 1 → 0, East and West 0." in sentences
    state = done(book, plan, BOTH)
    assert state.game.number == 1 and state.scores == {"NS": 120, "EW": 100} and state.phase is Phase.PLAYING
    assert isinstance(book.undo(AT), Step) and book.state == before
    in_play = planned(book.plan_card(2, 1, Seat.N, card("9H")))
    assert in_play.agreement == (), "the second leg is still played"


def test_a_revoke_that_a_corrected_card_no_longer_proves_falls_with_it(log: MatchLog) -> None:
    tricks = (trick("N", "2H 9H 3H 4H"), trick("E", "KC AD 9C AC"), trick("N", "QC 7C 5C 8C"))
    book = begun(log, GameStart(Seat.N), Deal(Seat.W), *tricks, Revoke(Seat.S, 2), variant="phat")
    called = book.state
    assert called.penalties[0].seat is Seat.S
    moved = planned(book.plan_card(1, 2, Seat.W, card("5H")))
    assert any("the revoke called" in text for text in change_sentences(moved.change)) and not moved.dropped
    unproved = planned(book.plan_card(1, 3, Seat.S, card("10D")))
    assert unproved.dropped == ((7, Revoke(Seat.S, 2)),)
    assert done(book, unproved).penalties == ()


def test_of_a_hand_with_totals_only_no_card_can_be_corrected(log: MatchLog) -> None:
    totals = Count(sides(20, 24), sides(50, 27))
    book = begun(log, GameStart(Seat.N), Deal(Seat.W), totals, Deal(Seat.N), trick("E", "AH 2H 3H 4H"))
    assert code_of(book.plan_card(1, 1, Seat.N, card("AH"))) == "NO_CARDS_TO_CORRECT"
    assert code_of(book.plan_swap(1, card("KH"), card("AH"))) == "NO_CARDS_TO_CORRECT"
    assert done(book, book.plan_card(None, 1, Seat.N, card("5H"))).scores["EW"] == 24 + 14
    assert done(book, book.plan(Recount(1, sides(30, 47)))).hands[0].bonus_parts[0][1] == "EW"


def test_what_is_no_correction_is_refused_in_one_sentence(log: MatchLog) -> None:
    book = begun(log, GameStart(Seat.N), Deal(Seat.W), trick("N", "QH 8H 3H 4H"), variant="irish_don", pack=48)
    assert code_of(book.plan_card(1, 1, Seat.N, card("2H"))) == "NOT_IN_PACK"
    assert code_of(book.plan_card(2, 1, Seat.N, card("AH"))) == "NO_HAND_TO_CORRECT"
    assert code_of(book.plan_card(0, 1, Seat.N, card("AH"))) == "NO_HAND_TO_CORRECT"
    assert code_of(book.plan_card(1, 0, Seat.N, card("AH"))) == "NO_SUCH_TRICK"
    assert code_of(book.plan_card(1, 2, Seat.N, card("AH"))) == "NO_SUCH_TRICK"
    assert (
        code_of(book.plan_card(1, 1, 4, card("AH"))) == code_of(book.plan_card(1, 1, -1, card("AH"))) == "NO_SUCH_CARD"
    )
    assert code_of(book.plan_card(1, 1, Seat.N, card("QH"))) == "NOTHING_TO_CORRECT"
    assert code_of(book.plan_card(1, 1, Seat.N, card("3H"))) == "DUPLICATE_CARD"
    assert code_of(book.plan_swap(1, card("QH"), card("AH"))) == "CARD_NOT_PLAYED"
    assert code_of(book.plan_swap(1, card("QH"), card("QH"))) == "NOTHING_TO_CORRECT"
    assert code_of(book.plan(Correct(3, 1, 0, card("AH")))) == "NO_SUCH_CARD"
    assert code_of(book.plan(CorrectRun(1, 1, (trick("E", "QH 8H 3H 4H"),)))) == "WRONG_LEADER"


def test_before_the_first_deal_there_is_nothing_to_correct(log: MatchLog) -> None:
    assert code_of(begun(log, GameStart(Seat.N)).plan_card(None, 1, Seat.N, card("AH"))) == "NOTHING_PLAYED"


def test_where_the_hands_are_known_their_cards_do_not_move_to_other_players(log: MatchLog) -> None:
    held = FrozenMap(
        {
            Seat.N: cards("AH KH QH JH 8H 7H 6H 2C 2D"),
            Seat.E: cards("2H 10H AC KC QC JC 10C 9C 8C"),
            Seat.S: cards("3H 9H AS KS QS JS 10S 9S 2S"),
            Seat.W: cards("4H 5H AD KD QD JD 10D 9D 8D"),
        }
    )
    book = begun(log, GameStart(Seat.N), Deal(Seat.W, held), trick("N", "6H 2H 3H 4H"), trick("N", "2C AC 2S AD"))
    assert done(book, book.plan_card(1, 1, Seat.W, card("5H"))).scores["NS"] == 10
    assert code_of(book.plan_card(1, 1, Seat.S, card("5S"))) == "CARD_NOT_HELD"
    assert code_of(book.plan_card(1, 1, Seat.E, card("10H"))) == "LEADER_CONFLICT", "East never had the two of clubs"


def test_nobody_sits_there_in_a_game_of_two(log: MatchLog) -> None:
    book = begun(log, GameStart(Seat.N), Deal(Seat.S), trick("N", "QH 2H"), variant="blind_don_burnley")
    assert code_of(book.plan_card(1, 1, Seat.E, card("AH"))) == "UNKNOWN_SEAT"


def test_a_card_of_an_unfinished_trick_is_corrected(log: MatchLog) -> None:
    book = begun(log, GameStart(Seat.N), Deal(Seat.W), trick("N", "QH 2H 3H 4H"), trick("N", "KC 7C 2C 3C"))
    done(book, book.plan(CorrectRun(1, 2, (trick("N", "KC 7C"),))))
    assert code_of(book.plan_card(1, 2, Seat.S, card("AS"))) == "NO_SUCH_CARD"
    state = done(book, book.plan_card(1, 2, Seat.E, card("8C")))
    assert state.hand is not None and state.hand.current == ((Seat.N, card("KC")), (Seat.E, card("8C")))


def test_a_plan_is_not_carried_out_once_something_else_was_entered(log: MatchLog) -> None:
    book = begun(log, GameStart(Seat.N), Deal(Seat.W), trick("N", "QH 2H 3H 4H"))
    plan = planned(book.plan_card(1, 1, Seat.E, card("5H")))
    entered(book, Note("talked"))
    before = book.events
    assert code_of(book.carry_out(plan, AT)) == "RECORD_MOVED_ON"
    assert book.events == before
