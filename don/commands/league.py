"""Runs a pub league: teams, fixtures, results, the table, and jacks out. A match is five games of two against two.

The season is one text file that you keep and may edit by hand (docs/league.md).

don league new thursday.toml --name "Thursday League" --team "Red Lion: Ann, Bob, Col, Dee, Eve" --team "Rose: ..."
don league fixtures thursday.toml --from 2027-01-07 --twice     everybody plays everybody; alone it lists them
don league evening thursday.toml                                what is played next, who may still play
don league result thursday.toml "Red Lion" Rose --game 1 --won home --pairs "Ann, Bob" "Pip, Quin"
don league result thursday.toml --from-log --date 2027-01-07    the games of the evening from the match log
don league table thursday.toml
don league players thursday.toml Rose --add Vic                 games played and won by each; a new player
don league jacks Ann Bob Col Dee Eve --shuffle                  who plays, and who with whom
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from don.options import add_log_file

HELP = "run a pub league: fixtures, results, the table, jacks out"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments, for each of its actions."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_new(actions)
    _add_fixtures(actions)
    evening = _action(actions, "evening", "what is played on an evening, how it stands, who may play")
    evening.add_argument("--date", metavar="DATE", help="the evening (default: the first that is not finished)")
    _add_result(actions)
    table = _action(actions, "table", "the table")
    table.add_argument("--date", metavar="DATE", help="as it was after this day")
    table.add_argument("--csv", type=Path, metavar="FILE", help="write it for a spreadsheet instead")
    table.add_argument("--force", action="store_true", help="replace a CSV file that is there")
    players = _action(actions, "players", "the players of the teams, with the games they played and won")
    players.add_argument("team", nargs="?", metavar="TEAM", help="of this team only")
    players.add_argument("--add", metavar="NAME", help="a new player of the team")
    _add_jacks(actions)


def _action(actions: Any, name: str, help_text: str, *, with_file: bool = True) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(name, help=help_text, description=f"{help_text}.".capitalize())
    if with_file:
        parser.add_argument("file", type=Path, metavar="FILE", help="the season's file")
    return parser


def _add_new(actions: Any) -> None:
    parser = _action(actions, "new", "make the file of a new season")
    parser.add_argument("--name", required=True, help="what the league is called")
    parser.add_argument(
        "--team", action="append", required=True, metavar="TEXT", help='a team and its players: "Rose: Pip, Quin, ..."'
    )
    parser.add_argument("--variant", metavar="NAME", help="rules its games are played by (see don variants)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="a house rule, for instance target=121"
    )
    parser.add_argument("--points", metavar="A+B", help="league points of a game and of the match (1+2)")


def _add_fixtures(actions: Any) -> None:
    parser = _action(actions, "fixtures", "make the fixtures of a season, or list them")
    parser.add_argument("--from", dest="begin", metavar="DATE", help="the first evening, for instance 2027-01-07")
    parser.add_argument("--every", type=int, default=7, metavar="DAYS", help="days from one evening to the next (7)")
    parser.add_argument("--twice", action="store_true", help="home and away")
    parser.add_argument("--skip", action="append", default=[], metavar="DATE", help="an evening without play")


def _add_result(actions: Any) -> None:
    parser = _action(actions, "result", "enter a game, or take games from the match log")
    parser.add_argument("home", nargs="?", metavar="HOME", help="the home team, or a beginning of its name")
    parser.add_argument("away", nargs="?", metavar="AWAY", help="the other team")
    parser.add_argument("--date", metavar="DATE", help="the evening")
    by_hand = parser.add_argument_group("one game by hand")
    by_hand.add_argument("--game", type=int, metavar="N", help="which of the five games")
    by_hand.add_argument("--won", metavar="TEAM", help="who won it: home, away or the team")
    by_hand.add_argument("--pairs", nargs=2, metavar="PAIR", help='who played: home "Ann, Bob", away "Pip, Quin"')
    by_hand.add_argument("--forfeit", metavar="TEAM", help="who forfeits it: home, away, the team, or both")
    by_hand.add_argument("--match", metavar="ID", help="the match of the log that it is")
    by_hand.add_argument("--clear", action="store_true", help="take the game out again")
    from_log = parser.add_argument_group("games from the match log, of all matches or of one")
    from_log.add_argument("--from-log", action="store_true", help="enter what the log has of the evening")
    from_log.add_argument("--count", action="append", default=[], metavar="ID", help="this match counts, unasked")
    from_log.add_argument("--leave-out", action="append", default=[], metavar="ID", help="this one doesn't")
    parser.add_argument("--no-input", action="store_true", help="ask nothing: list the questions, exit status 3")
    add_log_file(parser)


def _add_jacks(actions: Any) -> None:
    parser = _action(actions, "jacks", "deal for the jacks: who of five to seven plays, who with whom", with_file=False)
    parser.add_argument("name", nargs="+", metavar="NAME", help="who has put down a stake, in the order of the deal")
    parser.add_argument("--shuffle", action="store_true", help="the program shuffles and deals")
    parser.add_argument("--seed", type=int, metavar="N", help="deal the same again")
    parser.add_argument("--cards", metavar="CARDS", help='cards as they were dealt: "4H JS ..." (else each is asked)')
    parser.add_argument("--cut", metavar="CARDS", help="cards cut for partners, in the order of the four jacks")
    parser.add_argument("--no-input", action="store_true", help="ask nothing: exit status 3")


def run(args: argparse.Namespace) -> int:
    """Runs the action."""
    from don.league_jacks import jacks
    from don.league_results import result
    from don.league_season import fixtures, new, players, table

    actions = {"new": new, "fixtures": fixtures, "evening": _evening, "result": result, "table": table}
    actions |= {"players": players, "jacks": jacks}
    return actions[args.action](args)


def _evening(args: argparse.Namespace) -> int:
    from don import status
    from don.league_show import show_evening
    from don.options import parse_day
    from scorer.season_file import load_season

    season = load_season(args.file).season
    if not season.fixtures:
        raise status.UsageError(f"{args.file} has no fixtures yet: don league fixtures {args.file} --from DATE.")
    day = parse_day("--date", args.date) if args.date else season.next_evening()
    if day is None:
        print(f"All matches of {season.name} are played: don league table {args.file}")
        return status.DONE
    if not season.on(day):
        days = sorted({fixture.date for fixture in season.fixtures})
        near = min(days, key=lambda other: abs((other - day).days))
        raise status.UsageError(f"Nothing is played on {day}; the nearest evening is {near}.")
    show_evening(season, day)
    return status.DONE
