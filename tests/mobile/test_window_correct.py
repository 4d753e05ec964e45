"""Correct, why, disputes and what is no trick, in the real window under real touches."""

from pathlib import Path

import pytest
from window_driver import InWindow

pytestmark = [pytest.mark.window, pytest.mark.slow]


@pytest.mark.parametrize(
    ("script", "size"),
    [
        ("three_taps", "360x740"),
        ("hands_back", "360x740"),
        ("hands_back", "1280x800"),
        ("whole_trick", "360x740"),
        ("why_and_agreement", "740x360"),
        ("muck_again", "360x740"),
        ("revoke_called", "360x740"),
        ("something_happened", "420x800"),
        ("after_the_game", "360x740"),
    ],
)
def test_the_record_is_put_right_by_touch(in_window: InWindow, tmp_path: Path, script: str, size: str) -> None:
    in_window("window_correct", script, tmp_path, size)


@pytest.mark.parametrize("script", ["muck_by_camera", "doubtful_places", "kept_picture"])
def test_piles_and_kept_pictures_with_the_real_reader(in_window: InWindow, tmp_path: Path, script: str) -> None:
    in_window("window_muck", script, tmp_path, "360x740")


def test_all_is_readable_and_can_be_tapped(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_correct_looks", "readable", tmp_path, "360x740")
