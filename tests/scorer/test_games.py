"""Games, legs and matches: the pitch, claims, concession, ends without a target (RULES.md 3.1 to 3.5, 4.1)."""

import pytest
from scorer_table import LANCASHIRE, accept, cards, dealt, opening, refused, trick

from scorer.cards import Card, Suit
from scorer.events import (
    Call,
    Choose,
    Claim,
    Concede,
    Count,
    Cut,
    Deal,
    Event,
    GameStart,
    Penalty,
    Revoke,
    start_of_match,
)
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState, Phase, WonAt
from scorer.referee import replay
from scorer.seats import Seat
from scorer.variant import load_variant


def cut(**by_seat: str) -> Cut:
    return Cut(FrozenMap({Seat(seat): Card.parse(card) for seat, card in by_seat.items()}))


def begun(variant: str, options: dict[str, object] | None = None) -> list[Event]:
    return [start_of_match("m1", load_variant(variant, options))]


def count(sides: dict[str, int], game: dict[str, int] | None = None, last: str | None = None) -> Count:
    return Count(FrozenMap(sides), FrozenMap(game) if game else None, last_scoring_side=last)


def hand(record: list[Event], *events: Event) -> MatchState:
    """Deal as the state says, then these."""
    dealer = replay(record).dealer
    assert dealer is not None
    return accept(record, Deal(dealer), *events)


# The cut


def test_the_winner_of_the_cut_names_the_pitcher() -> None:
    record = begun(LANCASHIRE)
    state = accept(record, cut(N="8H", E="8C"))
    assert state.game.cutters == (Seat.N, Seat.E) and state.game.recuts == 1 and state.pitcher is None
    assert refused(record, cut(S="KD", E="2S")) == "WRONG_CUTTERS"
    assert refused(record, Choose(Seat.N)) == "WRONG_PHASE"
    state = accept(record, cut(N="3D", E="2S"))
    assert state.game.choice == (Seat.N, Seat.S) and state.pitcher is None and state.game.cut_winner is Seat.N
    assert refused(record, Deal(Seat.W)) == "WRONG_PHASE"
    assert refused(record, cut(N="3D", E="2S")) == "WRONG_PHASE"
    state = accept(record, Choose(Seat.S))
    assert (state.pitcher, state.dealer) == (Seat.S, Seat.E) and state.game.choice == ()
    assert refused(record, Choose(Seat.S)) == "WRONG_PHASE"
    assert refused(record, cut(N="3D", E="2S")) == "WRONG_PHASE"
    assert refused(record, GameStart(Seat.S)) == "WRONG_PHASE"


def test_who_may_be_named_is_an_option() -> None:
    record = begun("nine_card_online_welsh")
    accept(record, cut(N="3D", W="2S"))
    assert refused(record, Choose(Seat.E)) == "WRONG_CHOICE"
    assert accept(record, Choose(Seat.S)).dealer is Seat.S, "the pitcher deals"
    record = begun(LANCASHIRE, {"cut_choice": "cutter_pitches"})
    assert accept(record, cut(N="3D", W="2S")).pitcher is Seat.N
    record = begun(LANCASHIRE)
    accept(record, cut(N="3D", W="2S"))
    assert accept(record, Choose(Seat.E)).pitcher is Seat.E, "an opponent is not excluded"
    assert refused([*begun("blind_don_burnley"), GameStart(Seat.N)], Choose(Seat.E)) == "WRONG_PHASE"


def test_a_player_who_is_not_there_can_not_be_named() -> None:
    variant = load_variant("blind_don_burnley")
    data = {**variant.to_json(), "cut": "high_by_side", "cut_choice": "winner_names"}
    record: list[Event] = [start_of_match("m1", type(variant).from_json(data))]
    accept(record, cut(N="3D", S="2S"))
    assert refused(record, Choose(Seat.E)) == "UNKNOWN_SEAT"


def test_cards_and_cutters_have_to_be_there() -> None:
    record = begun(LANCASHIRE)
    assert refused(record, cut(N="3D", S="2S")) == "WRONG_CUTTERS"
    assert refused(record, cut(N="3D", E="3D")) == "DUPLICATE_CARD"
    assert refused(begun(LANCASHIRE, {"cut": "random"}), cut(N="3D", E="2S")) == "NO_CUT"
    assert refused([*opening(hands_played=1)], cut(N="3D", E="2S")) == "WRONG_PHASE"


def test_in_irish_don_the_holder_of_the_marker_pitches_and_anybody_deals() -> None:
    record = begun("irish_don")
    assert refused(record, cut(N="3D")) == "NO_MARKER"
    state = accept(record, cut(E="2D", N="AS"))
    assert state.pitcher is Seat.E and state.any_dealer
    state = accept(record, Deal(Seat.S), trick("E", "AH 2H 3H 4H"))
    assert state.dealer is Seat.S and not replay([*record[:-1], count({"NS": 40, "EW": 40})]).any_dealer
    second = [*begun("irish_don"), GameStart(Seat.E, Seat.E), Deal(Seat.E), count({"NS": 40, "EW": 40})]
    assert replay(second).dealer is Seat.E and replay(second).pitcher is Seat.S
    assert refused(second, Deal(Seat.W)) == "WRONG_DEALER"
    assert refused(opening("blind_don_burnley"), Deal(Seat.E)) == "UNKNOWN_SEAT"


# Taking a game over from another board


def test_a_game_can_be_taken_over() -> None:
    record = opening("phat", None, "S", {"NS": 88, "EW": 172}, 3, 8)
    state = replay(record)
    assert state.phase is Phase.BETWEEN_HANDS and state.carry == 8 and state.deal_number == 4
    assert state.pegs["EW"].front == 172
    assert hand(record, count({"NS": 71, "EW": 9})).won_at == WonAt("count", 1, deal=4)
    assert refused(begun("phat"), GameStart(Seat.N, None, None, 1, 4)) == "BAD_START_CARRY"
    assert refused(begun("phat"), GameStart(Seat.N, None, None, 1, -8)) == "BAD_START_CARRY"
    assert refused(begun(LANCASHIRE), GameStart(Seat.N, None, None, 1, 8)) == "BAD_START_CARRY"
    assert refused(begun("irish_don"), GameStart(Seat.N, None, None, 2)) == "BAD_START_HANDS"
    assert refused(begun("phat"), GameStart(Seat.N, None, None, -1)) == "BAD_START_HANDS"
    assert refused(begun("phat"), GameStart(None, Seat.N)) == "WRONG_DEALER"
    assert refused(begun("blind_don_burnley"), GameStart(Seat.E)) == "UNKNOWN_SEAT"
    assert refused(begun("blind_don_burnley"), GameStart(Seat.N, Seat.E)) == "UNKNOWN_SEAT"
    assert refused(begun("irish_don"), GameStart(Seat.N, None, FrozenMap({"NS": -1}))) == "BAD_START_SCORE"


# South Wales: best of three legs


def leg(record: list[Event], winner: str) -> MatchState:
    """A leg won at once by a penalty."""
    state = replay(record)
    other = state.others(winner)[0]
    if state.hand is None:
        hand(record)
    return accept(record, Penalty(other, 121))


def test_the_first_side_to_win_two_legs_wins_the_match() -> None:
    record = begun("nine_card_south_wales")
    accept(record, cut(N="KD", E="2S"), Choose(Seat.N))
    state = leg(record, "NS")
    assert state.winner == "NS" and not state.match_over and state.match_winner is None
    assert refused(record, Deal(Seat.N)) == "GAME_OVER" and refused(record, Choose(Seat.N)) == "GAME_OVER"
    assert refused(record, cut(S="KD", W="2S")) == "GAME_OVER"
    state = accept(record, GameStart())
    assert state.phase is Phase.BEFORE_DEAL and state.pitcher is None and state.winner is None
    assert state.game.number == 2 and state.game.cutters == (Seat.S, Seat.W)
    assert state.scores == {"NS": 0, "EW": 0} and state.pegs["NS"].front == 0 and state.won_at is None
    accept(record, cut(N="2D", W="KS"), Choose(Seat.E))
    state = leg(record, "EW")
    assert state.games_won == {"NS": 1, "EW": 1} and not state.match_over
    state = accept(record, GameStart(Seat.S))
    state = leg(record, "EW")
    assert state.match_over and state.match_winner == "EW" and len(state.games) == 3
    assert [(game.number, game.winners, game.first_hand, game.last_hand) for game in state.games] == [
        (1, ("NS",), 0, 0), (2, ("EW",), 1, 1), (3, ("EW",), 2, 2),
    ]  # fmt: skip
    assert [state.game_of(hand) for hand in (1, 2, 3)] == [1, 2, 3]
    assert replay(dealt()).game_of(1) == 1, "a game that is not over"
    assert state.won_at == WonAt("penalty", 3, deal=1)
    assert refused(record, GameStart()) == "GAME_OVER"


def test_two_straight_legs_are_enough() -> None:
    record = [*begun("nine_card_south_wales"), GameStart(Seat.N)]
    leg(record, "NS")
    accept(record, GameStart(Seat.E))
    assert leg(record, "NS").match_over


def test_in_a_match_of_games_the_pitch_goes_on_to_the_left() -> None:
    record = [*begun(LANCASHIRE, {"match": "first_to_2"}), GameStart(Seat.N)]
    leg(record, "NS")
    state = accept(record, GameStart())
    assert (state.pitcher, state.dealer) == (Seat.E, Seat.N)
    hand(record, count({"NS": 10, "EW": 10}, {"NS": 10, "EW": 10}))
    leg(record, "EW")
    state = accept(record, GameStart())
    assert state.pitcher is Seat.W
    assert leg(record, "EW").match_winner == "EW"


# Irish Don


def irish_game(
    record: list[Event], first: tuple[int, int], second: tuple[int, int], last: str | None = None
) -> MatchState:
    hand(record, count({"NS": first[0], "EW": first[1]}))
    return hand(record, count({"NS": second[0], "EW": second[1]}, last=last))


def test_best_of_three_irish_games() -> None:
    """RULES.md 3.4: the pitch goes on, so that everybody pitches once; at 1-1 the marker card decides."""
    record = [*begun("irish_don", {"match": "best_of_3"}), cut(S="2D")]
    assert irish_game(record, (50, 30), (40, 40)).winner == "NS"
    state = accept(record, GameStart())
    assert (state.pitcher, state.dealer) == (Seat.N, Seat.W) and not state.any_dealer
    assert irish_game(record, (30, 50), (40, 40)).games_won == {"NS": 1, "EW": 1}
    state = accept(record, GameStart())
    assert state.pitcher is None and state.game.by_marker
    state = accept(record, cut(E="2D"))
    assert state.any_dealer and state.pitcher is Seat.E
    state = irish_game(record, (50, 30), (40, 40))
    assert state.match_over and state.match_winner == "NS"


def test_a_drawn_game_is_played_again_with_the_next_pitcher() -> None:
    record = [*begun("irish_don", {"match": "best_of_3", "tie_rule": "draw"}), cut(S="2D")]
    state = irish_game(record, (50, 30), (30, 50), last="NS")
    assert state.winners == () and state.winner is None and not state.match_over
    assert state.games_won == {"NS": 0, "EW": 0} and state.games[0].winners == ()
    state = accept(record, GameStart())
    assert state.pitcher is Seat.N


def test_a_drawn_single_game_ends_the_match() -> None:
    record = [*begun("irish_don", {"tie_rule": "draw"}), cut(S="2D")]
    state = irish_game(record, (50, 30), (30, 50))
    assert state.match_over and state.match_winner is None and refused(record, GameStart()) == "GAME_OVER"


def test_a_claim_belongs_to_the_second_deal_and_to_the_first_at_80() -> None:
    record = [*begun("irish_don"), cut(S="2D")]
    assert refused(record, Claim("NS")) == "WRONG_PHASE"
    hand(record)
    assert refused(record, Claim("NS")) == "CLAIM_TOO_EARLY"
    assert refused(record, Claim("X")) == "UNKNOWN_SIDE"
    accept(record, count({"NS": 80, "EW": 0}))
    assert refused(record, Claim("NS")) == "WRONG_PHASE", "the second deal has not begun"
    hand(record)
    assert refused(record, Claim("EW")) == "CLAIM_TOO_EARLY"
    state = accept(record, Claim("NS"))
    assert state.winner == "NS" and state.won_at == WonAt("claim", 2, deal=2)
    assert state.hands[1].ended == "claimed"
    assert refused(dealt(), Claim("NS")) == "WRONG_PHASE"


def test_under_the_draw_rule_a_claim_needs_81() -> None:
    record = dealt("irish_don", {"tie_rule": "draw"}, scores={"NS": 76}, hands_played=1)
    accept(record, trick("N", "AH 2H 3H 4H"))
    assert refused(record, Claim("NS")) == "CLAIM_TOO_EARLY"
    assert accept(record, trick("N", "KH 6H 7H 8H"), Claim("NS")).winner == "NS"


def test_a_penalty_counts_for_reaching_80_and_only_when_it_was_scored() -> None:
    """RULES.md 6: kept apart from the 80 of the deal, and the 80-80 rule goes by who was there first."""
    record = dealt("irish_don", scores={"NS": 70, "EW": 76}, hands_played=1)
    accept(record, trick("N", "AH 2H 3H 4H"), Penalty("EW", 6))
    assert replay(record).scores == {"NS": 80, "EW": 76}
    accept(record, trick("N", "6S AS 5S 7S"), Penalty("NS", 1))
    assert replay(record).scores["EW"] == 82
    assert refused(record, Claim("EW")) == "CLAIM_TOO_LATE"
    assert accept(record, Claim("NS")).winner == "NS"
    late = dealt("irish_don", scores={"NS": 70, "EW": 70}, hands_played=1)
    accept(late, trick("N", "2S 3S 4S AS"), Penalty("NS", 6), trick("W", "2C 5C 3C 4C"), trick("N", "9C 6C 7C 8C"))
    assert replay(late).scores == {"NS": 84, "EW": 80}
    assert refused(late, Claim("NS")) == "CLAIM_TOO_LATE"
    assert accept(late, Claim("EW")).winner == "EW"


def test_irish_don_is_conceded_only_after_the_first_deal() -> None:
    record = dealt("irish_don")
    assert refused(record, Concede("NS")) == "WRONG_PHASE"
    state = accept(record, count({"NS": 10, "EW": 70}), Concede("NS"))
    assert state.winner == "EW" and state.won_at == WonAt("concession", 1, deal=1)
    assert refused(opening("blind_don_three", None, "E"), Concede("NS")) == "UNKNOWN_SIDE"


def test_the_holder_of_the_marker_may_take_the_first_trick_by_option() -> None:
    """RULES.md 3.4, source 001: first deal only."""
    on = {"first_trick_to_pitcher": "on"}
    state = replay([*dealt("irish_don", on), trick("N", "2H AH 3H 4H"), trick("N", "2C AC 3C 4C")])
    assert state.hand is not None and [t.winner for t in state.hand.tricks] == [Seat.N, Seat.E]
    assert state.scores == {"NS": 4, "EW": 0}
    second = dealt("irish_don", on, hands_played=1)
    assert accept(second, trick("N", "2H AH 3H 4H")).leader is Seat.E
    off = dealt("irish_don")
    assert accept(off, trick("N", "2H AH 3H 4H")).leader is Seat.E
    games = [*begun("irish_don", {**on, "match": "first_to_2"}), GameStart(Seat.N)]
    irish_game(games, (50, 30), (40, 40))
    accept(games, GameStart())
    assert hand(games, trick("S", "2H AH 3H 4H")).leader is Seat.W, "no marker card decided this game"


# Blind Don


def blind(name: str, *hands: dict[str, int], options: dict[str, object] | None = None) -> list[Event]:
    record = [*begun(name, options), GameStart(load_variant(name, options).seats[0])]
    for points in hands:
        called: list[Event] = [Call(Suit.HEARTS)] if replay(record).variant.trumps == "called" else []
        hand(record, *called, count(points, dict.fromkeys(points, 0)))
    return record


def test_four_pitches_and_the_higher_total_wins() -> None:
    """RULES.md 3.3."""
    one = {"N": 10, "S": 9}
    record = blind("blind_don_burnley", one, one, one)
    assert replay(record).phase is Phase.BETWEEN_HANDS
    assert (replay(record).pitcher, replay(record).dealer) == (Seat.S, Seat.N)
    state = replay(blind("blind_don_burnley", one, one, one, {"N": 0, "S": 2}))
    assert state.winner == "N" and state.won_at == WonAt("end_of_match", 4, deal=4) and state.match_over


def test_equal_totals_are_a_draw_or_shared_or_played_on() -> None:
    level = [{"N": 10, "S": 9}, {"N": 9, "S": 10}] * 2
    state = replay(blind("blind_don_burnley", *level))
    assert state.winners == () and state.match_over and state.games[0].winners == ()
    three = blind("blind_don_three", {"E": 9, "S": 3, "W": 0}, {"E": 0, "S": 3, "W": 0}, {"E": 0, "S": 3, "W": 5})
    shared = replay(three)
    assert shared.winners == ("E", "S") and shared.winner is None and shared.match_over
    extra: dict[str, object] = {"equal_totals": "extra_pitches"}
    record = blind("blind_don_burnley", *level, options=extra)
    assert replay(record).phase is Phase.BETWEEN_HANDS
    state = hand(record, count({"N": 9, "S": 0}, {"N": 0, "S": 0}))
    assert state.phase is Phase.BETWEEN_HANDS, "everybody pitches once more"
    state = hand(record, count({"N": 0, "S": 9}, {"N": 0, "S": 0}))
    assert state.phase is Phase.BETWEEN_HANDS, "still level"
    hand(record, count({"N": 0, "S": 9}, {"N": 0, "S": 0}))
    state = hand(record, count({"N": 0, "S": 0}, {"N": 0, "S": 0}))
    assert state.winner == "S" and state.game.hands_played == 8


def test_of_three_the_better_of_the_two_others_wins_a_concession() -> None:
    record = blind("blind_don_three", {"E": 9, "S": 3, "W": 0})
    assert accept([*record], Concede("E")).winner == "S"
    level = blind("blind_don_three", {"E": 9, "S": 3, "W": 3})
    assert accept(level, Concede("E")).winners == ("S", "W")


def test_trumps_are_called_once_before_the_first_card() -> None:
    record = opening("blind_don_stalybridge")
    assert refused(record, Call(Suit.HEARTS)) == "WRONG_PHASE"
    hand(record)
    assert refused(record, trick("N", "2C 3C")) == "WRONG_PHASE"
    state = accept(record, Call(Suit.HEARTS))
    assert state.hand is not None and state.hand.trump is Suit.HEARTS
    assert refused(record, Call(Suit.CLUBS)) == "WRONG_PHASE"
    state = accept(record, trick("N", "2C 2H"))
    assert state.leader is Seat.S, "the lead need not be a trump"
    assert refused(dealt("blind_don_burnley"), Call(Suit.HEARTS)) == "WRONG_PHASE"
    assert refused(dealt(), Call(Suit.HEARTS)) == "WRONG_PHASE"


def test_after_a_call_there_may_be_no_trump_for_high_and_low() -> None:
    """Nobody has to hold one; then those points are not scored."""
    record = opening("blind_don_stalybridge")
    pack = [f"{r}{s}" for s in "CDS" for r in ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3")]
    hand(record, Call(Suit.HEARTS), *[trick("N", f"{pack[n]} {pack[n + 1]}") for n in range(0, 36, 2)])
    state = replay(record)
    assert state.hands[0].bonus_parts == (("game", "N", 5),) and state.hands[0].trump is Suit.HEARTS


@pytest.mark.parametrize("variant", ["blind_don_burnley", "phat"])
def test_a_game_that_is_over_names_what_comes_next(variant: str) -> None:
    record = [*opening(variant), Concede(load_variant(variant).sides[0])]
    state = replay(record)
    assert state.match_over and state.hands == () and state.won_at == WonAt("concession", 0)
    assert state.last_trick is None and cards("") == ()


def test_who_stood_at_80_when_the_game_was_taken_over_was_there_first() -> None:
    record = dealt("irish_don", scores={"NS": 80}, hands_played=1)
    assert accept(record, Claim("NS")).winner == "NS"


def test_a_revoke_in_the_last_deal_can_be_called_after_the_game() -> None:
    """RULES.md 4.5: a win may be made or undone by it, in a game without a target too."""
    hearts = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3"]
    tricks = [trick("N", f"{r}H {r}C {r}D {r}S") for r in hearts]
    tricks[1] = trick("N", "KH 2H KD KS")
    # East plays a heart in trick 2 and had thrown a club on the heart led in trick 1.
    tricks.append(trick("N", "KC 2C 2D 2S"))
    record = [*dealt("irish_don", scores={"NS": 0, "EW": 80}, hands_played=1), *tricks]
    state = replay(record)
    assert state.winner == "EW" and state.scores == {"NS": 80, "EW": 80} and state.match_over
    state = accept(record, Revoke(Seat.E, 1))
    assert state.winner == "EW" and state.scores == {"NS": 80, "EW": 80}, "the points were North's already"
    assert state.penalties[0].seat is Seat.E and len(state.games) == 1
