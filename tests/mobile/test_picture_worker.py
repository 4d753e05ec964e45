"""Pictures are read on a thread of their own; the newest request wins, and nothing that goes wrong ends it."""

import queue
import threading

import pytest
from mobile_table import BLANK, reading

from mobile.camera.source import Frame, Picture
from mobile.picture_worker import PictureRead, PictureWorker
from models.errors import PictureError
from models.reading import Reading


class Pictures:
    """A source of given frames and faults."""

    name = "the test"
    position = ""

    def __init__(self, *items: Frame | Exception) -> None:
        self.items = list(items)
        self.closed = False

    def read(self) -> Frame | None:
        if not self.items:
            return None
        item = self.items.pop(0)
        if isinstance(item, Exception):
            raise item
        return item

    def close(self) -> None:
        self.closed = True


def frame(name: str) -> Frame:
    return Frame(BLANK, name)


def test_each_request_is_answered_and_faults_are_sentences() -> None:
    source = Pictures(frame("a"), PictureError("picture_empty", path="b.jpg"), RuntimeError("boom"), frame("c"))
    answers: queue.Queue[PictureRead] = queue.Queue()
    worker = PictureWorker(source, lambda _: reading([]), answers.put)
    got = []
    for _ in range(5):
        worker.request()
        got.append(answers.get(timeout=5))
    worker.close()
    assert [answer.frame.name if answer.frame else None for answer in got] == ["a", None, None, "c", None]
    for fault in (got[1], got[2], got[4]):
        assert fault.reading is None and fault.problem.endswith(".") and "Traceback" not in fault.problem
    assert source.closed


@pytest.mark.parametrize("overtake", ["request", "forget"])
def test_an_overtaken_picture_is_not_delivered(overtake: str) -> None:
    started, go_on = threading.Event(), threading.Event()

    def look(picture: Picture) -> Reading:
        started.set()
        assert go_on.wait(5)
        return reading([])

    answers: queue.Queue[PictureRead] = queue.Queue()
    worker = PictureWorker(Pictures(frame("old"), frame("new")), look, answers.put)
    worker.request()
    assert started.wait(5)
    getattr(worker, overtake)()
    go_on.set()
    if overtake == "forget":
        worker.request()
    answer = answers.get(timeout=5)
    worker.close()
    assert answer.frame is not None and answer.frame.name == "new"
    assert answers.empty()
