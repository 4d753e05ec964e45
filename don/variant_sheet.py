"""A variant on paper: what is played, the worth of the cards, each option with its values and their sources."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping

from don.show import bold
from scorer.cards import Card, Rank
from scorer.house_rules import OWN_RULES
from scorer.option_texts import Source, option_meaning, option_names, sources, value_meaning
from scorer.texts import card_words, rank_words, side_words
from scorer.variant import TABLE, Option, Variant

_NARROWEST, _WIDEST, _PIPED = 60, 100, 80
_LABEL = 14
_PARTS = {"game": "count", "high": "highest trump", "low": "lowest trump", "jack": "jack of trumps"}
_WON_BY = {
    "none": "",
    "last_scoring_trick_loses": "; the first side to {points} wins",
    "draw": "; the first side over {points} wins",
}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def width() -> int:
    """How wide the sheet is printed: the terminal within bounds, 80 when piped."""
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else _PIPED
    return min(max(columns, _NARROWEST), _WIDEST)


def number_word(number: int) -> str:
    """Small numbers in words, others in figures."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def length_words(variant: Variant) -> str:
    """What a game is played to: `to 91`, `4 hands`."""
    if variant.target is not None:
        return f"to {variant.target}"
    assert variant.pitches is not None
    return f"{number_word(variant.pitches)} hand{'s' if variant.pitches > 1 else ''}"


def list_lines(variants: Iterable[Variant]) -> list[str]:
    """One line for each: name, title, players, length; a second one where something in it is assumed."""
    shown = list(variants)
    name, title = (max((len(getattr(v, field)) for v in shown), default=0) for field in ("id", "title"))
    lines = []
    for variant in shown:
        players = f"{len(variant.seats)} players  {length_words(variant)}"
        lines.append(f"{variant.id.ljust(name)}  {variant.title.ljust(title)}  {players}")
        if variant.assumed != "nothing":
            lines.append(f"{' ' * name}  values assumed: no source gives the worth of its cards")
    return lines


def sheet_lines(variant: Variant, options: Iterable[Option], place: str = "") -> list[str]:
    """The whole sheet: figures, options, the sources named in them; for house rules the place of their file."""
    ordered = sorted(options, key=lambda option: option_names().index(option.name))
    lines = [bold(variant.title), f"--variant {variant.id}", *([place] if place else []), "", *_figures(variant)]
    own = [key for key in OWN_RULES if variant.sources.get(key) == (TABLE,)]
    if own:
        lines += _wrapped("Own rules", ", ".join(key.replace("_", " ") for key in own))
    lines += ["", bold("Options"), "Choose with --option NAME=VALUE; the one marked * is played unless you do.", ""]
    for option in ordered:
        lines += [*_option(option, getattr(variant, option.name)), ""]
    used = _codes(variant, ordered)
    return [*lines, bold("Where this comes from"), *_source_lines(code for code in sources() if code in used)]


def _codes(variant: Variant, options: Iterable[Option]) -> set[str]:
    """Every source named in the sheet."""
    used = {code for codes in variant.sources.values() for code in codes}
    return used | {code for option in options for code in option.source}


# Figures


def _figures(variant: Variant) -> list[str]:
    facts = {
        "Players": _players(variant),
        "Cards": _cards(variant),
        "Tricks": f"{variant.tricks} a hand",
        "Length": _length(variant),
        "First pitch": _first_pitch(variant),
        "Trumps": "the suit of the first card led" if variant.trumps == "pitch" else "called by the pitcher",
        "Card points": _worth(variant),
        "Count": f"{_values(variant.game_values)} in every suit; {variant.counted_in_pack} in the whole pack",
        "Bonus": _bonus(variant),
    }
    if not variant.bonus:
        del facts["Count"]
    lines: list[str] = []
    for label, text in facts.items():
        lines += _wrapped(label, text)
    return lines


def _players(variant: Variant) -> str:
    if len(variant.sides) == len(variant.seats):
        return f"{len(variant.seats)}, each alone"
    return f"{len(variant.seats)}, {' against '.join(side_words(side) for side in variant.sides)}"


def _cards(variant: Variant) -> str:
    undealt = variant.pack - variant.cards_each * len(variant.seats)
    rest = f"{undealt} not dealt" if undealt else "none left over"
    dealt = f"{variant.cards_each} each"
    if variant.stacks_each:
        hand = f" and {number_word(variant.hand_each)} in hand" if variant.hand_each else ""
        dealt += f" ({number_word(variant.stacks_each)} stacks of two{hand})"
    elif variant.hand_each:
        face_down = variant.cards_each - variant.hand_each
        dealt += f" ({number_word(face_down)} face down and {number_word(variant.hand_each)} in hand)"
    return f"{variant.pack} in the pack, {dealt}, {rest}"


def _length(variant: Variant) -> str:
    whole = "" if variant.match == "single" else f"; the match: {value_meaning('match', variant.match)}"
    game = f"a game is {length_words(variant)}" if variant.target is None else f"{length_words(variant)} points"
    return game + _WON_BY[variant.tie_rule].format(points=variant.pegged_in_pack) + whole


def _first_pitch(variant: Variant) -> str:
    text = value_meaning("cut", variant.cut)
    if variant.marker_card and variant.cut == "marker_card":
        return f"{text}: {card_words(Card.parse(variant.marker_card))}"
    return text


def _values(values: Mapping[Rank, int]) -> str:
    return ", ".join(f"{rank_words(rank)} {values[rank]}" for rank in sorted(values, reverse=True))


def _worth(variant: Variant) -> str:
    plain = f"; plain {_values(variant.plain_values)}" if variant.plain_values else ""
    assumed = " (values assumed: no source gives them)" if variant.assumed != "nothing" else ""
    return f"trump {_values(variant.trump_values)}{plain}; {variant.pegged_in_pack} in the whole pack{assumed}"


def _bonus(variant: Variant) -> str:
    if not variant.bonus:
        return "none"
    if variant.bonus_scheme != "own":
        return value_meaning("bonus_scheme", variant.bonus_scheme)
    return ", ".join(f"{points} for the {_PARTS[part]}" for part, points in variant.bonus.items())


# Options and sources


def _option(option: Option, played: object) -> list[str]:
    """Name and meaning, then each value: marked if it is played, with what it means and whence it comes."""
    lines = _filled(f"{bold(option.name)}: {option_meaning(option.name)}", "", "    ")
    entries = [
        (str(value), value_meaning(option.name, value), codes, value == played)
        for value, codes in option.origins.items()
    ]
    if not any(marked for *_, marked in entries):
        entries.insert(0, (str(played), _meaning(option.name, str(played)), (), True))
    column = max(len(text) for text, *_ in entries)
    for text, meaning, codes, marked in entries:
        origin = f" [{'; '.join(sources()[code].short for code in codes)}]" if codes else ""
        label = f"  {'*' if marked else ' '} {text.ljust(column)}  "
        lines += _filled(meaning + origin, label, " " * len(label))
    return lines


def _meaning(name: str, value: str) -> str:
    """Of a value that is not in the list: one written in the place of an n, or one that the table has set itself."""
    try:
        return value_meaning(name, value)
    except LookupError:
        return "as this table has set it"


def _source_lines(codes: Iterable[str]) -> list[str]:
    lines: list[str] = []
    for code in codes:
        source: Source = sources()[code]
        short = "" if source.name.startswith(source.short) else f"{source.short}: "
        lines += _filled(f"{short}{source.name}; {source.what}", "  ", "    ")
        if source.address:
            lines.append(f"    {source.address}")
    return lines


def _wrapped(label: str, text: str) -> list[str]:
    return _filled(text, f"  {label.ljust(_LABEL)}", " " * (_LABEL + 2))


def _filled(text: str, first: str, other: str) -> list[str]:
    return textwrap.wrap(
        text, width(), initial_indent=first, subsequent_indent=other, break_long_words=False, break_on_hyphens=False
    )
