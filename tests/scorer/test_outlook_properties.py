"""What is still to be won: figures that every continuation keeps to, and found as soon as sums force them."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import FORMS, disturbed_match, random_match

from scorer.cards import Card, Rank, Suit, pack_of
from scorer.events import Event
from scorer.frozenmap import FrozenMap
from scorer.hand import HandRecord, HandState
from scorer.layout import Stage
from scorer.match import MatchState, Phase
from scorer.outlook import Outlook, outlook
from scorer.outlook_words import outlook_sentences
from scorer.referee import apply, replay
from scorer.seats import Side
from scorer.variant import Variant

seeds = st.integers(0, 2**32 - 1)
forms = st.sampled_from(range(len(FORMS)))


def states_of(record: list[Event]) -> Iterator[MatchState]:
    """The match after each plain event."""
    state: MatchState | None = None
    for event in record:
        answer = apply(state, event)
        assert isinstance(answer, MatchState), answer
        state = answer
        yield state


# Written from the rule text, not from the engine


def worth(card: Card, trump: Suit | None, variant: Variant) -> int:
    """RULES.md 2.8, the tables."""
    nine_card = variant.family in ("nine_card", "blind")
    big = "10" if variant.id == "phat_geldeston" else "9"
    if card.suit is trump:
        table = {"A": 4, "K": 3, "Q": 2, "J": 1, big: 9 if nine_card else 18, "5": 10}
    else:
        table = {"5": 5} if nine_card else {big: 9, "5": 5}
    return table.get(card.rank.value, 0)


def counts(card: Card) -> int:
    return {"A": 4, "K": 3, "Q": 2, "J": 1, "10": 10}.get(card.rank.value, 0)


def undealt(variant: Variant) -> int:
    return variant.pack - len(variant.seats) * variant.cards_each


def won_by(hand: HandState, side: Side) -> list[Card]:
    return [card for trick in hand.tricks if trick.side == side for card in trick.cards]


# Every continuation keeps to it


@pytest.mark.slow
@given(seeds, forms)
@settings(max_examples=30, deadline=None)
def test_what_is_won_and_what_is_left_are_the_pack(seed: int, form: int) -> None:
    match = random_match(random.Random(seed), hands=2, form=form)
    for state in states_of(match.record):
        seen = outlook(state)
        hand, variant = state.hand, match.variant
        assert (seen.points is None) == (hand is None)
        if hand is None or seen.points is None:
            continue
        pack = pack_of(variant.pack).cards
        gone = {card for trick in hand.tricks for card in trick.cards}
        if hand.trump:
            out = {card: worth(card, hand.trump, variant) for card in pack if card not in gone}
            assert dict(seen.points.cards) == {card: points for card, points in out.items() if points}
            assert set(seen.points.on_table) == {card for _, card in hand.current if out[card]}
            assert seen.points.left.most <= sum(out.values())
        if not undealt(variant):
            assert seen.points.left.exact and sum(seen.points.pegged.values()) + seen.points.left.most == 80
        if seen.count is not None:
            assert seen.count.counted == {side: sum(map(counts, won_by(hand, side))) for side in variant.sides}
            if not undealt(variant):
                assert seen.count.left.exact and sum(seen.count.counted.values()) + seen.count.left.most == 80
            assert seen.count.carried == state.carry


@pytest.mark.slow
@given(seeds, forms)
@settings(max_examples=35, deadline=None)
def test_no_continuation_contradicts_it(seed: int, form: int) -> None:
    rng = random.Random(seed)
    match = random_match(rng, hands=rng.choice([1, 2, 6]), form=form)
    states = list(states_of(match.record))
    for state in states:
        if state.hand is None or len(states[-1].hands) < state.hand.number:
            continue
        record = states[-1].hands[state.hand.number - 1]
        seen = outlook(state)
        assert seen.points is not None
        if record.ended == "played":
            fallen = sum(trick.points for trick in record.tricks) - sum(seen.points.pegged.values())
            assert seen.points.left.least <= fallen <= seen.points.left.most
            check_count(seen, record)
        for entry in seen.sides:
            gained = record.scores_after[entry.side] - state.scores[entry.side]
            assert 0 <= gained <= entry.at_most
            if entry.to_go is not None and gained >= entry.to_go:
                assert entry.in_reach
    for state in states:
        game = next((game for game in states[-1].games if game.number == state.game.number), None)
        decided, drawn = outlook(state).decided, outlook(state).drawn
        if game is not None and decided is not None:
            assert game.winners == (decided,)
        if game is not None and drawn:
            assert len(game.winners) != 1


def check_count(seen: Outlook, record: HandRecord) -> None:
    """The count for game of the finished hand against what was said of it before."""
    if seen.count is None or record.game_count is None:
        return
    final = record.game_count
    best = max(final.values())
    first = [side for side, count in final.items() if count == best]
    got = next((side for part, side, _ in record.bonus_parts if part == "game"), None)
    if seen.count.decided is not None and record.bonus_parts:
        assert got in (seen.count.decided, None)  # None: a part before it won the game
        assert seen.count.decided in first
    assert len(first) == 1 or seen.count.tie_possible
    assert not seen.count.level or len(first) > 1
    for side, need in seen.count.needs.items():
        assert need is not None or first != [side]
        if need is not None and final[side] - seen.count.counted[side] >= need:
            assert first == [side]


def ends(hand: HandState, variant: Variant) -> Iterator[tuple[dict[Side, int], dict[Side, int]]]:
    """Every way in which the cards not yet won may fall to the sides: the counts for game, and the tens."""
    on_table = [card for _, card in hand.current]
    gone = {card for trick in hand.tricks for card in trick.cards} | set(on_table)
    unseen = [card for card in pack_of(variant.pack).cards if card not in gone]
    for drawn in combinations(unseen, len(unseen) - undealt(variant)):
        left = [card for card in (*on_table, *drawn) if counts(card)]
        for owners in product(variant.sides, repeat=len(left)):
            count = {side: sum(map(counts, won_by(hand, side))) for side in variant.sides}
            tens = {side: sum(card.rank is Rank.TEN for card in won_by(hand, side)) for side in variant.sides}
            for card, owner in zip(left, owners, strict=True):
                count[owner] += counts(card)
                tens[owner] += card.rank is Rank.TEN
            yield count, tens


def winner_of(count: dict[Side, int], tens: dict[Side, int], variant: Variant) -> Side | None:
    best = max(count.values())
    first = [side for side in count if count[side] == best]
    if len(first) == 1:
        return first[0]
    return next((s for s in tens if tens[s] >= 3), None) if variant.bonus_tie == "tens_then_carry" else None


def few_ends(hand: HandState, variant: Variant) -> bool:
    to_come = len(variant.seats) * variant.cards_each - len(hand.cards_gone)
    gone = {card for trick in hand.tricks for card in trick.cards}
    counting = sum(1 for card in pack_of(variant.pack).cards if counts(card) and card not in gone)
    return to_come <= 2 if undealt(variant) else counting <= (7 if len(variant.sides) == 2 else 5)


@pytest.mark.slow
@given(seeds, st.sampled_from([form for form in range(len(FORMS)) if "irish" not in FORMS[form][0]]))
@settings(max_examples=40, deadline=None)
def test_the_count_is_decided_as_soon_as_sums_force_it(seed: int, form: int) -> None:
    """Every share-out of the last cards, tried one by one: decided when all have one winner, and only then."""
    match = random_match(random.Random(seed), hands=1, form=form, known=False)
    for state in states_of(match.record):
        if state.hand is None or not few_ends(state.hand, match.variant):
            continue
        count = outlook(state).count
        assert count is not None
        found = list(ends(state.hand, match.variant))
        winners = {winner_of(totals, tens, match.variant) for totals, tens in found}
        assert count.decided == (winners.pop() if len(winners) == 1 else None)
        assert count.tie_possible or all(list(t.values()).count(max(t.values())) == 1 for t, _ in found)
        for side, need in count.needs.items():
            most = max(totals[side] for totals, _ in found) - count.counted[side]
            assert most == count.left.most
            best = max(points for other, points in count.counted.items() if other != side)
            enough = [n for n in range(most + 1) if count.counted[side] + n > best + most - n]
            assert need == (enough[0] if enough else None)


def hidden(state: MatchState) -> MatchState:
    """The same match as somebody sees it who looks at nobody's cards: no hands, nothing that lies face down."""
    if state.hand is None:
        return state
    table = state.hand.table
    if table is not None:
        table = FrozenMap(
            {
                seat: replace(
                    own,
                    hand=None,
                    stacks=tuple(
                        replace(stack, bottom=None) if stack.stage in (Stage.COVERED, Stage.UNCOVERING) else stack
                        for stack in own.stacks
                    ),
                )
                for seat, own in table.items()
            }
        )
    return replace(state, hand=replace(state.hand, hands=None, table=table))


@pytest.mark.slow
@given(seeds, forms)
@settings(max_examples=30, deadline=None)
def test_it_knows_nothing_that_the_table_has_not_seen(seed: int, form: int) -> None:
    match = random_match(random.Random(seed), hands=1, form=form)
    for state in states_of(match.record):
        assert outlook(state) == outlook(hidden(state))


@pytest.mark.slow
@given(seeds, forms)
@settings(max_examples=40, deadline=None)
def test_it_can_always_be_said(seed: int, form: int) -> None:
    """Also with revokes, penalties, totals and whatever else happens at a table."""
    match = disturbed_match(random.Random(seed), hands=3, form=form)
    for end in range(1, len(match.record), 5):
        state = replay(match.record[:end])
        sentences = outlook_sentences(outlook(state))
        assert (sentences == ()) == (state.phase is Phase.GAME_OVER)
        for sentence in sentences:
            assert sentence.endswith(".") and sentence[0].isupper(), sentence
            assert "{" not in sentence and "None" not in sentence, sentence
