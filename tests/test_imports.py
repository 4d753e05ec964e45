"""The import table of the plan of the house, walked: who may import whom."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("scorer", "models", "datasets", "mobile", "don")
TRAINING_ONLY = {"torch", "torchvision", "ultralytics", "onnx", "onnxslim"}
KIVY_PLACES = ("mobile/screens/", "mobile/widgets/", "mobile/app.py", "mobile/main.py", "mobile/camera/android.py")


def imports_of(path: Path) -> Iterator[str]:
    """Dotted names of everything a file imports, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module or ""


def forbidden_for(path: Path) -> set[str]:
    """Prefixes the file may not import, by the room it lies in."""
    name = path.relative_to(ROOT).as_posix()
    room = name.split("/")[0]
    if room == "scorer":
        return {"numpy", "cv2", "kivy", "PIL", "models", "datasets", "mobile", "don", "benchmarks"} | TRAINING_ONLY
    if name.startswith("models/training/"):
        return {"kivy", "mobile", "don"}
    if name.startswith("models/evaluation/"):
        return {"kivy", "mobile", "don", "models.training"} | TRAINING_ONLY
    if room == "models":
        return {"kivy", "mobile", "don", "datasets", "models.training", "models.evaluation"} | TRAINING_ONLY
    if room == "datasets":
        return {"kivy", "mobile", "don", "models"} | TRAINING_ONLY
    if room == "mobile":
        kivy = set() if name.startswith(KIVY_PLACES) else {"kivy"}
        return kivy | {"don", "datasets", "models.training", "models.evaluation", "onnxruntime"} | TRAINING_ONLY
    return {"kivy", "models.training"} | TRAINING_ONLY


FILES = sorted(p for room in ROOMS for p in (ROOT / room).rglob("*.py") if "cache" not in p.parts)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_file_imports_only_what_its_room_may(path: Path) -> None:
    banned = forbidden_for(path)
    found = [name for name in imports_of(path) if any(name == b or name.startswith(b + ".") for b in banned)]
    assert not found


def test_the_walk_sees_a_breach(tmp_path: Path) -> None:
    file = tmp_path / "room.py"
    file.write_text("def late():\n    from kivy.app import App\n    import numpy.linalg\n", encoding="utf-8")
    assert list(imports_of(file)) == ["kivy.app", "numpy.linalg"]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_modules_stay_small(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 400
