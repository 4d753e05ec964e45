"""Whether a hand may be called off, and whether an irregularity is one (RULES.md 4.3, 4.4, 4.5)."""

from scorer import match, penalties, scoring
from scorer.events import Misdeal, Note, PegCorrection, Penalty, Revoke, Void
from scorer.hand import HandState
from scorer.irregularities import revokes_found
from scorer.match import MatchState, Phase
from scorer.phases import game_over, unknown_side, wrong_phase
from scorer.refusal import Refusal, no
from scorer.seats import Seat


def rule_misdeal(state: MatchState, event: Misdeal) -> MatchState | Refusal:
    if state.phase is Phase.BEFORE_DEAL:
        return wrong_phase(state, event)
    if state.hand is None or state.hand.begun:
        return no("TOO_LATE", event=event.kind)
    return scoring.misdeal(state)


def rule_void(state: MatchState, event: Void) -> MatchState | Refusal:
    last = penalties.last_hand_of_game(state)
    if state.hand is None and (state.phase is Phase.BEFORE_DEAL or last is None):
        return wrong_phase(state, event)
    return penalties.void(state)


def rule_penalty(state: MatchState, event: Penalty) -> MatchState | Refusal:
    if state.phase is Phase.BEFORE_DEAL or state.pitcher is None:
        return wrong_phase(state, event)
    if event.points < 1:
        return unknown_side(state, event.side) or no("IMPOSSIBLE_COUNT", reason="penalty", points=event.points)
    return unknown_side(state, event.side) or penalties.pay_penalty(state, event)


def rule_peg_correction(state: MatchState, event: PegCorrection) -> MatchState | Refusal:
    if state.phase is Phase.BEFORE_DEAL or state.pitcher is None:
        return wrong_phase(state, event)
    for side in (event.side, event.by):
        if side is not None and side not in state.sides:
            return no("UNKNOWN_SIDE", side=side)
    hand = penalties.hand_called(state)
    if hand is not None and hand.begun:
        return no("CORRECT_THE_CARD")
    if event.points == 0 or state.scores[event.side] + event.points < 0:
        return no("IMPOSSIBLE_COUNT", reason="peg", side=event.side, points=event.points)
    rule = state.variant.peg_correction
    if rule == "no_underpeg_fix" and event.points > 0:
        return no("NO_UNDERPEG_FIX")
    if rule == "opponents_may_correct" and event.by not in state.others(event.side):
        return no("OPPONENTS_CORRECT", side=event.side)
    return penalties.correct_peg(state, event)


def rule_revoke(state: MatchState, event: Revoke) -> MatchState | Refusal:
    if state.phase is Phase.GAME_OVER:
        if state.undecided is None:
            return game_over(state)
        state_then = state.undecided
    else:
        state_then = state
    hand = penalties.hand_called(state_then)
    if state_then.phase is Phase.BEFORE_DEAL:
        return wrong_phase(state, event)
    if event.seat not in state.seats:
        return no("UNKNOWN_SEAT", seat=event.seat)
    if hand is None:
        return no("NOT_A_REVOKE", seat=event.seat, trick=event.trick)
    earlier = penalties.last_hand_of_game(state_then)
    if event.trick > len(hand.tricks) and earlier is not None and event.trick <= len(earlier.tricks):
        return no("TOO_LATE", event=event.kind)
    if not any(found.seat is event.seat and found.trick == event.trick for found in revokes_found(hand.tricks)):
        return no("NOT_A_REVOKE", seat=event.seat, trick=event.trick)
    if _called_already(state_then, hand, event):
        return no("ALREADY_CALLED", seat=event.seat, trick=event.trick)
    return penalties.revoked(state, event)


def _called_already(state: MatchState, hand: HandState, event: Revoke) -> bool:
    """The same revoke twice, or a second one of a side whose first took everything."""
    if state.variant.revoke_penalty in ("walton", "all_points"):
        side = state.side_of(event.seat)
        return any(state.side_of(seat) == side for seat, _ in hand.called)
    return (event.seat, event.trick) in hand.called


def rule_note(state: MatchState, event: Note) -> MatchState | Refusal:
    seat = event.params.get("seat")
    if event.code != "out_of_turn" or seat is None:
        return match.note(state, event)
    if seat not in [known.value for known in state.seats]:
        return no("UNKNOWN_SEAT", seat=str(seat))
    return penalties.out_of_turn(state, event, Seat(seat))
