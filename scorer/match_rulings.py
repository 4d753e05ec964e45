"""Whether a match, a game, a pitch or a deal may begin, and whether a game may end by word (RULES.md 3, 4.1)."""

from scorer import match, pitch, scoring
from scorer.board import BOARD_NAMES
from scorer.endings import claim_at, first_to
from scorer.events import Choose, Claim, Concede, Cut, Deal, GameStart, MatchStart
from scorer.legality import check_hands, check_layout
from scorer.match import MatchState, Phase
from scorer.phases import game_over, unknown_side, wrong_phase
from scorer.refusal import Refusal, no


def rule_match_start(event: MatchStart) -> MatchState | Refusal:
    variant = event.variant
    if event.seats != variant.seats or event.sides != variant.sides or not event.names.keys() <= set(event.seats):
        return no("BAD_MATCH_START_SEATS")
    if event.board not in (*BOARD_NAMES, "none", "score_sheet"):
        return no("BAD_MATCH_START_BOARD", board=event.board)
    return match.begin(event)


def rule_second_start(state: MatchState, event: MatchStart) -> MatchState | Refusal:
    return wrong_phase(state, event)


def rule_game_start(state: MatchState, event: GameStart) -> MatchState | Refusal:
    if state.phase is Phase.GAME_OVER:
        if state.match_over:
            return game_over(state)
    elif state.pitcher is not None:
        return wrong_phase(state, event)
    for seat in (event.pitcher, event.dealer):
        if seat is not None and seat not in state.seats:
            return no("UNKNOWN_SEAT", seat=seat)
    refusal = _check_start(state, event)
    if refusal:
        return refusal
    started = match.start_game(state, event)
    if event.dealer is not None and not started.any_dealer:
        dealer = pitch.dealer_for(started.pitcher, state.variant) if started.pitcher else None
        if event.dealer is not dealer:
            return no("WRONG_DEALER", seat=event.dealer, dealer=dealer)
    return started


def _check_start(state: MatchState, event: GameStart) -> Refusal | None:
    """A game taken over from another board: scores below the end, hands played that a game can have had."""
    for side, score in (event.start_scores or {}).items():
        if side not in state.sides:
            return no("UNKNOWN_SIDE", side=side)
        if score < 0 or (state.target is not None and score >= state.target):
            return no("BAD_START_SCORE", side=side, score=score, target=state.target)
    pitches = state.variant.pitches
    if event.hands_played < 0 or (pitches is not None and event.hands_played >= pitches):
        return no("BAD_START_HANDS", hands=event.hands_played, pitches=pitches)
    bonus = state.variant.bonus.get("game", 0) if state.variant.bonus_tie != "none" else 0
    if event.carry < 0 or (event.carry % bonus if bonus else event.carry):
        return no("BAD_START_CARRY", points=event.carry)
    return None


def rule_cut(state: MatchState, event: Cut) -> MatchState | Refusal:
    if state.pitcher is not None or state.phase is not Phase.BEFORE_DEAL or state.game.choice:
        return wrong_phase(state, event)
    # Who cuts again is settled; who cuts first, in a later leg too, the table may change (RULES.md 8, row 29).
    cutters = state.game.cutters if state.game.recuts else ()
    return pitch.cut_refusal(state.variant, cutters, event.cards) or match.cut(state, event)


def rule_choose(state: MatchState, event: Choose) -> MatchState | Refusal:
    winner = state.game.cut_winner
    if not state.game.choice or winner is None:
        return wrong_phase(state, event)
    if event.seat not in state.seats:
        return no("UNKNOWN_SEAT", seat=event.seat)
    if not pitch.may_choose(state.variant, winner, event.seat):
        return no("WRONG_CHOICE", seat=event.seat, seats=state.game.choice)
    return match.choose(state, event)


def rule_deal(state: MatchState, event: Deal) -> MatchState | Refusal:
    if state.phase is Phase.PLAYING or state.pitcher is None:
        return wrong_phase(state, event)
    if event.dealer not in state.seats:
        return no("UNKNOWN_SEAT", seat=event.dealer)
    if event.dealer != state.dealer and not state.any_dealer:
        return no("WRONG_DEALER", seat=event.dealer, dealer=state.dealer)
    refusal = check_hands(state, event.hands) if event.hands is not None else None
    if refusal is None and event.layout is not None:
        refusal = check_layout(state, event.layout)
    return refusal or match.deal(state, event)


def rule_concede(state: MatchState, event: Concede) -> MatchState | Refusal:
    first_irish_deal = state.variant.tie_rule != "none" and state.game.hands_played == 0
    if state.pitcher is None or first_irish_deal:
        return wrong_phase(state, event)
    return unknown_side(state, event.side) or scoring.concede(state, event)


def rule_claim(state: MatchState, event: Claim) -> MatchState | Refusal:
    if state.variant.tie_rule == "none" or state.hand is None:
        return wrong_phase(state, event)
    refusal = unknown_side(state, event.side)
    if refusal:
        return refusal
    needed = claim_at(state)
    points = state.scores[event.side]
    if points < needed or state.deal_number < (state.variant.pitches or 0):
        return no("CLAIM_TOO_EARLY", side=event.side, points=points, needed=needed, deal=state.deal_number)
    first = first_to(state, needed)
    if first != event.side:
        return no("CLAIM_TOO_LATE", side=event.side, other=first, needed=needed)
    return scoring.claim(state, event)
