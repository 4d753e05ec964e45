"""Enters a match by hand on the terminal, for any variant and without a camera.

It asks for what happens next: who pitches, the deal, in Blind Don the face-up cards and those turned up later, trumps
where they are called, the tricks. Each answer is checked, scored and kept at once; `undo` takes back the last one.
Any line of the notation (docs/notation.md) can be entered in place of an answer. Ctrl-C or `stop` ends: nothing is
lost.

don enter --variant blind_don_burnley --pitcher N
don enter --variant blind_don_burnley --layout deal.jpg     offers the face-up cards as a picture shows them
don enter --variant blind_don_burnley --watch 0 --area 0.1,0.35,0.9,0.65      follows the table by camera
don enter --match ID                                        goes on with a match
"""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

from don import status
from don.kept_pictures import add_keeping, begin_keeping, check_keeping
from don.options import (
    DEFAULT_VARIANT,
    add_engine,
    add_log,
    add_variant,
    add_view,
    add_watching,
    load_reader,
    opened_log,
    parse_area,
    parse_seat,
    parse_variant,
)
from don.players import add_players, check_seats, names_of

if TYPE_CHECKING:
    from don.entering import ReadTable
    from don.entry_watch import TableWatch
    from mobile.entered_match import EnteredMatch
    from scorer.matchlog import MatchLog
    from scorer.seats import Seat
    from scorer.variant import Variant

HELP = "enter a match by hand: any variant, no camera needed"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    add_variant(parser)
    add_players(parser)
    parser.add_argument(
        "--layout", metavar="PICTURE", help="Blind Don: a picture of the deal, read for its face-up cards"
    )
    parser.add_argument(
        "--watch",
        metavar="SOURCE",
        help="Blind Don: follow the table by camera, video or folder of frames (see --area)",
    )
    add_view(parser)
    add_watching(parser)
    add_keeping(parser)
    add_log(parser)
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    """Begins or goes on with a match; each answer is in the log before it is printed."""
    from don.entering import Entering, announce
    from don.terminal import from_terminal
    from mobile.entered_match import EnteredMatch

    names, read_table = names_of(args), _table_reader(args)
    _check(args)
    with ExitStack() as stack:
        watch = _watch(args, stack)
        log = stack.enter_context(opened_log(args.log, make=args.match is None))
        match = _begun(args, log, names) if args.match is None else EnteredMatch(log, log.find(args.match))
        _check_stacks(args, match.state.variant)
        begin_keeping(args, log, match.match_id)
        announce(match)
        try:
            Entering(match, from_terminal, read_table, args.layout, watch).run()
        except status.PersonNeededError:
            if match.state.hand is not None:
                raise
        finally:
            _say_how_to_go_on(args, match, watch)
    return status.DONE


def _check(args: argparse.Namespace) -> None:
    """Refuses what can't be said of a match. Raises `UsageError`, `VariantError`."""
    from pathlib import Path

    from don.watched_source import check_source
    from models.picture import load_picture

    check_keeping(args)
    if args.keep_pictures and args.watch is None:
        raise status.UsageError("--keep-pictures is for a table that is watched: add --watch SOURCE.")
    args.source = args.watch
    if args.watch is not None:
        check_source(args)
    elif args.fps or args.budget or args.begin:
        raise status.UsageError("--fps, --budget and --from are for a table that is watched: add --watch SOURCE.")
    if args.layout is not None:
        load_picture(Path(args.layout))
    if args.match is not None and (args.variant or args.option or args.pitcher or args.name or args.place):
        raise status.UsageError("--match goes on with a match that has its rules, players and place: leave those out.")
    if args.match is None:
        _check_stacks(args, parse_variant(args.variant or DEFAULT_VARIANT, args.option))


def _check_stacks(args: argparse.Namespace, variant: Variant) -> None:
    if args.layout is not None and not variant.stacks_each:
        raise status.UsageError(f"--layout is for Blind Don: {variant.title} has no stacks.")
    if args.watch is not None and not variant.stacks_each:
        raise status.UsageError(
            f"--watch is for Blind Don: {variant.title} has no stacks. (don watch is for four players.)"
        )
    if args.watch is not None and args.area is None:
        raise status.UsageError(
            "Say where tricks are played, for instance --area 0.1,0.35,0.9,0.65: the stacks lie round it."
        )


def _begun(args: argparse.Namespace, log: MatchLog, names: dict[Seat, str]) -> EnteredMatch:
    """A new match, its first pitcher named where that was said. Raises `LogError`, `UsageError`."""
    from don.clock import now
    from mobile.entered_match import EnteredMatch
    from mobile.texts import say
    from scorer.events import GameStart
    from scorer.referee import Refusal

    variant = parse_variant(args.variant or DEFAULT_VARIANT, args.option)
    pitcher = None if args.pitcher is None else parse_seat(args.pitcher)
    check_seats([*names, *([pitcher] if pitcher else [])], variant)
    match = EnteredMatch.start(log, variant, now(), names, args.place)
    if pitcher is not None:
        answer = match.enter([GameStart(pitcher)], now())
        if isinstance(answer, Refusal):
            raise status.UsageError(say(answer.code, answer.params))
    return match


def _table_reader(args: argparse.Namespace) -> ReadTable:
    """What reads a picture of the table. Raises `UsageError`."""
    from don.entry_pictures import TablePictures

    return TablePictures(lambda: load_reader(args.engine), parse_seat(args.bottom), parse_area(args.area))


def _watch(args: argparse.Namespace, stack: ExitStack) -> TableWatch | None:
    """The table that is watched, if one is. Raises `UsageError`, `SourceError`, `WeightsError`."""
    from don.entry_watch import TableWatch
    from don.watched_source import open_watched, settings_of

    if args.watch is None:
        return None
    settings = settings_of(args)
    source, first, view = open_watched(args, stack)
    return TableWatch(source, first, load_reader(args.engine), view, settings)


def _say_how_to_go_on(args: argparse.Namespace, match: EnteredMatch, watch: TableWatch | None) -> None:
    """On the standard error output: the command that goes on with the match."""
    command = ["don", "enter", "--match", match.match_id]
    command += ["--log", str(args.log)] if args.log else []
    command += ["--bottom", args.bottom] if args.bottom != "S" else []
    if watch is not None:
        command += ["--watch", args.watch, "--area", args.area]
        command += [] if args.watch.isdecimal() else ["--from", f"{watch.closed_at:g}"]
        command += ["--fps", f"{args.fps:g}"] if args.fps else []
    sys.stdout.flush()
    if not match.state.match_over:
        print(f"don: everything entered is kept; go on with: {shlex.join(command)}", file=sys.stderr)
