"""The locator's pictures, its judge, a few real steps, going on (needs torch: `make train-smoke`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from tiny_training import write_scenes

torch: Any = pytest.importorskip("torch", reason="training needs torch: make train-smoke runs this in .venv-train")

from models.training import train_locator  # noqa: E402 - after the skip
from models.training.locator_judge import average_precision, hits  # noqa: E402
from models.training.locator_scenes import HOLD, SceneBank, batch, look, within  # noqa: E402

CPU = torch.device("cpu")
torch.set_num_threads(1)


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_scenes(tmp_path_factory.mktemp("scenes") / "scenes", 6, 2)


def settings(scenes: Path, run: Path, *more: str) -> Any:
    words = ["--scenes", scenes, "--run", run, "--side", 128, "--batch", 4, "--lr", "2e-3", "--threads", 1, *more]
    return train_locator.options([str(word) for word in words])


def test_a_box_stays_on_its_square_however_the_picture_is_moved() -> None:
    held = torch.full((2, HOLD, HOLD, 3), 114, dtype=torch.uint8)
    held[:, 100:180, 200:260] = 255
    zoom, offset = np.array([0.5, 0.9]), np.array([[10.0, 30.0], [-100.0, -20.0]])
    pictures = look(held, zoom, offset, 320)
    for picture, z, (left, top) in zip(pictures, zoom, offset, strict=True):
        rows, columns = np.nonzero(picture[0].numpy() > 0.9)
        found = [columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]
        assert np.abs(np.array(found) - np.array([200, 100, 260, 180]) * z - [left, top, left, top]).max() <= 1
        assert float(picture[0, 0, 0]) == pytest.approx(114 / 255)


def test_boxes_cut_by_the_edge_stay_only_when_enough_is_left() -> None:
    boxes = np.array([[-4.0, 0, 6, 10], [-3, 0, 7, 10], [50, 50, 60, 60], [95, 10, 105, 20], [10, 10, 12, 30]])
    assert within(boxes, 100).tolist() == [[0, 0, 6, 10], [0, 0, 7, 10], [50, 50, 60, 60]]


def test_a_batch_shows_the_labels_in_shares_and_new_scenes_are_taken_in(scenes: Path, tmp_path: Path) -> None:
    bank = SceneBank(scenes, "train", CPU, keep=3)
    bank.refresh()
    assert len(bank.scenes) == 3
    pictures, targets = batch(bank, 5, 96, np.random.default_rng(1))
    assert pictures.shape == (5, 3, 96, 96)
    assert 0 <= float(pictures.min()) < float(pictures.max()) <= 1
    assert len(targets["cls"]) == len(targets["bboxes"]) == len(targets["batch_idx"]) > 5
    assert float(targets["bboxes"].min()) >= 0
    assert float(targets["bboxes"].max()) <= 1
    wide = tmp_path / "wide"
    for part in ("images", "labels"):
        (wide / part / "train").mkdir(parents=True)
    late = SceneBank(wide, "train", CPU, keep=9)
    late.refresh()
    assert late.scenes == []
    cv2.imwrite(str(wide / "images/train/1.jpg"), np.full((300, 1280, 3), 200, np.uint8))
    (wide / "labels/train/1.txt").write_text("0 0.5 0.5 0.25 0.5\n")
    late.refresh()
    assert late.scenes[0].size_wh == (640, 150)
    assert late.scenes[0].boxes.tolist() == [[240, 37.5, 400, 112.5]]


def test_average_precision_of_a_hand_made_ranking() -> None:
    truth = np.array([[0.0, 0, 10, 10], [20, 0, 30, 10]])
    boxes = np.array([[0.0, 0, 10, 10], [50, 0, 60, 10], [1, 0, 11, 10], [20, 1, 30, 10]])
    found = hits(boxes, truth)
    assert found.tolist() == [True, False, False, True]
    assert average_precision(np.array([0.9, 0.8, 0.7, 0.6]), found, 2) == pytest.approx((1 + 2 / 4) / 2)
    assert average_precision(np.zeros(0), np.zeros(0, bool), 2) == 0


def test_the_locator_learns_saves_and_goes_on(scenes: Path, tmp_path: Path) -> None:
    run, out = tmp_path / "run", tmp_path / "out"
    training = train_locator.Training(settings(scenes, run, "--publish", str(out)))
    losses = [float(training.step()) for _ in range(10)]
    assert np.mean(losses[-3:]) < np.mean(losses[:3])
    figures = training.save()
    assert set(figures) == {"ap50", "recall", "precision"}
    assert {p.name for p in out.iterdir()} == {"locator.pt", "locator.onnx"}
    again = train_locator.Training(settings(scenes, run, "--resume"))
    assert (again.seen, again.steps, again.best) == (40, 10, figures["ap50"])
    for name in ("network", "average"):
        before, now = (getattr(one, name).state_dict() for one in (training, again))
        assert all(torch.equal(before[key], now[key]) for key in before)
    again.step()
    warm = train_locator.Training(settings(scenes, tmp_path / "warm", "--start", str(out / "locator.onnx")))
    picture = torch.rand(1, 3, 64, 64)
    with torch.no_grad():
        said = [network.eval()(picture)[0] for network in (training.average, warm.network)]
    assert torch.allclose(*said, atol=1e-3)


def test_a_training_without_scenes_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="make scene-set draws them"):
        train_locator.Training(settings(tmp_path, tmp_path / "run"))
    with pytest.raises(ValueError, match="There is no GPU 7 here: "):
        train_locator.Training(settings(tmp_path, tmp_path / "run", "--device", "7"))
