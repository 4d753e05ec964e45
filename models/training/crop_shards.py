"""Makes the identifier's training pictures: shards of crops on disk, each from its own seed and its own drawn packs.

`python -m models.training.crop_shards --shards 40 --workers 2` (no torch needed). It goes on where it stopped; a shard
is written whole or not at all.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
from tqdm import tqdm

from datasets import art, procedural, textures
from datasets.crops import SIDE, CropFactory
from datasets.fonts import system_fonts
from datasets.packs import CardPack, PackError, art_packs, pack_from_folder

POOL = Path("runs/crops")
HELD_OUT = ("younestouati", "aisleriot-gnomangelo", "arcade")
"""Packaged packs never trained on: they judge the network on unseen packs."""
SCANS = Path(__file__).resolve().parents[3] / "shared" / "packs"
DRAWN_PER_SHARD, CROPS_A_PACK = 24, 400
"""Packs drawn for a shard; fewer for a small one."""


@cache
def _art() -> tuple[CardPack, ...]:
    """Every packaged pack; read in threads, for it takes half a minute."""
    with ThreadPoolExecutor() as readers:
        read = readers.map(lambda source: art_packs((source.name,)), art.SOURCES)
        return tuple(pack for packs in read for pack in packs)


@cache
def known_packs(held_out: bool) -> tuple[CardPack, ...]:
    """The packaged packs to train on, or those held out; scans of real packs count three times."""
    art_only = tuple(p for p in _art() if (p.name in HELD_OUT) == held_out)
    if held_out:
        return art_only
    scans = []
    for folder in sorted(SCANS.glob("scan-*")) if SCANS.is_dir() else []:
        try:
            scans.append(pack_from_folder(folder, folder.name, "see ../shared/packs/SOURCE.md"))
        except PackError as error:
            print(f"left out {error}", file=sys.stderr)
    return art_only + tuple(scans) * 3


@cache
def _surfaces() -> list[np.ndarray]:
    try:
        return textures.load_surfaces(art.backgrounds())
    except art.ArtError:
        return []


def make_shard(task: tuple[Path, int, int, bool]) -> Path:
    """Writes one shard: `pictures (n, 64, 64, 3)` BGR, `ranks (n,)`, `suits (n,)` (-1 without an index)."""
    folder, number, size, held_out = task
    path = folder / f"{'held_out' if held_out else 'shard'}_{number:04d}.npz"
    if path.exists():
        return path
    seed = number + (1_000_000 if held_out else 0)
    rng = np.random.default_rng([seed, 17])
    fonts = system_fonts()
    count = min(DRAWN_PER_SHARD // (4 if held_out else 1), max(1, size // CROPS_A_PACK))
    drawn = [procedural.draw_pack(seed * 1000 + k, fonts) for k in range(count)]
    factory = CropFactory([*known_packs(held_out), *drawn], _surfaces())
    pictures = np.empty((size, SIDE, SIDE, 3), np.uint8)
    ranks, suits = np.empty(size, np.int8), np.empty(size, np.int8)
    for k in range(size):
        crop = factory.sample(rng)
        pictures[k], ranks[k], suits[k] = crop.picture, crop.rank, crop.suit
    partial = path.with_suffix(".partial.npz")
    np.savez(partial, pictures=pictures, ranks=ranks, suits=suits)
    partial.rename(path)
    return path


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=POOL, help="folder of the shards (default: runs/crops)")
    parser.add_argument("--shards", type=int, default=30)
    parser.add_argument("--first", type=int, default=0, help="number of the first shard")
    parser.add_argument("--size", type=int, default=10_000, help="crops a shard")
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    tasks = [(args.out, 0, 4000, True)] + [(args.out, args.first + k, args.size, False) for k in range(args.shards)]
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        for _ in tqdm(pool.imap_unordered(make_shard, tasks), total=len(tasks), desc="crop shards"):
            pass
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
