"""Settles the quarrel about the muck: reads a side's pile, lays it beside the record, says what a recount changes.

don muck pile.jpg --side NS                       the pile spread or fanned in one picture or more
don muck ns1.jpg ns2.jpg --side NS --other ew.jpg both piles
don muck --side NS --cards "AH 10H 5S 4C"         a pile checked by hand, without pictures
don muck --side NS --count 42                     a count agreed at the table, without cards

What a picture leaves unclear is asked, and so are cards that the record puts into the pile and no picture shows, and
how many cards it has (--size). The difference of each card names its trick and what it would change. The people decide:
the recount is entered as one entry only after a yes, and don undo takes it back. A trick that was entered wrongly is
better mended by don correct: the command is named where the piles point to it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from don import status
from don.options import add_engine, add_log, load_reader, opened_log

if TYPE_CHECKING:
    from mobile.corrections import Plan
    from mobile.disputes import MuckDispute
    from mobile.match_book import MatchBook
    from models.pile_reader import PileReading
    from scorer.cards import Card
    from scorer.refusal import Refusal
    from scorer.seats import Side

HELP = "count a pile again beside the record (the muck, the count for game)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("pictures", nargs="*", type=Path, metavar="PICTURE", help="pictures of the side's pile")
    parser.add_argument("--side", required=True, metavar="SIDE", help="whose pile it is, for instance NS")
    parser.add_argument("--other", nargs="+", type=Path, default=[], metavar="PICTURE", help="the other side's pile")
    parser.add_argument("--cards", metavar="CARDS", help='cards of the pile by hand: "AH 10H 5S"')
    parser.add_argument("--other-cards", metavar="CARDS", help="cards of the other side's pile by hand")
    parser.add_argument("--size", type=int, metavar="N", help="how many cards the pile in the pictures has")
    parser.add_argument("--other-size", type=int, metavar="N", help="the same of the other side's pile")
    parser.add_argument("--count", type=int, metavar="N", help="what the side has, counted at the table without cards")
    parser.add_argument("--hand", type=int, metavar="N", help="which hand of the match (the last one counted)")
    parser.add_argument("--by", action="append", default=[], metavar="NAME", help="who says so; SIDE=NAME for a side")
    parser.add_argument("--reason", default="", metavar="TEXT", help="why, for instance recounted")
    parser.add_argument("--tta", action="store_true", help="several looks at each picture: slower, finds more in fans")
    parser.add_argument("--draw", type=Path, metavar="FOLDER", help="write each picture with its cards marked")
    parser.add_argument(
        "--pictures", type=Path, dest="pictures_to", metavar="FOLDER", help="write kept pictures of disputed tricks"
    )
    parser.add_argument("--drop", action="store_true", help="let entries that could not have happened count no longer")
    parser.add_argument("--yes", action="store_true", help="enter the recount without asking")
    parser.add_argument("--no-input", action="store_true", help="ask nothing: list what is open and end with status 3")
    parser.add_argument("--json", action="store_true", help="print one JSON object; nothing is asked or entered")
    add_log(parser)
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    """Reads, compares, asks, and enters what people agree to."""
    from don.correcting import opened_book, show_heading, side_of_text

    cards, other_cards = _check(args)
    with opened_log(args.log) as log:
        book = opened_book(log, args.match)
        sides = book.state.sides
        side = side_of_text(args.side, sides)
        other = _other(side, sides, bool(args.other or args.other_cards))
        dispute = _dispute(book, args.hand)
        if not args.json:
            show_heading(book, "")
        if args.count is not None:
            return _enter_count(args, book, dispute, side)
        readings = _read(args, dispute, {side: args.pictures, other: args.other} if other else {side: args.pictures})
        if cards:
            dispute.name(side, cards)
        if other is not None and other_cards:
            dispute.name(other, other_cards)
        if args.json:
            return _print_json(args, dispute, readings)
        _ask(args, dispute, readings)
        _show(args, dispute)
        return _enter(args, book, dispute)


def _dispute(book: MatchBook, hand: int | None) -> MuckDispute:
    """The dispute about a hand; how one that was not counted is named, the command says. Raises `MuckError`."""
    from mobile.disputes import MuckDispute
    from scorer.muck_check import MuckError

    try:
        return MuckDispute(book, hand)
    except MuckError as error:
        if error.code == "MUCK_NO_HAND":
            raise status.UsageError(f"{str(error).removesuffix('.')} (--hand N).") from None
        raise


def _check(args: argparse.Namespace) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Refuses what can't be, before anything is opened or read; the cards named by hand. Raises `UsageError`."""
    from don.muck_questions import cards_of

    named = bool(args.pictures or args.other or args.cards or args.other_cards)
    if args.count is not None and (named or args.json):
        raise status.UsageError("--count is a pile counted without cards: leave pictures, cards and --json out.")
    if args.count is None and not (args.pictures or args.cards):
        raise status.UsageError("Name pictures of the pile, its cards (--cards), or what was counted (--count).")
    for size, paths in ((args.size, args.pictures), (args.other_size, args.other)):
        if size is not None and (not paths or not 0 < size < 100):
            raise status.UsageError("--size and --other-size count the cards of a pile in pictures: name its pictures.")
    for folder in (args.draw, args.pictures_to):
        if folder is not None and not folder.is_dir():
            raise status.UsageError(f"There is no folder {folder}: make it first.")
    if args.draw is not None and not (args.pictures or args.other):
        raise status.UsageError("--draw marks the cards in pictures: name one.")
    return cards_of(args.cards or ""), cards_of(args.other_cards or "")


def _other(side: Side, sides: tuple[Side, ...], wanted: bool) -> Side | None:
    """The other side, where its pile is named. Raises `UsageError` where there are several others."""
    others = [one for one in sides if one != side]
    if not wanted:
        return None
    if len(others) > 1:
        raise status.UsageError("With more than two sides look at one pile at a time: leave --other out.")
    return others[0]


def _read(
    args: argparse.Namespace, dispute: MuckDispute, pictures: dict[Side, list[Path]]
) -> dict[Side, tuple[list[Path], PileReading]]:
    """Reads the piles. Raises `PictureError`, `WeightsError`."""
    from don.muck_reading import read_paths

    pictures = {side: paths for side, paths in pictures.items() if paths}
    if not pictures:
        return {}
    reader, found = load_reader(args.engine), {}
    for side, paths in pictures.items():
        reading = read_paths(reader, paths, several=args.tta, draw=args.draw)
        dispute.read(side, reading)
        found[side] = (paths, reading)
    return found


def _ask(args: argparse.Namespace, dispute: MuckDispute, readings: dict[Side, tuple[list[Path], PileReading]]) -> None:
    """Asks what the pictures leave open, pile by pile. Raises `PersonNeededError`."""
    from don.correcting import side_of_text
    from don.muck_questions import ask_missing, ask_places, ask_size

    own = side_of_text(args.side, dispute.sides)
    sizes = {side: args.size if side == own else args.other_size for side in readings}
    if args.no_input:
        questions = [one for side, read in readings.items() for one in _open(dispute, side, read, sizes[side])]
        if questions:
            _show(args, dispute)
            raise status.PersonNeededError(questions)
        return
    for side, (paths, reading) in readings.items():
        ask_places(dispute, side, paths, reading)
    for side in readings:
        ask_missing(dispute, side)
    for side in readings:
        ask_size(dispute, side, sizes[side])


def _open(dispute: MuckDispute, side: Side, read: tuple[list[Path], PileReading], size: int | None) -> Iterator[str]:
    """What is open about one pile, a sentence each."""
    from don.muck_questions import missing_question, place_question, size_question

    for place in dispute.open_places(side):
        yield place_question(*read, place)
    missing = missing_question(dispute, side)
    if missing is not None:
        yield missing
    if size != dispute.size(side):
        yield size_question(dispute, side)


def _show(args: argparse.Namespace, dispute: MuckDispute) -> None:
    from don.muck_show import show_check

    check = dispute.check()
    show_check(dispute, check, dispute.mends(check), hint=args.pictures_to is None)
    if args.pictures_to is not None:
        kept = dispute.pictures(check)
        for trick, jpeg in kept.items():
            path = args.pictures_to / f"hand_{check.hand}_trick_{trick}.jpg"
            path.write_bytes(jpeg)
            print(f"   Trick {trick} as it was photographed: {path}")
        if not kept:
            disputed = dispute.disputed_tricks(check)
            print(f"   {'No picture of a disputed trick was kept.' if disputed else 'No trick is disputed.'}")


def _enter(args: argparse.Namespace, book: MatchBook, dispute: MuckDispute) -> int:
    """The recount that the piles come to, if there is one and people want it."""
    from don.correcting import said_by

    by, sides = said_by(args.by, book)
    return _settle(args, book, dispute.plan(dispute.check(), by, args.reason), sides)


def _enter_count(args: argparse.Namespace, book: MatchBook, dispute: MuckDispute, side: Side) -> int:
    """A number agreed at the table."""
    from don.correcting import said_by

    by, sides = said_by(args.by, book)
    plan = dispute.plan_count(side, args.count, by, args.reason)
    if plan is None:
        print("That is the count that stands: there is nothing to enter.")
    return _settle(args, book, plan, sides)


def _settle(args: argparse.Namespace, book: MatchBook, plan: Plan | Refusal | None, sides: dict[Side, str]) -> int:
    from don.correcting import Agreed, settle_plan, show_plan
    from don.terminal import from_terminal
    from mobile.texts import say
    from scorer.refusal import Refusal

    if plan is None:
        return status.DONE
    if isinstance(plan, Refusal):
        raise status.UsageError(say(plan.code, plan.params))
    show_plan(plan)
    ask = None if args.no_input else from_terminal
    if settle_plan(book, plan, ask, Agreed(args.yes, args.drop, sides, ask_why=not args.yes)) is not None:
        print("   It is entered; don undo takes it back.")
    return status.DONE


def _print_json(
    args: argparse.Namespace, dispute: MuckDispute, readings: dict[Side, tuple[list[Path], PileReading]]
) -> int:
    from don.muck_show import as_json

    check = dispute.check()
    names = {side: [str(path) for path in paths] for side, (paths, _) in readings.items()}
    print(json.dumps(as_json(dispute, check, dispute.mends(check), dispute.plan(check), names)))
    return status.DONE
