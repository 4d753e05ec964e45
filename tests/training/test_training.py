"""A tiny real training of both networks, resumed and exported: `make train-smoke` (needs `.venv-train`)."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="training needs torch: make train-smoke runs this in .venv-train")

from datasets.crops import CropFactory  # noqa: E402 - after the skip
from datasets.procedural import draw_pack  # noqa: E402
from datasets.scenes import SceneFactory  # noqa: E402
from models.engine import open_engine  # noqa: E402
from models.locator import Locator  # noqa: E402
from models.training.networks import export_onnx, identifier_network, load_warm  # noqa: E402
from models.training.train_identifier import Training, judge, read_shard  # noqa: E402

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two shards of 256 crops of one drawn pack."""
    folder = tmp_path_factory.mktemp("crops")
    factory = CropFactory([draw_pack(1)])
    for name in ("shard_0000", "held_out_0000"):
        rng = np.random.default_rng(len(name))
        crops = [factory.sample(rng) for _ in range(256)]
        np.savez(
            folder / f"{name}.npz",
            pictures=np.stack([c.picture for c in crops]),
            ranks=np.array([c.rank for c in crops], np.int8),
            suits=np.array([c.suit for c in crops], np.int8),
        )
    return folder


def settings(shards: Path, run: Path, **changed: object) -> argparse.Namespace:
    values = {"shards": shards, "run": run, "start": None, "resume": False, "minutes": 1.0, "lr": 2e-3, "batch": 64}
    return argparse.Namespace(**values | {"keep": 2, "save_every": 600.0, "mined_share": 0.3} | changed)


def test_the_identifier_learns_resumes_and_exports(shards: Path, tmp_path: Path) -> None:
    training = Training(settings(shards, tmp_path / "run"))
    training.load_shards()
    training.network.train()
    losses = [training.step() for _ in range(40)]
    assert np.mean(losses[-5:]) < np.mean(losses[:5]) - 0.2
    training.save(read_shard(shards / "held_out_0000.npz"))
    again = Training(settings(shards, tmp_path / "run", resume=True))
    assert again.seen == 40 * 64
    assert all(
        torch.equal(a, b)
        for a, b in zip(training.network.state_dict().values(), again.network.state_dict().values(), strict=True)
    )
    network = identifier_network()
    load_warm(network, tmp_path / "run" / "best.pt")
    export_onnx(network, tmp_path / "identifier.onnx")
    crops = np.random.default_rng(0).random((3, 3, 64, 64), dtype=np.float32)
    with torch.no_grad():
        expected = network.eval()(torch.from_numpy(crops)).numpy()
    for engine in ("opencv", "onnxruntime"):
        got = open_engine(engine, (tmp_path / "identifier.onnx").read_bytes(), "identifier").run(crops)
        assert np.abs(got - expected).max() < 1e-3
    assert set(judge(network, read_shard(shards / "held_out_0000.npz"))) == {"card", "rank", "suit", "no_index"}


def test_weights_of_another_network_are_refused(tmp_path: Path) -> None:
    torch.save({"network": {"a": torch.zeros(3)}}, tmp_path / "other.pt")
    with pytest.raises(ValueError, match="another network"):
        load_warm(identifier_network(), tmp_path / "other.pt")


def test_the_locator_trains_an_epoch_and_exports(tmp_path: Path) -> None:
    from models.training import train_locator
    from models.training.scene_set import _lines

    factory = SceneFactory([draw_pack(2)], (), (320, 240))
    for kind in ("train", "val"):
        for part in ("images", "labels"):
            (tmp_path / "scenes" / part / kind).mkdir(parents=True)
        for seed in range(8):
            scene = factory.scene(seed, "grid")
            cv2.imwrite(str(tmp_path / "scenes" / "images" / kind / f"{seed}.jpg"), scene.picture)
            (tmp_path / "scenes" / "labels" / kind / f"{seed}.txt").write_text(_lines(scene))
    (tmp_path / "scenes" / "data.yaml").write_text(
        f"path: {tmp_path / 'scenes'}\ntrain: images/train\nval: images/val\nnames:\n  0: index\n"
    )
    args = argparse.Namespace(
        scenes=tmp_path / "scenes",
        run=tmp_path / "run" / "locator",
        start=None,
        resume=False,
        epochs=1,
        minutes=0,
        lr=1e-3,
        side=160,
        threads=2,
        export=tmp_path / "locator.onnx",
        export_side=160,
    )
    train_locator.train(args)
    train_locator.export(args)
    locator = Locator(open_engine("opencv", args.export.read_bytes(), "locator"), 160)
    boxes, scores = locator.locate(factory.scene(1).picture, 1e-4)
    assert boxes.shape == (len(scores), 4)
