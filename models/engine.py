"""One interface to run an ONNX network: `cv2.dnn` (the phone's) or onnxruntime (optional, a desktop's)."""

from __future__ import annotations

import importlib
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from models.errors import WeightsError

Blob = NDArray[np.float32]


class Engine(Protocol):
    """A loaded network with one input; a network without a fixed reshape takes any height and width."""

    name: str

    def run(self, blob: Blob) -> tuple[Blob, ...]:
        """The outputs for an input blob `(n, 3, H, W)`, in the network's order of names."""
        ...


class OpenCVEngine:
    """Runs a network with `cv2.dnn`. Raises `WeightsError("weights_not_a_network")`."""

    name = "opencv"

    def __init__(self, onnx: bytes, label: str) -> None:
        try:
            self._net = cv2.dnn.readNetFromONNX(np.frombuffer(onnx, np.uint8))
        except cv2.error as error:
            raise WeightsError("weights_not_a_network", path=label, detail=error.err or "cv2.dnn") from None
        self._outputs = sorted(self._net.getUnconnectedOutLayersNames())

    def run(self, blob: Blob) -> tuple[Blob, ...]:
        """The outputs for an input blob `(n, 3, H, W)`, in the order of their names."""
        self._net.setInput(blob)
        return tuple(np.asarray(output, np.float32) for output in self._net.forward(self._outputs))


class OnnxRuntimeEngine:
    """Runs a network with onnxruntime on the CPU. Raises `WeightsError`."""

    name = "onnxruntime"

    def __init__(self, onnx: bytes, label: str) -> None:
        try:
            onnxruntime = importlib.import_module("onnxruntime")
            library = importlib.import_module("onnx")
        except ImportError:
            raise WeightsError("engine_missing", engine=self.name) from None
        options: Any = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        try:
            free = _any_size(library, onnx)
            self._session: Any = onnxruntime.InferenceSession(free, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime and onnx raise classes of their own that share no public base
            raise WeightsError("weights_not_a_network", path=label, detail=type(error).__name__) from None
        self._input = self._session.get_inputs()[0].name
        self._outputs = sorted(output.name for output in self._session.get_outputs())

    def run(self, blob: Blob) -> tuple[Blob, ...]:
        """The outputs for an input blob `(n, 3, H, W)`, in the order of their names."""
        outputs = self._session.run(self._outputs, {self._input: blob})
        return tuple(np.asarray(output, np.float32) for output in outputs)


def _any_size(library: Any, onnx: bytes) -> bytes:
    """The file with height and width left open, as onnxruntime wants it; `cv2.dnn` 4.12 wants them given."""
    model = library.load_from_string(onnx)
    for value in [*model.graph.input, *model.graph.output]:
        for place, dimension in enumerate(value.type.tensor_type.shape.dim):
            if place > 1:
                dimension.dim_param = f"{value.name}{place}"
    del model.graph.value_info[:]
    return bytes(model.SerializeToString())


ENGINES: dict[str, type[OpenCVEngine] | type[OnnxRuntimeEngine]] = {
    "opencv": OpenCVEngine,
    "onnxruntime": OnnxRuntimeEngine,
}


def open_engine(engine: str, onnx: bytes, label: str) -> Engine:
    """A network opened by the engine of that name; `label` names it in errors. Raises `WeightsError`."""
    if engine not in ENGINES:
        raise WeightsError("engine_unknown", engine=engine)
    return ENGINES[engine](onnx, label)
