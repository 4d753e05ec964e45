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

from scorer.cards import Card
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
    start_of_match,
)
from scorer.frozenmap import FrozenMap
from scorer.hand import HandRecord, HandState
from scorer.irregularities import revokes_found
from scorer.match import MatchState, Phase
from scorer.referee import Refusal, apply, replay
from scorer.seats import Seat
from scorer.variant import load_variant

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
@settings(max_examples=3, deadline=None, derandomize=True)
@given(seeds)
def test_random_matches(form: int, seed: int) -> None:
    match = random_match(random.Random(seed), form=form, hands=12)
    follow(*FORMS[form], match.record, each=False)


@by_form
@settings(max_examples=3, deadline=None, derandomize=True)
@given(seeds)
def test_disturbed_matches(form: int, seed: int) -> None:
    """Every irregularity: penalties, claims, totals, misdeals, void hands."""
    match = disturbed_match(random.Random(seed), form=form, hands=4)
    follow(*FORMS[form], match.record, each=True)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(seeds)
def test_troubled_matches(seed: int) -> None:
    """Revokes called under every penalty, in play, between hands and after the game."""
    rng = random.Random(seed)
    name, options = random_rules(rng)
    follow(name, options, troubled_match(rng, name, options).record, each=True)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None, derandomize=True)
@given(seeds)
def test_many_troubled_matches(seed: int) -> None:
    rng = random.Random(seed)
    name, options = random_rules(rng)
    follow(name, options, troubled_match(rng, name, options).record, each=True)


# What chance seldom brings.


def test_a_revoke_is_about_the_last_hand_until_the_next_pitch() -> None:
    """`revoke`: "`playing`, `between_hands` until the next pitch" (4.1): a hand that is only dealt has no pitch."""
    options = {"target": 91, "revoke_penalty": "walton"}
    begun = [*out_on_the_bonus(0), Deal(Seat.N), Revoke(Seat.E, 1)]
    state, record = both("nine_card_lancashire", options, begun)
    check(state, record, whole=True)
    assert dict(state.scores.items()) == {"NS": 52, "EW": 0} and state.phase is Phase.PLAYING
    answer = apply(replay([*start_of(options), *begun[:-1], Play(Seat.E, Card.parse("3H"))]), Revoke(Seat.E, 1))
    assert isinstance(answer, Refusal) and answer.code == "TOO_LATE"


def test_extra_pitches_are_played_in_rounds() -> None:
    """ "Four pitches, two each" (3.3): where extra pitches follow, everybody has one before the totals decide."""
    level = Count(FrozenMap({"N": 20, "S": 20}), FrozenMap({"N": 40, "S": 40}))
    ahead = Count(FrozenMap({"N": 21, "S": 20}), FrozenMap({"N": 40, "S": 40}))
    deals: list[Event] = [Deal(Seat.S), level, Deal(Seat.N), level, Deal(Seat.S), level, Deal(Seat.N), level]
    options = {"equal_totals": "extra_pitches", "bonus_scheme": "8"}
    events: list[Event] = [GameStart(Seat.N), *deals, Deal(Seat.S), ahead]
    state, record = both("blind_don_burnley", options, events)
    check(state, record, whole=True)
    assert state.phase is Phase.BETWEEN_HANDS
    state, record = both("blind_don_burnley", options, [*events, Deal(Seat.N), level])
    check(state, record, whole=True)
    assert state.phase is Phase.GAME_OVER and state.winners == ("N",)


# Where the program and the oracle differ: the smallest cases, with the sentence of RULES.md that the oracle follows.


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def both(name: str, options: dict[str, Any], events: list[Event]) -> tuple[MatchState, Record]:
    """The program and the oracle after the same events."""
    variant = load_variant(name, options)
    record, state = Record(name, options), replay([start_of_match("m1", variant)])
    for event in events:
        answer = apply(state, event)
        assert isinstance(answer, MatchState), answer
        state = answer
        assert record.step(step_of(event)) == "ok"
    return state, record


def start_of(options: dict[str, Any]) -> list[Event]:
    return [start_of_match("m1", load_variant("nine_card_lancashire", options))]


def out_on_the_bonus(start: int) -> list[Event]:
    """NS win every trick (44) and the 8; E discards on eight hearts and shows the two of hearts in the last trick."""
    others = ["5C 5S 5D", "AC AS AD", "KC KS KD", "QC QS QD", "JC JS JD", "10C 10S 10D", "4C 2S 2D", "3C 3S 3D"]
    hearts = ["AH", "KH", "QH", "JH", "10H", "9H", "8H", "7H", "5H"]
    others.append("2H 4S 4D")
    tricks = [Trick(Seat.N, cards(f"{lead} {rest}")) for lead, rest in zip(hearts, others, strict=True)]
    begin = GameStart(Seat.N, None, FrozenMap({"NS": start, "EW": 0}))
    return [begin, Deal(Seat.W), *tricks]


@pytest.mark.parametrize("penalty", ["fixed:10", "walton", "all_points"])
def test_a_revoke_called_after_a_win_on_the_bonus(penalty: str) -> None:
    """ "A penalty is scored when it is entered; target test after it" (4.1); "the other side keeps its own" (4.5)."""
    options = {"target": 91, "revoke_penalty": penalty}
    state, record = both("nine_card_lancashire", options, [*out_on_the_bonus(40), Revoke(Seat.E, 1)])
    told = {"fixed:10": 102, "walton": 92, "all_points": 92}
    assert record.oracle.scores() == {"NS": told[penalty], "EW": 0} and record.oracle.winners == ["NS"]
    assert dict(state.scores.items()) == record.oracle.scores() and state.winners == ("NS",)


def test_all_points_called_against_both_sides() -> None:
    """ "The other side gets all points of the hand (80 Irish; ...)" (4.5), and a deal is "exactly 80" (3.4)."""
    tricks = [Trick(Seat.N, cards("AH 2C 2D 4H")), Trick(Seat.N, cards("KH 3H 6H 7H"))]
    events: list[Event] = [GameStart(Seat.N), Deal(Seat.W), *tricks, Revoke(Seat.E, 1), Revoke(Seat.S, 1)]
    state, record = both("irish_don", {"revoke_penalty": "all_points"}, events)
    assert record.oracle.scores() == {"NS": 0, "EW": 80}
    assert dict(state.scores.items()) == record.oracle.scores()


def test_the_pitch_after_a_void_hand_and_a_concession() -> None:
    """A void hand: "same pitcher" (4.1); from game to game "the pitch goes on to the left" (6): N has yet to pitch."""
    events: list[Event] = [GameStart(Seat.N), Deal(Seat.W), Void("51 cards"), Concede("EW"), GameStart()]
    state, record = both("nine_card_lancashire", {"match": "first_to_2"}, events)
    assert record.oracle.pitcher == "N"
    assert state.pitcher is Seat.N
