"""The history, the files and a damaged log in a real window, by touch."""

from pathlib import Path

import pytest
from window_driver import InWindow

pytestmark = pytest.mark.window


@pytest.mark.slow
@pytest.mark.parametrize("size", ["360x740", "740x360", "1920x1080"])
def test_a_match_is_played_again(in_window: InWindow, tmp_path: Path, size: str) -> None:
    in_window("window_history", "replayed", tmp_path, size)


@pytest.mark.slow
@pytest.mark.parametrize("script", ["listed", "filtered", "deleted", "figured"])
def test_the_history(in_window: InWindow, tmp_path: Path, script: str) -> None:
    in_window("window_history", script, tmp_path, "360x740")


@pytest.mark.slow
@pytest.mark.parametrize("script", ["carried", "stopped", "twins", "restored", "refused", "shared", "rescued"])
def test_files_and_backups(in_window: InWindow, tmp_path: Path, script: str) -> None:
    in_window("window_files", script, tmp_path, "360x740")
