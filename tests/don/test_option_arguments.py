"""`--option KEY=VALUE` takes every value that the rules offer, written as `don variants show` prints it."""

from __future__ import annotations

import pytest

from don.options import parse_options, parse_variant
from don.status import UsageError
from scorer.variant import options_of, variant_names


@pytest.mark.parametrize("name", variant_names())
def test_every_value_shown_can_be_given_on_the_command_line(name: str) -> None:
    """RULES.md 6; the layout `000` is a text and not the number nothing."""
    for option in options_of(name):
        for value in option.allowed:
            written = f"{value[:-1]}3" if isinstance(value, str) and value.endswith((":n", "_n")) else str(value)
            needed = ["pack=44"] if written == "4D" else []
            variant = parse_variant(name, [*needed, f"{option.name}={written}"])
            assert str(getattr(variant, option.name)) == written
            assert str(variant.options[option.name]) == written


def test_numbers_are_numbers_and_the_rest_is_text() -> None:
    found = parse_options(["target=121", " pack = 48 ", "blind_layout=000", "n=0", "match=first_to_3", "x=a=b", "y=٣"])
    assert found == {
        "target": 121,
        "pack": 48,
        "blind_layout": "000",
        "n": 0,
        "match": "first_to_3",
        "x": "a=b",
        "y": "٣",
    }
    with pytest.raises(UsageError, match="target"):
        parse_options(["target"])
