"""Trains the locator: ultralytics YOLOv8n, one class "index", on the scenes of `models.training.scene_set`.

`make train-locator`, or `python -m models.training.train_locator --start locator.pt --minutes 30`. Ultralytics writes a
checkpoint each epoch (`runs/locator/weights/last.pt`); `--resume` goes on from it; `--export` writes the best as ONNX.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from typing import Any

import torch

from models.training import torchvision_stub

torchvision_stub.prepare()

from ultralytics import YOLO  # noqa: E402 - after the stub
from ultralytics.utils import torch_utils  # noqa: E402

RUN = Path("runs/locator")
SIDE = 640


def network_with(start: Path | None) -> Any:
    """A one-class YOLOv8n, filled from a state dict (`{"state_dict": ...}`) or an ultralytics checkpoint."""
    model = YOLO("yolov8n.yaml")
    if start is None:
        return model
    state = torch.load(start, map_location="cpu", weights_only=False)
    if isinstance(state, dict) and "state_dict" in state:
        from ultralytics.nn.tasks import DetectionModel

        model.model = DetectionModel("yolov8n.yaml", nc=1, verbose=False)
        model.model.load_state_dict({k: v.float() for k, v in state["state_dict"].items()})
        model.model.names = {0: "index"}
        model.ckpt = {"model": model.model}
        return model
    return YOLO(str(start))


def train(args: argparse.Namespace) -> None:
    """One run; stopped by the minutes, by Ctrl-C, or by the epochs."""
    torch_utils.NUM_THREADS = args.threads
    if args.resume:
        YOLO(str(args.run / "weights" / "last.pt")).train(resume=True)
        return
    model = network_with(args.start)
    model.add_callback("on_train_start", lambda _: torch.set_num_threads(args.threads))
    model.train(
        data=str(args.scenes / "data.yaml"),
        imgsz=args.side,
        epochs=args.epochs,
        time=args.minutes / 60 if args.minutes else None,
        batch=16,
        workers=0,
        device="cpu",
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


def export(args: argparse.Namespace) -> None:
    """Writes the best network as ONNX, opset 12, one static size, without NMS."""
    written = YOLO(str(args.run / "weights" / "best.pt")).export(
        format="onnx", imgsz=args.export_side, opset=12, simplify=True, device="cpu"
    )
    shutil.copyfile(written, args.export)


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
    parser.add_argument("--side", type=int, default=512, help="pixels in training")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--export", type=Path, metavar="ONNX", help="only write the best network as ONNX")
    parser.add_argument("--export-side", type=int, default=SIDE)
    args = parser.parse_args()
    if args.export:
        export(args)
    else:
        train(args)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
