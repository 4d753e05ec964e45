"""Random legal and illegal play: what holds for every hand, whatever the cards (RULES.md 2 to 4)."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scorer_table import LANCASHIRE, accept, as_plays, dealt, legal_cards, opening, random_game, random_hand
from slow_oracle import Told, tell

from scorer.cards import pack_of
from scorer.event_json import from_json, to_json
from scorer.events import (
    Concede,
    Correct,
    Deal,
    Event,
    GameStart,
    Note,
    Penalty,
    Play,
    Redo,
    Trick,
    Undo,
)
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState
from scorer.record import effective
from scorer.referee import Admission, Refusal, admit, apply, replay
from scorer.seats import FOUR_HANDED, Seat
from scorer.texts import say
from scorer.trick import card_points, game_count
from scorer.variant import load_variant

seeds = st.integers(0, 2**32 - 1)
schemes = st.sampled_from(["8", "6+1+1", "5+1+1+1"])
quick = settings(max_examples=60, deadline=None)
few = settings(max_examples=20, deadline=None)


def told(tricks: list[Trick], scores: dict[str, int], target: int, scheme: str, low: str) -> Told:
    plain = [(trick.leader.value, [str(card) for card in trick.cards]) for trick in tricks]
    return tell(plain, scores, target, scheme, low)


@pytest.mark.slow
@given(seeds, schemes, st.sampled_from(["won", "dealt"]), st.sampled_from([91, 121]), st.booleans(), st.data())
@settings(max_examples=150, deadline=None)
def test_legal_play_is_never_refused_and_scores_as_the_rule_text_says(
    seed: int, scheme: str, low: str, target: int, known: bool, data: st.DataObject
) -> None:
    rng = random.Random(seed)
    pitcher = rng.choice(FOUR_HANDED)
    hands, tricks = random_hand(rng, pitcher)
    scores = {
        side: data.draw(st.integers(0, target - 1) | st.integers(target - 30, target - 1)) for side in ("NS", "EW")
    }
    options = {"bonus_scheme": scheme, "low_point_to": low, "target": target}
    oracle = told(tricks, scores, target, scheme, low)
    record = dealt(LANCASHIRE, options, pitcher.value, scores, hands if known else None)
    scored = tricks[: len(oracle.winners)]
    state = accept(record, *scored)
    hand = state.hands[0]
    assert [t.winner.value for t in hand.tricks] == oracle.winners
    assert [t.points for t in hand.tricks] == oracle.points
    assert hand.game_count == oracle.game and list(hand.bonus_parts) == oracle.bonus
    assert state.scores == oracle.score and state.winner == oracle.out
    assert state.phase == ("game_over" if oracle.out else "between_hands")


@given(seeds, schemes)
@quick
def test_a_hand_is_worth_at_most_fifty_two_and_every_point_has_its_peg(seed: int, scheme: str) -> None:
    """RULES.md 3.1: 44 in the cards and 8 for the bonus; what the undealt cards would give is missing."""
    rng = random.Random(seed)
    hands, tricks = random_hand(rng, Seat.N)
    variant = load_variant(LANCASHIRE, {"bonus_scheme": scheme, "target": 121})
    state = accept(dealt(LANCASHIRE, variant.options, hands=hands), *tricks)
    hand = state.hands[0]
    trump = hand.trump
    assert trump is not None and hand.game_count is not None
    undealt = [card for card in pack_of(52).cards if card not in hand.cards_gone]
    assert len(undealt) == 16
    pegged = sum(t.points for t in hand.tricks)
    assert pegged + sum(card_points(card, trump, variant) for card in undealt) == 44
    assert sum(hand.game_count.values()) + game_count(undealt, variant) == 80
    pegs = [peg for t in hand.tricks for peg in t.pegs] + list(hand.pegs)
    for side in state.sides:
        assert sum(peg.points for peg in pegs if peg.side == side) == state.scores[side]
    assert sum(state.scores.values()) <= 52


@pytest.mark.slow
@given(seeds)
@few
def test_replay_is_the_same_as_step_by_step_and_never_mutates(seed: int) -> None:
    record = random_game(random.Random(seed), hands=3)
    state: MatchState | None = None
    for number, event in enumerate(record, start=1):
        step = apply(state, event)
        assert isinstance(step, MatchState)
        state = step
        if number % 7 == 0:
            assert replay(record[:number]) == state
    assert replay(record) == state and replay(tuple(record)) == state
    assert hash(replay(record)) == hash(state)


@given(seeds)
@few
def test_whole_tricks_and_single_cards_are_the_same_game(seed: int) -> None:
    record = random_game(random.Random(seed), hands=2)
    single: list[Event] = []
    for event in record:
        single += as_plays(event) if isinstance(event, Trick) else [event]
    assert replay(single) == replay(record)


@pytest.mark.slow
@given(seeds, st.integers(1, 12))
@few
def test_undo_of_anything_restores_the_state_and_redo_brings_it_back(seed: int, steps: int) -> None:
    record = random_game(random.Random(seed), hands=2)
    steps = min(steps, len(record) - 1)
    states = [replay(record[: len(record) - taken]) for taken in range(steps + 1)]
    undone: list[Event] = list(record)
    for state in states[1:]:
        assert accept(undone, Undo()) == state
    for state in reversed(states[:-1]):
        assert accept(undone, Redo()) == state
    assert effective(undone) == tuple(record)


@pytest.mark.slow
@given(seeds)
@settings(max_examples=15, deadline=None)
def test_undo_and_redo_of_corrections_walk_the_same_states_also_after_the_end(seed: int) -> None:
    """Against a plain stack of states: whatever is undone and redone, replay gives the state that stood there."""
    rng = random.Random(seed)
    record = [Deal(e.dealer) if isinstance(e, Deal) else e for e in random_game(rng, hands=rng.choice([1, 9]))]
    states, taken_back = [replay(record[:-1]), replay(record)], list[MatchState]()
    for _ in range(12):
        correct = Correct(None, rng.randint(1, 9), rng.randint(0, 3), rng.choice(pack_of(52).cards))
        choices: list[Event] = [Undo(), Redo(), correct, correct]
        event = rng.choice(choices)
        if isinstance(event, Undo) and len(states) < 2:
            continue
        answer = admit(record, event)
        if isinstance(answer, Refusal):
            assert not isinstance(event, Undo) and not (isinstance(event, Redo) and taken_back)
            continue
        record.append(event)
        if isinstance(event, Undo):
            taken_back.append(states.pop())
        elif isinstance(event, Redo):
            states.append(taken_back.pop())
        else:
            states.append(answer.after)
            taken_back.clear()
        assert answer.after == states[-1] == replay(record)


@given(seeds)
@quick
def test_a_correction_equals_having_played_it_right(seed: int) -> None:
    rng = random.Random(seed)
    right = random_game(rng, hands=1)
    number, spot = rng.choice(
        [(i, spot) for i, event in enumerate(right) if isinstance(event, Trick | Play)
         for spot in range(len(event.cards) if isinstance(event, Trick) else 1)]
    )  # fmt: skip
    event = right[number]
    gone = {
        card for e in right for card in (e.cards if isinstance(e, Trick) else [e.card] if isinstance(e, Play) else [])
    }
    misread = rng.choice([card for card in pack_of(52).cards if card not in gone])
    true_card = event.cards[spot] if isinstance(event, Trick) else event.card  # type: ignore[union-attr]
    wrong_event: Event
    if isinstance(event, Trick):
        wrong_event = Trick(event.leader, (*event.cards[:spot], misread, *event.cards[spot + 1 :]))
    else:
        assert isinstance(event, Play)
        wrong_event = Play(event.seat, misread)
    without_hands: list[Event] = [Deal(e.dealer) if isinstance(e, Deal) else e for e in right]
    wrong = without_hands[: number + 1]
    wrong[number] = wrong_event
    before = replay(wrong)
    played = sum(len(e.cards) if isinstance(e, Trick) else isinstance(e, Play) for e in right[:number]) + spot
    correction = Correct(None, played // 4 + 1, played % 4, true_card)
    answer = admit(wrong, correction)
    assert isinstance(answer, Admission), answer
    assert answer.before == before
    assert answer.after == replay(without_hands[: number + 1])


@given(seeds)
@quick
def test_with_known_hands_exactly_the_legal_cards_are_taken(seed: int) -> None:
    """RULES.md 2.1, for every card of the pack at a random moment."""
    rng = random.Random(seed)
    hands, tricks = random_hand(rng, Seat.N)
    plays = [play for trick in tricks for play in as_plays(trick)]
    moment = rng.randrange(len(plays))
    state = replay([*dealt(LANCASHIRE, {"target": 121}, hands=hands), *plays[:moment]])
    seat = plays[moment].seat
    assert state.turn == seat
    gone = {play.card for play in plays[:moment]}
    led = plays[moment - moment % 4].card.suit if moment % 4 else None
    legal = set(legal_cards([card for card in hands[seat] if card not in gone], led))
    taken = {card for card in pack_of(52).cards if isinstance(apply(state, Play(seat, card)), MatchState)}
    assert taken == legal


CODES = {
    "GAME_OVER", "WRONG_PHASE", "HAND_OVER", "TRICK_UNFINISHED", "WRONG_CARD_COUNT", "WRONG_LEADER", "DUPLICATE_CARD",
    "OUT_OF_TURN", "CARD_NOT_HELD", "MUST_FOLLOW_SUIT", "WRONG_HAND_SIZE", "IMPOSSIBLE_COUNT", "LEADER_CONFLICT",
    "LATER_EVENTS_CONFLICT", "WRONG_DEALER", "UNKNOWN_SIDE", "BAD_START_SCORE", "NO_SUCH_CARD", "NOTHING_TO_UNDO",
    "NOTHING_TO_REDO",
}  # fmt: skip


def any_event(rng: random.Random) -> Event:
    """An event without any regard for the state."""
    pack = pack_of(52).cards
    seat = rng.choice(FOUR_HANDED)
    few = rng.sample(pack, rng.choice([3, 4, 4, 4, 5]))
    hands = FrozenMap({s: tuple(rng.sample(pack, rng.choice([8, 9, 9, 9]))) for s in FOUR_HANDED})
    return rng.choice([
        opening()[0],
        GameStart(seat, None, FrozenMap({"NS": rng.randint(-1, 130)})),
        Deal(seat, rng.choice([None, None, hands])),
        Play(seat, rng.choice(pack)),
        Play(seat, rng.choice(pack)),
        Trick(seat, tuple(few)),
        Correct(rng.choice([None, 0, 1, 2]), rng.randint(0, 9), rng.randint(-1, 4), rng.choice(pack)),
        Penalty(rng.choice(["NS", "EW", "N"]), rng.randint(-1, 9)),
        Concede(rng.choice(["NS", "EW", ""])),
        Note("seen"),
        Undo(),
        Redo(),
    ])  # fmt: skip


@pytest.mark.slow
@given(seeds)
@quick
def test_any_event_in_any_state_gives_a_state_or_a_documented_refusal(seed: int) -> None:
    rng = random.Random(seed)
    record = random_game(rng, hands=rng.choice([0, 1, 2]))
    record = record[: rng.randint(1, len(record))]
    for _ in range(25):
        event = any_event(rng)
        before = replay(record)
        answer = admit(record, event)
        if isinstance(answer, Refusal):
            assert answer.code in CODES
            assert say(answer.code, answer.params).endswith(".")
            assert replay(record) == before
        else:
            assert answer.before == before
            record.append(event)
            assert replay(record) == answer.after
            assert len(answer.after.hands) + bool(answer.after.hand) <= sum(isinstance(e, Deal) for e in record)


@given(seeds)
@few
def test_every_event_goes_through_json(seed: int) -> None:
    rng = random.Random(seed)
    record = [*random_game(rng, hands=1), *(any_event(rng) for _ in range(20))]
    assert [from_json(json.loads(json.dumps(to_json(event)))) for event in record] == record


def test_the_slow_oracle_agrees_with_a_pencil() -> None:
    """4 for the trump ace, 10 for the trump five, 8 for game; the ace alone counts for game."""
    result = tell([("N", ["AH", "5H", "2C", "3C"])], {"NS": 0, "EW": 0}, 91, "8", "won")
    assert (result.score, result.game) == ({"NS": 22, "EW": 0}, {"NS": 4, "EW": 0})
    result = tell([("E", ["2H", "5C", "JH", "9H"])], {"NS": 0, "EW": 80}, 91, "5+1+1+1", "dealt")
    assert (result.winners, result.points) == (["W"], [15])
    assert (result.score, result.out, result.game) == ({"NS": 0, "EW": 95}, "EW", None)
