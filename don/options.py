"""Arguments that several commands share, and what they are turned into."""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from don.status import UsageError
from scorer.cards import Card
from scorer.house_rules import HouseRulesError, house_id, load_house_rules
from scorer.seats import FOUR_HANDED, Seat
from scorer.variant import Variant, VariantError, load_variant, variant_names

if TYPE_CHECKING:
    from models.reader import CardReader
    from models.table_view import Polygon
    from scorer.matchlog import MatchLog

Rectangle = tuple[float, float, float, float]

DEFAULT_VARIANT = "nine_card_lancashire"


def add_log_file(parser: argparse.ArgumentParser) -> None:
    """`--log`."""
    parser.add_argument("--log", type=Path, metavar="FILE", help="the match log (default: in your user data folder)")


def add_log(parser: argparse.ArgumentParser) -> None:
    """`--log` and `--match`."""
    add_log_file(parser)
    parser.add_argument("--match", metavar="ID", help="this match of the log: its id or a beginning of it")


def add_variant(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """`--variant`, `--option`, `--pitcher`."""
    parser.add_argument(
        "--variant",
        default=default,
        metavar="NAME",
        help="rules to play by: a variant, saved house rules, or a .toml file (see don variants)",
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="a house rule, for instance target=121"
    )
    parser.add_argument("--pitcher", metavar="SEAT", help="who pitches first: N, E, S or W")


def add_view(parser: argparse.ArgumentParser) -> None:
    """`--bottom`."""
    parser.add_argument("--bottom", default="S", metavar="SEAT", help="whose side the picture's bottom edge is (S)")


def add_engine(parser: argparse.ArgumentParser) -> None:
    """`--engine`."""
    parser.add_argument(
        "--engine", default="opencv", metavar="NAME", help="opencv (default, as on the phone) or onnxruntime"
    )


def add_watching(parser: argparse.ArgumentParser) -> None:
    """`--area`, `--fps`, `--budget`, `--from`: how a table is watched."""
    parser.add_argument(
        "--area",
        metavar="X1,Y1,X2,Y2",
        help="where tricks are played: pixels of the picture, or shares of it from 0 to 1",
    )
    parser.add_argument("--fps", type=float, metavar="N", help="frames a second of a folder of frames (10)")
    parser.add_argument(
        "--budget", type=float, metavar="SHARE", help="how much of one processor core reading may take (0.6)"
    )
    parser.add_argument(
        "--from", type=float, dest="begin", metavar="SECONDS", help="begin at this time of a video or folder (0)"
    )


def parse_area(text: str | None) -> Rectangle | None:
    """`X1,Y1,X2,Y2` with the left and upper edge first. Raises `UsageError`."""
    if text is None:
        return None
    try:
        x1, y1, x2, y2 = (float(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f"--area {text} is not usable: write four numbers, for instance 0.2,0.1,0.8,0.9.") from None
    if not (0 <= x1 < x2 < math.inf and 0 <= y1 < y2 < math.inf):
        raise UsageError(f"--area {text} is not usable: name the left and upper edge, then the right and lower one.")
    return x1, y1, x2, y2


def area_in(area: Rectangle | None, image_wh: tuple[int, int]) -> Polygon | None:
    """The area in pixels of pictures of this width and height. Raises `UsageError` where it is not inside them."""
    if area is None:
        return None
    width, height = image_wh
    x_scale, y_scale = (width, height) if max(area) <= 1 else (1, 1)
    x1, y1, x2, y2 = area[0] * x_scale, area[1] * y_scale, area[2] * x_scale, area[3] * y_scale
    if x2 > width or y2 > height:
        words = ",".join(f"{v:g}" for v in area)
        raise UsageError(f"--area {words} does not lie in the picture, which has {width} by {height} pixels.")
    return (x1, y1), (x2, y1), (x2, y2), (x1, y2)


def parse_seat(text: str) -> Seat:
    """A seat letter in either case. Raises `UsageError`."""
    try:
        return Seat(text.strip().upper())
    except ValueError:
        known = ", ".join(FOUR_HANDED)
        raise UsageError(f"There is no seat {text}: seats are {known}.") from None


def parse_day(option: str, text: str) -> date:
    """A day written 2027-01-31. Raises `UsageError`."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise UsageError(f"{option} {text} is no day: write it as 2027-01-31.") from None


def parse_card(text: str) -> Card:
    """One card. Raises `UsageError`."""
    try:
        return Card.parse(text)
    except ValueError as error:
        raise UsageError(str(error)) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of `AH 10H, 5S`. Raises `UsageError` for what is no card."""
    return tuple(map(parse_card, text.replace(",", " ").split()))


def parse_options(options: Sequence[str]) -> dict[str, object]:
    """`KEY=VALUE` texts by key, numbers as numbers (`000` is none). Raises `UsageError`."""
    chosen: dict[str, object] = {}
    for text in options:
        key, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"--option {text} has no value: write KEY=VALUE, for instance target=121.")
        value = value.strip()
        number = re.fullmatch(r"0|[1-9][0-9]{0,4}", value, re.ASCII)
        chosen[key.strip()] = int(value) if number else value
    return chosen


def parse_variant(name: str, options: Sequence[str]) -> Variant:
    """The variant, or the table's saved rules, with options applied. Raises `VariantError`, `UsageError`."""
    chosen = parse_options(options)
    path = house_rules_path(name)
    if path is not None:
        return load_house_rules(path, chosen)
    if name not in variant_names():
        raise VariantError("UNKNOWN_VARIANT", variant=name, known=(*variant_names(), *saved_rules()))
    return load_variant(name, chosen)


def house_rules_folder() -> Path:
    """Where house rules are saved: `DON_HOUSE_RULES`, else `house_rules` in the user data folder; it may not exist."""
    given = os.environ.get("DON_HOUSE_RULES")
    return Path(given) if given else app_folder() / "house_rules"


def saved_rules() -> tuple[str, ...]:
    """The names of the saved house rules, in alphabetical order."""
    return tuple(sorted(path.stem for path in house_rules_folder().glob("*.toml")))


def house_rules_path(name: str) -> Path | None:
    """The file of house rules that a name means: a path to a .toml file, or a saved name; None for anything else."""
    if name.endswith(".toml"):
        return Path(name)
    if name in variant_names():
        return None
    try:
        path = house_rules_folder() / f"{house_id(name)}.toml"
    except HouseRulesError:
        return None
    return path if path.is_file() else None


def app_folder() -> Path:
    """The user's data folder of this program; it may not exist."""
    import platformdirs

    return Path(platformdirs.user_data_dir("don", appauthor=False))


def log_path(given: Path | None) -> Path:
    """The match log's file: the one given, else `matches.db` in the platform's user data folder (made if missing)."""
    if given is not None:
        return given
    folder = app_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "matches.db"


def opened_log(given: Path | None, *, make: bool = False) -> MatchLog:
    """The match log of `--log`, else the one in the user data folder, which is made if missing.

    A log that is named is made only where ``make`` says so: a command that only reads has a name mistyped. Raises
    `LogError`, `UsageError`.
    """
    from don.clock import now
    from scorer.log_backups import backups
    from scorer.log_opening import open_log

    if given is not None and not make and not given.exists() and not backups(given):
        raise UsageError(f"There is no match log {given}: look at the name after --log.")
    log = open_log(log_path(given), now(), tell=_tell)
    for notice in log.notices:
        _tell(notice)
    return log


def _tell(sentence: str) -> None:
    print(f"don: {sentence}", file=sys.stderr)


def check_board_path(path: Path | None) -> None:
    """Refuses a place where the board's picture could not be written, before anything is scored (`UsageError`)."""
    if path is None:
        return
    if path.is_dir() or path.suffix.lower() != ".png":
        raise UsageError(f"{path} is no name for the board's picture: name a .png file.")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"There is no folder {path.absolute().parent} for the board's picture: make it first.")


def load_reader(engine: str) -> CardReader:
    """The reader with the installed weights. Raises `WeightsError`."""
    from models.reader import CardReader

    return CardReader.load(engine=engine)
