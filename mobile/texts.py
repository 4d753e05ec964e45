"""Every label and sentence of the app by code: the app's own from ``texts/<language>/*.toml``, the game's from scorer.

One file holds the texts of one part of the app. A language may leave codes out: they are then said in English.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from scorer import texts as game_texts
from scorer.errors import DonError

FALLBACK = "en"
_FOLDER = files("mobile") / "texts"


@cache
def languages() -> tuple[str, ...]:
    """The languages there are texts of, by their codes (`en`)."""
    return tuple(sorted(entry.name for entry in _FOLDER.iterdir() if entry.is_dir() and len(entry.name) == 2))


def entries_of(lang: str) -> Iterator[tuple[str, str]]:
    """Every code of the files of one language with its text; a code may stand only once over all files."""
    for file in sorted((_FOLDER / lang).iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            for entries in tomllib.loads(file.read_text(encoding="utf-8")).values():
                yield from entries.items()


@cache
def _given(lang: str) -> Mapping[str, str]:
    """What the files of one language say."""
    return dict(entries_of(lang))


@cache
def _own(lang: str) -> Mapping[str, str]:
    """What is said in a language: what it leaves out, in English."""
    return {**_given(FALLBACK), **_given(lang)}


def language_name(lang: str) -> str:
    """What a language calls itself, by its own text ``language_name``; its code where it has none."""
    return _given(lang).get("language_name", lang)


_chosen = [FALLBACK]


def use_language(lang: str) -> None:
    """Say everything in this language from now on; one that is not there is as if English had been asked for."""
    _chosen[0] = lang if lang in languages() else FALLBACK
    game_texts.use_language(_chosen[0])


def label(code: str, lang: str = "", **params: object) -> str:
    """The label or sentence of the app with this code, in the language in use; `LookupError` if there is none."""
    return _own(lang or _chosen[0])[code].format_map(params)


def say(code: str, params: Mapping[str, object] | None = None, lang: str = "") -> str:
    """The sentence for a refusal or an error, whether the app or the game has it."""
    lang = lang or _chosen[0]
    if code in _own(lang):
        return label(code, lang, **dict(params or {}))
    return game_texts.say(code, params, lang if lang in game_texts.languages() else FALLBACK)


class AppError(DonError):
    """An error of the app: its sentence is among the app's own, or the game's."""

    def sentence(self) -> str:
        return say(self.code, self.params)
