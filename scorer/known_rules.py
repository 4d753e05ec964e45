"""Whether the rules of a match from elsewhere are rules this program can play: the referee trusts a variant's words.

House rules change numbers only (`scorer.house_rules`), so every word has to be one that a variant or an option has,
and the shape of the game (seats, cards, stacks) has to be that of a known variant.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache

from scorer.cards import Card, pack_of
from scorer.variant import Variant, load_variant, options_of, variant_names

_SHAPE = ("seats", "sides", "cards_each", "tricks", "trumps", "blind_layout", "stacks_each", "hand_each")
_FREE = ("id", "title", "family", "options", "bonus", "sources", "trump_values", "plain_values", "game_values")
_NUMBERS = ("target", "pitches", "big_phat", "pegged_in_pack", "counted_in_pack")
_ANY_NUMBER = re.compile(r"(?<=^first_to_)[1-9][0-9]{0,2}$|(?<=^fixed:)[1-9][0-9]{0,2}$", re.ASCII)
_MOST_POINTS = 9999
_LONGEST = 200


def unknown_rule(variant: Variant) -> str | None:
    """The first parameter that this program can't play; None where it can play them all."""
    words, shapes = _known()
    for name, allowed in words.items():
        if _general(getattr(variant, name)) not in allowed:
            return name
    if _shape(variant) not in shapes:
        return "cards_each"
    marker = variant.marker_card
    if (variant.cut == "marker_card" and not marker) or Card.parse(marker or "AS") not in pack_of(variant.pack):
        return "marker_card"
    return _wrong_number(variant) or _wrong_text(variant)


def _wrong_number(variant: Variant) -> str | None:
    tables = (variant.trump_values, variant.plain_values, variant.game_values, variant.bonus)
    if any(points > _MOST_POINTS for table in tables for points in table.values()):
        return "trump_values"
    for name in _NUMBERS:
        value = getattr(variant, name)
        if value is not None and not 0 < value <= _MOST_POINTS:
            return name
    return None


def _wrong_text(variant: Variant) -> str | None:
    """Names, options and sources are for people only, but they have to be text."""
    names = (variant.id, variant.title, variant.family)
    if any(not name.isprintable() or len(name) > _LONGEST for name in names):
        return "title"
    for key, value in variant.options.items():
        if not isinstance(key, str) or not isinstance(value, str | int) or isinstance(value, bool):
            return "options"
    if not all(isinstance(code, str) for codes in variant.sources.values() for code in codes):
        return "sources"
    return None


def _shape(variant: Variant) -> tuple[object, ...]:
    return tuple(getattr(variant, name) for name in _SHAPE)


def _general(value: object) -> object:
    """The value, with the number left out where any whole number may be written (``first_to_n``, ``fixed:n``)."""
    return _ANY_NUMBER.sub("n", value) if isinstance(value, str) else value


@cache
def _known() -> tuple[Mapping[str, frozenset[object]], frozenset[tuple[object, ...]]]:
    """The values of each parameter, and the shapes, that the variants have with any one of their options."""
    checked = [field.name for field in fields(Variant) if field.name not in (*_SHAPE, *_FREE, *_NUMBERS)]
    variants = list(_variants())
    words = {name: frozenset(_general(getattr(variant, name)) for variant in variants) for name in checked}
    return words, frozenset(_shape(variant) for variant in variants)


def _variants() -> Iterator[Variant]:
    for name in variant_names():
        yield load_variant(name)
        for option in options_of(name):
            for value in option.allowed:
                chosen = re.sub(r"(?<=[:_])n$", "1", value) if isinstance(value, str) else value
                yield load_variant(name, {option.name: chosen})
