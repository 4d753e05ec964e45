"""The rows in which the totals of a hand are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from mobile.hand_totals import Totals, asks_count, asks_last_scoring, parts_told
from mobile.texts import label
from mobile.widgets.page_parts import ChoiceRow, Heading
from mobile.widgets.steppers import NumberBar
from mobile.wording import says_muck, side_name
from scorer.match import MatchState
from scorer.seats import Side


def totals_rows(state: MatchState, totals: Totals) -> Iterator[Any]:
    """A number for each side, the count where it decides, and who had what the numbers don't show."""
    for side in state.sides:
        yield Heading(text=label("totals_points", side=side_name(state, side)))
        change = partial(totals.points.__setitem__, side)
        yield NumberBar(change, totals.points[side], 0, state.variant.pegged_in_pack)
    for side in state.sides if asks_count(state) else ():
        code = "totals_muck" if says_muck(state.variant) else "totals_counts"
        yield Heading(text=label(code, side=side_name(state, side)))
        yield NumberBar(partial(totals.counts.__setitem__, side), totals.counts[side], 0, state.variant.counted_in_pack)
    for part in parts_told(state):
        title = label("totals_tens") if part == "tens" else label("totals_part", part=label(f"bonus_{part}"))
        yield _side_row(state, title, label("nobody"), totals.bonus.get(part), partial(_told, totals, part))
    if asks_last_scoring(state):
        set_last: Callable[[Side | None], object] = partial(setattr, totals, "last_scoring_side")
        yield _side_row(state, label("totals_last"), label("totals_open"), totals.last_scoring_side, set_last)
    set_first: Callable[[Side | None], object] = partial(setattr, totals, "first_out")
    yield _side_row(state, label("totals_first_out"), label("totals_open"), totals.first_out, set_first)


def _told(totals: Totals, part: str, side: Side | None) -> None:
    totals.bonus[part] = side


def _side_row(
    state: MatchState, title: str, none: str, chosen: Side | None, change: Callable[[Side | None], object]
) -> ChoiceRow:
    sides: list[Side | None] = [*state.sides, None]
    names = [*(side_name(state, side) for side in state.sides), none]
    return ChoiceRow(names, sides.index(chosen), lambda index: change(sides[index]), title=title, stacked=True)
