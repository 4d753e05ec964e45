"""The watcher on one easy drawn film, a whole hand of nine tricks: right, repeatable, and no larger as it goes on."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
import pytest

from benchmarks.watch_judge import Judge
from benchmarks.watch_memory import Looped
from benchmarks.watch_table import Table
from datasets.games import Film, FilmFrame, film
from models.looks import Look, WatchEvent
from models.reader import CardReader
from models.table_view import TableView
from models.trick_follower import TrickFollower
from models.watcher import Watcher

pytestmark = pytest.mark.slow
FPS = 10
VARIANT = "nine_card_lancashire"
AGAIN_S = 16.0
"""So much of the film is watched a second time."""
LOOPED = 100
"""Frames of the loop for the memory: a trick and a half."""
LOOPS = 6
GROWTH = 100_000
"""Bytes by which memory may grow from the third loop to the last; a small picture has 77,000."""


@dataclass
class Watched:
    """What the watcher gave: each look, and the events of each feed with some."""

    looks: list[Look] = field(default_factory=list)
    events: list[WatchEvent] = field(default_factory=list)


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader.load()


@pytest.fixture(scope="module")
def hand() -> Film:
    return film(3, "easy", drawn_only=True)


def frames(hand: Film, seconds: float) -> Iterator[FilmFrame]:
    return islice(hand.frames(FPS), round(seconds * FPS))


def watch(hand: Film, reader: CardReader, seconds: float, judge: Judge | None = None) -> Watched:
    """Watches the film from its beginning; each closed trick is recorded as it was played."""
    table = Table(VARIANT, hand.played.pitcher)
    judge = judge or Judge(hand.tricks, table)
    watcher, found = Watcher(reader, table.facts(), TableView(bottom=hand.bottom)), Watched()
    for frame in frames(hand, seconds):
        events = watcher.feed(frame.picture, frame.t_seconds)
        if watcher.last_look is not None:
            found.looks.append(watcher.last_look)
        _go_on(events, judge, watcher, found)
    if seconds >= hand.duration_s:
        _go_on(watcher.finish(hand.duration_s), judge, watcher, found)
    return found


def follow(hand: Film, looks: list[Look], reader: CardReader) -> list[WatchEvent]:
    """The events of recorded looks, without a picture."""
    table = Table(VARIANT, hand.played.pitcher)
    judge = Judge(hand.tricks, table)
    follower, found = TrickFollower(reader.calibration, table.facts(), TableView(bottom=hand.bottom)), Watched()
    for look in looks:
        _go_on(follower.take(look), judge, follower, found)
    _go_on(follower.finish(hand.duration_s), judge, follower, found)
    return found.events


def _go_on(events: tuple[WatchEvent, ...], judge: Judge, watcher: Watcher | TrickFollower, found: Watched) -> None:
    found.events += events
    facts = judge.take(events)
    if facts is not None:
        watcher.go_on(facts)


@pytest.fixture(scope="module")
def watched(hand: Film, reader: CardReader) -> Watched:
    return watch(hand, reader, hand.duration_s + 1)


def closed(watched: Watched) -> list[WatchEvent]:
    return [event for event in watched.events if event.kind == "closed"]


def test_each_of_the_nine_tricks_is_closed_as_it_was_played(hand: Film, watched: Watched) -> None:
    found = closed(watched)
    assert [event.trick for event in found] == list(range(1, 10))
    for event, truth in zip(found, hand.tricks, strict=True):
        assert event.proposal is not None and event.proposal.ready
        assert event.proposal.leader == truth.leader
        assert [(c.seat, c.card) for c in event.proposal.cards] == [(p.seat, p.card) for p in truth.plays]


def test_a_trick_is_complete_before_it_is_cleared_and_closed_after(hand: Film, watched: Watched) -> None:
    for truth in hand.tricks:
        mine = [event for event in watched.events if event.trick == truth.number]
        complete = next(event for event in mine if event.kind == "complete")
        (shut,) = [event for event in mine if event.kind == "closed"]
        assert truth.t_complete - 0.5 <= complete.t_seconds <= truth.t_cleared
        assert truth.t_cleared - 0.7 <= shut.t_seconds <= truth.t_cleared + 3.0
        shown = [set(event.cards) for event in mine if event.kind == "appeared"]
        assert shown == sorted(shown, key=len) and len(shown[-1]) == 4


def test_the_hand_is_over_once_with_its_last_trick(watched: Watched) -> None:
    assert [event.kind for event in watched.events].count("hand_over") == 1
    last = watched.events[[event.kind for event in watched.events].index("hand_over") - 1]
    assert (last.kind, last.trick) == ("closed", 9)


def test_the_looks_come_back_from_their_record_and_give_the_same_events(
    hand: Film, reader: CardReader, watched: Watched
) -> None:
    recorded = [Look.from_json(look.to_json()) for look in watched.looks]
    assert recorded == watched.looks
    assert follow(hand, recorded, reader) == watched.events


def test_far_fewer_frames_are_read_than_come(hand: Film, watched: Watched) -> None:
    assert len(watched.looks) < 0.4 * FPS * hand.duration_s
    times = np.array([look.t_seconds for look in watched.looks])
    assert np.all(np.diff(times) > 0.1)


def test_the_same_frames_give_the_same_looks_and_events(hand: Film, reader: CardReader, watched: Watched) -> None:
    again = watch(hand, reader, AGAIN_S)
    assert len(again.looks) > 20 and closed(again)
    assert again.looks == watched.looks[: len(again.looks)]
    assert again.events == watched.events[: len(again.events)]


def test_memory_does_not_grow_from_hand_to_hand(hand: Film, reader: CardReader) -> None:
    """The film's beginning again and again, each time as a new hand."""
    pictures = [frame.picture.copy() for frame in frames(hand, LOOPED / FPS)]
    looped, held = Looped(hand, VARIANT, reader), []
    tracemalloc.start()
    for step in range(LOOPS * LOOPED):
        if step and step % LOOPED == 0:
            gc.collect()
            held.append(tracemalloc.get_traced_memory()[0])
            looped.begin_again()
        looped.feed(pictures[step % LOOPED], step / FPS)
    tracemalloc.stop()
    assert looped.watcher.looks > LOOPS * 10
    assert max(held[3:]) - held[2] < GROWTH
