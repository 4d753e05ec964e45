"""What a correction, a recount, an undo or a redo changes: the match before and after it, compared (RULES.md 4.3).

Its sentences are made by `scorer.change_words`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from scorer.cards import Card
from scorer.events import Counts
from scorer.frozenmap import FrozenMap
from scorer.hand import HandRecord, HandState, Scores, counts_for_game
from scorer.match import MatchState, PenaltyRecord, WonAt
from scorer.seats import Seat, Side, next_in


@dataclass(frozen=True, slots=True)
class Laid:
    """A trick as recorded: its cards from the leader on. An unfinished one has no winner and no points."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    winner: Seat | None = None
    side: Side | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class TrickChange:
    """A trick (hand and number from 1) that is another now; None where it is not there."""

    hand: int
    number: int
    before: Laid | None
    after: Laid | None


@dataclass(frozen=True, slots=True)
class HandChange:
    """A hand (from 1) in which something is different; None where it is not there."""

    number: int
    before: HandState | None
    after: HandState | None
    tricks: tuple[TrickChange, ...]
    counts: tuple[Counts | None, Counts | None]
    """The muck or count for game, before and after; None where it isn't counted."""


@dataclass(frozen=True, slots=True)
class GameStanding:
    """How a game or leg stands, or stood at its end: ``won_at`` is None while it is played."""

    scores: Scores
    winners: tuple[Side, ...]
    won_at: WonAt | None


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game or leg (from 1) with another score or another end; None where it has not begun."""

    number: int
    before: GameStanding | None
    after: GameStanding | None


@dataclass(frozen=True, slots=True)
class PenaltyChange:
    """Points moved for an irregularity that are others now; None where it no longer counts, or didn't."""

    before: PenaltyRecord | None
    after: PenaltyRecord | None


@dataclass(frozen=True, slots=True)
class Change:
    """The match before and after, and what is different: hands, penalties and games in order."""

    before: MatchState
    after: MatchState
    hands: tuple[HandChange, ...]
    penalties: tuple[PenaltyChange, ...]
    games: tuple[GameChange, ...]

    @property
    def nothing(self) -> bool:
        """Whether score, cards and turn stay as they are; a note may have come or gone."""
        return not (self.hands or self.penalties or self.games) and _course(self.before) == _course(self.after)


def change_of(before: MatchState, after: MatchState) -> Change:
    """What is different between two states of one match."""
    return Change(
        before,
        after,
        tuple(_hand_changes(before, after)),
        tuple(_penalty_changes(before, after)),
        tuple(_game_changes(before, after)),
    )


def _course(state: MatchState) -> tuple[object, ...]:
    return state.games_won, state.match_over, state.match_winner, state.pitcher, state.turn


# Hands


def _hand_changes(before: MatchState, after: MatchState) -> Iterator[HandChange]:
    pairs = zip_longest(before.all_hands, after.all_hands)
    for number, (old, new) in enumerate(pairs, start=1):
        if old == new:
            continue
        over = isinstance(old, HandRecord), isinstance(new, HandRecord)
        counts = count_of(before, old), count_of(after, new)
        if over[0] != over[1]:
            counts = (counts[0] if over[0] else None), (counts[1] if over[1] else None)
        tricks = tuple(_trick_changes(before, number, old, new)) if old and new else ()
        if old is None or new is None or tricks or counts[0] != counts[1] or _rest(old) != _rest(new):
            yield HandChange(number, old, new, tricks, counts)


def _rest(hand: HandState) -> tuple[object, ...]:
    """What is told of a hand beside its tricks and counts; the running scores in it are not."""
    if isinstance(hand, HandRecord):
        return hand.trump, hand.ended, hand.bonus_parts, hand.pegs, hand.carry_after
    return (hand.trump,)


def count_of(state: MatchState, hand: HandState | None) -> Counts | None:
    """The muck or count for game of a hand, so far if it is in play; None where nothing is counted."""
    if hand is None or "game" not in state.variant.bonus:
        return None
    return hand.game_count if isinstance(hand, HandRecord) else counts_for_game(hand, state.variant)


def _trick_changes(state: MatchState, number: int, old: HandState, new: HandState) -> Iterator[TrickChange]:
    pairs = zip_longest(_laid(state, old), _laid(state, new))
    for trick, (before, after) in enumerate(pairs, start=1):
        if before != after:
            yield TrickChange(number, trick, before, after)


def _laid(state: MatchState, hand: HandState) -> Iterator[Laid]:
    for trick in hand.tricks:
        yield Laid(trick.seats, trick.cards, trick.winner, trick.side, trick.points)
    if hand.current:
        seats = tuple(next_in(state.seats, hand.leader, place) for place in range(len(hand.current)))
        yield Laid(seats, tuple(card for _, card in hand.current))


# Penalties and games


def _penalty_changes(before: MatchState, after: MatchState) -> Iterator[PenaltyChange]:
    """Penalties are the same where they are for the same thing; those for equal things are taken in their order."""
    left = list(after.penalties)
    for old in before.penalties:
        new = next((record for record in left if _meant(record) == _meant(old)), None)
        if new is not None:
            left.remove(new)
        if new is None or moved_by(new) != moved_by(old):
            yield PenaltyChange(old, new)
    for new in left:
        yield PenaltyChange(None, new)


def _meant(record: PenaltyRecord) -> tuple[object, ...]:
    return record.code, record.game, record.hand, record.against, record.seat, record.trick, record.text


def moved_by(record: PenaltyRecord) -> FrozenMap[Side, int]:
    """What the record moves in all, by side; points taken away are below 0."""
    moved: dict[Side, int] = {}
    for peg in record.pegs:
        moved[peg.side] = moved.get(peg.side, 0) + peg.points
    return FrozenMap(moved)


def _game_changes(before: MatchState, after: MatchState) -> Iterator[GameChange]:
    for number in range(1, max(before.game.number, after.game.number) + 1):
        old, new = game_standing(before, number), game_standing(after, number)
        if old != new:
            yield GameChange(number, old, new)


def game_standing(state: MatchState, number: int) -> GameStanding | None:
    """How a game of the match (from 1) stands or ended; None if it has not begun."""
    if number <= len(state.games):
        game = state.games[number - 1]
        return GameStanding(game.scores, game.winners, game.won_at)
    return GameStanding(state.scores, (), None) if number == state.game.number else None
