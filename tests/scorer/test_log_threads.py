"""Several threads on one log: each waits for the others, nobody writes into another's transaction."""

import threading
from datetime import timedelta
from pathlib import Path

from log_entries import NOON
from log_evenings import named
from scorer_table import trick

from scorer.events import Undo
from scorer.history import matches
from scorer.log_summaries import rebuild
from scorer.matchlog import MatchLog
from scorer.referee import Admission, replay

ROUNDS = 20


def test_a_match_goes_on_while_another_thread_sums_up(tmp_path: Path) -> None:
    faults: list[Exception] = []
    over = threading.Event()
    with MatchLog(tmp_path / "don.sqlite3") as log:

        def sum_up() -> None:
            try:
                while not over.is_set():
                    rebuild(log)
                    matches(log)
            except Exception as error:
                faults.append(error)

        for event in named("m1"):
            assert isinstance(log.record("m1", event, NOON), Admission)
        other = threading.Thread(target=sum_up)
        other.start()
        for number in range(ROUNDS):
            at = NOON + timedelta(seconds=number)
            answer = log.record_all("m1", [trick("N", "AH 2H 3H 4H"), Undo()], at)
            assert isinstance(answer, tuple), answer
            assert log.state("m1") == replay(log.events("m1"))
        over.set()
        other.join()
        assert not faults
        assert [entry.running for entry in matches(log).entries] == [True]
        assert len(log.rows("m1")) == len(named("m1")) + 2 * ROUNDS


def test_a_transaction_is_its_threads_own(tmp_path: Path) -> None:
    """What another thread enters meanwhile is not taken back with it."""
    with MatchLog(tmp_path / "don.sqlite3") as log:
        begun = threading.Event()
        answers: list[object] = []

        def enter() -> None:
            begun.set()
            answers.append(log.record("m2", named("m2")[0], NOON))

        other = threading.Thread(target=enter)
        try:
            with log.file.transaction():
                log.record("m1", named("m1")[0], NOON)
                other.start()
                assert begun.wait(5)
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            pass
        other.join()
        assert isinstance(answers[0], Admission)
        assert [match.match_id for match in log.matches()] == ["m2"]
