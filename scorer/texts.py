"""Every sentence of the game, by code with named parameters: ``say("OUT_OF_TURN", {...})``.

The sentences stand in ``texts/<language>.toml``; where no language is named, the one in use (`use_language`) is meant.
Cards, seats and suits among the parameters are put into words; a side is named by the words for its seats.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from scorer.cards import Card, Rank, Suit
from scorer.seats import Seat

_TABLES = {"event": "events", "phase": "phases", "remedy": "remedies", "expected": "expected"}
"""Parameters whose values are looked up in a table of words."""

NAMES_AS_THEY_ARE = ("{path}", "{folder}", "{variant}")
"""Sentences that begin with one of these are not given a capital: a file's name is written as it is."""

ENGLISH = "en"
_FOLDER = files("scorer") / "texts"
_in_use = [ENGLISH]


def languages() -> tuple[str, ...]:
    """The languages there are sentences in, by their codes."""
    return tuple(
        sorted(name.removesuffix(".toml") for entry in _FOLDER.iterdir() if (name := entry.name).endswith(".toml"))
    )


def use_language(lang: str) -> None:
    """Say everything in this language from now on, where none is named; English where there are no texts in it."""
    _in_use[0] = lang if lang in languages() else ENGLISH


def _language(lang: str) -> Mapping[str, Any]:
    return _whole(lang or _in_use[0])


@cache
def _whole(lang: str) -> Mapping[str, Any]:
    """All of a language; what it leaves out is English."""
    entry = _FOLDER / f"{lang}.toml"
    if not entry.is_file():
        raise LookupError(f"There are no texts in the language {lang!r}.")
    own = tomllib.loads(entry.read_text(encoding="utf-8"))
    return own if lang == ENGLISH else _laid_over(_whole(ENGLISH), own)


def _laid_over(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """The first table with the entries of the second in their places, down to the sentences."""
    found = dict(under)
    for key, value in over.items():
        found[key] = _laid_over(under[key], value) if isinstance(value, dict) and key in under else value
    return found


def _sentences(lang: str) -> Mapping[str, str]:
    return _sentences_of(lang or _in_use[0])


@cache
def _sentences_of(lang: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for section, entries in _whole(lang).items():
        if section != "words":
            found.update(entries)
    return found


def codes(lang: str = "") -> tuple[str, ...]:
    """Every code that has a sentence."""
    return tuple(_sentences(lang))


def say(code: str, params: Mapping[str, object] | None = None, lang: str = "") -> str:
    """The sentence for ``code``; `LookupError` if there is no such code, language or parameter."""
    sentences = _sentences(lang)
    code = _exact_code(code, params or {}, sentences)
    if code not in sentences:
        raise LookupError(f"There is no sentence with the code {code!r}.")
    worded = {key: _worded(key, value, lang) for key, value in (params or {}).items()}
    sentence = sentences[code].format_map(worded)
    if sentences[code].startswith(NAMES_AS_THEY_ARE):
        return sentence
    return sentence[:1].upper() + sentence[1:]


def _exact_code(code: str, params: Mapping[str, object], sentences: Mapping[str, str]) -> str:
    """The code of the sentence that fits the parameters.

    A parameter ``reason`` picks ``CODE_reason``, one that is None ``CODE_NO_NAME``, a side of one player ``CODE_ONE``.
    """
    special = f"{code}_{params.get('reason')}"
    code = special if special in sentences else code
    for key, value in params.items():
        if value is None and f"{code}_NO_{key.upper()}" in sentences:
            code = f"{code}_NO_{key.upper()}"
    side = params.get("side")
    one = isinstance(side, str) and len(side) == 1 and f"{code}_ONE" in sentences
    return f"{code}_ONE" if one else code


def _worded(key: str, value: object, lang: str) -> object:
    words = _language(lang)["words"]
    if isinstance(value, Card):
        return card_words(value, lang)
    if isinstance(value, Seat):
        return words["seats"][value.value]
    if isinstance(value, Suit):
        return words[value.name]
    if isinstance(value, str) and key in _TABLES:
        return words[_TABLES[key]].get(value, value)
    if isinstance(value, str) and key in ("side", "other", "sides"):
        return side_words(value, lang)
    if isinstance(value, tuple | list):
        return ", ".join(str(_worded(key, item, lang)) for item in value)
    return value


def card_words(card: Card, lang: str = "") -> str:
    """The card as it is spoken: "the ten of hearts"."""
    words = _language(lang)["words"]
    return str(words["card"].format(rank=words[card.rank.name], suit=words[card.suit.name]))


def phrase(code: str, params: Mapping[str, object] | None = None, lang: str = "", table: str = "changes") -> str:
    """A part of a sentence, from a table of such parts; `KeyError` if there is no such code or parameter."""
    return str(_language(lang)["words"][table][code]).format_map(params or {})


def rank_words(rank: Rank, lang: str = "") -> str:
    """The rank as it is spoken: "ten"."""
    return str(_language(lang)["words"][rank.name])


def side_words(side: str, lang: str = "") -> str:
    """The side by its seats: "North and South"; a word that is no side is left as it is."""
    words = _language(lang)["words"]
    seats = words["seats"]
    if not side or any(letter not in seats for letter in side):
        return side
    return str(words["and"]).join(seats[letter] for letter in side)
