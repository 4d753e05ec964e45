"""Refusals of events that have no place where a match stands (RULES.md 4.1, 4.2)."""

from scorer.events import Call, Choose, Cut, Event, GameStart, MatchStart
from scorer.match import MatchState
from scorer.refusal import Refusal, no


def game_over(state: MatchState) -> Refusal:
    return no("GAME_OVER", side=state.winner, reason="match" if state.match_over else "next_game")


def wrong_phase(state: MatchState | None, event: Event) -> Refusal:
    """An event that has no place in this phase, and what has to come first."""
    if state is None:
        phase = "before_match"
    elif state.pitcher is None:
        phase = "before_choice" if state.game.choice else "before_game"
    elif state.hand is not None and state.hand.trump is None and state.variant.trumps == "called":
        phase = "before_call"
    else:
        phase = state.phase.value
    late = state is not None and isinstance(event, MatchStart | GameStart | Cut | Choose | Call)
    return no("WRONG_PHASE", event=event.kind, phase=phase, remedy=event.kind if late else phase)


def unknown_side(state: MatchState, side: str) -> Refusal | None:
    return None if side in state.sides else no("UNKNOWN_SIDE", side=side)
