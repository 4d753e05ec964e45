"""The plan for a machine with one GPU: what it starts, what it carries, what it lacks (needs torch). The whole of it is
run by `make gpu-rehearsal`."""

from __future__ import annotations

import argparse
import importlib.metadata
import subprocess
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="training needs torch: make train-smoke runs this in .venv-train")

from models.training import gpu_carry, gpu_needs, gpu_run, train_identifier, train_locator  # noqa: E402 - after the skip

ROOT = Path(__file__).resolve().parents[2]


def a_run(tmp_path: Path, size: str, began: float = 1000.0, seconds: float = 100.0) -> gpu_run.GpuRun:
    folders = {name: tmp_path / name for name in ("work", "out", "start")}
    for folder in folders.values():
        folder.mkdir(exist_ok=True)
    return gpu_run.GpuRun(argparse.Namespace(**folders, size=size, began=began, seconds=seconds, device="cpu"))


@pytest.mark.parametrize("size", gpu_run.SIZES)
def test_both_trainings_understand_what_they_are_told(size: str, tmp_path: Path) -> None:
    run = a_run(tmp_path, size)
    told = [str(word) for word in run.common("locator", gpu_run.LOCATOR_UNTIL)]
    args = train_locator.options([*told, *run.size.locator])
    assert args.until == pytest.approx(1060)
    assert args.start == tmp_path / "start" / "locator.pt"
    told = [str(word) for word in run.common("identifier", gpu_run.TRAIN_UNTIL)]
    assert train_identifier.options([*told, *run.size.identifier]).until == pytest.approx(1082)


def test_there_is_time_for_the_last_save_however_short_the_call(tmp_path: Path) -> None:
    assert a_run(tmp_path, "full", 0, 520).at(gpu_run.TRAIN_UNTIL) == pytest.approx(483.6)
    assert a_run(tmp_path, "tiny", 0, 60).at(gpu_run.TRAIN_UNTIL) == 42


def test_a_run_reports_whether_both_networks_were_trained(tmp_path: Path) -> None:
    run = a_run(tmp_path, "tiny")
    assert run.report() == 1
    for name in gpu_run.NAMES:
        (run.runs / name).mkdir(parents=True)
        (run.runs / name / "log.jsonl").write_text('{"seen": 0}\n{"seen": 64}\n')
    assert run.report() == 0
    assert (tmp_path / "out" / "report.json").read_text().count('"seen": 64') == 2


def test_a_process_that_does_not_end_is_ended(tmp_path: Path) -> None:
    run = a_run(tmp_path, "tiny", 0)
    run.processes["drawing"] = process = subprocess.Popen(["sleep", "60"])
    assert run.drawing()
    run.end("drawing", 0)
    assert process.returncode == -15
    assert not run.drawing()


def test_an_empty_torchvision_stands_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert gpu_needs.missing() == []
    assert not gpu_needs.stand_in_for_torchvision(tmp_path)
    real = importlib.metadata.version

    def version(name: str) -> str:
        if name == "torchvision":
            raise importlib.metadata.PackageNotFoundError(name)
        return str(real(name))

    monkeypatch.setattr(importlib.metadata, "version", version)
    assert gpu_needs.stand_in_for_torchvision(tmp_path)
    minor = int(torch.__version__.split(".")[1]) + 15
    assert (tmp_path / "torchvision" / "__init__.py").read_text() == f'__version__ = "0.{minor}.0"\n'


def test_a_carried_face_is_read_as_any_other(tmp_path: Path) -> None:
    face = np.full((700, 500, 3), (200, 30, 60), np.uint8)
    cv2.imwrite(str(tmp_path / "AS.png"), face)
    gpu_carry.shrink(tmp_path / "AS.png", tmp_path / "carried" / "AS.png", gpu_carry.FACE_HEIGHT, None)
    data = (tmp_path / "carried" / "AS.png").read_bytes()
    assert data[8:12] == b"WEBP"
    again = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert again is not None
    assert again.shape == (560, 400, 3)
    assert np.abs(again.astype(int) - (200, 30, 60)).max() < 12


def test_without_what_was_carried_the_script_says_what_to_do(tmp_path: Path) -> None:
    script = tmp_path / "models" / "training" / "gpu.sh"
    script.parent.mkdir(parents=True)
    script.write_bytes((ROOT / "models" / "training" / "gpu.sh").read_bytes())
    environment = {"OUT": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(["bash", str(script)], env=environment, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == f"There is no {tmp_path}/build/gpu: run make gpu-carry before, and carry build/gpu.\n"
