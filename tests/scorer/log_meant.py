"""What a program meant to write to a log: a script of steps, and what the log holds after each of them.

For the proofs that nothing is lost: `log_crash`, `log_power`, `log_damage`.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal
from uuid import UUID

from random_play import FORMS, Match, any_event
from scorer_table import match_start

from scorer import __version__
from scorer.cards import Card, pack_of
from scorer.events import Correct, Event, Note, Penalty, Play, Recount, Redo, Trick, Undo
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState
from scorer.matchlog import LogRow, MatchLog, utc_text
from scorer.referee import Admission, admit, replay

Held = Mapping[str, tuple[LogRow, ...]]
"""The entries of every match of a log."""
FIRST = datetime(2026, 3, 1, 19, tzinfo=UTC)
JPEG = b"\xff\xd8\xff\xe0" + b"a picture " * 4000 + b"\xff\xd9"
"""As large as a kept picture; nothing here decodes it."""


@dataclass(frozen=True, slots=True)
class Step:
    """One call that is acknowledged when it returns: events recorded, a picture kept, a match removed, or reopening."""

    act: Literal["record", "picture", "remove", "reopen"]
    match_id: str = ""
    events: tuple[Event, ...] = ()
    at: datetime = FIRST


@dataclass(frozen=True, slots=True)
class Script:
    """Steps, and what the log holds before the first and after each of them: one more than steps."""

    steps: tuple[Step, ...]
    held: tuple[Held, ...]

    def places_of(self, held: Held) -> list[int]:
        """After how many steps the log holds just this; none where it never should."""
        return [place for place, meant in enumerate(self.held) if meant == held]


def held_by(log: MatchLog) -> Held:
    """Everything recorded in a log, entry by entry."""
    return {match.match_id: log.rows(match.match_id) for match in log.matches()}


def take(log: MatchLog, step: Step, again: Callable[[], MatchLog]) -> MatchLog:
    """Carry out a step; the log to go on with, opened by ``again`` where the step closes it.

    `AssertionError` if the referee refuses what was admitted before.
    """
    if step.act == "record":
        answer = log.record_all(step.match_id, step.events, step.at)
        assert isinstance(answer, tuple), answer
    elif step.act == "picture":
        with log.file.transaction():
            log.file.execute(
                "INSERT OR REPLACE INTO pictures (match, seq, at_utc, jpeg) "
                "SELECT key, 1, ?, ? FROM matches WHERE match_id = ?",
                (utc_text(step.at), JPEG, step.match_id),
            )
    elif step.act == "remove":
        log.remove(step.match_id)
    else:
        log.close()
        return again()
    return log


# Making scripts


def busy_record(rng: random.Random, match_id: str, hands: int, form: int | None = None) -> list[Event]:
    """A match of some variant with undo, redo, corrections, recounts, penalties and notes, all admitted."""
    name, options = FORMS[rng.randrange(len(FORMS)) if form is None else form]
    played = Match(rng, name, options, known=rng.random() < 0.3)
    played.play(hands)
    start = replace(match_start(played.record), match_id=match_id)
    record: list[Event] = [start]
    state = replay(record)
    for event in played.record[1:]:
        for entry in (*_before(rng, state), event, *_after(rng, state, event)):
            answer = admit(record, entry, state)
            if isinstance(answer, Admission):
                record.append(entry)
                state = answer.after
    return record


def _before(rng: random.Random, state: MatchState) -> tuple[Event, ...]:
    """Nothing mostly, else something that needs no card."""
    if rng.random() > 0.12:
        return ()
    side = rng.choice(state.sides)
    spilt: FrozenMap[str, str | int] = FrozenMap([("seat", "N"), ("pints", rng.randint(1, 3))])
    count = FrozenMap(zip(state.sides, (rng.randint(30, 50), rng.randint(20, 30), 0), strict=False))
    return (
        rng.choice(
            [
                Note("spilt", spilt),
                Penalty(side, rng.randint(1, 3), "talked"),
                Recount(len(state.hands) or 1, count, by="Siân", reason="counted again"),
                any_event(rng, state.variant, state),
            ]
        ),
    )


def _after(rng: random.Random, state: MatchState, event: Event) -> tuple[Event, ...]:
    """Nothing mostly, else what leaves the match as it was: undo and redo, a wrong card and the right one again."""
    if rng.random() > 0.15:
        return ()
    ways: list[tuple[Event, ...]] = [(Undo(), Redo()), (Undo(), event), (Undo(), Undo(), Redo(), Redo())]
    if isinstance(event, Play | Trick) and state.hand is not None:
        trick = len(state.hand.tricks) + 1
        position = len(state.hand.current) if isinstance(event, Play) else len(event.cards) - 1
        card = event.card if isinstance(event, Play) else event.cards[-1]
        wrong: Card = rng.choice(pack_of(state.variant.pack).cards)
        hand = len(state.hands) + 1
        ways += [
            (
                Correct(hand, trick, position, wrong, by="Ann", reason="misread"),
                Correct(hand, trick, position, card, by="Bob"),
            )
        ] * 3
    return rng.choice(ways)


def script_of(rng: random.Random, matches: int = 3, hands: int = 2, *, reopening: bool = True) -> Script:
    """Several matches, now and then one beside another; some steps write several events at once."""
    records: dict[str, list[Event]] = {}
    for _ in range(matches):
        match_id = str(UUID(int=rng.getrandbits(128), version=4))
        records[match_id] = busy_record(rng, match_id, hands)
    places, steps, at = dict.fromkeys(records, 0), list[Step](), FIRST
    running = rng.choice(list(records))
    while records:
        at += timedelta(milliseconds=rng.randint(0, 40_000))
        if rng.random() < 0.02 and reopening:
            steps.append(Step("reopen"))
        elif rng.random() < 0.03 and places[running]:
            steps.append(Step("picture", running, at=at))
        else:
            many = rng.choice((1, 2, 5, 40)) if rng.random() < 0.3 else 1
            place = places[running]
            steps.append(Step("record", running, tuple(records[running][place : place + many]), at))
            places[running] += many
        if places[running] >= len(records[running]):
            del records[running]
            if rng.random() < 0.4:
                steps.append(Step("remove", running))
            running = rng.choice(list(records)) if records else ""
        elif rng.random() < 0.03:
            running = rng.choice(list(records))
    return told(steps)


def told(steps: Sequence[Step], before: Held | None = None) -> Script:
    """The script with what the log holds after each step."""
    held: list[Held] = [dict(before or {})]
    for step in steps:
        now = dict(held[-1])
        if step.act == "record":
            rows = now.get(step.match_id, ())
            numbered = enumerate(step.events, len(rows) + 1)
            new = [LogRow(seq, utc_text(step.at), __version__, event) for seq, event in numbered]
            now[step.match_id] = (*rows, *new)
        elif step.act == "remove":
            del now[step.match_id]
        held.append(now)
    return Script(tuple(steps), tuple(held))
