"""What `don history stats` prints: a table of figures, or one player's sheet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from don.history_list import Progress, day_words, names_meant, nothing_words
from don.history_tables import NAME, cut, print_table
from don.show import bold, counted
from don.status import UsageError
from scorer import history
from scorer.history import Filters
from scorer.history_words import short_id
from scorer.names import shown_name
from scorer.statistics import By, Figures, Line, statistics, total

if TYPE_CHECKING:
    from scorer.log_summaries import BrokenMatch
    from scorer.match_summary import MatchSummary
    from scorer.matchlog import MatchLog

HEADS = {
    By.PLAYER: "Player",
    By.PARTNER: "Partners",
    By.OPPONENT: "Opponent",
    By.VARIANT: "Variant",
    By.PLACE: "Place",
}
COLUMNS = (
    *("matches", "won", "lost", "drawn", "hands", "a hand", "pitches", "a pitch"),
    *("fives lost", "nines lost", "muck", "best hand"),
)
SPARE = tuple(range(len(COLUMNS), 5, -1))
"""The columns of a narrow terminal go from the right; matches, results and hands stay."""


def show_statistics(log: MatchLog, filters: Filters, by: str | None, limit: int | None, *, as_json: bool) -> None:
    """The figures of all players, or of the first player named in the filters. Raises `LogError`, `UsageError`."""
    kind = By(by) if by else By.PLAYER
    if kind is By.OPPONENT and not filters.players:
        raise UsageError("Opponents are those of a player: add --player NAME.")
    lines, together, broken = _figures(log, filters, kind)
    if not lines and (wanted := names_meant(log, filters)) != filters:
        filters = wanted
        lines, together, broken = _figures(log, filters, kind)
    player = filters.players[0] if filters.players else None
    if player is not None and together is not None and not together.matches:
        raise UsageError(f"No match like that has a player called {shown_name(player)}.")
    lines = lines[:limit] if limit else lines
    if as_json:
        _print_json(lines, together, broken)
    elif not lines:
        print(nothing_words(log, filters))
    elif kind is By.PLAYER and together is not None:
        _print_sheet(lines[0].name, together)
    elif kind in (By.VARIANT, By.PLACE) and player is None:
        _print_totals(lines, kind)
    else:
        _print_lines(lines, kind, player)
    if broken and not as_json:
        print(f"Without {counted(len(broken), 'match', 'matches')} that can't be followed (don history names them).")


def _figures(log: MatchLog, filters: Filters, by: By) -> tuple[tuple[Line, ...], Figures | None, list[BrokenMatch]]:
    """The lines, what the player asked for comes to in all of them, and the matches that can't be followed."""
    player = filters.players[0] if filters.players else None
    broken: list[BrokenMatch] = []
    seen: list[MatchSummary] | None = [] if player else None
    lines = statistics(_kept(history.counted(log, filters, Progress(), broken), seen), by, player)
    return lines, total(seen, player) if seen is not None else None, broken


def _kept(summaries: Iterator[MatchSummary], seen: list[MatchSummary] | None) -> Iterator[MatchSummary]:
    for summary in summaries:
        if seen is not None:
            seen.append(summary)
        yield summary


def _print_lines(lines: tuple[Line, ...], by: By, player: str | None) -> None:
    if player is not None:
        print(bold(f"{shown_name(player)}, by {by}"))
    first = "Partner" if player is not None and by is By.PARTNER else HEADS[by]
    rows = [(cut(line.name, NAME) or "-", *_cells(line.figures)) for line in lines]
    left_out = print_table(rows, (first, *COLUMNS), right=range(1, len(COLUMNS)), spare=SPARE)
    _print_notes(lines, fives=COLUMNS[8] not in left_out)
    _tell_left_out(left_out)


def _cells(figures: Figures) -> tuple[str, ...]:
    return (
        *(f"{number:,}" for number in (figures.matches, figures.won, figures.lost, figures.drawn, figures.hands)),
        points(figures.average),
        f"{figures.pitches:,}",
        points(figures.pitch_average),
        of(figures.fives_lost, figures.fives),
        of(figures.nines_lost, figures.nines),
        percent(figures.count_share),
        best_words(figures),
    )


def _print_totals(lines: tuple[Line, ...], by: By) -> None:
    """Figures of all players together: hands count for each side, so only averages are shown of them."""
    head = (HEADS[by], "matches", "unfinished", "drawn", "a hand, a side", "best hand")
    rows = [
        (
            cut(line.name, NAME) or "-",
            *(f"{number:,}" for number in (line.figures.matches, line.figures.unfinished, line.figures.drawn)),
            points(line.figures.average),
            best_words(line.figures),
        )
        for line in lines
    ]
    _tell_left_out(print_table(rows, head, right=range(1, len(head) - 1), spare=(len(head) - 1,)))


def _tell_left_out(heads: tuple[str, ...]) -> None:
    if heads:
        print(f"A wider terminal shows also: {', '.join(heads)}.")


def _print_notes(lines: tuple[Line, ...], *, fives: bool) -> None:
    hands, cards = (sum(getattr(line.figures, name) for line in lines) for name in ("hands", "card_hands"))
    if any(line.figures.unfinished for line in lines):
        print("Matches that are not over are neither won, lost nor drawn; their hands count.")
    if fives and cards < hands:
        print("Fives and nines are those of hands entered with their cards.")


def _print_sheet(name: str, figures: Figures) -> None:
    """One player's figures, each in a line."""
    print(bold(name))
    for head, text in _sheet(figures):
        print(f"   {head:<20}{text}")


def _sheet(figures: Figures) -> Iterator[tuple[str, str]]:
    f = figures
    yield "Matches", f"{f.matches:,}: {f.won:,} won, {f.lost:,} lost, {f.drawn:,} drawn, {f.unfinished:,} not over"
    yield "Games and legs", f"{f.games_won:,} won, {f.games_lost:,} lost, {f.games_drawn:,} drawn"
    if f.hands:
        yield "Hands", f"{f.hands:,}, {f.card_hands:,} of them with their cards"
        yield "A hand", f"{points(f.average)} points, the others {points(f.average_against)}"
        yield "Best hand", best_words(f)
        yield "Bonus", f"{f.bonus:,} points"
    if f.pitches:
        against = points(Fraction(f.pitch_against, f.pitches))
        yield "Own pitches", f"{f.pitches:,}, {points(f.pitch_average)} points each, the others {against}"
    if f.card_hands:
        yield "Tricks won", f"{f.tricks_won:,} by own cards, {points(Fraction(f.tricks_won, f.card_hands))} a hand"
        yield "Fives", f"{of(f.fives_lost, f.fives)} played were lost, {f.fives_taken:,} taken"
        yield "Nines", f"{of(f.nines_lost, f.nines)} played were lost, {f.nines_taken:,} taken"
    if f.counted_all:
        share = percent(f.count_share)
        yield "Muck, game count", f"{share} of all that was counted, won in {of(f.counts_won, f.count_hands)} hands"
    if f.revokes or f.penalties:
        yield (
            "Irregularities",
            f"{counted(f.revokes, 'revoke', 'revokes')}, {counted(f.penalties, 'penalty', 'penalties')} of the side",
        )


# Numbers in words


def points(value: Fraction | None) -> str:
    """With one digit after the point; - without a hand."""
    return "-" if value is None else f"{float(value):.1f}"


def percent(value: Fraction | None) -> str:
    """In whole percents; - where nothing was counted."""
    return "-" if value is None else f"{float(value * 100):.0f} %"


def of(part: int, whole: int) -> str:
    """``3 of 8``; - of nothing."""
    return f"{part:,} of {whole:,}" if whole else "-"


def best_words(figures: Figures) -> str:
    """The points of the best hand, and where it was."""
    best = figures.best
    if best is None:
        return "-"
    return f"{best.points} ({day_words(best.began_at)}, {short_id(best.match_id)}, hand {best.hand})"


def _print_json(lines: tuple[Line, ...], together: Figures | None, broken: list[BrokenMatch]) -> None:
    data: dict[str, object] = {
        "lines": [{"key": line.key, "name": line.name, **line.figures.to_json()} for line in lines],
        "total": together.to_json() if together is not None else None,
        "broken": [match.match_id for match in broken],
    }
    print(json.dumps(data, ensure_ascii=False, indent=1))
