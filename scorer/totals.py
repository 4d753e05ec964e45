"""Whether totals entered for a hand can be true (RULES.md 4.1, event `count`), and agreed counts for game."""

from dataclasses import replace

from scorer.endings import claim_at, first_to
from scorer.events import Count, Counts
from scorer.hand import HandState, counts_for_game, pegged_in_tricks
from scorer.match import MatchState
from scorer.refusal import Refusal, no
from scorer.seats import Side

_TOLD = ("high", "low", "jack", "tens")


def check_count(state: MatchState, hand: HandState, event: Count) -> Count | Refusal:
    """The totals with who was first out filled in where it follows; a refusal if they can't be."""
    refusal = _check_sides(state, event) or _check_points(state, hand, event)
    if refusal:
        return refusal
    counted = sum((event.game_count or {}).values())
    if counted > state.variant.counted_in_pack:
        return no("IMPOSSIBLE_COUNT", reason="game_sum", total=counted, most=state.variant.counted_in_pack)
    out = _out_on_points(state, event)
    if event.first_out is not None and event.first_out not in out:
        return no("IMPOSSIBLE_COUNT", reason="first_out", side=event.first_out)
    refusal = _check_sum(state, event, bool(out))
    if refusal:
        return refusal
    if len(out) > 1 and not _decided(state):
        first = event.first_out or _first_by_last_trick(state, event)
        return replace(event, first_out=first) if first else no("FIRST_OUT_NEEDED", sides=out)
    if not out and "game" in state.variant.bonus:
        refusal = check_game_count(state, event.game_count, counts_for_game(hand, state.variant))
    return refusal or event


def _check_sides(state: MatchState, event: Count) -> Refusal | None:
    named = [*event.points, *(event.game_count or ()), *event.bonus.values()]
    named += [side for side in (event.last_scoring_side, event.first_out) if side is not None]
    for side in named:
        if side not in state.sides:
            return no("UNKNOWN_SIDE", side=side)
    for part in event.bonus:
        if part not in _TOLD:
            return no("IMPOSSIBLE_COUNT", reason="bonus", part=part)
    return None


def _check_points(state: MatchState, hand: HandState, event: Count) -> Refusal | None:
    """A number for each side, none below 0 or below what its tricks have pegged already."""
    pegged = pegged_in_tricks(hand, state.variant)
    for side in state.sides:
        if side not in event.points:
            return no("IMPOSSIBLE_COUNT", reason="missing", side=side)
        if event.points[side] < pegged[side]:
            return no("IMPOSSIBLE_COUNT", reason="below", side=side, points=event.points[side], least=pegged[side])
    return None


def _out_on_points(state: MatchState, event: Count) -> tuple[Side, ...]:
    """The sides that these points alone take to the end of the game, or took there in an earlier hand."""
    needed = state.target
    if needed is None:
        if state.variant.tie_rule == "none" or state.deal_number < (state.variant.pitches or 0):
            return ()
        needed = claim_at(state)
    return tuple(side for side in state.sides if _total(state, event, side) >= needed)


def _decided(state: MatchState) -> bool:
    """Whether a side reached the end of an Irish game before these totals."""
    return state.target is None and first_to(state, claim_at(state)) is not None


def _total(state: MatchState, event: Count, side: Side) -> int:
    hand = state.hand
    assert hand is not None
    return state.scores[side] + event.points[side] - pegged_in_tricks(hand, state.variant)[side]


def _check_sum(state: MatchState, event: Count, out: bool) -> Refusal | None:
    """All points of the pack, where all of it is dealt and nobody went out before the end; else no more than that."""
    total = sum(event.points.values())
    most = state.variant.pegged_in_pack
    exact = all_dealt(state) and not out
    if total > most or (exact and total != most):
        return no("IMPOSSIBLE_COUNT", reason="sum_exact" if exact else "sum", total=total, most=most)
    return None


def all_dealt(state: MatchState) -> bool:
    """Whether the whole pack is dealt, so that every point of it falls."""
    return len(state.seats) * state.variant.cards_each == state.variant.pack


def _first_by_last_trick(state: MatchState, event: Count) -> Side | None:
    """Irish Don at 80-80: the side that took the last trick with points was not the first (RULES.md 3.4)."""
    others = state.others(event.last_scoring_side) if event.last_scoring_side else ()
    level = all(_total(state, event, side) == state.variant.pegged_in_pack for side in state.sides)
    return others[0] if others and level and state.target is None else None


def check_game_count(state: MatchState, counts: Counts | None, least: Counts | None = None) -> Refusal | None:
    """The count for game of each side: no more than the pack holds, exactly that where it is all dealt.

    ``least`` is what the tricks already entered give.
    """
    most = state.variant.counted_in_pack
    if counts is None or any(side not in counts for side in state.sides):
        return no("IMPOSSIBLE_COUNT", reason="game_missing")
    if any(side not in state.sides for side in counts):
        return no("UNKNOWN_SIDE", side=next(side for side in counts if side not in state.sides))
    for side in state.sides:
        at_least = least[side] if least else 0
        if counts[side] < at_least:
            return no("IMPOSSIBLE_COUNT", reason="below", side=side, points=counts[side], least=at_least)
    total = sum(counts.values())
    if total > most or (all_dealt(state) and total != most):
        return no("IMPOSSIBLE_COUNT", reason="game_exact" if all_dealt(state) else "game_sum", total=total, most=most)
    return None
