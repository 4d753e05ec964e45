"""The first page and the preparing of a match, in the real window under real touches."""

from pathlib import Path

import pytest
from window_driver import InWindow

pytestmark = pytest.mark.window


@pytest.mark.slow
def test_the_same_four_in_three_taps(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_new_match", "same_four", tmp_path, "360x740")


@pytest.mark.slow
@pytest.mark.parametrize("script", ["cut_for_next_leg", "cut_by_camera", "many_matches"])
def test_a_cut_and_remembered_names(in_window: InWindow, tmp_path: Path, script: str) -> None:
    in_window("window_new_match", script, tmp_path, "360x740")


@pytest.mark.slow
@pytest.mark.parametrize("script", ["resumed", "by_cut", "house_rules", "jacks_out"])
@pytest.mark.parametrize("size", ["360x740", "1280x800"])
def test_a_match_is_prepared(in_window: InWindow, tmp_path: Path, script: str, size: str) -> None:
    in_window("window_new_match", script, tmp_path, size)
