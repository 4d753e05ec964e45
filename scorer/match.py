"""The state of a match, and how each accepted event changes it (RULES.md 4.1).

The functions here take for granted that the event is legal: the referee has said so.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from scorer import hand as hand_rules
from scorer.board import PegPair
from scorer.cards import Card
from scorer.events import Concede, Deal, GameStart, MatchStart, Note, Penalty
from scorer.frozenmap import FrozenMap
from scorer.hand import HandRecord, HandState, Scores, TrickRecord
from scorer.seats import Seat, Side, next_in, side_of
from scorer.trick import Peg, Reason
from scorer.variant import Variant


class Phase(StrEnum):
    """Where a match stands (RULES.md 4.1)."""

    BEFORE_DEAL = "before_deal"
    PLAYING = "playing"
    BETWEEN_HANDS = "between_hands"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class WonAt:
    """Where the game was won: ``stage`` is trick, bonus, penalty or concession."""

    stage: str
    hand: int
    trick: int | None = None
    part: str | None = None


@dataclass(frozen=True, slots=True)
class PenaltyRecord:
    """A penalty that was scored: in (or after) which hand, who was penalised, and what the other side pegged."""

    hand: int
    against: Side
    peg: Peg
    text: str


@dataclass(frozen=True, slots=True)
class MatchState:
    """Everything that is known of a match, as a value derived by replay."""

    match_id: str
    variant: Variant
    seats: tuple[Seat, ...]
    sides: tuple[Side, ...]
    names: FrozenMap[Seat, str]
    board: str
    phase: Phase
    scores: Scores
    """The paper score of each side, which keeps what runs past the target."""
    pegs: FrozenMap[Side, PegPair]
    pitcher: Seat | None = None
    """Who pitches the hand in play or, between hands, the next one; None until the game starts."""
    dealer: Seat | None = None
    hand: HandState | None = None
    """The hand in play; None before the deal, between hands and after the game."""
    hands: tuple[HandRecord, ...] = ()
    penalties: tuple[PenaltyRecord, ...] = ()
    notes: tuple[Note, ...] = ()
    winner: Side | None = None
    won_at: WonAt | None = None

    @property
    def target(self) -> int | None:
        return self.variant.target

    @property
    def leader(self) -> Seat | None:
        """Who leads the trick that is being played or comes next; None while no hand is in play."""
        return self.hand.leader if self.hand else None

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is to play a card; None while no hand is in play."""
        return hand_rules.seat_in_turn(self.hand, self.seats) if self.hand else None

    @property
    def last_trick(self) -> TrickRecord | None:
        """The trick finished last, of the hand in play or of the last hand."""
        if self.hand and self.hand.tricks:
            return self.hand.tricks[-1]
        if self.hand is None and self.hands and self.hands[-1].tricks:
            return self.hands[-1].tricks[-1]
        return None

    def side_of(self, seat: Seat) -> Side:
        return side_of(seat, self.sides)

    def other_side(self, side: Side) -> Side:
        """The opponents of ``side``."""
        return next(other for other in self.sides if other != side)

    def to_go(self, side: Side) -> int | None:
        """How many points ``side`` still needs; None in a game without a target."""
        return None if self.target is None else max(0, self.target - self.scores[side])


def begin(event: MatchStart) -> MatchState:
    """A match before its first game."""
    return MatchState(
        match_id=event.match_id,
        variant=event.variant,
        seats=event.seats,
        sides=event.sides,
        names=event.names,
        board=event.board,
        phase=Phase.BEFORE_DEAL,
        scores=FrozenMap(dict.fromkeys(event.sides, 0)),
        pegs=FrozenMap({side: PegPair() for side in event.sides}),
    )


def dealer_for(pitcher: Seat, seats: tuple[Seat, ...], variant: Variant) -> Seat:
    """Who deals when ``pitcher`` pitches (RULES.md 3.1, 3.2): the player at the right, or the pitcher."""
    return pitcher if variant.dealer_rule == "pitcher_deals" else next_in(seats, pitcher, -1)


def start_game(state: MatchState, event: GameStart) -> MatchState:
    """Name the first pitcher and the scores from which the game starts."""
    scores = {**state.scores, **(event.start_scores or {})}
    return replace(
        state,
        pitcher=event.pitcher,
        dealer=event.dealer or dealer_for(event.pitcher, state.seats, state.variant),
        scores=FrozenMap(scores),
        pegs=FrozenMap({side: PegPair().advance(score, state.target) for side, score in scores.items()}),
    )


def deal(state: MatchState, event: Deal) -> MatchState:
    """Begin a hand."""
    assert state.pitcher is not None, "the referee lets nobody deal before the game starts"
    number = len(state.hands) + 1
    hand = HandState(number, event.dealer, state.pitcher, state.scores, event.hands)
    return replace(state, phase=Phase.PLAYING, hand=hand)


def play_card(state: MatchState, seat: Seat, card: Card) -> MatchState:
    """Add a card; the last one of a trick resolves it, the last trick ends the hand (RULES.md 4.1)."""
    assert state.hand is not None, "cards are only played while a hand is in play"
    hand = hand_rules.add_card(state.hand, seat, card)
    if len(hand.current) < len(state.seats):
        return replace(state, hand=hand)
    hand, trick = hand_rules.finish_trick(hand, state.scores, state.variant)
    state = replace(_add_points(state, trick.side, trick.points), hand=hand)
    if _is_out(state, trick.side):
        return _won(state, trick.side, WonAt("trick", hand.number, trick=trick.number))
    if len(hand.tricks) < state.variant.tricks:
        return state
    return _end_hand(state, hand)


def pay_penalty(state: MatchState, event: Penalty) -> MatchState:
    """The other side pegs the points; the target is tested at once (RULES.md 4.1)."""
    side = state.other_side(event.side)
    number = state.hand.number if state.hand else len(state.hands)
    peg = Peg(side, event.points, Reason("penalty", None, None, "4.5"))
    record = PenaltyRecord(number, event.side, peg, event.reason)
    state = replace(_add_points(state, side, event.points), penalties=(*state.penalties, record))
    return _won(state, side, WonAt("penalty", number)) if _is_out(state, side) else state


def concede(state: MatchState, event: Concede) -> MatchState:
    """The other side wins the game."""
    number = state.hand.number if state.hand else len(state.hands)
    return _won(state, state.other_side(event.side), WonAt("concession", number))


def note(state: MatchState, event: Note) -> MatchState:
    """Keep the note; nothing else changes."""
    return replace(state, notes=(*state.notes, event))


def _add_points(state: MatchState, side: Side, points: int) -> MatchState:
    if points == 0:
        return state
    return replace(
        state,
        scores=state.scores.put(side, state.scores[side] + points),
        pegs=state.pegs.put(side, state.pegs[side].advance(points, state.target)),
    )


def _is_out(state: MatchState, side: Side) -> bool:
    return state.target is not None and state.scores[side] >= state.target


def _won(state: MatchState, side: Side, won_at: WonAt) -> MatchState:
    """The game is over at once; a hand in play ends uncounted (RULES.md 2.5)."""
    ended = (*state.hands, hand_rules.closed(state.hand, state.scores)) if state.hand else state.hands
    return replace(state, phase=Phase.GAME_OVER, hand=None, hands=ended, winner=side, won_at=won_at)


def _end_hand(state: MatchState, hand: HandState) -> MatchState:
    """Count for game and score the bonus, part by part with a test of the target after each (RULES.md 3.1)."""
    parts: list[tuple[str, Side, int]] = []
    pegs: list[Peg] = []
    won_at = None
    for part, peg in hand_rules.bonus_pegs(hand, state.variant):
        state = _add_points(state, peg.side, peg.points)
        parts.append((part, peg.side, peg.points))
        pegs.append(peg)
        if _is_out(state, peg.side):
            won_at = WonAt("bonus", hand.number, part=part)
            break
    record = replace(
        hand_rules.closed(hand, state.scores),
        game_count=hand_rules.counts_for_game(hand, state.variant),
        bonus_parts=tuple(parts),
        pegs=tuple(pegs),
    )
    state = replace(state, hand=None, hands=(*state.hands, record))
    return _won(state, pegs[-1].side, won_at) if won_at else _rotated(state)


def _rotated(state: MatchState) -> MatchState:
    """Deal and pitch move one place clockwise (RULES.md 3.1)."""
    assert state.pitcher is not None, "a hand has a pitcher"
    pitcher = next_in(state.seats, state.pitcher)
    dealer = dealer_for(pitcher, state.seats, state.variant)
    return replace(state, phase=Phase.BETWEEN_HANDS, pitcher=pitcher, dealer=dealer)
