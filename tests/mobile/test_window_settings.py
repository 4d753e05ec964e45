"""The settings, the tour and the practice hand in a real window under real touches."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from window_driver import InWindow

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
pytestmark = [pytest.mark.window, pytest.mark.slow]


@pytest.mark.parametrize("size", ["360x740", "740x360"])
def test_every_setting_by_touch(in_window: InWindow, tmp_path: Path, size: str) -> None:
    in_window("window_settings", "settings", tmp_path, size)


@pytest.mark.parametrize("size", ["360x740", "1280x800"])
def test_the_first_start(in_window: InWindow, tmp_path: Path, size: str) -> None:
    in_window("window_settings", "first_start", tmp_path, size)


def test_the_practice_hand(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_settings", "practice", tmp_path, "360x740")


def test_nothing_lies_under_the_bars(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_settings", "covered", tmp_path, "360x740")


def test_an_error_of_the_app_is_one_sentence(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_settings", "forgiven", tmp_path, "360x740")


@pytest.mark.parametrize("driver", ["dummy", "no such driver"])
def test_sounds_with_a_device_and_without_one_silence_and_not_a_word(
    in_window: InWindow, screen_environment: dict[str, str], tmp_path: Path, driver: str
) -> None:
    environ = {**screen_environment, "PYTHONPATH": os.pathsep.join([str(HERE), str(ROOT)]), "SDL_AUDIODRIVER": driver}
    command = [sys.executable, str(HERE / "window_driver.py"), "window_settings", "heard", str(tmp_path), "360x740"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=90, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_shot_of_the_gallery(in_window: InWindow, tmp_path: Path) -> None:
    command = [sys.executable, str(HERE / "gallery.py"), "--out", str(tmp_path), "--size", "360x740"]
    command += ["--look", "dark", "--only", "tour 1"]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    index = (tmp_path / "index.html").read_text("utf-8")
    assert "tour-1_360x740_dark.png" in index and (tmp_path / "tour-1_360x740_dark.png").stat().st_size > 5000
    assert (tmp_path / "thumbs" / "tour-1_360x740_dark.jpg").exists()
