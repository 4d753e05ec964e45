"""Figures of the history as values to be drawn: bars for names, a line over matches, words for a table. No Kivy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10

from mobile.past_matches import PastView, day_text
from mobile.texts import label
from scorer.history import counted
from scorer.log_summaries import BrokenMatch, Progress
from scorer.match_summary import MatchSummary
from scorer.matchlog import MatchLog
from scorer.names import same_name, shown_name
from scorer.statistics import By, Figures, Line, statistics, total

MOST_BARS = 30
"""So many names are drawn; the table has all of them."""
_STEPS = 4
"""An axis has about so many."""
FEWEST_POINTS = 3
"""A line over fewer matches than this says nothing."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One name: its figure as a number, in words, and how much that rests on."""

    key: str
    name: str
    value: float
    text: str
    detail: str


@dataclass(frozen=True, slots=True)
class Point:
    """One match on the line of a player: its day in words, the points of the side a hand, how it ended."""

    day: str
    value: float
    result: str


@dataclass(frozen=True, slots=True)
class Figured:
    """What the page shows: the lines by name, one player's sheet and course, matches that can't be followed."""

    lines: tuple[Line, ...]
    sheet: Figures | None
    course: tuple[Point, ...]
    broken: int
    matches: int


class Figure:
    """A figure that can be drawn: its number from `Figures`, None where it is not known."""

    def __init__(
        self,
        code: str,
        value: Callable[[Figures], Fraction | None],
        text: Callable[[Figures], str],
        detail: Callable[[Figures], str],
        of_players: bool = True,
    ) -> None:
        self.code = code
        """Of its label."""
        self.value = value
        self.text = text
        self.detail = detail
        self.of_players = of_players
        """Whether it is only known of a player or a side, not of all together."""


def _over(part: int, whole: int) -> Fraction | None:
    return Fraction(part, whole) if whole else None


def _ended(f: Figures) -> int:
    return f.won + f.lost + f.drawn


FIGURES = {
    "won": Figure(
        "figure_won",
        lambda f: _over(100 * f.won, _ended(f)),
        lambda f: percent(_over(f.won, _ended(f))),
        lambda f: label("won_of", won=f.won, played=_ended(f)),
    ),
    "a_hand": Figure(
        "figure_a_hand",
        lambda f: f.average,
        lambda f: tenth(f.average),
        lambda f: label("over_hands", count=f.hands),
        of_players=False,
    ),
    "pitch": Figure(
        "figure_pitch",
        lambda f: f.pitch_average,
        lambda f: tenth(f.pitch_average),
        lambda f: label("over_pitches", count=f.pitches),
    ),
    "fives_taken": Figure(
        "figure_fives_taken",
        lambda f: _over(f.fives_taken, f.card_hands),
        lambda f: tenth(_over(f.fives_taken, f.card_hands)),
        lambda f: label("fives_of", taken=f.fives_taken, hands=f.card_hands),
    ),
    "fives_lost": Figure(
        "figure_fives_lost",
        lambda f: _over(100 * f.fives_lost, f.fives),
        lambda f: percent(_over(f.fives_lost, f.fives)),
        lambda f: label("lost_of", lost=f.fives_lost, played=f.fives),
    ),
    "muck": Figure(
        "figure_muck",
        lambda f: _over(100 * f.counted, f.counted_all),
        lambda f: percent(f.count_share),
        lambda f: label("over_hands", count=f.count_hands),
    ),
    "best": Figure(
        "figure_best",
        lambda f: None if f.best is None else Fraction(f.best.points),
        lambda f: "-" if f.best is None else str(f.best.points),
        lambda f: "" if f.best is None else day_text(f.best.began_at),
        of_players=False,
    ),
    "played": Figure(
        "figure_played",
        lambda f: Fraction(f.matches),
        lambda f: str(f.matches),
        lambda f: label("unfinished_of", count=f.unfinished) if f.unfinished else "",
        of_players=False,
    ),
}
"""What can be drawn."""


def figured(log: MatchLog, view: PastView, progress: Progress | None = None) -> Figured:
    """The figures that are wanted. Raises `LogError` for a fault of the file."""
    broken: list[BrokenMatch] = []
    seen = list(counted(log, view.filters, progress, broken))
    player = view.player or None
    by = By(view.by)
    if by is By.OPPONENT and player is None:
        by = By.PLAYER
    lines = statistics(seen, by, player)
    sheet = total(seen, player) if player is not None else None
    return Figured(lines, sheet, course(seen, player) if player is not None else (), len(broken), len(seen))


def bars(lines: Sequence[Line], figure: str) -> list[Bar]:
    """The names with the most of a figure first; those of which it is not known are left out."""
    shown = FIGURES[figure]
    known = [(line, shown.value(line.figures)) for line in lines]
    made = [
        Bar(line.key, line.name or label("no_name"), float(value), shown.text(line.figures), shown.detail(line.figures))
        for line, value in known
        if value is not None
    ]
    return sorted(made, key=lambda bar: (-bar.value, bar.key))[:MOST_BARS]


def course(summaries: Sequence[MatchSummary], player: str) -> tuple[Point, ...]:
    """The points a hand of a player's side, match by match, the earliest first; matches without a hand are left out."""
    wanted, points = same_name(player), []
    for summary in reversed(summaries):
        places = [place for place, name in enumerate(map(same_name, summary.names)) if name == wanted]
        if len(places) != 1 or not summary.hands_counted:
            continue
        side = next(place for place, side in enumerate(summary.sides) if summary.seats[places[0]] in side)
        value = summary.by_side[side].points / summary.hands_counted
        points.append(Point(day_text(summary.began_at), value, summary.result(summary.sides[side])))
    return tuple(points) if len(points) >= FEWEST_POINTS else ()


def ticks(most: float) -> list[float]:
    """Round numbers from 0 up to ``most`` or just above it, for an axis."""
    if most <= 0:
        return [0.0, 1.0]
    rough = most / _STEPS
    size = 10.0 ** floor(log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough * 0.999)
    made = [0.0]
    while made[-1] < most * 0.999:
        made.append(round(made[-1] + step, 10))
    return made


def tick_text(value: float) -> str:
    """A number of an axis without needless digits."""
    return f"{value:g}"


def tenth(value: Fraction | None) -> str:
    """With one digit after the point; a dash where it is not known."""
    return "-" if value is None else f"{float(value):.1f}"


def percent(value: Fraction | None) -> str:
    """In whole percents; a dash where it is not known."""
    return "-" if value is None else label("per_cent", number=f"{float(value * 100):.0f}")


def line_words(figures: Figures) -> str:
    """One name's figures in a line of the table."""
    parts = [label("matches_won", won=figures.won, played=figures.matches)]
    parts.append(label("points_a_hand", points=tenth(figures.average)))
    if figures.fives:
        parts.append(label("fives_lost_of", lost=figures.fives_lost, played=figures.fives))
    return " · ".join(parts)


def sheet_rows(f: Figures) -> list[tuple[str, str, str]]:
    """One player's figures: what each is, its value, what it rests on."""
    rows = [
        (label("figure_played"), str(f.matches), label("unfinished_of", count=f.unfinished) if f.unfinished else ""),
        (
            label("figure_won"),
            percent(_over(f.won, _ended(f))),
            label("results", won=f.won, lost=f.lost, drawn=f.drawn),
        ),
        (label("figure_a_hand"), tenth(f.average), label("others_a_hand", points=tenth(f.average_against))),
        (label("figure_pitch"), tenth(f.pitch_average), label("over_pitches", count=f.pitches)),
    ]
    if f.card_hands:
        taken = tenth(_over(f.fives_taken, f.card_hands))
        lost = percent(_over(f.fives_lost, f.fives))
        rows.append((label("tricks_won"), tenth(_over(f.tricks_won, f.card_hands)), label("a_hand_by_own_cards")))
        rows.append((label("figure_fives_taken"), taken, label("fives_of", taken=f.fives_taken, hands=f.card_hands)))
        rows.append((label("figure_fives_lost"), lost, label("lost_of", lost=f.fives_lost, played=f.fives)))
        if f.nines:
            nines = percent(_over(f.nines_lost, f.nines))
            rows.append((label("nines_lost"), nines, label("lost_of", lost=f.nines_lost, played=f.nines)))
    if f.counted_all:
        counts = label("counts_won", won=f.counts_won, hands=f.count_hands)
        rows.append((label("figure_muck"), percent(f.count_share), counts))
    if f.best is not None:
        when = label("best_when", day=day_text(f.best.began_at), hand=f.best.hand)
        rows.append((label("figure_best"), str(f.best.points), when))
    if f.revokes or f.penalties:
        rows.append((label("irregularities"), str(f.revokes + f.penalties), label("revokes_of", count=f.revokes)))
    return rows


def name_of(line: Line) -> str:
    """The name of a line as it is shown."""
    return shown_name(line.name) or label("no_name")
