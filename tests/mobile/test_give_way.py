"""A thread that reads pictures leaves the processor to the screen."""

import os
import sys
import threading

import pytest

from mobile.background import give_way


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives each thread a niceness of its own")
def test_only_the_thread_that_calls_gives_way() -> None:
    found: list[int] = []

    def work() -> None:
        give_way()
        found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [5]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before
