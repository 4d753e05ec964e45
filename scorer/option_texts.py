"""What the options of a variant mean to a player, in words (RULES.md 6).

The sentences stand in ``texts/options_<language>.toml``, an option with its values a section.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def _options(lang: str) -> Mapping[str, Any]:
    entry = files("scorer") / "texts" / f"options_{lang}.toml"
    if not entry.is_file():
        raise LookupError(f"There are no texts on the options in the language {lang!r}.")
    return tomllib.loads(entry.read_text(encoding="utf-8"))


def option_meaning(name: str, lang: str = "en") -> str:
    """What is chosen with this option; `LookupError` if there is no such option."""
    return str(_option(name, lang)["meaning"])


def value_meaning(name: str, value: str | int, lang: str = "en") -> str:
    """What this value of the option does; `LookupError` if there is no such option or value.

    Where any whole number may be written (``fixed:n``, ``first_to_n``), the meaning names the number.
    """
    meanings: Mapping[str, str] = _option(name, lang)["values"]
    text = str(value)
    if text in meanings:
        return meanings[text].format(n="n")
    number = re.search(r"[0-9]+$", text)
    general = text[: number.start()] + "n" if number else text
    if number is None or general not in meanings:
        raise LookupError(f"The option {name} has no value {text}.")
    return meanings[general].format(n=number.group())


def _option(name: str, lang: str) -> Mapping[str, Any]:
    options = _options(lang)
    if name not in options:
        raise LookupError(f"There is no option called {name!r}.")
    entry: Mapping[str, Any] = options[name]
    return entry
