"""Matches of every kind of board, made from totals of hands and a few tricks of a hand in play."""

import random
from collections.abc import Mapping, Sequence

from scorer.cards import pack_of
from scorer.events import Call, Count, Deal, Event, GameStart, Play, start_of_match
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState
from scorer.referee import Refusal, apply, replay
from scorer.seats import Seat
from scorer.variant import Variant, load_variant

LONG_NAMES = {
    Seat.N: "Bartholomew Featherst",
    Seat.E: "Gwenllian Llewellyn-J",
    Seat.S: "Wilhelmina Fotheringh",
    Seat.W: "Christopher Ramsbotto",
}
"""Names of 20 letters and one more."""

Totals = tuple[tuple[int, ...], tuple[int, ...] | None]
"""What the sides pegged in a hand, and their counts for game."""


def board_state(
    variant: str,
    options: Mapping[str, object] | None = None,
    hands: Sequence[Totals] = (),
    tricks: int | None = 0,
    scores: Sequence[int] = (),
    names: Mapping[Seat, str] | None = None,
    seed: int = 1,
) -> MatchState:
    """A match after these hands, with so many tricks of the next one played; with None it is not dealt yet."""
    rules = load_variant(variant, dict(options or {}))
    start = FrozenMap(zip(rules.sides, scores, strict=True)) if scores else None
    state = replay([start_of_match("m", rules, names), GameStart(rules.seats[0], None, start)])
    for points, counts in hands:
        state = after(state, _deal(state), _count(rules, points, counts))
    if tricks is None:
        return state
    state = after(state, _deal(state))
    return _played(state, tricks, random.Random(seed))


def after(state: MatchState, *events: Event) -> MatchState:
    """The state after these events, all of them legal."""
    for event in events:
        answer = apply(state, event)
        assert not isinstance(answer, Refusal), (answer, event)
        state = answer
    return state


def _deal(state: MatchState) -> Deal:
    assert state.dealer is not None
    return Deal(state.dealer)


def _count(variant: Variant, points: tuple[int, ...], counts: tuple[int, ...] | None) -> Count:
    told = FrozenMap(zip(variant.sides, counts, strict=True)) if counts else None
    parts = [part for part in variant.bonus if part != "game"]
    bonus = FrozenMap(dict.fromkeys(parts, variant.sides[0]))
    return Count(FrozenMap(zip(variant.sides, points, strict=True)), told, bonus)


def _played(state: MatchState, tricks: int, rng: random.Random) -> MatchState:
    """The next tricks with any cards: whose they are is not known, so all of them may be played."""
    pack = list(pack_of(state.variant.pack).cards)
    rng.shuffle(pack)
    if state.variant.trumps == "called" and tricks:
        state = after(state, Call(pack[0].suit))
    for _ in range(tricks * len(state.seats)):
        if state.hand is None:
            break
        assert state.turn is not None
        state = after(state, Play(state.turn, pack.pop()))
    return state
