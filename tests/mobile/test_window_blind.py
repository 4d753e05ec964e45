"""The table of Blind Don in its window, under real touches."""

import json
from importlib import import_module
from pathlib import Path

import cv2
import pytest
from window_driver import InWindow

from scorer.events import Play, Reveal, Undo
from scorer.matchlog import MatchLog
from scorer.seats import Seat

pytestmark = pytest.mark.window


@pytest.mark.slow
def test_a_whole_hand_of_two_players_by_touch(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_blind", "whole_hand", tmp_path, "360x740")
    with MatchLog(tmp_path / "matches.sqlite3") as log:
        (match,) = log.matches()
        events = log.events(match.match_id)
    assert sum(isinstance(event, Play) for event in events) == 36
    assert sum(isinstance(event, Reveal) for event in events) == 36


@pytest.mark.slow
def test_a_deal_for_three_with_undo_and_a_wrong_card(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_blind", "three_players", tmp_path, "360x740")
    with MatchLog(tmp_path / "matches.sqlite3") as log:
        (match,) = log.matches()
        assert any(isinstance(event, Undo) for event in log.events(match.match_id))
        assert not log.state(match.match_id).match_over


@pytest.mark.slow
def test_a_killed_program_has_lost_nothing_of_the_trick(in_window: InWindow, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        in_window("window_blind", "killed", tmp_path, "360x740")
    with MatchLog(tmp_path / "matches.sqlite3") as log:
        (match,) = log.matches()
        assert isinstance(log.events(match.match_id)[-1], Play)
    in_window("window_blind", "gone_on_with", tmp_path, "740x360")


@pytest.mark.slow
def test_a_match_that_is_over_is_undone_by_all_and_played_again(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_blind", "finished", tmp_path, "800x1280")


@pytest.mark.slow
def test_a_deal_is_read_by_the_camera(in_window: InWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "models"))
    stack_table = import_module("stack_table")
    deal = stack_table.DrawnDeal((Seat.N, Seat.S), 9)
    picture = stack_table.drawn(monkeypatch, deal, 1, 0.1)
    film = cv2.VideoWriter(str(tmp_path / "deal.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10, (1600, 1200))
    for _ in range(150):
        film.write(picture)
    film.release()
    truth = {str(seat): [str(card) for card in row] for seat, row in deal.truth.items()}
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    in_window("window_blind", "by_camera", tmp_path, "360x740")
