"""All that the commands use imports where importing Kivy fails, and opens nothing."""

import subprocess
import sys

import pytest

from mobile.display import display_available

MODULES = (
    "app arrangement_free board_art board_picture board_words sheet_lines sheet_art "
    "about demo_hand feedback phone.insets phone.vibration picture_choice practice settings tour "
    "companion cut_entry foursomes jacks_entry new_match rules_choice variant_facts "
    "background figures folders log_care match_files match_replay past_match past_matches phone.files taken_in "
    "next_step shown_points shown_tricks table_pictures trick_desk trick_draft "
    "camera display main picture_worker table_session texts theme wording"
).replace("arrangement_free", "screens.arrangement")
_SCRIPT = """
import importlib, sys
class NoKivy:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("kivy", "torch", "ultralytics", "datasets", "don"):
            raise ImportError(name + " may not be imported here")
sys.meta_path.insert(0, NoKivy())
for name in sys.argv[1:]:
    importlib.import_module("mobile." + name)
"""


def test_kivy_free_modules_import_without_kivy() -> None:
    done = subprocess.run([sys.executable, "-c", _SCRIPT, *MODULES.split()], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


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
