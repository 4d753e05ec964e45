"""The state machine of a match: whether a plain event may happen, and what the match is after it (RULES.md 4.1).

The refusals and the order in which they are tested are those of RULES.md 4.2. A refused event changes nothing.
Undo, redo and corrections are not plain: they speak of the record and go through `scorer.referee.admit`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from scorer import irregular_rulings, match_rulings, play_rulings
from scorer.events import (
    AgreedCount,
    Call,
    Choose,
    Claim,
    Concede,
    Count,
    Cut,
    Deal,
    Event,
    GameStart,
    MatchStart,
    Misdeal,
    Note,
    PegCorrection,
    Penalty,
    Play,
    Reveal,
    Revoke,
    Trick,
    Void,
)
from scorer.match import MatchState, Phase
from scorer.phases import game_over, wrong_phase
from scorer.refusal import Refusal, no


def apply(state: MatchState | None, event: Event) -> MatchState | Refusal:
    """The match after a plain event, or why it is refused."""
    if state is None:
        return match_rulings.rule_match_start(event) if isinstance(event, MatchStart) else wrong_phase(None, event)
    handler = _HANDLERS.get(type(event))
    if handler is None:
        return no("NEEDS_RECORD", event=event.kind)
    if state.phase is Phase.GAME_OVER and type(event) not in _AFTER_THE_GAME:
        return game_over(state)
    return handler(state, event)


_AFTER_THE_GAME = (GameStart, Note, Revoke)

_HANDLERS: Mapping[type[Event], Callable[[MatchState, Any], MatchState | Refusal]] = {
    MatchStart: match_rulings.rule_second_start,
    GameStart: match_rulings.rule_game_start,
    Cut: match_rulings.rule_cut,
    Choose: match_rulings.rule_choose,
    Concede: match_rulings.rule_concede,
    Claim: match_rulings.rule_claim,
    Deal: match_rulings.rule_deal,
    Call: play_rulings.rule_call,
    Play: play_rulings.rule_play,
    Trick: play_rulings.rule_trick,
    Reveal: play_rulings.rule_reveal,
    Count: play_rulings.rule_count,
    AgreedCount: play_rulings.rule_recount,
    Misdeal: irregular_rulings.rule_misdeal,
    Void: irregular_rulings.rule_void,
    Penalty: irregular_rulings.rule_penalty,
    PegCorrection: irregular_rulings.rule_peg_correction,
    Revoke: irregular_rulings.rule_revoke,
    Note: irregular_rulings.rule_note,
}
"""One checker for each plain event; those that speak of the record are missing on purpose."""
