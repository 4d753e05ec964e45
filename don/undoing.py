"""`don undo` and `don redo`: the last entry is taken back or brought back; where it may be another's, people are asked.

During a game that takes no question. Where the game is over before or after it, every side is asked (RULES.md 4.3);
where no match is running and none is named, whether the match written to last is meant.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from don import status
from don.options import add_log, opened_log

if TYPE_CHECKING:
    from don.terminal import Answer
    from mobile.match_book import MatchBook, Step
    from scorer.refusal import Refusal
    from scorer.seats import Side

MEANT = "No match is running; this is the one written to last. Is it meant?"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--by`, `--yes`, `--no-input`, `--log`, `--match`."""
    parser.add_argument(
        "--by", action="append", default=[], metavar="NAME", help="who agrees after the game; SIDE=NAME for a side"
    )
    parser.add_argument("--yes", action="store_true", help="where no match is running the one written to last is meant")
    parser.add_argument("--no-input", action="store_true", help="ask nothing: list what is open and end with status 3")
    add_log(parser)


def undo(args: argparse.Namespace) -> int:
    """Takes back one entry, or the row of face-up cards that were entered as one."""
    from mobile.match_book import MatchBook

    return _step(args, "taken back", MatchBook.next_undo, MatchBook.undo)


def redo(args: argparse.Namespace) -> int:
    """Brings back what the last undo took."""
    from mobile.match_book import MatchBook

    return _step(args, "brought back", MatchBook.next_redo, MatchBook.redo)


def _step(
    args: argparse.Namespace,
    done: str,
    look: Callable[[MatchBook], Step | Refusal],
    do: Callable[[MatchBook, datetime], Step | Refusal],
) -> int:
    from don.clock import now
    from don.correcting import opened_book, said_by, show_heading
    from don.terminal import from_terminal

    with opened_log(args.log) as log:
        book = opened_book(log, args.match)
        found = not args.yes and args.match is None and log.running_match() is None
        _, sides = said_by(args.by, book)
        step = _checked(look(book))
        show_heading(book, "")
        asks = found or bool(step.agreement)
        _show(step, f"To be {done}" if asks else done.capitalize())
        if asks and not _agreed(step, found, sides, None if args.no_input else from_terminal):
            print(f"   Nothing was {done}.")
            return status.DONE
        _checked(do(book, now()))
        if asks:
            print(f"   It is {done}.")
    return status.DONE


def _agreed(step: Step, found: bool, sides: dict[Side, str], answer: Answer | None) -> bool:
    """Whether the match is meant and every side agrees. Raises `PersonNeededError`, `UsageError`."""
    from don.correcting import agreement_questions, check_agreement

    questions = [*([MEANT] if found else []), *agreement_questions(step.agreement, sides)]
    if answer is None and questions:
        raise status.PersonNeededError(questions)
    if found and answer is not None and answer(f"{MEANT} [y/N] ", MEANT).lower() not in ("y", "yes"):
        return False
    check_agreement(step.agreement, sides, answer)
    return True


def _show(step: Step, what: str) -> None:
    """What is taken or brought back, and what that changes."""
    from don.correcting import show_change
    from scorer.notation_write import written

    lines = [written(event)[0] for event in step.events]
    print(f"   {what}: {lines[0]}{f' to {lines[-1]}' if len(lines) > 1 else ''}.")
    show_change(step.change)


def _checked(step: Step | Refusal) -> Step:
    """Raises `UsageError` for a refusal."""
    from mobile.texts import say
    from scorer.refusal import Refusal

    if isinstance(step, Refusal):
        raise status.UsageError(say(step.code, step.params))
    return step
