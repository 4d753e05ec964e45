"""Variants of Don: every parameter from a TOML file with its source beside it (RULES.md 3 and 6).

A file may extend another and say only what differs. A parameter that lists the values allowed is an option.
The resolved `Variant` is a value; it goes whole into the log, so that a match replays from its own log alone.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

from scorer.cards import Card, Rank, pack_of
from scorer.errors import DonError
from scorer.frozenmap import FrozenMap
from scorer.seats import Seat, Side

BONUS_ORDER: tuple[str, ...] = ("high", "low", "jack", "game")
"""The order in which bonus parts are scored (RULES.md 3.1, house default after All Fours)."""

_FOLDER = files("scorer") / "variants"


class VariantError(DonError):
    """A variant that can't be had as asked."""


@dataclass(frozen=True, slots=True)
class Variant:
    """Everything the referee and the table need to know about one way of playing, options applied."""

    id: str
    title: str
    family: str
    options: FrozenMap[str, str | int]
    """The options chosen by the table; what is not here is the variant's own default."""
    seats: tuple[Seat, ...]
    sides: tuple[Side, ...]
    pack: int
    cards_each: int
    packets: str
    dealer_rule: str
    cut: str
    cut_choice: str
    cut_ace: str
    marker_card: str
    who_may_look: str
    trumps: str
    tricks: int
    target: int | None
    pitches: int | None
    """How many hands a game has where there is no target."""
    equal_totals: str
    tie_rule: str
    first_trick_to_pitcher: str
    blind_layout: str
    stacks_each: int
    hand_each: int
    bonus_scheme: str
    bonus: FrozenMap[str, int]
    """The points of each bonus part, in the order in which they are scored."""
    bonus_tie: str
    bonus_order: str
    low_point_to: str
    big_phat: int | None
    match: str
    legs_view: str
    board: str
    show_points: str
    league_points: str
    revoke_penalty: str
    out_of_turn_penalty: str
    peg_correction: str
    show_tricks: str
    trump_values: FrozenMap[Rank, int]
    plain_values: FrozenMap[Rank, int]
    game_values: FrozenMap[Rank, int]
    pegged_in_pack: int
    counted_in_pack: int
    assumed: str
    """What of this variant no source gives: ``nothing``, or the card ``values``."""
    sources: FrozenMap[str, tuple[str, ...]]
    """Where each parameter comes from, by source code."""

    def to_json(self) -> dict[str, object]:
        """The whole variant as plain JSON values."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> "Variant":
        """The variant written by `to_json`; `VariantError` if something is missing or wrong in it."""
        names = {field.name for field in fields(Variant)}
        try:
            data = {**_BEFORE, **data}
            if data.keys() != names:
                raise KeyError(", ".join(sorted(data.keys() ^ names)))
            variant = Variant(**{name: _typed(name, data[name]) for name in names})
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise VariantError("BAD_VARIANT", detail=str(error)) from error
        return _checked(variant)


def _plain(value: object) -> object:
    if isinstance(value, FrozenMap):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value.value if isinstance(value, Seat) else value


_BEFORE: Mapping[str, Any] = {
    "cut_ace": "high",
    "marker_card": "",
    "pitches": None,
    "equal_totals": "none",
    "tie_rule": "none",
    "first_trick_to_pitcher": "off",
    "blind_layout": "none",
    "stacks_each": 0,
    "hand_each": 0,
    "big_phat": None,
    "show_points": "live",
    "assumed": "nothing",
}
"""What version 0.1.0 did not write yet, as it was then."""

_NUMBERS = {"stacks_each", "hand_each", "pack", "cards_each", "tricks", "pegged_in_pack", "counted_in_pack"}


def _typed(name: str, value: Any) -> Any:
    """The JSON or TOML value of a parameter as the type the field has."""
    if name == "seats":
        return tuple(Seat(letter) for letter in value)
    if name == "sides":
        return tuple(str(side) for side in value)
    if name.endswith("_values"):
        return FrozenMap({Rank(rank): _number(points) for rank, points in value.items()})
    if name == "bonus":
        return FrozenMap({part: _number(value[part]) for part in BONUS_ORDER if part in value})
    if name == "sources":
        return FrozenMap({key: tuple(codes) for key, codes in value.items()})
    if name == "options":
        return FrozenMap(value)
    if name in ("target", "pitches", "big_phat"):
        return None if value is None else _number(value)
    if name in _NUMBERS:
        return _number(value)
    if not isinstance(value, str):
        raise TypeError(f"{name} must be text")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError(f"{value!r} is not a whole number of points or cards")
    return value


def _checked(variant: Variant) -> Variant:
    """The sums of RULES.md 2.8: what a whole pack pegs and what it counts."""
    plain_suits = 3
    pegged = sum(variant.trump_values.values()) + plain_suits * sum(variant.plain_values.values())
    counted = (1 + plain_suits) * sum(variant.game_values.values())
    for code, found, wanted in (
        ("BAD_SUM_PEGGED", pegged, variant.pegged_in_pack),
        ("BAD_SUM_COUNTED", counted, variant.counted_in_pack),
    ):
        if found != wanted:
            raise VariantError(code, variant=variant.id, sum=found, wanted=wanted)
    return variant


# Reading the files


@dataclass(frozen=True, slots=True)
class Option:
    """One choice a table has: the default, and each value allowed with where it comes from.

    A value that ends in ``:n`` or ``_n`` stands for any whole n above 0, written in the place of the n.
    """

    name: str
    default: str | int
    origins: FrozenMap[str | int, tuple[str, ...]]

    @property
    def allowed(self) -> tuple[str | int, ...]:
        """The values allowed."""
        return tuple(self.origins)

    @property
    def source(self) -> tuple[str, ...]:
        """Every source of the option, that of the default first."""
        codes = [*self.origins[self.default], *(code for origin in self.origins.values() for code in origin)]
        return tuple(dict.fromkeys(codes))


@cache
def _all_files() -> Mapping[str, Mapping[str, Any]]:
    found = {}
    for entry in _FOLDER.iterdir():
        if entry.name.endswith(".toml") and entry.name != "sources.toml":
            found[entry.name.removesuffix(".toml")] = tomllib.loads(entry.read_text(encoding="utf-8"))
    return found


def variant_names() -> tuple[str, ...]:
    """The names `load_variant` knows, in alphabetical order."""
    return tuple(sorted(name for name, data in _all_files().items() if not data.get("common", False)))


@cache
def source_names() -> Mapping[str, str]:
    """What each source code of the rules means, for a player to read."""
    data = tomllib.loads((_FOLDER / "sources.toml").read_text(encoding="utf-8"))
    return {code: str(entry["name"]) for code, entry in data.items()}


def _merged(name: str) -> dict[str, Any]:
    """The file with what it extends underneath: a parameter is changed key by key.

    A file that lists the values anew says of each where it comes from, so the source below says nothing about them.
    """
    own = _all_files()[name]
    parent = own.get("extends")
    base: dict[str, Any] = _merged(parent) if parent else {"parameters": {}, "bonus_schemes": {}, "when": {}}
    parameters = dict(base["parameters"])
    for key, entry in own.get("parameters", {}).items():
        below = dict(parameters.get(key, {}))
        if "allowed" in entry:
            below.pop("source", None)
        parameters[key] = {**below, **entry}
    schemes = {**base["bonus_schemes"], **own.get("bonus_schemes", {})}
    when = dict(base["when"])
    for option, cases in own.get("when", {}).items():
        when[option] = {**when.get(option, {}), **cases}
    return {**base, **own, "parameters": parameters, "bonus_schemes": schemes, "when": when}


Description = Mapping[str, Any]
"""A variant's file as it was read, with everything that it extends."""


def description_of(name: str) -> Description:
    """What the files say of this variant; `VariantError` if there is none of this name."""
    if name not in variant_names():
        raise VariantError("UNKNOWN_VARIANT", variant=name, known=variant_names())
    return _merged(name)


def options_of(name: str) -> tuple[Option, ...]:
    """The options a table has in this variant (RULES.md 6), with this variant's own defaults."""
    return _options_in(description_of(name))


def _options_in(description: Description) -> tuple[Option, ...]:
    """Every parameter with a list of allowed values; one that a form has emptied (``allowed = {}``) is none."""
    return tuple(
        Option(key, entry["value"], _origins(entry))
        for key, entry in description["parameters"].items()
        if entry.get("allowed")
    )


def _origins(entry: Mapping[str, Any]) -> FrozenMap[str | int, tuple[str, ...]]:
    """The values allowed with their sources; a form that has its own source for its default says so."""
    number = isinstance(entry["value"], int)
    allowed = {int(value) if number else value: tuple(codes) for value, codes in entry["allowed"].items()}
    own = {entry["value"]: tuple(entry["source"])} if "source" in entry else {}
    return FrozenMap({**allowed, **own})


def _chosen(option: Option, value: object) -> tuple[str | int, tuple[str, ...]]:
    """The allowed value that ``value`` stands for, with its source; numbers may be written as text."""
    switch = isinstance(value, bool) and "on" in option.origins
    text = ("on" if value else "off") if switch else str(value)
    for allowed, source in option.origins.items():
        if isinstance(allowed, str) and allowed.endswith((":n", "_n")):
            if re.fullmatch(re.escape(allowed.removesuffix("n")) + r"[1-9][0-9]{0,2}", text, re.ASCII):
                return text, source
        elif text == str(allowed):
            return allowed, source
    raise VariantError("BAD_OPTION_VALUE", option=option.name, value=text, allowed=option.allowed)


def load_variant(name: str, options: Mapping[str, object] | None = None) -> Variant:
    """The variant of this name with the table's options applied and checked."""
    return resolve(name, description_of(name), options or {})


def resolve(
    name: str, description: Description, options: Mapping[str, object], own: Mapping[str, Any] | None = None
) -> Variant:
    """The variant described, with the table's options applied and checked.

    ``own`` is what a table sets beyond the options (`scorer.house_rules`); it wins over everything else, and card
    values are changed rank by rank.
    """
    parameters = description["parameters"]
    known = {option.name: option for option in _options_in(description)}
    values = {**_ABSENT, **{key: entry["value"] for key, entry in parameters.items()}}
    sources = {key: tuple(entry["source"]) for key, entry in parameters.items() if "source" in entry}
    sources |= {option.name: option.origins[option.default] for option in known.values()}
    chosen: dict[str, str | int] = {}
    for key, value in options.items():
        if key not in known:
            raise VariantError("UNKNOWN_OPTION", option=key, variant=name, known=tuple(known))
        chosen[key], sources[key] = _chosen(known[key], value)
        values[key] = chosen[key]
    for key, entry in _implied(description["when"], values).items():
        if key not in chosen:
            values[key], sources[key] = entry["value"], tuple(entry["source"])
    _check_marker(values, known.get("marker_card"))
    values["bonus"] = description["bonus_schemes"][values["bonus_scheme"]]
    for key, value in (own or {}).items():
        if key.endswith("_values"):
            value = {rank: points for rank, points in {**values[key], **value}.items() if points}
        values[key] = value
        sources[key] = (TABLE,)
    described = {"id": name, "title": description["title"], "family": description["family"], "options": chosen}
    return Variant.from_json({**values, **described, "sources": sources})


TABLE = "TABLE"
"""The source code of what a table has set for itself."""

_ABSENT: Mapping[str, Any] = {"target": None, "pitches": None, "big_phat": None, "marker_card": ""}
"""A parameter that a family doesn't have (TOML knows no nothing)."""


def _implied(when: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """What the values of some options bring with them: ``[when.OPTION.VALUE]`` in the file."""
    implied: dict[str, Any] = {}
    for option, cases in when.items():
        implied.update(cases.get(str(values[option]), {}))
    return implied


def _check_marker(values: Mapping[str, Any], option: Option | None) -> None:
    """The marker card of Irish Don has to be in the pack."""
    if option is None or Card.parse(values["marker_card"]) in pack_of(values["pack"]):
        return
    there = tuple(card for card in option.allowed if Card.parse(str(card)) in pack_of(values["pack"]))
    raise VariantError("BAD_OPTION_VALUE", option=option.name, value=values["marker_card"], allowed=there)
