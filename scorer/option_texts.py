"""What the options of a variant mean to a player, and where they come from, in words (RULES.md 0 and 6).

The meanings stand in ``texts/options.toml``, an option with its values a section; the sources in
``variants/sources.toml``.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule comes from: `name` in a sentence, `short` in a list, `what` it is, `address` or ""."""

    name: str
    short: str
    what: str
    address: str


@cache
def sources() -> Mapping[str, Source]:
    """Every source by the code that the rules give it (RULES.md 0), in the order of the rules."""
    data = tomllib.loads((files("scorer") / "variants" / "sources.toml").read_text(encoding="utf-8"))
    return {
        code: Source(entry["name"], entry["short"], entry["what"], entry.get("address", ""))
        for code, entry in data.items()
    }


@cache
def _options() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((files("scorer") / "texts" / "options.toml").read_text(encoding="utf-8"))


def option_names() -> tuple[str, ...]:
    """Every option there is (RULES.md 6), in the order in which a player reads them."""
    return tuple(_options())


def option_meaning(name: str) -> str:
    """What is chosen with this option; `LookupError` if there is no such option."""
    return _option(name)["meaning"]


def value_meaning(name: str, value: str | int) -> str:
    """What this value of the option does; `LookupError` if there is no such option or value.

    Where any whole number may be written (``fixed:n``, ``first_to_n``), the meaning names the number.
    """
    meanings = _option(name)
    text = str(value)
    if text in meanings and text != "meaning":
        return meanings[text].format(n="n")
    number = re.search(r"[0-9]+$", text)
    general = text[: number.start()] + "n" if number else ""
    if number is None or general not in meanings:
        raise LookupError(f"The option {name} has no value {text!r}.")
    return meanings[general].format(n=number.group())


def _option(name: str) -> Mapping[str, str]:
    options = _options()
    if name not in options:
        raise LookupError(f"There is no option called {name!r}.")
    return options[name]
