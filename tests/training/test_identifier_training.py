"""The identifier learns, saves and goes on, starts from its own ONNX file (needs torch: `make train-smoke`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tiny_training import write_crops

torch: Any = pytest.importorskip("torch", reason="training needs torch: make train-smoke runs this in .venv-train")

from models.engine import open_engine  # noqa: E402 - after the skip
from models.training import train_identifier  # noqa: E402
from models.training.train_identifier import Training, judge, read_shard, to_tensor  # noqa: E402


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_crops(tmp_path_factory.mktemp("crops") / "crops")


def settings(shards: Path, run: Path, *more: str) -> Any:
    words = ["--shards", shards, "--run", run, "--minutes", "1", "--lr", "2e-3", "--batch", "64", *more]
    return train_identifier.options([str(word) for word in words])


def test_the_identifier_learns_resumes_and_exports(shards: Path, tmp_path: Path) -> None:
    run, out = tmp_path / "run", tmp_path / "out"
    training = Training(settings(shards, run, "--publish", str(out)))
    training.load_shards()
    training.network.train()
    losses = [float(training.step()) for _ in range(40)]
    assert np.mean(losses[-5:]) < np.mean(losses[:5]) - 0.2
    held_out = read_shard(shards / "held_out_0000.npz")
    figures = training.save(held_out)
    assert set(figures) == {"card", "rank", "suit", "no_index"}
    again = Training(settings(shards, run, "--resume"))
    assert (again.seen, again.best) == (40 * 64, figures["card"])
    states = zip(training.network.state_dict().values(), again.network.state_dict().values(), strict=True)
    assert all(torch.equal(a, b) for a, b in states)
    network = train_identifier.trained(out / "identifier.pt")
    assert judge(network, held_out) == figures
    crops = np.random.default_rng(0).random((3, 3, 64, 64), dtype=np.float32)
    with torch.no_grad():
        expected = network.eval()(torch.from_numpy(crops)).numpy()
    for engine in ("opencv", "onnxruntime"):
        (got,) = open_engine(engine, (out / "identifier.onnx").read_bytes(), "identifier").run(crops)
        assert np.abs(got - expected).max() < 1e-3
    warm = Training(settings(shards, tmp_path / "warm", "--start", str(out / "identifier.onnx")))
    with torch.no_grad():
        assert np.abs(warm.network.eval()(torch.from_numpy(crops)).numpy() - expected).max() < 1e-3


def test_a_large_batch_is_made_of_parts_and_mined_crops_come_in(shards: Path, tmp_path: Path) -> None:
    mined = tmp_path / "mined"
    mined.mkdir()
    options = ("--batch", "300", "--mined", str(mined), "--mined-share", "1")
    training = Training(settings(shards, tmp_path / "run", *options))
    training.load_shards()
    crops, ranks, suits = training.batch()
    assert crops.shape == (300, 3, 64, 64)
    assert len(ranks) == len(suits) == 300
    np.savez(
        mined / "mined_0007.npz",
        pictures=np.zeros((9, 64, 64, 3), np.uint8),
        ranks=np.full(9, 5, np.int8),
        suits=np.full(9, 2, np.int8),
    )
    training.load_shards()
    _, ranks, suits = training.batch()
    assert set(ranks.tolist()) == {5}
    assert set(suits.tolist()) == {2}


def test_a_run_ends_when_its_minutes_are_spent_and_says_so(shards: Path, tmp_path: Path) -> None:
    args = settings(shards, tmp_path / "run", "--minutes", "0.02", "--threads", "1")
    assert Training(args).run()
    args.resume = True
    done = Training(args)
    assert done.spent >= 1.2
    seen = done.seen
    assert done.run()
    assert done.seen == seen


def test_crops_are_blue_green_red_in_shares_of_one() -> None:
    picture = torch.zeros((1, 64, 64, 3), dtype=torch.uint8)
    picture[0, 0, 0] = torch.tensor([255, 51, 0], dtype=torch.uint8)
    assert to_tensor(picture)[0, :, 0, 0].tolist() == pytest.approx([1, 0.2, 0])


def test_a_training_without_crops_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="make crops draws them"):
        Training(settings(tmp_path, tmp_path / "run", "--start", "x.pt"))
