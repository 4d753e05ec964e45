"""The real window under real touches: each test in a process of its own, on a screen of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from window_driver import InWindow

from scorer.events import Deal, Redo, Trick, Undo
from scorer.matchlog import MatchLog

pytestmark = pytest.mark.window

_HERE = Path(__file__).parent


@pytest.mark.slow
def test_a_whole_hand_by_touch(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_scripts", "whole_hand", tmp_path, "360x740")
    with MatchLog(tmp_path / "matches.sqlite3") as log:
        (match,) = log.matches()
        kinds = [type(event) for event in log.events(match.match_id)]
    assert kinds[2:] == [Deal, *[Trick] * 9, Undo, Redo, Deal]


@pytest.mark.slow
def test_pictures_by_touch(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_scripts", "pictures", tmp_path, "1000x700")
    with MatchLog(tmp_path / "matches.sqlite3") as log:
        (match,) = log.matches()
        assert sum(isinstance(event, Trick) for event in log.events(match.match_id)) == 2


@pytest.mark.slow
def test_turning_back_key_and_double_release(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_scripts", "turned", tmp_path, "420x740")


@pytest.mark.slow
@pytest.mark.parametrize("script", ["double_clicks", "two_fingers"])
def test_touches_that_mean_one_thing_count_once(in_window: InWindow, tmp_path: Path, script: str) -> None:
    in_window("window_scripts", script, tmp_path, "360x740")


@pytest.mark.slow
def test_a_trick_under_entry_while_the_record_is_corrected(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_scripts", "corrected", tmp_path, "360x740")


_SECOND_WINDOW = """
from mobile.app import prepare_kivy
prepare_kivy()
from kivy.app import App
from kivy.clock import Clock
def look(_):
    app = App.get_running_app()
    assert app.companion.trouble.error.code == "LOG_LOCKED"
    assert app.companion.book is None and "table" not in app.shell.page.name
    app.stop()
Clock.schedule_once(look, 0.8)
from mobile.main import main
raise SystemExit(main())
"""


@pytest.mark.slow
def test_a_second_window_on_the_log_says_so_and_changes_nothing(
    in_window: InWindow, screen_environment: dict[str, str], tmp_path: Path
) -> None:
    environ = {**screen_environment, "XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": str(_HERE.parents[1])}
    (tmp_path / "don").mkdir()
    with MatchLog(tmp_path / "don" / "matches.db") as log:
        command = [sys.executable, "-c", _SECOND_WINDOW]
        done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert log.matches() == ()


@pytest.mark.slow
@pytest.mark.parametrize("script", ["readable", "readable_long"])
def test_all_text_is_whole_and_readable(in_window: InWindow, tmp_path: Path, script: str) -> None:
    in_window("window_looks", script, tmp_path, "360x740")


@pytest.mark.slow
def test_the_bundled_hand_is_scored_from_its_pictures(in_window: InWindow, tmp_path: Path) -> None:
    in_window("window_demo", "demo_hand", tmp_path, "360x740")
    with MatchLog(tmp_path / "matches.sqlite3") as log:
        (match,) = log.matches()
        assert dict(log.state(match.match_id).scores) == {"NS": 23, "EW": 29}


@pytest.mark.slow
@pytest.mark.parametrize("environ", [{}, {"DISPLAY": ":987"}], ids=["no screen", "a screen that can't be reached"])
def test_without_a_screen_it_is_one_sentence(environ: dict[str, str], tmp_path: Path) -> None:
    gone = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    kept = {name: value for name, value in os.environ.items() if name not in gone}
    kept |= {"XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": str(_HERE.parents[1]), **environ}
    done = subprocess.run(
        [sys.executable, "-m", "mobile.main"], env=kept, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("There is no screen") and done.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_data_folder_that_cannot_be_made_is_one_sentence() -> None:
    environ = {**os.environ, "XDG_DATA_HOME": os.devnull, "PYTHONPATH": str(_HERE.parents[1])}
    done = subprocess.run(
        [sys.executable, "-m", "mobile.main"], env=environ, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert os.devnull in done.stderr and "Errno" not in done.stderr


_OPEN_AND_CLOSE = """
from mobile.app import prepare_kivy
prepare_kivy()
from kivy.app import App
from kivy.clock import Clock
Clock.schedule_once(lambda _: App.get_running_app().stop(), 0.5)
from mobile.main import main
raise SystemExit(main())
"""


@pytest.mark.slow
def test_the_app_by_itself_opens_at_home_and_makes_its_log(
    in_window: InWindow, screen_environment: dict[str, str], tmp_path: Path
) -> None:
    environ = {**screen_environment, "XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": str(_HERE.parents[1])}
    for _ in range(2):
        command = [sys.executable, "-c", _OPEN_AND_CLOSE]
        done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with MatchLog(tmp_path / "don" / "matches.db") as log:
        assert log.matches() == ()
