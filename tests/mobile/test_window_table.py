"""The table in a real window beside entering tricks: each test in a process of its own."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from window_driver import InWindow

pytestmark = [pytest.mark.window, pytest.mark.slow]

_HERE = Path(__file__).parent


@pytest.mark.parametrize("size", ["360x740", "740x360"])
def test_past_tricks_by_agreement_and_a_correction_in_three_taps(
    in_window: InWindow, tmp_path: Path, size: str
) -> None:
    in_window("window_table", "leafed", tmp_path, size)


@pytest.mark.parametrize("script", ["turned_round", "paused", "game_over", "claimed", "next_leg", "read_and_redrawn"])
def test_at_the_table(in_window: InWindow, tmp_path: Path, script: str) -> None:
    in_window("window_table", script, tmp_path, "400x760")


def test_a_trick_in_mid_entry_outlives_a_killed_process(
    in_window: InWindow, screen_environment: dict[str, str], tmp_path: Path
) -> None:
    environ = {**screen_environment, "PYTHONPATH": os.pathsep.join([str(_HERE), str(_HERE.parents[1])])}
    command = [sys.executable, str(_HERE / "window_driver.py"), "window_table", "killed", str(tmp_path), "400x760"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr[-2000:]
    in_window("window_table", "resumed", tmp_path, "760x400")
