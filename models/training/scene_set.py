"""Writes the locator's training pictures: scenes with index boxes in YOLO's layout, each from its own seed.

`python -m models.training.scene_set --count 2000 --workers 2` (no torch needed). It goes on where it stopped.
"""

from __future__ import annotations

import argparse
import multiprocessing
from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from datasets import art, procedural, textures
from datasets.fonts import system_fonts
from datasets.packs import CardPack
from datasets.scenes import Scene, SceneFactory
from models.training.crop_shards import known_packs

FOLDER = Path("runs/scenes")
SIZES = ((640, 480), (640, 640), (480, 640), (640, 360))
WEIGHTS = {
    "trick": 4,
    "thrown": 4,
    "won": 2,
    "single": 2,
    "loose": 2,
    "row": 2,
    "grid": 2,
    "fan": 4,
    "deck": 2,
    "deal": 2,
    "pile": 2,
}
"""How often each layout is drawn."""


@cache
def surfaces() -> list[np.ndarray]:
    """The photographs of surfaces in the cache."""
    return textures.load_surfaces(art.cached_backgrounds())


@lru_cache(maxsize=1)
def _factory(kind: str, group: int) -> SceneFactory:
    """A factory for a group of seeds: the packaged packs and some drawn for this group only."""
    held_out = kind == "val"
    fonts = system_fonts()
    first = 700_000 + group * 50 + (1_000_000 if held_out else 0)
    packs: list[CardPack] = [*known_packs(held_out), *(procedural.draw_pack(first + k, fonts) for k in range(8))]
    return SceneFactory(packs, surfaces(), fonts=tuple(fonts))


def prepare(folder: Path) -> None:
    """Makes the folders for pictures and labels."""
    for kind in ("train", "val"):
        for part in ("images", "labels"):
            (folder / part / kind).mkdir(parents=True, exist_ok=True)


def make_scene(task: tuple[Path, str, int]) -> None:
    """Writes one picture and its label file (`0 cx cy w h`, shares of the picture), unless they are there."""
    folder, kind, seed = task
    picture_path = folder / "images" / kind / f"{seed:06d}.jpg"
    label_path = folder / "labels" / kind / f"{seed:06d}.txt"
    if picture_path.exists():
        return
    rng = np.random.default_rng([seed, 0x10C, kind == "val"])
    factory = _factory(kind, seed // 250)
    factory.size_wh = SIZES[int(rng.integers(len(SIZES)))]
    factory.difficulty = float(rng.uniform(0.2, 1.0))
    names = list(WEIGHTS)
    share = np.array([WEIGHTS[n] for n in names], float)
    scene = factory.scene(seed + (10_000_000 if kind == "val" else 0), str(rng.choice(names, p=share / share.sum())))
    label_path.write_text(_lines(scene), encoding="utf-8")
    data = cv2.imencode(".jpg", scene.picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
    partial = picture_path.with_suffix(".partial")
    partial.write_bytes(data)
    partial.rename(picture_path)


def _lines(scene: Scene) -> str:
    height, width = scene.picture.shape[:2]
    rows = []
    for label in scene.labels:
        x0, y0, x1, y1 = label.box_xyxy
        shares = (x0 + x1) / 2 / width, (y0 + y1) / 2 / height, (x1 - x0) / width, (y1 - y0) / height
        rows.append("0 " + " ".join(f"{v:.6f}" for v in shares) + "\n")
    return "".join(rows)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--count", type=int, default=2000, help="training scenes")
    parser.add_argument("--held-out", type=int, default=150, help="scenes from packs never trained on")
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    prepare(args.out)
    tasks = [(args.out, "val", k) for k in range(args.held_out)] + [(args.out, "train", k) for k in range(args.count)]
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        for _ in tqdm(pool.imap(make_scene, tasks, chunksize=25), total=len(tasks), desc="scenes"):
            pass
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
