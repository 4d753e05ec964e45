"""`make train` as it is used: killed, gone on with, exported (needs torch: `make train-smoke`)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tiny_training import spread_identifier, spread_locator, write_crops, write_scenes

torch: Any = pytest.importorskip("torch", reason="training needs torch: make train-smoke runs this in .venv-train")

from models.training import train  # noqa: E402 - after the skip
from models.training.locator_network import export_onnx as export_locator  # noqa: E402
from models.training.networks import export_onnx as export_identifier  # noqa: E402
from models.weights import load_weights  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]


def words(folder: Path, *more: str) -> list[str]:
    named = [part for name in ("run", "crops", "scenes", "start") for part in (f"--{name}", str(folder / name))]
    return ["--quick", "--threads", "1", *named, *more]


def test_the_options_become_a_job(tmp_path: Path) -> None:
    job = train.job_of(train.options([]))
    assert (job.run, job.crops, job.minutes, job.plan.side) == (Path("runs/train"), Path("runs/crops"), 120, 576)
    quick = train.job_of(train.options(words(tmp_path, "--minutes", "3")))
    assert (quick.run, quick.minutes, quick.plan) == (tmp_path / "run", 3, train.QUICK)
    assert train.job_of(train.options(["--device", "0"])).plan.locator_batch == 64


def test_one_training_in_a_folder_at_a_time_and_an_earlier_one_is_kept(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with train.alone(run):
        message = f"A training is running in {run} already: wait for it, or name another --run"
        with pytest.raises(ValueError, match=message), train.alone(run):
            pass
    (run / "mark").touch()
    train.set_aside(run)
    train.set_aside(run)
    assert not run.exists()
    (run).mkdir()
    train.set_aside(run)
    assert (tmp_path / "run-1" / "mark").exists()
    assert (tmp_path / "run-2").is_dir()


def prepare(folder: Path) -> None:
    """Data so that nothing is left to draw, and networks to start from."""
    plan = train.QUICK
    write_crops(folder / "crops", plan.shard_size)
    write_scenes(folder / "scenes", plan.scenes, plan.held_out_scenes)
    (folder / "start").mkdir()
    export_locator(spread_locator(folder / "scenes"), folder / "start" / "locator.onnx", 640)
    export_identifier(spread_identifier(folder / "crops"), folder / "start" / "identifier.onnx")


def start(module: str, arguments: list[str], log: Path, **environment: str) -> subprocess.Popen[bytes]:
    with log.open("ab") as output:
        return subprocess.Popen(
            [sys.executable, "-m", f"models.training.{module}", *arguments],
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=os.environ | environment,
        )


def kill_when(process: subprocess.Popen[bytes], there: Callable[[], bool], by: signal.Signals) -> None:
    """Kills it once something is there; it must not end before."""
    while not there():
        assert process.poll() is None, "it ended before"
        time.sleep(0.1)
    process.send_signal(by)
    process.wait(120)


@pytest.mark.slow
def test_a_training_killed_twice_goes_on_to_its_end_and_is_exported(tmp_path: Path) -> None:
    prepare(tmp_path)
    run, log = tmp_path / "run", tmp_path / "log"
    locator, identifier = run / "locator" / "last.pt", run / "identifier" / "last.pt"
    command = words(tmp_path, "--minutes", "0.8")
    first = start("train", command, log)
    kill_when(first, locator.exists, signal.SIGKILL)
    assert first.returncode == -signal.SIGKILL
    began = torch.load(locator, weights_only=True)["seen"]
    second = start("train", command, log)
    kill_when(second, identifier.exists, signal.SIGTERM)
    assert second.returncode == 130
    assert torch.load(locator, weights_only=True)["seen"] > began
    finished = locator.read_bytes()
    assert start("train", command, log).wait() == 0
    assert locator.read_bytes() == finished
    assert len(list((run / "mined").glob("mined_*.npz"))) == train.QUICK.mined
    assert "trained; next: make export" in log.read_text("utf-8")
    for name in ("locator", "identifier"):
        rows = [json.loads(line) for line in (run / name / "log.jsonl").read_text("utf-8").splitlines()]
        assert [row["seen"] for row in rows] == sorted(row["seen"] for row in rows)
        assert (run / name / "best.pt").exists()
    named = ("locator", "identifier")
    chosen = [part for name in named for part in (f"--{name}", str(tmp_path / "start" / f"{name}.onnx"))]
    target = tmp_path / "weights"
    arguments = [*chosen, "--to", str(target), "--pictures", "6", "--scenes", "3"]
    assert start("export", arguments, log, DON_PHOTOS=str(tmp_path)).wait() == 0, log.read_text("utf-8")
    weights = load_weights(target)
    assert weights.locator_side == 640
    assert {path.name for path in target.iterdir()} == {
        *("locator.onnx", "identifier.onnx", "calibration.json", "weights.toml")
    }
