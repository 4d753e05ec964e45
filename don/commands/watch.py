"""Watches a table: follows the cards as they fall, scores and prints each trick when it is cleared away.

SOURCE is a video, the number of a camera, or a folder of frames in file order (--fps says how many a second). Who
played which card is known from the order in which they fall; what is open is asked when the trick is cleared away.
Ctrl-C stops: what was scored is kept, and --match goes on with it. docs/watching.md says how to set a phone up.

don watch --variant nine_card_lancashire --pitcher N table.mp4
don watch --match ID 0                      goes on with a match, from camera 0
don watch --pitcher N --record FILE 0       keeps what was seen, answered and scored
don watch --replay FILE                     follows a record anew, in a log of its own
"""

from __future__ import annotations

import argparse
import shlex
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
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
    parse_seat,
    parse_variant,
)
from don.players import add_players, names_of

if TYPE_CHECKING:
    from don.watching import Watching
    from mobile.table_session import TableSession
    from mobile.watch_record import RecordWriter
    from models.looks import WatchSettings
    from models.reader import CardReader
    from models.table_view import TableView
    from scorer.matchlog import MatchLog

HELP = "follow a table by camera or video and score its tricks"
NOT_WITH_REPLAY = (
    "source",
    "variant",
    "option",
    "pitcher",
    "name",
    "place",
    "area",
    "fps",
    "budget",
    "begin",
    "record",
    "match",
    "keep_pictures",
    "keep_days",
    "keep_mb",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("source", nargs="?", metavar="SOURCE", help="a video, a folder of frames, or a camera's number")
    add_variant(parser)
    add_players(parser)
    add_view(parser)
    add_watching(parser)
    until = parser.add_mutually_exclusive_group()
    until.add_argument("--hands", type=int, metavar="N", help="stop after so many hands")
    until.add_argument("--until-end", action="store_true", help="stop when the source or the game ends (the default)")
    parser.add_argument("--no-input", action="store_true", help="ask nothing: list what is open and end with status 3")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write what was seen and decided into a new file")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="follow a record in place of SOURCE")
    add_keeping(parser)
    add_log(parser)
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    """Checks everything first; then each trick is in the log before it is printed."""
    if args.hands is not None and args.hands < 1:
        raise status.UsageError(f"--hands {args.hands} can't be: watch at least one hand.")
    return _watch(args) if args.replay is None else _replay(args)


def _watch(args: argparse.Namespace) -> int:
    """Frames as they come."""
    from don.terminal import from_terminal
    from don.watched_source import check_source, open_watched, settings_of
    from don.watched_tables import name_bad_frames
    from don.watching import Watching
    from mobile.live_table import LiveTable
    from mobile.watch_record import check_record_path
    from models.watcher import Watcher

    check_source(args)
    _check_match(args)
    check_keeping(args)
    settings = settings_of(args)
    if args.record is not None:
        check_record_path(args.record)
    with ExitStack() as stack:
        source, first, view = open_watched(args, stack)
        reader = load_reader(args.engine)
        log = stack.enter_context(opened_log(args.log, make=args.match is None))
        session = _session(args, log, view)
        record = _record(args, log, session, view, settings, reader, stack)
        watcher = Watcher(reader, session.facts, view, settings)
        table = LiveTable(source, first, watcher, record, name_bad_frames())
        ask = record.asking(from_terminal) if record else from_terminal
        watching = Watching(session, table, None if args.no_input else ask, record, args.hands)
        begin_keeping(args, log, session.match_id)
        _announce(session, f"watching {args.source}")
        try:
            ended = watching.run()
        except BaseException:
            _say_how_to_go_on(args, session, watching, ended=False)
            raise
        if ended == "source":
            print(f"{args.source} has ended.")
        if ended != "game":
            _say_how_to_go_on(args, session, watching, ended == "source")
    return status.DONE


def _replay(args: argparse.Namespace) -> int:
    """A record, into the log named or one that is thrown away."""
    from don.watched_tables import RecordedDecisions, RecordedTable
    from don.watching import Watching
    from mobile.table_session import TableSession
    from mobile.watch_record import begin_again, read_record
    from models.trick_follower import TrickFollower

    if any(getattr(args, name) for name in NOT_WITH_REPLAY) or args.bottom != "S":
        raise status.UsageError("--replay follows a record as it was made: name no SOURCE and none of its options.")
    from don.clock import now

    record = read_record(args.replay)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="don-replay-")))
        log = stack.enter_context(opened_log(args.log or folder / "replay.db", make=True))
        header = record.header
        session = TableSession.resume(log, begin_again(log, header, now()), view=header.view)
        follower = TrickFollower(header.calibration, session.facts, header.view, header.settings)
        decisions = RecordedDecisions(record.decisions, args.replay.name)
        watching = Watching(session, RecordedTable(record, follower), decisions.answer, decisions, args.hands)
        _announce(session, f"replaying {args.replay}")
        if record.cut:
            print(f"The last line of {args.replay} was not written to its end and is left out.\n")
        ended = watching.run()
        if decisions.left and ended != "hands":
            raise status.UsageError(f"The record {args.replay} has {decisions.left} more tricks than are seen now.")
        print(f"{args.replay} replays to the same {watching.tricks} tricks.")
    return status.DONE


def _check_match(args: argparse.Namespace) -> None:
    """Refuses what can't be said of a match, or is missing. Raises `UsageError`, `VariantError`."""
    from mobile.table_session import check_table

    if args.match is not None:
        if args.variant or args.option:
            raise status.UsageError("--match goes on with a match that has its rules: leave --variant out.")
        if args.name or args.place:
            raise status.UsageError("--match goes on with a match that has its players and place: leave those out.")
        return
    check_table(parse_variant(args.variant or DEFAULT_VARIANT, args.option))
    if args.pitcher is None:
        raise status.UsageError("Who pitches is not known: add --pitcher with N, E, S or W.")
    parse_seat(args.pitcher)
    names_of(args)


def _session(args: argparse.Namespace, log: MatchLog, view: TableView) -> TableSession:
    """A new match, or the one to go on with; after a game or leg its next one is begun."""
    from don.clock import now
    from mobile.table_session import TableSession
    from mobile.texts import say
    from scorer.match import Phase

    if args.match is None:
        variant = parse_variant(args.variant or DEFAULT_VARIANT, args.option)
        names = names_of(args)
        return TableSession.start(log, variant, parse_seat(args.pitcher), names, now(), view=view, place=args.place)
    session = TableSession.resume(log, log.find(args.match), view=view)
    if session.state.match_over:
        raise status.UsageError(f"The match {args.match} is over: begin a new one without --match.")
    refusal = session.next_game(now()) if session.state.phase is Phase.GAME_OVER else None
    if session.state.pitcher is None and args.pitcher is not None:
        refusal = refusal or session.name_pitcher(parse_seat(args.pitcher), now())
    elif args.pitcher is not None:
        raise status.UsageError("--match goes on with a match that has its pitcher: leave --pitcher out.")
    if session.state.pitcher is None and refusal is None:
        raise status.UsageError("Who pitches the next game is not known: add --pitcher with N, E, S or W.")
    if refusal is not None:
        raise status.UsageError(say(refusal.code, refusal.params))
    return session


def _record(
    args: argparse.Namespace,
    log: MatchLog,
    session: TableSession,
    view: TableView,
    settings: WatchSettings,
    reader: CardReader,
    stack: ExitStack,
) -> RecordWriter | None:
    """The new record, if one was asked for; closed with the stack."""
    from mobile.watch_record import RecordHeader, RecordWriter

    if args.record is None:
        return None
    events = log.events(session.match_id)
    header = RecordHeader(events, view, settings, reader.calibration, dict(reader.hashes), args.source)
    record = RecordWriter(args.record, header)
    stack.callback(record.close)
    return record


def _announce(session: TableSession, doing: str) -> None:
    from don.show import bold, name_of

    state = session.state
    hand = state.hand
    if hand is not None and hand.tricks:
        where = f"trick {len(hand.tricks) + 1} of hand {hand.number}, {name_of(state, hand.leader)} leads"
    else:
        pitcher = hand.pitcher if hand is not None else state.pitcher
        assert pitcher is not None, "who pitches is known before a table is watched"
        where = f"hand {hand.number if hand else len(state.hands) + 1}, {name_of(state, pitcher)} pitches"
    print(bold(state.variant.title), f"  match {session.match_id}, {doing}: {where}.\n", flush=True)


def _say_how_to_go_on(args: argparse.Namespace, session: TableSession, watching: Watching, ended: bool) -> None:
    """On the standard error output: what the log holds, and the command that goes on. `ended`: with the next source."""
    hand, hands = session.state.hand, len(session.state.hands)
    done = len(hand.tricks) if hand else hands
    what = ("trick" if hand else "hand") + ("s" if done != 1 else "") + (f" of hand {hand.number}" if hand else "")
    command = ["don", "watch", "--match", session.match_id]
    command += ["--log", str(args.log)] if args.log else []
    command += ["--bottom", args.bottom] if args.bottom != "S" else []
    command += ["--area", args.area] if args.area else []
    command += ["--fps", f"{args.fps:g}"] if args.fps else []
    if not ended and not args.source.isdecimal():
        command += ["--from", f"{watching.scored_at if watching.scored_at is not None else args.begin or 0:g}"]
    command.append("SOURCE" if ended and not args.source.isdecimal() else args.source)
    sys.stdout.flush()
    print(f"don: match {session.match_id} holds {done} {what}; go on with: {shlex.join(command)}", file=sys.stderr)
