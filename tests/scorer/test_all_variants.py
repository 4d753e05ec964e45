"""What holds in every variant whatever the cards, the irregularities and the corrections (RULES.md 2 to 4)."""

import json
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import FORMS, Match, any_event, disturbed_match, random_match

from scorer.cards import Card, pack_of
from scorer.event_json import from_json, to_json
from scorer.events import Correct, Correction, CorrectRun, Event, Play, Redo, Trick, Undo
from scorer.hand import HandRecord, HandState, counts_for_game, pegged_in_tricks
from scorer.match import MatchState, Phase
from scorer.record import effective, plain_events
from scorer.referee import Admission, Refusal, admit, apply, replay, run_for
from scorer.texts import say
from scorer.trick import Peg, card_points, game_count

seeds = st.integers(0, 2**32 - 1)
forms = st.integers(0, len(FORMS) - 1)
quick = settings(max_examples=60, deadline=None)
few = settings(max_examples=25, deadline=None)

CODES = {
    "ALREADY_CALLED", "BAD_START_CARRY", "BAD_START_HANDS", "BAD_START_SCORE", "CARD_COVERED", "CARD_NOT_HELD",
    "CLAIM_TOO_EARLY", "CLAIM_TOO_LATE", "CORRECT_THE_CARD", "DUPLICATE_CARD", "FIRST_OUT_NEEDED", "GAME_OVER",
    "HAND_OVER", "IMPOSSIBLE_COUNT", "LATER_EVENTS_CONFLICT", "LEADER_CONFLICT", "MUST_FOLLOW_SUIT", "NOTHING_TO_COUNT",
    "NOTHING_TO_DROP", "NOTHING_TO_REDO", "NOTHING_TO_REVEAL", "NOTHING_TO_UNDO", "NOT_A_REVOKE", "NOT_IN_PACK",
    "NO_CUT", "NO_MARKER", "NO_SUCH_CARD", "NO_SUCH_HAND", "NO_SUCH_STACK", "NO_SUCH_TRICK", "NO_UNDERPEG_FIX",
    "OPPONENTS_CORRECT", "OUT_OF_TURN", "TOO_LATE", "TRICK_UNFINISHED", "UNKNOWN_SEAT", "UNKNOWN_SIDE",
    "WRONG_CARD_COUNT", "WRONG_CHOICE", "WRONG_CUTTERS", "WRONG_DEALER", "WRONG_HAND_SIZE", "WRONG_LEADER",
    "WRONG_PHASE",
}  # fmt: skip


def pegs_of_game(state: MatchState) -> Iterator[Peg]:
    """Every point of the present game with its reason."""
    hands: list[HandState] = [*state.game_hands, *([state.hand] if state.hand else [])]
    for hand in hands:
        if isinstance(hand, HandRecord):
            yield from hand.pegs
            if hand.ended == "void":
                continue
        for trick in hand.tricks:
            yield from trick.pegs
    for record in state.penalties:
        if record.game == state.game.number:
            yield from record.pegs


def check_sound(state: MatchState) -> None:
    """Every point has its peg, pegs stand where the scores say, and what is over is over."""
    told = Counter(state.game.start_scores)
    for peg in pegs_of_game(state):
        told[peg.side] += peg.points
    assert {side: told[side] for side in state.sides} == state.scores
    for side, pair in state.pegs.items():
        shown = state.scores[side] if state.target is None else min(state.scores[side], state.target)
        assert pair.front == shown >= 0 and 0 <= pair.back <= pair.front
        assert pair.back < pair.front or pair.front == 0
    assert (state.phase is Phase.PLAYING) == (state.hand is not None)
    assert bool(state.games) == (state.game.number > 1 or state.phase is Phase.GAME_OVER)
    assert [hand.number for hand in state.hands] == list(range(1, len(state.hands) + 1))
    if state.target is not None and state.phase is not Phase.GAME_OVER:
        assert all(score < state.target for score in state.scores.values())


@pytest.mark.slow
@given(seeds, forms)
@quick
def test_legal_play_is_never_refused_and_every_point_has_its_peg(seed: int, form: int) -> None:
    match = random_match(random.Random(seed), form=form)
    assert match.state.match_over
    check_sound(match.state)
    for hand in match.state.hands:
        check_conservation(match, hand)


def check_conservation(match: Match, hand: HandRecord) -> None:
    """RULES.md 2.8: 44 or 80 in the pack, 80 for game; what was not dealt or not played is missing."""
    variant, trump = match.variant, hand.trump
    assert trump is not None
    rest = [card for card in pack_of(variant.pack).cards if card not in hand.cards_gone]
    pegged = sum(pegged_in_tricks(hand, variant).values())
    assert pegged + sum(card_points(card, trump, variant) for card in rest) == variant.pegged_in_pack
    assert sum(counts_for_game(hand, variant).values()) + game_count(rest, variant) == 80
    if hand.ended == "played" and variant.family in ("phat", "irish"):
        assert not rest and pegged == 80
        assert sum(peg.points for peg in hand.pegs) + hand.carry_after == (
            hand.carry_before + 8 if variant.family == "phat" else 0
        )


@given(seeds)
@few
def test_phat_is_over_within_five_deals_and_the_fifth_ends_on_phat(seed: int) -> None:
    """RULES.md 3.5, five-deal arithmetic."""
    state = random_match(random.Random(seed), form=form_of("phat")).state
    assert len(state.hands) <= 5 and state.won_at is not None
    for number, hand in enumerate(state.hands[:-1], start=1):
        pending = hand.carry_after
        assert sum(hand.scores_after.values()) == 88 * number - pending
        if number == 4 and pending == 0:
            assert all(172 <= score <= 180 for score in hand.scores_after.values())
    if len(state.hands) == 5:
        assert state.won_at.stage == "trick"


def form_of(name: str) -> int:
    return next(number for number, (form, _) in enumerate(FORMS) if form == name)


@given(seeds)
@few
def test_first_to_80_more_than_80_and_the_last_scoring_trick_are_one_rule(seed: int) -> None:
    """RULES.md 3.4: whoever first stands at 80 wins."""
    match = random_match(random.Random(seed), form=form_of("irish_don"))
    state, totals = match.state, Counter[str]()
    first = None
    for hand in state.hands:
        for trick in hand.tricks:
            totals[trick.side] += trick.points
            if first is None and totals[trick.side] >= 80:
                first = trick.side
    assert state.winner == first and len(state.hands) == 2
    other = state.others(state.winner or "")[0]
    if state.scores[other] == 80:
        last = [trick.side for hand in state.hands for trick in hand.tricks if trick.points][-1]
        assert last == other
    else:
        assert state.scores[state.winner or ""] > 80


@pytest.mark.slow
@given(seeds, forms)
@quick
def test_with_every_irregularity_thrown_in_all_stays_sound_and_replays_alike(seed: int, form: int) -> None:
    match = disturbed_match(random.Random(seed), form=form)
    check_sound(match.state)
    assert replay(match.record) == match.state and hash(replay(match.record)) == hash(match.state)
    through = [from_json(json.loads(json.dumps(to_json(event)))) for event in match.record]
    assert through == match.record and replay(through) == match.state


@pytest.mark.slow
@given(seeds, forms, st.integers(1, 30))
@few
def test_undo_of_anything_restores_the_state_exactly(seed: int, form: int, steps: int) -> None:
    record = disturbed_match(random.Random(seed), hands=2, form=form).record
    steps = min(steps, len(record) - 1)
    states = [replay(record[: len(record) - taken]) for taken in range(steps + 1)]
    undone: list[Event] = list(record)
    for state in states[1:]:
        undone.append(Undo())
        assert replay(undone) == state
    for state in reversed(states[:-1]):
        undone.append(Redo())
        assert replay(undone) == state
    assert effective(undone) == tuple(record)


@pytest.mark.slow
@given(seeds, forms)
@quick
def test_any_event_in_any_state_gives_a_state_or_a_documented_refusal(seed: int, form: int) -> None:
    rng = random.Random(seed)
    match = disturbed_match(rng, hands=rng.choice([0, 1, 2, 4]), form=form)
    record = match.record[: rng.randint(1, len(match.record))]
    for _ in range(25):
        before = replay(record)
        event = any_event(rng, match.variant, before)
        answer = admit(record, event)
        if isinstance(answer, Refusal):
            assert answer.code in CODES, answer
            sentence = say(answer.code, answer.params)
            assert sentence.endswith(".") and "None" not in sentence and "{" not in sentence, sentence
            assert replay(record) == before
        else:
            assert answer.before == before
            record.append(event)
            assert replay(record) == answer.after
            check_sound(answer.after)


def played(record: list[Event]) -> list[tuple[int, int]]:
    """Where each card of a record is: the event, and the place in it."""
    return [
        (number, place)
        for number, event in enumerate(record)
        if isinstance(event, Trick | Play)
        for place in range(len(event.cards) if isinstance(event, Trick) else 1)
    ]


@pytest.mark.slow
@given(seeds, forms, st.booleans())
@quick
def test_a_correction_equals_having_played_it_right(seed: int, form: int, run: bool) -> None:
    """RULES.md 4.3: a card misread, entered on from there as it was read, and corrected at the end of the hand."""
    rng = random.Random(seed)
    right = random_match(rng, hands=1, form=form, known=False)
    spots = played(right.record)
    pick = rng.randrange(len(spots))
    number, place = spots[pick]
    gone = {card for hand in (*right.state.hands, right.state.hand) if hand for card in hand.cards_gone}
    free = [card for card in pack_of(right.variant.pack).cards if card not in gone]
    event = right.record[number]
    true_card = card_at(event, place)
    misread = rng.choice(free) if free else true_card
    wrong = [*right.record[:number], with_card(event, place, misread)]
    rest = right.record[number + 1 :]
    state = replay(wrong)
    for later in rest:
        after = apply(state, later)
        if isinstance(after, Refusal):
            break
        wrong.append(later)
        state = after
    players = len(right.variant.seats)
    correction: Correction = Correct(None, pick // players + 1, pick % players, true_card)
    expected = replay(right.record[: len(wrong)])
    if run:
        tricks = plain_events(right.record[: len(wrong)]).tricks_of(1)[pick // players :]
        correction = CorrectRun(None, pick // players + 1, tricks)
    answer = admit(wrong, correction)
    assert isinstance(answer, Admission), answer
    assert answer.after == expected
    wrong.append(correction)
    assert admit(wrong, Undo()) == Admission(expected, state)


def card_at(event: Event, place: int) -> Card:
    if isinstance(event, Trick):
        return event.cards[place]
    assert isinstance(event, Play)
    return event.card


def with_card(event: Event, place: int, card: Card) -> Event:
    if isinstance(event, Trick):
        return Trick(event.leader, (*event.cards[:place], card, *event.cards[place + 1 :]))
    assert isinstance(event, Play)
    return Play(event.seat, card)


@pytest.mark.slow
@given(seeds, forms)
@few
def test_a_run_is_offered_where_only_the_leaders_change(seed: int, form: int) -> None:
    """RULES.md 4.3: after LEADER_CONFLICT the same cards with other leaders, if that can be."""
    rng = random.Random(seed)
    match = random_match(rng, hands=1, form=form, known=False)
    players, spots = len(match.variant.seats), played(match.record)
    gone = match.state.hands[0].cards_gone if match.state.hands else frozenset()
    free = [card for card in pack_of(match.variant.pack).cards if card not in gone]
    for _ in range(20):
        pick = rng.randrange(len(spots))
        if not free:
            return
        wrong = Correct(1, pick // players + 1, pick % players, rng.choice(free))
        answer = admit(match.record, wrong)
        if not isinstance(answer, Refusal) or answer.code != "LEADER_CONFLICT":
            continue
        run = run_for(match.record, wrong)
        if run is not None:
            after = admit(match.record, run)
            assert isinstance(after, Admission)
            hand = after.after.hands[0]
            assert hand.tricks[wrong.trick - 1].cards[wrong.position] == wrong.card
            rest = [trick.cards for trick in hand.tricks[wrong.trick :]]
            assert rest == [trick.cards for trick in match.state.hands[0].tricks[wrong.trick : hand.tricks[-1].number]]


@pytest.mark.slow
@pytest.mark.parametrize("form", range(len(FORMS)), ids=lambda n: f"{FORMS[n][0]}-{n}")
def test_each_form_can_be_played_through_with_everything_thrown_in(form: int) -> None:
    kinds = Counter[str]()
    for seed in range(30):
        match = disturbed_match(random.Random(seed), form=form)
        kinds.update(event.kind for event in match.record)
        check_sound(match.state)
    assert {"penalty", "misdeal", "void"} <= set(kinds)
