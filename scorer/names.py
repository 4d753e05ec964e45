"""How the names of players and places are compared and shown."""

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=4096)
def same_name(name: str) -> str:
    """The name as it is compared: without regard to capitals, spaces and how accents are written."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


@lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """The name as `same_name` has it, without accents: ``sian`` for ``Siân``."""
    parts = unicodedata.normalize("NFKD", same_name(name))
    return unicodedata.normalize("NFKC", "".join(sign for sign in parts if not unicodedata.combining(sign)))


def shown_name(name: str) -> str:
    """The name on one line, without signs that a terminal would obey."""
    if not name.isprintable():
        name = "".join(sign if sign.isprintable() else " " for sign in name)
    return " ".join(name.split())
