"""Did a player revoke? Shows the two tricks that prove it side by side, or says that nothing in the record does.

don revoke E                 anywhere in the hand in play, or in the last one
don revoke Bob               the same by the player's name
don revoke E --trick 3       in that trick
don revoke E --trick 3 --call     calls it: the penalty is entered after a yes, until the next pitch

A player who did not follow suit and later plays that suit has revoked. A discard alone proves nothing, and in Blind Don
the later card may have lain face down. What the penalty would be is shown before → after.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from don import status
from don.options import add_log, opened_log

if TYPE_CHECKING:
    from mobile.disputes import RevokeQuestion

HELP = "did a player revoke? the two tricks that prove it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("seat", metavar="SEAT", help="whose revoke it would be: N, E, S or W, or a name")
    parser.add_argument("--trick", type=int, metavar="N", help="the trick in which suit was not followed")
    parser.add_argument("--hand", type=int, metavar="N", help="which hand of the match (the one in play, or the last)")
    parser.add_argument("--call", action="store_true", help="call the revoke: enter its penalty")
    parser.add_argument("--yes", action="store_true", help="call it without asking")
    parser.add_argument("--no-input", action="store_true", help="ask nothing: list what is open and end with status 3")
    add_log(parser)


def run(args: argparse.Namespace) -> int:
    """Answers the question; with `--call` enters the revoke."""
    from don.correcting import opened_book, seat_of_text
    from don.revoke_show import show_answer
    from mobile.disputes import RevokeQuestion

    if args.yes and not args.call:
        raise status.UsageError("--yes calls a revoke without asking: add --call.")
    with opened_log(args.log) as log:
        book = opened_book(log, args.match)
        question = RevokeQuestion(book, seat_of_text(args.seat, book.state), args.trick, args.hand)
        show_answer(book.state, question)
        if args.call:
            _call(args, question)
    return status.DONE


def _call(args: argparse.Namespace, question: RevokeQuestion) -> None:
    """Enters the revoke that was proved, after a yes. Raises `UsageError`, `PersonNeededError`."""
    from don.clock import now
    from don.terminal import confirmed
    from mobile.texts import say
    from scorer.refusal import Refusal

    proved = [proof.trick.number for proof in question.answer.proofs]
    if not proved:
        raise status.UsageError("Nothing is proved, so there is nothing to call.")
    if len(proved) > 1:
        tricks = " or ".join(f"--trick {number}" for number in proved)
        raise status.UsageError(f"More than one revoke is proved: say which one is called, {tricks}.")
    cost = question.cost(proved[0])
    if isinstance(cost, Refusal):
        raise status.UsageError(say(cost.code, cost.params))
    if not confirmed("Call this revoke?", yes=args.yes, no_input=args.no_input):
        print("   Nothing was called.")
        return
    called = question.call(proved[0], now())
    if isinstance(called, Refusal):
        raise status.UsageError(say(called.code, called.params))
    print("   The revoke is called; don undo takes it back.")
