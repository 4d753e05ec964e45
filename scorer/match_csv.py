"""Matches as tables for a spreadsheet: one line for each match, each hand or each trick.

Text that a spreadsheet would take for a formula has an apostrophe before it. Figures of the sides stand in columns
of their own, in the order of the match's sides.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import tzinfo

from scorer.events import Correction
from scorer.exchange import SentMatch
from scorer.hand import HandState, pegged_in_tricks
from scorer.history_words import listed
from scorer.match import MatchState
from scorer.names import shown_name
from scorer.played import day_words
from scorer.record import standing
from scorer.referee import replay
from scorer.seats import FOUR_HANDED

MOST_SIDES = 3
_FORMULA = ("=", "+", "-", "@", "'", "|", "%", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What begins a formula in one spreadsheet or another; the last are the wide forms."""
Cell = str | int | None


@dataclass(frozen=True, slots=True)
class _Told:
    """A match with what its entries come to, and the day on which it began."""

    sent: SentMatch
    state: MatchState
    day: str


def csv_lines(matches: Iterable[SentMatch], table: str, zone: tzinfo | None = None) -> Iterator[str]:
    """The lines of a table (``matches``, ``hands`` or ``tricks``), the first with the names of the columns.

    The lines end in CR and LF. Days are those of ``zone`` (None: this computer's), times are UTC. `RecordError` for a
    match that can't be followed.
    """
    heads, lines = TABLES[table]
    yield _line(heads)
    for match in matches:
        told = _Told(match, replay(row.event for row in match.rows), day_words(match.rows[0].at_utc, zone))
        yield from (_line(cells) for cells in lines(told))


def _line(cells: Iterable[Cell]) -> str:
    page = io.StringIO()
    csv.writer(page).writerow([safe_cell(cell) for cell in cells])
    return page.getvalue()


def safe_cell(cell: Cell) -> str | int:
    """A cell that no spreadsheet takes for a formula: text that begins like one has an apostrophe before it."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        plain = shown_name(cell)
        return f"'{plain}" if plain.startswith(_FORMULA) else plain
    return cell


def _by_side(*names: str) -> list[str]:
    return [f"{name}_{number}" for name in names for number in range(1, MOST_SIDES + 1)]


def _figures(state: MatchState, figures: Mapping[str, Cell] | None) -> list[Cell]:
    """A figure for each side, and nothing for sides that this match doesn't have."""
    told = [figures.get(side) if figures is not None else None for side in state.sides]
    return [*told, *([None] * (MOST_SIDES - len(told)))]


def _players(state: MatchState, side: str) -> str:
    return listed([state.names.get(seat) or seat for seat in state.seats if seat.value in side])


_MATCH = ("match_id", "copy", "date")

# One line for each match

_MATCHES = (
    *_MATCH,
    *("place", "variant", "options", "N", "E", "S", "W", "over"),
    *_by_side("side", "players", "games_won", "score"),
    *("winner", "games", "hands", "entries", "corrections", "began_utc", "last_utc"),
)


def _matches(told: _Told) -> Iterator[list[Cell]]:
    state, rows = told.state, told.sent.rows
    options = "; ".join(f"{key}={value}" for key, value in state.variant.options.items())
    winner = state.match_winner
    shared = state.winners if state.match_over and winner is None else ()
    corrections = sum(isinstance(event, Correction) for _, event in standing(row.event for row in rows))
    yield [
        *_of_match(told),
        *(state.setup.place, state.variant.id, options),
        *(state.names.get(seat) for seat in FOUR_HANDED),
        "yes" if state.match_over else "no",
        *_figures(state, {side: side for side in state.sides}),
        *_figures(state, {side: _players(state, side) for side in state.sides}),
        *_figures(state, state.games_won),
        *_figures(state, state.scores),
        winner or " ".join(shared),
        *(len(state.games), len(state.hands), len(rows), corrections),
        *(rows[0].at_utc, rows[-1].at_utc),
    ]


def _of_match(told: _Told) -> list[Cell]:
    return [told.sent.match_id, told.sent.copy, told.day]


# One line for each hand

_PARTS = ("high", "low", "jack", "game")
_HANDS = (
    *_MATCH,
    *("game", "hand", "dealer", "pitcher", "trumps", "ended", "tricks"),
    *_by_side("in_tricks", "count"),
    *(name for part in _PARTS for name in (f"{part}_side", f"{part}_points")),
    *("carried_in", "carried_over"),
    *_by_side("score"),
)


def _hands(told: _Told) -> Iterator[list[Cell]]:
    state = told.state
    for hand in state.hands:
        bonus = {part: (side, points) for part, side, points in hand.bonus_parts}
        yield [
            *_of_hand(told, hand),
            *(hand.dealer, hand.pitcher, hand.trump.value if hand.trump else None, hand.ended, len(hand.tricks)),
            *_figures(state, hand.count.points if hand.count else pegged_in_tricks(hand, state.variant)),
            *_figures(state, hand.game_count),
            *(cell for part in _PARTS for cell in bonus.get(part, (None, None))),
            *(hand.carry_before, hand.carry_after),
            *_figures(state, hand.scores_after),
        ]


def _of_hand(told: _Told, hand: HandState) -> list[Cell]:
    return [*_of_match(told), told.state.game_of(hand.number), hand.number]


# One line for each trick

_TRICKS = (
    *_MATCH,
    *("game", "hand", "trick", "leader", "N", "E", "S", "W", "winner", "side", "points"),
    *_by_side("score"),
)


def _tricks(told: _Told) -> Iterator[list[Cell]]:
    state = told.state
    hands: list[HandState] = [*state.hands, *([state.hand] if state.hand else [])]
    for hand in hands:
        for trick in hand.tricks:
            cards = dict(zip(trick.seats, map(str, trick.cards), strict=True))
            yield [
                *_of_hand(told, hand),
                *(trick.number, trick.leader),
                *(cards.get(seat) for seat in FOUR_HANDED),
                *(trick.winner, trick.side, trick.points),
                *_figures(state, trick.scores_after),
            ]


TABLES: Mapping[str, tuple[tuple[str, ...], Callable[[_Told], Iterator[list[Cell]]]]] = {
    "matches": (_MATCHES, _matches),
    "hands": (_HANDS, _hands),
    "tricks": (_TRICKS, _tricks),
}
"""The columns of each table, and what makes its lines."""
