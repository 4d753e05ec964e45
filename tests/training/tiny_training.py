"""Crops, scenes and networks small enough for tests of the training."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.crops import CropFactory
from datasets.procedural import draw_pack
from datasets.scenes import SceneFactory
from models.training.scene_set import _lines, prepare


def write_crops(folder: Path, count: int = 256) -> Path:
    """Two shards of crops of one drawn pack: one to train on, one held out."""
    folder.mkdir(parents=True)
    factory = CropFactory([draw_pack(1)])
    for name in ("shard_0000", "held_out_0000"):
        rng = np.random.default_rng(len(name))
        crops = [factory.sample(rng) for _ in range(count)]
        np.savez(
            folder / f"{name}.npz",
            pictures=np.stack([c.picture for c in crops]),
            ranks=np.array([c.rank for c in crops], np.int8),
            suits=np.array([c.suit for c in crops], np.int8),
        )
    return folder


def write_scenes(folder: Path, count: int = 8, held_out: int = 4) -> Path:
    """Small scenes of one drawn pack."""
    prepare(folder)
    factory = SceneFactory([draw_pack(2)], (), (320, 240), difficulty=0.1)
    for kind, number in (("train", count), ("val", held_out)):
        for seed in range(number):
            scene = factory.scene(seed + (1000 if kind == "val" else 0), "grid")
            cv2.imwrite(str(folder / "images" / kind / f"{seed:06d}.jpg"), scene.picture)
            (folder / "labels" / kind / f"{seed:06d}.txt").write_text(_lines(scene))
    return folder


def spread_locator(scenes: Path, seed: int = 0) -> Any:
    """A locator with random weights that scores few places high, as a trained one does."""
    import torch

    from models.training.locator_network import locator_network, raw_maps
    from models.training.locator_scenes import SceneBank, batch

    torch.manual_seed(seed)
    network = locator_network()
    norms = [one for one in network.modules() if isinstance(one, torch.nn.BatchNorm2d)]
    for norm in norms:
        norm.momentum = 1.0
    bank = SceneBank(scenes, "train", torch.device("cpu"), 8)
    bank.refresh()
    pictures, _ = batch(bank, 8, 160, np.random.default_rng(seed))
    with torch.no_grad():
        network.train()(pictures)
        for branch, maps in zip(network.model[-1].cv3, raw_maps(network.eval(), pictures), strict=True):
            scores = maps[:, -1]
            scale = 3 / float(scores.std())
            branch[-1].weight.mul_(scale)
            branch[-1].bias.add_(branch[-1].bias * (scale - 1) - float(scores.quantile(0.99)) * scale)
    return network


def spread_identifier(shards: Path, seed: int = 0) -> Any:
    """An identifier with random weights that answers differently to different crops."""
    import torch

    from models.training.networks import identifier_network
    from models.training.train_identifier import read_shard, to_tensor

    torch.manual_seed(seed)
    network = identifier_network()
    for norm in (one for one in network.modules() if isinstance(one, torch.nn.BatchNorm2d)):
        norm.momentum = 1.0
    crops = to_tensor(read_shard(shards / "shard_0000.npz").pictures)
    with torch.no_grad():
        network.train()(crops)
        network[-1].weight.mul_(3 / float(network.eval()(crops).std()))
    return network
