"""Trains the identifier on shards of crops (`models.training.crop_shards`) for a given number of minutes.

`make train-identifier`, or `python -m models.training.train_identifier --start models/weights/identifier.onnx`.
It can be stopped at any time (Ctrl-C, kill) and goes on with `--resume`; new shards that appear while it runs are taken
in. The best network on unseen packs is `runs/identifier/best.pt`; `--export` writes it as ONNX.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from tqdm import tqdm

from models.training import running
from models.training.networks import RANKS, SUITS, export_onnx, identifier_network, load_warm

RUN = Path("runs/identifier")
PART = 128
"""Crops that are augmented alike: a batch is made of parts, each from a random shard."""
WARMUP = 20_000
"""Crops until the learning rate is full."""
STATISTICS_FROM = 2048
"""Crops that set the batch norms of weights that come as ONNX."""


@dataclass
class Shard:
    """Crops on a device: pictures `(n, 64, 64, 3)` uint8 BGR, ranks and suits `(n,)`, -1 without an index."""

    pictures: Tensor
    ranks: Tensor
    suits: Tensor


def read_shard(path: Path, device: torch.device | None = None) -> Shard:
    """One shard from disk."""
    with np.load(path) as data:
        parts = (data["pictures"], data["ranks"].astype(np.int64), data["suits"].astype(np.int64))
    return Shard(*(torch.from_numpy(part).to(device) for part in parts))


def augment(crops: Tensor, rng: np.random.Generator) -> Tensor:
    """Cheap variety on a batch `(n, 3, 64, 64)` in 0..1: quarter turns, light, shift, a patch covered, noise.

    A third of the crops get a veil, as a lamp's sheen lays it over the ink: a black suit then turns brown, not red.
    """
    crops = torch.rot90(crops, int(rng.integers(4)), (2, 3))
    n, device = crops.shape[0], crops.device
    gain = torch.empty(n, 3, 1, 1, device=device).uniform_(0.9, 1.1)
    gain = gain * torch.empty(n, 1, 1, 1, device=device).uniform_(0.75, 1.2)
    crops = crops * gain + torch.empty(n, 1, 1, 1, device=device).uniform_(-0.08, 0.08)
    veil = torch.empty(n, 1, 1, 1, device=device).uniform_(-1.2, 0.65).clamp_(min=0)
    crops = crops + (torch.empty(n, 3, 1, 1, device=device).uniform_(0.75, 1.0) - crops) * veil
    crops = torch.roll(crops, (int(rng.integers(-3, 4)), int(rng.integers(-3, 4))), (2, 3))
    if rng.random() < 0.3:
        side = int(rng.integers(6, 16))
        top, left = (int(v) for v in rng.integers(0, 64 - side, 2))
        crops[:, :, top : top + side, left : left + side] = torch.rand(n, 3, 1, 1, device=device)
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
    there = shard.ranks >= 0
    rank_ok = logits[:, :RANKS].argmax(1).eq(shard.ranks)[there]
    suit_ok = logits[:, RANKS : RANKS + SUITS].argmax(1).eq(shard.suits)[there]
    no_index_ok = (logits[:, -1] > 0).eq(~there)
    return {
        "card": float((rank_ok & suit_ok).float().mean()),
        "rank": float(rank_ok.float().mean()),
        "suit": float(suit_ok.float().mean()),
        "no_index": float(no_index_ok.float().mean()),
    }


def to_tensor(pictures: Tensor) -> Tensor:
    """`(n, 64, 64, 3)` uint8 to `(n, 3, 64, 64)` in 0..1."""
    return pictures.permute(0, 3, 1, 2).contiguous().float() / 255


class Training:
    """One run, new or gone on with; `args` as in `main`."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.device = running.device_of(args.device)
        self.shards: dict[Path, Shard] = {}
        self.mined: dict[Path, Shard] = {}
        self.network = identifier_network()
        self.seen, self.spent, self.best = 0, 0.0, 0.0
        state = self._state() if args.resume else None
        if state is None and args.start:
            self._warm(args.start)
        self.network.to(self.device)
        self.average = torch.optim.swa_utils.AveragedModel(
            self.network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
        )
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=args.lr, weight_decay=0.02)
        if state is not None:
            self.network.load_state_dict(state["network"])
            self.average.load_state_dict(state["average"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.seen, self.spent, self.best = state["seen"], state["spent"], state["best"]
        self.schedule = running.Schedule(args.minutes, args.until)
        self.rng = np.random.default_rng(self.seen + 1)

    def _state(self) -> running.State | None:
        path = self.args.run / "last.pt"
        return dict(torch.load(path, map_location="cpu", weights_only=True)) if path.exists() else None

    def _warm(self, start: Path) -> None:
        self.load_shards(1)
        shard = next(iter(self.shards.values()))
        pick = torch.from_numpy(np.random.default_rng(0).integers(0, len(shard.ranks), STATISTICS_FROM))
        crops = to_tensor(shard.pictures[pick.to(self.device)])
        print(f"{load_warm(self.network, start, crops.cpu())} tensors from {start}")

    def load_shards(self, at_most: int | None = None) -> None:
        """Takes in shards that are new on disk (`at_most` of them), up to the limit held in memory."""
        new = [p for p in sorted(self.args.shards.glob("shard_????.npz")) if p not in self.shards]
        room = self.args.keep - len(self.shards)
        for path in new[: room if at_most is None else min(room, at_most)]:
            self.shards[path] = read_shard(path, self.device)
        if not self.shards:
            raise ValueError(f"There are no crops in {self.args.shards}: make crops draws them.")
        for path in sorted((self.args.mined or self.args.shards).glob("mined_????.npz")):
            if path not in self.mined:
                self.mined[path] = read_shard(path, self.device)

    def part(self, count: int) -> tuple[Tensor, Tensor, Tensor]:
        """Crops from a random shard, augmented alike, with their ranks and suits."""
        mined = bool(self.mined) and self.rng.random() < self.args.mined_share
        shards = list((self.mined if mined else self.shards).values())
        shard = shards[int(self.rng.integers(len(shards)))]
        pick = torch.from_numpy(self.rng.integers(0, len(shard.ranks), count)).to(self.device)
        return augment(to_tensor(shard.pictures[pick]), self.rng), shard.ranks[pick], shard.suits[pick]

    def batch(self) -> tuple[Tensor, Tensor, Tensor]:
        """A batch, made of parts."""
        parts = [self.part(min(PART, self.args.batch - k)) for k in range(0, self.args.batch, PART)]
        if len(parts) == 1:
            return parts[0]
        crops, ranks, suits = (torch.cat(one) for one in zip(*parts, strict=True))
        return crops, ranks, suits

    def step(self) -> Tensor:
        """One optimiser step; returns the loss (on the device)."""
        progress = self.schedule.progress(self.spent)
        for group in self.optimiser.param_groups:
            group["lr"] = self.args.lr * running.rate(progress, (self.seen + 1) / WARMUP, 0.02)
        crops, ranks, suits = self.batch()
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            logits = self.network(crops)
        loss = loss_of(logits.float(), ranks, suits)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.optimiser.step()
        self.average.update_parameters(self.network)
        self.seen += len(ranks)
        return loss.detach()

    def save(self, held_out: Shard) -> dict[str, float]:
        """Judges the averaged network and writes `last.pt`, and `best.pt` when it is the best so far."""
        figures: dict[str, float] = judge(self.average.module, held_out)
        if figures["card"] >= self.best:
            self.best = figures["card"]
            running.save({"network": self.average.module.state_dict()}, self.args.run / "best.pt")
            if self.args.publish and self.seen:
                best = self.args.run / "best.pt"
                running.publish(self.args.publish, "identifier", best, lambda path: export(best, path))
        state = {name: getattr(self, name) for name in ("seen", "spent", "best")}
        for name in ("network", "average", "optimiser"):
            state[name] = getattr(self, name).state_dict()
        running.save(state, self.args.run / "last.pt")
        shards = {"shards": len(self.shards), "mined": len(self.mined)}
        running.note(self.args.run, {"seen": self.seen, "minutes": round(self.spent / 60, 1)} | shards | figures)
        return figures

    def run(self) -> bool:
        """Trains until the time is spent or someone stops it; True when it is spent. Nothing saved is lost."""
        if self.schedule.over(self.spent):
            return True
        held_out = read_shard(self.args.shards / "held_out_0000.npz", self.device)
        self.network.train()
        self.average.train()
        bar = tqdm(desc="identifier", unit=" crops", initial=self.seen, mininterval=running.pace())
        saved, done = self.spent, False
        if self.seen == 0 and self.args.before:
            print("before:", self.save(held_out))
        try:
            while not (done := self.schedule.over(self.spent)):
                if not self.shards or self.seen % self.args.refresh < self.args.batch:
                    self.load_shards()
                began = time.monotonic()
                loss = self.step()
                self.spent += time.monotonic() - began
                bar.update(self.args.batch)
                if self.spent - saved > self.args.save_every:
                    saved = self.spent
                    shown = {name: round(value, 4) for name, value in self.save(held_out).items()}
                    bar.set_postfix({"loss": round(float(loss), 3)} | shown)
        except KeyboardInterrupt:
            print("stopped; go on with --resume", file=sys.stderr)
        print(self.save(held_out), f"{self.seen} crops in {self.spent / 60:.1f} minutes")
        return done


def trained(best: Path) -> nn.Sequential:
    """The network with the weights of a run (`best.pt`) or of an ONNX file, ready to be run."""
    network = identifier_network()
    load_warm(network, best)
    return network.eval()


def export(best: Path, target: Path) -> None:
    """Writes the weights of a run as ONNX."""
    export_onnx(trained(best), target)


def options(words: Sequence[str] | None = None) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    running.add_options(parser, minutes=60)
    parser.add_argument("--shards", type=Path, default=Path("runs/crops"))
    parser.add_argument("--mined", type=Path, help="folder of the mined shards (default: beside the others)")
    parser.add_argument("--run", type=Path, default=RUN)
    parser.add_argument("--lr", type=float, default=1.5e-3)
    parser.add_argument("--batch", type=int, default=PART)
    parser.add_argument("--keep", type=int, default=60, help="shards held in memory")
    parser.add_argument("--mined-share", type=float, default=0.3, help="share of batches from mined shards, if any")
    parser.add_argument("--refresh", type=int, default=50_000, help="crops between looks for new shards")
    return parser.parse_args(words)


def main() -> int:
    """The command line."""
    args = options()
    running.set_threads(args.threads)
    running.stop_on_terminate()
    try:
        if args.export:
            export(args.start or args.run / "best.pt", args.export)
        else:
            Training(args).run()
    except KeyboardInterrupt:
        return 130
    except (ValueError, FileNotFoundError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
