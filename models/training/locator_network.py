"""The locator's network: `locator.yaml`, grown from a trained YOLOv8n, and written as ONNX without its decoding.

The ONNX file gives the raw maps of the detection head, one a stride: `models.locator` decodes them, only where there is
something. So the file holds nothing that depends on the picture's size, and `cv2.dnn` runs it at any multiple of 32.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import importlib
import io
import os
import pickle
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

os.environ.setdefault("YOLO_CONFIG_DIR", str(Path(tempfile.gettempdir()) / "don-ultralytics"))
os.environ.setdefault("YOLO_AUTOINSTALL", "false")
os.environ.setdefault("YOLO_OFFLINE", "true")

import torch
from torch import Tensor

from models.training import onnx_weights, torchvision_stub
from models.training.networks import write_onnx

torchvision_stub.prepare()

from ultralytics.nn.tasks import DetectionModel as DetectionModel  # noqa: E402 - after the stub

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
    """The weights of an ultralytics checkpoint, or of `{"state_dict": ...}`, in single precision.

    Raises `ValueError` where the file holds neither.
    """
    try:
        state: Any = torch.load(path, map_location="cpu", weights_only=False)
        state = state["state_dict"] if "state_dict" in state else (state.get("ema") or state["model"]).state_dict()
    except (RuntimeError, EOFError, pickle.UnpicklingError, KeyError, AttributeError, TypeError) as error:
        raise ValueError(f"{path} is no checkpoint of a locator ({type(error).__name__}).") from None
    return {name: value.float() for name, value in state.items()}


def start_from(network: DetectionModel, path: Path, pictures: Tensor | None = None) -> str:
    """Fills the network from a checkpoint (`grow`) or from the ONNX file exported from it; returns what it did.

    With `pictures` `(n, 3, h, w)` the batch norms of an ONNX file get their statistics, which training on needs.
    Raises `ValueError`.
    """
    if path.suffix == ".onnx":
        count = onnx_weights.fill(network, path)
        if pictures is not None:
            onnx_weights.set_statistics(network, pictures)
        return f"{count} layers from {path}"
    taken = grow(network, read_weights(path))
    if not taken:
        raise ValueError(f"{path} holds weights of another network.")
    return f"{taken} of {len(network.state_dict())} tensors from {path}"


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


def raw_maps(network: DetectionModel, picture: Tensor) -> tuple[Tensor, ...]:
    """The maps that the detection head decodes, `(n, 4 * bins + 1, h, w)` for the strides 8 and 16.

    For each of left, top, right and bottom the bins' logits, then the score's. `picture` is `(n, 3, H, W)`.
    """
    outputs: list[Tensor] = []
    value: Any = picture
    *layers, head = network.model
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
    """Writes the fused network with raw maps as ONNX, opset 12; the size in the file is only nominal.

    The network itself stays as it is. Where onnxslim is not installed the file is a little larger.
    """
    network = copy.deepcopy(network).cpu().float().eval()
    network.fuse(verbose=False)
    network.forward = functools.partial(raw_maps, network)
    write_onnx(network, side, path, "picture", ["stride8", "stride16"])
    with contextlib.suppress(ModuleNotFoundError), contextlib.redirect_stdout(io.StringIO()):
        importlib.import_module("onnxslim").slim(str(path), str(path))
