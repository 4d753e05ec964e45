"""The options that let a match keep a small picture of each trick, for the commands that read tricks from pictures."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from don.status import UsageError

if TYPE_CHECKING:
    from scorer.log_pictures import PictureRule
    from scorer.matchlog import MatchLog

MEGABYTE = 1_000_000
MOST_MEGABYTES = 1000.0


def add_keeping(parser: argparse.ArgumentParser) -> None:
    """`--keep-pictures`, `--keep-days`, `--keep-mb`."""
    parser.add_argument(
        "--keep-pictures",
        action="store_true",
        help="keep a small picture of each trick with the match (off by default)",
    )
    parser.add_argument(
        "--keep-days", type=int, metavar="N", help="... for so many days (default: as long as the match)"
    )
    parser.add_argument(
        "--keep-mb", type=float, metavar="MB", help="... in so many megabytes for the match, the oldest going (10)"
    )


def check_keeping(args: argparse.Namespace) -> None:
    """Refuses what can't be, before anything is begun. Raises `UsageError`, `LogError`."""
    if not args.keep_pictures:
        if args.keep_days is not None or args.keep_mb is not None:
            raise UsageError("--keep-days and --keep-mb say how pictures are kept: add --keep-pictures.")
        return
    if args.keep_mb is not None and not 0.05 <= args.keep_mb <= MOST_MEGABYTES:
        raise UsageError(f"--keep-mb {args.keep_mb:g} can't be: give megabytes from 0.05 to {MOST_MEGABYTES:g}.")
    _rule(args, None)


def begin_keeping(args: argparse.Namespace, log: MatchLog, match_id: str) -> None:
    """Lets the match keep pictures where that was asked for, and says so where it does. Raises `LogError`."""
    from scorer.log_pictures import rule_of, set_rule

    rule = rule_of(log, match_id)
    if args.keep_pictures:
        wanted = _rule(args, rule)
        rule = set_rule(log, match_id, wanted.budget_bytes, wanted.days)
    if rule is not None:
        until = f"for {rule.days} day{'s' if rule.days != 1 else ''}" if rule.days else "as long as the match"
        print(f"A small picture of each trick is kept {until}, up to {rule.budget_bytes / MEGABYTE:g} MB.")


def _rule(args: argparse.Namespace, present: PictureRule | None) -> PictureRule:
    """The rule the options make; what they leave open stays as it is. Raises `LogError`."""
    from scorer.log_pictures import checked_rule

    present = present or checked_rule()
    budget = present.budget_bytes if args.keep_mb is None else round(args.keep_mb * MEGABYTE)
    return checked_rule(budget, present.days if args.keep_days is None else args.keep_days)
