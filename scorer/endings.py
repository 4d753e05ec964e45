"""How a game ends: the target, the two deals of Irish Don, the pitches of Blind Don (RULES.md 2.5, 3.3, 3.4)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from scorer import hand as hand_rules
from scorer import pitch
from scorer.hand import HandRecord, HandState
from scorer.match import GameRecord, MatchState, PenaltyRecord, Phase, WonAt
from scorer.seats import Side
from scorer.trick import Peg

END_OF_MATCH = "end_of_match"


def is_out(state: MatchState, side: Side) -> bool:
    """Whether ``side`` has reached the target of a game that has one."""
    return state.target is not None and state.scores[side] >= state.target


def first_out(state: MatchState, sides: tuple[Side, ...]) -> Side | None:
    """The first of ``sides`` that has reached the target; None if nobody has."""
    return next((side for side in sides if is_out(state, side)), None)


def game_over(state: MatchState, winners: tuple[Side, ...], won_at: WonAt, ended: str = "won") -> MatchState:
    """The game is over at once: a hand in play ends uncounted, what was to be carried over is lost (RULES.md 2.5)."""
    hands, game = state.hands, state.game
    if state.hand is not None:
        hands = (*hands, hand_rules.closed(state.hand, ended, state.scores))
        game = replace(game, hands_played=game.hands_played + 1)
    won_at = replace(won_at, deal=game.hands_played)
    games_won = state.games_won
    if len(winners) == 1:
        games_won = games_won.put(winners[0], games_won[winners[0]] + 1)
    record = GameRecord(game.number, game.first_hand, len(hands) - 1, state.scores, winners, won_at)
    return replace(
        state,
        phase=Phase.GAME_OVER,
        hand=None,
        hands=hands,
        game=game,
        carry=0,
        games=(*state.games, record),
        games_won=games_won,
        winners=winners,
        won_at=won_at,
        undecided=None,
    )


def after_hand(state: MatchState) -> MatchState:
    """A hand has ended and nobody is out: the next one, or the end of a game of so many deals."""
    pitches = state.variant.pitches
    played = state.game.hands_played
    if pitches is None or played < pitches:
        return _rotated(state)
    won_at = WonAt(END_OF_MATCH, len(state.hands))
    if state.variant.tie_rule != "none":
        winner = first_to(state, claim_at(state))
        return game_over(state, (winner,) if winner else (), won_at)
    extra = state.variant.equal_totals == "extra_pitches"
    if extra and (played - pitches) % len(state.seats):
        return _rotated(state)
    best = leaders(state)
    if len(best) > 1 and extra:
        return _rotated(state)
    shared = len(best) == 1 or state.variant.equal_totals == "shared"
    return game_over(state, best if shared else (), won_at)


def _rotated(state: MatchState) -> MatchState:
    """Deal and pitch move one place clockwise (RULES.md 3.1)."""
    assert state.pitcher is not None, "a hand has a pitcher"
    pitcher = pitch.next_pitcher(state.seats, state.pitcher)
    dealer = pitch.dealer_for(pitcher, state.variant)
    return replace(state, phase=Phase.BETWEEN_HANDS, pitcher=pitcher, dealer=dealer)


# Irish Don: who was first to 80 (RULES.md 3.4)


def claim_at(state: MatchState) -> int:
    """The points that win an Irish game: half of both deals, one more where 80-80 is a draw."""
    return state.variant.pegged_in_pack + (1 if state.variant.tie_rule == "draw" else 0)


def first_to(state: MatchState, points: int) -> Side | None:
    """The first side that reached ``points`` in this game, as the record stands now; None if nobody has.

    Points moved for a revoke count in the place of the trick they come from, all others when they were scored.
    Where only totals were entered and both sides passed in them, the table has said who was first.
    """
    totals = dict(state.game.start_scores)
    steps: Iterator[tuple[list[Peg], Side | None]] = _steps(state)
    for pegs, told in chain([([], None)], steps):
        for peg in pegs:
            totals[peg.side] += peg.points
        there = [side for side in state.sides if totals[side] >= points and state.scores[side] >= points]
        if there:
            return told if told in there else there[0]
    return None


def _steps(state: MatchState) -> Iterator[tuple[list[Peg], Side | None]]:
    """The points of this game in the order in which they fell; with totals entered, who was first out in them."""
    hands: tuple[HandState, ...] = (*state.game_hands, *((state.hand,) if state.hand else ()))
    penalties = [record for record in state.penalties if record.game == state.game.number]
    yield from _penalties_after(penalties, state.game.first_hand, None)
    for hand in hands:
        yield from _penalties_after(penalties, hand.number, 0)
        void = isinstance(hand, HandRecord) and hand.ended == "void"
        for trick in hand.tricks:
            yield ([] if void else [*trick.pegs, *_moved(penalties, hand.number, trick.number)]), None
            yield from _penalties_after(penalties, hand.number, trick.number)
        if isinstance(hand, HandRecord):
            yield list(hand.pegs), hand.count.first_out if hand.count else None
            yield from _penalties_after(penalties, hand.number, None)


def _moved(penalties: list[PenaltyRecord], hand: int, trick: int) -> Iterator[Peg]:
    """The points that a call has moved away from or to a side in one trick."""
    for record in penalties:
        if record.hand == hand:
            yield from (peg for peg in record.pegs if peg.reason.trick == trick)


def _penalties_after(penalties: list[PenaltyRecord], hand: int, trick: int | None) -> Iterator[tuple[list[Peg], None]]:
    """What was scored for irregularities after so many tricks of the hand; None: after the hand."""
    for record in penalties:
        if record.hand == hand and record.after_trick == trick:
            yield [peg for peg in record.pegs if peg.reason.trick is None], None


def leaders(state: MatchState) -> tuple[Side, ...]:
    """The sides with the highest score."""
    best = max(state.scores.values())
    return tuple(side for side in state.sides if state.scores[side] == best)
