"""Figures over many matches: by player, partner, opponent, variant or place. Nothing is rounded.

Give each match once (`scorer.history.counted` does). Names are compared by `same_name`; a seat without a name is
nobody's, and where two players of a match have the same name neither is anybody's, for it can't be told who is who.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from operator import add
from typing import NamedTuple

from scorer.history_words import listed
from scorer.match_summary import MatchSummary, result_for
from scorer.names import same_name, shown_name


class BestHand(NamedTuple):
    """The most points in one hand: in which match of the log, begun when (UTC), and which hand of it, from 1."""

    points: int
    match_id: str
    began_at: str
    hand: int


class Figures(NamedTuple):
    """What a player, or the players together, did over some matches.

    ``won``, ``lost`` and ``drawn`` are matches that are over (a shared win is drawn), ``unfinished`` the others; the
    same for games and legs that are over. All that follows counts the hands that are over and not void, those of
    unfinished matches too. ``points`` are those of the player's side, ``against`` those of all other sides.
    ``card_hands``: hands with cards; fives, nines and tricks won are known of these only. See `SideFigures` and
    `SeatFigures` for what each figure is.

    Over all players of a table (no player asked for) ``won`` and ``lost`` are 0, and each hand counts once for each
    side, so that the averages are those of a side.
    """

    matches: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    unfinished: int = 0
    games_won: int = 0
    games_lost: int = 0
    games_drawn: int = 0
    hands: int = 0
    card_hands: int = 0
    points: int = 0
    against: int = 0
    bonus: int = 0
    count_hands: int = 0
    counted: int = 0
    counted_all: int = 0
    counts_won: int = 0
    penalties: int = 0
    pitches: int = 0
    pitch_points: int = 0
    pitch_against: int = 0
    tricks_won: int = 0
    fives: int = 0
    fives_lost: int = 0
    fives_taken: int = 0
    nines: int = 0
    nines_lost: int = 0
    nines_taken: int = 0
    revokes: int = 0
    best: BestHand | None = None

    @property
    def average(self) -> Fraction | None:
        """Points a hand; None without a hand."""
        return _share(self.points, self.hands)

    @property
    def average_against(self) -> Fraction | None:
        """Points of the others a hand; None without a hand."""
        return _share(self.against, self.hands)

    @property
    def pitch_average(self) -> Fraction | None:
        """Points a hand that the player pitched; None without one."""
        return _share(self.pitch_points, self.pitches)

    @property
    def count_share(self) -> Fraction | None:
        """The share of all that was counted for game, of the muck; None where nothing was counted."""
        return _share(self.counted, self.counted_all)

    def to_json(self) -> dict[str, object]:
        """The whole numbers by name, and the best hand."""
        return {**self._asdict(), "best": self.best._asdict() if self.best else None}


def _share(part: int, whole: int) -> Fraction | None:
    return Fraction(part, whole) if whole else None


class By(StrEnum):
    """What the figures are told apart by."""

    PLAYER = "player"
    PARTNER = "partner"
    OPPONENT = "opponent"
    VARIANT = "variant"
    PLACE = "place"


class Line(NamedTuple):
    """The figures of one name: of a player, of two partners, of a variant or place.

    ``key`` is what is the same for all ways of writing the name; the name is as it was written last.
    """

    key: str
    name: str
    figures: Figures


def statistics(summaries: Iterable[MatchSummary], by: By = By.PLAYER, player: str | None = None) -> tuple[Line, ...]:
    """One line for each name, those with most matches first.

    With ``player`` the figures are that player's, told apart by partner, opponent, variant or place (by player: one
    line). Without, they are each player's, each two partners' (``PARTNER``), or those of all (``VARIANT``, ``PLACE``);
    opponents need a player (`ValueError`).
    """
    if by is By.OPPONENT and player is None:
        raise ValueError("Opponents are those of a player: name one.")
    wanted = None if player is None else same_name(player)
    sums: dict[str, _Sum] = defaultdict(_Sum)
    for summary in summaries:
        for key, name, numbers, best in _told(_Match(summary), by, wanted):
            sums[key].add(summary.began_at, name, numbers, best)
    lines = [Line(key, shown_name(total.name), total.figures()) for key, total in sums.items()]
    return tuple(sorted(lines, key=lambda line: (-line.figures.matches, line.key)))


def total(summaries: Iterable[MatchSummary], player: str | None = None) -> Figures:
    """The figures of a player over all of these matches, or of all players."""
    total = _Sum()
    wanted = None if player is None else same_name(player)
    for summary in summaries:
        match = _Match(summary)
        if wanted is None:
            total.add(summary.began_at, "", *match.table())
        elif wanted in match.seat_of:
            total.add(summary.began_at, "", *match.seat(match.seat_of[wanted]))
    return total.figures()


Numbers = tuple[int, ...]
_Told = tuple[str, str, Numbers, BestHand | None]


class _Sum:
    """Figures that are being added up, in the order of the fields of `Figures`."""

    def __init__(self) -> None:
        self.numbers: Numbers = (0,) * (len(Figures._fields) - 1)
        self.best: BestHand | None = None
        self.name = self.latest = ""

    def add(self, began_at: str, name: str, numbers: Numbers, best: BestHand | None) -> None:
        self.numbers = tuple(map(add, self.numbers, numbers))
        if best is not None and (self.best is None or _better(best, self.best)):
            self.best = best
        if (began_at, name) >= (self.latest, self.name):
            self.latest, self.name = began_at, name

    def figures(self) -> Figures:
        return Figures._make((*self.numbers, self.best))


def _better(one: BestHand, other: BestHand) -> bool:
    """More points; of equals the one played first."""
    return (-one.points, *one[2:], one.match_id) < (-other.points, *other[2:], other.match_id)


class _Match:
    """A match with who sat where."""

    def __init__(self, summary: MatchSummary) -> None:
        self.summary = summary
        keys = [same_name(name) for name in summary.names]
        self.keys = [key if keys.count(key) == 1 else "" for key in keys]
        self.seat_of = {key: place for place, key in enumerate(self.keys) if key}
        self.side_of = _sides_of(summary.seats, summary.sides)
        self._sides: dict[int, tuple[Numbers, BestHand | None]] = {}

    def others(self, place: int, *, partners: bool) -> Iterator[int]:
        """The seats with a name of the player's partners, or of those who play against them."""
        for key, other in self.seat_of.items():
            if key != self.keys[place] and (self.side_of[other] == self.side_of[place]) is partners:
                yield other

    def seat(self, place: int) -> tuple[Numbers, BestHand | None]:
        """The figures of the player in a seat."""
        numbers, best = self._side(self.side_of[place])
        return (*numbers, *self.summary.by_seat[place]), best

    def seats(self, places: Iterable[int], side: int) -> tuple[Numbers, BestHand | None]:
        """The figures of partners together."""
        numbers, best = self._side(side)
        played = (self.summary.by_seat[place] for place in places)
        return (*numbers, *map(sum, zip(*played, strict=True))), best

    def _side(self, side: int) -> tuple[Numbers, BestHand | None]:
        if side not in self._sides:
            self._sides[side] = self._figures(side)
        return self._sides[side]

    def _figures(self, side: int) -> tuple[Numbers, BestHand | None]:
        match = self.summary
        own, name = match.by_side[side], match.sides[side]
        result = match.result(name)
        games = [result_for(name, game.winners) for game in match.games]
        against = sum([figures.points for figures in match.by_side]) - own.points
        best = BestHand(own.best, match.match_id, match.began_at, own.best_hand) if own.best_hand else None
        return (
            *(1, result == "won", result == "lost", result == "drawn", not result),
            *(games.count("won"), games.count("lost"), games.count("drawn")),
            *(match.hands_counted, match.hands_with_cards, own.points, against, own.bonus),
            *(own.count_hands, own.counted, own.counted_all, own.counts_won, own.penalties),
        ), best

    def table(self) -> tuple[Numbers, BestHand | None]:
        """The figures of all players together: the match once, the hands once for each side."""
        match = self.summary
        sides = [self._side(side) for side in range(len(match.sides))]
        drawn = match.finished and len(match.winners) != 1
        games = sum(len(game.winners) != 1 for game in match.games)
        best = [hand for _, hand in sides if hand is not None]
        together = [sum(values) for values in zip(*(numbers for numbers, _ in sides), strict=True)][_RESULTS:]
        played = map(sum, zip(*match.by_seat, strict=True))
        numbers = (1, 0, 0, int(drawn), int(not match.finished), 0, 0, games, *together, *played)
        return numbers, max(best, key=lambda hand: hand.points, default=None)


@lru_cache(maxsize=64)
def _sides_of(seats: tuple[str, ...], sides: tuple[str, ...]) -> tuple[int, ...]:
    """The place of each seat's side among the sides."""
    return tuple(next(number for number, side in enumerate(sides) if seat in side) for seat in seats)


_RESULTS = 8
"""So many figures tell matches and games, before those of the hands."""


def _told(match: _Match, by: By, player: str | None) -> Iterator[_Told]:
    """What a match adds to which lines."""
    if player is not None:
        place = match.seat_of.get(player)
        if place is not None:
            figures = match.seat(place)
            for key, name in _OF_PLAYER[by](match, place):
                yield key, name, *figures
    elif by is By.PLAYER:
        for place in match.seat_of.values():
            yield match.keys[place], match.summary.names[place], *match.seat(place)
    elif by is By.PARTNER:
        yield from _partners(match)
    else:
        for key, name in _OF_PLAYER[by](match, 0):
            yield key, name, *match.table()


def _partners(match: _Match) -> Iterator[_Told]:
    """The figures of those who play together, where all of them have names."""
    for side, name in enumerate(match.summary.sides):
        places = [place for place, own in enumerate(match.side_of) if own == side and match.keys[place]]
        if len(places) == len(name) > 1:
            places.sort(key=lambda place: match.keys[place])
            names = listed([match.summary.names[place] for place in places])
            yield "\n".join(match.keys[place] for place in places), names, *match.seats(places, side)


def _named(match: _Match, places: Iterable[int]) -> list[tuple[str, str]]:
    return [(match.keys[place], match.summary.names[place]) for place in places]


_OF_PLAYER: dict[By, Callable[[_Match, int], list[tuple[str, str]]]] = {
    By.PLAYER: lambda match, place: _named(match, [place]),
    By.PARTNER: lambda match, place: _named(match, match.others(place, partners=True)),
    By.OPPONENT: lambda match, place: _named(match, match.others(place, partners=False)),
    By.VARIANT: lambda match, place: [(match.summary.variant, match.summary.title)],
    By.PLACE: lambda match, place: [(same_name(match.summary.place), match.summary.place)],
}
"""The key and the name of the lines to which a match of the player in a seat is added."""
