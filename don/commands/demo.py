"""Reads and scores the bundled hand of nine tricks, prints each point with its reason and draws the peg board.

The window opens on the same hand where there is a screen and a terminal; --window and --no-window force either.
The demo keeps its match in a temporary log, so your own history stays as it is (or name one with --log).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING

from don import status
from don.options import add_engine, check_board_path, load_reader, opened_log, parse_seat, parse_variant

if TYPE_CHECKING:
    from mobile.table_session import TableSession

HELP = "read and score the bundled hand"
BOARD = "don-demo-board.png"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    window = parser.add_mutually_exclusive_group()
    window.add_argument("--window", action="store_true", help="open the app window at the end in any case")
    window.add_argument("--no-window", action="store_true", help="never open the app window")
    parser.add_argument("--board", type=Path, metavar="FILE", help=f"where the board's picture goes (default: {BOARD})")
    parser.add_argument("--log", type=Path, metavar="FILE", help="keep the demo's match in this log")
    add_engine(parser)


@contextmanager
def demo_folder() -> Iterator[Path]:
    """The bundled pictures as a folder on disk. Raises `UsageError` where the package lacks them."""
    with ExitStack() as stack:
        folder = stack.enter_context(as_file(files("mobile") / "assets" / "demo"))
        if not (folder / "hand.toml").is_file():
            raise status.UsageError("The bundled hand is missing from this installation: install again.")
        yield folder


def run(args: argparse.Namespace) -> int:
    """Reads, scores, prints, draws; then the window where there is one."""
    from don.clock import now
    from don.pictures import check_hand, read_all
    from don.scoring import score_pictures
    from mobile.table_session import TableSession
    from models.table_view import TableView

    check_board_path(args.board)
    with ExitStack() as stack:
        folder = stack.enter_context(demo_folder())
        hand = tomllib.loads((folder / "hand.toml").read_text("utf-8"))
        view = TableView(parse_seat(hand["bottom"]))
        reader = load_reader(args.engine)
        pictures = read_all(reader, [folder / trick["picture"] for trick in hand["tricks"]])
        check_hand(pictures, frozenset())
        log_file = args.log or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="don-demo-"))) / "demo.db"
        log = stack.enter_context(opened_log(log_file, make=True))
        variant = parse_variant(hand["variant"], ())
        print(f"{variant.title}: the bundled hand, {len(pictures)} pictures read by the model.\n")
        session = TableSession.start(log, variant, parse_seat(hand["pitcher"]), None, now(), reader=reader, view=view)
        score_pictures(session, pictures, lambda *_: None, ask=sys.stdin.isatty())
        print(f"\nThe peg board: {_draw_board(session, args.board)}", flush=True)
        if _wants_window(args):
            return _open_window(session, folder, args.engine)
    return status.DONE


def _draw_board(session: TableSession, given: Path | None) -> Path:
    """Writes the board's picture: as named, or into the current folder, or where that cannot be, a temporary one."""
    from mobile.board_picture import save_board

    if given is not None:
        save_board(session.state, given)
        return given
    try:
        save_board(session.state, Path(BOARD))
        return Path(BOARD).absolute()
    except OSError:
        path = Path(tempfile.gettempdir()) / BOARD
        save_board(session.state, path)
        return path


def _wants_window(args: argparse.Namespace) -> bool:
    from mobile.display import display_available

    if args.no_window or args.window:
        return bool(args.window)
    return sys.stdout.isatty() and display_available()


def _open_window(session: TableSession, folder: Path, engine: str) -> int:
    from don.clock import now
    from mobile.app import run_app
    from mobile.camera import open_source
    from mobile.companion import Companion

    reader = partial(load_reader, engine)
    with tempfile.TemporaryDirectory(prefix="don-demo-") as own:
        companion = Companion(session.book.log, Path(own), now, reader, open_source(str(folder)))
        companion.session = session
        return run_app(companion)
