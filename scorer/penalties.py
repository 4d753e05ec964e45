"""What an irregularity costs: revokes and plays out of turn, penalties, pegs set right, void hands (RULES.md 4.5).

The functions here take for granted that the event is legal: the referee has said so.
"""

from collections.abc import Iterable
from dataclasses import replace

from scorer import endings, scoring
from scorer import hand as hand_rules
from scorer.events import Note, PegCorrection, Penalty, Revoke
from scorer.hand import HandRecord, HandState
from scorer.match import MatchState, PenaltyRecord, Phase, WonAt
from scorer.pegging import add_pegs, called, held_of, moved_before, transfer_pegs
from scorer.seats import Seat, Side
from scorer.trick import Peg, Reason

WALTON_POINTS = 20
"""What the others get if the offender's side had the pitch (RULES.md 4.5, W-WALTON 6)."""


def pay_penalty(state: MatchState, event: Penalty) -> MatchState:
    """The other side pegs the points; the target is tested at once (RULES.md 4.1)."""
    pegs = _to_others(state, event.side, event.points, "penalty")
    return _won_by(_recorded(state, "penalty", event.side, pegs, event.reason), "penalty", state.others(event.side))


def correct_peg(state: MatchState, event: PegCorrection) -> MatchState:
    """A peg is set right where no cards were entered (RULES.md 4.3)."""
    code = "peg_forgotten" if event.points > 0 else "peg_too_many"
    pegs = (Peg(event.side, event.points, Reason(code, None, None, "4.3")),)
    return _won_by(_recorded(state, "peg_correction", event.side, pegs, event.reason), "peg_correction", (event.side,))


def revoked(state: MatchState, event: Revoke) -> MatchState:
    """A revoke that is proved costs what the option ``revoke_penalty`` says.

    After the game the call comes late. A win is undone only if the points it stood on are taken away; what the other
    side pegs comes after it. A game without a target is decided again.
    """
    if state.phase is not Phase.GAME_OVER:
        return _punished(state, event.seat, event.trick, "revoke", None)
    undecided = state.undecided
    assert undecided is not None, "the referee lets nobody call a revoke after another end"
    kind = state.variant.revoke_penalty
    takes = kind in ("walton", "transfer_trick", "all_points") and state.side_of(event.seat) in state.winners
    if state.target is not None and not takes:
        return _beside_the_win(state, undecided, event)
    if undecided.hand is None:
        return _decided_again(state, undecided, event)
    return _punished(undecided, event.seat, event.trick, "revoke", state)


def _beside_the_win(won: MatchState, undecided: MatchState, event: Revoke) -> MatchState:
    """The win stands; the points are moved, also in what a later call would go back to."""
    after, _ = _called(won, event.seat, event.trick, "revoke")
    before, _ = _called(undecided, event.seat, event.trick, "revoke")
    games = (*after.games[:-1], replace(after.games[-1], scores=after.scores))
    return replace(after, games=games, undecided=before)


def _decided_again(won: MatchState, undecided: MatchState, event: Revoke) -> MatchState:
    """The points of a finished hand are moved; a win that still stands stays, else the game is decided anew."""
    state, _ = _called(undecided, event.seat, event.trick, "revoke")
    winner = endings.first_out(state, (*won.winners, *state.sides))
    if winner is not None:
        same = won.won_at if won.winners == (winner,) else None
        won_at = same or WonAt("penalty", len(state.hands))
        return replace(endings.game_over(state, (winner,), won_at), undecided=state)
    if state.target is not None and state.variant.revoke_penalty == "transfer_trick":
        return _rest_of_bonus(state)
    after = endings.after_hand(state)
    return replace(after, undecided=state) if after.phase is Phase.GAME_OVER else after


def _rest_of_bonus(state: MatchState) -> MatchState:
    """The parts of a split bonus that were not scored because the game seemed won."""
    last = state.hands[-1]
    assert last.game_count is not None, "a game that ended with the bonus was counted"
    scored = [part for part, _, _ in last.bonus_parts]
    rest = [entry for entry in hand_rules.bonus_pegs(last, last.game_count, state.variant) if entry[0] not in scored]
    game = replace(state.game, hands_played=state.game.hands_played - 1)
    return scoring.finish(replace(state, hands=state.hands[:-1], game=game), last, rest)


def out_of_turn(state: MatchState, event: Note, seat: Seat) -> MatchState:
    """A card was played out of turn: noted, or by option punished as a revoke, the last trick excused."""
    state = replace(state, notes=(*state.notes, event))
    hand = state.hand
    if state.variant.out_of_turn_penalty != "as_revoke" or hand is None:
        return state
    trick = len(hand.tricks) + 1
    if trick == state.variant.tricks:
        return state
    if state.variant.revoke_penalty == "transfer_trick":
        return replace(state, hand=replace(hand, forfeits=(*hand.forfeits, (trick, seat))))
    return _punished(state, seat, trick, "out_of_turn", None)


def _punished(state: MatchState, seat: Seat, trick: int, code: str, won: MatchState | None) -> MatchState:
    """Move the points, note the call, and see whether the hand ends and whether somebody is out.

    ``won``: the match as it was won before the call, if it was.
    """
    state, ends = _called(state, seat, trick, code)
    hand = state.hand
    if hand is None or not (hand.begun or code == "out_of_turn"):
        return _won_by(state, "penalty", state.sides)
    offender = state.side_of(seat)
    first = won.winners if won else ()
    winner = endings.first_out(state, (*first, *state.others(offender), offender))
    if winner is not None:
        return _win_in_hand(state, winner, won)
    if ends:
        return _forfeited(state)
    return scoring.end_hand(state) if len(hand.tricks) == state.variant.tricks else state


def _called(state: MatchState, seat: Seat, trick: int, code: str) -> tuple[MatchState, bool]:
    """The call with its points moved and noted in its hand, and whether the hand ends by it; nobody wins yet."""
    hand = state.hand if code == "out_of_turn" else hand_called(state)
    assert hand is not None, "the referee has found the hand"
    pegs, ends = _cost(state, hand, state.side_of(seat), trick)
    in_play = hand is state.hand
    state = called(state, hand, pegs, code, seat, trick)
    calls = (*hand.called, (seat, trick)) if code == "revoke" else hand.called
    if in_play:
        return replace(state, hand=replace(hand, called=calls)), ends
    return _last_hand_called(state, calls), ends


def hand_called(state: MatchState) -> HandState | None:
    """The hand in which a revoke can be called: the one in play, until its pitch the last one that counts, if any."""
    if state.hand is not None and state.hand.begun:
        return state.hand
    last = last_hand_of_game(state)
    return None if last is None or last.ended == "void" else last


def _last_hand_called(state: MatchState, called: tuple[tuple[Seat, int], ...]) -> MatchState:
    """Write the call and the new score into the last hand; a hand just dealt begins from that score."""
    last = replace(state.hands[-1], called=called, scores_after=state.scores)
    state = replace(state, hands=(*state.hands[:-1], last))
    if state.hand is None:
        return state
    return replace(state, hand=replace(state.hand, scores_before=state.scores, pegs_before=state.pegs))


def _cost(state: MatchState, hand: HandState, offender: Side, trick: int) -> tuple[tuple[Peg, ...], bool]:
    """The pegs of the option `revoke_penalty`, and whether the hand ends by it."""
    kind = state.variant.revoke_penalty
    if kind == "walton":
        own_pitch = state.side_of(hand.pitcher) == offender
        lost = _taken_away(state, hand, offender)
        return (*lost, *(_to_others(state, offender, WALTON_POINTS, "walton") if own_pitch else ())), True
    if kind == "transfer_trick":
        return transfer_pegs(state, hand, hand.tricks[trick - 1], offender), False
    if kind == "all_points":
        moved = [peg for played in hand.tricks for peg in transfer_pegs(state, hand, played, offender)]
        bonus = _bonus_left(state, hand, offender)
        if bonus:
            taken = Peg(offender, -bonus, Reason("revoke_lost_bonus", None, None, "4.5"))
            moved += [
                taken,
                *(_to_others(state, offender, bonus, "revoke_gained_bonus") if len(state.sides) == 2 else ()),
            ]
        return (*moved, *_rest_of_irish_deal(state, hand, offender)), True
    if kind.startswith("fixed:"):
        return _to_others(state, offender, int(kind.removeprefix("fixed:")), "revoke_fixed"), False
    return (), False


def _taken_away(state: MatchState, hand: HandState, offender: Side) -> Iterable[Peg]:
    """Every point the offender's side has pegged in this hand, trick by trick, a bonus already pegged included."""
    for trick in hand.tricks:
        points = held_of(state, hand, trick, offender)
        if points > 0:
            yield Peg(offender, -points, Reason("revoke_lost", trick.number, None, "4.5"))
    bonus = _bonus_left(state, hand, offender)
    if bonus:
        yield Peg(offender, -bonus, Reason("revoke_lost_bonus", None, None, "4.5"))


_OUTSIDE_TRICKS = ("revoke_lost_bonus", "revoke_gained_bonus", "revoke_rest")


def _bonus_left(state: MatchState, hand: HandState, side: Side) -> int:
    """What ``side`` has of a hand beside its tricks: the bonus above all, less or more what earlier calls moved."""
    pegged = sum(peg.points for peg in hand.pegs if peg.side == side) if isinstance(hand, HandRecord) else 0
    return pegged + moved_before(state, hand, side, _OUTSIDE_TRICKS)


def _rest_of_irish_deal(state: MatchState, hand: HandState, offender: Side) -> tuple[Peg, ...]:
    """In Irish Don `all_points` are the 80 of the deal: what has not been won yet goes to the other side too."""
    if state.variant.tie_rule == "none":
        return ()
    given = sum(moved_before(state, hand, side, ("revoke_rest",)) for side in state.sides)
    rest = state.variant.pegged_in_pack - sum(trick.points for trick in hand.tricks)
    rest -= sum(peg.points for peg in hand.pegs) if isinstance(hand, HandRecord) else 0
    rest -= given
    return _to_others(state, offender, rest, "revoke_rest") if rest else ()


def _to_others(state: MatchState, side: Side, points: int, code: str) -> tuple[Peg, ...]:
    """Points for the other side; with three players, for each of the others (house default)."""
    return tuple(Peg(other, points, Reason(code, None, None, "4.5")) for other in state.others(side))


def _recorded(state: MatchState, code: str, against: Side, pegs: tuple[Peg, ...], text: str) -> MatchState:
    """Peg what belongs to no trick, in the hand in play or after the last one."""
    number, after = (state.hand.number, len(state.hand.tricks)) if state.hand else (len(state.hands), None)
    record = PenaltyRecord(code, state.game.number, number, after, against, pegs, text)
    return replace(add_pegs(state, pegs), penalties=(*state.penalties, record))


def _won_by(state: MatchState, stage: str, sides: tuple[Side, ...]) -> MatchState:
    """The game is over if one of ``sides`` is out by points that were no trick's."""
    winner = endings.first_out(state, sides)
    if winner is None:
        return state
    number = state.hand.number if state.hand else len(state.hands)
    return endings.game_over(state, (winner,), WonAt(stage, number))


def _win_in_hand(state: MatchState, winner: Side, won: MatchState | None) -> MatchState:
    """Somebody is out after a call; a win that the call did not touch stays where it was."""
    assert state.hand is not None
    won_at = WonAt("penalty", state.hand.number, trick=len(state.hand.tricks) or None)
    if won is not None and won.winners == (winner,) and won.won_at is not None:
        won_at = won.won_at
    return replace(endings.game_over(state, (winner,), won_at), undecided=state)


def _forfeited(state: MatchState) -> MatchState:
    """The hand ends here without a count; what is carried over stays so (house default)."""
    hand = state.hand
    assert hand is not None
    record = replace(hand_rules.closed(hand, "forfeited", state.scores), carry_after=hand.carry_before)
    game = replace(state.game, hands_played=state.game.hands_played + 1)
    state = replace(state, hand=None, hands=(*state.hands, record), game=game)
    return endings.after_hand(state)


# Void hands


def void(state: MatchState) -> MatchState:
    """The hand in play, or the one just ended, is abandoned without points; the same player pitches again.

    Penalties scored in it, other than those for revokes, stay.
    """
    hand: HandState
    if state.hand is not None:
        hand, before = state.hand, state.hands
        game = state.game
    else:
        hand, before = state.hands[-1], state.hands[:-1]
        game = replace(state.game, hands_played=state.game.hands_played - 1)
    kept = tuple(old for old in state.penalties if old.hand != hand.number or old.code in ("penalty", "peg_correction"))
    record = replace(hand_rules.closed(hand, "void", hand.scores_before), carry_after=hand.carry_before)
    state = replace(
        state,
        phase=Phase.BEFORE_DEAL,
        hand=None,
        scores=hand.scores_before,
        pegs=hand.pegs_before,
        carry=hand.carry_before,
        pitcher=hand.pitcher,
        dealer=hand.dealer,
        penalties=kept,
        game=game,
    )
    for old in kept:
        if old.hand == hand.number:
            state = add_pegs(state, old.pegs)
    return replace(state, hands=(*before, replace(record, scores_after=state.scores)))


def last_hand_of_game(state: MatchState) -> HandRecord | None:
    """The last hand of this game that counts or could be called void; None before its first."""
    return state.game_hands[-1] if state.game_hands else None
