"""A table's own rules, saved under a name as a TOML file that extends a variant (RULES.md 6).

The file names the variant it ``extends``, the ``[options]`` chosen, and under ``[rules]`` what no option allows: a
target or number of pitches, card values rank by rank, the points of the bonus. Functions here work on the path that
the caller gives. Other card values change the sum of the pack, which has to be stated anew, so that a slip is noticed.
"""

import json
import re
import tomllib
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorer.cards import Card, Rank, Suit, pack_of
from scorer.variant import BONUS_ORDER, Variant, VariantError, description_of, options_of, resolve, variant_names
from scorer.whole_file import write_whole

VALUES = ("trump_values", "plain_values", "game_values")
SUMS = ("pegged_in_pack", "counted_in_pack")
OWN_RULES = ("target", "pitches", "bonus", *VALUES, *SUMS)
"""What a table may set beyond the values that options allow."""

_MOST_POINTS = 99
_LIMITS = {"target": 999, "pitches": 99, "pegged_in_pack": 9999, "counted_in_pack": 9999}
_LONGEST_NAME = 60


class HouseRulesError(VariantError):
    """House rules that can't be played, saved or read; one sentence says what is wrong and where."""


def house_id(name: str) -> str:
    """The name as it is written in commands and file names: ``The Red Lion`` is ``the_red_lion``."""
    plain = "".join(mark for mark in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(mark))
    found = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    if not found or len(name) > _LONGEST_NAME or not name.isprintable():
        raise HouseRulesError("HOUSE_NAME", name=name[:_LONGEST_NAME], most=_LONGEST_NAME)
    if found in variant_names():
        raise HouseRulesError("HOUSE_NAME_TAKEN", name=found)
    return found


def save_house_rules(path: Path, name: str, base: str, changes: Mapping[str, object]) -> Variant:
    """Write the rules that the table calls ``name``: the variant ``base`` with ``changes``, each by its own name.

    The file is written whole or not at all, and only when the rules can be played; they are returned.
    """
    house_id(name)
    known = {option.name: option for option in options_of(base)}
    options: dict[str, object] = {}
    own: dict[str, object] = {}
    for key, value in changes.items():
        listed = key in known and value in known[key].allowed
        (own if key in OWN_RULES and not listed else options)[key] = value
    variant = _variant(house_id(path.stem), name, base, options, own)
    _write(path, _as_toml(name, base, variant.options, _clean(own, base)))
    return variant


def load_house_rules(path: Path, options: Mapping[str, object] | None = None) -> Variant:
    """The variant that the file describes, with further options of the table.

    An option given here wins over what the file says.
    """
    try:
        title, base, saved, own = _parts(_read(path))
        given = options or {}
        scheme = "bonus_scheme" in given
        own = {key: value for key, value in own.items() if key not in given and not (key == "bonus" and scheme)}
        return _variant(house_id(path.stem), title, base, {**saved, **given}, own)
    except VariantError as error:
        raise HouseRulesError("HOUSE_BAD_FILE", path=str(path), detail=_lowered(str(error))) from error


def base_of(path: Path) -> str:
    """The variant that a file of house rules extends."""
    return _parts(_read(path))[1]


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].rstrip(".")


# Reading


def _read(path: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise HouseRulesError("HOUSE_UNREADABLE", detail=error.strerror or str(error)) from error
    except (ValueError, RecursionError) as error:
        raise HouseRulesError("HOUSE_NOT_TOML", detail=str(error)) from error


def _parts(data: Mapping[str, Any]) -> tuple[str, str, dict[str, object], dict[str, object]]:
    """Title, variant, options and own rules of a file, each of the right kind."""
    wanted: dict[str, type] = {"title": str, "extends": str, "options": dict, "rules": dict}
    for key, value in data.items():
        if key not in wanted:
            raise HouseRulesError("HOUSE_UNKNOWN", place=key, known=tuple(wanted))
        if not isinstance(value, wanted[key]):
            raise HouseRulesError("HOUSE_WRONG_KIND", place=key, kind="text" if wanted[key] is str else "a section")
    for key in ("title", "extends"):
        if key not in data:
            raise HouseRulesError("HOUSE_MISSING", place=key)
    house_id(data["title"])
    return data["title"], data["extends"], data.get("options", {}), data.get("rules", {})


# Checking


def _variant(name: str, title: str, base: str, options: Mapping[str, object], own: Mapping[str, object]) -> Variant:
    description = {**description_of(base), "title": title}
    clean = _clean(own, base)
    _check_once(clean, options)
    if "bonus" in clean:
        clean["bonus_scheme"] = "own"
    if "trump_values" in clean or "plain_values" in clean:
        clean["assumed"] = "nothing"
    try:
        variant = resolve(name, description, options, clean)
    except VariantError as error:
        if error.code not in _SUM_OF:
            raise
        if not error.params["sum"]:
            raise HouseRulesError("HOUSE_NO_VALUES") from error
        params = {**error.params, "place": f"rules.{_SUM_OF[error.code]}"}
        raise HouseRulesError("HOUSE_BAD_SUM", **params) from error
    _check_pack(variant)
    return variant


def _check_once(clean: Mapping[str, Any], options: Mapping[str, object]) -> None:
    """What an option has settled is not settled again by a rule of the table's own."""
    for key in clean:
        option = "bonus_scheme" if key == "bonus" else key
        if option in options:
            raise HouseRulesError("HOUSE_TWICE", option=option, place=f"rules.{key}")


_SUM_OF = {"BAD_SUM_PEGGED": "pegged_in_pack", "BAD_SUM_COUNTED": "counted_in_pack"}


def _clean(own: Mapping[str, object], base: str) -> dict[str, Any]:
    """The table's own rules checked one by one, with card values and bonus points as plain numbers by name."""
    plain = resolve(base, description_of(base), {})
    clean: dict[str, Any] = {}
    for key, value in own.items():
        place = f"rules.{key}"
        if key not in OWN_RULES:
            raise HouseRulesError("HOUSE_UNKNOWN", place=place, known=OWN_RULES)
        if key in VALUES:
            clean[key] = {_rank(place, rank): _points(f"{place}.{rank}", n) for rank, n in _entries(place, value)}
        elif key == "bonus":
            clean[key] = _bonus(place, value, plain)
        else:
            clean[key] = _points(place, value, 1, _LIMITS[key])
    _check_length(clean, plain)
    return clean


def _entries(place: str, value: object) -> list[tuple[str, object]]:
    if not isinstance(value, Mapping):
        raise HouseRulesError("HOUSE_WRONG_KIND", place=place, kind="a section of names and points")
    return [(str(key), entry) for key, entry in value.items()]


def _rank(place: str, text: str) -> str:
    try:
        return str(Rank(text.upper()))
    except ValueError:
        raise HouseRulesError("HOUSE_BAD_RANK", place=place, name=text) from None


def _points(place: str, value: object, least: int = 0, most: int = _MOST_POINTS) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise HouseRulesError("HOUSE_BAD_NUMBER", place=place, value=str(value)[:20], least=least, most=most)
    return value


def _bonus(place: str, value: object, plain: Variant) -> dict[str, int]:
    """Points by bonus part; a part without points is left out. The muck stays where it can be carried over."""
    if not plain.bonus:
        raise HouseRulesError("HOUSE_NO_BONUS", place=place, variant=plain.id)
    bonus: dict[str, int] = {}
    for part, points in _entries(place, value):
        if part not in BONUS_ORDER:
            raise HouseRulesError("HOUSE_UNKNOWN", place=f"{place}.{part}", known=BONUS_ORDER)
        bonus[part] = _points(f"{place}.{part}", points)
    bonus = {part: points for part, points in bonus.items() if points}
    if "game" not in bonus:
        raise HouseRulesError("HOUSE_NO_GAME", place=place)
    return bonus


def _check_length(clean: Mapping[str, Any], plain: Variant) -> None:
    """A target only where a game has one, pitches only in Blind Don, as many for each player."""
    if "target" in clean and plain.target is None:
        raise HouseRulesError("HOUSE_NO_TARGET", place="rules.target", variant=plain.id, pitches=plain.pitches)
    if "pitches" in clean and (plain.family != "blind" or clean["pitches"] % len(plain.seats)):
        raise HouseRulesError("HOUSE_BAD_PITCHES", place="rules.pitches", value=clean["pitches"])


def _check_pack(variant: Variant) -> None:
    """Only a card that is in the pack can be worth something."""
    pack = pack_of(variant.pack)
    for key in VALUES:
        values: Mapping[Rank, int] = getattr(variant, key)
        for rank in values:
            if Card(Suit.CLUBS, rank) not in pack:
                raise HouseRulesError("HOUSE_NOT_IN_PACK", place=f"rules.{key}.{rank}", pack=variant.pack)


# Writing


def _as_toml(title: str, base: str, options: Mapping[str, object], own: Mapping[str, Any]) -> str:
    """The file: plain entries of a section before its tables, as TOML wants it."""
    lines = [
        "# House rules of a table. Change them here as you like: `don variants show` says what is wrong with them.",
        f"title = {_toml(title)}",
        f"extends = {_toml(base)}",
    ]
    sections = {"options": options, "rules": {key: value for key, value in own.items() if not isinstance(value, dict)}}
    sections |= {f"rules.{key}": value for key, value in own.items() if isinstance(value, dict)}
    for name, entries in sections.items():
        if entries:
            lines += ["", f"[{name}]", *(f"{key} = {_toml(value)}" for key, value in entries.items())]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """Text and numbers in TOML; printable text is quoted as in JSON."""
    return json.dumps(value, ensure_ascii=False)


def _write(path: Path, text: str) -> None:
    """Whole or not at all: into a new file beside it that takes its place."""
    try:
        write_whole(path, [text.encode("utf-8")])
    except OSError as error:
        raise HouseRulesError("HOUSE_UNWRITABLE", path=str(path), detail=error.strerror or str(error)) from error
