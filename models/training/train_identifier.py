"""Trains the identifier on shards of crops (`models.training.crop_shards`) for a given number of minutes.

`make train-identifier`, or `python -m models.training.train_identifier --minutes 60 --start identifier.pt`.
It can be stopped at any time (Ctrl-C, kill) and goes on with `--resume`; new shards that appear while it runs are taken
in. The best network on unseen packs is `runs/identifier/best.pt`; `--export` writes it as ONNX.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from tqdm import tqdm

from models.training.networks import RANKS, SUITS, export_onnx, identifier_network, load_warm

RUN = Path("runs/identifier")


@dataclass
class Shard:
    """Crops in memory: pictures `(n, 64, 64, 3)` uint8 BGR, ranks and suits `(n,)`, -1 without an index."""

    pictures: np.ndarray
    ranks: np.ndarray
    suits: np.ndarray


def read_shard(path: Path) -> Shard:
    """One shard from disk."""
    with np.load(path) as data:
        return Shard(data["pictures"], data["ranks"].astype(np.int64), data["suits"].astype(np.int64))


def augment(crops: Tensor, rng: np.random.Generator) -> Tensor:
    """Cheap variety on a batch `(n, 3, 64, 64)` in 0..1: quarter turns, light, shift, a patch covered, noise.

    A third of the crops get a veil, as a lamp's sheen lays it over the ink: a black suit then turns brown, not red.
    """
    crops = torch.rot90(crops, int(rng.integers(4)), (2, 3))
    n = crops.shape[0]
    gain = torch.empty(n, 3, 1, 1).uniform_(0.9, 1.1) * torch.empty(n, 1, 1, 1).uniform_(0.75, 1.2)
    crops = crops * gain + torch.empty(n, 1, 1, 1).uniform_(-0.08, 0.08)
    veil = torch.empty(n, 1, 1, 1).uniform_(-1.2, 0.65).clamp_(min=0)
    crops = crops + (torch.empty(n, 3, 1, 1).uniform_(0.75, 1.0) - crops) * veil
    crops = torch.roll(crops, (int(rng.integers(-3, 4)), int(rng.integers(-3, 4))), (2, 3))
    if rng.random() < 0.3:
        side = int(rng.integers(6, 16))
        top, left = (int(v) for v in rng.integers(0, 64 - side, 2))
        crops[:, :, top : top + side, left : left + side] = torch.rand(n, 3, 1, 1)
    if rng.random() < 0.2:
        small = int(rng.integers(16, 40))
        crops = functional.interpolate(functional.interpolate(crops, size=small, mode="area"), size=64, mode="bilinear")
    return crops + 0.02 * torch.randn_like(crops)


def loss_of(logits: Tensor, ranks: Tensor, suits: Tensor) -> Tensor:
    """Cross entropy over ranks and over suits where there is an index, binary cross entropy for "no index"."""
    there = ranks >= 0
    total = functional.binary_cross_entropy_with_logits(logits[:, -1], (~there).float())
    if there.any():
        seen = logits[there]
        total = total + functional.cross_entropy(seen[:, :RANKS], ranks[there], label_smoothing=0.02)
        total = total + functional.cross_entropy(seen[:, RANKS : RANKS + SUITS], suits[there], label_smoothing=0.02)
    return total


def judge(network: nn.Module, shard: Shard) -> dict[str, float]:
    """Accuracies on a held-out shard: `card`, `rank`, `suit` over crops with an index, `no_index` over all."""
    network.eval()
    with torch.no_grad():
        parts = [network(to_tensor(shard.pictures[k : k + 500])) for k in range(0, len(shard.ranks), 500)]
    logits = torch.cat(parts)
    network.train()
    there = torch.from_numpy(shard.ranks >= 0)
    rank_ok = logits[:, :RANKS].argmax(1).eq(torch.from_numpy(shard.ranks))[there]
    suit_ok = logits[:, RANKS : RANKS + SUITS].argmax(1).eq(torch.from_numpy(shard.suits))[there]
    no_index_ok = (logits[:, -1] > 0).eq(~there)
    return {
        "card": float((rank_ok & suit_ok).float().mean()),
        "rank": float(rank_ok.float().mean()),
        "suit": float(suit_ok.float().mean()),
        "no_index": float(no_index_ok.float().mean()),
    }


def to_tensor(pictures: np.ndarray) -> Tensor:
    """`(n, 64, 64, 3)` uint8 to `(n, 3, 64, 64)` in 0..1."""
    return torch.from_numpy(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2))).float() / 255


class Training:
    """One run: network, optimiser, a running average of the weights, and what was seen so far."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.network = identifier_network()
        if args.start:
            load_warm(self.network, args.start)
        self.average = torch.optim.swa_utils.AveragedModel(
            self.network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
        )
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=args.lr, weight_decay=0.02)
        self.seen, self.spent, self.best = 0, 0.0, 0.0
        if args.resume and (args.run / "last.pt").exists():
            state = torch.load(args.run / "last.pt", weights_only=True)
            self.network.load_state_dict(state["network"])
            self.average.load_state_dict(state["average"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.seen, self.spent, self.best = state["seen"], state["spent"], state["best"]
        self.shards: dict[Path, Shard] = {}
        self.mined: dict[Path, Shard] = {}
        self.rng = np.random.default_rng(self.seen + 1)

    def load_shards(self) -> None:
        """Takes in shards that are new on disk, up to the limit held in memory."""
        for path in sorted(self.args.shards.glob("shard_????.npz")):
            if path not in self.shards and len(self.shards) < self.args.keep:
                self.shards[path] = read_shard(path)
        for path in sorted(self.args.shards.glob("mined_????.npz")):
            if path not in self.mined:
                self.mined[path] = read_shard(path)

    def batch(self) -> tuple[Tensor, Tensor, Tensor]:
        """A batch from a random shard."""
        mined = bool(self.mined) and self.rng.random() < self.args.mined_share
        shards = list((self.mined if mined else self.shards).values())
        shard = shards[int(self.rng.integers(len(shards)))]
        pick = self.rng.integers(0, len(shard.ranks), self.args.batch)
        crops = augment(to_tensor(shard.pictures[pick]), self.rng)
        return crops, torch.from_numpy(shard.ranks[pick]), torch.from_numpy(shard.suits[pick])

    def step(self) -> float:
        """One optimiser step; returns the loss."""
        progress = min(1.0, self.spent / (60 * self.args.minutes))
        for group in self.optimiser.param_groups:
            warmup = min(1.0, (self.seen + 1) / 20_000)
            group["lr"] = self.args.lr * warmup * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))
        crops, ranks, suits = self.batch()
        loss = loss_of(self.network(crops), ranks, suits)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.optimiser.step()
        self.average.update_parameters(self.network)
        self.seen += len(ranks)
        return float(loss.detach())

    def save(self, held_out: Shard) -> dict[str, float]:
        """Judges the averaged network and writes `last.pt`, and `best.pt` when it is the best so far."""
        figures: dict[str, float] = judge(self.average.module, held_out)
        self.args.run.mkdir(parents=True, exist_ok=True)
        if figures["card"] >= self.best:
            self.best = figures["card"]
            torch.save({"network": self.average.module.state_dict()}, self.args.run / "best.pt")
        state = {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "seen": self.seen,
            "spent": self.spent,
            "best": self.best,
        }
        partial = self.args.run / "last.partial"
        torch.save(state, partial)
        partial.rename(self.args.run / "last.pt")
        with (self.args.run / "log.jsonl").open("a") as log:
            log.write(json.dumps({"seen": self.seen, "minutes": round(self.spent / 60, 1), **figures}) + "\n")
        return figures

    def run(self) -> None:
        """Trains until the minutes are spent or someone stops it; nothing learned up to the last save is lost."""
        held_out = read_shard(self.args.shards / "held_out_0000.npz")
        self.network.train()
        self.average.train()
        bar = tqdm(desc="identifier", unit=" crops", initial=self.seen)
        saved = self.spent
        try:
            while self.spent < 60 * self.args.minutes:
                if not self.shards or self.seen % 50_000 < self.args.batch:
                    self.load_shards()
                began = time.monotonic()
                loss = self.step()
                self.spent += time.monotonic() - began
                bar.update(self.args.batch)
                if self.spent - saved > self.args.save_every:
                    saved = self.spent
                    bar.set_postfix({"loss": round(loss, 3)} | {k: round(v, 4) for k, v in self.save(held_out).items()})
        except KeyboardInterrupt:
            print("stopped; go on with --resume")
        print(self.save(held_out), f"{self.seen} crops in {self.spent / 60:.1f} minutes")


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shards", type=Path, default=Path("runs/crops"))
    parser.add_argument("--run", type=Path, default=RUN)
    parser.add_argument("--start", type=Path, help="weights to start from")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--lr", type=float, default=1.5e-3)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--keep", type=int, default=60, help="shards held in memory")
    parser.add_argument("--mined-share", type=float, default=0.3, help="share of batches from mined shards, if any")
    parser.add_argument("--save-every", type=float, default=120, help="seconds of training between saves")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--export", type=Path, metavar="ONNX", help="only write the best network as ONNX")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    if args.export:
        network = identifier_network()
        load_warm(network, args.run / "best.pt")
        export_onnx(network, args.export)
        return 0
    Training(args).run()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
