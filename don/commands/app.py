"""Opens the table on the screen: peg board, last trick, entry by picture or by hand.

Without options it opens at home. --match, or --variant, --pitcher, --option, --name or --place (Nine-card Don,
Lancashire, with North pitching, where nothing else is said) go straight to the table. It is usable with no camera.
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from don import status
from don.kept_pictures import add_keeping, begin_keeping, check_keeping
from don.options import (
    DEFAULT_VARIANT,
    add_engine,
    add_log,
    add_variant,
    add_view,
    app_folder,
    load_reader,
    opened_log,
    parse_seat,
    parse_variant,
)
from don.players import add_players, names_of

if TYPE_CHECKING:
    from mobile.companion import Companion

HELP = "open the table on the screen"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    add_variant(parser)
    add_players(parser)
    add_view(parser)
    parser.add_argument(
        "--source",
        metavar="FOLDER|VIDEO|CAMERA",
        help="where pictures come from; a film is watched live, a camera by number",
    )
    add_keeping(parser)
    add_log(parser)
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    """Opens the log and the window; everything entered is in the log at once."""
    from don.clock import now
    from mobile.app import require_screen, run_app
    from mobile.camera import open_source
    from mobile.companion import Companion
    from models.table_view import TableView

    check_keeping(args)
    require_screen()
    view = TableView(parse_seat(args.bottom))
    source = open_source(args.source) if args.source is not None else None
    with opened_log(args.log, make=args.match is None) as log:
        companion = Companion(log, app_folder(), now, partial(load_reader, args.engine), source, view)
        _to_the_table(args, companion)
        if companion.book is not None:
            begin_keeping(args, log, companion.book.match_id)
        try:
            return run_app(companion)
        finally:
            companion.log.close()  # another one where a backup was put back
            if source is not None:
                source.close()


def _to_the_table(args: argparse.Namespace, companion: Companion) -> None:
    """Puts the match that the options name on the table; without any the app opens at home."""
    fresh = args.variant or args.pitcher or args.option or args.name or args.place
    if args.match is not None and fresh:
        raise status.UsageError("--match goes on with a match that has its rules, players and place: leave those out.")
    if args.match is not None:
        companion.resume(companion.log.find(args.match))
    elif fresh:
        variant = parse_variant(args.variant or DEFAULT_VARIANT, args.option)
        companion.start(variant, parse_seat(args.pitcher or "N"), names_of(args), args.place)
