"""Weights are found, hashed and refused (`models.weights`, `models.engine`)."""

from __future__ import annotations

import shutil
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from models.engine import open_engine
from models.errors import WeightsError
from models.reader import CardReader
from models.weights import load_weights


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with as_file(files("models") / "weights") as packaged:
        return Path(shutil.copytree(packaged, tmp_path / "weights"))


def code_of(folder: Path) -> str:
    with pytest.raises(WeightsError) as caught:
        CardReader.load(folder)
    assert "\n" not in str(caught.value)
    return caught.value.code


def test_the_packaged_weights_are_whole() -> None:
    weights = load_weights()
    assert weights.locator_side % 32 == 0
    assert weights.identifier_side == 64
    assert len(weights.hashes) == 3


@pytest.mark.parametrize("name", ["locator.onnx", "identifier.onnx", "calibration.json", "weights.toml"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert code_of(folder) == "weights_missing"


@pytest.mark.parametrize("name", ["locator.onnx", "identifier.onnx", "calibration.json"])
def test_one_changed_byte_is_refused(folder: Path, name: str) -> None:
    data = bytearray((folder / name).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / name).write_bytes(bytes(data))
    assert code_of(folder) == "weights_wrong_hash"


def test_a_damaged_list_is_named(folder: Path) -> None:
    (folder / "weights.toml").write_text("[locator\n", encoding="utf-8")
    assert code_of(folder) == "weights_list_broken"
    (folder / "weights.toml").write_text("[locator]\nfile = 'locator.onnx'\n", encoding="utf-8")
    assert code_of(folder) == "weights_list_broken"


def test_the_variable_names_another_folder(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DON_WEIGHTS", str(tmp_path / "nowhere"))
    with pytest.raises(WeightsError, match="nowhere"):
        load_weights()
    monkeypatch.setenv("DON_WEIGHTS", str(folder))
    assert load_weights().locator_side == 640


@pytest.mark.parametrize("engine", ["opencv", "onnxruntime"])
def test_bytes_that_are_no_network_are_refused(engine: str) -> None:
    if engine == "onnxruntime":
        pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: pip install -e '.[fast]'")
    with pytest.raises(WeightsError) as caught:
        open_engine(engine, b"nonsense", "the locator")
    assert caught.value.code == "weights_not_a_network"


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(WeightsError, match="choose opencv or onnxruntime"):
        open_engine("tensorrt", b"", "the locator")
