"""Who sat at the table before: the last match for "same again", and the names and places that are offered. No Kivy."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice

from scorer.events import MatchStart
from scorer.log_file import LogError
from scorer.log_summaries import summaries
from scorer.match import MatchState
from scorer.match_summary import MatchSummary
from scorer.matchlog import MatchLog
from scorer.names import same_name, shown_name
from scorer.pitch import first_pitcher_of_next_game, next_pitcher
from scorer.seats import Seat

MATCHES = 40
"""Names come from so many matches, the last ones."""
NAMES, PLACES = 24, 6
"""So many are offered at most."""


@dataclass(frozen=True, slots=True)
class LastTable:
    """The match written to last: how it began, who pitches if the pitch goes on, and whether a rule says it does."""

    start: MatchStart
    next_pitcher: Seat | None
    pitch_goes_on: bool

    def words(self) -> str:
        """The players in the order of the seats; empty where no name was given."""
        named = (shown_name(self.start.names.get(seat, "")) for seat in self.start.seats)
        return ", ".join(name for name in named if name)


def last_table(log: MatchLog) -> LastTable | None:
    """The table of the match written to last; None in an empty log, or where that match can't be followed."""
    match_id = log.match_written_last()
    if match_id is None:
        return None
    try:
        state = log.state(match_id)
    except LogError:
        return None
    return LastTable(state.setup, *_pitch_after(state))


def _pitch_after(state: MatchState) -> tuple[Seat | None, bool]:
    """Who sits left of who pitched last, and whether the next match should begin with him.

    No rule binds one match to the next. Where a match has several games and the pitch goes on between them
    (RULES.md 3.4, 6), tables let it go on here too; a single game or legs begin with a new cut.
    """
    last = state.all_hands[-1].pitcher if state.all_hands else None
    if last is None:
        return state.pitcher, False
    goes_on = first_pitcher_of_next_game(state.variant, {}, last) is not None
    return next_pitcher(state.seats, last), goes_on


@dataclass(frozen=True, slots=True)
class Remembered:
    """Names and places of the last matches, those used last and most often first."""

    names: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


def remembered(log: MatchLog) -> Remembered:
    """What the last matches give to be offered; matches that can't be followed give nothing. Raises `LogError`."""
    names: Counter[str] = Counter()
    places: Counter[str] = Counter()
    spelt: dict[str, str] = {}
    for number, match in enumerate(islice(summaries(log, with_hands=False), MATCHES)):
        if not isinstance(match, MatchSummary):
            continue
        weight = MATCHES - number
        for name in filter(same_name, match.names):
            spelt.setdefault(same_name(name), shown_name(name))
            names[same_name(name)] += weight
        if same_name(match.place):
            spelt.setdefault(same_name(match.place), shown_name(match.place))
            places[same_name(match.place)] += weight
    first = tuple(spelt[name] for name, _ in names.most_common(NAMES))
    return Remembered(first, tuple(spelt[place] for place, _ in places.most_common(PLACES)))
