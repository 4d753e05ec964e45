"""The rules of a match to come: a variant, house rules of a table, and what was changed in them. No Kivy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from mobile.players import SessionError
from mobile.texts import label
from scorer.cards import Rank
from scorer.house_rules import OWN_RULES, VALUES, HouseRulesError, base_of, house_id, load_house_rules, save_house_rules
from scorer.option_texts import option_meaning, option_names, sources, value_meaning
from scorer.variant import (
    TABLE,
    Option,
    Variant,
    VariantError,
    description_of,
    load_variant,
    options_of,
    resolve,
    variant_names,
)

FOLDER = "house_rules"
"""Where house rules lie, in the app's own folder."""
FIRST_VARIANT = "nine_card_lancashire"
"""What is offered on a new phone."""


@dataclass(frozen=True, slots=True)
class OptionValue:
    """A value of an option: what it does, who says so, whether it is chosen and whether it is the usual one.

    ``number``: any whole number may be written in its place (``fixed:n``); ``value`` then has the n.
    """

    value: str | int
    meaning: str
    source: str
    chosen: bool
    usual: bool
    number: bool


@dataclass(frozen=True, slots=True)
class RulesChoice:
    """What is chosen: the variant as it will be played, whence it comes, and what is changed in it.

    ``base`` is the variant of the program underneath; empty for the rules of an earlier match that nothing gives any
    longer: they can be played, but not changed. ``path``: the file of house rules, if there is one.
    """

    variant: Variant
    base: str
    path: Path | None = None

    @staticmethod
    def of_variant(name: str, options: Mapping[str, str | int] | None = None) -> RulesChoice:
        """A variant of the program. Raises `VariantError`."""
        return RulesChoice(load_variant(name, options), name)

    @staticmethod
    def of_file(path: Path) -> RulesChoice:
        """House rules. Raises `HouseRulesError`, `VariantError`."""
        return RulesChoice(load_house_rules(path), base_of(path), path)

    @staticmethod
    def of_match(variant: Variant, folder: Path) -> RulesChoice:
        """The rules of an earlier match, exactly; they can be changed where a variant or a file is still theirs."""
        path = folder / f"{variant.id}.toml"
        try:
            base = variant.id if variant.id in variant_names() else base_of(path)
            found = RulesChoice(variant, base, None if base == variant.id else path)
            return found if found._with(variant.options, found._own_rules()).variant == variant else _fixed(variant)
        except VariantError:
            return _fixed(variant)

    @property
    def can_change(self) -> bool:
        """Whether there are options to choose."""
        return bool(self.base)

    # Options

    def listed(self) -> tuple[Option, ...]:
        """The options in the order in which a player reads them; those with one value only are left out."""
        if not self.base:
            return ()
        order = option_names()
        known = (option for option in options_of(self.base) if len(option.allowed) > 1 or _takes_number(option))
        return tuple(sorted(known, key=lambda option: order.index(option.name)))

    def option(self, name: str) -> Option:
        """One of them. `LookupError` if there is none of this name."""
        found = next((option for option in self.listed() if option.name == name), None)
        if found is None:
            raise LookupError(name)
        return found

    def values(self, name: str) -> tuple[OptionValue, ...]:
        """The values of an option with what they mean."""
        option = self.option(name)
        played = getattr(self.variant, name)
        entries = []
        for value, codes in option.origins.items():
            number = isinstance(value, str) and value.endswith((":n", "_n"))
            chosen = played == value or (
                number and str(played).startswith(str(value)[:-1]) and played not in option.allowed
            )
            shown = played if number and chosen else value
            meaning = value_meaning(name, shown)
            origin = "; ".join(dict.fromkeys(sources()[code].short for code in codes))
            entries.append(OptionValue(shown, meaning, origin, chosen, value == option.default, number))
        if not any(entry.chosen for entry in entries):
            entries.insert(0, OptionValue(played, label("rules_own_value"), "", True, False, False))
        return tuple(entries)

    def value_words(self, name: str) -> str:
        """What is played of an option, in words."""
        return next(entry.meaning for entry in self.values(name) if entry.chosen)

    def with_option(self, name: str, value: str | int) -> RulesChoice:
        """The rules with another value. Raises `VariantError` where it doesn't go with the others."""
        options, own = dict(self.variant.options) | {name: value}, self._own_rules()
        own.pop("bonus" if name == "bonus_scheme" else name, None)
        if value == self.option(name).default:
            del options[name]
        return self._with(options, own)

    def with_own(self, key: str, value: int) -> RulesChoice:
        """The rules with a target, or a number of hands, that no option has (see `own_numbers`)."""
        option = next((option for option in self.listed() if option.name == key), None)
        if option is not None and value in option.allowed:
            return self.with_option(key, value)
        options = {name: chosen for name, chosen in self.variant.options.items() if name != key}
        return self._with(options, {**self._own_rules(), key: value})

    def with_value(self, kind: str, rank: Rank, points: int) -> RulesChoice:
        """The rules with another worth of a card; ``kind`` is one of `OWN_VALUES`. The sums follow."""
        values = {card: getattr(self.variant, kind).get(card, 0) for card in Rank} | {rank: points}
        own = {**self._own_rules(), kind: {str(card): worth for card, worth in values.items()}}
        return self._with(self.variant.options, own)

    @property
    def own_numbers(self) -> tuple[tuple[str, int, int], ...]:
        """What a table may set in figures, with the steps in which it goes: a target, or hands a game."""
        if self.variant.target is not None:
            return (("target", self.variant.target, 1),)
        if self.variant.family == "blind" and self.variant.pitches is not None:
            return (("pitches", self.variant.pitches, len(self.variant.seats)),)
        return ()

    @property
    def own_values(self) -> tuple[str, ...]:
        """The kinds of card values that score at all here."""
        return OWN_VALUES if self.variant.bonus else OWN_VALUES[:2]

    def _with(self, options: Mapping[str, object], own: Mapping[str, object]) -> RulesChoice:
        """The same rules with these options and rules of the table's own. Raises `VariantError`."""
        own = {key: value for key, value in own.items() if key not in _SUMS}
        description = {**description_of(self.base), "title": self.variant.title}
        if any(key in own for key in VALUES):
            usual = resolve(self.variant.id, description, options)
            own |= _sums({key: _worth(getattr(usual, key), own.get(key)) for key in VALUES})
            if not own["pegged_in_pack"]:
                raise HouseRulesError("HOUSE_NO_VALUES")
        if "trump_values" in own or "plain_values" in own:
            own["assumed"] = "nothing"
        if "bonus" in own:
            own["bonus_scheme"] = "own"
        return replace(self, variant=resolve(self.variant.id, description, options, own))

    def plain(self) -> RulesChoice:
        """The rules as the variant or the file has them, nothing changed."""
        if self.path is not None:
            return RulesChoice.of_file(self.path)
        return RulesChoice.of_variant(self.base) if self.base else self

    def changed(self) -> tuple[str, ...]:
        """What differs from the variant underneath, a line each: the option with what is played."""
        if not self.base:
            return ()
        usual = load_variant(self.base)
        lines = [
            f"{option_meaning(option.name)} {_capital(self.value_words(option.name))}."
            for option in self.listed()
            if getattr(self.variant, option.name) != getattr(usual, option.name) and not self._own(option.name)
        ]
        return (
            *lines,
            *(label(code, number=getattr(self.variant, key)) for key, code in _OWN_WORDS.items() if self._own(key)),
        )

    def _own(self, key: str) -> bool:
        return self.variant.sources.get(key) == (TABLE,)

    # Saving

    def save(self, folder: Path, name: str) -> RulesChoice:
        """Keep these rules under a name, and play by them. Raises `HouseRulesError`, `VariantError`, `SessionError`.

        Only the file they came from is written over; another one of this name stays, and that is said.
        """
        name = " ".join(name.split())
        if not self.base:
            raise SessionError("RULES_FIXED")
        path = folder / f"{house_id(name)}.toml"
        if path.exists() and path != self.path:
            raise SessionError("RULES_THERE", name=name)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SessionError("RULES_FOLDER", detail=error.strerror or error) from error
        save_house_rules(path, name, self.base, {**self.variant.options, **self._own_rules()})
        return RulesChoice.of_file(path)

    def _own_rules(self) -> dict[str, object]:
        """What the table has set itself beyond the options, as `scorer.house_rules` takes it."""
        own: dict[str, object] = {}
        usual = load_variant(self.base)
        for key in OWN_RULES:
            if not self._own(key):
                continue
            value = getattr(self.variant, key)
            if key in VALUES:
                ranks = [*getattr(usual, key), *value]
                own[key] = {str(rank): value.get(rank, 0) for rank in dict.fromkeys(ranks)}
            else:
                own[key] = dict(value) if key == "bonus" else value
        return own


OWN_VALUES = ("trump_values", "plain_values", "game_values")
_SUMS = ("pegged_in_pack", "counted_in_pack")
_PLAIN_SUITS = 3


def _fixed(variant: Variant) -> RulesChoice:
    return RulesChoice(variant, "")


def _worth(usual: Mapping[Rank, int], own: object) -> dict[str, int]:
    """Values by rank, the table's own over the usual ones."""
    return {**{str(rank): points for rank, points in usual.items()}, **(own if isinstance(own, dict) else {})}


def _sums(values: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """What the whole pack pegs and counts with these values (RULES.md 2.8)."""
    trump, plain, game = (sum(values[key].values()) for key in OWN_VALUES)
    return {"pegged_in_pack": trump + _PLAIN_SUITS * plain, "counted_in_pack": (1 + _PLAIN_SUITS) * game}


_OWN_WORDS = {
    "target": "rules_own_target",
    "pitches": "rules_own_pitches",
    "bonus": "rules_own_bonus",
    "trump_values": "rules_own_trump_values",
    "plain_values": "rules_own_plain_values",
    "game_values": "rules_own_game_values",
}


def _takes_number(option: Option) -> bool:
    return any(isinstance(value, str) and value.endswith((":n", "_n")) for value in option.allowed)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def saved_rules(folder: Path) -> tuple[tuple[RulesChoice, ...], tuple[str, ...]]:
    """The house rules in the folder by title, and a sentence for each file that can't be played."""
    good: list[RulesChoice] = []
    bad: list[str] = []
    try:
        paths = sorted(folder.glob("*.toml"))
    except OSError:
        paths = []
    for path in paths:
        try:
            good.append(RulesChoice.of_file(path))
        except VariantError as error:
            bad.append(str(error))
    return tuple(sorted(good, key=lambda rules: rules.variant.title.casefold())), tuple(bad)
