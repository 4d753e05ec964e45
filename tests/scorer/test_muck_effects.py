"""What a pile counted again would change, by the referee: recounts, misread cards, cards taken for each other."""

import random

import pytest
from muck_hands import NINE_RANKS, NINE_WINNERS, Quarrel, level_phat, nine_cards, one, rank_tricks, won
from scorer_table import LANCASHIRE, accept, dealt, random_hand

from scorer.cards import pack_of
from scorer.change_words import change_sentences
from scorer.disputes import Change
from scorer.events import Correct, Count, Deal, Recount
from scorer.frozenmap import FrozenMap
from scorer.muck_check import MuckError, Pile
from scorer.muck_effects import counts_from, points_moved, recount_of, what_if
from scorer.muck_mends import Mend, mends
from scorer.referee import Admission, Refusal, admit, replay
from scorer.seats import Seat
from scorer.texts import card_words


def mends_of(quarrel: Quarrel, *piles: Pile) -> tuple[Mend, ...]:
    return mends(quarrel.record, quarrel.check(*piles), quarrel.hand, quarrel.state)


def test_a_recount_is_the_event_and_the_referee_says_what_it_does() -> None:
    quarrel = Quarrel(level_phat())
    check = quarrel.check(quarrel.pile("NS", out="2C", into="AH"))
    event = recount_of(check, "Ann", "counted twice")
    assert event == Recount(1, FrozenMap({"NS": 44, "EW": 36}), (), "Ann", "counted twice")
    change = what_if(quarrel.record, event, quarrel.state)
    assert isinstance(change, Change) and points_moved(change) == {"NS": 8}
    assert change.after == accept(list(quarrel.record), event)
    assert change_sentences(change) == (
        "Hand 1, muck: North and South 40 → 44, East and West 40 → 36.",
        "Hand 1, bonus for the muck: no points → 8 for North and South.",
        "Hand 1, carried over: 8 → 0.",
        "Score: North and South 70 → 78, East and West 10.",
    )


def test_there_is_nothing_to_enter_where_the_count_stands_or_is_open() -> None:
    quarrel = Quarrel(level_phat())
    assert recount_of(quarrel.check(quarrel.pile("NS"))) is None
    assert recount_of(quarrel.check(quarrel.pile("NS", into="AH"))) is None


def test_what_the_referee_refuses_is_refused() -> None:
    quarrel = Quarrel(level_phat())
    answer = what_if(quarrel.record, Recount(2, FrozenMap({"NS": 44, "EW": 36})), quarrel.state)
    assert isinstance(answer, Refusal) and answer.code == "NO_SUCH_HAND"


def test_a_card_nobody_played_was_misread_for_one_that_is_missing() -> None:
    """The ace of hearts lies where the six of hearts should: South's card of trick 2, and the muck is 44-24."""
    quarrel = Quarrel(nine_cards())
    (mend,) = mends_of(quarrel, quarrel.pile("NS", out="6H", into="AH"))
    assert (mend.trick, mend.recorded, mend.card, mend.other_trick) == (2, one("6H"), one("AH"), None)
    played = quarrel.hand.tricks[1]
    assert played.card_of(mend.seat) == one("6H")
    event = Correct(1, 2, played.cards.index(one("6H")), one("AH"))
    answer = admit(quarrel.record, event)
    assert isinstance(answer, Admission) and mend.change.after == answer.after
    assert quarrel.words(quarrel.check(quarrel.pile("NS", out="6H", into="AH"))).mend(mend) == (
        "It would fit if South played the ace of hearts in trick 2, where the six of hearts is recorded "
        "(no points change)."
    )


def test_a_misread_card_that_would_have_lost_the_trick_is_no_explanation() -> None:
    """East's club won a trick that North led: with a spade in its place the others would have the cards."""
    quarrel = Quarrel(nine_cards())
    assert quarrel.hand.tricks[5].card_of(Seat.E) == one("JC") and quarrel.hand.tricks[5].leader is Seat.N
    assert mends_of(quarrel, quarrel.pile("EW", out="JC", into="AS")) == ()


def test_a_misread_card_may_move_the_lead_within_a_side() -> None:
    """South's club in place of North's: South leads from then on, and the run of tricks is admitted."""
    tricks = rank_tricks(NINE_RANKS, NINE_WINNERS)
    quarrel = Quarrel([*dealt(LANCASHIRE), *tricks])
    second = quarrel.hand.tricks[1]
    south = second.card_of(Seat.S)
    (mend,) = mends_of(quarrel, quarrel.pile("NS", out=str(south), into="AC"))
    assert mend.seat is Seat.S and mend.change.after.hands[0].tricks[1].winner is Seat.S
    assert mend.change.after.hands[0].tricks[2].leader is Seat.S


def test_two_cards_taken_for_each_other() -> None:
    """King of hearts and four of hearts: each lies in the other side's pile."""
    quarrel = Quarrel(level_phat())
    pile = quarrel.pile("NS", out="4H", into="KH")
    (mend,) = mends_of(quarrel, pile)
    assert (mend.trick, mend.recorded, mend.card, mend.other_trick) == (3, one("4H"), one("KH"), 11)
    after = mend.change.after.hands[0]
    assert one("KH") in after.tricks[2].cards and one("4H") in after.tricks[10].cards
    assert after.game_count == {"NS": 43, "EW": 37} == quarrel.check(pile).counts
    assert (
        quarrel.words(quarrel.check(pile))
        .mend(mend)
        .endswith("and the four of hearts was played in trick 11 (North and South +8).")
    )
    both = mends_of(quarrel, pile, quarrel.pile("EW", out="KH", into="4H"))
    assert both == (mend,), "told once, though each pile points to it"


def test_two_cards_of_tricks_that_would_change_hands_are_no_explanation() -> None:
    quarrel = Quarrel(level_phat())
    assert mends_of(quarrel, quarrel.pile("EW", out="JC", into="2D")) == (), "the jack of clubs won its trick"
    assert mends_of(quarrel, quarrel.pile("NS", out="4D", into="KC")) == (), "and the king would win another"


def test_a_whole_trick_in_the_other_pile_was_entered_for_the_wrong_players() -> None:
    """The last trick, the tens: South won it by the record; with his club played by East or West it is theirs."""
    quarrel = Quarrel(level_phat())
    pile = quarrel.pile("EW", into="10C 10D 10H 10S")
    found = mends_of(quarrel, pile)
    assert {(one.trick, one.seat, one.card, one.other_trick) for one in found} == {
        (13, Seat.E, one("10C"), 13),
        (13, Seat.W, one("10C"), 13),
    }
    assert {one.change.after.hands[0].tricks[12].side for one in found} == {"EW"}
    east = next(one for one in found if one.seat is Seat.E)
    check = quarrel.check(pile)
    assert east.change.after.hands[0].game_count == check.counts == {"NS": 0, "EW": 80}
    card = quarrel.hand.tricks[12].card_of(Seat.E)
    assert quarrel.words(check).mend(east) == (
        f"It would fit if in trick 13 two cards were taken for each other's: East played the ten of clubs and South "
        f"played {card_words(card)} (East and West +8)."
    )


def test_a_wrong_winner_moves_the_tricks_after_it_too() -> None:
    """If East did not win trick 10, every card after it is another player's: all these tricks change sides."""
    quarrel = Quarrel(level_phat())
    queens_to_aces, tens = (
        " ".join(str(card) for trick in quarrel.hand.tricks[part] for card in trick.cards)
        for part in (slice(9, 12), slice(12, 13))
    )
    assert mends_of(quarrel, quarrel.pile("NS", into="QC QD QH QS")) == (), "the tricks after it lie where they were"
    piles = quarrel.pile("EW", out=queens_to_aces, into=tens), quarrel.pile("NS", out=tens, into=queens_to_aces)
    assert {(mend.trick, mend.other_trick) for mend in mends_of(quarrel, *piles)} == {(10, 10)}


def test_a_mend_is_offered_though_later_entries_could_not_have_happened() -> None:
    """With it North and South win the muck of hand 1 and the game, so hand 2 would not have been dealt."""
    quarrel = Quarrel(level_phat({"NS": 105}))
    hand, dealer = quarrel.hand, quarrel.state.dealer
    assert dealer is not None
    quarrel.enter(Deal(dealer))
    quarrel.hand = hand
    (mend,) = mends_of(quarrel, quarrel.pile("NS", out="4H", into="KH"))
    assert mend.change.after.winner == "NS" and mend.change.after.hand is None


def test_a_card_that_the_player_did_not_hold_is_no_explanation() -> None:
    """The hands were told when they were dealt, and the card that turned up was in none of them."""
    hands, tricks = random_hand(random.Random(5), Seat.N)
    undealt = sorted(set(pack_of(52).cards) - {card for held in hands.values() for card in held})
    told, untold = (Quarrel([*dealt(LANCASHIRE, hands=known), *tricks]) for known in (hands, None))
    explained = 0
    for lost in sorted(won(told.hand, "NS")):
        for strange in undealt[:4]:
            assert mends_of(told, told.pile("NS", out=str(lost), into=str(strange))) == ()
            explained += len(mends_of(untold, untold.pile("NS", out=str(lost), into=str(strange))))
    assert explained > 10, "without the hands it could have been so"


def test_many_differences_are_not_guessed_at() -> None:
    quarrel = Quarrel(level_phat())
    assert mends_of(quarrel, quarrel.pile("NS", out="4H 5H 6H", into="KH QH JH")) == ()
    nine = Quarrel(nine_cards())
    assert mends_of(nine, nine.pile("NS", out="6H 6D 6S", into="AH AD AS")) == ()


def test_a_number_counted_at_the_table_gives_the_rest_to_the_others() -> None:
    phat, nine = Quarrel(level_phat()), Quarrel(nine_cards())
    variant = phat.state.variant
    assert counts_from(phat.hand, variant, "EW", 42) == {"NS": 38, "EW": 42}
    assert counts_from(nine.hand, nine.state.variant, "NS", 30) == {"NS": 30, "EW": 34}
    in_play = replay([*dealt(LANCASHIRE), *rank_tricks(NINE_RANKS, NINE_WINNERS)[:7]]).hand
    assert in_play is not None
    assert counts_from(in_play, nine.state.variant, "NS", 5) == {"NS": 5, "EW": 7}
    told = [*dealt(LANCASHIRE), Count(FrozenMap({"NS": 20, "EW": 24}), FrozenMap({"NS": 30, "EW": 20}))]
    assert counts_from(replay(told).hands[0], nine.state.variant, "EW", 22) == {"NS": 28, "EW": 22}
    irish, three = replay(dealt("irish_don")), replay(dealt("blind_don_three", None, "E"))
    assert irish.hand is not None and three.hand is not None
    for state, side, code in (
        (irish, "NS", "MUCK_NO_COUNT"),
        (three, "E", "MUCK_COUNT_SIDES"),
        (phat.state, "N", "UNKNOWN_SIDE"),
    ):
        with pytest.raises(MuckError) as raised:
            counts_from(phat.hand, state.variant, side, 1)
        assert raised.value.code == code and str(raised.value).endswith(".")


def test_points_moved_are_those_of_all_games() -> None:
    """A recount that wins the game: the score of the other side stays, and later hands would be let go."""
    quarrel = Quarrel(level_phat({"NS": 105}))
    change = what_if(quarrel.record, Recount(1, FrozenMap({"NS": 44, "EW": 36})), quarrel.state)
    assert isinstance(change, Change) and change.after.winner == "NS" and points_moved(change) == {"NS": 8}
