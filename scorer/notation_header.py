"""The head of a match in the notation: tags for who plays what under which rules (docs/notation.md)."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorer.board import BOARD_NAMES
from scorer.events import MatchStart
from scorer.frozenmap import FrozenMap
from scorer.notation_write import quoted
from scorer.seats import Seat
from scorer.variant import Variant, VariantError, load_variant

FORM = "1"
"""The version of the notation."""

_OWN = ("don", "match", "variant", "options", "board", "engine", *(seat.value.lower() for seat in Seat))


class HeaderError(Exception):
    """Tags that begin no match; the text says which and why."""


def header_lines(start: MatchStart, tags: Mapping[str, str]) -> list[str]:
    """The tags of a match. Rules that the name and options don't give stand in tags of their own, as JSON."""
    variant = start.variant
    lines = [f'[Don "{FORM}"]', f"[Match {quoted(start.match_id)}]", f"[Variant {quoted(variant.id)}]"]
    if variant.options:
        options = " ".join(f"{key}={value}" for key, value in variant.options.items())
        lines.append(f"[Options {quoted(options)}]")
    known = _known(variant.id, dict(variant.options))
    for key, value in variant.to_json().items():
        if known is None or known.get(key) != value:
            lines.append(f"[Rule {key} {json.dumps(value, ensure_ascii=False)}]")
    if start.board != variant.board:
        lines.append(f"[Board {quoted(start.board)}]")
    lines += [f"[{seat} {quoted(name)}]" for seat, name in start.names.items()]
    lines.append(f"[Engine {quoted(start.engine_version)}]")
    return [*lines, *(f"[{key} {quoted(value)}]" for key, value in tags.items()), ""]


def _known(name: str, options: dict[str, Any]) -> dict[str, object] | None:
    """What the program's own variant of that name is now; None if there is none."""
    try:
        return load_variant(name, options).to_json()
    except VariantError:
        return None


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
            try:
                self.rules[rule.group(1)] = json.loads(rule.group(2))
            except (ValueError, RecursionError):
                raise HeaderError(f"the rule {rule.group(1)} has a value that can't be read") from None
            return
        tag = re.fullmatch(r'\[\s*([A-Za-z][A-Za-z0-9_-]*)\s+("(?:[^"\\]|\\.)*"|[^"\]]*)\s*\]', line)
        if tag is None:
            raise HeaderError('a tag is written like [Variant "phat"]')
        key, value = tag.group(1), tag.group(2).strip()
        if value.startswith('"'):
            try:
                value = str(json.loads(value, strict=False))
            except ValueError:
                raise HeaderError(f"the text of the tag {key} can't be read") from None
        if key.lower() in _OWN:
            self.own[key.lower()] = value
        else:
            self.tags[key] = value

    def match_start(self, engine: str) -> MatchStart:
        """The first event of the match; `HeaderError` where the tags don't name one."""
        if self.own.get("don", FORM) != FORM:
            raise HeaderError(f"this program reads form {FORM} of the notation, not {self.own['don']}")
        if "variant" not in self.own:
            raise HeaderError('the variant is missing; begin with a line such as [Variant "phat"]')
        variant = self._variant()
        names = {Seat(key.upper()): name for key, name in self.own.items() if key.upper() in Seat.__members__}
        board = self.own.get("board", variant.board)
        if not names.keys() <= set(variant.seats):
            raise HeaderError(f"the players of this variant sit at {', '.join(variant.seats)}")
        if board not in (*BOARD_NAMES, "none", "score_sheet"):
            raise HeaderError(f"there is no board called {board}")
        match_id = self.own.get("match", "match")
        engine = self.own.get("engine", engine)
        return MatchStart(match_id, variant.seats, variant.sides, FrozenMap(names), board, engine, variant)

    def _variant(self) -> Variant:
        name = self.own["variant"]
        options: dict[str, object] = {}
        for entry in self.own.get("options", "").replace(",", " ").split():
            key, equals, value = entry.partition("=")
            if not equals:
                raise HeaderError(f"the option {entry} is written like target=121")
            options[key] = value
        whole = {"trump_values", "plain_values", "seats", "tricks"} <= self.rules.keys()
        try:
            base = {} if whole else load_variant(name, options).to_json()
            return Variant.from_json({**base, **self.rules})
        except VariantError as error:
            raise HeaderError(str(error).rstrip(".")) from error
