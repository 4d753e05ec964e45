"""Brings back what the last `don undo` took, while nothing new has been entered.

It says what was brought back and what that changes, before → after. Without --match it is the match written to last.
"""

from __future__ import annotations

import argparse

from don import status
from don.options import add_log, opened_log

HELP = "bring back what the last undo took"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    add_log(parser)


def run(args: argparse.Namespace) -> int:
    """One entry, or the row of face-up cards that were entered as one."""
    from don.clock import now
    from don.correcting import opened_book, show_step

    with opened_log(args.log) as log:
        book = opened_book(log, args.match)
        show_step(book, "Brought back", book.redo(now()))
    return status.DONE
