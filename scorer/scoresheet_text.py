"""The score sheet as text, and the columns of its tables."""

from itertools import zip_longest
from textwrap import wrap

from scorer.scoresheet import ScoreSheet, SheetGame, SheetHand
from scorer.texts import phrase


def sheet_text(sheet: ScoreSheet, width: int = 100, lang: str = "") -> str:
    """The sheet as plain text, as wide as its table needs; remarks are broken at ``width``."""
    lines = [sheet.title, "=" * len(sheet.title)]
    margin = max(len(label) for label, _ in sheet.facts) + 2
    for label, text in sheet.facts:
        lines += wrap(text, width, initial_indent=f"{label:<{margin}}", subsequent_indent=" " * margin)
    for game in sheet.games:
        lines += ["", " ".join(part for part in (game.name, game.taken_over) if part), *_table(sheet, game, lang)]
        lines += [game.outcome] if game.outcome else []
    if sheet.remarks:
        lines += ["", _say("label_remarks", lang)]
        for remark in sheet.remarks:
            lines += wrap(remark, width, initial_indent="- ", subsequent_indent="  ")
    lines += ["", sheet.result, ""]
    lines += [f"{name}: {'_' * 40}" for name in sheet.signatures]
    return "\n".join(lines) + "\n"


def _table(sheet: ScoreSheet, game: SheetGame, lang: str) -> list[str]:
    cells = [column_heads(sheet, lang), *(row_cells(sheet, hand) for hand in game.hands)]
    widths = [max(len(cell) for cell in column) for column in zip(*cells, strict=True)]
    numbers = number_columns(sheet)
    return [
        "  ".join(
            f"{cell:>{width}}" if place in numbers else f"{cell:<{width}}"
            for place, (cell, width) in enumerate(zip_longest(row, widths, fillvalue=""))
        ).rstrip()
        for row in cells
    ]


def column_heads(sheet: ScoreSheet, lang: str = "") -> list[str]:
    """The heads of the columns of a game: figures of each side stand together."""
    heads = [_say(f"head_{name}", lang) for name in ("hand", "pitcher", "trumps")]
    heads += [_say("head_tricks", lang, side=side) for side in sheet.sides]
    heads += [_say("head_count", lang, count=sheet.count_name, side=side) for side in sheet.sides if sheet.count_name]
    heads += [_say("head_bonus", lang)] if sheet.count_name else []
    heads += [_say("head_other", lang, side=side) for side in sheet.sides if _has_other(sheet)]
    heads += [_say("head_total", lang, side=side) for side in sheet.sides]
    return [*heads, ""]


def row_cells(sheet: ScoreSheet, hand: SheetHand) -> list[str]:
    """The cells of a line, one for each of `column_heads`."""
    figures: list[int | None] = [*hand.tricks]
    cells = [hand.name, hand.pitcher, hand.trumps, *map(_figure, figures)]
    if sheet.count_name:
        cells += [*map(_figure, hand.count), hand.bonus]
    if _has_other(sheet):
        cells += ["" if points is None else f"{points:+d}" for points in hand.other]
    return [*cells, *map(str, hand.totals), hand.remark]


def number_columns(sheet: ScoreSheet) -> frozenset[int]:
    """The places of the columns that hold figures."""
    sides = len(sheet.sides)
    counted = sides if sheet.count_name else 0
    figures = set(range(3, 3 + sides + counted))
    rest = 3 + sides + counted + (1 if sheet.count_name else 0)
    return frozenset({0, *figures, *range(rest, rest + sides * (2 if _has_other(sheet) else 1))})


def _has_other(sheet: ScoreSheet) -> bool:
    return any(points is not None for game in sheet.games for hand in game.hands for points in hand.other)


def _figure(value: int | None) -> str:
    return "" if value is None else str(value)


def _say(code: str, lang: str, **params: object) -> str:
    return phrase(code, params, lang, "sheet")
