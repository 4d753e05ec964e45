"""Corrects a card of the record: any card of any trick of any hand of a match (the one written to last, or --match).

Points, muck, winners, later hands, legs and the end of the match follow from the corrected card. What changes is shown
before → after, then asked, and one entry is written that says who corrected what and why; the entry that was wrong
stays in the record, and `don undo` takes the correction back.

don correct --hand 2 --trick 3 --seat E --card 9H --by Ann --reason misread
don correct --hand 2 --trick 3 --cards "9H KH 2H 5C"     the whole trick, from its leader on
don correct --hand 2 --swap 9H 10H            two cards that were taken for each other, or for one another's players

Where it changes who leads later tricks, their leaders change with it and the cards stay. Entries that could not have
happened then are listed; --drop lets them count no longer. After the end of a game every side has to agree: --by NS=Ann
--by EW=Bob (names of players need no side), else it is asked.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from don import status
from don.options import add_log, opened_log, parse_card, parse_cards

if TYPE_CHECKING:
    from mobile.corrections import Plan
    from mobile.match_book import MatchBook
    from scorer.referee import Refusal

HELP = "correct a card of the record, hands later too"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("--hand", type=int, metavar="N", help="which hand of the match (the one in play, or the last)")
    parser.add_argument("--trick", type=int, metavar="N", help="which trick of the hand")
    parser.add_argument("--seat", metavar="SEAT", help="whose card it is: N, E, S or W, or a name")
    parser.add_argument("--place", type=int, metavar="N", help="or its place in the trick, from 1 for the leader's")
    parser.add_argument("--card", metavar="CARD", help="the card that was played, for instance 9H")
    parser.add_argument("--cards", metavar="CARDS", help="all cards of the trick, from its leader on")
    parser.add_argument("--swap", nargs=2, metavar="CARD", help="two cards of the hand that change places")
    parser.add_argument("--by", action="append", default=[], metavar="NAME", help="who says so; SIDE=NAME for a side")
    parser.add_argument("--reason", default="", metavar="TEXT", help="why, for instance misread")
    parser.add_argument("--drop", action="store_true", help="let entries that could not have happened count no longer")
    parser.add_argument("--yes", action="store_true", help="enter it without asking")
    parser.add_argument("--no-input", action="store_true", help="ask nothing: list what is open and end with status 3")
    add_log(parser)


def run(args: argparse.Namespace) -> int:
    """Shows what changes, asks, and writes one entry."""
    from don.correcting import Agreed, opened_book, said_by, settle_plan, show_heading, show_plan
    from don.terminal import from_terminal
    from mobile.texts import say
    from scorer.referee import Refusal

    _check(args)
    with opened_log(args.log) as log:
        book = opened_book(log, args.match)
        by, sides = said_by(args.by, book)
        plan = _plan(args, book, by)
        if isinstance(plan, Refusal):
            hint = " (Two cards that were taken for each other change places: --swap.)"
            raise status.UsageError(say(plan.code, plan.params) + (hint if plan.code == "DUPLICATE_CARD" else ""))
        show_heading(book, ", a correction:")
        show_plan(plan)
        ask = None if args.no_input else from_terminal
        if settle_plan(book, plan, ask, Agreed(args.yes, args.drop, sides, ask_why=not args.yes)) is not None:
            print("   It is entered; don undo takes it back.")
    return status.DONE


def _check(args: argparse.Namespace) -> None:
    """Refuses what names no card, before the log is opened. Raises `UsageError`."""
    one = [args.seat is not None, args.place is not None]
    if args.swap is not None:
        if args.trick is not None or args.cards is not None or args.card is not None or any(one):
            raise status.UsageError("--swap names two cards of a hand: leave the trick and whose card it is out.")
        for text in args.swap:
            parse_card(text)
        return
    if args.cards is not None:
        if args.trick is None or args.card is not None or any(one):
            raise status.UsageError("--cards names all cards of a trick: add --trick, and no single card.")
        parse_cards(args.cards)
        return
    if args.trick is None or args.card is None or sum(one) != 1:
        raise status.UsageError(
            "Name the trick, whose card it is and the right card, for instance --trick 3 --seat E --card 9H."
        )
    parse_card(args.card)


def _plan(args: argparse.Namespace, book: MatchBook, by: str) -> Plan | Refusal:
    from don.correcting import seat_of_text

    if args.swap is not None:
        first, second = map(parse_card, args.swap)
        return book.plan_swap(args.hand, first, second, by, args.reason)
    if args.cards is not None:
        return book.plan_trick(args.hand, args.trick, parse_cards(args.cards), by, args.reason)
    who = seat_of_text(args.seat, book.state) if args.seat is not None else args.place - 1
    return book.plan_card(args.hand, args.trick, who, parse_card(args.card), by, args.reason)
