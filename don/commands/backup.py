"""Copies the whole match log: into its folder of backups, or into a file of your choice.

Backups are also made by themselves, half a day after something was entered, whenever the log is opened; the newest of
each of the last seven days and of each of the last four weeks are kept. `don log restore` puts a damaged log right.

don backup                     beside the log
don backup --out stick.db      anywhere, for instance on a stick
"""

from __future__ import annotations

import argparse
from pathlib import Path

from don import status
from don.clock import now
from don.options import add_log_file, opened_log
from don.show import counted

HELP = "copy the whole match log to a safe place"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the copy here (default: beside the log)")
    add_log_file(parser)


def run(args: argparse.Namespace) -> int:
    """Copies, checks the copy, and says where it is."""
    from scorer.log_backups import back_up

    if args.out is not None and args.out.exists():
        raise status.UsageError(f"{args.out} is there already: name a new file for the backup.")
    with opened_log(args.log) as log:
        target = back_up(log, now(), args.out)
        matches = len(log.matches())
    print(f"Backup of {counted(matches, 'match', 'matches')}: {target}")
    return status.DONE
