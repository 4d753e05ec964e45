"""A pile laid beside the record of its hand: differences, what can't be, what the piles come to (RULES.md 2.8, 3.5)."""

import random
from dataclasses import replace

import pytest
from muck_hands import LEVEL, PHAT_RANKS, TRUMPS, Quarrel, level_phat, nine_cards, one, rank_tricks, won
from scorer_table import LANCASHIRE, accept, cards, dealt, trick

from scorer.cards import pack_of
from scorer.events import Call, Count, Deal, Recount
from scorer.frozenmap import FrozenMap
from scorer.muck_check import MuckCheck, MuckError, Pile, check_muck, hand_to_check
from scorer.seats import Seat
from scorer.texts import say


def codes_of(check: MuckCheck) -> list[str]:
    return [fault.code for fault in check.impossible]


def test_a_pile_as_the_record_says_agrees() -> None:
    quarrel = Quarrel(level_phat())
    check = quarrel.check(quarrel.pile("NS"))
    assert check.counts == check.standing == {"NS": 40, "EW": 40}
    (pile,) = check.piles
    assert (pile.certain, pile.at_most, pile.by_record, len(pile.same)) == (40, 40, 40, 36)
    assert check.pile_of("NS") is pile and check.pile_of("EW") is None
    assert quarrel.words(check).differences() == ()
    assert quarrel.words(check).result() == (
        "The piles come to North and South 40, East and West 40, as the record says."
    )
    assert quarrel.words(check).record() == "Hand 1, the muck by the record: North and South 40, East and West 40."


def test_a_card_too_many_names_its_trick_and_what_it_would_change() -> None:
    """The ten of hearts lies with East and West: 30-50 in place of 40-40, and the muck is no longer level."""
    quarrel = Quarrel(level_phat())
    check = quarrel.check(quarrel.pile("EW", into="10H"))
    (difference,) = check.piles[0].differences
    assert (difference.kind, difference.card, difference.counts) == ("extra", one("10H"), 10)
    assert (difference.trick, difference.seat, difference.won_by) == (13, Seat.W, "NS")
    assert difference.belongs == {"NS": 30, "EW": 50}
    assert quarrel.words(check).differences() == (
        "The ten of hearts (10) lies in the pile of East and West; by the record North and South won it in trick 13, "
        "played by West: if it belongs to East and West, the muck is 30-50 instead of 40-40 (East and West +8).",
    )
    assert codes_of(check) == ["MUCK_NOT_WHOLE"] and check.counts is None
    assert quarrel.words(check).impossible() == (
        "The pile of East and West does not come out in tricks of 4 (cards: 17); a card is missing or too many.",
    )
    assert quarrel.words(check).result() == "The piles can't be so; put that right, then they are counted."


def test_a_card_missing_in_one_pile_and_seen_in_no_other_goes_to_the_other_side() -> None:
    quarrel = Quarrel(level_phat())
    whole = quarrel.check(quarrel.pile("NS", out="10S 2C", into="AH AD"))
    assert [d.card for d in whole.piles[0].of("extra")] == [one("AD"), one("AH")]
    assert [d.card for d in whole.piles[0].of("missing")] == [one("10S"), one("2C")]
    assert whole.counts == {"NS": 38, "EW": 42}
    told = quarrel.words(whole)
    assert told.result() == (
        "The piles come to North and South 38, East and West 42 instead of North and South 40, East and West 40."
    )
    assert told.differences()[-2:] == (
        "The ten of spades (10) is not in the pile of North and South, where the record puts it (trick 13, played by "
        "North): if it belongs to East and West, the muck is 30-50 instead of 40-40 (East and West +8).",
        "Not in the pile of North and South, where the record puts them, and counting nothing: "
        "the two of clubs (trick 1).",
    )


def test_both_piles_hold_what_the_pack_counts() -> None:
    quarrel = Quarrel(level_phat())
    check = quarrel.check(quarrel.pile("NS", into="AH"), quarrel.pile("EW", out="AH"))
    assert codes_of(check) == ["MUCK_NOT_WHOLE", "MUCK_NOT_WHOLE"]
    moved = quarrel.check(quarrel.pile("NS", out="2C", into="AH"), quarrel.pile("EW", out="AH", into="2C"))
    assert not moved.impossible and moved.counts == {"NS": 44, "EW": 36}
    sentences = quarrel.words(moved).differences()
    assert len(sentences) == 2, "what is missing here and lies there is told once"
    assert sentences[0].endswith("the muck is 44-36 instead of 40-40 (North and South +8).")
    assert sentences[1] == (
        "In the pile of East and West, though by the record won by others, and counting nothing: "
        "the two of clubs (trick 1)."
    )


def test_a_total_of_76_lacks_one_card_worth_4_and_names_it() -> None:
    quarrel = Quarrel(level_phat())
    check = quarrel.check(quarrel.pile("NS"), quarrel.pile("EW", out="AH"))
    assert codes_of(check) == ["MUCK_NOT_WHOLE", "MUCK_SHORT"]
    assert quarrel.words(check).impossible()[1] == (
        "The piles have 51 of 52 cards and come to 76 instead of 80, so 4 are missing: the ace of hearts."
    )
    worthless = quarrel.check(quarrel.pile("NS", out="2C"), quarrel.pile("EW"))
    assert quarrel.words(worthless).impossible()[1] == ("The piles have 51 of 52 cards; those missing count nothing.")


def test_one_card_in_both_piles_can_not_be() -> None:
    quarrel = Quarrel(level_phat())
    check = quarrel.check(quarrel.pile("NS"), quarrel.pile("EW", into="10H 10D 10S 10C"))
    assert codes_of(check) == ["MUCK_TWICE"] and check.open is not None and check.open.code == "MUCK_IMPOSSIBLE"
    assert quarrel.words(check).impossible() == (
        "What lies in the pile of North and South can't lie in that of East and West too: the ten of clubs, the ten of "
        "diamonds, the ten of hearts, the ten of spades; look at both again.",
    )


def test_a_whole_trick_in_the_other_pile_is_told_as_one() -> None:
    quarrel = Quarrel(level_phat())
    check = quarrel.check(quarrel.pile("NS", into="KC KD KH KS"))
    assert check.counts == {"NS": 52, "EW": 28}
    assert quarrel.words(check).differences() == (
        "All cards of trick 11 (12) lie in the pile of North and South, and by the record East and West won it and "
        "pegged 3; it was swept to the wrong side or entered wrongly: if it belongs to North and South, the muck is "
        "52-28 instead of 40-40 (North and South +8).",
    )
    nothing = quarrel.check(quarrel.pile("EW", into="3C 3D 3H 3S"))
    (sentence,) = quarrel.words(nothing).differences()
    assert sentence.startswith("All cards of trick 2 (0) lie in the pile of East and West")
    assert sentence.endswith("it was swept to the wrong side or entered wrongly.")


def test_doubtful_places_give_a_range_and_no_count() -> None:
    quarrel = Quarrel(level_phat())
    check = quarrel.check(quarrel.pile("NS", out="10H 4D", doubtful=("10H 10D 2H", "4D AD", "10C 9S")))
    pile = check.piles[0]
    assert (pile.certain, pile.at_most) == (30, 44), "10H may be there, AD too, and 10C lies there already"
    assert check.counts is None and not check.impossible
    assert quarrel.words(check).result() == (
        "Not every card is certain yet, places to look at: 3; say which they are, then the piles are counted."
    )
    both = quarrel.check(quarrel.pile("NS", out="10H", doubtful=("10H",)), quarrel.pile("EW"))
    assert not both.impossible, "a doubtful place may be the card that is missing"


def test_many_cards_missing_are_told_in_one_sentence() -> None:
    quarrel = Quarrel(level_phat())
    check = quarrel.check(Pile("NS", frozenset(cards("10H 10D 10S 10C"))))
    assert quarrel.words(check).differences() == (
        "Not in the pile of North and South are 32 cards, counting 0, that the record puts there, of tricks "
        "1, 2, 3, 4, 5, 6, 7, 8.",
    )


@pytest.mark.parametrize("seed", range(60))
def test_any_two_piles_of_a_whole_pack_are_compared_card_by_card(seed: int) -> None:
    """Whatever lies where, the differences are the cards that the record puts elsewhere, and the referee agrees."""
    rng = random.Random(seed)
    quarrel = Quarrel(level_phat())
    pack = list(pack_of(52).cards)
    moved = rng.sample(pack, rng.randint(0, 9))
    held = (won(quarrel.hand, "NS") ^ set(moved)) if rng.random() < 0.8 else set(rng.sample(pack, 28))
    ours, theirs = Pile("NS", frozenset(held)), Pile("EW", frozenset(pack) - held)
    both, one_pile = quarrel.check(ours, theirs), quarrel.check(ours)
    for check, pile in ((both.piles[0], ours), (both.piles[1], theirs), (one_pile.piles[0], ours)):
        assert {d.card for d in check.differences} == pile.cards ^ won(quarrel.hand, pile.side)
        for difference in check.differences:
            assert difference.belongs is not None and sum(difference.belongs.values()) == 80
    whole = len(held) % 4 == 0
    assert codes_of(both) == ([] if whole else ["MUCK_NOT_WHOLE"] * 2)
    assert both.counts == one_pile.counts and (both.counts is not None) == whole
    if both.counts is not None:
        expected = sum({"A": 4, "K": 3, "Q": 2, "J": 1, "10": 10}.get(card.rank.value, 0) for card in held)
        assert both.counts == {"NS": expected, "EW": 80 - expected}
        quarrel.enter(Recount(1, both.counts))
        assert quarrel.check(ours, theirs).standing == both.counts


# Nine-card, where not all cards are dealt


def test_a_card_nobody_played_needs_the_other_pile() -> None:
    """The ace of hearts was never recorded: it may have been misread for the six that is missing."""
    quarrel = Quarrel(nine_cards())
    pile = quarrel.pile("NS", out="6H", into="AH")
    check = quarrel.check(pile)
    (strange,) = check.piles[0].of("unrecorded")
    assert (strange.card, strange.counts, strange.trick, strange.belongs) == (one("AH"), 4, None, None)
    assert check.counts is None
    words = quarrel.words(check)
    assert words.result() == (
        "What the others have can't be said from this pile alone; look at the pile of East and West too."
    )
    assert words.record() == "Hand 1, the count for game by the record: North and South 40, East and West 24."
    assert words.differences() == (
        "The ace of hearts (4) lies in the pile of North and South, and by the record nobody played it, so a card was "
        "entered wrongly.",
        "Not in the pile of North and South, where the record puts them, and counting nothing: "
        "the six of hearts (trick 2).",
    )
    both = quarrel.check(pile, quarrel.pile("EW"))
    assert both.counts == {"NS": 44, "EW": 24} and not both.impossible
    worthless = quarrel.check(quarrel.pile("NS", out="6H", into="2H"))
    assert quarrel.words(worthless).differences()[-1] == (
        "In the pile of North and South, though by the record played by nobody, and counting nothing: "
        "the two of hearts."
    )


def test_what_is_missing_in_nine_card_goes_to_the_other_side() -> None:
    quarrel = Quarrel(nine_cards())
    check = quarrel.check(quarrel.pile("EW", out="KC JD JH JS"))
    assert check.counts == {"NS": 46, "EW": 18}
    short = quarrel.check(quarrel.pile("NS"), quarrel.pile("EW", out="KC JD JH JS"))
    assert codes_of(short) == ["MUCK_SHORT"]
    assert (
        "The piles have 32 of 36 cards and come to 58 instead of 64, so 6 are missing"
        in (quarrel.words(short).impossible()[0])
    )
    more = quarrel.check(quarrel.pile("NS", into="AC AD AH AS"), quarrel.pile("EW"))
    assert codes_of(more) == ["MUCK_TOO_MANY"]
    assert quarrel.words(more).impossible() == (
        "The piles have 40 cards together, and only 36 were played; look at them again.",
    )


def test_a_card_out_of_the_pack_is_named() -> None:
    quarrel = Quarrel(nine_cards())
    small = replace(quarrel.state.variant, pack=48)
    check = check_muck(quarrel.hand, small, [quarrel.pile("NS", out="5H", into="2H")])
    assert codes_of(check) == ["MUCK_NOT_IN_PACK"]
    assert quarrel.words(check).impossible() == (
        "The pile of North and South has a card that is not in the pack of 48, the two of hearts; look at it again.",
    )


# Counts that stand


def test_after_a_recount_both_counts_are_told_and_no_card_is_blamed_for_points() -> None:
    quarrel = Quarrel(level_phat())
    quarrel.enter(Recount(1, FrozenMap({"NS": 44, "EW": 36})))
    check = quarrel.check(quarrel.pile("NS", out="2C", into="AH"))
    assert check.counts == check.standing == {"NS": 44, "EW": 36}
    words = quarrel.words(check)
    assert words.record() == (
        "Hand 1, the muck as it was agreed: North and South 44, East and West 36; "
        "the cards recorded give North and South 40, East and West 40."
    )
    assert words.differences()[0].endswith("played by North.")
    (moved,) = [
        text
        for text in quarrel.words(quarrel.check(quarrel.pile("NS", into="KC KD KH KS"))).differences()
        if "All cards" in text
    ]
    assert moved.endswith("entered wrongly.")


def test_a_count_that_would_undo_later_entries_says_so() -> None:
    """With the muck North and South would have won in hand 1, so hand 2 could not have been dealt."""
    quarrel = Quarrel(level_phat({"NS": 105, "EW": 100}))
    won_without = quarrel.state.scores["NS"]
    assert won_without < 181 <= won_without + 8
    first = quarrel.hand
    assert quarrel.state.dealer is not None
    quarrel.enter(Deal(quarrel.state.dealer))
    quarrel.hand = first
    check = quarrel.check(quarrel.pile("NS", out="2C", into="AH"))
    assert (
        "the muck is 44-36 instead of 40-40 (entries made later could then not have happened)."
        in (quarrel.words(check).differences()[0])
    )


# Other hands


def test_a_hand_of_totals_has_no_cards_to_compare() -> None:
    record = dealt("phat")
    counts = FrozenMap({"NS": 42, "EW": 38})
    record.append(Count(FrozenMap({"NS": 30, "EW": 50}), counts))
    quarrel = Quarrel(record)
    check = quarrel.check(Pile("NS", frozenset(cards("10H 10D 10S 10C"))))
    assert check.counts == {"NS": 40, "EW": 40} and not check.whole and check.piles[0].differences == ()
    nine = dealt(LANCASHIRE)
    nine.append(Count(FrozenMap({"NS": 20, "EW": 24}), FrozenMap({"NS": 30, "EW": 20})))
    quarrel = Quarrel(nine)
    check = quarrel.check(Pile("NS", frozenset(cards("10H 10D 10S 2C"))))
    assert check.counts == check.standing == {"NS": 30, "EW": 20}, "the other side keeps what was told"
    both = quarrel.check(Pile("NS", frozenset(cards("10H 10D 10S 2C"))), Pile("EW", frozenset(cards("AC AD AH AS"))))
    assert both.counts == {"NS": 30, "EW": 16} and not both.impossible, "36 cards were played; which is not recorded"


def test_totals_without_a_count_need_both_piles() -> None:
    record = dealt(LANCASHIRE, None, "N", {"NS": 70})
    record.append(Count(FrozenMap({"NS": 24, "EW": 20})))
    quarrel = Quarrel(record)
    assert quarrel.state.winner == "NS"
    check = quarrel.check(Pile("NS", frozenset(cards("10H 10D 10S 2C"))))
    assert check.counts is None and check.open is not None and check.open.code == "MUCK_OTHER_PILE"
    assert quarrel.words(check).record().startswith("Hand 1 has not been counted")
    both = quarrel.check(Pile("NS", frozenset(cards("10H 10D 10S 2C"))), Pile("EW", frozenset(cards("AC AD AH AS"))))
    assert both.counts == {"NS": 30, "EW": 16}
    assert quarrel.words(both).result() == "The piles come to North and South 30, East and West 16."


def test_a_hand_in_play_and_one_won_before_its_end_are_compared_and_not_counted() -> None:
    record = [*dealt("phat"), *rank_tricks(PHAT_RANKS, LEVEL)[:10]]
    quarrel = Quarrel(record)
    check = quarrel.check(quarrel.pile("NS", into="AH"))
    assert check.ended == "in_play" and check.standing is None
    assert quarrel.words(check).result() == "Hand 1 is still being played, so there is no recount to enter yet."
    assert check.piles[0].differences == (), "what has not been played yet is no difference"
    early = Quarrel([*dealt("phat", None, "N", {"NS": 160}), *rank_tricks(PHAT_RANKS, LEVEL)[:4]])
    assert early.state.winner == "NS"
    check = early.check(early.pile("NS"), early.pile("EW"))
    assert early.words(check).result() == (
        "Hand 1 ended before its last trick and was not counted, so there is no recount to enter."
    )


def three_sides() -> Quarrel:
    """Blind Don for three, clubs called: East wins rank by rank, South the last trick, West the kings and aces."""
    record = dealt("blind_don_three", None, "E")
    record.append(Call(TRUMPS))
    rest = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"]
    texts = [("E", f"{rank}C {rank}D {rank}H") for rank in rest]
    texts += [("E", "KD KH KC"), ("W", "AC AD AH"), ("W", "2S 4S 3S")]
    for leader, text in texts:
        accept(record, trick(leader, text))
    return Quarrel(record)


def test_of_three_sides_each_has_a_pile() -> None:
    """A card too many leaves its owner; where one is missing, nobody knows who of the two others has it."""
    quarrel = three_sides()
    assert quarrel.hand.tricks[-1].side == "E"
    standing = dict.fromkeys(quarrel.state.sides, 0) | {"E": 39, "W": 21}
    assert quarrel.check(quarrel.pile("E")).standing == standing
    more = quarrel.check(quarrel.pile("E", out="2S 4S 3S", into="KD KH KC"))
    assert more.counts is None and more.open is not None and more.open.params["sides"] == ("S", "W")
    assert "{" not in quarrel.words(more).result()
    assert [one.belongs for one in more.piles[0].of("missing")] == [None] * 3
    extra = quarrel.check(quarrel.pile("E", into="KD KH KC"))
    assert extra.counts == {"E": 48, "S": 0, "W": 12}
    assert extra.piles[0].of("extra")[0].belongs == {"E": 42, "S": 0, "W": 18}


def test_what_can_not_be_checked_is_refused_in_a_sentence() -> None:
    quarrel = Quarrel(level_phat())
    irish = Quarrel([*dealt("irish_don"), trick("N", "AH 2H 3H 4H")])
    fresh = Quarrel(dealt("phat"))
    pile = quarrel.pile("NS")
    for code, asked in (
        ("MUCK_NO_COUNT", lambda: irish.check(pile)),
        ("UNKNOWN_SIDE", lambda: quarrel.check(Pile("N", frozenset()))),
        ("MUCK_SIDE_TWICE", lambda: quarrel.check(pile, pile)),
        ("MUCK_NO_PILE", quarrel.check),
        ("MUCK_HAND_EMPTY", lambda: fresh.check(pile)),
        ("MUCK_NO_HAND", lambda: hand_to_check(fresh.state)),
        ("MUCK_NO_SUCH_HAND", lambda: hand_to_check(fresh.state, 2)),
        ("MUCK_NO_SUCH_HAND", lambda: hand_to_check(fresh.state, 0)),
    ):
        with pytest.raises(MuckError) as raised:
            asked()
        assert raised.value.code == code and str(raised.value) == say(code, raised.value.params)


def test_the_hand_meant_is_the_last_one_counted() -> None:
    quarrel = Quarrel(level_phat())
    assert quarrel.state.dealer is not None
    quarrel.enter(Deal(quarrel.state.dealer))
    assert hand_to_check(quarrel.state).number == 1
    assert hand_to_check(quarrel.state, 2).number == 2
