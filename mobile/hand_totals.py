"""Only the totals of a hand, where its cards were not entered: points by side, the count, who had which part of the
bonus."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorer.events import Count
from scorer.frozenmap import FrozenMap
from scorer.hand import counts_for_game, pegged_in_tricks
from scorer.match import MatchState
from scorer.seats import Side


@dataclass(slots=True)
class Totals:
    """What the table tells of a hand; it begins with what its tricks have given so far."""

    points: dict[Side, int] = field(default_factory=dict)
    counts: dict[Side, int] = field(default_factory=dict)
    bonus: dict[str, Side | None] = field(default_factory=dict)
    first_out: Side | None = None
    last_scoring_side: Side | None = None

    def event(self, state: MatchState) -> Count:
        """The entry that says it."""
        counts = FrozenMap(self.counts) if asks_count(state) else None
        told = FrozenMap({part: side for part, side in self.bonus.items() if side is not None})
        return Count(FrozenMap(self.points), counts, told, self.last_scoring_side, self.first_out)


def totals_of(state: MatchState) -> Totals:
    """Totals to begin with: what the tricks entered so far have pegged and count."""
    if state.hand is None:
        return Totals(dict.fromkeys(state.sides, 0), dict.fromkeys(state.sides, 0))
    return Totals(dict(pegged_in_tricks(state.hand, state.variant)), dict(counts_for_game(state.hand, state.variant)))


def asks_count(state: MatchState) -> bool:
    """Whether the count for game decides a part of the bonus."""
    return "game" in state.variant.bonus


def parts_told(state: MatchState) -> tuple[str, ...]:
    """The parts of the bonus that totals don't show, so that the table has to say who had them."""
    parts = tuple(part for part in state.variant.bonus if part != "game")
    return (*parts, "tens") if "tens" in state.variant.bonus_tie else parts


def asks_last_scoring(state: MatchState) -> bool:
    """Whether the side that took the last trick with points can decide the game (Irish Don)."""
    return state.variant.tie_rule != "none"
