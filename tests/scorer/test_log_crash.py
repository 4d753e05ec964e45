"""A twentieth of the proof that a killed program loses nothing (`make log-proof`), and that the proof would notice."""

import os
import random
from pathlib import Path

import pytest
from log_crash import check, run, unfinished
from log_meant import Script, script_of, take

from scorer.matchlog import MatchLog


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a child is started by fork")
def test_a_program_killed_50_times_loses_nothing_acknowledged(tmp_path: Path) -> None:
    tally = run(50, 2026, tmp_path)
    assert tally.faults == []
    assert tally.trials == 50 and tally.acknowledged > 100 and tally.within_commit > 0
    assert list(tmp_path.iterdir()) == []
    assert "50 trials" in tally.sentences(1) and "nothing was lost" in tally.sentences(1)


@pytest.fixture(scope="module")
def script() -> Script:
    return script_of(random.Random(2), reopening=False)


def written(path: Path, script: Script, steps: int) -> MatchLog:
    log = MatchLog(path)
    for step in script.steps[:steps]:
        take(log, step, lambda: log)
    return log


def test_the_proof_notices_a_lost_step_and_an_impossible_log(tmp_path: Path, script: Script) -> None:
    path = tmp_path / "don.sqlite3"
    written(path, script, 6).close()
    meant = [place for place in (5, 6) if script.held[place] == script.held[6]]
    assert check(path, script, 6, copied=True) == ("", 6)
    assert check(path, script, 5, copied=True) == ("", meant[0])
    fault, _ = check(path, script, 8, copied=True)
    assert "8 steps acknowledged, the log stands after [6]" in fault
    assert check(path, script, 6, copied=False) == ("", 6), "the next step is carried out"
    assert check(path, script, 7, copied=True) == ("", 7)
    path.write_bytes(path.read_bytes()[:8192])
    assert "can't be gone on with" in check(path, script, 7, copied=True)[0]


def test_an_unfinished_transaction_is_seen_in_the_write_ahead_file(tmp_path: Path, script: Script) -> None:
    """What ends with a commit is finished; a byte less is not."""
    path, ends, wal = tmp_path / "don.sqlite3", [], Path(f"{tmp_path}/don.sqlite3-wal")
    log = MatchLog(path)
    for step in script.steps[:12]:
        take(log, step, lambda: log)
        ends.append(wal.stat().st_size)
    whole = wal.read_bytes()
    log.close()
    for end in (*ends, 32, 0):
        assert not unfinished(whole[:end])
    for end in (*ends, 32):
        assert unfinished(whole[: end - 1])
    frames = range(32 + 4120, ends[-1], 4120)
    committed = {end for end in frames if not unfinished(whole[:end])}
    assert set(ends[:-1]) <= committed and len(committed) == len(ends), "each step, and the tables before them"
    torn = bytearray(whole)
    torn[-1] ^= 1
    assert unfinished(bytes(torn))
