"""Takes matches from other logs into this one: files made with don export, or matches in notation.

don import ann.json bob.json cat.json    what several phones have, each file on its own
don import match.don --date 2027-01-31   a match in notation
don import --twins --by Ann              matches that look like one scored on two phones: asks for each
don import --apart 1b9d                  takes that back: the match counts again

Every match is played through by the referee first. A file is taken in whole or not at all, but for matches that
--leave-out leaves out and names (exit status 2). Taking it in again adds nothing. A match that goes on in the file
goes on here; one that is told differently is kept beside the other.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from don import status
from don.options import add_log_file, opened_log, parse_day
from don.status import UsageError

HELP = "take in matches from other logs, merge what several phones have"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="JSON from don export, or notation")
    parser.add_argument("--pictures", action="store_true", help="take in the kept pictures too")
    parser.add_argument("--leave-out", action="store_true", help="leave out single matches that can't be taken in")
    parser.add_argument("--date", metavar="DATE", help="the day a match in notation was played, as 2027-01-31")
    parser.add_argument("--twins", action="store_true", help="ask which matches are one that two phones scored")
    parser.add_argument("--apart", metavar="ID", help="this match is no other's twin after all")
    parser.add_argument("--by", default="", metavar="NAME", help="who says which matches are one")
    parser.add_argument("--no-input", action="store_true", help="ask nothing: list what is open and end with status 3")
    add_log_file(parser)


def run(args: argparse.Namespace) -> int:
    """One of the three: files, twins, or a twin taken back."""
    from don import importing

    asked = [bool(args.files), args.twins, args.apart is not None]
    if sum(asked) != 1:
        raise UsageError("Name files to take in, or one of --twins and --apart ID.")
    if (args.date is not None or args.pictures or args.leave_out) and not args.files:
        raise UsageError("--date, --pictures and --leave-out go with files to take in.")
    day = None if args.date is None else parse_day("--date", args.date)
    with opened_log(args.log, make=bool(args.files)) as log:
        if args.twins:
            importing.ask_twins(log, args.by, ask=not args.no_input)
        elif args.apart is not None:
            importing.take_apart(log, args.apart)
        elif not importing.take_in(log, args.files, importing.Wanted(day, args.pictures, args.leave_out)):
            return status.BAD_INPUT
    return status.DONE
