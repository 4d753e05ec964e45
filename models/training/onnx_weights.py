"""A network's weights from the ONNX file that was exported from it, so that a training can go on from it.

In the file each batch norm is part of the convolution before it. Here it comes back as one that changes nothing
(`fill`); `set_statistics` then gives it the mean and variance of real pictures, without changing what the network says.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

Weighted = tuple[str, nn.Module, nn.Module | None]
"""Name of a convolution or linear layer, the layer, the batch norm right behind it."""


def weighted_layers(network: nn.Module) -> list[Weighted]:
    """Every layer with weights, in the order of the modules, with its batch norm."""
    found: list[Weighted] = []
    for name, module in network.named_modules():
        if isinstance(module, nn.Conv2d | nn.Linear):
            found.append((name, module, None))
        elif isinstance(module, nn.BatchNorm2d):
            found[-1] = (*found[-1][:2], module)
    return found


def _in_file(path: Path, names: list[str]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Weights and bias of each named layer; by name where the file has the names, else in the order of its nodes."""
    import onnx

    if not path.is_file():
        raise ValueError(f"There are no weights in {path}.")
    try:
        graph = onnx.load(str(path)).graph
    except Exception as error:  # a broken file raises protobuf's own classes
        raise ValueError(f"{path} is no ONNX file ({type(error).__name__}).") from None
    values = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    nodes = {
        node.input[1].replace("layers.", "model.", 1): node
        for node in graph.node
        if node.op_type in ("Conv", "Gemm") and len(node.input) == 3
    }
    by_name = [f"{name}.weight" for name in names]
    keys = by_name if all(key in nodes for key in by_name) else list(nodes)
    if len(nodes) != len(names):
        raise ValueError(f"{path} holds {len(nodes)} layers with weights, this network has {len(names)}.")
    for key in keys:
        yield values[nodes[key].input[1]], values[nodes[key].input[2]]


def fill(network: nn.Module, path: Path) -> int:
    """Puts the file's weights into a network of the same architecture; returns how many layers it filled.

    Raises `ValueError` where the file is of another network.
    """
    layers = [one for one in weighted_layers(network) if one[1].weight.requires_grad]
    found = list(_in_file(path, [name for name, _, _ in layers]))
    for (name, layer, norm), (weight, bias) in zip(layers, found, strict=True):
        if tuple(weight.shape) != tuple(layer.weight.shape):
            raise ValueError(f"{path} holds weights of another network: {name} is {tuple(layer.weight.shape)} here.")
        with torch.no_grad():
            layer.weight.copy_(torch.from_numpy(np.array(weight)))
            shift = layer.bias if norm is None else norm.bias
            shift.copy_(torch.from_numpy(np.array(bias)))
            if norm is not None:
                norm.weight.fill_(1)
                norm.running_mean.zero_()
                norm.running_var.fill_(1 - norm.eps)
    return len(layers)


def set_statistics(network: nn.Module, pictures: Tensor) -> None:
    """Gives each batch norm the statistics of its input on `pictures` `(n, 3, h, w)`; the outputs stay the same."""
    seen: dict[nn.Module, tuple[Tensor, Tensor]] = {}

    def note(norm: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        values = inputs[0].double()
        seen[norm] = (values.mean((0, 2, 3)), values.var((0, 2, 3), correction=0))

    norms = [norm for norm in network.modules() if isinstance(norm, nn.BatchNorm2d)]
    hooks = [norm.register_forward_pre_hook(note) for norm in norms]
    training = network.training
    network.eval()
    with torch.no_grad():
        network(pictures)
        for norm, (mean, variance) in seen.items():
            scale = norm.weight.double() / (norm.running_var.double() + norm.eps).sqrt()
            shift = norm.bias.double() - norm.running_mean.double() * scale
            norm.weight.copy_(scale * (variance + norm.eps).sqrt())
            norm.bias.copy_(shift + scale * mean)
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)
    for hook in hooks:
        hook.remove()
    network.train(training)
