"""What stands on a board and beside it, whichever board a match has (RULES.md 5). No Kivy.

Where points are counted after the deal (Irish Don, ``show_points = after_hand``), nothing here tells them before.
"""

from mobile.texts import label
from mobile.wording import short_side, to_go_line
from scorer.board import BOARD_NAMES, LEG_LENGTH, Board, PegPair, board_of, cheshire_leg
from scorer.endings import claim_at, first_to
from scorer.events import Claim
from scorer.match import MatchState, Phase
from scorer.referee import Refusal, apply
from scorer.seats import Side
from scorer.variant import Variant

LEADS, PITCHES, WON = "▶", "◆", "★"
"""The signs for who leads, who pitches and who has won."""


def board_for(state: MatchState) -> Board | None:
    """The peg board of this match; None where it has none."""
    return board_of(state.board, state.target, len(state.sides)) if state.board in BOARD_NAMES else None


def points_are_shown(state: MatchState) -> bool:
    """Whether the points of the hand in play are shown as they fall (option `show_points`)."""
    return state.hand is None or state.variant.show_points == "live"


def shown_score(state: MatchState, side: Side) -> int:
    """The score of a side as far as it may be shown now."""
    return state.scores[side] if points_are_shown(state) or not state.hand else state.hand.scores_before[side]


def shown_pegs(state: MatchState, side: Side) -> PegPair:
    """Where the pegs of a side stand for all to see."""
    return state.pegs[side] if points_are_shown(state) or not state.hand else state.hand.pegs_before[side]


def deal_points(state: MatchState, side: Side) -> int | None:
    """What the side has made in the deal in play, or in the last one; None where that can't be told yet."""
    if not points_are_shown(state):
        return None
    if state.hand is not None:
        return state.scores[side] - state.hand.scores_before[side]
    if state.game_hands:
        return state.scores[side] - state.game_hands[-1].scores_before[side]
    return None


def tricks_taken(state: MatchState, side: Side) -> int:
    """How many tricks the side has taken in the hand in play, or in the last one."""
    hand = state.hand or (state.game_hands[-1] if state.game_hands else None)
    return sum(trick.side == side for trick in hand.tricks) if hand else 0


def wins_at(state: MatchState) -> int | None:
    """The points that win where they are claimed (Irish Don); else None."""
    return claim_at(state) if state.variant.tie_rule != "none" else None


def claimable(state: MatchState) -> Side | None:
    """The side that may claim the game now; None where nobody may."""
    if wins_at(state) is None or state.hand is None:
        return None
    return next((side for side in state.sides if not isinstance(apply(state, Claim(side)), Refusal)), None)


def claim_line(state: MatchState) -> str:
    """What the claim button says: who may claim, or what wins. Empty where there is nothing to claim."""
    needed = wins_at(state)
    if needed is None or state.phase is Phase.GAME_OVER:
        return ""
    side = claimable(state)
    if side is not None:
        return label("claim_now", side=short_side(state, side))
    return label("points_win", points=needed)


def standing_line(state: MatchState, side: Side) -> str:
    """How a side stands: what is to go, or by how much it leads where there is no target."""
    if state.target is not None:
        return to_go_line(state, side)
    needed = wins_at(state)
    if needed is not None:
        if state.winner == side:
            return label("out")
        if state.phase is Phase.GAME_OVER and not state.winners:
            return label("level")
        return label("to_go", points=max(0, needed - shown_score(state, side)))
    ahead = shown_score(state, side) - max(shown_score(state, other) for other in state.others(side))
    if ahead == 0:
        return label("level")
    if ahead < 0:
        return label("behind_by", points=-ahead)
    return label("won_by" if state.winner == side else "leads_by", points=ahead)


def pitch_line(state: MatchState) -> str:
    """Which pitch or deal of how many is in play or comes next; empty where a target ends the game."""
    number, pitches = state.deal_number, state.variant.pitches
    if pitches is None or state.target is not None:
        return ""
    if number > pitches:
        return label("pitch_extra", pitch=number)
    return label("pitch_of" if wins_at(state) is None else "deal_of", pitch=number, pitches=pitches)


def legs_in_game(state: MatchState) -> int:
    """How many Cheshire legs a game of this match has; 0 where it has none."""
    return legs_of_variant(state.variant)


def legs_of_variant(variant: Variant) -> int:
    """How many Cheshire legs a game of this variant has; 0 where it has none."""
    if variant.legs_view != "cheshire" or variant.target is None or len(variant.sides) != 2:
        return 0
    return cheshire_leg(variant.target, variant.target).completed


def legs_of(state: MatchState) -> dict[int, Side]:
    """The Cheshire legs that are decided, by number, with the side that completed each first."""
    count = legs_in_game(state)
    ends = {leg: LEG_LENGTH * leg if leg < count else state.target or 0 for leg in range(1, count + 1)}
    won = {leg: first_to(state, end) for leg, end in ends.items()}
    return {leg: side for leg, side in won.items() if side is not None}


def leg_line(state: MatchState, side: Side) -> str:
    """Which Cheshire leg the side is in and which it has won; empty where there are none."""
    if state.target is None or not legs_in_game(state):
        return ""
    now = label("leg_now", leg=cheshire_leg(state.scores[side], state.target).current)
    won = [leg for leg, winner in legs_of(state).items() if winner == side]
    return f"{now} · {WON}\u00a0{label('legs_won', legs=', '.join(map(str, won)))}" if won else now


def role_line(state: MatchState, side: Side) -> str:
    """The signs of a side's players: who leads, who pitches; after the game, who has won."""
    if side in state.winners:
        return f"{WON}\u00a0{label('won')}"
    if state.phase is Phase.GAME_OVER or state.pitcher is None:
        return ""
    leads = state.leader is not None and state.leader.value in side
    pitches = state.pitcher.value in side
    if leads and pitches:
        return f"{PITCHES}{LEADS}\u00a0{label('leads_short')}"
    if leads:
        return f"{LEADS}\u00a0{label('leads_short')}"
    return f"{PITCHES}\u00a0{label('pitched_short' if state.hand else 'pitches_short')}" if pitches else ""


def tricks_line(state: MatchState, side: Side) -> str:
    """How many tricks the side has taken in this hand."""
    taken = tricks_taken(state, side)
    return label("tricks_one") if taken == 1 else label("tricks_n", tricks=taken)
