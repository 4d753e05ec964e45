"""The score sheet on the table (RULES.md 5): a line a deal with phat or tricks, muck or count, total. No Kivy."""

from dataclasses import dataclass

from mobile.board_words import points_are_shown
from mobile.texts import label
from scorer.match import MatchState
from scorer.scoresheet import SheetGame, SheetHand, games_of


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of the sheet: its number, then the cells of each side. A line with a ``title`` spans the sheet.

    ``cells`` are for each side what fell in the tricks, the count with its bonus, other points, and the total;
    ``short`` are for each side all that the deal brought, and the total.
    """

    number: str = ""
    title: str = ""
    cells: tuple[tuple[str, ...], ...] = ()
    short: tuple[tuple[str, ...], ...] = ()
    in_play: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole sheet: the heads of a side's columns, wide and short, and the lines, the newest last."""

    heads: tuple[str, ...]
    short_heads: tuple[str, ...]
    lines: tuple[SheetLine, ...]


def sheet_of(state: MatchState) -> Sheet:
    """The sheet of the match as it stands; what is counted only after the deal is left open till then."""
    games = games_of(state)
    hands = [hand for game in games for hand in game.hands]
    counted = bool(state.variant.bonus)
    others = any(points for hand in hands for points in hand.other)
    lines: list[SheetLine] = []
    for game in games:
        lines += _game_lines(state, game, counted, others, titled=len(games) > 1)
    if lines and state.hand is not None:
        lines[-1] = _open_line(lines[-1], not points_are_shown(state))
    phat = state.variant.family == "phat"
    heads = [label("sheet_phat" if phat else "sheet_tricks")]
    heads += [label("sheet_muck" if phat else "sheet_count")] if counted else []
    heads += [label("sheet_other")] if others else []
    total = label("sheet_total")
    return Sheet((*heads, total), (label("sheet_deal"), total), tuple(lines))


def _game_lines(state: MatchState, game: SheetGame, counted: bool, others: bool, titled: bool) -> list[SheetLine]:
    lines = [SheetLine(title=game.name)] if titled else []
    begun = _begun(game)
    if any(begun):
        lines.append(_begun_line(begun, 2 + counted + others))
    before = begun
    for hand in game.hands:
        lines.append(_hand_line(hand, before, counted, others))
        before = hand.totals
    return lines


def _begun(game: SheetGame) -> tuple[int, ...]:
    """What the game was taken over with."""
    if not game.hands:
        return ()
    first = game.hands[0]
    columns = zip(first.totals, first.tricks, first.gained, first.other, strict=True)
    return tuple(total - (tricks or 0) - gained - (other or 0) for total, tricks, gained, other in columns)


def _begun_line(begun: tuple[int, ...], columns: int) -> SheetLine:
    cells = tuple((*[""] * (columns - 1), str(total)) for total in begun)
    return SheetLine("·", "", cells, tuple(("", str(total)) for total in begun))


def _hand_line(hand: SheetHand, before: tuple[int, ...], counted: bool, others: bool) -> SheetLine:
    cells, short = [], []
    for place, total in enumerate(hand.totals):
        tricks, count, gained, other = (part[place] for part in (hand.tricks, hand.count, hand.gained, hand.other))
        own = [_figure(tricks)]
        if counted:
            own.append(f"{_figure(count)} +{gained}".strip() if gained else _figure(count))
        if others:
            own.append(f"{other:+d}" if other else "")
        cells.append((*own, str(total)))
        short.append((f"+{total - before[place]}", str(total)))
    return SheetLine(hand.name or "·", "", tuple(cells), tuple(short))


def _open_line(line: SheetLine, hidden: bool) -> SheetLine:
    """The line of the hand in play: its total is not final, and may not be told at all."""
    cells, short = line.cells, line.short
    if hidden:
        cells = tuple(("…",) * len(own) for own in cells)
        short = tuple(("…",) * len(own) for own in short)
    return SheetLine(line.number, line.title, cells, short, in_play=True)


def _figure(points: int | None) -> str:
    return "" if points is None else str(points)
