"""`don league new`, `fixtures` and `table`: a season is made, gets its fixtures, has a table."""

from __future__ import annotations

import argparse
import csv
import io
from dataclasses import replace
from pathlib import Path

from don import status
from don.league_show import bye_lines, day_words, show_table, standing
from don.options import DEFAULT_VARIANT, house_rules_path, parse_day, parse_options, parse_variant
from don.show import bold
from don.writing import write_whole
from scorer.fixtures import fixtures_from
from scorer.frozenmap import FrozenMap
from scorer.league import LeaguePoints, TableRow, points_of
from scorer.match_csv import safe_cell
from scorer.season import Fixture, Season, appearances
from scorer.season_file import create_season, load_season, parse_points, save_season

MOST_DAYS = 366


def new(args: argparse.Namespace) -> int:
    """Makes the file of a season. Raises `UsageError`, `LeagueError`, `VariantError`."""
    name = args.variant or DEFAULT_VARIANT
    rules = parse_variant(name, args.option)
    house = house_rules_path(name)
    options = {key: value for key, value in parse_options(args.option).items() if isinstance(value, str | int)}
    teams: dict[str, tuple[str, ...]] = {}
    for text in args.team:
        team, players = _team(text)
        if team in teams:
            raise status.UsageError(f"The team {team} is named twice: give each team once.")
        teams[team] = players
    season = Season(
        name=args.name.strip(),
        teams=FrozenMap(teams),
        variant=name if house is None else _beside(house, args.file),
        options=FrozenMap(options),
        points=parse_points(args.points) if args.points else points_of(rules) or LeaguePoints(),
    )
    create_season(args.file, season)
    print(f"{season.name}: {len(teams)} teams, {rules.title}. The season's file is {args.file}.")
    print(f"Next: don league fixtures {args.file} --from DATE")
    return status.DONE


def _team(text: str) -> tuple[str, tuple[str, ...]]:
    """`NAME: PLAYER, PLAYER, ...`. Raises `UsageError`."""
    team, colon, players = text.partition(":")
    names = tuple(" ".join(name.split()) for name in players.split(",") if name.strip())
    if not colon or not team.strip() or not names:
        raise status.UsageError(f'--team {text} names no players: write "Red Lion: Ann, Bob, Col, Dee, Eve".')
    return " ".join(team.split()), names


def _beside(house: Path, file: Path) -> str:
    """How the season's file names a file of house rules: without its folder where they lie together."""
    together = house.absolute().parent == file.absolute().parent
    return house.name if together else str(house.absolute())


def fixtures(args: argparse.Namespace) -> int:
    """Makes the fixtures, or lists those that are there. Raises `UsageError`, `LeagueError`."""
    file = load_season(args.file)
    if args.begin is None:
        if args.twice or args.skip or args.every != 7:
            raise status.UsageError("Say when the season begins: --from DATE.")
        if not file.season.fixtures:
            raise status.UsageError(f"{args.file} has no fixtures yet: say when the season begins with --from DATE.")
        _list(file.season)
        return status.DONE
    if file.season.fixtures:
        raise status.UsageError(f"{args.file} has its fixtures already: change them in the file, it is a text.")
    if not 1 <= args.every <= MOST_DAYS:
        raise status.UsageError(f"--every {args.every} can't be: evenings are 1 to {MOST_DAYS} days apart.")
    first, skip = parse_day("--from", args.begin), [parse_day("--skip", text) for text in args.skip]
    try:
        made = fixtures_from(list(file.season.teams), first, args.every, twice=args.twice, skip=skip)
    except OverflowError:
        raise status.UsageError(f"--from {args.begin} is too late for a season: there is no such day.") from None
    season = replace(file.season, fixtures=made)
    save_season(file, season)
    _list(season)
    return status.DONE


def _list(season: Season) -> None:
    """Every evening with its matches and byes."""
    for number, day in enumerate(sorted({fixture.date for fixture in season.fixtures}), start=1):
        print(f"{number}. {day_words(day)}")
        for fixture in season.on(day):
            print(f"   {fixture.home} v {fixture.away}{_result(season, fixture)}")
        for line in bye_lines(season, day):
            print(f"   {line}")


def _result(season: Season, fixture: Fixture) -> str:
    return f": {standing(season, fixture)}" if fixture.begun else ""


def table(args: argparse.Namespace) -> int:
    """Prints the table, or writes it as CSV. Raises `UsageError`, `LeagueError`."""
    season = load_season(args.file).season
    until = parse_day("--date", args.date) if args.date else None
    rows = season.table(until)
    if args.csv is None:
        show_table(season, rows, until)
        return status.DONE
    write_whole(args.csv, [_csv(rows)], args.force)
    print(f"The table: {args.csv}")
    return status.DONE


def _csv(rows: tuple[TableRow, ...]) -> bytes:
    """The table for a spreadsheet, UTF-8 with its mark, so that accents are read there too."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["place", "team", "played", "won", "drawn", "lost", "games", "games_lost", "points"])
    for r in rows:
        cells: tuple[str | int, ...] = (
            r.place,
            r.team,
            r.played,
            r.won,
            r.drawn,
            r.lost,
            r.games,
            r.games_lost,
            r.points,
        )
        writer.writerow([safe_cell(cell) for cell in cells])
    return text.getvalue().encode("utf-8-sig")


def players(args: argparse.Namespace) -> int:
    """Prints the players of all teams or of one, or adds one to a team. Raises `UsageError`, `LeagueError`."""
    file = load_season(args.file)
    season = file.season
    if args.add is not None:
        if args.team is None:
            raise status.UsageError("Say whose player it is: the team before --add.")
        team = season.team(args.team)
        name = " ".join(args.add.split())
        season = replace(season, teams=season.teams.put(team, (*season.teams[team], name)))
        save_season(file, season)
    for team in season.teams if args.team is None else [season.team(args.team)]:
        print(bold(team))
        width = max(len(player) for player in season.teams[team])
        for one in appearances(season, team):
            print(f"   {one.player:<{width}}  played {one.played:>2}, won {one.won:>2}")
    return status.DONE
