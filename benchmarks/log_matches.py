"""Matches to fill a log with: every variant, card by card and trick by trick, with undo, corrections and totals.

A few hundred truly different matches of random play are each told many times with another id, other players, another
place and another day: what a log costs depends on how much there is in it, not on whether two matches are alike.
Needs tests/scorer on the path: ``PYTHONPATH=tests/scorer``.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from random_play import FORMS, Match, disturbed_match, random_match

from scorer import __version__
from scorer.cards import Card, pack_of
from scorer.events import Correct, Count, Deal, Event, MatchStart, Play, Redo, Trick, Undo
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState, Phase
from scorer.matchlog import LogRow, MatchLog, utc_text
from scorer.referee import Refusal, admit, apply, replay

PLAYERS = (
    *(
        "Ann",
        "Bob",
        "Cyril",
        "Dot",
        "Elsie",
        "Frank",
        "Gwen",
        "Harry",
        "Ivy",
        "Jack",
        "Kath",
        "Les",
        "Maureen",
        "Norman",
    ),
    *("Olive", "Percy", "Queenie", "Ron", "Siân", "Tom", "Una", "Vic", "Winnie", "Zoë O'Brien", "Alf", "Betty"),
)
PLACES = ("The Red Lion", "Trades Club", "Ring o' Bells", "St Joseph's", "")
FIRST_DAY = datetime(2016, 9, 1, 19, 30, tzinfo=UTC)
FEWEST_EVENTS = 190
"""Shorter matches are left out, so that a match has about 200 entries."""


def different_matches(count: int, seed: int = 6) -> list[list[Event]]:
    """So many different records, each one that was admitted entry by entry."""
    rng = random.Random(seed)
    found: list[list[Event]] = []
    while len(found) < count:
        record = _any_record(rng)
        if len(record) >= FEWEST_EVENTS or rng.random() < 0.12:
            found.append(record)
    return found


def _any_record(rng: random.Random) -> list[Event]:
    kind = rng.random()
    if kind < 0.1:
        return _totals_only(rng)
    if kind < 0.25:
        return _admitted(disturbed_match(rng, hands=8).record)
    played = random_match(rng, hands=rng.choice([2, 40, 40, 40, 40]), known=rng.random() < 0.3)
    return _with_mistakes(rng, played.record)


def _admitted(record: Sequence[Event]) -> list[Event]:
    """What the referee takes of a record, one by one."""
    kept: list[Event] = []
    state: MatchState | None = None
    for event in record:
        answer = admit(kept, event, state)
        if not isinstance(answer, Refusal):
            kept.append(event)
            state = answer.after
    return kept


def _totals_only(rng: random.Random) -> list[Event]:
    """A match of which only the totals of each hand were entered."""
    name, options = rng.choice(FORMS)
    match = Match(rng, name, options, known=False)
    variant = match.variant
    while not match.state.match_over and len(match.state.hands) < 40:
        if match.state.pitcher is None or match.state.phase is Phase.GAME_OVER:
            match.start_game()
        assert match.state.pitcher is not None
        match.enter(Deal(match.state.dealer or match.state.pitcher))
        while match.state.phase is Phase.PLAYING:
            points, counts = (_split(rng, total, variant.sides) for total in (variant.pegged_in_pack, 80))
            side = rng.choice(variant.sides)
            told = FrozenMap({part: rng.choice(variant.sides) for part in ("high", "low", "jack", "tens")})
            count = Count(points, counts, told, side, side)
            for event in (count, replace(count, first_out=None)):
                if isinstance(apply(match.state, event), MatchState):
                    match.enter(event)
                    break
    return match.record


def _split(rng: random.Random, total: int, sides: Sequence[str]) -> FrozenMap[str, int]:
    first = rng.randint(0, total)
    return FrozenMap(zip(sides, [first, total - first, 0], strict=False))


def _with_mistakes(rng: random.Random, record: Sequence[Event]) -> list[Event]:
    """The record with entries taken back and made again, and wrong cards set right."""
    told: list[Event] = []
    state: MatchState | None = None
    for event in record:
        if rng.random() < 0.02 and len(told) > 2:
            told += [Undo(), Redo()] if rng.random() < 0.5 else [event, Undo()] if _fits(state, event) else []
        wrong = _misread(rng, state, event) if state is not None and rng.random() < 0.02 else ()
        after = apply(state, event)
        assert isinstance(after, MatchState)
        if wrong and _comes_to(told, wrong, after):
            told += wrong
        else:
            told.append(event)
        state = after
    return told


def _fits(state: MatchState | None, event: Event) -> bool:
    return isinstance(apply(state, event), MatchState)


def _misread(rng: random.Random, state: MatchState, event: Event) -> tuple[Event, ...]:
    """The last card of the event read wrongly, and the correction of it."""
    hand = state.hand
    if hand is None or not isinstance(event, Play | Trick) or not hand.tricks:
        return ()
    cards = (event.card,) if isinstance(event, Play) else event.cards
    free = [card for card in pack_of(state.variant.pack).cards if card not in hand.cards_gone and card not in cards]
    card = rng.choice(free) if free else Card.parse("2C")
    position = len(hand.current) if isinstance(event, Play) else len(cards) - 1
    right = Correct(hand.number, len(hand.tricks) + 1, position, cards[-1], by="Ann", reason="misread")
    if isinstance(event, Play):
        return replace(event, card=card), right
    return replace(event, cards=(*cards[:-1], card)), right


def _comes_to(told: Sequence[Event], entries: Sequence[Event], wanted: MatchState) -> bool:
    """Whether the referee admits these entries, and the match then stands as if no mistake had been made."""
    recorded = list(told)
    for entry in entries:
        answer = admit(recorded, entry)
        if isinstance(answer, Refusal):
            return False
        recorded.append(entry)
    return replay(recorded).hands == wanted.hands


def told_again(rng: random.Random, record: Sequence[Event], number: int, count: int) -> tuple[str, list[LogRow]]:
    """The record as match ``number`` of ``count``: its id, and its rows with other players, place and day."""
    start = record[0]
    assert isinstance(start, MatchStart)
    match_id = str(uuid.UUID(int=rng.getrandbits(128), version=4))
    names = FrozenMap(zip(start.seats, rng.sample(PLAYERS, len(start.seats)), strict=True))
    first = replace(start, match_id=match_id, names=names, place=rng.choice(PLACES))
    at = FIRST_DAY + timedelta(days=3650 * number // count, minutes=rng.randrange(150))
    step = timedelta(seconds=rng.randint(8, 20))
    events: Iterator[Event] = iter((first, *record[1:]))
    return match_id, [LogRow(n, utc_text(at + n * step), __version__, event) for n, event in enumerate(events, 1)]


def fill(log: MatchLog, records: Sequence[Sequence[Event]], first: int, last: int, count: int, seed: int = 7) -> int:
    """Write the matches from ``first`` up to ``last`` of ``count`` in transactions of 100; gives how many entries."""
    entries = 0
    for begin in range(first, last, 100):
        with log.file.transaction():
            for number in range(begin, min(begin + 100, last)):
                rng = random.Random(f"{seed}-{number}")
                match_id, rows = told_again(rng, rng.choice(records), number, count)
                log.add(match_id, rows)
                entries += len(rows)
    return entries
