"""The gallery's index: every page has a shot, and one that failed is named there and ends the command with status 1."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import gallery
import pytest
from gallery import Taken, file_name

from mobile.screens.pages import PAGES


@contextmanager
def no_screen(_size: str) -> Iterator[dict[str, str]]:
    yield {}


@pytest.mark.parametrize(("error", "status"), [("", 0), ("Traceback\nKeyError: <'x'>", 1)])
def test_what_failed_is_in_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: str, status: int
) -> None:
    def take(_environ: object, _out: Path, size: str, look: str, _only: str) -> list[Taken]:
        file = file_name("Why, this?", size, look)
        return [Taken("Table", "Why, this?", size, look, file, error if look == "light" else "")]

    monkeypatch.setattr(gallery, "own_screen", no_screen)
    monkeypatch.setattr(gallery, "take", take)
    monkeypatch.setattr(sys, "argv", ["gallery", "--out", str(tmp_path), "--size", "360x740"])
    assert gallery.main() == status
    index = (tmp_path / "index.html").read_text("utf-8")
    assert "why-this_360x740_dark.png" in index and "why-this_360x740_light.png" in index
    assert ("KeyError: &lt;" in index) is bool(error) is ("KeyError" in capsys.readouterr().out)


def test_every_page_has_a_shot() -> None:
    source = (Path(gallery.__file__).parent / "gallery_shots.py").read_text("utf-8")
    unseen = {name for name in PAGES if f'"{name}"' not in source}
    assert unseen <= {"home", "new_match", "table", "blind_table"}, "these are reached from elsewhere"
