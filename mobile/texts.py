"""Every label and sentence of the app by code: the app's own from ``texts/<language>.toml``, the game's from scorer."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from scorer import texts as game_texts
from scorer.errors import DonError


@cache
def _own(lang: str) -> Mapping[str, str]:
    text = (files("mobile") / "texts" / f"{lang}.toml").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for entries in tomllib.loads(text).values():
        found.update(entries)
    return found


def label(code: str, lang: str = "en", **params: object) -> str:
    """The label or sentence of the app with this code; `LookupError` if there is none."""
    return _own(lang)[code].format_map(params)


def say(code: str, params: Mapping[str, object] | None = None, lang: str = "en") -> str:
    """The sentence for a refusal or an error, whether the app or the game has it."""
    if code in _own(lang):
        return label(code, lang, **dict(params or {}))
    return game_texts.say(code, params, lang)


class AppError(DonError):
    """An error of the app: its sentence is among the app's own, or the game's."""

    def sentence(self) -> str:
        return say(self.code, self.params)
