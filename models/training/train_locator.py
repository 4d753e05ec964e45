"""Trains the locator of `models.training.locator_network` on the scenes of `models.training.scene_set`.

`make train-locator`, or `python -m models.training.train_locator --start locator.pt --minutes 30`. Ultralytics writes a
checkpoint each epoch (`runs/locator/weights/last.pt`); `--resume` goes on from it; `--export` writes the best as ONNX.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import torch

from models.training.locator_network import CONFIG, export_onnx, grow, locator_network, read_weights

from ultralytics import YOLO  # isort: skip - after the stub that locator_network prepares
from ultralytics.utils import torch_utils  # isort: skip

RUN = Path("runs/locator")
SIDE = 640


def model_with(start: Path | None) -> Any:
    """Our network as an ultralytics model; filled from a checkpoint of itself or of a one-class YOLOv8n."""
    model = YOLO(str(CONFIG), task="detect")
    model.model = locator_network()
    if start is not None:
        taken = grow(model.model, read_weights(start))
        print(f"{taken} of {len(model.model.state_dict())} tensors from {start}")
        model.ckpt = {"model": model.model}
    return model


def train(args: argparse.Namespace) -> None:
    """One run; stopped by the minutes, by Ctrl-C, or by the epochs."""
    on_cpu = args.device == "cpu"
    if on_cpu:
        torch_utils.NUM_THREADS = args.threads
    if args.resume:
        model = YOLO(str(args.run / "weights" / "last.pt"))
        model.add_callback("on_train_start", lambda _: torch.set_num_threads(args.threads))
        model.train(resume=True)
        return
    model = model_with(args.start)
    if on_cpu:
        model.add_callback("on_train_start", lambda _: torch.set_num_threads(args.threads))
    model.train(
        data=str((args.scenes / "data.yaml").resolve()),
        imgsz=args.side,
        epochs=args.epochs,
        time=args.minutes / 60 if args.minutes else None,
        batch=args.batch,
        workers=args.workers,
        device=args.device,
        amp=False,
        optimizer="AdamW",
        lr0=args.lr,
        lrf=0.05,
        warmup_epochs=0.3,
        cos_lr=True,
        mosaic=0.0,
        fliplr=0.0,
        flipud=0.0,
        degrees=0.0,
        scale=0.4,
        translate=0.1,
        hsv_h=0.015,
        hsv_s=0.4,
        hsv_v=0.3,
        single_cls=True,
        plots=False,
        project=str(args.run.parent.resolve()),
        name=args.run.name,
        exist_ok=True,
        save=True,
    )


def export(run: Path, target: Path) -> None:
    """Writes the best network of a run as ONNX."""
    network = locator_network()
    grow(network, read_weights(run / "weights" / "best.pt"))
    export_onnx(network, target, SIDE)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=Path, default=Path("runs/scenes"))
    parser.add_argument("--run", type=Path, default=RUN)
    parser.add_argument("--start", type=Path, help="weights to start from")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--epochs", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--lr", type=float, default=4e-4)
    parser.add_argument("--side", type=int, default=576, help="pixels in training")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--device", default="cpu", help="cpu, or the number of a GPU")
    parser.add_argument("--workers", type=int, default=0, help="processes that load pictures")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--export", type=Path, metavar="ONNX", help="only write the best network as ONNX")
    args = parser.parse_args()
    if args.export:
        export(args.run, args.export)
    else:
        train(args)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
