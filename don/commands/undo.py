"""Takes back the last entry of a match, whatever it was; `don redo` brings it back. Nothing is erased from the log.

It says what was taken back and what that changes, before → after. The start of the match stays.
Without --match it is the match written to last, also one that is over.
"""

from __future__ import annotations

import argparse

from don import status
from don.options import add_log, opened_log

HELP = "take back the last entry of a match"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    add_log(parser)


def run(args: argparse.Namespace) -> int:
    """One entry, or the row of face-up cards that were entered as one."""
    from don.clock import now
    from don.correcting import opened_book, show_step

    with opened_log(args.log) as log:
        book = opened_book(log, args.match)
        show_step(book, "Taken back", book.undo(now()))
    return status.DONE
