"""Looks after the match log, the one file with every event of every match.

don log                what is in it, where it lies, when it was backed up
don log check          reads every page and every entry, and follows every match
don log restore        puts a damaged or lost log right: the newest good backup, and all that can still be read
don log rebuild        throws away the summaries of the match history and derives them again from the entries
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from don import status
from don.clock import now
from don.options import add_log_file, log_path, opened_log
from don.show import counted

if TYPE_CHECKING:
    from datetime import datetime

    from scorer.log_restore import Restored
    from scorer.matchlog import MatchLog

HELP = "look after the match log: check, restore, rebuild"
ACTIONS = ("info", "check", "restore", "rebuild")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("action", nargs="?", choices=ACTIONS, default="info", metavar="ACTION", help="see above")
    parser.add_argument("--yes", action="store_true", help="restore without asking")
    add_log_file(parser)


def run(args: argparse.Namespace) -> int:
    """Runs the action."""
    if args.action == "restore":
        return _restore(args)
    with opened_log(args.log) as log:
        return {"info": _info, "check": _check, "rebuild": _rebuild}[args.action](log)


def _info(log: MatchLog) -> int:
    from scorer.log_backups import backup_folder, backups
    from scorer.log_pictures import count_of_all, used_bytes
    from scorer.played import time_words

    known = log.matches()
    entries = sum(match.events for match in known)
    pictures = count_of_all(log)
    made = backups(log.path)
    print(f"Match log: {log.path.absolute()}")
    print(f"   {counted(len(known), 'match', 'matches')}, {counted(entries, 'entry', 'entries')}, {_size(log)}")
    if known:
        print(f"   Last entry: {time_words(max(match.last_at_utc for match in known))}")
    if pictures:
        print(f"   Kept pictures: {pictures:,}, {used_bytes(log) / 2**20:.1f} MB")
    if made:
        print(f"   {counted(len(made), 'backup', 'backups')}, the newest of {_time(made[0].at)}")
        print(f"   in {backup_folder(log.path).absolute()}")
    else:
        print("   No backup yet: don backup makes one.")
    return status.DONE


def _time(at: datetime) -> str:
    """By this computer's clock."""
    return f"{at.astimezone():%Y-%m-%d %H:%M}"


def _size(log: MatchLog) -> str:
    return f"{log.path.stat().st_size / 2**20:.1f} MB"


def _check(log: MatchLog) -> int:
    """Every page, every entry's check sum, every match through the referee."""
    from tqdm import tqdm

    from scorer.log_file import LogError

    fault = log.file.check()
    if fault is not None:
        raise LogError("LOG_DAMAGED", path=str(log.path), detail=fault)
    known, faults = log.matches(), []
    for match in tqdm(known, "checking", disable=None, leave=False):
        try:
            log.state(match.match_id)
        except LogError as error:
            faults.append(str(error))
    for sentence in faults:
        print(sentence)
    whole = len(known) - len(faults)
    print(f"{counted(whole, 'match', 'matches')} of {len(known)} checked and in order: {log.path}")
    return status.BAD_INPUT if faults else status.DONE


def _restore(args: argparse.Namespace) -> int:
    from don.terminal import confirmed
    from scorer.log_backups import backups
    from scorer.log_restore import check_needed, restore

    path = log_path(args.log)
    check_needed(path)
    made = backups(path)
    what = f"Put back the backup of {_time(made[0].at)} and" if made else "There is no backup:"
    if not confirmed(f"{what} save what can still be read of {path}?", yes=args.yes):
        print("Nothing was changed.")
        return status.DONE
    _tell(restore(path, now()))
    return status.DONE


def _tell(restored: Restored) -> None:
    """What the log is made of now, and what is missing."""
    backup = restored.backup
    print(
        f"Restored: {counted(restored.matches, 'match', 'matches')}, {counted(restored.entries, 'entry', 'entries')}."
    )
    print("   " + (f"Backup used: {backup.path}" if backup else "There was no good backup."))
    if restored.saved:
        print(f"   Saved from the damaged file beside it: {counted(restored.saved, 'entry', 'entries')}.")
    if restored.pictures:
        print(f"   Kept pictures: {restored.pictures:,}.")
    for loss in restored.lost:
        if loss.last is not None:
            print(f"   Missing of match {loss.match_id}: entries {loss.first} to {loss.last}. Enter them again.")
        elif loss.first > 1:
            print(f"   Match {loss.match_id} is there up to entry {loss.first - 1}; whether it had more can't be told.")
        else:
            print(f"   Nothing is left of match {loss.match_id}.")
    for match_id in restored.returned:
        print(f"   Match {match_id} comes from the backup; if it was deleted since: don history delete {match_id}")
    if restored.unread:
        print("   Nothing could be read of the damaged file: what was entered after the backup is missing.")
    elif not restored.complete:
        print("   Not all of the damaged file could be read: matches begun after the backup may be missing.")
    elif not restored.lost:
        print("   Nothing is missing of the matches that could be read.")
    if restored.aside is not None:
        print(f"   The damaged file is kept as {restored.aside}.")


def _rebuild(log: MatchLog) -> int:
    from don.history_list import Progress
    from scorer.log_summaries import rebuild

    count = rebuild(log, Progress())
    print(f"The summaries of {counted(count, 'match', 'matches')} are derived anew.")
    return status.DONE
