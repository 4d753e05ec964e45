"""The program against the slow oracle, a second reading of RULES.md that shares nothing with it, on random matches."""

import random
from typing import Any

import oracle_hand as of
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_games import random_rules, troubled_match
from oracle_record import Record
from random_play import FORMS, disturbed_match, random_match

from scorer.events import (
    Call,
    Choose,
    Claim,
    Concede,
    Correct,
    CorrectRun,
    Count,
    Cut,
    Deal,
    Event,
    GameStart,
    Layout,
    Misdeal,
    Note,
    PegCorrection,
    Penalty,
    Play,
    Redo,
    Reveal,
    Revoke,
    Trick,
    Undo,
    Void,
)
from scorer.hand import HandRecord, HandState
from scorer.irregularities import revokes_found
from scorer.match import MatchState, Phase
from scorer.referee import apply, replay

Step = dict[str, Any]
seeds = st.integers(0, 2**32 - 1)


def step_of(event: Event) -> Step:
    """An event of the program in the oracle's plain words."""
    match event:
        case GameStart():
            start = dict(event.start_scores.items()) if event.start_scores else {}
            told = {"pitcher": event.pitcher and event.pitcher.value, "dealer": event.dealer and event.dealer.value}
            return {
                "e": "game_start", **told, "start": start, "hands_played": event.hands_played, "carry": event.carry
            }  # fmt: skip
        case Cut():
            return {"e": "cut", "cards": {seat.value: str(card) for seat, card in event.cards.items()}}
        case Choose():
            return {"e": "choose", "by": event.seat.value}
        case Deal():
            hands = event.hands and {seat.value: [str(c) for c in cards] for seat, cards in event.hands.items()}
            return {"e": "deal", "dealer": event.dealer.value, "hands": hands, "layout": layout_of(event.layout)}
        case Call():
            return {"e": "call", "suit": event.suit.value}
        case Play():
            return {"e": "play", "by": event.seat.value, "card": str(event.card)}
        case Trick():
            return {"e": "trick", "lead": event.leader.value, "cards": [str(card) for card in event.cards]}
        case Reveal():
            return {"e": "reveal", "by": event.seat.value, "stack": event.stack, "card": str(event.card)}
        case Count():
            return {
                "e": "count", "points": dict(event.points.items()), "bonus": dict(event.bonus.items()),
                "game_count": event.game_count and dict(event.game_count.items()),
                "last_scoring": event.last_scoring_side, "first_out": event.first_out,
            }  # fmt: skip
        case Misdeal() | Void() | Undo() | Redo():
            return {"e": event.kind}
        case Penalty():
            return {"e": "penalty", "against": event.side, "points": event.points}
        case Revoke():
            return {"e": "revoke", "by": event.seat.value, "trick": event.trick}
        case Claim() | Concede():
            return {"e": event.kind, "team": event.side}
        case PegCorrection():
            return {"e": "peg_correction", "team": event.side, "points": event.points}
        case Note():
            return {"e": "note", "code": event.code, "by": event.params.get("seat")}
        case Correct():
            place = {"hand": event.hand, "trick": event.trick, "pos": event.position}
            return {"e": "correct", **place, "card": str(event.card)}
        case CorrectRun():
            tricks = [{"lead": t.leader.value, "cards": [str(card) for card in t.cards]} for t in event.tricks]
            return {"e": "correct_run", "hand": event.hand, "first_trick": event.first_trick, "tricks": tricks}
    raise AssertionError(f"an event without a translation: {event}")


def layout_of(layout: Layout | None) -> Step | None:
    if layout is None:
        return None
    return {
        seat.value: {
            "stacks": [[bottom and str(bottom), top and str(top)] for bottom, top in known.stacks],
            "hand": None if known.hand is None else [str(card) for card in known.hand],
        }
        for seat, known in layout.items()
    }


def check_hand(hand: HandState, told: Step, rules: Step) -> None:
    assert [hand.dealer.value, hand.pitcher.value] == [told["dealer"], told["pitcher"]]
    assert (hand.trump and hand.trump.value) == told["trump"]
    tricks = [(t.leader.value, [str(c) for c in t.cards], t.winner.value, t.side, t.points) for t in hand.tricks]
    assert tricks == [(t["lead"], t["cards"], t["winner"], t["side"], t["points"]) for t in told["tricks"]]
    after = [dict(trick.scores_after.items()) for trick in hand.tricks]
    assert after == [trick["after"] for trick in told["tricks"]]
    found = [(r.seat.value, r.trick, r.suit.value, r.proved_at_trick) for r in revokes_found(hand.tricks)]
    assert found == of.revokes(told, rules)
    if isinstance(hand, HandRecord):
        assert hand.ended == told["ended"]
        assert (hand.game_count and dict(hand.game_count.items())) == told["game_count"]
        assert list(hand.bonus_parts) == told["bonus"]
        assert hand.carry_after == told["carry_out"]
        assert dict(hand.scores_after.items()) == told["after"]


def check(state: MatchState, record: Record, *, whole: bool = False) -> None:
    """Everything both say about a match; ``whole``: of every hand, not only of the last."""
    oracle = record.oracle
    assert dict(state.scores.items()) == oracle.scores()
    assert state.phase == oracle.phase
    assert sorted(state.winners) == sorted(oracle.winners)
    assert dict(state.games_won.items()) == oracle.games_won
    assert state.match_over == oracle.match_over()
    if state.phase is not Phase.GAME_OVER:
        assert (state.pitcher and state.pitcher.value) == oracle.pitcher
        assert state.any_dealer or (state.dealer and state.dealer.value) == oracle.dealer
    assert state.carry == oracle.carry
    if state.won_at:
        assert oracle.won_at is not None
        trick = state.won_at.trick if state.won_at.stage == "trick" else None
        told = {"stage": state.won_at.stage, "trick": trick, "part": state.won_at.part}
        assert told == {"trick": None, "part": None, **oracle.won_at}
    assert len(state.hands) == len(oracle.hands)
    for hand, seen in list(zip(state.hands, oracle.hands, strict=True))[0 if whole else -1 :]:
        check_hand(hand, seen, oracle.rules)
    assert (state.hand is None) == (oracle.hand is None)
    if state.hand is not None and oracle.hand is not None:
        check_hand(state.hand, oracle.hand, oracle.rules)


def follow(name: str, options: dict[str, Any], events: list[Event], *, each: bool) -> Record:
    """Give both the same events; compare after each, or after each hand and at the end."""
    record, state = Record(name, options), replay(events[:1])
    for event in events[1:]:
        hands = len(state.hands)
        answer = apply(state, event)
        assert isinstance(answer, MatchState)
        state = answer
        assert record.step(step_of(event)) == "ok", event
        if each or len(state.hands) != hands:
            check(state, record)
    check(state, record, whole=True)
    return record


by_form = pytest.mark.parametrize("form", range(len(FORMS)), ids=lambda n: f"{FORMS[n][0]}-{n}")


@by_form
@settings(max_examples=3, deadline=None)
@given(seeds)
def test_random_matches(form: int, seed: int) -> None:
    match = random_match(random.Random(seed), form=form, hands=12)
    follow(*FORMS[form], match.record, each=False)


@by_form
@settings(max_examples=3, deadline=None)
@given(seeds)
def test_disturbed_matches(form: int, seed: int) -> None:
    """Every irregularity: penalties, claims, totals, misdeals, void hands."""
    match = disturbed_match(random.Random(seed), form=form, hands=4)
    follow(*FORMS[form], match.record, each=True)


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_troubled_matches(seed: int) -> None:
    """Revokes called under every penalty, in play, between hands and after the game."""
    rng = random.Random(seed)
    name, options = random_rules(rng)
    follow(name, options, troubled_match(rng, name, options).record, each=True)


@pytest.mark.slow
@settings(max_examples=3000, deadline=None)
@given(seeds)
def test_many_troubled_matches(seed: int) -> None:
    rng = random.Random(seed)
    name, options = random_rules(rng)
    follow(name, options, troubled_match(rng, name, options).record, each=True)
