"""The matches of the log: what was played when, by whom, and how it ended.

don history                          the last matches, the newest first
don history --player Ann --from 2026-01 --place "Red Lion"
don history show ID                  one match again, trick by trick (ID: what the list shows, or a beginning of it)
don history show ID --as-entered     with the tricks taken back and corrected as they were entered
don history stats                    every player's figures
don history stats --player Ann       Ann's figures; with --by partner, opponent, variant or place told apart
don history delete ID                removes one match for good, with its kept pictures

Matches that two phones told differently are marked, and only the first telling counts. Days are those of this
computer's clock on which a match began. What each figure means: docs/history.md.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from don import status
from don.options import add_log_file, opened_log

if TYPE_CHECKING:
    from scorer.matchlog import MatchLog

HELP = "the matches of the log, one again trick by trick, statistics"
SHOWN = 20
FILTERS = ("since", "until", "place", "player", "variant", "finished")
BY = ("player", "partner", "opponent", "variant", "place")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments, for each of its actions."""
    _add_filters(parser)
    _add_list(parser)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    show = _action(actions, "show", "one match again, trick by trick")
    show.add_argument("match", metavar="ID", help="the match: its id or a beginning of it")
    show.add_argument("--why", action="store_true", help="say the reason of every point")
    show.add_argument("--hand", type=int, metavar="N", help="only hand N")
    show.add_argument("--as-entered", action="store_true", help="with all that was taken back and corrected since")
    show.add_argument("--json", action="store_true", help="its summary and hands as JSON instead")
    stats = _action(actions, "stats", "figures of every player, or of one")
    _add_filters(stats)
    stats.add_argument("--by", choices=BY, help="told apart by: player (default), partner, opponent, variant, place")
    stats.add_argument("--limit", type=int, metavar="N", help="only the N lines with most matches")
    stats.add_argument("--json", action="store_true", help="whole numbers as JSON instead")
    delete = _action(actions, "delete", "remove one match for good, with its kept pictures")
    delete.add_argument("match", metavar="ID", help="the match: its id or a beginning of it")
    delete.add_argument("--yes", action="store_true", help="without asking")
    delete.add_argument("--no-input", action="store_true", help="ask nobody: exit status 3")


def _action(actions: Any, name: str, help_text: str) -> argparse.ArgumentParser:
    # What is not said after the action stays as it was said before it.
    parser: argparse.ArgumentParser = actions.add_parser(
        name, help=help_text, description=f"{help_text}.".capitalize(), argument_default=argparse.SUPPRESS
    )
    add_log_file(parser)
    return parser


def _add_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", type=int, metavar="N", help=f"list so many ({SHOWN}; 0: all)")
    parser.add_argument("--twins", action="store_true", help="list also matches that are said to be another told twice")
    parser.add_argument("--json", action="store_true", help="list them as JSON instead")
    add_log_file(parser)


def _add_filters(parser: argparse.ArgumentParser) -> None:
    suppressed = parser.argument_default
    parser.add_argument("--from", dest="since", metavar="DATE", help="from this day on: 2026-03-31, 2026-03 or 2026")
    parser.add_argument("--to", dest="until", metavar="DATE", help="up to this day, month or year")
    parser.add_argument("--place", metavar="TEXT", help="played at this place, or one with this in its name")
    parser.add_argument(
        "--player",
        action="append",
        default=suppressed,
        metavar="NAME",
        help="this player took part; more than once: all of them (stats: the figures are those of the first)",
    )
    parser.add_argument("--variant", metavar="NAME", help="of this variant: its id or title")
    over = parser.add_mutually_exclusive_group()
    over.add_argument(
        "--finished", action="store_const", const=True, default=suppressed, help="only matches that are over"
    )
    over.add_argument(
        "--unfinished", dest="finished", action="store_const", const=False, default=suppressed, help="only the others"
    )


def run(args: argparse.Namespace) -> int:
    """Runs the action; without one, lists the matches."""
    if args.limit is not None and args.limit < 0:
        raise status.UsageError(f"--limit {args.limit} can't be: write a number from 0 up (0: all).")
    wanted = _filters(args)
    if args.action in ("show", "delete") and wanted != _filters(argparse.Namespace(**dict.fromkeys(FILTERS))):
        raise status.UsageError(f"don history {args.action} takes one match by its ID; leave the filters out.")
    with opened_log(args.log) as log:
        if args.action == "delete":
            return _delete(args, log)
        if args.action == "show":
            return _show(args, log)
        if args.action == "stats":
            from don.history_stats import show_statistics

            show_statistics(log, wanted, args.by if "by" in args else None, args.limit, as_json=args.json)
            return status.DONE
        from don.history_list import show_list

        show_list(log, wanted, SHOWN if args.limit is None else args.limit or None, twins=args.twins, as_json=args.json)
    return status.DONE


def _filters(args: argparse.Namespace) -> Any:
    from don.history_list import filters_of

    return filters_of(args.since, args.until, args.place, args.player or (), args.variant, args.finished)


def _show(args: argparse.Namespace, log: MatchLog) -> int:
    from don.history_show import find, show_json, show_one

    match_id = find(log, args.match)
    if args.json:
        show_json(log, match_id)
        return status.DONE
    hand = args.hand if "hand" in args else None
    show_one(log, match_id, reasons="why" in args, hand=hand, as_entered="as_entered" in args)
    return status.DONE


def _delete(args: argparse.Namespace, log: MatchLog) -> int:
    from don.history_show import delete, find

    delete(log, find(log, args.match), yes="yes" in args, no_input="no_input" in args)
    return status.DONE
