"""How the names of players and places are compared and shown."""

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=4096)
def same_name(name: str) -> str:
    """The name as it is compared: without regard to capitals, spaces and how accents are written."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def shown_name(name: str) -> str:
    """The name on one line, without signs that a terminal would obey."""
    if not name.isprintable():
        name = "".join(sign if sign.isprintable() else " " for sign in name)
    return " ".join(name.split())
