"""Scores one hand from a folder with one picture a trick, in file order.

The first trick is led by the pitcher, each later one by the winner of the last. Seats come from where the cards lie
(--bottom says whose side the picture's bottom edge is), or from --seats. What cannot be told is asked on the terminal;
with --no-input the open questions are listed and nothing is scored (exit status 3).

--seats play          cards lie left to right in the order they were played
--seats NESW          the seats of each picture's cards from left to right
--seats NESW,ESWN,... the same, picture by picture
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
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
    check_board_path,
    load_reader,
    opened_log,
    parse_seat,
    parse_variant,
)
from don.players import add_players, names_of

if TYPE_CHECKING:
    from don.scoring import SeatsOf
    from mobile.table_session import TableSession
    from models.table_view import TableView
    from scorer.matchlog import MatchLog
    from scorer.seats import Seat
    from scorer.variant import Variant

HELP = "score a hand from a folder of trick pictures"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="one picture a trick, in file order")
    add_variant(parser)
    add_view(parser)
    add_players(parser)
    parser.add_argument("--seats", metavar="SEATS", help="seats of the cards from left to right (see above)")
    parser.add_argument("--no-input", action="store_true", help="ask nothing: list what is open and end with status 3")
    parser.add_argument("--board", type=Path, metavar="FILE", help="write the peg board's picture here")
    add_keeping(parser)
    add_log(parser)
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    """Reads all pictures, checks them as a hand, then scores them one by one; until then nothing is logged."""
    from don.pictures import check_hand, doubt_repeated, open_questions, read_all, tricks_in
    from don.scoring import score_pictures
    from mobile.table_session import check_table
    from models.hand_facts import facts_before_deal, facts_of
    from models.table_view import TableView

    view = TableView(parse_seat(args.bottom))
    variant = parse_variant(args.variant or DEFAULT_VARIANT, args.option)
    check_table(variant)
    _check_match(args)
    names = names_of(args)
    check_board_path(args.board)
    check_keeping(args)
    if args.match is None:
        tricks_in(args.folder, variant.tricks)
    with opened_log(args.log, make=args.match is None) as log:
        session = _resume(log.find(args.match), log, view) if args.match is not None else None
        hand = session.state.hand if session else None
        rules = session.state.variant if session else variant
        seats_of = _seats_of(args.seats, rules.tricks)
        paths = tricks_in(args.folder, rules.tricks, len(hand.tricks) if hand else 0)
        pictures = read_all(load_reader(args.engine), paths)
        check_hand(pictures, hand.cards_gone if hand else frozenset())
        facts = facts_of(session.state) if session and hand else facts_before_deal(rules)
        pictures, repeated = doubt_repeated(pictures, facts, view)
        questions = open_questions(pictures, facts, view, args.seats is not None)
        if questions and args.no_input:
            raise status.PersonNeededError([*repeated, *questions])
        session = session or _begun(args, log, variant, names, view)
        _deal(session)
        begin_keeping(args, log, session.match_id)
        print(f"{rules.title}, match {session.match_id}: {len(pictures)} pictures read.\n")
        for sentence in repeated:
            print(sentence)
        try:
            score_pictures(session, pictures, seats_of, ask=not args.no_input)
        except (KeyboardInterrupt, status.PersonNeededError, status.UsageError):
            _say_how_to_go_on(session, args)
            raise
        if args.board is not None:
            _save_board(session, args.board)
    return status.DONE


def _check_match(args: argparse.Namespace) -> None:
    """Refuses what can't be said of a match, or is missing. Raises `UsageError`."""
    if args.match is not None:
        if args.variant or args.option or args.pitcher or args.name or args.place:
            raise status.UsageError(
                "--match goes on with a match that has its rules, pitcher, players and place: leave those out."
            )
        return
    if args.pitcher is None:
        raise status.UsageError("Who pitches is not known: add --pitcher with N, E, S or W.")
    parse_seat(args.pitcher)


def _resume(match: str, log: MatchLog, view: TableView) -> TableSession:
    """The session of `--match`. Raises `LogError`, `UsageError`."""
    from mobile.table_session import TableSession

    session = TableSession.resume(log, match, view=view)
    if session.state.winner is not None:
        raise status.UsageError(f"The match {match} is over: begin a new one without --match.")
    return session


def _begun(
    args: argparse.Namespace, log: MatchLog, variant: Variant, names: Mapping[Seat, str], view: TableView
) -> TableSession:
    """A new match with its first hand dealt. Raises `LogError`, `SessionError`."""
    from don.clock import now
    from mobile.table_session import TableSession

    pitcher = parse_seat(args.pitcher)
    return TableSession.start(log, variant, pitcher, names, now(), view=view, place=args.place)


def _deal(session: TableSession) -> None:
    """Deals the next hand where none is in play. Raises `UsageError`."""
    from don.clock import now
    from mobile.texts import say

    if session.state.hand is None:
        refusal = session.deal(now())
        if refusal is not None:
            raise status.UsageError(say(refusal.code, refusal.params))


def _seats_of(text: str | None, tricks: int) -> SeatsOf:
    """What `--seats` says of each trick. Raises `UsageError` unless it is `play`, one group, or one a picture."""
    if text is None:
        return lambda _number, _session: None
    if text.strip().lower() == "play":
        return lambda _number, session: [c.seat for c in session.proposal.cards] if session.proposal else None
    groups = [[parse_seat(c) for c in group if not c.isspace()] for group in text.split(",")]
    if any(len(group) != 4 or len(set(group)) != 4 for group in groups):
        raise status.UsageError(f"--seats {text} is not usable: write four different seats a picture, such as NESW.")
    if len(groups) not in (1, tricks):
        raise status.UsageError(f"--seats names {len(groups)} pictures: give one group for all, or {tricks}.")
    return lambda number, _session: groups[0] if len(groups) == 1 else groups[number - 1]


def _say_how_to_go_on(session: TableSession, args: argparse.Namespace) -> None:
    done = len(session.state.hand.tricks) if session.state.hand else 0
    log = f" --log {args.log}" if args.log else ""
    print(
        f"don: match {session.match_id} holds {done} tricks of this hand; "
        f"go on with: don score --match {session.match_id}{log} {args.folder}",
        file=sys.stderr,
    )


def _save_board(session: TableSession, path: Path) -> None:
    from mobile.board_picture import save_board

    save_board(session.state, path)
    print(f"\nThe peg board: {path}")
