"""The locator's network: `locator.yaml`, grown from a trained YOLOv8n, and written as ONNX without its decoding.

The ONNX file gives the raw maps of the detection head, one a stride: `models.locator` decodes them, only where there is
something. So the file holds nothing that depends on the picture's size, and `cv2.dnn` runs it at any multiple of 32.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

os.environ.setdefault("YOLO_CONFIG_DIR", str(Path(tempfile.gettempdir()) / "don-ultralytics"))
os.environ.setdefault("YOLO_AUTOINSTALL", "false")
os.environ.setdefault("YOLO_OFFLINE", "true")

import torch  # noqa: E402 - after the environment
from torch import Tensor, nn  # noqa: E402

from models.training import torchvision_stub  # noqa: E402

torchvision_stub.prepare()

from ultralytics.nn.tasks import DetectionModel  # noqa: E402 - after the stub

CONFIG = Path(__file__).with_name("locator.yaml")
FROM_NANO = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 10: 15, 11: 16, 13: 18, 14: 22}
"""Which layer of YOLOv8n each layer of ours has its weights from (7, the pooling at stride 16, starts anew)."""
NANO_BINS = 16
BOX_CHANNELS = 32
"""Inner channels of our box branch (the nano has 64)."""
Weights = dict[str, Tensor]


def locator_network() -> DetectionModel:
    """A one-class network as `locator.yaml` describes it, with random weights."""
    network = DetectionModel(str(CONFIG), nc=1, verbose=False)
    network.names = {0: "index"}
    return network


def read_weights(path: Path) -> Weights:
    """The weights of an ultralytics checkpoint, or of `{"state_dict": ...}`, in single precision."""
    state: Any = torch.load(path, map_location="cpu", weights_only=False)
    if "state_dict" in state:
        state = state["state_dict"]
    else:
        state = (state.get("ema") or state["model"]).state_dict()
    return {name: value.float() for name, value in state.items()}


def grow(network: DetectionModel, weights: Mapping[str, Tensor]) -> int:
    """Fills our network from weights of itself or of a one-class YOLOv8n; returns how many tensors it took.

    Of the nano's box branch the more active half of the inner channels and the nearer eight of the sixteen bins stay.
    """
    own = network.state_dict()
    if all(name in weights and weights[name].shape == value.shape for name, value in own.items()):
        network.load_state_dict(dict(weights))
        return len(own)
    taken: Weights = {}
    for name, value in own.items():
        _, layer, rest = name.split(".", 2)
        source = weights.get(f"model.{FROM_NANO[int(layer)]}.{rest}") if int(layer) in FROM_NANO else None
        if source is None or rest.startswith("dfl"):
            continue
        if source.shape == value.shape:
            taken[name] = source
        elif rest.startswith("cv2."):
            taken[name] = _narrower(source, value, rest, weights)
    network.load_state_dict(taken, strict=False)
    return len(taken)


def _narrower(source: Tensor, wanted: Tensor, name: str, weights: Mapping[str, Tensor]) -> Tensor:
    """A tensor `cv2.SCALE.STEP...` of the nano's box branch cut down to the shape wanted."""
    _, scale, step, *_ = name.split(".")
    head = f"model.{FROM_NANO[14]}.cv2.{scale}"
    kept = {k: _active(weights[f"{head}.{k}.bn.weight"], BOX_CHANNELS) for k in (0, 1)}
    if step == "2":
        bins = torch.arange(NANO_BINS * 4).reshape(4, NANO_BINS)[:, : wanted.shape[0] // 4].reshape(-1)
        source = source[bins]
        return source[:, kept[1]] if source.ndim == 4 else source
    source = source[kept[int(step)]] if source.ndim else source
    return source[:, kept[0]] if step == "1" and source.ndim == 4 else source


def _active(scale: Tensor, count: int) -> Tensor:
    """The `count` channels whose batch norm scales most, in their order."""
    return scale.abs().topk(count).indices.sort().values


class RawHead(nn.Module):
    """The network up to the maps its detection head decodes: one tensor `(n, 4 * bins + 1, h, w)` a stride."""

    def __init__(self, network: DetectionModel) -> None:
        super().__init__()
        self.layers = network.model

    def forward(self, picture: Tensor) -> tuple[Tensor, ...]:
        """Maps of strides 8 and 16: for each of left, top, right, bottom the bins' logits, then the score's."""
        outputs: list[Tensor] = []
        value: Any = picture
        *layers, head = self.layers
        for layer in layers:
            if layer.f != -1:
                sources = [layer.f] if isinstance(layer.f, int) else layer.f
                parts = [value if k == -1 else outputs[k] for k in sources]
                value = parts if len(parts) > 1 else parts[0]
            value = layer(value)
            outputs.append(value)
        maps = [outputs[k] for k in head.f]
        pairs = zip(head.cv2, head.cv3, maps, strict=True)
        return tuple(torch.cat([boxes(one), scores(one)], 1) for boxes, scores, one in pairs)


def export_onnx(network: DetectionModel, path: Path, side: int) -> None:
    """Writes the fused network with raw maps as ONNX, opset 12; the size in the file is only nominal."""
    import onnxslim

    network = network.float().eval()
    network.fuse(verbose=False)
    torch.onnx.export(
        RawHead(network).eval(),
        (torch.zeros(1, 3, side, side),),
        str(path),
        opset_version=12,
        input_names=["picture"],
        output_names=["stride8", "stride16"],
        dynamo=False,
    )
    onnxslim.slim(str(path), str(path))
