"""Fonts of the system that can print a rank: for drawn packs in training (tests and the demo need none)."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

from PIL import ImageFont

UNREADABLE = ("symbol", "d050", "dingb", "z003", "emoji", "icon", "awesome", "math", "initials", "keyboard")
"""Parts of file names of fonts whose letters are pictures or handwriting."""
PRINTED = "0123456789AJQKBDVRZNGXTCSPWF"
"""What a font must be able to print."""


@cache
def can_print(path: Path) -> bool:
    """Whether a font file holds every letter of an index; others print the same empty box for what they lack."""
    try:
        font = ImageFont.truetype(str(path), 24)
        shapes = [(font.getmask(letter).size, bytes(font.getmask(letter))) for letter in PRINTED]
        missing = (font.getmask("\uffff").size, bytes(font.getmask("\uffff")))
    except OSError:
        return False
    return len(set(shapes)) == len(PRINTED) and missing not in shapes


def system_fonts() -> list[Path]:
    """Every TrueType or OpenType text font fontconfig knows, sorted; empty where there is no fontconfig."""
    try:
        listing = subprocess.run(["fc-list", "-f", "%{file}\n"], capture_output=True, text=True, check=True).stdout
    except (FileNotFoundError, subprocess.CalledProcessError):
        return []
    names = sorted({n for n in listing.split("\n") if n.lower().endswith((".ttf", ".otf"))})
    return [Path(n) for n in names if not any(w in n.lower() for w in UNREADABLE) and can_print(Path(n))]
