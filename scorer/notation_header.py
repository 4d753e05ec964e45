"""The head of a match in the notation: tags for who plays what under which rules (docs/notation.md)."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorer.board import BOARD_NAMES
from scorer.events import MatchStart
from scorer.frozenmap import FrozenMap
from scorer.known_rules import unknown_rule
from scorer.notation_write import quoted
from scorer.seats import Seat
from scorer.variant import Variant, VariantError, load_variant, variant_names

FORM = "1"
"""The version of the notation."""

_OWN = (
    "don",
    "match",
    "variant",
    "options",
    "rule",
    "board",
    "engine",
    "place",
    *(seat.value.lower() for seat in Seat),
)
_NEXT_OPTION = re.compile(r"[;,\s]+(?=[a-z_]+\s*=)")
_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*", re.ASCII)


class HeaderError(Exception):
    """Tags that begin no match: the code of a sentence, whose line the reader knows, and its parameters."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


def header_lines(start: MatchStart, tags: Mapping[str, str]) -> list[str]:
    """The tags of a match. Rules that the name and options don't give stand in tags of their own, as JSON.

    A variant that the program doesn't know by name is told as the known one nearest to it, and what differs.
    """
    for key in tags:
        if key.lower() in _OWN or not _TAG_NAME.fullmatch(key):
            raise ValueError(f"{key!r} can't be a further tag of a match.")
    variant = start.variant
    rules = variant.to_json()
    name, options = variant.id, dict(variant.options)
    known = _known(name, options)
    if known is None:
        options = {}
        name, known = min(_all_known(), key=lambda entry: len(_differing(rules, entry[1])))
    lines = [f'[Don "{FORM}"]', f"[Match {quoted(start.match_id)}]", f"[Variant {quoted(name)}]"]
    if options:
        lines.append(f"[Options {quoted(_options_text(options))}]")
    lines += [f"[Rule {key} {json.dumps(rules[key])}]" for key in _differing(rules, known)]
    if start.board != variant.board:
        lines.append(f"[Board {quoted(start.board)}]")
    lines += [f"[{seat} {quoted(name)}]" for seat, name in start.names.items()]
    if start.place:
        lines.append(f"[Place {quoted(start.place)}]")
    lines.append(f"[Engine {quoted(start.engine_version)}]")
    return [*lines, *(f"[{key} {quoted(value)}]" for key, value in tags.items()), ""]


def _known(name: str, options: dict[str, Any]) -> dict[str, object] | None:
    """What the program's own variant of that name is now; None if there is none."""
    try:
        return load_variant(name, options).to_json()
    except VariantError:
        return None


def _all_known() -> Iterator[tuple[str, dict[str, object]]]:
    for name in variant_names():
        yield name, load_variant(name).to_json()


def _differing(rules: Mapping[str, object], known: Mapping[str, object]) -> list[str]:
    """The parameters that differ; the order of an object's entries is none."""
    return [key for key, value in rules.items() if known[key] != value]


def _options_text(options: Mapping[str, object]) -> str:
    """Options separated by semicolons: a value may hold commas and spaces."""
    return "; ".join(f"{key}={value}" for key, value in options.items())


@dataclass(slots=True)
class Header:
    """The tags read so far."""

    tags: dict[str, str] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)
    own: dict[str, str] = field(default_factory=dict)

    def add(self, line: str) -> None:
        """Take in one tag; `HeaderError` if it is none."""
        rule = re.fullmatch(r"\[\s*rule\s+([a-z_]+)\s+(.*)\]", line, re.IGNORECASE)
        if rule:
            key = rule.group(1).lower()
            if key in self.rules:
                raise HeaderError("NOTATION_RULE_TWICE", key=key)
            try:
                self.rules[key] = json.loads(rule.group(2))
            except (ValueError, RecursionError):
                raise HeaderError("NOTATION_RULE_VALUE", key=key) from None
            return
        tag = re.fullmatch(r'\[\s*([A-Za-z][A-Za-z0-9_-]*)\s+("(?:[^"\\]|\\.)*"|[^"\]]*)\s*\]', line)
        if tag is None:
            raise HeaderError("NOTATION_TAG_FORM")
        key, value = tag.group(1), tag.group(2).strip()
        if value.startswith('"'):
            try:
                value = str(json.loads(value, strict=False))
            except ValueError:
                raise HeaderError("NOTATION_TAG_TEXT", key=key) from None
        if key.lower() in self.own or key in self.tags:
            raise HeaderError("NOTATION_TAG_TWICE", key=key)
        if key.lower() in _OWN:
            self.own[key.lower()] = value
        else:
            self.tags[key] = value

    def match_start(self, engine: str) -> MatchStart:
        """The first event of the match; `HeaderError` where the tags don't name one."""
        if self.own.get("don", FORM) != FORM:
            raise HeaderError("NOTATION_FORM", form=self.own["don"], known=FORM)
        if "variant" not in self.own:
            raise HeaderError("NOTATION_NO_VARIANT")
        variant = self._variant()
        names = {Seat(key.upper()): name for key, name in self.own.items() if key.upper() in Seat.__members__}
        board = self.own.get("board", variant.board)
        if not names.keys() <= set(variant.seats):
            raise HeaderError("NOTATION_SEATS", seats=", ".join(variant.seats))
        if board not in (*BOARD_NAMES, "none", "score_sheet"):
            raise HeaderError("NOTATION_BOARD", board=board, known=(*BOARD_NAMES, "score_sheet", "none"))
        match_id = self.own.get("match", "match")
        engine = self.own.get("engine", engine)
        place = self.own.get("place", "")
        return MatchStart(match_id, variant.seats, variant.sides, FrozenMap(names), board, engine, variant, place)

    def _variant(self) -> Variant:
        name = self.own["variant"]
        options: dict[str, object] = {}
        for entry in _NEXT_OPTION.split(self.own.get("options", "").strip(" ;,")):
            key, equals, value = entry.partition("=")
            if entry and not equals:
                raise HeaderError("NOTATION_OPTION", option=entry)
            if entry:
                options[key.strip()] = value.strip()
        try:
            variant = Variant.from_json({**load_variant(name, options).to_json(), **self.rules})
        except VariantError as error:
            raise HeaderError("NOTATION_RULES", detail=str(error)) from error
        strange = unknown_rule(variant)
        if strange is not None:
            raise HeaderError("NOTATION_RULE_UNKNOWN", key=strange)
        return variant
