"""Trains the locator of `models.training.locator_network` on the scenes of `models.training.scene_set`.

`make train-locator`, or `python -m models.training.train_locator --start models/weights/locator.onnx --minutes 30`.
It can be stopped at any time (Ctrl-C, kill) and goes on with `--resume`; new scenes that appear while it runs are taken
in. The best network on unseen packs is `runs/locator/best.pt`; `--export` writes it as ONNX. Of ultralytics only the
network and its loss are used: its trainer needs packages that a machine without a network has not, and stops only
between epochs.
"""

from __future__ import annotations

import argparse
import copy
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import torch
from torch import Tensor
from tqdm import tqdm

from models.training import running
from models.training.locator_judge import LocatorJudge
from models.training.locator_network import DetectionModel, export_onnx, locator_network, start_from
from models.training.locator_scenes import SceneBank, batch

from ultralytics.utils.loss import v8DetectionLoss  # isort: skip - after the stub that locator_network prepares

RUN = Path("runs/locator")
SIDE = 640
GAINS = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5)
"""Weights of the three parts of the loss: ultralytics' own."""
DECAY = 0.998
"""How much of the averaged network stays at a step, once many have passed."""
WARMUP = 1500
"""Pictures until the learning rate is full."""
STATISTICS_FROM = 16
"""Training pictures that set the batch norms of weights that come as ONNX."""


def follow(old: list[Tensor], new: list[Tensor], count: Tensor | int) -> None:
    """Moves averaged tensors towards the present ones; faster at the beginning."""
    keep = min(DECAY, (1 + int(count)) / (10 + int(count)))
    with torch.no_grad():
        for before, now in zip(old, new, strict=True):
            if before.is_floating_point():
                before.lerp_(now, 1 - keep)
            else:
                before.copy_(now)


class Training:
    """One run, new or gone on with; `args` as in `main`."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.device = running.device_of(args.device)
        self.bank = SceneBank(args.scenes, "train", self.device, args.keep)
        self.bank.refresh()
        if not self.bank.scenes:
            raise ValueError(f"There are no scenes in {args.scenes}: make scene-set draws them.")
        self.judge = LocatorJudge(args.scenes, args.judge, self.device)
        self.network = locator_network()
        self.seen, self.steps, self.spent, self.best = 0, 0, 0.0, -1.0
        state = self._state() if args.resume else None
        if state is None and args.start:
            pictures, _ = batch(self.bank, STATISTICS_FROM, args.side, np.random.default_rng(0))
            print(start_from(self.network, args.start, pictures.cpu()))
        self.network.args = GAINS
        self.network.to(self.device).train()
        self.average = copy.deepcopy(self.network)
        kinds = [[p for p in self.network.parameters() if p.requires_grad and (p.ndim > 1) == k] for k in (True, False)]
        self.optimiser = torch.optim.AdamW(
            [{"params": kinds[0], "weight_decay": 5e-4}, {"params": kinds[1], "weight_decay": 0.0}], lr=args.lr
        )
        if state is not None:
            self._go_on(state)
        self.loss = v8DetectionLoss(self.network)
        self.schedule = running.Schedule(args.minutes, args.until)
        self.rng = np.random.default_rng(self.seen + 1)
        torch.manual_seed(self.seen + 1)

    def _state(self) -> running.State | None:
        path = self.args.run / "last.pt"
        return dict(torch.load(path, map_location="cpu", weights_only=True)) if path.exists() else None

    def _go_on(self, state: running.State) -> None:
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.seen, self.steps, self.spent, self.best = (state[k] for k in ("seen", "steps", "spent", "best"))

    def step(self) -> Tensor:
        """One optimiser step; returns the loss a picture (on the device)."""
        lr = self.args.lr * running.rate(self.schedule.progress(self.spent), (self.seen + 1) / WARMUP, 0.05)
        for group in self.optimiser.param_groups:
            group["lr"] = lr
        pictures, targets = batch(self.bank, self.args.batch, self.args.side, self.rng)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            said = self.network(pictures)
        shapes = [one[:, :1].float() for one in said["feats"]]
        parts, _ = self.loss(
            {"boxes": said["boxes"].float(), "scores": said["scores"].float(), "feats": shapes}, targets
        )
        self.optimiser.zero_grad(set_to_none=True)
        (parts.sum() / len(pictures)).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 10.0)
        self.optimiser.step()
        now, old = self.network.state_dict(), self.average.state_dict()
        follow(list(old.values()), list(now.values()), self.steps)
        self.steps += 1
        self.seen += len(pictures)
        return parts.detach().sum() / len(pictures)

    def save(self) -> dict[str, float]:
        """Judges the averaged network and writes `last.pt`, and `best.pt` when it is the best so far."""
        figures: dict[str, float] = self.judge(self.average)
        if figures["ap50"] >= self.best:
            self.best = figures["ap50"]
            running.save({"state_dict": self.average.state_dict()}, self.args.run / "best.pt")
            if self.args.publish and self.seen:
                best = self.args.run / "best.pt"
                running.publish(self.args.publish, "locator", best, lambda path: export(best, path))
        state = {name: getattr(self, name) for name in ("seen", "steps", "spent", "best")}
        for name in ("network", "average", "optimiser"):
            state[name] = getattr(self, name).state_dict()
        running.save(state, self.args.run / "last.pt")
        row = {"seen": self.seen, "minutes": round(self.spent / 60, 1), "scenes": len(self.bank.scenes), **figures}
        running.note(self.args.run, row)
        return figures

    def run(self) -> bool:
        """Trains until the time is spent or someone stops it; True when it is spent. Nothing saved is lost."""
        if self.schedule.over(self.spent):
            return True
        bar = tqdm(desc="locator", unit=" pictures", initial=self.seen, mininterval=running.pace())
        saved, done = self.spent, False
        if self.seen == 0 and self.args.before:
            print("before:", self.save())
        try:
            while not (done := self.schedule.over(self.spent)):
                if self.steps % self.args.refresh == 0:
                    self.bank.refresh(200)
                began = time.monotonic()
                loss = self.step()
                self.spent += time.monotonic() - began
                bar.update(self.args.batch)
                if self.spent - saved > self.args.save_every:
                    saved = self.spent
                    shown = {name: round(value, 4) for name, value in self.save().items()}
                    bar.set_postfix({"loss": round(float(loss), 2)} | shown)
        except KeyboardInterrupt:
            print("stopped; go on with --resume", file=sys.stderr)
        print(self.save(), f"{self.seen} pictures in {self.spent / 60:.1f} minutes")
        return done


def export(best: Path, target: Path) -> None:
    """Writes the weights of a run (`best.pt`) as ONNX."""
    export_onnx(trained(best), target, SIDE)


def trained(best: Path) -> DetectionModel:
    """The network with the weights of a checkpoint or of an ONNX file, in single precision, ready to be run."""
    network = locator_network()
    start_from(network, best, None)
    return network.float().eval()


def options(words: Sequence[str] | None = None) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    running.add_options(parser, minutes=30)
    parser.add_argument("--scenes", type=Path, default=Path("runs/scenes"))
    parser.add_argument("--run", type=Path, default=RUN)
    parser.add_argument("--lr", type=float, default=4e-4)
    parser.add_argument("--side", type=int, default=576, help="pixels in training")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--keep", type=int, default=20_000, help="scenes held in memory")
    parser.add_argument("--judge", type=int, default=100, help="scenes of packs never trained on that judge it")
    parser.add_argument("--refresh", type=int, default=50, help="steps between looks for new scenes")
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
