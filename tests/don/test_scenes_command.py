"""`don scenes --beside-photos`: a sheet with photographs, plain sentences without (`don.commands.scenes`)."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from don.commands import scenes as command
from don.main import main


def photographs(folder: Path, use: str) -> Path:
    folder.mkdir()
    cv2.imwrite(str(folder / "one.jpg"), np.full((400, 300, 3), (30, 160, 30), np.uint8))
    row = {"file": "one.jpg", "cards": ["AH"], "source": "own/x", "scene": "single", "index": "en", "use": use}
    (folder / "labels.json").write_text(json.dumps([row]), encoding="utf-8")
    return folder


@pytest.mark.slow
def test_scenes_stand_beside_photographs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DON_PHOTOS", str(photographs(tmp_path / "photos", "tune")))
    out = tmp_path / "sheet.png"
    assert main(["scenes", "--beside-photos", "--drawn-only", "--count", "3", "--out", str(out)]) == 0
    sheet = cv2.imread(str(out))
    assert sheet is not None
    assert np.abs(sheet[200, 100].astype(int) - [30, 160, 30]).max() < 6
    assert "1 scenes" in capsys.readouterr().out


def test_without_photographs_it_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "_factory", lambda _: None)
    out = ["--out", str(tmp_path / "x.jpg")]
    monkeypatch.setenv("DON_PHOTOS", str(tmp_path / "none"))
    assert main(["scenes", "--beside-photos", *out]) == 2
    assert "name a folder of labelled photographs" in capsys.readouterr().err
    monkeypatch.setenv("DON_PHOTOS", str(photographs(tmp_path / "photos", "eval")))
    assert main(["scenes", "--beside-photos", *out]) == 2
    assert "nothing to compare with" in capsys.readouterr().err
    assert main(["scenes", "--beside-photos", "--layout", "fan", *out]) == 2
    assert "chooses the layouts itself" in capsys.readouterr().err
