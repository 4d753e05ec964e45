"""The proof of the watcher: what it watches, how it goes on after a stop, and six hands of it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import pytest

from benchmarks.watch_hand import busy_spans
from benchmarks.watch_keep import KeptPlay, KeptTrick
from benchmarks.watch_proof import ProofError, code_hash, drop_half_line, key_of, left_to_do, main, read_lines
from benchmarks.watch_report import DIFFICULTIES, RIGHT_FLOOR, count, tricks_of, wilson
from benchmarks.watch_tasks import Task, tasks_of_empty_table, tasks_of_hands
from scorer.cards import Card
from scorer.seats import Seat

NAMES = tuple(f"mishap_{number}" for number in range(15))


def test_the_proof_meets_every_mishap_at_every_difficulty() -> None:
    tasks = list(tasks_of_hands(5007, 200, 10.0, NAMES))
    met: Counter[tuple[str, str]] = Counter((task.difficulty, name) for task in tasks for name in task.mishaps)
    assert min(met[level, name] for level in ("easy", "normal", "hard") for name in NAMES) >= 7
    assert min(sum(met[level, name] for level in DIFFICULTIES) for name in NAMES) >= 20
    assert all(len(set(task.mishaps)) == 2 for task in tasks)
    partners = {frozenset(task.mishaps) for task in tasks}
    assert len(partners) > 4 * len(NAMES), "rounds have other partners"
    assert sum(task.variant == "phat" for task in tasks) == 20
    assert [task.seed for task in tasks[:3]] == [5007000, 5007001, 5007002]


def test_the_empty_table_lasts_as_long_as_asked() -> None:
    pieces = list(tasks_of_empty_table(5007, 150.0, 10.0))
    assert [piece.seconds for piece in pieces] == [60.0, 60.0, 30.0]
    assert len({piece.difficulty for piece in pieces}) == 3


def line_for(task: Task, code: str) -> str:
    """As the proof writes it, without what was watched."""
    values = {name: getattr(task, name) for name in Task.__dataclass_fields__}
    return json.dumps(values | {"opencv": cv2.__version__, "code": code}) + "\n"


def test_a_stopped_run_goes_on_with_what_is_left(tmp_path: Path) -> None:
    tasks = list(tasks_of_hands(5007, 4, 10.0, NAMES))
    path = tmp_path / "proof.jsonl"
    path.write_text(line_for(tasks[2], "abc") + line_for(tasks[0], "abc")[:40], encoding="utf-8")
    drop_half_line(path)
    assert [line["number"] for line in read_lines(path)] == [2]
    assert left_to_do(tasks, path, "abc") == [tasks[0], tasks[1], tasks[3]]
    other_rate = list(tasks_of_hands(5007, 4, 15.0, NAMES))
    assert left_to_do(other_rate, path, "abc") == other_rate


def test_a_film_that_broke_is_not_watched_again(tmp_path: Path) -> None:
    (task,) = tasks_of_hands(5007, 1, 10.0, NAMES)
    done = json.loads(line_for(task, "abc"))
    assert key_of(done | {"kind": "broken", "broken": "hand"}) == key_of(done)


def test_results_of_other_code_are_refused(tmp_path: Path) -> None:
    tasks = list(tasks_of_hands(5007, 1, 10.0, NAMES))
    path = tmp_path / "proof.jsonl"
    path.write_text(line_for(tasks[0], "abc"), encoding="utf-8")
    with pytest.raises(ProofError, match="other code"):
        left_to_do(tasks, path, "abd")
    path.write_text("not a result\n", encoding="utf-8")
    with pytest.raises(ProofError, match="Line 1 of"):
        read_lines(path)
    assert len(code_hash()) == 12


@pytest.mark.parametrize(
    "call",
    [
        ["--hands", "0"],
        ["--hands", "3", "--fps", "0"],
        ["--hands", "3", "--jobs", "0"],
        ["--empty", "-1"],
        ["--memory", "0"],
        ["--report", "nowhere.jsonl"],
        ["--replay", "nowhere"],
    ],
)
def test_bad_input_is_one_sentence(call: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main([*call, "--out", str(tmp_path / "out.jsonl")]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and said.err.endswith(".\n")
    assert not (tmp_path / "out.jsonl").exists()


def test_a_long_wait_is_at_rest_and_a_sweep_is_not() -> None:
    downs = (10.0, 11.0, 12.0, 27.0)
    plays = tuple(KeptPlay(seat, Card.parse("2C"), t) for seat, t in zip(Seat, downs, strict=True))
    trick = KeptTrick(1, Seat.N, plays, 27.5, 31.0, ())
    spans = busy_spans([trick])

    def busy(t: float) -> bool:
        return any(start <= t <= end for start, end in spans)

    assert [busy(t) for t in (7.0, 9.0, 13.9, 18.0, 25.5, 29.5, 32.9, 33.5)] == [
        *(False, True, True, False, True, True, True, False)
    ]


@pytest.mark.slow
def test_six_hands_hold_the_floors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The code of `make watch-proof` on two hands of each difficulty; the looks kept replay to the same verdict."""
    out, kept = tmp_path / "proof.jsonl", tmp_path / "kept"
    main(["--hands", "6", "--bundled", "--jobs", "2", "--out", str(out), "--keep", str(kept)])
    text = capsys.readouterr().out
    hands = read_lines(out)
    assert sorted(hand["number"] for hand in hands) == list(range(6)), text
    assert sum(hand["false"] for hand in hands) == 0, text
    for level in DIFFICULTIES:
        tricks = tricks_of(hand for hand in hands if hand["difficulty"] == level)
        silent = count(tricks, "outcome", "silent") + count(tricks, "outcome", "missed")
        assert silent <= (1 if level == "hard" else 0), text
        likely = wilson(count(tricks, "outcome", "right"), len(tricks))
        assert likely[1] >= RIGHT_FLOOR[level], text
    whole = out.read_bytes()
    main(["--hands", "6", "--bundled", "--jobs", "2", "--out", str(out)])
    assert out.read_bytes() == whole
    assert verdicts_again(kept) == {hand["number"]: hand["tricks"] for hand in hands}


def verdicts_again(kept: Path) -> dict[int, list[dict[str, object]]]:
    """The tricks of each hand judged once more from its looks."""
    from benchmarks.watch_replay import replay_folder

    lines = json.loads(json.dumps(replay_folder(kept)))
    return {line["number"]: line["tricks"] for line in lines}
