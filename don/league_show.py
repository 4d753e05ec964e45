"""How `don league` prints a season: days, the games of a fixture, who may play, the table."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator
from datetime import date
from typing import TYPE_CHECKING

from don.show import bold, listed
from scorer.history_words import listed as and_listed
from scorer.history_words import short_id
from scorer.league import match_points
from scorer.season import Fixture, Game, MayPlay, Season, may_play
from scorer.texts import say

if TYPE_CHECKING:
    from scorer.league import Pair, TableRow

_NARROW = 48


def day_words(day: date) -> str:
    """`Thursday 7 January 2027`."""
    return f"{day:%A} {day.day} {day:%B %Y}"


def pair_words(pair: Pair | None) -> str:
    """`Ann and Bob`; a dash for players not entered."""
    return and_listed(pair) if pair else "-"


def show_evening(season: Season, day: date) -> None:
    """Everything of an evening: its fixtures with their games, and who has a bye."""
    days = sorted({fixture.date for fixture in season.fixtures})
    print(bold(f"{season.name}, {day_words(day)} (evening {days.index(day) + 1} of {len(days)})"))
    for fixture in season.on(day):
        print()
        show_fixture(season, fixture)
    for line in bye_lines(season, day):
        print(f"\n{line}")


def bye_lines(season: Season, day: date) -> list[str]:
    """Who doesn't play on an evening, as one line or none."""
    byes = season.byes(day)
    return [f"No match: {', '.join(byes)}."] if byes else []


def show_fixture(season: Season, fixture: Fixture, new: Collection[int] = (), *, dated: bool = False) -> None:
    """A fixture: how it stands, its games, who may play the next one, and what is against the rules.

    ``new``: games to be marked as just entered. ``dated``: the day is printed too.
    """
    day = f", {day_words(fixture.date)}" if dated else ""
    print(bold(f"{fixture.home} v {fixture.away}{day}: {standing(season, fixture)}"))
    if fixture.note:
        print(f"   ({fixture.note})")
    if fixture.begun:
        for number, game in enumerate(fixture.games, start=1):
            print(f"   {number}  {game_words(game)}{'  (new)' if number in new else ''}")
    for team in fixture.teams:
        free = None if fixture.finished else may_play(season, fixture, team)
        if free is not None:
            print(f"   {team}, game {free.game}: {may_play_words(free)}")
    for line in fault_lines(fixture):
        print(f"   {line}")


def standing(season: Season, fixture: Fixture) -> str:
    """How a fixture stands: games, and the league points once it is finished."""
    if not fixture.begun:
        return "not begun"
    games = games_words(fixture)
    if not fixture.finished:
        return f"{games}, not finished"
    points = match_points(fixture.league_match(), season.points)
    return f"{games}, points {points[fixture.home]}-{points[fixture.away]}"


def games_words(fixture: Fixture) -> str:
    """The games won so far, the home team's first: `3-1`."""
    return f"{fixture.won(fixture.home)}-{fixture.won(fixture.away)}"


def game_words(game: Game) -> str:
    """One game in a line."""
    if game.forfeits:
        result = f"{game.won or 'nobody'} (forfeited by {and_listed(game.forfeits)})"
    else:
        result = game.won or "not played"
    pairs = f"{pair_words(game.home)} v {pair_words(game.away)}: " if game.home or game.away else ""
    return f"{pairs}{result}{f'  [{short_id(game.match)}]' if game.match else ''}"


def may_play_words(free: MayPlay) -> str:
    """Who may play a team's next game."""
    if free.forfeits:
        return "with four players this game is forfeited"
    names = [*free.not_yet, *free.once]
    if len(free.not_yet) < free.new or len(names) < 2:
        return "nobody is left to make up a pair"
    if free.new == 2:
        return f"two of {', '.join(free.not_yet)} (not played yet)"
    if free.new == 1 and free.once:
        one = f"at least one of {', '.join(free.not_yet)}" if len(free.not_yet) > 1 else free.not_yet[0]
        return f"{one} (not played yet), with {listed(free.once)} (played once)"
    return f"two of {', '.join(names)}"


def fault_lines(fixture: Fixture) -> list[str]:
    """What is against the league's rules, a line each."""
    return [
        f"Against the rules, {team}: {say(fault.code, fault.params)}"
        for team, faults in fixture.faults().items()
        for fault in faults
    ]


# The table


def show_table(season: Season, rows: tuple[TableRow, ...], until: date | None) -> None:
    """The table, with what is not counted in it below."""
    print(bold(season.name + (f", up to {day_words(until)}" if until else "")))
    print()
    for line in _columns(rows):
        print(line)
    if any(row.tied for row in rows):
        print("\n= shares its place: teams with equal points are not told apart.")
    open_still = [f for f in season.fixtures if f.begun and not f.finished and (until is None or f.date <= until)]
    if open_still:
        print("\nNot finished, so not counted:")
    for fixture in open_still:
        print(f"   {fixture.date}  {fixture.home} v {fixture.away}: {games_words(fixture)}")


def _columns(rows: tuple[TableRow, ...]) -> Iterator[str]:
    most = max(_NARROW, shutil.get_terminal_size().columns) - 46
    width = max([len("Team"), *(min(len(row.team), most) for row in rows)])
    yield f"     {'Team':<{width}}  Played   Won Drawn  Lost   Games  Points"
    for row in rows:
        place = f"{row.place}{'=' if row.tied else ' '}"
        games = f"{row.games}-{row.games_lost}"
        team = row.team if len(row.team) <= width else f"{row.team[: width - 1]}…"
        figures = f"{row.played:>6}{row.won:>6}{row.drawn:>6}{row.lost:>6}{games:>8}{row.points:>8}"
        yield f"{place:>4} {team:<{width}}  {figures}"
