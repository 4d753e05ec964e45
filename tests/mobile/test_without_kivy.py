"""Every module that isn't a screen imports where importing Kivy fails, and opens nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

import mobile
from mobile.display import display_available, draws_in_software

FOLDER = Path(mobile.__file__).parent
WITH_KIVY = ("screens/", "widgets/", "android/", "camera/android.py")
"""What needs Kivy, or only a phone or its build has; the arrangements among the screens are figures alone."""
MODULES = sorted(
    ".".join(path.relative_to(FOLDER).with_suffix("").parts)
    for path in FOLDER.rglob("*.py")
    if not path.relative_to(FOLDER).as_posix().startswith(WITH_KIVY) or path.stem.endswith("arrangement")
)
_SCRIPT = """
import importlib, sys
class NoKivy:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("kivy", "torch", "ultralytics", "datasets", "don"):
            raise ImportError(name + " may not be imported here")
sys.meta_path.insert(0, NoKivy())
for name in sys.argv[1:]:
    importlib.import_module(("mobile." + name).removesuffix(".__init__"))
"""


@pytest.mark.slow
def test_kivy_free_modules_import_without_kivy() -> None:
    done = subprocess.run([sys.executable, "-c", _SCRIPT, *MODULES], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert {"table_session", "screens.arrangement", "camera.view", "phone.files"} <= set(MODULES)


@pytest.mark.parametrize(
    ("environ", "platform", "seen"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"DISPLAY": ":0", "SDL_VIDEODRIVER": "offscreen"}, "linux", False),
        ({"DISPLAY": ":0", "SDL_VIDEODRIVER": "dummy"}, "linux", False),
        ({"DISPLAY": ":0", "SDL_VIDEODRIVER": "x11"}, "linux", True),
        ({}, "darwin", True),
        ({}, "win32", True),
        ({"SDL_VIDEODRIVER": "dummy"}, "darwin", False),
    ],
)
def test_a_window_is_only_opened_where_it_is_seen(environ: dict[str, str], platform: str, seen: bool) -> None:
    assert display_available(environ, platform) is seen


@pytest.mark.parametrize(
    ("environ", "platform", "device", "software"),
    [
        ({}, "linux", "dri/renderD128", False),
        ({}, "linux", "nvidiactl", False),
        ({}, "linux", "dri/card0", True),
        ({}, "linux", "null", True),
        ({"LIBGL_ALWAYS_SOFTWARE": "1"}, "linux", "dri/renderD128", True),
        ({"LIBGL_ALWAYS_SOFTWARE": "0"}, "linux", "dri/renderD128", False),
        ({"ANDROID_ARGUMENT": ""}, "linux", "null", False),
        ({}, "darwin", "null", False),
    ],
)
def test_without_a_graphics_chip_the_processor_draws(
    environ: dict[str, str], platform: str, device: str, software: bool, tmp_path: Path
) -> None:
    (tmp_path / device).parent.mkdir(exist_ok=True)
    (tmp_path / device).touch()
    assert draws_in_software(environ, platform, tmp_path) is software
