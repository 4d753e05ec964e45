"""Fonts of the system that can print a rank: for drawn packs in training (tests and the demo need none)."""

from __future__ import annotations

import subprocess
from pathlib import Path

UNREADABLE = ("symbol", "d050", "dingb", "z003", "emoji", "icon", "awesome", "math", "initials", "keyboard")
"""Parts of file names of fonts whose letters are pictures or handwriting."""


def system_fonts() -> list[Path]:
    """Every TrueType or OpenType text font fontconfig knows, sorted; empty where there is no fontconfig."""
    try:
        listing = subprocess.run(["fc-list", "-f", "%{file}\n"], capture_output=True, text=True, check=True).stdout
    except (FileNotFoundError, subprocess.CalledProcessError):
        return []
    names = sorted(set(listing.split("\n")))
    return [
        Path(n) for n in names if n.lower().endswith((".ttf", ".otf")) and not any(w in n.lower() for w in UNREADABLE)
    ]
