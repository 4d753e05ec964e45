"""Matches of a league evening for tests: real play, its winner named as wanted, in a log of some phone."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from random_play import Match

from scorer import __version__
from scorer.events import Concede, Event, GameStart, start_of_match
from scorer.matchlog import LogRow, MatchLog, new_match_id, utc_text
from scorer.referee import Refusal
from scorer.seats import Seat
from scorer.variant import load_variant

LANCASHIRE = "nine_card_lancashire"
Pair = Sequence[str]


@dataclass(frozen=True)
class Played:
    """A match with its events and when it began and ended."""

    match_id: str
    events: tuple[Event, ...]
    began: datetime
    ended: datetime


def names_of(one: Pair, other: Pair) -> dict[Seat, str]:
    return {Seat.N: one[0], Seat.S: one[1], Seat.E: other[0], Seat.W: other[1]}


def played(
    rng: random.Random,
    winners: Pair,
    losers: Pair,
    began: datetime,
    minutes: int = 20,
    options: dict[str, object] | None = None,
) -> Played:
    """A whole match of legal play that ``winners`` have won, wherever they sat."""
    match = Match(rng, LANCASHIRE, options or {})
    state = match.play()
    assert state.match_winner is not None
    names = names_of(winners, losers) if state.match_winner == "NS" else names_of(losers, winners)
    match_id = new_match_id()
    events = (start_of_match(match_id, match.variant, names), *match.record[1:])
    return Played(match_id, events, began, began + timedelta(minutes=minutes))


def conceded(winners: Pair, losers: Pair, began: datetime, match_id: str | None = None, minutes: int = 20) -> Played:
    """The shortest match that somebody has won: the others gave up at once."""
    match_id = match_id or new_match_id()
    start = start_of_match(match_id, load_variant(LANCASHIRE), names_of(winners, losers))
    return Played(match_id, (start, GameStart(Seat.N), Concede("EW")), began, began + timedelta(minutes=minutes))


def write(log: MatchLog, match: Played, name: str | None = None) -> None:
    """Enter a match, its first event when it began and the others when it ended.

    ``name``: put in as it is, under this name, as another telling of the match.
    """
    if name is None:
        for events, at in ((match.events[:1], match.began), (match.events[1:], match.ended)):
            answer = log.record_all(match.match_id, events, at)
            assert not isinstance(answer, Refusal), answer
        return
    times = [utc_text(match.began), *[utc_text(match.ended)] * (len(match.events) - 1)]
    rows = [
        LogRow(seq, at, __version__, event)
        for seq, (at, event) in enumerate(zip(times, match.events, strict=True), start=1)
    ]
    log.add(name, rows)


def phone(path: Path, matches: Iterable[Played]) -> Path:
    """A log that has these matches."""
    with MatchLog(path) as log:
        for match in matches:
            write(log, match)
    return path
