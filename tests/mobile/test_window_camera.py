"""The camera page in a real window under real touches, a drawn film being what it sees."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from window_camera import FILM, drawn_hand
from window_driver import InWindow

from datasets.games import write_video
from scorer.events import Deal, Trick
from scorer.matchlog import MatchLog

pytestmark = pytest.mark.window
FPS = 10


@pytest.fixture(scope="module")
def film_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("film") / FILM
    write_video(drawn_hand(), path, FPS)
    return path


@pytest.fixture
def filmed(film_file: Path, tmp_path: Path) -> Path:
    """A folder with the film in it."""
    shutil.copy(film_file, tmp_path / FILM)
    return tmp_path


@pytest.mark.slow
def test_a_whole_hand_from_its_film(in_window: InWindow, filmed: Path) -> None:
    in_window("window_camera", "whole_film", filmed, "360x740")
    with MatchLog(filmed / "matches.sqlite3") as log:
        match = log.matches()[-1]
        kinds = [type(event) for event in log.events(match.match_id)]
    assert kinds[2:] == [Deal, *[Trick] * 9]


@pytest.mark.slow
def test_a_trick_confirms_itself_and_undo_brings_it_back(in_window: InWindow, filmed: Path) -> None:
    in_window("window_camera", "by_itself", filmed, "740x360")


@pytest.mark.slow
def test_twenty_times_in_the_background(in_window: InWindow, filmed: Path) -> None:
    in_window("window_camera", "pauses", filmed, "800x1280")


@pytest.mark.slow
@pytest.mark.parametrize("script", ["on_request", "lost", "begun_again", "denied"])
def test_with_a_prepared_camera(in_window: InWindow, tmp_path: Path, script: str) -> None:
    in_window("window_camera", script, tmp_path, "360x740")


def test_cards_for_who_asked(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_camera", "any_cards", tmp_path, "360x740")
