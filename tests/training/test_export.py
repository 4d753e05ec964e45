"""The check of an export: agreement, the control with swapped channels, refusals (needs torch: `make train-smoke`)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from tiny_training import spread_identifier, spread_locator, write_crops, write_scenes

torch: Any = pytest.importorskip("torch", reason="training needs torch: make train-smoke runs this in .venv-train")

from models.training import export, export_check  # noqa: E402 - after the skip
from models.training.export import LIST  # noqa: E402
from models.training.export_check import ExportError, Found, Networks  # noqa: E402
from models.training.locator_network import export_onnx as export_locator  # noqa: E402
from models.training.networks import export_onnx as export_identifier  # noqa: E402
from models.training.seal import FILES  # noqa: E402


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_scenes(tmp_path_factory.mktemp("scenes") / "scenes", 8, 3)


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_crops(tmp_path_factory.mktemp("crops") / "crops", 64)


@pytest.fixture(scope="module")
def pictures(scenes: Path) -> list[Any]:
    return [cv2.imread(str(path)) for path in sorted((scenes / "images" / "val").glob("*.jpg"))]


@pytest.fixture(scope="module")
def networks(scenes: Path, shards: Path, tmp_path_factory: pytest.TempPathFactory) -> Networks:
    """Both networks with random weights that answer differently to different pictures."""
    folder = tmp_path_factory.mktemp("onnx")
    locator = spread_locator(scenes)
    identifier = spread_identifier(shards, 1)
    export_locator(locator, folder / "locator.onnx", 160)
    export_identifier(identifier, folder / "identifier.onnx")
    files = [(folder / f"{name}.onnx").read_bytes() for name in ("locator", "identifier")]
    return Networks(locator, identifier, files[0], files[1], 160)


def test_a_right_export_agrees_in_both_engines(networks: Networks, pictures: list[Any]) -> None:
    results = export_check.check(networks, pictures)
    assert [one.engine for one, _ in results] == ["opencv", "onnxruntime"]
    for one, _ in results:
        assert one.locator < 1e-3
        assert one.identifier < 1e-3
        assert one.places == one.crops >= 20


def test_swapped_channels_are_noticed(networks: Networks, pictures: list[Any]) -> None:
    for engine in export_check.ENGINES:
        control = export_check.compare(networks, engine, pictures, swapped=True)
        assert control.locator > export_check.TOLERANCE
        assert control.identifier > export_check.TOLERANCE


def test_a_check_that_notices_nothing_is_refused(networks: Networks, pictures: list[Any]) -> None:
    grey = [np.repeat(p.mean(axis=2, keepdims=True), 3, axis=2).astype(np.uint8) for p in pictures]
    with pytest.raises(ExportError, match="With red and blue swapped the locator says the same in opencv"):
        export_check.check(networks, grey, ("opencv",))


def test_weights_that_differ_are_refused(networks: Networks, pictures: list[Any], shards: Path, tmp_path: Path) -> None:
    other = spread_identifier(shards, 2)
    with pytest.raises(ExportError, match=r"The exported identifier differs from torch by \d\.\d+ in opencv"):
        export_check.check(replace(networks, identifier=other), pictures)
    onnx = tmp_path / "locator.onnx"
    shifted = networks.locator
    bias = shifted.model[-1].cv3[0][-1].bias
    before = bias.data.clone()
    bias.data.add_(0.3)
    export_locator(shifted, onnx, 160)
    bias.data.copy_(before)
    with pytest.raises(ExportError, match=r"The exported locator differs from torch by 0\.0\d+ in opencv"):
        export_check.check(replace(networks, locator_onnx=onnx.read_bytes()), pictures)


def test_too_few_places_are_refused(networks: Networks) -> None:
    with pytest.raises(ExportError, match="The locator finds only 0 places on 2 pictures, 20 are needed"):
        export_check.check(networks, [np.full((96, 128, 3), 114, np.uint8)] * 2, ("opencv",))


def test_a_place_only_one_side_has_counts_in_full() -> None:
    boxes = np.array([[0, 0, 10, 10], [1, 0, 11, 10], [50, 50, 60, 60]], np.float32)
    one = Found.of(boxes, np.array([0.9, 0.899, 0.3], np.float32))
    assert one.clear.tolist() == [0, 2]
    turned = Found.of(boxes, np.array([0.899, 0.9, 0.3], np.float32))
    assert export_check.largest_difference(one, turned) == pytest.approx(0.001, abs=1e-6)
    fewer = Found.of(boxes[:2], np.array([0.9, 0.899], np.float32))
    assert export_check.largest_difference(one, fewer) == pytest.approx(0.3)
    assert export_check.largest_difference(fewer, one) == pytest.approx(0.3)


def test_the_pictures_have_the_three_shapes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DON_PHOTOS", str(tmp_path))
    shapes = ((96, 72), (128, 72), (72, 96))
    drawn = list(export_check.pictures(6, shapes))
    assert [one.shape[1::-1] for one in drawn] == [*shapes, *shapes]


def test_nothing_is_left_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, staging = tmp_path / "weights", tmp_path / "staging"
    for folder, text in ((target, "old"), (staging, "new")):
        folder.mkdir()
        for name in (*FILES.values(), LIST):
            (folder / name).write_text(text)
    (staging / "calibration.json").unlink()
    with pytest.raises(FileNotFoundError):
        export.move(staging, target)
    assert {path.read_text() for path in target.iterdir()} == {"old"}
    (tmp_path / "again").mkdir()
    for name in (*FILES.values(), LIST):
        (tmp_path / "again" / name).write_text("new")
    export.move(tmp_path / "again", target)
    assert {path.read_text() for path in target.iterdir()} == {"new"}


def test_missing_weights_are_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["export", "--run", str(tmp_path / "no"), "--to", str(tmp_path / "to")])
    assert export.main() == 2
    assert capsys.readouterr().err == (
        f"There are no weights in {tmp_path / 'no' / 'locator' / 'best.pt'}: run make train, or name a file.\n"
    )
    assert not (tmp_path / "to").exists()
