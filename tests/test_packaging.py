"""The wheel holds everything: installed into an empty environment, the demo runs from another folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def run(*command: object, cwd: Path, **environment: str) -> str:
    """What a command prints; fails the test with its output where it does not end with 0."""
    plain = {
        k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "DON_WEIGHTS", "DISPLAY", "WAYLAND_DISPLAY")
    }
    done = subprocess.run(
        [str(c) for c in command], cwd=cwd, env=plain | environment, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_wheel_runs_the_demo_in_an_empty_environment(tmp_path: Path) -> None:
    skip = shutil.ignore_patterns(".*", "build", "dist", "runs", "cache", "*.egg-info", "__pycache__")
    source = shutil.copytree(ROOT, tmp_path / "source", ignore=skip)
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, source, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in (
        "models/weights/locator.onnx",
        "scorer/variants/nine_card_lancashire.toml",
        "mobile/assets/demo/hand.toml",
    ):
        assert wanted in names
    assert not [n for n in names if n.startswith(("tests/", "benchmarks/", "build/", "runs/")) or "/cache/" in n]
    run(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    binaries = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    run(binaries / "python", "-m", "pip", "install", "-q", wheel, cwd=tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    printed = run(binaries / "don", "demo", "--no-window", cwd=elsewhere)
    assert "North and South 23 (68 to go), East and West 29 (62 to go)" in printed
    assert (elsewhere / "don-demo-board.png").is_file()
    packages = run(binaries / "python", "-m", "pip", "list", "--format=freeze", cwd=elsewhere).lower()
    assert "torch" not in packages
    assert "ultralytics" not in packages


_CHECKOUT = ("models/training/", "mobile/android/")
"""What works from a checkout alone: training, and making the tree for the phone."""


def test_every_data_file_of_the_packages_is_declared() -> None:
    """A TOML, kv, font, picture or weights file that lies in a package but in no pattern would miss the wheel."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-data"]
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split("\n")
    if listed == [""]:
        pytest.skip("not a git checkout, so what belongs to it is not known")
    for name in listed:
        package = name.split("/")[0]
        if package in declared and not name.endswith((".py", ".typed")) and not name.startswith(_CHECKOUT):
            inner = Path(name).relative_to(package)
            assert any(
                inner.match(pattern) or (pattern == "assets/**/*" and "assets" in inner.parts)
                for pattern in declared[package]
            ), f"{name} is in no package-data pattern"
