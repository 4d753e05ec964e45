"""Plays a match to the terminal, trick by trick, from a file in notation (docs/notation.md) or from the log.

don replay FILE               the match in FILE; - reads it from standard input
don replay --match ID         a match of the log
don replay --match ID --write FILE.don    writes it in notation instead of playing it
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from don import status
from don.options import add_log, check_board_path, opened_log

if TYPE_CHECKING:
    from scorer.match import MatchState
    from scorer.notation import Transcript

HELP = "play a written or logged match trick by trick"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="a match in notation")
    parser.add_argument("--why", action="store_true", help="say the reason of every point")
    parser.add_argument("--why-not", metavar="CARD", help="say only why this card scored or did not (see --hand)")
    parser.add_argument("--outlook", action="store_true", help="say after each trick what can still be won")
    parser.add_argument("--hand", type=int, metavar="N", help="only hand N")
    parser.add_argument("--pace", type=float, default=0.0, metavar="SECONDS", help="wait after each trick")
    parser.add_argument("--board", type=Path, metavar="FILE", help="write the peg board's picture at the end here")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the match in notation here")
    add_log(parser)


def run(args: argparse.Namespace) -> int:
    """Reads the whole match first; a fault in it is told before anything is played."""
    check_board_path(args.board)
    if not 0 <= args.pace <= 60:
        raise status.UsageError(f"--pace {args.pace} can't be: wait between 0 and 60 seconds.")
    transcript = _transcript(args)
    if args.write is not None:
        _write(args.write, transcript)
        return status.DONE
    if args.why_not is not None:
        _answer(args, transcript.state)
        return status.DONE
    if args.board is not None:
        _check_has_board(transcript.state)
    _play(args, transcript)
    if args.board is not None:
        _save_board(transcript.state, args.board)
    return status.DONE


def _transcript(args: argparse.Namespace) -> Transcript:
    from scorer.notation import read, write

    if (args.file is None) == (args.match is None):
        raise status.UsageError("Name one match: a FILE in notation, or --match with the name of a match of the log.")
    if args.file is not None:
        return read(_text(args.file))
    with opened_log(args.log) as log:
        match_id = log.find(args.match)
        log.state(match_id)
        return read(write(log.events(match_id)))


def _text(name: str) -> str:
    """The text of the file. Raises `UsageError` for one that is no text."""
    data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise status.UsageError(f"{name} is no text file: name a match in notation.") from None


def _play(args: argparse.Namespace, transcript: Transcript) -> None:
    from don.replaying import check_hand, show_end, show_match, show_steps

    check_hand(args.hand, transcript.state)
    show_match(transcript.steps[0].after, transcript.tags)
    for _ in show_steps(transcript.steps, reasons=args.why, hand=args.hand, outlook=args.outlook):
        if args.pace:
            sys.stdout.flush()
            time.sleep(args.pace)
    show_end(transcript.state)


def _answer(args: argparse.Namespace, state: MatchState) -> None:
    """Why a card scored nothing, or for whom it did, in the hand asked for or in the last one."""
    from don.replaying import check_hand
    from scorer.cards import Card
    from scorer.why_not import why_not

    try:
        card = Card.parse(args.why_not)
    except ValueError as error:
        raise status.UsageError(str(error)) from None
    check_hand(args.hand, state)
    print(why_not(state, card, args.hand))


def _write(path: Path, transcript: Transcript) -> None:
    from scorer.notation import write

    if path.is_dir() or not path.absolute().parent.is_dir():
        raise status.UsageError(f"{path} can't be written: name a file in a folder that is there.")
    path.write_text(write(transcript.events, transcript.tags), encoding="utf-8")
    print(f"The match in notation: {path}")


def _check_has_board(state: MatchState) -> None:
    from scorer.board import BOARD_NAMES

    if state.board not in BOARD_NAMES or len(state.sides) != 2:
        raise status.UsageError(f"{state.variant.title} has no peg board for two sides, so there is no picture of it.")


def _save_board(state: MatchState, path: Path) -> None:
    from mobile.board_picture import save_board

    save_board(state, path)
    print(f"The peg board: {path}")
