"""What a match comes to: its result and its figures by side and by seat, as a value with a JSON form.

A summary is derived from the entries of a match (`scorer.summarise`) and can be thrown away. Sides and seats are
those of the match in its order; a tuple with one number for each side or seat follows that order.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

FORM = 1
"""Of the JSON form; summaries in another form are built anew."""


class HandSummary(NamedTuple):
    """A hand that is over. Its points are those in tricks (or told as totals), the bonus, and what calls moved.

    ``game`` is the number of the game or leg, from 1; ``ended`` as in `HandRecord`. ``tricks``: how many were played
    with their cards. ``moved`` are points gained (below 0: lost) by revokes, penalties and pegs set right in this
    hand. A void hand has no points but those. ``counts``: the count for game, the muck; None where none was counted.
    """

    game: int
    pitcher: str
    trump: str
    ended: str
    tricks: int
    in_tricks: tuple[int, ...]
    bonus: tuple[int, ...]
    moved: tuple[int, ...]
    counts: tuple[int, ...] | None
    carry_before: int
    carry_after: int

    @property
    def points(self) -> tuple[int, ...]:
        """What each side scored in the hand."""
        return tuple(map(sum, zip(self.in_tricks, self.bonus, self.moved, strict=True)))

    @property
    def counted(self) -> bool:
        """Whether the hand counts: it was not void."""
        return self.ended != "void"

    @property
    def with_cards(self) -> bool:
        """Whether its points come from cards, none from totals told: it counts for the figures of cards."""
        return self.tricks > 0 and self.ended not in ("counted", "void")


class GameSummary(NamedTuple):
    """A game or leg that is over: its scores, who won (nobody after a draw, several after a shared win), and how.

    ``stage`` is that of `WonAt`.
    """

    scores: tuple[int, ...]
    winners: tuple[str, ...]
    stage: str


class SideFigures(NamedTuple):
    """A side over the hands of the match that count.

    ``counted`` and ``counted_all`` are its count for game and that of all sides over the ``count_hands`` hands that
    were counted in a variant that has a bonus for it; ``counts_won`` how often it had that bonus. ``best`` is the
    most points in one hand and ``best_hand`` its number from 1, the first one of equals; 0 and 0 without a hand.
    ``penalties``: how often points were given to others for what the side did, revokes apart.
    """

    points: int
    bonus: int
    count_hands: int
    counted: int
    counted_all: int
    counts_won: int
    best: int
    best_hand: int
    penalties: int


class SeatFigures(NamedTuple):
    """A player over the hands of the match that count.

    ``pitches``: hands pitched, with the points of the own side and of the others in them. From hands with cards only:
    tricks won by a card of the player, and fives and nines. A five (nine) is a card of that rank that pegs for the
    side that wins it, in its suit, by the values of the variant. ``fives``: played by the player. ``fives_lost``:
    played by the player and won by another side. ``fives_taken``: played by another side, in a trick that the player
    won. ``revokes``: calls against the player that were proved, plays out of turn that were punished among them.
    """

    pitches: int
    pitch_points: int
    pitch_against: int
    tricks_won: int
    fives: int
    fives_lost: int
    fives_taken: int
    nines: int
    nines_lost: int
    nines_taken: int
    revokes: int


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match: ``match_id`` is its name in the log; ``began_at`` and ``last_at`` are UTC as the log writes it.

    ``names`` has a player for each seat, empty where nobody said. ``unit``: ``game``, or ``leg`` where the variant
    plays legs. ``single``: one game is the whole match. ``winners``: who won the match; nobody while it goes on and
    after a draw, several after a shared win. ``scores`` are those of the game played last, the hand in play among
    them. ``hands`` are those that are over (none where only the figures were read), ``corrections`` the corrections
    recorded.
    """

    match_id: str
    began_at: str
    last_at: str
    entries: int
    place: str
    variant: str
    title: str
    unit: str
    single: bool
    seats: tuple[str, ...]
    names: tuple[str, ...]
    sides: tuple[str, ...]
    finished: bool
    winners: tuple[str, ...]
    scores: tuple[int, ...]
    games_won: tuple[int, ...]
    games: tuple[GameSummary, ...]
    hands_counted: int
    hands_with_cards: int
    corrections: int
    by_side: tuple[SideFigures, ...]
    by_seat: tuple[SeatFigures, ...]
    hands: tuple[HandSummary, ...]

    def players(self, side: str) -> tuple[str, ...]:
        """The names of the players of a side in the order of the seats, empty where nobody said."""
        return tuple(name for seat, name in zip(self.seats, self.names, strict=True) if seat in side)

    def result(self, side: str) -> str:
        """``won``, ``lost`` or ``drawn`` (a shared win is one) for a side; empty while the match is not over."""
        return result_for(side, self.winners) if self.finished else ""

    def to_text(self) -> str:
        """The form in which a summary is stored: a line of JSON with all but the hands, and one with the hands."""
        lines = ([getattr(self, name) for name in _HEAD], self.hands)
        return "\n".join(json.dumps(line, separators=(",", ":")) for line in lines)

    @staticmethod
    def from_text(text: str, *, with_hands: bool = True) -> "MatchSummary":
        """The summary written by `to_text`; `ValueError` for anything else. Without hands it is read much faster."""
        try:
            line, hands = text.split("\n")
            head = [tuple(value) if value.__class__ is list else value for value in json.loads(line)]
            head[_GAMES] = tuple([GameSummary(tuple(s), tuple(w), stage) for s, w, stage in head[_GAMES]])
            head[_BY_SIDE] = tuple(map(SideFigures._make, head[_BY_SIDE]))
            head[_BY_SEAT] = tuple(map(SeatFigures._make, head[_BY_SEAT]))
            values: tuple[Any, ...] = (*head, tuple(map(_hand, json.loads(hands))) if with_hands else ())
            return MatchSummary(**dict(zip(_NAMES, values, strict=True)))
        except (TypeError, ValueError, IndexError, RecursionError) as error:
            raise ValueError(f"That is no summary of a match: {error}") from error

    def to_json(self, *, with_hands: bool = True) -> dict[str, object]:
        """The summary as plain JSON values for others to read: every figure by its name, by side and by seat."""
        data: dict[str, object] = {name: getattr(self, name) for name in (_NAMES if with_hands else _HEAD)}
        data["names"] = dict(zip(self.seats, self.names, strict=True))
        for name in ("scores", "games_won"):
            data[name] = self._by_side(data[name])
        data["games"] = [{**game._asdict(), "scores": self._by_side(game.scores)} for game in self.games]
        if with_hands:
            data["hands"] = [self._hand_json(hand) for hand in self.hands]
        data["by_side"] = self._by_side(figures._asdict() for figures in self.by_side)
        data["by_seat"] = dict(zip(self.seats, (figures._asdict() for figures in self.by_seat), strict=True))
        return data

    def _by_side(self, values: Any) -> Mapping[str, Any]:
        return dict(zip(self.sides, values, strict=True))

    def _hand_json(self, hand: HandSummary) -> dict[str, object]:
        data = hand._asdict()
        for name in ("in_tricks", "bonus", "moved"):
            data[name] = self._by_side(data[name])
        data["counts"] = self._by_side(hand.counts) if hand.counts is not None else None
        return {**data, "points": self._by_side(hand.points)}


_NAMES = tuple(part.name for part in fields(MatchSummary))
_HEAD = _NAMES[:-1]
"""All but the hands."""
_GAMES, _BY_SIDE, _BY_SEAT = map(_HEAD.index, ("games", "by_side", "by_seat"))


def _hand(values: list[Any]) -> HandSummary:
    game, pitcher, trump, ended, tricks, in_tricks, bonus, moved, counts, before, after = values
    known = None if counts is None else tuple(counts)
    return HandSummary(
        game, pitcher, trump, ended, tricks, tuple(in_tricks), tuple(bonus), tuple(moved), known, before, after
    )


def result_for(side: str, winners: tuple[str, ...]) -> str:
    """``won``, ``lost`` or ``drawn`` for a side of a game or match that is over."""
    if winners == (side,):
        return "won"
    return "drawn" if not winners or side in winners else "lost"
