"""Opens the table on the screen: peg board, last trick, entry by picture or by hand.

Without --variant, --pitcher, --name or --place it goes on with the running match of the log; without one it begins
Nine-card Don (Lancashire) with North pitching. It is wholly usable with no camera.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from don import status
from don.kept_pictures import add_keeping, begin_keeping, check_keeping
from don.options import (
    DEFAULT_VARIANT,
    add_engine,
    add_log,
    add_variant,
    add_view,
    load_reader,
    opened_log,
    parse_seat,
    parse_variant,
)
from don.players import add_players, names_of

if TYPE_CHECKING:
    from mobile.table_session import TableSession
    from models.reader import CardReader
    from scorer.matchlog import MatchLog

HELP = "open the table on the screen"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    add_variant(parser)
    add_players(parser)
    add_view(parser)
    parser.add_argument("--source", metavar="FOLDER|VIDEO|CAMERA", help="where pictures come from; a camera by number")
    add_keeping(parser)
    add_log(parser)
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    """Opens the log and the window; everything entered is in the log at once."""
    from don.clock import now
    from mobile.app import require_screen, run_app
    from mobile.camera import open_source

    check_keeping(args)
    require_screen()
    source = open_source(args.source) if args.source is not None else None
    reader = load_reader(args.engine) if source is not None else None
    with opened_log(args.log, make=args.match is None) as log:
        session = _session(args, log, reader)
        begin_keeping(args, log, session.match_id)
        try:
            return run_app(session, source, now)
        finally:
            if source is not None:
                source.close()


def _session(args: argparse.Namespace, log: MatchLog, reader: CardReader | None) -> TableSession:
    from don.clock import now
    from mobile.table_session import TableSession
    from models.table_view import TableView

    view = TableView(parse_seat(args.bottom))
    fresh = args.variant or args.pitcher or args.option or args.name or args.place
    if args.match is not None and fresh:
        raise status.UsageError("--match goes on with a match that has its rules, players and place: leave those out.")
    running = log.find(args.match) if args.match is not None else None if fresh else log.running_match()
    if running is not None:
        return TableSession.resume(log, running, reader=reader, view=view)
    variant = parse_variant(args.variant or DEFAULT_VARIANT, args.option)
    pitcher = parse_seat(args.pitcher or "N")
    names = names_of(args)
    return TableSession.start(log, variant, pitcher, names, now(), reader=reader, view=view, place=args.place)
