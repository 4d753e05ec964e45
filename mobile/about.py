"""What the app is: its version, its licence, the reader it has, and where its files lie. No Kivy."""

import tomllib
from datetime import date
from pathlib import Path

from mobile.texts import label
from models.weights import LIST, weights_folder
from scorer import __version__
from scorer.matchlog import MatchLog

VERSION = __version__
"""The version of the program; the package on a phone has no metadata to ask."""


def reader_line() -> str:
    """Which reader of cards is aboard: its date and the beginnings of its hashes; one sentence where it is missing."""
    try:
        listed = tomllib.loads((weights_folder() / LIST).read_text(encoding="utf-8"))
        made = date.fromisoformat(max(str(listed[name]["date"]) for name in ("locator", "identifier")))
        hashes = [str(listed[name]["sha256"])[:8] for name in ("locator", "identifier")]
    except (OSError, ValueError, KeyError, TypeError):
        return label("about_reader_none")
    return label("about_reader", date=made.isoformat(), hashes=", ".join(hashes))


def about_lines(log: MatchLog, folder: Path) -> tuple[str, ...]:
    """What is said about the app, a paragraph each."""
    return (
        label("about_version", version=VERSION),
        reader_line(),
        label("about_licence"),
        label("about_art"),
        label("about_place", log=log.path, folder=folder),
    )
