"""The identifier's network, and how its weights travel (PyTorch state dict, ONNX)."""

from __future__ import annotations

import contextlib
import copy
import importlib.util
import pickle
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from unittest import mock

import torch
from torch import Tensor, nn

from models.training import onnx_weights

RANKS, SUITS = 13, 4
OUTPUTS = RANKS + SUITS + 1
SIDE = 64


def _block(inputs: int, outputs: int, stride: int) -> list[nn.Module]:
    return [nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)]


def identifier_network(channels: tuple[int, ...] = (16, 32, 64, 128, 192)) -> nn.Sequential:
    """A plain CNN over a crop `(n, 3, 64, 64)` BGR in 0..1 at any rotation.

    Output `(n, 18)` logits: 13 ranks (A 2 .. 10 J Q K), 4 suits (C D H S), 1 "no index".
    """
    layers: list[nn.Module] = []
    inputs = 3
    for outputs, stride in zip(channels, (2, 2, 1, 2, 2), strict=True):
        layers += _block(inputs, outputs, stride)
        inputs = outputs
    layers += [nn.Conv2d(inputs, inputs, 1), nn.ReLU(inplace=True)]
    return nn.Sequential(*layers, nn.Flatten(), nn.Dropout(0.3), nn.Linear(inputs * 16, OUTPUTS))


def load_warm(network: nn.Module, path: Path, crops: Tensor | None = None) -> int:
    """Fills the network from a state dict of the same shapes in the same order, whatever its names, or from ONNX.

    Returns how many tensors (layers) it took. With `crops` `(n, 3, 64, 64)` the batch norms of an ONNX file get their
    statistics, which training on needs. Raises `ValueError` where the shapes do not agree.
    """
    if path.suffix == ".onnx":
        count = onnx_weights.fill(network, path)
        if crops is not None:
            onnx_weights.set_statistics(network, crops)
        return count
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
    except (RuntimeError, EOFError, pickle.UnpicklingError) as error:
        raise ValueError(f"{path} is no checkpoint of an identifier ({type(error).__name__}).") from None
    if "network" in state:
        state = state["network"]
    own = network.state_dict()
    if [tuple(v.shape) for v in own.values()] != [tuple(v.shape) for v in state.values()]:
        raise ValueError(f"{path} holds weights of another network.")
    network.load_state_dict(dict(zip(own, state.values(), strict=True)))
    return len(own)


def write_onnx(
    network: nn.Module,
    side: int,
    path: Path,
    source: str,
    outputs: Sequence[str],
    free: Mapping[str, Mapping[int, str]] | None = None,
) -> None:
    """Writes a network that takes `(1, 3, side, side)` as ONNX, opset 12; also where there is no onnx package.

    The package is only asked for functions of onnxscript, which our networks have not. The older exporter is used since
    the newer one needs onnxscript and writes what OpenCV 4.12 does not read.
    """
    with contextlib.ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings(action="ignore", category=DeprecationWarning))
        if importlib.util.find_spec("onnx") is None:
            place = "torch.onnx._internal.torchscript_exporter.onnx_proto_utils._add_onnxscript_fn"
            stack.enter_context(mock.patch(place, lambda model, _: model))
        torch.onnx.export(
            network,
            (torch.zeros(1, 3, side, side),),
            str(path),
            opset_version=12,
            input_names=[source],
            output_names=list(outputs),
            dynamic_axes=free,
            dynamo=False,
        )


def export_onnx(network: nn.Module, path: Path, side: int = SIDE) -> None:
    """Writes an ONNX file with a free batch size that `cv2.dnn` 4.12 and 5.0 and onnxruntime read alike.

    The network itself stays as it is.
    """
    free = {"crops": {0: "n"}, "logits": {0: "n"}}
    write_onnx(copy.deepcopy(network).cpu().eval(), side, path, "crops", ["logits"], free)
