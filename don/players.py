"""Who plays and where, as the commands that begin a match are told."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from don.options import parse_seat
from don.status import UsageError
from scorer.seats import Seat
from scorer.variant import Variant


def add_players(parser: argparse.ArgumentParser) -> None:
    """`--name`, `--place`."""
    parser.add_argument(
        "--name", action="append", default=[], metavar="SEAT=NAME", help="what a player is called, for instance N=Ann"
    )
    parser.add_argument("--place", default="", metavar="TEXT", help="where it is played, for the match history")


def names_of(args: argparse.Namespace) -> dict[Seat, str]:
    """The players that `--name` names, by seat; `--place` is looked at too. Raises `UsageError`, `SessionError`."""
    from mobile.players import check_place, check_players

    check_place(args.place)
    names: dict[Seat, str] = {}
    for text in args.name:
        seat, equals, name = text.partition("=")
        if not equals or not name.strip():
            raise UsageError(f"--name {text} has no name: write SEAT=NAME, for instance N=Ann.")
        names[parse_seat(seat)] = name.strip()
    check_players(names.values())
    return names


def check_seats(seats: Sequence[Seat], variant: Variant) -> None:
    """Refuses a seat that the variant doesn't have (`UsageError`)."""
    wrong = next((seat for seat in seats if seat not in variant.seats), None)
    if wrong is not None:
        raise UsageError(f"Nobody sits at {wrong} in {variant.title}: its seats are {', '.join(variant.seats)}.")
