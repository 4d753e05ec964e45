"""What players and places may be called, so that lists, sheets and figures can tell them apart."""

from __future__ import annotations

from collections.abc import Iterable

from mobile.texts import AppError
from scorer.names import same_name, shown_name

NAME_LETTERS = 40
PLACE_LETTERS = 80
SHOWN = 20
"""So many letters of a name that is too long are named."""


class SessionError(AppError):
    """Something the table can't do now."""


def check_players(names: Iterable[str]) -> None:
    """Refuses a name that is too long, and one that two players have: figures are kept by name.

    Empty names are those of players who gave none. Raises `SessionError`.
    """
    seen: set[str] = set()
    for name in filter(same_name, names):
        if len(name) > NAME_LETTERS:
            raise SessionError("NAME_TOO_LONG", name=_beginning(name), most=NAME_LETTERS, count=len(name))
        if same_name(name) in seen:
            raise SessionError("SAME_NAME", name=shown_name(name))
        seen.add(same_name(name))


def check_place(place: str) -> None:
    """Refuses the name of a place that is too long. Raises `SessionError`."""
    if len(place) > PLACE_LETTERS:
        raise SessionError("PLACE_TOO_LONG", place=_beginning(place), most=PLACE_LETTERS, count=len(place))


def _beginning(text: str) -> str:
    return shown_name(text[:SHOWN])
