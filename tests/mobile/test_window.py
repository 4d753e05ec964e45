"""The real window under real touches: each test in a process of its own, on a screen of its own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from scorer.events import Deal, Redo, Trick, Undo
from scorer.matchlog import MatchLog

pytestmark = pytest.mark.window

_HERE = Path(__file__).parent
_NO_SCREEN = "no window can be opened here: run `make system-packages` for Xvfb and Mesa"


@pytest.fixture(scope="module")
def screen_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A free X display of our own where Xvfb is installed, else SDL's offscreen driver."""
    environ = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environ["KIVY_HOME"] = str(tmp_path_factory.mktemp("kivy"))
    environ["LIBGL_ALWAYS_SOFTWARE"] = "1"
    if shutil.which("Xvfb") is None:
        environ["SDL_VIDEODRIVER"] = "offscreen"
        yield environ
        return
    reading_end, writing_end = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing_end), "-screen", "0", "1400x1400x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(writing_end,), stderr=subprocess.DEVNULL)
    os.close(writing_end)
    with os.fdopen(reading_end) as answer:
        number = answer.readline().strip()
    environ["DISPLAY"] = f":{number}"
    environ.pop("SDL_VIDEODRIVER", None)
    try:
        yield environ
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture(scope="module")
def in_window(screen_environment: dict[str, str]) -> "partial[None]":
    """Runs a script of `window_scripts` in a window; skips where none can be opened."""
    probe = "from kivy.core.window import Window; raise SystemExit(0 if Window else 3)"
    environ = {**screen_environment, "KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1", "KIVY_NO_CONSOLELOG": "1"}
    done = subprocess.run([sys.executable, "-c", probe], env=environ, capture_output=True, timeout=60)
    if done.returncode:
        pytest.skip(_NO_SCREEN)
    return partial(_run, environ)


def _run(environ: dict[str, str], name: str, folder: Path, size: str) -> None:
    paths = os.pathsep.join([str(_HERE), str(_HERE.parents[1])])
    done = subprocess.run(
        [sys.executable, str(_HERE / "window_scripts.py"), name, str(folder), size],
        env={**environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-3000:]


def test_a_whole_hand_by_touch(in_window: "partial[None]", tmp_path: Path) -> None:
    in_window("whole_hand", tmp_path, "360x740")
    with MatchLog(tmp_path / "matches.sqlite3") as log:
        (match,) = log.matches()
        kinds = [type(event) for event in log.events(match.match_id)]
    assert kinds[2:] == [Deal, *[Trick] * 9, Undo, Redo, Deal]


@pytest.mark.slow
def test_pictures_by_touch(in_window: "partial[None]", tmp_path: Path) -> None:
    in_window("pictures", tmp_path, "1000x700")
    with MatchLog(tmp_path / "matches.sqlite3") as log:
        (match,) = log.matches()
        assert sum(isinstance(event, Trick) for event in log.events(match.match_id)) == 2


@pytest.mark.slow
def test_turning_back_key_and_double_release(in_window: "partial[None]", tmp_path: Path) -> None:
    in_window("turned", tmp_path, "420x740")


@pytest.mark.slow
def test_double_clicks_count_once(in_window: "partial[None]", tmp_path: Path) -> None:
    in_window("double_clicks", tmp_path, "360x740")


@pytest.mark.slow
def test_a_trick_under_entry_while_the_record_is_corrected(in_window: "partial[None]", tmp_path: Path) -> None:
    in_window("corrected", tmp_path, "360x740")


@pytest.mark.slow
def test_a_second_window_on_the_log_is_told_so_in_one_sentence(tmp_path: Path) -> None:
    environ = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": str(_HERE.parents[1])}
    (tmp_path / "don").mkdir()
    with MatchLog(tmp_path / "don" / "matches.db") as log:
        done = subprocess.run(
            [sys.executable, "-m", "mobile.main"], env=environ, capture_output=True, text=True, timeout=60, check=False
        )
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "is open in another window or program of Don" in done.stderr
        assert log.matches() == ()


@pytest.mark.slow
def test_all_text_is_whole_and_readable(in_window: "partial[None]", tmp_path: Path) -> None:
    in_window("readable", tmp_path, "360x740")


@pytest.mark.slow
def test_the_bundled_hand_is_scored_from_its_pictures(in_window: "partial[None]", tmp_path: Path) -> None:
    in_window("demo_hand", tmp_path, "360x740")
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
def test_the_app_by_itself_begins_a_match_and_goes_on_with_it(
    in_window: "partial[None]", screen_environment: dict[str, str], tmp_path: Path
) -> None:
    environ = {**screen_environment, "XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": str(_HERE.parents[1])}
    for _ in range(2):
        command = [sys.executable, "-c", _OPEN_AND_CLOSE]
        done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with MatchLog(tmp_path / "don" / "matches.db") as log:
        assert len(log.matches()) == 1
