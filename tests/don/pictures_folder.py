"""Pictures for tests of commands: the bundled hand, and the sentence of a command that refuses."""

from __future__ import annotations

import shutil
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from don.main import main


def bundled_hand(folder: Path) -> Path:
    """A folder `hand` with a copy of the bundled hand's nine pictures, `trick_1.jpg` to `trick_9.jpg`."""
    hand = folder / "hand"
    hand.mkdir()
    with as_file(files("mobile") / "assets" / "demo") as demo:
        for path in sorted(demo.glob("*.jpg")):
            shutil.copy(path, hand)
    return hand


def refused(capsys: pytest.CaptureFixture[str], *argv: object) -> str:
    """The one sentence of a command that ends with status 2."""
    status = main([str(a) for a in argv])
    captured = capsys.readouterr()
    lines = captured.err.strip().splitlines()
    assert status == 2, captured
    assert len(lines) == 1, captured.err
    assert lines[0].startswith("don: ")
    assert "Traceback" not in captured.err
    return lines[0]
