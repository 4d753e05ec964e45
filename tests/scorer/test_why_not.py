"""Why not: a sentence for each point somebody missed, with rule and source (RULES.md 2.5 to 2.8, 3, 4.5)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import FORMS, disturbed_match, random_match
from scorer_table import accept, dealt, opening, play, trick, whole_hand
from test_explain import SOUTH_REVOKES, check_whole

from scorer.cards import Card, pack_of
from scorer.events import (
    Call,
    Claim,
    Concede,
    Count,
    Deal,
    Event,
    GameStart,
    Note,
    Revoke,
    Void,
)
from scorer.frozenmap import FrozenMap
from scorer.hand import HandRecord
from scorer.match import MatchState
from scorer.referee import replay
from scorer.seats import Seat
from scorer.trick import card_points
from scorer.variant import BONUS_ORDER
from scorer.why_not import why_no_bonus, why_not

PAGAT = "from the rules page on Don at pagat.com)."
HOUSE = "house default, not from a source)."
FATPEDIA = "from the encyclopedia article on Phat)."
LANCASHIRE, PHAT = "nine_card_lancashire", "phat"


def asked(record: list[Event], card: str, hand: int | None = None) -> str:
    return why_not(replay(record), Card.parse(card), hand)


def played(text: str, variant: str = LANCASHIRE, options: dict[str, object] | None = None) -> list[Event]:
    """North pitches the ace of hearts; then a second trick."""
    return [*dealt(variant, options), trick("N", "AH 2H 4H 6H"), trick("N", text)]


# Cards


@pytest.mark.parametrize(
    ("variant", "card", "sentence"),
    [
        (LANCASHIRE, "9C", "The nine of clubs is no trump, and only the trump nine is worth something, 9 (trick 2;"),
        (
            LANCASHIRE,
            "KC",
            "The king of clubs is no trump, and only the trump king is worth something, 3; this one only counts 3 "
            "towards the bonus after the last trick (trick 2;",
        ),
        (
            LANCASHIRE,
            "10C",
            "The ten of clubs is no trump, and a plain ten is worth nothing; it only counts 10 towards the bonus "
            "after the last trick (trick 2;",
        ),
        (LANCASHIRE, "8C", "The eight of clubs is no trump, and a plain eight is worth nothing (trick 2;"),
        (
            LANCASHIRE,
            "10H",
            "The ten of hearts is a trump, but the trump ten is worth nothing; it only counts 10 towards the bonus "
            "after the last trick (trick 2;",
        ),
        ("irish_don", "10H", "The ten of hearts is a trump, but the trump ten is worth nothing (trick 2;"),
        ("phat_geldeston", "9C", "The nine of clubs is no trump, and a plain nine is worth nothing (trick 2;"),
    ],
)
def test_a_card_may_be_worth_nothing(variant: str, card: str, sentence: str) -> None:
    told = asked(played(f"{card} 2C 3C 4C", variant), card)
    assert told.startswith(f"{sentence} rules 2.8, ")


def test_the_source_is_that_of_the_value() -> None:
    assert asked(played("9C 2C 3C 4C"), "9C").endswith(f"rules 2.8, {FATPEDIA}")
    assert asked(played("9C 2C 3C 4C", "phat_geldeston"), "9C").endswith(f"rules 2.8, {HOUSE}")


def test_a_card_that_scored_says_for_whom() -> None:
    assert asked(played("5C 9C 3C 4C"), "5C") == (
        "It did score: 5 for East and West: the five of clubs is no trump, and a plain five is worth 5 to the side "
        f"that wins it (trick 2; rules 2.8, {FATPEDIA}"
    )


def test_a_card_on_the_table_waits_for_its_trick() -> None:
    record = [*dealt(), play("N", "5H")]
    assert asked(record, "5H") == (
        "The five of hearts lies in trick 1, which is not finished; it gives 10 to the side that wins it "
        f"(rules 2.4, {PAGAT}"
    )
    assert asked([*dealt(), play("N", "10H")], "10H").startswith("The ten of hearts is a trump, but the trump ten")


def test_a_card_not_seen_yet_may_lie_undealt() -> None:
    assert asked(dealt(), "9C") == (
        "The nine of clubs has not been played in this hand; it may come yet, or be one of the 16 cards that were not "
        f"dealt (rules 2.4, {PAGAT}"
    )
    assert asked(dealt(PHAT), "9C") == (
        "The nine of clubs has not been played in this hand yet, and a card scores when its trick is won "
        f"(rules 2.4, {PAGAT}"
    )
    assert asked(whole_hand(), "6H") == (
        f"The six of hearts was not played in hand 1: it is one of the 16 cards that were not dealt (rules 3, {PAGAT}"
    )


def test_nothing_scores_before_a_deal_nor_out_of_the_pack() -> None:
    assert (
        asked(opening(), "9C")
        == f"No hand has been dealt yet, and a card scores when its trick is won (rules 2.4, {PAGAT}"
    )
    assert asked(dealt("irish_don", {"pack": 48}), "2C").startswith("The two of clubs is not in the pack of 48 cards")
    assert asked(whole_hand(), "9C", 2).startswith("There is no finished hand 2")
    assert asked(whole_hand(), "9C", 0).startswith("There is no finished hand 0")


def test_after_the_game_is_won_nothing_more_scores() -> None:
    record = [*dealt(scores={"NS": 88}), trick("N", "AH 2H 3H 4H")]
    assert asked(record, "9H") == (
        f"The nine of hearts was not played in hand 1 before North and South won the game, and after that nothing more "
        f"is scored (rules 2.5, {PAGAT}"
    )
    later: list[Event] = [*record[:1], GameStart(Seat.N)]
    assert asked(later, "9H").startswith("No hand has been dealt yet")


def test_a_hand_given_up_claimed_counted_or_void() -> None:
    record = [*dealt(), trick("N", "AH 2H 3H 4H")]
    assert "before the game was given up (rules 4.1" in asked([*record, Concede("NS")], "9H")
    assert (
        asked([*record, Void("wet cards")], "AH")
        == f"Hand 1 was called void, so nothing in it counts (rules 4.1, {HOUSE}"
    )
    assert asked([*dealt(), count({"NS": 20, "EW": 10}, {"NS": 30, "EW": 20})], "9H") == (
        f"Of hand 1 only the totals were entered, so nobody can say what the nine of hearts did (rules 4.1, {HOUSE}"
    )
    irish = dealt("irish_don", scores={"NS": 76, "EW": 4}, hands_played=1)
    irish += [trick("N", "AH 2H 3H 4H"), Claim("NS")]
    assert asked(irish, "9H") == (
        f"The nine of hearts was not played in hand 1 before North and South claimed the game (rules 3.4, {PAGAT}"
    )


def count(points: dict[str, int], game: dict[str, int] | None = None, named: dict[str, str] | None = None) -> Count:
    return Count(FrozenMap(points), FrozenMap(game) if game else None, FrozenMap(named or {}))


def revoked(penalty: str) -> list[Event]:
    return [*dealt(options={"revoke_penalty": penalty}), *SOUTH_REVOKES, Revoke(Seat.S, 2)]


def test_points_moved_or_lost_by_a_revoke() -> None:
    assert asked(revoked("transfer_trick"), "5C") == (
        "The five of clubs gave North and South 5 in trick 2, but East and West got the points of that trick because "
        f"South revoked in trick 2 (rules 4.5, {HOUSE}"
    )
    assert asked(revoked("walton"), "AH") == (
        "The ace of hearts gave North and South 4 in trick 1, but North and South lost them because South revoked in "
        "trick 2 (rules 4.5, from the rules of the Walton-le-Dale Welsh Don League)."
    )
    assert "before a revoke or a play out of turn ended it (rules 4.5" in asked(revoked("walton"), "9H")
    assert asked(revoked("fixed:9"), "5C").startswith("It did score: 5 for North and South")


@pytest.mark.parametrize(
    ("penalty", "words"), [("walton", "North and South lost them"), ("all_points", "East and West got")]
)
def test_points_moved_by_a_play_out_of_turn(penalty: str, words: str) -> None:
    options: dict[str, object] = {"out_of_turn_penalty": "as_revoke", "revoke_penalty": penalty}
    record = [*dealt(options=options), trick("N", "AH 2H 3H 4H"), Note("out_of_turn", FrozenMap({"seat": "S"}))]
    told = asked(record, "AH")
    assert f"but {words}" in told and "because South played out of turn in trick 2 (rules 4.5" in told


def test_points_moved_there_and_back_have_scored() -> None:
    """Both sides revoke in trick 2: the points go over and come back."""
    record = dealt(options={"revoke_penalty": "transfer_trick"})
    accept(record, trick("N", "AH 2H 3H 4H"), trick("N", "KC 7D 6D 5C"), trick("N", "QC 9C 3C 10C"))
    accept(record, Revoke(Seat.S, 2))
    assert "East and West got" in asked(record, "5C")
    accept(record, Revoke(Seat.E, 2))
    assert asked(record, "5C").startswith("It did score: 5 for North and South")


# The bonus


def bonus(record: list[Event], part: str = "game", side: str | None = None, hand: int | None = None) -> str:
    return why_no_bonus(replay(record), part, side, hand)


def phat(ns: int, options: dict[str, object] | None = None, carry: int = 0, **named: str) -> list[Event]:
    record = dealt(PHAT, options, carry=carry)
    return [*record, count({"NS": 50, "EW": 30}, {"NS": ns, "EW": 80 - ns}, named)]


def test_irish_don_has_no_bonus_and_a_scheme_may_lack_a_part() -> None:
    assert (
        bonus(dealt("irish_don")) == f"Irish Don has no bonus: only the cards won in tricks score (rules 3.4, {PAGAT}"
    )
    assert bonus(dealt(), "jack") == (
        f"There is nothing to get for jack at this table; its bonus scheme is 8 (rules 3.1, {PAGAT}"
    )


def test_a_bonus_comes_after_the_last_trick() -> None:
    record = [*dealt(PHAT), trick("N", "AH 2H 3H 4H")]
    assert bonus(record) == (
        f"The 8 for the muck are scored after the last trick, and 1 of 13 have been played (rules 3.5, {PAGAT}"
    )
    assert bonus(opening()).startswith("No hand has been dealt yet")
    assert bonus(opening(), hand=3).startswith("There is no finished hand 3")
    assert bonus([*record, Void("wet")]).startswith("Hand 1 was called void")


def test_the_other_side_had_the_greater_count() -> None:
    record = phat(38)
    wanted = "8 for East and West: more than half of the muck, 42 against 38 (after the last trick; rules 3.5"
    assert bonus(record, side="NS").startswith(f"It went to East and West: {wanted}")
    assert bonus(record, side="EW").startswith(f"It did score: {wanted}")
    assert bonus(record).startswith(f"It did score: {wanted}")


def test_a_level_count_is_nobodys_and_the_muck_is_carried_over() -> None:
    record = [*dealt(), count({"NS": 20, "EW": 10}, {"NS": 33, "EW": 33})]
    assert bonus(record) == (
        f"Nobody got the 8 for game in hand 1: the best counts are level at 33 (rules 3.1, {PAGAT}"
    )
    assert bonus(phat(40, carry=8)).startswith(
        "Nobody got the 8 for the muck in hand 1: it is level at 40, so 16 are carried over (rules 3.5, "
    )
    assert bonus(phat(40, {"bonus_tie": "tens_then_carry"})).startswith(
        "Nobody got the 8 for the muck in hand 1: it is level at 40 and nobody has more tens, so 8 are carried over"
    )
    assert bonus(phat(40, {"bonus_tie": "tens_then_carry"}, tens="NS"), side="EW").startswith(
        "It went to North and South: 8 for North and South: the muck is level, 40 against 40, and they won"
    )


def test_nothing_is_counted_after_a_win_or_a_hand_cut_short() -> None:
    won = [*dealt(scores={"NS": 88}), trick("N", "AH 2H 3H 4H")]
    assert bonus(won) == (
        "Nothing was scored for game in hand 1: North and South won the game before its end, and after that nothing "
        f"more is scored (rules 2.5, {PAGAT}"
    )
    assert "a revoke or a play out of turn ended it before its last trick (rules 4.5" in bonus(revoked("walton"))
    assert "the game was given up before its last trick" in bonus([*dealt(), Concede("NS")])
    told = [*dealt(scores={"NS": 80}), count({"NS": 20, "EW": 10})]
    assert bonus(told) == (
        "Nothing was scored for game in hand 1: with the points of its tricks alone North and South won the game "
        f"(rules 4.1, {HOUSE}"
    )


SPLIT: dict[str, object] = {"bonus_scheme": "5+1+1+1"}


def test_a_win_on_an_earlier_part_leaves_the_rest_unscored() -> None:
    """RULES.md 3.1: high, low, jack, game in that order, and a stop at the first side to go out."""
    record = whole_hand({"NS": 91 - 44 - 1}, SPLIT)
    assert bonus(record) == (
        "Nothing was scored for game in hand 1: North and South won the game with the bonus for high, which comes "
        f"before it (rules 3.1, {HOUSE}"
    )
    assert bonus(record, "high", "EW").startswith(
        "It went to North and South: 1 for North and South: they won the high"
    )


def test_the_jack_may_not_be_dealt_and_no_trump_be_played() -> None:
    record = dealt(options=SPLIT)
    accept(record, *[trick("N", text) for text in ["AH 5C 5S 5D", "KH AC AS AD", "2H KC KS KD", "3H QC QS QD"]])
    accept(record, *[trick("N", text) for text in ["10H JC JS JD", "9H 10C 10S 10D", "8H 2C 2S 2D", "7H 3C 3S 3D"]])
    accept(record, trick("N", "5H 4C 4S 4D"))
    assert bonus(record, "jack") == (
        "Nobody got the point for jack in hand 1: the jack of trumps was not among the cards played (rules 3.1, from "
        "the encyclopedia article on Phat)."
    )


def called_hand() -> list[Event]:
    """Blind Don for three with spades called, of which none is played: the lowest fourteen of three suits each."""
    seats = {Seat.E: "C", Seat.S: "D", Seat.W: "H"}
    record = opening("blind_don_three", None, "E")
    ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    events: list[Event] = [Deal(Seat.W), Call(Card.parse("AS").suit)]
    events += [trick("E", " ".join(f"{rank}{suit}" for suit in seats.values())) for rank in ranks]
    return [*record, *events]


def test_after_a_call_no_trump_need_be_played() -> None:
    record = called_hand()
    state = replay(record)
    assert len(state.hand.tricks if state.hand else ()) == 13
    accept(record, trick("E", "2S 3S 4S"))
    assert bonus(record, "high", "E").startswith("It went to West: 1 for West: West won the highest trump")
    assert bonus(record, "jack").startswith("Nobody got the point for jack in hand 1: the jack of trumps was not among")


def test_of_told_totals_nobody_was_named() -> None:
    record = [*dealt(options=SPLIT), count({"NS": 20, "EW": 10}, {"NS": 30, "EW": 20}, {"high": "NS"})]
    assert bonus(record, "high", "NS").startswith("It did score: 1 for North and South: the highest trump")
    assert bonus(record, "low") == (
        f"Nobody got the point for low in hand 1: of its totals nobody was named for it (rules 4.1, {HOUSE}"
    )


def test_a_bonus_lost_by_a_revoke_called_after_the_hand() -> None:
    record = dealt(options={"revoke_penalty": "walton"})
    tricks = ["AH 2H 3H 4H", "KC 7C 6D 5C", "QC 9C 3C 10C", "KH 6H 7H 8H", "AC 4C 2C 8C", "AD 2D 3D 4D", "KD 7D 8D 9D"]
    accept(record, *[trick("N", text) for text in [*tricks, "AS 2S 3S 4S", "KS 6S 7S 8S"]])
    assert replay(record).hands[0].bonus_parts == (("game", "NS", 8),)
    accept(record, Revoke(Seat.S, 2))
    assert bonus(record) == (
        "North and South had the 8 for game in hand 1 and lost all of it because South revoked in trick 2 (rules 4.5, "
        "from the rules of the Walton-le-Dale Welsh Don League)."
    )


# Anything asked of any match


@given(st.integers(0, 2**32 - 1), st.integers(0, len(FORMS) - 1), st.booleans())
@settings(max_examples=40, deadline=None)
def test_whatever_is_asked_has_a_sentence_and_what_is_said_to_have_scored_did(
    seed: int, form: int, rough: bool
) -> None:
    rng = random.Random(seed)
    match = disturbed_match(rng, 3, form) if rough else random_match(rng, 3, form)
    state = match.state
    for number in range(1, len(state.hands) + 1):
        for card in rng.sample(pack_of(state.variant.pack).cards, 12):
            sentence = why_not(state, card, number)
            check_whole(sentence)
            assert sentence.startswith("It did score: ") == scored(state, state.hands[number - 1], card), sentence
        for part in BONUS_ORDER:
            for side in (None, *state.variant.sides):
                check_whole(why_no_bonus(state, part, side, number))


def scored(state: MatchState, hand: HandRecord, card: Card) -> bool:
    """Whether a card gave its points to the side that won it, and they stayed there."""
    for played_trick in hand.tricks:
        if card in played_trick.cards and hand.trump is not None and hand.ended != "void":
            moved = [
                peg.points
                for record in state.penalties
                for peg in record.pegs
                if record.hand == hand.number
                and peg.reason.trick == played_trick.number
                and peg.side == played_trick.side
            ]
            return card_points(card, hand.trump, state.variant) > 0 and played_trick.points + sum(moved) > 0
    return False
