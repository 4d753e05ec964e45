"""The watch's thread: frames of a live view through a watcher, answers waited for, held, closed, what goes wrong."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mobile_table import new_session, reading, sighting

from mobile.camera.view import LiveView, Shown
from mobile.card_looker import CardLooker
from mobile.table_watch import Happened, TableWatch
from models.errors import WeightsError
from models.hand_facts import HandFacts
from models.looks import Look, WatchEvent
from models.reading import CardSighting, Reading
from scorer.cards import Card

PICTURE = np.zeros((48, 64, 3), np.uint8)
FIVE = Card.parse("5H")


class View(LiveView):
    """A view whose frames are put in by hand."""

    def __init__(self) -> None:
        super().__init__(lambda: self._never(), 1000.0)
        self.close()
        self._ended = False

    @staticmethod
    def _never() -> Any:
        raise AssertionError("nothing is opened here")

    def put(self, t_seconds: float, picture: Any = PICTURE) -> None:
        with self._changed:
            number = self._newest.number + 1 if self._newest else 1
            self._newest = Shown(number, picture, t_seconds)
            self._changed.notify_all()


class Scripted:
    """A watcher that gives the events of its script, one list a frame."""

    def __init__(self, script: list[list[str]], interval_s: float = 0.0) -> None:
        self.script, self.interval_s = script, interval_s
        self.fed: list[float] = []
        self.went_on: list[HandFacts] = []
        self.forced = 0
        self.last_look: Look | None = None
        self.lying: tuple[CardSighting, ...] = (sighting(FIVE, (30.0, 20.0)),)

    def feed(self, frame_bgr: Any, t_seconds: float, /) -> tuple[WatchEvent, ...]:
        self.fed.append(t_seconds)
        self.last_look = Look(t_seconds, True, True, 1.0, (64, 48), ())
        kinds = self.script.pop(0) if self.script else []
        if "fails" in kinds:
            raise RuntimeError("of a network")
        return tuple(self._event(kind, t_seconds) for kind in kinds)

    @staticmethod
    def _event(kind: Any, t_seconds: float) -> WatchEvent:
        return WatchEvent(kind, t_seconds, 1, (FIVE,))

    def finish(self, t_seconds: float, /) -> tuple[WatchEvent, ...]:
        return (self._event("closed", t_seconds),)

    def go_on(self, facts: HandFacts, /) -> None:
        self.went_on.append(facts)

    def read_now(self) -> None:
        self.forced += 1


def until(true: Callable[[], bool]) -> None:
    limit = time.monotonic() + 5
    while not true():
        assert time.monotonic() < limit, "waited in vain"
        time.sleep(0.002)


def fed(watcher: Scripted, count: int) -> None:
    until(lambda: len(watcher.fed) >= count)


def failed(watch: TableWatch) -> None:
    until(lambda: bool(watch.problem))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a frame."""
    monkeypatch.setattr("mobile.table_watch.FRAME_WAIT_S", 0.01)
    monkeypatch.setattr("mobile.card_looker.FRAME_WAIT_S", 0.01)


@pytest.fixture
def facts(tmp_path: Path) -> HandFacts:
    return new_session(tmp_path).facts


def test_events_come_in_order_and_a_closed_trick_is_waited_for(facts: HandFacts) -> None:
    view, got = View(), list[Happened]()
    watcher = Scripted([["appeared"], ["complete"], ["closed", "hand_over"], ["appeared"]])
    watch = TableWatch(view, lambda _facts, _size: watcher, facts, got.append)
    for number in range(3):
        view.put(float(number))
        fed(watcher, number + 1)
    until(lambda: len(got) == 3)
    assert [one.event.kind for one in got] == ["appeared", "complete", "closed"]
    assert got[1].picture is PICTURE and got[2].picture is PICTURE
    assert [mark.card for mark in watch.marks] == [FIVE] and watch.looks == 3 and watch.looked_at == 3
    view.put(3.0)
    time.sleep(0.02)
    assert len(watcher.fed) == 3, "nothing is looked at before the trick is entered"
    watch.go_on(facts, asked=True)
    until(lambda: len(watcher.fed) == 4)
    assert watcher.went_on == [facts] and watcher.forced == 1
    until(lambda: len(got) == 5)
    watch.close()


def test_it_can_be_held_and_goes_on_with_other_facts(facts: HandFacts) -> None:
    view, watcher = View(), Scripted([])
    watch = TableWatch(view, lambda _facts, _size: watcher, facts, lambda _happened: None)
    view.put(0.0)
    until(lambda: len(watcher.fed) == 1)
    watch.hold()
    view.put(1.0)
    time.sleep(0.03)
    assert len(watcher.fed) == 1
    watch.go_on(facts, asked=False)
    fed(watcher, 2)
    assert len(watcher.went_on) == 1 and watcher.forced == 0
    watch.close()


def test_frames_between_are_left_out_but_for_read_now(facts: HandFacts) -> None:
    view, watcher = View(), Scripted([], interval_s=10.0)
    watch = TableWatch(view, lambda _facts, _size: watcher, facts, lambda _happened: None)
    view.put(0.0)
    until(lambda: len(watcher.fed) == 1)
    view.put(1.0)
    time.sleep(0.02)
    assert watcher.fed == [0.0]
    watch.read_now()
    view.put(2.0)
    until(lambda: len(watcher.fed) == 2)
    assert watcher.fed[1] == 2.0 and watcher.forced == 1
    watch.close()


def test_another_size_of_frames_begins_anew_and_the_end_of_the_film_closes_the_trick(facts: HandFacts) -> None:
    view, got, made = View(), list[Happened](), list[tuple[int, int]]()

    def make(_facts: HandFacts, image_wh: tuple[int, int]) -> Scripted:
        made.append(image_wh)
        return Scripted([])

    watch = TableWatch(view, make, facts, got.append)
    view.put(0.0)
    until(lambda: watch.looks == 1)
    for t_seconds in (1.0, 2.0, 3.0):
        view.put(t_seconds, np.zeros((64, 48, 3), np.uint8))
        time.sleep(0.02)
    until(lambda: len(made) == 2)
    assert made == [(64, 48), (48, 64)] and not got
    view._end()
    until(lambda: len(got) == 1)
    assert got[0].event.kind == "closed"
    watch.close()


def test_what_goes_wrong_is_one_sentence(facts: HandFacts) -> None:
    def broken(_facts: HandFacts, _size: tuple[int, int]) -> Scripted:
        raise WeightsError("weights_missing", path="x.onnx")

    for make, said in ((broken, "x.onnx is missing"), (lambda _f, _s: Scripted([["fails"]]), "RuntimeError")):
        view = View()
        watch = TableWatch(view, make, facts, lambda _happened: None)
        view.put(0.0)
        failed(watch)
        assert said in watch.problem
        watch.close()


def test_read_now_begins_again_after_an_error(facts: HandFacts) -> None:
    view, made = View(), [Scripted([["fails"]]), Scripted([["fails"]]), Scripted([["appeared"]])]
    got, prepared = list[Happened](), list[int]()
    watchers = iter(made)
    watch = TableWatch(view, lambda _facts, _size: next(watchers), facts, got.append, lambda: prepared.append(1))
    view.put(0.0)
    failed(watch)
    for number in (1, 2):
        watch.read_now()
        assert watch.problem == "" and watch.reading
        view.put(float(number))
        if number == 1:
            failed(watch)
            assert not watch.reading, "nothing comes of it"
    until(lambda: bool(got))
    assert got[0].event.kind == "appeared" and watch.problem == "" and len(prepared) == 3
    view.put(3.0)
    until(lambda: not watch.reading)
    assert made[2].forced == 1
    watch.close()
    made[2].script.append(["fails"])
    watch.read_now()
    assert not watch._thread.is_alive(), "what is closed stays so"


def test_a_looker_reads_again_and_again_or_when_asked() -> None:
    view, read = View(), list[Any]()

    def look(picture: Any) -> Reading:
        read.append(picture)
        if len(read) == 2:
            raise RuntimeError("of a network")
        return reading([sighting(FIVE, (30.0, 20.0))])

    looker = CardLooker(view, look, on_request=True)
    view.put(0.0)
    time.sleep(0.02)
    assert not read and looker.seen is None and not looker.looking
    looker.look_now()
    until(lambda: looker.seen is not None and not looker.looking)
    view.put(1.0)
    looker.look_now()
    until(lambda: "RuntimeError" in looker.problem)
    assert looker.seen is not None and looker.seen.number == 1, "what was read before stays"
    view._end()
    looker.look_now()
    until(lambda: len(read) == 3 and not looker.looking)
    assert looker.problem == "" and looker.seen.number == 2, "of a film that is over the last frame"
    looker.close()
    again = CardLooker(View(), look)
    assert again.seen is None
    again.close()
    fresh = View()
    always = CardLooker(fresh, look)
    fresh.put(0.0)
    until(lambda: always.seen is not None)
    fresh.put(1.0)
    until(lambda: always.seen is not None and always.seen.number == 2)
    always.close()
