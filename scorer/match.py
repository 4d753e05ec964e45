"""The state of a match as a value, and how it begins: games and legs, the pitch, the deal (RULES.md 4.1).

The functions here take for granted that the event is legal: the referee has said so.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from scorer import hand as hand_rules
from scorer import pitch
from scorer.board import PegPair
from scorer.events import Choose, Cut, Deal, GameStart, MatchStart, Note
from scorer.frozenmap import FrozenMap
from scorer.hand import HandRecord, HandState, Scores, TrickRecord
from scorer.layout import dealt_layout
from scorer.seats import Seat, Side, side_of
from scorer.trick import Peg
from scorer.variant import Variant


class Phase(StrEnum):
    """Where a match stands (RULES.md 4.1)."""

    BEFORE_DEAL = "before_deal"
    PLAYING = "playing"
    BETWEEN_HANDS = "between_hands"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class WonAt:
    """Where the game ended. ``stage``: trick, bonus, count, penalty, peg_correction, claim, concession or end_of_match.

    ``hand`` counts from 1 over the match, ``deal`` within the game.
    """

    stage: str
    hand: int
    trick: int | None = None
    part: str | None = None
    deal: int = 0


@dataclass(frozen=True, slots=True)
class PenaltyRecord:
    """Points moved for an irregularity, or a peg set right: in which hand, after how many tricks (None: after it).

    ``hand`` is the last hand of the game before, for what was scored before its first. ``code``: penalty,
    peg_correction, revoke or out_of_turn. Each peg says whose points; points taken away are
    below 0. A peg whose reason names a trick stands in the place of that trick's points.
    """

    code: str
    game: int
    hand: int
    after_trick: int | None
    against: Side
    pegs: tuple[Peg, ...]
    text: str = ""
    seat: Seat | None = None
    trick: int | None = None


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The game or leg being played: its number, its first hand, how it began, and the cut for its first pitch.

    ``first_hand`` is the place of its first hand in `MatchState.hands`. ``hands_played`` counts the hands that count.
    ``cutters``: who cuts next (nobody named: one of each side, or all). ``choice``: who may be named as pitcher now.
    """

    number: int = 1
    first_hand: int = 0
    start_scores: Scores = field(default_factory=FrozenMap)
    hands_played: int = 0
    cutters: tuple[Seat, ...] = ()
    cut_by: tuple[Seat, ...] = ()
    recuts: int = 0
    cut_winner: Seat | None = None
    choice: tuple[Seat, ...] = ()
    by_marker: bool = False
    """Whether the marker card decides the first pitch, so that anybody may deal (Irish Don)."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game that is over. ``winners`` has one side; none after a draw, more than one after a shared win."""

    number: int
    first_hand: int
    last_hand: int
    scores: Scores
    winners: tuple[Side, ...]
    won_at: WonAt


@dataclass(frozen=True, slots=True)
class MatchState:
    """Everything that is known of a match, as a value derived by replay."""

    setup: MatchStart
    phase: Phase
    scores: Scores
    """The paper score of each side in this game, which keeps what runs past the target."""
    pegs: FrozenMap[Side, PegPair]
    game: GameInfo
    pitcher: Seat | None = None
    """Who pitches the hand in play or, between hands, the next one; None until the pitch is decided."""
    dealer: Seat | None = None
    carry: int = 0
    """Points for the muck carried over to the hand in play or the next one (Phat)."""
    hand: HandState | None = None
    """The hand in play; None before the deal, between hands and after the game."""
    hands: tuple[HandRecord, ...] = ()
    """The hands of the whole match that are over, void ones included; their numbers count from 1."""
    penalties: tuple[PenaltyRecord, ...] = ()
    notes: tuple[Note, ...] = ()
    games: tuple[GameRecord, ...] = ()
    games_won: FrozenMap[Side, int] = field(default_factory=FrozenMap)
    winners: tuple[Side, ...] = ()
    won_at: WonAt | None = None
    undecided: "MatchState | None" = None
    """After an end in play: the match before anybody had won, for a revoke called late.

    Its hand is in play where the game ended with a trick, and put away where it ended with the bonus or the last hand.
    """

    @property
    def match_id(self) -> str:
        return self.setup.match_id

    @property
    def variant(self) -> Variant:
        return self.setup.variant

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.setup.seats

    @property
    def sides(self) -> tuple[Side, ...]:
        return self.setup.sides

    @property
    def names(self) -> FrozenMap[Seat, str]:
        return self.setup.names

    @property
    def board(self) -> str:
        return self.setup.board

    @property
    def target(self) -> int | None:
        return self.setup.variant.target

    @property
    def all_hands(self) -> tuple[HandState, ...]:
        """The hands of the whole match, the one in play among them; their numbers count from 1."""
        return self.hands if self.hand is None else (*self.hands, self.hand)

    @property
    def winner(self) -> Side | None:
        """Who won the game that is over; None after a draw or a shared win too."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def match_over(self) -> bool:
        """Whether no further game belongs to this match."""
        if self.phase is not Phase.GAME_OVER:
            return False
        return self.match_winner is not None or self.variant.match == "single"

    @property
    def match_winner(self) -> Side | None:
        """Who won the match; None while it goes on, and after a drawn or shared single game."""
        needed = pitch.games_to_win(self.variant)
        return next((side for side, won in self.games_won.items() if won >= needed), None)

    @property
    def leader(self) -> Seat | None:
        """Who leads the trick that is being played or comes next; None while no hand is in play."""
        return self.hand.leader if self.hand else None

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is to play a card; None while no hand is in play."""
        return hand_rules.seat_in_turn(self.hand, self.seats) if self.hand else None

    @property
    def game_hands(self) -> tuple[HandRecord, ...]:
        """The hands of the present game that are over."""
        return self.hands[self.game.first_hand :]

    @property
    def any_dealer(self) -> bool:
        """Whether anybody may deal the next hand: the first of a game in which the marker card decides the pitch."""
        return self.game.by_marker and self.game.hands_played == 0 and not self.game_hands

    @property
    def deal_number(self) -> int:
        """Which hand of the game is in play or comes next, from 1; after the game, which was the last."""
        return self.game.hands_played + (0 if self.phase is Phase.GAME_OVER else 1)

    @property
    def last_trick(self) -> TrickRecord | None:
        """The trick finished last, of the hand in play or of the last hand."""
        if self.hand and self.hand.tricks:
            return self.hand.tricks[-1]
        if self.hand is None and self.game_hands and self.hands[-1].tricks:
            return self.hands[-1].tricks[-1]
        return None

    def side_of(self, seat: Seat) -> Side:
        return side_of(seat, self.sides)

    def game_of(self, hand: int) -> int:
        """The number of the game or leg in which a hand was played; both count from 1 over the match."""
        return next((game.number for game in self.games if hand <= game.last_hand + 1), self.game.number)

    def others(self, side: Side) -> tuple[Side, ...]:
        """The sides that play against ``side``."""
        return tuple(other for other in self.sides if other != side)

    def to_go(self, side: Side) -> int | None:
        """How many points ``side`` still needs; None in a game without a target."""
        return None if self.target is None else max(0, self.target - self.scores[side])


def begin(event: MatchStart) -> MatchState:
    """A match before its first game."""
    nothing = FrozenMap(dict.fromkeys(event.sides, 0))
    return MatchState(
        setup=event,
        phase=Phase.BEFORE_DEAL,
        scores=nothing,
        pegs=FrozenMap(dict.fromkeys(event.sides, PegPair())),
        game=GameInfo(start_scores=nothing, by_marker=event.variant.cut == "marker_card"),
        games_won=nothing,
    )


def start_game(state: MatchState, event: GameStart) -> MatchState:
    """Begin the game or leg: its first pitcher if known, and what is taken over from another board."""
    if state.phase is Phase.GAME_OVER:
        state = _next_game(state)
    pitcher = event.pitcher or state.pitcher
    scores = FrozenMap({**state.scores, **(event.start_scores or {})})
    played = event.hands_played
    return replace(
        state,
        phase=Phase.BETWEEN_HANDS if played else Phase.BEFORE_DEAL,
        pitcher=pitcher,
        dealer=event.dealer or (pitch.dealer_for(pitcher, state.variant) if pitcher else None),
        carry=event.carry,
        scores=scores,
        pegs=FrozenMap({side: PegPair().advance(score, None) for side, score in scores.items()}),
        game=replace(state.game, start_scores=scores, hands_played=played),
    )


def _next_game(state: MatchState) -> MatchState:
    """The match before its next game; the pitch goes on where the variant says so, else it is cut for."""
    assert state.pitcher is not None, "a game that is over had a pitcher"
    # Who was to pitch and never did does so now.
    played = state.game_hands and state.game_hands[-1].ended != "void"
    last = state.hands[-1].pitcher if played else pitch.next_pitcher(state.seats, state.pitcher, -1)
    pitcher = pitch.first_pitcher_of_next_game(state.variant, state.games_won, last, drawn=not state.winners)
    game = GameInfo(
        number=state.game.number + 1,
        first_hand=len(state.hands),
        cutters=pitch.next_cutters(state.variant, state.game.cut_by),
        by_marker=state.variant.cut == "marker_card" and pitcher is None,
    )
    nothing = FrozenMap(dict.fromkeys(state.sides, 0))
    return replace(state, scores=nothing, game=game, pitcher=pitcher, winners=(), won_at=None, undecided=None)


def cut(state: MatchState, event: Cut) -> MatchState:
    """The cut for the pitch: it names the pitcher, or who may name him, or who has to cut again."""
    result = pitch.cut_result(state.variant, event.cards)
    cut_by = state.game.cut_by or tuple(event.cards)
    if result.again:
        game = replace(state.game, cutters=result.again, recuts=state.game.recuts + 1, cut_by=cut_by)
        return replace(state, game=game)
    game = replace(state.game, cut_by=cut_by, cut_winner=result.winner, choice=result.choice)
    state = replace(state, game=game)
    return _pitched_by(state, result.pitcher) if result.pitcher else state


def choose(state: MatchState, event: Choose) -> MatchState:
    """The winner of the cut has named the pitcher."""
    return _pitched_by(replace(state, game=replace(state.game, choice=())), event.seat)


def _pitched_by(state: MatchState, pitcher: Seat) -> MatchState:
    return replace(state, pitcher=pitcher, dealer=pitch.dealer_for(pitcher, state.variant))


def deal(state: MatchState, event: Deal) -> MatchState:
    """Begin a hand."""
    assert state.pitcher is not None, "the referee lets nobody deal before the pitcher is known"
    hand = HandState(
        number=len(state.hands) + 1,
        dealer=event.dealer,
        pitcher=state.pitcher,
        scores_before=state.scores,
        pegs_before=state.pegs,
        carry_before=state.carry,
        hands=event.hands,
        table=dealt_layout(state.variant, event.layout),
    )
    return replace(state, phase=Phase.PLAYING, dealer=event.dealer, hand=hand)


def note(state: MatchState, event: Note) -> MatchState:
    """Keep the note; nothing else changes."""
    return replace(state, notes=(*state.notes, event))
