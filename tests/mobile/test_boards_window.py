"""The boards in a real window: taps on pegs and on the claim, every size, the audience page."""

from pathlib import Path

import pytest
from window_driver import InWindow

pytestmark = pytest.mark.window


@pytest.mark.slow
def test_pegs_walk_and_are_tapped_and_the_claim_is_lit(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_boards", "touched", tmp_path, "360x740")


@pytest.mark.slow
def test_the_audience_page_faces_the_table(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_boards", "audience", tmp_path, "800x1280")


@pytest.mark.slow
def test_every_board_is_whole_at_every_size(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_boards", "every_size", tmp_path, "360x740")
