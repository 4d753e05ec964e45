"""Weights come back from ONNX files as they were, and can be trained on (needs torch: `make train-smoke`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="training needs torch: make train-smoke runs this in .venv-train")

from models.engine import open_engine  # noqa: E402 - after the skip
from models.training import locator_network as locators  # noqa: E402
from models.training import networks  # noqa: E402
from models.training.onnx_weights import set_statistics, weighted_layers  # noqa: E402


@pytest.fixture(scope="module")
def locator(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Path]:
    """A locator with random weights and batch norms that have seen something, and its ONNX file."""
    torch.manual_seed(3)
    network = locators.locator_network().train()
    network(torch.rand(4, 3, 96, 96))
    path = tmp_path_factory.mktemp("onnx") / "locator.onnx"
    locators.export_onnx(network, path, 128)
    return network.eval(), path


@pytest.fixture(scope="module")
def identifier(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Path]:
    """The same for the identifier."""
    torch.manual_seed(4)
    network = networks.identifier_network().train()
    network(torch.rand(16, 3, 64, 64))
    path = tmp_path_factory.mktemp("onnx") / "identifier.onnx"
    networks.export_onnx(network, path)
    return network.eval(), path


def maps_of(network: Any, picture: Any) -> list[Any]:
    with torch.no_grad():
        return [one.numpy() for one in locators.raw_maps(network, picture)]


def test_a_locator_comes_back_from_onnx_with_statistics_to_train_on(locator: tuple[Any, Path]) -> None:
    network, path = locator
    picture = torch.rand(1, 3, 96, 128)
    again = locators.locator_network()
    assert locators.start_from(again, path, torch.rand(6, 3, 96, 96)).startswith("43 layers")
    norms = [norm for _, _, norm in weighted_layers(again) if norm is not None]
    assert sum(float(norm.running_mean.abs().sum()) for norm in norms) > 1
    expected, got = maps_of(network, picture), maps_of(again.eval(), picture)
    for before, now in zip(expected, got, strict=True):
        assert np.abs(before - now).max() < 1e-3
    for engine in ("opencv", "onnxruntime"):
        outputs = open_engine(engine, path.read_bytes(), "locator").run(picture.numpy())
        by_height = {one.shape[2]: one for one in outputs}
        assert all(np.abs(by_height[one.shape[2]] - one).max() < 1e-3 for one in expected)


def test_an_identifier_comes_back_from_onnx(identifier: tuple[Any, Path]) -> None:
    network, path = identifier
    crops = torch.rand(5, 3, 64, 64)
    again = networks.identifier_network()
    assert networks.load_warm(again, path, torch.rand(32, 3, 64, 64)) == 7
    with torch.no_grad():
        assert float((network(crops) - again.eval()(crops)).abs().max()) < 1e-3


def test_statistics_change_what_a_norm_knows_not_what_the_network_says(identifier: tuple[Any, Path]) -> None:
    network, _ = identifier
    crops = torch.rand(40, 3, 64, 64) * 0.5 + 0.3
    norm = network[1]
    before = norm.running_mean.clone()
    with torch.no_grad():
        expected, inputs = network(crops), network[0](crops)
        set_statistics(network, crops)
        assert float((network(crops) - expected).abs().max()) < 1e-3
    assert not torch.allclose(norm.running_mean, before, atol=1e-3)
    assert torch.allclose(norm.running_mean, inputs.mean((0, 2, 3)), atol=1e-4)


def test_files_of_other_networks_are_refused(
    locator: tuple[Any, Path], identifier: tuple[Any, Path], tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match="7 layers with weights, this network has 43"):
        locators.start_from(locators.locator_network(), identifier[1])
    with pytest.raises(ValueError, match="another network"):
        networks.load_warm(networks.identifier_network((16, 32, 64, 128, 64)), identifier[1])
    torch.save({"network": {"a": torch.zeros(3)}}, tmp_path / "other.pt")
    with pytest.raises(ValueError, match="another network"):
        networks.load_warm(networks.identifier_network(), tmp_path / "other.pt")
    torch.save({"state_dict": {"a.0.b": torch.zeros(3)}}, tmp_path / "other.pt")
    with pytest.raises(ValueError, match="another network"):
        locators.start_from(locators.locator_network(), tmp_path / "other.pt")
    for name in ("broken.onnx", "broken.pt"):
        (tmp_path / name).write_bytes(b"no network")
        with pytest.raises(ValueError, match="is no "):
            locators.start_from(locators.locator_network(), tmp_path / name)
        with pytest.raises(ValueError, match="is no "):
            networks.load_warm(networks.identifier_network(), tmp_path / name)
