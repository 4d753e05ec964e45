"""Tables that fit the terminal: in columns, fewer of them, or two lines for each row. Whole when piped."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Collection, Iterable, Sequence

from don.show import bold

NAME = 40
"""So many signs are shown of a name or place; what is longer comes from elsewhere and would spoil every line."""

INDENT = " " * 12


def columns() -> int | None:
    """How many signs a line of the terminal has; None where the output goes elsewhere."""
    return max(40, shutil.get_terminal_size().columns) if sys.stdout.isatty() else None


def cut(text: str, width: int) -> str:
    """The text, or its beginning with … where it is longer."""
    return text if len(text) <= width else f"{text[: width - 1].rstrip()}…"


def too_wide(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the rows as a table are wider than the terminal."""
    width = columns()
    shown = [size for size in _widths(rows).values() if size]
    return width is not None and sum(shown) + 2 * (len(shown) - 1) > width


def print_cards(cards: Iterable[tuple[str, str]]) -> None:
    """Two lines for each row, the second indented, both broken between words at the edge of the terminal."""
    width = columns() or 10_000
    for first, second in cards:
        print(textwrap.fill(first, width, subsequent_indent=INDENT))
        print(textwrap.fill(second, width, initial_indent=INDENT, subsequent_indent=INDENT))


def print_table(
    rows: Sequence[Sequence[str]],
    head: Sequence[str] = (),
    right: Collection[int] = (),
    spare: Sequence[int] = (),
) -> tuple[str, ...]:
    """Columns as wide as they have to be; empty ones are left out. ``right``: numbers, at the right edge.

    ``spare``: the columns to do without on a narrow terminal, in this order; the heads of those left out are returned.
    """
    left_out: list[int] = []
    lines = [head, *rows] if head and rows else rows
    widths = {place: size for place, size in _widths(lines).items() if any(row[place] for row in rows)}
    for place in spare:
        if sum(widths.values()) + 2 * (len(widths) - 1) <= (columns() or 10_000):
            break
        if widths.pop(place, 0):
            left_out.append(place)
    for number, line in enumerate(lines):
        cells = [line[p].rjust(size) if p in right else line[p].ljust(size) for p, size in widths.items()]
        text = "  ".join(cells).rstrip()
        print(bold(text) if head and number == 0 else text)
    return tuple(head[place] for place in sorted(left_out))


def _widths(rows: Sequence[Sequence[str]]) -> dict[int, int]:
    return {place: max(len(row[place]) for row in rows) for place in range(len(rows[0]))} if rows else {}
