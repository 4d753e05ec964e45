"""The rules of Nine-card Don, one by one (RULES.md 2, 3.1 and 4.4)."""

import pytest
from scorer_table import LANCASHIRE, NINE_TRICKS, accept, cards, dealt, opening, play, refused, trick, whole_hand

from scorer.cards import Card, Suit
from scorer.events import Concede, Deal, GameStart, Note, Penalty
from scorer.explain import why
from scorer.irregularities import Revoke, revokes_found
from scorer.match import Phase, WonAt
from scorer.referee import replay
from scorer.seats import Seat
from scorer.trick import Peg, Reason, card_points, game_count, trick_pegs, winner_index
from scorer.variant import load_variant


@pytest.mark.parametrize(
    ("text", "trump", "winner"),
    [
        ("KC AC 2C 3C", "H", 1),
        ("2C AD AS KD", "H", 0),
        ("AC 2H KC QC", "H", 1),
        ("AC 2H 3H AD", "H", 2),
        ("2H 5H 9H 4H", "H", 2),
        ("10C 9C JC 8C", "S", 2),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(text: str, trump: str, winner: int) -> None:
    """RULES.md 2.2."""
    assert winner_index(cards(text), Suit(trump)) == winner


def test_a_trick_pegs_card_by_card_with_a_reason_for_each() -> None:
    """RULES.md 2.8: 29 is the richest trick."""
    variant = load_variant(LANCASHIRE)
    pegs = trick_pegs(cards("9H 5C 5H 5S"), Suit.HEARTS, "EW", 4, variant)
    assert pegs == (
        Peg("EW", 9, Reason("trump_card", 4, Card.parse("9H"), "2.8")),
        Peg("EW", 5, Reason("plain_card", 4, Card.parse("5C"), "2.8")),
        Peg("EW", 10, Reason("trump_card", 4, Card.parse("5H"), "2.8")),
        Peg("EW", 5, Reason("plain_card", 4, Card.parse("5S"), "2.8")),
    )
    assert sum(peg.points for peg in pegs) == 29
    assert trick_pegs(cards("9C 10H 2H AD"), Suit.HEARTS, "EW", 4, variant) == ()


def test_trumps_and_plain_cards_count_alike_for_game() -> None:
    """RULES.md 2.8 and 8.32."""
    variant = load_variant(LANCASHIRE)
    assert game_count(cards("10H AH KC QD JS 9H 5H 2C"), variant) == 20
    assert card_points(Card.parse("10H"), Suit.HEARTS, variant) == 0


def test_the_most_a_hand_gives_is_fifty_two() -> None:
    """RULES.md 3.1."""
    state = replay(whole_hand())
    assert state.scores == {"NS": 52, "EW": 0}
    record = state.hands[0]
    assert record.game_count == {"NS": 80, "EW": 0}
    assert record.bonus_parts == (("game", "NS", 8),)
    assert record.pegs == (Peg("NS", 8, Reason("bonus_game", None, None, "3.1")),)
    assert record.scores_before == {"NS": 0, "EW": 0} and record.scores_after == state.scores
    assert len(record.cards_gone) == 36 and record.trump is Suit.HEARTS and record.current == ()


def test_after_the_last_trick_deal_and_pitch_move_one_place_clockwise() -> None:
    """RULES.md 3.1."""
    state = replay(whole_hand())
    assert state.phase is Phase.BETWEEN_HANDS and state.hand is None
    assert (state.pitcher, state.dealer) == (Seat.E, Seat.N)
    assert (state.leader, state.turn) == (None, None)
    state = accept(whole_hand(), Deal(Seat.N))
    assert state.phase is Phase.PLAYING and state.hand is not None
    assert (state.hand.number, state.leader, state.turn, state.hand.trump) == (2, Seat.E, Seat.E, None)
    assert state.last_trick is None


def test_online_the_pitcher_deals() -> None:
    """RULES.md 3.2."""
    assert replay(opening("nine_card_online_welsh", pitcher="S")).dealer is Seat.S
    assert replay(opening("nine_card_cheshire", pitcher="S")).dealer is Seat.E


def test_the_pitch_makes_trumps_and_the_winner_leads() -> None:
    record = dealt(pitcher="E")
    state = accept(record, play("E", "4D"))
    assert state.hand is not None and state.hand.trump is Suit.DIAMONDS
    assert state.hand.current == ((Seat.E, Card.parse("4D")),)
    assert (state.leader, state.turn) == (Seat.E, Seat.S)
    state = accept(record, play("S", "AD"), play("W", "5D"), play("N", "2D"))
    assert (state.leader, state.turn) == (Seat.S, Seat.S)
    assert state.hand is not None and state.hand.current == ()
    record_of_trick = state.hand.tricks[0]
    assert record_of_trick == state.last_trick
    assert record_of_trick.seats == (Seat.E, Seat.S, Seat.W, Seat.N)
    assert record_of_trick.card_of(Seat.W) == Card.parse("5D")
    assert (record_of_trick.winner, record_of_trick.side, record_of_trick.points) == (Seat.S, "NS", 14)
    assert state.hand.cards_gone == set(cards("4D AD 5D 2D"))


def test_a_win_in_mid_hand_stops_everything_and_gives_no_bonus() -> None:
    """RULES.md 2.5 and 2.6: the paper keeps the excess, the peg stops in the game hole."""
    record = dealt(scores={"NS": 80, "EW": 88})
    state = accept(record, trick("N", NINE_TRICKS[0]))
    assert state.phase is Phase.GAME_OVER and state.winner == "NS"
    assert state.won_at == WonAt("trick", 1, trick=1, deal=1)
    assert state.scores == {"NS": 99, "EW": 88}
    assert (state.pegs["NS"].front, state.pegs["NS"].back) == (91, 80)
    assert state.hands[0].game_count is None and state.hands[0].bonus_parts == () and state.hands[0].pegs == ()
    assert state.to_go("NS") == 0 and state.to_go("EW") == 3
    assert refused(record, trick("N", NINE_TRICKS[1])) == "GAME_OVER"


def test_reaching_the_target_in_the_ninth_trick_gives_no_bonus_either() -> None:
    state = replay(whole_hand({"NS": 47}))
    assert state.winner == "NS" and state.scores["NS"] == 91
    assert state.won_at == WonAt("trick", 1, trick=9, deal=1)
    assert state.hands[0].game_count is None


def test_one_short_after_the_tricks_goes_out_on_the_bonus() -> None:
    state = replay(whole_hand({"NS": 46}))
    assert state.winner == "NS" and state.scores["NS"] == 98
    assert state.won_at == WonAt("bonus", 1, part="game", deal=1)
    assert state.hands[0].game_count == {"NS": 80, "EW": 0}
    assert (state.pegs["NS"].front, state.pegs["NS"].back) == (91, 90)


def test_the_split_bonus_stops_at_the_side_that_goes_out() -> None:
    """RULES.md 3.1: high, low, jack, game, with a test after each."""
    state = replay(whole_hand({"NS": 45}, {"bonus_scheme": "5+1+1+1"}))
    assert state.won_at == WonAt("bonus", 1, part="low", deal=1)
    assert state.hands[0].bonus_parts == (("high", "NS", 1), ("low", "NS", 1))
    assert state.scores["NS"] == 91


def test_a_penalty_is_pegged_by_the_other_side_and_may_win() -> None:
    """RULES.md 4.1."""
    record = dealt(scores={"EW": 85})
    state = accept(record, Penalty("NS", 5, "looked too early"))
    assert state.scores == {"NS": 0, "EW": 90} and state.phase is Phase.PLAYING
    assert state.penalties[0].pegs[0] == Peg("EW", 5, Reason("penalty", None, None, "4.5"))
    assert (state.penalties[0].against, state.penalties[0].text) == ("NS", "looked too early")
    state = accept(record, play("N", "2H"), Penalty("NS", 1))
    assert state.winner == "EW" and state.won_at == WonAt("penalty", 1, deal=1)
    assert state.hand is None and state.hands[0].current == ((Seat.N, Card.parse("2H")),)


def test_giving_up_lets_the_other_side_win_without_points() -> None:
    record = whole_hand()
    state = accept(record, Concede("EW"))
    assert state.phase is Phase.GAME_OVER and state.winner == "NS" and state.scores == {"NS": 52, "EW": 0}
    assert state.won_at == WonAt("concession", 1, deal=1) and len(state.hands) == 1


def test_a_note_is_kept_and_changes_nothing_else() -> None:
    record = dealt()
    before = replay(record)
    state = accept(record, Note("out_of_turn"))
    assert state.notes == (Note("out_of_turn"),)
    assert (state.scores, state.hand, state.phase) == (before.scores, before.hand, before.phase)


def test_a_game_may_start_from_scores() -> None:
    state = replay(opening(scores={"NS": 30}))
    assert state.scores == {"NS": 30, "EW": 0}
    assert (state.pegs["NS"].front, state.pegs["NS"].back) == (30, 0)
    assert state.phase is Phase.BEFORE_DEAL


def test_before_the_first_pitcher_is_named_nobody_deals() -> None:
    record = opening()[:1]
    assert replay(record).pitcher is None
    assert refused(record, Deal(Seat.W)) == "WRONG_PHASE"
    assert accept(record, GameStart(Seat.W, Seat.S)).dealer is Seat.S


# Revokes


def test_a_revoke_is_proved_by_a_later_card_of_the_suit_and_each_trick_counts_once() -> None:
    """RULES.md 4.4."""
    record = dealt()
    accept(record, trick("N", "AH 2H 3H 4H"), trick("N", "AC 2D 3C 4C"), trick("N", "KC 3D 6C 7C"))
    state = accept(record, trick("N", "QC 8C 9C 10C"), trick("N", "JC 2C 4D 6D"))
    assert state.hand is not None
    assert revokes_found(state.hand.tricks) == (
        Revoke(Seat.E, 2, Suit.CLUBS, 4),
        Revoke(Seat.E, 3, Suit.CLUBS, 4),
    )


def test_a_discard_alone_proves_nothing() -> None:
    record = dealt()
    state = accept(record, trick("N", "AH 2H 3H 4H"), trick("N", "AC 2D 3C 4C"), trick("N", "KD 3D 6D 7D"))
    assert state.hand is not None and revokes_found(state.hand.tricks) == ()


# Why


def test_every_point_has_a_sentence_with_card_and_rule() -> None:
    state = replay(whole_hand(options={"bonus_scheme": "5+1+1+1", "low_point_to": "dealt"}))
    record = state.hands[0]
    sentences = [why(peg) for t in record.tricks for peg in t.pegs]
    assert sentences[0] == (
        "4 for North and South: the ace of hearts is a trump, and the trump ace is worth 4 to the side that wins it "
        "(trick 1; rules 2.8)."
    )
    assert sentences[1] == (
        "5 for North and South: the five of clubs is no trump, and a plain five is worth 5 to the side that wins it "
        "(trick 1; rules 2.8)."
    )
    assert [why(peg, record) for peg in record.pegs] == [
        "1 for North and South: they won the highest trump that was played, the ace of hearts (trick 1; rules 3.1).",
        "1 for North and South: they were dealt the lowest trump that was played, the five of hearts "
        "(trick 9; rules 3.1).",
        "1 for North and South: they won the jack of trumps, the jack of hearts (trick 4; rules 3.1).",
        "5 for North and South: the greater count for game, 80 against 0 (after the last trick; rules 3.1).",
    ]
    assert "80" not in why(record.pegs[-1])


def test_all_points_of_a_hand_are_in_its_pegs() -> None:
    record = replay(whole_hand()).hands[0]
    pegs = [peg for t in record.tricks for peg in t.pegs] + list(record.pegs)
    assert sum(peg.points for peg in pegs) == 52
