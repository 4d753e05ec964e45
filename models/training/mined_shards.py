"""Crops as the locator really cuts them: scenes are drawn, the locator finds places in them, the truth names them.

Places on a labelled index become that card, places on nothing become "no index" (pips, court pictures, print on beer
mats: what tempts this locator), places on a half-covered index are left out. The shards lie beside those of
`models.training.crop_shards` and have their form. `python -m models.training.mined_shards --scenes 1500`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from datasets import procedural
from datasets.crops import NO_INDEX, rank_place, suit_place
from datasets.fonts import system_fonts
from datasets.scenes import IndexLabel, Scene, SceneFactory
from models.boxes import overlaps
from models.engine import open_engine
from models.identifier import crop_square
from models.locator import Locator
from models.training.crop_shards import POOL, known_packs
from models.training.scene_set import SIZES, surfaces
from models.training.seal import WEIGHTS
from scorer.cards import Card

SAME, APART = 0.45, 0.08
"""Overlap (intersection over union) from which a place is a labelled index, and below which it is none of them."""
LOCATE_FROM = 0.1
PACKS_FOR = 60
"""Scenes drawn with one set of drawn packs."""


def overlap(box: NDArray[np.float32], labels: Sequence[IndexLabel]) -> NDArray[np.float64]:
    """Intersection over union of a box with each label `(n,)`."""
    others = np.array([label.box_xyxy for label in labels], np.float64).reshape(-1, 4)
    return np.asarray(overlaps(box[None].astype(np.float64), others)[0], np.float64)


def name_place(box: NDArray[np.float32], scene: Scene) -> tuple[bool, Card | None]:
    """Whether it can be said what a located place is, and its card (None: no index)."""
    on_label = overlap(box, scene.labels)
    if len(on_label) and on_label.max() >= SAME:
        return True, scene.labels[int(on_label.argmax())].card
    near = np.concatenate([on_label, overlap(box, scene.covered)])
    return len(near) == 0 or bool(near.max() < APART), None


def mine(locator: Locator, scenes: int, seed: int) -> tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.int8]]:
    """Pictures `(n, 64, 64, 3)` BGR, ranks and suits `(n,)` of every place the locator finds."""
    fonts = system_fonts()
    rng = np.random.default_rng([seed, 0x313])
    pictures, ranks, suits = [], [], []
    factory = SceneFactory([])
    for number in tqdm(range(scenes), "mining", disable=None):
        if number % PACKS_FOR == 0:
            first = 40_000_000 + seed * 10_000 + number
            drawn = [procedural.draw_pack(first + k, fonts) for k in range(min(10, 1 + scenes // 6))]
            factory = SceneFactory([*known_packs(False), *drawn], surfaces())
        factory.size_wh = SIZES[int(rng.integers(len(SIZES)))]
        factory.difficulty = float(rng.uniform(0.2, 1.0))
        scene = factory.scene(50_000_000 + seed * 100_000 + number)
        boxes, _ = locator.locate(scene.picture, LOCATE_FROM)
        for box in boxes:
            certain, card = name_place(box, scene)
            if not certain:
                continue
            pictures.append(crop_square(scene.picture, box, float(rng.uniform(1.15, 1.7)), 64))
            ranks.append(NO_INDEX if card is None else rank_place(card))
            suits.append(NO_INDEX if card is None else suit_place(card))
    return np.stack(pictures), np.array(ranks, np.int8), np.array(suits, np.int8)


def make_mined(task: tuple[Path, Path, int, int]) -> Path:
    """Writes one mined shard `mined_SEED.npz`: folder, the locator's ONNX file, number of scenes, seed."""
    folder, onnx, scenes, seed = task
    path = folder / f"mined_{seed:04d}.npz"
    if path.exists():
        return path
    locator = Locator(open_engine("opencv", onnx.read_bytes(), str(onnx)), 640)
    pictures, ranks, suits = mine(locator, scenes, seed)
    folder.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial.npz")
    np.savez(partial, pictures=pictures, ranks=ranks, suits=suits)
    partial.rename(path)
    print(f"{len(ranks)} crops, {int((ranks < 0).sum())} of them no index")
    return path


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=POOL)
    parser.add_argument("--scenes", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--locator", type=Path, default=WEIGHTS / "locator.onnx")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    cv2.setNumThreads(args.threads)
    if (args.out / f"mined_{args.seed:04d}.npz").exists():
        print(f"{args.out} has mined crops of seed {args.seed}: name another --seed")
        return 2
    make_mined((args.out, args.locator, args.scenes, args.seed))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
