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
    """A loaded network with one input and one output."""

    name: str

    def run(self, blob: Blob) -> Blob:
        """The output for an input blob `(n, 3, H, W)`."""
        ...


class OpenCVEngine:
    """Runs a network with `cv2.dnn`. Raises `WeightsError("weights_not_a_network")`."""

    name = "opencv"

    def __init__(self, onnx: bytes, label: str) -> None:
        try:
            self._net = cv2.dnn.readNetFromONNX(np.frombuffer(onnx, np.uint8))
        except cv2.error as error:
            raise WeightsError("weights_not_a_network", path=label, detail=error.err or "cv2.dnn") from None

    def run(self, blob: Blob) -> Blob:
        """The output for an input blob `(n, 3, H, W)`."""
        self._net.setInput(blob)
        return np.asarray(self._net.forward(), np.float32)


class OnnxRuntimeEngine:
    """Runs a network with onnxruntime on the CPU. Raises `WeightsError`."""

    name = "onnxruntime"

    def __init__(self, onnx: bytes, label: str) -> None:
        try:
            onnxruntime = importlib.import_module("onnxruntime")
        except ImportError:
            raise WeightsError("engine_missing", engine=self.name) from None
        options: Any = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        try:
            self._session: Any = onnxruntime.InferenceSession(onnx, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime raises classes of its own that share no public base
            raise WeightsError("weights_not_a_network", path=label, detail=type(error).__name__) from None
        self._input = self._session.get_inputs()[0].name

    def run(self, blob: Blob) -> Blob:
        """The output for an input blob `(n, 3, H, W)`."""
        return np.asarray(self._session.run(None, {self._input: blob})[0], np.float32)


ENGINES: dict[str, type[OpenCVEngine] | type[OnnxRuntimeEngine]] = {
    "opencv": OpenCVEngine,
    "onnxruntime": OnnxRuntimeEngine,
}


def open_engine(engine: str, onnx: bytes, label: str) -> Engine:
    """A network opened by the engine of that name; `label` names it in errors. Raises `WeightsError`."""
    if engine not in ENGINES:
        raise WeightsError("engine_unknown", engine=engine)
    return ENGINES[engine](onnx, label)
